/* What compiled patterns ask of a subject. The entries answer 1 or 0, or -1 when they raised; what they take
 * out of the subject goes to an array of the caller's. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

enum { SEQUENCE = 1, MAPPING = 2 }; /* rules/lower/match.h has the same */

val rt_match_kind(struct thread *t, val v) {
    struct type *type = type_of(v);
    if (unlikely(!(type->flags & TYPE_READY)) && type_ready(t, type) < 0) t->exc = 0;
    return val_small(type->flags & TYPE_SEQUENCE ? SEQUENCE : type->flags & TYPE_MAPPING ? MAPPING : 0);
}

int64_t rt_match_len(struct thread *t, val v) {
    return obj_len(t, v);
}

/* ---- constants: pairs of a constant and the case it belongs to, sorted ---- */

/* Past the last case when no constant is equal; one more when the subject is of another type. */
static int64_t found(const struct tuple *table, int64_t at) {
    return val_small_get(table->item[2 * at + 1]);
}

static int64_t cases_of(const struct tuple *table) {
    int64_t most = 0;
    for (int64_t i = 1; i < table->len; i += 2)
        if (val_small_get(table->item[i]) > most) most = val_small_get(table->item[i]);
    return most + 1;
}

int64_t rt_match_int(val v, val table) {
    const struct tuple *p = AS(tuple, table);
    if (!val_is_small(v)) return cases_of(p) + 1;
    for (int64_t lo = 0, hi = p->len / 2; lo < hi;) {
        int64_t mid = (lo + hi) / 2, n = val_small_get(p->item[2 * mid]);
        if (n == val_small_get(v)) return found(p, mid);
        if (n < val_small_get(v))
            lo = mid + 1;
        else
            hi = mid;
    }
    return cases_of(p);
}

int64_t rt_match_str(val v, val table) {
    const struct tuple *p = AS(tuple, table);
    if (!val_is_exact(v, &str_shape)) return cases_of(p) + 1;
    for (int64_t lo = 0, hi = p->len / 2; lo < hi;) {
        int64_t mid = (lo + hi) / 2;
        int64_t order = AS(string, p->item[2 * mid])->len - AS(string, v)->len;
        if (!order) order = str_compare(p->item[2 * mid], v);
        if (!order) return found(p, mid);
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return cases_of(p);
}

/* ---- mappings ---- */

static int64_t duplicate_key(struct thread *t, val key) {
    return raise_i(t, &exc_ValueError, "mapping pattern checks duplicate key (%R)", key);
}

/* An exact dict and different exact strs: nothing of the program's runs. */
static bool plain_keys(val v, int64_t n, const val *keys) {
    if (!val_is_exact(v, &dict_shape)) return false;
    for (int64_t i = 0; i < n; i++) {
        if (!val_is_exact(keys[i], &str_shape)) return false;
        for (int64_t k = 0; k < i; k++)
            if (str_equal(keys[i], keys[k])) return false;
    }
    return true;
}

static int64_t keys_of_dict(struct thread *t, val v, int64_t n, val *keys) {
    for (int64_t i = 0; i < n; i++) {
        val got = dict_lookup(t, v, keys[i]);
        if (!got) return t->exc ? -1 : 0;
        keys[i] = got;
    }
    return 1;
}

/* `get` with a default: a missing key neither raises nor comes into being. */
static int64_t keys_by_get(struct thread *t, val v, int64_t n, val *keys) {
    val get = obj_getattr(t, v, NAME(get)), seen = get ? set_make(t, false) : 0;
    val missing = seen ? call0(t, val_of(&object_type)) : 0;
    if (!missing) return -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t twice = set_has(t, seen, keys[i]);
        if (twice) return twice < 0 ? -1 : duplicate_key(t, keys[i]);
        if (set_put(t, seen, keys[i]) < 0) return -1;
        val got = call2(t, get, keys[i], missing);
        if (!got) return -1;
        if (got == missing) return 0;
        keys[i] = got;
    }
    return 1;
}

