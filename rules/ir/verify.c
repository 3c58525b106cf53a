/* Whether a function keeps the invariants of ir.h. Runs on IR read from a cache or a text, so it trusts
 * nothing: ids are checked before they index, and the dominance check works on arrays of its own. */
#include "rules/ir/order.h"

struct verify {
    const struct ir_func *f;
    struct buf *why;
    const struct ir_block *block;
    const struct ir_ins *ins;
    struct ir_order order;
    uint32_t *position;            /* value id -> 1 + position within its block, 0 = not defined */
    const struct ir_ins **defined; /* value id -> the definition */
};

static bool fail(struct verify *v, const char *text) {
    buf_puts(v->why, "in ");
    buf_str(v->why, v->f->sym ? v->f->sym->name : STR("?"));
    if (v->block) buf_printf(v->why, ", b%u", v->block->id);
    if (v->ins)
        buf_printf(v->why, ", %%%u = %s", v->ins->id,
                   v->ins->op < IR_OP_COUNT ? ir_ops[v->ins->op].text : "?");
    buf_printf(v->why, ": %s", text);
    return false;
}

#define CHECK(condition, text)                                                                               \
    do {                                                                                                     \
        if (!(condition)) return fail(v, text);                                                              \
    } while (0)

static bool is_word(uint8_t type) {
    return type == IR_V || type == IR_I || type == IR_P;
}

/* ---- definitions: every id once, every block once ---- */

static bool define(struct verify *v, const struct ir_ins *i, uint32_t position) {
    CHECK(i->op < IR_OP_COUNT, "unknown operation");
    CHECK(i->id < v->f->nins, "value id out of range");
    CHECK(!v->position[i->id], "value id used twice");
    CHECK(i->block == v->block, "instruction names another block");
    CHECK(i->type <= IR_P, "unknown type");
    v->position[i->id] = position;
    v->defined[i->id] = i;
    return true;
}

static bool check_definitions(struct verify *v, struct arena *scratch) {
    const struct ir_func *f = v->f;
    bool *seen = NEW_N(scratch, bool, f->nblocks + 1);
    CHECK(f->blocks, "no blocks");
    for (const struct ir_block *b = f->blocks; b; b = b->next) {
        v->block = b;
        v->ins = NULL;
        CHECK(b->func == f, "block of another function");
        CHECK(b->id < f->nblocks, "block id out of range");
        CHECK(!seen[b->id], "block id used twice");
        seen[b->id] = true;
        for (uint32_t k = 0; k < b->nparams; k++) {
            v->ins = b->params[k];
            CHECK(b->params[k]->op == IR_PARAM, "parameter is not a param");
            CHECK(b->params[k]->type != IR_N, "parameter without a type");
            if (!define(v, b->params[k], 1)) return false;
        }
        uint32_t position = 2;
        const struct ir_ins *prev = NULL;
        for (const struct ir_ins *i = b->first; i; prev = i, i = i->next) {
            v->ins = i;
            CHECK(i->prev == prev, "broken list");
            CHECK(i->op != IR_PARAM, "param in an instruction list");
            if (!define(v, i, position++)) return false;
            CHECK(!!(ir_ops[i->op].flags & IR_TERM) == !i->next,
                  i->next ? "terminator inside a block" : "last is not a terminator");
        }
        v->ins = NULL;
        CHECK(b->last == prev && prev, "no terminator");
    }
    v->block = NULL;
    for (const struct ir_block *b = f->blocks; b; b = b->next)
        for (uint32_t e = 0; e < b->last->nedges; e++) {
            v->block = b;
            v->ins = b->last;
            const struct ir_block *to = b->last->edges[e].to;
            CHECK(to && to->func == f && to->id < f->nblocks && seen[to->id], "edge to nowhere");
            CHECK(to != f->blocks, "edge to the entry");
        }
    v->block = NULL;
    v->ins = NULL;
    return true;
}

/* ---- types ---- */

