/* What to say about a program the fast parser refused.
 *
 * CPython parses with a packrat parser, twice: the second time with rules for common mistakes. Which message
 * a user gets depends on the order of alternatives, on what was memoised, and on how many tokens had been
 * read. So this pass does the same: it interprets the grammar (grammar.def) alternative by alternative, first
 * without the invalid_ rules, then with them, taking tokens one at a time. It is slow and runs once per
 * error.
 *
 * Nodes hold only what messages need: a kind, the first and last token, parts. */
#include "rules/python/error_grammar.h"
#include "rules/python/parser.h"

enum { MACHINE_MAX_LEVEL = 6000 };
enum { N_TOKEN = 200, N_GENERIC, N_SEQUENCE, N_KEYWORD, N_UNPACKING };

struct node {
    uint16_t kind; /* enum py_expr_kind or one of the above */
    uint32_t first, last, n;
    struct node **parts;
};

struct memo {
    uint64_t key; /* position, rule, mode + 1 */
    struct node *node;
    uint32_t mark;
    bool fits;
};

struct machine_token {
    struct token t;
    int level;
};

struct machine {
    struct arena *a;
    struct py_names *names;
    struct str text;
    const struct grammar *g;
    struct lexer lx;
    struct machine_token *tokens;
    size_t fill, cap;
    uint32_t mark;
    int level;
    bool invalid; /* mistakes are looked for */
    bool in_template;
    size_t matched; /* tokens that fitted so far */
    unsigned future;
    bool restart_311; /* an f-string does not read by PEP 701's rules: once more, by 3.11's */
    struct memo *memo;
    size_t memo_n, memo_mask;
    struct py_error *error;
    jmp_buf fail;
};

/* ---- raising ---- */

static _Noreturn void stop(struct machine *m) {
    longjmp(m->fail, 1);
}

static const struct token *token_at(const struct machine *m, size_t i) {
    return &m->tokens[i].t;
}

static _Noreturn void raise_text(struct machine *m, enum py_error_type type, uint32_t line, uint32_t col,
                                 uint32_t end_line, uint32_t end_col, struct str text) {
    if (m->in_template) text = str_printf(m->a, "f-string: " STR_FMT, STR_ARG(text));
    *m->error = (struct py_error){true, type, line, col, end_line, end_col, text};
    stop(m);
}

/* INDENT, DEDENT and END have no column of their own. */
static bool has_column(const struct token *t) {
    return t->kind != TOK_INDENT && t->kind != TOK_DEDENT && t->kind != TOK_END && t->kind != TOK_ERROR;
}

static uint32_t lexer_column(const struct machine *m) {
    return (uint32_t)(m->lx.p - m->lx.text) - m->lx.line_start;
}

/* At the latest token read. */
static _Noreturn void raise_latest(struct machine *m, enum py_error_type type, struct str text) {
    if (!m->fill) raise_text(m, type, 0, 0, 0, 0, text);
    const struct token *t = token_at(m, m->fill - 1);
    uint32_t col = has_column(t) ? t->col + 1 : lexer_column(m);
    raise_text(m, type, t->line, col, t->end_line, has_column(t) ? t->end_col + 1 : 0, text);
}

static _Noreturn void raise_range(struct machine *m, const struct node *a, const struct node *b,
                                  struct str text) {
    const struct token *first = token_at(m, a->first), *last = token_at(m, b->last);
    raise_text(m, PY_SYNTAX_ERROR, first->line, has_column(first) ? first->col + 1 : 0, last->end_line,
               last->end_col + 1, text);
}

static _Noreturn void raise_token(struct machine *m, const struct token *t, struct str text) {
    raise_text(m, PY_SYNTAX_ERROR, t->line, has_column(t) ? t->col + 1 : 0, t->end_line, t->end_col + 1,
               text);
}

static struct str unclosed_text(struct machine *m) {
    return str_printf(m->a, "'%c' was never closed", m->lx.paren[m->lx.level - 1]);
}

static _Noreturn void raise_unclosed(struct machine *m) {
    uint32_t line = m->lx.paren_line[m->lx.level - 1], col = m->lx.paren_col[m->lx.level - 1] + 1;
    raise_text(m, PY_SYNTAX_ERROR, line, col, line, 0, unclosed_text(m));
}

