/* functools.partial: a callable with some of its arguments. */
#include "runtime/lib/_functools/functools.h"
#include "runtime/lib/native.h"
#include "runtime/object/attributes.h"
#include "runtime/types/container.h"

struct partial {
    struct obj head;
    val func, args; /* args: tuple */
    val keywords;   /* dict */
    val attributes; /* 0: none; else instance_dict() knows them */
};
#define P(v) AS(partial, v)

static val partial_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames);

/* args followed by more */
static val joined(struct thread *t, val args, int64_t n, const val *more) {
    if (!args) return tuple_of(t, n, more);
    int64_t have = AS(tuple, args)->len;
    if (!n) return args;
    val all = tuple_new(t, have + n);
    if (!all) return 0;
    memcpy(AS(tuple, all)->item, AS(tuple, args)->item, (size_t)have * sizeof(val));
    memcpy(AS(tuple, all)->item + have, more, (size_t)n * sizeof(val));
    return all;
}

static int64_t put_keywords(struct thread *t, val dict, val kwnames, const val *values) {
    for (int64_t i = 0; kwnames && i < AS(tuple, kwnames)->len; i++)
        if (dict_put(t, dict, AS(tuple, kwnames)->item[i], values[i]) < 0) return -1;
    return 0;
}

/* A partial of a partial that has no attributes is one of the inner function. */
static val partial_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (argc < 1) return raise(t, &exc_TypeError, "type 'partial' takes at least one argument");
    val func = argv[0], args = 0, keywords = 0;
    if (!type_of(func)->call) return raise(t, &exc_TypeError, "the first argument must be callable");
    if (type_of(func)->call == partial_call && !P(func)->attributes) {
        args = P(func)->args;
        keywords = P(func)->keywords;
        func = P(func)->func;
    }
    args = joined(t, args, argc - 1, argv + 1);
    keywords = !args ? 0 : keywords ? dict_copy(t, keywords) : dict_make(t);
    if (!keywords || put_keywords(t, keywords, kwnames, argv + argc) < 0) return 0;
    struct partial *p = gc_new(t, cls, cls->size);
    if (!p) return 0;
    p->func = func;
    p->args = args;
    p->keywords = keywords;
    return val_of(p);
}

#define FEW 12

/* Keywords of the call take the place of those kept. */
static val call_with_keywords(struct thread *t, const struct partial *p, int64_t argc, const val *argv,
                              val kwnames) {
    val args = joined(t, p->args, argc, argv), keywords = args ? dict_copy(t, p->keywords) : 0;
    if (!keywords || put_keywords(t, keywords, kwnames, argv + argc) < 0) return 0;
    return rt_call_ex(t, p->func, args, keywords);
}

static val partial_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    const struct partial *p = P(self);
    if (unlikely(stack_check_in(t, IN_CALL) < 0)) return 0;
    if (dict_count(p->keywords)) return call_with_keywords(t, p, argc, argv, kwnames);
    const struct tuple *kept = AS(tuple, p->args);
    int64_t n = argc + (kwnames ? AS(tuple, kwnames)->len : 0);
    val few[FEW], *all = few;
    if (kept->len + n > FEW && !(all = gc_storage(t, (size_t)(kept->len + n) * sizeof(val), true))) return 0;
    for (int64_t i = 0; i < kept->len; i++) all[i] = kept->item[i];
    for (int64_t i = 0; i < n; i++) all[kept->len + i] = argv[i];
    return rt_call(t, p->func, kept->len + argc, all, kwnames);
}

/* ---- repr ---- */

static bool put_piece(struct strbuf *b, val piece) {
    return piece && strbuf_put(b, piece);
}

