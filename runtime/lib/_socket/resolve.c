/* Names of hosts, services and protocols: numbers, /etc/hosts, /etc/services, /etc/protocols. No name server
 * is asked. */
#include "runtime/lib/_socket/socket.h"
#include "runtime/lib/io.h"
#include "runtime/types/container.h"

static val gaierror, herror;

enum { EAI_NONAME = -2, EAI_FAMILY = -6, EAI_SOCKTYPE = -7, EAI_SERVICE = -8, EAI_ADDRFAMILY = -9 };
enum { AI_PASSIVE = 1, AI_CANONNAME = 2, AI_NUMERICHOST = 4, AI_NUMERICSERV = 1024 };
enum { NI_NUMERICHOST = 1, NI_NUMERICSERV = 2, NI_NAMEREQD = 8, NI_DGRAM = 16 };

static val raise_code(struct thread *t, val cls, int code, const char *text) {
    val message = str_ascii(t, text), e = message ? call2(t, cls, val_small(code), message) : 0;
    return e ? raise_val(t, e) : 0;
}
val raise_gai(struct thread *t, int code) {
    const char *text = code == EAI_FAMILY       ? "ai_family not supported"
                       : code == EAI_SOCKTYPE   ? "ai_socktype not supported"
                       : code == EAI_SERVICE    ? "Servname not supported for ai_socktype"
                       : code == EAI_ADDRFAMILY ? "Address family for hostname not supported"
                                                : "Name or service not known";
    return raise_code(t, gaierror, code, text);
}
static val raise_unknown_host(struct thread *t) {
    return raise_code(t, herror, 1, "Unknown host");
}

/* ---- tables of words ---- */

enum { WORDS = 32 };
struct table {
    char *at, *end;
    char *word[WORDS + 1]; /* of the line; a NULL after the last */
};
static bool table_open(struct thread *t, struct table *f, const char *path) {
    struct bytebuf b = {.t = t};
    int fd = os_open(path, OS_O_RDONLY, 0);
    int64_t n = 0;
    while (fd >= 0 && bytebuf_room(&b, 4096) && (n = os_read(fd, b.p + b.n, (size_t)(b.cap - b.n))) > 0)
        b.n += n;
    if (fd >= 0) os_close(fd);
    if (t->exc || !bytebuf_put(&b, "", 1)) return false;
    f->at = (char *)b.p;
    f->end = f->at + b.n - 1;
    return true;
}
/* The next line that has two words or more. */
static bool table_next(struct table *f) {
    while (f->at < f->end) {
        int n = 0;
        char *p = f->at;
        while (p < f->end && *p != '\n') p++;
        *p = 0;
        char *q = f->at;
        f->at = p + 1;
        while (n < WORDS && *q && *q != '#') {
            while (*q == ' ' || *q == '\t' || *q == '\r') q++;
            if (!*q || *q == '#') break;
            f->word[n++] = q;
            while (*q && *q != ' ' && *q != '\t' && *q != '\r' && *q != '#') q++;
            if (*q == '#') *q = 0;
            if (*q) *q++ = 0;
        }
        f->word[n] = NULL;
        if (n >= 2) return true;
    }
    return false;
}
static bool same_name(const char *a, const char *b, bool fold) {
    for (;; a++, b++) {
        char x = *a, y = *b;
        if (fold && x >= 'A' && x <= 'Z') x |= 32;
        if (fold && y >= 'A' && y <= 'Z') y |= 32;
        if (x != y) return false;
        if (!x) return true;
    }
}
static bool line_names(const struct table *f, int skip, const char *name, bool fold) {
    if (same_name(f->word[0], name, fold) && skip != 0) return true;
    for (int i = skip == 0 ? 1 : 2; f->word[i]; i++)
        if (same_name(f->word[i], name, fold)) return true;
    return false;
}

/* ---- services ---- */

