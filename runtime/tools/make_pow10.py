"""Writes runtime/types/float_pow10.c: the 128-bit powers of ten behind float parsing and printing.

Only every 27th power is stored; the others are a product with a power of five, off by at most two in the last
place, and two bits per power say by how much. Run: python3 make_pow10.py > ../types/float_pow10.c"""

STEP, LOW, HIGH = 27, -342, 324


def exact(k):
    """floor(10^k * 2^s) with the s that makes it 128 bits long."""
    if k >= 0:
        n = 10**k
        s = n.bit_length() - 128
        return n >> s if s > 0 else n << -s
    d = 10**-k
    q = (1 << (128 + d.bit_length())) // d
    return q >> (q.bit_length() - 128)


base = {q: exact(q * STEP) for q in range(LOW // STEP, HIGH // STEP + 1)}
fix = []
for k in range(LOW, HIGH + 1):
    q, r = divmod(k, STEP)
    p = base[q] * 5**r
    p >>= p.bit_length() - 128
    diff = exact(k) - p
    assert diff in (0, 1, 2), (k, diff)
    fix.append(diff)
words = []
for i in range(0, len(fix), 16):
    words.append(sum(b << 2 * j for j, b in enumerate(fix[i:i + 16])))
first = min(base)
print(f"""/* Made by runtime/tools/make_pow10.py: powers of ten with 128 bits. */
#include "runtime/types/float_text.h"

static const uint64_t base[{len(base)}][2] = {{ /* high, low half of floor(10^({STEP} * (i + {first}))), normalised */""")
for q in sorted(base):
    print(f"    {{UINT64_C(0x{base[q] >> 64:016x}), UINT64_C(0x{base[q] & (2**64 - 1):016x})}},")
print("};\nstatic const uint64_t five[28] = {")
for r in range(28):
    print(f"    UINT64_C({5**r}),")
print("};\nstatic const uint32_t fix[] = {")
print("    " + ", ".join(f"0x{w:08x}" for w in words) + ",")
print(f"""}};

/* The 128-bit product of (high : low) and a factor, normalised to 128 bits. */
void pow10_128(int k, uint64_t *high, uint64_t *low) {{
    int at = k - ({first * STEP}), q = at / {STEP}, r = at % {STEP}, bit = k - ({LOW});
    u128 lo = (u128)base[q][1] * five[r], hi = (u128)base[q][0] * five[r] + (uint64_t)(lo >> 64);
    uint64_t w2 = (uint64_t)(hi >> 64), w1 = (uint64_t)hi, w0 = (uint64_t)lo;
    if (w2) {{
        int s = __builtin_clzll(w2);
        u128 top = (u128)w2 << 64 | w1;
        top = s ? top << s | w0 >> (64 - s) : top;
        top += fix[bit / 16] >> (bit % 16 * 2) & 3;
        *high = (uint64_t)(top >> 64);
        *low = (uint64_t)top;
        return;
    }}
    *high = w1; /* r == 0: the entry itself */
    *low = w0;
}}""")
