/* Eight bytes at a time: each is looked up in the table of how many bytes come after it. */
#include "runtime/lib/crc32.h"
#include "runtime/rt.h"

/* crc[k][b]: what a byte b changes once k further bytes have gone through. */
static uint32_t crc[8][256];

static void fill(void) {
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t c = b;
        for (int i = 0; i < 8; i++) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
        crc[0][b] = c;
    }
    for (int k = 1; k < 8; k++)
        for (uint32_t b = 0; b < 256; b++) crc[k][b] = crc[k - 1][b] >> 8 ^ crc[0][crc[k - 1][b] & 255];
}

uint32_t crc32_of(uint32_t c, const uint8_t *p, size_t n) {
    if (!crc[7][255]) fill();
    c = ~c;
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        w ^= c;
        c = 0;
        for (int k = 0; k < 8; k++) c ^= crc[7 - k][w >> 8 * k & 255];
    }
    while (n--) c = c >> 8 ^ crc[0][(c ^ *p++) & 255];
    return ~c;
}
