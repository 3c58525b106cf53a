/* The protocols behind `await`, `async for` and `async with`, as far as they ask objects; waiting is compiled
 * code's. */
#include "runtime/gc/gc.h"
#include "runtime/types/generator.h"

#define G(v) AS(generator, v)

/* ---- await ---- */

static const char *const refusals[] = {
    [AWAIT_PLAIN] = "object %T can't be used in 'await' expression",
    [AWAIT_ENTER] = "'async with' received an object from __aenter__ that does not implement __await__: %T",
    [AWAIT_EXIT] = "'async with' received an object from __aexit__ that does not implement __await__: %T",
    [AWAIT_NEXT] = "'async for' received an invalid object from __anext__: %T",
};

/* Generators of types.coroutine and coroutines are their own iterators. */
static bool awaits_itself(val v) {
    if (!val_is_ptr(v)) return false;
    uint32_t flags = type_of(v)->flags;
    if (flags & TYPE_FRAME) return G(v)->code->flags & (CODE_COROUTINE | CODE_ITERABLE);
    return flags & TYPE_AWAITS_SELF;
}

/* 0 without exception: `v` cannot be awaited. */
static val await_iterator(struct thread *t, val v) {
    if (awaits_itself(v)) return v;
    bool absent;
    val it = special_call(t, v, NAME(__await__), 0, NULL, &absent);
    if (!it) return 0;
    if (val_has(it, TYPE_FRAME) && awaits_itself(it))
        return raise(t, &exc_TypeError, "__await__() returned a coroutine");
    if (!type_of(it)->next)
        return raise(t, &exc_TypeError, "__await__() returned non-iterator of type '%T'", it);
    return it;
}

/* CPython says which object __anext__ gave whatever went wrong with it. */
static val invalid_next(struct thread *t, val v) {
    val cause = t->exc ? exc_take(t) : 0;
    raise(t, &exc_TypeError, refusals[AWAIT_NEXT], v);
    if (!cause || !exc_pending_is(t, &exc_TypeError)) return 0;
    struct exception *e = AS(exception, t->exc);
    gc_store(e, &e->cause, cause);
    gc_store(e, &e->context, cause);
    e->suppress_context = 1;
    return 0;
}

val rt_awaitable(struct thread *t, val v, int64_t of) {
    val it = await_iterator(t, v);
    if (!it) {
        if (of == AWAIT_NEXT) return invalid_next(t, v);
        return t->exc ? 0 : raise(t, &exc_TypeError, refusals[of], v);
    }
    if (val_has(it, TYPE_FRAME) && G(it)->delegate && G(it)->code->flags & CODE_COROUTINE)
        return raise(t, &exc_RuntimeError, "coroutine is being awaited already");
    return it;
}

/* ---- async for ---- */

val rt_async_iter(struct thread *t, val v) {
    bool absent = false;
    val it = special_call(t, v, NAME(__aiter__), 0, NULL, &absent);
    if (!it)
        return t->exc ? 0
                      : raise(t, &exc_TypeError,
                              "'async for' requires an object with __aiter__ method, got %T", v);
    if (!type_lookup(type_of(it), NAME(__anext__)))
        return raise(t, &exc_TypeError,
                     "'async for' received an object from __aiter__ that does not implement __anext__: %T",
                     it);
    return it;
}

val rt_async_next(struct thread *t, val it) {
    bool absent = false;
    val v = special_call(t, it, NAME(__anext__), 0, NULL, &absent);
    if (v || t->exc) return v;
    return raise(t, &exc_TypeError, "'async for' requires an iterator with __anext__ method, got %T", it);
}

int64_t rt_async_ended(struct thread *t) {
    if (!exc_pending_is(t, &exc_StopAsyncIteration)) return 0;
    t->exc = 0;
    return 1;
}

/* ---- async with ---- */

static val not_a_manager(struct thread *t, val manager, const char *more) {
    return raise(t, &exc_TypeError,
                 "'%T' object does not support the asynchronous context manager protocol%s", manager, more);
}