static _Noreturn void raise_lexer(struct machine *m) {
    if (!m->lx.error.set && m->lx.level) raise_unclosed(m);
    if (m->lx.at_eof) {
        if (m->lx.level) raise_unclosed(m);
        raise_latest(m, PY_SYNTAX_ERROR, m->lx.error.text);
    }
    *m->error = m->lx.error;
    stop(m);
}

/* ---- tokens ---- */

static void fill_token(struct machine *m) {
    if (m->fill == m->cap) {
        size_t cap = m->cap ? m->cap * 2 : 256;
        m->tokens = arena_grow(m->a, m->tokens, m->cap * sizeof *m->tokens, cap * sizeof *m->tokens);
        m->cap = cap;
    }
    struct machine_token *t = &m->tokens[m->fill++];
    lex_next(&m->lx, &t->t);
    t->level = m->lx.level;
    if (t->t.kind == TOK_ERROR) raise_lexer(m);
}

static const struct token *peek(struct machine *m) {
    if (m->mark == m->fill) fill_token(m);
    return token_at(m, m->mark);
}

static struct str text_of(const struct machine *m, const struct node *n) {
    const struct token *a = token_at(m, n->first), *b = token_at(m, n->last);
    return (struct str){m->text.p + a->start, b->end - a->start};
}

static struct node *node_new(struct machine *m, uint16_t kind, uint32_t first) {
    struct node *n = NEW(m->a, struct node);
    n->kind = kind;
    n->first = first;
    n->last = m->mark ? m->mark - 1 : 0;
    while (n->last > first &&
           (token_at(m, n->last)->kind == TOK_NEWLINE || !has_column(token_at(m, n->last))))
        n->last--;
    if (n->last < first) n->last = first;
    return n;
}

/* ---- what nodes are called ---- */

static const char *node_name(const struct machine *m, const struct node *n) {
    switch (n->kind) {
    case PY_EXPR_ATTRIBUTE: return "attribute";
    case PY_EXPR_SUBSCRIPT: return "subscript";
    case PY_EXPR_STARRED: return "starred";
    case PY_EXPR_NAME: return "name";
    case PY_EXPR_LIST: return "list";
    case PY_EXPR_TUPLE: return "tuple";
    case PY_EXPR_LAMBDA: return "lambda";
    case PY_EXPR_CALL: return "function call";
    case PY_EXPR_GENERATOREXP: return "generator expression";
    case PY_EXPR_YIELD:
    case PY_EXPR_YIELDFROM: return "yield expression";
    case PY_EXPR_AWAIT: return "await expression";
    case PY_EXPR_LISTCOMP: return "list comprehension";
    case PY_EXPR_SETCOMP: return "set comprehension";
    case PY_EXPR_DICTCOMP: return "dict comprehension";
    case PY_EXPR_DICT: return "dict literal";
    case PY_EXPR_SET: return "set display";
    case PY_EXPR_JOINEDSTR: return "f-string expression";
    case PY_EXPR_COMPARE: return "comparison";
    case PY_EXPR_IFEXP: return "conditional expression";
    case PY_EXPR_NAMEDEXPR: return "named expression";
    case PY_EXPR_CONSTANT:
        switch (token_at(m, n->first)->kind) {
        case TOK_NONE: return "None";
        case TOK_TRUE: return "True";
        case TOK_FALSE: return "False";
        case TOK_ELLIPSIS: return "ellipsis";
        default: return "literal";
        }
    case N_TOKEN: return token_at(m, n->first)->kind == TOK_NAME ? "name" : "expression";
    default: return "expression";
    }
}

static struct str expand(struct machine *m, struct str text, const struct node *a) {
    struct buf b;
    buf_init(&b, m->a);
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '%') {
            buf_putc(&b, text.p[i]);
            continue;
        }
        switch (text.p[++i]) {
        case 'n': buf_puts(&b, node_name(m, a)); break;
        case 's': buf_str(&b, text_of(m, a)); break;
        default: BUG("%%%c in a grammar's text", text.p[i]);
        }
    }
    return buf_view(&b);
}

