/* What CPython 3.11 says about wrong string literals, f-strings first of all.
 *
 * The order of checks is 3.11's: a field's expression before its conversion, that before its format spec; the
 * scan of an expression for brackets and quotes before its grammar. */
#include "rules/python/parser.h"

struct check {
    struct arena *a;
    struct py_names *names;
    struct str text;
    const struct token *token;
    struct py_error *error;
    bool raw;
};

static bool fail(struct check *c, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    c->error->set = true;
    c->error->type = PY_SYNTAX_ERROR;
    c->error->text = str_vprintf(c->a, fmt, ap);
    va_end(ap);
    return false;
}

/* From `s` to the character that ends the expression, or NULL. */
static const char *expression_end(struct check *c, const char *s, const char *end) {
    char stack[LEX_MAX_LEVEL];
    int depth = 0, quote_n = 0;
    char quote = 0;
    for (; s < end; s++) {
        char ch = *s;
        if (ch == '\\') {
            fail(c, "f-string expression part cannot include a backslash");
            return NULL;
        }
        if (quote) {
            if (ch != quote) continue;
            if (quote_n == 3) {
                if (s + 2 < end && s[1] == ch && s[2] == ch) {
                    s += 2;
                    quote = 0;
                }
            } else {
                quote = 0;
            }
            continue;
        }
        if (ch == '\'' || ch == '"') {
            quote = ch;
            quote_n = s + 2 < end && s[1] == ch && s[2] == ch ? 3 : 1;
            s += quote_n - 1;
            continue;
        }
        if (ch == '(' || ch == '[' || ch == '{') {
            if (depth >= LEX_MAX_LEVEL) {
                fail(c, "f-string: too many nested parenthesis");
                return NULL;
            }
            stack[depth++] = ch;
            continue;
        }
        if (ch == '#') {
            fail(c, "f-string expression part cannot include '#'");
            return NULL;
        }
        if (!depth && (ch == '!' || ch == ':' || ch == '}' || ch == '=' || ch == '>' || ch == '<')) {
            if (s + 1 < end && s[1] == '=' && ch != ':' && ch != '}') {
                s++;
                continue;
            }
            if (ch == '>' || ch == '<') continue;
            break;
        }
        if (ch == ')' || ch == ']' || ch == '}') {
            if (!depth) {
                fail(c, "f-string: unmatched '%c'", ch);
                return NULL;
            }
            char open = stack[--depth];
            if (open != (ch == ')' ? '(' : ch == ']' ? '[' : '{')) {
                fail(c, "f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", ch,
                     open);
                return NULL;
            }
        }
    }
    if (quote) {
        fail(c, "f-string: unterminated string");
        return NULL;
    }
    if (depth) {
        fail(c, "f-string: unmatched '%c'", stack[depth - 1]);
        return NULL;
    }
    if (s >= end) {
        fail(c, "f-string: expecting '}'");
        return NULL;
    }
    return s;
}

/* True when the fast parser takes an expression in parentheses. */
static bool is_expression(struct check *c, struct str text) {
    struct lexer lx;
    struct token t;
    VEC(struct token) tokens = {0};
    lex_init_inner(&lx, c->a, c->names, text, 1, 0);
    lx.only_311 = true;
    do {
        lex_next(&lx, &t);
        VEC_PUSH(&tokens, c->a, t);
    } while (t.kind != TOK_END && t.kind != TOK_ERROR);
    struct parser p = {
        .a = c->a, .names = c->names, .text = text, .tokens = tokens.p, .t = tokens.p, .last = tokens.p};
    jmp_buf fail;
    p.fail = &fail;
    if (setjmp(fail)) return false;
    parse_star_expressions(&p);
    return p.t->kind == TOK_NEWLINE;
}

