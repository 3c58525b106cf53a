/* Class statements: the bases they mean, the metaclass, the namespace, the body, and the call that makes the
 * class. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* Bases that are not types may stand for others: __mro_entries__. */
static val resolve_bases(struct thread *t, int64_t n, val *argv, bool *changed) {
    val out = list_new(t, n);
    for (int64_t i = 0; out && i < n; i++) {
        val f = val_has(argv[i], TYPE_TYPE) ? 0 : obj_lookattr(t, argv[i], NAME(__mro_entries__));
        if (!f) {
            if (t->exc || list_push(t, out, argv[i]) < 0) return 0;
            continue;
        }
        val all = tuple_of(t, n, argv), more = all ? call1(t, f, all) : 0;
        if (!more) return 0;
        if (!val_has(more, TYPE_TUPLE))
            return raise(t, &exc_TypeError, "__mro_entries__ must return a tuple");
        for (int64_t k = 0; k < AS(tuple, more)->len; k++)
            if (list_push(t, out, AS(tuple, more)->item[k]) < 0) return 0;
        *changed = true;
    }
    return out ? tuple_of(t, AS(list, out)->len, AS(list, out)->item) : 0;
}

/* The parts of a class statement while it runs. */
struct statement {
    val name, bases, orig_bases; /* orig_bases 0: they are `bases` */
    val meta;                    /* any callable */
    struct type *type;           /* `meta` when it is a class */
    int64_t nkw;                 /* further keywords of the header */
    val *kwvalues, kwnames;
};

/* The namespace of the class statement that runs last: identifies whose hint it is when the call of a
 * metaclass arrives in type.__new__. Never followed. */
static struct {
    val ns;
    uint32_t hint;
} running;

uint32_t class_hint(val ns) {
    return running.ns == ns ? running.hint : 4;
}

/* Takes `metaclass=` out of the keywords; without it the first base's type counts. */
static bool find_metaclass(struct thread *t, struct statement *s, int64_t nkw, val *kwvalues, val kwnames) {
    int64_t at = 0;
    while (at < nkw && !str_equal(AS(tuple, kwnames)->item[at], NAME(metaclass))) at++;
    s->nkw = nkw, s->kwvalues = kwvalues, s->kwnames = kwnames;
    if (at < nkw) {
        s->meta = kwvalues[at];
        for (int64_t i = at + 1; i < nkw; i++) kwvalues[i - 1] = kwvalues[i];
        val rest = tuple_new(t, nkw - 1);
        for (int64_t i = 0, n = 0; rest && i < nkw; i++)
            if (i != at) AS(tuple, rest)->item[n++] = AS(tuple, kwnames)->item[i];
        s->nkw = nkw - 1;
        if (!(s->kwnames = nkw > 1 ? rest : 0) && !rest) return false;
    } else {
        const struct tuple *b = AS(tuple, s->bases);
        s->meta = b->len ? val_of(type_of(b->item[0])) : val_of(&type_type);
    }
    if (!val_has(s->meta, TYPE_TYPE)) return true;
    s->type = bases_metaclass(t, AS(type, s->meta), s->bases);
    s->meta = val_of(s->type);
    return s->type != NULL;
}

/* Calls `f` with the leading arguments and the keywords of the header. */
static val call_with(struct thread *t, const struct statement *s, val f, int64_t n, const val *lead) {
    val few[8], *args = few;
    if (n + s->nkw > 8 && !(args = gc_storage(t, (size_t)(n + s->nkw) * sizeof(val), true))) return 0;
    for (int64_t i = 0; i < n; i++) args[i] = lead[i];
    for (int64_t i = 0; i < s->nkw; i++) args[n + i] = s->kwvalues[i];
    return rt_call(t, f, n, args, s->kwnames);
}

