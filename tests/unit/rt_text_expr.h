/* A small evaluator of Python expressions over the runtime's own entry points, so that tests of numbers and
 * text are lines of a file: literals, names of built-ins, attributes, calls, subscripts, operators. For tests
 * only. */
#ifndef PY2_RT_TEXT_EXPR_H
#define PY2_RT_TEXT_EXPR_H

#include <stdio.h>
#include <stdlib.h>
#include "runtime/rt.h"
#include "runtime/state.h"
#include "runtime/types/str_priv.h"
#include "runtime/types/float.h"

struct expr {
    struct thread *t;
    const char *p;
    val names; /* dict of extra names (modules) */
};

static val expr_any(struct expr *e);

static void expr_space(struct expr *e) {
    while (*e->p == ' ' || *e->p == '\n') e->p++;
}
static bool expr_take(struct expr *e, const char *word) {
    expr_space(e);
    size_t n = strlen(word);
    if (strncmp(e->p, word, n)) return false;
    bool letters = (word[0] | 32) >= 'a' && (word[0] | 32) <= 'z';
    char after = e->p[n];
    if (letters && ((after | 32) >= 'a' && (after | 32) <= 'z')) return false;
    e->p += n;
    return true;
}

static unsigned expr_hex(const char *p, int n) {
    char text[12] = {0};
    memcpy(text, p, (size_t)n);
    return (unsigned)strtoul(text, NULL, 16);
}

static val expr_string(struct expr *e, bool bytes, bool raw) {
    char quote = *e->p++;
    struct strbuf b;
    strbuf_init(&b, e->t);
    while (*e->p && *e->p != quote) {
        unsigned c = (unsigned char)*e->p++;
        if (c == '\\' && !raw) {
            c = (unsigned char)*e->p++;
            int n = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
            if (n && !(bytes && n != 2)) {
                c = expr_hex(e->p, n);
                e->p += n;
            } else if (c >= '0' && c <= '7') {
                c -= '0';
                for (int i = 0; i < 2 && *e->p >= '0' && *e->p <= '7'; i++)
                    c = c * 8 + (unsigned)(*e->p++ - '0');
            } else {
                const char *from = "ntrabfv\\'\"", *to = "\n\t\r\a\b\f\v\\'\"", *at = strchr(from, (int)c);
                if (at)
                    c = (unsigned char)to[at - from];
                else
                    strbuf_char(&b, '\\');
            }
        } else if (c >= 0xc0) {
            int n = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
            c &= 0x3fu >> n;
            for (int i = 0; i < n; i++) c = c << 6 | ((unsigned char)*e->p++ & 0x3f);
        }
        strbuf_char(&b, c);
    }
    e->p++;
    val s = strbuf_finish(&b);
    return bytes ? str_encode(e->t, s, "latin-1", NULL) : s;
}

static val expr_number(struct expr *e) {
    const char *start = e->p;
    bool hex = e->p[0] == '0' && strchr("xXoObB", e->p[1]) && e->p[1], real = false;
    if (hex) e->p += 2;
    for (;; e->p++) {
        char c = *e->p;
        if (c >= '0' && c <= '9') continue;
        if (hex && (c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'f'))) continue;
        if (!hex &&
            (c == '_' || c == '.' || (c | 32) == 'e' || ((c == '-' || c == '+') && (e->p[-1] | 32) == 'e'))) {
            real |= c != '_' && c != '-' && c != '+';
            continue;
        }
        break;
    }
    val text = str_utf8(e->t, start, (size_t)(e->p - start)), args[2] = {text, val_small(0)};
    if (*e->p == 'j') {
        e->p++;
        return complex_new(e->t, 0.0, float_get(float_from_text(e->t, text)));
    }
    if (real) return float_from_text(e->t, text);
    return call(e->t, val_of(&int_type), 2, args, 0);
}

