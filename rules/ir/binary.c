/* The form kept in the cache.
 *
 *   "PIR1", name, symbols (count, names in id order), imports, names, all_names, data, functions
 *
 * Numbers are LEB128, strings are a length and bytes. Values and blocks are numbered by place, not by id, so
 * equal functions give equal bytes; a read function has dense ids. An argument is written as its distance
 * back from the instruction. Reading trusts nothing: every count is compared with the bytes that are left
 * (each element takes at least one), every index with its table, and the result goes through ir_verify. */
#include "rules/ir/ir.h"

#define MAGIC "PIR1"

enum field { HAS_IMM = 1, HAS_SYM = 2, HAS_SYM2 = 4, HAS_AUX = 8, HAS_SITE = 16, HAS_FACT = 32 };

/* ---- writing ---- */

struct writer {
    struct buf *out;
    uint32_t *values, *blocks; /* id -> place */
};

static void put_str(struct buf *out, struct str s) {
    buf_uleb(out, s.n);
    buf_str(out, s);
}

static void write_args(struct writer *w, uint32_t here, uint32_t n, struct ir_ins *const *args) {
    for (uint32_t k = 0; k < n; k++) buf_sleb(w->out, (int64_t)here - (int64_t)w->values[args[k]->id]);
}

static unsigned fields_of(const struct ir_ins *i) {
    return (i->imm ? HAS_IMM : 0u) | (i->sym ? HAS_SYM : 0u) | (i->sym2 ? HAS_SYM2 : 0u) |
           (i->aux ? HAS_AUX : 0u) | (i->site ? HAS_SITE : 0u) | (i->fact ? HAS_FACT : 0u);
}

static void write_ins(struct writer *w, const struct ir_ins *i) {
    struct buf *out = w->out;
    uint32_t here = w->values[i->id];
    unsigned fields = fields_of(i);
    buf_putc(out, i->op);
    buf_putc(out, i->type | i->flags << 3);
    buf_putc(out, (int)fields);
    if (fields & HAS_IMM) buf_sleb(out, i->imm);
    if (fields & HAS_SYM) buf_uleb(out, i->sym->id);
    if (fields & HAS_SYM2) buf_uleb(out, i->sym2->id);
    if (fields & HAS_AUX) buf_sleb(out, i->aux);
    if (fields & HAS_SITE) buf_uleb(out, i->site);
    if (fields & HAS_FACT) buf_uleb(out, i->fact);
    if (ir_ops[i->op].nargs < 0) buf_uleb(out, i->nargs);
    write_args(w, here, i->nargs, i->args);
    if (!(ir_ops[i->op].flags & IR_TERM)) return;
    buf_uleb(out, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++) {
        buf_uleb(out, w->blocks[i->edges[e].to->id]);
        buf_uleb(out, i->edges[e].nargs);
        write_args(w, here, i->edges[e].nargs, i->edges[e].args);
    }
}

static void number(struct writer *w, const struct ir_func *f, uint32_t *nvalues, uint32_t *nblocks) {
    w->values = NEW_N(w->out->arena, uint32_t, f->nins + 1);
    w->blocks = NEW_N(w->out->arena, uint32_t, f->nblocks + 1);
    *nvalues = *nblocks = 0;
    for (const struct ir_block *b = f->blocks; b; b = b->next) {
        w->blocks[b->id] = (*nblocks)++;
        for (uint32_t k = 0; k < b->nparams; k++) w->values[b->params[k]->id] = (*nvalues)++;
        for (const struct ir_ins *i = b->first; i; i = i->next) w->values[i->id] = (*nvalues)++;
    }
}

static void write_block(struct writer *w, const struct ir_block *b) {
    uint32_t n = 0;
    for (const struct ir_ins *i = b->first; i; i = i->next) n++;
    buf_putc(w->out, b->cold);
    buf_uleb(w->out, b->nparams);
    for (uint32_t k = 0; k < b->nparams; k++) {
        buf_putc(w->out, b->params[k]->type);
        buf_uleb(w->out, b->params[k]->fact);
    }
    buf_uleb(w->out, n);
    for (const struct ir_ins *i = b->first; i; i = i->next) write_ins(w, i);
}

