/* Reads the text form (grammar in text.h). What comes out of ir_print reads back to IR that prints
 * identically: ids are kept.
 *
 * A value may be mentioned before its definition, so the first mention makes the instruction and the
 * definition fills it. One table of values serves all functions; entries carry the number of the function
 * that last used them. */
#include "rules/ir/text.h"

struct slot {
    uint32_t epoch;
    bool defined;
    struct ir_ins *ins;
    struct ir_block *block;
};

struct parse {
    struct arena *arena;
    struct diags *d;
    struct str file;
    const char *p, *end;
    uint32_t line;
    bool failed;
    uint32_t epoch;
    uint32_t id_limit;  /* of the function being read */
    uint64_t id_budget; /* of all functions: a short text cannot ask for much memory */
    struct ir_module *m;
    struct ir_func *f;
    struct ir_block *b;
    struct map ops, rts;
    VEC(struct slot) values;
    VEC(struct slot) blocks;
};

/* ---- words ---- */

static bool bad(struct parse *p, const char *what) {
    if (!p->failed) {
        struct place at = {.file = p->file, .line = p->line, .col = 1};
        diag_error(p->d, "PY2E0900", at, "damaged IR text: %s", what);
    }
    p->failed = true;
    return false;
}

static void skip(struct parse *p) {
    while (p->p < p->end && (*p->p == ' ' || *p->p == '\t')) p->p++;
}

static bool accept(struct parse *p, const char *text) {
    size_t n = strlen(text);
    skip(p);
    if ((size_t)(p->end - p->p) < n || memcmp(p->p, text, n)) return false;
    if (ir_bare_char((unsigned char)text[n - 1]) && p->p + n < p->end && ir_bare_char((unsigned char)p->p[n]))
        return false;
    p->p += n;
    return true;
}

static bool expect(struct parse *p, const char *text) {
    return accept(p, text) || bad(p, "unexpected word");
}

static bool end_of_line(struct parse *p) {
    skip(p);
    if (p->p == p->end) return true;
    if (*p->p != '\n') return bad(p, "unexpected word");
    while (p->p < p->end && (*p->p == '\n' || *p->p == ' ')) p->line += *p->p++ == '\n';
    return true;
}

static struct str bare(struct parse *p) {
    skip(p);
    const char *start = p->p;
    while (p->p < p->end && ir_bare_char((unsigned char)*p->p)) p->p++;
    return (struct str){start, (size_t)(p->p - start)};
}

/* An integer with an optional sign; must lie in [low, high]. */
static int64_t number(struct parse *p, int64_t low, int64_t high) {
    skip(p);
    bool negative = p->p < p->end && *p->p == '-';
    p->p += negative;
    const char *start = p->p;
    uint64_t n = 0;
    while (p->p < p->end && *p->p >= '0' && *p->p <= '9') {
        if (n > (UINT64_MAX - 9) / 10) return bad(p, "number too large");
        n = n * 10 + (uint64_t)(*p->p++ - '0');
    }
    if (p->p == start) return bad(p, "number wanted");
    if (n > (uint64_t)INT64_MAX + negative) return bad(p, "number too large");
    int64_t value = negative ? (int64_t)(0 - n) : (int64_t)n;
    if (value < low || value > high) return bad(p, "number out of range");
    return value;
}

static uint32_t small_number(struct parse *p) {
    return (uint32_t)number(p, 0, UINT32_MAX);
}

