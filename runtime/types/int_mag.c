/* Magnitude arithmetic: schoolbook and Karatsuba multiplication, division by Knuth's algorithm D and, above a
 * threshold, by Burnikel and Ziegler's recursion ("Fast Recursive Division", 1998). Very large products go to
 * int_ntt.c.
 *
 * A 128-by-64-bit division step uses a precomputed reciprocal (Möller, Granlund: "Improved division by
 * invariant integers", 2011), since C has no such operation that needs no support routine. */
#include "runtime/types/int_mag.h"

#define KARATSUBA_MIN 32
#define NTT_MIN       1600
#define RECURSE_DIV   64

int mag_cmp(const uint64_t *a, int64_t an, const uint64_t *b, int64_t bn) {
    if (an != bn) return an < bn ? -1 : 1;
    for (int64_t i = an; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* ---- sums: `quads` times four digits, with the carry kept in the machine's flag from one to the next, which
 * no C compiler does across a loop ---- */

#if defined(__x86_64__)
#define SUM_LOOP(name, op)                                                                                   \
    static uint64_t name(uint64_t *r, const uint64_t *a, const uint64_t *b, int64_t quads) {                 \
        uint64_t carry = 0, x, y;                                                                            \
        __asm__ volatile("testq %[n], %[n]\n\tjz 2f\n"                                                       \
                         "1:\n\t"                                                                            \
                         "movq (%[a]), %[x]\n\tmovq 8(%[a]), %[y]\n\t" op " (%[b]), %[x]\n\t" op             \
                         " 8(%[b]), %[y]\n\tmovq %[x], (%[r])\n\tmovq %[y], 8(%[r])\n\t"                     \
                         "movq 16(%[a]), %[x]\n\tmovq 24(%[a]), %[y]\n\t" op " 16(%[b]), %[x]\n\t" op        \
                         " 24(%[b]), %[y]\n\tmovq %[x], 16(%[r])\n\tmovq %[y], 24(%[r])\n\t"                 \
                         "leaq 32(%[a]), %[a]\n\tleaq 32(%[b]), %[b]\n\tleaq 32(%[r]), %[r]\n\t"             \
                         "decq %[n]\n\tjnz 1b\n"                                                             \
                         "2:\n\tadcq $0, %[carry]"                                                           \
                         : [a] "+r"(a), [b] "+r"(b), [r] "+r"(r), [n] "+r"(quads), [carry] "+r"(carry),      \
                           [x] "=&r"(x), [y] "=&r"(y)                                                        \
                         :                                                                                   \
                         : "cc", "memory");                                                                  \
        return carry;                                                                                        \
    }
SUM_LOOP(add_quads, "adcq")
SUM_LOOP(sub_quads, "sbbq")
#elif defined(__aarch64__)
/* A subtraction's flag says "no borrow". */
#define SUM_LOOP(name, op, clear, read)                                                                      \
    static uint64_t name(uint64_t *r, const uint64_t *a, const uint64_t *b, int64_t quads) {                 \
        uint64_t carry, w, x, y, z;                                                                          \
        __asm__ volatile(clear "\n\tcbz %[n], 2f\n"                                                          \
                               "1:\n\t"                                                                      \
                               "ldp %[w], %[x], [%[a]], #16\n\tldp %[y], %[z], [%[b]], #16\n\t" op           \
                               " %[w], %[w], %[y]\n\t" op " %[x], %[x], %[z]\n\t"                            \
                               "stp %[w], %[x], [%[r]], #16\n\t"                                             \
                               "ldp %[w], %[x], [%[a]], #16\n\tldp %[y], %[z], [%[b]], #16\n\t" op           \
                               " %[w], %[w], %[y]\n\t" op " %[x], %[x], %[z]\n\t"                            \
                               "stp %[w], %[x], [%[r]], #16\n\t"                                             \
                               "sub %[n], %[n], #1\n\tcbnz %[n], 1b\n"                                       \
                               "2:\n\t" read                                                                 \
                         : [a] "+r"(a), [b] "+r"(b), [r] "+r"(r), [n] "+r"(quads), [carry] "=&r"(carry),     \
                           [w] "=&r"(w), [x] "=&r"(x), [y] "=&r"(y), [z] "=&r"(z)                            \
                         :                                                                                   \
                         : "cc", "memory");                                                                  \
        return carry;                                                                                        \
    }
SUM_LOOP(add_quads, "adcs", "cmn xzr, xzr", "cset %[carry], cs")
SUM_LOOP(sub_quads, "sbcs", "cmp xzr, xzr", "cset %[carry], cc")
#else
#error "no loop of sums for this machine"
#endif

__attribute__((noinline)) uint64_t mag_add(uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                                           int64_t bn) {
    uint64_t carry = add_quads(r, a, b, bn / 4);
    int64_t i = bn & ~INT64_C(3);
    for (; i < bn; i++) {
        u128 sum = (u128)a[i] + b[i] + carry;
        r[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    for (; i < an && carry; i++) {
        r[i] = a[i] + 1;
        carry = r[i] == 0;
    }
    if (i < an && r != a) memmove(r + i, a + i, (size_t)(an - i) * 8);
    return carry;
}

__attribute__((noinline)) uint64_t mag_sub(uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                                           int64_t bn) {
    uint64_t borrow = sub_quads(r, a, b, bn / 4);
    int64_t i = bn & ~INT64_C(3);
    for (; i < bn; i++) {
        u128 difference = (u128)a[i] - b[i] - borrow;
        r[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    for (; i < an && borrow; i++) {
        uint64_t was = a[i];
        r[i] = was - 1;
        borrow = was == 0;
    }
    if (i < an && r != a) memmove(r + i, a + i, (size_t)(an - i) * 8);
    return borrow;
}

__attribute__((noinline)) uint64_t mag_mul1(uint64_t *r, const uint64_t *a, int64_t n, uint64_t b,
                                            uint64_t carry) {
    for (int64_t i = 0; i < n; i++) {
        u128 p = (u128)a[i] * b + carry;
        r[i] = (uint64_t)p;
        carry = (uint64_t)(p >> 64);
    }
    return carry;
}

uint64_t mag_addmul1(uint64_t *r, const uint64_t *a, int64_t n, uint64_t b) {
    uint64_t carry = 0;
    for (int64_t i = 0; i < n; i++) {
        u128 p = (u128)a[i] * b + r[i] + carry;
        r[i] = (uint64_t)p;
        carry = (uint64_t)(p >> 64);
    }
    return carry;
}

static uint64_t submul1(uint64_t *r, const uint64_t *a, int64_t n, uint64_t b) {
    uint64_t borrow = 0;
    for (int64_t i = 0; i < n; i++) {
        u128 p = (u128)a[i] * b + borrow;
        uint64_t low = (uint64_t)p, was = r[i];
        r[i] = was - low;
        borrow = (uint64_t)(p >> 64) + (was < low);
    }
    return borrow;
}

__attribute__((noinline)) uint64_t mag_shl(uint64_t *r, const uint64_t *a, int64_t n, unsigned bits) {
    if (bits == 0) {
        memmove(r, a, (size_t)n * 8);
        return 0;
    }
    uint64_t out = n ? a[n - 1] >> (64 - bits) : 0;
    for (int64_t i = n; i-- > 1;) r[i] = a[i] << bits | a[i - 1] >> (64 - bits);
    if (n) r[0] = a[0] << bits;
    return out;
}

void mag_shr(uint64_t *r, const uint64_t *a, int64_t n, unsigned bits) {
    if (bits == 0) {
        memmove(r, a, (size_t)n * 8);
        return;
    }
    for (int64_t i = 0; i + 1 < n; i++) r[i] = a[i] >> bits | a[i + 1] << (64 - bits);
    if (n) r[n - 1] = a[n - 1] >> bits;
}

int64_t mag_bits(const uint64_t *a, int64_t n) {
    return n ? n * 64 - __builtin_clzll(a[n - 1]) : 0;
}

__attribute__((noinline)) uint64_t *mag_temp(struct thread *t, int64_t digits) {
    struct obj *o = gc_new_leaf(t, &int_shape, sizeof(struct bigint) + (size_t)(digits > 0 ? digits : 1) * 8);
    if (!o) return NULL;
    ((struct bigint *)o)->len = digits > 0 ? digits : 1;
    return ((struct bigint *)o)->digit;
}

__attribute__((noinline)) void mag_temp_free(struct thread *t, uint64_t *p) {
    gc_free_last(t, (char *)p - sizeof(struct bigint));
}

/* ---- division by one digit ---- */

/* (high : low) / d for normalised d by 32-bit steps (Knuth D in base 2^32); only used to make reciprocals. */
static uint64_t divide_slow(uint64_t high, uint64_t low, uint64_t d) {
    uint64_t d1 = d >> 32, d0 = d & 0xffffffff, q1 = high / d1, rest = high - q1 * d1;
    while (q1 >> 32 || q1 * d0 > (rest << 32 | low >> 32)) {
        q1--;
        rest += d1;
        if (rest >> 32) break;
    }
    uint64_t mid = (high << 32 | low >> 32) - q1 * d, q0 = mid / d1;
    rest = mid - q0 * d1;
    while (q0 >> 32 || q0 * d0 > (rest << 32 | (low & 0xffffffff))) {
        q0--;
        rest += d1;
        if (rest >> 32) break;
    }
    return (q1 << 32) + q0;
}

static uint64_t reciprocal(uint64_t d) {
    return divide_slow(~d, UINT64_MAX, d);
} /* floor((2^128 - 1) / d) - 2^64 */

/* Quotient of (u1 : u0) / d, u1 < d, d normalised, v = reciprocal(d). */
static inline uint64_t divide_step(uint64_t *rest, uint64_t u1, uint64_t u0, uint64_t d, uint64_t v) {
    u128 q = (u128)v * u1 + ((u128)u1 << 64 | u0);
    uint64_t q1 = (uint64_t)(q >> 64) + 1, r = u0 - q1 * d;
    if (r > (uint64_t)q) {
        q1--;
        r += d;
    }
    if (unlikely(r >= d)) {
        q1++;
        r -= d;
    }
    *rest = r;
    return q1;
}

uint64_t mag_div1(uint64_t *q, const uint64_t *a, int64_t n, uint64_t d) {
    unsigned s = (unsigned)__builtin_clzll(d);
    uint64_t v = reciprocal(d << s), rest = 0;
    if (s && n) rest = a[n - 1] >> (64 - s);
    for (int64_t i = n; i-- > 0;) {
        uint64_t low = a[i] << s;
        if (s && i) low |= a[i - 1] >> (64 - s);
        q[i] = divide_step(&rest, rest, low, d << s, v);
    }
    return rest >> s;
}

/* ---- multiplication ---- */

static __attribute__((noinline)) void mul_school(uint64_t *r, const uint64_t *a, int64_t an,
                                                 const uint64_t *b, int64_t bn) {
    r[an] = mag_mul1(r, a, an, b[0], 0);
    for (int64_t i = 1; i < bn; i++) r[an + i] = mag_addmul1(r + i, a, an, b[i]);
}

/* d[n] = |a - b|, b of m <= n digits; true when a < b. */
static __attribute__((noinline)) bool difference(uint64_t *d, const uint64_t *a, int64_t n, const uint64_t *b,
                                                 int64_t m) {
    int64_t at = mag_trim(a, n), bt = mag_trim(b, m);
    bool less = mag_cmp(a, at, b, bt) < 0;
    memset(d, 0, (size_t)n * 8);
    if (less)
        mag_sub(d, b, bt, a, at);
    else
        mag_sub(d, a, at, b, bt);
    return less;
}

/* r[2n] = a[n] * b[n]; s: 4n + 64 digits and more of scratch per KARATSUBA_MIN halvings. */
static void mul_karatsuba(uint64_t *r, const uint64_t *a, const uint64_t *b, int64_t n, uint64_t *s) {
    if (n < KARATSUBA_MIN) {
        mul_school(r, a, n, b, n);
        return;
    }
    int64_t h = n / 2, m = n - h;
    bool minus = difference(r, a, m, a + m, h) != difference(r + m, b, m, b + m, h);
    mul_karatsuba(s, r, r + m, m, s + 2 * m);
    mul_karatsuba(r, a, b, m, s + 2 * m);
    mul_karatsuba(r + 2 * m, a + m, b + m, h, s + 2 * m);
    uint64_t *mid = s + 2 * m;
    mid[2 * m] = mag_add(mid, r, 2 * m, r + 2 * m, 2 * h);
    if (minus)
        mag_add(mid, mid, 2 * m + 1, s, 2 * m);
    else
        mag_sub(mid, mid, 2 * m + 1, s, 2 * m);
    int64_t used = mag_trim(mid, 2 * m + 1);
    mag_add(r + m, r + m, 2 * n - m, mid, used);
}

static int64_t karatsuba_room(int64_t n) {
    return 4 * n + 8 * 64;
}

bool mag_mul(struct thread *t, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b, int64_t bn) {
    if (an < bn) {
        const uint64_t *p = a;
        int64_t n = an;
        a = b;
        an = bn;
        b = p;
        bn = n;
    }
    if (bn == 0) {
        memset(r, 0, (size_t)an * 8);
        return true;
    }
    if (bn < KARATSUBA_MIN) {
        mul_school(r, a, an, b, bn);
        return true;
    }
    if (bn >= NTT_MIN) return mag_mul_ntt(t, r, a, an, b, bn);
    uint64_t *s = mag_temp(t, karatsuba_room(bn) + 2 * bn);
    if (!s) return false;
    if (an == bn) {
        mul_karatsuba(r, a, b, bn, s);
        mag_temp_free(t, s);
        return true;
    }
    /* The longer factor in pieces as long as the shorter one. */
    uint64_t *piece = s + karatsuba_room(bn);
    memset(r, 0, (size_t)(an + bn) * 8);
    int64_t at = 0;
    for (; at + bn <= an; at += bn) {
        mul_karatsuba(piece, a + at, b, bn, s);
        mag_add(r + at, r + at, an + bn - at, piece, 2 * bn);
    }
    mag_temp_free(t, s);
    if (at == an) return true;
    uint64_t *last = mag_temp(t, an - at + bn);
    if (!last || !mag_mul(t, last, b, bn, a + at, an - at)) return false;
    mag_add(r + at, r + at, an + bn - at, last, an - at + bn);
    mag_temp_free(t, last);
    return true;
}

/* ---- division ---- */

/* Knuth D: u[un + 1] becomes the remainder (low vn digits), q[un - vn + 1]; v normalised (top bit set), vn >=
 * 2, top digit of u smaller than v's or equal. q may be NULL. */
static __attribute__((noinline)) void divide_knuth(uint64_t *q, uint64_t *u, int64_t un, const uint64_t *v,
                                                   int64_t vn) {
    uint64_t top = v[vn - 1], next = v[vn - 2], inv = reciprocal(top);
    for (int64_t j = un - vn; j >= 0; j--) {
        uint64_t u2 = u[j + vn], u1 = u[j + vn - 1], u0 = u[j + vn - 2], digit, rest;
        if (u2 >= top) {
            digit = UINT64_MAX;
            rest = u1 + top;
            if (u2 > top || rest < top) goto subtract;
        } else {
            digit = divide_step(&rest, u2, u1, top, inv);
        }
        while ((u128)digit * next > ((u128)rest << 64 | u0)) {
            digit--;
            rest += top;
            if (rest < top) break;
        }
    subtract:;
        uint64_t borrow = submul1(u + j, v, vn, digit);
        uint64_t was = u[j + vn];
        u[j + vn] = was - borrow;
        while (was < borrow) {
            digit--;
            uint64_t carry = mag_add(u + j, u + j, vn, v, vn);
            u[j + vn] += carry;
            if (carry && u[j + vn] == 0) break;
        }
        if (q) q[j] = digit;
    }
}

static bool divide_2n1n(struct thread *t, uint64_t *q, uint64_t *u, const uint64_t *v, int64_t n);

/* u[3h] / v[2h] with the quotient in q[h] and the remainder in u[0..2h); the top 2h digits of u are below v.
 */
static bool divide_3n2n(struct thread *t, uint64_t *q, uint64_t *u, const uint64_t *v, int64_t h) {
    const uint64_t *v1 = v + h;
    uint64_t over = 0; /* digit 2h of the running remainder (r1 : a0) */
    if (mag_cmp(u + 2 * h, mag_trim(u + 2 * h, h), v1, mag_trim(v1, h)) < 0) {
        if (!divide_2n1n(t, q, u + h, v1, h)) return false;
        memset(u + 2 * h, 0, (size_t)h * 8);
    } else {
        memset(q, 0xff, (size_t)h * 8);
        mag_sub(u + 2 * h, u + 2 * h, h, v1, h);
        over = mag_add(u + h, u + h, 2 * h, v1, h);
        over = u[2 * h];
    }
    uint64_t *d = mag_temp(t, 2 * h);
    if (!d || !mag_mul(t, d, q, h, v, h)) return false;
    int64_t excess = (int64_t)over - (int64_t)mag_sub(u, u, 2 * h, d, 2 * h);
    mag_temp_free(t, d);
    static const uint64_t one = 1;
    while (excess < 0) {
        mag_sub(q, q, h, &one, 1);
        excess += (int64_t)mag_add(u, u, 2 * h, v, 2 * h);
    }
    u[2 * h] = (uint64_t)excess;
    return true;
}

/* u[2n] / v[n]: quotient q[n], remainder in u[0..n), u[n..2n) zeroed. v normalised, top half of u below v. */
static bool divide_2n1n(struct thread *t, uint64_t *q, uint64_t *u, const uint64_t *v, int64_t n) {
    if (n < RECURSE_DIV || n % 2) {
        uint64_t *work = mag_temp(t, 2 * n + 1 + n + 1);
        if (!work) return false;
        memcpy(work, u, (size_t)n * 16);
        work[2 * n] = 0;
        divide_knuth(work + 2 * n + 1, work, 2 * n, v, n);
        memcpy(q, work + 2 * n + 1, (size_t)n * 8);
        memcpy(u, work, (size_t)n * 8);
        memset(u + n, 0, (size_t)n * 8);
        mag_temp_free(t, work);
        return true;
    }
    int64_t h = n / 2;
    if (!divide_3n2n(t, q + h, u + h, v, h)) return false;
    if (!divide_3n2n(t, q, u, v, h)) return false;
    memset(u + n, 0, (size_t)n * 8);
    return true;
}

/* Both shifted so that b fills blocks of `n` digits, then block by block from the top. */
static bool divide_blocks(struct thread *t, uint64_t *q, uint64_t *r, const uint64_t *a, int64_t an,
                          const uint64_t *b, int64_t bn) {
    int64_t m = 1;
    while (bn / m >= RECURSE_DIV) m *= 2;
    int64_t n = (bn + m - 1) / m * m, pad = n - bn;
    unsigned s = (unsigned)__builtin_clzll(b[bn - 1]);
    int64_t blocks = (an + pad + 1 + n - 1) / n + 1;
    uint64_t *v = mag_temp(t, n), *u = mag_temp(t, blocks * n), *digits = mag_temp(t, n);
    if (!v || !u || !digits) return false;
    memset(v, 0, (size_t)pad * 8);
    mag_shl(v + pad, b, bn, s);
    memset(u, 0, (size_t)(blocks * n) * 8);
    u[pad + an] = mag_shl(u + pad, a, an, s);
    int64_t qn = an - bn + 1;
    for (int64_t i = blocks - 2; i >= 0; i--) {
        if (!divide_2n1n(t, digits, u + i * n, v, n)) return false;
        for (int64_t k = 0; q && k < n && i * n + k < qn; k++) q[i * n + k] = digits[k];
    }
    mag_shr(u, u, n, s);
    memcpy(r, u + pad, (size_t)bn * 8);
    mag_temp_free(t, digits);
    mag_temp_free(t, u);
    mag_temp_free(t, v);
    return true;
}

bool mag_divrem(struct thread *t, uint64_t *q, uint64_t *r, const uint64_t *a, int64_t an, const uint64_t *b,
                int64_t bn) {
    if (bn == 1) {
        uint64_t *where = q;
        if (!where && !(where = mag_temp(t, an))) return false;
        r[0] = mag_div1(where, a, an, b[0]);
        if (!q) mag_temp_free(t, where);
        return true;
    }
    if (bn >= RECURSE_DIV && an - bn >= RECURSE_DIV / 2) return divide_blocks(t, q, r, a, an, b, bn);
    uint64_t small[64], *u = small;
    if (an + 1 + bn > 64 && !(u = mag_temp(t, an + 1 + bn))) return false;
    uint64_t *v = u + an + 1;
    unsigned s = (unsigned)__builtin_clzll(b[bn - 1]);
    mag_shl(v, b, bn, s);
    u[an] = mag_shl(u, a, an, s);
    divide_knuth(q, u, an, v, bn);
    mag_shr(r, u, bn, s);
    if (u != small) mag_temp_free(t, u);
    return true;
}
