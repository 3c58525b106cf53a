/* f-strings and t-strings.
 *
 * A literal is scanned for replacement fields by characters, as CPython 3.11 does; each field's expression is
 * copied with parentheses around it and given to a lexer and parser of its own. So positions inside it are
 * natural, while the Constant, FormattedValue and JoinedStr nodes carry the position of the whole run of
 * literals (3.11's habit, which tools rely on), except a format spec's JoinedStr and its last Constant, which
 * have their own literal's.
 *
 * The scan follows PEP 701 (quotes may be used again, backslashes and comments are allowed), whose language
 * includes 3.11's. What 3.11 says about wrong ones is template_error.c's business. */
#include "rules/python/parser.h"

/* ---- finding ends ---- */

static const char *skip_field(const char *p, const char *end, bool multiline, int depth);

/* From `p`, inside a template literal, to behind its closing quotes. */
static const char *skip_template(const char *p, const char *end, char quote, bool triple, bool raw,
                                 int depth) {
    if (depth > PARSER_MAX_TEMPLATE_DEPTH) return NULL;
    while (p < end) {
        char c = *p;
        if (c == quote && (!triple || (p[1] == quote && p[2] == quote))) return p + (triple ? 3 : 1);
        if (c == '\n' && !triple) return NULL;
        if (c == '\\' && p + 1 < end) {
            if (p[1] == '{' || p[1] == '}')
                p++;
            else if (!raw && p[1] == 'N' && p[2] == '{') {
                const char *close = memchr(p, '}', (size_t)(end - p));
                if (!close) return NULL;
                p = close + 1;
            } else {
                p += 2;
            }
            continue;
        }
        if ((c == '{' || c == '}') && p[1] == c) {
            p += 2;
            continue;
        }
        if (c == '}') return NULL;
        p = c == '{' ? skip_field(p + 1, end, triple, depth + 1) : p + 1;
        if (!p) return NULL;
    }
    return NULL;
}

const char *lex_template_end(const char *p, const char *end, char quote, bool triple, bool raw) {
    return skip_template(p, end, quote, triple, raw, 0);
}

/* From a quote (or a prefix before it, already seen) inside an expression to behind the string. `from` is
 * where the word before the quote starts. */
static const char *skip_string(const char *word, const char *p, const char *end, int depth) {
    char quote = *p;
    bool triple = p[1] == quote && p[2] == quote, template = false, raw = false;
    for (; word < p; word++) {
        char c = *word | 32;
        template = template || c == 'f' || c == 't';
        raw = raw || c == 'r';
    }
    p += triple ? 3 : 1;
    if (template) return skip_template(p, end, quote, triple, raw, depth);
    while (p < end) {
        if (*p == quote && (!triple || (p[1] == quote && p[2] == quote))) return p + (triple ? 3 : 1);
        if (*p == '\n' && !triple) return NULL;
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    }
    return NULL;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c & 0x80);
}

/* From the start of an expression to the character that ends it: one of } ! : = outside of brackets. */
static const char *skip_expression(const char *p, const char *end, int depth) {
    int level = 0;
    const char *word = p;
    while (p < end) {
        char c = *p, next = p + 1 < end ? p[1] : 0;
        if (is_word(c)) {
            p++;
            continue;
        }
        if (c == '"' || c == '\'') {
            p = skip_string(p - word <= 2 ? word : p, p, end, depth + 1);
            if (!p) return NULL;
            word = p;
            continue;
        }
        if (c == '#') {
            while (p < end && *p != '\n') p++;
            continue;
        }
        if (c == '(' || c == '[' || c == '{') level++;
        if (!level) {
            if ((c == '!' || c == '=' || c == '<' || c == '>') && next == '=')
                p++;
            else if (c == '!' || c == ':' || c == '}' || c == '=')
                return p;
            else if (c == ')' || c == ']')
                return NULL;
        } else if (c == ')' || c == ']' || c == '}') {
            level--;
        }
        p++;
        word = p;
    }
    return NULL;
}

/* From behind '{' to behind the matching '}'. */
static const char *skip_field(const char *p, const char *end, bool multiline, int depth) {
    if (depth > PARSER_MAX_TEMPLATE_DEPTH) return NULL;
    p = skip_expression(p, end, depth);
    if (!p) return NULL;
    if (*p == '=') {
        p++;
        while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) p++;
    }
    if (p < end && *p == '!')
        while (p < end && *p != ':' && *p != '}') {
            if (*p == '\n' || *p == '"' || *p == '\'') return NULL;
            p++;
        }
    if (p >= end) return NULL;
    if (*p == '}') return p + 1;
    if (*p != ':') return NULL;
    for (p++; p < end && *p != '}';) {
        if (*p == '\n' && !multiline) return NULL;
        if (*p == '{') {
            p = skip_field(p + 1, end, multiline, depth + 1);
            if (!p) return NULL;
        } else {
            p++;
        }
    }
    return p < end ? p + 1 : NULL;
}

