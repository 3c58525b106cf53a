/* The builtins module: functions and the names of built-in types and exceptions.
 *
 * Every name is a METHOD() of the table "builtins", so that the linker keeps those the program can name. The
 * module's dict is filled as names are asked for; asking for the dict itself fills it completely. */
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/state.h"
#include "runtime/types/generator.h"

METHOD_TABLE(builtins);
val callable_iter_new(struct thread *t, val callable, val sentinel); /* types/iter.c */

static bool text_is(val name, const char *z) {
    const struct string *s = AS(string, name);
    size_t n = strlen(z);
    return s->head.aux & STR_ASCII && (size_t)s->len == n && !memcmp(str_data(s), z, n);
}

static val builtins_add(struct thread *t, const struct method *m) {
    val v = m->flags & METHOD_VALUE ? val_of(m->fn) : builtin_new(t, m, NULL, 0, NAME(builtins));
    val name = str_intern(t, str_ascii(t, m->name));
    return v && name && dict_put(t, rt_state.builtins_dict, name, v) == 0 ? v : 0;
}

val module_builtins_lookup(struct thread *t, val name) {
    val v = dict_lookup_name(rt_state.builtins_dict, name);
    if (likely(v)) return v;
    for (const struct method *m = __start_pymeth_builtins; m < __stop_pymeth_builtins; m++)
        if (text_is(name, m->name)) {
            /* a name that was deleted stays deleted */
            return rt_state.builtins_complete ? 0 : builtins_add(t, m);
        }
    return 0;
}

static int64_t builtins_complete(struct thread *t) {
    if (rt_state.builtins_complete) return 0;
    for (const struct method *m = __start_pymeth_builtins; m < __stop_pymeth_builtins; m++)
        if (!dict_lookup_name(rt_state.builtins_dict, str_intern(t, str_ascii(t, m->name))) &&
            !builtins_add(t, m))
            return -1;
    rt_state.builtins_complete = true;
    return 0;
}

val builtins_names(struct thread *t) {
    return builtins_complete(t) < 0 ? 0 : list_from_iterable(t, rt_state.builtins_dict);
}

static val builtins_module(struct thread *t) {
    return builtins_complete(t) < 0 ? 0 : rt_state.builtins;
}

#include "runtime/lib/native.h"
NATIVE_MODULE(builtins, "builtins", builtins_module);

int64_t builtins_init(struct thread *t) {
    val m = module_new(t, NAME(builtins));
    if (!m) return -1;
    rt_state.builtins = m;
    rt_state.builtins_dict = AS(module, m)->dict;
    return 0;
}

/* ---- small functions ---- */

static val builtin_len(struct thread *t, val v) {
    int64_t n = obj_len(t, v);
    return n < 0 ? 0 : int_from_i64(t, n);
}
static val builtin_abs(struct thread *t, val v) {
    if (val_is_small(v)) return int_from_i64(t, val_small_get(v) < 0 ? -val_small_get(v) : val_small_get(v));
    unary_fn f = type_of(v)->abs;
    return f ? f(t, v) : raise(t, &exc_TypeError, "bad operand type for abs(): '%T'", v);
}
static val builtin_callable(struct thread *t, val v) {
    return (void)t, val_bool(type_of(v)->call != NULL);
}
static val builtin_repr(struct thread *t, val v) {
    return obj_repr(t, v);
}
static val builtin_ascii(struct thread *t, val v) {
    return obj_ascii(t, v);
}
static val builtin_id(struct thread *t, val v) {
    return val_is_ptr(v)     ? int_from_u64(t, v)
           : val_is_small(v) ? int_from_u64(t, v & ~UINT64_C(3))
                             : int_from_u64(t, v >> 1);
}
static val builtin_hash(struct thread *t, val v) {
    int64_t h = obj_hash(t, v);
    return h == -1 && t->exc ? 0 : int_from_i64(t, h);
}
static val builtin_isinstance(struct thread *t, val v, val cls) {
    int64_t r = obj_is_instance(t, v, cls);
    return r < 0 ? 0 : val_bool(r);
}
static val builtin_issubclass(struct thread *t, val a, val cls) {
    int64_t r = obj_is_subclass(t, a, cls);
    return r < 0 ? 0 : val_bool(r);
}

