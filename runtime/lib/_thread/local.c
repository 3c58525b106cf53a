/* _thread._local: an object whose attributes each thread has for itself.
 *
 * Invariant: `spaces` maps a thread's number to its dict, for threads that still run and some that have
 * ended: those are dropped when the object is next used after the end of a thread. At every access the
 * calling thread's dict becomes the object's own, so the rest is what any object does. */
#include "runtime/lib/_thread/thread.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

struct local {
    struct obj head;
    val dict;         /* of the thread that used it last */
    val args, kwargs; /* of the class's __init__, which every thread calls; kwargs may be 0 */
    val spaces;
    int64_t ended; /* threads that had ended when `spaces` was last cleaned */
};
#define X(v) AS(local, v)

static val number_of(struct thread *t) {
    return val_small((int64_t)t->serial);
}

static bool is_running(int64_t serial) {
    for (struct thread *x = &main_thread; x; x = x->next)
        if ((int64_t)x->serial == serial) return true;
    return false;
}

static int64_t drop_ended(struct thread *t, struct local *l) {
    if (l->ended == thread_ended()) return 0;
    l->ended = thread_ended();
    val numbers = list_from_iterable(t, l->spaces);
    if (!numbers) return -1;
    for (int64_t i = 0; i < AS(list, numbers)->len; i++) {
        val n = AS(list, numbers)->item[i];
        if (!is_running(val_small_get(n)) && dict_remove(t, l->spaces, n) < 0) return -1;
    }
    return 0;
}

static int64_t call_init(struct thread *t, val self) {
    struct local *l = X(self);
    struct type *type = type_of(self);
    if (type->init == object_type.init) return 0;
    val init = obj_getattr(t, val_of(type), NAME(__init__)), args = 0;
    int64_t n = AS(tuple, l->args)->len;
    if (init && (args = tuple_new(t, n + 1))) {
        AS(tuple, args)->item[0] = self;
        memcpy(AS(tuple, args)->item + 1, AS(tuple, l->args)->item, (size_t)n * sizeof(val));
    }
    return args && rt_call_ex(t, init, args, l->kwargs) ? 0 : -1;
}

/* Makes this thread's dict the object's; -1 raised. */
static int64_t select_space(struct thread *t, val self) {
    struct local *l = X(self);
    if (drop_ended(t, l) < 0) return -1;
    val space = dict_lookup(t, l->spaces, number_of(t));
    if (space) return instance_set_dict(t, &l->head, space);
    if (!(space = dict_make(t)) || dict_put(t, l->spaces, number_of(t), space) < 0 ||
        instance_set_dict(t, &l->head, space) < 0)
        return -1;
    if (call_init(t, self) == 0) return instance_set_dict(t, &l->head, space);
    val exc = exc_take(t);
    dict_remove(t, l->spaces, number_of(t));
    t->exc = exc;
    return -1;
}

static val local_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    if ((argc || nkw) && cls->init == object_type.init)
        return raise(t, &exc_TypeError, "Initialization arguments are not supported");
    struct local *l = gc_new(t, cls, sizeof *l);
    if (!l) return 0;
    val args = tuple_of(t, argc, argv), kwargs = nkw ? dict_make(t) : 0, spaces = dict_make(t),
        own = dict_make(t);
    if (!args || !spaces || !own || (nkw && !kwargs)) return 0;
    for (int64_t i = 0; i < nkw; i++)
        if (dict_put(t, kwargs, AS(tuple, kwnames)->item[i], argv[argc + i]) < 0) return 0;
    gc_store(l, &l->args, args);
    gc_store(l, &l->kwargs, kwargs);
    gc_store(l, &l->spaces, spaces);
    l->ended = thread_ended();
    if (dict_put(t, spaces, number_of(t), own) < 0 || instance_set_dict(t, &l->head, own) < 0) return 0;
    return val_of(l);
}

static val local_getattr(struct thread *t, val self, val name) {
    return select_space(t, self) < 0 ? 0 : generic_getattr(t, self, name);
}
static int64_t local_setattr(struct thread *t, val self, val name, val value) {
    if (!attr_name(t, &name) || select_space(t, self) < 0) return -1;
    if (name == NAME(__dict__))
        return raise_i(t, &exc_AttributeError, "'%T' object attribute '__dict__' is read-only", self);
    return generic_setattr(t, self, name, value);
}
static val local_dict(struct thread *t, val self) {
    return instance_dict(t, val_obj(self));
}

static void local_trace(struct gc_visitor *v, struct obj *o) {
    struct local *l = (struct local *)o;
    gc_visit(v, l->args);
    gc_visit(v, l->kwargs);
    gc_visit(v, l->spaces);
}

METHOD_TABLE(local);
GETTER(local, __dict__, local_dict, readonly_member);

static struct shape local_shape = {.head = {NULL, GC_STATIC, 0}, .type = &local_type};
struct type local_type = {
    .head = TYPE_HEAD,
    .shape = &local_shape,
    .cname = "_thread._local",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct local),
    .attrs = offsetof(struct local, dict),
    .gc_layout = GC_CUSTOM,
    .trace = local_trace,
    METHODS_OF(local),
    .new = local_make,
    .getattr = local_getattr,
    .setattr = local_setattr,
};
