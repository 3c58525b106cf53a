/* Items of memoryviews: the native formats of one value each, as CPython's memoryview reads and writes them.
 */
#include "runtime/types/bytes_priv.h"
#include "runtime/types/memoryview_item.h"

/* Kinds of formats: s)igned, u)nsigned, f)loat, b)ool, c)haracter. Views of others have no items in Python. */
static const struct item_format {
    char format, kind;
    int8_t size;
} formats[] = {
    {'b', 's', 1}, {'B', 'u', 1}, {'h', 's', 2}, {'H', 'u', 2}, {'i', 's', 4}, {'I', 'u', 4},
    {'l', 's', 8}, {'L', 'u', 8}, {'q', 's', 8}, {'Q', 'u', 8}, {'n', 's', 8}, {'N', 'u', 8},
    {'P', 'u', 8}, {'f', 'f', 4}, {'d', 'f', 8}, {'?', 'b', 1}, {'c', 'c', 1},
};

static const struct item_format *find(char format) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format) return &formats[i];
    return NULL;
}

int item_size(char format) {
    const struct item_format *f = find(format);
    return f ? f->size : 0;
}

static val get_float(struct thread *t, const uint8_t *p, int size) {
    float single;
    double number;
    if (size == 8) {
        memcpy(&number, p, 8);
        return float_new(t, number);
    }
    memcpy(&single, p, 4);
    return float_new(t, (double)single);
}

static bool unsupported(struct thread *t, char format) {
    return raise(t, &exc_NotImplementedError, "memoryview: format %c not supported", format) != 0;
}

val item_get(struct thread *t, char format, const uint8_t *p) {
    const struct item_format *f = find(format);
    if (unlikely(!f)) return unsupported(t, format);
    uint64_t n = 0;
    memcpy(&n, p, (size_t)f->size);
    int unused = 64 - 8 * f->size;
    switch (f->kind) {
    case 's': return int_from_i64(t, (int64_t)(n << unused) >> unused);
    case 'u': return int_from_u64(t, n);
    case 'f': return get_float(t, p, f->size);
    case 'b': return val_bool(n != 0);
    default: return bytes_new(t, p, 1);
    }
}

static bool bad_type(struct thread *t, char format) {
    return raise(t, &exc_TypeError, "memoryview: invalid type for format '%c'", format) != 0;
}
static bool bad_value(struct thread *t, char format) {
    return raise(t, &exc_ValueError, "memoryview: invalid value for format '%c'", format) != 0;
}

static bool in_range(const struct item_format *f, int64_t n) {
    if (f->size == 8) return true;
    int bits = 8 * f->size;
    return f->kind == 's' ? n >= -(1LL << (bits - 1)) && n < 1LL << (bits - 1) : n >= 0 && n < 1LL << bits;
}

/* An int of 2**63 or more as the bits of a negative one. */
static bool high_half(struct thread *t, val v, int64_t *out) {
    val range = binary_op(t, int_from_u64(t, 1ULL << 63), val_small(2), OP_MUL, false);
    val low = range ? binary_op(t, v, range, OP_SUB, false) : 0;
    return low && int_to_i64(low, out) && *out < 0;
}

static bool put_int(struct thread *t, const struct item_format *f, uint8_t *p, val value) {
    int64_t n;
    if (!val_is_int(value) && !type_of(value)->index) return bad_type(t, f->format);
    val index = obj_index(t, value);
    if (!index) return false;
    bool wide = f->kind == 'u' && f->size == 8;
    bool fits = int_to_i64(index, &n) ? in_range(f, n) && !(wide && n < 0)
                                      : wide && int_sign(index) > 0 && high_half(t, index, &n);
    if (t->exc) return false;
    if (!fits) return bad_value(t, f->format);
    memcpy(p, &n, (size_t)f->size);
    return true;
}

static bool put_float(struct thread *t, const struct item_format *f, uint8_t *p, val value) {
    double number;
    if (!number_as_double(t, value, &number)) {
        if (!exc_pending_is(t, &exc_TypeError)) return false;
        t->exc = 0;
        return bad_type(t, f->format);
    }
    float single = (float)number;
    if (f->size == 8)
        memcpy(p, &number, 8);
    else
        memcpy(p, &single, 4);
    return true;
}

bool item_put(struct thread *t, char format, uint8_t *p, val value) {
    const struct item_format *f = find(format);
    int64_t truth;
    if (unlikely(!f)) return unsupported(t, format);
    switch (f->kind) {
    case 's':
    case 'u': return put_int(t, f, p, value);
    case 'f': return put_float(t, f, p, value);
    case 'b':
        if ((truth = obj_truth(t, value)) < 0) return false;
        *p = truth != 0;
        return true;
    default:
        if (!val_has(value, TYPE_BYTES)) return bad_type(t, format);
        if (bytes_text(value).n != 1) return bad_value(t, format);
        memcpy(p, bytes_text(value).p, 1);
        return true;
    }
}
