/* What the linker's passes share. Private to rules/link.
 *
 * Invariants:
 *  - Every section and symbol of every input has one number: input's base + index in the input.
 *  - Inputs are in order of precedence: compiled modules, resources, runtime.
 *  - A symbol binds to a symbol number (its definition), to BOUND_SPECIAL + k (defined by the linker), or to
 * BOUND_NONE (undefined and weak: address 0). */
#ifndef PY2_LINK_PASS_H
#define PY2_LINK_PASS_H

#include "rules/link/flat.h"
#include "rules/link/link.h"
#include "targets/image.h"

enum { UNBOUND = 0, BOUND_NONE = UINT32_MAX };
#define BOUND_SPECIAL 0x80000000u

/* Why members of a group are in the image. */
enum group_rule {
    GROUP_BY_REFERENCE, /* a live section refers to the member */
    GROUP_ALWAYS,
    GROUP_BY_NAME,   /* the table is referred to and the name can be asked for */
    GROUP_BY_MODULE, /* the request lists it */
    GROUP_BY_RECORD, /* the table is referred to and what the member's first word names is live */
};

struct group {
    struct str name; /* "pymeth_list" */
    enum group_rule rule;
    bool wanted; /* its bounds are referred to */
    VEC(uint32_t) members;
    uint32_t image_section, end_section; /* where it begins and where it ends */
    uint64_t start, end;                 /* offsets in those; UINT64_MAX: empty */
    uint64_t start_address, end_address;
    uint32_t dead_entry; /* offset of its entry in the table of dead names, + 1; 0: none */
};

/* A symbol the linker defines. */
enum special_kind {
    SPECIAL_GROUP_START,
    SPECIAL_GROUP_STOP,
    SPECIAL_IMAGE_BASE,
    SPECIAL_IMAGE_END,
    SPECIAL_RELR_START,
    SPECIAL_RELR_STOP,
    SPECIAL_RELRO_START,
    SPECIAL_RELRO_STOP,
    SPECIAL_BUILD_ID,
    SPECIAL_DEAD_START,
    SPECIAL_DEAD_STOP,
    SPECIAL_PACKED_START,
    SPECIAL_PACKED_STOP,
    SPECIAL_DATA_START,
};
struct special {
    struct str name;
    enum special_kind kind;
    struct group *group;
};

/* The sections of the image, in order. */
enum output { OUT_RODATA, OUT_TEXT, OUT_RELRO, OUT_GOT, OUT_DATA, OUT_BSS, OUT_COUNT };

struct slot_wait {
    unsigned slot;
    uint32_t target; /* section */
};

/* An attribute name: whether it can be asked for, and the methods of that name. */
struct attribute {
    bool used;
    bool compiled; /* a compiled module refers to it */
    VEC(uint32_t) members;
};

struct input {
    struct flat f;
    uint32_t section_base, symbol_base;
};

struct link {
    struct arena *arena;
    struct diags *diags;
    const struct link_request *request;
    const struct target *target;
    struct input *inputs;
    uint32_t ninputs, nsections, nsymbols;
    struct map globals; /* name -> symbol number + 1 */
    struct map specials_by_name;
    VEC(struct special) specials;
    struct map groups; /* name -> struct group * */
    bool *is_type;     /* per section: holds a built-in type; NULL: there are none */
    bool *slot_live;   /* by slot of slots.c */
    VEC(struct slot_wait) waiting;
    uint32_t function_dead; /* symbol number + 1 of what stands for dead code; 0: there is none */
    uint32_t slot_dead;    /* symbol number of what a dead slot holds */
    struct map attributes; /* name -> struct attribute * */
    bool all_names;
    bool dead_wanted; /* the table of names that are not carried is referred to */
    struct buf dead;
    uint64_t dead_offset;                /* in the constants */
    bool pack_data;                      /* the start code expands data (it refers to __packed_start) */
    uint8_t *data;                       /* then the contents of the data, relocated by emit */
    uint64_t *data_stored;               /* one bit for each word: it is in the packed stream */
    uint64_t packed_offset, packed_size; /* in the constants */
    struct map reported;                 /* undefined names already told */
    /* per section */
    uint32_t *input_of;
    bool *live;
    uint32_t *reached_from; /* the section whose reference made it live; OBJECT_UNDEF: a root */
    uint32_t scanning;
    uint32_t *record_of; /* the member of a GROUP_BY_RECORD that goes with a section, + 1; NULL: none wanted */
    struct group **group_of;
    uint64_t *offset; /* in its image section */
    uint8_t *output;  /* enum output */
    /* per symbol */
    uint32_t *input_of_symbol;
    uint32_t *bound;     /* what it binds to, + 1; UNBOUND: not asked yet */
    VEC(uint32_t) work;  /* live sections not scanned yet */
    VEC(uint32_t) cells; /* symbols (bound) that need a cell */
    uint32_t *cell_of;   /* bound symbol number -> cell + 1; made when the first is needed */
    VEC(uint32_t) placed[OUT_COUNT];
    uint32_t image_section[OUT_COUNT]; /* index in image.sections; UINT32_MAX: empty */
    uint64_t size[OUT_COUNT];
    uint32_t align[OUT_COUNT];
    struct image image;
};

