/* Assignments that change what a class or an object is: `cls.__bases__ = …`, `obj.__class__ = …`. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* ---- __class__ ---- */

static int64_t layouts_differ(struct thread *t, const char *what, struct type *to, struct type *from) {
    return raise_i(t, &exc_TypeError, "%s assignment: '%N' object layout differs from '%N'", what, to, from);
}

static bool is_module_class(const struct type *type) {
    return type_is_subtype(type, &module_type);
}

/* Both classes must lay their instances out alike. */
int64_t object_set_class(struct thread *t, val v, val x) {
    if (!x) return raise_i(t, &exc_TypeError, "can't delete __class__ attribute");
    if (!val_has(x, TYPE_TYPE))
        return raise_i(t, &exc_TypeError, "__class__ must be set to a class, not '%T' object", x);
    struct type *from = type_of(v), *to = AS(type, x);
    if (from == to) return 0;
    if (!(is_module_class(from) && is_module_class(to)) &&
        (!(from->flags & TYPE_HEAP) || !(to->flags & TYPE_HEAP)))
        return raise_i(t, &exc_TypeError,
                       "__class__ assignment only supported for mutable types or ModuleType subclasses");
    if ((from->flags ^ to->flags) & (TYPE_INSTANCE | TYPE_HAS_DICT | TYPE_WEAKREF) ||
        from->members != to->members || from->attrs != to->attrs || from->size != to->size)
        return layouts_differ(t, "__class__", to, from);
    struct obj *o = val_obj(v);
    if (from->descr_get != to->descr_get || from->descr_set != to->descr_set) attr_invalidate(0);
    if (!(from->flags & TYPE_HAS_DICT)) {
        o->shape = to->shape;
        return 0;
    }
    val dict = instance_dict(t, o);
    struct shape *s = dict ? shape_dict(t, to) : NULL;
    if (!s) return -1;
    if (to->flags & TYPE_INSTANCE && to->members > from->inline_slots)
        return layouts_differ(t, "__class__", to, from);
    /* the object keeps its size: the collector reads it from the header, written here for good */
    if (!(o->gc >> GC_SIZE_SHIFT)) o->gc |= (uint32_t)(gc_object_size(o) >> 4) << GC_SIZE_SHIFT;
    o->shape = s;
    return 0;
}

/* ---- __bases__ ---- */

