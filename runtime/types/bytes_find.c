/* Methods of bytes and bytearray that look for bytes, cut and join. */
#include "runtime/types/bytes_priv.h"

/* The searched-for argument: an integer is one byte. */
static bool needle(struct thread *t, val v, uint8_t *one, struct text *out) {
    if (val_is_int(v) || (!type_of(v)->buffer && type_of(v)->index)) {
        if (!byte_value(t, v, one, "byte must be in range(0, 256)")) return false;
        *out = (struct text){one, 1, 1};
        return true;
    }
    if (!type_of(v)->buffer)
        return raise(t, &exc_TypeError, "argument should be integer or bytes-like object, not '%T'", v) != 0;
    return bytes_arg(t, v, out);
}

static int64_t locate(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool back) {
    int64_t from, to;
    uint8_t one;
    struct text x = bytes_text(argv[0]), sub;
    if (!args_no_keywords(t, fname, kwnames) || !text_bounds(t, fname, argc - 1, argv + 1, x.n, &from, &to))
        return -2;
    if (!needle(t, argv[1], &one, &sub)) return -2;
    if (from > to) return -1;
    return back ? text_rfind(t, x, sub, from, to) : text_find(t, x, sub, from, to);
}

#define LOCATE(name, back, must)                                                                             \
    val bytes_m_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                 \
        (void)callee;                                                                                        \
        int64_t at = locate(t, #name, argc, argv, kwnames, back);                                            \
        if (at == -2) return 0;                                                                              \
        if (must && at < 0) return raise(t, &exc_ValueError, "subsection not found");                        \
        return val_small(at);                                                                                \
    }
LOCATE(find, false, false)
LOCATE(rfind, true, false)
LOCATE(index, false, true)
LOCATE(rindex, true, true)

val bytes_m_count(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t from, to;
    uint8_t one;
    struct text x = bytes_text(argv[0]), sub;
    if (!args_no_keywords(t, "count", kwnames) ||
        !text_bounds(t, "count", argc - 1, argv + 1, x.n, &from, &to))
        return 0;
    if (!needle(t, argv[1], &one, &sub)) return 0;
    return int_from_i64(t, from > to ? 0 : text_count(t, x, sub, from, to, INT64_MAX));
}

static bool matches(struct text x, struct text y, int64_t from, int64_t to, bool tail) {
    return to - from >= y.n && (y.n == 0 || text_match(x, tail ? to - y.n : from, y));
}

static val affix(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool tail) {
    int64_t from, to;
    struct text x = bytes_text(argv[0]), y;
    if (!args_no_keywords(t, fname, kwnames) || !text_bounds(t, fname, argc - 1, argv + 1, x.n, &from, &to))
        return 0;
    if (val_has(argv[1], TYPE_TUPLE)) {
        struct tuple *all = AS(tuple, argv[1]);
        for (int64_t i = 0; i < all->len; i++) {
            if (!bytes_arg(t, all->item[i], &y)) return 0;
            if (matches(x, y, from, to, tail)) return TRUE;
        }
        return FALSE;
    }
    if (!type_of(argv[1])->buffer)
        return raise(t, &exc_TypeError, "%s first arg must be bytes or a tuple of bytes, not %T", fname,
                     argv[1]);
    return bytes_arg(t, argv[1], &y) ? val_bool(matches(x, y, from, to, tail)) : 0;
}
val bytes_m_startswith(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return affix(t, "startswith", argc, argv, kwnames, false);
}
val bytes_m_endswith(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return affix(t, "endswith", argc, argv, kwnames, true);
}

static val part(struct thread *t, val self, int64_t from, int64_t to) {
    struct text x = bytes_text(self);
    if (from == 0 && to == x.n && val_is_exact(self, &bytes_shape)) return self;
    const uint8_t *p = x.p; /* an empty bytearray may have none */
    return bytes_like(t, self, p ? p + from : p, to - from);
}

val bytes_m_removeprefix(struct thread *t, val self, val v) {
    struct text x = bytes_text(self), y;
    if (!bytes_arg(t, v, &y)) return 0;
    return part(t, self, matches(x, y, 0, x.n, false) ? y.n : 0, x.n);
}
val bytes_m_removesuffix(struct thread *t, val self, val v) {
    struct text x = bytes_text(self), y;
    if (!bytes_arg(t, v, &y)) return 0;
    return part(t, self, 0, matches(x, y, 0, x.n, true) ? x.n - y.n : x.n);
}

