/* One module to one object: a section per function, then the data. The stages of a function stand in
 * compile(). */
#include "rules/gen/mir.h"
#include "rules/link/object.h"

struct unit {
    struct object *o;
    const struct ir_module *m;
    const struct target *target;
    uint32_t *symbol;     /* object symbol + 1 by symbol number */
    struct ir_sym **syms; /* by id */
};

static struct mfunc *compile(struct arena *scratch, const struct ir_module *m, const struct ir_func *ir,
                             const struct isa *isa, struct buf *dump) {
    struct mfunc *f = NEW(scratch, struct mfunc);
    f->arena = scratch;
    f->isa = isa;
    f->module = m;
    f->ir = ir;
    mir_select(f);   /* forms over vregs; from here on the control flow is fixed */
    mir_park(f);     /* no more lives than the passes below can bear */
    mir_live(f);     /* what lives where, and how far its next use is */
    mir_allocate(f); /* registers, moves, spill code */
    mir_frame(f);    /* offsets: only now it is known what was spilled and which registers must be kept */
    mir_emit(f, dump);
    return f;
}

/* ---- symbols ---- */

static struct str name_of(const struct unit *u, uint32_t sym) {
    return sym < u->m->nsyms ? u->syms[sym]->name : str_c(ir_rts[sym - u->m->nsyms].name);
}

static uint32_t symbol_of(struct unit *u, uint32_t sym) {
    if (!u->symbol[sym]) u->symbol[sym] = object_symbol(u->o, name_of(u, sym)) + 1;
    return u->symbol[sym] - 1;
}

static void define(struct unit *u, uint32_t sym, uint32_t section, uint64_t size, uint32_t flags) {
    u->symbol[sym] = object_define(u->o, name_of(u, sym), section, 0, size, flags) + 1;
}

/* Sections come before their contents so that every reference finds the definition, local ones included. */
static uint32_t function_section(struct unit *u, const struct ir_func *f) {
    struct str name = str_printf(u->o->arena, "text." STR_FMT, STR_ARG(f->sym->name));
    uint32_t s = object_section(u->o, name, SECTION_READ | SECTION_EXEC, u->target->isa->code_align);
    define(u, f->sym->id, s, 0, SYMBOL_FUNC | (f->flags & IR_FUNC_GLOBAL ? SYMBOL_GLOBAL : SYMBOL_LOCAL));
    return s;
}

static uint32_t data_section(struct unit *u, const struct ir_data *d) {
    uint32_t flags = SECTION_READ;
    if (d->flags & IR_DATA_WRITE)
        flags |= SECTION_WRITE;
    else if (d->relocs.n)
        flags |= SECTION_RELRO;
    uint32_t s = object_section(u->o, d->section, flags, d->align ? d->align : 8);
    uint32_t binding = d->flags & IR_DATA_WEAK     ? SYMBOL_WEAK
                       : d->flags & IR_DATA_GLOBAL ? SYMBOL_GLOBAL
                                                   : SYMBOL_LOCAL;
    define(u, d->sym->id, s, d->bytes.n, binding);
    return s;
}

/* The record that finds Python frames on the stack: what the linker keeps beside the function when something
 * walks the stack. */
static void put_frames(struct unit *u, const struct mfunc *f) {
    if (!f->ir->code || !f->as.returns.n) return;
    struct buf table;
    struct frame_codes codes = {0};
    buf_init(&table, f->arena);
    mir_frame_table(f, &table, &codes);
    struct str name = str_printf(u->o->arena, "pyframe." STR_FMT, STR_ARG(f->ir->sym->name));
    uint32_t s = object_section(u->o, name, SECTION_READ | SECTION_RELRO, 8);
    uint32_t counts[4] = {(uint32_t)f->as.code.n, (uint32_t)codes.list.n, (uint32_t)f->as.returns.n,
                          (uint32_t)table.n};
    for (size_t i = 0; i < codes.list.n + 4; i++) {
        if (i == 2 || i == 3) {
            object_put(u->o, s, counts + (i - 2) * 2, 8);
            continue;
        }
        uint32_t sym = i == 0 ? f->ir->sym->id : i == 1 ? f->ir->code->id : codes.list.p[i - 4];
        uint64_t at = object_put_u64(u->o, s, 0);
        object_reloc(u->o, s, at, u->target->abs64, symbol_of(u, sym), 0);
    }
    object_put(u->o, s, table.p, table.n);
    object_put(u->o, s, "\0\0\0\0\0\0\0", (8 - table.n % 8) % 8);
}

static void put_function(struct unit *u, const struct ir_func *ir, uint32_t section, struct arena *scratch) {
    struct mfunc *f = compile(scratch, u->m, ir, u->target->isa, NULL);
    object_put(u->o, section, f->as.code.p, f->as.code.n);
    u->o->symbols.p[u->symbol[ir->sym->id] - 1].size = f->as.code.n;
    for (size_t i = 0; i < f->as.relocs.n; i++) {
        struct asm_reloc *r = &f->as.relocs.p[i];
        object_reloc(u->o, section, r->offset, r->type, symbol_of(u, r->sym), r->addend);
    }
    put_frames(u, f);
    arena_reset(scratch);
}

static void put_data(struct unit *u, const struct ir_data *d, uint32_t section) {
    object_put(u->o, section, d->bytes.p, d->bytes.n);
    for (size_t i = 0; i < d->relocs.n; i++) {
        struct ir_reloc *r = &d->relocs.p[i];
        object_reloc(u->o, section, r->offset, u->target->abs64, symbol_of(u, r->sym->id), r->addend);
    }
}

static void index_symbols(struct arena *a, struct unit *u) {
    u->symbol = NEW_N(a, uint32_t, u->m->nsyms + IR_RT_COUNT);
    u->syms = NEW_N(a, struct ir_sym *, u->m->nsyms);
    for (size_t i = 0; i < u->m->syms.n; i++) {
        struct ir_sym *s = u->m->syms.entries[i].value;
        u->syms[s->id] = s;
    }
}

struct object *gen_module(struct arena *a, const struct ir_module *m, const struct target *target) {
    struct unit u = {.o = NEW(a, struct object), .m = m, .target = target};
    struct arena scratch;
    arena_init(&scratch, a->memory);
    object_init(u.o, a, m->name, target->machine);
    index_symbols(a, &u);
    uint32_t first = (uint32_t)u.o->sections.n, at = first;
    for (const struct ir_func *f = m->funcs; f; f = f->next) function_section(&u, f);
    for (const struct ir_data *d = m->data; d; d = d->next) data_section(&u, d);
    for (const struct ir_func *f = m->funcs; f; f = f->next) put_function(&u, f, at++, &scratch);
    for (const struct ir_data *d = m->data; d; d = d->next) put_data(&u, d, at++);
    arena_free(&scratch);
    return u.o;
}

void gen_dump(struct buf *out, const struct ir_module *m, const struct target *target, struct str function) {
    for (const struct ir_func *ir = m->funcs; ir; ir = ir->next) {
        if (function.n && !str_ends(ir->sym->name, function)) continue;
        struct arena scratch;
        arena_init(&scratch, out->arena->memory);
        buf_printf(out, "func " STR_FMT "\n", STR_ARG(ir->sym->name));
        struct mfunc *f = compile(&scratch, m, ir, target->isa, out);
        mir_print_code(out, f);
        arena_free(&scratch);
    }
}
