/* Reads the notation described in grammar.def. The text is ours, so whatever does not fit is a BUG. */
#include "rules/python/error_grammar.h"

static const struct {
    const char *name, *flags, *text;
} rules[] = {
#define RULE(name, flags, text) {#name, #flags, text},
#include "rules/python/grammar.def"
};

const char *grammar_rule_flags(enum rule r) {
    return rules[r].flags;
}

/* Texts that several rules share, written ^key. */
static const struct {
    const char *key, *text;
} shared[] = {
    {"^walrus", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
    {"^target", "did you forget parentheses around the comprehension target?"},
};

struct scan {
    struct arena *a;
    const char *p;
    const char *rule;
};

typedef VEC(struct item) item_vec;
typedef VEC(struct alternative) alternative_vec;

static struct alternatives read_alternatives(struct scan *s);

static void skip_space(struct scan *s) {
    while (*s->p == ' ') s->p++;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

static struct str read_word(struct scan *s) {
    const char *start = s->p;
    while (is_word(*s->p)) s->p++;
    return (struct str){start, (size_t)(s->p - start)};
}

static struct str read_quoted(struct scan *s, char quote) {
    const char *start = ++s->p;
    while (*s->p != quote) s->p++;
    return (struct str){start, (size_t)(s->p++ - start)};
}

static uint8_t token_spelt(struct scan *s, struct str text) {
    static const struct {
        const char *text;
        uint8_t kind;
    } tokens[] = {
#define OP(name, text) {text, TOK_##name},
#define KW(name, text) {text, TOK_##name},
#define SOFT(name, text)
#include "rules/python/tokens.def"
    };
    for (size_t i = 0; i < COUNT(tokens); i++)
        if (tokens[i].text[0] == text.p[0] && str_is(text, tokens[i].text)) return tokens[i].kind;
    BUG("rule %s: no token " STR_FMT, s->rule, STR_ARG(text));
}

static uint16_t soft_spelt(struct scan *s, struct str text) {
    static const char *const words[] = {
#define OP(name, text)
#define KW(name, text)
#define SOFT(name, text) text,
#include "rules/python/tokens.def"
    };
    for (uint16_t i = 0; i < COUNT(words); i++)
        if (str_is(text, words[i])) return i;
    BUG("rule %s: no soft keyword " STR_FMT, s->rule, STR_ARG(text));
}

static void word_item(struct scan *s, struct str word, struct item *it) {
    static const struct {
        const char *text;
        uint8_t kind;
    } classes[] = {{"NAME", TOK_NAME},       {"NUMBER", TOK_NUMBER}, {"STRING", TOK_STRING},
                   {"NEWLINE", TOK_NEWLINE}, {"INDENT", TOK_INDENT}, {"DEDENT", TOK_DEDENT},
                   {"END", TOK_END}};
    for (size_t i = 0; i < COUNT(classes); i++)
        if (str_is(word, classes[i].text)) {
            it->op = ITEM_TOKEN;
            it->value = classes[i].kind;
            return;
        }
    if (str_is(word, "SOFT")) {
        it->op = ITEM_ANY_SOFT;
        return;
    }
    it->op = ITEM_RULE;
    for (uint16_t i = 0; i < COUNT(rules); i++)
        if (rules[i].name[0] == word.p[0] && str_is(word, rules[i].name)) {
            it->value = i;
            return;
        }
    BUG("rule %s: no rule " STR_FMT, s->rule, STR_ARG(word));
}

/* One thing without prefix and suffix. */
static void read_atom(struct scan *s, struct item *it) {
    if (*s->p == '\'') {
        it->op = ITEM_TOKEN;
        it->value = token_spelt(s, read_quoted(s, '\''));
    } else if (*s->p == '`') {
        it->op = ITEM_SOFT;
        it->value = soft_spelt(s, read_quoted(s, '`'));
    } else if (*s->p == '(' || *s->p == '[') {
        if (*s->p == '[') it->repeat = REPEAT_OPTIONAL;
        s->p++;
        it->op = ITEM_GROUP;
        it->group = NEW(s->a, struct alternatives);
        *it->group = read_alternatives(s);
        s->p++;
    } else {
        word_item(s, read_word(s), it);
    }
}

static struct item read_item(struct scan *s) {
    struct item it = {0};
    if (is_word(s->p[0]) && s->p[1] == '=') {
        it.label = *s->p;
        s->p += 2;
    }
    if (*s->p == '~') {
        s->p++;
        it.repeat = REPEAT_CUT;
        return it;
    }
    uint8_t prefix = REPEAT_ONCE;
    if (s->p[0] == '&' && s->p[1] == '&')
        prefix = REPEAT_FORCED;
    else if (*s->p == '&')
        prefix = REPEAT_AND;
    else if (*s->p == '!')
        prefix = REPEAT_NOT;
    if (prefix) s->p += prefix == REPEAT_FORCED ? 2 : 1;
    read_atom(s, &it);
    if (*s->p == '.' && it.op == ITEM_TOKEN) {
        it.separator = (uint8_t)it.value;
        s->p++;
        read_atom(s, &it);
        it.repeat = REPEAT_GATHER;
        s->p++; /* the + */
        return it;
    }
    if (*s->p == '?')
        it.repeat = REPEAT_OPTIONAL, s->p++;
    else if (*s->p == '*')
        it.repeat = REPEAT_ANY, s->p++;
    else if (*s->p == '+')
        it.repeat = REPEAT_SOME, s->p++;
    if (prefix) it.repeat = prefix;
    return it;
}

static struct str rest_of_action(struct scan *s) {
    skip_space(s);
    const char *start = s->p;
    /* A text may hold '}' only between quotes. */
    while (*s->p != '}' || (s->p[-1] == '\'' && s->p[1] == '\'')) s->p++;
    struct str text = {start, (size_t)(s->p++ - start)};
    for (size_t i = 0; i < COUNT(shared); i++)
        if (str_is(text, shared[i].key)) return str_c(shared[i].text);
    return text;
}

static char read_label(struct scan *s) {
    skip_space(s);
    return *s->p == '}' ? 0 : *s->p++;
}

static void read_action(struct scan *s, struct alternative *alt) {
    s->p++;
    char c = *s->p;
    if (c == '?') {
        s->p++;
        alt->action = ACTION_CALL;
        alt->word = read_word(s);
        alt->a = read_label(s);
        alt->b = read_label(s);
        s->p++;
    } else if (s->p[1] == ' ' || s->p[1] == '}') {
        s->p++;
        switch (c) {
        case 'L': alt->action = ACTION_AT; break;
        case 'R': alt->action = ACTION_RANGE; break;
        case 'S': alt->action = ACTION_FROM; break;
        case 'E': alt->action = ACTION_LATEST; break;
        case 'I': alt->action = ACTION_INDENT; break;
        default:
            alt->action = ACTION_PART;
            alt->a = c;
            s->p++;
            return;
        }
        if (c != 'E' && !(c == 'I' && s->p[2] != ' ')) alt->a = read_label(s);
        if (c == 'R') alt->b = read_label(s);
        alt->word = rest_of_action(s);
    } else {
        alt->action = ACTION_NODE;
        alt->word = read_word(s);
        alt->a = read_label(s);
        alt->b = read_label(s);
        s->p++;
    }
}

static struct alternative read_alternative(struct scan *s) {
    struct alternative alt = {0};
    item_vec items = {0};
    for (;;) {
        skip_space(s);
        if (!*s->p || *s->p == '|' || *s->p == ')' || *s->p == ']') break;
        if (*s->p == '{') {
            read_action(s, &alt);
            continue;
        }
        VEC_PUSH(&items, s->a, read_item(s));
    }
    alt.items = items.p;
    alt.n = items.n;
    return alt;
}

static struct alternatives read_alternatives(struct scan *s) {
    alternative_vec v = {0};
    for (;;) {
        VEC_PUSH(&v, s->a, read_alternative(s));
        if (*s->p != '|') break;
        s->p++;
    }
    return (struct alternatives){v.p, v.n};
}

const struct grammar *grammar_read(struct arena *a) {
    struct grammar *g = NEW(a, struct grammar);
    for (size_t i = 0; i < COUNT(rules); i++) {
        struct scan s = {a, rules[i].text, rules[i].name};
        g->rules[i] = read_alternatives(&s);
        if (*s.p) BUG("rule %s: left over: %s", rules[i].name, s.p);
    }
    return g;
}
