/* What compiled code asks of containers: subscripts, membership, iteration, unpacking, displays.
 * Each entry tries the exact built-in types first (one comparison of shapes), then the slot of the type. */
#include "runtime/types/container.h"

/* ---- subscripts ---- */

static val getitem_class(struct thread *t, val cls, val key) {
    val method = obj_lookattr(t, cls, NAME(__class_getitem__));
    if (method) return call1(t, method, key);
    if (t->exc) return 0;
    if (cls == val_of(&type_type)) return alias_new(t, cls, key);
    return raise(t, &exc_TypeError, "type '%N' is not subscriptable", AS(type, cls));
}

val rt_getitem(struct thread *t, val o, val key) {
    if (likely(val_is_ptr(o))) {
        struct shape *shape = AS(obj, o)->shape;
        if (shape == &list_shape) {
            struct list *l = AS(list, o);
            if (likely(val_is_small(key))) {
                int64_t i = val_small_get(key);
                if (i < 0) i += l->len;
                if (likely((uint64_t)i < (uint64_t)l->len)) return l->item[i];
            }
            return list_getitem(t, o, key);
        }
        if (shape == &dict_shape) return dict_getitem(t, o, key);
        if (shape == &tuple_shape) {
            if (likely(val_is_small(key)) && (uint64_t)val_small_get(key) < (uint64_t)AS(tuple, o)->len)
                return AS(tuple, o)->item[val_small_get(key)];
            return tuple_getitem(t, o, key);
        }
        struct type *type = shape->type;
        if (likely(type->getitem != NULL)) return type->getitem(t, o, key);
        if (unlikely(!(type->flags & TYPE_READY)) && type_ready(t, type) == 0 && type->getitem)
            return type->getitem(t, o, key);
        if (type->flags & TYPE_TYPE) return getitem_class(t, o, key);
    }
    return raise(t, &exc_TypeError, "'%T' object is not subscriptable", o);
}

/* The built-in sequences only read the bounds of the slice they are given, so that for them it may be on the
 * stack. */
val rt_getslice(struct thread *t, val o, val start, val stop, val step) {
    struct shape *shape = val_is_ptr(o) ? AS(obj, o)->shape : NULL;
    if (shape == &str_shape || shape == &list_shape || shape == &tuple_shape || shape == &bytes_shape) {
        struct slice slice = {{&slice_shape, GC_STATIC, 0}, start, stop, step};
        return shape->type->getitem(t, o, val_of(&slice));
    }
    val key = rt_slice_new(t, start, stop, step);
    return key ? rt_getitem(t, o, key) : 0;
}

int64_t rt_setitem(struct thread *t, val o, val key, val v) {
    if (likely(val_is_ptr(o))) {
        struct shape *shape = AS(obj, o)->shape;
        if (shape == &list_shape) {
            struct list *l = AS(list, o);
            if (likely(val_is_small(key))) {
                int64_t i = val_small_get(key);
                if (i < 0) i += l->len;
                if (likely((uint64_t)i < (uint64_t)l->len)) {
                    gc_store(l, &l->item[i], v);
                    return 0;
                }
            }
            return list_setitem(t, o, key, v);
        }
        if (shape == &dict_shape) return dict_put(t, o, key, v);
        if (likely(shape->type->setitem != NULL)) return shape->type->setitem(t, o, key, v);
    }
    return raise_i(t, &exc_TypeError, "'%T' object does not support item assignment", o);
}

int64_t rt_delitem(struct thread *t, val o, val key) {
    struct type *type = type_of(o);
    if (likely(type->setitem != NULL)) return type->setitem(t, o, key, 0);
    if ((type->flags & TYPE_HEAP || type->getitem) && type_of(key)->index)
        return raise_i(t, &exc_TypeError, "'%T' object doesn't support item deletion", o);
    return raise_i(t, &exc_TypeError, "'%T' object does not support item deletion", o);
}

static int64_t contains_by_iteration(struct thread *t, val container, val item) {
    val it = rt_iter(t, container), x;
    if (!it) {
        if (exc_pending_is(t, &exc_TypeError)) {
            exc_take(t);
            raise(t, &exc_TypeError, "argument of type '%T' is not iterable", container);
        }
        return -1;
    }
    while ((x = rt_next(t, it))) {
        int64_t eq = obj_equal(t, x, item);
        if (eq) return eq;
    }
    return t->exc ? -1 : 0;
}

