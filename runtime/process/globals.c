/* Names: module globals in compiled cells with builtins behind them, and the namespaces of class bodies. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define E(v) AS(exception, v)

static val raise_name_error(struct thread *t, val name) {
    raise(t, &exc_NameError, "name '%U' is not defined", name);
    if (exc_pending_is(t, &exc_NameError)) gc_store(E(t->exc), &E(t->exc)->extra[0], name);
    return 0;
}

val rt_global_load(struct thread *t, struct module_def *m, int64_t cell) {
    val v = m->cells[cell];
    if (v) return v;
    val name = m->names[cell];
    v = module_builtins_lookup(t, name);
    return v || t->exc ? v : raise_name_error(t, name);
}

int64_t rt_global_bind(struct thread *t, struct module_def *m, int64_t cell, val v) {
    if (!m->module) {
        m->cells[cell] = v;
        return 0;
    }
    return dict_bind_cell(t, AS(module, m->module)->dict, (uint32_t)cell, v);
}

int64_t rt_global_del(struct thread *t, struct module_def *m, int64_t cell) {
    val name = m->names[cell];
    if (!m->cells[cell] || !m->module) return raise_name_error(t, name), -1;
    int64_t r = dict_remove(t, AS(module, m->module)->dict, name);
    return r == 0 ? (raise_name_error(t, name), -1) : r < 0 ? -1 : 0;
}

void rt_global_unbind(struct thread *t, struct module_def *m, int64_t cell) {
    if (m->cells[cell] && m->module) dict_remove(t, AS(module, m->module)->dict, m->names[cell]);
}

static val ns_get(struct thread *t, val ns, val name) {
    if (val_is_exact(ns, &dict_shape)) return dict_lookup(t, ns, name);
    val v = rt_getitem(t, ns, name);
    if (!v && exc_pending_is(t, &exc_KeyError)) t->exc = 0;
    return v;
}

val rt_name_load(struct thread *t, val ns, struct module_def *m, val name) {
    val v = ns_get(t, ns, name);
    if (v || t->exc) return v;
    if (m->module) {
        v = dict_lookup(t, AS(module, m->module)->dict, name);
        if (v || t->exc) return v;
    }
    v = module_builtins_lookup(t, name);
    return v || t->exc ? v : raise_name_error(t, name);
}

val rt_ns_load(struct thread *t, val ns, val name) {
    return ns_get(t, ns, name);
}

int64_t rt_ns_set(struct thread *t, val ns, val name, val v) {
    return val_is_exact(ns, &dict_shape) ? dict_put(t, ns, name, v) : rt_setitem(t, ns, name, v);
}

int64_t rt_ns_del(struct thread *t, val ns, val name) {
    if (val_is_exact(ns, &dict_shape)) {
        int64_t r = dict_remove(t, ns, name);
        return r > 0 ? 0 : r < 0 ? -1 : (raise_name_error(t, name), -1);
    }
    if (rt_delitem(t, ns, name) == 0) return 0;
    if (exc_pending_is(t, &exc_KeyError)) {
        t->exc = 0;
        raise_name_error(t, name);
    }
    return -1;
}
