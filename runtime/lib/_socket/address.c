/* Socket addresses: from tuples, paths and names, and back. */
#include "runtime/lib/_socket/socket.h"

static void put16(uint8_t *p, uint32_t n) { /* network order */
    p[0] = (uint8_t)(n >> 8), p[1] = (uint8_t)n;
}
static void put32(uint8_t *p, uint32_t n) {
    put16(p, n >> 16), put16(p + 2, n);
}
static void put_family(struct address *a, int family) {
    uint16_t f = (uint16_t)family;
    memset(a, 0, sizeof *a);
    memcpy(a->storage, &f, 2);
}

void address_inet(struct address *a, int family, const uint8_t *ip, uint32_t port, uint32_t flow,
                  uint32_t scope) {
    uint8_t *p = ADDRESS_BYTES(a);
    put_family(a, family);
    put16(p + 2, port);
    if (family == AF_INET) {
        memcpy(p + 4, ip, 4);
        a->n = 16;
        return;
    }
    put32(p + 4, flow);
    memcpy(p + 8, ip, 16);
    memcpy(p + 24, &scope, 4);
    a->n = 28;
}

/* ---- reading ---- */

static bool unix_read(struct thread *t, val v, struct address *a) {
    struct buffer b;
    put_family(a, AF_UNIX);
    if (val_is_str(v)) {
        size_t n;
        const char *text = str_to_utf8(t, v, &n, true);
        if (!text) return false;
        b = (struct buffer){(uint8_t *)(uintptr_t)text, (int64_t)n, true};
    } else if (!buffer_get(t, v, &b))
        return false;
    bool abstract = b.n && !b.p[0];
    if (b.n > 108 - !abstract) return raise(t, &exc_OSError, "AF_UNIX path too long"), false;
    memcpy(ADDRESS_BYTES(a) + 2, b.p, (size_t)b.n);
    a->n = (uint32_t)(2 + b.n + !abstract);
    return true;
}

bool port_arg(struct thread *t, val v, const char *who, uint32_t *port) {
    int64_t n;
    if (!index_i64(t, v, &n)) {
        if (!exc_pending_is(t, &exc_OverflowError)) return false;
        exc_take(t);
        n = -1;
    }
    *port = (uint32_t)n;
    return (n >= 0 && n <= 65535) ||
           (raise(t, &exc_OverflowError, "%s(): port must be 0-65535.", who), false);
}

static bool inet_read(struct thread *t, int family, val v, const char *who, struct address *a) {
    const char *name = family == AF_INET ? "AF_INET" : "AF_INET6";
    if (!val_has(v, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "%s(): %s address must be tuple, not %T", who, name, v), false;
    const struct tuple *parts = AS(tuple, v);
    if (family == AF_INET && parts->len != 2)
        return raise(t, &exc_TypeError, "AF_INET address must be a pair (host, port)"), false;
    if (family == AF_INET6 && (parts->len < 2 || parts->len > 4))
        return raise(t, &exc_TypeError,
                     "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])"),
               false;
    const char *host = host_text(t, parts->item[0]);
    uint32_t port, scope = 0;
    int64_t flow = 0, given = 0;
    uint8_t ip[16];
    if (!host || !port_arg(t, parts->item[1], who, &port) ||
        (parts->len > 2 && !index_i64(t, parts->item[2], &flow)) ||
        (parts->len > 3 && !index_i64(t, parts->item[3], &given)))
        return false;
    if (flow < 0 || flow > 0xfffff)
        return raise(t, &exc_OverflowError, "%s(): flowinfo must be 0-1048575.", who), false;
    if (!host_find(t, host, family, ip, &scope)) return false;
    address_inet(a, family, ip, port, (uint32_t)flow, parts->len > 3 ? (uint32_t)given : scope);
    return true;
}

static bool netlink_read(struct thread *t, val v, const char *who, struct address *a) {
    if (!val_has(v, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "%s(): AF_NETLINK address must be tuple, not %T", who, v), false;
    int64_t pid, groups;
    if (AS(tuple, v)->len != 2)
        return raise(t, &exc_TypeError, "AF_NETLINK address must be a pair (pid, groups)"), false;
    if (!index_i64(t, AS(tuple, v)->item[0], &pid) || !index_i64(t, AS(tuple, v)->item[1], &groups))
        return false;
    put_family(a, AF_NETLINK);
    uint32_t numbers[2] = {(uint32_t)pid, (uint32_t)groups};
    memcpy(ADDRESS_BYTES(a) + 4, numbers, 8);
    a->n = 12;
    return true;
}

bool address_read(struct thread *t, const struct sock *s, val v, const char *who, struct address *out) {
    switch (s->family) {
    case AF_UNIX: return unix_read(t, v, out);
    case AF_INET:
    case AF_INET6: return inet_read(t, s->family, v, who, out);
    case AF_NETLINK: return netlink_read(t, v, who, out);
    default: return raise(t, &exc_OSError, "%s(): bad family", who), false;
    }
}

/* ---- showing ---- */

static val unix_show(struct thread *t, const struct address *a) {
    const char *path = (const char *)ADDRESS_BYTES(a) + 2;
    size_t n = a->n > 2 ? a->n - 2 : 0, length = 0;
    if (n && !path[0]) return bytes_new(t, path, n);
    while (length < n && path[length]) length++;
    return length ? fs_out(t, path, length, false) : EMPTY_STR;
}

static val inet_show(struct thread *t, const struct address *a, int family) {
    const uint8_t *p = ADDRESS_BYTES(a);
    char text[48];
    val port = val_small(p[2] << 8 | p[3]), host;
    if (family == AF_INET) {
        ipv4_text(p + 4, text);
        return (host = str_ascii(t, text)) ? pair_new(t, host, port) : 0;
    }
    uint32_t scope;
    memcpy(&scope, p + 24, 4);
    ipv6_text(p + 8, text);
    if (!(host = str_ascii(t, text))) return 0;
    int64_t flow = (int64_t)p[4] << 24 | p[5] << 16 | p[6] << 8 | p[7];
    const val items[] = {host, port, val_small(flow), val_small(scope)};
    return tuple_of(t, 4, items);
}

val address_show(struct thread *t, const struct address *a) {
    uint16_t family;
    if (a->n == 0) return NONE;
    memcpy(&family, a->storage, 2);
    switch (family) {
    case AF_UNIX: return unix_show(t, a);
    case AF_INET:
    case AF_INET6: return inet_show(t, a, family);
    case AF_NETLINK: {
        uint32_t numbers[2];
        memcpy(numbers, ADDRESS_BYTES(a) + 4, 8);
        return pair_new(t, val_small(numbers[0]), val_small(numbers[1]));
    }
    default: {
        val rest = bytes_new(t, ADDRESS_BYTES(a) + 2, a->n > 2 ? a->n - 2 : 0);
        return rest ? pair_new(t, val_small(family), rest) : 0;
    }
    }
}
