/* Normal forms (UAX 15): decompose, order the marks, compose. */
#include "runtime/lib/unicodedata/unicodedata.h"

METHOD_TABLE(unicodedata);

struct form {
    bool compatible, composed;
};

static bool form_named(struct thread *t, val name, struct form *f) {
    static const char *const names[] = {"NFC", "NFKC", "NFD", "NFKD"};
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "argument 1 must be str, not %B", name) != 0;
    for (int i = 0; i < 4; i++) {
        val s = str_ascii(t, names[i]);
        if (!s) return false;
        if (!str_equal(s, name)) continue;
        *f = (struct form){.compatible = i & 1, .composed = i < 2};
        return true;
    }
    return raise(t, &exc_ValueError, "invalid normalization form") != 0;
}

/* Code points in the order they are to stand in. */
struct points {
    struct thread *t;
    uint32_t *p;
    int64_t n, cap;
};

static bool push(struct points *b, uint32_t c) {
    if (b->n == b->cap) {
        int64_t cap = b->cap * 2 + 64;
        uint32_t *p = gc_storage(b->t, (size_t)cap * sizeof *p, false);
        if (!p) return false;
        if (b->n) memcpy(p, b->p, (size_t)b->n * sizeof *p);
        b->p = p;
        b->cap = cap;
    }
    b->p[b->n++] = c;
    return true;
}

/* Decompositions nest at most a few deep: the tables' own property. */
static bool decompose(struct points *b, uint32_t c, bool compatible) {
    if (c >= 0xac00 && c <= 0xd7a3) {
        uint32_t s = c - 0xac00;
        return push(b, 0x1100 + s / 588) && push(b, 0x1161 + s % 588 / 28) &&
               (s % 28 == 0 || push(b, 0x11a7 + s % 28));
    }
    if (!(ud_record(c)->flags & (compatible ? UD_DECOMPOSES : UD_CANONICAL))) return push(b, c);
    const uint32_t *row = ud_row(ud_decomposition[0], 3, ud_decomposition_count, c);
    for (uint32_t i = 0; i < (row[2] & 255); i++)
        if (!decompose(b, ud_pool[row[1] + i], compatible)) return false;
    return true;
}

/* Sorts each run of marks by their class, keeping the order within one. */
static void order_marks(struct points *b) {
    for (int64_t i = 1; i < b->n; i++) {
        uint32_t c = b->p[i];
        uint8_t class = ud_record(c)->combining;
        int64_t k = i;
        for (; class && k > 0 && ud_record(b->p[k - 1])->combining > class; k--) b->p[k] = b->p[k - 1];
        b->p[k] = c;
    }
}

static uint32_t pair_of(uint32_t a, uint32_t b) {
    if (a >= 0x1100 && a < 0x1113 && b >= 0x1161 && b < 0x1176)
        return 0xac00 + ((a - 0x1100) * 21 + (b - 0x1161)) * 28;
    if (a >= 0xac00 && a <= 0xd7a3 && (a - 0xac00) % 28 == 0 && b > 0x11a7 && b < 0x11c3)
        return a + (b - 0x11a7);
    if (!(ud_record(b)->flags & UD_MAYBE)) return 0;
    uint32_t low = 0, high = ud_composition_count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        const uint32_t *r = ud_composition[mid];
        if (r[0] == a && r[1] == b) return r[2];
        if (r[0] < a || (r[0] == a && r[1] < b))
            low = mid + 1;
        else
            high = mid;
    }
    return 0;
}

/* A mark is taken up by the last starter unless one of its own class, or a starter, stands between. */
static void compose(struct points *b) {
    int64_t starter = -1, out = 0;
    int last = -1;
    for (int64_t i = 0; i < b->n; i++) {
        uint32_t c = b->p[i], made;
        int class = ud_record(c)->combining;
        if (starter >= 0 && last < class && (made = pair_of(b->p[starter], c))) {
            b->p[starter] = made;
            continue;
        }
        if (starter >= 0 && last == -1 && class == 0 && (made = pair_of(b->p[starter], c))) {
            b->p[starter] = made;
            continue;
        }
        if (class == 0) {
            starter = out;
            last = -1;
        } else
            last = class;
        b->p[out++] = c;
    }
    b->n = out;
}

enum answer { NO, MAYBE, YES };

static enum answer quick(struct text x, struct form f) {
    enum answer r = YES;
    uint8_t before = 0;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c < 0xa0) {
            before = 0;
            continue;
        }
        const struct ud_record *d = ud_record(c);
        if (d->combining && before > d->combining) return NO;
        before = d->combining;
        unsigned bad = f.composed     ? (f.compatible ? UD_NOT_NFKC : UD_NOT_NFC)
                       : f.compatible ? UD_DECOMPOSES
                                      : UD_CANONICAL;
        if (d->flags & bad) return NO;
        if (f.composed && d->flags & UD_MAYBE) r = MAYBE;
    }
    return r;
}

static val normalized(struct thread *t, val s, struct form f) {
    struct text x = text_of(s);
    struct points b = {.t = t};
    for (int64_t i = 0; i < x.n; i++)
        if (!decompose(&b, text_at(&x, i), f.compatible)) return 0;
    order_marks(&b);
    if (f.composed) compose(&b);
    return b.n ? text_units(t, b.p, b.n, 4) : EMPTY_STR;
}

static bool two(struct thread *t, const char *fname, val name, val s, struct form *f) {
    if (!val_is_str(name))
        return raise(t, &exc_TypeError, "%s() argument 1 must be str, not %B", fname, name) != 0;
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "%s() argument 2 must be str, not %B", fname, s) != 0;
    return AS(string, s)->len == 0 || form_named(t, name, f);
}

static val f_normalize(struct thread *t, val name, val s) {
    struct form f = {0};
    if (!two(t, "normalize", name, s, &f)) return 0;
    return AS(string, s)->len == 0 || quick(text_of(s), f) == YES ? s : normalized(t, s, f);
}
static val f_is_normalized(struct thread *t, val name, val s) {
    struct form f = {0};
    if (!two(t, "is_normalized", name, s, &f)) return 0;
    if (AS(string, s)->len == 0) return TRUE;
    enum answer a = quick(text_of(s), f);
    if (a != MAYBE) return val_bool(a == YES);
    val r = normalized(t, s, f);
    return r ? val_bool(str_equal(r, s)) : 0;
}
METHOD(unicodedata, normalize, f_normalize, 2, 0, "($self, form, unistr, /)");
METHOD(unicodedata, is_normalized, f_is_normalized, 2, 0, "($self, form, unistr, /)");
