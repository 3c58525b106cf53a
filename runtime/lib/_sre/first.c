/* Which characters can come next: the plan of a search, and guards that save useless tries.
 *
 * The walk from an instruction over everything that takes no character gives a set that is never too small.
 * It is `open` when the end of the pattern, of an atomic part (which is matched whatever comes after it), or
 * something not looked into can be reached without a character: then nothing follows from it. */
#include "runtime/lib/_sre/sre.h"

struct first {
    uint64_t low[4];
    bool high, open;
    uint32_t budget;
};

static void add_test(const struct sre_pattern *re, struct first *f, const struct sre_inst *i, uint8_t test) {
    const struct sre_set *s = &re->set[i->arg];
    switch (test) {
    case TEST_CHAR:
        if (i->arg < 256)
            f->low[i->arg / 64] |= UINT64_C(1) << (i->arg & 63);
        else
            f->high = true;
        break;
    case TEST_SET:
        for (int k = 0; k < 4; k++) f->low[k] |= s->low[k];
        f->high |= s->high != HIGH_NONE;
        break;
    default:
        for (uint32_t k = 0; k < 4; k++)
            f->low[k] |=
                test == TEST_ALL || i->arg / 64 != k ? ~UINT64_C(0) : ~(UINT64_C(1) << (i->arg & 63));
        f->high = true;
    }
}

static void walk(const struct sre_pattern *re, struct first *f, uint32_t at, int depth) {
    for (;; at++) {
        if (f->open) return;
        if (!f->budget || depth > 40) {
            f->open = true;
            return;
        }
        f->budget--;
        const struct sre_inst *i = &re->inst[at];
        switch (i->op) {
        case SRE_FAIL: return;
        case SRE_CHAR: add_test(re, f, i, TEST_CHAR); return;
        case SRE_STRING: {
            struct sre_inst head = {.arg = re->literal[i->arg]};
            add_test(re, f, &head, TEST_CHAR);
            return;
        }
        case SRE_TEST: add_test(re, f, i, i->test); return;
        case SRE_GREEDY:
        case SRE_LAZY:
        case SRE_POSSESSIVE:
            if (i->max) add_test(re, f, i, i->test);
            if (i->min) return;
            break;
        case SRE_MARK:
        case SRE_AT:
        case SRE_ATOMIC: break;
        case SRE_LOOP: at += re->inst[at + 1].min > 0; break; /* the body comes first for certain */
        case SRE_JUMP: at = i->target - 1; break;
        case SRE_ALT:
        case SRE_IF_GROUP:
            walk(re, f, at + 1, depth + 1);
            at = i->target - 1;
            break;
        case SRE_LOOP_GREEDY:
        case SRE_LOOP_LAZY:
        case SRE_LOOP_ATOMIC:
            /* The body's end leads back here, so only one way of both would never end. */
            walk(re, f, i->target, depth + 1);
            if (!i->max) return;
            break;
        case SRE_ASSERT:
        case SRE_ASSERT_NOT: at = i->target - 1; break;
        default: f->open = true; return;
        }
    }
}

/* Not open, and worth a test. */
static bool first_of(const struct sre_pattern *re, uint32_t at, uint32_t budget, struct first *f) {
    *f = (struct first){.budget = budget};
    walk(re, f, at, 0);
    return !f->open;
}

static uint32_t keep(struct thread *t, struct sre_pattern *re, const struct first *f) {
    uint32_t n = sre_set_new(t, re);
    if (n == SRE_NO_FIRST) return n;
    memcpy(re->set[n].low, f->low, sizeof f->low);
    re->set[n].high = f->high ? HIGH_ALL : HIGH_NONE;
    return n;
}

/* What the repeat at `i` takes and what comes after it have no character in common: taking fewer never helps.
 */
static uint8_t finality(const struct sre_pattern *re, const struct sre_inst *i, const struct first *after) {
    struct first own = {0};
    add_test(re, &own, i, i->test);
    for (int k = 0; k < 4; k++)
        if (own.low[k] & after->low[k]) return 0;
    return own.high && after->high ? SRE_FINAL_BYTE : SRE_FINAL;
}

/* A loop guard says what the body can begin with, where the body takes at least one character in any case:
 * the walk of the body would otherwise reach the loop again and what follows it. */
static bool body_takes(const struct sre_pattern *re, uint32_t at) {
    for (;; at++) {
        const struct sre_inst *i = &re->inst[at];
        switch (i->op) {
        case SRE_MARK:
        case SRE_AT: break;
        case SRE_CHAR:
        case SRE_STRING:
        case SRE_TEST: return true;
        case SRE_GREEDY:
        case SRE_LAZY:
        case SRE_POSSESSIVE: return i->min > 0;
        default: return false;
        }
    }
}

static bool guard(struct thread *t, struct sre_pattern *re, uint32_t at) {
    struct sre_inst *i = &re->inst[at];
    struct first f;
    switch (i->op) {
    case SRE_GREEDY:
    case SRE_LAZY:
        if (!first_of(re, at + 1, 64, &f)) return true;
        if (i->op == SRE_GREEDY) i->flags = finality(re, i, &f);
        break;
    case SRE_ALT:
        if (!first_of(re, at + 1, 64, &f)) return true;
        break;
    case SRE_LOOP_GREEDY:
        if (!body_takes(re, at + 1) || !first_of(re, at + 1, 64, &f)) return true;
        break;
    default: return true;
    }
    uint32_t n = keep(t, re, &f);
    re->inst[at].first = n;
    return n != SRE_NO_FIRST;
}

static bool refers_back(const struct sre_pattern *re) {
    for (uint32_t i = 0; i < re->ninst; i++)
        if (re->inst[i].op == SRE_GROUP || re->inst[i].op == SRE_IF_GROUP) return true;
    return false;
}

static uint32_t behind_marks(const struct sre_pattern *re) {
    uint32_t at = 0;
    while (re->inst[at].op == SRE_MARK) at++;
    return at;
}

static bool plan_search(struct thread *t, struct sre_pattern *re) {
    const struct sre_inst *i = &re->inst[behind_marks(re)];
    struct first f;
    re->start = START_ANYWHERE;
    if (i->op == SRE_GREEDY && i->min == 1 && i->max == SRE_MAXREPEAT && !refers_back(re))
        re->run_start = i->flags;
    if (i->op == SRE_AT && (i->arg == AT_BEGINNING || i->arg == AT_BEGINNING_STRING)) {
        re->start = START_BEGIN;
    } else if (i->op == SRE_CHAR || i->op == SRE_STRING) {
        re->start = START_LITERAL;
        re->prefix = i->arg;
        re->prefix_n = i->op == SRE_CHAR ? 1 : i->min;
    } else if (first_of(re, 0, 4096, &f)) {
        re->start = START_SET;
        re->first = keep(t, re, &f);
        return re->first != SRE_NO_FIRST;
    }
    return true;
}

bool sre_plan(struct thread *t, struct sre_pattern *re) {
    for (uint32_t i = 0; i < re->ninst; i++)
        if (!guard(t, re, i)) return false;
    return plan_search(t, re);
}
