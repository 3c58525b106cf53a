/* The checksum CRC-32 of zlib, gzip and zip files. */
#ifndef PY2_LIB_CRC32_H
#define PY2_LIB_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* That of what `c` is of, followed by n bytes; of nothing it is 0. */
uint32_t crc32_of(uint32_t c, const uint8_t *p, size_t n);

#endif
