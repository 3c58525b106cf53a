/* The module _imp: what importlib asks of the program it is in.
 *
 * Invariant: a compiled module's global variables are cells of the image, so there is one module object of it
 * at a time (def->module). find_compiled() and its relatives, which CPython has not, are what importlib's
 * finders and loaders of ours (rules/stdlib/module) stand on. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"
#include "runtime/types/container.h"
#include "runtime/types/number.h"

METHOD_TABLE(_imp);

static int64_t lock_depth;

static val f_lock_held(struct thread *t) {
    return (void)t, val_bool(lock_depth > 0);
}
static val f_acquire_lock(struct thread *t) {
    (void)t;
    lock_depth++;
    return NONE;
}
static val f_release_lock(struct thread *t) {
    if (!lock_depth) return raise(t, &exc_RuntimeError, "not holding the import lock");
    lock_depth--;
    return NONE;
}

static bool is_name(struct thread *t, val name) {
    if (val_is_str(name)) return true;
    raise(t, &exc_TypeError, "module name must be a str, not %T", name);
    return false;
}

/* ---- modules written in C ---- */

static val f_is_builtin(struct thread *t, val name) {
    return is_name(t, name) ? val_small(import_has_native(name)) : 0;
}
static val f_create_builtin(struct thread *t, val spec) {
    val name = obj_getattr(t, spec, NAME(name));
    return name && is_name(t, name) ? import_module(t, name) : 0;
}
static val f_exec_builtin(struct thread *t, val module) {
    return (void)t, (void)module, val_small(0);
}

/* ---- frozen modules: none ---- */

static val f_is_frozen(struct thread *t, val name) {
    return is_name(t, name) ? FALSE : 0;
}
static val f_find_frozen(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0};
    return args_parse(t, "find_frozen", "name | withdata", argc, argv, kwnames, out) ? NONE : 0;
}
static val f_no_frozen(struct thread *t, val name) {
    if (!is_name(t, name)) return 0;
    return raise(t, &exc_ImportError, "No such frozen object named %U", name);
}
/* Whether frozen modules are preferred: there are none to prefer. */
static val f_prefer_frozen(struct thread *t, val override) {
    int64_t value;
    return index_i64(t, override, &value) ? NONE : 0;
}
static val f_extension_suffixes(struct thread *t) {
    return list_new(t, 0);
}

/* ---- compiled modules ---- */

static val f_find_compiled(struct thread *t, val name) {
    if (!is_name(t, name)) return 0;
    struct module_def *def = import_find_compiled(name);
    if (!def) return NONE;
    return pair_new(t, def->file, val_bool(def->flags & MODULE_PACKAGE));
}

static struct module_def *compiled(struct thread *t, val name) {
    if (!is_name(t, name)) return NULL;
    struct module_def *def = import_find_compiled(name);
    if (!def) raise(t, &exc_ImportError, "%R is no compiled module of this program", name);
    return def;
}

static val f_create_compiled(struct thread *t, val name) {
    struct module_def *def = compiled(t, name);
    if (!def) return 0;
    if (def->module && dict_lookup(t, rt_state.modules, name) == def->module)
        return raise(t, &exc_ImportError, "the compiled module %R is there once", name);
    return t->exc ? 0 : module_create(t, def, name);
}

static val f_exec_compiled(struct thread *t, val module) {
    if (!val_is_exact(module, &module_shape) || !AS(module, module)->def)
        return raise(t, &exc_ImportError, "only a compiled module can be run");
    return module_execute(t, module) ? NONE : 0;
}

/* on_import(f): f(module) is called for each compiled module before its body runs. */
static val f_on_import(struct thread *t, val f) {
    (void)t;
    rt_state.on_import = f;
    gc_keep(t, f);
    return NONE;
}

METHOD(_imp, lock_held, f_lock_held, 0, 0, "()");
METHOD(_imp, acquire_lock, f_acquire_lock, 0, 0, "()");
METHOD(_imp, release_lock, f_release_lock, 0, 0, "()");
METHOD(_imp, is_builtin, f_is_builtin, 1, 0, "(name, /)");
METHOD(_imp, create_builtin, f_create_builtin, 1, 0, "(spec, /)");
METHOD(_imp, exec_builtin, f_exec_builtin, 1, 0, "(mod, /)");
METHOD(_imp, is_frozen, f_is_frozen, 1, 0, "(name, /)");
METHOD(_imp, find_frozen, f_find_frozen, -1, 0, "(name, /, *, withdata=False)");
METHOD(_imp, is_frozen_package, f_no_frozen, 1, 0, "(name, /)");
METHOD(_imp, get_frozen_object, f_no_frozen, 1, 0, 0);
METHOD(_imp, init_frozen, f_no_frozen, 1, 0, "(name, /)");
METHOD(_imp, _override_frozen_modules_for_tests, f_prefer_frozen, 1, 0, "(override, /)");
METHOD(_imp, extension_suffixes, f_extension_suffixes, 0, 0, "()");
METHOD(_imp, find_compiled, f_find_compiled, 1, 0, 0);
METHOD(_imp, create_compiled, f_create_compiled, 1, 0, 0);
METHOD(_imp, exec_compiled, f_exec_compiled, 1, 0, 0);
METHOD(_imp, on_import, f_on_import, 1, 0, 0);

static val imp_init(struct thread *t) {
    val m = native_module_new(t, "_imp", METHODS(_imp)), check = m ? str_ascii(t, "default") : 0;
    return check && native_set(t, m, "check_hash_based_pycs", check) == 0 ? m : 0;
}
NATIVE_MODULE(_imp, "_imp", imp_init);