/* ---- functions of the grammar: NULL means the rule does not fit ---- */

enum target_kind { STAR_TARGETS, DEL_TARGETS, FOR_TARGETS };

static const struct node *invalid_target(const struct machine *m, const struct node *n,
                                         enum target_kind kind) {
    switch (n->kind) {
    case PY_EXPR_LIST:
    case PY_EXPR_TUPLE:
        for (uint32_t i = 0; i < n->n; i++) {
            const struct node *bad = invalid_target(m, n->parts[i], kind);
            if (bad) return bad;
        }
        return NULL;
    case N_SEQUENCE:
        for (uint32_t i = 0; i < n->n; i++) {
            const struct node *bad = invalid_target(m, n->parts[i], kind);
            if (bad) return bad;
        }
        return NULL;
    case PY_EXPR_STARRED: return kind == DEL_TARGETS ? n : invalid_target(m, n->parts[0], kind);
    case PY_EXPR_COMPARE:
        if (kind != FOR_TARGETS) return n;
        /* The first operator decides: `for x in …` was read as a comparison. */
        if (n->n > 1 && n->parts[1]->kind == N_SEQUENCE && n->parts[1]->n &&
            n->parts[1]->parts[0]->kind == N_TOKEN)
            return invalid_target(m, n->parts[0], kind);
        return NULL;
    case PY_EXPR_NAME:
    case PY_EXPR_SUBSCRIPT:
    case PY_EXPR_ATTRIBUTE: return NULL;
    default: return n;
    }
}

static struct node *raise_target(struct machine *m, const struct node *a, enum target_kind kind) {
    const struct node *bad = invalid_target(m, a, kind);
    if (bad)
        raise_range(m, bad, bad,
                    str_printf(m->a, "cannot %s %s", kind == DEL_TARGETS ? "delete" : "assign to",
                               node_name(m, bad)));
    return NULL;
}

static bool is_legacy(const struct machine *m, const struct node *n) {
    struct str s = text_of(m, n);
    return (n->kind == PY_EXPR_NAME || n->kind == N_TOKEN) && (str_is(s, "print") || str_is(s, "exec"));
}

/* The last thing of the last clause: its last condition, or what it goes through. */
static const struct node *last_of_clauses(const struct node *clauses) {
    const struct node *clause = clauses->parts[clauses->n - 1];
    const struct node *last = clause;
    for (uint32_t i = 0; i < clause->n; i++)
        if (clause->parts[i]->kind != N_SEQUENCE)
            last = clause->parts[i];
        else if (clause->parts[i]->n)
            last = clause->parts[i]->parts[clause->parts[i]->n - 1];
    return last;
}

static const char generator[] = "Generator expression must be parenthesized";

/* Counts arguments as CPython's Call.args holds them; *last is the last one. */
static uint32_t count_args(const struct node *n, const struct node **last, bool *unpacking) {
    if (n->kind == N_SEQUENCE) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < n->n; i++) count += count_args(n->parts[i], last, unpacking);
        return count;
    }
    if (n->kind == N_UNPACKING) *unpacking = true;
    if (n->kind == N_KEYWORD || n->kind == N_UNPACKING) return 0;
    *last = n;
    return 1;
}

static struct node *check_strings(struct machine *m, struct node *a);

