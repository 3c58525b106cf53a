/* The frontend's one entry: bytes -> text -> tokens -> tree -> scopes -> checks. */
#include "rules/python/parser.h"
#include "rules/python/symtable.h"

void parser_fail(struct parser *p) {
    longjmp(*p->fail, 1);
}

void parser_push(struct parser *p, void *item) {
    if (p->n == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 1024;
        p->stack = arena_grow(p->a, p->stack, p->cap * sizeof *p->stack, cap * sizeof *p->stack);
        p->cap = cap;
    }
    p->stack[p->n++] = item;
}

void *parser_take(struct parser *p, size_t mark, size_t *n) {
    *n = p->n - mark;
    p->n = mark;
    if (!*n) return NULL;
    void *out = arena_alloc(p->a, *n * sizeof(void *));
    memcpy(out, p->stack + mark, *n * sizeof(void *));
    return out;
}

/* All tokens of a text. About one token per four bytes of ordinary source. */
static struct token *all_tokens(struct lexer *lx, struct str text) {
    size_t cap = text.n / 4 + 64, n = 0;
    struct token *tokens = NEW_N(lx->arena, struct token, cap);
    for (;;) {
        if (n + 1 >= cap) {
            tokens = arena_grow(lx->arena, tokens, cap * sizeof *tokens, cap * 2 * sizeof *tokens);
            cap *= 2;
        }
        struct token *t = &tokens[n++];
        lex_next(lx, t);
        if (t->kind == TOK_END || t->kind == TOK_ERROR) break;
    }
    tokens[n] = tokens[n - 1]; /* looking one token further is always safe */
    return tokens;
}

static const char *error_code(enum py_error_type type) {
    switch (type) {
    case PY_SYNTAX_ERROR: return "PY2E0101";
    case PY_INDENTATION_ERROR: return "PY2E0102";
    case PY_TAB_ERROR: return "PY2E0103";
    case PY_VALUE_ERROR: return "PY2E0104";
    case PY_RECURSION_ERROR: return "PY2E0105";
    case PY_MEMORY_ERROR: return "PY2E0106";
    }
    BUG("error type %d", type);
}

void py_report(struct diags *d, const struct py_module *m, const struct py_error *e) {
    struct place at = {m->file, e->line, e->col, e->end_line, e->end_col};
    diag_error(d, error_code(e->type), at, STR_FMT, STR_ARG(e->text));
}

static bool parse_tokens(struct parser *p, struct py_module *m) {
    jmp_buf fail;
    p->fail = &fail;
    if (setjmp(fail)) return false;
    m->body = parse_file(p);
    return true;
}

struct str py_docstring(struct py_stmt_seq body) {
    if (!body.n || body.p[0]->kind != PY_STMT_EXPR) return (struct str){0};
    const struct py_expr *e = body.p[0]->expr.value;
    if (e->kind != PY_EXPR_CONSTANT || e->constant.value.kind != PY_CONST_STR) return (struct str){0};
    return e->constant.value.s;
}

struct py_module *py_parse(struct arena *a, struct diags *diags, struct str file, struct str source,
                           const struct py_options *options) {
    static const struct py_options defaults = {0};
    if (!options) options = &defaults;
    struct py_module *m = NEW(a, struct py_module);
    struct py_error error = {0};
    m->file = file;
    m->future = options->future;
    if (!source_prepare(a, file, source, &m->source, &error)) {
        py_report(diags, m, &error);
        return NULL;
    }
    m->names = names_new(a);
    struct lexer lx;
    lex_init(&lx, a, m->names, m->source);
    struct parser p = {.a = a, .names = m->names, .text = m->source, .future = options->future};
    p.tokens = p.t = all_tokens(&lx, m->source);
    p.last = p.t;
    m->lines = lx.line;
    if (!parse_tokens(&p, m)) {
        error_pass(a, m->names, m->source, options->future, &p, &error);
        py_report(diags, m, &error);
        return NULL;
    }
    m->docstring = py_docstring(m->body);
    if (options->syntax_only) return m;
    /* CPython's order: which of two errors a user sees depends on it. */
    uint32_t future_line;
    bool ok = py_future(a, m, &future_line, &error);
    if (ok && !py_symtable(a, diags, m)) return NULL;
    ok = ok && py_check(a, diags, m, future_line, &error);
    if (!ok) py_report(diags, m, &error);
    return ok ? m : NULL;
}
