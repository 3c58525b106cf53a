/* Cells: variables shared between a function and those defined inside it. */
#include "runtime/state.h"

val rt_cell_new(struct thread *t, val v) {
    struct cell *c = gc_new_shaped(t, &cell_shape, sizeof *c);
    if (!c) return 0;
    c->value = v;
    return val_of(c);
}

static val cell_repr(struct thread *t, val v) {
    val x = AS(cell, v)->value;
    if (!x) return str_format(t, "<cell at %x: empty>", (int64_t)v);
    return str_format(t, "<cell at %x: %T object at %x>", (int64_t)v, x, (int64_t)x);
}

static val get_contents(struct thread *t, val v) {
    val x = AS(cell, v)->value;
    return x ? x : raise(t, &exc_ValueError, "Cell is empty");
}
static int64_t set_contents(struct thread *t, val v, val x) {
    (void)t;
    struct cell *c = AS(cell, v);
    gc_store(c, &c->value, x);
    return 0;
}

static val cell_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!args_no_keywords(t, "cell", kwnames) || !args_count(t, "cell", argc, 0, 1)) return 0;
    return rt_cell_new(t, argc ? argv[0] : 0);
}

/* By what is in them; an empty cell comes first. */
static val cell_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &cell_shape)) return NOTIMPLEMENTED;
    val x = AS(cell, a)->value, y = AS(cell, b)->value;
    if (x && y) return obj_compare(t, x, y, op);
    return obj_compare(t, val_small(x != 0), val_small(y != 0), op);
}

METHOD_TABLE(cell);
GETTER(cell, cell_contents, get_contents, set_contents);

struct shape cell_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &cell_type};
struct type cell_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &cell_shape,
    .cname = "cell",
    .base = &object_type,
    .size = sizeof(struct cell),
    .gc_layout = GC_WORDS,
    METHODS_OF(cell),
    .new = cell_make,
    .compare = cell_compare,
    .repr = cell_repr,
};
