/* The module time: the clocks of the system by number. */
#include "runtime/lib/native.h"
#include "runtime/lib/seconds.h"
#include "runtime/os/posix.h"
#include "runtime/state.h"

METHOD_TABLE(time);

#define NS INT64_C(1000000000)

struct moment {
    int64_t s, ns;
};

static bool clock_arg(struct thread *t, val v, int64_t *id) {
    if (!index_i64(t, v, id)) return false;
    if (*id == (int32_t)*id) return true;
    return raise(t, &exc_OverflowError, "signed integer is %s",
                 *id > 0 ? "greater than maximum" : "less than minimum"),
           false;
}
static bool read_clock(struct thread *t, val v, struct moment *m) {
    int64_t id;
    if (!clock_arg(t, v, &id)) return false;
    int r = (int)os_call(clock_gettime, id, m);
    return r >= 0 || (raise_oserror(t, -r, 0), false);
}
static val set_clock(struct thread *t, int64_t id, int64_t ns) {
    struct moment m = {ns / NS, ns % NS};
    if (m.ns < 0) m.ns += NS, m.s--;
    int r = (int)os_call(clock_settime, id, &m);
    return r < 0 ? raise_oserror(t, -r, 0) : NONE;
}

static val f_clock_gettime(struct thread *t, val id) {
    struct moment m;
    return read_clock(t, id, &m) ? float_new(t, (double)m.s + (double)m.ns * 1e-9) : 0;
}
static val f_clock_gettime_ns(struct thread *t, val id) {
    struct moment m;
    return read_clock(t, id, &m) ? int_from_i64(t, m.s * NS + m.ns) : 0;
}
static val f_clock_getres(struct thread *t, val v) {
    int64_t id;
    struct moment m;
    if (!clock_arg(t, v, &id)) return 0;
    int r = (int)os_call(clock_getres, id, &m);
    return r < 0 ? raise_oserror(t, -r, 0) : float_new(t, (double)m.s + (double)m.ns * 1e-9);
}
static val f_clock_settime(struct thread *t, val v, val seconds) {
    int64_t id, ns;
    return clock_arg(t, v, &id) && seconds_arg(t, seconds, false, &ns) ? set_clock(t, id, ns) : 0;
}
static val f_clock_settime_ns(struct thread *t, val v, val time) {
    int64_t id, ns;
    return clock_arg(t, v, &id) && index_i64(t, time, &ns) ? set_clock(t, id, ns) : 0;
}
static val f_thread_time_ns(struct thread *t) {
    return int_from_i64(t, os_clock(OS_CLOCK_THREAD));
}
/* The kernel's number of a thread's clock. */
static val f_pthread_getcpuclockid(struct thread *t, val v) {
    int64_t ident;
    if (!index_i64(t, v, &ident)) return 0;
    int tid = thread_native_id((const struct thread *)(uintptr_t)ident);
    return tid ? val_small(~(int64_t)tid * 8 + 6) : raise_oserror(t, OS_ESRCH, 0);
}

/* ---- what is known of the module's clocks ---- */

static int64_t put(struct thread *t, val space, const char *name, val v) {
    val key = str_intern(t, str_ascii(t, name));
    return key && v ? obj_setattr(t, space, key, v) : -1;
}
static val f_get_clock_info(struct thread *t, val name) {
    static const struct {
        const char *name, *implementation;
        bool monotonic;
    } clocks[] = {{"time", "clock_gettime(CLOCK_REALTIME)", false},
                  {"monotonic", "clock_gettime(CLOCK_MONOTONIC)", true},
                  {"perf_counter", "clock_gettime(CLOCK_MONOTONIC)", true},
                  {"process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", true},
                  {"thread_time", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)", true}};
    if (!val_is_str(name))
        return raise(t, &exc_TypeError, "get_clock_info() argument 1 must be str, not %B", name);
    size_t n, i = 0;
    const char *z = str_to_utf8(t, name, &n, true);
    if (!z) return 0;
    while (i < 5 && !(strlen(clocks[i].name) == n && !memcmp(clocks[i].name, z, n))) i++;
    if (i == 5) return raise(t, &exc_ValueError, "unknown clock");
    val space = namespace_new(t);
    if (!space || put(t, space, "implementation", str_ascii(t, clocks[i].implementation)) < 0 ||
        put(t, space, "monotonic", val_bool(clocks[i].monotonic)) < 0 ||
        put(t, space, "adjustable", val_bool(!clocks[i].monotonic)) < 0 ||
        put(t, space, "resolution", float_new(t, 1e-9)) < 0)
        return 0;
    return space;
}

METHOD(time, get_clock_info, f_get_clock_info, 1, 0, 0);
METHOD(time, clock_gettime, f_clock_gettime, 1, 0, 0);
METHOD(time, clock_gettime_ns, f_clock_gettime_ns, 1, 0, 0);
METHOD(time, clock_getres, f_clock_getres, 1, 0, 0);
METHOD(time, clock_settime, f_clock_settime, 2, 0, 0);
METHOD(time, clock_settime_ns, f_clock_settime_ns, 2, 0, 0);
METHOD(time, thread_time_ns, f_thread_time_ns, 0, 0, "()");
METHOD(time, pthread_getcpuclockid, f_pthread_getcpuclockid, 1, 0, 0);
