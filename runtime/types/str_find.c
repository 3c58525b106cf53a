/* The methods of str that look for text: find, index, count, startswith, replace and their relatives. */
#include "runtime/types/str_priv.h"

bool need_str(struct thread *t, val v, const char *fname, int position) {
    if (val_is_str(v)) return true;
    if (position)
        raise(t, &exc_TypeError, "%s() argument %d must be str, not %B", fname, position, v);
    else
        raise(t, &exc_TypeError, "%s() argument must be str, not %B", fname, v);
    return false;
}

static bool bound(struct thread *t, val v, int64_t *out) {
    if (v == NONE) return true;
    if (val_is_small(v)) {
        *out = val_small_get(v);
        return true;
    }
    if (!val_is_int(v) && !type_of(v)->index) {
        raise(t, &exc_TypeError, "slice indices must be integers or None or have an __index__ method");
        return false;
    }
    return index_clamped(t, v, out);
}

bool text_bounds(struct thread *t, const char *fname, int64_t argc, val *argv, int64_t len, int64_t *from,
                 int64_t *to) {
    *from = 0;
    *to = len;
    if (argc < 1)
        return raise(t, &exc_TypeError, "%s() takes at least 1 argument (%ld given)", fname, argc) != 0;
    if (argc > 3)
        return raise(t, &exc_TypeError, "%s() takes at most 3 arguments (%ld given)", fname, argc) != 0;
    if (argc > 1 && !bound(t, argv[1], from)) return false;
    if (argc > 2 && !bound(t, argv[2], to)) return false;
    if (*to > len) *to = len;
    if (*to < 0 && (*to += len) < 0) *to = 0;
    if (*from < 0 && (*from += len) < 0) *from = 0;
    return true;
}

/* find() and its relatives: position, -1 absent, -2 raised. */
static int64_t locate(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                      bool backwards) {
    int64_t from, to;
    if (!args_no_keywords(t, fname, kwnames)) return -2;
    struct text x = text_of(argv[0]);
    if (!text_bounds(t, fname, argc - 1, argv + 1, x.n, &from, &to)) return -2;
    if (!val_is_str(argv[1])) return raise(t, &exc_TypeError, "must be str, not %T", argv[1]), -2;
    if (from > to) return -1;
    struct text sub = text_of(argv[1]);
    return backwards ? text_rfind(t, x, sub, from, to) : text_find(t, x, sub, from, to);
}

