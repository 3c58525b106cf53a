/* From the words that re/_compiler.py makes to a program of the matcher.
 *
 * The words are read once, front to back, each body within the bounds its skip word gives; whatever does not
 * fit is RuntimeError "invalid SRE code", as CPython's check of its code says. Runs of literals become one
 * string, a test of one character becomes (test, arg), and bodies stand inline between an opening and a
 * closing instruction. */
#include "runtime/lib/_sre/sre.h"

struct build {
    struct thread *t;
    struct sre_pattern *re;
    const uint32_t *word;
    uint32_t cap_inst, cap_set, nliteral, cap_literal;
    bool broken; /* the words are not valid */
};

/* Room for one more of `size` bytes in a block of *cap; NULL raised. */
static void *more(struct build *b, void *block, uint32_t n, uint32_t *cap, size_t size) {
    if (n < *cap) return block;
    uint32_t want = *cap ? *cap * 2 : 16;
    void *p = block ? gc_storage_grow(b->t, block, n * size, want * size, false)
                    : gc_storage(b->t, want * size, false);
    if (!p) return NULL;
    gc_note(&b->re->head);
    *cap = want;
    return p;
}

static bool invalid(struct build *b) {
    b->broken = true;
    return false;
}

static struct sre_inst *emit(struct build *b, enum sre_op op, uint32_t arg) {
    struct sre_inst *p = more(b, b->re->inst, b->re->ninst, &b->cap_inst, sizeof *p);
    if (!p) return NULL;
    b->re->inst = p;
    p += b->re->ninst++;
    *p = (struct sre_inst){.op = (uint8_t)op, .arg = arg, .first = SRE_NO_FIRST};
    return p;
}

static bool set_target(struct build *b, uint32_t inst) {
    b->re->inst[inst].target = b->re->ninst;
    return true;
}

static bool literal(struct build *b, uint32_t c) {
    uint32_t *p = more(b, b->re->literal, b->nliteral, &b->cap_literal, sizeof *p);
    if (!p) return false;
    b->re->literal = p;
    p[b->nliteral++] = c;
    return true;
}

uint32_t sre_set_new(struct thread *t, struct sre_pattern *re) {
    size_t had = re->nset * sizeof *re->set;
    if (!re->set || had + sizeof *re->set > gc_storage_size(re->set)) {
        size_t want = had * 2 + 4 * sizeof *re->set;
        struct sre_set *p =
            re->set ? gc_storage_grow(t, re->set, had, want, false) : gc_storage(t, want, false);
        if (!p) return SRE_NO_FIRST;
        gc_note(&re->head);
        re->set = p;
    }
    re->set[re->nset] = (struct sre_set){.kind = SET_WORDS};
    return re->nset++;
}

/* ---- tests of one character ---- */

static bool test_set(struct build *b, struct sre_inst *to, struct sre_set model) {
    uint32_t n = sre_set_new(b->t, b->re);
    if (n == SRE_NO_FIRST) return false;
    struct sre_set *s = &b->re->set[n];
    *s = model;
    sre_set_fill(b->re, s);
    to->test = TEST_SET;
    to->arg = n;
    return true;
}

static enum sre_fold fold_of(uint32_t op) {
    switch (op) {
    case W_IN_IGNORE:
    case W_LITERAL_IGNORE:
    case W_NOT_LITERAL_IGNORE:
    case W_GROUPREF_IGNORE: return FOLD_ASCII;
    case W_IN_LOC_IGNORE:
    case W_LITERAL_LOC_IGNORE:
    case W_NOT_LITERAL_LOC_IGNORE:
    case W_GROUPREF_LOC_IGNORE: return FOLD_LOCALE;
    case W_IN_UNI_IGNORE:
    case W_LITERAL_UNI_IGNORE:
    case W_NOT_LITERAL_UNI_IGNORE:
    case W_GROUPREF_UNI_IGNORE: return FOLD_UNICODE;
    default: return FOLD_NONE;
    }
}

/* The set of words [at, end): a single literal or its opposite is a plain comparison. */
static bool test_in(struct build *b, struct sre_inst *to, uint32_t at, uint32_t end, enum sre_fold fold) {
    const uint32_t *w = b->word + at;
    uint32_t n = sre_set_words(b->word, at, end);
    if (!n || at + n != end) return invalid(b);
    bool negated = w[0] == W_NEGATE;
    if (fold == FOLD_NONE && n == 3u + negated && w[negated] == W_LITERAL) {
        to->test = negated ? TEST_NOT_CHAR : TEST_CHAR;
        to->arg = w[negated + 1];
        return true;
    }
    return test_set(b, to, (struct sre_set){.kind = SET_WORDS, .words = at, .fold = (uint8_t)fold});
}