static inline const struct flat_section *link_section(const struct link *l, uint32_t s,
                                                      const struct input **in) {
    const struct input *i = &l->inputs[l->input_of[s]];
    if (in) *in = i;
    return &i->f.sections[s - i->section_base];
}
static inline struct str link_section_name(const struct link *l, uint32_t s) {
    const struct input *i = &l->inputs[l->input_of[s]];
    return flat_section_name(&i->f, s - i->section_base);
}
/* The input a symbol number belongs to. */
static inline const struct input *link_symbol_input(const struct link *l, uint32_t symbol) {
    return &l->inputs[l->input_of_symbol[symbol]];
}

/* ---- resolve.c: inputs, groups and names ---- */
bool link_load(struct link *l);
/* What symbol `index` of `in` binds to. Reports it when it is undefined, with `section` as the referrer; then
 * BOUND_NONE. */
uint32_t link_bind(struct link *l, const struct input *in, uint32_t index, uint32_t section);

/* ---- live.c: what the entry reaches ---- */
void link_mark_live(struct link *l);
/* Decides how a reference to a cell is served: true when the instruction computes the address itself. Then
 * type and addend are what to apply, and `bytes` (the section's copy) was changed. */
bool link_relax(const struct link *l, uint32_t bound, uint32_t *type, int64_t *addend, uint8_t *bytes,
                uint64_t offset, uint64_t size);

/* ---- slots.c: operator slots that nothing can call ---- */

void link_slots_index(struct link *l);
/* ---- unreached.c ---- */
void link_bind_dead(struct link *l); /* before anything else is bound */
/* Which slot (+ 1) a relocation at `offset` of `section` fills; 0: none, or one that is live. */
unsigned link_slot_dead(const struct link *l, uint32_t section, uint64_t offset);
/* Puts a reference aside until its slot is known to be live. */
void link_slot_wait(struct link *l, unsigned slot, uint32_t target);
/* Asks all conditions again; true when `revive` was called for some section. */
bool link_slots_ask(struct link *l, void (*revive)(struct link *, uint32_t section));
bool link_name_compiled(const struct link *l, struct str name);

/* ---- dead.c: the names of methods that are not carried ---- */

/* Makes the table, when it is wanted; after liveness, before places. */
void link_dead_names(struct link *l);
/* Fills in its distances; `base` is where its bytes are in the file. */
void link_dead_emit(struct link *l, uint8_t *base, uint64_t address);

/* ---- packed.c: data without its zeros ---- */

/* Decides which words of the data are stored; after the data is placed, before the constants have their size.
 */
void link_pack_data(struct link *l);
/* Writes the stream from l->data. */
void link_pack_emit(const struct link *l, uint8_t *out);

/* ---- place.c: sections into the image ---- */
bool link_place(struct link *l);

/* ---- emit.c: bytes and relocations ---- */
void link_emit(struct link *l);
uint64_t link_address(const struct link *l, uint32_t bound);
void link_report(struct link *l, struct link_report *report);

/* ---- resources.c ---- */

/* The request's resources as an object's canonical bytes (empty string: none, or an error was reported). */
struct str link_resources(struct arena *arena, struct diags *diags, const struct link_request *request);

#endif
