/* select: waiting for descriptors. select() is made of poll(2), which knows no largest descriptor. */
#include "runtime/lib/posix/wait.h"
#include "runtime/lib/seconds.h"

METHOD_TABLE(select);
METHOD_TABLE(poll);
METHOD_TABLE(epoll);

#define SETSIZE 1024 /* of an fd_set: what CPython accepts */

/* The time-out of select and epoll: seconds or None. */
static bool wait_arg(struct thread *t, val v, const char *what, int64_t *ns) {
    *ns = -1;
    if (!v || v == NONE) return true;
    if (seconds_arg(t, v, true, ns)) return true;
    if (exc_pending_is(t, &exc_TypeError)) {
        exc_take(t);
        raise(t, &exc_TypeError, "timeout must be %s or None", what);
    }
    return false;
}

static int64_t wait_for(struct thread *t, struct pollfd *p, int64_t n, int64_t ns) {
    return poll_wait(t, p, n, ns, os_clock(OS_CLOCK_MONOTONIC));
}

/* ---- select ---- */

static bool add_all(struct thread *t, val objects, int16_t events, struct pollfd *p) {
    for (int64_t i = 0; i < AS(list, objects)->len; i++) {
        int64_t fd;
        if (!posix_fd(t, AS(list, objects)->item[i], &fd)) return false;
        if (fd >= SETSIZE) return raise(t, &exc_ValueError, "filedescriptor out of range in select()"), false;
        p[i] = (struct pollfd){(int32_t)fd, events, 0};
    }
    return true;
}

static val f_select(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    static const int16_t events[3] = {POLL_IN, POLL_OUT, POLL_PRI},
                         ready[3] = {POLL_IN | POLL_HUP | POLL_ERR, POLL_OUT | POLL_ERR, POLL_PRI};
    val lists[3], out[3];
    int64_t ns, total = 0;
    if (!args_no_keywords(t, "select", kwnames) || !args_count(t, "select", argc, 3, 4) ||
        !wait_arg(t, argc > 3 ? argv[3] : NONE, "a float", &ns))
        return 0;
    if (argc > 3 && argv[3] != NONE && ns < 0)
        return raise(t, &exc_ValueError, "timeout must be non-negative");
    for (int k = 0; k < 3; k++) {
        if (!(lists[k] = list_from_iterable(t, argv[k]))) {
            if (!exc_pending_is(t, &exc_TypeError)) return 0;
            exc_take(t);
            return raise(t, &exc_TypeError, "arguments 1-3 must be sequences");
        }
        total += AS(list, lists[k])->len;
    }
    struct pollfd *p = gc_storage(t, (size_t)(total + 1) * sizeof *p, false);
    int64_t at = 0;
    for (int k = 0; p && k < 3; k++) {
        if (!add_all(t, lists[k], events[k], p + at)) return 0;
        at += AS(list, lists[k])->len;
    }
    if (!p || wait_for(t, p, total, ns) < 0) return 0;
    at = 0;
    for (int k = 0; k < 3; k++) {
        if (!(out[k] = list_new(t, 0))) return 0;
        for (int64_t i = 0; i < AS(list, lists[k])->len; i++, at++) {
            if (p[at].revents & POLL_NVAL) return raise_oserror(t, OS_EBADF, 0);
            if (p[at].revents & ready[k] && list_push(t, out[k], AS(list, lists[k])->item[i]) < 0) return 0;
        }
    }
    return tuple_of(t, 3, out);
}

/* ---- poll objects ---- */

struct poll {
    struct obj head;
    val masks; /* dict: descriptor to events */
    bool running;
};
#define P(v) AS(poll, v)