static void write_func(struct buf *out, const struct ir_func *f) {
    struct writer w = {.out = out};
    uint32_t nvalues, nblocks, line = 0;
    number(&w, f, &nvalues, &nblocks);
    buf_uleb(out, f->sym->id);
    buf_uleb(out, f->code ? f->code->id + 1 : 0);
    buf_uleb(out, f->flags);
    buf_putc(out, f->result);
    buf_uleb(out, f->sites.n);
    for (size_t k = 0; k < f->sites.n; k++) {
        const struct ir_site *s = &f->sites.p[k];
        buf_sleb(out, (int64_t)s->line - line);
        buf_sleb(out, (int64_t)s->end_line - s->line);
        buf_uleb(out, s->col);
        buf_uleb(out, s->end_col);
        line = s->line;
    }
    buf_uleb(out, f->stack.n);
    for (size_t k = 0; k < f->stack.n; k++) buf_uleb(out, f->stack.p[k]);
    buf_uleb(out, nvalues);
    buf_uleb(out, nblocks);
    for (const struct ir_block *b = f->blocks; b; b = b->next) write_block(&w, b);
}

static void write_data(struct buf *out, const struct ir_data *d) {
    uint32_t at = 0;
    buf_uleb(out, d->sym->id);
    put_str(out, d->section);
    buf_uleb(out, d->align);
    buf_uleb(out, d->flags);
    put_str(out, d->bytes);
    buf_uleb(out, d->relocs.n);
    for (size_t k = 0; k < d->relocs.n; k++) {
        buf_sleb(out, (int64_t)d->relocs.p[k].offset - at);
        buf_uleb(out, d->relocs.p[k].sym->id);
        buf_sleb(out, d->relocs.p[k].addend);
        at = d->relocs.p[k].offset;
    }
}

void ir_write(struct buf *out, const struct ir_module *m) {
    uint32_t n = 0;
    buf_puts(out, MAGIC);
    put_str(out, m->name);
    buf_uleb(out, m->syms.n);
    for (size_t k = 0; k < m->syms.n; k++) put_str(out, m->syms.entries[k].key);
    buf_uleb(out, m->imports.n);
    for (size_t k = 0; k < m->imports.n; k++) put_str(out, m->imports.p[k]);
    buf_uleb(out, m->names.n);
    for (size_t k = 0; k < m->names.n; k++) put_str(out, m->names.p[k]);
    buf_putc(out, m->all_names);
    for (const struct ir_data *d = m->data; d; d = d->next) n++;
    buf_uleb(out, n);
    for (const struct ir_data *d = m->data; d; d = d->next) write_data(out, d);
    n = 0;
    for (const struct ir_func *f = m->funcs; f; f = f->next) n++;
    buf_uleb(out, n);
    for (const struct ir_func *f = m->funcs; f; f = f->next) write_func(out, f);
}

/* ---- reading ---- */

struct read {
    struct reader r;
    struct arena *arena;
    struct ir_module *m;
    struct ir_sym **syms;
    uint32_t nsyms;
    struct ir_ins *values;
    struct ir_block **blocks;
    uint32_t nvalues, nblocks, nread;
};

static uint64_t bad(struct read *rd) {
    rd->r.bad = true;
    return 0;
}

/* A count of things that take at least one byte each. */
static uint32_t get_count(struct read *rd) {
    uint64_t n = reader_uleb(&rd->r);
    return (uint32_t)(n <= (uint64_t)(rd->r.end - rd->r.p) && n < UINT32_MAX ? n : bad(rd));
}

static uint32_t get_u32(struct read *rd) {
    uint64_t n = reader_uleb(&rd->r);
    return (uint32_t)(n <= UINT32_MAX ? n : bad(rd));
}

static uint32_t get_below(struct read *rd, uint32_t limit) {
    uint64_t n = reader_uleb(&rd->r);
    return (uint32_t)(n < limit ? n : bad(rd));
}

static struct str get_str(struct read *rd) {
    uint32_t n = get_count(rd);
    return str_dup(rd->arena, reader_bytes(&rd->r, n));
}

static struct ir_sym *get_sym(struct read *rd) {
    uint32_t k = get_below(rd, rd->nsyms);
    return rd->r.bad ? NULL : rd->syms[k];
}

