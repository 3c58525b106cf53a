/* Signals. The system's handler only notes a signal and asks the main thread for a poll; the program's
 * handler runs there.
 *
 * Invariant: `handlers[n]` is what getsignal(n) gives: SIG_DFL, SIG_IGN, a callable, or 0 for a signal that
 * is handled by something else. A poll looks at this table only for signals that the runtime catches. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/lib/seconds.h"
#include "runtime/lib/structseq.h"
#include "runtime/os/os.h"
#include "runtime/state.h"
#include "runtime/types/frame.h"

METHOD_TABLE(_signal);

enum { SIG_DFL, SIG_IGN };

static val handlers[OS_NSIG];
static val itimer_error;

/* ---- running handlers ---- */

static int64_t run_one(struct thread *t, int signal) {
    val h = handlers[signal];
    if (!h || h == val_small(SIG_DFL) || h == val_small(SIG_IGN)) return 0;
    val stack = stack_take(t), frame = stack ? frame_at(t, stack, 0) : 0;
    if (!frame && t->exc) return -1;
    return call2(t, h, val_small(signal), frame ? frame : NONE) ? 0 : -1;
}

/* An exception leaves the signals that came after for the next poll. */
static int64_t run_signals(struct thread *t) {
    val exc = t->exc;
    t->exc = 0;
    for (int signal; (signal = os_signal_take());)
        if (run_one(t, signal) < 0) {
            if (os_signal_pending()) thread_attention(t);
            return -1;
        }
    t->exc = exc;
    return 0;
}

/* ---- arguments ---- */

static bool signal_arg(struct thread *t, val v, int *signal) {
    int64_t n;
    if (!index_i64(t, v, &n)) return false;
    if (n < 1 || n >= OS_NSIG) return raise(t, &exc_ValueError, "signal number out of range"), false;
    *signal = (int)n;
    return true;
}

static bool set_arg(struct thread *t, val v, uint64_t *set) {
    val items = list_from_iterable(t, v);
    *set = 0;
    for (int64_t i = 0; items && i < AS(list, items)->len; i++) {
        int64_t n;
        if (!index_i64(t, AS(list, items)->item[i], &n)) return false;
        if (n < 1 || n >= OS_NSIG)
            return raise(t, &exc_ValueError, "signal number %ld out of range [1; %d]", n, OS_NSIG - 1), false;
        *set |= UINT64_C(1) << (n - 1);
    }
    return items != 0;
}

static val set_of(struct thread *t, uint64_t set) {
    val s = set_make(t, false);
    for (int n = 1; s && n < OS_NSIG; n++)
        if (set >> (n - 1) & 1 && set_put(t, s, val_small(n)) < 0) return 0;
    return s;
}

static val done(struct thread *t, int r) {
    return r < 0 ? raise_oserror(t, -r, 0) : NONE;
}

/* Handlers of signals that came run before the caller goes on. */
static val after_signals(struct thread *t, val result) {
    return result && rt_poll(t) < 0 ? 0 : result;
}

/* ---- handlers ---- */

static val f_default_int_handler(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    if (!args_no_keywords(t, "default_int_handler", kwnames) ||
        !args_count(t, "default_int_handler", argc, 2, 2))
        return 0;
    val exc = exc_new(t, &exc_KeyboardInterrupt, 0, NULL);
    return exc ? raise_val(t, exc) : 0;
}

