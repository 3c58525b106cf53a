/* The world generated test functions run in: a thread, some data, and functions to call. Included by the test
 * (which interprets the IR against it) and by the driver that runs compiled code, on whatever machine; so no
 * libc here.
 *
 * Every call is mixed into thread[LOG], so two runs agree exactly when they made the same calls with the same
 * arguments in the same order. Results raise (0 or -1) now and then. */
#ifndef GEN_HELPERS_H
#define GEN_HELPERS_H
#include <stdint.h>

enum { LIMIT, FUEL = 8, LOG, SCRATCH_WORDS = 16, THREAD_WORDS = 64 };
#define BLOB_AT    UINT64_C(0x10000000) /* trampolines: 16 bytes each, the address in the second 8 */
#define DATA_AT    (BLOB_AT + 0x8000)   /* 16 words */
#define CODE_AT    (BLOB_AT + 0x10000)
#define BLOB_MAX   0x400000
#define DATA_WORDS 16

static uint64_t mix(uint64_t h, uint64_t x) {
    h ^= x + UINT64_C(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
    h *= UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 33;
}
static uint64_t float_bits(double d) {
    uint64_t b;
    if (d != d) return 0x7ff8;
    __builtin_memcpy(&b, &d, 8);
    return b;
}
#ifndef NOTE_TRACE
#define NOTE_TRACE(id, a, b)
#endif
static uint64_t note(uint64_t *t, uint64_t id, uint64_t a, uint64_t b) {
    NOTE_TRACE(id, a, b);
    t[LOG] = mix(mix(mix(t[LOG], id), a), b);
    return t[LOG];
}
static uint64_t value_or_raise(uint64_t h) {
    return h % 16 == 0 ? 0 : h | 1;
}

static uint64_t rt_add(uint64_t *t, uint64_t a, uint64_t b) {
    return value_or_raise(note(t, 1, a, b));
}
static uint64_t rt_truth(uint64_t *t, uint64_t a) {
    return note(t, 2, a, 0) % 16 == 0 ? UINT64_MAX : t[LOG] & 1;
}
static uint64_t rt_next(uint64_t *t, uint64_t a) {
    return value_or_raise(note(t, 3, a, 0));
}
static uint64_t rt_is(uint64_t a, uint64_t b) {
    return mix(a, b) & 1;
}
static uint64_t rt_float_box(uint64_t *t, double d) {
    return note(t, 4, float_bits(d), 0) | 1;
}
static double rt_fmod(double a, double b) {
    return a * 0.5 - b;
}
static void rt_handler_leave(uint64_t *t, uint64_t a) {
    note(t, 5, a, 0);
}
static uint64_t rt_poll(uint64_t *t) {
    t[LIMIT] = t[FUEL] & 3 ? 0 : UINT64_MAX;
    return note(t, 6, 0, 0) % 8 == 0 ? UINT64_MAX : 0;
}
static void rt_traceback(uint64_t *t, uint64_t code, uint64_t site) {
    note(t, 7, code, site);
}
static uint64_t h_many(uint64_t *t, uint64_t a, double x, uint64_t b, uint64_t c, double y, uint64_t d,
                       uint64_t e, uint64_t f, uint64_t g, uint64_t h, uint64_t i, double z) {
    uint64_t l = note(t, a, b, c);
    l = note(t, l ^ d, e, f);
    l = note(t, l ^ g, h, i);
    l = note(t, float_bits(x), float_bits(y), float_bits(z));
    return value_or_raise(l);
}
static uint64_t h_floats(uint64_t *t, double a, double b, double c, double d, double e, double f, double g,
                         double h, double i, double j) {
    note(t, float_bits(a), float_bits(b), float_bits(c));
    note(t, float_bits(d), float_bits(e), float_bits(f));
    note(t, float_bits(g), float_bits(h), float_bits(i));
    return note(t, 8, float_bits(j), 0);
}

#define HELPERS(H)                                                                                           \
    H(rt_add)                                                                                                \
    H(rt_truth)                                                                                              \
    H(rt_next)                                                                                               \
    H(rt_is) H(rt_float_box) H(rt_fmod) H(rt_handler_leave) H(rt_poll) H(rt_traceback) H(h_many) H(h_floats)

enum helper {
#define HELPER_ID(f) H_##f,
    HELPERS(HELPER_ID)
#undef HELPER_ID
        HELPER_COUNT
};
static void *const helper_at[] = {
#define HELPER_AT(f) (void *)f,
    HELPERS(HELPER_AT)
#undef HELPER_AT
};

/* What a run leaves behind. */
static uint64_t world_hash(const uint64_t *t, const uint64_t *data, uint64_t result) {
    uint64_t h = mix(t[LOG], result);
    NOTE_TRACE(0xfff, t[LOG], result);
    for (int i = 0; i < 16; i++) NOTE_TRACE(0xffe, t[SCRATCH_WORDS + i], data[i]);
    for (int i = SCRATCH_WORDS; i < THREAD_WORDS; i++) h = mix(h, t[i]);
    for (int i = 0; i < DATA_WORDS; i++) h = mix(h, data[i]);
    return h;
}
static void world_reset(uint64_t *t, uint64_t *data, uint64_t seed) {
    for (int i = 0; i < THREAD_WORDS; i++) t[i] = 0;
    for (int i = SCRATCH_WORDS; i < THREAD_WORDS; i++) t[i] = mix(seed, (uint64_t)i);
    for (int i = 0; i < DATA_WORDS; i++) data[i] = mix(seed, 1000 + (uint64_t)i);
    t[FUEL] = 60;
    t[LIMIT] = seed & 1 ? UINT64_MAX : 0;
}
/* Arguments of function 0: eight words and four doubles. */
static uint64_t word_arg(uint64_t seed, int k) {
    uint64_t h = mix(seed, 77 + (uint64_t)k);
    return h % 3 == 0 ? h : h % 3 == 1 ? h % 1000 : UINT64_C(0) - h % 1000;
}
static double float_arg(uint64_t seed, int k) {
    return (double)(int64_t)(mix(seed, 99 + (uint64_t)k) % 2001) - 1000.0;
}

typedef uint64_t (*test_fn)(uint64_t *t, uint64_t, uint64_t, double, uint64_t, uint64_t, uint64_t, double,
                            uint64_t, uint64_t, uint64_t, double, double);
static uint64_t run_one(uint64_t code, uint64_t *t, uint64_t *data, uint64_t seed) {
    world_reset(t, data, seed);
    test_fn f = (test_fn)(uintptr_t)code;
    uint64_t r = f(t, word_arg(seed, 0), word_arg(seed, 1), float_arg(seed, 0), word_arg(seed, 2),
                   word_arg(seed, 3), word_arg(seed, 4), float_arg(seed, 1), word_arg(seed, 5),
                   word_arg(seed, 6), word_arg(seed, 7), float_arg(seed, 2), float_arg(seed, 3));
    return world_hash(t, data, r);
}

/* The file between test and driver: header, cases, code. */
struct blob_header {
    uint64_t ncases, code_size;
};
struct blob_case {
    uint64_t code, seed, expect;
};
#endif