static struct node *grammar_call(struct machine *m, struct str f, struct node *a, struct node *b) {
    if (str_is(f, "strings")) return check_strings(m, a);
    if (str_is(f, "barry")) {
        bool old = text_of(m, a).p[0] == '<';
        if (!(m->future & PY_FUTURE_BARRY)) return old ? NULL : a;
        if (!old) raise_latest(m, PY_SYNTAX_ERROR, STR("with Barry as BDFL, use '<>' instead of '!='"));
        return a;
    }
    if (str_is(f, "assign_target")) return raise_target(m, a, STAR_TARGETS);
    if (str_is(f, "del_target")) return raise_target(m, a, DEL_TARGETS);
    if (str_is(f, "for_target")) return raise_target(m, a, FOR_TARGETS);
    if (str_is(f, "genexp")) raise_range(m, a, last_of_clauses(b), str_c(generator));
    if (str_is(f, "genexp_in_call")) {
        const struct node *last = a;
        bool unpacking = false;
        if (count_args(a, &last, &unpacking) <= 1) return NULL;
        raise_range(m, last, last_of_clauses(b), str_c(generator));
    }
    if (str_is(f, "arguments")) {
        const struct node *last = a;
        bool unpacking = false;
        count_args(a, &last, &unpacking);
        raise_latest(m, PY_SYNTAX_ERROR,
                     unpacking ? STR("positional argument follows keyword argument unpacking")
                               : STR("positional argument follows keyword argument"));
    }
    if (str_is(f, "real") || str_is(f, "imaginary")) {
        struct str s = text_of(m, a);
        bool imaginary = (s.p[s.n - 1] | 32) == 'j';
        if (imaginary && f.n == 4) raise_range(m, a, a, STR("real number required in complex literal"));
        if (!imaginary && f.n != 4) raise_range(m, a, a, STR("imaginary number required in complex literal"));
        return a;
    }
    if (str_is(f, "legacy")) {
        if (!is_legacy(m, a)) return NULL;
        struct str s = text_of(m, a);
        raise_range(m, a, b,
                    str_printf(m->a,
                               "Missing parentheses in call to '" STR_FMT "'. Did you mean " STR_FMT "(...)?",
                               STR_ARG(s), STR_ARG(s)));
    }
    if (str_is(f, "comma")) {
        if (is_legacy(m, a) || !m->tokens[m->mark - 1].level) return NULL;
        raise_range(m, a, b, STR("invalid syntax. Perhaps you forgot a comma?"));
    }
    if (str_is(f, "last"))
        raise_range(m, a, b->n ? b->parts[b->n - 1] : b,
                    STR("did you forget parentheses around the comprehension target?"));
    if (str_is(f, "class_pattern")) raise_range(m, a, a, STR("positional patterns follow keyword patterns"));
    if (str_is(f, "dict_key")) {
        const struct token *first = token_at(m, a->first), *last = token_at(m, a->last);
        raise_text(m, PY_SYNTAX_ERROR, first->line, last->end_col, last->end_line, 0,
                   STR("':' expected after dictionary key"));
    }
    BUG("no grammar function " STR_FMT, STR_ARG(f));
}

/* ---- the machine ---- */

static bool run_alternatives(struct machine *m, const struct alternatives *alts, struct node **out);
static bool run_rule(struct machine *m, enum rule r, struct node **out);

