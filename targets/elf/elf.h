/* ELF64: the numbers of the format, the image writer, and the relocations of each machine.
 *
 * Invariant: everything here is little-endian ELF64 (System V ABI gABI 4.2, psABI of x86-64 and AArch64). The
 * records are C structs in the file's own layout; hostile files are only ever looked at through checked
 * ranges. */
#ifndef PY2_TARGETS_ELF_H
#define PY2_TARGETS_ELF_H

#include "targets/image.h"

struct elf_header {
    uint8_t ident[16];
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, phoff, shoff;
    uint32_t flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};
struct elf_segment {
    uint32_t type, flags;
    uint64_t offset, vaddr, paddr, filesz, memsz, align;
};
struct elf_section {
    uint32_t name, type;
    uint64_t flags, addr, offset, size;
    uint32_t link, info;
    uint64_t addralign, entsize;
};
struct elf_symbol {
    uint32_t name;
    uint8_t info, other;
    uint16_t shndx;
    uint64_t value, size;
};
struct elf_rela {
    uint64_t offset, info;
    int64_t addend;
};

enum { ET_REL = 1, ET_DYN = 3 };
enum { PT_LOAD = 1, PT_DYNAMIC = 2, PT_NOTE = 4, PT_GNU_STACK = 0x6474e551, PT_GNU_RELRO = 0x6474e552 };
enum { PF_X = 1, PF_W = 2, PF_R = 4 };
enum {
    SHT_NULL,
    SHT_PROGBITS,
    SHT_SYMTAB,
    SHT_STRTAB,
    SHT_RELA,
    SHT_HASH,
    SHT_DYNAMIC,
    SHT_NOTE,
    SHT_NOBITS,
    SHT_REL,
    SHT_INIT_ARRAY = 14,
    SHT_FINI_ARRAY,
    SHT_PREINIT_ARRAY,
    SHT_GROUP,
    SHT_SYMTAB_SHNDX,
    SHT_RELR,
};
enum { SHF_WRITE = 1, SHF_ALLOC = 2, SHF_EXECINSTR = 4, SHF_MERGE = 16, SHF_STRINGS = 32, SHF_TLS = 1024 };
enum { SHN_UNDEF = 0, SHN_LORESERVE = 0xff00, SHN_ABS = 0xfff1, SHN_COMMON = 0xfff2, SHN_XINDEX = 0xffff };
enum { STB_LOCAL, STB_GLOBAL, STB_WEAK };
enum { STT_NOTYPE, STT_OBJECT, STT_FUNC, STT_SECTION, STT_FILE, STT_COMMON, STT_TLS };
enum {
    DT_NULL = 0,
    DT_FLAGS = 30,
    DT_RELRSZ = 35,
    DT_RELR = 36,
    DT_RELRENT = 37,
    DT_FLAGS_1 = 0x6ffffffb,
};

/* ---- image.c ---- */
extern const struct container elf_container;

/* ---- reloc_x86_64.c, reloc_aarch64.c ---- */
struct reloc_info elf_x86_64_reloc_info(uint32_t type);
enum reloc_status elf_x86_64_reloc_apply(uint32_t type, uint8_t *place, uint64_t s, int64_t a, uint64_t p);
bool elf_x86_64_got_relax(uint32_t *type, int64_t *addend, uint8_t *bytes, uint64_t offset, uint64_t size);
struct reloc_info elf_aarch64_reloc_info(uint32_t type);
enum reloc_status elf_aarch64_reloc_apply(uint32_t type, uint8_t *place, uint64_t s, int64_t a, uint64_t p);
bool elf_aarch64_got_relax(uint32_t *type, int64_t *addend, uint8_t *bytes, uint64_t offset, uint64_t size);

#endif
