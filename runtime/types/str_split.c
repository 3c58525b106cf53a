/* The methods of str that cut and join: split, splitlines, partition, strip, join. */
#include "runtime/types/str_priv.h"
#include "runtime/text/unicode.h"

static bool push(struct thread *t, val list, val s, int64_t from, int64_t to) {
    val part = str_slice(t, s, from, to);
    return part && list_push(t, list, part) >= 0;
}

static inline bool space_at(const struct text *x, int64_t i) {
    uint32_t c = text_at(x, i);
    return c == ' ' || (c < 33 ? uc_is_space(c) : c >= 128 && uc_is_space(c));
}

static val split_space(struct thread *t, val s, int64_t most) {
    struct text x = text_of(s);
    val list = list_new(t, 0);
    if (!list) return 0;
    for (int64_t i = 0;;) {
        while (i < x.n && space_at(&x, i)) i++;
        if (i == x.n) return list;
        int64_t from = i;
        if (most-- == 0) {
            return push(t, list, s, from, x.n) ? list : 0;
        }
        while (i < x.n && !space_at(&x, i)) i++;
        if (!push(t, list, s, from, i)) return 0;
    }
}

static bool reverse(val list) {
    struct list *l = AS(list, list);
    for (int64_t i = 0, k = l->len - 1; i < k; i++, k--) {
        val v = l->item[i];
        l->item[i] = l->item[k];
        l->item[k] = v;
    }
    return true;
}

static val rsplit_space(struct thread *t, val s, int64_t most) {
    struct text x = text_of(s);
    val list = list_new(t, 0);
    if (!list) return 0;
    for (int64_t i = x.n;;) {
        while (i > 0 && space_at(&x, i - 1)) i--;
        if (i == 0) break;
        int64_t to = i;
        if (most-- == 0) {
            if (!push(t, list, s, 0, to)) return 0;
            break;
        }
        while (i > 0 && !space_at(&x, i - 1)) i--;
        if (!push(t, list, s, i, to)) return 0;
    }
    reverse(list);
    return list;
}

static val split_on(struct thread *t, val s, val sep, int64_t most) {
    struct text x = text_of(s), y = text_of(sep);
    val list = list_new(t, 0);
    int64_t from = 0;
    while (list && most-- != 0) {
        int64_t at = text_find(t, x, y, from, x.n);
        if (at < 0) break;
        if (!push(t, list, s, from, at)) return 0;
        from = at + y.n;
    }
    return list && !t->exc && push(t, list, s, from, x.n) ? list : 0;
}

static val rsplit_on(struct thread *t, val s, val sep, int64_t most) {
    struct text x = text_of(s), y = text_of(sep);
    val list = list_new(t, 0);
    int64_t to = x.n;
    while (list && most-- != 0) {
        int64_t at = text_rfind(t, x, y, 0, to);
        if (at < 0) break;
        if (!push(t, list, s, at + y.n, to)) return 0;
        to = at;
    }
    if (!list || t->exc || !push(t, list, s, 0, to)) return 0;
    reverse(list);
    return list;
}

static val split_any(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool right) {
    val out[2] = {0};
    int64_t most = -1;
    if (kwnames || argc > 2) {
        if (!args_parse(t, fname, "| sep maxsplit", argc - 1, argv + 1, kwnames, out)) return 0;
        if (out[1] && !index_i64(t, out[1], &most)) return 0;
        if (most < 0) most = -1;
    } else if (argc > 1) {
        out[0] = argv[1];
    }
    if (!out[0] || out[0] == NONE)
        return right ? rsplit_space(t, argv[0], most) : split_space(t, argv[0], most);
    if (!val_is_str(out[0])) return raise(t, &exc_TypeError, "must be str or None, not %T", out[0]);
    if (AS(string, out[0])->len == 0) return raise(t, &exc_ValueError, "empty separator");
    return right ? rsplit_on(t, argv[0], out[0], most) : split_on(t, argv[0], out[0], most);
}

static val method_split(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return split_any(t, "split", argc, argv, kwnames, false);
}
static val method_rsplit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return split_any(t, "rsplit", argc, argv, kwnames, true);
}

static val method_splitlines(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    int64_t keep = 0;
    if (!args_parse(t, "splitlines", "| keepends", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] && !index_i64(t, out[0], &keep)) return 0;
    struct text x = text_of(argv[0]);
    val list = list_new(t, 0);
    for (int64_t from = 0; list && from < x.n;) {
        int64_t end = from;
        while (end < x.n && !uc_is_line_end(text_at(&x, end))) end++;
        int64_t next = end;
        if (next < x.n)
            next += text_at(&x, next) == '\r' && next + 1 < x.n && text_at(&x, next + 1) == '\n' ? 2 : 1;
        if (!push(t, list, argv[0], from, keep ? next : end)) return 0;
        from = next;
    }
    return list;
}

static val three(struct thread *t, val a, val b, val c) {
    val items[3] = {a, b, c};
    return a && b && c ? tuple_of(t, 3, items) : 0;
}

