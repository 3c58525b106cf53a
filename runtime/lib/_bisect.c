/* The module _bisect: places in sorted sequences. */
#include "runtime/lib/native.h"
#include "runtime/types/container.h"

struct search {
    val a, x, key; /* key: 0 none */
    int64_t low, high;
};

static bool search_read(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames,
                        struct search *s) {
    val out[5];
    if (!args_parse(t, name, "a x | lo hi $ key", argc, argv, kwnames, out)) return false;
    *s = (struct search){.a = out[0], .x = out[1], .key = out[4] == NONE ? 0 : out[4], .high = -1};
    if (out[2] && !index_i64(t, out[2], &s->low)) return false;
    if (out[3] && out[3] != NONE && !val_is_int(out[3]) && !type_of(out[3])->index)
        return raise(t, &exc_TypeError, "argument should be integer or None, not '%T'", out[3]), false;
    if (out[3] && out[3] != NONE && !index_i64(t, out[3], &s->high)) return false;
    return true;
}

static inline val item_at(struct thread *t, const struct search *s, int64_t i) {
    if (val_is_exact(s->a, &list_shape) && i < AS(list, s->a)->len) return AS(list, s->a)->item[i];
    return rt_getitem(t, s->a, val_small(i));
}

/* The first place before which an item equal to x may stand, or with `right` the last; -1 raised. */
static int64_t find(struct thread *t, const struct search *s, val x, bool right) {
    int64_t low = s->low, high = s->high;
    if (low < 0) return raise_i(t, &exc_ValueError, "lo must be non-negative");
    if (high == -1 && (high = obj_len(t, s->a)) < 0) return -1;
    while (low < high) {
        int64_t middle = (int64_t)(((uint64_t)low + (uint64_t)high) / 2);
        val item = item_at(t, s, middle);
        if (item && s->key) item = call1(t, s->key, item);
        if (!item) return -1;
        int64_t less = val_is_small(item) && val_is_small(x)
                           ? right ? (int64_t)x < (int64_t)item : (int64_t)item < (int64_t)x
                       : right ? obj_less(t, x, item)
                               : obj_less(t, item, x);
        if (less < 0) return -1;
        if ((less != 0) == right)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static val bisect(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames, bool right) {
    struct search s;
    if (!search_read(t, name, argc, argv, kwnames, &s)) return 0;
    int64_t i = find(t, &s, s.x, right);
    return i < 0 ? 0 : val_small(i);
}

static val insort(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames, bool right) {
    struct search s;
    if (!search_read(t, name, argc, argv, kwnames, &s)) return 0;
    val x = s.key ? call1(t, s.key, s.x) : s.x;
    int64_t i = x ? find(t, &s, x, right) : -1;
    val insert = i < 0 ? 0 : obj_getattr(t, s.a, NAME(insert));
    return insert && call2(t, insert, val_small(i), s.x) ? NONE : 0;
}

#define FUNCTION(name, does, right)                                                                          \
    static val f_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                \
        (void)callee;                                                                                        \
        return does(t, #name, argc, argv, kwnames, right);                                                   \
    }                                                                                                        \
    METHOD(_bisect, name, f_##name, -1, 0, "($module, /, a, x, lo=0, hi=None, *, key=None)")
METHOD_TABLE(_bisect);
FUNCTION(bisect_left, bisect, false);
FUNCTION(bisect_right, bisect, true);
FUNCTION(insort_left, insort, false);
FUNCTION(insort_right, insort, true);

static val bisect_init(struct thread *t) {
    return native_module_new(t, "_bisect", METHODS(_bisect));
}
NATIVE_MODULE(_bisect, "_bisect", bisect_init);