/* What PyMapping_Check asks: subscriptable, or an instance of a class with __getitem__. */
static bool is_mapping(val v) {
    const struct type *type = type_of(v);
    return type->getitem && !(type->flags & (TYPE_TUPLE | TYPE_TYPE));
}

static val prepare(struct thread *t, const struct statement *s) {
    if (s->type == &type_type) return dict_make(t);
    val f = obj_lookattr(t, s->meta, NAME(__prepare__));
    if (!f) return t->exc ? 0 : dict_make(t);
    val lead[2] = {s->name, s->bases}, ns = call_with(t, s, f, 2, lead);
    if (ns && !is_mapping(ns))
        return s->type
                   ? raise(t, &exc_TypeError, "%N.__prepare__() must return a mapping, not %T", s->type, ns)
                   : raise(t, &exc_TypeError, "<metaclass>.__prepare__() must return a mapping, not %T", ns);
    return ns;
}

/* The metaclass must have passed the namespace's __classcell__ on to type.__new__. */
static bool cell_filled(struct thread *t, const struct statement *s, val cell, val cls) {
    if (!val_is_exact(cell, &cell_shape) || !val_has(cls, TYPE_TYPE)) return true;
    val given = AS(cell, cell)->value;
    if (given == cls) return true;
    if (!given)
        raise(t, &exc_RuntimeError,
              "__class__ not set defining %R as %R. Was __classcell__ propagated to type.__new__?", s->name,
              cls);
    else
        raise(t, &exc_TypeError, "__class__ set to %R defining %R as %R", given, s->name, cls);
    return false;
}

/* The class statement. `argv`: the bases, then the values of the header's keywords. */
val rt_build_class(struct thread *t, val body, val name, int64_t argc, val *argv, val kwnames) {
    struct statement s = {.name = name};
    bool changed = false;
    s.bases = resolve_bases(t, argc, argv, &changed);
    s.orig_bases = changed ? tuple_of(t, argc, argv) : 0;
    if (!s.bases || (changed && !s.orig_bases) ||
        !find_metaclass(t, &s, kwnames ? AS(tuple, kwnames)->len : 0, argv + argc, kwnames))
        return 0;
    val ns = prepare(t, &s), cell = ns ? call1(t, body, ns) : 0;
    if (!cell) return 0;
    if (changed && rt_ns_set(t, ns, NAME(__orig_bases__), s.orig_bases) < 0) return 0;
    uint32_t hint = val_is_exact(body, &function_shape) ? AS(function, body)->code->nslots : 4;
    val cls;
    if (s.type == &type_type) {
        cls = class_new(t, s.type, name, s.bases, ns, s.nkw, s.kwvalues, s.kwnames, hint);
    } else {
        val lead[3] = {name, s.bases, ns};
        running.ns = ns;
        running.hint = hint;
        cls = call_with(t, &s, s.meta, 3, lead);
    }
    return cls && cell_filled(t, &s, cell, cls) ? cls : 0;
}

/* The same for a statement with * or ** in its header. */
val rt_build_class_ex(struct thread *t, val body, val name, val bases, val keywords) {
    int64_t nbases = AS(tuple, bases)->len, nkw = 0, pos = 0;
    val *argv =
        gc_storage(t, (size_t)(nbases + (keywords ? dict_count(keywords) : 0) + 1) * sizeof(val), true);
    val names = list_new(t, 0), k, v, kwnames = 0;
    if (!argv || !names) return 0;
    for (int64_t i = 0; i < nbases; i++) argv[i] = AS(tuple, bases)->item[i];
    while (keywords && dict_step(keywords, &pos, &k, &v)) {
        if (!val_is_str(k)) return raise(t, &exc_TypeError, "keywords must be strings");
        argv[nbases + nkw++] = v;
        if (list_push(t, names, k) < 0) return 0;
    }
    if (nkw && !(kwnames = tuple_of(t, nkw, AS(list, names)->item))) return 0;
    return rt_build_class(t, body, name, nbases, argv, kwnames);
}
