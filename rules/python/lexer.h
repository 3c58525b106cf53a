/* Source text to tokens.
 *
 * Invariants:
 *  - The text a lexer reads ends in "\n" and then a NUL that is not part of it; there is no other NUL and no
 *    carriage return, and it is valid UTF-8. source_prepare makes it so.
 *  - Tokens hold offsets into that text; columns are bytes from the start of the line.
 *  - After an error or the end every further call gives the same token again. */
#ifndef PY2_LEXER_H
#define PY2_LEXER_H

#include "rules/python/ast.h"

enum tok {
    TOK_END,
    TOK_ERROR,
    TOK_NEWLINE,
    TOK_INDENT,
    TOK_DEDENT,
    TOK_NAME,
    TOK_NUMBER,
    TOK_STRING,
    TOK_BAD, /* a character that belongs to no token, such as `$`: the parser refuses it */
#define OP(name, text) TOK_##name,
#define KW(name, text)
#define SOFT(name, text)
#include "rules/python/tokens.def"
    TOK_FIRST_KEYWORD,
    TOK_BEFORE_KEYWORDS = TOK_FIRST_KEYWORD - 1,
#define OP(name, text)
#define KW(name, text) TOK_##name,
#define SOFT(name, text)
#include "rules/python/tokens.def"
    TOK_COUNT
};

/* Soft keywords are NAME tokens whose name index is one of these. */
enum soft {
#define OP(name, text)
#define KW(name, text)
#define SOFT(name, text) SOFT_##name,
#include "rules/python/tokens.def"
    SOFT_COUNT
};

struct token {
    uint8_t kind;     /* enum tok */
    uint8_t soft;     /* NAME: enum soft + 1, or 0 */
    bool is_template; /* STRING with an f or t prefix */
    bool pep701;      /* STRING: ends elsewhere than 3.11's rules say */
    uint32_t name;    /* NAME: index in names. Elsewhere the nesting level behind it */
    uint32_t start, end;
    uint32_t line, col, end_line, end_col;
};

/* ---- names.c: interned identifiers ---- */

struct py_name_entry {
    struct str s;
    uint32_t hash;
    uint32_t next; /* index + 1 of the next in the bucket */
    uint8_t keyword, soft;
};
struct py_names {
    struct arena *arena;
    struct py_name_entry *entries;
    uint32_t n, cap;
    uint32_t *buckets, mask;
};
struct py_names *names_new(struct arena *a);
/* Index of the entry; the bytes are referenced, not copied, so they must live as long as the module. */
uint32_t names_add(struct py_names *n, struct str s, uint32_t hash);
uint32_t names_hash(struct str s);
struct str names_intern(struct py_names *n, struct str s); /* copies nothing */
#define NAME_HASH_START 5381u
#define NAME_HASH(h, c) ((h)*33u + (uint8_t)(c))

/* ---- errors a stage of the frontend may raise, in CPython's words ---- */

enum py_error_type {
    PY_SYNTAX_ERROR,
    PY_INDENTATION_ERROR,
    PY_TAB_ERROR,
    PY_VALUE_ERROR,
    PY_RECURSION_ERROR,
    PY_MEMORY_ERROR
};
struct py_error {
    bool set;
    enum py_error_type type;
    uint32_t line, col, end_line, end_col; /* columns from 1; 0 is unknown */
    struct str text;
    bool by_lexer; /* no token could be read */
};

/* ---- lexer.c ---- */

enum { LEX_MAX_INDENT = 100, LEX_MAX_LEVEL = 200 };

struct lexer {
    struct arena *arena;
    struct py_names *names;
    const char *text, *p, *end;
    uint32_t line_start; /* offset of the line's start; may wrap below 0 in an f-string's expression */
    uint32_t line;
    uint32_t
        buffer; /* where CPython's buffer would start: a line's start, but not of a line inside a token */
    bool at_line_start, done, at_eof, only_311;
    int pending; /* indents (> 0) or dedents (< 0) to hand out */
    int indents;
    int indent[LEX_MAX_INDENT], alt_indent[LEX_MAX_INDENT];
    int level;
    char paren[LEX_MAX_LEVEL];
    uint32_t paren_line[LEX_MAX_LEVEL], paren_col[LEX_MAX_LEVEL];
    struct py_error error; /* set when TOK_ERROR was given, except at an end of input inside brackets */
    bool error_is_state;   /* the error is of a kind CPython only notes in its tokenizer's state */
};

void lex_init(struct lexer *lx, struct arena *a, struct py_names *names, struct str text);
/* A replacement field's expression with parentheses around it; the first of them is at `line`, `col`. */
void lex_init_inner(struct lexer *lx, struct arena *a, struct py_names *names, struct str text, uint32_t line,
                    uint32_t col);
void lex_next(struct lexer *lx, struct token *t);
void lex_error(struct lexer *lx, enum py_error_type type, const char *fmt, ...) PRINTF(3, 4);

/* Where an f-string whose opening quotes end at `p` closes by the rules of PEP 701: the position behind the
 * closing quotes, or NULL. */
const char *lex_template_end(const char *p, const char *end, char quote, bool triple, bool raw);

/* ---- source.c ---- */

/* Decodes and normalises a file; `file` is for messages. False after setting `error`. */
bool source_prepare(struct arena *a, struct str file, struct str bytes, struct str *text,
                    struct py_error *error);

#endif
