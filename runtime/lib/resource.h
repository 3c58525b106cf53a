/* Files carried by the program: a table between __start_pyres and __stop_pyres, ascending by path. Written by
 * the linker. */
#ifndef PY2_RUNTIME_LIB_RESOURCE_H
#define PY2_RUNTIME_LIB_RESOURCE_H

#include <stdint.h>

struct resource {
    const char *path;    /* UTF-8, "package/dir/name", NUL-terminated */
    const uint8_t *data; /* `stored` bytes */
    uint64_t stored;     /* < size: one zstd frame; == size: as they are */
    uint64_t size;
};

extern const struct resource __start_pyres[] __attribute__((weak, visibility("hidden")));
extern const struct resource __stop_pyres[] __attribute__((weak, visibility("hidden")));

#endif
