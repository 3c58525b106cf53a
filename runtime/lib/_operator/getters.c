/* operator.itemgetter, attrgetter and methodcaller: callables that ask their argument for something.
 *
 * Invariant: `given` are the arguments of the constructor, which repr() and pickles show; what a call reads
 * is prepared once. */
#include "runtime/call/entry.h"
#include "runtime/lib/_functools/functools.h"
#include "runtime/lib/native.h"
#include "runtime/object/attributes.h"
#include "runtime/types/container.h"

extern struct type itemgetter_type, attrgetter_type, methodcaller_type;

struct getter {
    struct obj head;
    val given; /* tuple */
    val ready; /* attrgetter: tuple with a str, or the tuple of a path, for each name */
};
struct methodcaller {
    struct obj head;
    val name, args; /* an interned str; tuple: positional arguments, then the keywords' values */
    val kwnames;    /* tuple, or 0 */
};
#define GETTER_OF(v) AS(getter, v)

/* What a getter is called with; 0 raised. */
static inline val subject(struct thread *t, const char *name, int64_t argc, const val *argv, val kwnames) {
    if (unlikely(argc != 1 || kwnames) &&
        (!args_no_keywords(t, name, kwnames) || !args_count(t, name, argc, 1, 1)))
        return 0;
    return argv[0];
}

/* `get` of every word of `keys`: the value itself, or a tuple of them. */
static inline val gather(struct thread *t, val v, val keys, binary_fn get) {
    int64_t n = AS(tuple, keys)->len;
    if (likely(n == 1)) return get(t, v, AS(tuple, keys)->item[0]);
    val all = tuple_new(t, n);
    for (int64_t i = 0; all && i < n; i++) {
        val x = get(t, v, AS(tuple, keys)->item[i]);
        if (!x) return 0;
        gc_store(all, &AS(tuple, all)->item[i], x);
    }
    return all;
}

/* A new getter of what was given. */
static struct getter *getter_new(struct thread *t, struct type *cls, const char *name, int64_t argc,
                                 const val *argv, val kwnames) {
    if (!args_no_keywords(t, name, kwnames) || !args_count(t, name, argc, 1, INT64_MAX)) return NULL;
    val given = tuple_of(t, argc, argv);
    struct getter *g = given ? gc_new(t, cls, cls->size) : NULL;
    if (g) g->given = given;
    return g;
}

static val getter_repr(struct thread *t, val self) {
    const struct tuple *given = AS(tuple, GETTER_OF(self)->given);
    const char *name = type_cname(type_of(self));
    if (!repr_enter(t, self)) return t->exc ? 0 : str_format(t, "%s(...)", name);
    val text = given->len == 1 ? str_format(t, "%s(%R)", name, given->item[0])
                               : str_format(t, "%s%R", name, val_of(given));
    repr_leave(t, self);
    return text;
}

static val getter_reduce(struct thread *t, val self) {
    return pair_new(t, val_of(type_of(self)), GETTER_OF(self)->given);
}

#define GETTER_TYPE(id, make, step, shown, layout, text)                                                     \
    static DEFINE_SHAPE(id);                                                                                 \
    struct type id##_type = {.head = TYPE_HEAD,                                                              \
                             .shape = &id##_shape,                                                           \
                             .cname = "operator." #id,                                                       \
                             .base = &object_type,                                                           \
                             .flags = TYPE_IMMUTABLE,                                                        \
                             .size = sizeof(struct layout),                                                  \
                             .gc_layout = GC_WORDS,                                                          \
                             METHODS_OF(id),                                                                 \
                             .doc = text,                                                                    \
                             .new = make,                                                                    \
                             .call = step,                                                                   \
                             .repr = shown};                                                                 \
    METHOD(_operator, id, &id##_type, 0, METHOD_VALUE, 0)

/* ---- itemgetter ---- */

static val itemgetter_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    return val_of(getter_new(t, cls, "itemgetter", argc, argv, kwnames));
}

static val itemgetter_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val v = subject(t, "itemgetter", argc, argv, kwnames);
    return likely(v) ? gather(t, v, GETTER_OF(self)->given, rt_getitem) : 0;
}

METHOD_TABLE(itemgetter);
METHOD(itemgetter, __reduce__, getter_reduce, 1, 0, 0);
GETTER_TYPE(
    itemgetter, itemgetter_make, itemgetter_call, getter_repr, getter,
    "itemgetter(item, ...) --> itemgetter object\n\nA callable that gives the item, or a tuple of the "
    "items, of its argument.");

/* ---- attrgetter ---- */

/* "a.b.c" as the tuple of its parts, a name without dots as an interned str. */
static val path_of(struct thread *t, val name) {
    const struct string *s = AS(string, name);
    val parts = 0;
    int64_t from = 0;
    for (int64_t i = 0; i <= s->len; i++) {
        if (i < s->len && str_at(s, i) != '.') continue;
        if (i == s->len && !parts) break;
        val part = str_slice(t, name, from, i);
        if (!part || !(part = str_intern(t, part)) || (!parts && !(parts = list_new(t, 4))) ||
            list_push(t, parts, part) < 0)
            return 0;
        from = i + 1;
    }
    if (parts) return rt_list_to_tuple(t, parts);
    return attr_name(t, &name) ? name : 0;
}

static val attrgetter_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    struct getter *g = getter_new(t, cls, "attrgetter", argc, argv, kwnames);
    val ready = g ? tuple_new(t, argc) : 0;
    if (!ready) return 0;
    for (int64_t i = 0; i < argc; i++) {
        val name = AS(tuple, g->given)->item[i];
        if (!val_is_str(name)) return raise(t, &exc_TypeError, "attribute name must be a string");
        val path = path_of(t, name);
        if (!path) return 0;
        gc_store(ready, &AS(tuple, ready)->item[i], path);
    }
    gc_store(g, &g->ready, ready);
    return val_of(g);
}

