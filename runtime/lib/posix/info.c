/* What the system says of itself: names, limits, times, random bytes. */
#include "runtime/lib/posix/posix.h"

static val done(struct thread *t, long r) {
    return posix_done(t, r, 0);
}

STRUCTSEQ(uname_result, "posix.uname_result", 5, 5, "sysname nodename release version machine");
STRUCTSEQ(times_result, "posix.times_result", 5, 5, "user system children_user children_system elapsed");
struct structseq *posix_uname_result(void) {
    return &uname_result;
}
struct structseq *posix_times_result(void) {
    return &times_result;
}

POSIX(uname, "($module, /)", "") {
    struct os_uname u;
    int r = os_uname(&u);
    if (r < 0) return done(t, r);
    const char *const part[5] = {u.sysname, u.nodename, u.release, u.version, u.machine};
    val items[5];
    for (int i = 0; i < 5; i++) items[i] = fs_out(t, part[i], strlen(part[i]), false);
    return structseq_new(t, &uname_result, items);
}

POSIX(times, "($module, /)", "") {
    int64_t ticks[4];
    long now = os_call(times, ticks);
    if (now < 0 && now > -4096) return done(t, now);
    val items[5];
    for (int i = 0; i < 4; i++) items[i] = float_new(t, (double)ticks[i] / 100);
    items[4] = float_new(t, (double)now / 100);
    return structseq_new(t, &times_result, items);
}

POSIX(getloadavg, "($module, /)", "") {
    struct {
        int64_t uptime;
        uint64_t load[3], rest[13];
    } s = {0};
    long r = os_call(sysinfo, &s);
    if (r < 0) return raise(t, &exc_OSError, "Load averages are unobtainable");
    val items[3];
    for (int i = 0; i < 3; i++) items[i] = float_new(t, (double)s.load[i] / 65536);
    return items[0] && items[1] && items[2] ? tuple_of(t, 3, items) : 0;
}

/* ---- random ---- */

POSIX(urandom, "($module, size, /)", "l") {
    if (a[0].n < 0) return raise(t, &exc_ValueError, "negative argument not allowed");
    val v = bytes_new(t, NULL, (size_t)a[0].n);
    int r = v ? BLOCKING(t, os_random(AS(bytes, v)->data, (size_t)a[0].n)) : 0;
    return r < 0 ? done(t, r) : v;
}
POSIX(getrandom, "($module, /, size, flags=0)", "li") {
    if (a[0].n < 0) return raise_oserror(t, OS_EINVAL, 0);
    val v = bytes_new(t, NULL, (size_t)a[0].n);
    if (!v) return 0;
    long n = RETRY(t, os_call(getrandom, AS(bytes, v)->data, a[0].n, a[1].n));
    return n < 0 ? done(t, n) : n == a[0].n ? v : bytes_new(t, AS(bytes, v)->data, (size_t)n);
}

/* ---- limits ---- */

#define UNSUPPORTED INT64_MIN
struct limit {
    const char *name;
    int number;
    int64_t value;
};
static const struct limit sysconf_limits[] = {
#define X(name, number, value) {#name, number, value},
#include "runtime/lib/posix/sysconf.def"
#undef X
};
static const struct limit pathconf_limits[] = {
#define X(name, number, value) {#name, number, value},
#include "runtime/lib/posix/pathconf.def"
#undef X
};
static const struct {
    const char *name;
    int number;
    const char *text;
} confstr_texts[] = {
#define X(name, number, text) {#name, number, text},
#include "runtime/lib/posix/confstr.def"
#undef X
};
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* A number, or a name that the table has. */
static bool number_of(struct thread *t, val v, const struct limit *limits, size_t n, int64_t *number) {
    if (val_is_int(v)) return index_i64(t, v, number);
    if (!val_is_str(v))
        return raise(t, &exc_TypeError, "configuration names must be strings or integers"), false;
    size_t len;
    const char *z = str_to_utf8(t, v, &len, true);
    for (size_t i = 0; z && i < n; i++)
        if (strlen(limits[i].name) == len && !memcmp(limits[i].name, z, len)) {
            *number = limits[i].number;
            return true;
        }
    return z ? (raise(t, &exc_ValueError, "unrecognized configuration name"), false) : false;
}
static const struct limit *limit_of(const struct limit *limits, size_t n, int64_t number) {
    for (size_t i = 0; i < n; i++)
        if (limits[i].number == number) return &limits[i];
    return NULL;
}

static int64_t resource_limit(int which) {
    uint64_t limit[2] = {0};
    os_call(prlimit64, 0, which, 0, limit);
    return (int64_t)limit[0]; /* none is -1 */
}

