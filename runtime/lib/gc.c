/* The module gc. The collector is not CPython's: it has two generations, counts nothing, and frees also what
 * reference counts would free there; so it goes on when it is "disabled", and thresholds are only kept. */
#include "runtime/gc/walk.h"
#include "runtime/gc/weak.h"
#include "runtime/lib/native.h"
#include "runtime/types/container.h"

static struct {
    bool off;
    int64_t threshold[3], debug, frozen;
    val callbacks;
} state = {.threshold = {700, 10, 10}};

METHOD_TABLE(gc);

static val f_enable(struct thread *t) {
    (void)t;
    state.off = false;
    return NONE;
}
METHOD(gc, enable, f_enable, 0, 0, "($module, /)");
static val f_disable(struct thread *t) {
    (void)t;
    state.off = true;
    return NONE;
}
METHOD(gc, disable, f_disable, 0, 0, "($module, /)");
static val f_isenabled(struct thread *t) {
    (void)t;
    return val_bool(!state.off);
}
METHOD(gc, isenabled, f_isenabled, 0, 0, "($module, /)");

/* ---- collecting ---- */

static void tell_callbacks(struct thread *t, const char *phase, int64_t generation) {
    if (!state.callbacks || !AS(list, state.callbacks)->len) return;
    val info = dict_make(t), zero = val_small(0), args[2] = {str_ascii(t, phase), info};
    if (!info || dict_put(t, info, str_ascii(t, "generation"), val_small(generation)) < 0 ||
        dict_put(t, info, str_ascii(t, "collected"), zero) < 0 ||
        dict_put(t, info, str_ascii(t, "uncollectable"), zero) < 0)
        return;
    for (int64_t i = 0; i < AS(list, state.callbacks)->len; i++) {
        val f = AS(list, state.callbacks)->item[i];
        if (!call2(t, f, args[0], args[1])) unraisable(t, f);
    }
}

/* How many objects CPython would find unreachable is not known: it would have freed most of them before. */
static val f_collect(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    int64_t generation = 2;
    if (!args_parse(t, "collect", "| generation", argc, argv, kwnames, out)) return 0;
    if (out[0]) {
        val g = obj_index(t, out[0]);
        if (!g) return 0;
        if (!int_to_i64(g, &generation) || generation < 0 || generation > 2)
            return raise(t, &exc_ValueError, "invalid generation");
    }
    tell_callbacks(t, "start", generation);
    gc_collect(t, generation == 2);
    if (gc_weak) gc_weak->call(t);
    gc_run_finalizers(t);
    tell_callbacks(t, "stop", generation);
    return t->exc ? 0 : val_small(0);
}
METHOD(gc, collect, f_collect, -1, 0, "($module, /, generation=2)");

static val triple(struct thread *t, int64_t a, int64_t b, int64_t c) {
    const val v[3] = {int_from_i64(t, a), int_from_i64(t, b), int_from_i64(t, c)};
    return tuple_of(t, 3, v);
}
static val f_get_count(struct thread *t) {
    return triple(t, (int64_t)(heap.allocated >> 12), 0, 0);
}
METHOD(gc, get_count, f_get_count, 0, 0, "($module, /)");
static val f_get_threshold(struct thread *t) {
    return triple(t, state.threshold[0], state.threshold[1], state.threshold[2]);
}
METHOD(gc, get_threshold, f_get_threshold, 0, 0, "($module, /)");
static val f_set_threshold(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "gc.set_threshold", kwnames) || !args_count(t, "gc.set_threshold", argc, 1, 3))
        return 0;
    for (int64_t i = 0; i < argc; i++) {
        val n = obj_index(t, argv[i]);
        if (!n) return 0;
        if (!int_to_i64(n, &state.threshold[i]) || state.threshold[i] != (int32_t)state.threshold[i])
            return raise(t, &exc_OverflowError, "signed integer is greater than maximum");
    }
    return NONE;
}
METHOD(gc, set_threshold, f_set_threshold, -1, 0, NULL);

static val f_get_debug(struct thread *t) {
    return int_from_i64(t, state.debug);
}
METHOD(gc, get_debug, f_get_debug, 0, 0, "($module, /)");
static val f_set_debug(struct thread *t, val flags) {
    val n = obj_index(t, flags);
    if (!n) return 0;
    if (!int_to_i64(n, &state.debug))
        return raise(t, &exc_OverflowError, "signed integer is greater than maximum");
    return NONE;
}
METHOD(gc, set_debug, f_set_debug, 1, 0, "($module, flags, /)");

static val f_get_stats(struct thread *t) {
    const size_t runs[3] = {heap.collections - heap.full_collections, 0, heap.full_collections};
    val out = list_new(t, 3);
    for (int i = 0; out && i < 3; i++) {
        val d = dict_make(t);
        if (!d || dict_put(t, d, str_ascii(t, "collections"), int_from_i64(t, (int64_t)runs[i])) < 0 ||
            dict_put(t, d, str_ascii(t, "collected"), val_small(0)) < 0 ||
            dict_put(t, d, str_ascii(t, "uncollectable"), val_small(0)) < 0 || list_push(t, out, d) < 0)
            return 0;
    }
    return out;
}
METHOD(gc, get_stats, f_get_stats, 0, 0, "($module, /)");

/* ---- looking at objects ---- */

