/* _contextvars: variables whose values belong to a context, and contexts.
 *
 * Invariant: copies of a context share one dict until one of them is changed; `owned` (aux 1) says that a
 * context's dict is its own. So copying is one object however many variables there are. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

struct contextvar {
    struct obj head;
    val name, otherwise; /* otherwise: default or 0 */
};
struct context {
    struct obj head; /* aux 1: `vars` is its own */
    val vars;        /* dict */
    val before;      /* the context that was current when this was entered */
    int64_t entered;
};
struct token {
    struct obj head;
    val context, var, old; /* old: 0 there was none */
    int64_t used;
};
#define VAR(v) AS(contextvar, v)
#define CTX(v) AS(context, v)
#define TOK(v) AS(token, v)

#define STATIC_TYPE(id)                                                                                      \
    static struct type id##_type;                                                                            \
    static struct shape id##_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &id##_type}
STATIC_TYPE(contextvar);
STATIC_TYPE(context);
STATIC_TYPE(token);
STATIC_TYPE(missing);
static struct obj missing_object = {&missing_shape, GC_STATIC, 0};

static void context_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct context *)o)->vars);
    gc_visit(v, ((struct context *)o)->before);
}
static void token_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct token *)o)->context);
    gc_visit(v, ((struct token *)o)->var);
    gc_visit(v, ((struct token *)o)->old);
}

/* ---- contexts ---- */

static val context_make(struct thread *t, val vars) {
    struct context *c = gc_new(t, &context_type, sizeof *c);
    if (!c) return 0;
    c->vars = vars;
    return val_of(c);
}

static val context_fresh(struct thread *t) {
    val vars = dict_make(t), c = vars ? context_make(t, vars) : 0;
    if (c) CTX(c)->head.aux = 1;
    return c;
}

static val current(struct thread *t) {
    if (!t->context) t->context = context_fresh(t);
    return t->context;
}

static val context_copy(struct thread *t, val c) {
    CTX(c)->head.aux = 0;
    return context_make(t, CTX(c)->vars);
}

static bool own(struct thread *t, val c) {
    if (CTX(c)->head.aux) return true;
    val vars = dict_copy(t, CTX(c)->vars);
    if (!vars) return false;
    gc_store(CTX(c), &CTX(c)->vars, vars);
    CTX(c)->head.aux = 1;
    return true;
}

static val context_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls, (void)argv;
    if (argc || kwnames) return raise(t, &exc_TypeError, "Context() does not accept any arguments");
    return context_fresh(t);
}

static val context_run(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val self = argv[0];
    if (argc < 2) return raise(t, &exc_TypeError, "run() missing 1 required positional argument");
    if (CTX(self)->entered)
        return raise(t, &exc_RuntimeError, "cannot enter context: %R is already entered", self);
    val before = current(t);
    if (!before) return 0;
    gc_store(CTX(self), &CTX(self)->before, before);
    CTX(self)->entered = 1;
    t->context = self;
    val r = call(t, argv[1], argc - 2, argv + 2, kwnames);
    t->context = CTX(self)->before;
    CTX(self)->before = 0;
    CTX(self)->entered = 0;
    return r;
}

static bool is_var(struct thread *t, val key) {
    return val_is_exact(key, &contextvar_shape) ||
           raise(t, &exc_TypeError, "a ContextVar key was expected, got %R", key);
}

static val context_getitem(struct thread *t, val self, val key) {
    if (!is_var(t, key)) return 0;
    val v = dict_lookup(t, CTX(self)->vars, key);
    if (v || t->exc) return v;
    val exc = exc_new(t, &exc_KeyError, 1, &key);
    return exc ? raise_val(t, exc) : 0;
}
static int64_t context_contains(struct thread *t, val self, val key) {
    if (!is_var(t, key)) return -1;
    return dict_lookup(t, CTX(self)->vars, key) ? 1 : t->exc ? -1 : 0;
}
static int64_t context_len(struct thread *t, val self) {
    return (void)t, dict_count(CTX(self)->vars);
}
static val context_get(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "Context.get", kwnames) || !args_count(t, "get", argc - 1, 1, 2)) return 0;
    if (!is_var(t, argv[1])) return 0;
    val v = dict_lookup(t, CTX(argv[0])->vars, argv[1]);
    return v || t->exc ? v : argc > 2 ? argv[2] : NONE;
}

