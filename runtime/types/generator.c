/* Generators: resuming, send, throw, close, `yield from`.
 *
 * A generator's frame is the object itself; the compiled resume function jumps on `state`. While it runs its
 * aux is GEN_RUNNING, which makes the collector look at its slots every time: they are written without
 * barriers. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"
#include "runtime/types/generator.h"

#define G(v) AS(generator, v)
typedef val (*resume_fn)(struct thread *, val gen, val sent, int64_t throwing);

void frame_begin(struct generator *g, const struct code *code, val func) {
    g->head.aux = GEN_CREATED;
    g->code = code;
    g->func = func;
    if (func && val_is_exact(func, &function_shape)) {
        g->code = AS(function, func)->code; /* types.coroutine marks it */
        g->name = AS(function, func)->name;
        g->qualname = AS(function, func)->qualname;
    }
}

val rt_generator_new(struct thread *t, const struct code *code, val func) {
    struct generator *g = gc_new(t, &generator_type, sizeof *g + code->nslots * sizeof(val));
    if (!g) return 0;
    frame_begin(g, code, func);
    return val_of(g);
}

static size_t generator_size(const struct obj *o) {
    return sizeof(struct generator) + ((const struct generator *)o)->code->nslots * sizeof(val);
}

static val name_of(const struct generator *g) {
    return g->name ? g->name : g->code->name;
}
val frame_qualname(const struct generator *g) {
    return g->qualname ? g->qualname : g->code->qualname;
}

static const char *kind_of(const struct generator *g) {
    if (g->code->flags & CODE_ASYNCGEN) return "async generator";
    return g->code->flags & CODE_COROUTINE ? "coroutine" : "generator";
}

static bool is_coroutine(const struct generator *g) {
    return g->code->flags & CODE_COROUTINE;
}

/* Generators and coroutines are driven without method calls; async generators have a protocol of their own.
 */
static inline bool is_driven(val v) {
    return val_is_ptr(v) && val_has(v, TYPE_FRAME) && !(G(v)->code->flags & CODE_ASYNCGEN);
}

/* What escapes a frame: StopIteration would silently end the loop around it, so it is turned into
 * RuntimeError. */
void frame_stop_escaped(struct thread *t, const struct generator *g) {
    val cause = exc_take(t);
    raise(t, &exc_RuntimeError, "%s raised %T", kind_of(g), cause);
    if (!exc_pending_is(t, &exc_RuntimeError)) return;
    struct exception *e = AS(exception, t->exc);
    gc_store(e, &e->cause, cause);
    gc_store(e, &e->context, cause);
    e->suppress_context = 1;
}

static void finish(struct generator *g) {
    g->head.aux = GEN_CLOSED;
    g->head.gc &= ~GC_FINALIZE;
    g->delegate = 0;
    g->handled = 0;
    memset(g->slot, 0, g->code->nslots * sizeof(val));
}

static __attribute__((noinline)) val cannot_resume(struct thread *t, struct generator *g) {
    bool running = g->head.aux == GEN_RUNNING;
    t->result = NONE;
    if (!running && !is_coroutine(g)) return 0;
    t->exc = 0;
    return raise(t, running ? &exc_ValueError : &exc_RuntimeError,
                 running ? "%s already executing" : "cannot reuse already awaited %s", kind_of(g));
}

/* The check may run handlers of signals: what is being thrown waits meanwhile. */
static __attribute__((noinline)) bool may_go_deeper(struct thread *t) {
    val exc = t->exc;
    t->exc = 0;
    if (stack_check(t) < 0) return false;
    t->exc = exc;
    return true;
}

static __attribute__((noinline)) val returned(struct thread *t, struct generator *g) {
    finish(g);
    if (t->exc && exc_pending_is(t, &exc_StopIteration)) frame_stop_escaped(t, g);
    return 0;
}

