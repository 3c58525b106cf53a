/* Case and classification: upper, lower, title, casefold, and the is… methods. */
#include "runtime/types/str_priv.h"
#include "runtime/text/unicode.h"

typedef int (*mapper)(uint32_t c, uint32_t out[3]);

static val map_ascii(struct thread *t, val s, uint8_t from, uint8_t to) {
    struct text x = text_of(s);
    if (x.n == 0) return EMPTY_STR;
    val r = str_alloc(t, x.n, 127);
    if (!r) return 0;
    const uint8_t *p = x.p;
    uint8_t *out = str_fill(r);
    for (int64_t i = 0; i < x.n; i++) out[i] = p[i] >= from && p[i] <= to ? p[i] ^ 32 : p[i];
    return r;
}

/* Final sigma: preceded by a cased letter and not followed by one, ignorable characters skipped. */
static uint32_t lower_sigma(const struct text *x, int64_t i) {
    int64_t k = i - 1;
    while (k >= 0 && uc_is(text_at(x, k), UC_IGNORABLE)) k--;
    if (k < 0 || !uc_is(text_at(x, k), UC_CASED)) return 0x3c3;
    for (k = i + 1; k < x->n && uc_is(text_at(x, k), UC_IGNORABLE);) k++;
    return k < x->n && uc_is(text_at(x, k), UC_CASED) ? 0x3c3 : 0x3c2;
}

static int lower_at(const struct text *x, int64_t i, uint32_t out[3]) {
    uint32_t c = text_at(x, i);
    if (c != 0x3a3) return uc_lower(c, out);
    out[0] = lower_sigma(x, i);
    return 1;
}

static bool put_all(struct strbuf *b, const uint32_t *c, int n) {
    for (int i = 0; i < n; i++)
        if (!strbuf_char(b, c[i])) return false;
    return true;
}

static val map_all(struct thread *t, val s, mapper map) {
    struct text x = text_of(s);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t out[3];
        int n = map ? map(text_at(&x, i), out) : lower_at(&x, i, out);
        if (!put_all(&b, out, n)) return 0;
    }
    return strbuf_finish(&b);
}

static val method_upper(struct thread *t, val s) {
    return str_is_ascii(s) ? map_ascii(t, s, 'a', 'z') : map_all(t, s, uc_upper);
}
static val method_lower(struct thread *t, val s) {
    return str_is_ascii(s) ? map_ascii(t, s, 'A', 'Z') : map_all(t, s, NULL);
}
static val method_casefold(struct thread *t, val s) {
    return str_is_ascii(s) ? map_ascii(t, s, 'A', 'Z') : map_all(t, s, uc_fold);
}

static val method_capitalize(struct thread *t, val s) {
    struct text x = text_of(s);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t out[3];
        int n = i == 0 ? uc_title(text_at(&x, 0), out) : lower_at(&x, i, out);
        if (!put_all(&b, out, n)) return 0;
    }
    return strbuf_finish(&b);
}

static val method_title(struct thread *t, val s) {
    struct text x = text_of(s);
    struct strbuf b;
    bool inside = false;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i), out[3];
        int n = inside ? lower_at(&x, i, out) : uc_title(c, out);
        if (!put_all(&b, out, n)) return 0;
        inside = uc_is(c, UC_CASED);
    }
    return strbuf_finish(&b);
}

static val method_swapcase(struct thread *t, val s) {
    struct text x = text_of(s);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i), out[3] = {c};
        unsigned flags = uc_flags(c);
        int n = flags & UC_UPPER ? lower_at(&x, i, out) : flags & UC_LOWER ? uc_upper(c, out) : 1;
        if (!put_all(&b, out, n)) return 0;
    }
    return strbuf_finish(&b);
}

/* ---- is… ---- */

static val all_are(val s, unsigned flags) {
    struct text x = text_of(s);
    for (int64_t i = 0; i < x.n; i++)
        if (!uc_is(text_at(&x, i), flags)) return FALSE;
    return val_bool(x.n > 0);
}
#define ALL(name, flags)                                                                                     \
    static val method_##name(struct thread *t, val s) {                                                      \
        (void)t;                                                                                             \
        return all_are(s, flags);                                                                            \
    }
