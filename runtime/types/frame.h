/* Python frames: what stands on the native stack, in a suspended generator or in a traceback. */
#ifndef PY2_TYPES_FRAME_H
#define PY2_TYPES_FRAME_H

#include "runtime/state.h"

/* One level of the stack; `site` counts from 0, -1: only the function is known. */
struct level {
    const struct code *code;
    int64_t site;
};

/* The stack at a moment. Frames are made of it when somebody asks for them. */
struct stack {
    struct obj head;
    int64_t n;
    struct call_return {
        uintptr_t pc, fp;        /* return address; frame pointer of the function it is in */
        const struct code *code; /* not NULL: a generator that waits in `yield from`, `pc` is its site */
    } at[];
};

#define LEVELS_MAX 16
/* The levels that stand there, innermost first: several where calls were inlined. */
int levels_at(const struct call_return *r, struct level out[LEVELS_MAX]);

val stack_take(struct thread *t);
/* The frame `depth` levels above the innermost one, 0 innermost; 0 without exception when there is none. */
val frame_at(struct thread *t, val stack, int64_t depth);
const struct code *frame_code(val frame);
/* A frame known by its place only: of a traceback, of a suspended generator (or 0). */
val frame_of(struct thread *t, const struct code *code, int64_t site, val generator);
/* Where the call of `code` that has this frame pointer stands now; `site` when it has ended. */
int64_t site_now(uintptr_t fp, const struct code *code, int64_t site);
/* The code and site of a level of the running stack; false: not so deep. */
bool level_above(struct thread *t, int64_t depth, struct level *out);

extern struct type frame_type;
extern struct shape frame_shape;

#endif