/* Those that this machine and process decide. */
static int64_t system_value(const struct limit *l) {
    enum {
        ARG_MAX = 0,
        CHILD_MAX = 1,
        OPEN_MAX = 4,
        PAGESIZE = 30,
        CONFIGURED = 83,
        ONLINE = 84,
        PHYSICAL = 85,
        AVAILABLE = 86
    };
    struct {
        int64_t uptime;
        uint64_t load[3], total, free, rest[11];
    } s = {0};
    int64_t stack;
    switch (l->number) {
    case ARG_MAX: stack = resource_limit(3) / 4; return stack > 131072 ? stack : 131072;
    case CHILD_MAX: return resource_limit(6);
    case OPEN_MAX: return resource_limit(7);
    case PAGESIZE: return (int64_t)os_page_size();
    case CONFIGURED:
    case ONLINE: return os_cpu_count();
    case PHYSICAL:
    case AVAILABLE:
        os_call(sysinfo, &s);
        return (int64_t)((l->number == PHYSICAL ? s.total : s.free) / os_page_size());
    default: return l->value;
    }
}
POSIX(sysconf, "($module, name, /)", "o") {
    int64_t number;
    if (!number_of(t, a[0].v, sysconf_limits, COUNT(sysconf_limits), &number)) return 0;
    const struct limit *l = limit_of(sysconf_limits, COUNT(sysconf_limits), number);
    if (!l || l->value == UNSUPPORTED) return raise_oserror(t, OS_EINVAL, 0);
    return int_from_i64(t, system_value(l));
}
static val path_limit(struct thread *t, val name, const char *path, int fd, const struct arg *where) {
    int64_t number;
    enum { NAME_MAX = 3, SYMLINKS = 19 };
    if (!number_of(t, name, pathconf_limits, COUNT(pathconf_limits), &number)) return 0;
    const struct limit *l = limit_of(pathconf_limits, COUNT(pathconf_limits), number);
    struct os_statvfs s;
    int r = os_statvfs(path, fd, &s);
    if (r < 0) return posix_done(t, r, where);
    if (!l || l->value == UNSUPPORTED) return raise_oserror(t, OS_EINVAL, 0);
    return int_from_i64(t, number == NAME_MAX ? (int64_t)s.namemax : l->value);
}
POSIX(pathconf, "($module, /, path, name)", "Po") {
    return path_limit(t, a[1].v, a[0].path, (int)a[0].n, a);
}
POSIX(fpathconf, "($module, fd, name, /)", "io") {
    return path_limit(t, a[1].v, NULL, (int)a[0].n, NULL);
}
POSIX(confstr, "($module, name, /)", "o") {
    struct limit names[COUNT(confstr_texts)];
    int64_t number;
    for (size_t i = 0; i < COUNT(confstr_texts); i++)
        names[i] = (struct limit){confstr_texts[i].name, confstr_texts[i].number, 0};
    if (!number_of(t, a[0].v, names, COUNT(names), &number)) return 0;
    for (size_t i = 0; i < COUNT(confstr_texts); i++)
        if (confstr_texts[i].number == number)
            return *confstr_texts[i].text ? str_ascii(t, confstr_texts[i].text) : NONE;
    return raise_oserror(t, OS_EINVAL, 0);
}

static val names_dict(struct thread *t, const struct limit *limits, size_t n) {
    val d = dict_make(t);
    for (size_t i = 0; d && i < n; i++) {
        val name = str_ascii(t, limits[i].name);
        if (!name || dict_put(t, d, name, val_small(limits[i].number)) < 0) return 0;
    }
    return d;
}
int64_t posix_limit_names(struct thread *t, val m) {
    val texts = dict_make(t);
    for (size_t i = 0; texts && i < COUNT(confstr_texts); i++) {
        val name = str_ascii(t, confstr_texts[i].name);
        if (!name || dict_put(t, texts, name, val_small(confstr_texts[i].number)) < 0) return -1;
    }
    return native_set(t, m, "sysconf_names", names_dict(t, sysconf_limits, COUNT(sysconf_limits))) < 0 ||
                   native_set(t, m, "pathconf_names",
                              names_dict(t, pathconf_limits, COUNT(pathconf_limits))) < 0 ||
                   native_set(t, m, "confstr_names", texts) < 0
               ? -1
               : 0;
}

/* ---- numbers and texts ---- */

POSIX(strerror, "($module, code, /)", "i") {
    const char *text = os_error_text((int)a[0].n);
    return text ? str_ascii(t, text) : str_format(t, "Unknown error %ld", a[0].n);
}
POSIX(major, "($module, device, /)", "l") {
    uint64_t d = (uint64_t)a[0].n;
    return val_small((int64_t)((d >> 8 & 0xfff) | (d >> 32 & ~UINT64_C(0xfff))));
}
POSIX(minor, "($module, device, /)", "l") {
    uint64_t d = (uint64_t)a[0].n;
    return val_small((int64_t)((d & 0xff) | (d >> 12 & 0xffffff00)));
}
POSIX(makedev, "($module, major, minor, /)", "ii") {
    uint64_t x = (uint32_t)a[0].n, y = (uint32_t)a[1].n;
    return int_from_u64(t, (y & 0xff) | (x & 0xfff) << 8 | (y & ~UINT64_C(0xff)) << 12 |
                               (x & ~UINT64_C(0xfff)) << 32);
}
/* The kernel keeps who logged in beside the audit; without that there is nobody. */
POSIX(getlogin, "($module, /)", "") {
    return raise_oserror(t, OS_ENXIO, 0);
}
