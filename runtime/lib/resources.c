/* importlib.resources: files carried in the image, as traversable paths. */
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/lib/resource.h"
#include "runtime/lib/zstd.h"
#include "runtime/state.h"

METHOD_TABLE(traversable);
METHOD_TABLE(importlib);
METHOD_TABLE(importlib_resources);

struct traversable {
    struct obj head;
    val path; /* str, "package/dir/name" */
};
extern struct type traversable_type;
extern struct shape traversable_shape;

static val path_new(struct thread *t, val path) {
    struct traversable *p = gc_new(t, &traversable_type, sizeof *p);
    if (p) p->path = path;
    return val_of(p);
}

static const char *text(struct thread *t, val self, size_t *n) {
    return str_to_utf8(t, AS(traversable, self)->path, n, true);
}

/* ---- the table ---- */

static const struct resource *find(const char *path) {
    size_t lo = 0, hi = (size_t)(__stop_pyres - __start_pyres), n = strlen(path);
    while (lo < hi) {
        size_t mid = (lo + hi) / 2, m = strlen(__start_pyres[mid].path), k = n < m ? n : m;
        int c = memcmp(__start_pyres[mid].path, path, k);
        if (c == 0) c = (m > n) - (m < n);
        if (c == 0) return &__start_pyres[mid];
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

/* Is there anything below this directory? */
static bool below(const struct resource *r, const char *dir, size_t n) {
    return strlen(r->path) > n + 1 && !memcmp(r->path, dir, n) && r->path[n] == '/';
}
static bool is_dir(const char *dir, size_t n) {
    for (const struct resource *r = __start_pyres; r < __stop_pyres; r++)
        if (below(r, dir, n)) return true;
    return false;
}

static val contents(struct thread *t, val self) {
    size_t n;
    const char *path = text(t, self, &n);
    if (!path) return 0;
    const struct resource *r = find(path);
    if (!r) return raise_oserror(t, is_dir(path, n) ? OS_EISDIR : OS_ENOENT, AS(traversable, self)->path);
    if (r->stored == r->size) return bytes_new(t, r->data, r->size);
    val out = bytes_new(t, NULL, r->size);
    void *work = out ? gc_storage(t, ZSTD_WORK, false) : NULL;
    if (!work) return 0;
    int64_t got = zstd_decompress(AS(bytes, out)->data, r->size, r->data, r->stored, work);
    if (got != (int64_t)r->size) return raise(t, &exc_OSError, "resource %s is damaged", r->path);
    return out;
}

/* ---- paths ---- */

static val join(struct thread *t, val self, val child) {
    struct bytebuf b = {.t = t};
    size_t n, m;
    const char *p = text(t, self, &n), *c = NULL;
    if (val_is_str(child)) c = str_to_utf8(t, child, &m, true);
    if (!val_is_str(child))
        raise(t, &exc_TypeError, "argument should be a str or an os.PathLike object, not %T", child);
    if (!p || !c || !bytebuf_put(&b, p, (int64_t)n)) return 0;
    for (size_t i = 0; i < m;) {
        while (i < m && c[i] == '/') i++;
        size_t from = i;
        while (i < m && c[i] != '/') i++;
        if (i == from || (i - from == 1 && c[from] == '.')) continue;
        if (i - from == 2 && c[from] == '.' && c[from + 1] == '.') {
            while (b.n && b.p[b.n - 1] != '/') b.n--;
            if (b.n) b.n--;
            continue;
        }
        if ((b.n && !bytebuf_put(&b, "/", 1)) || !bytebuf_put(&b, c + from, (int64_t)(i - from))) return 0;
    }
    val s = str_utf8(t, b.n ? (const char *)b.p : "", (size_t)b.n);
    return s ? path_new(t, s) : 0;
}

static val m_joinpath(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (kwnames && !args_no_keywords(t, "joinpath", kwnames)) return 0;
    val p = argv[0];
    for (int64_t i = 1; p && i < argc; i++) p = join(t, p, argv[i]);
    return p;
}
static val traversable_div(struct thread *t, val a, val b) {
    return val_is_exact(a, &traversable_shape) && val_is_str(b) ? join(t, a, b) : NOTIMPLEMENTED;
}
static val m_is_file(struct thread *t, val self) {
    size_t n;
    const char *p = text(t, self, &n);
    return p ? val_bool(find(p) != NULL) : 0;
}
static val m_is_dir(struct thread *t, val self) {
    size_t n;
    const char *p = text(t, self, &n);
    return p ? val_bool(is_dir(p, n)) : 0;
}
static val m_exists(struct thread *t, val self) {
    val file = m_is_file(t, self);
    return file == FALSE ? m_is_dir(t, self) : file;
}
static val m_read_bytes(struct thread *t, val self) {
    return contents(t, self);
}

static val open_data(struct thread *t, val self, const char *mode, val encoding, val errors, val newline) {
    val data = contents(t, self), file = data ? call1(t, val_of(&bytesio_type), data) : 0;
    if (!file) return 0;
    bool binary = false;
    for (const char *m = mode; *m; m++) {
        if (*m == 'b') binary = true;
        if (*m != 'r' && *m != 'b' && *m != 't')
            return raise(t, &exc_ValueError,
                         "Invalid mode value '%s', only 'r', 'rb', and 'rt' are supported", mode);
    }
    if (binary) return file;
    if (!encoding || encoding == NONE) encoding = str_ascii(t, "utf-8");
    if (!encoding) return 0;
    return val_of(textio_new(t, &textio_type, file, encoding,
                             errors && errors != NONE ? errors : NAME(strict), newline ? newline : NONE,
                             false, false));
}

static val m_open(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[5] = {0};
    size_t n;
    if (!args_parse(t, "open", "| mode buffering encoding errors newline", argc - 1, argv + 1, kwnames, out))
        return 0;
    const char *mode = out[0] ? str_to_utf8(t, out[0], &n, true) : "r";
    return mode ? open_data(t, argv[0], mode, out[2], out[3], out[4]) : 0;
}
static val m_read_text(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0};
    if (!args_parse(t, "read_text", "| encoding errors", argc - 1, argv + 1, kwnames, out)) return 0;
    val file = open_data(t, argv[0], "r", out[0], out[1], 0);
    return file ? call_method0(t, file, NAME(read)) : 0;
}

/* The names directly below a directory, each once, in order. */
static val names_below(struct thread *t, val self) {
    size_t n;
    const char *dir = text(t, self, &n);
    val list = dir ? list_new(t, 0) : 0;
    if (!list) return 0;
    if (!is_dir(dir, n))
        return raise_oserror(t, find(dir) ? OS_ENOTDIR : OS_ENOENT, AS(traversable, self)->path);
    const char *last = NULL;
    size_t last_n = 0;
    for (const struct resource *r = __start_pyres; r < __stop_pyres; r++) {
        if (!below(r, dir, n)) continue;
        const char *name = r->path + n + 1;
        size_t len = 0;
        while (name[len] && name[len] != '/') len++;
        if (last && len == last_n && !memcmp(last, name, len)) continue;
        last = name;
        last_n = len;
        val s = str_utf8(t, name, len);
        if (!s || list_push(t, list, s) < 0) return 0;
    }
    return list;
}
static val m_iterdir(struct thread *t, val self) {
    val names = names_below(t, self);
    if (!names) return 0;
    for (int64_t i = 0; i < AS(list, names)->len; i++) {
        val p = join(t, self, AS(list, names)->item[i]);
        if (!p) return 0;
        gc_store(AS(list, names), &AS(list, names)->item[i], p);
    }
    return list_iter_new(t, names);
}
static val last_part(struct thread *t, val self, bool parent) {
    val path = AS(traversable, self)->path;
    int64_t n = AS(string, path)->len, i = n;
    while (i && str_at(AS(string, path), i - 1) != '/') i--;
    return parent ? str_slice(t, path, 0, i ? i - 1 : 0) : str_slice(t, path, i, n);
}
static val g_name(struct thread *t, val self) {
    return last_part(t, self, false);
}
static val g_suffix(struct thread *t, val self) {
    val name = last_part(t, self, false);
    if (!name) return 0;
    int64_t n = AS(string, name)->len, i = n;
    while (i && str_at(AS(string, name), i - 1) != '.') i--;
    return i > 1 && i < n ? str_slice(t, name, i - 1, n) : EMPTY_STR;
}
static val g_parent(struct thread *t, val self) {
    val path = last_part(t, self, true);
    return path ? path_new(t, path) : 0;
}
static val traversable_str(struct thread *t, val self) {
    return (void)t, AS(traversable, self)->path;
}
static val traversable_repr(struct thread *t, val self) {
    return str_format(t, "PosixPath(%R)", AS(traversable, self)->path);
}
static int64_t traversable_hash(struct thread *t, val self) {
    return obj_hash(t, AS(traversable, self)->path);
}
static val traversable_compare(struct thread *t, val a, val b, enum compare op) {
    if (!val_is_exact(b, &traversable_shape)) return NOTIMPLEMENTED;
    return obj_compare(t, AS(traversable, a)->path, AS(traversable, b)->path, op);
}

METHOD(traversable, joinpath, m_joinpath, -1, 0, 0);
METHOD(traversable, is_file, m_is_file, 1, 0, 0);
METHOD(traversable, is_dir, m_is_dir, 1, 0, 0);
METHOD(traversable, exists, m_exists, 1, 0, 0);
METHOD(traversable, read_bytes, m_read_bytes, 1, 0, 0);
METHOD(traversable, read_text, m_read_text, -1, 0, 0);
METHOD(traversable, open, m_open, -1, 0, 0);
METHOD(traversable, iterdir, m_iterdir, 1, 0, 0);
GETTER(traversable, name, g_name, 0);
GETTER(traversable, suffix, g_suffix, 0);
GETTER(traversable, parent, g_parent, 0);

struct type traversable_type = {
    .head = TYPE_HEAD,
    .shape = &traversable_shape,
    .cname = "importlib.resources.Path",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct traversable),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_traversable,
    .methods_end = __stop_pymeth_traversable,
    .repr = traversable_repr,
    .str = traversable_str,
    .hash = traversable_hash,
    .compare = traversable_compare,
    .binary[OP_TRUEDIV] = traversable_div,
};
DEFINE_SHAPE(traversable);

