/* What is true of one target machine: constant data first, few functions last.
 *
 * Invariants:
 *  - A `struct target` is a constant value. Nothing asks for its name to decide anything: ask for a fact.
 *  - Numbers that containers fix (e_machine, relocation numbers) are the ELF ones; our object modules and the
 * runtime's objects use them on every target.
 *  - A function here touches only the bytes it is given. */
#ifndef PY2_TARGETS_TARGET_H
#define PY2_TARGETS_TARGET_H

#include "engine/base/base.h"

/* Facts and encoders of the instruction set, for rules/gen: targets/isa.h. */
struct isa;
struct container;

enum reloc_kind {
    RELOC_BAD,   /* unknown or refused */
    RELOC_NONE,  /* does nothing */
    RELOC_ABS64, /* the word holds an address: becomes a relative relocation of the image */
    RELOC_VALUE, /* position-independent: applied at link time */
    RELOC_GOT,   /* wants the address of a cell holding the symbol's address */
};

/* What the linker must know of one relocation number. */
struct reloc_info {
    enum reloc_kind kind;
    uint8_t size; /* bytes covered */
    bool branch;  /* a call or jump */
    bool page;    /* uses the symbol's 4 KiB page (AArch64 adrp) or its low bits */
    const char *name;
};

enum reloc_status { RELOC_OK, RELOC_OVERFLOW, RELOC_MISALIGNED, RELOC_UNKNOWN };

struct target {
    const char *name;         /* "linux-x86_64" */
    const char *cpu;          /* "x86_64", "aarch64": names the runtime archive and the folder in targets/ */
    const char *os;           /* "linux" */
    const char *platform;     /* sys.platform */
    const char *triple;       /* as clang writes it, for messages and the C back end */
    const char *machine_name; /* platform.machine() */
    uint32_t machine;         /* ELF e_machine */
    uint32_t pointer;         /* bytes */
    uint32_t page;            /* alignment of segments whose protections differ, bytes */
    uint64_t branch_range;    /* reach of a direct call in either direction, bytes */
    uint32_t abs64;           /* relocation number of a 64-bit address */
    uint8_t code_fill[4];     /* pattern between functions (traps) */
    const struct isa *isa;    /* NULL until the instruction set is described */
    const struct container *container; /* targets/image.h: how an image becomes a file */
    /* Facts of one relocation number; kind RELOC_BAD when unknown. */
    struct reloc_info (*reloc_info)(uint32_t type);
    /* Writes relocation `type` at `place` (reloc_info.size bytes are writable): `s` address of the symbol
     * (for RELOC_GOT: of its cell), `a` addend, `p` address of the place. */
    enum reloc_status (*reloc_apply)(uint32_t type, uint8_t *place, uint64_t s, int64_t a, uint64_t p);
    /* Turns a load of a cell into address arithmetic when the instruction allows; true when done (then
     * relocation
     * `*type` with `*addend` is to be applied to the symbol itself). `bytes` is the section up to and past
     * `offset`. */
    bool (*got_relax)(uint32_t *type, int64_t *addend, uint8_t *bytes, uint64_t offset, uint64_t size);
};

/* ---- target.c ---- */

/* NULL when there is none of that name; "host" gives target_host(). */
const struct target *target_find(struct str name);
/* All targets, in the order they are shown. */
const struct target *const *target_list(size_t *n);
/* The target of the machine py2 itself was built for. */
const struct target *target_host(void);

#endif
