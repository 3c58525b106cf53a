/* _warnings: filters, registries and the writing of warnings, for the module `warnings` and for the runtime.
 *
 * As long as the program has not imported `warnings`, what stands here decides; afterwards that module's filters,
 * default action and _showwarnmsg do, since the program may change them. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"

static struct {
    val filters, once, action;
    int64_t version;
} state;

/* ---- the filters at the start ---- */

static bool add_filter(struct thread *t, const char *action, struct type *category, val module) {
    val f[5] = {str_intern(t, str_ascii(t, action)), NONE, val_of(category), module, val_small(0)};
    val tuple = f[0] ? tuple_of(t, 5, f) : 0;
    return tuple && list_push(t, state.filters, tuple) == 0;
}

static bool state_begin(struct thread *t) {
    if (state.filters) return true;
    val filters = list_new(t, 5), once = dict_make(t), action = str_intern(t, str_ascii(t, "default"));
    if (!filters || !once || !action) return false;
    gc_root(t, &state.filters);
    gc_root(t, &state.once);
    gc_root(t, &state.action);
    state.filters = filters;
    state.once = once;
    state.action = action;
    return add_filter(t, "default", &exc_DeprecationWarning, NAME(__main__)) &&
           add_filter(t, "ignore", &exc_DeprecationWarning, NONE) &&
           add_filter(t, "ignore", &exc_PendingDeprecationWarning, NONE) &&
           add_filter(t, "ignore", &exc_ImportWarning, NONE) &&
           add_filter(t, "ignore", &exc_ResourceWarning, NONE);
}

/* An attribute of the module `warnings`, if the program has it; 0 without exception. */
static val of_module(struct thread *t, const char *name) {
    val m = dict_lookup(t, rt_state.modules, NAME(warnings));
    if (!m) return 0;
    val n = str_intern(t, str_ascii(t, name));
    return n ? obj_lookattr(t, m, n) : 0;
}

/* ---- which filter ---- */

struct warning {
    val text, message, category, file, module, registry, source;
    int64_t line;
};

static int64_t matches(struct thread *t, val pattern, val text) {
    if (pattern == NONE) return 1;
    if (val_is_exact(pattern, &str_shape)) return str_equal(pattern, text);
    val m = call_method1(t, pattern, NAME(match), text);
    return m ? obj_truth(t, m) : -1;
}

static int64_t filter_accepts(struct thread *t, const struct tuple *f, const struct warning *w) {
    int64_t r = matches(t, f->item[1], w->text), line;
    if (r <= 0) return r;
    if ((r = matches(t, f->item[3], w->module)) <= 0) return r;
    if ((r = obj_is_subclass(t, w->category, f->item[2])) <= 0) return r;
    if (!index_i64(t, f->item[4], &line)) return -1;
    return line == 0 || line == w->line;
}

static val action_of(struct thread *t, const struct warning *w) {
    val filters = of_module(t, "filters");
    if (t->exc) return 0;
    if (!filters) filters = state.filters;
    if (!val_has(filters, TYPE_LIST)) return raise(t, &exc_ValueError, "_warnings.filters must be a list");
    for (int64_t i = 0; i < AS(list, filters)->len; i++) {
        val f = AS(list, filters)->item[i];
        if (!val_has(f, TYPE_TUPLE) || AS(tuple, f)->len != 5)
            return raise(t, &exc_ValueError, "_warnings.filters item %ld isn't a 5-tuple", i);
        if (!val_is_str(AS(tuple, f)->item[0]))
            return raise(t, &exc_TypeError, "action must be a string, not '%T'", AS(tuple, f)->item[0]);
        int64_t r = filter_accepts(t, AS(tuple, f), w);
        if (r) return r < 0 ? 0 : AS(tuple, f)->item[0];
    }
    val action = of_module(t, "defaultaction");
    if (t->exc) return 0;
    if (action && !val_is_str(action))
        return raise(t, &exc_TypeError, "_warnings.defaultaction must be a string, not '%T'", action);
    return action ? action : state.action;
}

/* ---- what was shown already ---- */

/* 1 when the registry has the key; a registry of older filters is emptied first. */
static int64_t seen(struct thread *t, val registry, val key, bool note) {
    if (!key) return -1;
    val now = val_small(state.version), v = dict_lookup(t, registry, NAME(version));
    if (t->exc) return -1;
    if (v != now) {
        if (!call_method0(t, registry, NAME(clear))) return -1;
        if (dict_put(t, registry, NAME(version), now) < 0) return -1;
    } else {
        val known = dict_lookup(t, registry, key);
        int64_t r = known ? obj_truth(t, known) : t->exc ? -1 : 0;
        if (r) return r;
    }
    return note ? dict_put(t, registry, key, TRUE) : 0;
}

