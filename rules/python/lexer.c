/* The lexer.
 *
 * One call gives one token; the whole state is in `struct lexer`, so the fast parser can take all tokens at
 * once and the error pass one at a time, as CPython does: which of two errors a user sees depends on how far
 * the parser had asked. Characters are classified by one table; names are hashed while they are scanned and
 * looked up once, which also finds the reserved words.
 *
 * An f-string is one token. Where it ends depends on the rules: 3.11 looks for the closing quotes only, PEP
 * 701 follows the replacement fields. The lexer prefers PEP 701 and notes when the two differ. */
#include "rules/python/lexer.h"
#include "rules/python/unicode.h"

enum { C_NAME = 1, C_DIGIT = 2, C_SPACE = 4, C_HIGH = 8 };

static const uint8_t classes[256] = {
    [' '] = C_SPACE,        ['\t'] = C_SPACE,       ['\f'] = C_SPACE, ['0' ... '9'] = C_DIGIT,
    ['a' ... 'z'] = C_NAME, ['A' ... 'Z'] = C_NAME, ['_'] = C_NAME,   [0x80 ... 0xff] = C_HIGH,
};
#define CLASS(c) classes[(uint8_t)(c)]

void lex_init(struct lexer *lx, struct arena *a, struct py_names *names, struct str text) {
    memset(lx, 0, offsetof(struct lexer, indent));
    lx->indent[0] = lx->alt_indent[0] = 0;
    lx->level = 0;
    lx->error = (struct py_error){0};
    lx->error_is_state = false;
    lx->arena = a;
    lx->names = names;
    lx->text = lx->p = text.p;
    lx->end = text.p + text.n;
    lx->line = 1;
    lx->at_line_start = true;
}

void lex_init_inner(struct lexer *lx, struct arena *a, struct py_names *names, struct str text, uint32_t line,
                    uint32_t col) {
    lex_init(lx, a, names, text);
    lx->line = line;
    lx->line_start = 0u - col;
    lx->at_line_start = false;
}

static uint32_t offset_of(const struct lexer *lx, const char *p) {
    return (uint32_t)(p - lx->text);
}
static uint32_t column_of(const struct lexer *lx, const char *p) {
    return offset_of(lx, p) - lx->line_start;
}

/* CPython's default place for a tokenizer error: the last character taken, counted from 1. */
void lex_error(struct lexer *lx, enum py_error_type type, const char *fmt, ...) {
    if (lx->error.set) return;
    va_list ap;
    va_start(ap, fmt);
    lx->error = (struct py_error){true,
                                  type,
                                  lx->line,
                                  column_of(lx, lx->p),
                                  lx->line,
                                  column_of(lx, lx->p),
                                  str_vprintf(lx->arena, fmt, ap)};
    lx->error.by_lexer = true;
    va_end(ap);
}

static void error_at_column(struct lexer *lx, uint32_t col) {
    lx->error.col = col;
}

static void give(struct lexer *lx, struct token *t, enum tok kind, const char *start) {
    t->kind = (uint8_t)kind;
    t->soft = 0;
    t->is_template = t->pep701 = false;
    t->name = (uint32_t)lx->level;
    t->start = offset_of(lx, start);
    t->end = offset_of(lx, lx->p);
    t->line = t->end_line = lx->line;
    t->col = t->start - lx->line_start;
    t->end_col = t->end - lx->line_start;
}

static void give_error(struct lexer *lx, struct token *t) {
    lx->done = true;
    give(lx, t, TOK_ERROR, lx->p);
}

static void next_line(struct lexer *lx) { /* p stands behind a newline */
    lx->line++;
    lx->line_start = lx->buffer = offset_of(lx, lx->p);
}