static val builtin_chr(struct thread *t, val v) {
    int64_t n;
    val i = obj_index(t, v);
    if (!i) return 0;
    if (!int_to_i64(i, &n) || n > INT32_MAX || n < INT32_MIN)
        return raise(t, &exc_OverflowError, "Python int too large to convert to C int");
    if (n < 0 || n > 0x10ffff) return raise(t, &exc_ValueError, "chr() arg not in range(0x110000)");
    return str_char(t, (uint32_t)n);
}

static val builtin_ord(struct thread *t, val v) {
    int64_t n;
    struct buffer b;
    if (val_is_str(v)) {
        n = AS(string, v)->len;
        if (n == 1) return val_small(str_at(AS(string, v), 0));
    } else if (val_has(v, TYPE_BYTES) || obj_isinstance(v, &bytearray_type)) {
        if (!buffer_get(t, v, &b)) return 0;
        n = b.n;
        if (n == 1) return val_small(b.p[0]);
    } else {
        return raise(t, &exc_TypeError, "ord() expected string of length 1, but %T found", v);
    }
    return raise(t, &exc_TypeError, "ord() expected a character, but string of length %ld found", n);
}

static val in_base(struct thread *t, val v, int base) {
    val i = obj_index(t, v);
    return i ? int_to_str(t, i, base, true) : 0;
}
static val builtin_bin(struct thread *t, val v) {
    return in_base(t, v, 2);
}
static val builtin_oct(struct thread *t, val v) {
    return in_base(t, v, 8);
}
static val builtin_hex(struct thread *t, val v) {
    return in_base(t, v, 16);
}

static val builtin_divmod(struct thread *t, val a, val b) {
    return binary_op(t, a, b, OP_DIVMOD, false);
}

static val builtin_pow(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[3];
    if (!args_parse(t, "pow", "base exp | mod", argc, argv, kwnames, a)) return 0;
    return number_power(t, a[0], a[1], a[2] ? a[2] : NONE);
}

static val builtin_round(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2];
    bool absent;
    if (!args_parse(t, "round", "number | ndigits", argc, argv, kwnames, a)) return 0;
    val r = special_call(t, a[0], NAME(__round__), a[1] && a[1] != NONE ? 1 : 0, &a[1], &absent);
    if (absent) return raise(t, &exc_TypeError, "type %T doesn't define __round__ method", a[0]);
    return r;
}

static val builtin_format(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "format", kwnames) || !args_count(t, "format", argc, 1, 2)) return 0;
    if (argc == 2 && !val_is_str(argv[1]))
        return raise(t, &exc_TypeError, "format() argument 2 must be str, not %B", argv[1]);
    return obj_format(t, argv[0], argc == 2 ? argv[1] : 0);
}

/* ---- attributes ---- */

static val builtin_getattr(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "getattr", kwnames) || !args_count(t, "getattr", argc, 2, 3)) return 0;
    if (!val_is_str(argv[1]))
        return raise(t, &exc_TypeError, "attribute name must be string, not '%T'", argv[1]);
    if (argc == 2) return obj_getattr(t, argv[0], argv[1]);
    val v = obj_lookattr(t, argv[0], argv[1]);
    return v || t->exc ? v : argv[2];
}
static val builtin_hasattr(struct thread *t, val o, val name) {
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "attribute name must be string, not '%T'", name);
    val v = obj_lookattr(t, o, name);
    return !v && t->exc ? 0 : val_bool(v != 0);
}
static val builtin_setattr(struct thread *t, val o, val name, val v) {
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "attribute name must be string, not '%T'", name);
    return obj_setattr(t, o, name, v) < 0 ? 0 : NONE;
}
static val builtin_delattr(struct thread *t, val o, val name) {
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "attribute name must be string, not '%T'", name);
    return obj_setattr(t, o, name, 0) < 0 ? 0 : NONE;
}

static val builtin_dir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "dir", kwnames) || !args_count(t, "dir", argc, 0, 1)) return 0;
    if (argc == 0)
        return raise(t, &exc_RuntimeError, "dir() without arguments is not supported in compiled code");
    val names = special_call(t, argv[0], NAME(__dir__), 0, NULL, NULL),
        list = names ? list_from_iterable(t, names) : 0;
    return list && list_sort_values(t, list, 0, false) == 0 ? list : 0;
}