static bool check_result(struct verify *v) {
    const struct ir_ins *i = v->ins;
    char want = ir_ops[i->op].result;
    if (i->op == IR_RT) {
        CHECK(i->type == ir_conv_type(ir_rts[i->aux].result), "result type differs from abi.def");
        return true;
    }
    if (i->op == IR_CALL_C) {
        CHECK(i->aux >= IR_CONV_V && i->aux <= IR_CONV_N, "unknown result convention");
        CHECK(i->type == ir_conv_type((enum ir_conv)i->aux), "result type differs from the convention");
        return true;
    }
    if (want == 'W')
        CHECK(is_word(i->type), "result must be a word");
    else
        CHECK(i->type < 5 && "NVIFP"[i->type] == want, "wrong result type");
    return true;
}

static bool arg_is(const struct ir_ins *a, char want) {
    switch (want) {
    case 'V': return a->type == IR_V;
    case 'I': return a->type == IR_I;
    case 'P': return a->type == IR_P || a->type == IR_V;
    case 'F': return a->type == IR_F;
    default: return is_word(a->type);
    }
}

/* One letter per argument that has a type of its own, 'W' for any word; the last letter repeats. */
static const char *arg_letters(const struct ir_ins *i) {
    switch (i->op) {
    case IR_RT: return ir_rts[i->aux].args;
    case IR_PY_CALL:
    case IR_PY_METHOD:
    case IR_PY_GETATTR:
    case IR_PY_SETATTR:
    case IR_PY_GSTORE:
    case IR_PY_GUARD: return "V";
    case IR_FADD:
    case IR_FSUB:
    case IR_FMUL:
    case IR_FDIV:
    case IR_FNEG:
    case IR_FABS:
    case IR_FSQRT:
    case IR_FEQ:
    case IR_FNE:
    case IR_FLT:
    case IR_FLE:
    case IR_FGT:
    case IR_FGE:
    case IR_F2I:
    case IR_BITS: return "F";
    case IR_STF: return "FW";
    default: return "W";
    }
}

static bool check_args(struct verify *v) {
    const struct ir_ins *i = v->ins;
    int want = ir_ops[i->op].nargs;
    if (want >= 0) CHECK(i->nargs == (uint32_t)want, "wrong number of arguments");
    if (i->op == IR_RT) CHECK(i->nargs == strlen(ir_rts[i->aux].args), "wrong number of arguments");
    switch (i->op) {
    case IR_LD:
    case IR_LD32U:
    case IR_LD32S:
    case IR_LD8U:
    case IR_LDF: CHECK(i->nargs == 1 || i->nargs == 2, "a load takes a base and maybe an index"); break;
    case IR_ST:
    case IR_ST32:
    case IR_ST8:
    case IR_STF:
        CHECK(i->nargs == 2 || i->nargs == 3, "a store takes a value, a base and maybe an index");
        break;
    case IR_PY_CALL:
    case IR_PY_METHOD: CHECK(i->nargs >= 1, "no callee"); break;
    case IR_PY_DIRECT: CHECK(i->nargs >= 1, "no chain value"); break;
    case IR_CALL_IND: CHECK(i->nargs >= 2, "no code pointer or chain value"); break;
    default: break;
    }
    const char *letters = arg_letters(i);
    for (uint32_t k = 0; k < i->nargs; k++) {
        CHECK(i->args[k], "missing argument");
        char letter = *letters;
        if (letters[0] && letters[1]) letters++;
        if (i->op == IR_CALL_C) {
            CHECK(i->args[k]->type != IR_N, "argument without a value");
            continue;
        }
        if (i->op == IR_RET) {
            CHECK(i->args[k]->type == v->f->result, "result type differs from the function's");
            continue;
        }
        CHECK(arg_is(i->args[k], letter), "argument of the wrong type");
    }
    return true;
}

/* ---- single instructions ---- */