/* Behind a backslash: takes the newline. False after an error or at the end of the input. */
static bool continue_line(struct lexer *lx) {
    if (*lx->p != '\n') {
        if (lx->p < lx->end) lx->p++;
        lex_error(lx, PY_SYNTAX_ERROR, "unexpected character after line continuation character");
        lx->error_is_state = true;
        error_at_column(lx, offset_of(lx, lx->p) - lx->buffer);
        return false;
    }
    uint32_t line_start = lx->line_start;
    lx->p++;
    next_line(lx);
    if (lx->p >= lx->end) {
        lx->at_eof = true;
        lx->line--;
        lx->line_start = line_start;
        lex_error(lx, PY_SYNTAX_ERROR, "unexpected EOF while parsing");
        return false;
    }
    return true;
}

static void tab_error(struct lexer *lx) {
    lex_error(lx, PY_TAB_ERROR, "inconsistent use of tabs and spaces in indentation");
    lx->error_is_state = true;
    error_at_column(lx, 1);
}

/* Compares a line's indentation with the stack: sets pending or an error. */
static void indentation(struct lexer *lx, int col, int alt) {
    int top = lx->indents;
    if (col == lx->indent[top]) {
        if (alt != lx->alt_indent[top]) tab_error(lx);
    } else if (col > lx->indent[top]) {
        if (top + 1 >= LEX_MAX_INDENT) {
            lex_error(lx, PY_INDENTATION_ERROR, "too many levels of indentation");
            lx->error_is_state = true;
            error_at_column(lx, 1);
        } else if (alt <= lx->alt_indent[top]) {
            tab_error(lx);
        } else {
            lx->pending++;
            lx->indents++;
            lx->indent[top + 1] = col;
            lx->alt_indent[top + 1] = alt;
        }
    } else {
        while (lx->indents > 0 && col < lx->indent[lx->indents]) {
            lx->pending--;
            lx->indents--;
        }
        if (col != lx->indent[lx->indents]) {
            const char *eol = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));
            if (eol) lx->p = eol + 1;
            lx->error_is_state = true;
            lex_error(lx, PY_INDENTATION_ERROR, "unindent does not match any outer indentation level");
        } else if (alt != lx->alt_indent[lx->indents]) {
            tab_error(lx);
        }
    }
}

/* The end has the last line's number, as in CPython, whose reader counts a line when it gets one. */
static void reach_end(struct lexer *lx) {
    if (lx->at_eof) return;
    lx->at_eof = true;
    if (lx->p == lx->text || lx->line_start != offset_of(lx, lx->p)) return;
    const char *p = lx->p - 1;
    while (p > lx->text && p[-1] != '\n') p--;
    lx->line--;
    lx->line_start = offset_of(lx, p);
}

/* At the start of a logical line: measures the indentation and skips blank lines. */
static bool line_start(struct lexer *lx) {
    for (;;) {
        int col = 0, alt = 0, continued = 0;
        for (;; lx->p++) {
            char c = *lx->p;
            if (c == ' ') {
                col++;
                alt++;
            } else if (c == '\t') {
                col = (col / 8 + 1) * 8;
                alt++;
            } else if (c == '\f') {
                col = alt = 0;
            } else if (c == '\\') {
                continued = continued ? continued : col;
                lx->p++;
                if (!continue_line(lx)) return false;
                lx->p--;
            } else {
                break;
            }
        }
        if (*lx->p == '#') {
            const char *eol = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));
            lx->p = eol ? eol : lx->end;
        }
        if (*lx->p == '\n') {
            lx->p++;
            next_line(lx);
            continue;
        }
        if (lx->p >= lx->end) {
            col = alt = continued = 0;
            reach_end(lx);
        }
        if (continued) col = alt = continued;
        indentation(lx, col, alt);
        return !lx->error.set;
    }
}

/* ---- names ---- */

