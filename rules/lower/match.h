/* What match.c (the statement) and pattern.c (its patterns) share. */
#ifndef PY2_LOWER_MATCH_H
#define PY2_LOWER_MATCH_H

#include "rules/lower/internal.h"

/* What rt_match_kind answers. */
enum { MATCH_NEITHER = 0, MATCH_SEQUENCE = 1, MATCH_MAPPING = 2 };

struct capture {
    struct py_symbol *symbol;
    uint32_t var;
};

struct matcher {
    struct fn *fn;
    const struct py_pos *at;     /* what the next operation reports */
    ins subject;                 /* of the statement, as the case being lowered has it */
    uint32_t kind;               /* variable: what rt_match_kind said of the subject; NO_VAR: not asked yet */
    bool same_kind;              /* every alternative of the case asks for one and the same kind */
    struct ir_block *other_kind; /* where a subject of another kind goes on: past all cases that ask for this
                                    one; NULL the next case */
    VEC(struct capture) captures;
};

/* Goes on in fn->b when `v` matches, else to `fail`, which the caller seals. */
void pattern(struct matcher *m, struct py_pattern *p, ins v, struct ir_block *fail);
void pattern_store(struct matcher *m); /* binds what the pattern captured */

#endif