static bool is(val action, const char *word) {
    const struct string *s = AS(string, action);
    int64_t n = (int64_t)strlen(word);
    for (int64_t i = 0; i < n; i++)
        if (i >= s->len || str_at(s, i) != (uint8_t)word[i]) return false;
    return s->len == n;
}

static int64_t seen_once(struct thread *t, const struct warning *w) {
    val registry = w->registry;
    if (!registry) {
        registry = of_module(t, "onceregistry");
        if (t->exc) return -1;
        if (!registry) registry = state.once;
        if (!val_has(registry, TYPE_DICT))
            return raise_i(t, &exc_TypeError, "_warnings.onceregistry must be a dict, not '%T'", registry);
    }
    return seen(t, registry, tuple_of(t, 2, (val[2]){w->text, w->category}), true);
}

/* ---- showing ---- */

static bool write(struct thread *t, val err, val s) {
    return s && call_method1(t, err, NAME(write), s);
}

static bool write_source(struct thread *t, val err, const struct warning *w) {
    struct source_cache cache = {0};
    const char *line;
    int64_t n;
    if (!source_line(t, &cache, w->file, w->line, &line, &n)) return true;
    while (n > 0 && (*line == ' ' || *line == '\t' || *line == '\f')) line++, n--;
    val text = str_decode(t, (const uint8_t *)line, (size_t)n, "utf-8", "replace");
    return text && write(t, err, str_format(t, "  %U\n", text));
}

/* Without the module `warnings`. What goes wrong while writing is nobody's concern. */
static void show_plainly(struct thread *t, const struct warning *w) {
    val err = sys_module(t) ? sys_get(t, NAME(stderr)) : 0;
    if (err && err != NONE) {
        val name = obj_getattr(t, w->category, NAME(__name__));
        if (name && write(t, err, str_format(t, "%S:%ld: %S: %S\n", w->file, w->line, name, w->text)) &&
            write_source(t, err, w) && w->source)
            write(t, err,
                  str_format(t, "%S: Enable tracemalloc to get the object allocation traceback\n", name));
    }
    t->exc = 0;
}

static int64_t show(struct thread *t, const struct warning *w) {
    val f = of_module(t, "_showwarnmsg");
    if (!f) {
        if (t->exc) return -1;
        show_plainly(t, w);
        return 0;
    }
    if (!type_of(f)->call)
        return raise_i(t, &exc_TypeError, "warnings._showwarnmsg() must be set to a callable");
    val cls = of_module(t, "WarningMessage");
    if (!cls) return t->exc ? -1 : raise_i(t, &exc_RuntimeError, "unable to get warnings.WarningMessage");
    val args[7] = {w->message, w->category, w->file, int_from_i64(t, w->line),
                   NONE,       NONE,        w->source ? w->source : NONE};
    val m = call(t, cls, 7, args, 0);
    return m && call1(t, f, m) ? 0 : -1;
}

/* ---- warning ---- */

/* 1: to be shown. */
static int64_t is_due(struct thread *t, const struct warning *w, val action) {
    if (is(action, "always")) return 1;
    val key = tuple_of(t, 3, (val[3]){w->text, w->category, int_from_i64(t, w->line)});
    if (!key) return -1;
    if (w->registry && dict_put(t, w->registry, key, TRUE) < 0) return -1;
    int64_t r = 0;
    if (is(action, "once"))
        r = seen_once(t, w);
    else if (is(action, "module"))
        r = w->registry ? seen_once(t, w) : 0;
    else if (!is(action, "default"))
        return raise_i(t, &exc_RuntimeError, "Unrecognized action (%R) in warnings.filters:\n %R", action,
                       state.filters);
    return r < 0 ? -1 : !r;
}