static val builtin_vars(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "vars", kwnames) || !args_count(t, "vars", argc, 0, 1)) return 0;
    if (argc == 0)
        return raise(t, &exc_RuntimeError, "vars() without arguments is not supported in compiled code");
    val d = obj_lookattr(t, argv[0], NAME(__dict__));
    return d || t->exc ? d : raise(t, &exc_TypeError, "vars() argument must have __dict__ attribute");
}

/* ---- iteration ---- */

static val builtin_iter(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "iter", kwnames) || !args_count(t, "iter", argc, 1, 2)) return 0;
    if (argc == 1) return obj_iter(t, argv[0]);
    if (!type_of(argv[0])->call) return raise(t, &exc_TypeError, "iter(v, w): v must be callable");
    return callable_iter_new(t, argv[0], argv[1]);
}

static val builtin_next(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "next", kwnames) || !args_count(t, "next", argc, 1, 2)) return 0;
    unary_fn f = type_of(argv[0])->next;
    if (!f) return raise(t, &exc_TypeError, "'%T' object is not an iterator", argv[0]);
    t->result = NONE;
    /* a class's own __next__ is called as it is: the StopIteration it raises is the one to see */
    bool own = type_of(argv[0])->flags & TYPE_HEAP;
    val v = own ? special_call(t, argv[0], NAME(__next__), 0, NULL, NULL) : f(t, argv[0]);
    if (v) return v;
    if (!t->exc)
        return argc == 2 ? argv[1]
                         : raise_stopiteration(t, val_has(argv[0], TYPE_RETURNS) ? t->result : NONE);
    if (argc == 2 && exc_pending_is(t, &exc_StopIteration)) {
        t->exc = 0;
        return argv[1];
    }
    return 0;
}

static val builtin_aiter(struct thread *t, val v) {
    return async_iterator(t, v);
}

static val builtin_anext(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "anext", kwnames) || !args_count(t, "anext", argc, 1, 2)) return 0;
    return async_next(t, argv[0], argc == 2 ? argv[1] : 0);
}

static val all_or_any(struct thread *t, val iterable, bool all) {
    val it = obj_iter(t, iterable), v;
    if (!it) return 0;
    while ((v = iter_next(t, it))) {
        int64_t r = obj_truth(t, v);
        if (r < 0) return 0;
        if ((r != 0) != all) return val_bool(!all);
    }
    return t->exc ? 0 : val_bool(all);
}
static val builtin_all(struct thread *t, val v) {
    return all_or_any(t, v, true);
}
static val builtin_any(struct thread *t, val v) {
    return all_or_any(t, v, false);
}