static val expr_list(struct expr *e, char close, bool *comma) {
    val list = list_new(e->t, 0);
    *comma = false;
    for (;;) {
        expr_space(e);
        if (*e->p == close) break;
        val v = expr_any(e);
        if (!v) return 0;
        list_push(e->t, list, v);
        expr_space(e);
        if (*e->p != ',') break;
        *comma = true;
        e->p++;
    }
    expr_space(e);
    e->p++;
    return list;
}

static val expr_braces(struct expr *e) {
    val d = 0, s = 0;
    expr_space(e);
    while (*e->p != '}') {
        val k = expr_any(e);
        if (!k) return 0;
        if (expr_take(e, ":")) {
            val v = expr_any(e);
            if (!v) return 0;
            if (!d) d = dict_make(e->t);
            if (dict_put(e->t, d, k, v) < 0) return 0;
        } else {
            if (!s) s = set_make(e->t, false);
            if (set_put(e->t, s, k) < 0) return 0;
        }
        expr_take(e, ",");
        expr_space(e);
    }
    e->p++;
    return s ? s : d ? d : dict_make(e->t);
}

static val expr_atom(struct expr *e) {
    bool comma;
    expr_space(e);
    char c = *e->p, d = e->p[1];
    if (c == '\'' || c == '"') return expr_string(e, false, false);
    if ((c == 'b' || c == 'r') && (d == '\'' || d == '"')) {
        e->p++;
        return expr_string(e, c == 'b', c == 'r');
    }
    if ((c >= '0' && c <= '9') || (c == '.' && d >= '0' && d <= '9')) return expr_number(e);
    if (c == '(') {
        e->p++;
        val list = expr_list(e, ')', &comma);
        if (!list) return 0;
        struct list *l = AS(list, list);
        return l->len == 1 && !comma ? l->item[0] : tuple_of(e->t, l->len, l->item);
    }
    if (c == '[') {
        e->p++;
        return expr_list(e, ']', &comma);
    }
    if (c == '{') {
        e->p++;
        return expr_braces(e);
    }
    const char *start = e->p;
    while ((*e->p | 32) >= 'a' && (*e->p | 32) <= 'z'
               ? 1
               : *e->p == '_' || (e->p > start && *e->p >= '0' && *e->p <= '9'))
        e->p++;
    val name = str_intern(e->t, str_utf8(e->t, start, (size_t)(e->p - start)));
    if (str_equal(name, NAME(True))) return TRUE;
    if (str_equal(name, NAME(False))) return FALSE;
    if (str_equal(name, str_ascii(e->t, "None"))) return NONE;
    val v = e->names ? dict_lookup(e->t, e->names, name) : 0;
    if (!v) v = module_builtins_lookup(e->t, name);
    if (!v && !e->t->exc) raise(e->t, &exc_NameError, "name '%U' is not defined", name);
    return v;
}

static val expr_call(struct expr *e, val f) {
    val argv[40], names[10];
    int64_t argc = 0, nk = 0;
    for (;;) {
        expr_space(e);
        if (*e->p == ')') break;
        const char *q = e->p;
        while ((*q | 32) >= 'a' && (*q | 32) <= 'z' ? 1 : *q == '_') q++;
        if (q > e->p && *q == '=' && q[1] != '=') {
            names[nk++] = str_intern(e->t, str_utf8(e->t, e->p, (size_t)(q - e->p)));
            e->p = q + 1;
        }
        if (!(argv[argc++] = expr_any(e))) return 0;
        expr_space(e);
        if (*e->p != ',') break;
        e->p++;
    }
    expr_space(e);
    e->p++;
    return call(e->t, f, argc - nk, argv, nk ? tuple_of(e->t, nk, names) : 0);
}

static val expr_subscript(struct expr *e) {
    val part[3] = {NONE, NONE, NONE};
    int n = 0;
    bool slice = false;
    for (;;) {
        expr_space(e);
        if (*e->p == ']') break;
        if (*e->p == ':') {
            slice = true;
            n++;
            e->p++;
            continue;
        }
        if (!(part[n] = expr_any(e))) return 0;
    }
    e->p++;
    return slice ? rt_slice_new(e->t, part[0], part[1], part[2]) : part[0];
}

