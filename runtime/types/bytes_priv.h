/* What bytes, bytearray and memoryview share.
 *
 * Invariants:
 *  - Methods common to bytes and bytearray are written once over (pointer, length) and make a result of the
 * receiver's kind.
 *  - A bytearray's storage is one block owned by it; `exports` counts live memoryviews: while it is not 0 the
 * size is fixed. */
#ifndef PY2_BYTES_PRIV_H
#define PY2_BYTES_PRIV_H

#include "runtime/types/str_priv.h"

struct bytearray {
    struct obj head;
    uint8_t *p; /* NULL while cap is 0 */
    int64_t len, cap, exports;
};
struct memoryview {
    struct obj head;
    val base; /* the exporter; 0 once released */
    uint8_t *p;
    int64_t len, step; /* items, and bytes from one to the next */
    int64_t hash;
    bool readonly;
    char format; /* of the items: memoryview_item.c */
    uint8_t size;
};

/* The bytes of a bytes or bytearray (not other types). */
static inline struct text bytes_text(val v) {
    if (val_has(v, TYPE_BYTES)) {
        struct bytes *b = AS(bytes, v);
        return (struct text){b->head.shape == &bytes_shape ? b->data : b->data + 8, b->len, 1};
    }
    return (struct text){AS(bytearray, v)->p, AS(bytearray, v)->len, 1};
}
bool bytes_kind(val v); /* bytes, bytearray or a subclass */
val bytes_like(struct thread *t, val model, const void *p,
               int64_t n);       /* a new object of the model's base kind */
uint8_t *bytes_like_data(val v); /* of one just made */
val bytearray_new(struct thread *t, const void *p, int64_t n);
/* True when views still hold a storage with this count of them: BufferError. Those that were merely forgotten are
 * collected first. */
bool exports_hold(struct thread *t, const int64_t *exports, const char *message);
bool bytearray_resize(struct thread *t, val v, int64_t n); /* BufferError with exports */
/* An argument as bytes: any buffer. */
bool bytes_arg(struct thread *t, val v, struct text *out);
bool byte_value(struct thread *t, val v, uint8_t *out, const char *range_text);
val bytes_repr_text(struct thread *t, struct text x, bool mutable);
val bytes_compare(struct thread *t, val a, val b, enum compare op);
val bytes_getitem(struct thread *t, val self, val key, const char *range_text, const char *kind_text);
int64_t bytes_contains(struct thread *t, val self, val x);
val bytes_concat(struct thread *t, val a, val b);
val bytes_percent(struct thread *t, val self, val args); /* bytes_percent.c */
/* The content of bytes(x) / bytearray(x): a bytes object. */
val bytes_content(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames);
val bytes_iter_new(struct thread *t, val self);

/* bytes_methods.c, used in both method tables */
#define BYTES_METHODS(X)                                                                                     \
    X(find, -1)                                                                                              \
    X(rfind, -1) X(index, -1) X(rindex, -1) X(count, -1) X(startswith, -1) X(endswith, -1) X(split, -1)      \
        X(rsplit, -1) X(splitlines, -1) X(partition, 2) X(rpartition, 2) X(strip, -1) X(lstrip, -1)          \
            X(rstrip, -1) X(join, 2) X(replace, -1) X(removeprefix, 2) X(removesuffix, 2) X(ljust, -1)       \
                X(rjust, -1) X(center, -1) X(zfill, 2) X(expandtabs, -1) X(translate, -1) X(decode, -1)      \
                    X(hex, -1) X(upper, 1) X(lower, 1) X(capitalize, 1) X(title, 1) X(swapcase, 1)           \
                        X(isalpha, 1) X(isdigit, 1) X(isalnum, 1) X(isspace, 1) X(isupper, 1) X(islower, 1)  \
                            X(istitle, 1) X(isascii, 1)
val bytes_m_find(struct thread *, val, int64_t, val *, val);
val bytes_m_rfind(struct thread *, val, int64_t, val *, val);
val bytes_m_index(struct thread *, val, int64_t, val *, val);
val bytes_m_rindex(struct thread *, val, int64_t, val *, val);
val bytes_m_count(struct thread *, val, int64_t, val *, val);
val bytes_m_startswith(struct thread *, val, int64_t, val *, val);
val bytes_m_endswith(struct thread *, val, int64_t, val *, val);
val bytes_m_split(struct thread *, val, int64_t, val *, val);
val bytes_m_rsplit(struct thread *, val, int64_t, val *, val);
val bytes_m_splitlines(struct thread *, val, int64_t, val *, val);
val bytes_m_partition(struct thread *, val, val);
val bytes_m_rpartition(struct thread *, val, val);
val bytes_m_strip(struct thread *, val, int64_t, val *, val);
val bytes_m_lstrip(struct thread *, val, int64_t, val *, val);
val bytes_m_rstrip(struct thread *, val, int64_t, val *, val);
val bytes_m_join(struct thread *, val, val);
val bytes_m_replace(struct thread *, val, int64_t, val *, val);
val bytes_m_removeprefix(struct thread *, val, val);
val bytes_m_removesuffix(struct thread *, val, val);
val bytes_m_ljust(struct thread *, val, int64_t, val *, val);
val bytes_m_rjust(struct thread *, val, int64_t, val *, val);
val bytes_m_center(struct thread *, val, int64_t, val *, val);
val bytes_m_zfill(struct thread *, val, val);
val bytes_m_expandtabs(struct thread *, val, int64_t, val *, val);
val bytes_m_translate(struct thread *, val, int64_t, val *, val);
val bytes_m_decode(struct thread *, val, int64_t, val *, val);
val bytes_m_hex(struct thread *, val, int64_t, val *, val);
val bytes_m_fromhex(struct thread *, val, val);
val bytes_m_maketrans(struct thread *, val, val);
val bytes_m_upper(struct thread *, val);
val bytes_m_lower(struct thread *, val);
val bytes_m_capitalize(struct thread *, val);
val bytes_m_title(struct thread *, val);
val bytes_m_swapcase(struct thread *, val);
val bytes_m_isalpha(struct thread *, val);
val bytes_m_isdigit(struct thread *, val);
val bytes_m_isalnum(struct thread *, val);
val bytes_m_isspace(struct thread *, val);
val bytes_m_isupper(struct thread *, val);
val bytes_m_islower(struct thread *, val);
val bytes_m_istitle(struct thread *, val);
val bytes_m_isascii(struct thread *, val);

#endif
