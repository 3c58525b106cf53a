/* Code objects: what `f.__code__` shows of the compiled side of a function. Made when asked for. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define C(v) (AS(code_object, v)->code)

/* One object per code, so that they can be compared by identity. */
static val objects;

val code_object(struct thread *t, const struct code *code) {
    if (!objects) {
        val d = dict_make(t);
        if (!d) return 0;
        gc_root(t, &objects);
        objects = d;
    }
    val key = val_small((int64_t)((uintptr_t)code >> 2)), known = dict_lookup(t, objects, key);
    if (known || t->exc) return known;
    struct code_object *c = gc_new(t, &code_type, sizeof *c);
    if (!c) return 0;
    c->code = code;
    return dict_put(t, objects, key, val_of(c)) < 0 ? 0 : val_of(c);
}

static val code_repr(struct thread *t, val v) {
    const struct code *c = C(v);
    return str_format(t, "<code object %U at %x, file \"%U\", line %d>", c->name, (int64_t)c, c->file,
                      (int)c->first_line);
}
static val code_compare(struct thread *t, val a, val b, enum compare op) {
    (void)t;
    if (!val_is_exact(b, &code_shape) || (op != CMP_EQ && op != CMP_NE)) return NOTIMPLEMENTED;
    return val_bool((C(a) == C(b)) == (op == CMP_EQ));
}
static int64_t code_hash(struct thread *t, val v) {
    return (void)t, (int64_t)((uintptr_t)C(v) >> 4);
}

static val get_name(struct thread *t, val v) {
    return (void)t, C(v)->name;
}
static val get_qualname(struct thread *t, val v) {
    return (void)t, C(v)->qualname;
}
static val get_file(struct thread *t, val v) {
    return (void)t, C(v)->file;
}
static val get_line(struct thread *t, val v) {
    return (void)t, val_small(C(v)->first_line);
}
static val get_argcount(struct thread *t, val v) {
    return (void)t, val_small(C(v)->npos);
}
static val get_posonly(struct thread *t, val v) {
    return (void)t, val_small(C(v)->nposonly);
}
static val get_kwonly(struct thread *t, val v) {
    return (void)t, val_small(C(v)->nkwonly);
}
static val get_varnames(struct thread *t, val v) {
    return tuple_of(t, C(v)->nvarnames, C(v)->varnames);
}
static val get_freevars(struct thread *t, val v) {
    return tuple_of(t, C(v)->nfree, C(v)->freenames);
}
static val get_nlocals(struct thread *t, val v) {
    return (void)t, val_small(C(v)->nvarnames);
}
/* Whether a function stands around it: its qualified name says so. */
static bool is_nested(const struct code *c) {
    static const char mark[] = "<locals>";
    const struct string *s = AS(string, c->qualname);
    for (int64_t i = 0, k = 0; i < s->len; i++) {
        k = str_at(s, i) == (uint8_t)mark[k] ? k + 1 : str_at(s, i) == '<';
        if (!mark[k]) return true;
    }
    return false;
}

/* co_flags, by CPython's numbers. */
int64_t code_co_flags(const struct code *c) {
    static const struct {
        uint32_t from, to;
    } map[] = {{CODE_VARARGS, 4},      {CODE_VARKW, 8},        {CODE_GENERATOR, 0x20},
               {CODE_COROUTINE, 0x80}, {CODE_ITERABLE, 0x100}, {CODE_ASYNCGEN, 0x200}};
    int64_t flags = c->flags & (CODE_MODULE | CODE_CLASS) ? 0 : 3;
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (c->flags & map[i].from) flags |= map[i].to;
    return flags | (is_nested(c) ? 0x10 : 0);
}

static val get_flags(struct thread *t, val v) {
    return (void)t, val_small(code_co_flags(C(v)));
}

METHOD_TABLE(code);
GETTER(code, co_name, get_name, readonly_member);
GETTER(code, co_qualname, get_qualname, readonly_member);
GETTER(code, co_filename, get_file, readonly_member);
GETTER(code, co_firstlineno, get_line, readonly_member);
GETTER(code, co_argcount, get_argcount, readonly_member);
GETTER(code, co_posonlyargcount, get_posonly, readonly_member);
GETTER(code, co_kwonlyargcount, get_kwonly, readonly_member);
GETTER(code, co_varnames, get_varnames, NULL);
GETTER(code, co_freevars, get_freevars, NULL);
GETTER(code, co_nlocals, get_nlocals, readonly_member);
GETTER(code, co_flags, get_flags, readonly_member);

struct shape code_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &code_type};
struct type code_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &code_shape,
    .cname = "code",
    .flags = TYPE_WEAKREF,
    .base = &object_type,
    .size = sizeof(struct code_object),
    .gc_layout = GC_LEAF,
    METHODS_OF(code),
    .repr = code_repr,
    .compare = code_compare,
    .hash = code_hash,
};

/* ---- site tables ---- */

static uint64_t uleb(const uint8_t **p) {
    uint64_t r = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        r |= (uint64_t)(b & 127) << shift;
        if (!(b & 128)) return r;
    }
}

static int64_t sleb(const uint8_t **p) {
    uint64_t r = 0;
    int shift = 0;
    uint8_t b;
    do {
        b = *(*p)++;
        r |= (uint64_t)(b & 127) << shift;
        shift += 7;
    } while (b & 128);
    if (b & 64 && shift < 64) r |= ~UINT64_C(0) << shift;
    return (int64_t)r;
}

void code_site(const struct code *code, int64_t site, struct site *out) {
    *out = (struct site){code->first_line, code->first_line, -1, -1};
    if (site < 0 || site >= (int64_t)code->nsites || !code->sites) return;
    const uint8_t *p = code->sites;
    int64_t line = code->first_line;
    for (int64_t i = 0; i <= site; i++) {
        line += sleb(&p);
        out->line = line;
        out->end_line = line + (int64_t)uleb(&p);
        uint64_t col = uleb(&p), end = uleb(&p);
        out->col = col == UINT32_MAX ? -1 : (int64_t)col;
        out->end_col = end == UINT32_MAX ? -1 : (int64_t)end;
    }
}