/* ---- building ---- */

struct builder {
    struct parser *p;
    const struct token *first, *last; /* the run of literals */
    const struct token *token;        /* the one being read */
    struct buf literal;               /* pending text */
    const char *counted, *line_start; /* lines are counted once, up to `counted` */
    uint32_t line;
    bool unicode, raw, is_template;
    const char *bad_escape;
};

static void place_node(const struct builder *b, struct py_expr *e) {
    set_start(POS_OF(e), b->first);
    set_end(POS_OF(e), b->last);
}

/* Pushes the pending text as a node that runs from one literal to another. */
static void flush_literal(struct builder *b, const struct token *first, const struct token *last) {
    if (!b->literal.n) return;
    struct py_expr *e = NEW_EXPR(b->p, CONSTANT, constant, first);
    set_end(POS_OF(e), last);
    e->constant.value.kind = PY_CONST_STR;
    e->constant.value.s = buf_view(&b->literal);
    e->constant.kind = b->unicode && first == b->first;
    parser_push(b->p, e);
    buf_init(&b->literal, b->p->a);
}

static void put_literal(struct builder *b, const char *from, const char *to) {
    struct str s = {from, (size_t)(to - from)};
    if (!string_decode(&b->literal, s, false, b->raw, &b->p->error, &b->bad_escape)) parser_fail(b->p);
}

static void count_lines(struct builder *b, const char *to) {
    for (const char *nl; (nl = memchr(b->counted, '\n', (size_t)(to - b->counted)));) {
        b->counted = b->line_start = nl + 1;
        b->line++;
    }
    b->counted = to;
}

/* The tree of the expression [from, to), whose '{' is at from[-1]. */
static struct py_expr *expression(struct builder *b, const char *from, const char *to) {
    struct parser *p = b->p;
    size_t n = (size_t)(to - from);
    char *text = arena_alloc(p->a, n + 4);
    text[0] = '(';
    memcpy(text + 1, from, n);
    memcpy(text + 1 + n, ")\n", 3);
    count_lines(b, from - 1);
    bool first_line = b->line == b->token->line;
    uint32_t col = (uint32_t)(from - 1 - b->line_start) + (first_line ? b->token->col : 0);
    struct lexer lx;
    lex_init_inner(&lx, p->a, p->names, (struct str){text, n + 3}, b->line, col);
    VEC(struct token) tokens = {0};
    struct token t;
    do {
        lex_next(&lx, &t);
        VEC_PUSH(&tokens, p->a, t);
    } while (t.kind != TOK_END && t.kind != TOK_ERROR);
    struct parser inner = *p;
    inner.text = (struct str){text, n + 3};
    inner.tokens = inner.t = tokens.p;
    inner.last = tokens.p;
    inner.template_depth++;
    enter(&inner);
    struct py_expr *e = parse_star_expressions(&inner);
    if (inner.t->kind != TOK_NEWLINE) parser_fail(p);
    p->stack = inner.stack;
    p->cap = inner.cap;
    return e;
}

static const char *pieces(struct builder *b, const char *s, const char *end, int level);

static struct py_expr *joined(struct builder *b, const struct token *first, const struct token *last,
                              size_t mark) {
    struct py_expr *e = NEW_EXPR(b->p, JOINEDSTR, joinedstr, first);
    set_end(POS_OF(e), last);
    TAKE(b->p, e->joinedstr.values, mark);
    return e;
}

static bool is_blank(const char *p, const char *end) {
    for (; p < end; p++)
        if (*p != ' ' && *p != '\t' && *p != '\n' && *p != '\f') return false;
    return true;
}

/* Pushes the field whose expression starts at `s`; returns the position behind its '}'. */
static const char *field(struct builder *b, const char *s, const char *end, int level) {
    struct parser *p = b->p;
    int conversion = -1;
    struct py_expr *spec = NULL;
    const char *stop = level >= 2 ? NULL : skip_expression(s, end, p->template_depth);
    if (!stop || is_blank(s, stop) || p->template_depth > PARSER_MAX_TEMPLATE_DEPTH) parser_fail(p);
    struct py_expr *value = expression(b, s, stop);
    const char *at = stop;
    bool debug = *at == '=';
    if (debug) {
        at++;
        while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r'))) at++;
        buf_put(&b->literal, s, (size_t)(at - s));
    }
    if (at < end && *at == '!') {
        if (end - at < 2 || (at[1] != 's' && at[1] != 'r' && at[1] != 'a')) parser_fail(p);
        conversion = at[1];
        at += 2;
    }
    flush_literal(b, b->first, b->last);
    if (at < end && *at == ':') {
        size_t mark = p->n;
        at = pieces(b, at + 1, end, level + 1);
        flush_literal(b, b->token, b->token);
        spec = joined(b, b->token, b->token, mark);
    }
    if (at >= end || *at != '}') parser_fail(p);
    if (debug && !spec && conversion < 0) conversion = 'r';
    struct py_expr *e;
    if (b->is_template && !level) {
        e = NEW_EXPR(p, INTERPOLATION, interpolation, b->first);
        e->interpolation.value = value;
        e->interpolation.str = (struct str){s, (size_t)(stop - s)};
        e->interpolation.conversion = conversion;
        e->interpolation.format_spec = spec;
    } else {
        e = NEW_EXPR(p, FORMATTEDVALUE, formattedvalue, b->first);
        e->formattedvalue.value = value;
        e->formattedvalue.conversion = conversion;
        e->formattedvalue.format_spec = spec;
    }
    place_node(b, e);
    parser_push(p, e);
    return at + 1;
}