static bool bases_acceptable(struct thread *t, struct type *type, val bases) {
    if (!val_has(bases, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "can only assign tuple to %N.__bases__, not %T", type, bases), false;
    const struct tuple *b = AS(tuple, bases);
    if (!b->len)
        return raise(t, &exc_TypeError, "can only assign non-empty tuple to %N.__bases__, not ()", type),
               false;
    for (int64_t i = 0; i < b->len; i++) {
        if (!val_has(b->item[i], TYPE_TYPE))
            return raise(t, &exc_TypeError, "%N.__bases__ must be tuple of classes, not '%T'", type,
                         b->item[i]),
                   false;
        if (type_fill(t, AS(type, b->item[i])) < 0) return false;
        if (type_is_subtype(AS(type, b->item[i]), type))
            return raise(t, &exc_TypeError, "a __bases__ item causes an inheritance cycle"), false;
    }
    return true;
}

/* Whether CPython's collector would know instances of the type: decides how their memory is freed there. */
static bool collected(const struct type *type) {
    for (; type->flags & TYPE_HEAP; type = type->base)
        if (type->flags & (TYPE_HAS_DICT | TYPE_WEAKREF) || type->members) return true;
    return type->gc_layout != GC_LEAF || type->attrs || type->flags & TYPE_TYPE;
}

static bool same_layout(struct type *a, struct type *b) {
    return type_solid(a) == type_solid(b) &&
           !((a->flags ^ b->flags) & (TYPE_HAS_DICT | TYPE_WEAKREF | TYPE_INSTANCE)) &&
           a->members == b->members;
}

/* The classes whose order changes with the class's bases, and their orders from before. */
struct change {
    val classes, orders; /* lists */
};

static bool order_again(struct thread *t, struct type *type, struct change *c) {
    val old = type->mro, mro = mro_of(t, type);
    if (!mro) return false;
    if (list_push(t, c->classes, val_of(type)) < 0 || list_push(t, c->orders, old) < 0) return false;
    type->mro = mro;
    type->nmro = (uint32_t)AS(tuple, mro)->len;
    const struct list *l = type->subclasses ? AS(list, type->subclasses) : NULL;
    for (int64_t i = 0; l && i < l->len; i++)
        if (!order_again(t, AS(type, l->item[i]), c)) return false;
    return true;
}

static void orders_back(const struct change *c) {
    const struct list *classes = AS(list, c->classes), *orders = AS(list, c->orders);
    for (int64_t i = orders->len; i-- > 0;) {
        struct type *type = AS(type, classes->item[i]);
        type->mro = orders->item[i];
        type->nmro = (uint32_t)AS(tuple, type->mro)->len;
    }
}

static void leave_base(struct type *base, val cls) {
    struct list *l = base->subclasses ? AS(list, base->subclasses) : NULL;
    for (int64_t i = 0; l && i < l->len; i++) {
        if (l->item[i] != cls) continue;
        for (int64_t k = i + 1; k < l->len; k++) gc_store(l, &l->item[k - 1], l->item[k]);
        l->item[--l->len] = 0;
        return;
    }
}

static int64_t join_base(struct thread *t, struct type *base, val cls) {
    if (!base->subclasses && !(base->subclasses = list_new(t, 2))) return -1;
    return list_push(t, base->subclasses, cls);
}

static int64_t relink(struct thread *t, struct type *type, val old, val bases) {
    for (int64_t i = 0; i < AS(tuple, old)->len; i++)
        leave_base(AS(type, AS(tuple, old)->item[i]), val_of(type));
    for (int64_t i = 0; i < AS(tuple, bases)->len; i++)
        if (join_base(t, AS(type, AS(tuple, bases)->item[i]), val_of(type)) < 0) return -1;
    return 0;
}

/* Everything remembered of the classes is looked up again. */
static void refresh(struct thread *t, const struct change *c) {
    const struct list *classes = AS(list, c->classes);
    for (int64_t i = 0; i < classes->len; i++) {
        struct type *type = AS(type, classes->item[i]);
        type_set_version(type);
        type->make_arity = 0;
        type_update_slots(t, type);
    }
    type_epoch++;
    attr_invalidate(0);
}

int64_t type_set_bases(struct thread *t, val self, val bases) {
    struct type *type = AS(type, self);
    if (!(type->flags & TYPE_HEAP))
        return raise_i(t, &exc_TypeError, "cannot set '__bases__' attribute of immutable type '%N'", type);
    if (!bases)
        return raise_i(t, &exc_TypeError, "cannot delete '__bases__' attribute of immutable type '%N'", type);
    if (!bases_acceptable(t, type, bases)) return -1;
    struct type *base = bases_best(t, bases), *old_base = type->base;
    if (!base) return -1;
    if (collected(base) != collected(old_base))
        return raise_i(t, &exc_TypeError, "__bases__ assignment: '%N' deallocator differs from '%N'", base,
                       old_base);
    if (!same_layout(base, old_base)) return layouts_differ(t, "__bases__", base, old_base);
    val old = type->bases;
    struct change c = {list_new(t, 4), list_new(t, 4)};
    if (!c.classes || !c.orders) return -1;
    type->bases = bases;
    type->base = base;
    if (!order_again(t, type, &c)) {
        orders_back(&c);
        if (type->bases == bases) type->bases = old, type->base = old_base;
        return -1;
    }
    if (type->bases == bases && relink(t, type, old, bases) < 0) return -1;
    refresh(t, &c);
    return 0;
}