/* A word that tests one character, at *pos; *pos moves behind it. `to` gets test and arg. False with nothing
 * broken and nothing raised: it is no such word. */
static bool single(struct build *b, uint32_t *pos, uint32_t end, struct sre_inst *to, bool *is) {
    const uint32_t *w = b->word + *pos;
    uint32_t left = end - *pos;
    *is = true;
    switch (w[0]) {
    case W_ANY:
        to->test = TEST_NOT_CHAR;
        to->arg = '\n';
        *pos += 1;
        return true;
    case W_ANY_ALL:
        to->test = TEST_ALL;
        *pos += 1;
        return true;
    case W_LITERAL:
    case W_NOT_LITERAL:
        if (left < 2) return invalid(b);
        to->test = w[0] == W_LITERAL ? TEST_CHAR : TEST_NOT_CHAR;
        to->arg = w[1];
        *pos += 2;
        return true;
    case W_LITERAL_IGNORE:
    case W_LITERAL_LOC_IGNORE:
    case W_LITERAL_UNI_IGNORE:
    case W_NOT_LITERAL_IGNORE:
    case W_NOT_LITERAL_LOC_IGNORE:
    case W_NOT_LITERAL_UNI_IGNORE:
        if (left < 2) return invalid(b);
        *pos += 2;
        return test_set(b, to,
                        (struct sre_set){.kind = SET_CHAR,
                                         .words = w[1],
                                         .fold = (uint8_t)fold_of(w[0]),
                                         .negated = w[0] == W_NOT_LITERAL_IGNORE ||
                                                    w[0] == W_NOT_LITERAL_LOC_IGNORE ||
                                                    w[0] == W_NOT_LITERAL_UNI_IGNORE});
    case W_IN:
    case W_IN_IGNORE:
    case W_IN_LOC_IGNORE:
    case W_IN_UNI_IGNORE: {
        if (left < 2 || w[1] < 2 || w[1] > left - 1) return invalid(b);
        uint32_t at = *pos + 2, to_end = *pos + 1 + w[1];
        *pos = to_end;
        return test_in(b, to, at, to_end, fold_of(w[0]));
    }
    default: *is = false; return true;
    }
}

static bool emit_single(struct build *b, const struct sre_inst *test) {
    struct sre_inst *i = emit(b, test->test == TEST_CHAR ? SRE_CHAR : SRE_TEST, test->arg);
    if (i) i->test = test->test;
    return i != NULL;
}

/* ---- sequences ---- */

static bool sequence(struct build *b, uint32_t pos, uint32_t end, bool outermost);

/* w[0] is a skip word at `at`: where it leads, or 0 when that is not within [at, end]. */
static uint32_t skip(struct build *b, uint32_t at, uint32_t end) {
    if (at >= end || b->word[at] == 0 || b->word[at] > end - at) {
        invalid(b);
        return 0;
    }
    return at + b->word[at];
}

static bool closes(struct build *b, uint32_t at, uint32_t end, uint32_t op) {
    return (at < end && b->word[at] == op) || invalid(b);
}

static bool repeat_one(struct build *b, uint32_t *pos, uint32_t end, enum sre_op op) {
    const uint32_t *w = b->word + *pos;
    uint32_t at = *pos + 4, next = skip(b, *pos + 1, end);
    struct sre_inst test = {0};
    bool is;
    if (!next || next < at + 2 || w[2] > w[3] || !closes(b, next - 1, end, W_SUCCESS)) return invalid(b);
    if (!single(b, &at, next - 1, &test, &is)) return false;
    if (!is || at != next - 1) return invalid(b);
    struct sre_inst *i = emit(b, op, test.arg);
    if (!i) return false;
    i->test = test.test;
    i->min = w[2];
    i->max = w[3];
    *pos = next;
    return true;
}

