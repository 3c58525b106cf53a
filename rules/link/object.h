/* The neutral object module: what rules/gen produces, what ELF relocatables are read into, what the linker
 * links.
 *
 * Invariants:
 *  - Indexes are stable: a section, symbol or relocation is never removed or reordered once added.
 *  - Section 0 and symbol 0 are real entries; OBJECT_UNDEF as a section index means "not defined here".
 *  - The bytes of a section that is not ZEROFILL are exactly `size` long; a ZEROFILL section has no bytes.
 *  - A relocation lies wholly inside its section; its `type` is the ELF relocation number of the target
 * machine and its addend is explicit (RELA style: the bytes under a relocation are ignored and overwritten).
 *  - The linker gives every function and every datum its own fate by section: what is in one section lives or
 * dies together. A producer therefore makes one section per function or datum it wants to be dropped alone.
 *  - Group sections are named "GROUP.rest" with GROUP one of pymod, pyroot, pystr, pybcache, pyframe, pycode, pyic_attr,
 * pyic_set, pyic_method, pyres, pynative or pymeth_TYPE (resolve.c says what makes a member live). The linker
 * lays the members of a group side by side, ordered by section name, and defines the hidden symbols
 * __start_GROUP and __stop_GROUP around them (equal when the group is empty).
 *  - Symbols are unique by name within an object unless local. Symbols whose name begins with "pystr." may be
 * defined by many objects: the first definition is kept and the others with their sections are dropped.
 *  - The serialised form is canonical: equal objects give equal bytes, and object_read accepts nothing else
 * than what object_write can write (hostile bytes give an error, never a crash). */
#ifndef PY2_LINK_OBJECT_H
#define PY2_LINK_OBJECT_H

#include "engine/base/base.h"

enum section_flags {
    SECTION_READ = 1,
    SECTION_WRITE = 2,
    SECTION_EXEC = 4,
    SECTION_ZEROFILL = 8, /* no bytes in the file */
    SECTION_RELRO =
        16, /* holds addresses, else constant: made read-only after the image has relocated itself */
    SECTION_KEEP = 32, /* a root of the liveness search (not for group members) */
};

enum symbol_flags {
    SYMBOL_LOCAL = 0, /* visible in this object only; names may repeat */
    SYMBOL_GLOBAL = 1,
    SYMBOL_WEAK = 2, /* global; yields to a global definition, is 0 when undefined everywhere */
    SYMBOL_BINDING = 3,
    SYMBOL_FUNC = 4, /* code: for size reports and disassembly */
};

#define OBJECT_UNDEF UINT32_MAX

struct object_section {
    struct str name;
    uint32_t flags;
    uint32_t align; /* a power of two, 1 … 65536 */
    uint64_t size;
    struct buf bytes; /* bytes.n == size unless ZEROFILL */
};

struct object_symbol {
    struct str name;
    uint32_t section; /* OBJECT_UNDEF: defined elsewhere */
    uint32_t flags;
    uint64_t offset; /* in the section */
    uint64_t size;   /* bytes; 0 unknown */
};

struct object_reloc {
    uint32_t section, type; /* where, ELF relocation number */
    uint64_t offset;
    int64_t addend;
    uint32_t symbol;
};

struct object {
    struct arena *arena;
    struct str name;  /* for messages: "app.main", "gc.o" */
    uint32_t machine; /* ELF e_machine: 62 x86-64, 183 AArch64 */
    VEC(struct object_section) sections;
    VEC(struct object_symbol) symbols;
    VEC(struct object_reloc) relocs;
    struct map by_name; /* name -> symbol index + 1 of non-local symbols */
};

/* ---- object.c ---- */

/* Everything an object owns lives in `arena`; names passed below are copied. */
void object_init(struct object *o, struct arena *arena, struct str name, uint32_t machine);
/* Adds a section and gives its index. Bytes are appended through object_bytes or object_put. */
uint32_t object_section(struct object *o, struct str name, uint32_t flags, uint32_t align);
/* Appends to a section and gives the offset of the first appended byte. */
uint64_t object_put(struct object *o, uint32_t section, const void *p, size_t n);
uint64_t object_put_u64(struct object *o, uint32_t section, uint64_t v);
/* Grows a ZEROFILL section by `n` bytes and gives the offset of the new part. */
uint64_t object_zerofill(struct object *o, uint32_t section, uint64_t n);
/* The symbol called `name`, made (undefined, global) when the object has none. */
uint32_t object_symbol(struct object *o, struct str name);
/* Defines a symbol and gives its index: fills in the earlier undefined one of that name unless `flags` is
 * local, in which case a new symbol is made. A second definition of a global is a BUG of the producer. */
uint32_t object_define(struct object *o, struct str name, uint32_t section, uint64_t offset, uint64_t size,
                       uint32_t flags);
/* Adds a relocation; the bytes it covers must exist by the time the object is written or linked. */
void object_reloc(struct object *o, uint32_t section, uint64_t offset, uint32_t type, uint32_t symbol,
                  int64_t addend);
/* Appends an 8-byte address of symbol + addend (R_X86_64_64 / R_AARCH64_ABS64), gives its offset. */
uint64_t object_put_address(struct object *o, uint32_t section, uint32_t symbol, int64_t addend);

/* Canonical bytes. */
struct str object_write(struct arena *arena, const struct object *o);
/* Reads them back into `o` (which then refers to `bytes`, so these must outlive it). False: not a valid
 * object. */
bool object_read(struct object *o, struct arena *arena, struct str bytes);

/* ELF relocation numbers a producer uses. */
enum {
    R_X86_64_64 = 1,
    R_X86_64_PC32 = 2,  /* S + A - P; addend -4 for an operand at the end of the instruction */
    R_X86_64_PLT32 = 4, /* calls and jumps */
    R_X86_64_PC64 = 24,
    R_AARCH64_ABS64 = 257,
    R_AARCH64_PREL64 = 260,
    R_AARCH64_PREL32 = 261,
    R_AARCH64_ADR_PREL_PG_HI21 = 275, /* adrp */
    R_AARCH64_ADD_ABS_LO12_NC = 277,
    R_AARCH64_LDST8_ABS_LO12_NC = 278,
    R_AARCH64_TSTBR14 = 279,
    R_AARCH64_CONDBR19 = 280,
    R_AARCH64_JUMP26 = 282,
    R_AARCH64_CALL26 = 283,
    R_AARCH64_LDST16_ABS_LO12_NC = 284,
    R_AARCH64_LDST32_ABS_LO12_NC = 285,
    R_AARCH64_LDST64_ABS_LO12_NC = 286,
    R_AARCH64_LDST128_ABS_LO12_NC = 299,
};

#endif
