/* import: finding modules in the image, running them once, packages, names from modules.
 *
 * The image holds every module the program can reach: compiled ones in the group "pymod", native ones in
 * "pynative". sys.modules decides as in CPython; a module that fails while it runs is taken out again. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"

#define M(v) AS(module, v)
#define E(v) AS(exception, v)

extern struct module_def *__start_pymod[] __attribute__((weak, visibility("hidden")));
extern struct module_def *__stop_pymod[] __attribute__((weak, visibility("hidden")));
extern const struct native_module __start_pynative[] __attribute__((weak, visibility("hidden")));
extern const struct native_module __stop_pynative[] __attribute__((weak, visibility("hidden")));

#define MODULE_RUNNING 0x100u /* flags: its body is running */

bool module_initializing(const struct module_def *def) {
    return def->flags & MODULE_RUNNING;
}

val sys_get(struct thread *t, val name) {
    (void)t;
    return rt_state.sys_dict ? dict_lookup_name(rt_state.sys_dict, name) : 0;
}

static bool is_text(val name, const char *z) {
    const struct string *s = AS(string, name);
    size_t n = strlen(z);
    return s->head.aux & STR_ASCII && (size_t)s->len == n && !memcmp(str_data(s), z, n);
}

static const struct native_module *find_native(val name) {
    for (const struct native_module *n = __start_pynative; n < __stop_pynative; n++)
        if (is_text(name, n->name)) return n;
    return NULL;
}

static struct module_def *find_compiled(val name) {
    for (struct module_def **p = __start_pymod; p < __stop_pymod; p++)
        if (!((*p)->flags & MODULE_MAIN) && str_equal((*p)->name, name)) return *p;
    return NULL;
}

/* "a.b" of "a.b.c"; 0 without exception when there is no dot. */
static val parent_name(struct thread *t, val name) {
    const struct string *s = AS(string, name);
    for (int64_t i = s->len; i-- > 0;)
        if (str_at(s, i) == '.') return str_slice(t, name, 0, i);
    return 0;
}

static val last_name(struct thread *t, val name) {
    const struct string *s = AS(string, name);
    int64_t i = s->len;
    while (i > 0 && str_at(s, i - 1) != '.') i--;
    return str_intern(t, str_slice(t, name, i, s->len));
}

static val own_directory(struct thread *t, val file) {
    const struct string *f = AS(string, file);
    int64_t i = f->len;
    while (i > 0 && str_at(f, i - 1) != '/') i--;
    val dir = str_slice(t, file, 0, i ? i - 1 : 0);
    return dir ? list_of(t, 1, &dir) : 0;
}

/* A package without __init__.py has in the place of its file a line for each of its directories,
 * "#DIRECTORY". */
static bool is_namespace(const struct module_def *def) {
    const struct string *f = AS(string, def->file);
    return def->flags & MODULE_PACKAGE && f->len && str_at(f, f->len - 1) == '\n';
}

static val portions(struct thread *t, val lines) {
    const struct string *s = AS(string, lines);
    val list = list_new(t, 1);
    for (int64_t at = 0, end; list && at < s->len; at = end + 1) {
        for (end = at; str_at(s, end) != '\n';) end++;
        val dir = str_slice(t, lines, at + 1, end);
        if (!dir || list_push(t, list, dir) < 0) return 0;
    }
    return list;
}

static val set_module_names(struct thread *t, struct module_def *def, val module, val name) {
    val dict = M(module)->dict, package = name;
    if (!(def->flags & MODULE_PACKAGE)) {
        package = parent_name(t, def->name);
        if (!package) package = def->flags & MODULE_MAIN ? NONE : EMPTY_STR;
    }
    val doc = def->code && def->code->doc ? def->code->doc : NONE, path = 0;
    bool main = def->flags & MODULE_MAIN;
    bool namespace = is_namespace(def);
    if (def->flags & MODULE_PACKAGE &&
        !(path = namespace ? portions(t, def->file) : own_directory(t, def->file)))
        return 0;
    /* in the order in which CPython's own start and importlib bind them */
    const struct {
        val name, value;
    } names[] = {{NAME(__name__), name},
                 {NAME(__doc__), doc},
                 {NAME(__package__), package},
                 {NAME(__loader__), NONE},
                 {NAME(__spec__), NONE},
                 {NAME(__path__), path},
                 {NAME(__annotations__), main ? dict_make(t) : 0},
                 {NAME(__builtins__), main ? rt_state.builtins : 0},
                 {NAME(__file__), namespace ? NONE : def->file},
                 {NAME(__cached__), namespace ? 0 : NONE},
                 {NAME(__builtins__), rt_state.builtins}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].value && dict_put(t, dict, names[i].name, names[i].value) < 0) return 0;
    return t->exc ? 0 : module;
}