static void get_args(struct read *rd, uint32_t here, uint32_t n, struct ir_ins **args) {
    for (uint32_t k = 0; k < n && !rd->r.bad; k++) {
        int64_t back = reader_sleb(&rd->r);
        if (back > (int64_t)here || back <= (int64_t)here - (int64_t)rd->nvalues)
            bad(rd);
        else
            args[k] = &rd->values[(int64_t)here - back];
    }
}

static struct ir_ins *next_value(struct read *rd, struct ir_block *b) {
    if (rd->nread == rd->nvalues) {
        bad(rd);
        return NULL;
    }
    struct ir_ins *i = &rd->values[rd->nread];
    i->id = rd->nread++;
    i->block = b;
    return i;
}

static void read_edges(struct read *rd, struct ir_ins *i) {
    i->nedges = get_count(rd);
    i->edges = NEW_N(rd->arena, struct ir_edge, i->nedges);
    for (uint32_t e = 0; e < i->nedges && !rd->r.bad; e++) {
        uint32_t to = get_below(rd, rd->nblocks), n = get_count(rd);
        if (rd->r.bad) return;
        struct ir_ins **args = NEW_N(rd->arena, struct ir_ins *, n);
        get_args(rd, i->id, n, args);
        if (rd->r.bad) return;
        ir_edge_set(rd->m, &i->edges[e], rd->blocks[to], n, args);
    }
}

static void read_ins(struct read *rd, struct ir_block *b) {
    struct ir_ins *i = next_value(rd, b);
    if (!i) return;
    uint8_t op = reader_u8(&rd->r), head = reader_u8(&rd->r), fields = reader_u8(&rd->r);
    if (op >= IR_OP_COUNT || op == IR_PARAM || (head & 7) > IR_P ||
        head >> 3 & ~(IR_CAUGHT | IR_COLD | IR_INLINE) || rd->r.bad) {
        bad(rd);
        return;
    }
    i->op = op;
    i->type = head & 7;
    i->flags = head >> 3;
    if (fields & HAS_IMM) i->imm = reader_sleb(&rd->r);
    if (fields & HAS_SYM) i->sym = get_sym(rd);
    if (fields & HAS_SYM2) i->sym2 = get_sym(rd);
    if (fields & HAS_AUX) i->aux = (int32_t)reader_sleb(&rd->r);
    if (fields & HAS_SITE) i->site = get_u32(rd);
    if (fields & HAS_FACT) i->fact = get_u32(rd);
    i->nargs = ir_ops[op].nargs < 0 ? get_count(rd) : (uint32_t)ir_ops[op].nargs;
    if (rd->r.bad) return;
    i->args = NEW_N(rd->arena, struct ir_ins *, i->nargs);
    get_args(rd, i->id, i->nargs, i->args);
    if (ir_ops[op].flags & IR_TERM) read_edges(rd, i);
    i->prev = b->last;
    if (i->prev)
        i->prev->next = i;
    else
        b->first = i;
    b->last = i;
}

static void read_block(struct read *rd, struct ir_block *b) {
    b->cold = reader_u8(&rd->r) & 1;
    struct ir_edge list = {0}; /* grows the way parameters do */
    uint32_t nparams = get_count(rd);
    for (uint32_t k = 0; k < nparams && !rd->r.bad; k++) {
        struct ir_ins *p = next_value(rd, b);
        if (!p) return;
        p->op = IR_PARAM;
        p->type = reader_u8(&rd->r);
        p->fact = get_u32(rd);
        ir_edge_add(rd->m, &list, p);
    }
    b->params = list.args;
    b->nparams = list.nargs;
    uint32_t n = get_count(rd);
    for (uint32_t k = 0; k < n && !rd->r.bad; k++) read_ins(rd, b);
}

static void read_sites(struct read *rd, struct ir_func *f) {
    uint32_t nsites = get_count(rd), line = 0;
    for (uint32_t k = 0; k < nsites && !rd->r.bad; k++) {
        struct ir_site s = {0};
        s.line = line + (uint32_t)reader_sleb(&rd->r);
        s.end_line = s.line + (uint32_t)reader_sleb(&rd->r);
        s.col = get_u32(rd);
        s.end_col = get_u32(rd);
        line = s.line;
        VEC_PUSH(&f->sites, rd->arena, s);
    }
    uint32_t nstack = get_count(rd);
    for (uint32_t k = 0; k < nstack && !rd->r.bad; k++) {
        uint32_t size = get_u32(rd);
        VEC_PUSH(&f->stack, rd->arena, size);
    }
}

