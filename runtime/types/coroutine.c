/* Coroutines: what calling an `async def` makes. A generator's frame with one word more, `cr_origin`; what
 * drives it is what drives generators. */
#include "runtime/gc/gc.h"
#include "runtime/types/frame.h"
#include "runtime/types/generator.h"

#define G(v) AS(generator, v)

extern struct type coroutine_type;
extern struct shape coroutine_shape;

static val *origin_of(struct generator *g) {
    return &g->slot[g->code->nslots];
}

/* Who made it: (file, line, name) of as many frames as sys.set_coroutine_origin_tracking_depth asked for. */
static val note_origin(struct thread *t, struct generator *g) {
    val list = list_new(t, 4);
    struct level at;
    for (int64_t i = 0; list && i < t->origin_depth && level_above(t, i, &at); i++) {
        struct site s;
        code_site(at.code, at.site, &s);
        val entry = tuple_of(t, 3, (val[3]){at.code->file, val_small(s.line), at.code->name});
        if (!entry || list_push(t, list, entry) < 0) return 0;
    }
    val origin = list ? rt_list_to_tuple(t, list) : 0;
    if (!origin) return 0;
    gc_store(g, origin_of(g), origin);
    return val_of(g);
}

val rt_coroutine_new(struct thread *t, const struct code *code, val func) {
    struct generator *g = gc_new(t, &coroutine_type, sizeof *g + (code->nslots + 1) * sizeof(val));
    if (!g) return 0;
    frame_begin(g, code, func);
    if (unlikely(t->origin_depth)) return note_origin(t, g);
    return val_of(g);
}

static size_t coroutine_size(const struct obj *o) {
    return sizeof(struct generator) + (((const struct generator *)o)->code->nslots + 1) * sizeof(val);
}

/* Never started, and nobody can any more: said through the module `warnings` where the program has it, since
 * that shows where the coroutine was made. */
static void coroutine_finalize(struct thread *t, struct obj *o) {
    struct generator *g = (struct generator *)o;
    if (g->head.aux != GEN_CREATED) {
        if (generator_close(t, val_of(g)) < 0) unraisable(t, val_of(g));
        return;
    }
    val m = dict_lookup(t, rt_state.modules, NAME(warnings));
    val f = m ? obj_lookattr(t, m, NAME(_warn_unawaited_coroutine)) : 0;
    if (f)
        call1(t, f, val_of(g));
    else if (!t->exc)
        warn(t, &exc_RuntimeWarning, 1, str_format(t, "coroutine '%U' was never awaited", frame_qualname(g)),
             val_of(g));
    if (t->exc) unraisable(t, val_of(g));
}

static val coroutine_repr(struct thread *t, val v) {
    return str_format(t, "<coroutine object %U at %x>", frame_qualname(G(v)), (int64_t)v);
}
static val get_origin(struct thread *t, val v) {
    val origin = *origin_of(G(v));
    return (void)t, origin ? origin : NONE;
}

/* ---- what `coroutine.__await__()` gives ---- */

static struct type wrapper_type;
static struct shape wrapper_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &wrapper_type};
struct coroutine_wrapper {
    struct obj head;
    val coroutine;
};
#define INNER(v) (AS(coroutine_wrapper, v)->coroutine)

static val coroutine_await(struct thread *t, val v) {
    struct coroutine_wrapper *w = gc_new(t, &wrapper_type, sizeof *w);
    if (!w) return 0;
    w->coroutine = v;
    return val_of(w);
}

static val wrapper_iter(struct thread *t, val v) {
    return (void)t, v;
}
static val wrapper_next(struct thread *t, val v) {
    return frame_send(t, INNER(v), NONE);
}
static val wrapper_send(struct thread *t, val v, val value) {
    return generator_send(t, INNER(v), value);
}
static val wrapper_throw(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    argv[0] = INNER(argv[0]);
    return generator_throw(t, callee, argc, argv, kwnames);
}
static val wrapper_close(struct thread *t, val v) {
    return generator_close_method(t, INNER(v));
}

METHOD_TABLE(coroutine_wrapper);
METHOD(coroutine_wrapper, send, wrapper_send, 2, 0, NULL);
METHOD(coroutine_wrapper, throw, wrapper_throw, -1, 0, NULL);
METHOD(coroutine_wrapper, close, wrapper_close, 1, 0, NULL);

static struct type wrapper_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &wrapper_shape,
    .cname = "coroutine_wrapper",
    .base = &object_type,
    .size = sizeof(struct coroutine_wrapper),
    .flags = TYPE_RETURNS,
    .gc_layout = GC_WORDS,
    METHODS_OF(coroutine_wrapper),
    .iter = wrapper_iter,
    .next = wrapper_next,
};

/* ---- the type ---- */

METHOD_TABLE(coroutine);
METHOD(coroutine, send, generator_send, 2, 0, NULL);
METHOD(coroutine, throw, generator_throw, -1, 0, NULL);
METHOD(coroutine, close, generator_close_method, 1, 0, NULL);
METHOD(coroutine, __await__, coroutine_await, 1, 0, "($self, /)");
GETTER(coroutine, __name__, frame_get_name, frame_set_name);
GETTER(coroutine, __qualname__, frame_get_qualname, frame_set_qualname);
GETTER(coroutine, cr_running, frame_get_running, NULL);
GETTER(coroutine, cr_suspended, frame_get_suspended, NULL);
GETTER(coroutine, cr_code, frame_get_code, readonly_member);
GETTER(coroutine, cr_frame, frame_get_frame, NULL);
GETTER(coroutine, cr_await, frame_get_delegate, NULL);
GETTER(coroutine, cr_origin, get_origin, readonly_member);

struct shape coroutine_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &coroutine_type};
struct type coroutine_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &coroutine_shape,
    .cname = "coroutine",
    .base = &object_type,
    .size = sizeof(struct generator),
    .flags = TYPE_FRAME | TYPE_WEAKREF,
    .gc_layout = GC_CUSTOM,
    .object_size = coroutine_size,
    .finalize = coroutine_finalize,
    METHODS_OF(coroutine),
    .repr = coroutine_repr,
};