/* <REPEAT> <skip> <min> <max> body <UNTIL>, or <POSSESSIVE_REPEAT> … <SUCCESS>. */
static bool repeat(struct build *b, uint32_t *pos, uint32_t end) {
    const uint32_t *w = b->word + *pos;
    uint32_t close = skip(b, *pos + 1, end);
    if (!close || close < *pos + 4 || w[2] > w[3] || close >= end) return invalid(b);
    enum sre_op op = SRE_LOOP_ATOMIC;
    if (w[0] == W_REPEAT) {
        if (b->word[close] != W_MAX_UNTIL && b->word[close] != W_MIN_UNTIL) return invalid(b);
        op = b->word[close] == W_MAX_UNTIL ? SRE_LOOP_GREEDY : SRE_LOOP_LAZY;
    } else if (b->word[close] != W_SUCCESS)
        return invalid(b);
    uint32_t slot = b->re->nslots++, loop;
    if (!emit(b, SRE_LOOP, slot)) return false;
    b->re->inst[b->re->ninst - 1].min = op == SRE_LOOP_ATOMIC;
    loop = b->re->ninst;
    struct sre_inst *i = emit(b, op, slot);
    if (!i) return false;
    i->min = w[2];
    i->max = w[3];
    if (!sequence(b, *pos + 4, close, false)) return false;
    if (!(i = emit(b, op == SRE_LOOP_ATOMIC ? SRE_TURN_END : SRE_JUMP, slot))) return false;
    i->target = loop;
    *pos = close + 1;
    return set_target(b, loop);
}

static bool branch(struct build *b, uint32_t *pos, uint32_t end) {
    uint32_t at = *pos + 1, done = 0, jumps = SRE_NO_FIRST;
    for (;;) {
        if (at >= end) return invalid(b);
        if (b->word[at] == 0) break;
        uint32_t next = skip(b, at, end);
        if (!next || next < at + 3 || !closes(b, next - 2, end, W_JUMP)) return invalid(b);
        uint32_t out = skip(b, next - 1, end);
        if (!out || (done && out != done)) return invalid(b);
        done = out;
        bool last = next < end && b->word[next] == 0;
        uint32_t alt = b->re->ninst;
        if (!last && !emit(b, SRE_ALT, 0)) return false;
        if (!sequence(b, at + 1, next - 2, false)) return false;
        if (!last) {
            /* Jumps to the end are linked through their targets until it is known. */
            struct sre_inst *j = emit(b, SRE_JUMP, 0);
            if (!j) return false;
            j->target = jumps;
            jumps = b->re->ninst - 1;
            set_target(b, alt);
        }
        at = next;
    }
    if (!done || at + 1 != done) return invalid(b);
    while (jumps != SRE_NO_FIRST) {
        uint32_t next = b->re->inst[jumps].target;
        set_target(b, jumps);
        jumps = next;
    }
    *pos = done;
    return true;
}

static bool assertion(struct build *b, uint32_t *pos, uint32_t end) {
    const uint32_t *w = b->word + *pos;
    bool not = w[0] == W_ASSERT_NOT;
    uint32_t next = skip(b, *pos + 1, end), open = b->re->ninst;
    if (!next || next < *pos + 4 || (w[2] & 0x80000000u) || !closes(b, next - 1, end, W_SUCCESS))
        return invalid(b);
    if (!emit(b, not ? SRE_ASSERT_NOT : SRE_ASSERT, w[2]) || !sequence(b, *pos + 3, next - 1, false) ||
        !emit(b, not ? SRE_ASSERT_NOT_END : SRE_ASSERT_END, 0))
        return false;
    *pos = next;
    return set_target(b, open);
}

static bool atomic(struct build *b, uint32_t *pos, uint32_t end) {
    uint32_t next = skip(b, *pos + 1, end);
    if (!next || next < *pos + 3 || !closes(b, next - 1, end, W_SUCCESS)) return invalid(b);
    if (!emit(b, SRE_ATOMIC, 0) || !sequence(b, *pos + 2, next - 1, false) || !emit(b, SRE_ATOMIC_END, 0))
        return false;
    *pos = next;
    return true;
}

static bool one(struct build *b, uint32_t *pos, uint32_t end, bool outermost);

/* <GROUPREF_EXISTS> <group> <skip> yes [<JUMP> <skip> no]: whether a JUMP ends the first part shows only when
 * its words have been read. */
static bool conditional(struct build *b, uint32_t *pos, uint32_t end) {
    const uint32_t *w = b->word + *pos;
    if (end - *pos < 3 || w[1] >= b->re->groups || w[2] < 2 || w[2] - 1 > end - (*pos + 2)) return invalid(b);
    uint32_t otherwise = *pos + 1 + w[2], at = *pos + 3, test = b->re->ninst, out = 0, jump = 0;
    if (!emit(b, SRE_IF_GROUP, w[1])) return false;
    while (at < otherwise && !out) {
        if (b->word[at] == W_JUMP && at + 2 == otherwise) {
            if (!(out = skip(b, at + 1, end))) return false;
            jump = b->re->ninst;
            if (!emit(b, SRE_JUMP, 0)) return false;
            at = otherwise;
        } else if (!one(b, &at, otherwise, false))
            return false;
    }
    set_target(b, test);
    *pos = otherwise;
    if (!out) return true;
    if (!sequence(b, otherwise, out, false)) return false;
    *pos = out;
    return set_target(b, jump);
}

