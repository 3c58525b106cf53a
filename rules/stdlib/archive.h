/* The form of the archive of the standard library: a header, records in byte order of the modules' names,
 * then the texts and frames that they point to, by offsets from the archive's start. Written and read on
 * machines of one byte order only: it is made while py2 is built, for that py2. */
#ifndef PY2_STDLIB_ARCHIVE_H
#define PY2_STDLIB_ARCHIVE_H

#include <stdint.h>

enum { LIBRARY_PACKAGE = 1, LIBRARY_REFUSED = 2 };

struct library_header {
    uint64_t count;
};

struct library_record {
    uint32_t name, name_size, file, file_size;
    uint32_t imports, imports_size;
    uint32_t functions, functions_size; /* as reach_put_functions writes them */
    uint32_t symbols, symbols_size;     /* of their code: the function's number (ULEB128), the name, sized */
    uint32_t body, body_size;           /* the IR as a zstd frame; LIBRARY_REFUSED: the reason */
    uint32_t ir_size, flags;
    char digest[64];
};

#endif
