/* The runtime's internal interface: what each part offers the others.
 *
 * Invariants:
 *  - `struct thread *t` is first in everything that may raise, collect or block. "Raises" means: thread->exc is set and
 *    the result is 0 (val, pointer), -1 (int64_t) or false (bool).
 *  - The collector finds values in C locals by itself (conservative stacks): no handles, no rooting. A value kept only in
 *    memory the collector does not know (malloc, static C variables) is lost: register it with gc_root.
 *  - Static objects of the image are reached through `&none_object` etc.; compare values with NONE, TRUE, FALSE.
 *  - Runtime C never uses libc; memory primitives come from os/mem.c, the system from os/os.h.
 *  - C that recurses into Python or into itself on user data calls `stack_check(t)` first. */
#ifndef PY2_RT_H
#define PY2_RT_H

#include "runtime/object.h"

#ifdef PY2_HOSTED
#include <string.h>
#else
void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
/* A freestanding compiler takes these names for anybody's: said this way, a copy of a few bytes is a load and a store. */
#define memcpy(d, s, n)  __builtin_memcpy(d, s, n)
#define memmove(d, s, n) __builtin_memmove(d, s, n)
#define memset(d, c, n)  __builtin_memset(d, c, n)
#define memcmp(a, b, n)  __builtin_memcmp(a, b, n)
#endif

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* ---- constants (types/singletons.c) ---- */
extern struct obj none_object, true_object, false_object, notimplemented_object, ellipsis_object;
#define NONE           val_of(&none_object)
#define TRUE           val_of(&true_object)
#define FALSE          val_of(&false_object)
#define NOTIMPLEMENTED val_of(&notimplemented_object)
#define ELLIPSIS       val_of(&ellipsis_object)
static inline val val_bool(bool b) { return b ? TRUE : FALSE; }
extern struct floatbox float_zero, float_minus_zero, float_inf, float_minus_inf, float_nan;
extern struct tuple empty_tuple;
#define EMPTY_TUPLE val_of(&empty_tuple)
extern struct string empty_str __asm__("pystr."); /* is pystr symbol of "" */
#define EMPTY_STR val_of(&empty_str)

/* ---- names: static interned strs the runtime itself uses (names.def: X(id, "text"); names.c) ----
 * NAME(__init__) is the val of the interned str "__init__". Add what you need to names.def (sorted). The object has the
 * link-time symbol "pystr.TEXT", which is how compiled code names it too, so equal names are one object. */
#define X(id, text) extern struct string name_##id __asm__("pystr." text);
#include "runtime/names.def"
#undef X
#define NAME(id) val_of(&name_##id)

/* ---- types: `struct type X_type; struct shape X_shape` for every built-in type ---- */
#define TYPES(X)                                                                                             \
    X(object) X(type) X(none) X(notimplemented) X(ellipsis) X(bool) X(int) X(float) X(complex) X(str)        \
    X(bytes) X(bytearray) X(memoryview) X(tuple) X(list) X(dict) X(set) X(frozenset) X(range) X(slice)       \
    X(function) X(builtin) X(boundmethod) X(cell) X(module) X(generator) X(property) X(staticmethod)         \
    X(classmethod) X(super) X(code) X(traceback) X(method_descriptor) X(wrapper_descriptor)                  \
    X(method_wrapper) X(getset_descriptor) X(member_descriptor) X(mappingproxy)                              \
    X(enumerate) X(zip) X(map) X(filter) X(reversed) X(seq_iterator) X(callable_iterator)
#define X(n) extern struct type n##_type; extern struct shape n##_shape;
TYPES(X)
#undef X

static inline struct type *type_of(val v) {
    if (val_is_ptr(v)) return ((struct obj *)v)->shape->type;
    return val_is_small(v) ? &int_type : &float_type;
}
static inline bool val_is_exact(val v, struct shape *s) { return val_is_ptr(v) && ((struct obj *)v)->shape == s; }
static inline bool val_has(val v, uint32_t type_flag) { return (type_of(v)->flags & type_flag) != 0; }
static inline bool val_is_int(val v) { return val_is_small(v) || (val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_INT)); } /* bool included */
static inline bool val_is_float(val v) { return val_is_flt(v) || (val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_FLOAT)); }
static inline bool val_is_str(val v) { return val_is_ptr(v) && (((struct obj *)v)->shape->type->flags & TYPE_STR); }
#define AS(T, v) ((struct T *)(v))
bool type_is_subtype(const struct type *a, const struct type *b);  /* by MRO; types/type.c */
const char *type_cname(const struct type *t); /* tp_name-like text for error messages: "list", "Point" (UTF-8) */

