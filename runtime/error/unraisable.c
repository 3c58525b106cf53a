/* Exceptions that nobody can catch: raised by finalizers, by flushing at exit. They are told, and the program goes on. */
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

void unraisable_report(struct thread *t, val exc, val message, val object) {
    val err = sys_module(t) ? sys_get(t, NAME(stderr)) : 0;
    if (!err || err == NONE) return;
    val head = message ? message : str_ascii(t, "Exception ignored in");
    if (head && object) {
        val r = obj_repr(t, object);
        t->exc = 0;
        head = r ? str_format(t, "%U: %U\n", head, r) : str_format(t, "%U: <object repr() failed>\n", head);
    } else if (head) {
        head = str_format(t, "%U:\n", head);
    }
    if (head) call_method1(t, err, NAME(write), head);
    t->exc = 0;
    report_exception(t, exc);
    t->exc = 0;
}

/* The entry of sys.unraisablehook in the table of sys, when the program can name it (lib/sys/hooks.c). */
METHOD_TABLE(sys);
static const struct method *hook_method(void) {
    for (const struct method *m = __start_pymeth_sys; m < __stop_pymeth_sys; m++)
        if (m->setter && !(m->flags & METHOD_GETTER)) return m;
    return NULL;
}

/* True: a hook of the program's own had it. */
static bool run_hook(struct thread *t, val exc, const char *message, val object) {
    const struct method *m = hook_method();
    val hook = m && rt_state.sys_dict ? dict_lookup(t, rt_state.sys_dict, str_ascii(t, m->name)) : 0;
    if (!hook || hook == NONE || (val_is_exact(hook, &builtin_shape) && AS(builtin, hook)->def == m)) return false;
    val (*make)(struct thread *, val, const char *, val) = (val(*)(struct thread *, val, const char *, val))m->setter;
    val args = make(t, exc, message, object);
    if (args && call1(t, hook, args)) return true;
    val second = exc_take(t);
    if (second) unraisable_report(t, second, str_ascii(t, "Exception ignored in sys.unraisablehook"), hook);
    return true;
}

void unraisable(struct thread *t, val object) {
    unraisable_in(t, NULL, object);
}

void unraisable_in(struct thread *t, const char *message, val object) {
    val exc = exc_take(t);
    if (!exc) return;
    val handled = t->handled;
    if (!run_hook(t, exc, message, object))
        unraisable_report(t, exc, message ? str_ascii(t, message) : 0, object);
    t->handled = handled;
    t->exc = 0;
}