struct module_def *import_find_compiled(val name) {
    return find_compiled(name);
}

bool import_has_native(val name) {
    return find_native(name) != NULL;
}

/* The module object of a compiled module, in sys.modules. */
val module_create(struct thread *t, struct module_def *def, val name) {
    struct module *m = gc_new(t, &module_type, sizeof *m);
    if (!m) return 0;
    if (def->module) dict_leave_cells(t, M(def->module)->dict); /* it was taken out of sys.modules */
    val dict = dict_make_module(t, def->cells, def->names, def->ncells);
    if (!dict) return 0;
    gc_store(m, &m->dict, dict);
    m->def = def;
    def->module = val_of(m);
    gc_keep(t, def->module);
    if (!set_module_names(t, def, val_of(m), name)) return 0;
    return dict_put(t, rt_state.modules, name, val_of(m)) < 0 ? 0 : val_of(m);
}

/* Runs a module's body. */
val module_execute(struct thread *t, val module) {
    struct module_def *def = M(module)->def;
    def->flags |= MODULE_RUNNING;
    val r = def->init(t, module);
    def->flags &= ~MODULE_RUNNING;
    return r;
}

val module_run(struct thread *t, struct module_def *def, val name) {
    val m = module_create(t, def, name);
    if (!m) return 0;
    if (rt_state.on_import && !(def->flags & MODULE_MAIN) && !call1(t, rt_state.on_import, m)) return 0;
    if (module_execute(t, m)) return m;
    val exc = exc_take(t);
    dict_remove(t, rt_state.modules, name);
    t->exc = exc;
    return 0;
}

static val raise_not_found(struct thread *t, val name, val parent) {
    if (parent)
        raise(t, &exc_ModuleNotFoundError, "No module named %R; %R is not a package", name, parent);
    else
        raise(t, &exc_ModuleNotFoundError, "No module named %R", name);
    if (exc_pending_is(t, &exc_ModuleNotFoundError)) gc_store(E(t->exc), &E(t->exc)->extra[1], name);
    return 0;
}

static val load(struct thread *t, val name) {
    struct module_def *def = find_compiled(name);
    if (def) return module_run(t, def, name);
    const struct native_module *native = find_native(name);
    if (!native) return 0;
    val m = native->init(t);
    if (!m || dict_put(t, rt_state.modules, name, m) < 0) return 0;
    return dict_lookup(t, rt_state.modules, name);
}

val import_module(struct thread *t, val name) {
    val m = dict_lookup(t, rt_state.modules, name);
    if (m && m != NONE) return m;
    if (t->exc) return 0;
    if (m == NONE) {
        raise(t, &exc_ModuleNotFoundError, "import of %U halted; None in sys.modules", name);
        return 0;
    }
    if (stack_check(t) < 0) return 0;
    val parent = parent_name(t, name), pm = 0;
    if (parent) {
        if (!(pm = import_module(t, parent))) return 0;
        /* the parent's body may have imported it */
        if ((m = dict_lookup(t, rt_state.modules, name)) || t->exc) return m;
        if (val_is_exact(pm, &module_shape) && !M(pm)->def && !find_native(name) && !find_compiled(name))
            return raise_not_found(t, name, parent);
        if (val_is_exact(pm, &module_shape) && M(pm)->def && !(M(pm)->def->flags & MODULE_PACKAGE))
            return raise_not_found(t, name, parent);
    } else if (t->exc) {
        return 0;
    }
    m = load(t, name);
    if (!m) return t->exc ? 0 : raise_not_found(t, name, 0);
    if (pm) {
        val last = last_name(t, name);
        if (!last || obj_setattr(t, pm, last, m) < 0) return 0;
    }
    return m;
}

/* The absolute name of a relative import, as importlib's _calc___package__ and _resolve_name. */
static val resolve(struct thread *t, struct module_def *from, val name, int64_t level) {
    val package = from->flags & MODULE_PACKAGE ? from->name : parent_name(t, from->name);
    if (!package)
        return t->exc ? 0
                      : raise(t, &exc_ImportError, "attempted relative import with no known parent package");
    for (int64_t i = 1; i < level; i++) {
        package = parent_name(t, package);
        if (!package)
            return t->exc ? 0
                          : raise(t, &exc_ImportError, "attempted relative import beyond top-level package");
    }
    return AS(string, name)->len ? str_format(t, "%U.%U", package, name) : package;
}

static val first_name(struct thread *t, val name) {
    const struct string *s = AS(string, name);
    int64_t i = 0;
    while (i < s->len && str_at(s, i) != '.') i++;
    return i == s->len ? name : str_slice(t, name, 0, i);
}