int64_t rt_match_keys(struct thread *t, val v, int64_t n, val *keys) {
    return plain_keys(v, n, keys) ? keys_of_dict(t, v, n, keys) : keys_by_get(t, v, n, keys);
}

val rt_match_rest(struct thread *t, val v, int64_t n, val *keys) {
    val rest = dict_make(t);
    if (!rest || rt_dict_update(t, rest, v) < 0) return 0;
    for (int64_t i = 0; i < n; i++)
        if (rt_delitem(t, rest, keys[i]) < 0) return 0;
    return rest;
}

/* ---- classes ---- */

struct class_match {
    struct thread *t;
    val subject;
    struct type *cls;
    const val *positional, *named; /* names asked for */
    int64_t npositional, done;
};

static val name_at(const struct class_match *m, int64_t i) {
    return i < m->npositional ? m->positional[i] : m->named[i - m->npositional];
}

/* 1 with the attribute in *out, 0 when there is none. */
static int64_t attribute(struct class_match *m, val name, val *out) {
    for (int64_t i = 0; i < m->done; i++)
        if (str_equal(name_at(m, i), name))
            return raise_i(m->t, &exc_TypeError, "%N() got multiple sub-patterns for attribute %R", m->cls,
                           name);
    m->done++;
    val v = obj_lookattr(m->t, m->subject, name);
    if (!v) return m->t->exc ? -1 : 0;
    *out = v;
    return 1;
}

/* Built-in types whose one positional subpattern is the subject itself. */
static bool matches_self(const struct type *cls) {
    return cls->flags & (TYPE_INT | TYPE_STR | TYPE_TUPLE | TYPE_LIST | TYPE_DICT | TYPE_BYTES | TYPE_FLOAT |
                         TYPE_SET | TYPE_FROZENSET) ||
           type_is_subtype(cls, &bytearray_type);
}

static int64_t positional(struct class_match *m, int64_t n, val *out) {
    struct thread *t = m->t;
    val names = obj_lookattr(t, val_of(m->cls), NAME(__match_args__));
    if (!names && t->exc) return -1;
    if (names && !val_is_exact(names, &tuple_shape))
        return raise_i(t, &exc_TypeError, "%N.__match_args__ must be a tuple (got %T)", m->cls, names);
    bool self = !names && matches_self(m->cls);
    int64_t allowed = self ? 1 : names ? AS(tuple, names)->len : 0;
    if (allowed < n)
        return raise_i(t, &exc_TypeError, "%N() accepts %ld positional sub-pattern%s (%ld given)", m->cls,
                       allowed, allowed == 1 ? "" : "s", n);
    if (self) {
        out[0] = m->subject;
        return 1;
    }
    m->positional = AS(tuple, names)->item;
    m->npositional = n;
    for (int64_t i = 0; i < n; i++) {
        val name = m->positional[i];
        if (!val_is_exact(name, &str_shape))
            return raise_i(t, &exc_TypeError, "__match_args__ elements must be strings (got %T)", name);
        int64_t is = attribute(m, name, &out[i]);
        if (is <= 0) return is;
    }
    return 1;
}

static int64_t parts(struct class_match *m, int64_t npos, val names, val *out) {
    if (npos) {
        int64_t is = positional(m, npos, out);
        if (is <= 0) return is;
    }
    if (!names) return 1;
    m->named = AS(tuple, names)->item;
    for (int64_t i = 0; i < AS(tuple, names)->len; i++) {
        int64_t is = attribute(m, m->named[i], &out[npos + i]);
        if (is <= 0) return is;
    }
    return 1;
}

int64_t rt_match_class(struct thread *t, val v, val cls, int64_t npos, val names, val *out) {
    if (!val_has(cls, TYPE_TYPE)) return raise_i(t, &exc_TypeError, "called match pattern must be a type");
    if (type_of(v) != AS(type, cls)) {
        int64_t is = obj_is_instance(t, v, cls);
        if (is <= 0) return is;
    }
    struct class_match m = {.t = t, .subject = v, .cls = AS(type, cls)};
    return parts(&m, npos, names, out);
}
