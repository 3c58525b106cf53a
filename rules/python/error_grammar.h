/* The grammar of grammar.def as a program for the machine in error.c.
 *
 * Invariant: a grammar is read once per error pass and belongs to the pass's arena; a rule's alternatives are
 * tried in order and the first that fits wins, as in every parsing expression grammar. */
#ifndef PY2_ERROR_GRAMMAR_H
#define PY2_ERROR_GRAMMAR_H

#include "rules/python/lexer.h"

enum rule {
#define RULE(name, flags, text) RULE_##name,
#include "rules/python/grammar.def"
    RULE_COUNT
};

enum item_op { ITEM_TOKEN, ITEM_SOFT, ITEM_ANY_SOFT, ITEM_RULE, ITEM_GROUP };
enum item_repeat {
    REPEAT_ONCE,
    REPEAT_OPTIONAL,
    REPEAT_ANY,
    REPEAT_SOME,
    REPEAT_GATHER,
    REPEAT_AND,
    REPEAT_NOT,
    REPEAT_CUT,
    REPEAT_FORCED
};

struct item {
    uint8_t op, repeat;
    char label;        /* 'a' … 'z', or 0 */
    uint8_t separator; /* REPEAT_GATHER: a token */
    uint16_t value;    /* token, soft keyword or rule */
    struct alternatives *group;
};

enum action_kind {
    ACTION_DEFAULT,
    ACTION_PART,
    ACTION_NODE,
    ACTION_AT,
    ACTION_RANGE,
    ACTION_FROM,
    ACTION_LATEST,
    ACTION_INDENT,
    ACTION_CALL
};

struct alternative {
    struct item *items;
    size_t n;
    enum action_kind action;
    char a, b;       /* labels, or 0 */
    struct str word; /* node kind, text or function name */
};
struct alternatives {
    struct alternative *p;
    size_t n;
};

struct grammar {
    struct alternatives rules[RULE_COUNT];
};

const struct grammar *grammar_read(struct arena *a);
const char *grammar_rule_flags(enum rule r); /* "0", "m" or "l" */

#endif
