/* gRPC's transport: one HTTP/2 connection to the server with all calls multiplexed on it, made when the first
 * call needs it, made anew for calls that come after it broke. nghttp2 does the frames, OpenSSL the TLS; both
 * work on bytes in memory, so nothing here ever blocks but the look-up of the server's name. */
#define _GNU_SOURCE
#include "engine/remote/net/net.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WINDOW = 16 << 20, CONNECT_MS = 5000, HEADERS_SENT = 40 };
enum state { CLOSED, CONNECTING, SHAKING_HANDS, OPEN };

struct h2 {
    struct net *net;
    struct str host, port, authority;
    bool tls;
    SSL_CTX *ctx;
    nghttp2_session_callbacks *callbacks;
    nghttp2_nv headers[HEADERS_SENT];
    size_t n_headers;
    /* of the connection */
    enum state state;
    int fd;
    struct addrinfo *addresses, *next_address;
    SSL *ssl;
    nghttp2_session *session;
    bool want_write, leaving; /* leaving: the server takes no new calls here */
    int64_t connect_by;
    const uint8_t *out;
    size_t out_n;
    struct exchange *calls, *queue; /* on the connection; waiting for it */
    char error[200];
};

/* ---- calls ---- */

static void link_call(struct h2 *h, struct exchange *e) {
    e->before = NULL;
    e->next = h->calls;
    if (e->next) e->next->before = e;
    h->calls = e;
}

static void unlink_call(struct h2 *h, struct exchange *e) {
    if (e->before)
        e->before->next = e->next;
    else
        h->calls = e->next;
    if (e->next) e->next->before = e->before;
}

static ssize_t give_body(nghttp2_session *s, int32_t stream, uint8_t *to, size_t room, uint32_t *flags,
                         nghttp2_data_source *source, void *user) {
    struct exchange *e = source->ptr;
    size_t n = MIN(room, e->body.n - e->sent);
    (void)s, (void)stream, (void)user;
    memcpy(to, e->body.p + e->sent, n);
    e->sent += n;
    if (e->sent == e->body.n) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return (ssize_t)n;
}

static nghttp2_nv header(struct str name, struct str value) {
    return (nghttp2_nv){(uint8_t *)name.p, (uint8_t *)value.p, name.n, value.n, NGHTTP2_NV_FLAG_NONE};
}

static bool submit(struct h2 *h, struct exchange *e) {
    nghttp2_nv all[HEADERS_SENT + 5];
    nghttp2_data_provider body = {{.ptr = e}, give_body};
    size_t n = 0;
    all[n++] = header(STR(":method"), STR("POST"));
    all[n++] = header(STR(":scheme"), h->tls ? STR("https") : STR("http"));
    all[n++] = header(STR(":path"), e->path);
    all[n++] = header(STR(":authority"), h->authority);
    for (size_t i = 0; i < h->n_headers; i++) all[n++] = h->headers[i];
    all[n++] = header(STR("grpc-timeout"), str_printf(&e->arena, "%ldm", MIN(net_deadline(e), 99999999L)));
    e->stream = nghttp2_submit_request(h->session, NULL, all, n, &body, e);
    return e->stream > 0;
}

static void end_call(struct h2 *h, struct exchange *e, enum re_code code, const char *error) {
    unlink_call(h, e);
    net_decide(e, code, error);
    net_end(e);
}

void h2_begin(struct exchange *e) {
    struct h2 *h = e->net->h2;
    e->deadline = net_now() + net_deadline(e);
    e->stalled_at = net_now() + e->net->timeout_ms;
    e->next = h->queue;
    h->queue = e;
}

/* ---- nghttp2's side ---- */

static struct exchange *call_of(nghttp2_session *s, int32_t stream) {
    return stream ? nghttp2_session_get_stream_user_data(s, stream) : NULL;
}

static int stop(nghttp2_session *s, int32_t stream) {
    nghttp2_submit_rst_stream(s, NGHTTP2_FLAG_NONE, stream, NGHTTP2_CANCEL);
    return 0;
}

