/* Code objects in the image: struct code, which everything that raises or is called needs, and the record of
 * what only introspection asks for. */
#include "rules/lower/internal.h"

static struct ir_sym *data_sites(struct lower *l, struct code_info *c) {
    struct ir_sym *sym = sym_f(l, "%.*s.sites", STR_ARG(c->sym->name));
    struct blob b = blob_new(l, sym, "rodata", 0);
    b.data->align = 1;
    uint32_t line = c->first_line;
    for (size_t i = 0; i < c->sites.n; i++) {
        struct ir_site *s = &c->sites.p[i];
        buf_sleb(&b.b, (int64_t)s->line - line);
        buf_uleb(&b.b, s->end_line - s->line);
        buf_uleb(&b.b, s->col);
        buf_uleb(&b.b, s->end_col);
        line = s->line;
    }
    b.data->bytes = buf_view(&b.b);
    return sym;
}

static bool is_varname(const struct py_scope *s, const struct py_symbol *y) {
    return s->kind != PY_SCOPE_MODULE && s->kind != PY_SCOPE_CLASS &&
           (y->kind == PY_LOCAL || y->flags & PY_SYM_PARAM);
}

static struct names code_varnames(struct lower *l, struct code_info *c) {
    struct names names = {0};
    struct py_scope *s = c->scope;
    if (s->is_genexpr) VEC_PUSH(&names.list, l->a, STR(".0"));
    for (size_t i = 0; i < s->n_symbols; i++)
        if (is_varname(s, s->symbols[i])) VEC_PUSH(&names.list, l->a, s->symbols[i]->name);
    return names;
}

/* ---- what only introspection wants: a record of its own, which the linker keeps for programs that ask ----
 */

/* Whether the name or constant was noted before; it is from now on. */
static bool is_known(struct lower *l, struct code_info *c, char kind, const void *p, size_t n) {
    if (!c->noted) {
        c->noted = NEW(l->a, struct map);
        map_init(c->noted, l->a);
    }
    char *key = arena_alloc(l->a, n + 1);
    key[0] = kind;
    memcpy(key + 1, p, n);
    bool fresh;
    map_at(c->noted, (struct str){key, n + 1}, &fresh);
    return !fresh;
}

void code_name(struct fn *fn, struct str name) {
    struct code_info *c = fn->code;
    if (is_known(fn->l, c, 'n', name.p, name.n)) return;
    VEC_PUSH(&c->names.list, fn->l->a, name);
}

void code_const(struct fn *fn, struct code_const k) {
    struct code_info *c = fn->code;
    if (k.sym ? is_known(fn->l, c, 's', &k.sym, sizeof k.sym)
              : is_known(fn->l, c, 'w', &k.word, sizeof k.word))
        return;
    VEC_PUSH(&c->consts, fn->l->a, k);
}

/* A local variable's slot in the frame of a generator: 0 none, else doubled and two, one more for a cell. */
static uint32_t slot_word(struct fn *fn, struct py_symbol *s) {
    const struct place_of *p = place_of(fn, s);
    if (p->kind == AT_VAR) return p->var * 2 + 2;
    return p->kind == AT_CELL ? p->var * 2 + 3 : 0;
}

/* Of the names in co_varnames, then of those in co_cellvars; fn's frame has its final form. */
void code_slots(struct fn *fn) {
    struct code_info *c = fn->own;
    struct py_scope *s = c->scope;
    if (s->is_genexpr) VEC_PUSH(&c->slots, fn->l->a, 2u);
    for (size_t i = 0; i < s->n_symbols; i++)
        if (is_varname(s, s->symbols[i])) VEC_PUSH(&c->slots, fn->l->a, slot_word(fn, s->symbols[i]));
    for (size_t i = 0; i < s->n_symbols; i++)
        if (s->symbols[i]->kind == PY_CELL) VEC_PUSH(&c->slots, fn->l->a, slot_word(fn, s->symbols[i]));
}

/* struct code_record of the runtime. A code object among the constants is the word 0 before its address. */
static void data_record(struct lower *l, struct code_info *c) {
    struct py_scope *s = c->scope;
    struct ir_sym *sym = sym_f(l, "%.*s.record", STR_ARG(c->sym->name));
    const char *section = str_printf(l->a, "pycode.%.*s", STR_ARG(c->sym->name)).p;
    struct blob b = blob_new(l, sym, section, 0);
    uint32_t ncells = 0, nwords = 0;
    for (size_t i = 0; i < s->n_symbols; i++) ncells += s->symbols[i]->kind == PY_CELL;
    for (size_t i = 0; i < c->consts.n; i++) nwords += 1 + c->consts.p[i].code;
    blob_ptr(&b, c->sym, 0);
    buf_u32(&b.b, ncells);
    buf_u32(&b.b, (uint32_t)c->names.list.n);
    buf_u32(&b.b, nwords);
    buf_u32(&b.b, (uint32_t)c->slots.n);
    for (size_t i = 0; i < s->n_symbols; i++)
        if (s->symbols[i]->kind == PY_CELL) blob_ptr(&b, const_str(l, s->symbols[i]->name), 0);
    for (size_t i = 0; i < c->names.list.n; i++) blob_ptr(&b, const_str(l, c->names.list.p[i]), 0);
    for (size_t i = 0; i < c->consts.n; i++) {
        if (c->consts.p[i].code) buf_u64(&b.b, 0);
        blob_ptr(&b, c->consts.p[i].sym, c->consts.p[i].word);
    }
    for (size_t i = 0; i < c->slots.n; i++) buf_u32(&b.b, c->slots.p[i]);
    blob_end(&b);
}

void data_code(struct lower *l, struct code_info *c) {
    struct names names = code_varnames(l, c);
    size_t nvars = names.list.n;
    struct ir_sym *vars = data_names(l, c->sym, "vars", nvars, names.list.p);
    struct str *free = NEW_N(l->a, struct str, c->free.n + 1);
    for (size_t i = 0; i < c->free.n; i++) {
        struct str name = c->free.p[i]->name;
        free[i] = str_is(name, "__class__ cell") ? STR("__class__") : name;
    }
    struct ir_sym *freenames = data_names(l, c->sym, "free", c->free.n, free);
    struct ir_sym *sites = data_sites(l, c);
    struct blob b = blob_new(l, c->sym, "rodata", 0);
    blob_ptr(&b, const_str(l, c->name), 0);
    blob_ptr(&b, const_str(l, c->qualname), 0);
    blob_ptr(&b, const_str(l, l->unit->file), 0);
    blob_ptr(&b, vars, 0);
    blob_ptr(&b, c->direct, 0);
    blob_ptr(&b, c->spread, 0);
    blob_ptr(&b, c->resume, 0);
    blob_ptr(&b, sites, 0);
    blob_ptr(&b, l->def, 0);
    blob_ptr(&b, c->doc.p ? const_str(l, c->doc) : NULL, 0);
    buf_u32(&b.b, c->nposonly);
    buf_u32(&b.b, c->npos);
    buf_u32(&b.b, c->nkwonly);
    buf_u32(&b.b, c->flags);
    buf_u32(&b.b, c->first_line);
    buf_u32(&b.b, (uint32_t)c->sites.n);
    buf_u32(&b.b, c->nslots);
    buf_u32(&b.b, (uint32_t)c->free.n);
    blob_ptr(&b, freenames, 0);
    buf_u32(&b.b, (uint32_t)nvars);
    buf_u32(&b.b, 0);
    blob_end(&b);
    data_record(l, c);
}