val bytes_m_replace(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t most = -1;
    struct text x = bytes_text(argv[0]), y, z;
    if (!args_no_keywords(t, "replace", kwnames) || !args_count(t, "replace", argc - 1, 2, 3)) return 0;
    if (!bytes_arg(t, argv[1], &y) || !bytes_arg(t, argv[2], &z)) return 0;
    if (argc > 3 && !index_i64(t, argv[3], &most)) return 0;
    if (most < 0) most = INT64_MAX;
    int64_t count = x.n < y.n ? 0 : text_count(t, x, y, 0, x.n, most), from = 0;
    if (count == 0) return part(t, argv[0], 0, x.n);
    if (z.n && count > (INT64_C(1) << 46) / z.n)
        return raise(t, &exc_OverflowError, "replace bytes is too long");
    val r = bytes_like(t, argv[0], NULL, x.n + count * (z.n - y.n));
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    const uint8_t *source = x.p;
    for (int64_t i = 0; i < count; i++) {
        int64_t at = y.n ? text_find(t, x, y, from, x.n) : i;
        if (at > from) memcpy(p, source + from, (size_t)(at - from));
        p += at - from;
        if (z.n) memcpy(p, z.p, (size_t)z.n);
        p += z.n;
        from = at + y.n;
    }
    if (x.n > from) memcpy(p, source + from, (size_t)(x.n - from));
    return r;
}

/* ---- split ---- */

static bool is_space(uint8_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool push(struct thread *t, val list, val self, int64_t from, int64_t to) {
    val v = part(t, self, from, to);
    return v && list_push(t, list, v) >= 0;
}

static val split_any(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool right) {
    val out[2], self = argv[0], list;
    int64_t most = -1;
    struct text x = bytes_text(self), sep = {0};
    const uint8_t *p = x.p;
    if (!args_parse(t, fname, "| sep maxsplit", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[1] && !index_i64(t, out[1], &most)) return 0;
    if (most < 0) most = INT64_MAX;
    bool space = !out[0] || out[0] == NONE;
    if (!space && !bytes_arg(t, out[0], &sep)) return 0;
    if (!space && sep.n == 0) return raise(t, &exc_ValueError, "empty separator");
    if (!(list = list_new(t, 0))) return 0;
    int64_t from = 0, to = x.n;
    if (space) {
        while (right ? to > 0 : from < x.n) {
            while (from < to && is_space(right ? p[to - 1] : p[from])) right ? to-- : from++;
            if (from == to) break;
            int64_t a = from, b = to;
            if (most-- == 0) {
                if (!push(t, list, self, a, b)) return 0;
                break;
            }
            while (from < to && !is_space(right ? p[to - 1] : p[from])) right ? to-- : from++;
            if (!push(t, list, self, right ? to : a, right ? b : from)) return 0;
        }
    } else {
        while (most-- > 0) {
            int64_t at = right ? text_rfind(t, x, sep, from, to) : text_find(t, x, sep, from, to);
            if (at < 0) break;
            if (!(right ? push(t, list, self, at + sep.n, to) : push(t, list, self, from, at))) return 0;
            if (right)
                to = at;
            else
                from = at + sep.n;
        }
        if (!push(t, list, self, from, to)) return 0;
    }
    struct list *l = AS(list, list);
    for (int64_t i = 0, k = l->len - 1; right && i < k; i++, k--) {
        val v = l->item[i];
        l->item[i] = l->item[k];
        l->item[k] = v;
    }
    return list;
}
val bytes_m_split(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return split_any(t, "split", argc, argv, kwnames, false);
}
val bytes_m_rsplit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return split_any(t, "rsplit", argc, argv, kwnames, true);
}

val bytes_m_splitlines(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    int64_t keep = 0;
    struct text x = bytes_text(argv[0]);
    const uint8_t *p = x.p;
    if (!args_parse(t, "splitlines", "| keepends", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] && !index_i64(t, out[0], &keep)) return 0;
    val list = list_new(t, 0);
    for (int64_t from = 0; list && from < x.n;) {
        int64_t end = from;
        while (end < x.n && p[end] != '\n' && p[end] != '\r') end++;
        int64_t next = end;
        if (next < x.n) next += p[next] == '\r' && next + 1 < x.n && p[next + 1] == '\n' ? 2 : 1;
        if (!push(t, list, argv[0], from, keep ? next : end)) return 0;
        from = next;
    }
    return list;
}

static val partition_at(struct thread *t, val self, val sep, bool right) {
    struct text x = bytes_text(self), y;
    if (!bytes_arg(t, sep, &y)) return 0;
    if (y.n == 0) return raise(t, &exc_ValueError, "empty separator");
    int64_t at = right ? text_rfind(t, x, y, 0, x.n) : text_find(t, x, y, 0, x.n);
    val items[3];
    if (at < 0) {
        items[0] = right ? bytes_like(t, self, NULL, 0) : part(t, self, 0, x.n);
        items[1] = bytes_like(t, self, NULL, 0);
        items[2] = right ? part(t, self, 0, x.n) : bytes_like(t, self, NULL, 0);
    } else {
        items[0] = part(t, self, 0, at);
        items[1] = val_is_exact(sep, &bytes_shape) && val_has(self, TYPE_BYTES)
                       ? sep
                       : bytes_like(t, self, y.p, y.n);
        items[2] = part(t, self, at + y.n, x.n);
    }
    return items[0] && items[1] && items[2] ? tuple_of(t, 3, items) : 0;
}
val bytes_m_partition(struct thread *t, val self, val sep) {
    return partition_at(t, self, sep, false);
}
val bytes_m_rpartition(struct thread *t, val self, val sep) {
    return partition_at(t, self, sep, true);
}

static val strip_any(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool left,
                     bool right) {
    struct text x = bytes_text(argv[0]), set = {0};
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname, argc - 1, 0, 1)) return 0;
    bool space = argc == 1 || argv[1] == NONE;
    if (!space && !bytes_arg(t, argv[1], &set)) return 0;
    const uint8_t *p = x.p;
    int64_t from = 0, to = x.n;
