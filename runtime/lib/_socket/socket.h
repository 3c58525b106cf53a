/* The module _socket: among its files.
 *
 * Invariant: a socket with a time-out (ns > 0) has a descriptor that does not block, so that waiting is
 * always poll's; ns < 0 waits for ever in the call itself, ns == 0 never waits. */
#ifndef PY2_LIB_SOCKET_H
#define PY2_LIB_SOCKET_H

#include "runtime/lib/posix/wait.h"

enum { AF_UNSPEC = 0, AF_UNIX = 1, AF_INET = 2, AF_INET6 = 10, AF_NETLINK = 16 };
enum { SOCK_STREAM = 1, SOCK_DGRAM = 2, SOCK_RAW = 3, SOCK_NONBLOCK = 04000, SOCK_CLOEXEC = 02000000 };

struct sock {
    struct obj head;
    int64_t fd; /* -1: closed */
    int32_t family, type, proto, pad;
    int64_t ns; /* the time-out */
    val attrs;  /* of instances of subclasses */
};
extern struct type socket_type;
extern int64_t socket_default_ns;

struct address {
    uint64_t storage[16]; /* the system's struct sockaddr_… */
    uint32_t n;           /* bytes of it */
};
#define ADDRESS_BYTES(a) ((uint8_t *)(a)->storage)

/* ---- address.c ---- */
/* What Python programs give for an address of the socket's family; `who` is the method, for messages. */
bool address_read(struct thread *t, const struct sock *s, val v, const char *who, struct address *out);
val address_show(struct thread *t, const struct address *a);
void address_inet(struct address *a, int family, const uint8_t *ip, uint32_t port, uint32_t flow,
                  uint32_t scope);
bool port_arg(struct thread *t, val v, const char *who, uint32_t *port);

/* ---- numbers.c ---- */
bool ipv4_parse(const char *s, bool strict, uint8_t ip[4]); /* not strict: 127.1, 0x7f.1, 2130706433 */
bool ipv6_parse(const char *s, uint8_t ip[16]);
void ipv4_text(const uint8_t ip[4], char out[48]);
void ipv6_text(const uint8_t ip[16], char out[48]);
size_t decimal_text(uint64_t n, char out[24]);
bool decimal_parse(const char *s, uint64_t most, uint64_t *n);

/* ---- resolve.c ---- */
/* A host name as programs give it: str, bytes or bytearray. */
const char *host_text(struct thread *t, val v);
/* The first address of a host in a family; false raised. */
bool host_find(struct thread *t, const char *host, int family, uint8_t ip[16], uint32_t *scope);
val raise_gai(struct thread *t, int code);
int64_t resolve_init(struct thread *t, val module);

#endif
