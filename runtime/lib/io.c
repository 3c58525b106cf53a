/* open(), the three standard streams and the io module. */
#include "runtime/lib/io.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"

METHOD_TABLE(io);

/* ---- what the environment says about text ---- */

static bool env_set(const char *name) {
    const char *v = os_getenv(name);
    return v && *v;
}

static bool text_is(const char *a, const char *b) {
    return a && strlen(a) == strlen(b) && !memcmp(a, b, strlen(b));
}

/* The locale that decides about characters: LC_ALL, LC_CTYPE, LANG; "C" when none is set. */
static const char *locale_name(void) {
    static const char *const from[3] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++)
        if (env_set(from[i])) return os_getenv(from[i]);
    return "C";
}

static bool locale_is_utf8(const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i + 4 <= n; i++) {
        const char *p = name + i;
        if ((p[0] | 32) != 'u' || (p[1] | 32) != 't' || (p[2] | 32) != 'f') continue;
        if (p[3] == '8' || (p[3] == '-' && p[4] == '8')) return true;
    }
    return false;
}

/* Whether the C library knows the locale: it would fall back to "C" otherwise. C.UTF-8 is always there. */
static bool locale_known(const char *name) {
    char path[128] = "/usr/lib/locale/";
    size_t n = strlen(path), i = 0;
    if (text_is(name, "C.UTF-8") || text_is(name, "C.utf8")) return true;
    if (os_access("/usr/lib/locale/locale-archive", 0) >= 0) return true;
    /* directories are named with the character set in small letters without "-" */
    for (bool set = false; name[i] && n < sizeof path - 1; i++) {
        char c = name[i];
        if (c == '/') return false;
        if (c == '.') set = true;
        if (set && c == '-') continue;
        path[n++] = set && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    path[n] = 0;
    return !name[i] && os_access(path, 0) >= 0;
}

/* The locale is "C": by name, or because the one asked for is not there. */
static bool locale_is_c(void) {
    const char *name = locale_name();
    return text_is(name, "C") || text_is(name, "POSIX") || !locale_is_utf8(name) || !locale_known(name);
}

/* PEP 538 and 540: the C locale means UTF-8 with surrogateescape for the standard streams; so does C.UTF-8.
 */
bool io_utf8_mode(void) {
    if (text_is(os_getenv("PYTHONUTF8"), "1")) return true;
    if (text_is(os_getenv("PYTHONUTF8"), "0")) return false;
    return locale_is_c();
}

static bool stdio_escapes(void) {
    const char *name = locale_name();
    return io_utf8_mode() || locale_is_c() || text_is(name, "C.UTF-8") || text_is(name, "C.utf8");
}

/* ---- open() ---- */

struct open_mode {
    char raw[8];
    int raw_n;
    bool reading, writing, creating, appending, updating, binary, text;
};

static bool read_mode(struct thread *t, val mode, struct open_mode *m) {
    size_t n;
    if (!val_is_str(mode))
        return raise(t, &exc_TypeError, "open() argument 'mode' must be str, not %B", mode), false;
    const char *p = str_to_utf8(t, mode, &n, true);
    if (!p) return false;
    *m = (struct open_mode){0};
    for (size_t i = 0; i < n; i++) {
        bool *flag = p[i] == 'r'   ? &m->reading
                     : p[i] == 'w' ? &m->writing
                     : p[i] == 'x' ? &m->creating
                     : p[i] == 'a' ? &m->appending
                     : p[i] == '+' ? &m->updating
                     : p[i] == 'b' ? &m->binary
                     : p[i] == 't' ? &m->text
                                   : NULL;
        if (!flag || *flag) return raise(t, &exc_ValueError, "invalid mode: %R", mode), false;
        *flag = true;
        if (p[i] != 'b' && p[i] != 't') m->raw[m->raw_n++] = p[i];
    }
    if (m->text && m->binary)
        return raise(t, &exc_ValueError, "can't have text and binary mode at once"), false;
    if (m->reading + m->writing + m->creating + m->appending > 1)
        return raise(t, &exc_ValueError, "must have exactly one of create/read/write/append mode"), false;
    return true;
}

static bool is_given(val v) {
    return v && v != NONE;
}

static val open_text(struct thread *t, val buffer, val mode, val encoding, val errors, val newline,
                     bool lines) {
    if (!is_given(encoding)) encoding = str_ascii(t, io_utf8_mode() ? "utf-8" : "UTF-8");
    if (encoding && val_is_str(encoding) && AS(string, encoding)->len == 6 &&
        str_equal(encoding, NAME(locale)))
        encoding = str_ascii(t, "UTF-8");
    if (!encoding) return 0;
    if (!val_is_str(encoding))
        return raise(t, &exc_TypeError, "open() argument 'encoding' must be str or None, not %T", encoding);
    if (is_given(newline) && !val_is_str(newline))
        return raise(t, &exc_TypeError, "open() argument 'newline' must be str or None, not %T", newline);
    if (is_given(errors) && !val_is_str(errors))
        return raise(t, &exc_TypeError, "open() argument 'errors' must be str or None, not %T", errors);
    struct textio *x = textio_new(t, &textio_type, buffer, encoding, is_given(errors) ? errors : NAME(strict),
                                  newline ? newline : NONE, lines, false);
    if (x) gc_store(x, &x->mode, mode);
    return val_of(x);
}

/* A half-opened file is closed at once: its descriptor is not left to the collector. */
static val abandon(struct thread *t, struct fileio *f) {
    val pending = exc_take(t);
    if (fileio_close(t, f) < 0) exc_take(t);
    return raise_val(t, pending);
}

val io_open(struct thread *t, val file, val mode, int64_t buffering, val encoding, val errors, val newline,
            bool closefd, val opener) {
    struct open_mode m;
    if (!mode && !(mode = str_ascii(t, "r"))) return 0;
    if (!read_mode(t, mode, &m)) return 0;
    if (m.binary && is_given(encoding))
        return raise(t, &exc_ValueError, "binary mode doesn't take an encoding argument");
    if (m.binary && is_given(errors))
        return raise(t, &exc_ValueError, "binary mode doesn't take an errors argument");
    if (m.binary && is_given(newline))
        return raise(t, &exc_ValueError, "binary mode doesn't take a newline argument");
    if (!val_is_str(file) && !val_has(file, TYPE_BYTES) && !val_is_int(file)) {
        val method = special_lookup(t, file, NAME(__fspath__));
        if (!method)
            return t->exc
                       ? 0
                       : raise(t, &exc_TypeError, "expected str, bytes or os.PathLike object, not %T", file);
        val given = file;
        if (!(file = call0(t, method))) return 0;
        if (!val_is_str(file) && !val_has(file, TYPE_BYTES))
            return raise(t, &exc_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", given,
                         file);
    }
    struct fileio *f = fileio_open(t, &fileio_type, file, m.raw, closefd, opener);
    if (!f) return 0;
    bool lines = false;
    if (buffering == 1 && !m.binary) lines = true;
    if (buffering < 0 && os_isatty((int)f->fd)) lines = true;
    if (buffering == 0) {
        if (m.binary) return val_of(f);
        raise(t, &exc_ValueError, "can't have unbuffered text I/O");
        return abandon(t, f);
    }
    if (buffering < 0 || buffering == 1) buffering = IO_BUFFER;
    struct type *cls = m.updating                               ? &buffered_random_type
                       : m.writing || m.creating || m.appending ? &buffered_writer_type
                                                                : &buffered_reader_type;
    struct buffered *b = buffered_new(t, cls, val_of(f), buffering);
    if (!b) return abandon(t, f);
    if (m.binary) return val_of(b);
    val x = open_text(t, val_of(b), mode, encoding, errors, newline, lines);
    return x ? x : abandon(t, f);
}

/* ---- sys.stdin, sys.stdout, sys.stderr ---- */

/* PYTHONIOENCODING=encoding:errors; either part may be missing. */
static bool stdio_codec(struct thread *t, int fd, val *encoding, val *errors) {
    const char *e = os_getenv("PYTHONIOENCODING");
    *encoding = *errors = 0;
    if (e && *e) {
        size_t n = 0;
        while (e[n] && e[n] != ':') n++;
        /* the codec's own name is what shows */
        static const char *const own[] = {"utf-8", "ascii", "iso8859-1"};
        char name[64] = {0};
        if (n) memcpy(name, e, n < sizeof name ? n : sizeof name - 1);
        enum text_encoding kind = n ? text_encoding_kind(name) : ENC_OTHER;
        if (n && !(*encoding = str_ascii(t, kind == ENC_OTHER ? name : own[kind]))) return false;
        if (e[n] == ':' && e[n + 1] && !(*errors = str_ascii(t, e + n + 1))) return false;
        if (*encoding && !*errors) *errors = NAME(strict);
    }
    if (!*encoding) *encoding = str_ascii(t, "utf-8");
    if (!*errors) *errors = str_ascii(t, stdio_escapes() ? "surrogateescape" : "strict");
    if (fd == 2) *errors = str_ascii(t, "backslashreplace");
    return *encoding && *errors;
}

val io_std_stream(struct thread *t, int fd) {
    static const char *const names[3] = {"<stdin>", "<stdout>", "<stderr>"};
    struct os_stat st;
    if (os_fstat(fd, &st) < 0) return NONE;
    val encoding, errors;
    if (!stdio_codec(t, fd, &encoding, &errors)) return 0;
    struct fileio *f = gc_new(t, &fileio_type, sizeof *f);
    val name = f ? str_ascii(t, names[fd]) : 0;
    if (!name) return 0;
    f->fd = fd;
    f->seekable = -1;
    f->readable = fd == 0;
    f->writable = fd != 0;
    gc_store(f, &f->name, name);
    bool unbuffered = env_set("PYTHONUNBUFFERED"), lines = !unbuffered && (fd == 2 || os_isatty(fd));
    val buffer = val_of(f);
    if (fd == 0 || !unbuffered) {
        struct buffered *b =
            buffered_new(t, fd ? &buffered_writer_type : &buffered_reader_type, buffer, IO_BUFFER);
        if (!b) return 0;
        buffer = val_of(b);
    }
    val newline = str_ascii(t, "\n"), mode = newline ? str_ascii(t, fd ? "w" : "r") : 0;
    if (!mode) return 0;
    struct textio *x =
        textio_new(t, &textio_type, buffer, encoding, errors, newline, lines, fd && unbuffered);
    if (x) gc_store(x, &x->mode, mode);
    return val_of(x);
}

/* ---- the module ---- */

static val io_text_encoding(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, "text_encoding", argc, kwnames, 1, 2)) return 0;
    return argv[0] == NONE ? str_ascii(t, io_utf8_mode() ? "utf-8" : "locale") : argv[0];
}
METHOD(io, text_encoding, io_text_encoding, -1, 0, 0);