static int on_header(nghttp2_session *s, const nghttp2_frame *f, const uint8_t *name, size_t n_name,
                     const uint8_t *value, size_t n_value, uint8_t flags, void *user) {
    struct exchange *e = call_of(s, f->hd.stream_id);
    (void)flags, (void)user;
    if (e &&
        !net_header(e, (struct str){(const char *)name, n_name}, (struct str){(const char *)value, n_value}))
        return stop(s, f->hd.stream_id);
    return 0;
}

static int on_data(nghttp2_session *s, uint8_t flags, int32_t stream, const uint8_t *p, size_t n,
                   void *user) {
    struct exchange *e = call_of(s, stream);
    (void)flags, (void)user;
    return e && !net_body(e, p, n) ? stop(s, stream) : 0;
}

static int on_frame(nghttp2_session *s, const nghttp2_frame *f, void *user) {
    struct h2 *h = user;
    (void)s;
    if (f->hd.type == NGHTTP2_GOAWAY) h->leaving = true;
    return 0;
}

static int on_close(nghttp2_session *s, int32_t stream, uint32_t error, void *user) {
    struct h2 *h = user;
    struct exchange *e = call_of(s, stream);
    if (!e) return 0;
    nghttp2_session_set_stream_user_data(s, stream, NULL);
    snprintf(h->error, sizeof h->error, "the call was broken off (%s)", nghttp2_http2_strerror(error));
    end_call(h, e, RE_UNAVAILABLE, error == NGHTTP2_NO_ERROR ? NULL : h->error);
    return 0;
}

