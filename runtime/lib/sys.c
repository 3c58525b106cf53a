/* The sys module. It is made when something first needs it: an import, print, an uncaught exception. */
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/os/os.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"
#include "runtime/types/int.h"

METHOD_TABLE(sys);

static int64_t set(struct thread *t, const char *name, val v) {
    val n = str_intern(t, str_ascii(t, name));
    return n && v ? dict_put(t, rt_state.sys_dict, n, v) : -1;
}

/* ---- records such as sys.version_info: tuples with names ---- */

static val record_repr(struct thread *t, val v) {
    const struct type *type = type_of(v);
    struct strbuf b;
    val names = type_lookup((struct type *)type, str_intern(t, str_ascii(t, "__match_args__")));
    strbuf_init(&b, t);
    val head = str_format(t, "%N(", type);
    if (!head || !strbuf_put(&b, head)) return 0;
    for (int64_t i = 0; i < AS(tuple, v)->len; i++) {
        val item = str_format(t, "%s%U=%R", i ? ", " : "", AS(tuple, names)->item[i], AS(tuple, v)->item[i]);
        if (!item || !strbuf_put(&b, item)) return 0;
    }
    return strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

/* A class of named tuples; getters are made from the index by a property-like member. */
struct field {
    struct obj head;
    int64_t index;
};
static val field_get(struct thread *t, val d, val self, val owner) {
    (void)t, (void)owner;
    return self ? AS(tuple, self)->item[AS(field, d)->index] : d;
}
static int64_t field_set(struct thread *t, val d, val self, val value) {
    (void)d, (void)self, (void)value;
    return raise_i(t, &exc_AttributeError, "readonly attribute");
}
static struct type field_type;
static struct shape field_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &field_type};
static struct type field_type = {.head = {&type_shape, GC_STATIC, 0},
                                 .shape = &field_shape,
                                 .cname = "member_descriptor",
                                 .base = &object_type,
                                 .size = sizeof(struct field),
                                 .gc_layout = GC_LEAF,
                                 .descr_get = field_get,
                                 .descr_set = field_set};

#define RECORD(id, name)                                                                                     \
    static struct type id##_type;                                                                            \
    static struct shape id##_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &id##_type};             \
    static struct type id##_type = {.head = {&type_shape, GC_STATIC, 0},                                     \
                                    .shape = &id##_shape,                                                    \
                                    .cname = name,                                                           \
                                    .base = &tuple_type,                                                     \
                                    .size = sizeof(struct tuple),                                            \
                                    .flags = TYPE_TUPLE,                                                     \
                                    .gc_layout = GC_WORDS,                                                   \
                                    .repr = record_repr}
RECORD(version_info, "sys.version_info");
RECORD(float_info, "sys.float_info");
RECORD(int_info, "sys.int_info");
RECORD(hash_info, "sys.hash_info");
RECORD(flags, "sys.flags");

/* `names` separated by spaces; values in the same order. */
static val record_new(struct thread *t, struct type *type, const char *names, int64_t n, const val *values) {
    if (type_ready(t, type) < 0 || type_fill(t, type) < 0) return 0;
    struct tuple *r = gc_new(t, type, sizeof *r + (size_t)n * sizeof(val));
    val fields = tuple_new(t, n);
    if (!r || !fields) return 0;
    r->len = n;
    for (int64_t i = 0; i < n; i++) {
        if (!values[i]) return 0;
        gc_store(r, &r->item[i], values[i]);
        const char *end = names;
        while (*end && *end != ' ') end++;
        val name = str_intern(t, str_utf8(t, names, (size_t)(end - names)));
        struct field *f = gc_new(t, &field_type, sizeof *f);
        if (!name || !f) return 0;
        f->index = i;
        gc_store(val_obj(fields), &AS(tuple, fields)->item[i], name);
        if (dict_put(t, type->dict, name, val_of(f)) < 0) return 0;
        names = *end ? end + 1 : end;
    }
    return dict_put(t, type->dict, str_intern(t, str_ascii(t, "__match_args__")), fields) < 0 ? 0 : val_of(r);
}

static int64_t set_version(struct thread *t) {
    val v[5] = {val_small(3), val_small(11), val_small(2), str_ascii(t, "final"), val_small(0)};
    return set(t, "version_info",
               record_new(t, &version_info_type, "major minor micro releaselevel serial", 5, v));
}