/* "80/tcp" into its parts; the protocol may be NULL: any. */
static bool service_line(const struct table *f, const char *protocol, uint64_t *port, const char **of) {
    char *p = f->word[1];
    while (*p && *p != '/') p++;
    if (!*p) return false;
    *p = 0;
    bool good = decimal_parse(f->word[1], 65535, port);
    *p = '/';
    *of = p + 1;
    return good && (!protocol || same_name(protocol, *of, false));
}
/* 1 found, 0 not, -1 raised. */
static int service_find(struct thread *t, const char *name, const char *protocol, uint32_t *port) {
    struct table f;
    uint64_t n;
    const char *of;
    if (!table_open(t, &f, "/etc/services")) return -1;
    while (table_next(&f))
        if (line_names(&f, 1, name, false) && service_line(&f, protocol, &n, &of)) {
            *port = (uint32_t)n;
            return 1;
        }
    return 0;
}
static const char *service_name(struct thread *t, uint32_t port, const char *protocol) {
    struct table f;
    uint64_t n;
    const char *of;
    if (!table_open(t, &f, "/etc/services")) return NULL;
    while (table_next(&f))
        if (service_line(&f, protocol, &n, &of) && n == port) return f.word[0];
    return NULL;
}

static bool name_arg(struct thread *t, const char *who, val v, const char **name) {
    if (!val_is_str(v)) return raise(t, &exc_TypeError, "%s() argument 1 must be str, not %B", who, v), false;
    return (*name = str_to_utf8(t, v, &(size_t){0}, false)) != NULL;
}
static bool protocol_arg(struct thread *t, const char *who, val v, const char **name) {
    *name = NULL;
    if (!v) return true;
    if (!val_is_str(v)) return raise(t, &exc_TypeError, "%s() argument 2 must be str, not %B", who, v), false;
    return (*name = str_to_utf8(t, v, &(size_t){0}, false)) != NULL;
}
static val f_getservbyname(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    const char *name, *protocol;
    uint32_t port;
    if (!args_no_keywords(t, "getservbyname", kwnames) || !args_count(t, "getservbyname", argc, 1, 2) ||
        !name_arg(t, "getservbyname", argv[0], &name) ||
        !protocol_arg(t, "getservbyname", argc > 1 ? argv[1] : 0, &protocol))
        return 0;
    int r = service_find(t, name, protocol, &port);
    return r < 0 ? 0 : r ? val_small(port) : raise(t, &exc_OSError, "service/proto not found");
}
static val f_getservbyport(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    const char *protocol, *name;
    int64_t port;
    if (!args_no_keywords(t, "getservbyport", kwnames) || !args_count(t, "getservbyport", argc, 1, 2) ||
        !index_i64(t, argv[0], &port) || !protocol_arg(t, "getservbyport", argc > 1 ? argv[1] : 0, &protocol))
        return 0;
    if (port < 0 || port > 65535) return raise(t, &exc_OverflowError, "getservbyport: port must be 0-65535.");
    if ((name = service_name(t, (uint32_t)port, protocol))) return str_utf8(t, name, strlen(name));
    return t->exc ? 0 : raise(t, &exc_OSError, "port/proto not found");
}
static val f_getprotobyname(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct table f;
    const char *name;
    uint64_t n;
    if (!args_no_keywords(t, "getprotobyname", kwnames) || !args_count(t, "getprotobyname", argc, 1, 1) ||
        !name_arg(t, "getprotobyname", argv[0], &name) || !table_open(t, &f, "/etc/protocols"))
        return 0;
    while (table_next(&f))
        if (line_names(&f, 1, name, false) && decimal_parse(f.word[1], 255, &n)) return val_small((int64_t)n);
    return raise(t, &exc_OSError, "protocol not found");
}

/* ---- hosts ---- */

const char *host_text(struct thread *t, val v) {
    if (val_is_str(v)) {
        size_t n;
        val b = AS(string, v)->head.aux & STR_ASCII ? v : str_encode(t, v, "idna", "strict");
        if (!b) return NULL;
        if (b != v) return (const char *)AS(bytes, b)->data;
        const char *text = str_to_utf8(t, v, &n, false);
        if (text && strlen(text) != n)
            return raise(t, &exc_TypeError, "host name must not contain null character"), NULL;
        return text;
    }
    struct buffer b;
    if (!val_has(v, TYPE_BYTES) && !type_is_subtype(type_of(v), &bytearray_type))
        return raise(t, &exc_TypeError, "str, bytes or bytearray expected, not %T", v), NULL;
    if (!buffer_get(t, v, &b)) return NULL;
    val copy = bytes_new(t, b.p, (size_t)b.n);
    if (!copy) return NULL;
    if (strlen((const char *)AS(bytes, copy)->data) != (size_t)b.n)
        return raise(t, &exc_TypeError, "host name must not contain null character"), NULL;
    return (const char *)AS(bytes, copy)->data;
}

struct found {
    int family;
    uint8_t ip[16];
    uint32_t scope;
};

