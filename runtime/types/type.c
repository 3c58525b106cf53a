/* Types: readying, the method resolution order, lookup along it, slots of classes, calls.
 *
 * Invariants:
 *  - A built-in type is readied cheaply (slots inherited) when it is first used and filled (names, mro, dict)
 * when something asks for an attribute. Its dict grows as names are asked for; type_fill_dict completes it.
 *  - `version` is unique per type. The lookup cache is keyed by (version, name); type_changed empties what a
 * store outdates. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define SLOT(field) ((offsetof(struct type, field) - offsetof(struct type, new)) / sizeof(void *))
#define INHERITED_FLAGS                                                                                      \
    (TYPE_INT | TYPE_STR | TYPE_TUPLE | TYPE_LIST | TYPE_DICT | TYPE_BYTES | TYPE_EXC | TYPE_TYPE |          \
     TYPE_FLOAT | TYPE_SET | TYPE_FROZENSET | TYPE_SEQUENCE | TYPE_MAPPING | TYPE_HAS_DEL | TYPE_GROUP |     \
     TYPE_WEAKREF)

_Static_assert(SLOT(buffer) + 1 == SLOT_COUNT, "the slots of struct type are one array");

/* ---- lookup ---- */

#define CACHE_SIZE 2048
static struct cached {
    uint32_t version;
    val name, value;
} cache[CACHE_SIZE];
static uint32_t next_version;
uint64_t type_epoch;

static struct cached *cache_at(uint32_t version, val name) {
    return &cache[((uint32_t)(name >> 4) ^ version * 97) % CACHE_SIZE];
}

static val text_of(const char *z) {
    return str_intern(&main_thread, str_utf8(&main_thread, z, strlen(z)));
}

static bool name_is(val name, const char *z) {
    const struct string *s = AS(string, name);
    size_t n = strlen(z);
    return s->head.aux & STR_ASCII && (size_t)s->len == n && memcmp(str_data(s), z, n) == 0;
}

/* The attribute object made of a method table entry. */
static val method_object(struct thread *t, struct type *type, const struct method *m) {
    if (m->flags & METHOD_VALUE) return val_of(m->fn);
    if (m->flags & METHOD_GETTER) {
        bool member = m->setter == (void *)readonly_member;
        struct getset_descriptor *g =
            gc_new_shaped(t, member ? &c_member_shape : &getset_descriptor_shape, sizeof *g);
        if (!g) return 0;
        g->owner = type;
        g->def = m;
        gc_store(g, &g->name, text_of(m->name));
        return val_of(g);
    }
    val b = builtin_new(t, m, type, 0, 0);
    if (!b || !(m->flags & METHOD_CLASS)) return b;
    struct staticmethod *c = gc_new(t, &classmethod_type, sizeof *c);
    if (!c) return 0;
    gc_store(c, &c->func, b);
    return val_of(c);
}

static const struct method new_method = {"__new__", NULL, -1, METHOD_STATIC, "($type, *args, **kwargs)",
                                         NULL,      NULL};

static val own_put(struct thread *t, struct type *type, val name, val v) {
    if (v) dict_put(t, type->dict, name, v);
    return v;
}

static val dunder_lookup(struct thread *t, struct type *type, val name) {
    if (name == NAME(__new__) && type->own_slots >> SLOT(new) & 1 && type->new)
        return own_put(t, type, name, builtin_new(t, &new_method, type, val_of(type), 0));
    if (name == NAME(__hash__) && type->hash == hash_unhashable && type->base->hash != hash_unhashable)
        return NONE;
    if (name == NAME(__doc__))
        return own_put(t, type, name, type->doc ? str_utf8(t, type->doc, strlen(type->doc)) : NONE);
    for (uint32_t i = 0; i < dunder_count; i++)
        if (val_of(dunders[i].name) == name)
            return wrapper_provides(type, &dunders[i])
                       ? own_put(t, type, name, wrapper_new(t, type, &dunders[i]))
                       : 0;
    return 0;
}

