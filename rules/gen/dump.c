/* One form as text: registers, with the vreg behind a dot. */
#include "rules/gen/mir.h"

static const char *const form_text[] = {
#define FORM_TEXT(id, text) text,
    FORMS(FORM_TEXT)
#undef FORM_TEXT
};
static const char *const cc_text[] = {"eq", "ne", "lt", "ge", "gt", "le", "ult", "uge", "ugt", "ule"};
static const char *const fcc_text[] = {"eq", "ne", "lt", "le", "gt", "ge"};

static void print_reg(struct buf *out, const struct mfunc *f, uint8_t reg, uint32_t v) {
    if (reg < 64)
        buf_printf(out, "%s.%u", f->isa->reg_names[reg], v);
    else
        buf_printf(out, "?.%u", v);
}

static bool compares(uint8_t op) {
    return op == M_SETCC || op == M_SETTST || op == M_SELECT || op == M_BRCC || op == M_BRMEM ||
           op == M_BRTST;
}

struct str mir_sym_name(const struct mfunc *f, uint32_t sym) {
    if (sym >= f->module->nsyms) return str_c(ir_rts[sym - f->module->nsyms].name);
    for (size_t i = 0; i < f->module->syms.n; i++) {
        struct ir_sym *s = f->module->syms.entries[i].value;
        if (s->id == sym) return s->name;
    }
    return STR("?");
}

static bool branches(uint8_t op) {
    return op >= M_JMP && op <= M_POLL;
}

static void print_labels(struct buf *out, const struct mins *m) {
    if (m->op == M_SWITCH)
        for (int32_t k = 0; k < m->imm2; k++) buf_printf(out, " b%u", m->table[k]);
    else if (branches(m->op))
        for (int e = 0; e < (m->op == M_JMP ? 1 : 2); e++) buf_printf(out, " b%u", m->label[e]);
}

/* Where the form came from: the IR value's number and operation. */
static void print_origin(struct buf *out, size_t column, const struct ir_ins *i) {
    while (out->n < column + 44) buf_putc(out, ' ');
    buf_printf(out, " ; %%%u %s", i->id, ir_ops[i->op].text);
    if (i->op == IR_RT) buf_printf(out, " %s", ir_rts[i->aux].name);
}

void mir_print_ins(struct buf *out, const struct mfunc *f, const struct mins *m) {
    size_t column = out->n;
    buf_puts(out, "    ");
    if (m->d) {
        print_reg(out, f, m->rd, m->d);
        buf_puts(out, " = ");
    }
    buf_puts(out, form_text[m->op]);
    if (compares(m->op)) buf_printf(out, ".%s", cc_text[m->cc]);
    if (m->op == M_SETFCC || m->op == M_BRFCC) buf_printf(out, ".%s", fcc_text[m->cc]);
    for (int k = 0; k < 4; k++) {
        if (!m->use[k]) continue;
        buf_putc(out, ' ');
        print_reg(out, f, m->ru[k], m->use[k]);
    }
    if (m->sym) {
        struct str name = mir_sym_name(f, m->sym - 1);
        buf_printf(out, " " STR_FMT, STR_ARG(name));
    }
    if (m->mem_frame) buf_puts(out, " frame");
    if (m->imm || m->op == M_IMM) buf_printf(out, " %lld", (long long)m->imm);
    if (m->imm2 && m->op != M_SWITCH) buf_printf(out, ", %d", m->imm2);
    if (m->op == M_CALL && m->call->target) buf_printf(out, " %s", f->isa->reg_names[f->isa->call_target]);
    if (m->op == M_CALL && m->call->site) buf_printf(out, " site %u", m->call->site - 1);
    print_labels(out, m);
    if (m->ir) print_origin(out, column, m->ir);
    buf_putc(out, '\n');
}

void mir_print_code(struct buf *out, const struct mfunc *f) {
    const struct assembler *a = &f->as;
    buf_printf(out, "code %zu bytes, frame %u\n", a->code.n, a->frame);
    for (size_t i = 0; i < a->code.n; i++)
        buf_printf(out, "%s%02x%s", i % 32 == 0 ? "    " : "", (uint8_t)a->code.p[i],
                   i % 32 == 31 || i + 1 == a->code.n ? "\n" : "");
    for (size_t i = 0; i < a->relocs.n; i++) {
        const struct asm_reloc *r = &a->relocs.p[i];
        struct str name = mir_sym_name(f, r->sym);
        buf_printf(out, "    reloc %u type %u " STR_FMT " %lld\n", r->offset, r->type, STR_ARG(name),
                   (long long)r->addend);
    }
}