static bool number_host(const char *host, int family, struct found *out) {
    *out = (struct found){.family = AF_INET};
    if (family != AF_INET6 && ipv4_parse(host, false, out->ip)) return true;
    if (family == AF_INET) return false;
    char plain[64];
    size_t n = 0;
    uint64_t scope = 0;
    while (host[n] && host[n] != '%' && n < sizeof plain - 1) plain[n] = host[n], n++;
    plain[n] = 0;
    if (host[n] == '%' && !decimal_parse(host + n + 1, UINT32_MAX, &scope)) return false;
    if (host[n] && host[n] != '%') return false;
    out->family = AF_INET6;
    out->scope = (uint32_t)scope;
    return ipv6_parse(plain, out->ip);
}
/* Up to `most` addresses of a name; canonical name when asked. How many; -1 raised (memory only). */
static int64_t hosts_find(struct thread *t, const char *host, int family, struct found *out, int64_t most,
                          const char **canonical) {
    struct table f;
    int64_t n = 0;
    if (number_host(host, family, out)) return 1;
    if (!table_open(t, &f, "/etc/hosts")) return -1;
    while (n < most && table_next(&f)) {
        if (!line_names(&f, 0, host, true) || !number_host(f.word[0], family, &out[n])) continue;
        if (!n && canonical) *canonical = f.word[1];
        n++;
    }
    if (n == 0 && same_name(host, "localhost", true)) {
        static const char *const loop[] = {"::1", "127.0.0.1"};
        for (int i = 0; i < 2 && n < most; i++) n += number_host(loop[i], family, &out[n]);
    }
    return n;
}

bool host_find(struct thread *t, const char *host, int family, uint8_t ip[16], uint32_t *scope) {
    struct found f;
    memset(ip, 0, 16);
    *scope = 0;
    if (!*host) return true;
    if (family == AF_INET &&
        (same_name(host, "<broadcast>", false) || same_name(host, "255.255.255.255", false))) {
        memset(ip, 255, 4);
        return true;
    }
    int64_t n = hosts_find(t, host, family, &f, 1, NULL);
    if (n < 0) return false;
    if (n == 0) return raise_gai(t, number_host(host, AF_UNSPEC, &f) ? EAI_ADDRFAMILY : EAI_NONAME), false;
    memcpy(ip, f.ip, 16);
    *scope = f.scope;
    return true;
}

/* ---- getaddrinfo ---- */

static const struct kind {
    int type, proto;
    const char *name;
} kinds[] = {{SOCK_STREAM, 6, "tcp"}, {SOCK_DGRAM, 17, "udp"}, {SOCK_RAW, 0, NULL}};

struct query {
    int64_t family, type, proto, flags;
    const char *service; /* NULL: `port` */
    uint32_t port;
};

static int64_t hosts_of(struct thread *t, const char *host, const struct query *q, struct found *out,
                        int64_t most, const char **canonical) {
    if (host && q->flags & AI_NUMERICHOST) return number_host(host, (int)q->family, out);
    if (host) return hosts_find(t, host, (int)q->family, out, most, canonical);
    static const char *const any[] = {"0.0.0.0", "::"}, *const loop[] = {"::1", "127.0.0.1"};
    const char *const *names = q->flags & AI_PASSIVE ? any : loop;
    int64_t n = 0;
    for (int i = 0; i < 2; i++) n += number_host(names[i], (int)q->family, &out[n]);
    return n;
}

/* The port for a kind of socket: 1, 0 the service has none there, -1 raised. */
static int port_of(struct thread *t, const struct query *q, const struct kind *k, uint32_t *port) {
    *port = q->port;
    if (!q->service) return 1;
    return k->name ? service_find(t, q->service, k->name, port) : 0;
}

static bool add_result(struct thread *t, val list, const struct found *f, const struct query *q,
                       const struct kind *k, uint32_t port, const char *canonical) {
    struct address a;
    address_inet(&a, f->family, f->ip, port, 0, f->scope);
    val name = canonical ? str_utf8(t, canonical, strlen(canonical)) : EMPTY_STR, shown = address_show(t, &a);
    if (!name || !shown) return false;
    int64_t proto = k->proto ? k->proto : q->proto;
    const val items[] = {val_small(f->family), val_small(k->type), val_small(proto), name, shown};
    val one = tuple_of(t, 5, items);
    return one && list_push(t, list, one) >= 0;
}