/* ---- gc.c (core) ---- */
void *gc_new(struct thread *t, struct type *type, size_t size); /* zeroed object of the type's canonical shape; raises MemoryError */
void *gc_new_shaped(struct thread *t, struct shape *shape, size_t size);
/* Of a type without references: between the header and the last 16 bytes, which are 0, anything may stand. */
void *gc_new_leaf(struct thread *t, struct shape *shape, size_t size);
/* Scratch memory that nobody else has seen goes back at once where that is cheap. */
void gc_free_last(struct thread *t, void *object);
/* Storage block for `n` payload bytes, owned by whoever holds it; contents scanned as values when `words`. Pointer is to the
 * payload (16 bytes of header before, a pad word after). gc_storage_grow may extend in place. Both raise. */
void *gc_storage(struct thread *t, size_t n, bool words);
void *gc_storage_grow(struct thread *t, void *payload, size_t old_n, size_t n, bool words);
size_t gc_storage_size(const void *payload); /* usable bytes */
static inline void gc_note(struct obj *owner) { extern void rt_barrier_(struct obj *); if (unlikely(owner->gc & GC_OLD)) rt_barrier_(owner); }
#define gc_store(owner, place, value) do { gc_note((struct obj *)(owner)); *(place) = (value); } while (0)
/* Called by trace functions. Values that are not pointers are ignored. Storage blocks are visited by their payload pointer. */
void gc_visit(struct gc_visitor *v, val child);
void gc_visit_storage(struct gc_visitor *v, const void *payload);
void gc_root(struct thread *t, val *place);
void gc_collect(struct thread *t, bool full);
int64_t stack_check(struct thread *t); /* -1: RecursionError raised, or interrupted */
/* The same; `where` ends the message: " in comparison". */
int64_t stack_check_in(struct thread *t, const char *where);
#define IN_REPR    " while getting the repr of an object"
#define IN_COMPARE " in comparison"

/* ---- exceptions (core: types/exceptions.c) ---- */
#include "runtime/exceptions.h" /* extern struct type exc_TypeError …; struct exception */
/* Raise with a formatted message; always returns 0. Directives: %s C string (UTF-8), %d int, %ld int64_t, %zu, %c, %x, %%,
 * %T type name of a val, %B the same as argument parsing says it (None for None), %N name of a struct type *,
 * %S str() of a val, %R repr() of a val, %U a str val as it is, %A ascii(). */
val raise(struct thread *t, struct type *exc, const char *fmt, ...);
int64_t raise_i(struct thread *t, struct type *exc, const char *fmt, ...); /* returns -1 */
val raise_val(struct thread *t, val exc_instance);
val raise_oserror(struct thread *t, int errno_value, val filename_or_0);
val raise_stopiteration(struct thread *t, val value);
bool exc_pending_is(struct thread *t, struct type *exc); /* pending exception is an instance */
val exc_take(struct thread *t); /* clears and returns the pending exception */
val str_format(struct thread *t, const char *fmt, ...); /* same directives; new str */

/* ---- compiled.c ---- */
void builtin_cache_note(val name); /* a module bound this name: caches of the built-in behind it are emptied */
void builtin_cache_clear(void);

/* ---- calls (core: call.c) ---- */
val call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames);
val call0(struct thread *t, val callee);
val call1(struct thread *t, val callee, val a);
val call2(struct thread *t, val callee, val a, val b);
val call3(struct thread *t, val callee, val a, val b, val c);
val call_method0(struct thread *t, val self, val name);
val call_method1(struct thread *t, val self, val name, val a);
/* Argument checking for entry_fn-form built-ins. `fname` for messages ("sorted"). */
bool args_count(struct thread *t, const char *fname, int64_t argc, int64_t min, int64_t max); /* "f expected at most 2 arguments, got 3" */
bool args_no_keywords(struct thread *t, const char *fname, val kwnames);
/* spec: names separated by space; "|" starts optional, "$" starts keyword-only, a leading "/" ends positional-only: "iterable / | key $ reverse".
 * out[i] is set to the value or left 0. Messages as CPython's argument clinic. */
bool args_parse(struct thread *t, const char *fname, const char *spec, int64_t argc, val *argv, val kwnames, val *out);

