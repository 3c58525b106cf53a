/* Exception groups, and what `except*` does with them.
 *
 * extra[0] is the message, extra[1] the tuple of exceptions. A part of a group (split, subgroup) is what the
 * group's `derive` makes, with the group's traceback, cause, context and a copy of its notes: by the first three
 * `except*` knows which raised exceptions are parts of the one it caught. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/types/container.h"
#include "runtime/types/exception_type.h"

#define E(v) AS(exception, v)

METHOD_TABLE(BaseExceptionGroup);

static bool is_group(val v) {
    return val_has(v, TYPE_GROUP);
}
static val message_of(val group) {
    return E(group)->extra[0];
}
static val parts_of(val group) {
    return E(group)->extra[1];
}

/* ---- making one ---- */

static bool is_sequence(val v) {
    const struct type *type = type_of(v);
    if (type->flags & TYPE_SEQUENCE) return true;
    return type->getitem && !(type->flags & (TYPE_DICT | TYPE_TYPE)) &&
           (type->flags & TYPE_HEAP || !(type->flags & TYPE_MAPPING));
}

/* 1 when every one is an Exception, 0 when some is not. */
static int64_t only_exceptions(struct thread *t, val parts) {
    int64_t only = 1;
    for (int64_t i = 0; i < AS(tuple, parts)->len; i++) {
        val part = AS(tuple, parts)->item[i];
        if (!val_has(part, TYPE_EXC))
            return raise_i(t, &exc_ValueError, "Item %ld of second argument (exceptions) is not an exception",
                           i);
        int64_t is = obj_is_instance(t, part, val_of(&exc_Exception));
        if (is < 0) return -1;
        if (!is) only = 0;
    }
    return only;
}

static struct type *class_for(struct thread *t, struct type *cls, bool only) {
    if (cls == &exc_BaseExceptionGroup) return only ? &exc_ExceptionGroup : cls;
    if (only || !type_is_subtype(cls, &exc_Exception)) return cls;
    if (cls == &exc_ExceptionGroup)
        raise(t, &exc_TypeError, "Cannot nest BaseExceptions in an ExceptionGroup");
    else
        raise(t, &exc_TypeError, "Cannot nest BaseExceptions in '%N'", cls);
    return NULL;
}

static val group_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)kwnames; /* `init` refuses them */
    if (argc != 2)
        return raise(t, &exc_TypeError, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%ld given)",
                     argc);
    if (!val_is_str(argv[0]))
        return raise(t, &exc_TypeError, "BaseExceptionGroup.__new__() argument 1 must be str, not %B",
                     argv[0]);
    if (!is_sequence(argv[1]))
        return raise(t, &exc_TypeError, "second argument (exceptions) must be a sequence");
    val parts = tuple_from_iterable(t, argv[1]);
    if (!parts) return 0;
    if (!AS(tuple, parts)->len)
        return raise(t, &exc_ValueError, "second argument (exceptions) must be a non-empty sequence");
    int64_t only = only_exceptions(t, parts);
    if (only < 0 || !(cls = class_for(t, cls, only > 0))) return 0;
    val v = exc_new(t, cls, argc, argv);
    if (!v) return 0;
    gc_store(E(v), &E(v)->extra[0], argv[0]);
    gc_store(E(v), &E(v)->extra[1], parts);
    rt_state.report_group = report_group;
    return v;
}

static val group_str(struct thread *t, val v) {
    int64_t n = AS(tuple, parts_of(v))->len;
    return str_format(t, "%S (%ld sub-exception%s)", message_of(v), n, n > 1 ? "s" : "");
}

static val plain_group(struct thread *t, val parts) {
    val args[2] = {EMPTY_STR, parts};
    return call(t, val_of(&exc_ExceptionGroup), 2, args, 0);
}

/* ---- parts ---- */

/* What is looked for: exceptions of a class, those a function says yes to, or those in a set. */
struct filter {
    struct thread *t;
    enum { BY_CLASS, BY_FUNCTION, BY_IDENTITY } how;
    val what; /* class or tuple, function, or list */
    int64_t depth;
};

static int64_t listed(val list, val exc) {
    for (int64_t i = 0; i < AS(list, list)->len; i++)
        if (AS(list, list)->item[i] == exc) return 1;
    return 0;
}

static int64_t matches(struct filter *f, val exc) {
    switch (f->how) {
    case BY_CLASS: return rt_exc_match(f->t, exc, f->what);
    case BY_FUNCTION: {
        val is = call1(f->t, f->what, exc);
        return is ? rt_truth(f->t, is) : -1;
    }
    default: return is_group(exc) ? 0 : listed(f->what, exc);
    }
}

