/* Async generators: an `async def` that yields. The frame never runs by itself: asend(), athrow(), aclose()
 * and
 * __anext__() make awaitables, each of which drives it to its next `yield` and passes on what its awaits give
 * meanwhile.
 *
 * Invariants:
 *  - Behind the frame's slots stand two words: the finalizer hook, and flags as a small int.
 *  - ASYNC_RUNNING is set from the first step of an awaitable until the frame has yielded, returned or
 * raised; a second awaitable is refused meanwhile. */
#include "runtime/gc/gc.h"
#include "runtime/types/container.h"
#include "runtime/types/generator.h"

#define G(v) AS(generator, v)

enum { EXTRA_FINALIZER, EXTRA_FLAGS, EXTRA_WORDS };
enum { ASYNC_RUNNING = 1, ASYNC_CLOSED = 2, ASYNC_HOOKED = 4 };

static val *extra(struct generator *g) {
    return &g->slot[g->code->nslots];
}
static int64_t flags_of(struct generator *g) {
    val v = extra(g)[EXTRA_FLAGS];
    return v ? val_small_get(v) : 0;
}
static void set_flag(struct generator *g, int64_t flag, bool on) {
    int64_t f = flags_of(g);
    extra(g)[EXTRA_FLAGS] = val_small(on ? f | flag : f & ~flag);
}

val rt_asyncgen_new(struct thread *t, const struct code *code, val func) {
    struct generator *g =
        gc_new(t, &asyncgen_type, sizeof *g + (code->nslots + EXTRA_WORDS) * sizeof(val));
    if (!g) return 0;
    frame_begin(g, code, func);
    return val_of(g);
}

static size_t asyncgen_size(const struct obj *o) {
    return sizeof(struct generator) +
           (((const struct generator *)o)->code->nslots + EXTRA_WORDS) * sizeof(val);
}

/* The first awaitable of a generator tells the hooks of sys.set_asyncgen_hooks about it. */
static bool call_hooks(struct thread *t, struct generator *g) {
    if (flags_of(g) & ASYNC_HOOKED) return true;
    set_flag(g, ASYNC_HOOKED, true);
    if (t->finalizer) gc_store(g, &extra(g)[EXTRA_FINALIZER], t->finalizer);
    return !t->firstiter || call1(t, t->firstiter, val_of(g));
}

static val frame_sent(struct thread *t, struct generator *g, val value) {
    val v = frame_send(t, val_of(g), value);
    if (!v && exc_pending_is(t, &exc_StopAsyncIteration)) frame_stop_escaped(t, g);
    return v;
}
static val frame_thrown(struct thread *t, struct generator *g, val exc) {
    bool ended = g->head.aux == GEN_CLOSED;
    val v = frame_throw(t, g, exc);
    if (!v && !ended && exc_pending_is(t, &exc_StopAsyncIteration)) frame_stop_escaped(t, g);
    return v;
}

/* What a step of the frame means: 0 and no exception when it yielded (the value is in t->result), otherwise
 * the value that an await in it passes on, or what it raised. */
static val step_done(struct thread *t, struct generator *g, val v) {
    if (v && !(g->site & SITE_ASYNC_YIELD)) return v;
    set_flag(g, ASYNC_RUNNING, false);
    if (v) {
        t->result = v;
        return 0;
    }
    if (!t->exc) {
        val end = exc_new(t, &exc_StopAsyncIteration, 0, NULL);
        if (end) raise_val(t, end);
    }
    if (exc_pending_is(t, &exc_StopAsyncIteration) || exc_pending_is(t, &exc_GeneratorExit))
        set_flag(g, ASYNC_CLOSED, true);
    return 0;
}

/* ---- the awaitables ---- */

enum awaitable_state { AWAIT_INIT, AWAIT_ITER, AWAIT_CLOSED };
enum awaitable_kind { KIND_SEND, KIND_THROW, KIND_CLOSE };

struct awaitable {
    struct obj head; /* aux: enum awaitable_state */
    val gen;
    val value; /* to be sent or thrown */
    int64_t kind;
};
#define W(v) AS(awaitable, v)

static struct type asend_type, athrow_type;
static struct shape asend_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &asend_type};
static struct shape athrow_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &athrow_type};

static val awaitable_new(struct thread *t, val gen, enum awaitable_kind kind, val value) {
    if (!call_hooks(t, G(gen))) return 0;
    struct awaitable *w = gc_new(t, kind == KIND_SEND ? &asend_type : &athrow_type, sizeof *w);
    if (!w) return 0;
    w->gen = gen;
    w->value = value;
    w->kind = kind;
    return val_of(w);
}

