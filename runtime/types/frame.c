/* Frame objects: `sys._getframe`, `tb_frame`, `gi_frame`. A frame on the stack is a picture
 * of the moment it was asked for; its line moves on while the call lasts. */
#include "runtime/types/frame.h"
#include "runtime/gc/gc.h"
#include "runtime/types/code_record.h"
#include "runtime/types/generator.h"

struct frame {
    struct obj head;
    const struct code *code;
    int64_t site;
    val stack;     /* or 0 */
    int64_t depth; /* in the stack */
    uintptr_t fp;  /* frame pointer of the call */
    val generator; /* suspended; or 0 */
    val trace;     /* what the program stored in f_trace; or 0 */
};
#define F(v) AS(frame, v)

static void frame_trace(struct gc_visitor *v, struct obj *o) {
    struct frame *f = (struct frame *)o;
    gc_visit(v, f->stack);
    gc_visit(v, f->generator);
    gc_visit(v, f->trace);
}

val frame_of(struct thread *t, const struct code *code, int64_t site, val generator) {
    struct frame *f = gc_new(t, &frame_type, sizeof *f);
    if (!f) return 0;
    f->code = code;
    f->site = site;
    f->generator = generator;
    return val_of(f);
}

const struct code *frame_code(val frame) {
    return F(frame)->code;
}

val frame_at(struct thread *t, val stack, int64_t depth) {
    const struct stack *s = AS(stack, stack);
    struct level at[LEVELS_MAX];
    int64_t left = depth;
    for (int64_t i = 0; i < s->n; i++) {
        int n = levels_at(&s->at[i], at);
        if (left >= n) {
            left -= n;
            continue;
        }
        val v = frame_of(t, at[left].code, at[left].site, 0);
        if (!v) return 0;
        gc_store(F(v), &F(v)->stack, stack);
        F(v)->depth = depth;
        F(v)->fp = s->at[i].fp;
        return v;
    }
    return 0;
}

static int64_t site_of(const struct frame *f) {
    return f->stack ? site_now(f->fp, f->code, f->site) : f->site;
}

static int64_t line_of(const struct frame *f) {
    struct site s;
    code_site(f->code, site_of(f), &s);
    return s.line;
}

static val get_code(struct thread *t, val v) {
    return code_object(t, F(v)->code);
}
static val get_line(struct thread *t, val v) {
    return (void)t, val_small(line_of(F(v)));
}
static val get_lasti(struct thread *t, val v) {
    int64_t site = site_of(F(v));
    return (void)t, val_small(site < 0 ? -1 : 2 * site); /* code_record.c */
}
static val get_globals(struct thread *t, val v) {
    const struct module_def *m = F(v)->code->module;
    return m && m->module ? AS(module, m->module)->dict : dict_make(t);
}
static val get_builtins(struct thread *t, val v) {
    return (void)t, (void)v, rt_state.builtins_dict;
}
static val get_back(struct thread *t, val v) {
    if (!F(v)->stack) return NONE;
    val back = frame_at(t, F(v)->stack, F(v)->depth + 1);
    return back || t->exc ? back : NONE;
}
/* The variables of a suspended frame, by its code's record. */
static val suspended_locals(struct thread *t, const struct generator *g) {
    const struct code_record *r = code_record(g->code);
    const struct code *c = g->code;
    val d = dict_make(t);
    if (!r || !d) return d;
    const uint32_t *slots = (const uint32_t *)(r->word + r->ncells + r->nnames + r->nwords);
    for (uint32_t i = 0; i < r->nslots; i++) {
        val name = i < c->nvarnames ? c->varnames[i] : r->word[i - c->nvarnames], v = 0;
        if (slots[i]) v = g->slot[slots[i] / 2 - 1];
        if (v && slots[i] & 1) v = AS(cell, v)->value;
        if (v && dict_put(t, d, name, v) < 0) return 0;
    }
    if (!g->func || !val_is_exact(g->func, &function_shape)) return d;
    for (uint32_t i = 0; i < c->nfree; i++) {
        val v = AS(cell, AS(function, g->func)->cells[i])->value;
        if (v && dict_put(t, d, c->freenames[i], v) < 0) return 0;
    }
    return d;
}

/* What a function that runs keeps where is known to nobody: machine code holds what it still needs. */
static val get_locals(struct thread *t, val v) {
    if (F(v)->code->flags & CODE_MODULE) return get_globals(t, v);
    if (F(v)->generator) return suspended_locals(t, AS(generator, F(v)->generator));
    return raise(t, &exc_RuntimeError, "the variables of a running function cannot be read from its frame");
}
static val get_trace(struct thread *t, val v) {
    return (void)t, F(v)->trace ? F(v)->trace : NONE;
}
static int64_t set_trace(struct thread *t, val v, val x) {
    (void)t;
    gc_store(F(v), &F(v)->trace, x && x != NONE ? x : 0);
    return 0;
}

/* What a frame in a traceback holds is not kept by it. */
static val clear(struct thread *t, val v) {
    if (F(v)->stack) return raise(t, &exc_RuntimeError, "cannot clear an executing frame");
    if (F(v)->generator && generator_close(t, F(v)->generator) < 0) return 0;
    return NONE;
}

static val frame_repr(struct thread *t, val v) {
    const struct code *c = F(v)->code;
    return str_format(t, "<frame at %x, file '%U', line %ld, code %U>", (int64_t)v, c->file, line_of(F(v)),
                      c->name);
}

METHOD_TABLE(frame);
METHOD(frame, clear, clear, 1, 0, NULL);
GETTER(frame, f_code, get_code, readonly_member);
GETTER(frame, f_lineno, get_line, NULL);
GETTER(frame, f_lasti, get_lasti, readonly_member);
GETTER(frame, f_globals, get_globals, readonly_member);
GETTER(frame, f_builtins, get_builtins, readonly_member);
GETTER(frame, f_locals, get_locals, NULL);
GETTER(frame, f_back, get_back, readonly_member);
GETTER(frame, f_trace, get_trace, set_trace);

struct shape frame_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &frame_type};
struct type frame_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &frame_shape,
    .cname = "frame",
    .base = &object_type,
    .size = sizeof(struct frame),
    .gc_layout = GC_CUSTOM,
    .trace = frame_trace,
    METHODS_OF(frame),
    .repr = frame_repr,
};