static int64_t copy_notes(struct thread *t, val group, val part) {
    val notes = obj_lookattr(t, group, NAME(__notes__));
    if (!notes) return t->exc ? -1 : 0;
    if (!is_sequence(notes)) return 0; /* no place to report what the program stored there */
    val copy = list_from_iterable(t, notes);
    return copy ? obj_setattr(t, part, NAME(__notes__), copy) : -1;
}

/* *out stays 0 for no parts. */
static int64_t subset(struct thread *t, val group, val parts, val *out) {
    if (!AS(list, parts)->len) return 0;
    val made = call_method1(t, group, NAME(derive), parts);
    if (!made) return -1;
    if (!is_group(made))
        return raise_i(t, &exc_TypeError, "derive must return an instance of BaseExceptionGroup");
    if (E(group)->traceback) gc_store(E(made), &E(made)->traceback, E(group)->traceback);
    gc_store(E(made), &E(made)->context, E(group)->context);
    gc_store(E(made), &E(made)->cause, E(group)->cause);
    E(made)->suppress_context = 1;
    if (copy_notes(t, group, made) < 0) return -1;
    *out = made;
    return 0;
}

/* Groups nested as deep as the limit are refused though the stack has room, as in CPython. */
static int64_t go_deeper(struct filter *f) {
    if (f->depth++ < rt_state.recursion_limit)
        return stack_check_in(f->t, " in exceptiongroup_split_recursive");
    return raise_i(f->t, &exc_RecursionError,
                   "maximum recursion depth exceeded in exceptiongroup_split_recursive");
}

/* `rest` NULL: nobody wants it. */
static int64_t split(struct filter *f, val exc, val *match, val *rest) {
    struct thread *t = f->t;
    int64_t is = matches(f, exc);
    if (is < 0) return -1;
    if (is) {
        *match = exc;
        return 0;
    }
    if (!is_group(exc)) {
        if (rest) *rest = exc;
        return 0;
    }
    if (go_deeper(f) < 0) return -1;
    val yes = list_new(t, 0), no = list_new(t, 0), parts = parts_of(exc);
    if (!yes || !no) return -1;
    for (int64_t i = 0; i < AS(tuple, parts)->len; i++) {
        val in = 0, out = 0;
        if (split(f, AS(tuple, parts)->item[i], &in, rest ? &out : NULL) < 0) return -1;
        if (in && list_push(t, yes, in) < 0) return -1;
        if (out && list_push(t, no, out) < 0) return -1;
    }
    f->depth--;
    if (subset(t, exc, yes, match) < 0) return -1;
    return rest ? subset(t, exc, no, rest) : 0;
}

static bool is_class(val v) {
    return val_has(v, TYPE_TYPE) && AS(type, v)->flags & TYPE_EXC;
}

static bool are_classes(val v) {
    if (!val_is_exact(v, &tuple_shape)) return false;
    for (int64_t i = 0; i < AS(tuple, v)->len; i++)
        if (!is_class(AS(tuple, v)->item[i])) return false;
    return true;
}

static bool filter_of(struct filter *f, struct thread *t, val what) {
    *f = (struct filter){t, BY_CLASS, what};
    if (is_class(what) || are_classes(what)) return true;
    f->how = BY_FUNCTION;
    if (val_is_exact(what, &function_shape)) return true;
    raise(t, &exc_TypeError, "expected a function, exception type or tuple of exception types");
    return false;
}

static val or_none(val v) {
    return v ? v : NONE;
}

static val group_split(struct thread *t, val self, val what) {
    struct filter f;
    val parts[2] = {0, 0};
    if (!filter_of(&f, t, what) || split(&f, self, &parts[0], &parts[1]) < 0) return 0;
    for (int i = 0; i < 2; i++) parts[i] = or_none(parts[i]);
    return tuple_of(t, 2, parts);
}

static val group_subgroup(struct thread *t, val self, val what) {
    struct filter f;
    val match = 0;
    if (!filter_of(&f, t, what) || split(&f, self, &match, NULL) < 0) return 0;
    return or_none(match);
}

static val group_derive(struct thread *t, val self, val parts) {
    val args[2] = {message_of(self), parts};
    return call(t, val_of(&exc_BaseExceptionGroup), 2, args, 0);
}

static val get_message(struct thread *t, val v) {
    return (void)t, message_of(v);
}
static val get_exceptions(struct thread *t, val v) {
    return (void)t, parts_of(v);
}

