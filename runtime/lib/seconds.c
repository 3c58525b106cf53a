/* Seconds to nanoseconds, exactly: a double times 1e9 may need more than the 53 bits it has. */
#include "runtime/lib/seconds.h"
#include "runtime/os/os.h"

#define NS INT64_C(1000000000)

static bool from_double(struct thread *t, double d, bool up, int64_t *ns) {
    if (d != d) return raise(t, &exc_ValueError, "Invalid value NaN (not a number)"), false;
    if (!(d > -9223372036.0 && d < 9223372036.0))
        return raise(t, &exc_OverflowError, "timestamp too large to convert to C _PyTime_t"), false;
    int64_t whole = (int64_t)d;
    double rest = (d - (double)whole) * 1e9;
    int64_t part = (int64_t)rest;
    if (up && rest > (double)part) part++;
    if (rest < (double)part && (up ? rest < 0 : true)) part--;
    *ns = whole * NS + part;
    return true;
}

bool seconds_arg(struct thread *t, val v, bool up, int64_t *ns) {
    if (val_is_float(v)) return from_double(t, float_get(v), up, ns);
    val n = obj_index(t, v);
    if (!n) return false;
    int64_t seconds;
    if (!int_to_i64(n, &seconds) || __builtin_mul_overflow(seconds, NS, ns))
        return raise(t, &exc_OverflowError, "timestamp too large to convert to C _PyTime_t"), false;
    return true;
}

bool timeout_arg(struct thread *t, val v, const char *negative, int64_t *ns) {
    *ns = -1;
    if (v == NONE) return true;
    if (!seconds_arg(t, v, true, ns)) return false;
    return *ns >= 0 || raise(t, &exc_ValueError, "%s", negative) != 0;
}

int64_t seconds_left(int64_t ns, int64_t since) {
    if (ns < 0) return ns;
    int64_t gone = os_clock(OS_CLOCK_MONOTONIC) - since;
    return gone < ns ? ns - gone : 0;
}