static bool mask_arg(struct thread *t, val v, int64_t otherwise, int64_t *mask) {
    *mask = otherwise;
    if (!v) return true;
    if (!index_i64(t, v, mask)) return false;
    if (*mask < 0) return raise(t, &exc_ValueError, "value must be positive"), false;
    if (*mask > UINT16_MAX)
        return raise(t, &exc_OverflowError, "Python int too large for C unsigned short"), false;
    return true;
}
static val poll_register(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t fd, mask;
    if (!args_no_keywords(t, "register", kwnames) || !args_count(t, "register", argc - 1, 1, 2) ||
        !posix_fd(t, argv[1], &fd) ||
        !mask_arg(t, argc > 2 ? argv[2] : 0, POLL_IN | POLL_PRI | POLL_OUT, &mask))
        return 0;
    return dict_put(t, P(argv[0])->masks, val_small(fd), val_small(mask)) < 0 ? 0 : NONE;
}
static val poll_modify(struct thread *t, val self, val object, val events) {
    int64_t fd, mask;
    if (!posix_fd(t, object, &fd) || !mask_arg(t, events, 0, &mask)) return 0;
    if (!dict_lookup(t, P(self)->masks, val_small(fd))) return t->exc ? 0 : raise_oserror(t, OS_ENOENT, 0);
    return dict_put(t, P(self)->masks, val_small(fd), val_small(mask)) < 0 ? 0 : NONE;
}
static val poll_unregister(struct thread *t, val self, val object) {
    int64_t fd;
    if (!posix_fd(t, object, &fd)) return 0;
    int64_t r = dict_remove(t, P(self)->masks, val_small(fd));
    return r < 0 ? 0 : r ? NONE : key_error(t, val_small(fd));
}
/* Milliseconds, rounded up; None or a negative number: for ever. */
static bool milliseconds_arg(struct thread *t, val v, int64_t *ns) {
    *ns = -1;
    if (!v || v == NONE) return true;
    double d;
    if (val_is_float(v)) {
        d = float_get(v);
    } else {
        int64_t n;
        if (!val_is_int(v) && !type_of(v)->index)
            return raise(t, &exc_TypeError, "timeout must be an integer or None"), false;
        if (!index_i64(t, v, &n)) return false;
        d = (double)n;
    }
    if (d > 2147483647.0) return raise(t, &exc_OverflowError, "timeout is too large"), false;
    if (d < 0) return true;
    int64_t whole = (int64_t)d;
    if ((double)whole < d) whole++;
    *ns = whole * 1000000;
    return true;
}
static val poll_poll(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct poll *self = P(argv[0]);
    int64_t ns, pos = 0, n = 0;
    val key, value, out = list_new(t, 0);
    if (!out || !args_no_keywords(t, "poll", kwnames) || !args_count(t, "poll", argc - 1, 0, 1) ||
        !milliseconds_arg(t, argc > 1 ? argv[1] : NONE, &ns))
        return 0;
    if (self->running) return raise(t, &exc_RuntimeError, "concurrent poll() invocation");
    struct pollfd *p = gc_storage(t, (size_t)(dict_count(self->masks) + 1) * sizeof *p, false);
    if (!p) return 0;
    while (dict_step(self->masks, &pos, &key, &value))
        p[n++] = (struct pollfd){(int32_t)val_small_get(key), (int16_t)val_small_get(value), 0};
    self->running = true;
    int64_t r = wait_for(t, p, n, ns);
    self->running = false;
    for (int64_t i = 0; r >= 0 && i < n; i++) {
        if (!p[i].revents) continue;
        val one = pair_new(t, val_small(p[i].fd), val_small((uint16_t)p[i].revents));
        if (!one || list_push(t, out, one) < 0) return 0;
    }
    return r < 0 ? 0 : out;
}
METHOD(poll, register, poll_register, -1, 0, 0);
METHOD(poll, modify, poll_modify, 3, 0, 0);
METHOD(poll, unregister, poll_unregister, 2, 0, 0);
METHOD(poll, poll, poll_poll, -1, 0, 0);

static struct type poll_type;
static struct shape poll_shape = {.head = {NULL, GC_STATIC, 0}, .type = &poll_type};
static struct type poll_type = {
    .head = TYPE_HEAD,
    .shape = &poll_shape,
    .cname = "select.poll",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct poll),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    METHODS_OF(poll),
};
static val f_poll(struct thread *t) {
    val masks = dict_make(t);
    struct poll *p = masks ? gc_new(t, &poll_type, sizeof *p) : NULL;
    if (!p) return 0;
    gc_store(p, &p->masks, masks);
    return val_of(p);
}

