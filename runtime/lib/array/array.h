/* Between the files of array.
 *
 * Invariants:
 *  - The items stand in one storage block of `cap` bytes, `p` NULL while that is 0; `len` counts items.
 *  - While `exports` is not 0 the block stays where it is and `len` as it is: array_resize() and
 * array_fixed() see to it.
 *  - Making a C value of an object may run user code: an item's place is looked up after it. */
#ifndef PY2_LIB_ARRAY_H
#define PY2_LIB_ARRAY_H

#include "runtime/object/attributes.h"
#include "runtime/types/bytes_priv.h"
#include "runtime/types/container.h"

struct array_kind {
    char code, class; /* class: s)igned, u)nsigned, f)loat, t)ext */
    uint8_t size;
};
struct array {
    struct obj head;
    uint8_t *p;
    int64_t len, cap, exports;
    const struct array_kind *kind;
};
extern struct type array_type, array_iterator_type;
extern struct shape array_shape;

static inline bool val_is_array(val v) {
    return obj_isinstance(v, &array_type);
}
static inline uint8_t *array_place(const struct array *a, int64_t i) {
    return a->p + i * a->kind->size;
}
static inline size_t array_bytes(const struct array *a, int64_t n) {
    return (size_t)n * a->kind->size;
}

/* ---- item.c ---- */
const struct array_kind *array_kind_of(uint32_t code); /* NULL: no such type code */
extern const char array_codes[];                       /* all of them */
val array_item(struct thread *t, const struct array_kind *k, const uint8_t *p);
/* The value as the bytes of an item; false raised. */
bool array_word(struct thread *t, const struct array_kind *k, val v, uint64_t *out);

/* ---- array.c ---- */
val array_new(struct thread *t, struct type *cls, const struct array_kind *k, int64_t n); /* zeros */
bool array_fixed(struct thread *t, struct array *a); /* BufferError raised: its size may not change */
bool array_resize(struct thread *t, struct array *a, int64_t n);
bool array_push(struct thread *t, struct array *a, val v);
bool array_push_bytes(struct thread *t, struct array *a, const void *p, int64_t n);
bool array_extend_from(struct thread *t, struct array *a, val iterable);

/* ---- sequence.c ---- */
val array_concat(struct thread *t, val a, val b);
val array_iconcat(struct thread *t, val a, val b);
val array_repeat(struct thread *t, val a, val n);
val array_irepeat(struct thread *t, val a, val n);
val array_getitem(struct thread *t, val self, val key);
int64_t array_setitem(struct thread *t, val self, val key, val value);
int64_t array_contains(struct thread *t, val self, val x);
val array_compare(struct thread *t, val a, val b, enum compare op);
val array_tolist(struct thread *t, val self);
val array_tounicode(struct thread *t, val self);

/* ---- exchange.c ---- */
bool array_push_text(struct thread *t, struct array *a, val s);

/* ---- iterator.c ---- */
val array_iter(struct thread *t, val self);

#endif
