/* What copying and pickling ask of every object: object.__reduce__, __reduce_ex__, __getstate__. The
 * functions that a reduction names are copyreg's. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

static val copyreg(struct thread *t, val name) {
    val m = import_module(t, NAME(copyreg));
    return m ? obj_getattr(t, m, name) : 0;
}

static const struct type *native_base(const struct type *type) {
    while (type->flags & TYPE_HEAP) type = type->base;
    return type;
}

static val cannot_pickle(struct thread *t, val v) {
    return raise(t, &exc_TypeError, "cannot pickle '%T' object", v);
}

/* ---- names of __slots__ ---- */

static val slot_name(struct thread *t, struct type *cls, val name) {
    const struct string *s = AS(string, name), *c = AS(string, cls->name);
    if (s->len < 2 || str_at(s, 0) != '_' || str_at(s, 1) != '_') return name;
    if (str_at(s, s->len - 1) == '_' && str_at(s, s->len - 2) == '_') return name;
    int64_t skip = 0;
    while (skip < c->len && str_at(c, skip) == '_') skip++;
    return skip == c->len ? name : str_format(t, "_%U%U", str_slice(t, cls->name, skip, c->len), name);
}

static bool slots_of(struct thread *t, struct type *cls, val out) {
    val slots = cls->flags & TYPE_HEAP ? dict_lookup_name(cls->dict, NAME(__slots__)) : 0;
    if (!slots) return true;
    val all = val_is_str(slots) ? list_of(t, 1, &slots) : list_from_iterable(t, slots);
    for (int64_t i = 0; all && i < AS(list, all)->len; i++) {
        val name = AS(list, all)->item[i];
        if (!val_is_str(name) || str_equal(name, NAME(__dict__)) || str_equal(name, NAME(__weakref__)))
            continue;
        if (!(name = slot_name(t, cls, name)) || list_push(t, out, name) < 0) return false;
    }
    return all != 0;
}

/* A list, kept in the class as __slotnames__ as copyreg does. */
static val slot_names(struct thread *t, struct type *type) {
    val kept = type->flags & TYPE_HEAP ? dict_lookup_name(type->dict, NAME(__slotnames__)) : 0;
    if (kept && val_has(kept, TYPE_LIST)) return kept;
    val out = list_new(t, 0);
    if (!out || type_fill(t, type) < 0) return 0;
    const struct tuple *mro = AS(tuple, type->mro);
    for (int64_t i = 0; i < mro->len; i++)
        if (!slots_of(t, AS(type, mro->item[i]), out)) return 0;
    if (type->flags & TYPE_HEAP && dict_put(t, type->dict, NAME(__slotnames__), out) < 0) return 0;
    return out;
}

/* ---- __getstate__ ---- */

/* `required`: nothing but the state carries what the object is, so C must not hide any of it. */
static val default_state(struct thread *t, val v, bool required) {
    const struct type *native = native_base(type_of(v));
    if (required &&
        (native->flags & (TYPE_INT | TYPE_TUPLE | TYPE_BYTES | TYPE_TYPE) ||
         (native != &object_type && native->size > sizeof(struct obj) + (native->attrs ? 8u : 0))))
        return cannot_pickle(t, v);
    val dict = obj_lookattr(t, v, NAME(__dict__)), state = NONE, names = slot_names(t, type_of(v));
    if ((!dict && t->exc) || !names) return 0;
    if (dict && dict != NONE && obj_len(t, dict) > 0 && !(state = call1(t, val_of(&dict_type), dict)))
        return 0;
    val slots = AS(list, names)->len ? dict_make(t) : 0;
    for (int64_t i = 0; slots && i < AS(list, names)->len; i++) {
        val name = AS(list, names)->item[i], x = obj_lookattr(t, v, name);
        if (x ? dict_put(t, slots, name, x) < 0 : t->exc != 0) return 0;
    }
    if (t->exc || !slots || !dict_count(slots)) return t->exc ? 0 : state;
    const val pair[2] = {state, slots};
    return tuple_of(t, 2, pair);
}

static val object_getstate(struct thread *t, val v) {
    return default_state(t, v, false);
}

static val state_of(struct thread *t, val v, bool required) {
    val f = type_lookup(type_of(v), NAME(__getstate__)), own = type_lookup(&object_type, NAME(__getstate__));
    val mine = val_is_ptr(v) && type_of(v)->attrs ? instance_get(t, val_obj(v), NAME(__getstate__)) : 0;
    if (f == own && !mine && !t->exc) return default_state(t, v, required);
    return call_method0(t, v, NAME(__getstate__));
}

/* ---- __reduce_ex__ ---- */

