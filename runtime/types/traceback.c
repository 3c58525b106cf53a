/* Traceback objects: one per frame an exception has passed, outermost first. Frames are shown as far as
 * tracebacks need them. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

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
    tb->site = site;
    tb->line = -1;
    tb->next = AS(exception, exc)->traceback;
    gc_store(AS(exception, exc), &AS(exception, exc)->traceback, val_of(tb));
}

static void traceback_trace(struct gc_visitor *v, struct obj *o) {
    gc_visit(v, ((struct traceback *)o)->next);
}

static int64_t line_of(const struct traceback *tb) {
    struct site s;
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
    return (void)t, val_small(T(v)->site);
}

METHOD_TABLE(traceback);
GETTER(traceback, tb_next, get_next, set_next);
GETTER(traceback, tb_lineno, get_lineno, NULL);
GETTER(traceback, tb_lasti, get_lasti, NULL);

/* ---- frames ---- */

static struct type frame_type;
static struct shape frame_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &frame_type};
struct frame {
    struct obj head;
    const struct code *code;
    int64_t line;
};

static val get_frame(struct thread *t, val v) {
    struct frame *f = gc_new(t, &frame_type, sizeof *f);
    if (!f) return 0;
    f->code = T(v)->code;
    f->line = line_of(T(v));
    return val_of(f);
}
GETTER(traceback, tb_frame, get_frame, NULL);

static val frame_code(struct thread *t, val v) {
    return code_object(t, AS(frame, v)->code);
}
static val frame_line(struct thread *t, val v) {
    return (void)t, val_small(AS(frame, v)->line);
}
static val frame_globals(struct thread *t, val v) {
    const struct module_def *m = AS(frame, v)->code->module;
    return m && m->module ? AS(module, m->module)->dict : dict_make(t);
}
static val frame_back(struct thread *t, val v) {
    return (void)t, (void)v, NONE;
}
static val frame_repr(struct thread *t, val v) {
    const struct code *c = AS(frame, v)->code;
    return str_format(t, "<frame at %x, file '%U', line %ld, code %U>", (int64_t)v, c->file,
                      AS(frame, v)->line, c->name);
}

METHOD_TABLE(frame);
GETTER(frame, f_code, frame_code, NULL);
GETTER(frame, f_lineno, frame_line, NULL);
GETTER(frame, f_globals, frame_globals, NULL);
GETTER(frame, f_back, frame_back, NULL);
static struct type frame_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &frame_shape,
    .cname = "frame",
    .base = &object_type,
    .size = sizeof(struct frame),
    .gc_layout = GC_LEAF,
    METHODS_OF(frame),
    .repr = frame_repr,
};

struct shape traceback_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &traceback_type};
struct type traceback_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &traceback_shape,
    .cname = "traceback",
    .base = &object_type,
    .size = sizeof(struct traceback),
    .gc_layout = GC_CUSTOM,
    .trace = traceback_trace,
    METHODS_OF(traceback),
};
