/* Names: where each variable lives, and how it is read, written and deleted there. */
#include "rules/lower/internal.h"

/* ---- survey of the module's globals ---- */

static struct global *global_at(struct lower *l, struct str name) {
    bool fresh;
    void **at = map_at(&l->globals, name, &fresh);
    if (fresh) *at = NEW(l->a, struct global);
    return *at;
}

static void survey_scope(struct lower *l, const struct py_scope *s) {
    for (size_t i = 0; i < s->n_symbols; i++) {
        const struct py_symbol *y = s->symbols[i];
        bool global = s->kind == PY_SCOPE_MODULE || y->kind == PY_GLOBAL_EXPLICIT;
        if (global && y->flags & PY_SYM_BOUND) global_at(l, y->name)->stores += y->stores ? y->stores : 1;
        if (global && y->flags & PY_SYM_DELETED) global_at(l, y->name)->stores += 2;
    }
    for (const struct py_scope *c = s->first_child; c; c = c->next) survey_scope(l, c);
}

/* `def`s that run at most once: at the top level, under `if`, `try` or `with`, but in no loop. */
static void survey_defs(struct lower *l, struct py_stmt_seq body) {
    for (size_t i = 0; i < body.n; i++) {
        struct py_stmt *s = body.p[i];
        switch (s->kind) {
        case PY_STMT_FUNCTIONDEF:
            if (!s->functiondef.decorator_list.n && !s->functiondef.type_params.n)
                global_at(l, s->functiondef.name)->def = s;
            break;
        case PY_STMT_IF:
            survey_defs(l, s->if_.body);
            survey_defs(l, s->if_.orelse);
            break;
        case PY_STMT_TRY:
            survey_defs(l, s->try.body);
            survey_defs(l, s->try.orelse);
            break;
        default: break;
        }
    }
}

void globals_survey(struct lower *l) {
    survey_scope(l, l->py->scope);
    survey_defs(l, l->py->body);
    for (size_t i = 0; i < l->globals.n; i++) {
        struct global *g = l->globals.entries[i].value;
        if (g->stores != 1) g->def = NULL;
        if (g->def)
            g->function =
                sym_f(l, "%.*s.def.%.*s", STR_ARG(l->prefix), STR_ARG(l->globals.entries[i].key));
    }
}

static bool module_binds(struct lower *l, struct str name) {
    if (name.n > 4 && name.p[0] == '_' && name.p[1] == '_')
        return true; /* __name__, __file__ …: the import system binds them */
    return l->py->scope->has_import_star || map_get(&l->globals, name) != NULL;
}

bool name_is_builtin(struct lower *l, struct py_symbol *s, const char *wanted) {
    if (!s || !str_is(s->name, wanted) || module_binds(l, s->name)) return false;
    if (s->kind == PY_GLOBAL_IMPLICIT) return !(s->scope->kind == PY_SCOPE_CLASS && s->flags & PY_SYM_BOUND);
    return s->kind == PY_GLOBAL_EXPLICIT;
}

/* ---- scopes lowered in place ---- */

static bool captures(const struct py_scope *s) {
    for (size_t i = 0; i < s->n_symbols; i++)
        if (s->symbols[i]->kind == PY_CELL) return true;
    return false;
}

/* An inner function holds on to a variable, or super() looks at the function's own argument. */
static bool own_function(const struct py_scope *s) {
    return s->uses_super || captures(s);
}

/* Comprehensions become part of the function around them unless they need one of their own; type parameters
 * always do. */
bool scope_inlined(const struct py_scope *s) {
    if (s->kind == PY_SCOPE_TYPE) return !s->lazy;
    if (s->kind != PY_SCOPE_COMPREHENSION || s->is_genexpr || s->is_coroutine || own_function(s))
        return false;
    const struct py_scope *p = s->parent;
    if (p->kind == PY_SCOPE_COMPREHENSION) return scope_inlined(p) || p->is_genexpr || own_function(p);
    return p->kind == PY_SCOPE_FUNCTION || p->kind == PY_SCOPE_LAMBDA || p->kind == PY_SCOPE_MODULE;
}

