/* Finds the encodings that a module names: what str.encode, open and the module codecs look up by name is an
 * import that no statement spells.
 *
 * A constant handed to a call that takes an encoding names one. Names that are put together or handed on are
 * in the module's constants somewhere: of a module of the program that imports codecs, or that gives such a
 * call an encoding which is no constant, every constant that is an encoding's name counts, but for the
 * multibyte ones. Modules of the library are asked for direct constants only. */
#include "rules/reach/encodings.h"
#include "rules/python/walk.h"

enum kind { KIND_NATIVE, KIND_ESCAPE, KIND_TABLE, KIND_MULTIBYTE };

struct encoding {
    const char *name, *module;
    enum kind kind;
};
static const struct encoding encodings[] = {
#define NATIVE                KIND_NATIVE
#define ESCAPE                KIND_ESCAPE
#define TABLE                 KIND_TABLE
#define MULTIBYTE             KIND_MULTIBYTE
#define X(name, module, kind) {name, module, kind},
#include "rules/reach/encodings.def"
#undef X
};

struct naming {
    struct py_walk walk;
    struct arena *a;
    struct reach_imports *out;
    VEC(const struct py_expr *) constants; /* strings with an encoding's name */
    bool library;
    bool codecs;  /* the module imports codecs, whose look-ups know nothing natively */
    bool dynamic; /* an encoding is given that is no constant */
};
#define N(w) ((struct naming *)(w))

static bool is_alnum(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Lower case, with one underscore where other characters stand between words, as the package encodings looks
 * names up. */
static const struct encoding *encoding_named(struct str text) {
    char clean[40];
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i] >= 'A' && text.p[i] <= 'Z' ? (char)(text.p[i] | 32) : text.p[i];
        if (n + 2 > sizeof clean || c < ' ' || c > '~') return NULL;
        if (is_alnum(c))
            clean[n++] = c;
        else if (n && clean[n - 1] != '_')
            clean[n++] = '_';
    }
    if (n && clean[n - 1] == '_') n--;
    size_t low = 0, high = COUNT(encodings);
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = str_cmp((struct str){clean, n}, str_c(encodings[middle].name));
        if (!order) return &encodings[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const struct encoding *encoding_of(const struct py_expr *e) {
    if (e->kind != PY_EXPR_CONSTANT || e->constant.value.kind != PY_CONST_STR) return NULL;
    return encoding_named(e->constant.value.s);
}

/* ---- what is reached ---- */

static void reach(struct naming *w, struct str module, const struct py_expr *at) {
    for (size_t i = 0; i < w->out->items.n; i++)
        if (!w->library && str_eq(w->out->items.p[i].module, module)) return;
    struct reach_import i = {.module = module, .optional = true, .deferred = true};
    if (at) {
        i.line = at->lineno, i.col = at->col_offset + 1;
        i.end_line = at->end_lineno, i.end_col = at->end_col_offset + 1;
    }
    VEC_PUSH(&w->out->items, w->a, i);
}

static void reach_encoding(struct naming *w, const struct encoding *e, bool looked_up,
                           const struct py_expr *at) {
    if (!looked_up && e->kind == KIND_NATIVE) return;
    reach(w, STR("_codecs"), at);
    if (looked_up || e->kind != KIND_ESCAPE) reach(w, str_printf(w->a, "encodings.%s", e->module), at);
}

/* ---- calls ---- */

static bool is_codecs(const struct py_expr *e) {
    return e->kind == PY_EXPR_NAME && str_is(e->name.id, "codecs");
}

static bool among(struct str name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (str_is(name, names[i])) return true;
    return false;
}

/* Calls one of whose positional arguments may be an encoding. */
static bool takes_encoding(struct str name) {
    static const char *const names[] = {"encode", "decode",    "open",       "TextIOWrapper", "str",
                                        "bytes",  "bytearray", "read_text",  "write_text",    "fdopen",
                                        "lookup", "getreader", "getencoder", "getdecoder",    "getwriter"};
    return among(name, names, COUNT(names));
}

/* `given or "cp437"` and conditional expressions name what they may come to. */
static void argument(struct naming *w, const struct py_expr *value, bool looked_up,
                     const struct py_expr *call) {
    const struct encoding *e = encoding_of(value);
    if (e)
        reach_encoding(w, e, looked_up, call);
    else if (value->kind == PY_EXPR_BOOLOP) {
        for (size_t i = 0; i < value->boolop.values.n; i++)
            argument(w, value->boolop.values.p[i], looked_up, call);
    } else if (value->kind == PY_EXPR_IFEXP) {
        argument(w, value->ifexp.body, looked_up, call);
        argument(w, value->ifexp.orelse, looked_up, call);
    } else if (value->kind != PY_EXPR_CONSTANT)
        w->dynamic = true;
}

static void positional(struct naming *w, struct py_expr_seq args, bool looked_up,
                       const struct py_expr *call) {
    for (size_t i = 0; i < args.n; i++) {
        const struct encoding *e = encoding_of(args.p[i]);
        if (e) reach_encoding(w, e, looked_up, call);
    }
}

static void called(struct naming *w, const struct py_expr *call) {
    const struct py_expr *f = call->call.func;
    bool method = f->kind == PY_EXPR_ATTRIBUTE, looked_up = method && is_codecs(f->attribute.value);
    struct str name = method ? f->attribute.attr : f->kind == PY_EXPR_NAME ? f->name.id : STR("");
    for (size_t i = 0; i < call->call.keywords.n; i++) {
        const struct py_keyword *k = call->call.keywords.p[i];
        if (k->arg.p && str_is(k->arg, "encoding")) argument(w, k->value, looked_up, call);
    }
    if (!looked_up && !takes_encoding(name)) return;
    positional(w, call->call.args, looked_up, call);
    if (method && (str_is(name, "encode") || str_is(name, "decode")) && call->call.args.n)
        argument(w, call->call.args.p[0], looked_up, call);
}

static bool see(struct py_walk *w, const struct py_expr *e) {
    if (e->kind == PY_EXPR_CALL) called(N(w), e);
    if (!N(w)->library && encoding_of(e)) VEC_PUSH(&N(w)->constants, N(w)->a, e);
    return true;
}

void reach_encodings(struct arena *a, const struct py_module *m, bool library, struct reach_imports *out) {
    struct naming w = {.walk = {.expr = see}, .a = a, .out = out, .library = library};
    for (size_t i = 0; i < out->items.n && !library; i++)
        w.codecs |= str_is(out->items.p[i].module, "codecs");
    py_walk_body(&w.walk, m->body);
    if (library || !(w.codecs || w.dynamic)) return;
    if (w.codecs) reach(&w, STR("encodings.utf_8"), NULL); /* the default of codecs.encode */
    for (size_t i = 0; i < w.constants.n; i++) {
        const struct encoding *e = encoding_of(w.constants.p[i]);
        if (e->kind != KIND_MULTIBYTE) reach_encoding(&w, e, w.codecs, w.constants.p[i]);
    }
}