/* ---- epoll ---- */

struct epoll {
    struct obj head;
    int64_t fd; /* -1 closed */
};
#define E(v) AS(epoll, v)
enum { CTL_ADD = 1, CTL_DEL, CTL_MOD };

static bool is_open(struct thread *t, val self) {
    return E(self)->fd >= 0 || (raise(t, &exc_ValueError, "I/O operation on closed epoll object"), false);
}
static val epoll_of(struct thread *t, struct type *cls, int64_t fd) {
    struct epoll *e = gc_new(t, cls, sizeof *e);
    if (!e) return 0;
    e->fd = fd;
    return val_of(e);
}
static val epoll_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[2];
    int64_t size = -1, flags = 0;
    if (!args_parse(t, "epoll", "| sizehint flags", argc, argv, kwnames, out) ||
        (out[0] && !index_i64(t, out[0], &size)) || (out[1] && !index_i64(t, out[1], &flags)))
        return 0;
    if (size < -1 || size == 0) return raise(t, &exc_ValueError, "negative sizehint");
    if (flags && flags != OS_O_CLOEXEC) return raise(t, &exc_OSError, "invalid flags");
    long fd = os_call(epoll_create1, OS_O_CLOEXEC);
    return fd < 0 ? raise_oserror(t, (int)-fd, 0) : epoll_of(t, cls, fd);
}
static val epoll_control(struct thread *t, val self, int what, val object, val events) {
    int64_t fd, mask = 0;
    if (!posix_fd(t, object, &fd) || (events && !index_i64(t, events, &mask)) || !is_open(t, self)) return 0;
    int r = os_epoll_ctl((int)E(self)->fd, what, (int)fd, (uint32_t)mask);
    return r < 0 ? raise_oserror(t, -r, 0) : NONE;
}
static val epoll_register(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[2];
    if (!args_parse(t, "register", "fd | eventmask", argc - 1, argv + 1, kwnames, out)) return 0;
    return epoll_control(t, argv[0], CTL_ADD, out[0],
                         out[1] ? out[1] : val_small(POLL_IN | POLL_PRI | POLL_OUT));
}
static val epoll_modify(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[2];
    if (!args_parse(t, "modify", "fd eventmask", argc - 1, argv + 1, kwnames, out)) return 0;
    return epoll_control(t, argv[0], CTL_MOD, out[0], out[1]);
}
static val epoll_unregister(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[1];
    if (!args_parse(t, "unregister", "fd", argc - 1, argv + 1, kwnames, out)) return 0;
    return epoll_control(t, argv[0], CTL_DEL, out[0], 0);
}
static val epoll_poll(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[2], list = list_new(t, 0);
    int64_t ns, most = -1, since = os_clock(OS_CLOCK_MONOTONIC);
    if (!list || !args_parse(t, "poll", "| timeout maxevents", argc - 1, argv + 1, kwnames, out) ||
        (out[1] && !index_i64(t, out[1], &most)) || !is_open(t, argv[0]) ||
        !wait_arg(t, out[0], "an integer", &ns))
        return 0;
    if (most == -1) most = SETSIZE - 1;
    if (most < 1) return raise(t, &exc_ValueError, "maxevents must be greater than 0, got %ld", most);
    struct os_epoll_event *events = gc_storage(t, (size_t)most * sizeof *events, false);
    int r = -OS_EINTR;
    while (events && r == -OS_EINTR) {
        r = BLOCKING(t, os_epoll_wait((int)E(argv[0])->fd, events, (int)most, seconds_left(ns, since)));
        if (r == -OS_EINTR && rt_poll(t) < 0) return 0;
    }
    if (!events || r < 0) return events ? raise_oserror(t, -r, 0) : 0;
    for (int i = 0; i < r; i++) {
        val one = pair_new(t, val_small(events[i].fd), val_small(events[i].events));
        if (!one || list_push(t, list, one) < 0) return 0;
    }
    return list;
}
static void epoll_shut(struct epoll *e) {
    if (e->fd >= 0) os_close((int)e->fd);
    e->fd = -1;
}
static val epoll_close(struct thread *t, val self) {
    epoll_shut(E(self));
    return NONE;
}
static void epoll_finalize(struct thread *t, struct obj *o) {
    epoll_shut((struct epoll *)o);
}
static val epoll_fileno(struct thread *t, val self) {
    return is_open(t, self) ? val_small(E(self)->fd) : 0;
}
static val epoll_closed(struct thread *t, val self) {
    return val_bool(E(self)->fd < 0);
}
static val epoll_enter(struct thread *t, val self) {
    return is_open(t, self) ? self : 0;
}
static val epoll_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return epoll_close(t, argv[0]);
}
static val epoll_fromfd(struct thread *t, val cls, val fd) {
    int64_t n;
    return index_i64(t, fd, &n) ? epoll_of(t, AS(type, cls), n) : 0;
}
METHOD(epoll, register, epoll_register, -1, 0, 0);
METHOD(epoll, modify, epoll_modify, -1, 0, 0);
METHOD(epoll, unregister, epoll_unregister, -1, 0, 0);
METHOD(epoll, poll, epoll_poll, -1, 0, 0);
METHOD(epoll, close, epoll_close, 1, 0, 0);
METHOD(epoll, fileno, epoll_fileno, 1, 0, 0);
METHOD(epoll, fromfd, epoll_fromfd, 2, METHOD_CLASS, 0);
METHOD(epoll, __enter__, epoll_enter, 1, 0, 0);
METHOD(epoll, __exit__, epoll_exit, -1, 0, 0);
GETTER(epoll, closed, epoll_closed, 0);

