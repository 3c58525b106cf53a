/* Decompression of one zstd frame (RFC 8878) whose result fits a buffer known beforehand. */
#ifndef PY2_LIB_ZSTD_H
#define PY2_LIB_ZSTD_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of scratch memory a call needs. */
#define ZSTD_WORK (160 * 1024)

/* Decodes `n` bytes at `in` to `out`, which has room for `cap`. The whole result is the window. Gives its
 * size, or -1 when the input is not a valid frame or does not fit. Dictionaries are refused; the checksum is
 * not looked at. */
int64_t zstd_decompress(uint8_t *out, size_t cap, const uint8_t *in, size_t n, void *work);

#endif