static int hex_digit(int c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static struct str quoted(struct parse *p) {
    struct buf out;
    buf_init(&out, p->arena);
    p->p++;
    while (p->p < p->end && *p->p != '"' && *p->p != '\n') {
        if (*p->p != '\\') {
            buf_putc(&out, *p->p++);
            continue;
        }
        p->p++;
        if (p->p < p->end && (*p->p == '\\' || *p->p == '"')) {
            buf_putc(&out, *p->p++);
            continue;
        }
        int high = p->p < p->end ? hex_digit(p->p[0]) : -1;
        int low = high >= 0 && p->p + 1 < p->end ? hex_digit(p->p[1]) : -1;
        if (low < 0) {
            bad(p, "damaged escape");
            return STR("");
        }
        buf_putc(&out, high * 16 + low);
        p->p += 2;
    }
    if (p->p == p->end || *p->p != '"')
        bad(p, "unterminated string");
    else
        p->p++;
    return buf_view(&out);
}

static struct str name(struct parse *p) {
    skip(p);
    if (p->p < p->end && *p->p == '"') return quoted(p);
    struct str s = bare(p);
    if (!s.n) bad(p, "name wanted");
    return s;
}

static struct ir_sym *symbol(struct parse *p) {
    return ir_sym(p->m, name(p));
}

static enum ir_type type(struct parse *p) {
    struct str s = bare(p);
    const char *at = s.n == 1 ? memchr(IR_TYPE_LETTERS, s.p[0], sizeof IR_TYPE_LETTERS - 1) : NULL;
    if (!at) {
        bad(p, "unknown type");
        return IR_N;
    }
    return (enum ir_type)(at - IR_TYPE_LETTERS);
}

/* ---- values and blocks by number ---- */

static struct slot *value_slot(struct parse *p) {
    uint32_t id = expect(p, "%") ? (uint32_t)number(p, 0, p->id_limit) : 0;
    while (p->values.n <= id) VEC_PUSH(&p->values, p->arena, ((struct slot){0}));
    struct slot *s = &p->values.p[id];
    if (s->epoch != p->epoch) {
        *s = (struct slot){.epoch = p->epoch, .ins = NEW(p->arena, struct ir_ins)};
        s->ins->id = id;
        if (id >= p->f->nins) p->f->nins = id + 1;
    }
    return s;
}

static struct ir_ins *value(struct parse *p) {
    return value_slot(p)->ins;
}

static struct ir_ins *define(struct parse *p) {
    struct slot *s = value_slot(p);
    if (s->defined) bad(p, "value defined twice");
    s->defined = true;
    s->ins->block = p->b;
    if (accept(p, ":")) s->ins->type = (uint8_t)type(p);
    return s->ins;
}

/* After the letter b. */
static struct slot *block_slot(struct parse *p) {
    uint32_t id = (uint32_t)number(p, 0, p->id_limit);
    while (p->blocks.n <= id) VEC_PUSH(&p->blocks, p->arena, ((struct slot){0}));
    struct slot *s = &p->blocks.p[id];
    if (s->epoch != p->epoch) {
        *s = (struct slot){.epoch = p->epoch, .block = NEW(p->arena, struct ir_block)};
        s->block->id = id;
        s->block->func = p->f;
        if (id >= p->f->nblocks) p->f->nblocks = id + 1;
    }
    return s;
}

static bool at_block(struct parse *p) {
    skip(p);
    return p->end - p->p > 1 && p->p[0] == 'b' && p->p[1] >= '0' && p->p[1] <= '9';
}

/* ---- instructions ---- */

static bool field(struct parse *p, struct ir_ins *i) {
    if (accept(p, "imm="))
        i->imm = number(p, INT64_MIN, INT64_MAX);
    else if (accept(p, "sym="))
        i->sym = symbol(p);
    else if (accept(p, "sym2="))
        i->sym2 = symbol(p);
    else if (accept(p, "aux="))
        i->aux = (int32_t)number(p, INT32_MIN, INT32_MAX);
    else if (accept(p, "site="))
        i->site = small_number(p);
    else if (accept(p, "fact="))
        i->fact = small_number(p);
    else if (accept(p, "caught"))
        i->flags |= IR_CAUGHT;
    else if (accept(p, "cold"))
        i->flags |= IR_COLD;
    else if (accept(p, "inline"))
        i->flags |= IR_INLINE;
    else
        return false;
    return true;
}

static void edges(struct parse *p, struct ir_ins *i) {
    VEC(struct ir_edge) list = {0};
    while (!p->failed && at_block(p)) {
        p->p++;
        struct ir_edge e = {0};
        ir_edge_set(p->m, &e, block_slot(p)->block, 0, NULL);
        if (accept(p, "(")) {
            do ir_edge_add(p->m, &e, value(p));
            while (!p->failed && accept(p, ","));
            expect(p, ")");
        }
        VEC_PUSH(&list, p->arena, e);
    }
    i->edges = list.p;
    i->nedges = (uint32_t)list.n;
}

static void instruction(struct parse *p) {
    struct ir_ins *i = define(p);
    expect(p, "=");
    struct str word = bare(p);
    uint64_t op = (uint64_t)(uintptr_t)map_get(&p->ops, word);
    if (!op || op - 1 == IR_PARAM) {
        bad(p, "unknown operation");
        return;
    }
    i->op = (uint8_t)(op - 1);
    if (i->op == IR_RT) {
        uint64_t rt = (uint64_t)(uintptr_t)map_get(&p->rts, bare(p));
        if (!rt) bad(p, "unknown runtime entry");
        i->aux = (int32_t)rt - 1;
    }
    VEC(struct ir_ins *) args = {0};
    skip(p);
    if (p->p < p->end && *p->p == '%') {
        do VEC_PUSH(&args, p->arena, value(p));
        while (!p->failed && accept(p, ","));
    }
    i->args = args.p;
    i->nargs = (uint32_t)args.n;
    while (!p->failed && field(p, i)) {
    }
    edges(p, i);
    end_of_line(p);
    i->prev = p->b->last;
    if (i->prev)
        i->prev->next = i;
    else
        p->b->first = i;
    p->b->last = i;
}

static void block(struct parse *p) {
    p->p++;
    struct slot *s = block_slot(p);
    if (s->defined) bad(p, "block defined twice");
    s->defined = true;
    p->b = s->block;
    *p->f->last_block = p->b;
    p->f->last_block = &p->b->next;
    if (accept(p, "(")) {
        struct ir_edge list = {0}; /* grows the way parameters do */
        do {
            struct ir_ins *i = define(p);
            i->op = IR_PARAM;
            if (accept(p, "fact=")) i->fact = small_number(p);
            ir_edge_add(p->m, &list, i);
        } while (!p->failed && accept(p, ","));
        expect(p, ")");
        p->b->params = list.args;
        p->b->nparams = list.nargs;
    }
    p->b->cold = accept(p, "cold");
    expect(p, ":");
    end_of_line(p);
    skip(p);
    while (!p->failed && p->p < p->end && *p->p == '%') {
        instruction(p);
        skip(p);
    }
}

/* ---- functions, data, module ---- */

static void check_all_defined(struct parse *p) {
    for (uint32_t k = 0; k < p->f->nins && k < p->values.n; k++)
        if (p->values.p[k].epoch == p->epoch && !p->values.p[k].defined) bad(p, "value used but not defined");
    for (uint32_t k = 0; k < p->f->nblocks && k < p->blocks.n; k++)
        if (p->blocks.p[k].epoch == p->epoch && !p->blocks.p[k].defined) bad(p, "block used but not defined");
}

static void function(struct parse *p) {
    struct ir_sym *sym = symbol(p);
    enum ir_type result = type(p);
    if (p->failed) return;
    struct ir_func *f = p->f = ir_func_new(p->m, sym, result);
    p->epoch++;
    p->id_limit = (uint32_t)MIN(p->id_budget, UINT32_C(1) << 26);
    if (accept(p, "code")) f->code = symbol(p);
    if (accept(p, "global")) f->flags |= IR_FUNC_GLOBAL;
    if (accept(p, "chain")) f->flags |= IR_FUNC_CHAIN;
    expect(p, "{");
    end_of_line(p);
    while (!p->failed && accept(p, "site")) {
        struct ir_site s = {0};
        s.line = small_number(p);
        s.end_line = small_number(p);
        s.col = small_number(p);
        s.end_col = small_number(p);
        VEC_PUSH(&f->sites, p->arena, s);
        end_of_line(p);
    }
    while (!p->failed && accept(p, "stack")) {
        VEC_PUSH(&f->stack, p->arena, small_number(p));
        end_of_line(p);
    }
    while (!p->failed && at_block(p)) block(p);
    expect(p, "}");
    end_of_line(p);
    p->id_budget -= MIN(p->id_budget, MAX(f->nins, f->nblocks));
    if (!p->failed) check_all_defined(p);
}

static void data(struct parse *p) {
    struct ir_sym *sym = symbol(p);
    expect(p, "section");
    struct str section = name(p);
    expect(p, "align");
    uint32_t align = small_number(p), flags = 0;
    if (accept(p, "write")) flags |= IR_DATA_WRITE;
    if (accept(p, "global")) flags |= IR_DATA_GLOBAL;
    if (accept(p, "weak")) flags |= IR_DATA_WEAK;
    expect(p, "{");
    end_of_line(p);
    if (p->failed) return;
    struct ir_data *d = ir_data_new(p->m, sym, "", align, flags);
    d->section = str_dup(p->arena, section);
    struct buf bytes;
    buf_init(&bytes, p->arena);
    while (!p->failed && accept(p, "bytes")) {
        skip(p);
        buf_str(&bytes, name(p));
        end_of_line(p);
    }
    d->bytes = buf_view(&bytes);
    while (!p->failed && accept(p, "reloc")) {
        struct ir_reloc r = {0};
        r.offset = small_number(p);
        r.sym = symbol(p);
        r.addend = number(p, INT64_MIN, INT64_MAX);
        if ((uint64_t)r.offset + 8 > d->bytes.n) bad(p, "relocation outside the data");
        VEC_PUSH(&d->relocs, p->arena, r);
        end_of_line(p);
    }
    expect(p, "}");
    end_of_line(p);
}

static void item(struct parse *p) {
    struct ir_module *m = p->m;
    if (accept(p, "import")) {
        struct str s = str_dup(p->arena, name(p));
        VEC_PUSH(&m->imports, p->arena, s);
        end_of_line(p);
    } else if (accept(p, "name")) {
        struct str s = str_dup(p->arena, name(p));
        VEC_PUSH(&m->names, p->arena, s);
        end_of_line(p);
    } else if (accept(p, "all_names")) {
        m->all_names = true;
        end_of_line(p);
    } else if (accept(p, "data")) {
        data(p);
    } else if (accept(p, "func")) {
        function(p);
    } else {
        bad(p, "unexpected word");
    }
}

struct ir_module *ir_parse(struct arena *a, struct diags *d, struct str file, struct str text) {
    struct parse p = {.arena = a, .d = d, .file = file, .p = text.p, .end = text.p + text.n, .line = 1};
    p.id_budget = (uint64_t)text.n * 8 + 4096;
    map_init(&p.ops, a);
    map_init(&p.rts, a);
    for (uintptr_t k = 0; k < IR_OP_COUNT; k++) map_put(&p.ops, str_c(ir_ops[k].text), (void *)(k + 1));
    for (uintptr_t k = 0; k < IR_RT_COUNT; k++) map_put(&p.rts, str_c(ir_rts[k].name), (void *)(k + 1));
    expect(&p, "module");
    p.m = ir_module_new(a, name(&p));
    end_of_line(&p);
    while (!p.failed && p.p < p.end) item(&p);
    if (p.failed) return NULL;
    struct buf why;
    buf_init(&why, a);
    for (struct ir_func *f = p.m->funcs; f; f = f->next) {
        if (ir_verify(f, &why)) continue;
        diag_error(d, "PY2E0901", (struct place){.file = file}, "invalid IR: " STR_FMT,
                   STR_ARG(buf_view(&why)));
        return NULL;
    }
    return p.m;
}