static int64_t set_float_info(struct thread *t) {
    val v[11] = {float_new(t, 1.7976931348623157e308),
                 val_small(1024),
                 val_small(308),
                 float_new(t, 2.2250738585072014e-308),
                 val_small(-1021),
                 val_small(-307),
                 val_small(15),
                 val_small(53),
                 float_new(t, 2.220446049250313e-16),
                 val_small(2),
                 val_small(1)};
    return set(t, "float_info",
               record_new(t, &float_info_type,
                          "max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds",
                          11, v));
}

static int64_t set_int_info(struct thread *t) {
    val v[4] = {val_small(30), val_small(4), val_small(4300), val_small(640)};
    return set(t, "int_info",
               record_new(t, &int_info_type,
                          "bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold", 4,
                          v));
}

static int64_t set_hash_info(struct thread *t) {
    val v[9] = {val_small(64),      int_from_i64(t, (INT64_C(1) << 61) - 1),
                val_small(314159),  val_small(0),
                val_small(1000003), str_ascii(t, "siphash13"),
                val_small(64),      val_small(128),
                val_small(0)};
    return set(t, "hash_info",
               record_new(t, &hash_info_type,
                          "width modulus inf nan imag algorithm hash_bits seed_bits cutoff", 9, v));
}

static int64_t set_flags(struct thread *t) {
    static const char names[] =
        "debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment "
        "verbose bytes_warning quiet hash_randomization isolated dev_mode utf8_mode warn_default_encoding "
        "safe_path int_max_str_digits";
    const char *seed = os_getenv("PYTHONHASHSEED");
    val v[18];
    for (int i = 0; i < 18; i++) v[i] = val_small(0);
    v[11] = val_small(!(seed && seed[0] == '0' && !seed[1]));
    v[13] = v[16] = FALSE;
    v[14] = val_small(io_utf8_mode());
    v[17] = val_small(4300);
    return set(t, "flags", record_new(t, &flags_type, names, 18, v));
}

/* ---- functions ---- */

static val sys_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "exit", kwnames) || !args_count(t, "exit", argc, 0, 1)) return 0;
    if (argc && argv[0] == NONE) argc = 0;
    val exc = argc && val_has(argv[0], TYPE_TUPLE) ? rt_call_ex(t, val_of(&exc_SystemExit), argv[0], 0)
                                                   : rt_call(t, val_of(&exc_SystemExit), argc, argv, 0);
    return exc ? raise_val(t, exc) : 0;
}

static val sys_exc_info(struct thread *t) {
    val exc = t->handled;
    if (!exc) return tuple_of(t, 3, (val[3]){NONE, NONE, NONE});
    val tb = AS(exception, exc)->traceback;
    return tuple_of(t, 3, (val[3]){val_of(type_of(exc)), exc, tb ? tb : NONE});
}
static val sys_exception(struct thread *t) {
    return t->handled ? t->handled : NONE;
}

static __attribute__((noinline)) val sys_getframe(struct thread *t, val callee, int64_t argc, val *argv,
                                                  val kwnames) {
    (void)callee;
    int64_t depth = 0;
    if (!args_no_keywords(t, "_getframe", kwnames) || !args_count(t, "_getframe", argc, 0, 1)) return 0;
    if (argc && !index_i64(t, argv[0], &depth)) return 0;
    val stack = stack_take(t);
    val f = stack ? frame_at(t, stack, depth > 0 ? depth : 0) : 0;
    return f || t->exc ? f : raise(t, &exc_ValueError, "call stack is not deep enough");
}

static val sys_getrecursionlimit(struct thread *t) {
    return int_from_i64(t, rt_state.recursion_limit);
}
static val sys_setrecursionlimit(struct thread *t, val v) {
    int64_t n;
    if (!index_i64(t, v, &n)) return 0;
    if (n < 1) return raise(t, &exc_ValueError, "recursion limit must be greater or equal than 1");
    if (n > INT32_MAX) return raise(t, &exc_OverflowError, "Python int too large to convert to C int");
    thread_set_limit(t, n);
    return NONE;
}