/* open() for code to be run: nothing looks at what is opened. */
static val io_open_code(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val path[1];
    if (!args_parse(t, "open_code", "path", argc, argv, kwnames, path)) return 0;
    if (!val_is_str(path[0]))
        return raise(t, &exc_TypeError, "open_code() argument 'path' must be str, not %B", path[0]);
    val mode = str_ascii(t, "rb");
    return mode ? io_open(t, path[0], mode, -1, 0, 0, 0, true, 0) : 0;
}
METHOD(io, open_code, io_open_code, -1, 0, 0);

static val io_init(struct thread *t) {
    val m = native_module_new(t, "io", METHODS(io));
    val unsupported = m ? io_unsupported_class(t) : 0;
    if (!unsupported) return 0;
    io_object_raws = &io_object_raw_ops;
    static const struct {
        const char *name;
        struct type *type;
    } classes[] = {
        {"FileIO", &fileio_type},
        {"BufferedReader", &buffered_reader_type},
        {"BufferedWriter", &buffered_writer_type},
        {"BufferedRandom", &buffered_random_type},
        {"TextIOWrapper", &textio_type},
        {"BytesIO", &bytesio_type},
        {"StringIO", &stringio_type},
        {"IncrementalNewlineDecoder", &newline_decoder_type},
        {"IOBase", &io_base_type},
        {"RawIOBase", &raw_base_type},
        {"BufferedIOBase", &buffered_base_type},
        {"TextIOBase", &text_base_type},
        {"BlockingIOError", &exc_BlockingIOError},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (native_set(t, m, classes[i].name, val_of(classes[i].type)) < 0) return 0;
    if (native_set(t, m, "open", module_builtins_lookup(t, NAME(open))) < 0 ||
        native_set(t, m, "UnsupportedOperation", unsupported) < 0 ||
        native_set(t, m, "DEFAULT_BUFFER_SIZE", val_small(IO_BUFFER)) < 0 ||
        native_set(t, m, "SEEK_SET", val_small(0)) < 0 || native_set(t, m, "SEEK_CUR", val_small(1)) < 0 ||
        native_set(t, m, "SEEK_END", val_small(2)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(io, "io", io_init);
