/* What the core files of the runtime share with one another: process state, shapes, slots, attribute helpers.
 *
 * Invariants:
 *  - There is one `struct rt`; every `val` in it is a registered root.
 *  - An instance keeps its attributes either by shape (slot i at inline word i, further ones in the block
 * `more`) or, once its shape has SHAPE_DICT, in a dict in that word. Instances of built-in types that take
 * attributes always use a dict.
 *  - The first `type->members` words of an instance belong to `__slots__` and have no name in the shape. */
#ifndef PY2_STATE_H
#define PY2_STATE_H

#include "runtime/rt.h"

struct rt {
    val modules;  /* sys.modules: dict */
    val builtins; /* the builtins module */
    val builtins_dict;
    val sys; /* the sys module, 0 before it is made */
    val sys_dict;
    val memory_error; /* made at start, raised when there is no memory to make one */
    val argv;         /* list */
    int64_t recursion_limit;
    bool builtins_complete;    /* every name is in the dict */
    bool exiting, interrupted; /* interrupted: the program ends by SIGINT */
    struct generator_end *generator_end; /* of the generator whose delegator is about to ask for it, or NULL */
};
extern struct rt rt_state;
extern struct thread main_thread;

/* ---- shape.c ---- */
extern struct type shape_type;
extern struct shape shape_shape;
#define METHODS_OF(n) .methods = __start_pymeth_##n, .methods_end = __stop_pymeth_##n
struct shape *shape_root(struct thread *t, struct type *type, uint32_t reserved, const val *names);
/* Slot of an attribute (interned name), or -1. */
int64_t shape_find(const struct shape *s, val name);
/* The shape with one attribute more; NULL raised. */
struct shape *shape_add(struct thread *t, struct shape *s, val name);
/* The shape of instances of `type` whose attributes are in a dict. */
struct shape *shape_dict(struct thread *t, struct type *type);

/* ---- attr.c ---- */
/* Place of slot i of an instance in shape mode; NULL when its overflow block is absent or too short. */
val *slot_place(struct obj *o, uint32_t i);
/* Makes the word exist. NULL raised. */
val *slot_make(struct thread *t, struct obj *o, uint32_t i);
/* The instance's dict, made (and the instance turned to dict mode) when needed; 0 raised or, without
 * exception, when instances of the type have none. */
val instance_dict(struct thread *t, struct obj *o);
int64_t instance_set_dict(struct thread *t, struct obj *o, val dict);
/* Attribute stored in the instance itself, 0 when absent (may raise through comparison of odd keys). */
val instance_get(struct thread *t, struct obj *o, val name);
/* Stores or, with value 0, deletes; -1 raised, 1 deleted nothing. */
int64_t instance_put(struct thread *t, struct obj *o, val name, val value);
/* Names (and values) in order; for __dir__ and copying. */
bool instance_step(struct obj *o, int64_t *pos, val *name, val *value);
val generic_getattr(struct thread *t, val o, val name);
int64_t generic_setattr(struct thread *t, val o, val name, val value);
/* generic_getattr that gives 0 without an exception when the attribute is absent. */
val generic_lookattr(struct thread *t, val o, val name);
/* Something under this name (0: under any) changed in a class: inline caches that rely on it are emptied. */
void attr_invalidate(val name);
/* "'X' object has no attribute 'y'": always 0; records name and obj on the exception. */
val raise_no_attribute(struct thread *t, val o, val name);
/* True for an exact interned str; otherwise makes `*name` one. Raises TypeError for non-strs. */
bool attr_name(struct thread *t, val *name);

/* ---- types/type.c ---- */
#define SLOT_COUNT 62
static inline void **type_slots(struct type *type) {
    return (void **)&type->new;
}
int64_t type_fill(struct thread *t, struct type *type); /* names, bases, mro, dict of a built-in type */
val type_own_lookup(struct thread *t, struct type *type, val name); /* in this type's own namespace */
void type_fill_dict(struct thread *t, struct type *type); /* every method is in type->dict from here on */
void type_set_version(struct type *type);
extern uint64_t type_epoch; /* grows with every change of a class */
void type_update_slots(struct thread *t, struct type *type);
void type_changed(struct thread *t, struct type *type, val name);
val type_getattr(struct thread *t, val self, val name);
int64_t type_setattr(struct thread *t, val self, val name, val value);
val type_name_of(struct thread *t, struct type *type);
val type_qualname_of(struct thread *t, struct type *type);
val type_module_of(struct thread *t, struct type *type); /* str */
val type_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
/* `self`, unless the `__init__` of a fresh instance gave something else than None or raised (r 0). */
val type_made(struct thread *t, val self, val r);
extern void *const slot_generic[SLOT_COUNT];

