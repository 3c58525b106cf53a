/* Calls, the ends of blocks, polls. Critical edges are split here. */
#include "rules/gen/select.h"

/* ---- calls ---- */

static struct mins *put_call(struct sel *s, struct mcall *c, uint32_t sym, uint32_t d, bool result_float) {
    const struct isa *isa = s->f->isa;
    struct mins *m = sel_put(s, M_CALL);
    m->call = c;
    m->sym = sym;
    m->d = d;
    c->result = result_float ? isa->fresult : isa->result;
    c->cold = c->cold || s->b->cold;
    return m;
}

static uint8_t check_of(enum ir_conv conv, bool raises, bool caught) {
    if (!raises || caught) return CHECK_NONE;
    return conv == IR_CONV_V ? CHECK_ZERO : conv == IR_CONV_I ? CHECK_MINUS1 : CHECK_NONE;
}

void sel_call(struct sel *s, struct ir_ins *i) {
    struct mcall *c = NEW(s->f->arena, struct mcall);
    uint32_t sym = 0, first = 0;
    enum ir_conv conv = IR_CONV_V;
    bool raises = true;
    c->thread = true;
    c->cold = i->flags & IR_COLD;
    c->site = i->site;
    switch (i->op) {
    case IR_RT: {
        const struct ir_rt_info *rt = &ir_rts[i->aux];
        conv = rt->result;
        raises = rt->effects & IR_RT_RAISE;
        c->thread = !(rt->effects & IR_RT_NOTHREAD);
        sym = mir_rt_sym(s->f, (enum ir_rt)i->aux) + 1;
        break;
    }
    case IR_PY_DIRECT:
        first = 1;
        sym = i->sym->id + 1;
        break;
    case IR_CALL_IND:
        first = 2;
        c->target = sel_use(s, i->args[0]);
        break;
    default:
        conv = (enum ir_conv)i->aux;
        sym = i->sym->id + 1;
        break;
    }
    if (first) {
        struct ir_ins *chain = sel_strip(i->args[first - 1]);
        /* A known function called with chain 0 is one that does not read it. */
        if (i->op != IR_PY_DIRECT || !sel_is_const(chain) || chain->imm) c->chain = sel_use_moved(s, chain);
    }
    c->check = check_of(conv, raises, i->flags & IR_CAUGHT);
    c->nargs = i->nargs - first;
    c->args = NEW_N(s->f->arena, uint32_t, c->nargs);
    for (uint32_t k = 0; k < c->nargs; k++) c->args[k] = sel_use_moved(s, i->args[first + k]);
    sel_frames(s, i, c);
    bool result = i->type != IR_N && s->uses[i->id];
    put_call(s, c, sym, result ? sel_vreg(s, i) : 0, conv == IR_CONV_F);
}

void sel_trace(struct sel *s, struct ir_ins *i) {
    if (!s->f->ir->code || !i->site) return;
    struct mcall *c = NEW(s->f->arena, struct mcall);
    struct ir_ins code = {.op = IR_ADDR, .sym = s->f->ir->code}, site = {.op = IR_CONST, .imm = i->site - 1};
    c->thread = true;
    c->cold = i->flags & IR_COLD;
    c->nargs = 2;
    c->args = NEW_N(s->f->arena, uint32_t, 2);
    c->args[0] = sel_remat(s, &code);
    c->args[1] = sel_remat(s, &site);
    sel_remat_def(s, c->args[0]);
    sel_remat_def(s, c->args[1]);
    put_call(s, c, mir_rt_sym(s->f, IR_rt_traceback) + 1, 0, false);
}

/* ---- control ---- */

void sel_set_edges(struct sel *s, uint32_t n) {
    s->b->edges = NEW_N(s->f->arena, struct medge, n);
    s->b->nedges = n;
}

static struct mblock *part(struct sel *s, bool cold) {
    struct mblock *b = mir_block(s->f);
    b->loop = s->b->loop;
    b->cold = cold;
    b->ir = s->b->ir;
    return b;
}

/* The loop an edge block belongs to: the innermost around both ends. */
static struct mloop *common_loop(struct mloop *a, struct mloop *b) {
    while (a != b) {
        if (!a || !b) return NULL;
        if (a->depth > b->depth)
            a = a->parent;
        else if (b->depth > a->depth)
            b = b->parent;
        else
            a = a->parent, b = b->parent;
    }
    return a;
}

