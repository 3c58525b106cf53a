/* The module _socket: its functions and constants. */
#include "runtime/lib/_socket/socket.h"
#include "runtime/lib/seconds.h"
#include "runtime/types/container.h"

METHOD_TABLE(_socket);

static val f_socketpair(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[2];
    int64_t n[3] = {AF_UNIX, SOCK_STREAM, 0};
    int fds[2];
    if (!args_no_keywords(t, "socketpair", kwnames) || !args_count(t, "socketpair", argc, 0, 3)) return 0;
    for (int i = 0; i < argc; i++)
        if (!index_i64(t, argv[i], &n[i])) return 0;
    long r = os_call(socketpair, n[0], n[1] | SOCK_CLOEXEC, n[2], fds);
    if (r < 0) return raise_oserror(t, (int)-r, 0);
    for (int i = 0; i < 2; i++) {
        struct sock *s = gc_new(t, &socket_type, sizeof *s);
        if (!s) return 0;
        *s = (struct sock){.head = s->head, .fd = fds[i], .family = (int32_t)n[0], .proto = (int32_t)n[2]};
        s->type = (int32_t)n[1] & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
        s->ns = n[1] & SOCK_NONBLOCK ? 0 : socket_default_ns;
        if (s->ns >= 0) os_fcntl(fds[i], OS_F_SETFL, OS_O_NONBLOCK | 2);
        out[i] = val_of(s);
    }
    return pair_new(t, out[0], out[1]);
}
static val f_close(struct thread *t, val v) {
    int64_t fd;
    if (!index_i64(t, v, &fd)) return 0;
    int r = BLOCKING(t, os_close((int)fd));
    return r < 0 && r != -OS_ECONNRESET ? raise_oserror(t, -r, 0) : NONE;
}
static val f_dup(struct thread *t, val v) {
    int64_t fd;
    if (!index_i64(t, v, &fd)) return 0;
    int r = os_dup((int)fd);
    return r < 0 ? raise_oserror(t, -r, 0) : val_small(r);
}
static val f_getdefaulttimeout(struct thread *t) {
    return socket_default_ns < 0 ? NONE : float_new(t, (double)socket_default_ns / 1e9);
}
static val f_setdefaulttimeout(struct thread *t, val v) {
    int64_t ns;
    if (!timeout_arg(t, v, "Timeout value out of range", &ns)) return 0;
    socket_default_ns = ns;
    return NONE;
}
static val f_gethostname(struct thread *t) {
    struct os_uname u;
    int r = os_uname(&u);
    return r < 0 ? raise_oserror(t, -r, 0) : fs_out(t, u.nodename, strlen(u.nodename), false);
}
static val f_sethostname(struct thread *t, val v) {
    struct buffer b;
    size_t n;
    if (val_is_str(v)) {
        const char *text = str_to_utf8(t, v, &n, true);
        if (!text) return 0;
        b = (struct buffer){(uint8_t *)(uintptr_t)text, (int64_t)n, true};
    } else if (!buffer_get(t, v, &b))
        return 0;
    long r = os_call(sethostname, b.p, b.n);
    return r < 0 ? raise_oserror(t, (int)-r, 0) : NONE;
}

/* ---- byte order ---- */

static val swap_16(struct thread *t, val v, const char *who) {
    int64_t n;
    val i = obj_index(t, v);
    if (!i) return 0;
    if (!int_to_i64(i, &n)) return raise(t, &exc_OverflowError, "Python int too large to convert to C long");
    if (n != (int)n)
        return raise(t, &exc_OverflowError, "signed integer is %s",
                     n < 0 ? "less than minimum" : "greater than maximum");
    if (n < 0 || n > UINT16_MAX)
        return raise(t, &exc_OverflowError, "%s: %s to C 16-bit unsigned integer", who,
                     n < 0 ? "can't convert negative Python int" : "Python int too large to convert");
    return val_small(__builtin_bswap16((uint16_t)n));
}
static val swap_32(struct thread *t, val v) {
    int64_t n;
    if (!val_is_int(v)) return raise(t, &exc_TypeError, "expected int, %T found", v);
    if (!int_to_i64(v, &n)) return raise(t, &exc_OverflowError, "int larger than 32 bits");
    if (n < 0) return raise(t, &exc_OverflowError, "can't convert negative value to unsigned int");
    if (n > UINT32_MAX) return raise(t, &exc_OverflowError, "int larger than 32 bits");
    return val_small(__builtin_bswap32((uint32_t)n));
}
static val f_htons(struct thread *t, val v) {
    return swap_16(t, v, "htons");
}
static val f_ntohs(struct thread *t, val v) {
    return swap_16(t, v, "ntohs");
}
static val f_htonl(struct thread *t, val v) {
    return swap_32(t, v);
}

/* ---- addresses as text ---- */