#define DROP(c) (space ? is_space(c) : text_find_byte(set.p, set.n, c) >= 0)
    while (left && from < to && DROP(p[from])) from++;
    while (right && to > from && DROP(p[to - 1])) to--;
    return part(t, argv[0], from, to);
}
#define STRIP(name, left, right)                                                                             \
    val bytes_m_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                 \
        (void)callee;                                                                                        \
        return strip_any(t, #name, argc, argv, kwnames, left, right);                                        \
    }
STRIP(strip, true, true)
STRIP(lstrip, true, false)
STRIP(rstrip, false, true)

val bytes_m_join(struct thread *t, val self, val iterable) {
    struct text sep = bytes_text(self), x;
    if (!val_is_exact(iterable, &list_shape) && !val_is_exact(iterable, &tuple_shape)) {
        if (!type_of(iterable)->iter && !type_of(iterable)->getitem)
            return raise(t, &exc_TypeError, "can only join an iterable");
        /* the length of the iterable itself is not asked for */
        if (!(iterable = rt_iter(t, iterable)) || !(iterable = list_from_iterable(t, iterable))) return 0;
    }
    bool is_list = val_is_exact(iterable, &list_shape);
    int64_t n = is_list ? AS(list, iterable)->len : AS(tuple, iterable)->len, total = 0;
    const val *item = is_list ? AS(list, iterable)->item : AS(tuple, iterable)->item;
    for (int64_t i = 0; i < n; i++) {
        if (!type_of(item[i])->buffer)
            return raise(t, &exc_TypeError, "sequence item %ld: expected a bytes-like object, %T found", i,
                         item[i]);
        if (!bytes_arg(t, item[i], &x)) return 0;
        total += x.n + (i ? sep.n : 0);
    }
    if (n == 1 && val_is_exact(item[0], &bytes_shape) && val_is_exact(self, &bytes_shape)) return item[0];
    val r = bytes_like(t, self, NULL, total);
    if (!r) return 0;
    uint8_t *p = bytes_like_data(r);
    for (int64_t i = 0; i < n; i++) {
        if (i && sep.n) {
            memcpy(p, sep.p, (size_t)sep.n);
            p += sep.n;
        }
        if (!bytes_arg(t, item[i], &x)) return 0;
        if (x.n) memcpy(p, x.p, (size_t)x.n);
        p += x.n;
    }
    return r;
}
