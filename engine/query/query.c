/* `py2 query`: a language of sets of labels, in the manner of Bazel's.
 *
 *     expr = term { ("+" | "union" | "-" | "except" | "^" | "intersect") term }      left to right
 *     term = "(" expr ")" | "let" NAME "=" expr "in" expr | "$" NAME | "set" "(" { label } ")"
 *          | FUNCTION "(" argument { "," argument } ")" | label or pattern
 *
 * A word ends at a blank or at one of ()+^,="' ; quotes make a word of anything. Patterns of words are globs,
 * as in recipes. The expression is worked out while it is read; the first mistake ends it. */
#define _GNU_SOURCE
#include "engine/query/web.h"

#include <ctype.h>
#include <stdlib.h>

struct variable {
    struct str name;
    const uint8_t *value;
    const struct variable *next;
};

struct query {
    const struct web *w;
    struct str text;
    size_t at;
    int depth;
    const struct variable *variables;
};

enum { DEEPEST = 100, MOST_ARGUMENTS = 3 };

static set expression(struct query *q);

/* ---- mistakes ---- */

static set wrong(struct query *q, size_t from, size_t to, const char *fmt, ...) PRINTF(4, 5);
static set wrong(struct query *q, size_t from, size_t to, const char *fmt, ...) {
    struct arena *a = &q->w->s->arena;
    struct diags d;
    va_list ap;
    diags_init(&d, a);
    va_start(ap, fmt);
    struct str what = str_vprintf(a, fmt, ap);
    va_end(ap);
    struct place at = {.file = STR("query"), 1, (uint32_t)from + 1, 1, (uint32_t)MAX(to, from + 1) + 1};
    struct diag *m = diag_error(&d, "PY2E0350", at, STR_FMT, STR_ARG(what));
    diag_help(&d, m, "`py2 help query` shows the language");
    tell_diags_in(q->w->s, &d, q->text);
    return NULL;
}

/* ---- words ---- */

static void blanks(struct query *q) {
    while (q->at < q->text.n && isspace((unsigned char)q->text.p[q->at])) q->at++;
}

static bool take(struct query *q, char c) {
    blanks(q);
    if (q->at >= q->text.n || q->text.p[q->at] != c) return false;
    q->at++;
    return true;
}

/* The next word without its quotes; *from is where it begins. An empty `p` means that none is there. */
static struct str word(struct query *q, size_t *from) {
    blanks(q);
    const char *p = q->text.p;
    *from = q->at;
    if (q->at < q->text.n && (p[q->at] == '"' || p[q->at] == '\'')) {
        const char *end = memchr(p + q->at + 1, p[q->at], q->text.n - q->at - 1);
        if (!end) return (struct str){0};
        q->at = (size_t)(end - p) + 1;
        return (struct str){p + *from + 1, q->at - *from - 2};
    }
    while (q->at < q->text.n && !isspace((unsigned char)p[q->at]) && !strchr("()+^,=\"'", p[q->at])) q->at++;
    return (struct str){q->at > *from ? p + *from : NULL, q->at - *from};
}

static bool take_word(struct query *q, const char *expected) {
    size_t was = q->at, from;
    struct str got = word(q, &from);
    if (got.p && str_is(got, expected)) return true;
    q->at = was;
    return false;
}

/* ---- functions ---- */

/* What each takes: e an expression, n a number, w a word; after '?' what may be left out. */
enum function { DEPS, RDEPS, ALLPATHS, SOMEPATH, KIND, ATTR, FILTER, TESTS, LABELS };
static const struct {
    const char *name, *takes, *shown;
} functions[] = {
    [DEPS] = {"deps", "e?n", "deps(E[, DEPTH])"},
    [RDEPS] = {"rdeps", "e?en", "rdeps(UNIVERSE, E[, DEPTH]) or rdeps(E)"},
    [ALLPATHS] = {"allpaths", "ee", "allpaths(FROM, TO)"},
    [SOMEPATH] = {"somepath", "ee", "somepath(FROM, TO)"},
    [KIND] = {"kind", "we", "kind(WORD, E)"},
    [ATTR] = {"attr", "wwe", "attr(FIELD, GLOB, E)"},
    [FILTER] = {"filter", "we", "filter(GLOB, E)"},
    [TESTS] = {"tests", "e", "tests(E)"},
    [LABELS] = {"labels", "we", "labels(FIELD, E)"},
};

struct arguments {
    set sets[MOST_ARGUMENTS];
    struct str words[MOST_ARGUMENTS];
    size_t n_sets, n_words;
    uint32_t depth;
};

static bool number_argument(struct query *q, struct arguments *args) {
    size_t from;
    struct str text = word(q, &from);
    if (!text.p || text.n > 9 || strspn(text.p, "0123456789") < text.n)
        return wrong(q, from, q->at, "a number is expected");
    args->depth = (uint32_t)strtoul(text.p, NULL, 10);
    return true;
}