static inline val run(struct thread *t, struct generator *g, val sent, bool throwing) {
    val handled = t->handled;
    /* what the generator was handling when it stopped comes back; otherwise it sees its caller's */
    if (unlikely(g->handled != 0)) t->handled = g->handled;
    g->head.aux = GEN_RUNNING;
    val v = ((resume_fn)g->code->resume)(t, val_of(g), sent, throwing);
    gc_note(&g->head);
    val now = t->handled;
    t->handled = handled;
    if (unlikely(!v)) return returned(t, g);
    g->head.aux = GEN_SUSPENDED;
    if (unlikely(now != handled || g->handled)) g->handled = now != handled ? now : 0;
    return v;
}

/* ---- chains of `yield from` ----
 * A generator that waits in `yield from` for another one would pass each value through unseen, so the last of
 * such a chain is resumed at once. Those before it count as running meanwhile. When the last one ends, the
 * one before it is resumed as usual, and what its rt_delegate asks for is already here. */

struct generator_end {
    struct generator *of;
    val exc, result;
};

static inline bool passes_on(const struct generator *g) {
    return g->delegate && g->head.aux == GEN_SUSPENDED && !g->handled && is_driven(g->delegate) &&
           G(g->delegate)->head.aux == GEN_SUSPENDED;
}

static void mark_chain(struct generator *from, const struct generator *to, enum generator_state state) {
    for (; from != to; from = G(from->delegate)) from->head.aux = state;
}

static __attribute__((noinline)) val run_chain(struct thread *t, struct generator *top) {
    struct generator *g = top;
    while (passes_on(g)) g = G(g->delegate);
    mark_chain(top, g, GEN_RUNNING);
    struct running_chain here = {top, g, (uintptr_t)__builtin_frame_address(0), t->chain};
    t->chain = &here;
    val v = run(t, g, NONE, false);
    while (!v && g != top) {
        struct generator_end end = {g, t->exc, t->result};
        struct generator *before = top;
        while (before->delegate != val_of(g)) before = G(before->delegate);
        t->exc = 0;
        rt_state.generator_end = &end;
        here.last = before;
        v = run(t, before, NONE, false);
        rt_state.generator_end = NULL;
        g = before;
    }
    t->chain = here.outer;
    mark_chain(top, g, GEN_SUSPENDED);
    return v;
}

/* Next value; 0 without exception when it returned (value in t->result), 0 with one when it raised. With
 * `throwing` the exception is pending already. */
static inline val resume(struct thread *t, struct generator *g, val sent, bool throwing) {
    if (unlikely(g->head.aux > GEN_SUSPENDED)) return cannot_resume(t, g);
    if (unlikely((uintptr_t)__builtin_frame_address(0) <= t->limit) && !may_go_deeper(t)) return 0;
    if (!throwing && sent == NONE && passes_on(g)) return run_chain(t, g);
    return run(t, g, sent, throwing);
}

val generator_resume(struct thread *t, struct generator *g, val sent, bool throwing) {
    return resume(t, g, sent, throwing);
}

val generator_next(struct thread *t, val v) {
    return resume(t, G(v), NONE, false);
}

static val stopped(struct thread *t, val v) {
    if (v || t->exc) return v;
    return raise_stopiteration(t, t->result);
}

/* send() without the StopIteration: its value is in t->result. */
val frame_send(struct thread *t, val self, val value) {
    if (G(self)->head.aux == GEN_CREATED && value != NONE)
        return raise(t, &exc_TypeError, "can't send non-None value to a just-started %s", kind_of(G(self)));
    return resume(t, G(self), value, false);
}

val generator_send(struct thread *t, val self, val value) {
    return stopped(t, frame_send(t, self, value));
}

/* The exception of throw(type[, value[, traceback]]). */
val thrown_exception(struct thread *t, int64_t argc, const val *argv) {
    val type = argv[0], value = argc > 1 ? argv[1] : NONE, tb = argc > 2 && argv[2] != NONE ? argv[2] : 0,
        exc;
    if (tb && !val_is_exact(tb, &traceback_shape))
        return raise(t, &exc_TypeError, "throw() third argument must be a traceback object");
    if (val_has(type, TYPE_EXC)) {
        if (value != NONE)
            return raise(t, &exc_TypeError, "instance exception may not have a separate value");
        exc = type;
    } else if (val_has(type, TYPE_TYPE) && AS(type, type)->flags & TYPE_EXC) {
        if (val_has(value, TYPE_EXC) && type_is_subtype(type_of(value), AS(type, type)))
            exc = value;
        else if (value == NONE)
            exc = call0(t, type);
        else if (val_has(value, TYPE_TUPLE))
            exc = rt_call_ex(t, type, value, 0);
        else
            exc = call1(t, type, value);
        if (!exc) return 0;
        if (!val_has(exc, TYPE_EXC))
            return raise(t, &exc_TypeError,
                         "calling %R should have returned an instance of BaseException, not %T", type, exc);
    } else {
        return raise(t, &exc_TypeError,
                     "exceptions must be classes or instances deriving from BaseException, not %T", type);
    }
    if (tb) gc_store(AS(exception, exc), &AS(exception, exc)->traceback, tb);
    return exc;
}

