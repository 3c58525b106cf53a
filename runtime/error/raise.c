/* Raising, matching and handling exceptions: what compiled code calls around try and raise. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define E(v) AS(exception, v)

/* The exception being handled becomes the new one's context; a chain that would lead back to it is cut. */
void exc_set_context(struct thread *t, val exc) {
    val handled = t->handled;
    if (!handled || handled == exc) return;
    for (val o = handled; o;) {
        val context = E(o)->context;
        if (context == exc) {
            gc_store(E(o), &E(o)->context, 0);
            break;
        }
        o = context;
        if (o == handled) break;
    }
    gc_store(E(exc), &E(exc)->context, handled);
}

val raise_val(struct thread *t, val exc) {
    exc_set_context(t, exc);
    t->exc = exc;
    return 0;
}

val raise_stopiteration(struct thread *t, val value) {
    val exc = exc_new(t, &exc_StopIteration, value && value != NONE ? 1 : 0, &value);
    return exc ? raise_val(t, exc) : 0;
}

bool exc_pending_is(struct thread *t, struct type *type) {
    return t->exc && type_is_subtype(type_of(t->exc), type);
}

val exc_take(struct thread *t) {
    val exc = t->exc;
    t->exc = 0;
    return exc;
}

static bool is_exception_class(val v) {
    return val_has(v, TYPE_TYPE) && AS(type, v)->flags & TYPE_EXC;
}

/* Built-in classes get TYPE_EXC in their definition, so that nothing needs to be readied to answer. */
static val instance_of(struct thread *t, val v, const char *otherwise) {
    if (val_has(v, TYPE_EXC)) return v;
    if (!is_exception_class(v)) return raise(t, &exc_TypeError, otherwise);
    val exc = rt_call(t, v, 0, NULL, 0);
    if (exc && !val_has(exc, TYPE_EXC))
        return raise(t, &exc_TypeError,
                     "calling %R should have returned an instance of BaseException, not %R", v,
                     val_of(type_of(exc)));
    return exc;
}

val rt_raise(struct thread *t, val v, val cause) {
    val exc = instance_of(t, v, "exceptions must derive from BaseException");
    if (!exc) return 0;
    if (cause) {
        if (cause == NONE) {
            gc_store(E(exc), &E(exc)->cause, 0);
        } else {
            val c = instance_of(t, cause, "exception causes must derive from BaseException");
            if (!c) return 0;
            gc_store(E(exc), &E(exc)->cause, c);
        }
        E(exc)->suppress_context = 1;
    }
    return raise_val(t, exc);
}

val rt_reraise(struct thread *t) {
    if (!t->handled) return raise(t, &exc_RuntimeError, "No active exception to reraise");
    t->exc = t->handled;
    return 0;
}

val rt_rethrow(struct thread *t, val exc) {
    t->exc = exc;
    return 0;
}

val rt_handler_enter(struct thread *t) {
    val before = t->handled ? t->handled : NONE;
    t->handled = t->exc;
    t->exc = 0;
    return before;
}

void rt_handler_leave(struct thread *t, val before) {
    t->handled = before == NONE ? 0 : before;
}

static int64_t not_a_class(struct thread *t) {
    return raise_i(t, &exc_TypeError,
                   "catching classes that do not inherit from BaseException is not allowed");
}

int64_t rt_exc_match(struct thread *t, val exc, val cls) {
    if (likely(is_exception_class(cls))) return type_is_subtype(type_of(exc), AS(type, cls));
    if (!val_has(cls, TYPE_TUPLE)) return not_a_class(t);
    const struct tuple *c = AS(tuple, cls);
    for (int64_t i = 0; i < c->len; i++)
        if (!is_exception_class(c->item[i])) return not_a_class(t);
    for (int64_t i = 0; i < c->len; i++)
        if (type_is_subtype(type_of(exc), AS(type, c->item[i]))) return 1;
    return 0;
}

val rt_assert_fail(struct thread *t, val message) {
    val exc = exc_new(t, &exc_AssertionError, message ? 1 : 0, &message);
    return exc ? raise_val(t, exc) : 0;
}

static val raise_named(struct thread *t, struct type *type, const char *fmt, val name) {
    raise(t, type, fmt, name);
    if (exc_pending_is(t, type)) gc_store(E(t->exc), &E(t->exc)->extra[0], name);
    return 0;
}

val rt_unbound_local(struct thread *t, val name) {
    return raise(t, &exc_UnboundLocalError,
                 "cannot access local variable '%U' where it is not associated with a value", name);
}

val rt_unbound_free(struct thread *t, val name) {
    return raise_named(
        t, &exc_NameError,
        "cannot access free variable '%U' where it is not associated with a value in enclosing scope", name);
}