static int64_t issue(struct thread *t, struct warning *w) {
    if (w->module == NONE) return 0;
    if (w->registry == NONE) w->registry = 0;
    if (w->registry && !val_has(w->registry, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "'registry' must be a dict or None");
    if (obj_isinstance(w->message, &exc_Warning)) {
        w->text = obj_str(t, w->message);
        w->category = val_of(type_of(w->message));
    } else {
        w->text = w->message;
        w->message = call1(t, w->category, w->message);
    }
    if (!w->text || !w->message) return -1;
    if (w->registry) {
        int64_t r = seen(t, w->registry,
                         tuple_of(t, 3, (val[3]){w->text, w->category, int_from_i64(t, w->line)}), false);
        if (r) return r < 0 ? -1 : 0;
    }
    val action = action_of(t, w);
    if (!action) return -1;
    if (is(action, "error")) return rt_raise(t, w->message, 0), -1;
    if (is(action, "ignore")) return 0;
    int64_t due = is_due(t, w, action);
    return due <= 0 ? due : show(t, w);
}

/* Where the warning is placed: `level` 1 is the innermost Python frame. */
static bool place(struct thread *t, struct warning *w, int64_t level) {
    struct level at;
    val globals;
    if (level_above(t, level > 1 ? level - 1 : 0, &at)) {
        struct site s;
        code_site(at.code, at.site, &s);
        w->line = s.line;
        w->file = at.code->file;
        const struct module_def *m = at.code->module;
        globals = m && m->module ? AS(module, m->module)->dict : 0;
    } else {
        if (!sys_module(t)) return false;
        w->line = 1;
        w->file = NAME(sys);
        globals = rt_state.sys_dict;
    }
    if (!globals) return (globals = dict_make(t)) != 0;
    val key = str_intern(t, str_ascii(t, "__warningregistry__"));
    w->registry = key ? dict_lookup(t, globals, key) : 0;
    if (t->exc) return false;
    if (!w->registry && (!(w->registry = dict_make(t)) || dict_put(t, globals, key, w->registry) < 0)) return false;
    w->module = dict_lookup(t, globals, NAME(__name__));
    if (!w->module || (w->module != NONE && !val_is_str(w->module))) w->module = str_ascii(t, "<string>");
    return w->module != 0;
}

int64_t warn(struct thread *t, struct type *category, int64_t level, val text, val source) {
    if (!text || !state_begin(t)) return -1;
    struct warning w = {.message = text, .category = val_of(category), .source = source};
    return place(t, &w, level) ? issue(t, &w) : -1;
}

static bool category_of(struct thread *t, val message, val *category) {
    if (obj_isinstance(message, &exc_Warning)) {
        *category = val_of(type_of(message));
        return true;
    }
    if (!*category || *category == NONE) *category = val_of(&exc_UserWarning);
    int64_t r = val_has(*category, TYPE_TYPE) ? obj_is_subclass(t, *category, val_of(&exc_Warning)) : 0;
    if (r < 0) return false;
    return r || raise(t, &exc_TypeError, "category must be a Warning subclass, not '%T'", *category);
}

static val warnings_warn(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[4];
    int64_t level = 1;
    if (!args_parse(t, "warn", "message | category stacklevel source", argc, argv, kwnames, a)) return 0;
    if (a[2] && !index_i64(t, a[2], &level)) return 0;
    if (!category_of(t, a[0], &a[1]) || !state_begin(t)) return 0;
    struct warning w = {.message = a[0], .category = a[1], .source = a[3] == NONE ? 0 : a[3]};
    return place(t, &w, level) && issue(t, &w) == 0 ? NONE : 0;
}

/* The module's name when none is given: the file's without ".py". */
static val module_from(struct thread *t, val file) {
    const struct string *s = AS(string, file);
    if (!s->len) return str_ascii(t, "<unknown>");
    int64_t n = s->len;
    bool py = n >= 3 && str_at(s, n - 3) == '.' && str_at(s, n - 2) == 'p' && str_at(s, n - 1) == 'y';
    return py ? str_slice(t, file, 0, n - 3) : file;
}

static val warnings_warn_explicit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[8];
    int64_t line;
    if (!args_parse(t, "warn_explicit",
                    "message category filename lineno | module registry module_globals source", argc, argv,
                    kwnames, a))
        return 0;
    if (!val_is_str(a[2]))
        return raise(t, &exc_TypeError, "warn_explicit() argument 3 must be str, not %B", a[2]);
    if (!index_i64(t, a[3], &line) || !state_begin(t)) return 0;
    if (a[6] && a[6] != NONE && !val_has(a[6], TYPE_DICT))
        return raise(t, &exc_TypeError, "module_globals must be a dict, not '%T'", a[6]);
    struct warning w = {.message = a[0],
                        .category = a[1],
                        .file = a[2],
                        .line = line,
                        .module = a[4] ? a[4] : module_from(t, a[2]),
                        .registry = a[5],
                        .source = a[7] == NONE ? 0 : a[7]};
    return w.module && issue(t, &w) == 0 ? NONE : 0;
}

static val warnings_filters_mutated(struct thread *t) {
    (void)t;
    state.version++;
    return NONE;
}

METHOD_TABLE(_warnings);
METHOD(_warnings, warn, warnings_warn, -1, 0, "($module, /, message, category=None, stacklevel=1, source=None)");
METHOD(_warnings, warn_explicit, warnings_warn_explicit, -1, 0, NULL);
METHOD(_warnings, _filters_mutated, warnings_filters_mutated, 0, 0, "($module, /)");

static val warnings_init(struct thread *t) {
    val m = native_module_new(t, "_warnings", METHODS(_warnings));
    if (!m || !state_begin(t)) return 0;
    if (native_set(t, m, "filters", state.filters) < 0 || native_set(t, m, "_onceregistry", state.once) < 0 ||
        native_set(t, m, "_defaultaction", state.action) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_warnings, "_warnings", warnings_init);