/* Iterators over the variables as they are now. */
static val iterator_of(struct thread *t, val self, val method) {
    CTX(self)->head.aux = 0;
    val view = call_method0(t, CTX(self)->vars, method);
    return view ? obj_iter(t, view) : 0;
}
static val context_iter(struct thread *t, val self) {
    return iterator_of(t, self, NAME(keys));
}
static val context_values(struct thread *t, val self) {
    return iterator_of(t, self, NAME(values));
}
static val context_items(struct thread *t, val self) {
    return iterator_of(t, self, NAME(items));
}

static val context_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &context_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    int64_t same = obj_equal(t, CTX(a)->vars, CTX(b)->vars);
    return same < 0 ? 0 : val_bool((same != 0) == (op == CMP_EQ));
}

METHOD_TABLE(Context);
METHOD(Context, run, context_run, -1, 0, NULL);
METHOD(Context, copy, context_copy, 1, 0, "($self, /)");
METHOD(Context, get, context_get, -1, 0, "($self, key, default=None, /)");
METHOD(Context, keys, context_iter, 1, 0, "($self, /)");
METHOD(Context, values, context_values, 1, 0, "($self, /)");
METHOD(Context, items, context_items, 1, 0, "($self, /)");
static struct type context_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &context_shape,
    .cname = "_contextvars.Context",
    .base = &object_type,
    .size = sizeof(struct context),
    .flags = TYPE_MAPPING,
    .gc_layout = GC_CUSTOM,
    .trace = context_trace,
    METHODS_OF(Context),
    .new = context_new,
    .hash = hash_unhashable,
    .compare = context_compare,
    .iter = context_iter,
    .len = context_len,
    .getitem = context_getitem,
    .contains = context_contains,
};

/* ---- tokens ---- */

static val token_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls, (void)argc, (void)argv, (void)kwnames;
    return raise(t, &exc_RuntimeError, "Tokens can only be created by ContextVars");
}
static val token_var(struct thread *t, val v) {
    return (void)t, TOK(v)->var;
}
static val token_old(struct thread *t, val v) {
    return (void)t, TOK(v)->old ? TOK(v)->old : val_of(&missing_object);
}
static val token_repr(struct thread *t, val v) {
    return str_format(t, "<Token%s var=%R at %x>", TOK(v)->used ? " used" : "", TOK(v)->var, (int64_t)v);
}
static val missing_repr(struct thread *t, val v) {
    (void)v;
    return str_ascii(t, "<Token.MISSING>");
}
static struct type missing_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &missing_shape,
    .cname = "Token.MISSING",
    .base = &object_type,
    .size = sizeof(struct obj),
    .gc_layout = GC_LEAF,
    .repr = missing_repr,
};

METHOD_TABLE(Token);
GETTER(Token, var, token_var, NULL);
GETTER(Token, old_value, token_old, NULL);
METHOD(Token, MISSING, &missing_object, 0, METHOD_VALUE, NULL);
METHOD(Token, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
static struct type token_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &token_shape,
    .cname = "_contextvars.Token",
    .base = &object_type,
    .size = sizeof(struct token),
    .gc_layout = GC_CUSTOM,
    .trace = token_trace,
    METHODS_OF(Token),
    .new = token_new,
    .hash = hash_unhashable,
    .repr = token_repr,
};

/* ---- variables ---- */

static val var_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    val a[2];
    if (!args_parse(t, "ContextVar", "name / | $ default", argc, argv, kwnames, a)) return 0;
    if (!val_is_str(a[0])) return raise(t, &exc_TypeError, "context variable name must be a str");
    struct contextvar *v = gc_new(t, &contextvar_type, sizeof *v);
    if (!v) return 0;
    v->name = a[0];
    v->otherwise = a[1];
    return val_of(v);
}

