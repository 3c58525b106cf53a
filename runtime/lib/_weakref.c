/* The module _weakref: what weakref.py is made of. The types: types/weakref.c, types/weakproxy.c. */
#include "runtime/lib/native.h"
#include "runtime/types/weakref.h"

METHOD_TABLE(_weakref);

static val f_count(struct thread *t, val target) {
    int64_t n = 0;
    for (struct weakref *r = weak_first(target); r; r = r->next) n++;
    return int_from_i64(t, n);
}
METHOD(_weakref, getweakrefcount, f_count, 1, 0, "($module, object, /)");

static val f_all(struct thread *t, val target) {
    val all = list_new(t, 0);
    for (struct weakref *r = weak_first(target); all && r; r = r->next)
        if (list_push(t, all, val_of(r)) < 0) return 0;
    return all;
}
METHOD(_weakref, getweakrefs, f_all, 1, 0, "($module, object, /)");

static val f_proxy(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "_weakref.proxy", kwnames) || !args_count(t, "proxy", argc, 1, 2)) return 0;
    struct type *type = type_of(argv[0])->call ? &weakcallableproxy_type : &weakproxy_type;
    return val_of(weak_new(t, type, argv[0], argc > 1 ? argv[1] : 0));
}
METHOD(_weakref, proxy, f_proxy, -1, 0, "($module, object, callback=None, /)");

/* Removes the key whose value is a dead reference, and nothing else. */
static val f_remove_dead(struct thread *t, val dict, val key) {
    if (!val_has(dict, TYPE_DICT))
        return raise(t, &exc_TypeError, "_remove_dead_weakref() argument 1 must be dict, not %T", dict);
    val r = dict_lookup(t, dict, key);
    if (!r) return t->exc ? 0 : NONE;
    if (!obj_isinstance(r, &weakref_type)) return raise(t, &exc_TypeError, "not a weakref");
    if (AS(weakref, r)->target) return NONE;
    return dict_remove(t, dict, key) < 0 ? 0 : NONE;
}
METHOD(_weakref, _remove_dead_weakref, f_remove_dead, 2, 0, "($module, dct, key, /)");

static val weakref_module(struct thread *t) {
    val m = native_module_new(t, "_weakref", METHODS(_weakref)), ref = val_of(&weakref_type);
    if (!m || type_ready(t, &weakref_type) < 0 || native_set(t, m, "ref", ref) < 0 ||
        native_set(t, m, "ReferenceType", ref) < 0 ||
        native_set(t, m, "ProxyType", val_of(&weakproxy_type)) < 0 ||
        native_set(t, m, "CallableProxyType", val_of(&weakcallableproxy_type)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_weakref, "_weakref", weakref_module);
