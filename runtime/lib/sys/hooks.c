/* The hooks of sys: what is called for an uncaught exception, one that cannot be raised, a value at the prompt,
 * breakpoint(), audit events, and async generators. */
#include "runtime/gc/gc.h"
#include "runtime/lib/structseq.h"
#include "runtime/lib/sys/sys.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

/* ---- excepthook, unraisablehook ---- */

static val sys_excepthook(struct thread *t, val type, val value, val tb) {
    (void)type, (void)tb;
    if (val_has(value, TYPE_EXC)) report_exception(t, value);
    return NONE;
}
METHOD(sys, excepthook, sys_excepthook, 3, 0, "($module, exctype, value, traceback, /)");
METHOD(sys, __excepthook__, sys_excepthook, 3, 0, "($module, exctype, value, traceback, /)");

STRUCTSEQ(unraisable_args, "UnraisableHookArgs", 5, 5, "exc_type exc_value exc_traceback err_msg object");

/* For unraisable(): the one argument of a hook of the program. */
static val make_args(struct thread *t, val exc, const char *message, val object) {
    val tb = AS(exception, exc)->traceback;
    val v[5] = {val_of(type_of(exc)), exc, tb ? tb : NONE, message ? str_ascii(t, message) : NONE,
                object ? object : NONE};
    return structseq_new(t, &unraisable_args, v);
}

static val sys_unraisablehook(struct thread *t, val args) {
    if (!val_has(args, TYPE_TUPLE) || type_of(args) != &unraisable_args.type)
        return raise(t, &exc_TypeError, "sys.unraisablehook argument type must be UnraisableHookArgs");
    val message = structseq_at(args, 3), object = structseq_at(args, 4);
    if (val_has(structseq_at(args, 1), TYPE_EXC))
        unraisable_report(t, structseq_at(args, 1), message == NONE ? 0 : message, object == NONE ? 0 : object);
    return NONE;
}
/* What makes the arguments stands where a getter has its setter. */
static const struct method method_sys_unraisablehook METHOD_SECTION(sys, unraisablehook) = {
    "unraisablehook", (void *)sys_unraisablehook, 1, 0, "($module, unraisable, /)", (void *)make_args, 0};
METHOD(sys, __unraisablehook__, sys_unraisablehook, 1, 0, "($module, unraisable, /)");

/* ---- displayhook, breakpointhook ---- */

static val sys_displayhook(struct thread *t, val v) {
    if (v == NONE) return NONE;
    if (dict_put(t, rt_state.builtins_dict, NAME(_), NONE) < 0) return 0;
    val out = sys_get(t, NAME(stdout)), text = obj_repr(t, v);
    if (!out) return raise(t, &exc_RuntimeError, "lost sys.stdout");
    if (!text || !call_method1(t, out, NAME(write), str_format(t, "%U\n", text))) return 0;
    return dict_put(t, rt_state.builtins_dict, NAME(_), v) < 0 ? 0 : NONE;
}
METHOD(sys, displayhook, sys_displayhook, 1, 0, "($module, object, /)");
METHOD(sys, __displayhook__, sys_displayhook, 1, 0, "($module, object, /)");

/* There is no debugger in the program: it goes on, as CPython does when it cannot import the one it was told. */
static val sys_breakpointhook(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)argv, (void)kwnames;
    const char *name = os_getenv("PYTHONBREAKPOINT");
    if (name && name[0] == '0' && !name[1]) return NONE;
    if (!name || !*name) name = "pdb.set_trace";
    val text = str_format(t, "Ignoring unimportable $PYTHONBREAKPOINT: \"%s\"", name);
    return warn(t, &exc_RuntimeWarning, 1, text, 0) < 0 ? 0 : NONE;
}
METHOD(sys, breakpointhook, sys_breakpointhook, -1, 0, NULL);
METHOD(sys, __breakpointhook__, sys_breakpointhook, -1, 0, NULL);

/* ---- audit ---- */

static val audit_hooks; /* list, or 0 */

static int64_t audit(struct thread *t, val event, val args) {
    for (int64_t i = 0; audit_hooks && i < AS(list, audit_hooks)->len; i++)
        if (!call2(t, AS(list, audit_hooks)->item[i], event, args)) return -1;
    return 0;
}

static val sys_audit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "audit", kwnames)) return 0;
    if (argc < 1) return raise(t, &exc_TypeError, "audit() missing 1 required positional argument: 'event'");
    if (!val_is_str(argv[0]))
        return raise(t, &exc_TypeError, "expected str for argument 'event', not %T", argv[0]);
    if (!audit_hooks) return NONE;
    val args = tuple_of(t, argc - 1, argv + 1);
    return args && audit(t, argv[0], args) == 0 ? NONE : 0;
}

/* A hook that is there already may refuse more of them by an Exception. */
static val sys_addaudithook(struct thread *t, val hook) {
    if (!audit_hooks) {
        val list = list_new(t, 1);
        if (!list) return 0;
        gc_root(t, &audit_hooks);
        audit_hooks = list;
    }
    if (audit(t, str_ascii(t, "sys.addaudithook"), EMPTY_TUPLE) < 0) {
        if (!exc_pending_is(t, &exc_Exception)) return 0;
        t->exc = 0;
        return NONE;
    }
    return list_push(t, audit_hooks, hook) < 0 ? 0 : NONE;
}
METHOD(sys, audit, sys_audit, -1, 0, NULL);
METHOD(sys, addaudithook, sys_addaudithook, 1, 0, "($module, /, hook)");

/* ---- async generators and coroutines, by thread ---- */

STRUCTSEQ(asyncgen_hooks, "asyncgen_hooks", 2, 2, "firstiter finalizer");

static bool hook_ok(struct thread *t, val hook, const char *what) {
    return !hook || hook == NONE || type_of(hook)->call ||
           raise(t, &exc_TypeError, "callable %s expected, got %T", what, hook);
}

static val sys_set_asyncgen_hooks(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    if (!args_parse(t, "set_asyncgen_hooks", "| firstiter finalizer", argc, argv, kwnames, a)) return 0;
    if (!hook_ok(t, a[1], "finalizer") || !hook_ok(t, a[0], "firstiter")) return 0;
    if (a[1]) t->finalizer = a[1] == NONE ? 0 : a[1];
    if (a[0]) t->firstiter = a[0] == NONE ? 0 : a[0];
    return NONE;
}
static val sys_get_asyncgen_hooks(struct thread *t) {
    val v[2] = {t->firstiter ? t->firstiter : NONE, t->finalizer ? t->finalizer : NONE};
    return structseq_new(t, &asyncgen_hooks, v);
}
static val sys_set_origin_depth(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a;
    int64_t depth;
    if (!args_parse(t, "set_coroutine_origin_tracking_depth", "depth", argc, argv, kwnames, &a)) return 0;
    if (!index_i64(t, a, &depth)) return 0;
    if (depth < 0) return raise(t, &exc_ValueError, "depth must be >= 0");
    t->origin_depth = depth;
    return NONE;
}
static val sys_get_origin_depth(struct thread *t) {
    return int_from_i64(t, t->origin_depth);
}
METHOD(sys, set_asyncgen_hooks, sys_set_asyncgen_hooks, -1, 0, NULL);
METHOD(sys, get_asyncgen_hooks, sys_get_asyncgen_hooks, 0, 0, "($module, /)");
METHOD(sys, set_coroutine_origin_tracking_depth, sys_set_origin_depth, -1, 0, "($module, /, depth)");
METHOD(sys, get_coroutine_origin_tracking_depth, sys_get_origin_depth, 0, 0, "($module, /)");