int64_t rt_contains(struct thread *t, val container, val item) {
    struct type *type = type_of(container);
    if (likely(type->contains != NULL)) return type->contains(t, container, item);
    return contains_by_iteration(t, container, item);
}

/* ---- iteration ---- */

val rt_iter(struct thread *t, val v) {
    struct type *type = type_of(v);
    if (likely(type->iter != NULL)) {
        val it = type->iter(t, v);
        if (unlikely(it && !type_of(it)->next && type_ready(t, type_of(it)) == 0 && !type_of(it)->next))
            return raise(t, &exc_TypeError, "iter() returned non-iterator of type '%T'", it);
        return it;
    }
    if (unlikely(!(type->flags & TYPE_READY))) {
        if (type_ready(t, type) < 0) return 0;
        if (type->iter) return rt_iter(t, v);
    }
    if (type->getitem && !(type->flags & TYPE_DICT)) return seq_iter_new(t, v);
    return raise(t, &exc_TypeError, "'%T' object is not iterable", v);
}

val rt_next(struct thread *t, val it) {
    if (likely(val_is_ptr(it))) {
        struct shape *shape = AS(obj, it)->shape;
        if (shape == &list_iterator_shape) {
            struct seq_iter *s = AS(seq_iter, it);
            if (likely(s->seq) && likely(s->i < AS(list, s->seq)->len)) return AS(list, s->seq)->item[s->i++];
            return next_list(t, it);
        }
        if (shape == &range_iterator_shape) return next_range(t, it);
        if (likely(shape->type->next != NULL)) return shape->type->next(t, it);
    }
    return raise(t, &exc_TypeError, "'%T' object is not an iterator", it);
}

/* ---- unpacking ---- */

static int64_t unpack_items(struct thread *t, const val *item, int64_t have, int64_t n, val *out) {
    if (unlikely(have > n)) return raise_i(t, &exc_ValueError, "too many values to unpack (expected %ld)", n);
    if (unlikely(have < n))
        return raise_i(t, &exc_ValueError, "not enough values to unpack (expected %ld, got %ld)", n, have);
    for (int64_t i = 0; i < n; i++) out[i] = item[i];
    return 0;
}

static val iter_to_unpack(struct thread *t, val v) {
    struct type *type = type_of(v);
    val it = rt_iter(t, v);
    if (!it && exc_pending_is(t, &exc_TypeError) && !type->iter && !type->getitem) {
        exc_take(t);
        raise(t, &exc_TypeError, "cannot unpack non-iterable %T object", v);
    }
    return it;
}

int64_t rt_unpack(struct thread *t, val v, int64_t n, val *out) {
    if (val_is_exact(v, &tuple_shape)) return unpack_items(t, AS(tuple, v)->item, AS(tuple, v)->len, n, out);
    if (val_is_exact(v, &list_shape)) return unpack_items(t, AS(list, v)->item, AS(list, v)->len, n, out);
    val it = iter_to_unpack(t, v);
    if (!it) return -1;
    for (int64_t i = 0; i < n; i++) {
        if ((out[i] = rt_next(t, it))) continue;
        if (t->exc) return -1;
        return raise_i(t, &exc_ValueError, "not enough values to unpack (expected %ld, got %ld)", n, i);
    }
    if (rt_next(t, it)) return raise_i(t, &exc_ValueError, "too many values to unpack (expected %ld)", n);
    return t->exc ? -1 : 0;
}

int64_t rt_unpack_ex(struct thread *t, val v, int64_t before, int64_t after, val *out) {
    val it = iter_to_unpack(t, v);
    if (!it) return -1;
    for (int64_t i = 0; i < before; i++) {
        if ((out[i] = rt_next(t, it))) continue;
        if (t->exc) return -1;
        return raise_i(t, &exc_ValueError, "not enough values to unpack (expected at least %ld, got %ld)",
                       before + after, i);
    }
    val rest = list_from_iterable(t, it);
    if (!rest) return -1;
    struct list *l = AS(list, rest);
    if (l->len < after)
        return raise_i(t, &exc_ValueError, "not enough values to unpack (expected at least %ld, got %ld)",
                       before + after, before + l->len);
    out[before] = rest;
    l->len -= after;
    for (int64_t i = 0; i < after; i++) {
        out[before + 1 + i] = l->item[l->len + i];
        l->item[l->len + i] = 0;
    }
    return 0;
}