static bool check_expression(struct check *c, const char *from, const char *to) {
    const char *p = from;
    while (p < to && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\f')) p++;
    if (p == to) {
        if (*to == '!' || *to == ':' || *to == '=')
            return fail(c, "f-string: expression required before '%c'", *to);
        return fail(c, "f-string: empty expression not allowed");
    }
    size_t n = (size_t)(to - from);
    char *text = arena_alloc(c->a, n + 4);
    text[0] = '(';
    memcpy(text + 1, from, n);
    memcpy(text + 1 + n, ")\n", 3);
    if (is_expression(c, (struct str){text, n + 3})) return true;
    uint32_t line = c->token->line;
    for (const char *q = c->text.p + c->token->start; q < from; q++) line += *q == '\n';
    return error_in_field(c->a, c->names, (struct str){text, n + 3}, line, 0, c->error);
}

static const char *check_pieces(struct check *c, const char *s, const char *end, int level);

static const char *check_field(struct check *c, const char *s, const char *end, int level) {
    if (level >= 2) {
        fail(c, "f-string: expressions nested too deeply");
        return NULL;
    }
    const char *stop = expression_end(c, s, end);
    if (!stop || !check_expression(c, s, stop)) return NULL;
    s = stop;
    if (*s == '=') {
        s++;
        while (s < end && (*s == ' ' || (*s >= '\t' && *s <= '\r'))) s++;
    }
    if (s < end && *s == '!') {
        s++;
        if (s < end && *s != 's' && *s != 'r' && *s != 'a') {
            fail(c, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
            return NULL;
        }
        s++;
    }
    if (s < end && *s == ':') {
        s = check_pieces(c, s + 1, end, level + 1);
        if (!s) return NULL;
    }
    if (s >= end || *s != '}') {
        fail(c, "f-string: expecting '}'");
        return NULL;
    }
    return s + 1;
}

static bool check_literal(struct check *c, const char *from, const char *to) {
    struct buf out;
    const char *bad = NULL;
    buf_init(&out, c->a);
    return c->raw ||
           string_decode(&out, (struct str){from, (size_t)(to - from)}, false, false, c->error, &bad);
}

static const char *check_pieces(struct check *c, const char *s, const char *end, int level) {
    while (s < end) {
        const char *from = s;
        bool doubled = false;
        while (s < end) {
            char ch = *s++;
            if (!c->raw && ch == '\\' && s < end) {
                ch = *s++;
                if (ch == 'N') {
                    if (s < end && *s++ == '{')
                        while (s < end && *s++ != '}') {
                        }
                    continue;
                }
            }
            if (ch != '{' && ch != '}') continue;
            if (!level) {
                if (s < end && *s == ch) {
                    doubled = true;
                    break;
                }
                if (ch == '}') {
                    fail(c, "f-string: single '}' is not allowed");
                    return NULL;
                }
            }
            s--;
            break;
        }
        if (!check_literal(c, from, s)) return NULL;
        if (doubled) {
            s++;
            continue;
        }
        if (s >= end || *s == '}') break;
        s = check_field(c, s + 1, end, level);
        if (!s) return NULL;
    }
    return s;
}

/* True when the fast parser takes the run of literals. */
static bool fast_parser_takes(struct arena *a, struct py_names *names, struct str text,
                              const struct token *first, size_t n) {
    struct parser p = {.a = a, .names = names, .text = text};
    jmp_buf fail;
    p.tokens = p.t = (struct token *)first;
    p.last = first;
    p.fail = &fail;
    if (setjmp(fail)) return false;
    p.last = first + n - 1;
    template_parse(&p, first, first + n - 1);
    return true;
}

bool strings_check(struct arena *a, struct py_names *names, struct str text, const struct token *first,
                   size_t n, struct py_error *error) {
    if (fast_parser_takes(a, names, text, first, n)) return true;
    struct check c = {a, names, text, first, error, false};
    bool bytes = false, template = false;
    for (size_t i = 0; i < n; i++) {
        const struct token *t = &first[i];
        struct literal_prefix l = literal_prefix((struct str){text.p + t->start, t->end - t->start});
        const char *end = l.body.p + l.body.n, *bad = NULL;
        if (l.bytes)
            for (size_t k = 0; k < l.body.n; k++)
                if (l.body.p[k] & 0x80) return fail(&c, "bytes can only contain ASCII literal characters");
        struct buf out;
        buf_init(&out, a);
        if (!l.format && !l.template && !string_decode(&out, l.body, l.bytes, l.raw, error, &bad))
            return false;
        if (i && l.template != template)
            return fail(&c, "cannot mix t-string literals with string or bytes literals");
        template = l.template;
        if (i && l.bytes != bytes) return fail(&c, "cannot mix bytes and nonbytes literals");
        bytes = l.bytes;
        c.token = t;
        c.raw = l.raw;
        if ((l.format || l.template) && !check_pieces(&c, l.body.p, end, 0)) return false;
    }
    return fail(&c, "f-string: invalid syntax");
}
