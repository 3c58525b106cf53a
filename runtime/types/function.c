/* Functions made by `def` and `lambda`. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static void fill(struct function *f, const struct code *c, val defaults, val kwdefaults, val annotations) {
    bool plain = !(c->flags & (CODE_VARARGS | CODE_VARKW)) && !c->nkwonly;
    f->entry = function_entry;
    f->direct = plain ? c->direct : NULL;
    f->arity = plain ? c->npos : ARITY_ANY;
    f->code = c;
    f->defaults = defaults;
    f->kwdefaults = kwdefaults;
    f->annotations = annotations;
}

val rt_function_new(struct thread *t, const struct code *c, val defaults, val kwdefaults, val annotations,
                    val *cells) {
    struct function *f = gc_new_shaped(t, &function_shape, sizeof *f + c->nfree * sizeof(val));
    if (!f) return 0;
    fill(f, c, defaults, kwdefaults, annotations);
    for (uint32_t i = 0; i < c->nfree; i++) f->cells[i] = cells[i];
    return val_of(f);
}

/* A `def` of a module that runs once has its object in the image. */
val rt_function_init(struct thread *t, struct function *f, const struct code *c, val defaults, val kwdefaults,
                     val annotations) {
    (void)t;
    f->head = (struct obj){&function_shape, GC_STATIC, 0};
    fill(f, c, defaults, kwdefaults, annotations);
    return val_of(f);
}

static void function_trace(struct gc_visitor *v, struct obj *o) {
    struct function *f = (struct function *)o;
    for (val *p = &f->defaults; p <= &f->dict; p++) gc_visit(v, *p);
    for (uint32_t i = 0; i < f->code->nfree; i++) gc_visit(v, f->cells[i]);
}

#define FN(v) AS(function, v)

static val name_of(const struct function *f) {
    return f->name ? f->name : f->code->name;
}
static val qualname_of(const struct function *f) {
    return f->qualname ? f->qualname : f->code->qualname;
}

static val function_repr(struct thread *t, val v) {
    return str_format(t, "<function %U at %x>", qualname_of(FN(v)), (int64_t)v);
}

static val function_get(struct thread *t, val descr, val self, val owner) {
    (void)owner;
    return self ? boundmethod_new(t, descr, self) : descr;
}

static val get_name(struct thread *t, val v) {
    (void)t;
    return name_of(FN(v));
}
static val get_qualname(struct thread *t, val v) {
    (void)t;
    return qualname_of(FN(v));
}
static int64_t store_str(struct thread *t, struct function *f, val *place, val x, const char *what) {
    if (!x || !val_is_str(x)) return raise_i(t, &exc_TypeError, "%s must be set to a string object", what);
    gc_store(f, place, x);
    return 0;
}
static int64_t set_name(struct thread *t, val v, val x) {
    return store_str(t, FN(v), &FN(v)->name, x, "__name__");
}
static int64_t set_qualname(struct thread *t, val v, val x) {
    return store_str(t, FN(v), &FN(v)->qualname, x, "__qualname__");
}

