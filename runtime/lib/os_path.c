/* os.path for POSIX: operations on the bytes of a path. */
#include "runtime/lib/fs.h"
#include "runtime/lib/native.h"

METHOD_TABLE(os_path);

static size_t last_slash(const struct path *p) {
    size_t i = p->n;
    while (i && p->p[i - 1] != '/') i--;
    return i; /* just after it; 0: none */
}

/* The head without its trailing slashes, unless it is all slashes. */
static size_t head_end(const struct path *p, size_t i) {
    size_t j = i;
    while (j && p->p[j - 1] == '/') j--;
    return j ? j : i;
}

static val p_basename(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    size_t i = last_slash(&p);
    return fs_out(t, p.p + i, p.n - i, p.bytes);
}
static val p_dirname(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    return fs_out(t, p.p, head_end(&p, last_slash(&p)), p.bytes);
}
static val pair(struct thread *t, const char *a, size_t n, const char *b, size_t m, bool bytes) {
    val items[2] = {fs_out(t, a, n, bytes), 0};
    if (!items[0] || !(items[1] = fs_out(t, b, m, bytes))) return 0;
    return tuple_of(t, 2, items);
}
static val p_split(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    size_t i = last_slash(&p);
    return pair(t, p.p, head_end(&p, i), p.p + i, p.n - i, p.bytes);
}
static val p_splitext(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    size_t base = last_slash(&p), dot = p.n;
    while (dot > base && p.p[dot - 1] != '.') dot--;
    size_t cut = p.n;
    if (dot > base) {
        size_t i = base;
        while (i < dot - 1 && p.p[i] == '.') i++;
        if (i < dot - 1) cut = dot - 1;
    }
    return pair(t, p.p, cut, p.p + cut, p.n - cut, p.bytes);
}
static val p_splitdrive(struct thread *t, val v) {
    struct path p;
    return fs_in(t, v, NULL, true, &p) ? pair(t, "", 0, p.p, p.n, p.bytes) : 0;
}
static val p_isabs(struct thread *t, val v) {
    struct path p;
    return fs_in(t, v, NULL, true, &p) ? val_bool(p.n && p.p[0] == '/') : 0;
}
static val p_normcase(struct thread *t, val v) {
    return fs_path(t, v);
}

static val p_join(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (kwnames && !args_no_keywords(t, "join", kwnames)) return 0;
    if (argc < 1) return raise(t, &exc_TypeError, "join() missing 1 required positional argument: 'a'");
    struct path first, p;
    struct bytebuf b = {.t = t};
    if (!fs_in(t, argv[0], NULL, true, &first) || !bytebuf_put(&b, first.p, (int64_t)first.n)) return 0;
    for (int64_t i = 1; i < argc; i++) {
        if (!val_is_str(argv[i]) && !val_has(argv[i], TYPE_BYTES) &&
            !special_lookup(t, argv[i], NAME(__fspath__)))
            return t->exc ? 0
                          : raise(t, &exc_TypeError,
                                  "join() argument must be str, bytes, or os.PathLike object, not '%T'",
                                  argv[i]);
        if (!fs_in(t, argv[i], NULL, true, &p)) return 0;
        if (p.bytes != first.bytes)
            return raise(t, &exc_TypeError, "Can't mix strings and bytes in path components");
        if (p.n && p.p[0] == '/')
            b.n = 0;
        else if (b.n && b.p[b.n - 1] != '/' && !bytebuf_put(&b, "/", 1))
            return 0;
        if (!bytebuf_put(&b, p.p, (int64_t)p.n)) return 0;
    }
    return fs_out(t, (const char *)b.p, (size_t)b.n, first.bytes);
}