/* ---- object protocol (core: object.c; numbers: number.c; the compiled entries rt_* are declared from abi.def below) ---- */
val obj_repr(struct thread *t, val v); /* a str, or raises */
val obj_str(struct thread *t, val v);
val obj_ascii(struct thread *t, val v);
int64_t obj_hash(struct thread *t, val v); /* may raise: -1 */
val obj_compare(struct thread *t, val a, val b, enum compare op);
int64_t obj_equal(struct thread *t, val a, val b); /* identity or ==; 1, 0, -1 */
int64_t obj_less(struct thread *t, val a, val b);
int64_t obj_truth(struct thread *t, val v);
int64_t obj_len(struct thread *t, val v);
int64_t obj_length_hint(struct thread *t, val v, int64_t fallback);
val obj_getattr(struct thread *t, val v, val name);
val obj_lookattr(struct thread *t, val v, val name); /* 0 without exception when AttributeError */
int64_t obj_setattr(struct thread *t, val v, val name, val value);
val obj_iter(struct thread *t, val v);
val iter_next(struct thread *t, val it); /* 0 and no exception: exhausted */
val type_lookup(struct type *type, val name); /* along the MRO, no descriptors; 0 when absent; cached */
val special_lookup(struct thread *t, val v, val name); /* from the type, bound; 0 without exception when absent */
bool obj_isinstance(val v, struct type *type); /* real type only */
int64_t obj_is_instance(struct thread *t, val v, val cls); /* isinstance(): tuples, __instancecheck__ */
int64_t obj_is_subclass(struct thread *t, val a, val cls);
bool repr_enter(struct thread *t, val v); /* false: already being repr'd (print "...") */
void repr_leave(struct thread *t, val v);
val obj_format(struct thread *t, val v, val spec);
int64_t hash_unhashable(struct thread *t, val v); /* hash slot of unhashable types: raises TypeError "unhashable type: 'X'" */
int64_t type_ready(struct thread *t, struct type *type);
int64_t generator_close(struct thread *t, val gen); /* generator.close(): 0, or -1 raised */

/* ---- numbers (numbers) ---- */
val int_from_i64(struct thread *t, int64_t n);
val int_from_u64(struct thread *t, uint64_t n);
val int_from_double(struct thread *t, double d);      /* truncates; raises for inf and NaN */
bool int_to_i64(val v, int64_t *out);                 /* exact int (or bool) that fits; no raising */
int64_t int_sign(val v);
double int_to_double(struct thread *t, val v, bool *overflow);
val int_to_str(struct thread *t, val v, int base, bool prefix);
val float_new(struct thread *t, double d);            /* never fails but for memory */
double float_get(val v);                              /* any float value */
/* Anything with __index__: to int64; raises TypeError "'X' object cannot be interpreted as an integer", OverflowError. */
bool index_i64(struct thread *t, val v, int64_t *out);
val obj_index(struct thread *t, val v);               /* exact int */
/* as a slice/sequence index: clamps instead of overflowing when `clamp` */
bool index_clamped(struct thread *t, val v, int64_t *out);
int number_by_slots(struct thread *t, val v, double *out); /* __float__, else __index__: 1; 0 when it has neither; -1 */
bool number_as_double(struct thread *t, val v, double *out); /* float(), __float__, __index__; "must be real number, not X" */
val binary_op(struct thread *t, val a, val b, enum binary op, bool inplace);
uint64_t hash_double(double d, val self);
int64_t hash_bytes(const void *p, size_t n);          /* SipHash-1-3, process seed, CPython's result */
size_t double_repr(double d, char out[32]);           /* shortest, as repr() */
bool double_parse(const char *p, size_t n, double *out); /* correctly rounded; underscores allowed by caller */

