/* The linker: compiled objects, the runtime's archive and resources in, an executable out.
 *
 * Invariants:
 *  - Only what the entry reaches is in the image (liveness goes by section). What is kept of the runtime's
 * method tables and native modules is decided by the request's sets.
 *  - The same request gives the same bytes.
 *  - Undefined and doubly defined names are errors that say who refers to them; so is a distance a relocation
 * cannot hold.
 *  - What cannot be placed is never patched up silently. */
#ifndef PY2_LINK_LINK_H
#define PY2_LINK_LINK_H

#include "rules/link/object.h"
#include "targets/target.h"

struct link_resource {
    struct str path; /* as importlib.resources sees it: "package/dir/name" */
    struct str bytes;
    bool compress; /* with zstd, when that makes it smaller */
};

/* One live section, for size reports. */
struct link_piece {
    struct str section; /* its name in the object */
    struct str symbol;  /* the first symbol in it, or empty */
    struct str object;
    struct str output; /* section of the image */
    struct str from;   /* symbol of the section whose reference made it live first; empty: a root */
    uint64_t address, size;
    uint64_t file_size; /* what of it is in the file: zeros may not be */
};

struct link_report {
    VEC(struct link_piece) pieces; /* ascending by address */
    struct digest build_id;
};

struct link_dead {
    const struct str *symbols;
    size_t n;
    bool library; /* the object is not of the program's own code */
};

struct link_request {
    const struct target *target;
    const struct str *objects; /* canonical bytes of compiled modules; must outlive the call */
    size_t nobjects;
    struct str runtime; /* runtime_archive(target), or empty */
    /* Per object, code that the program never gets to: symbols that stand for function_dead instead. NULL: none. Not used when an
     * object of the program's own may ask for any name. */
    const struct link_dead *dead;
    /* Attribute names that can be asked for at run time decide which methods of the runtime are carried. They
     * are: the interned names ("pystr.X") that live code refers to, and `live_names` (each with a non-NULL
     * value; may be NULL). When a compiled module refers to something that takes names from data (getattr,
     * dir, str.format, star imports ...), or with all_names, all. */
    const struct map *live_names;
    bool all_names;
    const struct str *natives; /* native modules to be carried, by name */
    size_t nnatives;
    bool all_natives;
    const struct link_resource *resources;
    size_t nresources;
    bool symbols;               /* keep a symbol table */
    const char *entry;          /* NULL: "_start" */
    struct link_report *report; /* filled when not NULL; lives in the arena */
};

/* ---- link.c ---- */

/* The executable's bytes in `arena`, or an empty string after errors were reported (codes PY2E06xx). */
struct str link_image(struct arena *arena, struct diags *diags, const struct link_request *request);

/* ---- relocatable.c ---- */

/* The compiled part of the same program as an ELF64 relocatable, for a linker that brings the runtime. What the
 * request's runtime defines is left undefined. Empty after errors were reported. */
struct str link_relocatable(struct arena *arena, struct diags *diags, const struct link_request *request);

/* ---- elf_read.c ---- */

/* Reads an ELF64 relocatable object of the target (what clang writes). False after an error was reported. The
 * object refers to `bytes`. */
bool object_from_elf(struct object *o, struct arena *arena, struct diags *diags, const struct target *target,
                     struct str name, struct str bytes);
/* Reads every member of an ar archive (System V, GNU long names) and gives them as objects. */
struct object_list {
    VEC(struct object *) items;
};
bool objects_from_archive(struct object_list *out, struct arena *arena, struct diags *diags,
                          const struct target *target, struct str name, struct str bytes);

/* ---- merge.c ---- */

/* Joins objects into one, binding global names between them; equal strings become one. */
bool object_merge(struct object *out, struct arena *arena, struct diags *diags, struct str name,
                  struct object *const *in, size_t n);

/* ---- embed/runtime_archive.c (library py2_runtime_archives) ---- */

/* The runtime this program carries for a target; empty when it carries none. */
struct str runtime_archive(const struct target *target);

#endif