static val get_doc(struct thread *t, val v) {
    (void)t;
    return FN(v)->doc ? FN(v)->doc : FN(v)->code->doc ? FN(v)->code->doc : NONE;
}
static int64_t set_doc(struct thread *t, val v, val x) {
    (void)t;
    gc_store(FN(v), &FN(v)->doc, x ? x : NONE);
    return 0;
}
static val get_module(struct thread *t, val v) {
    (void)t;
    if (FN(v)->module) return FN(v)->module;
    const struct module_def *m = FN(v)->code->module;
    if (!m) return NONE;
    return m->flags & MODULE_MAIN ? NAME(__main__) : m->name;
}
static int64_t set_module(struct thread *t, val v, val x) {
    (void)t;
    gc_store(FN(v), &FN(v)->module, x ? x : NONE);
    return 0;
}
static val get_defaults(struct thread *t, val v) {
    (void)t;
    return FN(v)->defaults ? FN(v)->defaults : NONE;
}
static int64_t set_defaults(struct thread *t, val v, val x) {
    if (x && x != NONE && !val_has(x, TYPE_TUPLE))
        return raise_i(t, &exc_TypeError, "__defaults__ must be set to a tuple object");
    gc_store(FN(v), &FN(v)->defaults, x == NONE ? 0 : x);
    return 0;
}
static val get_kwdefaults(struct thread *t, val v) {
    (void)t;
    return FN(v)->kwdefaults ? FN(v)->kwdefaults : NONE;
}
static int64_t set_kwdefaults(struct thread *t, val v, val x) {
    if (x && x != NONE && !val_has(x, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "__kwdefaults__ must be set to a dict object");
    gc_store(FN(v), &FN(v)->kwdefaults, x == NONE ? 0 : x);
    return 0;
}
static val get_annotations(struct thread *t, val v) {
    struct function *f = FN(v);
    if (!f->annotations) {
        val d = dict_make(t);
        if (!d) return 0;
        gc_store(f, &f->annotations, d);
    } else if (val_is_exact(f->annotations, &tuple_shape)) {
        val d = dict_make(t);
        const struct tuple *a = AS(tuple, f->annotations);
        for (int64_t i = 0; d && i + 1 < a->len; i += 2)
            if (dict_put(t, d, a->item[i], a->item[i + 1]) < 0) return 0;
        if (!d) return 0;
        gc_store(f, &f->annotations, d);
    }
    return f->annotations;
}
static int64_t set_annotations(struct thread *t, val v, val x) {
    if (x && x != NONE && !val_has(x, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "__annotations__ must be set to a dict object");
    gc_store(FN(v), &FN(v)->annotations, x == NONE ? 0 : x);
    return 0;
}
static val get_code(struct thread *t, val v) {
    return code_object(t, FN(v)->code);
}
/* Another code object can only be one that differs in what it says of itself: calls of a known function go
 * straight to its code. */
static int64_t set_code(struct thread *t, val v, val x) {
    if (!x || !val_is_exact(x, &code_shape))
        return raise_i(t, &exc_TypeError, "__code__ must be set to a code object");
    const struct code *c = AS(code_object, x)->code;
    if (c->direct != FN(v)->code->direct)
        return raise_i(t, &exc_ValueError,
                       "%U() is compiled: its __code__ cannot become that of another function",
                       qualname_of(FN(v)));
    FN(v)->code = c;
    return 0;
}
static val get_builtins(struct thread *t, val v) {
    return (void)t, (void)v, rt_state.builtins_dict;
}
static val get_closure(struct thread *t, val v) {
    const struct code *c = FN(v)->code;
    return c->nfree ? tuple_of(t, c->nfree, FN(v)->cells) : NONE;
}
static val get_globals(struct thread *t, val v) {
    const struct module_def *m = FN(v)->code->module;
    return m && m->module ? AS(module, m->module)->dict : dict_make(t);
}
static val get_dict(struct thread *t, val v) {
    return instance_dict(t, val_obj(v));
}
static int64_t set_dict(struct thread *t, val v, val x) {
    if (!x || !val_has(x, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "__dict__ must be set to a dictionary, not a '%T'", x ? x : NONE);
    return instance_set_dict(t, val_obj(v), x);
}

METHOD_TABLE(function);
GETTER(function, __name__, get_name, set_name);
GETTER(function, __qualname__, get_qualname, set_qualname);
GETTER(function, __doc__, get_doc, set_doc);
GETTER(function, __module__, get_module, set_module);
GETTER(function, __defaults__, get_defaults, set_defaults);
GETTER(function, __kwdefaults__, get_kwdefaults, set_kwdefaults);
GETTER(function, __annotations__, get_annotations, set_annotations);
GETTER(function, __code__, get_code, set_code);
GETTER(function, __builtins__, get_builtins, readonly_member);
GETTER(function, __closure__, get_closure, readonly_member);
GETTER(function, __globals__, get_globals, readonly_member);
GETTER(function, __dict__, get_dict, set_dict);

struct shape function_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &function_type};
struct type function_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &function_shape,
    .cname = "function",
    .flags = TYPE_WEAKREF,
    .base = &object_type,
    .size = sizeof(struct function),
    .attrs = offsetof(struct function, dict),
    .gc_layout = GC_CUSTOM,
    .trace = function_trace,
    METHODS_OF(function),
    .call = function_entry,
    .repr = function_repr,
    .descr_get = function_get,
};
