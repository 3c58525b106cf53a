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

void mir_print_ins(struct buf *out, const struct mfunc *f, const struct mins *m) {
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
    if (m->imm2) buf_printf(out, ", %lld", (long long)m->imm2);
    for (uint32_t e = 0; e < 2 && m->op >= M_JMP && m->op <= M_SWITCH; e++)
        buf_printf(out, " b%u", m->label[e]);
    if (m->op == M_CALL && m->call->site) buf_printf(out, " site %u", m->call->site - 1);
    buf_putc(out, '\n');
}