val frame_throw(struct thread *t, struct generator *g, val exc) {
    if (g->head.aux == GEN_RUNNING || (g->head.aux == GEN_CLOSED && is_coroutine(g)))
        return cannot_resume(t, g);
    /* what the generator is handling becomes the context, what its caller handles does not */
    if (g->handled) {
        val handled = t->handled;
        t->handled = g->handled;
        exc_set_context(t, exc);
        t->handled = handled;
    }
    t->exc = exc;
    if (g->head.aux == GEN_CLOSED) return 0;
    if (g->head.aux == GEN_CREATED) {
        rt_traceback(t, g->code, -1);
        return returned(t, g);
    }
    return generator_resume(t, g, NONE, true);
}

val generator_throw(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "generator.throw", kwnames) || !args_count(t, "throw", argc - 1, 1, 3)) return 0;
    val exc = thrown_exception(t, argc - 1, argv + 1);
    return exc ? stopped(t, frame_throw(t, G(argv[0]), exc)) : 0;
}

/* 0 closed, -1 raised. */
int64_t generator_close(struct thread *t, val v) {
    struct generator *g = G(v);
    if (g->head.aux == GEN_CLOSED) return 0;
    if (g->head.aux == GEN_CREATED) {
        finish(g);
        return 0;
    }
    val exc = exc_new(t, &exc_GeneratorExit, 0, NULL);
    if (!exc) return -1;
    exc_set_context(t, exc);
    val r = frame_throw(t, g, exc);
    if (r) return raise_i(t, &exc_RuntimeError, "%s ignored GeneratorExit", kind_of(g));
    if (!t->exc) return 0;
    if (exc_pending_is(t, &exc_GeneratorExit) || exc_pending_is(t, &exc_StopIteration)) {
        t->exc = 0;
        return 0;
    }
    return -1;
}

val generator_close_method(struct thread *t, val v) {
    return generator_close(t, v) < 0 ? 0 : NONE;
}

/* ---- yield from ---- */

/* Only a generator of types.coroutine may delegate to a coroutine; `await` does not come here. */
val rt_delegate_iter(struct thread *t, val v, val generator) {
    if (val_is_exact(v, &generator_shape)) return v;
    if (is_driven(v) && G(generator)->code->flags & CODE_ITERABLE) return v;
    if (is_driven(v))
        return raise(t, &exc_TypeError,
                     "cannot 'yield from' a coroutine object in a non-coroutine generator");
    return obj_iter(t, v);
}

/* Ends the sub-iterator: it raised or it is exhausted. StopIteration's value becomes t->result. */
static val delegate_done(struct thread *t) {
    if (!t->exc) return 0;
    if (!exc_pending_is(t, &exc_StopIteration)) return 0;
    val value = AS(exception, t->exc)->extra[0];
    t->exc = 0;
    t->result = value ? value : NONE;
    return 0;
}

/* The exception pending in t is thrown into the sub-iterator. */
static val delegate_throw(struct thread *t, val it) {
    val exc = exc_take(t);
    if (type_is_subtype(type_of(exc), &exc_GeneratorExit)) {
        if (is_driven(it)) {
            if (generator_close(t, it) < 0) return 0;
        } else {
            val close = obj_lookattr(t, it, NAME(close));
            if (t->exc) unraisable(t, it);
            if (close && !call0(t, close)) return 0;
        }
        t->exc = exc;
        return 0;
    }
    if (is_driven(it)) {
        val r = frame_throw(t, G(it), exc);
        return r ? r : delegate_done(t);
    }
    val f = obj_lookattr(t, it, NAME(throw));
    if (!f) {
        if (!t->exc) t->exc = exc;
        return 0;
    }
    val r = call1(t, f, exc);
    return r ? r : delegate_done(t);
}