/* Normalises in place: `out` has room for n + 1 bytes. */
static size_t normalise(const char *p, size_t n, char *out) {
    size_t lead = 0, to = 0;
    if (n && p[0] == '/') lead = n > 1 && p[1] == '/' && !(n > 2 && p[2] == '/') ? 2 : 1;
    for (size_t i = 0; i < lead; i++) out[to++] = '/';
    for (size_t i = lead; i < n;) {
        while (i < n && p[i] == '/') i++;
        size_t from = i;
        while (i < n && p[i] != '/') i++;
        size_t len = i - from;
        if (!len || (len == 1 && p[from] == '.')) continue;
        bool up = len == 2 && p[from] == '.' && p[from + 1] == '.';
        if (up) {
            if (to == lead && lead) continue;
            size_t last = to;
            while (last > lead && out[last - 1] != '/') last--;
            bool last_up = to - last == 2 && out[last] == '.' && out[last + 1] == '.';
            if (to > lead && !last_up) {
                to = last > lead ? last - 1 : lead;
                continue;
            }
        }
        if (to > lead) out[to++] = '/';
        memmove(out + to, p + from, len);
        to += len;
    }
    if (!to) out[to++] = '.';
    return to;
}

static val p_normpath(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    char *out = gc_storage(t, p.n + 2, false);
    if (!out) return 0;
    return fs_out(t, out, normalise(p.p, p.n, out), p.bytes);
}

/* Joins the working directory and a relative path; then normalises. */
static char *absolute(struct thread *t, const struct path *p, size_t *n) {
    struct bytebuf b = {.t = t};
    if (!p->n || p->p[0] != '/') {
        if (!bytebuf_room(&b, 4096)) return NULL;
        int64_t r = os_getcwd((char *)b.p, 4096);
        if (r < 0) {
            raise_oserror(t, (int)-r, 0);
            return NULL;
        }
        b.n = r;
        if (!bytebuf_put(&b, "/", 1)) return NULL;
    }
    if (!bytebuf_put(&b, p->p, (int64_t)p->n)) return NULL;
    char *out = gc_storage(t, (size_t)b.n + 2, false);
    if (out) *n = normalise((const char *)b.p, (size_t)b.n, out);
    if (out) out[*n] = 0;
    return out;
}

static val p_abspath(struct thread *t, val v) {
    struct path p;
    size_t n;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    char *out = absolute(t, &p, &n);
    return out ? fs_out(t, out, n, p.bytes) : 0;
}

/* Resolves links component by component; a path that does not exist is taken as it is. */
static bool resolve(struct thread *t, struct bytebuf *done, const char *p, size_t n, int depth, bool strict,
                    val name) {
    if (n && p[0] == '/') done->n = 0;
    for (size_t i = 0; i < n;) {
        while (i < n && p[i] == '/') i++;
        size_t from = i;
        while (i < n && p[i] != '/') i++;
        size_t len = i - from;
        if (!len || (len == 1 && p[from] == '.')) continue;
        if (len == 2 && p[from] == '.' && p[from + 1] == '.') {
            while (done->n && done->p[done->n - 1] != '/') done->n--;
            if (done->n) done->n--;
            continue;
        }
        int64_t mark = done->n;
        if (!bytebuf_put(done, "/", 1) || !bytebuf_put(done, p + from, (int64_t)len) ||
            !bytebuf_room(done, 1))
            return false;
        done->p[done->n] = 0;
        char link[1024];
        int64_t r = os_readlink((const char *)done->p, link, sizeof link);
        if (r < 0) {
            if (strict && r != -OS_EINVAL) return raise_oserror(t, (int)-r, name), false;
            continue;
        }
        if (depth > 40) {
            if (strict) return raise_oserror(t, OS_ELOOP, name), false;
            continue;
        }
        done->n = mark;
        if (!resolve(t, done, link, (size_t)r, depth + 1, strict, name)) return false;
    }
    return true;
}

static val p_realpath(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0, 0};
    struct path p;
    if (!args_parse(t, "realpath", "filename | $ strict", argc, argv, kwnames, out)) return 0;
    int64_t strict = out[1] ? obj_truth(t, out[1]) : 0;
    if (strict < 0 || !fs_in(t, out[0], NULL, false, &p)) return 0;
    struct bytebuf b = {.t = t};
    if (!p.n || p.p[0] != '/') {
        if (!bytebuf_room(&b, 4096)) return 0;
        int64_t r = os_getcwd((char *)b.p, 4096);
        if (r < 0) return raise_oserror(t, (int)-r, 0);
        b.n = r > 1 ? r : 0;
    }
    if (!resolve(t, &b, p.p, p.n, 0, strict, out[0])) return 0;
    return b.n ? fs_out(t, (const char *)b.p, (size_t)b.n, p.bytes) : fs_out(t, "/", 1, p.bytes);
}