static bool read_argument(struct query *q, char kind, struct arguments *args) {
    size_t from;
    if (kind == 'n') return number_argument(q, args);
    if (kind == 'e') return (args->sets[args->n_sets++] = expression(q)) != NULL;
    struct str text = word(q, &from);
    if (!text.p) return wrong(q, from, from, "a word is expected");
    args->words[args->n_words++] = text;
    return true;
}

static bool read_arguments(struct query *q, enum function f, struct arguments *args) {
    bool optional = false, first = true;
    args->depth = ANY_DEPTH;
    for (const char *k = functions[f].takes; *k; k++) {
        if (*k == '?') {
            optional = true;
            continue;
        }
        if (!first && !take(q, ',')) {
            if (optional) break;
            return wrong(q, q->at, q->at, "a ',' is missing: %s", functions[f].shown);
        }
        first = false;
        if (!read_argument(q, *k, args)) return false;
    }
    if (take(q, ')')) return true;
    return wrong(q, q->at, q->at, "a ')' is missing: %s", functions[f].shown);
}

/* Does a field's value, or any item of it, match? Branches of a select{} count. */
static bool value_matches(struct arena *a, const struct value *v, struct str glob) {
    if (!v) return false;
    if (v->kind == V_STR) return glob_match(glob, v->s);
    if (v->kind == V_BOOL) return glob_match(glob, v->i ? STR("true") : STR("false"));
    if (v->kind == V_INT) return glob_match(glob, str_printf(a, "%lld", (long long)v->i));
    for (size_t i = 0; i < v->n; i++)
        if (value_matches(a, &v->items[i], glob)) return true;
    return false;
}

static void value_labels(const struct web *w, size_t from, const struct value *v, set into) {
    struct arena *a = &w->s->arena;
    struct str here = w->packages[w->v[from].package].p.path;
    const char *why;
    struct label l;
    if (!v) return;
    for (size_t i = 0; v->kind >= V_LIST && i < v->n; i++) value_labels(w, from, &v->items[i], into);
    if (v->kind != V_STR || !label_parse(a, v->s, here, &l, &why)) return;
    uint32_t to = web_find(w, label_text(a, &l));
    if (to != NO_VERTEX) into[to] = 1;
}

static set labels_of(const struct web *w, const uint8_t *of, struct str field) {
    set result = set_new(w);
    const char *name = str_dup(&w->s->arena, field).p;
    for (size_t i = 0; i < w->n; i++)
        if (of[i]) value_labels(w, i, value_field(&w->v[i].decl->fields, name), result);
    return result;
}

/* The tests in a set, and those in the groups and aliases of it. */
static set tests_of(const struct web *w, const uint8_t *of) {
    set through = set_new(w), start = set_new(w);
    for (size_t i = 0; i < w->n; i++) {
        through[i] =
            str_is(w->v[i].word, "group") || str_is(w->v[i].word, "alias") || str_is(w->v[i].word, "test");
        start[i] = of[i] & through[i];
    }
    set result = web_closure(w, start, false, ANY_DEPTH, through);
    for (size_t i = 0; i < w->n; i++) result[i] &= str_is(w->v[i].word, "test");
    return result;
}

static set keep(const struct web *w, set of, enum function f, const struct arguments *args) {
    struct arena *a = &w->s->arena;
    const char *field = f == ATTR ? str_dup(a, args->words[0]).p : NULL;
    for (size_t i = 0; i < w->n; i++) {
        const struct vertex *v = &w->v[i];
        if (!of[i]) continue;
        of[i] = f == KIND     ? glob_match(args->words[0], v->word)
                : f == FILTER ? glob_match(args->words[0], v->label)
                              : value_matches(a, value_field(&v->decl->fields, field), args->words[1]);
    }
    return of;
}

static set call(struct query *q, enum function f) {
    const struct web *w = q->w;
    struct arguments args = {0};
    uint32_t *path;
    if (!read_arguments(q, f, &args)) return NULL;
    set one = args.sets[0], two = args.sets[1];
    switch (f) {
    case DEPS: return web_closure(w, one, false, args.depth, NULL);
    case RDEPS:
        if (!two) return web_closure(w, one, true, ANY_DEPTH, NULL);
        return web_closure(w, two, true, args.depth, web_closure(w, one, false, ANY_DEPTH, NULL));
    case ALLPATHS: {
        set down = web_closure(w, one, false, ANY_DEPTH, NULL);
        return web_closure(w, two, true, ANY_DEPTH, down);
    }
    case SOMEPATH: {
        set result = set_new(w);
        for (size_t n = web_path(w, one, two, &path); n; n--) result[path[n - 1]] = 1;
        return result;
    }
    case KIND:
    case ATTR:
    case FILTER: return keep(w, one, f, &args);
    case TESTS: return tests_of(w, one);
    case LABELS: return labels_of(w, one, args.words[0]);
    }
    return NULL;
}

/* ---- terms ---- */

static set set_of(struct query *q) {
    set result = set_new(q->w);
    const char *why;
    while (!take(q, ')')) {
        size_t from;
        struct str name = word(q, &from);
        if (!name.p) return wrong(q, q->at, q->at, "a label or a ')' is missing");
        if (!web_pattern(q->w, name, result, &why))
            return wrong(q, from, q->at, "there is no '" STR_FMT "': %s", STR_ARG(name), why);
    }
    return result;
}