val rt_async_enter(struct thread *t, val manager, val *exit_out) {
    val enter = special_lookup(t, manager, NAME(__aenter__));
    if (!enter) return t->exc ? 0 : not_a_manager(t, manager, "");
    val exit = special_lookup(t, manager, NAME(__aexit__));
    if (!exit) return t->exc ? 0 : not_a_manager(t, manager, " (missed __aexit__ method)");
    *exit_out = exit;
    return rt_call(t, enter, 0, NULL, 0);
}

val rt_async_exit(struct thread *t, val exit, val exc) {
    return exit_call(t, exit, exc);
}

/* ---- aiter() and anext() ---- */

val async_iterator(struct thread *t, val v) {
    bool absent = false;
    val it = special_call(t, v, NAME(__aiter__), 0, NULL, &absent);
    if (!it) return t->exc ? 0 : raise(t, &exc_TypeError, "'%T' object is not an async iterable", v);
    if (!type_lookup(type_of(it), NAME(__anext__)))
        return raise(t, &exc_TypeError, "aiter() returned not an async iterator of type '%T'", it);
    return it;
}

/* anext(it, default): awaits what __anext__ gave; its end is the default. */
static struct type anext_type;
static struct shape anext_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &anext_type};
struct anext_awaitable {
    struct obj head;
    val wrapped, otherwise;
};
#define A(v) AS(anext_awaitable, v)

val async_next(struct thread *t, val it, val otherwise) {
    bool absent = false;
    if (!type_lookup(type_of(it), NAME(__anext__)))
        return raise(t, &exc_TypeError, "'%T' object is not an async iterator", it);
    val v = special_call(t, it, NAME(__anext__), 0, NULL, &absent);
    if (!v || !otherwise) return v;
    struct anext_awaitable *a = gc_new(t, &anext_type, sizeof *a);
    if (!a) return 0;
    a->wrapped = v;
    a->otherwise = otherwise;
    return val_of(a);
}

/* The end of the iterator becomes the end of this one, with the default as its value. */
static val ended(struct thread *t, val v, val given) {
    if (given || !rt_async_ended(t)) return given;
    return raise_stopiteration(t, A(v)->otherwise);
}

static val wrapped_iterator(struct thread *t, val v) {
    val it = await_iterator(t, A(v)->wrapped);
    if (!it && !t->exc) raise(t, &exc_TypeError, refusals[AWAIT_PLAIN], A(v)->wrapped);
    if (!it || !val_has(it, TYPE_FRAME)) return it;
    return special_call(t, it, NAME(__await__), 0, NULL, NULL);
}

static val anext_iter(struct thread *t, val v) {
    return (void)t, v;
}
static val anext_next(struct thread *t, val v) {
    val it = wrapped_iterator(t, v);
    if (!it) return 0;
    t->result = NONE;
    val r = iter_next(t, it);
    if (r || !t->exc || !rt_async_ended(t)) return r;
    t->result = A(v)->otherwise;
    return 0;
}
static val anext_send(struct thread *t, val v, val value) {
    val it = wrapped_iterator(t, v);
    return it ? ended(t, v, call_method1(t, it, NAME(send), value)) : 0;
}
static val anext_throw(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val it = wrapped_iterator(t, argv[0]);
    val f = it ? obj_getattr(t, it, NAME(throw)) : 0;
    return f ? ended(t, argv[0], call(t, f, argc - 1, argv + 1, kwnames)) : 0;
}
static val anext_close(struct thread *t, val v) {
    val it = wrapped_iterator(t, v);
    return it ? call_method0(t, it, NAME(close)) : 0;
}

METHOD_TABLE(anext_awaitable);
METHOD(anext_awaitable, send, anext_send, 2, 0, NULL);
METHOD(anext_awaitable, throw, anext_throw, -1, 0, NULL);
METHOD(anext_awaitable, close, anext_close, 1, 0, NULL);
METHOD(anext_awaitable, __await__, anext_iter, 1, 0, "($self, /)");
static struct type anext_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &anext_shape,
    .cname = "anext_awaitable",
    .base = &object_type,
    .size = sizeof(struct anext_awaitable),
    .flags = TYPE_RETURNS | TYPE_AWAITS_SELF,
    .gc_layout = GC_WORDS,
    METHODS_OF(anext_awaitable),
    .iter = anext_iter,
    .next = anext_next,
};