/* ---- the module ---- */

static val f_files(struct thread *t, val package) {
    val name = package;
    if (val_is_exact(package, &module_shape) && !(name = obj_getattr(t, package, NAME(__name__)))) return 0;
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "expected str or module, not %T", package);
    size_t n;
    const char *p = str_to_utf8(t, name, &n, true);
    char *path = p ? gc_storage(t, n + 1, false) : NULL;
    if (!path) return 0;
    for (size_t i = 0; i <= n; i++) path[i] = p[i] == '.' ? '/' : p[i];
    if (!is_dir(path, n)) {
        val m = import_module(t, name);
        if (!m) return 0;
        val inside = obj_lookattr(t, m, NAME(__path__));
        if (!inside) return t->exc ? 0 : raise(t, &exc_TypeError, "%R is not a package", name);
    }
    val s = str_utf8(t, path, n);
    return s ? path_new(t, s) : 0;
}

/* read_text(package, resource, encoding, errors) and its relatives. */
static val legacy(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames, const char *mode,
                  bool read) {
    val out[4] = {0};
    if (!args_parse(t, name, "package resource | encoding errors", argc, argv, kwnames, out)) return 0;
    val dir = f_files(t, out[0]), p = dir ? join(t, dir, out[1]) : 0;
    val file = p ? open_data(t, p, mode, out[2], out[3], 0) : 0;
    return file && read ? call_method0(t, file, NAME(read)) : file;
}
#define LEGACY(name, mode, read)                                                                             \
    static val f_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {                \
        (void)callee;                                                                                        \
        return legacy(t, #name, argc, argv, kwnames, mode, read);                                            \
    }                                                                                                        \
    METHOD(importlib_resources, name, f_##name, -1, 0, 0)
LEGACY(read_text, "r", true);
LEGACY(read_binary, "rb", true);
LEGACY(open_text, "r", false);
LEGACY(open_binary, "rb", false);

static val f_contents(struct thread *t, val package) {
    val dir = f_files(t, package), names = dir ? names_below(t, dir) : 0;
    return names ? list_iter_new(t, names) : 0;
}
static val f_is_resource(struct thread *t, val package, val name) {
    val dir = f_files(t, package), p = dir ? join(t, dir, name) : 0;
    return p ? m_is_file(t, p) : 0;
}
METHOD(importlib_resources, files, f_files, 1, 0, "(package)");
METHOD(importlib_resources, contents, f_contents, 1, 0, 0);
METHOD(importlib_resources, is_resource, f_is_resource, 2, 0, 0);

static val resources_init(struct thread *t) {
    return native_module_new(t, "importlib.resources", METHODS(importlib_resources));
}
NATIVE_MODULE(importlib_resources, "importlib.resources", resources_init);

/* ---- importlib itself ---- */

static val f_import_module(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0};
    if (!args_parse(t, "import_module", "name | package", argc, argv, kwnames, out)) return 0;
    if (!val_is_str(out[0])) return raise(t, &exc_TypeError, "the 'name' argument must be a str");
    const struct string *s = AS(string, out[0]);
    int64_t level = 0;
    while (level < s->len && str_at(s, level) == '.') level++;
    if (!level) return import_module(t, out[0]);
    if (!out[1] || out[1] == NONE)
        return raise(t, &exc_TypeError,
                     "the 'package' argument is required to perform a relative import for %R", out[0]);
    val base = out[1];
    for (int64_t k = 1; k < level; k++) {
        int64_t i = AS(string, base)->len;
        while (i && str_at(AS(string, base), i - 1) != '.') i--;
        if (!i) return raise(t, &exc_ImportError, "attempted relative import beyond top-level package");
        if (!(base = str_slice(t, base, 0, i - 1))) return 0;
    }
    val rest = str_slice(t, out[0], level, s->len);
    if (!rest) return 0;
    val name = AS(string, rest)->len ? str_format(t, "%U.%U", base, rest) : base;
    return name ? import_module(t, name) : 0;
}
METHOD(importlib, import_module, f_import_module, -1, 0, "(name, package=None)");

static val importlib_init(struct thread *t) {
    val m = native_module_new(t, "importlib", METHODS(importlib)), path = m ? list_new(t, 0) : 0;
    return path && native_set(t, m, "__path__", path) == 0 ? m : 0;
}
NATIVE_MODULE(importlib, "importlib", importlib_init);