/* CPython 3.11 compares as many characters as the name has: `c` passes for `case`. */
static bool begins_soft_keyword(const struct machine *m, const struct token *t) {
    static const char *const words[] = {"_", "case", "match"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (!strncmp(words[i], m->text.p + t->start, t->end - t->start)) return true;
    return false;
}

static bool run_once(struct machine *m, const struct item *it, struct node **out) {
    const struct token *t;
    switch (it->op) {
    case ITEM_TOKEN:
        t = peek(m);
        if (t->kind != it->value) return false;
        if (t->kind == TOK_NUMBER) {
            struct py_constant c;
            struct py_error e = {0};
            if (!number_value(m->a, (struct str){m->text.p + t->start, t->end - t->start}, &c, &e))
                raise_text(m, e.type, t->line, 0, t->line, 0, e.text);
        }
        break;
    case ITEM_SOFT:
        t = peek(m);
        if (t->kind != TOK_NAME || t->soft != it->value + 1) return false;
        break;
    case ITEM_ANY_SOFT:
        t = peek(m);
        if (t->kind != TOK_NAME || !begins_soft_keyword(m, t)) return false;
        break;
    case ITEM_RULE: return run_rule(m, (enum rule)it->value, out);
    case ITEM_GROUP: return run_alternatives(m, it->group, out);
    default: BUG("item %d", it->op);
    }
    m->mark++;
    m->matched++;
    *out = node_new(m, N_TOKEN, m->mark - 1);
    if (t->kind == TOK_NAME) (*out)->kind = PY_EXPR_NAME;
    return true;
}

static struct node *sequence(struct machine *m, uint32_t first, struct node **p, size_t n) {
    struct node *s = node_new(m, N_SEQUENCE, first);
    s->parts = p;
    s->n = (uint32_t)n;
    return s;
}

static bool run_repeated(struct machine *m, const struct item *it, struct node **out) {
    VEC(struct node *) parts = {0};
    uint32_t first = m->mark, good = m->mark;
    for (;;) {
        struct node *n = NULL;
        if (it->repeat == REPEAT_GATHER && parts.n) {
            if (peek(m)->kind != it->separator) break;
            m->mark++;
        }
        if (!run_once(m, it, &n) || (m->mark == good && parts.n)) break;
        good = m->mark;
        if (n) VEC_PUSH(&parts, m->a, n);
    }
    m->mark = good;
    if (!parts.n && it->repeat != REPEAT_ANY) return false;
    *out = sequence(m, first, parts.p, parts.n);
    return true;
}

static const char *spelling(uint16_t tok) {
    switch (tok) {
    case TOK_COLON: return ":";
    case TOK_LPAR: return "(";
    default: BUG("forced token %u", tok);
    }
}

/* Runs one item. `*out` is NULL for what gives no value. */
static bool run_item(struct machine *m, const struct item *it, struct node **out) {
    uint32_t mark = m->mark;
    struct node *n = NULL;
    bool fits;
    switch (it->repeat) {
    case REPEAT_ONCE: return run_once(m, it, out);
    case REPEAT_OPTIONAL:
        if (!run_once(m, it, out)) {
            m->mark = mark;
            *out = NULL;
        }
        return true;
    case REPEAT_AND:
    case REPEAT_NOT:
        fits = run_once(m, it, &n);
        m->mark = mark;
        return fits == (it->repeat == REPEAT_AND);
    case REPEAT_CUT: return true;
    case REPEAT_FORCED:
        if (run_once(m, it, out)) return true;
        raise_token(m, peek(m), str_printf(m->a, "expected '%s'", spelling(it->value)));
    default: return run_repeated(m, it, out);
    }
}

static uint16_t kind_named(struct str word) {
    static const struct {
        const char *name;
        uint16_t kind;
    } kinds[] = {
#define NODE_EXPR(K, Name) {#Name, PY_EXPR_##K},
#define NODE_STMT(K, Name)
#define NODE_PATTERN(K, Name)
#define NODE_TYPE_PARAM(K, Name)
#define NODE_HANDLER(K, Name)
#undef NODE
#define NODE(SUM, KIND, Name, member, FIELDS) NODE_##SUM(KIND, Name)
#define PLAIN(type, Name, FIELDS)
#define BARE(type, Name, FIELDS)
#include "rules/python/ast.def"
        {"Sequence", N_SEQUENCE},
        {"Keyword", N_KEYWORD},
        {"Unpacking", N_UNPACKING},
    };
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (str_is(word, kinds[i].name)) return kinds[i].kind;
    BUG("no node kind " STR_FMT, STR_ARG(word));
}

static void add_part(struct machine *m, struct node *n, struct node *part) {
    if (!part) return;
    n->parts = arena_grow(m->a, n->parts, n->n * sizeof part, (n->n + 1) * sizeof part);
    n->parts[n->n++] = part;
}

/* Parts by label; `only` is the part of the one item that has a value, or NULL when there are more. */
struct labelled {
    struct node *by_label[6], *only;
    unsigned values;
};

/* The letters grammar.def uses. */
static size_t label_index(char c) {
    static const char letters[] = "abckyz";
    const char *at = strchr(letters, c);
    if (!at) BUG("label %c", c);
    return (size_t)(at - letters);
}

static struct node *label(const struct labelled *l, char c) {
    return c ? l->by_label[label_index(c)] : NULL;
}

static struct node *run_action(struct machine *m, const struct alternative *alt, struct labelled *l,
                               uint32_t first) {
    struct node *a = label(l, alt->a), *b = label(l, alt->b);
    switch (alt->action) {
    case ACTION_DEFAULT: return l->values == 1 && l->only ? l->only : node_new(m, N_GENERIC, first);
    case ACTION_PART: return a ? a : node_new(m, N_GENERIC, first);
    case ACTION_NODE: {
        struct node *n = node_new(m, kind_named(alt->word), first);
        add_part(m, n, a);
        add_part(m, n, b);
        return n;
    }
    case ACTION_AT: raise_range(m, a, a, expand(m, alt->word, a));
    case ACTION_RANGE: raise_range(m, a, b, expand(m, alt->word, a));
    case ACTION_FROM: {
        const struct token *t = token_at(m, a->first);
        raise_text(m, PY_SYNTAX_ERROR, t->line, t->col + 1, m->lx.line, lexer_column(m), alt->word);
    }
    case ACTION_LATEST: raise_latest(m, PY_SYNTAX_ERROR, alt->word);
    case ACTION_INDENT:
        if (!a) raise_latest(m, PY_INDENTATION_ERROR, alt->word);
        raise_latest(m, PY_INDENTATION_ERROR,
                     str_printf(m->a, "expected an indented block after " STR_FMT " on line %u",
                                STR_ARG(alt->word), token_at(m, a->first)->line));
    case ACTION_CALL: return grammar_call(m, alt->word, a, b);
    }
    BUG("action %d", alt->action);
}

/* Frames must stay small: nesting is the user's. So parts live in the arena, and only when an action wants
 * them. */
static bool run_alternative(struct machine *m, const struct alternative *alt, struct node **out, bool *cut,
                            bool *ran) {
    uint32_t first = m->mark;
    struct labelled *l = NULL;
    struct node *only = NULL;
    unsigned values = 0;
    for (size_t i = 0; i < alt->n; i++) {
        const struct item *it = &alt->items[i];
        struct node *n = NULL;
        if (it->repeat == REPEAT_CUT) {
            *cut = true;
            continue;
        }
        if (!run_item(m, it, &n)) return false;
        if (it->repeat == REPEAT_AND || it->repeat == REPEAT_NOT) continue;
        values++;
        only = n;
        if (it->label) {
            if (!l) l = NEW(m->a, struct labelled);
            l->by_label[label_index(it->label)] = n;
        }
    }
    *ran = true;
    if (alt->action == ACTION_DEFAULT) {
        *out = values == 1 && only ? only : node_new(m, N_GENERIC, first);
        return true;
    }
    if (!l) l = NEW(m->a, struct labelled);
    l->only = only;
    l->values = values;
    *out = run_action(m, alt, l, first);
    return *out != NULL;
}

static bool is_mistake(const struct alternative *alt) {
    if (alt->n != 1 || alt->items[0].op != ITEM_RULE) return false;
    enum rule r = (enum rule)alt->items[0].value;
    return r >= RULE_invalid_arguments && r != RULE_expression_without_invalid;
}

static bool run_alternatives(struct machine *m, const struct alternatives *alts, struct node **out) {
    uint32_t mark = m->mark;
    if (++m->level > MACHINE_MAX_LEVEL)
        raise_text(m, PY_MEMORY_ERROR, token_at(m, m->mark ? m->mark - 1 : 0)->line, 0, 0, 0,
                   STR("too many nested expressions or statements"));
    bool fits = false, cut = false, ran = false;
    for (size_t i = 0; i < alts->n && !fits && !cut && !ran; i++) {
        m->mark = mark;
        if (!m->invalid && is_mistake(&alts->p[i])) continue;
        fits = run_alternative(m, &alts->p[i], out, &cut, &ran);
    }
    m->level--;
    if (!fits) m->mark = mark;
    return fits;
}

static struct memo *memo_at(struct machine *m, uint64_t key) {
    if (m->memo_n * 4 >= m->memo_mask * 3) {
        size_t old = m->memo_mask ? m->memo_mask + 1 : 0, size = old ? old * 2 : 4096;
        struct memo *was = m->memo;
        m->memo = NEW_N(m->a, struct memo, size);
        m->memo_mask = size - 1;
        for (size_t i = 0; i < old; i++)
            if (was[i].key) {
                size_t k = (was[i].key * 0x9e3779b97f4a7c15u >> 20) & m->memo_mask;
                while (m->memo[k].key) k = (k + 1) & m->memo_mask;
                m->memo[k] = was[i];
            }
    }
    size_t k = (key * 0x9e3779b97f4a7c15u >> 20) & m->memo_mask;
    while (m->memo[k].key && m->memo[k].key != key) k = (k + 1) & m->memo_mask;
    return &m->memo[k];
}

static void remember(struct machine *m, uint64_t key, bool fits, struct node *n) {
    struct memo *e = memo_at(m, key);
    if (!e->key) m->memo_n++;
    *e = (struct memo){key, n, m->mark, fits};
}

/* A left-recursive rule: assume it fails, then grow what was found while it gets longer. */
static bool run_left_recursive(struct machine *m, enum rule r, uint64_t key, struct node **out) {
    uint32_t mark = m->mark, best = m->mark;
    struct node *found = NULL;
    for (;;) {
        m->mark = best;
        remember(m, key, found != NULL, found);
        m->mark = mark;
        struct node *n = NULL;
        if (!run_alternatives(m, &m->g->rules[r], &n) || m->mark <= best) break;
        best = m->mark;
        found = n;
    }
    m->mark = found ? best : mark;
    remember(m, key, found != NULL, found);
    *out = found;
    return found != NULL;
}

static bool run_rule(struct machine *m, enum rule r, struct node **out) {
    /* CPython memoises some rules whatever mode it is in. The others are remembered per mode, which changes
     * nothing but the time taken. */
    char flag = grammar_rule_flags(r)[0];
    uint64_t mode = flag == '0' && m->invalid ? 2 : flag == '0' ? 1 : 0;
    uint64_t key = ((uint64_t)m->mark << 16 | (uint64_t)r << 2 | mode) + 1;
    struct memo *e = memo_at(m, key);
    if (e->key) {
        if (e->fits) m->mark = e->mark;
        *out = e->node;
        return e->fits;
    }
    if (flag == 'l') return run_left_recursive(m, r, key, out);
    bool invalid = m->invalid;
    size_t matched = m->matched;
    if (r == RULE_expression_without_invalid) m->invalid = false;
    bool fits = run_alternatives(m, &m->g->rules[r], out);
    m->invalid = invalid;
    /* Most rules fail at their first token: asking again is cheaper than remembering. */
    if (flag != '0' || m->matched != matched) remember(m, key, fits, fits ? *out : NULL);
    return fits;
}

/* ---- strings ---- */

static struct node *check_strings(struct machine *m, struct node *a) {
    struct py_error e = {0};
    size_t n = a->n;
    struct token *run = NEW_N(m->a, struct token, n + 1);
    bool template = false, pep701 = false;
    for (size_t i = 0; i < n; i++) {
        run[i] = *token_at(m, a->first + i);
        template = template || run[i].is_template;
        pep701 = pep701 || run[i].pep701;
    }
    if (!strings_check(m->a, m->names, m->text, run, n, &e)) {
        if (pep701) {
            m->restart_311 = true;
            stop(m);
        }
        if (e.line) {
            *m->error = e;
            stop(m);
        }
        raise_latest(m, e.type, e.text);
    }
    return node_new(m, template ? PY_EXPR_JOINEDSTR : PY_EXPR_CONSTANT, a->first);
}

/* ---- the two passes ---- */

static void machine_init(struct machine *m, struct arena *a, struct py_names *names, struct str text,
                         unsigned future, struct py_error *error) {
    memset(m, 0, offsetof(struct machine, lx));
    m->a = a;
    m->names = names;
    m->text = text;
    m->g = grammar_read(a);
    m->tokens = NULL;
    m->fill = m->cap = 0;
    m->level = 0;
    m->in_template = m->restart_311 = m->invalid = false;
    m->matched = 0;
    m->future = future;
    m->mark = 0;
    m->memo = NULL;
    m->memo_n = m->memo_mask = 0;
    m->error = error;
}

/* Runs one pass; true when the text fits the start rule. */
static bool run_pass(struct machine *m, enum rule start, bool invalid) {
    struct node *n = NULL;
    m->mark = 0;
    m->level = 0;
    m->invalid = invalid;
    if (m->memo) memset(m->memo, 0, (m->memo_mask + 1) * sizeof *m->memo);
    m->memo_n = 0;
    if (setjmp(m->fail)) return false;
    return run_rule(m, start, &n);
}

/* Reads the rest of the file: an error of the lexer further on replaces the parser's, as does a bracket
 * opened before the error's line and never closed. */
static void check_rest(struct machine *m) {
    uint32_t line = m->fill ? token_at(m, m->fill - 1)->line : 0;
    struct token t;
    do lex_next(&m->lx, &t);
    while (t.kind != TOK_END && t.kind != TOK_ERROR);
    if (t.kind != TOK_ERROR) return;
    struct lexer *lx = &m->lx;
    if (lx->error.set && lx->error.type == PY_SYNTAX_ERROR && !lx->at_eof && !lx->error_is_state) {
        *m->error = lx->error;
    } else if (lx->level && line > lx->paren_line[lx->level - 1]) {
        uint32_t at = lx->paren_line[lx->level - 1];
        *m->error = (struct py_error){true, PY_SYNTAX_ERROR, at, lx->paren_col[lx->level - 1] + 1, at,
                                      0,    unclosed_text(m)};
    }
}

/* No rule had anything to say: the token the first pass got stuck at. */
static void say_generic(struct machine *m, size_t last) {
    const struct token *t = last ? token_at(m, last - 1) : NULL;
    if (!t) raise_latest(m, PY_SYNTAX_ERROR, STR("error at start before reading any input"));
    if (t->kind == TOK_INDENT) raise_latest(m, PY_INDENTATION_ERROR, STR("unexpected indent"));
    if (t->kind == TOK_DEDENT) raise_latest(m, PY_INDENTATION_ERROR, STR("unexpected unindent"));
    *m->error = (struct py_error){true,
                                  PY_SYNTAX_ERROR,
                                  t->line,
                                  has_column(t) ? t->col + 1 : 0,
                                  t->end_line,
                                  t->end_col + (t->kind != TOK_NEWLINE), /* whose end is before the line's end */
                                  m->in_template ? STR("f-string: invalid syntax") : STR("invalid syntax")};
    check_rest(m);
}

static void run_both(struct machine *m, enum rule start) {
    if (run_pass(m, start, false) || m->restart_311) return;
    size_t last = m->fill;
    if (!m->error->set) run_pass(m, start, true);
    if (m->restart_311) return;
    if (m->error->set) {
        if (!m->lx.error.set && !m->lx.at_eof && m->error->type != PY_MEMORY_ERROR) check_rest(m);
        return;
    }
    if (!setjmp(m->fail)) say_generic(m, last);
}

void error_pass(struct arena *a, struct py_names *names, struct str text, enum py_mode mode, unsigned future,
                const struct parser *failed, struct py_error *out) {
    if (failed->too_deep) {
        *out = (struct py_error){true,
                                 PY_RECURSION_ERROR,
                                 failed->t->line,
                                 failed->t->col + 1,
                                 failed->t->line,
                                 0,
                                 STR("maximum recursion depth exceeded during compilation")};
        return;
    }
    struct machine *m = NEW(a, struct machine);
    for (int old = 0; old < 2; old++) {
        *out = (struct py_error){0};
        machine_init(m, a, names, text, future, out);
        lex_init(&m->lx, a, names, text);
        m->lx.only_311 = old;
        run_both(m, mode == PY_MODE_EXPRESSION ? RULE_eval : RULE_file);
        if (!m->restart_311) break;
    }
    if (out->set) return;
    /* The grammar takes what the fast parser does not: say at least where. */
    *out = (struct py_error){true,
                             PY_SYNTAX_ERROR,
                             failed->t->line,
                             failed->t->col + 1,
                             failed->t->end_line,
                             failed->t->end_col + 1,
                             STR("invalid syntax")};
}

/* A replacement field's expression, in parentheses. True when it is one. */
bool error_in_field(struct arena *a, struct py_names *names, struct str text, uint32_t line, unsigned future,
                    struct py_error *out) {
    struct machine *m = NEW(a, struct machine);
    *out = (struct py_error){0};
    machine_init(m, a, names, text, future, out);
    lex_init_inner(&m->lx, a, names, text, line, 0);
    m->lx.only_311 = true;
    m->in_template = true;
    run_both(m, RULE_template_field);
    return !out->set;
}