/* ---- types/class.c ---- */
val class_new(struct thread *t, struct type *meta, val name, val bases, val ns, int64_t nkw, val *kwvalues,
              val kwnames, uint32_t nslots_hint);

/* ---- types/wrapper.c: methods made of slots ---- */
struct dunder {
    struct string *name;
    uint8_t slot, kind, op,
        other; /* other: second slot that serves the same name (sequence forms), or 0xff */
};
extern const struct dunder dunders[];
extern const uint32_t dunder_count;
val wrapper_new(struct thread *t, struct type *owner, const struct dunder *d);
bool wrapper_provides(struct type *type, const struct dunder *d);

/* ---- types/slots.c ---- */
int64_t hash_unhashable(struct thread *t, val v);
/* Calls the special method `name` of self's type; *absent when there is none (result 0, no exception). */
val special_call(struct thread *t, val self, val name, int64_t argc, const val *args, bool *absent);

/* ---- object.c ---- */
void object_del(struct thread *t, val o);                       /* calls __del__, reports what it raises */
void unraisable(struct thread *t, const char *what, val where); /* "Exception ignored in: …" */

/* ---- thread.c ---- */
void thread_set_limit(struct thread *t, int64_t frames);

/* ---- call.c ---- */
val builtin_new(struct thread *t, const struct method *def, struct type *owner, val self, val module);
val boundmethod_new(struct thread *t, val func, val self);
val call_title(struct thread *t, val callee);
val function_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val builtin_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val call_bound(struct thread *t, val func, val self, int64_t argc, const val *argv, val kwnames);
bool func_is_plain(val f); /* function or unbound built-in method: binding it is just passing self first */

/* ---- main.c, lib/builtins.c, lib/sys.c ---- */
int64_t rt_start(struct thread *t, uintptr_t stack_base); /* everything before the main module */
int64_t builtins_init(struct thread *t);
int64_t flush_standard(struct thread *t); /* stdout and stderr at exit; -1: output was lost */

/* ---- types/exceptions.c ---- */
val exc_new(struct thread *t, struct type *type, int64_t argc, const val *args);
void exc_set_context(struct thread *t, val exc);

/* ---- types/traceback.c ---- */
struct traceback {
    struct obj head;
    val next; /* traceback or 0 */
    const struct code *code;
    int64_t site; /* -1: only the line is known */
    int64_t line;
};
struct site {
    int64_t line, end_line, col, end_col; /* columns -1: absent */
};
void code_site(const struct code *code, int64_t site, struct site *out);
val code_object(struct thread *t, const struct code *code);

/* ---- traceback printing: report.c ---- */
void report_exception(struct thread *t, val exc); /* to sys.stderr, as CPython's default excepthook */
int report_uncaught(struct thread *t);            /* for the pending exception: gives the exit status */

/* ---- types/generator.c ---- */
val generator_resume(struct thread *t, struct generator *g, val sent, bool throwing);
int64_t generator_close(struct thread *t, val gen);

val super_new(struct thread *t, val type, val self);
val super_method(struct thread *t, val v, val name, val *self);

/* ---- types/cell.c etc. ---- */
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
struct getset_descriptor {
    struct obj head;
    struct type *owner;
    const struct method *def;
    val name;
};
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

/* ---- import.c ---- */
bool module_initializing(const struct module_def *def);
val module_run(struct thread *t, struct module_def *def, val name);
struct module_def *import_main(void);
val module_new(struct thread *t, val name);
val module_builtins_lookup(struct thread *t,
                           val name);          /* builtins by name: 0 without exception when absent */
val import_module(struct thread *t, val name); /* absolute, dotted: the module named itself */
val sys_get(struct thread *t, val name);       /* sys.NAME or 0 */
val sys_module(struct thread *t);              /* made when first asked for */
val builtins_names(struct thread *t);          /* list of strs */

#endif