static val partial_text(struct thread *t, val self) {
    const struct tuple *args = AS(tuple, P(self)->args);
    val keywords = P(self)->keywords, key, value;
    struct strbuf b;
    strbuf_init(&b, t);
    bool good = put_piece(&b, str_format(t, "%s(%R", type_cname(type_of(self)), P(self)->func));
    for (int64_t i = 0; good && i < args->len; i++)
        good = put_piece(&b, str_format(t, ", %R", args->item[i]));
    for (int64_t at = 0; good && dict_step(keywords, &at, &key, &value);)
        good = put_piece(&b, str_format(t, ", %S=%R", key, value));
    return good && strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

static val partial_repr(struct thread *t, val self) {
    if (!repr_enter(t, self)) return t->exc ? 0 : str_ascii(t, "...");
    val text = partial_text(t, self);
    repr_leave(t, self);
    return text;
}

/* ---- state ---- */

static val partial_reduce(struct thread *t, val self) {
    const struct partial *p = P(self);
    val dict = p->attributes ? instance_dict(t, val_obj(self)) : NONE;
    val state = dict ? tuple_of(t, 4, (val[4]){p->func, p->args, p->keywords, dict}) : 0;
    return state ? reduce_as(t, self, 1, &p->func, state) : 0;
}

static bool state_fits(val state) {
    if (!val_has(state, TYPE_TUPLE) || AS(tuple, state)->len != 4) return false;
    const val *v = AS(tuple, state)->item;
    return type_of(v[0])->call && val_has(v[1], TYPE_TUPLE) && (v[2] == NONE || val_has(v[2], TYPE_DICT)) &&
           (v[3] == NONE || val_has(v[3], TYPE_DICT));
}

static val partial_setstate(struct thread *t, val self, val state) {
    if (!state_fits(state)) return raise(t, &exc_TypeError, "invalid partial state");
    const val *v = AS(tuple, state)->item;
    val args = val_is_exact(v[1], &tuple_shape) ? v[1] : tuple_from_iterable(t, v[1]);
    val keywords = !args                             ? 0
                   : v[2] == NONE                    ? dict_make(t)
                   : val_is_exact(v[2], &dict_shape) ? v[2]
                                                     : dict_copy(t, v[2]);
    if (!keywords) return 0;
    struct partial *p = P(self);
    gc_note(&p->head);
    p->func = v[0];
    p->args = args;
    p->keywords = keywords;
    if (v[3] == NONE && !p->attributes) return NONE;
    val dict = v[3] == NONE ? dict_make(t) : v[3];
    return dict && instance_set_dict(t, val_obj(self), dict) == 0 ? NONE : 0;
}

static val get_func(struct thread *t, val self) {
    (void)t;
    return P(self)->func;
}
static val get_args(struct thread *t, val self) {
    (void)t;
    return P(self)->args;
}
static val get_keywords(struct thread *t, val self) {
    (void)t;
    return P(self)->keywords;
}
static val get_dict(struct thread *t, val self) {
    return instance_dict(t, val_obj(self));
}
static int64_t set_dict(struct thread *t, val self, val value) {
    if (!value) return raise_i(t, &exc_TypeError, "cannot delete __dict__");
    return instance_set_dict(t, val_obj(self), value);
}

METHOD_TABLE(partial);
METHOD(partial, __reduce__, partial_reduce, 1, 0, 0);
METHOD(partial, __setstate__, partial_setstate, 2, 0, 0);
METHOD(partial, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(partial, func, get_func, readonly_member);
GETTER(partial, args, get_args, readonly_member);
GETTER(partial, keywords, get_keywords, readonly_member);
GETTER(partial, __dict__, get_dict, set_dict);
static DEFINE_SHAPE(partial);
struct type partial_type = {
    .head = TYPE_HEAD,
    .shape = &partial_shape,
    .cname = "functools.partial",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct partial),
    .attrs = offsetof(struct partial, attributes),
    .gc_layout = GC_WORDS,
    METHODS_OF(partial),
    .doc = "partial(func, *args, **keywords) - new function with partial application\n    of the given "
           "arguments "
           "and keywords.\n",
    .new = partial_make,
    .call = partial_call,
    .repr = partial_repr,
};