/* Submodules named in `from package import …` are imported when the package does not have them already. */
static int64_t import_submodules(struct thread *t, val module, val fromlist) {
    if (!val_is_exact(module, &module_shape) || !dict_lookup_name(M(module)->dict, NAME(__path__))) return 0;
    val name = dict_lookup_name(M(module)->dict, NAME(__name__));
    for (int64_t i = 0; i < AS(tuple, fromlist)->len; i++) {
        val item = AS(tuple, fromlist)->item[i];
        if (AS(string, item)->len == 1 && str_at(AS(string, item), 0) == '*') {
            val all = dict_lookup_name(M(module)->dict, NAME(__all__));
            val names = all ? tuple_from_iterable(t, all) : 0;
            if (t->exc || (names && import_submodules(t, module, names) < 0)) return -1;
            continue;
        }
        if (obj_lookattr(t, module, item)) continue;
        if (t->exc) return -1;
        val full = str_format(t, "%U.%U", name, item);
        if (!full) return -1;
        if (!find_compiled(full) && !find_native(full) && !dict_lookup(t, rt_state.modules, full)) continue;
        if (!import_module(t, full)) return -1;
    }
    return 0;
}

val rt_import(struct thread *t, struct module_def *from, val name, val fromlist, int64_t level) {
    if (level > 0 && !(name = resolve(t, from, name, level))) return 0;
    val m = import_module(t, name);
    if (!m) return 0;
    if (fromlist && fromlist != NONE && AS(tuple, fromlist)->len)
        return import_submodules(t, m, fromlist) < 0 ? 0 : m;
    if (level > 0) return m;
    val first = first_name(t, name);
    return first == name ? m : first ? import_module(t, first) : 0;
}

val rt_import_from(struct thread *t, val module, val name) {
    val v = obj_lookattr(t, module, name);
    if (v || t->exc) return v;
    val modname = obj_lookattr(t, module, NAME(__name__));
    if (modname && val_is_str(modname)) {
        val full = str_format(t, "%U.%U", modname, name);
        if (!full) return 0;
        if ((v = dict_lookup(t, rt_state.modules, full))) return v;
    } else {
        modname = str_ascii(t, "<unknown module name>");
    }
    val file = obj_lookattr(t, module, NAME(__file__));
    if (t->exc) return 0;
    if (!file || !val_is_str(file)) file = 0;
    if (val_is_exact(module, &module_shape) && M(module)->def && module_initializing(M(module)->def))
        raise(t, &exc_ImportError,
              "cannot import name %R from partially initialized module %R (most likely due to a circular "
              "import) (%S)",
              name, modname, file ? file : str_ascii(t, "unknown location"));
    else
        raise(t, &exc_ImportError, "cannot import name %R from %R (%S)", name, modname,
              file ? file : str_ascii(t, "unknown location"));
    if (exc_pending_is(t, &exc_ImportError)) {
        gc_store(E(t->exc), &E(t->exc)->extra[1], modname);
        gc_store(E(t->exc), &E(t->exc)->extra[2], file ? file : NONE);
    }
    return 0;
}

static int64_t star_one(struct thread *t, val module, struct module_def *into, val name) {
    if (!val_is_str(name))
        return raise_i(t, &exc_TypeError, "Item in %U.__all__ must be str, not %T",
                       obj_getattr(t, module, NAME(__name__)), name);
    val v = obj_getattr(t, module, name);
    return v ? dict_put(t, M(into->module)->dict, name, v) : -1;
}

int64_t rt_import_star(struct thread *t, val module, struct module_def *into) {
    val all = obj_lookattr(t, module, NAME(__all__));
    if (t->exc) return -1;
    if (all) {
        val names = list_from_iterable(t, all);
        if (!names) return -1;
        for (int64_t i = 0; i < AS(list, names)->len; i++)
            if (star_one(t, module, into, AS(list, names)->item[i]) < 0) return -1;
        return 0;
    }
    val dict = obj_getattr(t, module, NAME(__dict__)), copy = dict ? dict_copy(t, dict) : 0, k, v;
    if (!copy) return -1;
    for (int64_t pos = 0; dict_step(copy, &pos, &k, &v);) {
        if (!val_is_str(k) || (AS(string, k)->len && str_at(AS(string, k), 0) == '_')) continue;
        if (dict_put(t, M(into->module)->dict, k, v) < 0) return -1;
    }
    return 0;
}

/* Runs the main module, after its package. */
val import_run_main(struct thread *t, struct module_def *def) {
    val package = parent_name(t, def->name);
    if (t->exc || (package && !import_module(t, package))) return 0;
    return module_run(t, def, NAME(__main__));
}

/* The module that runs as the program. */
struct module_def *import_main(void) {
    for (struct module_def **p = __start_pymod; p < __stop_pymod; p++)
        if ((*p)->flags & MODULE_MAIN) return *p;
    return NULL;
}