static val p_relpath(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0, 0};
    struct path p, start = {".", 1, false};
    if (!args_parse(t, "relpath", "path | start", argc, argv, kwnames, out) ||
        !fs_in(t, out[0], NULL, true, &p))
        return 0;
    if (!p.n) return raise(t, &exc_ValueError, "no path specified");
    if (out[1] && out[1] != NONE && !fs_in(t, out[1], NULL, true, &start)) return 0;
    size_t n, m, same = 0, i = 0;
    const char *a = absolute(t, &start, &n), *b = a ? absolute(t, &p, &m) : NULL;
    if (!b) return 0;
    if (n == 1) n = 0;
    if (m == 1) m = 0;
    /* `same`: length of the common leading components */
    for (; i < n && i < m && a[i] == b[i]; i++)
        if (a[i] == '/') same = i;
    if ((i == n && (i == m || b[i] == '/')) || (i == m && i < n && a[i] == '/')) same = i;
    struct bytebuf r = {.t = t};
    for (i = same; i < n; i++)
        if (a[i] == '/' && i + 1 < n && !bytebuf_put(&r, r.n ? "/.." : "..", r.n ? 3 : 2)) return 0;
    if (same < m) {
        const char *rest = b + same + (b[same] == '/');
        if (r.n && !bytebuf_put(&r, "/", 1)) return 0;
        if (!bytebuf_put(&r, rest, (int64_t)(b + m - rest))) return 0;
    }
    return r.n ? fs_out(t, (const char *)r.p, (size_t)r.n, p.bytes) : fs_out(t, ".", 1, p.bytes);
}

/* The value of a variable in os.environ, with surrogateescape; NULL when absent or after raising. */
static const char *variable(struct thread *t, const char *name) {
    val environ = environ_of(t), key = environ ? fs_out(t, name, strlen(name), false) : 0,
        v = key ? dict_lookup(t, environ, key) : 0;
    size_t n;
    return v ? str_to_utf8(t, v, &n, true) : NULL;
}

static val p_expanduser(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    if (!p.n || p.p[0] != '~' || (p.n > 1 && p.p[1] != '/')) return fs_path(t, v);
    const char *home = variable(t, "HOME");
    if (t->exc) return 0;
    if (!home) return fs_path(t, v);
    size_t n = strlen(home);
    while (n && home[n - 1] == '/') n--;
    struct bytebuf b = {.t = t};
    if (!bytebuf_put(&b, home, (int64_t)n) || !bytebuf_put(&b, p.p + 1, (int64_t)p.n - 1)) return 0;
    return b.n ? fs_out(t, (const char *)b.p, (size_t)b.n, p.bytes) : fs_out(t, "/", 1, p.bytes);
}

static val p_expandvars(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return 0;
    struct bytebuf b = {.t = t};
    for (size_t i = 0; i < p.n;) {
        bool brace = p.p[i] == '$' && i + 1 < p.n && p.p[i + 1] == '{';
        size_t from = i + 1 + brace, end = from;
        if (p.p[i] == '$') {
            while (end < p.n && (brace ? p.p[end] != '}'
                                       : p.p[end] == '_' || (p.p[end] >= '0' && p.p[end] <= '9') ||
                                             ((p.p[end] | 32) >= 'a' && (p.p[end] | 32) <= 'z')))
                end++;
        }
        char name[256];
        if (end > from && end - from < sizeof name && (!brace || end < p.n)) {
            memcpy(name, p.p + from, end - from);
            name[end - from] = 0;
            const char *value = variable(t, name);
            if (t->exc) return 0;
            if (value) {
                if (!bytebuf_put(&b, value, (int64_t)strlen(value))) return 0;
                i = end + brace;
                continue;
            }
        }
        if (!bytebuf_put(&b, p.p + i++, 1)) return 0;
    }
    return fs_out(t, (const char *)b.p, (size_t)b.n, p.bytes);
}