static struct type epoll_type;
static struct shape epoll_shape = {.head = {NULL, GC_STATIC, 0}, .type = &epoll_type};
static struct type epoll_type = {
    .head = TYPE_HEAD,
    .shape = &epoll_shape,
    .cname = "select.epoll",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct epoll),
    .gc_layout = GC_LEAF,
    .finalize = epoll_finalize,
    METHODS_OF(epoll),
    .new = epoll_make,
};

METHOD(select, select, f_select, -1, 0, "($module, rlist, wlist, xlist, timeout=None, /)");
METHOD(select, poll, f_poll, 0, 0, "($module, /)");

static const struct native_int constants[] = {
    {"POLLIN", 1},
    {"POLLPRI", 2},
    {"POLLOUT", 4},
    {"POLLERR", 8},
    {"POLLHUP", 16},
    {"POLLNVAL", 32},
    {"POLLRDNORM", 64},
    {"POLLRDBAND", 128},
    {"POLLWRNORM", 256},
    {"POLLWRBAND", 512},
    {"POLLMSG", 1024},
    {"POLLRDHUP", 8192},
    {"EPOLLIN", 1},
    {"EPOLLPRI", 2},
    {"EPOLLOUT", 4},
    {"EPOLLERR", 8},
    {"EPOLLHUP", 16},
    {"EPOLLRDNORM", 64},
    {"EPOLLRDBAND", 128},
    {"EPOLLWRNORM", 256},
    {"EPOLLWRBAND", 512},
    {"EPOLLMSG", 1024},
    {"EPOLLRDHUP", 8192},
    {"EPOLLEXCLUSIVE", 1 << 28},
    {"EPOLLONESHOT", 1 << 30},
    {"EPOLLET", INT64_C(1) << 31},
    {"EPOLL_CLOEXEC", 02000000},
    {"PIPE_BUF", 4096},
};

static val select_init(struct thread *t) {
    val m = native_module_new(t, "select", METHODS(select));
    if (!m || type_ready(t, &epoll_type) < 0 ||
        native_set_ints(t, m, constants, sizeof constants / sizeof *constants) < 0 ||
        native_set(t, m, "epoll", val_of(&epoll_type)) < 0 ||
        native_set(t, m, "error", val_of(&exc_OSError)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(select, "select", select_init);