#define LOCATE(name, back)                                                                                   \
    static val method_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {           \
        (void)callee;                                                                                        \
        int64_t at = locate(t, #name, argc, argv, kwnames, back);                                            \
        return at == -2 || t->exc ? 0 : val_small(at);                                                       \
    }
#define LOCATE_OR_RAISE(name, back)                                                                          \
    static val method_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {           \
        (void)callee;                                                                                        \
        int64_t at = locate(t, #name, argc, argv, kwnames, back);                                            \
        if (at == -1 && !t->exc) return raise(t, &exc_ValueError, "substring not found");                    \
        return at < 0 ? 0 : val_small(at);                                                                   \
    }
LOCATE(find, false)
LOCATE(rfind, true)
LOCATE_OR_RAISE(index, false)
LOCATE_OR_RAISE(rindex, true)

static val method_count(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t from, to;
    struct text x = text_of(argv[0]);
    if (!args_no_keywords(t, "count", kwnames) ||
        !text_bounds(t, "count", argc - 1, argv + 1, x.n, &from, &to))
        return 0;
    if (!val_is_str(argv[1])) return raise(t, &exc_TypeError, "must be str, not %T", argv[1]);
    return int_from_i64(t, from > to ? 0 : text_count(t, x, text_of(argv[1]), from, to, INT64_MAX));
}

static bool matches_at(struct text x, struct text y, int64_t from, int64_t to, bool tail) {
    if (to - from < y.n || y.w > x.w) return false;
    return text_match(x, tail ? to - y.n : from, y);
}

static val affix(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool tail) {
    int64_t from, to;
    struct text x = text_of(argv[0]);
    if (!args_no_keywords(t, fname, kwnames) || !text_bounds(t, fname, argc - 1, argv + 1, x.n, &from, &to))
        return 0;
    if (val_is_str(argv[1])) return val_bool(matches_at(x, text_of(argv[1]), from, to, tail));
    if (!val_has(argv[1], TYPE_TUPLE))
        return raise(t, &exc_TypeError, "%s first arg must be str or a tuple of str, not %T", fname, argv[1]);
    struct tuple *all = AS(tuple, argv[1]);
    for (int64_t i = 0; i < all->len; i++) {
        if (!val_is_str(all->item[i]))
            return raise(t, &exc_TypeError, "tuple for %s must only contain str, not %T", fname,
                         all->item[i]);
        if (matches_at(x, text_of(all->item[i]), from, to, tail)) return TRUE;
    }
    return FALSE;
}

static val method_startswith(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return affix(t, "startswith", argc, argv, kwnames, false);
}
static val method_endswith(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return affix(t, "endswith", argc, argv, kwnames, true);
}

static val method_removeprefix(struct thread *t, val s, val prefix) {
    if (!need_str(t, prefix, "removeprefix", 0)) return 0;
    struct text x = text_of(s), y = text_of(prefix);
    return y.n && matches_at(x, y, 0, x.n, false) ? str_slice(t, s, y.n, x.n) : str_exact(t, s);
}
static val method_removesuffix(struct thread *t, val s, val suffix) {
    if (!need_str(t, suffix, "removesuffix", 0)) return 0;
    struct text x = text_of(s), y = text_of(suffix);
    return y.n && matches_at(x, y, 0, x.n, true) ? str_slice(t, s, 0, x.n - y.n) : str_exact(t, s);
}

static val replace_chars(struct thread *t, val s, uint8_t from, uint8_t to, int64_t most) {
    struct text x = text_of(s);
    int64_t at = text_find_byte(x.p, x.n, from);
    if (at < 0) return str_exact(t, s);
    val r = str_alloc(t, x.n, str_is_ascii(s) && to < 128 ? 127 : 255);
    if (!r) return 0;
    uint8_t *p = str_fill(r);
    memcpy(p, x.p, (size_t)x.n);
    for (int64_t i = at; i < x.n && most > 0; i++)
        if (p[i] == from) p[i] = to, most--;
    return r;
}

val str_replace(struct thread *t, val s, val old, val new, int64_t most) {
    struct text x = text_of(s), y = text_of(old), z = text_of(new);
    if (most < 0) most = INT64_MAX;
    if (most == 0 || x.n < y.n || y.w > x.w) return str_exact(t, s);
    if (y.n == 1 && z.n == 1 && x.w == 1 && z.w == 1 && str_is_ascii(s))
        return replace_chars(t, s, (uint8_t)text_at(&y, 0), (uint8_t)text_at(&z, 0), most);
    int64_t few[64], *at = few, room = 64, count = 0;
    for (int64_t from = 0; count < most; count++) {
        int64_t found = y.n ? text_find(t, x, y, from, x.n) : from;
        if (found < 0 || found > x.n) break;
        if (count == room) {
            int64_t *more = gc_storage(t, (size_t)room * 16, false);
            if (!more) return 0;
            memcpy(more, at, (size_t)room * 8);
            at = more;
            room *= 2;
        }
        at[count] = found;
        from = found + (y.n ? y.n : 1);
    }
    if (count == 0) return t->exc ? 0 : str_exact(t, s);
    if (z.n && count > (INT64_C(1) << 45) / z.n)
        return raise(t, &exc_OverflowError, "replace string is too long");
    int w = x.w > z.w ? x.w : z.w;
    int64_t n = x.n + count * (z.n - y.n), from = 0;
    if (n == 0) return EMPTY_STR;
    bool ascii = str_is_ascii(s) && str_is_ascii(new);
    char *out;
    val r = 0;
    if (ascii) {
        if (!(r = str_alloc(t, n, 127))) return 0;
        out = str_fill(r);
    } else if (!(out = gc_storage(t, (size_t)(n * w), false))) {
        return 0;
    }
    char *p = out;
    if (y.n == z.n && x.w == w && ascii) { /* overwritten in place */
        memcpy(out, x.p, (size_t)x.n);
        for (int64_t i = 0; i < count; i++)
            for (int64_t k = 0; k < z.n; k++) out[at[i] + k] = ((const char *)z.p)[k];
        return r;
    }
    for (int64_t i = 0; i < count; i++) {
        text_copy(p, w, (const char *)x.p + from * x.w, x.w, at[i] - from);
        p += (at[i] - from) * w;
        text_copy(p, w, z.p, z.w, z.n);
        p += z.n * w;
        from = at[i] + y.n;
    }
    text_copy(p, w, (const char *)x.p + from * x.w, x.w, x.n - from);
    return ascii ? r : text_units(t, out, n, w);
}

static val method_replace(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t most = -1;
    if (!args_no_keywords(t, "str.replace", kwnames) || !args_count(t, "replace", argc - 1, 2, 3)) return 0;
    if (!need_str(t, argv[1], "replace", 1) || !need_str(t, argv[2], "replace", 2)) return 0;
    if (argc > 3 && !index_i64(t, argv[3], &most)) return 0;
    return str_replace(t, argv[0], argv[1], argv[2], most);
}

METHOD(str, find, method_find, -1, 0, 0);
METHOD(str, rfind, method_rfind, -1, 0, 0);
METHOD(str, index, method_index, -1, 0, 0);
METHOD(str, rindex, method_rindex, -1, 0, 0);
METHOD(str, count, method_count, -1, 0, 0);
METHOD(str, startswith, method_startswith, -1, 0, 0);
METHOD(str, endswith, method_endswith, -1, 0, 0);
METHOD(str, removeprefix, method_removeprefix, 2, 0, "($self, prefix, /)");
METHOD(str, removesuffix, method_removesuffix, 2, 0, "($self, suffix, /)");
METHOD(str, replace, method_replace, -1, 0, "($self, old, new, count=-1, /)");