/* The arguments for __new__: *args 0 when the object does not say. False raised. */
static bool new_arguments(struct thread *t, val v, val *args, val *kwargs) {
    *args = *kwargs = 0;
    val f = special_lookup(t, v, NAME(__getnewargs_ex__));
    if (f) {
        val r = call0(t, f);
        if (!r) return false;
        if (!val_has(r, TYPE_TUPLE))
            return raise(t, &exc_TypeError, "__getnewargs_ex__ should return a tuple, not '%T'", r), false;
        if (AS(tuple, r)->len != 2)
            return raise(t, &exc_ValueError, "__getnewargs_ex__ should return a tuple of length 2, not %ld",
                         AS(tuple, r)->len),
                   false;
        *args = AS(tuple, r)->item[0], *kwargs = AS(tuple, r)->item[1];
        if (!val_has(*args, TYPE_TUPLE))
            return raise(t, &exc_TypeError,
                         "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%T'",
                         *args),
                   false;
        if (!val_has(*kwargs, TYPE_DICT))
            return raise(t, &exc_TypeError,
                         "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%T'",
                         *kwargs),
                   false;
        return true;
    }
    if (t->exc || !(f = special_lookup(t, v, NAME(__getnewargs__)))) return t->exc == 0;
    if (!(*args = call0(t, f))) return false;
    if (!val_has(*args, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "__getnewargs__ should return a tuple, not '%T'", *args), false;
    return true;
}

/* (class, *args) for copyreg.__newobj__, or (class, args, kwargs) for copyreg.__newobj_ex__. */
static bool how_made(struct thread *t, val v, val args, val kwargs, val out[2]) {
    val cls = val_of(type_of(v));
    if (kwargs && dict_count(kwargs)) {
        const val parts[3] = {cls, args, kwargs};
        return (out[0] = copyreg(t, NAME(__newobj_ex__))) && (out[1] = tuple_of(t, 3, parts));
    }
    int64_t n = args ? AS(tuple, args)->len : 0;
    if (!(out[0] = copyreg(t, NAME(__newobj__))) || !(out[1] = tuple_new(t, n + 1))) return false;
    AS(tuple, out[1])->item[0] = cls;
    for (int64_t i = 0; i < n; i++) AS(tuple, out[1])->item[i + 1] = AS(tuple, args)->item[i];
    return true;
}

static val reduce_by_new(struct thread *t, val v) {
    val args, kwargs, out[5];
    if (!type_of(v)->new) return cannot_pickle(t, v);
    if (!new_arguments(t, v, &args, &kwargs) || !how_made(t, v, args, kwargs, out)) return 0;
    bool list = val_has(v, TYPE_LIST), dict = val_has(v, TYPE_DICT);
    if (!(out[2] = state_of(t, v, !args && !list && !dict))) return 0;
    out[3] = list ? obj_iter(t, v) : NONE;
    out[4] = NONE;
    if (dict) {
        val items = call_method0(t, v, NAME(items));
        out[4] = items ? obj_iter(t, items) : 0;
    }
    return out[3] && out[4] ? tuple_of(t, 5, out) : 0;
}

static val common_reduce(struct thread *t, val v, int64_t protocol) {
    if (protocol >= 2) return reduce_by_new(t, v);
    val f = copyreg(t, NAME(_reduce_ex));
    return f ? call2(t, f, v, int_from_i64(t, protocol)) : 0;
}

static val object_reduce(struct thread *t, val v) {
    return common_reduce(t, v, 0);
}

static val object_reduce_ex(struct thread *t, val v, val protocol) {
    int64_t n;
    val p = obj_index(t, protocol);
    if (!p) return 0;
    if (!int_to_i64(p, &n) || n != (int32_t)n)
        return raise(t, &exc_OverflowError, "signed integer is greater than maximum");
    val own = type_lookup(type_of(v), NAME(__reduce__));
    if (own != type_lookup(&object_type, NAME(__reduce__))) return call_method0(t, v, NAME(__reduce__));
    return common_reduce(t, v, n);
}

/* ---- for the __reduce__ of built-in types ---- */

val reduce_call(struct thread *t, val callable, int64_t n, const val *args) {
    val all = callable ? tuple_of(t, n, args) : 0;
    return all ? pair_new(t, callable, all) : 0;
}

static val builtin_named(struct thread *t, val name) {
    val f = module_builtins_lookup(t, name);
    return f || t->exc ? f : raise(t, &exc_AttributeError, "%U", name);
}

val reduce_getattr(struct thread *t, val owner, val name) {
    const val args[2] = {owner, name};
    return owner && name ? reduce_call(t, builtin_named(t, NAME(getattr)), 2, args) : 0;
}

METHOD_TABLE(object);
METHOD(object, __reduce__, object_reduce, 1, 0, "($self, /)");
METHOD(object, __reduce_ex__, object_reduce_ex, 2, 0, "($self, protocol, /)");
METHOD(object, __getstate__, object_getstate, 1, 0, "($self, /)");