static val f_is_tracked(struct thread *t, val v) {
    (void)t;
    if (!val_is_ptr(v) || !gc_is_container(val_obj(v))) return FALSE;
    if (val_is_exact(v, &tuple_shape)) return val_bool(AS(tuple, v)->len > 0);
    if (!val_is_exact(v, &dict_shape)) return TRUE;
    val k, x; /* a dict of simple things is left alone */
    for (int64_t pos = 0; dict_step(v, &pos, &k, &x);)
        if ((val_is_ptr(k) && gc_is_container(val_obj(k))) || (val_is_ptr(x) && gc_is_container(val_obj(x))))
            return TRUE;
    return FALSE;
}
METHOD(gc, is_tracked, f_is_tracked, 1, 0, "($module, obj, /)");

static val f_is_finalized(struct thread *t, val v) {
    (void)t;
    return val_bool(val_has(v, TYPE_HAS_DEL) && val_is_ptr(v) &&
                    !(val_obj(v)->gc & (GC_FINALIZE | GC_STATIC)));
}
METHOD(gc, is_finalized, f_is_finalized, 1, 0, "($module, obj, /)");

/* Right after a full collection. The array is not the collector's: nothing is allocated while it is used but
 * the list, whole. */
static bool all_containers(struct thread *t, struct gc_array *all) {
    gc_collect(t, true);
    all->n = 0;
    gc_containers(all);
    return true;
}

static val f_get_objects(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    static struct gc_array all;
    val out[1];
    int64_t generation = -1;
    if (!args_parse(t, "get_objects", "| generation", argc, argv, kwnames, out)) return 0;
    if (out[0] && out[0] != NONE) {
        val g = obj_index(t, out[0]);
        if (!g) return 0;
        if (!int_to_i64(g, &generation) || generation > 2)
            return raise(t, &exc_ValueError,
                         "generation must be less than the number of available generations (3)");
        if (generation < 0) return raise(t, &exc_ValueError, "generation cannot be negative");
    }
    all_containers(t, &all);
    if (generation == 0 || generation == 1) all.n = 0; /* all that lives is old now */
    return list_of(t, (int64_t)all.n, all.p);
}
METHOD(gc, get_objects, f_get_objects, -1, 0, "($module, /, generation=None)");

struct referents {
    struct gc_visitor v;
    struct gc_array found;
};

static void child_found(struct gc_visitor *v, val child) {
    if (child && val_is_ptr(child) && val_obj(child)->shape->type != &shape_type)
        gc_push(&((struct referents *)v)->found, child);
}

static val f_get_referents(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    static struct referents r = {.v = {child_found}};
    if (!args_no_keywords(t, "gc.get_referents", kwnames)) return 0;
    r.found.n = 0;
    for (int64_t i = 0; i < argc; i++)
        if (val_is_ptr(argv[i]) && gc_is_container(val_obj(argv[i]))) gc_children(val_obj(argv[i]), &r.v);
    return list_of(t, (int64_t)r.found.n, r.found.p);
}
METHOD(gc, get_referents, f_get_referents, -1, 0, NULL);

struct search {
    struct gc_visitor v;
    const val *wanted;
    int64_t n;
    bool hit;
};

static void child_compared(struct gc_visitor *v, val child) {
    struct search *s = (struct search *)v;
    for (int64_t i = 0; i < s->n; i++) s->hit |= child == s->wanted[i];
}

static val f_get_referrers(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    static struct gc_array all;
    if (!args_no_keywords(t, "gc.get_referrers", kwnames)) return 0;
    all_containers(t, &all);
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++) {
        struct search s = {{child_compared}, argv, argc, false};
        gc_children((struct obj *)(uintptr_t)all.p[i], &s.v);
        if (s.hit) all.p[n++] = all.p[i];
    }
    return list_of(t, (int64_t)n, all.p);
}
METHOD(gc, get_referrers, f_get_referrers, -1, 0, NULL);

/* ---- freezing: what lives is old and stays where it is anyway ---- */

static val f_freeze(struct thread *t) {
    static struct gc_array all;
    all_containers(t, &all);
    state.frozen = (int64_t)all.n;
    return NONE;
}
METHOD(gc, freeze, f_freeze, 0, 0, "($module, /)");
static val f_unfreeze(struct thread *t) {
    (void)t;
    state.frozen = 0;
    return NONE;
}
METHOD(gc, unfreeze, f_unfreeze, 0, 0, "($module, /)");
static val f_get_freeze_count(struct thread *t) {
    return int_from_i64(t, state.frozen);
}
METHOD(gc, get_freeze_count, f_get_freeze_count, 0, 0, "($module, /)");

static val gc_module(struct thread *t) {
    static const struct {
        const char *name;
        int64_t value;
    } flags[] = {{"DEBUG_STATS", 1},
                 {"DEBUG_COLLECTABLE", 2},
                 {"DEBUG_UNCOLLECTABLE", 4},
                 {"DEBUG_SAVEALL", 32},
                 {"DEBUG_LEAK", 38}};
    val m = native_module_new(t, "gc", METHODS(gc));
    for (size_t i = 0; m && i < sizeof flags / sizeof *flags; i++)
        if (native_set(t, m, flags[i].name, val_small(flags[i].value)) < 0) return 0;
    if (!state.callbacks) gc_root(t, &state.callbacks);
    if (!m || !(state.callbacks = list_new(t, 0)) || native_set(t, m, "callbacks", state.callbacks) < 0 ||
        native_set(t, m, "garbage", list_new(t, 0)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(gc, "gc", gc_module);