ALL(isalpha, UC_ALPHA)
ALL(isdecimal, UC_DECIMAL)
ALL(isdigit, UC_DIGIT)
ALL(isnumeric, UC_NUMERIC)
ALL(isalnum, UC_ALPHA | UC_DECIMAL | UC_DIGIT | UC_NUMERIC)

/* At least one character of the wanted case and none of the others. */
static val is_case(val s, unsigned want, unsigned other) {
    struct text x = text_of(s);
    bool cased = false;
    for (int64_t i = 0; i < x.n; i++) {
        unsigned flags = uc_flags(text_at(&x, i));
        if (flags & other) return FALSE;
        cased |= (flags & want) != 0;
    }
    return val_bool(cased);
}
static val method_isupper(struct thread *t, val s) {
    (void)t;
    return is_case(s, UC_UPPER, UC_LOWER | UC_TITLE);
}
static val method_islower(struct thread *t, val s) {
    (void)t;
    return is_case(s, UC_LOWER, UC_UPPER | UC_TITLE);
}

static val method_istitle(struct thread *t, val s) {
    (void)t;
    struct text x = text_of(s);
    bool cased = false, inside = false;
    for (int64_t i = 0; i < x.n; i++) {
        unsigned flags = uc_flags(text_at(&x, i));
        if (flags & (UC_UPPER | UC_TITLE)) {
            if (inside) return FALSE;
            inside = cased = true;
        } else if (flags & UC_LOWER) {
            if (!inside) return FALSE;
            cased = true;
        } else {
            inside = false;
        }
    }
    return val_bool(cased);
}

static val method_isspace(struct thread *t, val s) {
    (void)t;
    struct text x = text_of(s);
    for (int64_t i = 0; i < x.n; i++)
        if (!uc_is_space(text_at(&x, i))) return FALSE;
    return val_bool(x.n > 0);
}

static val method_isprintable(struct thread *t, val s) {
    (void)t;
    struct text x = text_of(s);
    for (int64_t i = 0; i < x.n; i++)
        if (!uc_is_printable(text_at(&x, i))) return FALSE;
    return TRUE;
}

static val method_isidentifier(struct thread *t, val s) {
    (void)t;
    struct text x = text_of(s);
    for (int64_t i = 0; i < x.n; i++)
        if (!uc_is(text_at(&x, i), i ? UC_CONTINUE : UC_START)) return FALSE;
    return val_bool(x.n > 0);
}

static val method_isascii(struct thread *t, val s) {
    (void)t;
    return val_bool(str_is_ascii(s));
}

METHOD(str, upper, method_upper, 1, 0, "($self, /)");
METHOD(str, lower, method_lower, 1, 0, "($self, /)");
METHOD(str, casefold, method_casefold, 1, 0, "($self, /)");
METHOD(str, capitalize, method_capitalize, 1, 0, "($self, /)");
METHOD(str, title, method_title, 1, 0, "($self, /)");
METHOD(str, swapcase, method_swapcase, 1, 0, "($self, /)");
METHOD(str, isalpha, method_isalpha, 1, 0, "($self, /)");
METHOD(str, isdecimal, method_isdecimal, 1, 0, "($self, /)");
METHOD(str, isdigit, method_isdigit, 1, 0, "($self, /)");
METHOD(str, isnumeric, method_isnumeric, 1, 0, "($self, /)");
METHOD(str, isalnum, method_isalnum, 1, 0, "($self, /)");
METHOD(str, isupper, method_isupper, 1, 0, "($self, /)");
METHOD(str, islower, method_islower, 1, 0, "($self, /)");
METHOD(str, istitle, method_istitle, 1, 0, "($self, /)");
METHOD(str, isspace, method_isspace, 1, 0, "($self, /)");
METHOD(str, isprintable, method_isprintable, 1, 0, "($self, /)");
METHOD(str, isidentifier, method_isidentifier, 1, 0, "($self, /)");
METHOD(str, isascii, method_isascii, 1, 0, "($self, /)");