static bool service_arg(struct thread *t, val v, struct query *q) {
    uint64_t n;
    if (v == NONE) return true;
    if (val_is_int(v)) {
        int64_t port;
        if (!index_i64(t, v, &port)) return false;
        q->port = (uint32_t)port & 65535;
        return true;
    }
    if (!val_is_str(v) && !val_has(v, TYPE_BYTES))
        return raise(t, &exc_OSError, "Int or String expected"), false;
    const char *text =
        val_is_str(v) ? str_to_utf8(t, v, &(size_t){0}, false) : (const char *)AS(bytes, v)->data;
    if (!text) return false;
    if (!*text) return true;
    if (decimal_parse(text, UINT32_MAX, &n))
        q->port = (uint32_t)n & 65535;
    else if (q->flags & AI_NUMERICSERV)
        return raise_gai(t, EAI_NONAME), false;
    else
        q->service = text;
    return true;
}

static val f_getaddrinfo(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[6], list = list_new(t, 4);
    struct query q = {0};
    struct found found[16];
    int64_t *const numbers[] = {&q.family, &q.type, &q.proto, &q.flags};
    const char *host = NULL, *canonical = NULL;
    if (!list ||
        !args_parse(t, "getaddrinfo", "host port | family type proto flags", argc, argv, kwnames, out))
        return 0;
    for (int i = 0; i < 4; i++)
        if (out[i + 2] && !index_i64(t, out[i + 2], numbers[i])) return 0;
    if (out[0] != NONE && !val_is_str(out[0]) && !val_has(out[0], TYPE_BYTES))
        return raise(t, &exc_TypeError, "getaddrinfo() argument 1 must be string or None");
    if (out[0] != NONE && !(host = host_text(t, out[0]))) return 0;
    if (!service_arg(t, out[1], &q)) return 0;
    if ((!host || !*host) && out[1] == NONE) return raise_gai(t, EAI_NONAME);
    if (q.family != AF_UNSPEC && q.family != AF_INET && q.family != AF_INET6) return raise_gai(t, EAI_FAMILY);
    int64_t n = hosts_of(t, host && *host ? host : NULL, &q, found, 16, &canonical);
    if (n < 0) return 0;
    if (n == 0)
        return raise_gai(t, host && number_host(host, AF_UNSPEC, found) ? EAI_ADDRFAMILY : EAI_NONAME);
    bool known = false, served = false;
    if (q.flags & AI_CANONNAME && !canonical) canonical = host;
    if (!(q.flags & AI_CANONNAME)) canonical = NULL;
    for (int64_t i = 0; i < n; i++)
        for (const struct kind *k = kinds; k < kinds + 3; k++) {
            uint32_t port;
            if (q.type && q.type != k->type) continue;
            if (q.proto && k->proto && q.proto != k->proto) continue;
            known = true;
            int r = port_of(t, &q, k, &port);
            if (r < 0 || (r && !add_result(t, list, &found[i], &q, k, port, served ? NULL : canonical)))
                return 0;
            served |= r;
        }
    return served ? list : raise_gai(t, known ? EAI_SERVICE : EAI_SOCKTYPE);
}

static val f_getnameinfo(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t flags, number;
    struct found f;
    char text[48];
    struct table hosts;
    if (!args_no_keywords(t, "getnameinfo", kwnames) || !args_count(t, "getnameinfo", argc, 2, 2) ||
        !index_i64(t, argv[1], &flags))
        return 0;
    if (!val_has(argv[0], TYPE_TUPLE))
        return raise(t, &exc_TypeError, "getnameinfo() argument 1 must be a tuple");
    const struct tuple *parts = AS(tuple, argv[0]);
    if (parts->len < 2 || parts->len > 4 || !val_is_str(parts->item[0]))
        return raise(t, &exc_TypeError, "getnameinfo(): illegal sockaddr argument");
    const char *host = host_text(t, parts->item[0]);
    if (!host || !index_i64(t, parts->item[1], &number)) return 0;
    uint32_t port = (uint32_t)number & 65535;
    if (!number_host(host, AF_UNSPEC, &f)) return raise_gai(t, EAI_NONAME);
    f.family == AF_INET ? ipv4_text(f.ip, text) : ipv6_text(f.ip, text);
    const char *name = NULL, *service = NULL;
    if (!(flags & NI_NUMERICHOST)) {
        if (!table_open(t, &hosts, "/etc/hosts")) return 0;
        while (!name && table_next(&hosts)) {
            struct found other;
            if (number_host(hosts.word[0], f.family, &other) && !memcmp(other.ip, f.ip, 16))
                name = hosts.word[1];
        }
        if (!name && flags & NI_NAMEREQD) return raise_gai(t, EAI_NONAME);
    }
    if (!(flags & NI_NUMERICSERV)) service = service_name(t, port, flags & NI_DGRAM ? "udp" : "tcp");
    if (t->exc) return 0;
    if (!name) name = text;
    val shown = str_utf8(t, name, strlen(name));
    val port_shown = !shown    ? 0
                     : service ? str_utf8(t, service, strlen(service))
                               : str_format(t, "%d", (int)port);
    return port_shown ? pair_new(t, shown, port_shown) : 0;
}

