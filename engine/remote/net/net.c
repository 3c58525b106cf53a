/* Exchanges over libcurl's multi interface: one thread, one loop, all requests multiplexed. */
#define _GNU_SOURCE
#include "engine/remote/net/net.h"
#include "engine/remote/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

int64_t net_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- options ---- */

static void add_header(struct net *n, struct str line) {
    n->headers = curl_slist_append(n->headers, str_dup(&n->arena, line).p);
}

/* The token is the file's text without the white space around it. */
static bool add_token(struct net *n, struct str *why) {
    struct str text;
    if (!n->options.token_file.n) return true;
    if (!file_read(&n->arena, str_dup(&n->arena, n->options.token_file).p, &text)) {
        *why = str_printf(&n->arena, "the token file cannot be read: %s", strerror(errno));
        return false;
    }
    while (text.n && (uint8_t)text.p[text.n - 1] <= ' ') text.n--;
    while (text.n && (uint8_t)text.p[0] <= ' ') text.p++, text.n--;
    for (size_t i = 0; i < text.n; i++)
        if ((uint8_t)text.p[i] <= ' ' || (uint8_t)text.p[i] > '~') {
            *why = STR("the token file holds more than one word");
            return false;
        }
    add_header(n, str_printf(&n->arena, "Authorization: Bearer " STR_FMT, STR_ARG(text)));
    return true;
}

static void add_lines(struct net *n, struct str lines) {
    while (lines.n) {
        const char *end = memchr(lines.p, '\n', lines.n);
        size_t length = end ? (size_t)(end - lines.p) : lines.n;
        if (length) add_header(n, (struct str){lines.p, length});
        lines.p += length + (end != NULL);
        lines.n -= length + (end != NULL);
    }
}

static struct str base64(struct arena *a, struct str s) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < s.n; i += 3) {
        size_t left = s.n - i;
        uint32_t v = (uint32_t)(uint8_t)s.p[i] << 16;
        if (left > 1) v |= (uint32_t)(uint8_t)s.p[i + 1] << 8;
        if (left > 2) v |= (uint8_t)s.p[i + 2];
        buf_putc(&b, letters[v >> 18]);
        buf_putc(&b, letters[v >> 12 & 63]);
        if (left > 1) buf_putc(&b, letters[v >> 6 & 63]);
        if (left > 2) buf_putc(&b, letters[v & 63]);
    }
    buf_putc(&b, 0);
    return (struct str){b.p, b.n - 1};
}

/* Some servers refuse every call that does not say which tool makes it. */
static void add_grpc_headers(struct net *n) {
    struct re_tool_details tool = {STR("py2"), n->options.version};
    struct re_request_metadata metadata = {.tool_details = &tool, .tool_invocation_id = STR("py2")};
    struct buf b;
    buf_init(&b, &n->arena);
    proto_write(&b, &re_request_metadata_message, &metadata);
    add_header(n, STR("content-type: application/grpc"));
    add_header(n, STR("te: trailers"));
    add_header(n, STR("user-agent: py2"));
    add_header(n, str_printf(&n->arena, "build.bazel.remote.execution.v2.requestmetadata-bin: %s",
                             base64(&n->arena, buf_view(&b)).p));
}

static bool set_base(struct net *n, struct str *why) {
    struct str url = n->options.url;
    n->grpc = str_starts(url, STR("grpc"));
    while (url.n && url.p[url.n - 1] == '/') url.n--;
    n->base = str_dup(&n->arena, url);
    if (!n->grpc) return true;
    size_t skip = str_starts(url, STR("grpcs://")) ? 8 : 7;
    if (memchr(url.p + skip, '/', url.n - skip)) {
        *why = STR("a grpc:// remote takes no path; its instance is named by remote.instance");
        return false;
    }
    n->base = str_printf(&n->arena, "http%s://%.*s", skip == 8 ? "s" : "", (int)(url.n - skip), url.p + skip);
    return true;
}