/* Limit of digits in conversions between int and str; 0 is none. */
static val sys_get_int_max_str_digits(struct thread *t) {
    return int_from_i64(t, int_digit_limit(-1));
}
static val sys_set_int_max_str_digits(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val arg;
    int64_t n;
    if (!args_parse(t, "set_int_max_str_digits", "maxdigits", argc, argv, kwnames, &arg)) return 0;
    if (!index_i64(t, arg, &n)) return 0;
    if (n != (int32_t)n) return raise(t, &exc_OverflowError, "Python int too large to convert to C int");
    if (n && n < 640) return raise(t, &exc_ValueError, "maxdigits must be 0 or larger than 640");
    int_digit_limit(n);
    return NONE;
}

static val sys_getsizeof(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "getsizeof", kwnames) || !args_count(t, "getsizeof", argc, 1, 2)) return 0;
    return special_call(t, argv[0], NAME(__sizeof__), 0, NULL, NULL);
}

static val sys_intern(struct thread *t, val v) {
    if (!val_is_exact(v, &str_shape))
        return raise(t, &exc_TypeError,
                     val_is_str(v) ? "can't intern %T" : "intern() argument must be str, not %B", v);
    return str_intern(t, v);
}

static val sys_getdefaultencoding(struct thread *t) {
    return str_ascii(t, "utf-8");
}
static val sys_getfilesystemencoding(struct thread *t) {
    return str_ascii(t, "utf-8");
}

static val sys_getfilesystemencodeerrors(struct thread *t) {
    return str_ascii(t, "surrogateescape");
}

static val sys_excepthook(struct thread *t, val type, val value, val tb) {
    (void)type, (void)tb;
    if (val_has(value, TYPE_EXC)) report_exception(t, value);
    return NONE;
}

static val sys_is_finalizing(struct thread *t) {
    return (void)t, val_bool(rt_state.exiting);
}

METHOD(sys, exit, sys_exit, -1, 0, "($module, status=None, /)");
METHOD(sys, exc_info, sys_exc_info, 0, 0, "($module, /)");
METHOD(sys, _getframe, sys_getframe, -1, 0, "($module, depth=0, /)");
METHOD(sys, exception, sys_exception, 0, 0, "($module, /)");
METHOD(sys, getrecursionlimit, sys_getrecursionlimit, 0, 0, "($module, /)");
METHOD(sys, setrecursionlimit, sys_setrecursionlimit, 1, 0, "($module, limit, /)");
METHOD(sys, get_int_max_str_digits, sys_get_int_max_str_digits, 0, 0, "($module, /)");
METHOD(sys, set_int_max_str_digits, sys_set_int_max_str_digits, -1, 0, "($module, /, maxdigits)");
METHOD(sys, getsizeof, sys_getsizeof, -1, 0, NULL);
METHOD(sys, intern, sys_intern, 1, 0, "($module, string, /)");
METHOD(sys, getdefaultencoding, sys_getdefaultencoding, 0, 0, "($module, /)");
METHOD(sys, getfilesystemencoding, sys_getfilesystemencoding, 0, 0, "($module, /)");
METHOD(sys, getfilesystemencodeerrors, sys_getfilesystemencodeerrors, 0, 0, "($module, /)");
METHOD(sys, excepthook, sys_excepthook, 3, 0, "($module, exctype, value, traceback, /)");
METHOD(sys, __excepthook__, sys_excepthook, 3, 0, "($module, exctype, value, traceback, /)");
METHOD(sys, is_finalizing, sys_is_finalizing, 0, 0, "($module, /)");

/* ---- the module ---- */

/* Bytes of the command line are decoded as CPython's file system encoding. */
static val from_system(struct thread *t, const char *z) {
    return str_decode(t, (const uint8_t *)z, strlen(z), "utf-8", "surrogateescape");
}

static int64_t set_argv(struct thread *t) {
    val list = list_new(t, os_argc());
    for (int i = 0; list && i < os_argc(); i++) {
        val s = from_system(t, os_argv()[i]);
        if (!s || list_push(t, list, s) < 0) return -1;
    }
    return list ? set(t, "argv", list) : -1;
}

static int64_t set_paths(struct thread *t) {
    char *exe = gc_storage(t, 4096, false);
    if (!exe) return -1;
    int64_t n = os_executable(exe, 4096);
    val path = n > 0 ? str_decode(t, (const uint8_t *)exe, (size_t)n, "utf-8", "surrogateescape") : EMPTY_STR;
    if (!path || set(t, "executable", path) < 0) return -1;
    int64_t slash = path == EMPTY_STR ? 0 : AS(string, path)->len;
    while (slash > 0 && str_at(AS(string, path), slash - 1) != '/') slash--;
    val dir = str_slice(t, path, 0, slash > 1 ? slash - 1 : slash), list = dir ? list_of(t, 1, &dir) : 0;
    return set(t, "path", list) < 0 || set(t, "prefix", dir) < 0 || set(t, "exec_prefix", dir) < 0 ||
                   set(t, "base_prefix", dir) < 0
               ? -1
               : 0;
}

