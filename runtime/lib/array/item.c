/* Items of arrays: their kinds, and values to and from the bytes of one. */
#include "runtime/lib/array/array.h"
#include "runtime/types/int.h"

const char array_codes[] = "bBuhHiIlLqQfd";

static const struct array_kind kinds[] = {
    {'b', 's', 1}, {'B', 'u', 1}, {'u', 't', 4}, {'h', 's', 2}, {'H', 'u', 2}, {'i', 's', 4}, {'I', 'u', 4},
    {'l', 's', 8}, {'L', 'u', 8}, {'q', 's', 8}, {'Q', 'u', 8}, {'f', 'f', 4}, {'d', 'f', 8},
};

const struct array_kind *array_kind_of(uint32_t code) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((uint32_t)kinds[i].code == code) return &kinds[i];
    return NULL;
}

static double single_get(const uint8_t *p) {
    float single;
    memcpy(&single, p, sizeof single);
    return (double)single;
}

static val character(struct thread *t, uint32_t c) {
    if (c > 0x10ffff)
        return raise(t, &exc_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", (int64_t)c);
    return str_char(t, c);
}

val array_item(struct thread *t, const struct array_kind *k, const uint8_t *p) {
    uint64_t n = 0;
    double number;
    int unused = 64 - 8 * k->size;
    memcpy(&n, p, k->size);
    switch (k->class) {
    case 's': return int_from_i64(t, (int64_t)(n << unused) >> unused);
    case 'u': return int_from_u64(t, n);
    case 't': return character(t, (uint32_t)n);
    default:
        if (k->size == 4) return float_new(t, single_get(p));
        memcpy(&number, p, sizeof number);
        return float_new(t, number);
    }
}

/* ---- values into items ---- */

static bool overflow(struct thread *t, const char *message) {
    return raise(t, &exc_OverflowError, message) != 0;
}

/* CPython reads short items through a wider C type, whose own limits come first. */
static const struct limits {
    char code;
    const char *name, *wide;
    int64_t low, high, wide_low, wide_high;
} ranges[] = {
    {'b', "signed char", "signed short integer", INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX},
    {'B', "unsigned byte integer", "signed short integer", 0, UINT8_MAX, INT16_MIN, INT16_MAX},
    {'h', "signed short integer", "signed short integer", INT16_MIN, INT16_MAX, INT16_MIN, INT16_MAX},
    {'H', "unsigned short", "signed integer", 0, UINT16_MAX, INT32_MIN, INT32_MAX},
    {'i', "signed integer", "signed integer", INT32_MIN, INT32_MAX, INT32_MIN, INT32_MAX},
};

static bool in_range(struct thread *t, char code, int64_t n) {
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const struct limits *r = &ranges[i];
        if (r->code != code || (n >= r->low && n <= r->high)) continue;
        const char *name = n < r->wide_low || n > r->wide_high ? r->wide : r->name;
        raise(t, &exc_OverflowError, "%s is %s", name,
              n < r->low ? "less than minimum" : "greater than maximum");
        return false;
    }
    return true;
}

static bool unsigned_word(struct thread *t, const struct array_kind *k, const struct iview *w,
                          uint64_t *out) {
    bool q = k->code == 'Q';
    if (w->neg)
        return overflow(t, q ? "can't convert negative int to unsigned"
                             : "can't convert negative value to unsigned int");
    if (w->n > 1)
        return overflow(t,
                        q ? "int too big to convert" : "Python int too large to convert to C unsigned long");
    *out = w->n ? w->d[0] : 0;
    return k->code != 'I' || *out <= UINT32_MAX || overflow(t, "unsigned int is greater than maximum");
}

static bool int_word(struct thread *t, const struct array_kind *k, val v, uint64_t *out) {
    struct iview w;
    int64_t n;
    if (!val_is_int(v) && !(v = obj_index(t, v))) return false;
    if (k->class == 'u' && k->size > 2) {
        int_view(v, &w);
        return unsigned_word(t, k, &w, out);
    }
    int_view(v, &w);
    uint64_t m = w.n ? w.d[0] : 0;
    if (w.n > 1 || m > (uint64_t)INT64_MAX + w.neg)
        return overflow(t, k->code == 'q' ? "int too big to convert"
                                          : "Python int too large to convert to C long");
    n = (int64_t)(w.neg ? 0 - m : m);
    *out = (uint64_t)n;
    return in_range(t, k->code, n);
}

static bool float_word(struct thread *t, const struct array_kind *k, val v, uint64_t *out) {
    double number;
    if (!number_as_double(t, v, &number)) return false;
    float single = (float)number;
    memcpy(out, k->size == 4 ? (const void *)&single : (const void *)&number, k->size);
    return true;
}

bool array_word(struct thread *t, const struct array_kind *k, val v, uint64_t *out) {
    *out = 0;
    if (k->class == 'f') return float_word(t, k, v, out);
    if (k->class != 't') return int_word(t, k, v, out);
    if (!val_is_str(v) || AS(string, v)->len != 1)
        return raise(t, &exc_TypeError, "array item must be unicode character") != 0;
    *out = str_at(AS(string, v), 0);
    return true;
}
