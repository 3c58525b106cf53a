/* Registers for the operands of one instruction: operand rules, calls, returns. */
#include "rules/gen/regalloc.h"

static void release_dead(struct ra *r, uint32_t v) {
    if (v > VREG_THREAD && !alive(r, v)) ra_drop(r, v);
}

static void emit_into(struct ra *r, struct mins *m) {
    m->next = NULL;
    *r->out = m;
    r->out = &m->next;
}

static void define(struct ra *r, struct mins *m, uint8_t reg) {
    m->rd = reg;
    r->mem[m->d] = false;
    if (alive(r, m->d)) {
        ra_hold(r, reg, m->d);
    } else {
        r->f->as.saved |= reg_bit(reg) & r->isa->callee_saved;
    }
}

/* Empties the registers a form destroys or wants; what may stay is a fixed use already in place that nobody
 * needs later. */
static void clear_fixed(struct ra *r, const struct mins *m, const struct form_rule *rule, regset fixed) {
    regset lost = rule->clobber | (rule->fix_d ? reg_bit(rule->fix_d - 1) : 0);
    for (regset s = fixed & r->used; s; s &= s - 1) {
        uint8_t q = lowest(s);
        uint32_t v = r->at[q];
        bool in_place = (rule->fix0 == q + 1 && m->use[0] == v) || (rule->fix1 == q + 1 && m->use[1] == v);
        bool other = (m->use[0] == v && rule->fix0 != q + 1) || (m->use[1] == v && rule->fix1 != q + 1);
        if (in_place && !other && !(alive(r, v) && (lost & reg_bit(q)))) continue;
        ra_vacate(r, q, fixed);
    }
}

static regset place_uses(struct ra *r, struct mins *m, const struct form_rule *rule, regset fixed) {
    regset busy = fixed;
    uint8_t fix[4] = {rule->fix0, m->use[1] ? rule->fix1 : 0, 0, 0};
    for (int k = 0; k < 4; k++) {
        uint32_t v = m->use[k];
        if (v == VREG_THREAD && !fix[k]) m->ru[k] = r->isa->thread;
        if (v > VREG_THREAD && !fix[k] && r->reg[v] != REG_NONE && !(fixed & reg_bit(r->reg[v])))
            busy |= reg_bit(r->reg[v]);
    }
    for (int k = 0; k < 2; k++) {
        if (!fix[k] || !m->use[k]) continue;
        m->ru[k] = fix[k] - 1;
        uint32_t v = m->use[k];
        if (v == VREG_THREAD)
            ra_append_move(r, v, r->isa->thread, fix[k] - 1);
        else if (r->reg[v] != fix[k] - 1)
            ra_load_copy(r, v, fix[k] - 1);
    }
    for (int k = 0; k < 4; k++) {
        uint32_t v = m->use[k];
        if (v <= VREG_THREAD || fix[k]) continue;
        uint8_t q = r->reg[v];
        if (q == REG_NONE || (fixed & reg_bit(q))) {
            q = ra_choose(r, v, class_of(r, v), busy);
            ra_load_copy(r, v, q);
            ra_drop(r, v);
            ra_hold(r, q, v);
        }
        busy |= reg_bit(q);
        m->ru[k] = q;
    }
    return busy;
}

static void place_def(struct ra *r, struct mins *m, const struct form_rule *rule, regset fixed, regset busy) {
    if (rule->flags & (RULE_TIED | RULE_TIED3)) {
        int t = rule->flags & RULE_TIED ? 0 : 3;
        uint32_t v = m->use[t];
        if (v <= VREG_THREAD || alive(r, v) || (fixed & reg_bit(m->ru[t]))) {
            uint8_t q = ra_choose(r, m->d, class_of(r, m->d), busy);
            ra_append_move(r, v, m->ru[t], q);
            m->ru[t] = q;
        } else {
            ra_drop(r, v);
        }
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
        define(r, m, m->ru[t]);
        return;
    }
    if (!(rule->flags & RULE_EARLY)) {
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
        busy = fixed;
    }
    uint8_t q = rule->fix_d ? rule->fix_d - 1 : ra_choose(r, m->d, class_of(r, m->d), busy);
    for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
    define(r, m, q);
}