static val var_get(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val self = argv[0];
    if (!args_no_keywords(t, "ContextVar.get", kwnames) || !args_count(t, "get", argc - 1, 0, 1)) return 0;
    val v = t->context ? dict_lookup(t, CTX(t->context)->vars, self) : 0;
    if (v || t->exc) return v;
    if (argc > 1) return argv[1];
    if (VAR(self)->otherwise) return VAR(self)->otherwise;
    val exc = exc_new(t, &exc_LookupError, 1, &self);
    return exc ? raise_val(t, exc) : 0;
}

static val var_set(struct thread *t, val self, val value) {
    val c = current(t);
    if (!c || !own(t, c)) return 0;
    val old = dict_lookup(t, CTX(c)->vars, self);
    if (t->exc) return 0;
    struct token *k = gc_new(t, &token_type, sizeof *k);
    if (!k) return 0;
    k->context = c;
    k->var = self;
    k->old = old;
    return dict_put(t, CTX(c)->vars, self, value) < 0 ? 0 : val_of(k);
}

static val var_reset(struct thread *t, val self, val token) {
    if (!val_is_exact(token, &token_shape))
        return raise(t, &exc_TypeError, "expected an instance of Token, got %R", token);
    if (TOK(token)->used) return raise(t, &exc_RuntimeError, "%R has already been used once", token);
    if (TOK(token)->var != self)
        return raise(t, &exc_ValueError, "%R was created by a different ContextVar", token);
    val c = current(t);
    if (!c) return 0;
    if (TOK(token)->context != c)
        return raise(t, &exc_ValueError, "%R was created in a different Context", token);
    TOK(token)->used = 1;
    if (!own(t, c)) return 0;
    if (TOK(token)->old) return dict_put(t, CTX(c)->vars, self, TOK(token)->old) < 0 ? 0 : NONE;
    int64_t r = dict_remove(t, CTX(c)->vars, self);
    if (r > 0) return NONE;
    if (r < 0) return 0;
    val exc = exc_new(t, &exc_LookupError, 1, &self);
    return exc ? raise_val(t, exc) : 0;
}

static val var_name(struct thread *t, val v) {
    return (void)t, VAR(v)->name;
}
static val var_repr(struct thread *t, val v) {
    if (!VAR(v)->otherwise) return str_format(t, "<ContextVar name=%R at %x>", VAR(v)->name, (int64_t)v);
    return str_format(t, "<ContextVar name=%R default=%R at %x>", VAR(v)->name, VAR(v)->otherwise, (int64_t)v);
}

METHOD_TABLE(ContextVar);
METHOD(ContextVar, get, var_get, -1, 0, NULL);
METHOD(ContextVar, set, var_set, 2, 0, "($self, value, /)");
METHOD(ContextVar, reset, var_reset, 2, 0, "($self, token, /)");
METHOD(ContextVar, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(ContextVar, name, var_name, readonly_member);
static struct type contextvar_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &contextvar_shape,
    .cname = "_contextvars.ContextVar",
    .base = &object_type,
    .size = sizeof(struct contextvar),
    .gc_layout = GC_WORDS,
    METHODS_OF(ContextVar),
    .new = var_new,
    .repr = var_repr,
};

/* ---- the module ---- */

static val contextvars_copy_context(struct thread *t) {
    val c = current(t);
    return c ? context_copy(t, c) : 0;
}

METHOD_TABLE(_contextvars);
METHOD(_contextvars, copy_context, contextvars_copy_context, 0, 0, "($module, /)");
METHOD(_contextvars, Context, &context_type, 0, METHOD_VALUE, NULL);
METHOD(_contextvars, ContextVar, &contextvar_type, 0, METHOD_VALUE, NULL);
METHOD(_contextvars, Token, &token_type, 0, METHOD_VALUE, NULL);

static val contextvars_init(struct thread *t) {
    struct type *const types[] = {&context_type, &contextvar_type, &token_type, &missing_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type_ready(t, types[i]) < 0) return 0;
    return native_module_new(t, "_contextvars", METHODS(_contextvars));
}
NATIVE_MODULE(_contextvars, "_contextvars", contextvars_init);
