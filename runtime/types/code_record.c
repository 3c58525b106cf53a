/* What only introspection asks of a code object: names, constants, lines, copies with other fields.
 *
 * Each struct code has a record in the group pycode (rules/lower/code.c), which is linked into programs that
 * ask for one of these. An index of an instruction is twice that of a site: there is no other code to speak
 * of. */
#include "runtime/gc/gc.h"
#include "runtime/types/code_record.h"

extern const char __start_pycode[] __attribute__((weak, visibility("hidden")));
extern const char __stop_pycode[] __attribute__((weak, visibility("hidden")));

#define C(v) (AS(code_object, v)->code)

/* Copies have the sites of what they were made from, and nobody else has them. */
const struct code_record *code_record(const struct code *code) {
    for (const char *p = __start_pycode; p < __stop_pycode;) {
        const struct code_record *r = (const struct code_record *)p;
        if (r->code->sites == code->sites) return r;
        size_t n = sizeof *r + (r->ncells + r->nnames + r->nwords) * sizeof(val) + r->nslots * 4;
        p += (n + 7) & ~(size_t)7;
    }
    return NULL;
}

static val get_names(struct thread *t, val v) {
    const struct code_record *r = code_record(C(v));
    return r ? tuple_of(t, r->nnames, r->word + r->ncells) : EMPTY_TUPLE;
}
static val get_cellvars(struct thread *t, val v) {
    const struct code_record *r = code_record(C(v));
    return r ? tuple_of(t, r->ncells, r->word) : EMPTY_TUPLE;
}

/* A function's docstring, or None, stands first. */
static val get_consts(struct thread *t, val v) {
    const struct code *c = C(v);
    const struct code_record *r = code_record(c);
    val list = list_new(t, 4);
    if (!list || (!(c->flags & (CODE_MODULE | CODE_CLASS)) && list_push(t, list, c->doc ? c->doc : NONE) < 0))
        return 0;
    const val *p = r ? r->word + r->ncells + r->nnames : NULL;
    for (const val *end = r ? p + r->nwords : NULL; p < end; p++) {
        val item = *p ? *p : code_object(t, (const struct code *)p[1]);
        if (!*p) p++;
        if (!item || list_push(t, list, item) < 0) return 0;
    }
    return rt_list_to_tuple(t, list);
}

static val number(int64_t n) {
    return n < 0 ? NONE : val_small(n);
}

static val get_positions(struct thread *t, val v) {
    val list = list_new(t, C(v)->nsites);
    for (uint32_t i = 0; list && i < C(v)->nsites; i++) {
        struct site s;
        code_site(C(v), i, &s);
        val p = tuple_of(
            t, 4, (val[4]){val_small(s.line), val_small(s.end_line), number(s.col), number(s.end_col)});
        if (!p || list_push(t, list, p) < 0) return 0;
    }
    return list ? obj_iter(t, list) : 0;
}

/* Neighbours of one line are one range. */
static val get_lines(struct thread *t, val v) {
    val list = list_new(t, 4);
    struct site s, next;
    for (int64_t i = 0, n = C(v)->nsites, from = 0; list && i < n; i++) {
        code_site(C(v), i, &s);
        if (i + 1 < n) code_site(C(v), i + 1, &next);
        if (i + 1 < n && next.line == s.line) continue;
        val p = tuple_of(t, 3, (val[3]){val_small(2 * from), val_small(2 * i + 2), val_small(s.line)});
        if (!p || list_push(t, list, p) < 0) return 0;
        from = i + 1;
    }
    return list ? obj_iter(t, list) : 0;
}

/* ---- replace ---- */

enum field { NAME_FIELD, QUALNAME_FIELD, FILE_FIELD, LINE_FIELD, FLAGS_FIELD };
static const char *const fields[] = {"co_name", "co_qualname", "co_filename", "co_firstlineno", "co_flags"};
#define CO_ITERABLE 0x100

static bool is(val name, const char *word) {
    const struct string *s = AS(string, name);
    int64_t n = (int64_t)strlen(word);
    for (int64_t i = 0; i < n; i++)
        if (i >= s->len || str_at(s, i) != (uint8_t)word[i]) return false;
    return s->len == n;
}

static bool replace_flags(struct thread *t, val old, struct code *c, val x) {
    int64_t want, have = code_co_flags(c);
    (void)old;
    if (!index_i64(t, x, &want)) return false;
    if ((want ^ have) & ~(int64_t)CO_ITERABLE)
        return raise(t, &exc_ValueError, "code: the flags of compiled code cannot be changed so");
    c->flags = want & CO_ITERABLE ? c->flags | CODE_ITERABLE : c->flags & ~(uint32_t)CODE_ITERABLE;
    return true;
}

static bool replace_field(struct thread *t, val old, struct code *c, val name, val x) {
    enum field f = 0;
    while (f < sizeof fields / sizeof *fields && !is(name, fields[f])) f++;
    if (f == FLAGS_FIELD) return replace_flags(t, old, c, x);
    if (f == LINE_FIELD) {
        int64_t line;
        if (!index_i64(t, x, &line)) return false;
        c->first_line = (uint32_t)line;
        return true;
    }
    if (f < LINE_FIELD) {
        if (!val_is_str(x))
            return raise(t, &exc_TypeError, "code.replace() argument '%s' must be str, not %B", fields[f], x);
        gc_keep(t, x);
        *(f == NAME_FIELD ? &c->name : f == QUALNAME_FIELD ? &c->qualname : &c->file) = x;
        return true;
    }
    val now = obj_lookattr(t, old, name);
    if (t->exc) return false;
    if (!now) return raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for replace()", name);
    int64_t same = obj_equal(t, now, x);
    if (same < 0) return false;
    return same || raise(t, &exc_ValueError, "code: %U of compiled code cannot be changed", name);
}

static val code_replace(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (argc != 1)
        return raise(t, &exc_TypeError, "replace() takes 0 positional arguments but %ld were given",
                     argc - 1);
    struct code *c = gc_permanent(t, sizeof *c);
    if (!c) return 0;
    *c = *C(argv[0]);
    for (int64_t i = 0; kwnames && i < AS(tuple, kwnames)->len; i++)
        if (!replace_field(t, argv[0], c, AS(tuple, kwnames)->item[i], argv[argc + i])) return 0;
    return code_object(t, c);
}

GETTER(code, co_names, get_names, readonly_member);
GETTER(code, co_cellvars, get_cellvars, NULL);
GETTER(code, co_consts, get_consts, readonly_member);
METHOD(code, co_positions, get_positions, 1, 0, "($self, /)");
METHOD(code, co_lines, get_lines, 1, 0, "($self, /)");
METHOD(code, replace, code_replace, -1, 0, NULL);
