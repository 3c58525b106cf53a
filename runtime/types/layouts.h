/* Layouts of small built-in types that several files look into, and what those files offer. */
#ifndef PY2_TYPES_LAYOUTS_H
#define PY2_TYPES_LAYOUTS_H

#include "runtime/rt.h"

/* ---- descriptor.c, property.c, method.c, module.c, code.c ---- */
struct staticmethod {
    struct obj head;
    val func, dict;
};
struct property {
    struct obj head;
    val get, set, del, doc, name, dict;
    bool doc_from_getter;
};
struct super {
    struct obj head;
    val type, self, self_type;
};
struct member_descriptor {
    struct obj head;
    struct type *owner;
    val name;
    uint32_t index, pad;
};
/* Begins as a member_descriptor does: those of C members are of that type, under a shape of their own. */
struct getset_descriptor {
    struct obj head;
    struct type *owner;
    val name;
    const struct method *def;
};
extern struct shape c_member_shape;
struct wrapper_descriptor {
    struct obj head;
    struct type *owner;
    const struct dunder *def;
};
struct method_wrapper {
    struct obj head;
    val descr, self;
};
struct module {
    struct obj head;
    val dict;
    struct module_def *def;
};
struct code_object {
    struct obj head;
    const struct code *code;
};

/* ---- exceptions.c ---- */
val exc_new(struct thread *t, struct type *type, int64_t argc, const val *args);
void exc_set_context(struct thread *t, val exc);

/* ---- traceback.c ---- */
struct traceback {
    struct obj head;
    val next; /* traceback or 0 */
    const struct code *code;
    int32_t site; /* -1: only the function is known */
    int32_t line; /* -1: the site's */
    val frame;    /* made when asked for, or 0 */
};
struct site {
    int64_t line, end_line, col, end_col; /* columns -1: absent */
};
void code_site(const struct code *code, int64_t site, struct site *out);
val code_object(struct thread *t, const struct code *code);
int64_t code_co_flags(const struct code *code);

/* ---- namespace.c ---- */
val namespace_new(struct thread *t); /* an empty types.SimpleNamespace */
int64_t namespace_set(struct thread *t, val ns, const char *name, val value);

/* ---- generator.c, super.c ---- */
val generator_resume(struct thread *t, struct generator *g, val sent, bool throwing);
int64_t generator_close(struct thread *t, val gen);

val super_new(struct thread *t, val type, val self);
val super_method(struct thread *t, val v, val name, val *self);

#endif