static void set_callbacks(struct h2 *h) {
    nghttp2_session_callbacks_new(&h->callbacks);
    nghttp2_session_callbacks_set_on_header_callback(h->callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(h->callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(h->callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(h->callbacks, on_close);
}

static void open_session(struct h2 *h) {
    static const nghttp2_settings_entry settings[] = {
        {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, WINDOW},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, HEADERS_MOST},
    };
    if (nghttp2_session_client_new(&h->session, h->callbacks, h)) BUG("no memory");
    nghttp2_submit_settings(h->session, NGHTTP2_FLAG_NONE, settings, COUNT(settings));
    nghttp2_session_set_local_window_size(h->session, NGHTTP2_FLAG_NONE, 0, WINDOW);
    h->state = OPEN;
}

/* ---- the connection ---- */

static const char *tls_error(const char *otherwise) {
    unsigned long e = ERR_peek_last_error();
    const char *reason = e ? ERR_reason_error_string(e) : NULL;
    ERR_clear_error();
    return reason ? reason : otherwise;
}

/* Closes it; the calls on it fail with `code`, and so do those that wait when it never was open. */
static void close_all(struct h2 *h, enum re_code code, const char *why) {
    bool was_open = h->state == OPEN;
    char text[200];
    snprintf(text, sizeof text, "%s", why);
    if (h->session) nghttp2_session_del(h->session);
    if (h->ssl) SSL_free(h->ssl);
    if (h->fd >= 0) close(h->fd);
    if (h->addresses) freeaddrinfo(h->addresses);
    h->session = NULL;
    h->ssl = NULL;
    h->addresses = h->next_address = NULL;
    h->fd = -1;
    h->out_n = 0;
    h->leaving = false;
    h->state = CLOSED;
    struct exchange *failed = was_open ? NULL : h->queue;
    if (!was_open) h->queue = NULL;
    while (h->calls) end_call(h, h->calls, code, text);
    for (struct exchange *next; failed; failed = next) {
        next = failed->next;
        net_decide(failed, code, text);
        net_end(failed);
    }
}

static void try_address(struct h2 *h) {
    const char *why = "no address";
    if (h->fd >= 0) close(h->fd);
    h->fd = -1;
    while (h->next_address) {
        struct addrinfo *a = h->next_address;
        int one = 1;
        h->next_address = a->ai_next;
        h->fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
        if (h->fd >= 0) {
            setsockopt(h->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            if (!connect(h->fd, a->ai_addr, a->ai_addrlen) || errno == EINPROGRESS) {
                h->state = CONNECTING;
                h->connect_by = net_now() + MIN(CONNECT_MS, h->net->timeout_ms);
                return;
            }
        }
        why = strerror(errno);
        if (h->fd >= 0) close(h->fd);
        h->fd = -1;
    }
    close_all(h, RE_UNAVAILABLE, why);
}

static void open_connection(struct h2 *h) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
    int error = getaddrinfo(h->host.p, h->port.p, &hints, &h->addresses);
    if (error) {
        hints.ai_flags = 0; /* a machine with nothing but a loopback has no configured address */
        error = getaddrinfo(h->host.p, h->port.p, &hints, &h->addresses);
    }
    if (error) {
        h->addresses = NULL;
        close_all(h, RE_UNAVAILABLE, gai_strerror(error));
        return;
    }
    h->next_address = h->addresses;
    try_address(h);
}

/* The certificate must be for the name we asked for, be it a host's or an address. */
static void begin_tls(struct h2 *h) {
    h->ssl = SSL_new(h->ctx);
    if (!h->ssl) BUG("no memory");
    SSL_set_fd(h->ssl, h->fd);
    SSL_set_connect_state(h->ssl);
    SSL_set_tlsext_host_name(h->ssl, h->host.p);
    if (!X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(h->ssl), h->host.p)) SSL_set1_host(h->ssl, h->host.p);
    h->state = SHAKING_HANDS;
}

static void shake_hands(struct h2 *h) {
    const unsigned char *protocol;
    unsigned n;
    int result = SSL_do_handshake(h->ssl), error = SSL_get_error(h->ssl, result);
    h->want_write = error == SSL_ERROR_WANT_WRITE;
    if (result != 1) {
        if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return;
        bool refused = error == SSL_ERROR_SSL;
        close_all(h, refused ? RE_UNAUTHENTICATED : RE_UNAVAILABLE,
                  refused ? tls_error("TLS was refused")
                          : "the connection was closed during the TLS handshake");
        return;
    }
    SSL_get0_alpn_selected(h->ssl, &protocol, &n);
    if (n == 2 && !memcmp(protocol, "h2", 2))
        open_session(h);
    else
        close_all(h, RE_UNAUTHENTICATED, "the server does not speak HTTP/2");
}

static void connected(struct h2 *h) {
    int error = 0;
    socklen_t n = sizeof error;
    struct sockaddr_storage peer;
    socklen_t n_peer = sizeof peer;
    getsockopt(h->fd, SOL_SOCKET, SO_ERROR, &error, &n);
    if (!error && getpeername(h->fd, (struct sockaddr *)&peer, &n_peer)) return; /* not yet */
    if (error) {
        bool last = !h->next_address;
        if (last)
            close_all(h, RE_UNAVAILABLE, strerror(error));
        else
            try_address(h);
        return;
    }
    if (h->tls)
        begin_tls(h);
    else
        open_session(h);
}

/* ---- bytes in and out ---- */

/* > 0: bytes; 0: not now; < 0: the end. */
static ssize_t receive(struct h2 *h, void *p, size_t n) {
    if (h->ssl) {
        int got = SSL_read(h->ssl, p, (int)n);
        if (got > 0) return got;
        int error = SSL_get_error(h->ssl, got);
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }
    ssize_t got = recv(h->fd, p, n, 0);
    if (got > 0) return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static ssize_t transmit(struct h2 *h, const void *p, size_t n) {
    if (h->ssl) {
        int sent = SSL_write(h->ssl, p, (int)n);
        if (sent > 0) return sent;
        int error = SSL_get_error(h->ssl, sent);
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }
    ssize_t sent = send(h->fd, p, n, MSG_NOSIGNAL);
    if (sent > 0) return sent;
    return sent < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

/* False: the connection is over. Takes a bounded share, so that a flood does not keep us from the rest. */
static bool take_all(struct h2 *h) {
    uint8_t bytes[64 << 10];
    for (int i = 0; i < 64; i++) {
        ssize_t n = receive(h, bytes, sizeof bytes);
        if (n < 0) return false;
        if (!n) return true;
        if (nghttp2_session_mem_recv(h->session, bytes, (size_t)n) < 0) return false;
    }
    return true;
}

static bool give_all(struct h2 *h) {
    h->want_write = false;
    for (;;) {
        if (!h->out_n) {
            ssize_t n = nghttp2_session_mem_send(h->session, &h->out);
            if (n < 0) return false;
            if (!n) return true;
            h->out_n = (size_t)n;
        }
        ssize_t sent = transmit(h, h->out, h->out_n);
        if (sent < 0) return false;
        if (!sent) {
            h->want_write = true;
            return true;
        }
        h->out += sent;
        h->out_n -= (size_t)sent;
    }
}

/* ---- the loop's part ---- */

static void submit_queue(struct h2 *h) {
    struct exchange *first = NULL;
    for (struct exchange *e = h->queue, *next; e; e = next) { /* it was filled from the front */
        next = e->next;
        e->next = first;
        first = e;
    }
    h->queue = NULL;
    for (struct exchange *e = first, *next; e; e = next) {
        next = e->next;
        link_call(h, e);
        if (!submit(h, e)) end_call(h, e, RE_UNAVAILABLE, "the connection takes no calls any more");
    }
}

static void expire(struct h2 *h) {
    int64_t now = net_now();
    for (struct exchange *e = h->calls, *next; e; e = next) {
        next = e->next;
        /* Every SLOWEST bytes a second count as getting on; an execution may take its time. */
        uint64_t progress =
            (e->sent + e->answer.n + e->header_bytes) / (SLOWEST * (uint64_t)h->net->timeout_ms / 1000);
        if (progress != e->progress || e->extra_ms) e->stalled_at = now + h->net->timeout_ms;
        e->progress = progress;
        if (e->deadline > now && e->stalled_at > now) continue;
        nghttp2_session_set_stream_user_data(h->session, e->stream, NULL);
        nghttp2_submit_rst_stream(h->session, NGHTTP2_FLAG_NONE, e->stream, NGHTTP2_CANCEL);
        end_call(h, e, RE_DEADLINE_EXCEEDED, "the server did not answer in time");
    }
}

void h2_turn(struct h2 *h) {
    if (h->state == CLOSED && h->queue) open_connection(h);
    if (h->state == CONNECTING) connected(h);
    if (h->state == SHAKING_HANDS) shake_hands(h);
    if ((h->state == CONNECTING || h->state == SHAKING_HANDS) && net_now() > h->connect_by)
        close_all(h, RE_UNAVAILABLE, "the connection could not be made in time");
    if (h->state != OPEN) return;
    if (!h->leaving) submit_queue(h);
    bool alive = take_all(h);
    expire(h);
    if (alive && !h->leaving) submit_queue(h); /* what the answers began */
    alive = alive && give_all(h) && !(h->leaving && !h->calls) &&
            (nghttp2_session_want_read(h->session) || nghttp2_session_want_write(h->session));
    if (!alive) close_all(h, RE_UNAVAILABLE, "the connection was closed");
}

int h2_fd(const struct h2 *h, bool *want_read, bool *want_write) {
    *want_read = h->state != CONNECTING;
    *want_write = h->state == CONNECTING || h->want_write;
    return h->fd;
}

int h2_until(const struct h2 *h, int ms) {
    int64_t now = net_now(), until = now + ms;
    if (h->state == CONNECTING || h->state == SHAKING_HANDS) until = MIN(until, h->connect_by + 1);
    if (h->queue && (h->state == CLOSED || (h->state == OPEN && !h->leaving))) return 0;
    for (const struct exchange *e = h->calls; e; e = e->next)
        until = MIN(until, MIN(e->deadline, e->stalled_at));
    if (h->ssl && SSL_pending(h->ssl)) return 0;
    return (int)MAX(until - now, 0);
}

/* ---- options ---- */

/* "http://host:port", "https://[::1]:port"; gRPC has no port of its own. */
static bool split_base(struct h2 *h, struct str *why) {
    struct arena *a = &h->net->arena;
    struct str rest = h->net->base;
    h->tls = str_starts(rest, STR("https://"));
    size_t skip = h->tls ? 8 : 7;
    rest = (struct str){rest.p + skip, rest.n - skip};
    const char *colon = memrchr(rest.p, ':', rest.n), *bracket = memrchr(rest.p, ']', rest.n);
    if (colon && bracket && colon < bracket) colon = NULL;
    h->authority = rest;
    h->host = str_dup(a, (struct str){rest.p, colon ? (size_t)(colon - rest.p) : rest.n});
    h->port = colon    ? str_dup(a, (struct str){colon + 1, rest.n - h->host.n - 1})
              : h->tls ? STR("443")
                       : STR("80");
    if (h->host.n > 2 && h->host.p[0] == '[')
        h->host = str_dup(a, (struct str){h->host.p + 1, h->host.n - 2});
    *why = STR("the URL has no host");
    return h->host.n;
}

static int no_password(char *to, int size, int writing, void *user) {
    (void)to, (void)size, (void)writing, (void)user;
    return -1; /* a key with a password is refused, not asked for */
}

static bool init_tls(struct h2 *h, struct str *why) {
    const struct remote_options *o = &h->net->options;
    static const unsigned char h2[] = {2, 'h', '2'};
    struct arena *a = &h->net->arena;
    h->ctx = SSL_CTX_new(TLS_client_method());
    if (!h->ctx) BUG("no TLS");
    SSL_CTX_set_min_proto_version(h->ctx, TLS1_2_VERSION);
    SSL_CTX_set_mode(h->ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_verify(h->ctx, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_passwd_cb(h->ctx, no_password);
    SSL_CTX_set_alpn_protos(h->ctx, h2, sizeof h2);
    bool ok = o->ca_file.n ? SSL_CTX_load_verify_locations(h->ctx, str_dup(a, o->ca_file).p, NULL) == 1
                           : SSL_CTX_set_default_verify_paths(h->ctx) == 1;
    if (ok && o->cert_file.n)
        ok = SSL_CTX_use_certificate_chain_file(h->ctx, str_dup(a, o->cert_file).p) == 1;
    struct str key = o->key_file.n ? o->key_file : o->cert_file;
    if (ok && key.n) ok = SSL_CTX_use_PrivateKey_file(h->ctx, str_dup(a, key).p, SSL_FILETYPE_PEM) == 1;
    if (!ok) *why = str_printf(a, "its certificates cannot be used: %s", tls_error("bad file"));
    return ok;
}

/* HTTP/2 has names in lower case only. */
static bool set_headers(struct h2 *h, struct str *why) {
    for (struct curl_slist *l = h->net->headers; l; l = l->next) {
        char *colon = strchr(l->data, ':'), *value = colon ? colon + 1 : NULL;
        if (!colon) continue;
        for (char *p = l->data; p < colon; p++) *p = (char)tolower((unsigned char)*p);
        while (*value == ' ') value++;
        if (h->n_headers == HEADERS_SENT) {
            *why = STR("too many headers");
            return false;
        }
        h->headers[h->n_headers++] = header((struct str){l->data, (size_t)(colon - l->data)}, str_c(value));
    }
    return true;
}

bool h2_init(struct net *n, struct str *why) {
    struct h2 *h = n->h2 = arena_alloc(&n->arena, sizeof *h);
    h->net = n;
    h->fd = -1;
    set_callbacks(h);
    return split_base(h, why) && set_headers(h, why) && (!h->tls || init_tls(h, why));
}

void h2_free(struct h2 *h) {
    h->calls = h->queue = NULL;
    close_all(h, RE_CANCELLED, "");
    if (h->ctx) SSL_CTX_free(h->ctx);
    nghttp2_session_callbacks_del(h->callbacks);
}
