/* Traceback objects: one per frame an exception has passed, outermost first. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"

#define T(v) AS(traceback, v)

void rt_traceback(struct thread *t, const struct code *code, int64_t site) {
    val exc = t->exc;
    site += t->lookup_failed;
    t->lookup_failed = 0;
    if (unlikely(!exc || exc == rt_state.memory_error)) return;
    struct traceback *tb = gc_new_shaped(t, &traceback_shape, sizeof *tb);
    if (unlikely(!tb)) { /* no memory for it: the traceback lacks this line */
        t->exc = exc;
        return;
    }
    tb->code = code;
    tb->site = (int32_t)site;
    tb->line = -1;
    tb->next = AS(exception, exc)->traceback;
    gc_store(AS(exception, exc), &AS(exception, exc)->traceback, val_of(tb));
}

static void traceback_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct traceback *)o)->next);
    gc_visit(v, ((struct traceback *)o)->frame);
}

static int64_t line_of(const struct traceback *tb) {
    struct site s;
    if (tb->line >= 0) return tb->line;
    code_site(tb->code, tb->site, &s);
    return s.line;
}

static val get_next(struct thread *t, val v) {
    return (void)t, T(v)->next ? T(v)->next : NONE;
}
static int64_t set_next(struct thread *t, val v, val x) {
    if (!x || (x != NONE && !val_is_exact(x, &traceback_shape)))
        return raise_i(t, &exc_TypeError, "expected traceback object, got '%T'", x ? x : NONE);
    for (val p = x; p && p != NONE; p = T(p)->next)
        if (p == v) return raise_i(t, &exc_ValueError, "traceback loop detected");
    gc_store(T(v), &T(v)->next, x == NONE ? 0 : x);
    return 0;
}
static val get_lineno(struct thread *t, val v) {
    return (void)t, val_small(line_of(T(v)));
}
static val get_lasti(struct thread *t, val v) {
    return (void)t, val_small(T(v)->site < 0 ? -1 : 2 * T(v)->site); /* code_record.c */
}

METHOD_TABLE(traceback);
GETTER(traceback, tb_next, get_next, set_next);
GETTER(traceback, tb_lineno, get_lineno, NULL);
GETTER(traceback, tb_lasti, get_lasti, NULL);

static val get_frame(struct thread *t, val v) {
    if (T(v)->frame) return T(v)->frame;
    val f = frame_of(t, T(v)->code, T(v)->site, 0);
    if (f) gc_store(T(v), &T(v)->frame, f);
    return f;
}

/* types.TracebackType(tb_next, tb_frame, tb_lasti, tb_lineno) */
static val traceback_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    val a[4];
    int64_t lasti, line;
    if (!args_parse(t, "traceback", "tb_next tb_frame tb_lasti tb_lineno", argc, argv, kwnames, a)) return 0;
    if (a[0] != NONE && !val_is_exact(a[0], &traceback_shape))
        return raise(t, &exc_TypeError, "expected traceback object or None, got '%T'", a[0]);
    if (!val_is_exact(a[1], &frame_shape))
        return raise(t, &exc_TypeError, "traceback() argument 'tb_frame' must be frame, not %B", a[1]);
    if (!index_i64(t, a[2], &lasti) || !index_i64(t, a[3], &line)) return 0;
    struct traceback *tb = gc_new(t, &traceback_type, sizeof *tb);
    if (!tb) return 0;
    tb->code = frame_code(a[1]);
    tb->site = lasti < 0 ? -1 : (int32_t)(lasti / 2);
    tb->line = (int32_t)line;
    tb->frame = a[1];
    tb->next = a[0] == NONE ? 0 : a[0];
    return val_of(tb);
}
GETTER(traceback, tb_frame, get_frame, NULL);

struct shape traceback_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &traceback_type};
struct type traceback_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &traceback_shape,
    .cname = "traceback",
    .base = &object_type,
    .size = sizeof(struct traceback),
    .gc_layout = GC_CUSTOM,
    .trace = traceback_trace,
    .new = traceback_new,
    METHODS_OF(traceback),
};