static val builtin_sum(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[2], v;
    if (!args_parse(t, "sum", "iterable / | start", argc, argv, kwnames, a)) return 0;
    val total = a[1] ? a[1] : val_small(0);
    if (val_is_str(total))
        return raise(t, &exc_TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
    if (val_has(total, TYPE_BYTES))
        return raise(t, &exc_TypeError, "sum() can't sum bytes [use b''.join(seq) instead]");
    if (obj_isinstance(total, &bytearray_type))
        return raise(t, &exc_TypeError, "sum() can't sum bytearray [use b''.join(seq) instead]");
    val it = obj_iter(t, a[0]);
    if (!it) return 0;
    while ((v = iter_next(t, it)))
        if (!(total = rt_add(t, total, v))) return 0;
    return t->exc ? 0 : total;
}

static val min_or_max(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames,
                      enum compare op) {
    val key = 0, fallback = 0, v;
    for (int64_t k = 0; kwnames && k < AS(tuple, kwnames)->len; k++) {
        val n = AS(tuple, kwnames)->item[k];
        if (text_is(n, "key"))
            key = argv[argc + k] == NONE ? 0 : argv[argc + k];
        else if (text_is(n, "default"))
            fallback = argv[argc + k];
        else
            return raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for %s()", n, name);
    }
    if (argc == 0) return raise(t, &exc_TypeError, "%s expected at least 1 argument, got 0", name);
    if (argc > 1 && fallback)
        return raise(t, &exc_TypeError,
                     "Cannot specify a default for %s() with multiple positional arguments", name);
    val it = argc == 1 ? obj_iter(t, argv[0]) : 0, best = 0, best_key = 0;
    if (argc == 1 && !it) return 0;
    for (int64_t i = 0;; i++) {
        v = it ? iter_next(t, it) : i < argc ? argv[i] : 0;
        if (!v) break;
        val k = key ? call1(t, key, v) : v;
        if (!k) return 0;
        if (best) {
            int64_t r;
            if (val_is_small(k) && val_is_small(best_key)) {
                r = op == CMP_LT ? (int64_t)k < (int64_t)best_key : (int64_t)k > (int64_t)best_key;
            } else {
                val c = obj_compare(t, k, best_key, op);
                r = c ? obj_truth(t, c) : -1;
            }
            if (r < 0) return 0;
            if (!r) continue;
        }
        best = v;
        best_key = k;
    }
    if (t->exc) return 0;
    if (best) return best;
    return fallback ? fallback : raise(t, &exc_ValueError, "%s() arg is an empty sequence", name);
}
static val builtin_min(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return min_or_max(t, "min", argc, argv, kwnames, CMP_LT);
}
static val builtin_max(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return min_or_max(t, "max", argc, argv, kwnames, CMP_GT);
}

static val builtin_sorted(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (argc != 1) return args_count(t, "sorted", argc, 1, 1), (val)0;
    val a[3];
    if (!args_parse(t, "sort", "iterable / | $ key reverse", argc, argv, kwnames, a)) return 0;
    val list = list_from_iterable(t, a[0]);
    int64_t reverse = 0;
    if (!list || (a[2] && !index_i64(t, a[2], &reverse))) return 0;
    return list_sort_values(t, list, a[1] == NONE ? 0 : a[1], reverse != 0) < 0 ? 0 : list;
}

/* ---- input and output ---- */

static int64_t put(struct thread *t, val file, val s) {
    return io_write_text(t, file, s);
}

static val builtin_print(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val sep = 0, end = 0, file = 0, flush = 0;
    for (int64_t k = 0; kwnames && k < AS(tuple, kwnames)->len; k++) {
        val n = AS(tuple, kwnames)->item[k], v = argv[argc + k];
        if (text_is(n, "sep"))
            sep = v;
        else if (text_is(n, "end"))
            end = v;
        else if (text_is(n, "file"))
            file = v;
        else if (text_is(n, "flush"))
            flush = v;
        else
            return raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for print()", n);
    }
    if (!file || file == NONE) {
        if (!sys_module(t)) return 0;
        file = sys_get(t, NAME(stdout));
        if (!file) return raise(t, &exc_RuntimeError, "lost sys.stdout");
        if (file == NONE) return NONE;
    }
    if (sep && sep != NONE && !val_is_str(sep))
        return raise(t, &exc_TypeError, "sep must be None or a string, not %T", sep);
    if (end && end != NONE && !val_is_str(end))
        return raise(t, &exc_TypeError, "end must be None or a string, not %T", end);
    for (int64_t i = 0; i < argc; i++) {
        if (i && put(t, file, sep && sep != NONE ? sep : str_char(t, ' ')) < 0) return 0;
        val s = obj_str(t, argv[i]);
        if (!s || put(t, file, s) < 0) return 0;
    }
    if (put(t, file, end && end != NONE ? end : str_char(t, '\n')) < 0) return 0;
    int64_t f = flush ? obj_truth(t, flush) : 0;
    if (f < 0 || (f && !call_method0(t, file, NAME(flush)))) return 0;
    return NONE;
}

static val builtin_input(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "input", kwnames) || !args_count(t, "input", argc, 0, 1) || !sys_module(t))
        return 0;
    val in = sys_get(t, NAME(stdin)), out = sys_get(t, NAME(stdout)), err = sys_get(t, NAME(stderr));
    if (!in || in == NONE) return raise(t, &exc_RuntimeError, "input(): lost sys.stdin");
    if (!out || out == NONE) return raise(t, &exc_RuntimeError, "input(): lost sys.stdout");
    if (err && err != NONE && !call_method0(t, err, NAME(flush))) t->exc = 0;
    if (argc) {
        val s = obj_str(t, argv[0]);
        if (!s || put(t, out, s) < 0) return 0;
    }
    if (!call_method0(t, out, NAME(flush))) t->exc = 0;
    val line = call_method0(t, in, NAME(readline));
    if (!line) return 0;
    if (val_is_exact(line, &bytes_shape)) { /* a binary stream in sys.stdin's place */
        struct bytes *b = AS(bytes, line);
        if (!b->len) return raise(t, &exc_EOFError, "EOF when reading a line");
        return b->data[b->len - 1] == '\n' ? bytes_new(t, b->data, (size_t)b->len - 1) : line;
    }
    if (!val_is_str(line)) return raise(t, &exc_TypeError, "object.readline() returned non-string");
    int64_t n = AS(string, line)->len;
    if (!n) return raise(t, &exc_EOFError, "EOF when reading a line");
    return str_at(AS(string, line), n - 1) == '\n' ? str_slice(t, line, 0, n - 1) : line;
}