val type_own_lookup(struct thread *t, struct type *type, val name) {
    if (!type->dict && type_fill(t, type) < 0) return 0;
    val v = dict_lookup_name(type->dict, name);
    if (v || type->flags & TYPE_HEAP || type->known_methods == UINT32_MAX) return v;
    for (const struct method *m = type->methods; m < type->methods_end; m++)
        if (name_is(name, m->name)) return own_put(t, type, name, method_object(t, type, m));
    const struct string *s = AS(string, name);
    if (s->len > 4 && str_at(s, 0) == '_' && str_at(s, 1) == '_') return dunder_lookup(t, type, name);
    return 0;
}

void type_fill_dict(struct thread *t, struct type *type) {
    if (!type->dict && type_fill(t, type) < 0) return;
    if (type->flags & TYPE_HEAP || type->known_methods == UINT32_MAX) return;
    for (uint32_t i = 0; i < dunder_count; i++) type_own_lookup(t, type, val_of(dunders[i].name));
    for (const struct method *m = type->methods; m < type->methods_end; m++)
        type_own_lookup(t, type, text_of(m->name));
    val none = dunder_lookup(t, type, NAME(__hash__));
    if (none == NONE) own_put(t, type, NAME(__hash__), NONE);
    type_own_lookup(t, type, NAME(__doc__));
    type->known_methods = UINT32_MAX;
}

val type_lookup(struct type *type, val name) {
    struct cached *c = cache_at(type->version, name);
    if (likely(c->name == name && c->version == type->version && c->version)) return c->value;
    struct thread *t = &main_thread;
    if (!type->mro && type_fill(t, type) < 0) return 0;
    if (!attr_name(t, &name)) {
        t->exc = 0;
        return 0;
    }
    const struct tuple *mro = AS(tuple, type->mro);
    val v = 0;
    for (int64_t i = 0; i < mro->len && !v; i++) v = type_own_lookup(t, AS(type, mro->item[i]), name);
    c = cache_at(type->version, name);
    *c = (struct cached){type->version, name, v};
    return v;
}

static void uncache(struct type *type, val name) {
    struct cached *c = cache_at(type->version, name);
    if (c->name == name && c->version == type->version) c->version = 0;
}

/* ---- readying ---- */

static void inherit(struct type *type, const struct type *base) {
    void **slots = type_slots(type);
    for (size_t i = 0; i < SLOT_COUNT; i++)
        if (slots[i]) type->own_slots |= UINT64_C(1) << i;
    if (!base) return;
    bool compares = type->own_slots >> SLOT(compare) & 1;
    if (compares && !type->hash) {
        type->hash = hash_unhashable;
        type->own_slots |= UINT64_C(1) << SLOT(hash);
    }
    void *const *from = type_slots((struct type *)base);
    for (size_t i = 0; i < SLOT_COUNT; i++) {
        if (slots[i] == from[i]) type->own_slots &= ~(UINT64_C(1) << i);
        if (!slots[i]) slots[i] = from[i];
    }
    /* a type that makes its instances by itself does not want the base's argument checks */
    type->flags |= base->flags & INHERITED_FLAGS;
    if (!type->size) type->size = base->size;
    if (!type->attrs) type->attrs = base->attrs;
    if (!type->exports) type->exports = base->exports;
    if (!type->gc_layout) type->gc_layout = base->gc_layout;
}

int64_t type_ready(struct thread *t, struct type *type) {
    if (type->flags & TYPE_READY) return 0;
    if (!type->base && type != &object_type) type->base = &object_type;
    if (type->base && type_ready(t, type->base) < 0) return -1;
    if (!type->head.shape) type->head.shape = &type_shape;
    if (type->shape) type->shape->head.shape = &shape_shape;
    inherit(type, type->base);
    type->version = ++next_version;
    type->flags |= TYPE_READY;
    gc_add_type(t, type);
    return 0;
}

void type_set_version(struct type *type) {
    type->version = ++next_version;
}

static const char *short_name(const char *cname) {
    const char *last = cname;
    for (const char *p = cname; *p; p++)
        if (*p == '.') last = p + 1;
    return last;
}