static const char *text_arg(struct thread *t, const char *who, int at, val v) {
    if (!val_is_str(v))
        return raise(t, &exc_TypeError, "%s() argument %d must be str, not %B", who, at, v), NULL;
    return str_to_utf8(t, v, &(size_t){0}, false);
}
static val f_inet_aton(struct thread *t, val v) {
    uint8_t ip[4];
    if (!val_is_str(v)) return raise(t, &exc_TypeError, "inet_aton() argument 1 must be str, not %B", v);
    const char *text = str_to_utf8(t, v, &(size_t){0}, false);
    if (!text) return 0;
    if (!ipv4_parse(text, false, ip))
        return raise(t, &exc_OSError, "illegal IP address string passed to inet_aton");
    return bytes_new(t, ip, 4);
}
static val f_inet_ntoa(struct thread *t, val v) {
    struct buffer b;
    char text[48];
    if (!buffer_get(t, v, &b)) return 0;
    if (b.n != 4) return raise(t, &exc_OSError, "packed IP wrong length for inet_ntoa");
    ipv4_text(b.p, text);
    return str_ascii(t, text);
}
static val unknown_family(struct thread *t) {
    return raise_oserror(t, OS_EAFNOSUPPORT, 0);
}
static val f_inet_pton(struct thread *t, val family, val v) {
    int64_t f;
    uint8_t ip[16];
    if (!index_i64(t, family, &f)) return 0;
    const char *text = text_arg(t, "inet_pton", 2, v);
    if (!text) return 0;
    if (f != AF_INET && f != AF_INET6) return unknown_family(t);
    bool good = f == AF_INET ? ipv4_parse(text, true, ip) : ipv6_parse(text, ip);
    if (!good) return raise(t, &exc_OSError, "illegal IP address string passed to inet_pton");
    return bytes_new(t, ip, f == AF_INET ? 4 : 16);
}
static val f_inet_ntop(struct thread *t, val family, val v) {
    int64_t f;
    struct buffer b;
    char text[48];
    if (!index_i64(t, family, &f) || !buffer_get(t, v, &b)) return 0;
    if (f != AF_INET && f != AF_INET6) return raise(t, &exc_ValueError, "unknown address family %ld", f);
    if (b.n != (f == AF_INET ? 4 : 16))
        return raise(t, &exc_ValueError, "invalid length of packed IP address string");
    f == AF_INET ? ipv4_text(b.p, text) : ipv6_text(b.p, text);
    return str_ascii(t, text);
}

METHOD(_socket, socketpair, f_socketpair, -1, 0, 0);
METHOD(_socket, close, f_close, 1, 0, 0);
METHOD(_socket, dup, f_dup, 1, 0, 0);
METHOD(_socket, getdefaulttimeout, f_getdefaulttimeout, 0, 0, 0);
METHOD(_socket, setdefaulttimeout, f_setdefaulttimeout, 1, 0, 0);
METHOD(_socket, gethostname, f_gethostname, 0, 0, 0);
METHOD(_socket, sethostname, f_sethostname, 1, 0, 0);
METHOD(_socket, htons, f_htons, 1, 0, 0);
METHOD(_socket, ntohs, f_ntohs, 1, 0, 0);
METHOD(_socket, htonl, f_htonl, 1, 0, 0);
METHOD(_socket, ntohl, f_htonl, 1, 0, 0);
METHOD(_socket, inet_aton, f_inet_aton, 1, 0, 0);
METHOD(_socket, inet_ntoa, f_inet_ntoa, 1, 0, 0);
METHOD(_socket, inet_pton, f_inet_pton, 2, 0, 0);
METHOD(_socket, inet_ntop, f_inet_ntop, 2, 0, 0);

static const struct native_int constants[] = {
#define X(name, value) {#name, value},
#include "runtime/lib/_socket/constants.def"
#undef X
};

static val socket_module(struct thread *t) {
    val m = native_module_new(t, "_socket", METHODS(_socket));
    if (!m || type_ready(t, &socket_type) < 0 ||
        native_set_ints(t, m, constants, sizeof constants / sizeof *constants) < 0 ||
        native_set(t, m, "has_ipv6", TRUE) < 0 || native_set(t, m, "socket", val_of(&socket_type)) < 0 ||
        native_set(t, m, "SocketType", val_of(&socket_type)) < 0 ||
        native_set(t, m, "error", val_of(&exc_OSError)) < 0 ||
        native_set(t, m, "timeout", val_of(&exc_TimeoutError)) < 0 ||
        native_set(t, m, "BDADDR_ANY", str_ascii(t, "00:00:00:00:00:00")) < 0 ||
        native_set(t, m, "BDADDR_LOCAL", str_ascii(t, "00:00:00:FF:FF:FF")) < 0 || resolve_init(t, m) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_socket, "_socket", socket_module);
