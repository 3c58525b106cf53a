/* Bytes -> text -> tokens -> tree, and what is wrong when that fails. Scopes and checks come after it:
 * parse.c. */
#include "rules/python/parser.h"

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

static bool parse_tokens(struct parser *p, struct py_module *m, enum py_mode mode) {
    jmp_buf fail;
    p->fail = &fail;
    if (setjmp(fail)) return false;
    switch (mode) {
    case PY_MODE_FILE: m->body = parse_file(p); break;
    case PY_MODE_EXPRESSION: m->body = parse_eval(p); break;
    case PY_MODE_INTERACTIVE: m->body = parse_interactive(p); break;
    }
    return true;
}

bool py_syntax(struct arena *a, struct py_module *m, struct str source, enum py_mode mode,
               struct py_error *error) {
    if (!source_prepare(a, m->file, source, &m->source, error)) return false;
    m->names = names_new(a);
    struct lexer lx;
    lex_init(&lx, a, m->names, m->source);
    struct parser p = {.a = a, .names = m->names, .text = m->source, .future = m->future};
    p.tokens = p.t = all_tokens(&lx, m->source);
    p.last = p.t;
    m->lines = lx.line;
    if (parse_tokens(&p, m, mode)) {
        if (p.t->kind == TOK_END) return true;
        *error = (struct py_error){true,
                                   PY_SYNTAX_ERROR,
                                   p.t->line,
                                   p.t->col + 1,
                                   p.t->end_line,
                                   p.t->end_col + 1,
                                   STR("multiple statements found while compiling a single statement")};
        return false;
    }
    error_pass(a, m->names, m->source, mode, m->future, &p, error);
    return false;
}