/* What follows `b` in the method resolution order of a built-in type: its base, but first the second base of
 * `type` when what follows is a base of that, too. */
static struct type *built_in_next(const struct type *type, const struct type *b) {
    struct type *second = type->base2;
    if (!second || type_is_subtype(second, b) || !type_is_subtype(second, b->base)) return b->base;
    return second;
}

int64_t type_fill(struct thread *t, struct type *type) {
    if (type_ready(t, type) < 0) return -1;
    if (type->dict) return 0;
    int64_t depth = 0;
    for (struct type *b = type; b; b = built_in_next(type, b)) depth++;
    val mro = tuple_new(t, depth), dict = dict_make(t);
    if (!mro || !dict) return -1;
    int64_t i = 0;
    for (struct type *b = type; b; b = built_in_next(type, b)) AS(tuple, mro)->item[i++] = val_of(b);
    val bases[2] = {val_of(type->base), val_of(type->base2)};
    type->bases = type->base ? tuple_of(t, type->base2 ? 2 : 1, bases) : EMPTY_TUPLE;
    const char *name = short_name(type->cname);
    type->name = type->qualname = text_of(name);
    type->module = name == type->cname ? NAME(builtins) : text_of("");
    if (name != type->cname)
        type->module = str_intern(t, str_utf8(t, type->cname, (size_t)(name - type->cname) - 1));
    type->mro = mro;
    type->nmro = (uint32_t)depth;
    type->dict = dict;
    return 0;
}

/* ---- relations ---- */

bool type_is_subtype(const struct type *a, const struct type *b) {
    if (a == b || b == &object_type) return true;
    if (!(a->flags & TYPE_HEAP)) {
        for (; a; a = a->base)
            if (a == b || (a->base2 && type_is_subtype(a->base2, b))) return true;
        return false;
    }
    const struct tuple *mro = AS(tuple, a->mro);
    if (unlikely(!mro->len)) return type_is_subtype(a->base, b); /* a class that is being made */
    for (int64_t i = 0; i < mro->len; i++)
        if (mro->item[i] == val_of(b)) return true;
    return false;
}

bool obj_isinstance(val v, struct type *type) {
    return type_is_subtype(type_of(v), type);
}

const char *type_cname(const struct type *t) {
    if (t->cname) return t->cname;
    size_t n;
    const char *z = str_to_utf8(&main_thread, t->name, &n, true);
    return z ? z : "?";
}

val type_name_of(struct thread *t, struct type *type) {
    if (!type->name && type_fill(t, type) < 0) return 0;
    return type->name;
}

val type_qualname_of(struct thread *t, struct type *type) {
    if (!type->name && type_fill(t, type) < 0) return 0;
    return type->qualname;
}

val type_module_of(struct thread *t, struct type *type) {
    if (!type->name && type_fill(t, type) < 0) return 0;
    if (type->flags & TYPE_HEAP) {
        val m = dict_lookup_name(type->dict, NAME(__module__));
        return m ? m : NAME(builtins);
    }
    return type->module;
}

/* ---- slots of classes ---- */

/* Which slots the class's own namespace provides. */
static uint64_t provided(struct type *type) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < dunder_count; i++)
        if (dict_lookup_name(type->dict, val_of(dunders[i].name))) bits |= UINT64_C(1) << dunders[i].slot;
    return bits;
}

static void fill_slot(struct type *type, size_t i) {
    const struct tuple *mro = AS(tuple, type->mro);
    void **slots = type_slots(type);
    slots[i] = NULL;
    for (int64_t k = 0; k < mro->len; k++) {
        struct type *c = AS(type, mro->item[k]);
        if (!(c->own_slots >> i & 1)) continue;
        slots[i] = c->flags & TYPE_HEAP ? slot_generic[i] : type_slots(c)[i];
        return;
    }
}

static bool found_in_python(struct type *type, size_t slot) {
    const struct tuple *mro = AS(tuple, type->mro);
    for (int64_t k = 0; k < mro->len; k++) {
        struct type *c = AS(type, mro->item[k]);
        if (c->own_slots >> slot & 1) return c->flags & TYPE_HEAP;
    }
    return false;
}

