/* The module _random: the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded as CPython does.
 *
 * Invariant: `index` words of `word` have been given; at WORDS all are made anew. */
#include "runtime/lib/native.h"
#include "runtime/os/os.h"
#include "runtime/types/container.h"
#include "runtime/types/int.h"

#define WORDS 624
#define AHEAD 397

struct random {
    struct obj head;
    uint32_t index;
    uint32_t word[WORDS];
};

#define R(v) AS(random, v)

/* ---- the generator ---- */

static uint32_t twist(uint32_t high, uint32_t low, uint32_t far) {
    uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
    return far ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}

static void refill(struct random *r) {
    uint32_t *w = r->word;
    int i = 0;
    for (; i < WORDS - AHEAD; i++) w[i] = twist(w[i], w[i + 1], w[i + AHEAD]);
    for (; i < WORDS - 1; i++) w[i] = twist(w[i], w[i + 1], w[i + AHEAD - WORDS]);
    w[i] = twist(w[i], w[0], w[AHEAD - 1]);
    r->index = 0;
}

static inline uint32_t next_word(struct random *r) {
    if (r->index >= WORDS) refill(r);
    uint32_t y = r->word[r->index++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

static void seed_word(struct random *r, uint32_t s) {
    r->word[0] = s;
    for (uint32_t i = 1; i < WORDS; i++)
        r->word[i] = 1812433253u * (r->word[i - 1] ^ r->word[i - 1] >> 30) + i;
    r->index = WORDS;
}

static void seed_words(struct random *r, const uint32_t *key, int64_t n) {
    uint32_t *w = r->word, i = 1;
    int64_t j = 0;
    seed_word(r, 19650218u);
    for (int64_t k = n > WORDS ? n : WORDS; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + key[j] + (uint32_t)j;
        if (++j >= n) j = 0;
        if (++i >= WORDS) w[0] = w[WORDS - 1], i = 1;
    }
    for (int k = WORDS - 1; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941u) - i;
        if (++i >= WORDS) w[0] = w[WORDS - 1], i = 1;
    }
    w[0] = 0x80000000u;
}

/* ---- seeds and states ---- */

static int64_t seed_number(struct random *r, val number) {
    struct iview w;
    int_view(number, &w);
    int64_t n = w.n * 2;
    if (n && !(w.d[w.n - 1] >> 32)) n--;
    const uint32_t zero = 0;
    seed_words(r, n ? (const uint32_t *)w.d : &zero, n ? n : 1);
    return 0;
}

static int64_t seed(struct thread *t, struct random *r, val from) {
    if (!from || from == NONE) {
        uint32_t *key = gc_storage(t, WORDS * sizeof *key, false);
        if (!key) return -1;
        if (os_random(key, WORDS * sizeof *key) < 0)
            return raise_i(t, &exc_OSError, "no random numbers of the system");
        seed_words(r, key, WORDS);
        return 0;
    }
    if (val_is_int(from)) return seed_number(r, from);
    int64_t hash = obj_hash(t, from);
    val number = hash == -1 ? 0 : int_from_u64(t, (uint64_t)hash);
    return number ? seed_number(r, number) : -1;
}

static val random_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (!(cls->flags & TYPE_HEAP) && !args_no_keywords(t, "Random", kwnames)) return 0;
    if (argc > 1) return raise(t, &exc_TypeError, "Random() requires 0 or 1 argument");
    struct random *r = gc_new(t, cls, cls->size);
    return r && seed(t, r, argc ? argv[0] : 0) == 0 ? val_of(r) : 0;
}

static val random_seed(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "Random.seed", kwnames) || !args_count(t, "seed", argc - 1, 0, 1)) return 0;
    return seed(t, R(argv[0]), argc > 1 ? argv[1] : 0) < 0 ? 0 : NONE;
}