void rt_iter_close(struct thread *t, val it) {
    if (!val_is_exact(it, &generator_shape)) return;
    /* An exception that is on its way goes on; what closing raises is new only when nothing was pending. */
    val pending = t->exc ? exc_take(t) : 0;
    if (generator_close(t, it) < 0 && pending) exc_take(t);
    if (pending) t->exc = pending;
}

/* ---- displays ---- */

val rt_tuple_new(struct thread *t, int64_t n, val *items) {
    return tuple_of(t, n, items);
}
val rt_list_new(struct thread *t, int64_t n, val *items) {
    return list_of(t, n, items);
}

val rt_dict_new(struct thread *t, int64_t npairs, val *pairs) {
    val d = dict_make(t);
    for (int64_t i = 0; d && i < npairs; i++)
        if (dict_put(t, d, pairs[2 * i], pairs[2 * i + 1]) < 0) return 0;
    return d;
}

val rt_set_new(struct thread *t, int64_t n, val *items) {
    val s = set_make(t, false);
    for (int64_t i = 0; s && i < n; i++)
        if (set_put(t, s, items[i]) < 0) return 0;
    return s;
}

int64_t rt_list_append(struct thread *t, val list, val v) {
    struct list *l = AS(list, list);
    if (likely(l->len < l->cap)) {
        gc_note(&l->head);
        l->item[l->len++] = v;
        return 0;
    }
    return list_push(t, list, v);
}

int64_t rt_list_extend(struct thread *t, val list, val it) {
    if (list_extend_from(t, list, it) == 0) return 0;
    if (exc_pending_is(t, &exc_TypeError) && !type_of(it)->iter && !type_of(it)->getitem) {
        exc_take(t);
        raise(t, &exc_TypeError, "Value after * must be an iterable, not %T", it);
    }
    return -1;
}

val rt_list_to_tuple(struct thread *t, val list) {
    return tuple_from_iterable(t, list);
}
int64_t rt_set_add(struct thread *t, val set, val v) {
    return set_put(t, set, v);
}
int64_t rt_set_update(struct thread *t, val set, val it) {
    return set_update_from(t, set, it);
}
int64_t rt_dict_set(struct thread *t, val d, val k, val v) {
    return dict_put(t, d, k, v);
}

int64_t rt_dict_update(struct thread *t, val d, val m) {
    if (dict_merge_from(t, d, m, NULL) == 0) return 0;
    if (exc_pending_is(t, &exc_AttributeError)) {
        exc_take(t);
        raise(t, &exc_TypeError, "'%T' object is not a mapping", m);
    }
    return -1;
}

/* "module.qualname()", as errors about calls name the callee. */
static val callee_text(struct thread *t, val callee) {
    val name = obj_lookattr(t, callee, NAME(__qualname__));
    if (!name) return t->exc ? 0 : obj_str(t, callee);
    val module = obj_lookattr(t, callee, NAME(__module__));
    if (!module && t->exc) return 0;
    if (module && module != NONE && !(val_is_str(module) && str_equal(module, NAME(builtins))))
        return str_format(t, "%S.%S()", module, name);
    return str_format(t, "%S()", name);
}

int64_t rt_dict_merge(struct thread *t, val callee, val d, val m) {
    val twice = 0;
    if (dict_merge_from(t, d, m, &twice) == 0) return 0;
    bool no_mapping = !twice && exc_pending_is(t, &exc_AttributeError);
    if (!twice && !no_mapping) return -1;
    if (no_mapping) exc_take(t);
    val name = callee ? callee_text(t, callee) : str_ascii(t, "__build_class__()");
    if (!name) return -1;
    if (no_mapping)
        return raise_i(t, &exc_TypeError, "%U argument after ** must be a mapping, not %T", name, m);
    if (!val_is_str(twice)) return raise_i(t, &exc_TypeError, "keywords must be strings");
    return raise_i(t, &exc_TypeError, "%U got multiple values for keyword argument '%S'", name, twice);
}