static set let(struct query *q) {
    size_t from;
    struct str name = word(q, &from);
    if (!name.p) return wrong(q, from, from, "a name is missing: let NAME = E in E");
    if (!take(q, '=')) return wrong(q, q->at, q->at, "a '=' is missing: let NAME = E in E");
    struct variable v = {name, expression(q), q->variables};
    if (!v.value) return NULL;
    if (!take_word(q, "in")) return wrong(q, q->at, q->at, "the word 'in' is missing: let NAME = E in E");
    q->variables = &v;
    set result = expression(q);
    q->variables = v.next;
    return result;
}

static set copy_of(const struct web *w, const uint8_t *s) {
    return memcpy(set_new(w), s, w->n + 1);
}

static set unknown_function(struct query *q, struct str name, size_t from) {
    struct str names[COUNT(functions)];
    for (size_t i = 0; i < COUNT(functions); i++) names[i] = str_c(functions[i].name);
    struct str near = str_closest(name, names, COUNT(names));
    if (near.n)
        return wrong(q, from, from + name.n,
                     "there is no function '" STR_FMT "': did you mean '" STR_FMT "'?", STR_ARG(name),
                     STR_ARG(near));
    return wrong(q, from, from + name.n, "there is no function '" STR_FMT "'", STR_ARG(name));
}

static set named(struct query *q, struct str name, size_t from) {
    bool quoted = q->text.p[from] == '"' || q->text.p[from] == '\'';
    size_t end = q->at;
    const char *why;
    if (!quoted && take(q, '(')) {
        if (str_is(name, "set")) return set_of(q);
        for (size_t i = 0; i < COUNT(functions); i++)
            if (str_is(name, functions[i].name)) return call(q, (enum function)i);
        return unknown_function(q, name, from);
    }
    set s = set_new(q->w);
    if (web_pattern(q->w, name, s, &why)) return s;
    return wrong(q, from, end, "there is no '" STR_FMT "': %s", STR_ARG(name), why);
}

static set term(struct query *q) {
    size_t from;
    if (take(q, '(')) {
        set s = expression(q);
        return s && !take(q, ')') ? wrong(q, q->at, q->at, "a ')' is missing") : s;
    }
    struct str name = word(q, &from);
    if (!name.p)
        return from < q->text.n && strchr("\"'", q->text.p[from])
                   ? wrong(q, from, q->text.n, "this quote is not closed")
                   : wrong(q, from, from, "a label or a function is missing");
    if (str_is(name, "let") && q->text.p[from] == 'l') return let(q);
    if (name.n && name.p[0] == '$') {
        for (const struct variable *v = q->variables; v; v = v->next)
            if (str_eq(v->name, (struct str){name.p + 1, name.n - 1})) return copy_of(q->w, v->value);
        return wrong(q, from, q->at, "there is no variable '" STR_FMT "'", STR_ARG(name));
    }
    return named(q, name, from);
}

static char operator(struct query *q) {
    if (take(q, '+') || take_word(q, "union")) return '+';
    if (take(q, '-') || take_word(q, "except")) return '-';
    if (take(q, '^') || take_word(q, "intersect")) return '^';
    return 0;
}

static set expression(struct query *q) {
    if (++q->depth > DEEPEST) return wrong(q, q->at, q->at, "nested too deep");
    set left = term(q);
    for (char op; left && (op = operator(q));) {
        set right = term(q);
        if (!right) return NULL;
        for (size_t i = 0; i < q->w->n; i++)
            left[i] = op == '+' ? left[i] | right[i] : op == '-' ? left[i] & !right[i] : left[i] & right[i];
    }
    q->depth--;
    return left;
}

set query_set(const struct web *w, struct str text) {
    struct query q = {.w = w, .text = text};
    set found = expression(&q);
    blanks(&q);
    if (found && q.at < text.n)
        return wrong(&q, q.at, text.n, "nothing more is understood; an operator may be missing");
    return found;
}

/* ---- the command ---- */

struct asked {
    struct str text, output;
};

static int query_body(struct session *s, void *arg) {
    struct asked *asked = arg;
    struct web w;
    if (!web_load(&w, s)) return EXIT_USAGE;
    set found = query_set(&w, asked->text);
    return found && web_print(&w, found, asked->output, "") ? EXIT_DONE : EXIT_USAGE;
}

int command_query(struct session *s) {
    struct asked asked = {.output = STR("label")};
    if (!take_flag(s, "output", &asked.output) || !no_more_flags(s)) return EXIT_USAGE;
    for (size_t i = 0; i < s->opt.args.n; i++) {
        struct str arg = s->opt.args.p[i];
        asked.text = i ? str_printf(&s->arena, STR_FMT " " STR_FMT, STR_ARG(asked.text), STR_ARG(arg)) : arg;
    }
    if (!asked.text.n) {
        cli_usage_error(s, "query takes an expression: py2 query 'deps(//app)'");
        return EXIT_USAGE;
    }
    return session_open(s, true) ? session_work(s, query_body, &asked) : EXIT_USAGE;
}
