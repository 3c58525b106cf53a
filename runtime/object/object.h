/* Layout of every object, and the protocol between types.
 *
 * Invariants:
 *  - Every object starts with `struct obj`: 16 bytes. `shape` is never NULL and names both the class
 *    (`shape->type`) and, for instances of Python classes, where each attribute lives.
 *  - Exact instances of a built-in type all carry that type's one canonical shape (`list_shape`, …), so "is it
 *    exactly a list" is one pointer comparison. Subclasses have shapes of their own.
 *  - `gc` belongs to the collector; `GC_OLD` set means "survived and not yet remembered": every store of a value
 *    into an object must go through `gc_store`/`gc_barrier` (gc.h).
 *  - A function that returns `val` returns 0 exactly when it raised (thread->exc != 0), with one exception: `next`
 *    slots return 0 with thread->exc == 0 for "exhausted". A function that returns int64_t returns -1 when it raised
 *    if its comment says "may raise".
 *  - Objects never move. Roots on stacks and in registers are found conservatively: any address in
 *    [object, object + size] keeps it.
 *  - Fields that generated code touches are listed in abi.def and asserted there. */
#ifndef PY2_OBJECT_H
#define PY2_OBJECT_H

#include "runtime/object/value.h"

struct thread;
struct type;
struct shape;
struct code;

struct obj {
    struct shape *shape;
    uint32_t gc;
    uint32_t aux; /* belongs to the type */
};

#define GC_OLD    1u /* in an old generation and not in the remembered set: a store must call the barrier */
#define GC_STATIC 2u /* lives in the image: never marked, never freed */

static inline struct obj *val_obj(val v) { return (struct obj *)v; }
static inline val val_of(const void *p) { return (val)(uintptr_t)p; }

#define SHAPE_DICT 1u /* the attributes of these instances are in a dict */

/* How an instance's attributes are laid out. Transitions form a tree per class; `names[i]` is the attribute in slot i.
 * The rest of the struct belongs to shape.c. */
struct shape {
    struct obj head;
    struct type *type;
    uint32_t flags;
    uint32_t nslots;
    val *names;
    struct shape *parent;
    void *transitions;     /* first child */
    struct shape *sibling; /* next child of the same parent */
};

/* ---- calls ----
 * Uniform entry: argv holds argc positional arguments, then one value per name in the tuple `kwnames` (0: none).
 * The callee may not keep argv, and may overwrite it.
 * Direct entry: C calling convention, `val f(struct thread *, val a0, ..., val aN-1)`, exactly `arity` arguments; compiled
 * code finds its own function object in the static-chain register (x86-64 r10, AArch64 x15). */