static const char *const names[] = {"anext", "athrow", "aclose"};

static val used_up(struct thread *t, const struct awaitable *w) {
    return raise(t, &exc_RuntimeError,
                 w->kind == KIND_SEND ? "cannot reuse already awaited __anext__()/asend()"
                                      : "cannot reuse already awaited aclose()/athrow()");
}

static val step_end(struct awaitable *w, val v) {
    if (!v) w->head.aux = AWAIT_CLOSED;
    return v;
}

/* aclose() ends well when the frame lets GeneratorExit through or returns; a value it yields is refused. */
static val close_done(struct thread *t, struct awaitable *w, val v) {
    struct generator *g = G(w->gen);
    if (v && !(g->site & SITE_ASYNC_YIELD)) return v;
    set_flag(g, ASYNC_RUNNING, false);
    w->head.aux = AWAIT_CLOSED;
    if (v) return raise(t, &exc_RuntimeError, "async generator ignored GeneratorExit");
    if (exc_pending_is(t, &exc_StopAsyncIteration) || exc_pending_is(t, &exc_GeneratorExit)) t->exc = 0;
    t->result = NONE;
    return 0;
}

static val finish_step(struct thread *t, struct awaitable *w, val v) {
    if (w->kind == KIND_CLOSE) return close_done(t, w, v);
    return step_end(w, step_done(t, G(w->gen), v));
}

/* The first step of an awaitable; false: there is none to do. */
static bool may_begin(struct thread *t, struct awaitable *w, val value) {
    struct generator *g = G(w->gen);
    if (flags_of(g) & ASYNC_RUNNING) {
        if (w->kind != KIND_SEND) w->head.aux = AWAIT_CLOSED;
        return raise(t, &exc_RuntimeError, "%s(): asynchronous generator is already running", names[w->kind]);
    }
    if (w->kind == KIND_SEND) return true;
    if (flags_of(g) & ASYNC_CLOSED) {
        w->head.aux = AWAIT_CLOSED;
        val end = exc_new(t, &exc_StopAsyncIteration, 0, NULL);
        return end && raise_val(t, end);
    }
    if (value != NONE)
        return raise(t, &exc_RuntimeError, "can't send non-None value to a just-started coroutine");
    return true;
}

static val begin(struct thread *t, struct awaitable *w, val value) {
    struct generator *g = G(w->gen);
    if (!may_begin(t, w, value)) return 0;
    w->head.aux = AWAIT_ITER;
    set_flag(g, ASYNC_RUNNING, true);
    if (w->kind == KIND_SEND) return frame_sent(t, g, value == NONE ? w->value : value);
    if (w->kind == KIND_CLOSE) set_flag(g, ASYNC_CLOSED, true);
    val exc = w->kind == KIND_CLOSE
                  ? exc_new(t, &exc_GeneratorExit, 0, NULL)
                  : thrown_exception(t, AS(tuple, w->value)->len, AS(tuple, w->value)->item);
    return exc ? frame_thrown(t, g, exc) : 0;
}

static val awaitable_step(struct thread *t, val self, val value) {
    struct awaitable *w = W(self);
    if (w->head.aux == AWAIT_CLOSED) return used_up(t, w);
    if (w->kind != KIND_SEND && G(w->gen)->head.aux == GEN_CLOSED) { /* nothing is left to do it in */
        w->head.aux = AWAIT_CLOSED;
        t->result = NONE;
        return 0;
    }
    val v;
    if (w->head.aux == AWAIT_INIT) {
        v = begin(t, w, value);
        if (w->head.aux != AWAIT_ITER) return v;
    } else {
        set_flag(G(w->gen), ASYNC_RUNNING, true);
        v = frame_sent(t, G(w->gen), value);
    }
    return finish_step(t, w, v);
}

static val awaitable_iter(struct thread *t, val v) {
    return (void)t, v;
}
static val awaitable_next(struct thread *t, val v) {
    return awaitable_step(t, v, NONE);
}
static val with_stop(struct thread *t, val v) {
    return v || t->exc ? v : raise_stopiteration(t, t->result);
}
static val awaitable_send(struct thread *t, val v, val value) {
    return with_stop(t, awaitable_step(t, v, value));
}
static val awaitable_throw(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct awaitable *w = W(argv[0]);
    if (!args_no_keywords(t, "throw", kwnames) || !args_count(t, "throw", argc - 1, 1, 3)) return 0;
    if (w->head.aux == AWAIT_CLOSED) return used_up(t, w);
    val exc = thrown_exception(t, argc - 1, argv + 1);
    if (!exc) return 0;
    return with_stop(t, finish_step(t, w, frame_thrown(t, G(w->gen), exc)));
}
static val awaitable_close(struct thread *t, val v) {
    (void)t;
    W(v)->head.aux = AWAIT_CLOSED;
    return NONE;
}

