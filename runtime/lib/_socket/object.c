/* Sockets. */
#include "runtime/lib/_socket/socket.h"
#include "runtime/lib/seconds.h"

METHOD_TABLE(socket);
#define S(v) AS(sock, v)
int64_t socket_default_ns = -1;

/* ---- calls that may wait ---- */

struct transfer {
    long (*call)(const struct sock *s, const struct transfer *x);
    void *p; /* buffer, address or struct message */
    int64_t n, flags;
    struct address *address;
};

/* Waits until the socket can be read or written: true; false raised. */
static bool wait_ready(struct thread *t, const struct sock *s, bool write, int64_t since) {
    struct pollfd p = {(int32_t)s->fd, write ? POLL_OUT : POLL_IN, 0};
    int64_t r = poll_wait(t, &p, 1, s->ns, since);
    if (r == 0) raise(t, &exc_TimeoutError, "timed out");
    return r > 0;
}

/* What the call gave, -1 raised. The time-out counts from `since`, over all attempts. */
static int64_t attempt(struct thread *t, const struct sock *s, bool write, const struct transfer *x,
                       int64_t since) {
    for (;;) {
        if (s->ns > 0 && !wait_ready(t, s, write, since)) return -1;
        long r = BLOCKING(t, x->call(s, x));
        if (r >= 0) return r;
        if (r == -OS_EINTR) {
            if (rt_poll(t) < 0) return -1;
        } else if (r != -OS_EAGAIN || s->ns <= 0) {
            raise_oserror(t, (int)-r, 0);
            return -1;
        }
    }
}
static int64_t now(void) {
    return os_clock(OS_CLOCK_MONOTONIC);
}

/* ---- making and closing ---- */

static val socket_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    struct sock *s = gc_new(t, cls, sizeof *s);
    if (!s) return 0;
    s->fd = -1;
    s->ns = socket_default_ns;
    return val_of(s);
}

static int set_nonblocking(const struct sock *s) {
    int r = os_fcntl((int)s->fd, OS_F_GETFL, 0);
    if (r < 0) return r;
    int flags = s->ns >= 0 ? r | OS_O_NONBLOCK : r & ~OS_O_NONBLOCK;
    return flags == r ? 0 : os_fcntl((int)s->fd, OS_F_SETFL, flags);
}

static int64_t adopt(struct thread *t, struct sock *s, int64_t fd, int family, int type, int proto) {
    s->fd = fd;
    s->family = family;
    s->type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    s->proto = proto;
    s->ns = type & SOCK_NONBLOCK ? 0 : socket_default_ns;
    int r = s->ns >= 0 && !(type & SOCK_NONBLOCK) ? set_nonblocking(s) : 0;
    return r < 0 ? (raise_oserror(t, -r, 0), -1) : 0;
}

static long int_option(int64_t fd, int level, int name, int *out) {
    uint32_t n = sizeof *out;
    return os_call(getsockopt, fd, level, name, out, &n);
}

/* A descriptor that exists: what is not said about it is asked of the system. */
static int64_t init_of_fd(struct thread *t, struct sock *s, val fileno, int n[3]) {
    enum { SOL_SOCKET = 1, SO_TYPE = 3, SO_PROTOCOL = 38 };
    int64_t fd;
    if (val_is_float(fileno)) return raise_i(t, &exc_TypeError, "integer argument expected, got float");
    if (!index_i64(t, fileno, &fd)) return -1;
    if (fd < 0) return raise_i(t, &exc_ValueError, "negative file descriptor");
    struct address a = {.n = sizeof a.storage};
    uint16_t family = AF_UNSPEC;
    long r = os_call(getsockname, fd, a.storage, &a.n);
    if (r >= 0) memcpy(&family, a.storage, 2);
    if (r < 0 && (n[0] == -1 || r == -OS_EBADF || r == -OS_ENOTSOCK)) return raise_oserror(t, (int)-r, 0), -1;
    if (n[0] == -1) n[0] = family;
    if (n[1] == -1 && (r = int_option(fd, SOL_SOCKET, SO_TYPE, &n[1])) < 0)
        return raise_oserror(t, (int)-r, 0), -1;
    if (n[2] == -1 && (r = int_option(fd, SOL_SOCKET, SO_PROTOCOL, &n[2])) < 0)
        return raise_oserror(t, (int)-r, 0), -1;
    return adopt(t, s, fd, n[0], n[1], n[2]);
}