static int64_t set_streams(struct thread *t) {
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    for (int fd = 0; fd < 3; fd++) {
        val f = io_std_stream(t, fd);
        char hidden[16] = "__";
        size_t n = strlen(names[fd]);
        memcpy(hidden + 2, names[fd], n);
        memcpy(hidden + 2 + n, "__", 3);
        if (!f || set(t, names[fd], f) < 0 || set(t, hidden, f) < 0) return -1;
    }
    return 0;
}

static int64_t set_constants(struct thread *t) {
    static const char version[] = "3.11.2 (py2)";
#if defined(__aarch64__)
    static const char multiarch[] = "aarch64-linux-gnu";
#else
    static const char multiarch[] = "x86_64-linux-gnu";
#endif
    if (set(t, "maxsize", int_from_i64(t, INT64_MAX)) < 0 || set(t, "maxunicode", val_small(0x10ffff)) < 0 ||
        set(t, "version", str_ascii(t, version)) < 0 || set(t, "platform", str_ascii(t, "linux")) < 0 ||
        set(t, "byteorder", str_ascii(t, "little")) < 0 || set(t, "hexversion", val_small(0x030b02f0)) < 0 ||
        set(t, "api_version", val_small(1013)) < 0 || set(t, "copyright", str_ascii(t, "")) < 0 ||
        set(t, "dont_write_bytecode", FALSE) < 0 || set(t, "float_repr_style", str_ascii(t, "short")) < 0 ||
        set(t, "warnoptions", list_new(t, 0)) < 0 || set(t, "_xoptions", dict_make(t)) < 0)
        return -1;
    val m = module_new(t, str_ascii(t, "sys.implementation"));
    if (!m || dict_put(t, AS(module, m)->dict, NAME(name), str_ascii(t, "py2")) < 0 ||
        dict_put(t, AS(module, m)->dict, NAME(version),
                 dict_lookup_name(rt_state.sys_dict, NAME(version_info))) < 0 ||
        native_set(t, m, "cache_tag", NONE) < 0 ||
        native_set(t, m, "_multiarch", str_ascii(t, multiarch)) < 0)
        return -1;
    return set(t, "implementation", m);
}

val sys_module(struct thread *t) {
    if (likely(rt_state.sys)) return rt_state.sys;
    val m = native_module_new(t, "sys", __start_pymeth_sys, __stop_pymeth_sys);
    if (!m) return 0;
    rt_state.sys_dict = AS(module, m)->dict;
    if (set(t, "modules", rt_state.modules) < 0 || set_streams(t) < 0) return 0;
    rt_state.sys = m; /* an import finds it through sys_complete, so it is not in sys.modules yet */
    return m;
}

/* What only an import of sys needs. */
static val sys_complete(struct thread *t) {
    val m = sys_module(t);
    if (!m) return 0;
    if (dict_lookup_name(rt_state.sys_dict, NAME(argv))) return m;
    if (set_argv(t) < 0 || set_paths(t) < 0 || set_version(t) < 0 || set_float_info(t) < 0 ||
        set_int_info(t) < 0 || set_hash_info(t) < 0 || set_flags(t) < 0 || set_constants(t) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(sys, "sys", sys_complete);

/* ---- the end ---- */

/* Standard output is flushed first; what goes wrong there makes the exit status 120. */
int64_t flush_standard(struct thread *t) {
    int64_t status = 0;
    if (rt_state.sys_dict) {
        val out = sys_get(t, NAME(stdout)), err = sys_get(t, NAME(stderr));
        if (out && out != NONE) {
            val closed = obj_lookattr(t, out, NAME(closed));
            t->exc = 0;
            if (closed != TRUE && !call_method0(t, out, NAME(flush))) {
                unraisable(t, "Exception ignored in: ", out);
                status = -1;
            }
        }
        if (err && err != NONE && !call_method0(t, err, NAME(flush))) t->exc = 0;
    }
    io_flush_all(t);
    return status;
}
