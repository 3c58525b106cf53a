/* slice objects, and what a slice means for a length. */
#include "runtime/types/container.h"

METHOD_TABLE(slice);

val rt_slice_new(struct thread *t, val a, val b, val c) {
    struct slice *s = gc_new(t, &slice_type, sizeof *s);
    if (!s) return 0;
    s->start = a;
    s->stop = b;
    s->step = c;
    return val_of(s);
}

static val slice_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)cls;
    if (!ctor_args(t, "slice", argc, kwnames, 1, 3)) return 0;
    if (argc == 1) return rt_slice_new(t, NONE, argv[0], NONE);
    return rt_slice_new(t, argv[0], argv[1], argc > 2 ? argv[2] : NONE);
}

static bool slice_part(struct thread *t, val v, int64_t *out) {
    if (val_is_small(v)) {
        *out = val_small_get(v);
        return true;
    }
    if (!type_of(v)->index)
        return raise(t, &exc_TypeError, "slice indices must be integers or None or have an __index__ method"),
               false;
    return index_clamped(t, v, out);
}

/* The unpacked bounds before the length is known: CPython's PySlice_Unpack. */
static bool slice_unpack(struct thread *t, struct slice *s, int64_t *start, int64_t *stop, int64_t *step) {
    *step = 1;
    if (s->step != NONE) {
        if (!slice_part(t, s->step, step)) return false;
        if (*step == 0) return raise(t, &exc_ValueError, "slice step cannot be zero"), false;
        if (*step < -INT64_MAX) *step = -INT64_MAX;
    }
    *start = *step < 0 ? INT64_MAX : 0;
    *stop = *step < 0 ? INT64_MIN : INT64_MAX;
    if (s->start != NONE && !slice_part(t, s->start, start)) return false;
    return s->stop == NONE || slice_part(t, s->stop, stop);
}

static int64_t clamp_bound(int64_t i, int64_t len, int64_t step) {
    if (i < 0) {
        i += len;
        return i < 0 ? (step < 0 ? -1 : 0) : i;
    }
    return i >= len ? (step < 0 ? len - 1 : len) : i;
}

int64_t slice_resolve(struct thread *t, val slice, int64_t len, int64_t *start, int64_t *stop,
                      int64_t *step) {
    if (!slice_unpack(t, AS(slice, slice), start, stop, step)) return -1;
    *start = clamp_bound(*start, len, *step);
    *stop = clamp_bound(*stop, len, *step);
    if (*step < 0) {
        if (*stop < *start) return (*start - *stop - 1) / -*step + 1;
        return 0;
    }
    int64_t n = *start < *stop ? (*stop - *start - 1) / *step + 1 : 0;
    return n;
}

static val slice_repr(struct thread *t, val self) {
    struct slice *s = AS(slice, self);
    if (stack_check_in(t, IN_REPR) < 0) return 0;
    return str_format(t, "slice(%R, %R, %R)", s->start, s->stop, s->step);
}

static val slice_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(a, &slice_shape) || !val_is_exact(b, &slice_shape)) return NOTIMPLEMENTED;
    if (a == b) return val_bool(op == CMP_EQ || op == CMP_LE || op == CMP_GE);
    val x = tuple_of(t, 3, &AS(slice, a)->start), y = x ? tuple_of(t, 3, &AS(slice, b)->start) : 0;
    return y ? obj_compare(t, x, y, op) : 0;
}

/* A part of slice.indices(): an exact int, from anything with __index__. */
static val indices_part(struct thread *t, val v) {
    if (!type_of(v)->index)
        return raise(t, &exc_TypeError, "slice indices must be integers or None or have an __index__ method");
    return obj_index(t, v);
}

/* Clamps a given start or stop into [lower, upper]; negative ones count from the end. Exact ints of any size.
 */
static val indices_clamp(struct thread *t, val v, val len, val lower, val upper) {
    v = indices_part(t, v);
    if (!v) return 0;
    if (int_sign(v) < 0) {
        if (!(v = rt_add(t, v, len))) return 0;
        int64_t less = obj_less(t, v, lower);
        return less < 0 ? 0 : less ? lower : v;
    }
    int64_t more = obj_less(t, upper, v);
    return more < 0 ? 0 : more ? upper : v;
}

static val slice_indices(struct thread *t, val self, val length) {
    struct slice *s = AS(slice, self);
    val len = obj_index(t, length);
    if (!len) return 0;
    if (int_sign(len) < 0) return raise(t, &exc_ValueError, "length should not be negative");
    val out[3], lower, upper;
    out[2] = s->step == NONE ? val_small(1) : indices_part(t, s->step);
    if (!out[2]) return 0;
    int64_t sign = int_sign(out[2]);
    if (sign == 0) return raise(t, &exc_ValueError, "slice step cannot be zero");
    lower = sign < 0 ? val_small(-1) : val_small(0);
    upper = sign < 0 ? rt_sub(t, len, val_small(1)) : len;
    if (!upper) return 0;
    out[0] = s->start == NONE ? (sign < 0 ? upper : lower) : indices_clamp(t, s->start, len, lower, upper);
    if (!out[0]) return 0;
    out[1] = s->stop == NONE ? (sign < 0 ? lower : upper) : indices_clamp(t, s->stop, len, lower, upper);
    return out[1] ? tuple_of(t, 3, out) : 0;
}

static val slice_start(struct thread *t, val self) {
    return (void)t, AS(slice, self)->start;
}
static val slice_stop(struct thread *t, val self) {
    return (void)t, AS(slice, self)->stop;
}
static val slice_step(struct thread *t, val self) {
    return (void)t, AS(slice, self)->step;
}

static val slice_reduce(struct thread *t, val self) {
    return reduce_as(t, self, 3, &AS(slice, self)->start, 0);
}
METHOD(slice, __reduce__, slice_reduce, 1, 0, 0);
METHOD(slice, indices, slice_indices, 2, 0, 0);
GETTER(slice, start, slice_start, readonly_member);
GETTER(slice, stop, slice_stop, readonly_member);
GETTER(slice, step, slice_step, readonly_member);

struct type slice_type = {
    .head = TYPE_HEAD,
    .shape = &slice_shape,
    .cname = "slice",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct slice),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_slice,
    .methods_end = __stop_pymeth_slice,
    .doc = "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.  This is used for extended "
           "slicing (e.g. a[0:10:2]).",
    .new = slice_make,
    .repr = slice_repr,
    .hash = hash_unhashable,
    .compare = slice_compare,
};
DEFINE_SHAPE(slice);