bool net_init(struct net *n, const struct remote_options *o, struct str *why) {
    *n = (struct net){.options = *o, .jitter = 88172645463325252u};
    arena_init(&n->arena, NULL);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    n->multi = curl_multi_init();
    n->timeout_ms = o->timeout.n ? strtol(str_dup(&n->arena, o->timeout).p, NULL, 10) * 1000 : 10000;
    if (n->timeout_ms < 1000) n->timeout_ms = 1000;
    if (!set_base(n, why) || !add_token(n, why)) return false;
    add_lines(n, o->headers);
    if (!n->grpc) add_header(n, STR("Expect:")); /* no waiting for leave to send */
    curl_multi_setopt(n->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(n->multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 256L);
    curl_multi_setopt(n->multi, CURLMOPT_MAX_HOST_CONNECTIONS, 16L);
    if (!n->grpc) return true;
    add_grpc_headers(n);
    return h2_init(n, why);
}

void net_free(struct net *n) {
    while (n->n_idle) curl_easy_cleanup(n->idle[--n->n_idle]);
    if (n->h2) h2_free(n->h2);
    curl_multi_cleanup(n->multi);
    curl_slist_free_all(n->headers);
    arena_free(&n->arena);
}

/* ---- one exchange ---- */

struct exchange *net_new(struct net *n, enum net_method method, struct str path) {
    struct exchange *e = calloc(1, sizeof *e);
    if (!e) BUG("no memory");
    e->net = n;
    e->method = method;
    arena_init(&e->arena, NULL);
    e->path = str_dup(&e->arena, path);
    e->most = 1 << 20;
    return e;
}

static void drop(struct exchange *e) {
    free((char *)e->answer.p);
    arena_free(&e->arena);
    free(e);
}

/* ---- what is taken of an answer ---- */

static int nibble(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* A server's words for a person: %XX is undone, and nothing that could steer a terminal is left. */
static struct str shown(struct arena *a, struct str s) {
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < s.n && b.n < 300; i++) {
        int c = (uint8_t)s.p[i];
        if (c == '%' && i + 2 < s.n && nibble(s.p[i + 1]) >= 0 && nibble(s.p[i + 2]) >= 0) {
            c = nibble(s.p[i + 1]) << 4 | nibble(s.p[i + 2]);
            i += 2;
        }
        buf_putc(&b, c < ' ' || c == 127 ? ' ' : c);
    }
    return buf_view(&b);
}

bool net_header(struct exchange *e, struct str name, struct str value) {
    e->header_bytes += name.n + value.n + 4;
    if (e->header_bytes > HEADERS_MOST) e->too_much = true;
    if (e->too_much) return false;
    if (name.n == 11 && !strncasecmp(name.p, "grpc-status", 11) && value.n && value.n < 4)
        e->grpc_status = atoi(str_dup(&e->arena, value).p);
    if (name.n == 12 && !strncasecmp(name.p, "grpc-message", 12)) e->why = shown(&e->arena, value);
    if (name.n == 16 && !strncasecmp(name.p, "content-encoding", 16)) e->zstd = str_is(value, "zstd");
    if (name.n == 7 && !memcmp(name.p, ":status", 7) && value.n == 3)
        e->http_status = atoi(str_dup(&e->arena, value).p);
    return true;
}

bool net_body(struct exchange *e, const void *p, size_t more) {
    size_t have = e->answer.n;
    if (more > e->most - have) e->too_much = true;
    if (e->too_much) return false;
    if (have + more > e->cap) {
        e->cap = MAX(have + more, MIN(e->cap * 2 + 512, e->most));
        e->answer.p = realloc((char *)e->answer.p, e->cap);
        if (!e->answer.p) BUG("no memory");
    }
    memcpy((char *)e->answer.p + have, p, more);
    e->answer.n = have + more;
    return true;
}

void net_again(struct exchange *e) {
    e->sent = e->header_bytes = e->answer.n = 0;
    e->grpc_status = -1;
    e->http_status = 0;
    e->too_much = e->zstd = false;
    e->why = (struct str){0};
    e->error[0] = 0;
}

/* A whole megabyte is given four seconds more. */
long net_deadline(const struct exchange *e) {
    return e->net->timeout_ms + (long)(e->body.n / 256) + (long)(MIN(e->most, REMOTE_MOST) / 256) +
           e->extra_ms;
}

/* ---- libcurl's side ---- */

static size_t on_header(char *p, size_t size, size_t n, void *arg) {
    size_t length = size * n;
    const char *colon = memchr(p, ':', length);
    struct str name = {p, colon ? (size_t)(colon - p) : length}, value = {"", 0};
    if (colon) value = (struct str){colon + 1, length - name.n - 1};
    while (value.n && *value.p == ' ') value.p++, value.n--;
    while (value.n && (uint8_t)value.p[value.n - 1] <= ' ') value.n--;
    return net_header(arg, name, value) ? length : 0;
}

static size_t on_body(char *p, size_t size, size_t n, void *arg) {
    return net_body(arg, p, size * n) ? size * n : 0;
}

static size_t on_send(char *p, size_t size, size_t n, void *arg) {
    struct exchange *e = arg;
    size_t more = MIN(size * n, e->body.n - e->sent);
    memcpy(p, e->body.p + e->sent, more);
    e->sent += more;
    return more;
}

static int on_rewind(void *arg, curl_off_t at, int origin) {
    struct exchange *e = arg;
    if (origin != SEEK_SET || at < 0 || (size_t)at > e->body.n) return CURL_SEEKFUNC_FAIL;
    e->sent = (size_t)at;
    return CURL_SEEKFUNC_OK;
}

static void set_path(CURL *c, CURLoption option, struct exchange *e, struct str path) {
    if (path.n) curl_easy_setopt(c, option, str_dup(&e->arena, path).p);
}

static void set_security(CURL *c, struct exchange *e) {
    const struct remote_options *o = &e->net->options;
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    set_path(c, CURLOPT_CAINFO, e, o->ca_file);
    set_path(c, CURLOPT_SSLCERT, e, o->cert_file);
    set_path(c, CURLOPT_SSLKEY, e, o->key_file);
}

/* A stalled peer is noticed by its silence, a slow one by the whole taking too long. */
static void set_deadlines(CURL *c, struct exchange *e) {
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT_MS, MIN(e->net->timeout_ms, 5000L));
    curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, net_deadline(e));
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, (long)SLOWEST);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, e->net->timeout_ms / 1000);
}