static val f_signal(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int signal;
    if (!args_no_keywords(t, "signal", kwnames) || !args_count(t, "signal", argc, 2, 2)) return 0;
    int64_t number;
    if (!index_i64(t, argv[0], &number)) return 0;
    if (t != rt_state.signal_thread)
        return raise(t, &exc_ValueError, "signal only works in main thread of the main interpreter");
    if (!signal_arg(t, argv[0], &signal)) return 0;
    int64_t how = 2;
    if (val_is_int(argv[1]) && int_to_i64(argv[1], &how) && how != SIG_DFL && how != SIG_IGN) how = -1;
    if (how == 2 && !type_of(argv[1])->call && !type_lookup(type_of(argv[1]), NAME(__call__))) how = -1;
    if (how < 0)
        return raise(t, &exc_TypeError,
                     "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
    if (rt_poll(t) < 0) return 0;
    int r = os_signal_set(signal, (int)how);
    if (r < 0) return raise_oserror(t, -r, 0);
    val old = handlers[signal];
    handlers[signal] = how == 2 ? argv[1] : val_small(how);
    return old ? old : NONE;
}

static val f_getsignal(struct thread *t, val v) {
    int signal;
    if (!signal_arg(t, v, &signal)) return 0;
    return handlers[signal] ? handlers[signal] : NONE;
}

static val f_siginterrupt(struct thread *t, val v, val flag) {
    int signal;
    int64_t interrupts;
    if (!signal_arg(t, v, &signal) || !index_i64(t, flag, &interrupts)) return 0;
    return done(t, os_signal_restart(signal, !interrupts));
}

static val f_set_wakeup_fd(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[2];
    int64_t fd, warn;
    if (!args_parse(t, "set_wakeup_fd", "fd / | $ warn_on_full_buffer", argc, argv, kwnames, out) ||
        !index_i64(t, out[0], &fd))
        return 0;
    warn = out[1] ? obj_truth(t, out[1]) : 1;
    if (warn < 0) return 0;
    if (t != rt_state.signal_thread)
        return raise(t, &exc_ValueError, "set_wakeup_fd only works in main thread of the main interpreter");
    if (fd != -1) {
        struct os_stat st;
        int r = os_fstat((int)fd, &st), flags = r < 0 ? r : os_fcntl((int)fd, OS_F_GETFL, 0);
        if (flags < 0) return raise_oserror(t, -flags, 0);
        if (!(flags & OS_O_NONBLOCK))
            return raise(t, &exc_ValueError, "the fd %ld must be in non-blocking mode", fd);
    }
    return val_small(os_signal_wakeup((int)fd));
}

/* ---- sending and waiting ---- */

static val f_raise_signal(struct thread *t, val v) {
    int64_t n;
    if (!index_i64(t, v, &n)) return 0;
    return after_signals(t, done(t, os_thread_kill(os_thread_id(), (int)n)));
}

static val f_pthread_kill(struct thread *t, val ident, val v) {
    int64_t id, n;
    if (!index_i64(t, ident, &id) || !index_i64(t, v, &n)) return 0;
    int tid = thread_native_id((struct thread *)(uintptr_t)id);
    return after_signals(t, done(t, tid ? os_thread_kill(tid, (int)n) : -OS_ESRCH));
}

static val f_pidfd_send_signal(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t fd, n, flags = 0;
    if (!args_no_keywords(t, "pidfd_send_signal", kwnames) ||
        !args_count(t, "pidfd_send_signal", argc, 2, 4) || !index_i64(t, argv[0], &fd) ||
        !index_i64(t, argv[1], &n) || (argc > 3 && !index_i64(t, argv[3], &flags)))
        return 0;
    if (argc > 2 && argv[2] != NONE) return raise(t, &exc_TypeError, "siginfo must be None");
    return done(t, os_pidfd_send_signal((int)fd, (int)n, (uint32_t)flags));
}

static val f_pthread_sigmask(struct thread *t, val how, val mask) {
    int64_t n;
    uint64_t set, old;
    if (!index_i64(t, how, &n) || !set_arg(t, mask, &set)) return 0;
    int r = os_signal_mask((int)n, &set, &old);
    if (r < 0) return raise_oserror(t, -r, 0);
    if (rt_poll(t) < 0) return 0;
    return set_of(t, old);
}

static val f_sigpending(struct thread *t) {
    uint64_t set;
    int r = os_signal_pending_set(&set);
    return r < 0 ? raise_oserror(t, -r, 0) : set_of(t, set);
}

STRUCTSEQ(struct_siginfo, "signal.struct_siginfo", 7, 7,
          "si_signo si_code si_errno si_pid si_uid si_status si_band");

static val info_of(struct thread *t, const struct os_siginfo *s) {
    val items[7] = {val_small(s->signal),
                    val_small(s->code),
                    val_small(s->error),
                    val_small(s->pid),
                    val_small(s->uid),
                    val_small(s->status),
                    int_from_i64(t, (int64_t)s->band)};
    return structseq_new(t, &struct_siginfo, items);
}

/* 1 a signal of the set, 0 the time is over, -1 raised. ns < 0: for ever. */
static int64_t wait_for(struct thread *t, uint64_t set, int64_t ns, struct os_siginfo *info) {
    int64_t since = os_clock(OS_CLOCK_MONOTONIC);
    for (;;) {
        int r = BLOCKING(t, os_signal_wait(set, info, seconds_left(ns, since)));
        if (r >= 0) return 1;
        if (r == -OS_EAGAIN) return 0;
        if (r != -OS_EINTR) {
            raise_oserror(t, -r, 0);
            return -1;
        }
        if (rt_poll(t) < 0) return -1;
    }
}

static val f_sigwait(struct thread *t, val mask) {
    uint64_t set;
    struct os_siginfo info;
    if (!set_arg(t, mask, &set)) return 0;
    return wait_for(t, set, -1, &info) < 0 ? 0 : val_small(info.signal);
}
static val f_sigwaitinfo(struct thread *t, val mask) {
    uint64_t set;
    struct os_siginfo info;
    if (!set_arg(t, mask, &set)) return 0;
    return wait_for(t, set, -1, &info) < 0 ? 0 : info_of(t, &info);
}
static val f_sigtimedwait(struct thread *t, val mask, val timeout) {
    uint64_t set;
    int64_t ns;
    struct os_siginfo info;
    if (!seconds_arg(t, timeout, true, &ns)) return 0;
    if (ns < 0) return raise(t, &exc_ValueError, "timeout must be non-negative");
    if (!set_arg(t, mask, &set)) return 0;
    int64_t r = wait_for(t, set, ns, &info);
    return r < 0 ? 0 : r ? info_of(t, &info) : NONE;
}

static val f_pause(struct thread *t) {
    BLOCKING(t, os_sleep(-1));
    return after_signals(t, NONE);
}

/* ---- timers ---- */

static val timer_pair(struct thread *t, const int64_t us[2]) {
    val value = float_new(t, (double)us[0] / 1e6), interval = float_new(t, (double)us[1] / 1e6);
    return pair_new(t, value, interval);
}
static val timer_failed(struct thread *t, int r) {
    const char *text = os_error_text(-r);
    val message = text ? str_ascii(t, text) : 0,
        e = message ? call2(t, itimer_error, val_small(-r), message) : 0;
    return e ? raise_val(t, e) : 0;
}
static bool microseconds_arg(struct thread *t, val v, int64_t *us) {
    int64_t ns;
    if (!seconds_arg(t, v, true, &ns)) return false;
    *us = ns / 1000 + (ns % 1000 > 0);
    return true;
}
static val f_setitimer(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t which, now[2] = {0, 0}, old[2];
    if (!args_no_keywords(t, "setitimer", kwnames) || !args_count(t, "setitimer", argc, 2, 3) ||
        !index_i64(t, argv[0], &which) || !microseconds_arg(t, argv[1], &now[0]) ||
        (argc > 2 && !microseconds_arg(t, argv[2], &now[1])))
        return 0;
    int r = os_itimer((int)which, now, old);
    return r < 0 ? timer_failed(t, r) : timer_pair(t, old);
}
static val f_getitimer(struct thread *t, val v) {
    int64_t which, now[2];
    if (!index_i64(t, v, &which)) return 0;
    int r = os_itimer((int)which, NULL, now);
    return r < 0 ? timer_failed(t, r) : timer_pair(t, now);
}
/* What was left of the one before in whole seconds, a started one as one. */
static val f_alarm(struct thread *t, val v) {
    int64_t seconds, old[2];
    if (!index_i64(t, v, &seconds)) return 0;
    int64_t now[2] = {(uint32_t)seconds * INT64_C(1000000), 0};
    int r = os_itimer(0, now, old);
    if (r < 0) return raise_oserror(t, -r, 0);
    int64_t whole = old[0] / 1000000, rest = old[0] % 1000000;
    return val_small(whole + (rest >= 500000 || (rest && !whole)));
}

/* ---- names ---- */

static const char *signal_text(int signal) {
    switch (signal) {
#define X(name, number, text)                                                                                \
    case number:                                                                                             \
        return text;
#include "runtime/os/signal.def"
#undef X
    default: return NULL;
    }
}
static val f_strsignal(struct thread *t, val v) {
    int signal;
    if (!signal_arg(t, v, &signal)) return 0;
    const char *text = signal_text(signal);
    if (text) return str_ascii(t, text);
    return signal >= OS_SIGRTMIN ? str_format(t, "Real-time signal %d", signal - OS_SIGRTMIN) : NONE;
}
static val f_valid_signals(struct thread *t) {
    return set_of(t, ~(UINT64_C(3) << 31)); /* all but the two that libc keeps for itself */
}

METHOD(_signal, default_int_handler, f_default_int_handler, -1, 0, "($module, signalnum, frame, /)");
METHOD(_signal, signal, f_signal, -1, 0, "($module, signalnum, handler, /)");
METHOD(_signal, getsignal, f_getsignal, 1, 0, "($module, signalnum, /)");
METHOD(_signal, siginterrupt, f_siginterrupt, 2, 0, "($module, signalnum, flag, /)");
METHOD(_signal, set_wakeup_fd, f_set_wakeup_fd, -1, 0, NULL);
METHOD(_signal, raise_signal, f_raise_signal, 1, 0, "($module, signalnum, /)");
METHOD(_signal, pthread_kill, f_pthread_kill, 2, 0, "($module, thread_id, signalnum, /)");
METHOD(_signal, pidfd_send_signal, f_pidfd_send_signal, -1, 0,
       "($module, pidfd, signalnum, siginfo=None, flags=0, /)");
METHOD(_signal, pthread_sigmask, f_pthread_sigmask, 2, 0, "($module, how, mask, /)");
METHOD(_signal, sigpending, f_sigpending, 0, 0, "($module, /)");
METHOD(_signal, sigwait, f_sigwait, 1, 0, "($module, sigset, /)");
METHOD(_signal, sigwaitinfo, f_sigwaitinfo, 1, 0, "($module, sigset, /)");
METHOD(_signal, sigtimedwait, f_sigtimedwait, 2, 0, "($module, sigset, timeout, /)");
METHOD(_signal, pause, f_pause, 0, 0, "($module, /)");
METHOD(_signal, setitimer, f_setitimer, -1, 0, "($module, which, seconds, interval=0.0, /)");
METHOD(_signal, getitimer, f_getitimer, 1, 0, "($module, which, /)");
METHOD(_signal, alarm, f_alarm, 1, 0, "($module, seconds, /)");
METHOD(_signal, strsignal, f_strsignal, 1, 0, "($module, signalnum, /)");
METHOD(_signal, valid_signals, f_valid_signals, 0, 0, "($module, /)");

/* ---- the module ---- */

static const struct native_int numbers[] = {
#define X(name, number, text) {"SIG" #name, number},
#include "runtime/os/signal.def"
#undef X
    {"SIGCLD", 17},
    {"SIGPOLL", 29},
    {"SIGIOT", 6},
    {"SIGRTMIN", OS_SIGRTMIN},
    {"SIGRTMAX", OS_NSIG - 1},
    {"NSIG", OS_NSIG},
    {"SIG_DFL", SIG_DFL},
    {"SIG_IGN", SIG_IGN},
    {"SIG_BLOCK", 0},
    {"SIG_UNBLOCK", 1},
    {"SIG_SETMASK", 2},
    {"ITIMER_REAL", 0},
    {"ITIMER_VIRTUAL", 1},
    {"ITIMER_PROF", 2},
};

/* The faults that the runtime reports by itself are SIG_DFL to the program. */
static void note_handlers(struct thread *t, val interrupt) {
    for (int n = 1; n < OS_NSIG; n++) {
        int how = os_signal_how(n);
        gc_root(t, &handlers[n]);
        handlers[n] = how < 0    ? 0
                      : how == 2 ? (n == OS_SIGINT ? interrupt : val_small(SIG_DFL))
                                 : val_small(how);
    }
}

static val make_itimer_error(struct thread *t) {
    val base = val_of(&exc_OSError), args[3];
    args[0] = str_ascii(t, "itimer_error");
    args[1] = args[0] ? tuple_of(t, 1, &base) : 0;
    args[2] = args[1] ? dict_make(t) : 0;
    val module = args[2] ? str_ascii(t, "signal") : 0;
    if (!module || dict_put(t, args[2], NAME(__module__), module) < 0) return 0;
    return call(t, val_of(&type_type), 3, args, 0);
}

static val signal_init(struct thread *t) {
    val m = native_module_new(t, "_signal", METHODS(_signal));
    if (!m || native_set_ints(t, m, numbers, sizeof numbers / sizeof *numbers) < 0) return 0;
    gc_root(t, &itimer_error);
    itimer_error = make_itimer_error(t);
    /* named here, so that a program which never does has it all the same */
    val interrupt = native_get(t, m, &method__signal_default_int_handler);
    if (!interrupt || structseq_ready(t, &struct_siginfo) < 0 || native_set(t, m, "ItimerError", itimer_error) < 0 ||
        native_set(t, m, "struct_siginfo", val_of(&struct_siginfo.type)) < 0)
        return 0;
    note_handlers(t, interrupt);
    rt_state.run_signals = run_signals;
    return m;
}
NATIVE_MODULE(_signal, "_signal", signal_init);