static val attribute(struct thread *t, val v, val path) {
    if (likely(val_is_str(path))) return obj_getattr(t, v, path);
    for (int64_t i = 0; v && i < AS(tuple, path)->len; i++) v = obj_getattr(t, v, AS(tuple, path)->item[i]);
    return v;
}

static val attrgetter_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val v = subject(t, "attrgetter", argc, argv, kwnames);
    return likely(v) ? gather(t, v, GETTER_OF(self)->ready, attribute) : 0;
}

METHOD_TABLE(attrgetter);
METHOD(attrgetter, __reduce__, getter_reduce, 1, 0, 0);
GETTER_TYPE(
    attrgetter, attrgetter_make, attrgetter_call, getter_repr, getter,
    "attrgetter(attr, ...) --> attrgetter object\n\nA callable that gives the attribute, or a tuple of "
    "the attributes, of its argument. Names may have dots.");

/* ---- methodcaller ---- */

static val methodcaller_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (argc < 1)
        return raise(t, &exc_TypeError, "methodcaller needs at least one argument, the method name");
    if (!val_is_str(argv[0])) return raise(t, &exc_TypeError, "method name must be a string");
    val name = argv[0];
    if (!attr_name(t, &name)) return 0;
    val args = tuple_of(t, argc - 1 + (kwnames ? AS(tuple, kwnames)->len : 0), argv + 1);
    struct methodcaller *m = args ? gc_new(t, cls, cls->size) : NULL;
    if (!m) return 0;
    m->name = name;
    m->args = args;
    m->kwnames = kwnames && AS(tuple, kwnames)->len ? kwnames : 0;
    return val_of(m);
}

#define FEW 8

static val methodcaller_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val v = subject(t, "methodcaller", argc, argv, kwnames);
    if (unlikely(!v)) return 0;
    const struct methodcaller *m = AS(methodcaller, self);
    const struct tuple *args = AS(tuple, m->args);
    if (!m->kwnames && args->len == 0) return call_method0(t, v, m->name);
    if (!m->kwnames && args->len == 1) return call_method1(t, v, m->name, args->item[0]);
    val few[FEW], *copy = few, method = obj_getattr(t, v, m->name);
    if (!method || (args->len > FEW && !(copy = gc_storage(t, (size_t)args->len * sizeof(val), true))))
        return 0;
    memcpy(copy, args->item, (size_t)args->len * sizeof(val));
    return rt_call(t, method, args->len - (m->kwnames ? AS(tuple, m->kwnames)->len : 0), copy, m->kwnames);
}

static int64_t keyword_count(const struct methodcaller *m) {
    return m->kwnames ? AS(tuple, m->kwnames)->len : 0;
}

static val methodcaller_text(struct thread *t, val self) {
    const struct methodcaller *m = AS(methodcaller, self);
    const struct tuple *args = AS(tuple, m->args);
    int64_t plain = args->len - keyword_count(m);
    struct strbuf b;
    strbuf_init(&b, t);
    val part = str_format(t, "%s(%R", type_cname(type_of(self)), m->name);
    bool good = part && strbuf_put(&b, part);
    for (int64_t i = 0; good && i < args->len; i++) {
        part = i < plain ? str_format(t, ", %R", args->item[i])
                         : str_format(t, ", %U=%R", AS(tuple, m->kwnames)->item[i - plain], args->item[i]);
        good = part && strbuf_put(&b, part);
    }
    return good && strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

static val methodcaller_repr(struct thread *t, val self) {
    if (!repr_enter(t, self)) return t->exc ? 0 : str_format(t, "%s(...)", type_cname(type_of(self)));
    val text = methodcaller_text(t, self);
    repr_leave(t, self);
    return text;
}

/* Keywords go through a partial, since reduced values are called with positional arguments only. */
static val with_keywords(struct thread *t, const struct methodcaller *m, int64_t plain) {
    int64_t n = keyword_count(m);
    val pair[2] = {val_of(&methodcaller_type), m->name};
    READY(t, partial_type);
    val *argv = gc_storage(t, (size_t)(n + 2) * sizeof(val), true);
    if (!argv) return 0;
    memcpy(argv, pair, sizeof pair);
    memcpy(argv + 2, AS(tuple, m->args)->item + plain, (size_t)n * sizeof(val));
    return rt_call(t, val_of(&partial_type), 2, argv, m->kwnames);
}

static val methodcaller_reduce(struct thread *t, val self) {
    const struct methodcaller *m = AS(methodcaller, self);
    const struct tuple *args = AS(tuple, m->args);
    int64_t plain = args->len - keyword_count(m);
    if (m->kwnames) {
        val made = with_keywords(t, m, plain), rest = made ? tuple_of(t, plain, args->item) : 0;
        return rest ? pair_new(t, made, rest) : 0;
    }
    val all = tuple_new(t, plain + 1);
    if (!all) return 0;
    AS(tuple, all)->item[0] = m->name;
    memcpy(&AS(tuple, all)->item[1], args->item, (size_t)plain * sizeof(val));
    return pair_new(t, val_of(type_of(self)), all);
}

METHOD_TABLE(methodcaller);
METHOD(methodcaller, __reduce__, methodcaller_reduce, 1, 0, 0);
GETTER_TYPE(
    methodcaller, methodcaller_make, methodcaller_call, methodcaller_repr, methodcaller,
    "methodcaller(name, ...) --> methodcaller object\n\nA callable that calls the named method of its "
    "argument with the arguments given here.");
