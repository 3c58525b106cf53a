/* The neutral image: what the linker lays out and a container (ELF, PE, Mach-O …) turns into a file.
 *
 * The way: the linker adds sections in order of their segment and says which words hold addresses; `layout`
 * fixes addresses and file offsets and allocates the file; the linker writes the bytes, relocated, at their
 * offsets; `finish` writes headers, fixups and digests around them.
 *
 * Invariants:
 *  - Sections are in ascending order of segment, zero-filled ones last.
 *  - After layout no section or pointer is added. Addresses are relative to the image's base, which is 0.
 *  - A word that holds an address has its final value (target address relative to the base) in the file. */
#ifndef PY2_TARGETS_IMAGE_H
#define PY2_TARGETS_IMAGE_H

#include "targets/target.h"

/* Memory protections. No segment is both writable and executable. */
enum image_segment {
    SEGMENT_RODATA, /* headers and constants */
    SEGMENT_TEXT,
    SEGMENT_RELRO, /* written by relocation at start only */
    SEGMENT_DATA,
    SEGMENT_COUNT
};

struct image_section {
    struct str name;
    enum image_segment segment;
    bool zerofill;
    uint32_t align;
    uint64_t size;
    uint64_t address, offset; /* by layout */
};

/* A word that holds an address. */
struct image_pointer {
    uint32_t section;
    uint32_t spare;
    uint64_t offset;
};

struct image_symbol {
    struct str name;
    uint32_t section;
    bool func, local;
    uint64_t address, size;
};

struct image {
    struct arena *arena;
    const struct target *target;
    VEC(struct image_section) sections;
    VEC(struct image_pointer) pointers; /* any order before layout; ascending by address after */
    VEC(struct image_symbol) symbols;   /* for the file's own symbol table; none when stripped */
    uint64_t entry;                     /* address; set between layout and finish */
    /* by layout */
    uint8_t *file;
    uint64_t file_size;
    uint64_t memory_size;      /* highest address */
    uint64_t relr, relr_size;  /* packed fixups, read by the start code */
    uint64_t relro, relro_end; /* exact; nothing else shares the pages they touch, whatever the page size */
    uint64_t build_id;         /* address of 32 bytes */
    /* private to the container */
    uint64_t private_[16];
};

struct container {
    const char *name; /* "elf" */
    /* False: the image is too large for the container. */
    bool (*layout)(struct image *image);
    void (*finish)(struct image *image);
};

#endif