static int64_t socket_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val out[4];
    int n[3] = {-1, -1, -1};
    if (!args_parse(t, "socket", "| family type proto fileno", argc, argv, kwnames, out)) return -1;
    for (int i = 0; i < 3; i++) {
        int64_t wide;
        if (!out[i]) continue;
        if (!index_i64(t, out[i], &wide)) return -1;
        if (wide != (int)wide)
            return raise_i(t, &exc_OverflowError, "Python int too large to convert to C int");
        n[i] = (int)wide;
    }
    if (out[3] && out[3] != NONE) return init_of_fd(t, S(self), out[3], n);
    if (n[0] == -1) n[0] = AF_INET;
    if (n[1] == -1) n[1] = SOCK_STREAM;
    if (n[2] == -1) n[2] = 0;
    long fd = os_call(socket, n[0], n[1] | SOCK_CLOEXEC, n[2]);
    if (fd == -OS_EMFILE || fd == -OS_ENFILE) {
        gc_release(t); /* closes sockets that nobody holds any more */
        fd = os_call(socket, n[0], n[1] | SOCK_CLOEXEC, n[2]);
    }
    if (fd < 0) return raise_oserror(t, (int)-fd, 0), -1;
    return adopt(t, S(self), fd, n[0], n[1], n[2]);
}

static void socket_finalize(struct thread *t, struct obj *o) {
    struct sock *s = (struct sock *)o;
    if (s->fd >= 0) os_close((int)s->fd);
    s->fd = -1;
}
static val socket_close(struct thread *t, val self) {
    int64_t fd = S(self)->fd;
    if (fd < 0) return NONE;
    S(self)->fd = -1;
    int r = BLOCKING(t, os_close((int)fd));
    return r < 0 && r != -OS_ECONNRESET && r != -OS_EINTR ? raise_oserror(t, -r, 0) : NONE;
}
static val socket_detach(struct thread *t, val self) {
    int64_t fd = S(self)->fd;
    S(self)->fd = -1;
    return val_small(fd);
}
static val socket_fileno(struct thread *t, val self) {
    return val_small(S(self)->fd);
}
static val socket_repr(struct thread *t, val self) {
    const struct sock *s = S(self);
    return str_format(t, "<socket object, fd=%ld, family=%d, type=%d, proto=%d>", s->fd, (int)s->family,
                      (int)s->type, (int)s->proto);
}
static val done(struct thread *t, long r) {
    return r < 0 ? raise_oserror(t, (int)-r, 0) : NONE;
}

/* ---- addresses and connections ---- */

static val socket_bind(struct thread *t, val self, val to) {
    struct address a;
    if (!address_read(t, S(self), to, "bind", &a)) return 0;
    return done(t, BLOCKING(t, os_call(bind, S(self)->fd, a.storage, a.n)));
}

/* The error number of connecting, 0 none, -1 raised. A connection that goes on in the background is waited
 * for as long as the time-out allows. */