METHOD(BaseExceptionGroup, split, group_split, 2, 0, NULL);
METHOD(BaseExceptionGroup, subgroup, group_subgroup, 2, 0, NULL);
METHOD(BaseExceptionGroup, derive, group_derive, 2, 0, NULL);
METHOD(BaseExceptionGroup, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(BaseExceptionGroup, message, get_message, readonly_member);
GETTER(BaseExceptionGroup, exceptions, get_exceptions, readonly_member);

/* ---- except* ---- */

static int64_t group_class(struct thread *t, val cls) {
    if (AS(type, cls)->flags & TYPE_GROUP)
        return raise_i(t, &exc_TypeError,
                       "catching ExceptionGroup with except* is not allowed. Use except instead.");
    return 0;
}

static int64_t check_classes(struct thread *t, val cls) {
    if (rt_exc_match(t, NONE, cls) < 0) return -1; /* asked for the check only */
    if (!val_has(cls, TYPE_TUPLE)) return group_class(t, cls);
    for (int64_t i = 0; i < AS(tuple, cls)->len; i++)
        if (group_class(t, AS(tuple, cls)->item[i]) < 0) return -1;
    return 0;
}

static int64_t split_by_method(struct thread *t, val exc, val cls, val *out) {
    val pair = call_method1(t, exc, NAME(split), cls);
    if (!pair) return -1;
    if (!val_has(pair, TYPE_TUPLE))
        return raise_i(t, &exc_TypeError, "%T.split must return a tuple, not %T", exc, pair);
    if (AS(tuple, pair)->len < 2)
        return raise_i(t, &exc_TypeError, "%T.split must return a 2-tuple, got tuple of size %ld", exc,
                       AS(tuple, pair)->len);
    out[0] = AS(tuple, pair)->item[0];
    out[1] = AS(tuple, pair)->item[1];
    return out[0] != NONE;
}

int64_t rt_star_match(struct thread *t, val exc, val cls, val *out) {
    out[0] = NONE;
    out[1] = exc;
    if (check_classes(t, cls) < 0) return -1;
    if (exc == NONE) return 0;
    int64_t is = rt_exc_match(t, exc, cls);
    if (is > 0) {
        val alone = is_group(exc) ? 0 : tuple_of(t, 1, &exc);
        out[0] = is_group(exc) ? exc : alone ? plain_group(t, alone) : 0;
        out[1] = NONE;
        if (!out[0]) return -1;
    } else if (is_group(exc)) {
        is = split_by_method(t, exc, cls, out);
    }
    if (is > 0) t->handled = out[0];
    return is;
}

int64_t rt_star_raised(struct thread *t, val list) {
    val exc = exc_take(t);
    return list_push(t, list, exc);
}

static bool same_origin(val a, val b) {
    return E(a)->traceback == E(b)->traceback && E(a)->cause == E(b)->cause &&
           E(a)->context == E(b)->context;
}

static int64_t leaves(struct thread *t, val exc, val into) {
    if (!is_group(exc)) return list_push(t, into, exc);
    if (stack_check_in(t, " in collect_exception_group_leaf_ids") < 0) return -1;
    for (int64_t i = 0; i < AS(tuple, parts_of(exc))->len; i++)
        if (leaves(t, AS(tuple, parts_of(exc))->item[i], into) < 0) return -1;
    return 0;
}

/* What goes on after all clauses: the parts raised again or not handled have the shape they had in `caught`,
 * those newly raised stand beside them. */
val rt_star_result(struct thread *t, val caught, val list) {
    const struct list *l = AS(list, list);
    if (!l->len) return NONE;
    if (!is_group(caught)) return l->item[0];
    val raised = list_new(t, l->len), ids = list_new(t, 4), again = 0;
    if (!raised || !ids) return 0;
    for (int64_t i = 0; i < l->len; i++) {
        int64_t bad =
            same_origin(l->item[i], caught) ? leaves(t, l->item[i], ids) : list_push(t, raised, l->item[i]);
        if (bad < 0) return 0;
    }
    struct filter f = {t, BY_IDENTITY, ids};
    if (AS(list, ids)->len && split(&f, caught, &again, NULL) < 0) return 0;
    if (!AS(list, raised)->len) return or_none(again);
    if (again && list_push(t, raised, again) < 0) return 0;
    return plain_group(t, raised);
}

/* ---- the classes ---- */

EXC_OF(BaseExceptionGroup, BaseException, TYPE_GROUP, METHODS_OF(BaseExceptionGroup), .new = group_new,
       .str = group_str, .doc = "A combination of multiple unrelated exceptions.");
EXC_OF(ExceptionGroup, BaseExceptionGroup, TYPE_GROUP, .base2 = &exc_Exception);