static void bad_character(struct lexer *lx, const char *at) {
    uint32_t c;
    unsigned n = uni_decode(at, &c);
    lx->p = at + n;
    if (uni_is_printable(c))
        lex_error(lx, PY_SYNTAX_ERROR, "invalid character '%.*s' (U+%04X)", (int)n, at, c);
    else
        lex_error(lx, PY_SYNTAX_ERROR, "invalid non-printable character U+%04X", c);
    /* The column of the character's first byte, from 1. */
    error_at_column(lx, column_of(lx, at) + 1);
    lx->error.end_col = lx->error.col;
}

static bool check_identifier(struct lexer *lx, const char *start, const char *end) {
    for (const char *p = start; p < end;) {
        uint32_t c;
        unsigned n = uni_decode(p, &c);
        bool ok = c < 128 || (p == start ? uni_is_start(c) : uni_is_continue(c));
        if (!ok) {
            bad_character(lx, p);
            return false;
        }
        p += n;
    }
    return true;
}

static void name_high(struct lexer *lx, struct token *t, const char *start) {
    const char *p = lx->p;
    while (CLASS(*p) & (C_NAME | C_DIGIT | C_HIGH)) p++;
    lx->p = p;
    if (!check_identifier(lx, start, p)) {
        give_error(lx, t);
        return;
    }
    struct str s = uni_nfkc(lx->arena, (struct str){start, (size_t)(p - start)});
    uint32_t index = names_add(lx->names, s, names_hash(s));
    give(lx, t, TOK_NAME, start);
    t->name = index;
    t->soft = lx->names->entries[index].soft;
    /* CPython finds keywords before it normalises, so a keyword spelt otherwise stays a name. */
}

static void name(struct lexer *lx, struct token *t, const char *start) {
    const char *p = start;
    uint32_t h = NAME_HASH_START;
    while (CLASS(*p) & (C_NAME | C_DIGIT)) {
        h = NAME_HASH(h, *p);
        p++;
    }
    lx->p = p;
    if (CLASS(*p) & C_HIGH) {
        name_high(lx, t, start);
        return;
    }
    uint32_t index = names_add(lx->names, (struct str){start, (size_t)(p - start)}, h);
    const struct py_name_entry *e = &lx->names->entries[index];
    give(lx, t, e->keyword ? (enum tok)e->keyword : TOK_NAME, start);
    if (!e->keyword) t->name = index;
    t->soft = e->soft;
}

/* ---- numbers ---- */

