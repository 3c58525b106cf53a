/* Packed trees (front.h) to nodes. */
#include "runtime/lib/_ast/ast.h"
#include "runtime/lib/front.h"
#include "runtime/types/float.h"
#include "runtime/types/int.h"

struct unpack {
    struct thread *t;
    const uint8_t *p;
    const struct ast_tables *tables;
};

static uint64_t uleb(struct unpack *u) {
    uint64_t v = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *u->p++;
        v |= (uint64_t)(b & 0x7f) << shift;
        if (b < 0x80) return v;
    }
}

static int64_t sleb(struct unpack *u) {
    uint64_t v = 0;
    unsigned shift = 0;
    uint8_t b;
    do {
        b = *u->p++;
        v |= (uint64_t)(b & 0x7f) << shift;
        shift += 7;
    } while (b >= 0x80);
    if (shift < 64 && b & 0x40) v |= ~(uint64_t)0 << shift;
    return (int64_t)v;
}

static val number(struct unpack *u) {
    return int_from_i64(u->t, sleb(u));
}

static val text(struct unpack *u, size_t n) {
    val s = str_utf8(u->t, (const char *)u->p, n);
    u->p += n;
    return s;
}

static val optional_text(struct unpack *u) {
    uint64_t n = uleb(u);
    if (!n) return NONE;
    val s = text(u, n - 1);
    return s ? str_intern(u->t, s) : 0;
}

static double take_double(struct unpack *u) {
    double d;
    memcpy(&d, u->p, sizeof d);
    u->p += sizeof d;
    return d;
}

static val constant(struct unpack *u) {
    struct thread *t = u->t;
    char letter = (char)*u->p++;
    switch (letter) {
    case 'N': return NONE;
    case 'T': return TRUE;
    case 'F': return FALSE;
    case 'E': return ELLIPSIS;
    case 'i': return number(u);
    case 'b': {
        size_t n = (size_t)uleb(u) - 1;
        const char *digits = (const char *)u->p;
        u->p += n;
        return int_parse(t, 0, digits, (int64_t)n, 16);
    }
    case 'f': return float_new(t, take_double(u));
    case 'j': return complex_new(t, 0.0, take_double(u));
    case 's': {
        size_t n = (size_t)uleb(u);
        return text(u, n);
    }
    default: {
        size_t n = (size_t)uleb(u);
        u->p += n;
        return bytes_new(t, u->p - n, n);
    }
    }
}

static val node(struct unpack *u);

static val sequence(struct unpack *u, const struct ast_field *f) {
    uint64_t n = uleb(u);
    val list = list_new(u->t, (int64_t)n);
    for (uint64_t i = 0; list && i < n; i++) {
        val x = f->kind == 'n' ? optional_text(u)
                               : f->kind == 'o'
                    ? u->tables->operator[f->sum][uleb(u)] : node(u);
        if (!x || list_push(u->t, list, x) < 0) return 0;
    }
    return list;
}

static val field(struct unpack *u, const struct ast_field *f) {
    switch (f->kind) {
    case '1':
    case '?': return node(u);
    case '*':
    case '+':
    case 'n':
    case 'o': return sequence(u, f);
    case 'e': return u->tables->operator[f->sum][uleb(u)];
    case 'd': return number(u);
    case 'c': return constant(u);
    case 'u': return *u->p++ ? str_ascii(u->t, "u") : NONE;
    case 'z': return NONE;
    default: return optional_text(u);
    }
}

static bool put(struct unpack *u, val dict, val name, val v) {
    return v && dict_put(u->t, dict, name, v) >= 0;
}

static val small(uint64_t v) {
    return val_small((int64_t)v);
}

/* Positions stand first in the bytes and last among the attributes. */
static bool put_positions(struct unpack *u, val dict, const uint64_t at[4]) {
    return put(u, dict, NAME(lineno), small(at[0])) && put(u, dict, NAME(col_offset), small(at[1])) &&
           put(u, dict, NAME(end_lineno), small(at[0] + at[2])) &&
           put(u, dict, NAME(end_col_offset), small(at[3]));
}

static val node(struct unpack *u) {
    uint64_t at[4], number = uleb(u);
    if (!number) return NONE;
    if (stack_check(u->t) < 0) return 0;
    const struct ast_row *row = &u->tables->row[number];
    val self = ast_node_new(u->t, row->cls), dict = self ? obj_getattr(u->t, self, NAME(__dict__)) : 0;
    if (!dict) return 0;
    for (int i = 0; row->positioned && i < 4; i++) at[i] = uleb(u);
    for (unsigned i = 0; i < row->n; i++) {
        const struct ast_field *f = &u->tables->field[row->field + i];
        val v = field(u, f);
        if (!v) return 0;
        if (f->kind == '+' && !AS(list, v)->len) continue;
        if (!put(u, dict, f->name, v)) return 0;
    }
    return row->positioned && !put_positions(u, dict, at) ? 0 : self;
}

val ast_unpack(struct thread *t, const char *p, size_t n) {
    (void)n; /* our own front end's bytes */
    struct unpack u = {t, (const uint8_t *)p, ast_tables_get(t)};
    return u.tables ? node(&u) : 0;
}
