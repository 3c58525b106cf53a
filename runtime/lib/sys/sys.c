/* The sys module. It is made when something first needs it: an import, print, an uncaught exception. What it says of
 * the program and the machine is in info.c, the hooks are in hooks.c. */
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/lib/sys/sys.h"
#include "runtime/os/os.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"
#include "runtime/types/int.h"


static int64_t set(struct thread *t, const char *name, val v) {
    val n = str_intern(t, str_ascii(t, name));
    return n && v ? dict_put(t, rt_state.sys_dict, n, v) : -1;
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

/* ---- what CPython has for its own memory and interpreter ---- */

static val sys_clear_type_cache(struct thread *t) {
    return (void)t, NONE;
}
static val sys_call_tracing(struct thread *t, val f, val args) {
    if (!val_has(args, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "call_tracing() argument 2 must be tuple, not %B", args);
    return rt_call_ex(t, f, args, 0);
}
/* In units of the least object. */
static val sys_getallocatedblocks(struct thread *t) {
    return int_from_i64(t, (int64_t)((heap.live + heap.allocated) / 16));
}
/* Objects are traced, not counted: as many as CPython says of an object that one variable holds. */
static val sys_getrefcount(struct thread *t, val v) {
    return (void)t, (void)v, val_small(2);
}
static val sys_getdlopenflags(struct thread *t) {
    return (void)t, val_small(2);
}
static val sys_setdlopenflags(struct thread *t, val v) {
    int64_t n;
    return index_i64(t, v, &n) ? NONE : 0;
}

/* Nothing is traced: None may be set, as it is. */
static val no_tracing(struct thread *t, val f, const char *what) {
    if (f == NONE) return NONE;
    return raise(t, &exc_RuntimeError, "%s: compiled programs cannot be traced", what);
}
static val sys_settrace(struct thread *t, val f) {
    return no_tracing(t, f, "sys.settrace()");
}
static val sys_setprofile(struct thread *t, val f) {
    return no_tracing(t, f, "sys.setprofile()");
}
static val sys_gettrace(struct thread *t) {
    return (void)t, NONE;
}

static val sys_getswitchinterval(struct thread *t) {
    return float_new(t, (double)thread_hand_over_time() / 1e9);
}
static val sys_setswitchinterval(struct thread *t, val v) {
    double seconds;
    if (!number_as_double(t, v, &seconds)) return 0;
    if (!(seconds > 0)) return raise(t, &exc_ValueError, "switch interval must be strictly positive");
    thread_hand_over(seconds < 3600 ? (int64_t)(seconds * 1e9) : INT64_C(3600000000000));
    return NONE;
}

static val sys_current_frames(struct thread *t) {
    val d = dict_make(t), stack = d ? stack_take(t) : 0, id = stack ? int_from_i64(t, (int64_t)(uintptr_t)t) : 0;
    val f = id ? frame_at(t, stack, 0) : 0;
    return f && dict_put(t, d, id, f) == 0 ? d : 0;
}
static val sys_current_exceptions(struct thread *t) {
    val d = dict_make(t), id = d ? int_from_i64(t, (int64_t)(uintptr_t)t) : 0;
    return id && dict_put(t, d, id, sys_exc_info(t)) == 0 ? d : 0;
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
METHOD(sys, _clear_type_cache, sys_clear_type_cache, 0, 0, "($module, /)");
METHOD(sys, call_tracing, sys_call_tracing, 2, 0, "($module, func, args, /)");
METHOD(sys, getallocatedblocks, sys_getallocatedblocks, 0, 0, "($module, /)");
METHOD(sys, getrefcount, sys_getrefcount, 1, 0, "($module, object, /)");
METHOD(sys, getdlopenflags, sys_getdlopenflags, 0, 0, "($module, /)");
METHOD(sys, setdlopenflags, sys_setdlopenflags, 1, 0, "($module, flags, /)");
METHOD(sys, settrace, sys_settrace, 1, 0, NULL);
METHOD(sys, setprofile, sys_setprofile, 1, 0, NULL);
METHOD(sys, gettrace, sys_gettrace, 0, 0, NULL);
METHOD(sys, getprofile, sys_gettrace, 0, 0, NULL);
METHOD(sys, getswitchinterval, sys_getswitchinterval, 0, 0, "($module, /)");
METHOD(sys, setswitchinterval, sys_setswitchinterval, 1, 0, "($module, interval, /)");
METHOD(sys, _current_frames, sys_current_frames, 0, 0, "($module, /)");
METHOD(sys, _current_exceptions, sys_current_exceptions, 0, 0, "($module, /)");
METHOD(sys, is_finalizing, sys_is_finalizing, 0, 0, "($module, /)");

/* ---- the module ---- */

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

val sys_module(struct thread *t) {
    if (likely(rt_state.sys)) return rt_state.sys;
    val m = native_module_new(t, "sys", __start_pymeth_sys, __stop_pymeth_sys);
    if (!m) return 0;
    rt_state.sys_dict = AS(module, m)->dict;
    if (set(t, "modules", rt_state.modules) < 0 || set_streams(t) < 0) return 0;
    rt_state.sys = m; /* an import finds it through its native_module, so it is not in sys.modules yet */
    return m;
}

NATIVE_MODULE(sys, "sys", sys_module);

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
                unraisable(t, out);
                status = -1;
            }
        }
        if (err && err != NONE && !call_method0(t, err, NAME(flush))) t->exc = 0;
    }
    io_flush_all(t);
    return status;
}