void type_update_slots(struct thread *t, struct type *type) {
    (void)t;
    type->own_slots = provided(type);
    void **slots = type_slots(type);
    struct type *base = type->base;
    for (size_t i = 0; i < SLOT_COUNT; i++) fill_slot(type, i);
    slots[SLOT(trace)] = (void *)base->trace;
    slots[SLOT(object_size)] = (void *)base->object_size;
    slots[SLOT(finalize)] = (void *)base->finalize;
    /* the sequence forms of + and * are those of the base only while no class overrides the operator */
    if (found_in_python(type, SLOT(binary[OP_ADD]))) type->concat = NULL;
    if (found_in_python(type, SLOT(binary[OP_MUL]))) type->repeat = NULL;
    if (found_in_python(type, SLOT(inplace[OP_ADD]))) type->inplace_concat = NULL;
    if (found_in_python(type, SLOT(inplace[OP_MUL]))) type->inplace_repeat = NULL;
    if (found_in_python(type, SLOT(binary[OP_POW]))) type->power3 = slot_generic[SLOT(power3)];
    val hash = type_lookup(type, NAME(__hash__));
    if (hash == NONE) type->hash = hash_unhashable;
    if (type_lookup(type, NAME(__del__))) type->flags |= TYPE_HAS_DEL;
}

static bool is_dunder(val name) {
    const struct string *s = AS(string, name);
    return s->len > 4 && str_at(s, 0) == '_' && str_at(s, 1) == '_' && str_at(s, s->len - 1) == '_';
}

static void changed(struct thread *t, struct type *type, val name, bool dunder) {
    uncache(type, name);
    if (dunder) type->make_arity = 0;
    if (dunder && type->flags & TYPE_HEAP) type_update_slots(t, type);
    if (!type->subclasses) return;
    const struct list *l = AS(list, type->subclasses);
    for (int64_t i = 0; i < l->len; i++) changed(t, AS(type, l->item[i]), name, dunder);
}

void type_changed(struct thread *t, struct type *type, val name) {
    type_epoch++;
    changed(t, type, name, is_dunder(name));
    attr_invalidate(name);
}

/* ---- attributes of types ---- */

val type_getattr(struct thread *t, val self, val name) {
    struct type *type = AS(type, self), *meta = type_of(self);
    val m = type_lookup(meta, name);
    struct type *mt = m ? type_of(m) : NULL;
    if (mt && mt->descr_set && mt->descr_get) return mt->descr_get(t, m, self, val_of(meta));
    val v = type_lookup(type, name);
    if (v) {
        val (*get)(struct thread *, val, val, val) = type_of(v)->descr_get;
        return get ? get(t, v, 0, self) : v;
    }
    if (mt && mt->descr_get) return mt->descr_get(t, m, self, val_of(meta));
    if (m) return m;
    if (t->exc) return 0;
    raise(t, &exc_AttributeError, "type object '%N' has no attribute '%U'", type, name);
    if (exc_pending_is(t, &exc_AttributeError)) {
        struct exception *e = AS(exception, t->exc);
        gc_store(e, &e->extra[0], name);
        gc_store(e, &e->extra[1], self);
    }
    return 0;
}

int64_t type_setattr(struct thread *t, val self, val name, val value) {
    struct type *type = AS(type, self);
    if (!(type->flags & TYPE_HEAP))
        return raise_i(t, &exc_TypeError, "cannot set %R attribute of immutable type '%N'", name, type);
    val m = type_lookup(type_of(self), name);
    if (m && type_of(m)->descr_set) return type_of(m)->descr_set(t, m, self, value);
    if (value) {
        if (dict_put(t, type->dict, name, value) < 0) return -1;
    } else {
        int64_t r = dict_remove(t, type->dict, name);
        if (r < 0) return -1;
        if (!r) return raise_i(t, &exc_AttributeError, "type object '%N' has no attribute '%U'", type, name);
    }
    type_changed(t, type, name);
    return 0;
}

/* ---- calling a type ---- */

#define INIT_ARGS 8