/* Literal text and fields up to the end, or up to the '}' that ends a format spec (level > 0). */
static const char *pieces(struct builder *b, const char *s, const char *end, int level) {
    while (s < end) {
        const char *from = s;
        while (s < end && *s != '{' && *s != '}') {
            if (*s == '\\' && !b->raw && s + 1 < end) {
                if (s[1] == 'N') {
                    s += 2;
                    if (s < end && *s == '{')
                        while (s < end && *s++ != '}') {
                        }
                    continue;
                }
                s += s[1] == '{' || s[1] == '}' ? 1 : 2;
                continue;
            }
            s++;
        }
        if (s < end && !level && s + 1 < end && s[1] == *s) {
            put_literal(b, from, s + 1);
            s += 2;
            continue;
        }
        if (s > from) put_literal(b, from, s);
        if (s >= end) break;
        if (*s == '}') {
            if (!level) parser_fail(b->p);
            return s;
        }
        s = field(b, s + 1, end, level);
    }
    return s;
}

static struct py_expr *bytes_literal(struct parser *p, const struct token *first, const struct token *last) {
    struct buf out;
    const char *bad = NULL;
    buf_init(&out, p->a);
    for (const struct token *t = first; t <= last; t++) {
        struct literal_prefix l = literal_prefix(token_text(p, t));
        if (!l.bytes) parser_fail(p);
        for (size_t i = 0; i < l.body.n; i++)
            if (l.body.p[i] & 0x80) parser_fail(p);
        if (!string_decode(&out, l.body, true, l.raw, &p->error, &bad)) parser_fail(p);
    }
    struct py_expr *e = NEW_EXPR(p, CONSTANT, constant, first);
    e->constant.value.kind = PY_CONST_BYTES;
    e->constant.value.s = out.n ? buf_view(&out) : STR("");
    return e;
}

struct py_expr *template_parse(struct parser *p, const struct token *first, const struct token *last) {
    struct literal_prefix l = literal_prefix(token_text(p, first));
    if (first == last && !l.format && !l.bytes && !l.template &&
        (l.raw || !memchr(l.body.p, '\\', l.body.n))) {
        struct py_expr *e = NEW_EXPR(p, CONSTANT, constant, first);
        e->constant.value.kind = PY_CONST_STR;
        e->constant.value.s = l.body;
        e->constant.kind = l.unicode;
        return e;
    }
    if (l.bytes) return bytes_literal(p, first, last);
    struct builder b = {.p = p,
                        .first = first,
                        .last = last,
                        .token = first,
                        .unicode = l.unicode,
                        .is_template = l.template};
    size_t mark = p->n;
    bool format = false;
    buf_init(&b.literal, p->a);
    for (const struct token *t = first; t <= last; t++) {
        l = literal_prefix(token_text(p, t));
        if (l.bytes || l.template != b.is_template) parser_fail(p);
        b.token = t;
        b.counted = b.line_start = p->text.p + t->start;
        b.line = t->line;
        b.raw = l.raw;
        format = format || l.format || l.template;
        if (l.format || l.template)
            pieces(&b, l.body.p, l.body.p + l.body.n, 0);
        else
            put_literal(&b, l.body.p, l.body.p + l.body.n);
    }
    if (!format) {
        struct py_expr *e = NEW_EXPR(p, CONSTANT, constant, first);
        e->constant.value.kind = PY_CONST_STR;
        e->constant.value.s = b.literal.n ? buf_view(&b.literal) : STR("");
        e->constant.kind = b.unicode;
        return e;
    }
    flush_literal(&b, first, last);
    if (!b.is_template) return joined(&b, first, last, mark);
    struct py_expr *e = NEW_EXPR(p, TEMPLATESTR, templatestr, first);
    TAKE(p, e->templatestr.values, mark);
    return e;
}
