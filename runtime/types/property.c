/* property: attributes computed by Python functions. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define P(v) AS(property, v)

static val property_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct property)));
}

static int64_t property_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val a[4];
    if (!args_parse(t, "property", "| fget fset fdel doc", argc, argv, kwnames, a)) return -1;
    struct property *p = P(self);
    for (int i = 0; i < 4; i++)
        if (a[i] == NONE && i < 3) a[i] = 0;
    gc_note(&p->head);
    p->get = a[0], p->set = a[1], p->del = a[2], p->doc = a[3] ? a[3] : 0;
    p->doc_from_getter = false;
    if ((!a[3] || a[3] == NONE) && a[0]) {
        val doc = obj_lookattr(t, a[0], NAME(__doc__));
        if (!doc && t->exc) return -1;
        p->doc = doc && doc != NONE ? doc : p->doc;
        p->doc_from_getter = doc && doc != NONE;
    }
    return 0;
}

static val title(struct thread *t, val d, val self) {
    val q = type_qualname_of(t, type_of(self));
    if (!q) return 0;
    return P(d)->name ? str_format(t, "property %R of %R object", P(d)->name, q)
                      : str_format(t, "property of %R object", q);
}

static val property_get(struct thread *t, val d, val self, val owner) {
    (void)owner;
    if (!self || self == NONE) return d;
    if (likely(P(d)->get)) return rt_call(t, P(d)->get, 1, &self, 0);
    val z = title(t, d, self);
    return z ? raise(t, &exc_AttributeError, "%U has no getter", z) : 0;
}

static int64_t property_set(struct thread *t, val d, val self, val value) {
    val f = value ? P(d)->set : P(d)->del;
    if (!f) {
        val z = title(t, d, self);
        return z ? raise_i(t, &exc_AttributeError, "%U has no %s", z, value ? "setter" : "deleter") : -1;
    }
    return (value ? call2(t, f, self, value) : call1(t, f, self)) ? 0 : -1;
}

/* A copy with one function replaced; a docstring that came from the getter is taken from the new one. */
static val changed(struct thread *t, val self, val get, val set, val del) {
    const struct property *p = P(self);
    val doc = p->doc_from_getter ? NONE : p->doc ? p->doc : NONE;
    val argv[4] = {get      ? get
                   : p->get ? p->get
                            : NONE,
                   set      ? set
                   : p->set ? p->set
                            : NONE,
                   del      ? del
                   : p->del ? p->del
                            : NONE,
                   doc};
    val r = rt_call(t, val_of(type_of(self)), 4, argv, 0);
    if (r && obj_isinstance(r, &property_type) && p->name) gc_store(P(r), &P(r)->name, p->name);
    return r;
}
static val property_getter(struct thread *t, val self, val f) {
    return changed(t, self, f == NONE ? 0 : f, 0, 0);
}
static val property_setter(struct thread *t, val self, val f) {
    return changed(t, self, 0, f == NONE ? 0 : f, 0);
}
static val property_deleter(struct thread *t, val self, val f) {
    return changed(t, self, 0, 0, f == NONE ? 0 : f);
}

static val property_set_name(struct thread *t, val self, val owner, val name) {
    (void)t, (void)owner;
    gc_store(P(self), &P(self)->name, name);
    return NONE;
}

static val or_none(val v) {
    return v ? v : NONE;
}
static val get_fget(struct thread *t, val v) {
    return (void)t, or_none(P(v)->get);
}
static val get_fset(struct thread *t, val v) {
    return (void)t, or_none(P(v)->set);
}
static val get_fdel(struct thread *t, val v) {
    return (void)t, or_none(P(v)->del);
}
static val get_doc(struct thread *t, val v) {
    return (void)t, or_none(P(v)->doc);
}
static int64_t set_doc(struct thread *t, val v, val x) {
    (void)t;
    gc_store(P(v), &P(v)->doc, x);
    P(v)->doc_from_getter = false;
    return 0;
}
static val get_abstract(struct thread *t, val v) {
    val f[3] = {P(v)->get, P(v)->set, P(v)->del};
    for (int i = 0; i < 3; i++) {
        val a = f[i] ? obj_lookattr(t, f[i], NAME(__isabstractmethod__)) : 0;
        if (t->exc) return 0;
        int64_t r = a ? obj_truth(t, a) : 0;
        if (r) return r < 0 ? 0 : TRUE;
    }
    return FALSE;
}

METHOD_TABLE(property);
GETTER(property, fget, get_fget, readonly_member);
GETTER(property, fset, get_fset, readonly_member);
GETTER(property, fdel, get_fdel, readonly_member);
GETTER(property, __doc__, get_doc, set_doc);
GETTER(property, __isabstractmethod__, get_abstract, NULL);
METHOD(property, getter, property_getter, 2, 0, NULL);
METHOD(property, setter, property_setter, 2, 0, NULL);
METHOD(property, deleter, property_deleter, 2, 0, NULL);
METHOD(property, __set_name__, property_set_name, 3, 0, NULL);

struct shape property_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &property_type};
struct type property_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &property_shape,
    .cname = "property",
    .base = &object_type,
    .flags = TYPE_BASE,
    .size = sizeof(struct property),
    .gc_layout = GC_WORDS,
    METHODS_OF(property),
    .new = property_make,
    .init = property_init,
    .descr_get = property_get,
    .descr_set = property_set,
};