void ra_plain(struct ra *r, struct mins *m) {
    const struct form_rule *rule = &r->isa->rules[m->op];
    for (int k = 0; k < 4; k++) ra_pop_use(r, m->use[k]);
    if ((rule->flags & RULE_COMM) && m->use[1] && m->use[0] > VREG_THREAD && alive(r, m->use[0]) &&
        !alive(r, m->use[1])) {
        uint32_t t = m->use[0];
        m->use[0] = m->use[1];
        m->use[1] = t;
    }
    regset fixed = rule->clobber;
    if (rule->fix0 && m->use[0]) fixed |= reg_bit(rule->fix0 - 1);
    if (rule->fix1 && m->use[1]) fixed |= reg_bit(rule->fix1 - 1);
    if (rule->fix_d && m->d) fixed |= reg_bit(rule->fix_d - 1);
    clear_fixed(r, m, rule, fixed);
    regset busy = place_uses(r, m, rule, fixed);
    if (m->d)
        place_def(r, m, rule, fixed, busy);
    else
        for (int k = 0; k < 4; k++) release_dead(r, m->use[k]);
    emit_into(r, m);
}

/* ---- calls ---- */

void ra_add_move(struct ra *r, uint32_t v, uint8_t to) {
    struct move x = {.v = v, .from = v == VREG_THREAD ? r->isa->thread : r->reg[v], .to = to};
    VEC_PUSH(&r->moves, r->f->arena, x);
}

static void stack_arg(struct ra *r, uint32_t v, uint32_t index) {
    uint8_t from = v == VREG_THREAD ? r->isa->thread : r->reg[v];
    if (from == REG_NONE) {
        from = (r->vregs[v].flags & (VREG_REMAT | VREG_FLOAT)) == VREG_REMAT ? r->isa->scratch
                                                                             : r->isa->fscratch;
        ra_load_copy(r, v, from);
    }
    struct mins *m = ra_append(r, M_STARG);
    m->use[0] = v;
    m->ru[0] = from;
    m->imm = index * 8;
    r->f->outgoing = MAX(r->f->outgoing, index * 8 + 8);
}

/* Values that live on leave the registers a call destroys: the nearest used get what is free of the others.
 */
static void save_across(struct ra *r, const struct mcall *c) {
    regset lost = r->isa->allocatable & ~r->isa->callee_saved;
    for (;;) {
        uint8_t best = REG_NONE;
        for (regset s = r->used & lost; s; s &= s - 1) {
            uint8_t q = lowest(s);
            uint32_t v = r->at[q];
            if (!alive(r, v)) continue;
            if (best == REG_NONE || r->uses[v]->pos < r->uses[r->at[best]]->pos) best = q;
        }
        if (best == REG_NONE) return;
        uint32_t v = r->at[best];
        regset free = class_of(r, v) & r->isa->callee_saved & ~r->used;
        if (free && !c->cold && !(r->vregs[v].flags & VREG_REMAT)) {
            uint8_t q = ra_pick_free(r, v, free);
            ra_append_move(r, v, best, q);
            ra_drop(r, v);
            ra_hold(r, q, v);
        } else {
            ra_evict(r, best);
        }
    }
}

void ra_call(struct ra *r, struct mins *m) {
    struct mcall *c = m->call;
    struct arg_walk w = {c->thread, 0, 0};
    r->moves.n = 0;
    for (uint32_t k = 0; k < c->nargs; k++) {
        uint32_t stack = w.stack;
        uint8_t q = ra_arg_reg(r, &w, c->args[k]);
        if (q == REG_NONE)
            stack_arg(r, c->args[k], stack);
        else
            ra_add_move(r, c->args[k], q);
    }
    if (c->chain) ra_add_move(r, c->chain, r->isa->chain);
    if (c->target) ra_add_move(r, c->target, r->isa->call_target);
    if (c->thread) ra_add_move(r, VREG_THREAD, r->isa->args[0]);
    for (uint32_t k = 0; k < c->nargs; k++) ra_pop_use(r, c->args[k]);
    ra_pop_use(r, c->chain);
    ra_pop_use(r, c->target);
    save_across(r, c);
    move_all(&r->mover, &r->out, r->moves.p, (uint32_t)r->moves.n);
    for (uint32_t k = 0; k < c->nargs; k++) release_dead(r, c->args[k]);
    release_dead(r, c->chain);
    release_dead(r, c->target);
    m->ru[0] = c->target ? r->isa->call_target : REG_NONE;
    emit_into(r, m);
    if (m->d) define(r, m, c->result);
}

void ra_ret(struct ra *r, struct mins *m) {
    uint32_t v = m->use[0];
    if (v) {
        ra_pop_use(r, v);
        uint8_t to = vreg_float(r->f, v) ? r->isa->fresult : r->isa->result;
        if (v == VREG_THREAD)
            ra_append_move(r, v, r->isa->thread, to);
        else if (r->reg[v] != to)
            ra_load_copy(r, v, to);
        m->ru[0] = to;
        release_dead(r, v);
    }
    emit_into(r, m);
}