val type_made(struct thread *t, val self, val r) {
    if (likely(r == NONE)) return self;
    return r ? raise(t, &exc_TypeError, "__init__() should return None, not '%T'", r) : 0;
}

static uint32_t instance_size(const struct type *type) {
    return (uint32_t)((sizeof(struct instance) + type->inline_slots * sizeof(val) + 15) & ~(size_t)15);
}

/* Stands for the `__init__` of a class that has none. */
static val no_init(struct thread *t, val self) {
    (void)t, (void)self;
    return NONE;
}

/* What rt_make_N need to know. Instances with finalizers are announced; closures want their function object.
 */
static void note_make(struct type *type, const struct function *init) {
    if (type->finalize || type->flags & TYPE_HAS_DEL || init->code->flags & CODE_CLOSURE || !init->direct)
        return;
    if (init->code->resume) return;
    type->make_init = init->direct;
    type->make_size =
        (uint32_t)((sizeof(struct instance) + type->inline_slots * sizeof(val) + 15) & ~(size_t)15);
    type->make_arity = (uint32_t)init->arity;
}

/* A class without `__init__` and `__new__` was called without arguments, and that went well. */
static void note_plain(struct type *type) {
    bool plain = type->new == object_type.new && type->init == object_type.init;
    if (!plain || !(type->flags & TYPE_HEAP) || !(type->flags & TYPE_INSTANCE) ||
        type->flags & TYPE_HAS_DEL || type->finalize)
        return;
    type->make_init = (void *)no_init;
    type->make_size = instance_size(type);
    type->make_arity = 1;
}

/* An instance of a class with an `__init__` of its own; most often that is a function which takes just these
 * arguments. */
static val instance_call(struct thread *t, struct type *type, int64_t argc, val *argv, val kwnames) {
    val self =
        val_of(gc_new_shaped(t, type->shape, sizeof(struct instance) + type->inline_slots * sizeof(val)));
    if (unlikely(!self)) return 0;
    val f = type_lookup(type, NAME(__init__));
    if (likely(f && val_is_exact(f, &function_shape) && AS(function, f)->arity == (uint64_t)argc + 1 &&
               !kwnames && argc < INIT_ARGS)) {
        val args[INIT_ARGS] = {self};
        for (int64_t i = 0; i < argc; i++) args[i + 1] = argv[i];
        note_make(type, AS(function, f));
        return type_made(t, self, AS(function, f)->code->spread(t, f, args));
    }
    return type->init(t, self, argc, argv, kwnames) < 0 ? 0 : self;
}

val type_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct type *type = AS(type, callee);
    if (unlikely(!(type->flags & TYPE_READY)) && type_ready(t, type) < 0) return 0;
    if (unlikely(type == &type_type)) {
        if (argc == 1 && !kwnames) return val_of(type_of(argv[0]));
        if (argc != 3) return raise(t, &exc_TypeError, "type() takes 1 or 3 arguments");
    }
    if (unlikely(!type->new)) return raise(t, &exc_TypeError, "cannot create '%N' instances", type);
    if ((type->flags & (TYPE_INSTANCE | TYPE_ABSTRACT)) == TYPE_INSTANCE && type->new == object_type.new &&
        type->init == slot_generic[SLOT(init)])
        return instance_call(t, type, argc, argv, kwnames);
    if (type == &super_type && argc == 2 && !kwnames) return super_new(t, argv[0], argv[1]);
    /* `new` may overwrite what it is given, and init needs it again */
    val copy[8], *args = argv;
    int64_t n = argc + (kwnames ? AS(tuple, kwnames)->len : 0);
    if (type->init && n) {
        args = n <= 8 ? copy : gc_storage(t, (size_t)n * sizeof(val), true);
        if (!args) return 0;
        memcpy(args, argv, (size_t)n * sizeof(val));
    }
    val self = type->new (t, type, argc, args, kwnames);
    if (!self) return 0;
    struct type *made = type_of(self);
    if (made->init && type_is_subtype(made, type) && made->init(t, self, argc, argv, kwnames) < 0) return 0;
    if (!n) note_plain(type);
    return self;
}