static val partition_at(struct thread *t, val s, val sep, bool right) {
    if (!val_is_str(sep)) return raise(t, &exc_TypeError, "must be str, not %T", sep);
    struct text x = text_of(s), y = text_of(sep);
    if (y.n == 0) return raise(t, &exc_ValueError, "empty separator");
    int64_t at = right ? text_rfind(t, x, y, 0, x.n) : text_find(t, x, y, 0, x.n);
    if (t->exc) return 0;
    if (at < 0)
        return right ? three(t, EMPTY_STR, EMPTY_STR, str_exact(t, s))
                     : three(t, str_exact(t, s), EMPTY_STR, EMPTY_STR);
    return three(t, str_slice(t, s, 0, at), sep, str_slice(t, s, at + y.n, x.n));
}
static val method_partition(struct thread *t, val s, val sep) {
    return partition_at(t, s, sep, false);
}
static val method_rpartition(struct thread *t, val s, val sep) {
    return partition_at(t, s, sep, true);
}

static bool in_set(const struct text *set, uint32_t c) {
    for (int64_t i = 0; i < set->n; i++)
        if (text_at(set, i) == c) return true;
    return false;
}

static val strip_any(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool left,
                     bool right) {
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname + 4, argc - 1, 0, 1)) return 0;
    struct text x = text_of(argv[0]), set = {0};
    bool space = argc == 1 || argv[1] == NONE;
    if (!space) {
        if (!val_is_str(argv[1])) return raise(t, &exc_TypeError, "%s arg must be None or str", fname + 4);
        set = text_of(argv[1]);
    }
    int64_t from = 0, to = x.n;
    while (left && from < to && (space ? space_at(&x, from) : in_set(&set, text_at(&x, from)))) from++;
    while (right && to > from && (space ? space_at(&x, to - 1) : in_set(&set, text_at(&x, to - 1)))) to--;
    return str_slice(t, argv[0], from, to);
}
#define STRIP(name, left, right)                                                                             \
    static val method_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {           \
        (void)callee;                                                                                        \
        return strip_any(t, "str." #name, argc, argv, kwnames, left, right);                                 \
    }
STRIP(strip, true, true)
STRIP(lstrip, true, false)
STRIP(rstrip, false, true)

/* ---- join ---- */

static val join_items(struct thread *t, val sep, int64_t n, const val *items) {
    struct text s = sep ? text_of(sep) : (struct text){0};
    if (n == 0) return EMPTY_STR;
    int64_t total = 0;
    int w = n > 1 && s.w ? s.w : 1;
    bool ascii = n == 1 || !sep || str_is_ascii(sep);
    for (int64_t i = 0; i < n; i++) {
        if (!val_is_str(items[i]))
            return raise(t, &exc_TypeError, "sequence item %ld: expected str instance, %T found", i,
                         items[i]);
        struct string *x = AS(string, items[i]);
        total += x->len;
        if (str_width(x) > w) w = str_width(x);
        ascii &= (x->head.aux & STR_ASCII) != 0;
    }
    if (n == 1) return str_exact(t, items[0]);
    if (s.n && n - 1 > (INT64_C(1) << 45) / s.n)
        return raise(t, &exc_OverflowError, "join() result is too long for a Python string");
    total += s.n * (n - 1);
    val r = str_alloc(t, total, ascii ? 127 : w == 1 ? 255 : w == 2 ? 65535 : 0x10ffff);
    if (!r || total == 0) return r;
    char *p = str_fill(r);
    for (int64_t i = 0; i < n; i++) {
        if (i && s.n) {
            if (s.n == 1 && w == 1)
                *p = *(const char *)s.p;
            else
                text_copy(p, w, s.p, s.w, s.n);
            p += s.n * w;
        }
        struct text x = text_of(items[i]);
        text_copy(p, w, x.p, x.w, x.n);
        p += x.n * w;
    }
    return r;
}

val rt_str_join(struct thread *t, int64_t n, val *parts) {
    return join_items(t, 0, n, parts);
}

val str_join(struct thread *t, val sep, val iterable) {
    if (val_is_exact(iterable, &list_shape)) {
        struct list *l = AS(list, iterable);
        return join_items(t, sep, l->len, l->item);
    }
    if (!val_is_exact(iterable, &tuple_shape)) {
        if (!type_of(iterable)->iter && !type_of(iterable)->getitem)
            return raise(t, &exc_TypeError, "can only join an iterable");
        /* the length of the iterable itself is not asked for */
        if (!(iterable = rt_iter(t, iterable)) || !(iterable = list_from_iterable(t, iterable))) return 0;
        return join_items(t, sep, AS(list, iterable)->len, AS(list, iterable)->item);
    }
    return join_items(t, sep, AS(tuple, iterable)->len, AS(tuple, iterable)->item);
}

METHOD(str, split, method_split, -1, 0, "($self, /, sep=None, maxsplit=-1)");
METHOD(str, rsplit, method_rsplit, -1, 0, "($self, /, sep=None, maxsplit=-1)");
METHOD(str, splitlines, method_splitlines, -1, 0, "($self, /, keepends=False)");
METHOD(str, partition, method_partition, 2, 0, "($self, sep, /)");
METHOD(str, rpartition, method_rpartition, 2, 0, "($self, sep, /)");
METHOD(str, strip, method_strip, -1, 0, "($self, chars=None, /)");
METHOD(str, lstrip, method_lstrip, -1, 0, "($self, chars=None, /)");
METHOD(str, rstrip, method_rstrip, -1, 0, "($self, chars=None, /)");
METHOD(str, join, str_join, 2, 0, "($self, iterable, /)");