/* ---- questions about the file system ---- */

static val kind(struct thread *t, val v, uint32_t want, bool follow) {
    struct os_stat st;
    int64_t r = fs_probe(t, v, follow, &st);
    return r < 0 ? 0 : val_bool(r && (!want || (st.mode & OS_S_IFMT) == want));
}
static val p_exists(struct thread *t, val v) {
    return kind(t, v, 0, true);
}
static val p_lexists(struct thread *t, val v) {
    return kind(t, v, 0, false);
}
static val p_isfile(struct thread *t, val v) {
    return kind(t, v, OS_S_IFREG, true);
}
static val p_isdir(struct thread *t, val v) {
    return kind(t, v, OS_S_IFDIR, true);
}
static val p_islink(struct thread *t, val v) {
    return kind(t, v, OS_S_IFLNK, false);
}
static val p_ismount(struct thread *t, val v) {
    struct path p;
    if (!fs_in(t, v, NULL, false, &p)) return 0;
    return val_bool(p.n == 1 && p.p[0] == '/');
}
static val field(struct thread *t, val v, int i) {
    val st = fs_stat(t, v, true);
    return st ? AS(tuple, st)->item[i] : 0;
}
static val p_getsize(struct thread *t, val v) {
    return field(t, v, 6);
}
static val p_getatime(struct thread *t, val v) {
    return field(t, v, 10);
}
static val p_getmtime(struct thread *t, val v) {
    return field(t, v, 11);
}
static val p_getctime(struct thread *t, val v) {
    return field(t, v, 12);
}
static val p_samefile(struct thread *t, val a, val b) {
    val x = fs_stat(t, a, true), y = x ? fs_stat(t, b, true) : 0;
    if (!y) return 0;
    int64_t same = obj_equal(t, AS(tuple, x)->item[1], AS(tuple, y)->item[1]);
    if (same > 0) same = obj_equal(t, AS(tuple, x)->item[2], AS(tuple, y)->item[2]);
    return same < 0 ? 0 : val_bool(same);
}

/* ---- common parts ---- */

static val p_commonprefix(struct thread *t, val v) {
    val list = list_from_iterable(t, v);
    if (!list) return 0;
    struct list *l = AS(list, list);
    if (!l->len) return EMPTY_STR;
    struct path first, p;
    if (!fs_in(t, l->item[0], NULL, true, &first)) return 0;
    size_t n = first.n;
    for (int64_t i = 1; i < l->len; i++) {
        if (!fs_in(t, l->item[i], NULL, true, &p)) return 0;
        size_t k = 0;
        while (k < n && k < p.n && p.p[k] == first.p[k]) k++;
        n = k;
    }
    while (n && n < first.n && ((uint8_t)first.p[n] & 0xc0) == 0x80) n--;
    return fs_out(t, first.p, n, first.bytes);
}

/* Components without "." and empty ones, joined by "/" again. */
static size_t squeeze(const struct path *p, char *out) {
    size_t to = 0;
    for (size_t i = 0; i < p->n;) {
        while (i < p->n && p->p[i] == '/') i++;
        size_t from = i;
        while (i < p->n && p->p[i] != '/') i++;
        if (i == from || (i - from == 1 && p->p[from] == '.')) continue;
        if (to) out[to++] = '/';
        memcpy(out + to, p->p + from, i - from);
        to += i - from;
    }
    return to;
}