/* ---- text (text) ---- */
val str_ascii(struct thread *t, const char *z);       /* C string, ASCII */
val str_utf8(struct thread *t, const char *p, size_t n);       /* valid UTF-8 (surrogates allowed); raises only MemoryError */
val str_alloc(struct thread *t, int64_t len, uint32_t max_code_point); /* contents to be filled; then it is immutable */
static inline const void *str_data(const struct string *s) { return s->head.aux & STR_SHARED ? s->shared.text : s->data; }
static inline int str_width(const struct string *s) { return 1 << (s->head.aux & STR_WIDTH); }
static inline uint32_t str_at(const struct string *s, int64_t i) {
    const void *d = str_data(s);
    switch (s->head.aux & STR_WIDTH) {
    case 0: return ((const uint8_t *)d)[i];
    case 1: return ((const uint16_t *)d)[i];
    default: return ((const uint32_t *)d)[i];
    }
}
val str_char(struct thread *t, uint32_t code_point);
val str_slice(struct thread *t, val s, int64_t from, int64_t to);
val str_concat(struct thread *t, val a, val b);
bool str_equal(val a, val b);                         /* both strs */
int str_compare(val a, val b);                        /* code point order */
int64_t str_hash_of(val s);
val str_intern(struct thread *t, val s);              /* exact str in, the one interned str of that text out */
/* UTF-8 of a str: `*n` bytes, NUL after. Points into the str (ASCII) or to fresh storage. surrogateescape when `escape`, else raises UnicodeEncodeError. */
const char *str_to_utf8(struct thread *t, val s, size_t *n, bool escape);
val str_repr_of(struct thread *t, val s);
val bytes_new(struct thread *t, const void *p, size_t n); /* p NULL: zeroed, to be filled */
bool buffer_get(struct thread *t, val v, struct buffer *out); /* "a bytes-like object is required, not 'X'" */
val str_decode(struct thread *t, const uint8_t *p, size_t n, const char *encoding, const char *errors);
val str_encode(struct thread *t, val s, const char *encoding, const char *errors); /* bytes */
/* A growing text: put pieces, then finish. Keeps the narrowest width. Lives on the C stack; may not be copied (`p` may be `few`). */
struct strbuf { struct thread *t; void *p; int64_t n, cap; uint32_t width, max; uint64_t few[16]; };
void strbuf_init(struct strbuf *b, struct thread *t);
bool strbuf_put(struct strbuf *b, val s);
bool strbuf_char(struct strbuf *b, uint32_t c);
bool strbuf_ascii(struct strbuf *b, const char *p, size_t n);
val strbuf_finish(struct strbuf *b);

/* ---- containers (containers) ---- */
val tuple_new(struct thread *t, int64_t n);           /* items zero: fill at once */
val tuple_of(struct thread *t, int64_t n, const val *items);
val list_new(struct thread *t, int64_t cap);          /* len 0 */
val list_of(struct thread *t, int64_t n, const val *items);
int64_t list_push(struct thread *t, val list, val item);
val list_from_iterable(struct thread *t, val it);     /* new list */
int64_t list_sort_values(struct thread *t, val list, val key_or_0, bool reverse);
val tuple_from_iterable(struct thread *t, val it);
val dict_make(struct thread *t);
val dict_lookup(struct thread *t, val d, val key);    /* 0 without exception when absent */
val dict_lookup_name(val d, val interned_str);        /* interned str keys: never raises */
int64_t dict_put(struct thread *t, val d, val key, val value);
int64_t dict_remove(struct thread *t, val d, val key); /* 1 removed, 0 absent, -1 */
int64_t dict_count(val d);
bool dict_step(val d, int64_t *pos, val *key, val *value); /* insertion order; *pos starts 0; dict must not change */
/* d.update(mapping). With `twice`, a key that d has already ends it: -1, *twice the key, no exception. */
int64_t dict_merge_from(struct thread *t, val d, val mapping, val *twice);
/* Module namespaces: values live in compiled cells. `names[i]` has its value at `cells[i]` when bound. Key order is binding order. */
val dict_make_module(struct thread *t, val *cells, const val *names, uint32_t ncells);
int64_t dict_bind_cell(struct thread *t, val d, uint32_t cell, val value);
val dict_copy(struct thread *t, val d);
val set_make(struct thread *t, bool frozen);
int64_t set_put(struct thread *t, val s, val item);
int64_t set_has(struct thread *t, val s, val item);
/* Resolves a slice for a length as PySlice_Unpack + AdjustIndices; returns the count, -1 raised. */
int64_t slice_resolve(struct thread *t, val slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step);
val union_or(struct thread *t, val a, val b);         /* `X | Y` of classes, None, aliases: types.UnionType; binary[OP_OR] of `type` */
val callable_iter_new(struct thread *t, val callable, val sentinel); /* iter(callable, sentinel) */
val mappingproxy_new(struct thread *t, val mapping);
val seq_iter_new(struct thread *t, val seq);          /* __getitem__ iteration */

/* ---- entries for compiled code, declared from abi.def ---- */
#include "runtime/abi.h"

#endif
