/* Made by runtime/tools/make_pow10.py: powers of ten with 128 bits. */
#include "runtime/types/float_text.h"

static const uint64_t base[26][2] = { /* high, low half of floor(10^(27 * (i + -13))), normalised */
    {UINT64_C(0x8049a4ac0c5811ae), UINT64_C(0x205b896d777d6278)},
    {UINT64_C(0xcf42894a5dce35ea), UINT64_C(0x52064cac828675b9)},
    {UINT64_C(0xa76c582338ed2621), UINT64_C(0xaf2af2b80af6f24e)},
    {UINT64_C(0x873e4f75e2224e68), UINT64_C(0x5a7744a6e804a291)},
    {UINT64_C(0xda7f5bf590966848), UINT64_C(0xaf39a475506a899e)},
    {UINT64_C(0xb080392cc4349dec), UINT64_C(0xbd8d794d96aacfb3)},
    {UINT64_C(0x8e938662882af53e), UINT64_C(0x547eb47b7282ee9c)},
    {UINT64_C(0xe65829b3046b0afa), UINT64_C(0x0cb4a5a3112a5112)},
    {UINT64_C(0xba121a4650e4ddeb), UINT64_C(0x92f34d62616ce413)},
    {UINT64_C(0x964e858c91ba2655), UINT64_C(0x3a6a07f8d510f86f)},
    {UINT64_C(0xf2d56790ab41c2a2), UINT64_C(0xfae27299423fb9c3)},
    {UINT64_C(0xc428d05aa4751e4c), UINT64_C(0xaa97e14c3c26b886)},
    {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d)},
    {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
    {UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000)},
    {UINT64_C(0xa70c3c40a64e6c51), UINT64_C(0x999090b65f67d924)},
    {UINT64_C(0x86f0ac99b4e8dafd), UINT64_C(0x69a028bb3ded71a3)},
    {UINT64_C(0xda01ee641a708de9), UINT64_C(0xe80e6f4820cc9495)},
    {UINT64_C(0xb01ae745b101e9e4), UINT64_C(0x5ec05dcff72e7f8f)},
    {UINT64_C(0x8e41ade9fbebc27d), UINT64_C(0x14588f13be847307)},
    {UINT64_C(0xe5d3ef282a242e81), UINT64_C(0x8f1668c8a86da5fa)},
    {UINT64_C(0xb9a74a0637ce2ee1), UINT64_C(0x6d953e2bd7173692)},
    {UINT64_C(0x95f83d0a1fb69cd9), UINT64_C(0x4abdaf101564f98e)},
    {UINT64_C(0xf24a01a73cf2dccf), UINT64_C(0xbc633b39673c8cec)},
    {UINT64_C(0xc3b8358109e84f07), UINT64_C(0x0a862f80ec4700c8)},
    {UINT64_C(0x9e19db92b4e31ba9), UINT64_C(0x6c07a2c26a8346d1)},
};
static const uint64_t five[28] = {
    UINT64_C(1),
    UINT64_C(5),
    UINT64_C(25),
    UINT64_C(125),
    UINT64_C(625),
    UINT64_C(3125),
    UINT64_C(15625),
    UINT64_C(78125),
    UINT64_C(390625),
    UINT64_C(1953125),
    UINT64_C(9765625),
    UINT64_C(48828125),
    UINT64_C(244140625),
    UINT64_C(1220703125),
    UINT64_C(6103515625),
    UINT64_C(30517578125),
    UINT64_C(152587890625),
    UINT64_C(762939453125),
    UINT64_C(3814697265625),
    UINT64_C(19073486328125),
    UINT64_C(95367431640625),
    UINT64_C(476837158203125),
    UINT64_C(2384185791015625),
    UINT64_C(11920928955078125),
    UINT64_C(59604644775390625),
    UINT64_C(298023223876953125),
    UINT64_C(1490116119384765625),
    UINT64_C(7450580596923828125),
};
static const uint32_t fix[] = {
    0x55555551, 0x15010004, 0x41450500, 0x00014000, 0x44541005, 0x95655559, 0x44544116, 0x41055405, 0x96525555, 0x10415515, 0x41054005, 0x40104044, 0x10040015, 0x00000000, 0x55400000, 0x95515569, 0x50401165, 0x00100000, 0x15051554, 0x45155441, 0x51055195, 0x00000454, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x55590000, 0x969965a5, 0x55455505, 0x50501555, 0x14545511, 0x00105555, 0x00110100, 0x55155410, 0x45545455, 0x44150504, 0x00015414, 0x00100000, 0x00400000, 0x00000004, 0x00000000, 0x00000000,
};

/* The 128-bit product of (high : low) and a factor, normalised to 128 bits. */
void pow10_128(int k, uint64_t *high, uint64_t *low) {
    int at = k - (-351), q = at / 27, r = at % 27, bit = k - (-342);
    u128 lo = (u128)base[q][1] * five[r], hi = (u128)base[q][0] * five[r] + (uint64_t)(lo >> 64);
    uint64_t w2 = (uint64_t)(hi >> 64), w1 = (uint64_t)hi, w0 = (uint64_t)lo;
    if (w2) {
        int s = __builtin_clzll(w2);
        u128 top = (u128)w2 << 64 | w1;
        top = s ? top << s | w0 >> (64 - s) : top;
        top += fix[bit / 16] >> (bit % 16 * 2) & 3;
        *high = (uint64_t)(top >> 64);
        *low = (uint64_t)top;
        return;
    }
    *high = w1; /* r == 0: the entry itself */
    *low = w0;
}