typedef val (*entry_fn)(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
typedef val (*spread_fn)(struct thread *t, val callee, val *args);

#define ARITY_ANY UINT32_MAX

/* What `struct function` and `struct builtin` share, so that a call site treats both alike. */
struct callable {
    struct obj head;
    entry_fn entry;
    void *direct;   /* valid when arity != ARITY_ANY */
    uint64_t arity; /* number of arguments when all are positional, required and fit the direct entry */
};

enum code_flags {
    CODE_VARARGS = 1,
    CODE_VARKW = 2,
    CODE_GENERATOR = 4,
    CODE_CLOSURE = 8,  /* has free variables */
    CODE_METHODISH = 16, /* defined directly in a class body */
    CODE_MODULE = 32,
    CODE_CLASS = 64,
    CODE_COROUTINE = 128,  /* `async def` */
    CODE_ASYNCGEN = 256,   /* `async def` that yields */
    CODE_ITERABLE = 512,   /* a generator that may be awaited: types.coroutine */
};

/* The compiled side of a `def`, lambda, comprehension, class body or module: constant data in the image. */
struct code {
    val name, qualname, file;    /* static str */
    const val *varnames;         /* parameters first, in CPython's co_varnames order */
    void *direct;
    spread_fn spread;            /* args[] in the order of co_varnames: positional, keyword-only, then the *args tuple and the **kwargs dict if declared */
    void *resume;                /* generators: val resume(struct thread *, val gen, val sent, int64_t throwing) */
    const uint8_t *sites;        /* per site: sleb line delta, uleb end_line-line, uleb col, uleb end_col; UINT32_MAX columns absent */
    struct module_def *module;
    val doc;                     /* static str or 0 */
    uint32_t nposonly, npos, nkwonly; /* npos includes nposonly */
    uint32_t flags;              /* enum code_flags */
    uint32_t first_line, nsites;
    uint32_t nslots;             /* generators: values in the frame; else 0 */
    uint32_t nfree;
    const val *freenames;        /* nfree static strs */
    uint32_t nvarnames, pad;
};

struct function {
    struct obj head;
    entry_fn entry;
    void *direct;
    uint64_t arity;
    const struct code *code;
    val defaults;   /* tuple or 0 */
    val kwdefaults; /* dict or 0 */
    val name, qualname, doc, module, annotations; /* 0 = as in code */
    val dict;       /* dict or 0 */
    val cells[];    /* code->nfree cells */
};

/* A built-in function or an unbound built-in method. */
struct builtin {
    struct obj head;
    entry_fn entry;
    void *direct;
    uint64_t arity;
    const struct method *def;
    struct type *owner; /* the type for methods, NULL for functions */
    val self;           /* bound: the receiver; 0 */
    val module;
};

struct boundmethod {
    struct obj head;
    val func, self;
};

struct cell {
    struct obj head;
    val value; /* 0 = empty */
};

/* ---- containers generated code touches ---- */
struct tuple {
    struct obj head;
    int64_t len;
    val item[];
};
struct list {
    struct obj head;
    val *item; /* storage block with 16 bytes of header before the payload */
    int64_t len, cap;
};
struct floatbox {
    struct obj head;
    double value;
};
/* Exact int outside the small range (or an instance of an int subclass). head.aux: bit 0 set = negative;
 * magnitude in `len` 64-bit digits, least significant first, no leading zero digit. */
struct bigint {
    struct obj head;
    int64_t len;
    uint64_t digit[];
};
/* Text. head.aux: bits 0-1 log2 of bytes per code point (0, 1, 2); STR_ASCII when every code point < 128;
 * STR_INTERNED. `data` is followed by one zero code point. Storage is the narrowest that holds the text.
 * STR_ROPE-like sharing (over-allocated append buffers) is private to str.c: readers use str_data(). */
#define STR_WIDTH    3u
#define STR_ASCII    4u
#define STR_INTERNED 8u
#define STR_SHARED   16u /* text lives in `shared` storage, not in `data`: see str_data() */
struct string {
    struct obj head;
    int64_t len;  /* code points */
    int64_t hash; /* -1 = not computed */
    union {
        uint8_t data[8]; /* really longer */
        struct {
            void *storage; /* object that owns the bytes */
            uint8_t *text;
        } shared;
    };
};
struct bytes {
    struct obj head;
    int64_t len, hash;
    uint8_t data[]; /* followed by a zero */
};

struct instance {
    struct obj head;
    val more;   /* 0, a slots block, or the instance's dict once `__dict__` was asked for */
    val slot[]; /* shape->type->inline_slots words */
};

/* A suspended call: of a generator function, an `async def` (type `coroutine`) or both (type `async_generator`). */
struct generator {
    struct obj head; /* aux: enum generator_state */
    const struct code *code;
    val func, name, qualname;
    val handled;    /* exception being handled inside it while suspended */
    val delegate;   /* iterator of the `yield from` in progress, or 0 */
    uint32_t state; /* resume label: 0 = not started */
    uint32_t site;
    val slot[];     /* code->nslots words; more belong to the types of async frames */
};
#define SITE_ASYNC_YIELD UINT32_C(0x80000000) /* in `site`: stands at a `yield` of an async generator, not at an `await` */
enum generator_state { GEN_CREATED, GEN_SUSPENDED, GEN_RUNNING, GEN_CLOSED };

/* ---- inline caches: plain data in the image, written by the runtime's slow paths. `misses` counts objects of other
 * shapes: a site that sees several is left empty, so that its test always fails, which a processor foresees. ---- */
struct ic_attr { /* load */
    struct shape *shape; /* hit when equal to the object's */
    int64_t offset;      /* value at (char *)object + offset */
    val name;
    uint64_t misses;
};
struct ic_set { /* store */
    struct shape *shape, *next; /* after a hit the object's shape becomes `next` */
    int64_t offset;
    val name;
    uint64_t misses;
};
struct ic_method { /* method call */
    struct shape *shape;
    void *direct; /* direct entry taking (thread, self, args…): valid for the site's argument count */
    val func;     /* goes into the static-chain register */
    val name;
    uint64_t misses;
};

/* ---- modules ---- */
#define MODULE_PACKAGE 1u
#define MODULE_MAIN    2u
/* One per compiled module; pointers to all of them lie between __start_pymod and __stop_pymod. */
struct module_def {
    val name;                /* static str, dotted */
    val file;                /* static str, as CPython would show it */
    val (*init)(struct thread *t, val module);
    val *cells;              /* ncells global variables, 0 = unbound; compiled code reads and writes them directly */
    const val *names;        /* ncells static strs */
    uint32_t ncells, flags;
    val module;              /* the module object, once made */
    const struct code *code;
};

/* ---- the thread ---- */
struct thread {
    uintptr_t limit;      /* compared with the stack pointer at entries and back edges; UINTPTR_MAX asks for a poll */
    char *alloc, *alloc_end; /* bump region; generated code allocates objects of up to 128 bytes here */
    val exc;              /* pending exception, 0 = none */
    val handled;          /* exception being handled (sys.exc_info), 0 = none */
    val result;           /* secondary result: value of StopIteration from generator resume and delegates */
    uintptr_t stack_limit; /* the real limit */
    struct rt *rt;        /* process state, see rt.h */
    val argv_area[8];
    int64_t lookup_failed; /* 1: a method call raised while the method was looked up: the traceback's site is the next one */
    /* Everything below is process/thread.c's and the collector's. */
    uintptr_t stack_low, stack_high; /* where its frames are */
    uintptr_t published;  /* while another thread may run: no value lives below this address; 0 it has no frames yet */
    uint64_t saved[20];   /* and what the callee-saved registers held then */
    val repr_stack;       /* list of what is being shown, or 0 */
    val start;            /* tuple of what a new thread is to call, or 0 */
    val locals, sentinel; /* of the module _thread */
    int native_id;        /* the system's number; 0: the main thread's is that of the process */
    val context;          /* of the module _contextvars, or 0 */
    val firstiter, finalizer; /* sys.set_asyncgen_hooks, or 0 */
    int64_t origin_depth; /* sys.set_coroutine_origin_tracking_depth */
    struct running_chain *chain; /* innermost first: types/generator.h */
    uint64_t serial;      /* 0 the main thread; never used again */
    struct thread *next;  /* all that run or will: the main thread first */
};

/* ---- types ---- */

enum compare { CMP_LT, CMP_LE, CMP_EQ, CMP_NE, CMP_GT, CMP_GE };

/* Binary operators; the order is that of the X-macro in abi.def (BINARY_OP). */
enum binary {
    OP_ADD, OP_SUB, OP_MUL, OP_MATMUL, OP_TRUEDIV, OP_FLOORDIV, OP_MOD, OP_POW, OP_LSHIFT, OP_RSHIFT, OP_AND,
    OP_OR, OP_XOR, OP_DIVMOD, BINARY_COUNT
};

typedef val (*unary_fn)(struct thread *, val);
typedef val (*binary_fn)(struct thread *, val, val); /* NotImplemented when it does not know the operands */
typedef int64_t (*query_fn)(struct thread *, val);   /* may raise: -1 */

/* One method of a built-in type or one built-in function. Placed by METHOD() in its own section
 * "pymeth_TYPE.NAME" so that the linker keeps only those whose name can be asked for. */
struct method {
    const char *name;
    void *fn;
    int32_t arity;      /* >= 0: direct C function with that many values (self included for methods); -1: entry_fn form, argv[0] = self */
    uint32_t flags;     /* METHOD_STATIC, METHOD_CLASS, METHOD_GETTER (fn(thread, self)), METHOD_SETTER */
    const char *text_signature; /* for __text_signature__ / error messages, or NULL */
    void *setter;       /* METHOD_GETTER: int64_t (*)(thread, self, value or 0 to delete) or NULL */
    const char *doc;
};
#define METHOD_STATIC 1u
#define METHOD_CLASS  2u
#define METHOD_GETTER 4u
#define METHOD_MADE   32u /* of a module: fn(thread) makes the value when the module is made */
#define METHOD_VALUE  16u /* fn is not a function but a static object, such as a type: the attribute itself */

#ifdef PY2_HOSTED
#define METHOD_SECTION(type, name) __attribute__((section("pymeth_" #type), used, aligned(8)))
#else
#define METHOD_SECTION(type, name) __attribute__((section("pymeth_" #type "." #name), used, aligned(8)))
#endif
/* METHOD(list, append, list_append, 2, 0, "($self, object, /)"); */
#define METHOD(type, name, cfn, nargs, mflags, sig)                                                          \
    static const struct method method_##type##_##name METHOD_SECTION(type, name) = {                         \
        #name, (void *)(cfn), (nargs), (mflags), (sig), 0, 0}
#define GETTER(type, name, get, set)                                                                         \
    static const struct method method_##type##_##name METHOD_SECTION(type, name) = {                         \
        #name, (void *)(get), 1, METHOD_GETTER, 0, (void *)(set), 0}
/* The setter of what is a C member in CPython, not a getset: AttributeError in its words; always -1. */
int64_t readonly_member(struct thread *t, val self, val value);
/* Bounds of a type's table; every type that has methods says METHOD_TABLE(list) once at file scope. */
#define METHOD_TABLE(type)                                                                                   \
    extern const struct method __start_pymeth_##type[] __attribute__((weak, visibility("hidden")));          \
    extern const struct method __stop_pymeth_##type[] __attribute__((weak, visibility("hidden")))
#define METHODS(type) __start_pymeth_##type, __stop_pymeth_##type

/* What the collector does with an object's words after the header. */
enum gc_layout {
    GC_LEAF,   /* no references */
    GC_WORDS,  /* every word up to the object's size may be a value */
    GC_CUSTOM, /* type->trace */
};

enum type_flags {
    TYPE_HEAP = 1,        /* made by a class statement or type() */
    TYPE_BASE = 2,        /* may be subclassed */
    TYPE_INSTANCE = 4,    /* instances are `struct instance` */
    TYPE_READY = 8,
    TYPE_INT = 16, TYPE_STR = 32, TYPE_TUPLE = 64, TYPE_LIST = 128, TYPE_DICT = 256, TYPE_BYTES = 512,
    TYPE_EXC = 1024, TYPE_TYPE = 2048, TYPE_FLOAT = 4096, TYPE_SET = 8192, TYPE_FROZENSET = 16384, /* this type or a subclass */
    TYPE_IMMUTABLE = 1u << 15, /* attributes of the type cannot be set */
    TYPE_SEQUENCE = 1u << 16, TYPE_MAPPING = 1u << 17,
    TYPE_HAS_DICT = 1u << 18,  /* instances take new attributes */
    TYPE_HAS_DEL = 1u << 19,
    TYPE_WEAKREF = 1u << 22,   /* instances can be weakly referenced */
    TYPE_OWN_LAYOUT = 1u << 23, /* exceptions: CPython lays instances out otherwise than the base does */
    TYPE_ABSTRACT = 1u << 20,  /* has abstract methods: no instances */
    TYPE_GROUP = 1u << 21,     /* exception groups */
    TYPE_FRAME = 1u << 28,     /* instances are `struct generator` */
    TYPE_RETURNS = 1u << 29,   /* `next` leaves the value of StopIteration in thread->result */
    TYPE_AWAITS_SELF = 1u << 30, /* `await` of an instance iterates over itself */
};

struct gc_visitor;
struct buffer;

struct type {
    struct obj head;
    struct shape *shape; /* root shape of instances */
    const char *cname;   /* built-in types: "list", "dict_keyiterator", "os.stat_result" */
    struct type *base;
    uint32_t flags;
    uint32_t size;       /* bytes of the fixed part of an instance */
    uint32_t attrs;      /* byte offset of the word holding slots or dict of instances that are not `struct instance`; 0 none */
    uint8_t gc_layout;
    uint8_t inline_slots;
    uint16_t exports;    /* byte offset of the int64_t that counts the views of an instance: with any it keeps its size; 0 none */
    const struct method *methods, *methods_end;
    const char *doc;
    /* made when the type is readied */
    val name, qualname, module, bases, mro, dict, subclasses, weakrefs;
    uint32_t version;
    uint32_t nmro;

    /* ---- slots; NULL = not provided; inherited when the type is readied ---- */
    val (*new)(struct thread *, struct type *cls, int64_t argc, val *argv, val kwnames);
    int64_t (*init)(struct thread *, val self, int64_t argc, val *argv, val kwnames); /* may raise */
    entry_fn call;
    void (*trace)(struct gc_visitor *, struct obj *);
    size_t (*object_size)(const struct obj *); /* whole object in bytes; NULL: `size` (+ inline_slots words for instances) */
    void (*finalize)(struct thread *, struct obj *); /* frees outside resources; never raises */
    unary_fn repr, str;
    query_fn hash;       /* may raise; never gives -1 otherwise. NULL after inheritance: unhashable via hash_unhashable */
    val (*getattr)(struct thread *, val self, val name);
    int64_t (*setattr)(struct thread *, val self, val name, val value); /* value 0 deletes; may raise */
    val (*compare)(struct thread *, val a, val b, enum compare op);     /* or NotImplemented */
    unary_fn iter, next; /* next: 0 and thread->exc == 0 when exhausted */
    val (*descr_get)(struct thread *, val descr, val self, val owner); /* self 0: through the class */
    int64_t (*descr_set)(struct thread *, val descr, val self, val value);
    binary_fn binary[BINARY_COUNT];   /* called as (left, right) whichever side is of this type */
    binary_fn inplace[BINARY_COUNT];
    val (*power3)(struct thread *, val, val, val);
    unary_fn neg, pos, abs, invert, to_int, to_float, index;
    query_fn truth;      /* 0, 1, -1 raised */
    query_fn len;        /* mapping or sequence length; -1 raised */
    binary_fn getitem;
    int64_t (*setitem)(struct thread *, val self, val key, val value); /* value 0 deletes; may raise */
    int64_t (*contains)(struct thread *, val self, val item);
    binary_fn concat, repeat, inplace_concat, inplace_repeat; /* sequences: tried after binary[] */
    bool (*buffer)(struct thread *, val self, struct buffer *out); /* bytes-like view; false = raised */

    /* ---- private to types/type.c ---- */
    uint64_t own_slots;    /* bit i: slot number i (from `new`) is provided by this very type */
    uint32_t members;      /* words of `__slots__` that instances start with, bases' included */
    uint32_t known_methods; /* entries of the method table already in `dict`, all when UINT32_MAX */

    /* Calling the class, while that only means a new `struct instance` and a plain `__init__`: its direct entry and how
     * many arguments it takes, the instance included; 0: not known. Filled by calls, emptied by type_changed. */
    void *make_init;
    uint32_t make_arity, make_size; /* size: bytes of an instance */
    struct type *base2; /* a built-in type's second base, which adds nothing to the layout; NULL for nearly all */
};

struct buffer {
    uint8_t *p;
    int64_t n;
    bool readonly;
    char format; /* of the items, as memoryview has it; 0: they are bytes */
    uint8_t size; /* of an item whose format is given */
};

static inline struct type *obj_type(const struct obj *o) { return o->shape->type; }

#endif