static bool reached_by_other(const struct py_scope *s, const struct py_symbol *owner) {
    for (const struct py_scope *c = s->first_child; c; c = c->next) {
        if (!scope_inlined(c))
            for (size_t i = 0; i < c->n_symbols; i++)
                if (c->symbols[i]->kind == PY_FREE && c->symbols[i]->owner == owner) return true;
        if (!scope_inlined(c))
            for (size_t i = 0; i < c->n_symbols; i++)
                if (c->symbols[i]->flags & PY_SYM_CLASS_FREE && c->symbols[i]->owner == owner) return true;
        if (reached_by_other(c, owner)) return true;
    }
    return false;
}

bool symbol_needs_cell(const struct py_symbol *s) {
    return s->kind == PY_CELL && reached_by_other(s->scope, s);
}

/* ---- places ---- */

static struct str symbol_key(struct lower *l, struct py_symbol *s) {
    struct py_symbol **p = NEW(l->a, struct py_symbol *);
    *p = s;
    return (struct str){(const char *)p, sizeof *p};
}

/* A class body looks for the name in its namespace first: it binds it, every class has it, or __prepare__
 * may have put it there. */
static bool namespace_first(const struct py_symbol *s) {
    if (py_scope_class_seen(s->scope)) return true;
    if (s->scope->kind != PY_SCOPE_CLASS) return false;
    return s->flags & PY_SYM_BOUND || s->scope->may_prepare || str_is(s->name, "__module__") ||
           str_is(s->name, "__qualname__") || str_is(s->name, "__annotations__");
}

struct place_of *place_of(struct fn *fn, struct py_symbol *s) {
    struct str key = {(const char *)&s, sizeof s};
    struct place_of *p = map_get(&fn->places, key);
    if (p) return p;
    p = NEW(fn->l->a, struct place_of);
    map_put(&fn->places, symbol_key(fn->l, s), p);
    switch (s->kind) {
    case PY_GLOBAL_EXPLICIT: p->kind = AT_GLOBAL; break;
    case PY_GLOBAL_IMPLICIT: p->kind = namespace_first(s) ? AT_NAMESPACE : AT_GLOBAL; break;
    case PY_FREE: {
        struct str owner = {(const char *)&s->owner, sizeof s->owner};
        struct place_of *home = map_get(&fn->places, owner);
        if (home) {
            *p = *home;
            break;
        }
        p->kind = AT_FREE;
        for (p->var = 0; p->var < fn->own->free.n; p->var++)
            if (fn->own->free.p[p->var] == s->owner) return p;
        BUG("free variable %.*s is not captured", STR_ARG(s->name));
    }
    case PY_LOCAL:
    case PY_CELL:
        if (s->scope->kind == PY_SCOPE_MODULE)
            p->kind = AT_GLOBAL;
        else if (s->scope->kind == PY_SCOPE_CLASS && !str_is(s->name, "__class__ cell"))
            p->kind = AT_NAMESPACE;
        else if (symbol_needs_cell(s) || (s->scope->kind == PY_SCOPE_CLASS && s->kind == PY_CELL)) {
            p->kind = AT_CELL;
            p->var = var_new(fn);
        } else {
            p->kind = AT_VAR;
            p->var = var_new(fn);
        }
        break;
    }
    return p;
}

/* Variables start unbound: SSA ones as the word 0 at the entry, cells as fresh empty cells. */
void fn_declare(struct fn *fn, struct py_scope *scope) {
    for (size_t i = 0; i < scope->n_symbols; i++) {
        struct py_symbol *s = scope->symbols[i];
        if (s->kind != PY_LOCAL && s->kind != PY_CELL) continue;
        struct place_of *p = place_of(fn, s);
        if (p->kind == AT_CELL && !(s->flags & PY_SYM_PARAM)) {
            struct py_pos at = {scope->lineno, scope->col_offset, scope->lineno, scope->col_offset};
            var_set(fn, p->var, rt(fn, IR_rt_cell_new, &at, 1, word(fn, 0)));
        }
    }
}

static ins free_cell(struct fn *fn, uint32_t index) {
    ins chain = fn->chain;
    return load(fn, IR_V, chain, ABI_FUNCTION_CELLS + 8 * (int64_t)index);
}