#define AWAITABLE_TYPE(id, text)                                                                             \
    METHOD_TABLE(id);                                                                                        \
    METHOD(id, send, awaitable_send, 2, 0, NULL);                                                            \
    METHOD(id, throw, awaitable_throw, -1, 0, NULL);                                                         \
    METHOD(id, close, awaitable_close, 1, 0, NULL);                                                          \
    METHOD(id, __await__, awaitable_iter, 1, 0, "($self, /)");                                               \
    static struct type id##_type = {.head = {&type_shape, GC_STATIC, 0},                                     \
                                    .shape = &id##_shape,                                                    \
                                    .cname = text,                                                           \
                                    .base = &object_type,                                                    \
                                    .size = sizeof(struct awaitable),                                        \
                                    .flags = TYPE_RETURNS | TYPE_AWAITS_SELF,                                \
                                    .gc_layout = GC_WORDS,                                                   \
                                    METHODS_OF(id),                                                          \
                                    .iter = awaitable_iter,                                                  \
                                    .next = awaitable_next}
AWAITABLE_TYPE(asend, "async_generator_asend");
AWAITABLE_TYPE(athrow, "async_generator_athrow");

/* ---- the type ---- */

static val asyncgen_anext(struct thread *t, val v) {
    return awaitable_new(t, v, KIND_SEND, NONE);
}
static val asyncgen_asend(struct thread *t, val v, val value) {
    return awaitable_new(t, v, KIND_SEND, value);
}
static val asyncgen_athrow(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "async_generator.athrow", kwnames) || !args_count(t, "athrow", argc - 1, 1, 3))
        return 0;
    val args = tuple_of(t, argc - 1, argv + 1);
    return args ? awaitable_new(t, argv[0], KIND_THROW, args) : 0;
}
static val asyncgen_aclose(struct thread *t, val v) {
    return awaitable_new(t, v, KIND_CLOSE, 0);
}
static val asyncgen_aiter(struct thread *t, val v) {
    return (void)t, v;
}

static val asyncgen_repr(struct thread *t, val v) {
    return str_format(t, "<async_generator object %U at %x>", frame_qualname(G(v)), (int64_t)v);
}
static val get_running(struct thread *t, val v) {
    return (void)t, val_bool(flags_of(G(v)) & ASYNC_RUNNING);
}

/* The event loop that iterated closes it; without one it is closed here. */
static void asyncgen_finalize(struct thread *t, struct obj *o) {
    struct generator *g = (struct generator *)o;
    val hook = extra(g)[EXTRA_FINALIZER];
    if (hook && !(flags_of(g) & ASYNC_CLOSED)) {
        if (!call1(t, hook, val_of(g))) unraisable(t, val_of(g));
        return;
    }
    if (generator_close(t, val_of(g)) < 0) unraisable(t, val_of(g));
}

METHOD_TABLE(async_generator);
METHOD(async_generator, asend, asyncgen_asend, 2, 0, NULL);
METHOD(async_generator, athrow, asyncgen_athrow, -1, 0, NULL);
METHOD(async_generator, aclose, asyncgen_aclose, 1, 0, NULL);
METHOD(async_generator, __aiter__, asyncgen_aiter, 1, 0, "($self, /)");
METHOD(async_generator, __anext__, asyncgen_anext, 1, 0, "($self, /)");
METHOD(async_generator, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(async_generator, __name__, frame_get_name, frame_set_name);
GETTER(async_generator, __qualname__, frame_get_qualname, frame_set_qualname);
GETTER(async_generator, ag_running, get_running, readonly_member);
GETTER(async_generator, ag_code, frame_get_code, readonly_member);
GETTER(async_generator, ag_frame, frame_get_frame, NULL);
GETTER(async_generator, ag_await, frame_get_delegate, NULL);
GETTER(async_generator, ag_suspended, frame_get_suspended, NULL);

struct shape asyncgen_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &asyncgen_type};
struct type asyncgen_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &asyncgen_shape,
    .cname = "async_generator",
    .base = &object_type,
    .size = sizeof(struct generator),
    .flags = TYPE_FRAME | TYPE_WEAKREF,
    .gc_layout = GC_CUSTOM,
    .object_size = asyncgen_size,
    .finalize = asyncgen_finalize,
    METHODS_OF(async_generator),
    .repr = asyncgen_repr,
};