/* Behind a number's digits: nothing that continues a word may follow, except a keyword (deprecated). */
static bool number_end(struct lexer *lx, const char *kind) {
    static const char *const words[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    const char *p = lx->p;
    if (!(CLASS(*p) & (C_NAME | C_HIGH))) return true;
    for (size_t i = 0; i < COUNT(words); i++) {
        /* CPython looks at the first two letters only ("an", "el" …), and for `not` at all three. */
        size_t n = strlen(words[i]);
        if (n == 2 || words[i][0] == 'n' || words[i][0] == 'a' || words[i][0] == 'e' || words[i][0] == 'f')
            if (!strncmp(p, words[i], n)) return true;
    }
    if (CLASS(*p) & C_NAME) {
        lx->p++;
        lex_error(lx, PY_SYNTAX_ERROR, "invalid %s literal", kind);
        error_at_column(lx, column_of(lx, lx->p) - 1);
        lx->error.end_col = lx->error.col;
        return false;
    }
    return true; /* the name that starts here will be refused or accepted for what it is */
}

static bool is_digit_of(char c, int base) {
    switch (base) {
    case 16: return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    default: return c >= '0' && c < '0' + base;
    }
}

static bool radix(struct lexer *lx, int base, const char *kind) {
    lx->p += 2;
    do {
        if (*lx->p == '_') lx->p++;
        if (!is_digit_of(*lx->p, base)) {
            if (CLASS(*lx->p) & C_DIGIT) {
                lx->p++;
                lex_error(lx, PY_SYNTAX_ERROR, "invalid digit '%c' in %s literal", lx->p[-1], kind);
            } else {
                lex_error(lx, PY_SYNTAX_ERROR, "invalid %s literal", kind);
            }
            return false;
        }
        while (is_digit_of(*lx->p, base)) lx->p++;
    } while (*lx->p == '_');
    if (CLASS(*lx->p) & C_DIGIT) {
        lx->p++;
        lex_error(lx, PY_SYNTAX_ERROR, "invalid digit '%c' in %s literal", lx->p[-1], kind);
        return false;
    }
    return number_end(lx, kind);
}

/* Digits with single underscores between them. */
static bool digits(struct lexer *lx) {
    for (;;) {
        while (CLASS(*lx->p) & C_DIGIT) lx->p++;
        if (*lx->p != '_') return true;
        lx->p++;
        if (!(CLASS(*lx->p) & C_DIGIT)) {
            lex_error(lx, PY_SYNTAX_ERROR, "invalid decimal literal");
            return false;
        }
    }
}

/* The part from an exponent on; `after_point` only words the error. */
static bool exponent_and_suffix(struct lexer *lx) {
    const char *kind = "decimal";
    if (*lx->p == 'e' || *lx->p == 'E') {
        const char *e = lx->p++;
        if (*lx->p == '+' || *lx->p == '-') {
            lx->p++;
            if (!(CLASS(*lx->p) & C_DIGIT)) {
                lex_error(lx, PY_SYNTAX_ERROR, "invalid decimal literal");
                return false;
            }
        } else if (!(CLASS(*lx->p) & C_DIGIT)) {
            lx->p = e;
            return number_end(lx, "decimal");
        }
        if (!digits(lx)) return false;
    }
    if (*lx->p == 'j' || *lx->p == 'J') {
        lx->p++;
        kind = "imaginary";
    }
    return number_end(lx, kind);
}

static bool fraction(struct lexer *lx) {
    if (CLASS(*lx->p) & C_DIGIT && !digits(lx)) return false;
    return exponent_and_suffix(lx);
}

static bool leading_zero(struct lexer *lx, const char *start) {
    bool nonzero = false;
    for (;;) {
        if (*lx->p == '_') {
            lx->p++;
            if (!(CLASS(*lx->p) & C_DIGIT)) {
                lex_error(lx, PY_SYNTAX_ERROR, "invalid decimal literal");
                return false;
            }
        }
        if (*lx->p != '0') break;
        lx->p++;
    }
    const char *zeros_end = lx->p;
    if (CLASS(*lx->p) & C_DIGIT) {
        nonzero = true;
        if (!digits(lx)) return false;
    }
    if (*lx->p == '.') {
        lx->p++;
        return fraction(lx);
    }
    if (*lx->p == 'e' || *lx->p == 'E' || *lx->p == 'j' || *lx->p == 'J') return exponent_and_suffix(lx);
    if (nonzero) {
        lex_error(lx, PY_SYNTAX_ERROR,
                  "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
                  "integers");
        error_at_column(lx, column_of(lx, start) + 1);
        lx->error.end_col = column_of(lx, zeros_end) + 1;
        return false;
    }
    return number_end(lx, "decimal");
}

static void number(struct lexer *lx, struct token *t, const char *start) {
    bool ok;
    char c = lx->p[0], d = c ? lx->p[1] : 0;
    if (c == '0') {
        if (d == 'x' || d == 'X')
            ok = radix(lx, 16, "hexadecimal");
        else if (d == 'o' || d == 'O')
            ok = radix(lx, 8, "octal");
        else if (d == 'b' || d == 'B')
            ok = radix(lx, 2, "binary");
        else {
            lx->p++;
            ok = leading_zero(lx, start);
        }
    } else if (c == '.') {
        lx->p++;
        ok = fraction(lx);
    } else {
        ok = digits(lx);
        if (ok && *lx->p == '.') {
            lx->p++;
            ok = fraction(lx);
        } else if (ok) {
            ok = exponent_and_suffix(lx);
        }
    }
    if (ok)
        give(lx, t, TOK_NUMBER, start);
    else
        give_error(lx, t);
}

/* ---- strings ---- */

static void unterminated(struct lexer *lx, struct token *t, const char *start, uint32_t line,
                         uint32_t line_start, bool triple) {
    uint32_t detected = lx->line;
    /* The text always ends in a newline, whether or not the file does, so the end is one line further on. */
    if (triple && lx->p >= lx->end && detected > line && lx->p[-1] == '\n') detected--;
    lex_error(lx, PY_SYNTAX_ERROR,
              triple ? "unterminated triple-quoted string literal (detected at line %u)"
                     : "unterminated string literal (detected at line %u)",
              detected);
    lx->error.line = lx->error.end_line = line;
    lx->error.col = lx->error.end_col = offset_of(lx, start) - line_start + 1;
    give_error(lx, t);
}

static void string(struct lexer *lx, struct token *t, const char *start, bool raw, bool template) {
    char quote = *lx->p++;
    bool triple = lx->p[0] == quote && lx->p[1] == quote;
    uint32_t line = lx->line, line_begin = lx->line_start;
    if (triple) lx->p += 2;
    const char *body = lx->p, *p = body;
    const char *close = NULL;
    if (template && !lx->only_311) {
        close = lex_template_end(body, lx->end, quote, triple, raw);
        /* What 3.11 takes PEP 701 takes as well, so here is an error by any rules. Looking on by PEP 701's
         * would take time that grows with the square of a hostile file's size. */
        if (!close) lx->only_311 = true;
    }
    const char *old = NULL; /* the end by 3.11's rules */
    for (;;) {
        char c = *p;
        if (c == quote && (!triple || (p[1] == quote && p[2] == quote))) {
            old = p + (triple ? 3 : 1);
            break;
        }
        if (c == '\n' && !triple) break;
        if (c == '\0' && p >= lx->end) break;
        if (c == '\\') p++;
        p++;
        if (p > lx->end) p = lx->end;
    }
    const char *stop = close ? close : old;
    const char *last = stop ? stop : p;
    uint32_t buffer = lx->buffer;
    for (const char *nl = body; (nl = memchr(nl, '\n', (size_t)(last - nl)));) {
        lx->p = ++nl;
        next_line(lx);
    }
    lx->buffer = buffer;
    lx->p = last;
    if (!stop) {
        unterminated(lx, t, start, line, line_begin, triple);
        return;
    }
    give(lx, t, TOK_STRING, start);
    t->line = line;
    t->col = t->start - line_begin;
    t->is_template = template;
    t->pep701 = close && close != old;
}

/* A name that may turn out to be a string's prefix. */
static void name_or_string(struct lexer *lx, struct token *t, const char *start) {
    bool b = false, u = false, r = false, f = false, tt = false;
    const char *p = start;
    for (;; p++) {
        char c = *p;
        if (!(b || u || f || tt) && (c == 'b' || c == 'B'))
            b = true;
        else if (!(b || u || r || f || tt) && (c == 'u' || c == 'U'))
            u = true;
        else if (!(r || u) && (c == 'r' || c == 'R'))
            r = true;
        else if (!(f || b || u || tt) && (c == 'f' || c == 'F'))
            f = true;
        else if (!(f || b || u || tt) && (c == 't' || c == 'T'))
            tt = true;
        else
            break;
    }
    if (p > start && (*p == '"' || *p == '\'')) {
        if (tt && lx->only_311) {
            name(lx, t, start);
            return;
        }
        lx->p = p;
        string(lx, t, start, r, f || tt);
        return;
    }
    name(lx, t, start);
}

/* ---- operators ---- */

static enum tok operator_at(const char *p, unsigned *n) {
    char a = p[0], b = a ? p[1] : 0, c = b ? p[2] : 0;
#define ONE_TWO(one, ch, two)                                                                                \
    do {                                                                                                     \
        if (b == (ch)) {                                                                                     \
            *n = 2;                                                                                          \
            return TOK_##two;                                                                                \
        }                                                                                                    \
        *n = 1;                                                                                              \
        return TOK_##one;                                                                                    \
    } while (0)
#define DOUBLED(one, ch, one_eq, two, two_eq)                                                                \
    do {                                                                                                     \
        if (b == (ch)) {                                                                                     \
            *n = c == '=' ? 3 : 2;                                                                           \
            return c == '=' ? TOK_##two_eq : TOK_##two;                                                      \
        }                                                                                                    \
        *n = b == '=' ? 2 : 1;                                                                               \
        return b == '=' ? TOK_##one_eq : TOK_##one;                                                          \
    } while (0)
    switch (a) {
    case ':': ONE_TWO(COLON, '=', COLONEQUAL);
    case '+': ONE_TWO(PLUS, '=', PLUSEQUAL);
    case '%': ONE_TWO(PERCENT, '=', PERCENTEQUAL);
    case '&': ONE_TWO(AMPER, '=', AMPEREQUAL);
    case '|': ONE_TWO(VBAR, '=', VBAREQUAL);
    case '^': ONE_TWO(CIRCUMFLEX, '=', CIRCUMFLEXEQUAL);
    case '@': ONE_TWO(AT, '=', ATEQUAL);
    case '=': ONE_TWO(EQUAL, '=', EQEQUAL);
    case '!': ONE_TWO(BAD, '=', NOTEQUAL);
    case '*': DOUBLED(STAR, '*', STAREQUAL, DOUBLESTAR, DOUBLESTAREQUAL);
    case '/': DOUBLED(SLASH, '/', SLASHEQUAL, DOUBLESLASH, DOUBLESLASHEQUAL);
    case '>': DOUBLED(GREATER, '>', GREATEREQUAL, RIGHTSHIFT, RIGHTSHIFTEQUAL);
    case '<':
        if (b == '>') {
            *n = 2;
            return TOK_NOTEQUAL;
        }
        DOUBLED(LESS, '<', LESSEQUAL, LEFTSHIFT, LEFTSHIFTEQUAL);
    case '-':
        *n = b == '=' || b == '>' ? 2 : 1;
        return b == '=' ? TOK_MINEQUAL : b == '>' ? TOK_ARROW : TOK_MINUS;
    case '.': *n = b == '.' && c == '.' ? 3 : 1; return *n == 3 ? TOK_ELLIPSIS : TOK_DOT;
    case ',': *n = 1; return TOK_COMMA;
    case ';': *n = 1; return TOK_SEMI;
    case '~': *n = 1; return TOK_TILDE;
    default: *n = 1; return TOK_BAD;
    }
#undef ONE_TWO
#undef DOUBLED
}

static void open_bracket(struct lexer *lx, struct token *t, enum tok kind) {
    if (lx->level >= LEX_MAX_LEVEL) {
        lx->p++;
        lex_error(lx, PY_SYNTAX_ERROR, "too many nested parentheses");
        give_error(lx, t);
        return;
    }
    lx->paren[lx->level] = *lx->p;
    lx->paren_line[lx->level] = lx->line;
    lx->paren_col[lx->level] = column_of(lx, lx->p);
    lx->level++;
    lx->p++;
    give(lx, t, kind, lx->p - 1);
}

static void close_bracket(struct lexer *lx, struct token *t, enum tok kind) {
    char c = *lx->p++;
    if (!lx->level) {
        lex_error(lx, PY_SYNTAX_ERROR, "unmatched '%c'", c);
        give_error(lx, t);
        return;
    }
    lx->level--;
    char open = lx->paren[lx->level];
    if (open != (c == ')' ? '(' : c == ']' ? '[' : '{')) {
        if (lx->paren_line[lx->level] != lx->line)
            lex_error(lx, PY_SYNTAX_ERROR,
                      "closing parenthesis '%c' does not match opening parenthesis '%c' on line %u", c, open,
                      lx->paren_line[lx->level]);
        else
            lex_error(lx, PY_SYNTAX_ERROR, "closing parenthesis '%c' does not match opening parenthesis '%c'",
                      c, open);
        give_error(lx, t);
        return;
    }
    give(lx, t, kind, lx->p - 1);
}

/* ---- the one entry ---- */

static void punctuation(struct lexer *lx, struct token *t, const char *start) {
    unsigned n;
    switch (*start) {
    case '(': open_bracket(lx, t, TOK_LPAR); return;
    case '[': open_bracket(lx, t, TOK_LSQB); return;
    case '{': open_bracket(lx, t, TOK_LBRACE); return;
    case ')': close_bracket(lx, t, TOK_RPAR); return;
    case ']': close_bracket(lx, t, TOK_RSQB); return;
    case '}': close_bracket(lx, t, TOK_RBRACE); return;
    default: break;
    }
    if (CLASS(*start) & C_HIGH) {
        name_high(lx, t, start);
        return;
    }
    if ((uint8_t)*start < 32 || *start == 127) {
        bad_character(lx, start);
        give_error(lx, t);
        return;
    }
    enum tok kind = operator_at(start, &n);
    lx->p = start + n;
    give(lx, t, kind, start);
}

/* True when a token was made: an indent, a dedent or an error at the start of a line. */
static bool indent_tokens(struct lexer *lx, struct token *t) {
    if (lx->at_line_start) {
        lx->at_line_start = false;
        if (!line_start(lx)) {
            give_error(lx, t);
            return true;
        }
    }
    if (!lx->pending) return false;
    give(lx, t, lx->pending < 0 ? TOK_DEDENT : TOK_INDENT, lx->p);
    lx->pending += lx->pending < 0 ? 1 : -1;
    return true;
}

void lex_next(struct lexer *lx, struct token *t) {
    if (lx->done) {
        give(lx, t, lx->error.set || lx->level ? TOK_ERROR : TOK_END, lx->p);
        return;
    }
    if ((lx->at_line_start || lx->pending) && indent_tokens(lx, t)) return;
    uint32_t buffer;
    for (;;) {
        while (CLASS(*lx->p) & C_SPACE) lx->p++;
        const char *start = lx->p;
        if (*start == '#') { /* the newline behind a comment starts with it */
            const char *eol = memchr(start, '\n', (size_t)(lx->end - start));
            lx->p = eol ? eol : lx->end;
        }
        uint8_t class = CLASS(*start);
        if (class & C_NAME) {
            char lower = (char)(*start | 32);
            if (lower == 'b' || lower == 'r' || lower == 'u' || lower == 'f' || lower == 't')
                name_or_string(lx, t, start);
            else
                name(lx, t, start);
            return;
        }
        if (class & C_DIGIT || (*start == '.' && CLASS(start[1]) & C_DIGIT)) {
            number(lx, t, start);
            return;
        }
        switch (*start) {
        case '"':
        case '\'': string(lx, t, start, false, false); return;
        case '#':
            if (lx->p >= lx->end) continue;
            /* fall through */
        case '\n':
            lx->p++;
            if (lx->level) {
                next_line(lx);
                continue;
            }
            give(lx, t, TOK_NEWLINE, start);
            next_line(lx);
            lx->at_line_start = true;
            return;
        case '\\':
            lx->p++;
            buffer = lx->buffer;
            if (continue_line(lx)) {
                lx->buffer = buffer;
                continue;
            }
            give_error(lx, t);
            return;
        case '\0':
            if (start >= lx->end) {
                lx->done = true;
                reach_end(lx);
                give(lx, t, lx->level ? TOK_ERROR : TOK_END, start);
                return;
            }
            break;
        default: break;
        }
        punctuation(lx, t, start);
        return;
    }
}