static val random_getstate(struct thread *t, val self) {
    val out = tuple_new(t, WORDS + 1);
    for (int i = 0; out && i < WORDS; i++) AS(tuple, out)->item[i] = val_small(R(self)->word[i]);
    if (out) AS(tuple, out)->item[WORDS] = val_small(R(self)->index);
    return out;
}

static bool state_word(struct thread *t, val v, uint64_t *out) {
    struct iview w;
    if (!val_is_int(v)) return raise(t, &exc_TypeError, "an integer is required"), false;
    int_view(v, &w);
    if (w.neg) return raise(t, &exc_OverflowError, "can't convert negative value to unsigned int"), false;
    if (w.n > 1)
        return raise(t, &exc_OverflowError, "Python int too large to convert to C unsigned long"), false;
    *out = w.n ? w.d[0] : 0;
    return true;
}

static val random_setstate(struct thread *t, val self, val state) {
    uint64_t v = 0;
    if (!val_has(state, TYPE_TUPLE)) return raise(t, &exc_TypeError, "state vector must be a tuple");
    if (AS(tuple, state)->len != WORDS + 1)
        return raise(t, &exc_ValueError, "state vector is the wrong size");
    uint32_t *word = gc_storage(t, WORDS * sizeof *word, false);
    if (!word) return 0;
    for (int i = 0; i <= WORDS; i++) {
        if (!state_word(t, AS(tuple, state)->item[i], &v)) return 0;
        if (i < WORDS) word[i] = (uint32_t)v;
    }
    if (v > WORDS) return raise(t, &exc_ValueError, "invalid state");
    memcpy(R(self)->word, word, WORDS * sizeof *word);
    R(self)->index = (uint32_t)v;
    return NONE;
}

/* ---- numbers ---- */

static val random_random(struct thread *t, val self) {
    struct random *r = R(self);
    uint32_t a = next_word(r) >> 5, b = next_word(r) >> 6;
    return float_new(t, (a * 67108864.0 + b) * (1.0 / 9007199254740992.0));
}

static val many_bits(struct thread *t, struct random *r, int64_t k) {
    struct bigint *out = int_alloc(t, (k - 1) / 64 + 1);
    if (!out) return 0;
    for (int64_t i = 0; k > 0; i++, k -= 32) {
        uint64_t w = next_word(r);
        if (k < 32) w >>= 32 - k;
        out->digit[i / 2] = i & 1 ? out->digit[i / 2] | w << 32 : w;
    }
    return int_finish(t, out, out->len, false);
}

static val random_getrandbits(struct thread *t, val self, val bits) {
    int64_t k;
    if (!index_i64(t, bits, &k)) return 0;
    if (k < 0) return raise(t, &exc_ValueError, "number of bits must be non-negative");
    if (!k) return val_small(0);
    if (k <= 32) return val_small(next_word(R(self)) >> (32 - k));
    return many_bits(t, R(self), k);
}

METHOD_TABLE(random_Random);
METHOD(random_Random, random, random_random, 1, 0, "($self, /)");
METHOD(random_Random, seed, random_seed, -1, 0, "($self, n=None, /)");
METHOD(random_Random, getstate, random_getstate, 1, 0, "($self, /)");
METHOD(random_Random, setstate, random_setstate, 2, 0, "($self, state, /)");
METHOD(random_Random, getrandbits, random_getrandbits, 2, 0, "($self, k, /)");
static struct type random_type;
static DEFINE_SHAPE(random);
static struct type random_type = {
    .head = TYPE_HEAD,
    .shape = &random_shape,
    .cname = "_random.Random",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct random),
    .gc_layout = GC_LEAF,
    .methods = __start_pymeth_random_Random,
    .methods_end = __stop_pymeth_random_Random,
    .doc = "Random() -> create a random number generator with its own internal state.",
    .new = random_make,
};

METHOD_TABLE(_random);
METHOD(_random, Random, &random_type, 0, METHOD_VALUE, 0);

static val random_init(struct thread *t) {
    return native_module_new(t, "_random", METHODS(_random));
}
NATIVE_MODULE(_random, "_random", random_init);