static int64_t connect_to(struct thread *t, struct sock *s, val to, const char *who) {
    struct address a;
    int64_t since = now();
    if (!address_read(t, s, to, who, &a)) return -1;
    long r = BLOCKING(t, os_call(connect, s->fd, a.storage, a.n));
    if (r == -OS_EINTR && rt_poll(t) < 0) return -1;
    bool wait = (r == -OS_EINTR && s->ns != 0) || (r == -OS_EINPROGRESS && s->ns > 0);
    if (!wait) return -r;
    if (!wait_ready(t, s, true, since)) return -1;
    int error = 0;
    r = int_option(s->fd, 1, 4, &error);
    return r < 0 ? -r : error == OS_EISCONN ? 0 : error;
}
static val socket_connect(struct thread *t, val self, val to) {
    int64_t r = connect_to(t, S(self), to, "connect");
    return r < 0 ? 0 : r ? raise_oserror(t, (int)r, 0) : NONE;
}
static val socket_connect_ex(struct thread *t, val self, val to) {
    int64_t r = connect_to(t, S(self), to, "connect_ex");
    if (r >= 0) return val_small(r);
    if (!exc_pending_is(t, &exc_TimeoutError)) return 0;
    exc_take(t);
    return val_small(OS_EAGAIN);
}
static val socket_listen(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t backlog = 128;
    if (!args_no_keywords(t, "listen", kwnames) || !args_count(t, "listen", argc - 1, 0, 1) ||
        (argc > 1 && !index_i64(t, argv[1], &backlog)))
        return 0;
    if (backlog < 0) backlog = 0;
    return done(t, os_call(listen, S(argv[0])->fd, backlog));
}
static long accept_call(const struct sock *s, const struct transfer *x) {
    x->address->n = sizeof x->address->storage;
    return os_call(accept4, s->fd, x->address->storage, &x->address->n, SOCK_CLOEXEC);
}
static val socket_accept(struct thread *t, val self) {
    struct address a;
    const struct transfer x = {accept_call, .address = &a};
    int64_t fd = attempt(t, S(self), false, &x, now());
    if (fd < 0) return 0;
    val from = address_show(t, &a);
    if (!from) os_close((int)fd);
    return from ? pair_new(t, val_small(fd), from) : 0;
}
static val name_of(struct thread *t, val self, bool peer) {
    struct address a = {.n = sizeof a.storage};
    long r = peer ? os_call(getpeername, S(self)->fd, a.storage, &a.n)
                  : os_call(getsockname, S(self)->fd, a.storage, &a.n);
    return r < 0 ? raise_oserror(t, (int)-r, 0) : address_show(t, &a);
}
static val socket_getsockname(struct thread *t, val self) {
    return name_of(t, self, false);
}
static val socket_getpeername(struct thread *t, val self) {
    return name_of(t, self, true);
}
static val socket_shutdown(struct thread *t, val self, val how) {
    int64_t n;
    if (!index_i64(t, how, &n)) return 0;
    return done(t, BLOCKING(t, os_call(shutdown, S(self)->fd, n)));
}

/* ---- options and time-outs ---- */

static val socket_getsockopt(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t level, name, room = 0;
    if (!args_no_keywords(t, "getsockopt", kwnames) || !args_count(t, "getsockopt", argc - 1, 2, 3) ||
        !index_i64(t, argv[1], &level) || !index_i64(t, argv[2], &name) ||
        (argc > 3 && !index_i64(t, argv[3], &room)))
        return 0;
    if (room == 0) {
        int n = 0;
        long r = int_option(S(argv[0])->fd, (int)level, (int)name, &n);
        return r < 0 ? raise_oserror(t, (int)-r, 0) : val_small(n);
    }
    if (room < 0 || room > 1024) return raise(t, &exc_OSError, "getsockopt buflen out of range");
    uint8_t p[1024];
    uint32_t n = (uint32_t)room;
    long r = os_call(getsockopt, S(argv[0])->fd, level, name, p, &n);
    return r < 0 ? raise_oserror(t, (int)-r, 0) : bytes_new(t, p, n);
}
static val socket_setsockopt(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t level, name, n;
    if (!args_no_keywords(t, "setsockopt", kwnames) || !args_count(t, "setsockopt", argc - 1, 3, 4) ||
        !index_i64(t, argv[1], &level) || !index_i64(t, argv[2], &name))
        return 0;
    int64_t fd = S(argv[0])->fd;
    if (argc == 5) {
        if (argv[3] != NONE)
            return raise(t, &exc_TypeError, "setsockopt() argument 3 must be None, not %B", argv[3]);
        return index_i64(t, argv[4], &n) ? done(t, os_call(setsockopt, fd, level, name, NULL, n)) : 0;
    }
    if (val_is_int(argv[3])) {
        if (!index_i64(t, argv[3], &n)) return 0;
        if (n != (int)n)
            return raise(t, &exc_OverflowError, "signed integer is %s",
                         n < 0 ? "less than minimum" : "greater than maximum");
        int value = (int)n;
        return done(t, os_call(setsockopt, fd, level, name, &value, sizeof value));
    }
    struct buffer b;
    return buffer_get(t, argv[3], &b) ? done(t, os_call(setsockopt, fd, level, name, b.p, b.n)) : 0;
}
static val set_ns(struct thread *t, val self, int64_t ns) {
    S(self)->ns = ns;
    int r = set_nonblocking(S(self));
    return r < 0 ? raise_oserror(t, -r, 0) : NONE;
}
static val socket_setblocking(struct thread *t, val self, val v) {
    int64_t blocking = obj_truth(t, v);
    return blocking < 0 ? 0 : set_ns(t, self, blocking ? -1 : 0);
}
static val socket_getblocking(struct thread *t, val self) {
    return val_bool(S(self)->ns != 0);
}
static val socket_settimeout(struct thread *t, val self, val v) {
    int64_t ns;
    return timeout_arg(t, v, "Timeout value out of range", &ns) ? set_ns(t, self, ns) : 0;
}
static val socket_gettimeout(struct thread *t, val self) {
    return S(self)->ns < 0 ? NONE : float_new(t, (double)S(self)->ns / 1e9);
}