static val builtin_open(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[8];
    if (!args_parse(t, "open", "file | mode buffering encoding errors newline closefd opener", argc, argv,
                    kwnames, a))
        return 0;
    int64_t buffering = -1, closefd = a[6] ? obj_truth(t, a[6]) : 1;
    if (closefd < 0 || (a[2] && !index_i64(t, a[2], &buffering))) return 0;
    for (int i = 3; i <= 5; i++)
        if (!a[i]) a[i] = NONE;
    return io_open(t, a[0], a[1] ? a[1] : 0, buffering, a[3], a[4], a[5], closefd, a[7] ? a[7] : NONE);
}

/* ---- modules, and what needs a compiler ---- */

static val builtin_import(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[5];
    if (!args_parse(t, "__import__", "name | globals locals fromlist level", argc, argv, kwnames, a))
        return 0;
    if (!val_is_str(a[0]))
        return raise(t, &exc_TypeError, "__import__() argument 1 must be str, not %B", a[0]);
    val from = a[3] && a[3] != NONE ? tuple_from_iterable(t, a[3]) : 0;
    if (t->exc) return 0;
    int64_t level = 0;
    if (a[4] && !index_i64(t, a[4], &level)) return 0;
    if (!level && !AS(string, a[0])->len) return raise(t, &exc_ValueError, "Empty module name");
    if (level)
        return raise(t, &exc_ImportError, "__import__() with a level is not supported in compiled code");
    return rt_import(t, NULL, a[0], from, 0);
}

static val builtin_build_class(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (argc < 2) return raise(t, &exc_TypeError, "__build_class__: not enough arguments");
    if (!val_is_exact(argv[0], &function_shape))
        return raise(t, &exc_TypeError, "__build_class__: func must be a function");
    if (!val_is_str(argv[1])) return raise(t, &exc_TypeError, "__build_class__: name is not a string");
    return rt_build_class(t, argv[0], argv[1], argc - 2, argv + 2, kwnames);
}

static val no_compiler(struct thread *t, const char *name) {
    return raise(t, &exc_RuntimeError, "%s() needs a compiler, which a compiled program does not carry",
                 name);
}
static val builtin_eval(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)argv, (void)kwnames;
    return no_compiler(t, "eval");
}
static val builtin_exec(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee, (void)argc, (void)argv, (void)kwnames;
    return no_compiler(t, "exec");
}

enum { ONLY_AST = 0x400, TYPE_COMMENTS = 0x1000 };

/* A tree can be had where the program carries the front end: the module _py2_parse. */
static val compile_to_tree(struct thread *t, val source, val file, val mode, int64_t flags) {
    if (flags & TYPE_COMMENTS) return raise(t, &exc_ValueError, "type comments are not read by a compiled program");
    val name = str_ascii(t, "_py2_parse"), module = name ? import_module(t, name) : 0;
    if (!module && exc_pending_is(t, &exc_ImportError)) {
        exc_take(t);
        return no_compiler(t, "compile");
    }
    val parse = module ? str_ascii(t, "parse") : 0;
    val function = parse ? obj_getattr(t, module, parse) : 0;
    return function ? call3(t, function, source, file, mode) : 0;
}

static val builtin_compile(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val a[7];
    int64_t flags = 0;
    if (!args_parse(t, "compile", "source filename mode | flags dont_inherit optimize $ _feature_version", argc, argv,
                    kwnames, a) ||
        (a[3] && !index_i64(t, a[3], &flags)))
        return 0;
    return flags & ONLY_AST ? compile_to_tree(t, a[0], a[1], a[2], flags) : no_compiler(t, "compile");
}
static val builtin_globals(struct thread *t) {
    return raise(t, &exc_RuntimeError, "globals() through a value is not supported in compiled code");
}
static val builtin_locals(struct thread *t) {
    return raise(t, &exc_RuntimeError, "locals() through a value is not supported in compiled code");
}