val rt_delegate(struct thread *t, val it, val sent, int64_t throwing) {
    if (throwing) return delegate_throw(t, it);
    struct generator_end *end = rt_state.generator_end;
    if (unlikely(end && val_of(end->of) == it)) {
        rt_state.generator_end = NULL;
        t->exc = end->exc;
        t->result = end->result;
        return 0;
    }
    if (is_driven(it)) return frame_send(t, it, sent);
    if (sent == NONE) {
        t->result = NONE;
        val r = iter_next(t, it);
        return r ? r : delegate_done(t);
    }
    val r = call_method1(t, it, NAME(send), sent);
    return r ? r : delegate_done(t);
}

/* ---- the type ---- */

static val generator_iter(struct thread *t, val v) {
    return (void)t, v;
}
static val generator_repr(struct thread *t, val v) {
    return str_format(t, "<generator object %U at %x>", frame_qualname(G(v)), (int64_t)v);
}
val frame_get_name(struct thread *t, val v) {
    return (void)t, name_of(G(v));
}
val frame_get_qualname(struct thread *t, val v) {
    return (void)t, frame_qualname(G(v));
}
int64_t frame_set_name(struct thread *t, val v, val x) {
    if (!x || !val_is_str(x)) return raise_i(t, &exc_TypeError, "__name__ must be set to a string object");
    gc_store(G(v), &G(v)->name, x);
    return 0;
}
int64_t frame_set_qualname(struct thread *t, val v, val x) {
    if (!x || !val_is_str(x))
        return raise_i(t, &exc_TypeError, "__qualname__ must be set to a string object");
    gc_store(G(v), &G(v)->qualname, x);
    return 0;
}
val frame_get_running(struct thread *t, val v) {
    return (void)t, val_bool(G(v)->head.aux == GEN_RUNNING);
}
val frame_get_suspended(struct thread *t, val v) {
    return (void)t, val_bool(G(v)->head.aux == GEN_SUSPENDED);
}
val frame_get_code(struct thread *t, val v) {
    return code_object(t, G(v)->code);
}
val frame_get_delegate(struct thread *t, val v) {
    return (void)t, G(v)->delegate && G(v)->head.aux != GEN_RUNNING ? G(v)->delegate : NONE;
}
/* Not while it runs: then its frame is on the stack. */
val frame_get_frame(struct thread *t, val v) {
    struct generator *g = G(v);
    if (g->head.aux == GEN_CLOSED) return NONE;
    int64_t site = g->head.aux == GEN_CREATED ? -1 : (int64_t)(g->site & ~SITE_ASYNC_YIELD) - 1;
    return frame_of(t, g->code, site, v);
}

METHOD_TABLE(generator);
METHOD(generator, send, generator_send, 2, 0, NULL);
METHOD(generator, throw, generator_throw, -1, 0, NULL);
METHOD(generator, close, generator_close_method, 1, 0, NULL);
GETTER(generator, __name__, frame_get_name, frame_set_name);
GETTER(generator, __qualname__, frame_get_qualname, frame_set_qualname);
GETTER(generator, gi_running, frame_get_running, NULL);
GETTER(generator, gi_suspended, frame_get_suspended, NULL);
GETTER(generator, gi_code, frame_get_code, NULL);
GETTER(generator, gi_frame, frame_get_frame, NULL);
GETTER(generator, gi_yieldfrom, frame_get_delegate, NULL);

struct shape generator_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &generator_type};
struct type generator_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &generator_shape,
    .cname = "generator",
    .base = &object_type,
    .size = sizeof(struct generator),
    .flags = TYPE_FRAME | TYPE_RETURNS | TYPE_WEAKREF,
    .gc_layout = GC_CUSTOM,
    .object_size = generator_size,
    METHODS_OF(generator),
    .repr = generator_repr,
    .iter = generator_iter,
    .next = generator_next,
};