static void set_body(CURL *c, struct exchange *e) {
    if (e->method == NET_GET) return;
    curl_easy_setopt(c, CURLOPT_READFUNCTION, on_send);
    curl_easy_setopt(c, CURLOPT_READDATA, e);
    curl_easy_setopt(c, CURLOPT_SEEKFUNCTION, on_rewind);
    curl_easy_setopt(c, CURLOPT_SEEKDATA, e);
    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(c, CURLOPT_INFILESIZE_LARGE, (curl_off_t)e->body.n);
}

static void begin(struct exchange *e) {
    struct net *n = e->net;
    net_again(e);
    if (n->grpc) {
        h2_begin(e);
        return;
    }
    CURL *c = e->easy = n->n_idle ? n->idle[--n->n_idle] : curl_easy_init();
    if (!c) BUG("no memory");
    n->begun = true;
    struct str url = str_printf(&e->arena, STR_FMT STR_FMT, STR_ARG(n->base), STR_ARG(e->path));
    curl_easy_setopt(c, CURLOPT_URL, url.p);
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, n->headers);
    curl_easy_setopt(c, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "py2");
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, e);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, e);
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, e->error);
    curl_easy_setopt(c, CURLOPT_PRIVATE, e);
    set_security(c, e);
    set_deadlines(c, e);
    set_body(c, e);
    curl_multi_add_handle(n->multi, c);
}

void net_start(struct exchange *e) {
    begin(e);
}

/* ---- outcomes ---- */

static enum re_code code_of_http(long status) {
    if (status >= 200 && status < 300) return RE_OK;
    switch (status) {
    case 401: return RE_UNAUTHENTICATED;
    case 403: return RE_PERMISSION_DENIED;
    case 404:
    case 410: return RE_NOT_FOUND;
    case 408:
    case 425:
    case 429: return RE_UNAVAILABLE;
    default: return status >= 500 ? RE_UNAVAILABLE : RE_UNKNOWN;
    }
}

static enum re_code code_of_transport(CURLcode c) {
    switch (c) {
    case CURLE_OPERATION_TIMEDOUT: return RE_DEADLINE_EXCEEDED;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return RE_UNAUTHENTICATED;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return RE_INVALID_ARGUMENT;
    default: return RE_UNAVAILABLE;
    }
}

/* gRPC's own status goes before everything: a server may answer before it has read all that was sent. */
void net_decide(struct exchange *e, enum re_code transport, const char *error) {
    bool grpc = e->net->grpc;
    if (e->too_much) {
        e->code = RE_DATA_LOSS;
        e->why = STR("the answer is larger than it may be");
        return;
    }
    if (grpc && e->grpc_status >= 0) {
        e->code = (enum re_code)e->grpc_status;
        if (!e->why.n) e->why = str_printf(&e->arena, "gRPC status %d", e->grpc_status);
        return;
    }
    e->code = error ? transport : code_of_http(e->http_status);
    if (error) {
        e->why = str_dup(&e->arena, str_c(error));
        return;
    }
    e->why = str_printf(&e->arena, "HTTP status %ld", e->http_status);
    if (!grpc) return;
    if (e->code == RE_OK) {
        e->code = RE_UNAVAILABLE;
        e->why = STR("an answer was cut off");
    }
    if (e->code == RE_NOT_FOUND) e->code = RE_UNIMPLEMENTED;
}

static bool worth_retrying(enum re_code code) {
    return code == RE_UNAVAILABLE || code == RE_DEADLINE_EXCEEDED || code == RE_RESOURCE_EXHAUSTED ||
           code == RE_ABORTED;
}