static val p_commonpath(struct thread *t, val v) {
    val list = list_from_iterable(t, v);
    if (!list) return 0;
    struct list *l = AS(list, list);
    if (!l->len) return raise(t, &exc_ValueError, "commonpath() arg is an empty sequence");
    struct path p;
    char *common = NULL;
    size_t n = 0;
    bool absolute_paths = false, bytes = false;
    for (int64_t i = 0; i < l->len; i++) {
        if (!fs_in(t, l->item[i], NULL, true, &p)) return 0;
        bool abs = p.n && p.p[0] == '/';
        char *out = gc_storage(t, p.n + 1, false);
        if (!out) return 0;
        size_t m = squeeze(&p, out), k = 0, cut = 0;
        if (i == 0) {
            common = out;
            n = m;
            absolute_paths = abs;
            bytes = p.bytes;
            continue;
        }
        if (p.bytes != bytes)
            return raise(t, &exc_TypeError, "Can't mix strings and bytes in path components");
        if (abs != absolute_paths) return raise(t, &exc_ValueError, "Can't mix absolute and relative paths");
        for (; k < n && k < m && common[k] == out[k]; k++)
            if (common[k] == '/') cut = k;
        if ((k == n || common[k] == '/') && (k == m || out[k] == '/')) cut = k;
        n = cut;
    }
    struct bytebuf b = {.t = t};
    if ((absolute_paths && !bytebuf_put(&b, "/", 1)) || !bytebuf_put(&b, common, (int64_t)n)) return 0;
    return fs_out(t, b.n ? (const char *)b.p : "", (size_t)b.n, bytes);
}

METHOD(os_path, abspath, p_abspath, 1, 0, "(path)");
METHOD(os_path, basename, p_basename, 1, 0, "(p)");
METHOD(os_path, commonpath, p_commonpath, 1, 0, "(paths)");
METHOD(os_path, commonprefix, p_commonprefix, 1, 0, "(m)");
METHOD(os_path, dirname, p_dirname, 1, 0, "(p)");
METHOD(os_path, exists, p_exists, 1, 0, "(path)");
METHOD(os_path, expanduser, p_expanduser, 1, 0, "(path)");
METHOD(os_path, expandvars, p_expandvars, 1, 0, "(path)");
METHOD(os_path, getatime, p_getatime, 1, 0, "(filename)");
METHOD(os_path, getctime, p_getctime, 1, 0, "(filename)");
METHOD(os_path, getmtime, p_getmtime, 1, 0, "(filename)");
METHOD(os_path, getsize, p_getsize, 1, 0, "(filename)");
METHOD(os_path, isabs, p_isabs, 1, 0, "(s)");
METHOD(os_path, isdir, p_isdir, 1, 0, "(s)");
METHOD(os_path, isfile, p_isfile, 1, 0, "(path)");
METHOD(os_path, islink, p_islink, 1, 0, "(path)");
METHOD(os_path, ismount, p_ismount, 1, 0, "(path)");
METHOD(os_path, join, p_join, -1, 0, "(a, *p)");
METHOD(os_path, lexists, p_lexists, 1, 0, "(path)");
METHOD(os_path, normcase, p_normcase, 1, 0, "(s)");
METHOD(os_path, normpath, p_normpath, 1, 0, "(path)");
METHOD(os_path, realpath, p_realpath, -1, 0, "(filename, *, strict=False)");
METHOD(os_path, relpath, p_relpath, -1, 0, "(path, start=None)");
METHOD(os_path, samefile, p_samefile, 2, 0, "(f1, f2)");
METHOD(os_path, split, p_split, 1, 0, "(p)");
METHOD(os_path, splitdrive, p_splitdrive, 1, 0, "(p)");
METHOD(os_path, splitext, p_splitext, 1, 0, "(p)");

val os_path_module(struct thread *t) {
    static val module;
    if (module) return module;
    val m = native_module_new(t, "posixpath", METHODS(os_path));
    static const char *const consts[][2] = {{"sep", "/"},
                                            {"curdir", "."},
                                            {"pardir", ".."},
                                            {"extsep", "."},
                                            {"pathsep", ":"},
                                            {"defpath", "/bin:/usr/bin"},
                                            {"devnull", "/dev/null"}};
    for (size_t i = 0; m && i < sizeof consts / sizeof *consts; i++)
        if (native_set(t, m, consts[i][0], str_ascii(t, consts[i][1])) < 0) return 0;
    if (!m || native_set(t, m, "altsep", NONE) < 0 ||
        native_set(t, m, "supports_unicode_filenames", FALSE) < 0)
        return 0;
    module = m;
    gc_root(t, &module);
    return m;
}


