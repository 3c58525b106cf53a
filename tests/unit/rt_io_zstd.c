/* zstd decoding: frames made by zstd 1.5 (tests/runtime/zstd, levels 1 to 19) of texts this file can make
 * again; then the same frames cut and damaged, which must neither crash nor read outside (run under the
 * sanitizers too). PY2_ZSTD_WRITE=DIR writes the texts for compressing them anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "runtime/lib/zstd.h"

static uint32_t seed;
static uint32_t draw(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * n >> 32);
}

/* words: matches and few symbols; skewed: all byte values, several blocks that share tables; zeros; noise:
 * stored */
static const char *const kinds[] = {"words", "skewed", "zeros", "noise", "empty", "records"};
enum { KINDS = 6 };

static size_t make(int kind, uint8_t *out) {
    static const char *const words[] = {"the ",  "quick ", "brown ", "fox\n", "jumps",
                                        "over ", "lazy",   " dog. ", "\t"};
    size_t n = 0;
    seed = (uint32_t)kind + 7;
    switch (kind) {
    case 0:
        while (n < 60000) {
            const char *w = words[draw(9)];
            memcpy(out + n, w, strlen(w));
            n += strlen(w);
        }
        return n;
    case 1:
        for (; n < 140000; n++) out[n] = (uint8_t)(draw(256) & draw(256) & draw(256) & (draw(40) ? 63 : 255));
        return n;
    case 2: memset(out, 0, 290001); return 290001;
    case 3:
        for (; n < 2000; n++) out[n] = (uint8_t)draw(256);
        return n;
    case 4: return 0;
    default:
        for (; n < 50000; n += 10) {
            uint32_t a = draw(1000);
            memcpy(out + n, &a, 4);
            memcpy(out + n + 4, "\1\2\3\4", 4);
            out[n + 8] = (uint8_t)(n / 10);
            out[n + 9] = (uint8_t)draw(3);
        }
        return n;
    }
}

static uint8_t *load(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    uint8_t *p = malloc(1 << 20);
    *n = fread(p, 1, 1 << 20, f);
    fclose(f);
    return p;
}

static void frames(void **state) {
    (void)state;
    static uint8_t want[400000], got[400000], work[ZSTD_WORK];
    const char *dir = getenv("PY2_ZSTD_WRITE");
    int done = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        size_t n = make(kind, want), size;
        char path[512];
        if (dir) {
            snprintf(path, sizeof path, "%s/%s", dir, kinds[kind]);
            FILE *f = fopen(path, "wb");
            assert_non_null(f);
            fwrite(want, 1, n, f);
            fclose(f);
            continue;
        }
        for (int level = 1; level <= 19; level += 9) {
            snprintf(path, sizeof path, PY2_TESTS "/runtime/zstd/%s.%d.zst", kinds[kind], level);
            uint8_t *in = load(path, &size);
            if (!in) continue;
            uint8_t *exact = malloc(size);
            memcpy(exact, in, size);
            assert_int_equal(zstd_decompress(got, n, exact, size, work), n);
            assert_memory_equal(got, want, n);
            if (n) assert_int_equal(zstd_decompress(got, n - 1, exact, size, work), -1);
            for (int i = 0; i < 200; i++) {
                uint32_t at = draw((uint32_t)size);
                uint8_t *cut = malloc(at + 1);
                memcpy(cut, exact, at);
                zstd_decompress(got, n, cut, at, work);
                free(cut);
                exact[at] ^= (uint8_t)(1u << draw(8));
                zstd_decompress(got, n, exact, size, work);
                exact[at] = in[at];
            }
            free(exact);
            free(in);
            done++;
        }
    }
    if (!dir) assert_true(done >= 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