/* 100 ms, 200 ms, 400 ms, each times 0.5 to 1.5. */
static int64_t pause_before(struct exchange *e) {
    uint64_t *x = &e->net->jitter;
    *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
    int64_t base = 100ll << (e->attempt - 1);
    return base / 2 + (int64_t)(*x % (uint64_t)base);
}

void net_end(struct exchange *e) {
    struct net *n = e->net;
    bool again = worth_retrying(e->code);
    bool late = e->code == RE_DEADLINE_EXCEEDED; /* what took its whole time once would take it again */
    n->answered |= e->http_status || e->grpc_status >= 0;
    if (late && !n->answered) again = false; /* who never said a word is not there */
    n->bad = again ? n->bad + 1 + 6 * late : 0;
    if (again && ++e->attempt < (late ? 2 : NET_ATTEMPTS) && n->bad < BAD_MOST) {
        e->retry_at = net_now() + pause_before(e);
        e->next = n->waiting;
        n->waiting = e;
        return;
    }
    e->done(e);
    drop(e);
}

static void end(struct exchange *e, CURLcode c) {
    struct net *n = e->net;
    curl_easy_getinfo(e->easy, CURLINFO_RESPONSE_CODE, &e->http_status);
    net_decide(e, code_of_transport(c), !c ? NULL : e->error[0] ? e->error : curl_easy_strerror(c));
    curl_multi_remove_handle(n->multi, e->easy);
    if (n->n_idle < COUNT(n->idle)) {
        curl_easy_reset(e->easy);
        n->idle[n->n_idle++] = e->easy;
    } else {
        curl_easy_cleanup(e->easy);
    }
    e->easy = NULL;
    net_end(e);
}

/* ---- the loop ---- */

static void retry_due(struct net *n) {
    int64_t now = net_now();
    for (struct exchange **at = &n->waiting; *at;) {
        struct exchange *e = *at;
        if (e->retry_at > now) {
            at = &e->next;
            continue;
        }
        *at = e->next;
        begin(e);
    }
}

static int until_retry(const struct net *n, int ms) {
    int64_t now = net_now();
    for (const struct exchange *e = n->waiting; e; e = e->next)
        ms = (int)MIN((int64_t)ms, MAX(e->retry_at - now, 0));
    return ms;
}

static short wanted(bool read, bool write) {
    return (short)((read ? CURL_WAIT_POLLIN : 0) | (write ? CURL_WAIT_POLLOUT : 0));
}

static void turn_curl(struct net *n) {
    int running, left;
    n->begun = false;
    curl_multi_perform(n->multi, &running);
    for (CURLMsg *m; (m = curl_multi_info_read(n->multi, &left));) {
        struct exchange *e;
        if (m->msg != CURLMSG_DONE) continue;
        CURLcode result = m->data.result;
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&e);
        end(e, result);
    }
}

void net_turn(struct net *n) {
    retry_due(n);
    if (n->grpc)
        h2_turn(n->h2);
    else
        turn_curl(n);
}

void net_wait(struct net *n, int fd, bool want_read, bool want_write, int *events) {
    struct curl_waitfd fds[2] = {{fd, wanted(want_read, want_write), 0}};
    bool read, write;
    int ms = n->begun ? 0 : 1000;
    fds[1].fd = n->grpc ? h2_fd(n->h2, &read, &write) : -1;
    if (fds[1].fd >= 0) fds[1].events = wanted(read, write);
    ms = until_retry(n, n->grpc ? h2_until(n->h2, ms) : ms);
    curl_multi_poll(n->multi, fds, fds[1].fd >= 0 ? 2 : 1, ms, NULL);
    *events = (fds[0].revents & ~CURL_WAIT_POLLOUT ? 1 : 0) | (fds[0].revents & CURL_WAIT_POLLOUT ? 2 : 0);
}

/* ---- gRPC's framing ---- */

void grpc_frame(struct buf *out, const struct proto_message *m, const void *value) {
    size_t at = out->n;
    buf_put(out, "\0\0\0\0", 5);
    proto_write(out, m, value);
    size_t n = out->n - at - 5;
    for (size_t i = 0; i < 4; i++) out->p[at + 1 + i] = (char)(n >> (24 - 8 * i));
}

bool grpc_next(struct str *rest, struct str *message, bool *bad) {
    if (!rest->n) return false;
    size_t n = 0;
    for (size_t i = 1; i < 5 && i < rest->n; i++) n = n << 8 | (uint8_t)rest->p[i];
    if (rest->n < 5 || rest->p[0] || n > rest->n - 5) {
        *bad = true; /* cut off, or compressed, which we did not allow */
        return false;
    }
    *message = (struct str){rest->p + 5, n};
    *rest = (struct str){rest->p + 5 + n, rest->n - 5 - n};
    return true;
}