static void read_func(struct read *rd) {
    struct ir_sym *sym = get_sym(rd);
    uint32_t code = get_below(rd, rd->nsyms + 1), flags = get_u32(rd), result = reader_u8(&rd->r);
    if (rd->r.bad || result > IR_P) {
        bad(rd);
        return;
    }
    struct ir_func *f = ir_func_new(rd->m, sym, (enum ir_type)result);
    f->code = code ? rd->syms[code - 1] : NULL;
    f->flags = flags;
    read_sites(rd, f);
    rd->nvalues = get_count(rd);
    rd->nblocks = get_count(rd);
    if (rd->r.bad) return;
    rd->nread = 0;
    rd->values = NEW_N(rd->arena, struct ir_ins, rd->nvalues);
    rd->blocks = NEW_N(rd->arena, struct ir_block *, rd->nblocks);
    f->nins = rd->nvalues;
    for (uint32_t k = 0; k < rd->nblocks; k++) rd->blocks[k] = ir_block_new(f);
    for (uint32_t k = 0; k < rd->nblocks && !rd->r.bad; k++) read_block(rd, rd->blocks[k]);
    if (rd->nread != rd->nvalues) bad(rd);
}

static void read_data(struct read *rd) {
    struct ir_sym *sym = get_sym(rd);
    struct str section = get_str(rd);
    uint32_t align = get_u32(rd), flags = get_u32(rd), at = 0;
    struct ir_data *d = ir_data_new(rd->m, sym, "", align, flags);
    d->section = section;
    d->bytes = get_str(rd);
    uint32_t nrelocs = get_count(rd);
    for (uint32_t k = 0; k < nrelocs && !rd->r.bad; k++) {
        struct ir_reloc r = {0};
        r.offset = at += (uint32_t)reader_sleb(&rd->r);
        r.sym = get_sym(rd);
        r.addend = reader_sleb(&rd->r);
        if ((uint64_t)r.offset + 8 > d->bytes.n) bad(rd);
        VEC_PUSH(&d->relocs, rd->arena, r);
    }
}

static void read_syms(struct read *rd) {
    uint32_t n = get_count(rd);
    rd->syms = NEW_N(rd->arena, struct ir_sym *, n);
    for (uint32_t k = 0; k < n && !rd->r.bad; k++) {
        rd->syms[k] = ir_sym(rd->m, get_str(rd));
        if (rd->syms[k]->id != k) bad(rd); /* a name twice */
    }
    rd->nsyms = n;
}

static void read_lists(struct read *rd) {
    struct ir_module *m = rd->m;
    uint32_t n = get_count(rd);
    for (uint32_t k = 0; k < n && !rd->r.bad; k++) {
        struct str s = get_str(rd);
        VEC_PUSH(&m->imports, rd->arena, s);
    }
    n = get_count(rd);
    for (uint32_t k = 0; k < n && !rd->r.bad; k++) {
        struct str s = get_str(rd);
        VEC_PUSH(&m->names, rd->arena, s);
    }
    m->all_names = reader_u8(&rd->r) & 1;
}

struct ir_module *ir_read(struct arena *a, struct str bytes) {
    struct read rd = {.r = reader_of(bytes), .arena = a};
    if (!str_eq(reader_bytes(&rd.r, 4), STR(MAGIC))) return NULL;
    rd.m = ir_module_new(a, STR(""));
    rd.m->name = get_str(&rd);
    read_syms(&rd);
    read_lists(&rd);
    uint32_t n = get_count(&rd);
    for (uint32_t k = 0; k < n && !rd.r.bad; k++) read_data(&rd);
    n = get_count(&rd);
    for (uint32_t k = 0; k < n && !rd.r.bad; k++) read_func(&rd);
    if (rd.r.bad || rd.r.p != rd.r.end) return NULL;
    struct buf why;
    buf_init(&why, a);
    for (struct ir_func *f = rd.m->funcs; f; f = f->next)
        if (!ir_verify(f, &why)) return NULL;
    return rd.m;
}
