/* The readable form; text.h has the grammar. What is printed depends on ids and order only, never on
 * addresses. */
#include "rules/ir/text.h"

#include <inttypes.h>

static void print_quoted(struct buf *out, struct str s) {
    static const char hex[] = "0123456789abcdef";
    buf_putc(out, '"');
    for (size_t k = 0; k < s.n; k++) {
        unsigned char c = (unsigned char)s.p[k];
        if (c == '"' || c == '\\') {
            buf_putc(out, '\\');
            buf_putc(out, c);
        } else if (c < 32 || c >= 127) {
            buf_putc(out, '\\');
            buf_putc(out, hex[c >> 4]);
            buf_putc(out, hex[c & 15]);
        } else {
            buf_putc(out, c);
        }
    }
    buf_putc(out, '"');
}

static void print_name(struct buf *out, struct str s) {
    bool bare = s.n > 0;
    for (size_t k = 0; k < s.n && bare; k++) bare = ir_bare_char((unsigned char)s.p[k]);
    if (bare)
        buf_str(out, s);
    else
        print_quoted(out, s);
}

static void print_value(struct buf *out, const struct ir_ins *i) {
    buf_printf(out, "%%%u", i->id);
}

static void print_typed(struct buf *out, const struct ir_ins *i) {
    buf_printf(out, "%%%u:%c", i->id, IR_TYPE_LETTERS[i->type]);
}

static void print_edge(struct buf *out, const struct ir_edge *e) {
    buf_printf(out, " b%u", e->to->id);
    if (!e->nargs) return;
    for (uint32_t k = 0; k < e->nargs; k++) {
        buf_puts(out, k ? ", " : "(");
        print_value(out, e->args[k]);
    }
    buf_putc(out, ')');
}

static void print_ins(struct buf *out, const struct ir_ins *i) {
    buf_puts(out, "  ");
    /* Instructions without a result are numbered too: their ids must read back. */
    if (i->type != IR_N)
        print_typed(out, i);
    else
        print_value(out, i);
    buf_puts(out, " = ");
    buf_puts(out, ir_ops[i->op].text);
    if (i->op == IR_RT) buf_printf(out, " %s", ir_rts[i->aux].name);
    for (uint32_t k = 0; k < i->nargs; k++) {
        buf_puts(out, k ? ", " : " ");
        print_value(out, i->args[k]);
    }
    if (i->imm) buf_printf(out, " imm=%" PRId64, i->imm);
    if (i->sym) {
        buf_puts(out, " sym=");
        print_name(out, i->sym->name);
    }
    if (i->sym2) {
        buf_puts(out, " sym2=");
        print_name(out, i->sym2->name);
    }
    if (i->aux && i->op != IR_RT) buf_printf(out, " aux=%" PRId32, i->aux);
    if (i->site) buf_printf(out, " site=%u", i->site);
    if (i->fact) buf_printf(out, " fact=%u", i->fact);
    if (i->flags & IR_CAUGHT) buf_puts(out, " caught");
    if (i->flags & IR_COLD) buf_puts(out, " cold");
    if (i->flags & IR_INLINE) buf_puts(out, " inline");
    for (uint32_t e = 0; e < i->nedges; e++) print_edge(out, &i->edges[e]);
    buf_putc(out, '\n');
}

static void print_block(struct buf *out, const struct ir_block *b) {
    buf_printf(out, "b%u", b->id);
    for (uint32_t k = 0; k < b->nparams; k++) {
        buf_puts(out, k ? ", " : "(");
        print_typed(out, b->params[k]);
        if (b->params[k]->fact) buf_printf(out, " fact=%u", b->params[k]->fact);
    }
    buf_puts(out, b->nparams ? ")" : "");
    buf_puts(out, b->cold ? " cold:\n" : ":\n");
    for (const struct ir_ins *i = b->first; i; i = i->next) print_ins(out, i);
}

void ir_print_func(struct buf *out, const struct ir_func *f) {
    buf_puts(out, "func ");
    print_name(out, f->sym->name);
    buf_printf(out, " %c", IR_TYPE_LETTERS[f->result]);
    if (f->code) {
        buf_puts(out, " code ");
        print_name(out, f->code->name);
    }
    if (f->flags & IR_FUNC_GLOBAL) buf_puts(out, " global");
    if (f->flags & IR_FUNC_CHAIN) buf_puts(out, " chain");
    buf_puts(out, " {\n");
    for (size_t k = 0; k < f->sites.n; k++) {
        const struct ir_site *s = &f->sites.p[k];
        buf_printf(out, "  site %u %u %u %u\n", s->line, s->end_line, s->col, s->end_col);
    }
    for (size_t k = 0; k < f->stack.n; k++) buf_printf(out, "  stack %u\n", f->stack.p[k]);
    for (const struct ir_block *b = f->blocks; b; b = b->next) print_block(out, b);
    buf_puts(out, "}\n");
}

static void print_data(struct buf *out, const struct ir_data *d) {
    buf_puts(out, "data ");
    print_name(out, d->sym->name);
    buf_puts(out, " section ");
    print_name(out, d->section);
    buf_printf(out, " align %u", d->align);
    if (d->flags & IR_DATA_WRITE) buf_puts(out, " write");
    if (d->flags & IR_DATA_GLOBAL) buf_puts(out, " global");
    if (d->flags & IR_DATA_WEAK) buf_puts(out, " weak");
    buf_puts(out, " {\n");
    for (size_t at = 0; at < d->bytes.n; at += 32) {
        buf_puts(out, "  bytes ");
        print_quoted(out, (struct str){d->bytes.p + at, MIN(32, d->bytes.n - at)});
        buf_putc(out, '\n');
    }
    for (size_t k = 0; k < d->relocs.n; k++) {
        buf_printf(out, "  reloc %u ", d->relocs.p[k].offset);
        print_name(out, d->relocs.p[k].sym->name);
        buf_printf(out, " %" PRId64 "\n", d->relocs.p[k].addend);
    }
    buf_puts(out, "}\n");
}

static void print_line(struct buf *out, const char *word, struct str name) {
    buf_puts(out, word);
    print_name(out, name);
    buf_putc(out, '\n');
}

void ir_print_module(struct buf *out, const struct ir_module *m) {
    print_line(out, "module ", m->name);
    for (size_t k = 0; k < m->imports.n; k++) print_line(out, "import ", m->imports.p[k]);
    for (size_t k = 0; k < m->names.n; k++) print_line(out, "name ", m->names.p[k]);
    if (m->all_names) buf_puts(out, "all_names\n");
    for (const struct ir_data *d = m->data; d; d = d->next) print_data(out, d);
    for (const struct ir_func *f = m->funcs; f; f = f->next) ir_print_func(out, f);
}