static bool check_fields(struct verify *v) {
    const struct ir_ins *i = v->ins;
    CHECK(i->site <= v->f->sites.n, "site out of range");
    switch (i->op) {
    case IR_RT: CHECK(i->aux >= 0 && i->aux < IR_RT_COUNT, "unknown runtime entry"); break;
    case IR_STACK: CHECK(i->aux >= 0 && (size_t)i->aux < v->f->stack.n, "stack slot out of range"); break;
    case IR_ADDR:
    case IR_PY_GETATTR:
    case IR_PY_SETATTR:
    case IR_PY_METHOD:
    case IR_PY_DIRECT:
    case IR_PY_GUARD:
    case IR_CALL_C: CHECK(i->sym, "symbol missing"); break;
    case IR_PY_GLOAD:
    case IR_PY_GSTORE: CHECK(i->sym && i->sym2, "symbol missing"); break;
    case IR_CHAIN:
        CHECK(v->block == v->f->blocks && !i->prev, "chain not first in the entry");
        CHECK(v->f->flags & IR_FUNC_CHAIN, "chain in a function not marked as reading it");
        break;
    case IR_ADDO:
    case IR_SUBO:
    case IR_MULO:
        CHECK(i->next->op == IR_BROVF && i->next->nargs == 1 && i->next->args[0] == i,
              "overflow check missing");
        break;
    case IR_BROVF:
        CHECK(i->prev && i->nargs == 1 && i->prev == i->args[0], "not directly after the checked operation");
        break;
    case IR_TRACE: CHECK(v->f->code, "trace in a function without code"); break;
    default: break;
    }
    if (i->op == IR_BROVF)
        CHECK(i->prev->op == IR_ADDO || i->prev->op == IR_SUBO || i->prev->op == IR_MULO, "nothing checked");
    if (i->op == IR_PY_CALL || i->op == IR_PY_METHOD)
        CHECK(i->aux >= 0 && (uint32_t)i->aux < i->nargs, "more names than arguments");
    return true;
}

static bool check_edges(struct verify *v) {
    const struct ir_ins *i = v->ins;
    uint32_t n = i->nedges;
    switch (i->op) {
    case IR_JMP: CHECK(n == 1, "jmp has one edge"); break;
    case IR_BR:
    case IR_BROVF: CHECK(n == 2, "two edges wanted"); break;
    case IR_SWITCH: CHECK(n >= 1, "switch without edges"); break;
    default: CHECK(n == 0, "edges where none belong"); break;
    }
    for (uint32_t e = 0; e < n; e++) {
        const struct ir_edge *edge = &i->edges[e];
        CHECK(edge->nargs == edge->to->nparams, "edge passes the wrong number of arguments");
        for (uint32_t k = 0; k < edge->nargs; k++) {
            CHECK(edge->args[k], "missing edge argument");
            CHECK(edge->args[k]->type == edge->to->params[k]->type, "edge argument of the wrong type");
        }
    }
    return true;
}

static bool check_use(struct verify *v, const struct ir_ins *used) {
    CHECK(used->id < v->f->nins && v->defined[used->id] == used, "use of a value not in the function");
    CHECK(used->type != IR_N, "use of an instruction without a result");
    uint32_t here = v->order.number[v->block->id];
    if (here == ORDER_NONE) return true;
    uint32_t there = v->order.number[used->block->id];
    CHECK(there != ORDER_NONE, "use of a value from an unreachable block");
    if (here == there)
        CHECK(v->position[used->id] < v->position[v->ins->id], "use before definition");
    else
        CHECK(ir_order_dominates(&v->order, there, here), "definition does not dominate its use");
    return true;
}

static bool check_ins(struct verify *v) {
    const struct ir_ins *i = v->ins;
    if (!check_fields(v) || !check_args(v) || !check_result(v) || !check_edges(v)) return false;
    for (uint32_t k = 0; k < i->nargs; k++)
        if (!check_use(v, i->args[k])) return false;
    for (uint32_t e = 0; e < i->nedges; e++)
        for (uint32_t k = 0; k < i->edges[e].nargs; k++)
            if (!check_use(v, i->edges[e].args[k])) return false;
    return true;
}

static bool verify(struct verify *v, struct arena *scratch) {
    const struct ir_func *f = v->f;
    CHECK(f->sym, "no symbol");
    v->position = NEW_N(scratch, uint32_t, f->nins + 1);
    v->defined = NEW_N(scratch, const struct ir_ins *, f->nins + 1);
    if (!check_definitions(v, scratch)) return false;
    ir_order_of(f, scratch, &v->order);
    for (const struct ir_block *b = f->blocks; b; b = b->next) {
        v->block = b;
        for (const struct ir_ins *i = b->first; i; i = i->next) {
            v->ins = i;
            if (!check_ins(v)) return false;
        }
    }
    return true;
}

bool ir_verify(const struct ir_func *f, struct buf *why) {
    struct arena scratch;
    arena_init(&scratch, NULL);
    struct verify v = {.f = f, .why = why};
    bool good = verify(&v, &scratch);
    arena_free(&scratch);
    return good;
}
