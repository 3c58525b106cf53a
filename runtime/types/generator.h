/* Frames that are suspended: what the types `generator`, `coroutine` and `async_generator` share.
 *
 * A step gives the value it yields, or 0: with an exception pending when it raised, without one when it returned;
 * then the value is in thread->result. */
#ifndef PY2_TYPES_GENERATOR_H
#define PY2_TYPES_GENERATOR_H

#include "runtime/state.h"

/* A chain of delegators whose last one runs: those before it are not on the native stack, though in Python they
 * are its callers. `fp`: the frame that runs the last one. */
struct running_chain {
    struct generator *top, *last;
    uintptr_t fp;
    struct running_chain *outer;
};

/* ---- generator.c ---- */
void frame_begin(struct generator *g, const struct code *code, val func);
void frame_stop_escaped(struct thread *t, const struct generator *g); /* the pending exception becomes RuntimeError */
val frame_qualname(const struct generator *g);
val frame_send(struct thread *t, val self, val value);
val frame_throw(struct thread *t, struct generator *g, val exc);
val thrown_exception(struct thread *t, int64_t argc, const val *argv); /* of throw(type[, value[, traceback]]) */
/* Methods and getters, the same for every kind. */
val generator_next(struct thread *t, val v);
val generator_send(struct thread *t, val self, val value);
val generator_throw(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val generator_close_method(struct thread *t, val v);
val frame_get_name(struct thread *t, val v);
val frame_get_qualname(struct thread *t, val v);
int64_t frame_set_name(struct thread *t, val v, val x);
int64_t frame_set_qualname(struct thread *t, val v, val x);
val frame_get_running(struct thread *t, val v);
val frame_get_suspended(struct thread *t, val v);
val frame_get_code(struct thread *t, val v);
val frame_get_delegate(struct thread *t, val v);
val frame_get_frame(struct thread *t, val v);

/* ---- awaitable.c ---- */
/* What is awaited: errors name it. */
enum await_of { AWAIT_PLAIN, AWAIT_ENTER, AWAIT_EXIT, AWAIT_NEXT };
val async_iterator(struct thread *t, val v);                 /* aiter() */
val async_next(struct thread *t, val it, val otherwise);     /* anext(); otherwise 0: no default */

/* ---- asyncgen.c ---- */
extern struct type asyncgen_type;
extern struct shape asyncgen_shape;

#endif