ins cell_load(struct fn *fn, struct py_symbol *owner) {
    struct str key = {(const char *)&owner, sizeof owner};
    struct place_of *p = map_get(&fn->places, key);
    if (p && p->kind == AT_CELL) return var_get(fn, p->var);
    for (uint32_t i = 0; i < fn->own->free.n; i++)
        if (fn->own->free.p[i] == owner) return free_cell(fn, i);
    BUG("no cell for %.*s", STR_ARG(owner->name));
}

/* ---- reading ---- */

/* `v` may be the word 0: raises through `entry` then. */
static ins checked(struct fn *fn, ins v, enum ir_rt entry, struct str name, const struct py_pos *at,
                   bool removable) {
    struct ir_block *ok = block_new(fn), *bad = block_cold(fn);
    struct ir_block *from = fn->b;
    branch(fn, v, ok, bad);
    if (removable) VEC_PUSH(&fn->null_checks, fn->l->a, from->last);
    block_enter(fn, bad);
    ins call = rt(fn, entry, at, 1, str_ins(fn, name));
    call->flags |= IR_COLD;
    propagate(fn);
    block_enter(fn, ok);
    return v;
}

static ins global_load(struct fn *fn, struct py_symbol *s, const struct py_pos *at) {
    struct lower *l = fn->l;
    ins v;
    if (!module_binds(l, s->name)) {
        /* Nothing here binds it, so it is most likely a built-in: one cached word per module and name. */
        struct ir_sym *cache = builtin_cache(l, s->name);
        ins place = addr_sym(fn, cache);
        place->type = IR_P;
        v = load(fn, IR_V, place, 0);
        struct ir_block *hit = block_new(fn), *miss = block_cold(fn), *merge = block_new(fn);
        branch(fn, v, hit, miss);
        block_enter(fn, miss);
        ins def = addr_sym(fn, l->def);
        def->type = IR_P;
        ins cache_again = addr_sym(fn, cache);
        cache_again->type = IR_P;
        ins slow = rt(fn, IR_rt_builtin_load, at, 3, def, num(fn, cell_of(l, s->name)), cache_again);
        slow->flags |= IR_COLD;
        ins result = ir_block_param(merge, IR_V);
        ir_jmp(fn->b, merge, 1, &slow);
        edge_note(fn, fn->b, &fn->b->last->edges[0]);
        block_enter(fn, hit);
        ir_jmp(fn->b, merge, 1, &v);
        edge_note(fn, fn->b, &fn->b->last->edges[0]);
        block_enter(fn, merge);
        return result;
    }
    v = ir_emit(fn->b, IR_PY_GLOAD, IR_V, 0);
    v->sym = l->cells;
    v->sym2 = l->def;
    v->imm = cell_of(l, s->name);
    return raises(fn, v, IR_CONV_V, at);
}

static ins namespace_load(struct fn *fn, struct py_symbol *s, const struct py_pos *at) {
    ins def = addr_sym(fn, fn->l->def);
    def->type = IR_P;
    return rt(fn, IR_rt_name_load, at, 3, fn->ns, def, str_ins(fn, s->name));
}

/* A class body reads an enclosing function's variable: the class namespace goes first. */
static ins class_free_load(struct fn *fn, struct py_symbol *s, uint32_t index, const struct py_pos *at) {
    uint32_t t = var_new(fn);
    ins v = rt(fn, IR_rt_ns_load, at, 2, fn->ns, str_ins(fn, s->name));
    struct ir_block *hit = block_new(fn), *miss = block_new(fn), *cell = block_new(fn), *bad = block_cold(fn),
                    *done = block_new(fn);
    branch(fn, v, hit, miss);
    block_enter(fn, miss);
    branch(fn, load(fn, IR_V, thread_reg(fn), ABI_THREAD_EXC), bad, cell);
    block_enter(fn, bad);
    landing(fn, at);
    block_enter(fn, cell);
    ins c = load(fn, IR_V, free_cell(fn, index), ABI_CELL_VALUE);
    var_set(fn, t, checked(fn, c, IR_rt_unbound_free, s->name, at, false));
    go(fn, done);
    block_enter(fn, hit);
    var_set(fn, t, v);
    go(fn, done);
    block_enter(fn, done);
    return var_get(fn, t);
}

