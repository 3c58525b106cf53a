/* exit and quit, which CPython's site module puts among the built-ins: called, they close standard input (as
 * an interactive reader would go on otherwise) and raise SystemExit. */
#include "runtime/state.h"
#include "runtime/types/container.h"

struct quitter {
    struct obj head;
    const char *name;
};

static val quitter_name(struct thread *t, val v) {
    return str_ascii(t, AS(quitter, v)->name);
}

static val quitter_eof(struct thread *t, val v) {
    (void)v;
    return str_ascii(t, "Ctrl-D (i.e. EOF)");
}

static val quitter_repr(struct thread *t, val v) {
    return str_format(t, "Use %s() or Ctrl-D (i.e. EOF) to exit", AS(quitter, v)->name);
}

static val quitter_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val code;
    if (!args_parse(t, "Quitter.__call__", "| code", argc, argv, kwnames, &code)) return 0;
    if (!code) code = NONE;
    val in = sys_module(t) ? sys_get(t, NAME(stdin)) : 0;
    if (in && in != NONE) call_method0(t, in, NAME(close));
    t->exc = 0;
    val exc = rt_call(t, val_of(&exc_SystemExit), 1, &code, 0);
    return exc ? raise_val(t, exc) : 0;
}

GETTER(Quitter, name, quitter_name, readonly_member);
GETTER(Quitter, eof, quitter_eof, readonly_member);
METHOD_TABLE(Quitter);

extern struct type quitter_type;
DEFINE_SHAPE(quitter);
struct type quitter_type = {
    .head = TYPE_HEAD,
    .shape = &quitter_shape,
    .cname = "_sitebuiltins.Quitter",
    .base = &object_type,
    .size = sizeof(struct quitter),
    METHODS_OF(Quitter),
    .repr = quitter_repr,
    .call = quitter_call,
};

struct quitter exit_object = {{&quitter_shape, GC_STATIC, 0}, "exit"};
struct quitter quit_object = {{&quitter_shape, GC_STATIC, 0}, "quit"};

METHOD(builtins, exit, &exit_object, 0, METHOD_VALUE, NULL);
METHOD(builtins, quit, &quit_object, 0, METHOD_VALUE, NULL);