static val expr_postfix(struct expr *e) {
    val v = expr_atom(e);
    while (v) {
        if (*e->p == '.') {
            const char *start = ++e->p;
            while ((*e->p | 32) >= 'a' && (*e->p | 32) <= 'z'
                       ? 1
                       : *e->p == '_' || (*e->p >= '0' && *e->p <= '9'))
                e->p++;
            v = obj_getattr(e->t, v, str_intern(e->t, str_utf8(e->t, start, (size_t)(e->p - start))));
        } else if (*e->p == '(') {
            e->p++;
            v = expr_call(e, v);
        } else if (*e->p == '[') {
            e->p++;
            val key = expr_subscript(e);
            v = key ? rt_getitem(e->t, v, key) : 0;
        } else {
            break;
        }
    }
    return v;
}

static val expr_unary(struct expr *e);
static val expr_power(struct expr *e) {
    val a = expr_postfix(e);
    if (!a || !expr_take(e, "**")) return a;
    val b = expr_unary(e);
    return b ? rt_pow(e->t, a, b) : 0;
}
static val expr_unary(struct expr *e) {
    expr_space(e);
    char c = *e->p;
    if (c != '-' && c != '+' && c != '~') return expr_power(e);
    e->p++;
    val v = expr_unary(e);
    return !v ? 0 : c == '-' ? rt_neg(e->t, v) : c == '+' ? rt_pos(e->t, v) : rt_invert(e->t, v);
}

static val expr_binary(struct expr *e, int level) {
    static const struct {
        int level;
        const char *sign;
        val (*f)(struct thread *, val, val);
    } ops[] = {{0, "|", rt_or},      {1, "^", rt_xor},     {2, "&", rt_and}, {3, "<<", rt_lshift},
               {3, ">>", rt_rshift}, {4, "+", rt_add},     {4, "-", rt_sub}, {5, "//", rt_floordiv},
               {5, "*", rt_mul},     {5, "/", rt_truediv}, {5, "%", rt_mod}, {5, "@", rt_matmul}};
    if (level > 5) return expr_unary(e);
    val a = expr_binary(e, level + 1);
    for (size_t i = 0; a && i < sizeof ops / sizeof *ops; i++) {
        if (ops[i].level != level || !expr_take(e, ops[i].sign)) continue;
        val b = expr_binary(e, level + 1);
        a = b ? ops[i].f(e->t, a, b) : 0;
        i = (size_t)-1;
    }
    return a;
}

static val expr_any(struct expr *e) {
    static const struct {
        const char *sign;
        val (*f)(struct thread *, val, val);
    } ops[] = {{"==", rt_eq}, {"!=", rt_ne}, {"<=", rt_le}, {">=", rt_ge}, {"<", rt_lt}, {">", rt_gt}};
    val a = expr_binary(e, 0);
    for (size_t i = 0; a && i < sizeof ops / sizeof *ops; i++) {
        if (!expr_take(e, ops[i].sign)) continue;
        val b = expr_binary(e, 0);
        return b ? ops[i].f(e->t, a, b) : 0;
    }
    bool negated = a && expr_take(e, "not in");
    if (a && (negated || expr_take(e, "in"))) {
        val b = expr_binary(e, 0);
        int64_t r = b ? rt_contains(e->t, b, a) : -1;
        return r < 0 ? 0 : val_bool(r != negated);
    }
    return a;
}

/* The repr of the value, or "Type: message" of the exception. */
static val expr_eval(struct thread *t, val names, const char *text) {
    struct expr e = {t, text, names};
    val v = expr_any(&e), r = v ? obj_repr(t, v) : 0;
    if (r) return r;
    val exc = exc_take(t);
    return str_format(t, "%T: %S", exc, exc);
}

#endif
