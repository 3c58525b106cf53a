/* Exchanges with the server, many at a time: HTTP requests over libcurl (net.c), gRPC calls over nghttp2 and
 * OpenSSL (h2.c).
 *
 * Invariants:
 *  - An exchange ends exactly once, by its `done`, within net_turn; never from within net_start.
 *  - The server is not trusted: an answer is bounded by `most` bytes and HEADERS_MOST bytes of headers, takes
 *    at most its deadline, is not unpacked unasked, and redirects are not followed.
 *  - What may go better the next time is tried NET_ATTEMPTS times, waiting longer and longer, each time with
 *    some jitter from a generator with a fixed seed. */
#ifndef PY2_REMOTE_NET_H
#define PY2_REMOTE_NET_H

#include "engine/remote/net/messages.h"
#include "engine/remote/remote_options.h"

#include <curl/curl.h>

enum { NET_ATTEMPTS = 4, HEADERS_MOST = 64 << 10 };
/* Slower than so many bytes a second is as good as silent; after so many bad attempts of all exchanges
 * together there are no further ones. */
enum { SLOWEST = 100, BAD_MOST = 64 };
enum net_method { NET_GET, NET_PUT, NET_GRPC };

struct h2;

struct net {
    CURLM *multi;
    struct remote_options options;
    struct arena arena;
    struct str base; /* http://host:port/prefix, without a slash at the end */
    bool grpc;
    long timeout_ms;
    struct curl_slist *headers; /* sent with every request */
    struct h2 *h2;
    CURL *idle[64]; /* handles to use again */
    size_t n_idle;
    struct exchange *waiting; /* for their next attempt */
    uint64_t jitter;
    int bad;       /* attempts in a row that went wrong */
    bool answered; /* the server has said something */
    bool begun;    /* something that libcurl has not looked at yet */
};

struct exchange {
    struct net *net;
    struct arena arena; /* may be used by whoever started it; freed after `done` */
    enum net_method method;
    struct str path; /* behind the base; for gRPC "/package.Service/Method" */
    struct str body; /* for gRPC: one or more messages, framed (grpc_frame) */
    uint64_t most;   /* bytes of an answer */
    long extra_ms;   /* added to the deadline */
    void (*done)(struct exchange *e);
    void *owner;
    /* the outcome */
    enum re_code code;
    struct str why;    /* when it is not RE_OK */
    struct str answer; /* the body; for gRPC the messages are taken by grpc_next */
    bool zstd;         /* the answer is compressed */
    /* net.c's own */
    CURL *easy;
    struct curl_slist *headers;
    size_t sent, header_bytes, cap;
    int attempt, grpc_status;
    long http_status;
    bool too_much;
    int64_t retry_at, deadline;
    int64_t stalled_at; /* h2.c: when it is given up unless it gets on; how far it is */
    uint64_t progress;
    int32_t stream; /* h2.c */
    char error[CURL_ERROR_SIZE];
    struct exchange *next, *before; /* before: h2.c */
};

/* Takes the options; false with `why` set when they cannot be used. */
bool net_init(struct net *n, const struct remote_options *o, struct str *why);
void net_free(struct net *n);
struct exchange *net_new(struct net *n, enum net_method method, struct str path);
void net_start(struct exchange *e);
/* Does what can be done without waiting. */
void net_turn(struct net *n);
/* Waits until net_turn has something to do or `fd` is ready. *events: 1 it can be read, 2 written. */
void net_wait(struct net *n, int fd, bool want_read, bool want_write, int *events);
int64_t net_now(void); /* milliseconds */

/* ---- between net.c and h2.c ---- */

/* Takes a header or bytes of an answer; false when it is more than it may be. */
bool net_header(struct exchange *e, struct str name, struct str value);
bool net_body(struct exchange *e, const void *p, size_t n);
void net_again(struct exchange *e);          /* forgets what an earlier attempt left */
long net_deadline(const struct exchange *e); /* milliseconds */
/* Ends an attempt: `error` says what went wrong on the way, or is NULL. */
void net_decide(struct exchange *e, enum re_code transport, const char *error);
void net_end(struct exchange *e);

bool h2_init(struct net *n, struct str *why);
void h2_free(struct h2 *h);
void h2_begin(struct exchange *e);
int h2_fd(const struct h2 *h, bool *want_read, bool *want_write); /* -1: none */
void h2_turn(struct h2 *h);                                       /* does what can be done without waiting */
int h2_until(const struct h2 *h, int ms);                         /* how long may be waited */

/* ---- gRPC's framing: a flag byte, four bytes of length (big-endian), the message ---- */

void grpc_frame(struct buf *out, const struct proto_message *m, const void *value);
/* Takes the next message off; false at the end. *bad is set when the rest is no whole message. */
bool grpc_next(struct str *rest, struct str *message, bool *bad);

#endif