/* ---- bytes ---- */

static long recv_call(const struct sock *s, const struct transfer *x) {
    if (!x->address) return os_call(recvfrom, s->fd, x->p, x->n, x->flags, NULL, NULL);
    x->address->n = sizeof x->address->storage;
    return os_call(recvfrom, s->fd, x->p, x->n, x->flags, x->address->storage, &x->address->n);
}
static long send_call(const struct sock *s, const struct transfer *x) {
    return os_call(sendto, s->fd, x->p, x->n, x->flags, x->address ? x->address->storage : NULL,
                   x->address ? x->address->n : 0);
}

static val receive(struct thread *t, const char *who, int64_t argc, val *argv, val kwnames,
                   struct address *from) {
    int64_t n, flags = 0;
    if (!args_no_keywords(t, who, kwnames) || !args_count(t, who, argc - 1, 1, 2) ||
        !index_i64(t, argv[1], &n) || (argc > 2 && !index_i64(t, argv[2], &flags)))
        return 0;
    if (n < 0) return raise(t, &exc_ValueError, "negative buffersize in %s", who);
    val out = bytes_new(t, NULL, (size_t)n);
    if (!out) return 0;
    const struct transfer x = {recv_call, AS(bytes, out)->data, n, flags, from};
    int64_t got = attempt(t, S(argv[0]), false, &x, now());
    if (got < 0) return 0;
    return got == n ? out : bytes_new(t, AS(bytes, out)->data, (size_t)got);
}
static val socket_recv(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return receive(t, "recv", argc, argv, kwnames, NULL);
}
static val socket_recvfrom(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct address a;
    val data = receive(t, "recvfrom", argc, argv, kwnames, &a), from = data ? address_show(t, &a) : 0;
    return from ? pair_new(t, data, from) : 0;
}
/* Into a buffer: how many bytes, -1 raised. */
static int64_t receive_into(struct thread *t, const char *who, int64_t argc, val *argv, val kwnames,
                            struct address *from) {
    val out[3];
    struct buffer b;
    int64_t n = 0, flags = 0;
    if (!args_parse(t, who, "buffer | nbytes flags", argc - 1, argv + 1, kwnames, out) ||
        !buffer_get(t, out[0], &b) || (out[1] && !index_i64(t, out[1], &n)) ||
        (out[2] && !index_i64(t, out[2], &flags)))
        return -1;
    if (b.readonly)
        return raise_i(t, &exc_TypeError, "%s() argument 1 must be read-write bytes-like object, not %B", who,
                       out[0]);
    if (n < 0) return raise_i(t, &exc_ValueError, "negative buffersize in %s", who);
    if (n > b.n)
        return raise_i(t, &exc_ValueError,
                       from ? "nbytes is greater than the length of the buffer"
                            : "buffer too small for requested bytes");
    const struct transfer x = {recv_call, b.p, n ? n : b.n, flags, from};
    return attempt(t, S(argv[0]), false, &x, now());
}
static val socket_recv_into(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t n = receive_into(t, "recv_into", argc, argv, kwnames, NULL);
    return n < 0 ? 0 : val_small(n);
}
static val socket_recvfrom_into(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct address a;
    int64_t n = receive_into(t, "recvfrom_into", argc, argv, kwnames, &a);
    val from = n < 0 ? 0 : address_show(t, &a);
    return from ? pair_new(t, val_small(n), from) : 0;
}
static bool send_args(struct thread *t, const char *who, int64_t argc, val *argv, val kwnames,
                      struct buffer *b, int64_t *flags) {
    *flags = 0;
    return args_no_keywords(t, who, kwnames) && args_count(t, who, argc - 1, 1, 2) &&
           buffer_get(t, argv[1], b) && (argc < 3 || index_i64(t, argv[2], flags));
}
static val socket_send(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct buffer b;
    int64_t flags;
    if (!send_args(t, "send", argc, argv, kwnames, &b, &flags)) return 0;
    const struct transfer x = {send_call, b.p, b.n, flags, NULL};
    int64_t n = attempt(t, S(argv[0]), true, &x, now());
    return n < 0 ? 0 : val_small(n);
}
static val socket_sendall(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct buffer b;
    int64_t flags, since = now();
    if (!send_args(t, "sendall", argc, argv, kwnames, &b, &flags)) return 0;
    for (int64_t at = 0; at < b.n || b.n == 0;) {
        const struct transfer x = {send_call, b.p + at, b.n - at, flags, NULL};
        int64_t n = attempt(t, S(argv[0]), true, &x, since);
        if (n < 0 || rt_poll(t) < 0) return 0;
        if (b.n == 0) break;
        at += n;
    }
    return NONE;
}
static val socket_sendto(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct buffer b;
    struct address a;
    int64_t flags = 0;
    if (!args_no_keywords(t, "sendto", kwnames)) return 0;
    if (argc < 3 || argc > 4)
        return raise(t, &exc_TypeError, "sendto() takes 2 or 3 arguments (%ld given)", argc - 1);
    if (!buffer_get(t, argv[1], &b) || (argc > 3 && !index_i64(t, argv[2], &flags)) ||
        !address_read(t, S(argv[0]), argv[argc - 1], "sendto", &a))
        return 0;
    const struct transfer x = {send_call, b.p, b.n, flags, &a};
    int64_t n = attempt(t, S(argv[0]), true, &x, now());
    return n < 0 ? 0 : val_small(n);
}