static bool literals(struct build *b, uint32_t *pos, uint32_t end) {
    uint32_t n = 0, from = b->nliteral;
    const uint32_t *w = b->word;
    while (end - *pos >= 2 * (n + 1) && w[*pos + 2 * n] == W_LITERAL) n++;
    if (n == 0) return invalid(b);
    if (n == 1) {
        *pos += 2;
        return emit(b, SRE_CHAR, w[*pos - 1]) != NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!literal(b, w[*pos + 2 * i + 1])) return false;
    *pos += 2 * n;
    struct sre_inst *i = emit(b, SRE_STRING, from);
    if (i) i->min = n;
    return i != NULL;
}

static bool plain(struct build *b, uint32_t *pos, uint32_t end, enum sre_op op, uint32_t limit) {
    if (end - *pos < 2 || b->word[*pos + 1] >= limit) return invalid(b);
    uint32_t fold = fold_of(b->word[*pos]);
    struct sre_inst *i = emit(b, op, b->word[*pos + 1]);
    if (!i) return false;
    i->test = (uint8_t)fold;
    *pos += 2;
    return true;
}

/* One operation at *pos, which moves behind it. */
static bool one(struct build *b, uint32_t *pos, uint32_t end, bool outermost) {
    switch (b->word[*pos]) {
    case W_LITERAL: return literals(b, pos, end);
    case W_MARK: return plain(b, pos, end, SRE_MARK, (uint32_t)b->re->groups * 2);
    case W_AT: return plain(b, pos, end, SRE_AT, AT_COUNT);
    case W_GROUPREF:
    case W_GROUPREF_IGNORE:
    case W_GROUPREF_LOC_IGNORE:
    case W_GROUPREF_UNI_IGNORE: return plain(b, pos, end, SRE_GROUP, (uint32_t)b->re->groups);
    case W_GROUPREF_EXISTS: return conditional(b, pos, end);
    case W_BRANCH: return branch(b, pos, end);
    case W_REPEAT_ONE: return repeat_one(b, pos, end, SRE_GREEDY);
    case W_MIN_REPEAT_ONE: return repeat_one(b, pos, end, SRE_LAZY);
    case W_POSSESSIVE_REPEAT_ONE: return repeat_one(b, pos, end, SRE_POSSESSIVE);
    case W_REPEAT:
    case W_POSSESSIVE_REPEAT: return repeat(b, pos, end);
    case W_ATOMIC_GROUP: return atomic(b, pos, end);
    case W_ASSERT:
    case W_ASSERT_NOT: return assertion(b, pos, end);
    case W_FAILURE: *pos += 1; return emit(b, SRE_FAIL, 0) != NULL;
    case W_SUCCESS:
        if (!outermost) return invalid(b);
        *pos += 1;
        return emit(b, SRE_MATCH, 0) != NULL;
    case W_INFO: {
        uint32_t next = skip(b, *pos + 1, end);
        if (!next || next < *pos + 4) return invalid(b);
        if (outermost && *pos == 0) b->re->min_width = b->word[3];
        *pos = next;
        return true;
    }
    default: {
        struct sre_inst test = {0};
        bool is;
        if (!single(b, pos, end, &test, &is)) return false;
        return is ? emit_single(b, &test) : invalid(b);
    }
    }
}

static bool sequence(struct build *b, uint32_t pos, uint32_t end, bool outermost) {
    if (stack_check(b->t) < 0) return false;
    while (pos < end)
        if (!one(b, &pos, end, outermost)) return false;
    return true;
}

/* The literals as bytes, to be compared at once with Latin-1 text. */
static bool narrow(struct build *b) {
    struct sre_pattern *re = b->re;
    if (!b->nliteral) return true;
    uint8_t *p = gc_storage(b->t, b->nliteral, false);
    if (!p) return false;
    gc_store(re, &re->literal_bytes, p);
    for (uint32_t i = 0; i < b->nliteral; i++) p[i] = (uint8_t)re->literal[i];
    return true;
}

bool sre_program(struct thread *t, struct sre_pattern *re) {
    struct build b = {.t = t, .re = re, .word = re->word};
    if (!re->nwords || re->word[re->nwords - 1] != W_SUCCESS) b.broken = true;
    if (!b.broken && sequence(&b, 0, re->nwords, true) && narrow(&b)) return sre_plan(t, re);
    if (b.broken) raise(t, &exc_RuntimeError, "invalid SRE code");
    return false;
}