#define FN(name, arity, sig) METHOD(builtins, name, builtin_##name, arity, 0, sig)
FN(abs, 1, "($module, x, /)");
FN(all, 1, "($module, iterable, /)");
FN(any, 1, "($module, iterable, /)");
FN(ascii, 1, "($module, obj, /)");
FN(bin, 1, "($module, number, /)");
FN(callable, 1, "($module, obj, /)");
FN(chr, 1, "($module, i, /)");
FN(compile, -1, NULL);
FN(delattr, 2, "($module, obj, name, /)");
FN(dir, -1, NULL);
FN(divmod, 2, "($module, x, y, /)");
FN(eval, -1, NULL);
FN(exec, -1, NULL);
FN(format, -1, "($module, value, format_spec='', /)");
FN(getattr, -1, NULL);
FN(globals, 0, "($module, /)");
FN(hasattr, 2, "($module, obj, name, /)");
FN(hash, 1, "($module, obj, /)");
FN(hex, 1, "($module, number, /)");
FN(id, 1, "($module, obj, /)");
FN(input, -1, "($module, prompt='', /)");
FN(isinstance, 2, "($module, obj, class_or_tuple, /)");
FN(issubclass, 2, "($module, cls, class_or_tuple, /)");
FN(iter, -1, NULL);
FN(aiter, 1, "($module, async_iterable, /)");
FN(anext, -1, NULL);
FN(len, 1, "($module, obj, /)");
FN(locals, 0, "($module, /)");
FN(max, -1, NULL);
FN(min, -1, NULL);
FN(next, -1, NULL);
FN(oct, 1, "($module, number, /)");
FN(open, -1, NULL);
FN(ord, 1, "($module, c, /)");
FN(pow, -1, "($module, base, exp, mod=None)");
FN(print, -1, "($module, *args, sep=' ', end='\\n', file=None, flush=False)");
FN(repr, 1, "($module, obj, /)");
FN(round, -1, "($module, number, ndigits=None)");
FN(setattr, 3, "($module, obj, name, value, /)");
FN(sorted, -1, "($module, iterable, /, *, key=None, reverse=False)");
FN(sum, -1, "($module, iterable, /, start=0)");
FN(vars, -1, NULL);
METHOD(builtins, __import__, builtin_import, -1, 0, NULL);
METHOD(builtins, __build_class__, builtin_build_class, -1, 0, NULL);

#undef bool /* a macro of stdbool.h: the name below is the word itself */
#define VALUE(name, object) METHOD(builtins, name, &object, 0, METHOD_VALUE, NULL)
VALUE(None, none_object);
VALUE(True, true_object);
VALUE(False, false_object);
VALUE(NotImplemented, notimplemented_object);
VALUE(Ellipsis, ellipsis_object);
VALUE(__debug__, true_object);
VALUE(bool, bool_type);
VALUE(bytearray, bytearray_type);
VALUE(bytes, bytes_type);
VALUE(classmethod, classmethod_type);
VALUE(complex, complex_type);
VALUE(dict, dict_type);
VALUE(enumerate, enumerate_type);
VALUE(filter, filter_type);
VALUE(float, float_type);
VALUE(frozenset, frozenset_type);
VALUE(int, int_type);
VALUE(list, list_type);
VALUE(map, map_type);
VALUE(memoryview, memoryview_type);
VALUE(object, object_type);
VALUE(property, property_type);
VALUE(range, range_type);
VALUE(reversed, reversed_type);
VALUE(set, set_type);
VALUE(slice, slice_type);
VALUE(staticmethod, staticmethod_type);
VALUE(str, str_type);
VALUE(super, super_type);
VALUE(tuple, tuple_type);
VALUE(type, type_type);
VALUE(zip, zip_type);
#define X(name, base) VALUE(name, exc_##name);
EXCEPTIONS(X)
#undef X
VALUE(EnvironmentError, exc_OSError);
VALUE(IOError, exc_OSError);