static val socket_timeout(struct thread *t, val self) {
    return socket_gettimeout(t, self);
}
static val socket_family(struct thread *t, val self) {
    return val_small(S(self)->family);
}
static val socket_kind(struct thread *t, val self) {
    return val_small(S(self)->type);
}
static val socket_proto(struct thread *t, val self) {
    return val_small(S(self)->proto);
}

METHOD(socket, _accept, socket_accept, 1, 0, 0);
METHOD(socket, bind, socket_bind, 2, 0, 0);
METHOD(socket, close, socket_close, 1, 0, 0);
METHOD(socket, connect, socket_connect, 2, 0, 0);
METHOD(socket, connect_ex, socket_connect_ex, 2, 0, 0);
METHOD(socket, detach, socket_detach, 1, 0, 0);
METHOD(socket, fileno, socket_fileno, 1, 0, 0);
METHOD(socket, getblocking, socket_getblocking, 1, 0, 0);
METHOD(socket, getpeername, socket_getpeername, 1, 0, 0);
METHOD(socket, getsockname, socket_getsockname, 1, 0, 0);
METHOD(socket, getsockopt, socket_getsockopt, -1, 0, 0);
METHOD(socket, gettimeout, socket_gettimeout, 1, 0, 0);
METHOD(socket, listen, socket_listen, -1, 0, 0);
METHOD(socket, recv, socket_recv, -1, 0, 0);
METHOD(socket, recv_into, socket_recv_into, -1, 0, 0);
METHOD(socket, recvfrom, socket_recvfrom, -1, 0, 0);
METHOD(socket, recvfrom_into, socket_recvfrom_into, -1, 0, 0);
METHOD(socket, send, socket_send, -1, 0, 0);
METHOD(socket, sendall, socket_sendall, -1, 0, 0);
METHOD(socket, sendto, socket_sendto, -1, 0, 0);
METHOD(socket, setblocking, socket_setblocking, 2, 0, 0);
METHOD(socket, setsockopt, socket_setsockopt, -1, 0, 0);
METHOD(socket, settimeout, socket_settimeout, 2, 0, 0);
METHOD(socket, shutdown, socket_shutdown, 2, 0, 0);
GETTER(socket, timeout, socket_timeout, NULL);
GETTER(socket, family, socket_family, readonly_member);
GETTER(socket, type, socket_kind, readonly_member);
GETTER(socket, proto, socket_proto, readonly_member);

static DEFINE_SHAPE(socket);
struct type socket_type = {
    .head = TYPE_HEAD,
    .shape = &socket_shape,
    .cname = "_socket.socket",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct sock),
    .gc_layout = GC_LEAF,
    .finalize = socket_finalize,
    METHODS_OF(socket),
    .new = socket_make,
    .init = socket_init,
    .repr = socket_repr,
};