ins name_load(struct fn *fn, struct py_symbol *s, const struct py_pos *at) {
    struct place_of *p = place_of(fn, s);
    if (p->kind == AT_GLOBAL || p->kind == AT_NAMESPACE) code_name(fn, s->name);
    /* a comprehension lowered in place sees the function's variables as free ones */
    enum ir_rt unbound = s->kind == PY_FREE ? IR_rt_unbound_free : IR_rt_unbound_local;
    switch (p->kind) {
    case AT_VAR: return checked(fn, var_get(fn, p->var), unbound, s->name, at, !fn->generator);
    case AT_CELL:
        return checked(fn, load(fn, IR_V, var_get(fn, p->var), ABI_CELL_VALUE), unbound, s->name, at, false);
    case AT_FREE:
        if (fn->ns && s->owner->scope->kind != PY_SCOPE_TYPE) return class_free_load(fn, s, p->var, at);
        return checked(fn, load(fn, IR_V, free_cell(fn, p->var), ABI_CELL_VALUE), IR_rt_unbound_free, s->name,
                       at, false);
    case AT_NAMESPACE: return namespace_load(fn, s, at);
    default: return global_load(fn, s, at);
    }
}

/* ---- writing ---- */

void name_store(struct fn *fn, struct py_symbol *s, ins v, const struct py_pos *at) {
    struct place_of *p = place_of(fn, s);
    if (p->kind == AT_GLOBAL || p->kind == AT_NAMESPACE) code_name(fn, s->name);
    switch (p->kind) {
    case AT_VAR: var_set(fn, p->var, v); return;
    case AT_CELL: store_object(fn, v, var_get(fn, p->var), ABI_CELL_VALUE); return;
    case AT_FREE: store_object(fn, v, free_cell(fn, p->var), ABI_CELL_VALUE); return;
    case AT_NAMESPACE: rt(fn, IR_rt_ns_set, at, 3, fn->ns, str_ins(fn, s->name), v); return;
    default: {
        ins i = ir_emit(fn->b, IR_PY_GSTORE, IR_I, 1, v);
        i->sym = fn->l->cells;
        i->sym2 = fn->l->def;
        i->imm = cell_of(fn->l, s->name);
        raises(fn, i, IR_CONV_I, at);
    }
    }
}

void name_delete(struct fn *fn, struct py_symbol *s, const struct py_pos *at) {
    struct place_of *p = place_of(fn, s);
    if (p->kind == AT_GLOBAL || p->kind == AT_NAMESPACE) code_name(fn, s->name);
    switch (p->kind) {
    case AT_VAR:
    case AT_CELL:
        name_load(fn, s, at);
        name_store(fn, s, word(fn, 0), at);
        return;
    case AT_FREE:
        checked(fn, load(fn, IR_V, free_cell(fn, p->var), ABI_CELL_VALUE), IR_rt_unbound_free, s->name, at,
                false);
        name_store(fn, s, word(fn, 0), at);
        return;
    case AT_NAMESPACE: rt(fn, IR_rt_ns_del, at, 2, fn->ns, str_ins(fn, s->name)); return;
    default: {
        ins def = addr_sym(fn, fn->l->def);
        def->type = IR_P;
        rt(fn, IR_rt_global_del, at, 2, def, num(fn, cell_of(fn->l, s->name)));
    }
    }
}

/* The end of `except … as name`: the name goes, whether or not the body already deleted it. CPython assigns
 * None first, so deleting cannot fail. */
void name_unbind(struct fn *fn, struct py_symbol *s, const struct py_pos *at) {
    struct place_of *p = place_of(fn, s);
    if (p->kind == AT_VAR || p->kind == AT_CELL || p->kind == AT_FREE) {
        name_store(fn, s, word(fn, 0), at);
        return;
    }
    if (p->kind == AT_GLOBAL) {
        ins def = addr_sym(fn, fn->l->def);
        def->type = IR_P;
        ir_rt(fn->b, IR_rt_global_unbind, 0, 2, def, num(fn, cell_of(fn->l, s->name)));
        return;
    }
    name_store(fn, s, none(fn), at);
    name_delete(fn, s, at);
}