/* ---- the older functions ---- */

static val f_gethostbyname(struct thread *t, val v) {
    uint8_t ip[16];
    uint32_t scope;
    char text[48];
    const char *host = host_text(t, v);
    if (!host || !host_find(t, host, AF_INET, ip, &scope)) return 0;
    ipv4_text(ip, text);
    return str_ascii(t, text);
}
/* (name, aliases, [address]) of a line of /etc/hosts. */
static val host_record(struct thread *t, char *const *words, const uint8_t *ip, int family) {
    char text[48];
    val aliases = list_new(t, 0), name = str_utf8(t, words[1], strlen(words[1]));
    family == AF_INET ? ipv4_text(ip, text) : ipv6_text(ip, text);
    val shown = str_ascii(t, text);
    if (!aliases || !name || !shown) return 0;
    for (char *const *w = words + 2; *w; w++) {
        val alias = str_utf8(t, *w, strlen(*w));
        if (!alias || list_push(t, aliases, alias) < 0) return 0;
    }
    const val items[] = {name, aliases, list_of(t, 1, &shown)};
    return items[2] ? tuple_of(t, 3, items) : 0;
}
static val f_gethostbyname_ex(struct thread *t, val v) {
    struct table f;
    struct found found;
    const char *host = host_text(t, v);
    if (!host) return 0;
    char *number[] = {(char *)(uintptr_t)host, (char *)(uintptr_t)host, NULL};
    if (number_host(host, AF_INET, &found)) return host_record(t, number, found.ip, AF_INET);
    if (!table_open(t, &f, "/etc/hosts")) return 0;
    while (table_next(&f))
        if (line_names(&f, 0, host, true) && number_host(f.word[0], AF_INET, &found))
            return host_record(t, f.word, found.ip, AF_INET);
    return raise_gai(t, EAI_NONAME);
}
static val f_gethostbyaddr(struct thread *t, val v) {
    struct table f;
    struct found wanted, found;
    const char *host = host_text(t, v);
    if (!host) return 0;
    int64_t n = hosts_find(t, host, AF_UNSPEC, &wanted, 1, NULL);
    if (n <= 0) return n < 0 ? 0 : raise_gai(t, EAI_NONAME);
    if (!table_open(t, &f, "/etc/hosts")) return 0;
    while (table_next(&f))
        if (number_host(f.word[0], wanted.family, &found) && !memcmp(found.ip, wanted.ip, 16))
            return host_record(t, f.word, found.ip, found.family);
    return raise_unknown_host(t);
}

METHOD_TABLE(_socket);
METHOD(_socket, getservbyname, f_getservbyname, -1, 0, 0);
METHOD(_socket, getservbyport, f_getservbyport, -1, 0, 0);
METHOD(_socket, getprotobyname, f_getprotobyname, -1, 0, 0);
METHOD(_socket, getaddrinfo, f_getaddrinfo, -1, 0, 0);
METHOD(_socket, getnameinfo, f_getnameinfo, -1, 0, 0);
METHOD(_socket, gethostbyname, f_gethostbyname, 1, 0, 0);
METHOD(_socket, gethostbyname_ex, f_gethostbyname_ex, 1, 0, 0);
METHOD(_socket, gethostbyaddr, f_gethostbyaddr, 1, 0, 0);

int64_t resolve_init(struct thread *t, val m) {
    gc_root(t, &gaierror);
    gc_root(t, &herror);
    if (!(gaierror = native_exception(t, "socket", "gaierror", &exc_OSError)) ||
        !(herror = native_exception(t, "socket", "herror", &exc_OSError)) ||
        native_set(t, m, "gaierror", gaierror) < 0)
        return -1;
    return native_set(t, m, "herror", herror);
}