static void fill_args(struct sel *s, struct medge *e, const struct ir_edge *from) {
    e->nargs = from->nargs;
    e->args = NEW_N(s->f->arena, uint32_t, e->nargs);
    for (uint32_t k = 0; k < e->nargs; k++) {
        e->args[k] = sel_use_moved(s, from->args[k]);
        uint32_t param = sel_vreg(s, from->to->params[k]);
        struct vreg *v = &s->f->vregs.p[e->args[k]];
        if (!v->web && !(v->flags & VREG_REMAT)) v->web = param;
    }
}

/* Edge `e` of the current block to an IR block. From a block with several successors it goes through a block
 * of its own when it carries arguments or the target can be reached otherwise. */
static void connect(struct sel *s, uint32_t e, const struct ir_edge *ir, bool several) {
    struct mblock *to = s->block_of[ir->to->id];
    struct medge *edge = &s->b->edges[e];
    if (!several) {
        edge->to = to;
        fill_args(s, edge, ir);
        return;
    }
    if (!ir->nargs && to->npreds <= 1) {
        edge->to = to;
        return;
    }
    struct mblock *from = s->b, *mid = part(s, from->cold || to->cold);
    mid->loop = common_loop(from->loop, to->loop);
    edge->to = mid;
    s->b = mid;
    sel_set_edges(s, 1);
    mid->edges[0].to = to;
    fill_args(s, &mid->edges[0], ir);
    sel_put(s, M_JMP);
    s->b = from;
}

void sel_terminator(struct sel *s, struct ir_ins *i) {
    static const uint8_t forms[] = {M_BRCC, M_BRTST, M_BRFCC, M_BRMEM};
    struct mins *m;
    switch (i->op) {
    case IR_JMP:
        sel_set_edges(s, 1);
        connect(s, 0, &i->edges[0], false);
        sel_put(s, M_JMP);
        return;
    case IR_BR: {
        struct cmp c = sel_condition(s, sel_strip(i->args[0]), true);
        m = sel_put_cmp(s, &c, forms);
        break;
    }
    case IR_BROVF:
        m = sel_put(s, M_JO);
        m->cc = i->args[0]->op == IR_MULO;
        break;
    case IR_SWITCH: {
        uint32_t v = sel_use(s, i->args[0]);
        m = sel_put(s, M_SWITCH);
        m->use[0] = v;
        m->d = mir_vreg(s->f, false);
        break;
    }
    case IR_RET: {
        uint32_t v = i->nargs ? sel_use_moved(s, i->args[0]) : 0;
        m = sel_put(s, M_RET);
        m->use[0] = v;
        return;
    }
    default: sel_put(s, M_TRAP); return;
    }
    sel_set_edges(s, i->nedges);
    for (uint32_t e = 0; e < i->nedges; e++) connect(s, e, &i->edges[e], true);
}

/* The check is a branch to a cold block that calls the runtime and comes back. */
void sel_poll(struct sel *s, struct ir_ins *i) {
    struct mblock *cold = part(s, true), *on = part(s, s->b->cold);
    bool caught = (i->flags & IR_CAUGHT) && s->uses[i->id];
    struct mblock *quick = part(s, s->b->cold); /* the edge would be critical */
    struct mins *m = sel_put(s, M_POLL);
    m->imm = ABI_THREAD_LIMIT;
    sel_set_edges(s, 2);
    s->b->edges[0].to = cold;
    s->b->edges[1].to = quick;
    uint32_t d = sel_vreg(s, i), r = caught ? mir_vreg(s->f, false) : 0;
    if (caught) {
        on->params = NEW_N(s->f->arena, uint32_t, 1);
        on->params[on->nparams++] = d;
    }
    for (int k = 0; k < 2; k++) {
        s->b = k ? quick : cold;
        sel_set_edges(s, 1);
        s->b->edges[0].to = on;
        if (!k) {
            struct mcall *c = NEW(s->f->arena, struct mcall);
            c->thread = c->cold = true;
            c->site = i->site;
            c->check = i->flags & IR_CAUGHT ? CHECK_NONE : CHECK_MINUS1;
            put_call(s, c, mir_rt_sym(s->f, IR_rt_poll) + 1, r, false);
        }
        if (caught) {
            struct ir_ins zero = {.op = IR_CONST};
            s->b->edges[0].nargs = 1;
            s->b->edges[0].args = NEW_N(s->f->arena, uint32_t, 1);
            uint32_t v = k ? sel_remat(s, &zero) : r;
            if (k) sel_remat_def(s, v);
            s->b->edges[0].args[0] = v;
        }
        sel_put(s, M_JMP);
    }
    s->b = on;
}
