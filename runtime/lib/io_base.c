/* What all file classes share: the base classes, `with`, iteration, readlines, byte buffers,
 * UnsupportedOperation. */
#include "runtime/lib/io.h"
#include "runtime/gc/gc.h"
#include "runtime/types/bytes_priv.h"

METHOD_TABLE(io_base);

/* ---- growing byte strings ---- */

bool bytebuf_room(struct bytebuf *b, int64_t n) {
    if (b->n + n <= b->cap) return true;
    int64_t cap = b->cap ? b->cap : 256;
    while (cap < b->n + n) cap *= 2;
    uint8_t *p = b->p ? gc_storage_grow(b->t, b->p, (size_t)b->cap, (size_t)cap, false)
                      : gc_storage(b->t, (size_t)cap, false);
    if (!p) return false;
    b->p = p;
    b->cap = cap;
    return true;
}

bool bytebuf_put(struct bytebuf *b, const void *p, int64_t n) {
    if (!bytebuf_room(b, n)) return false;
    if (n) memcpy(b->p + b->n, p, (size_t)n);
    b->n += n;
    return true;
}

val bytebuf_finish(struct bytebuf *b) {
    return bytes_new(b->t, b->p ? b->p : (const uint8_t *)"", (size_t)b->n);
}

const uint8_t *find_byte(const uint8_t *p, const uint8_t *end, uint8_t byte) {
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7, want = ones * byte;
    while (end - p >= 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        w ^= want;
        w = (w - ones) & ~w & highs; /* the lowest set bit marks the first zero byte */
        if (w) return p + (__builtin_ctzll(w) >> 3);
        p += 8;
    }
    while (p < end && *p != byte) p++;
    return p < end ? p : NULL;
}

/* ---- arguments ---- */

bool io_size_arg(struct thread *t, int64_t argc, const val *argv, int64_t *n) {
    *n = -1;
    if (argc < 1 || argv[0] == NONE) return true;
    if (val_is_small(argv[0])) {
        *n = val_small_get(argv[0]);
        return true;
    }
    if (!type_of(argv[0])->index)
        return raise(t, &exc_TypeError, "argument should be integer or None, not '%T'", argv[0]), false;
    return index_i64(t, argv[0], n);
}

static const char *path_bytes(struct thread *t, const char *p, size_t n) {
    if (strlen(p) == n) return p;
    raise(t, &exc_ValueError, "embedded null byte");
    return NULL;
}

const char *path_arg(struct thread *t, val v, const char *what, bool fd_too, int *fd) {
    if (fd_too && val_is_int(v)) {
        int64_t n;
        if (!index_i64(t, v, &n)) return NULL;
        *fd = (int)n;
        return "";
    }
    if (!val_is_str(v) && !val_has(v, TYPE_BYTES)) {
        val method = special_lookup(t, v, NAME(__fspath__));
        if (!method) {
            if (t->exc) return NULL;
            if (what)
                raise(t, &exc_TypeError, "%s should be string, bytes%s, not %T", what,
                      fd_too ? ", os.PathLike or integer" : " or os.PathLike", v);
            else
                raise(t, &exc_TypeError, "expected str, bytes or os.PathLike object, not %T", v);
            return NULL;
        }
        val given = v;
        if (!(v = call0(t, method))) return NULL;
        if (!val_is_str(v) && !val_has(v, TYPE_BYTES)) {
            raise(t, &exc_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", given, v);
            return NULL;
        }
    }
    if (val_has(v, TYPE_BYTES))
        return path_bytes(t, (const char *)AS(bytes, v)->data, (size_t)AS(bytes, v)->len);
    size_t n;
    const char *p = str_to_utf8(t, v, &n, true);
    return p ? path_bytes(t, p, n) : NULL;
}

/* ---- io.UnsupportedOperation ---- */

val io_unsupported_class(struct thread *t) {
    static val unsupported;
    if (unsupported) return unsupported;
    val bases[2] = {val_of(&exc_OSError), val_of(&exc_ValueError)}, args[3];
    args[0] = str_ascii(t, "UnsupportedOperation");
    args[1] = args[0] ? tuple_of(t, 2, bases) : 0;
    args[2] = args[1] ? dict_make(t) : 0;
    if (!args[2] || dict_put(t, args[2], NAME(__module__), NAME(io)) < 0) return 0;
    val cls = call(t, val_of(&type_type), 3, args, 0);
    if (!cls) return 0;
    unsupported = cls;
    gc_root(t, &unsupported);
    return cls;
}

val io_unsupported(struct thread *t, const char *message) {
    val cls = io_unsupported_class(t), text = cls ? str_ascii(t, message) : 0,
        e = text ? call1(t, cls, text) : 0;
    return e ? raise_val(t, e) : 0;
}

/* ---- closed? ---- */

int64_t io_closed(struct thread *t, val file) {
    struct shape *s = val_is_ptr(file) ? AS(obj, file)->shape : NULL;
    if (s == &textio_shape) {
        struct textio *x = AS(textio, file);
        return x->buffer ? io_closed(t, x->buffer) : 0;
    }
    if (s == &fileio_shape) return AS(fileio, file)->fd < 0;
    if (is_buffered(file)) return buffered_closed(t, AS(buffered, file));
    /* Memory files too are asked by name: naming their types here would bring them into every program. */
    val v = obj_getattr(t, file, NAME(closed));
    return v ? obj_truth(t, v) : -1;
}

bool io_check_open(struct thread *t, val self) {
    int64_t closed = io_closed(t, self);
    if (closed > 0) raise(t, &exc_ValueError, "I/O operation on closed file.");
    return closed == 0;
}

int64_t io_flush(struct thread *t, val file) {
    return call_method0(t, file, NAME(flush)) ? 0 : -1;
}

/* ---- methods of every file ---- */

val io_enter(struct thread *t, val self) {
    return io_check_open(t, self) ? self : 0;
}

val io_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    (void)argc;
    (void)kwnames;
    return call_method0(t, argv[0], NAME(close)) ? NONE : 0;
}

val io_iter(struct thread *t, val self) {
    return io_check_open(t, self) ? self : 0;
}

val io_next(struct thread *t, val self) {
    val line = call_method0(t, self, NAME(readline));
    if (!line) return 0;
    int64_t n = val_is_str(line) ? AS(string, line)->len : obj_len(t, line);
    return n > 0 ? line : 0;
}

val io_lines(struct thread *t, val self, int64_t most) {
    int64_t total = 0;
    val list = list_new(t, 0);
    val it = list ? rt_iter(t, self) : 0, line;
    if (!it) return 0;
    while ((line = rt_next(t, it))) {
        if (list_push(t, list, line) < 0) return 0;
        if (most >= 0) {
            int64_t n = obj_len(t, line);
            if (n < 0) return 0;
            if ((total += n) > most) return list;
        }
    }
    return t->exc ? 0 : list;
}

val io_readlines(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t hint;
    if (!ctor_args(t, "readlines", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &hint))
        return 0;
    return io_lines(t, argv[0], hint > 0 ? hint : -1);
}

val io_writelines(struct thread *t, val self, val lines) {
    if (!io_check_open(t, self)) return 0;
    val it = rt_iter(t, lines), line;
    if (!it) return 0;
    while ((line = rt_next(t, it)))
        if (!call_method1(t, self, NAME(write), line)) return 0;
    return t->exc ? 0 : NONE;
}

/* ---- the abstract classes: what a subclass written in Python does not override ---- */

/* Python subclasses note that they are closed in an attribute, as CPython's do. */
static val base_is_closed(struct thread *t, val self) {
    val v = obj_lookattr(t, self, NAME(__IOBase_closed));
    return v ? TRUE : t->exc ? 0 : FALSE;
}
static val base_close(struct thread *t, val self) {
    val closed = base_is_closed(t, self);
    if (!closed || closed == TRUE) return closed ? NONE : 0;
    val flushed = call_method0(t, self, NAME(flush));
    val pending = flushed ? 0 : exc_take(t);
    if (obj_setattr(t, self, NAME(__IOBase_closed), TRUE) < 0) return 0;
    return pending ? raise_val(t, pending) : NONE;
}
static val base_flush(struct thread *t, val self) {
    return io_check_open(t, self) ? NONE : 0;
}
static val base_false(struct thread *t, val self) {
    return io_check_open(t, self) ? FALSE : 0;
}
static val base_seek(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "seek");
}
static val base_truncate(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "truncate");
}
static val base_fileno(struct thread *t, val self) {
    return io_unsupported(t, "fileno");
}
static val base_tell(struct thread *t, val self) {
    val seek = obj_getattr(t, self, NAME(seek));
    return seek ? call2(t, seek, val_small(0), val_small(1)) : 0;
}

/* Reads byte by byte: a class with only read() can be iterated. */
static val base_readline(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t limit;
    if (!ctor_args(t, "readline", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &limit))
        return 0;
    struct bytebuf b = {.t = t};
    while (limit < 0 || b.n < limit) {
        val v = call_method1(t, argv[0], NAME(read), val_small(1));
        if (!v) return 0;
        if (!val_has(v, TYPE_BYTES))
            return raise(t, &exc_OSError, "read() should have returned a bytes object, not '%T'", v);
        if (AS(bytes, v)->len == 0) break;
        if (!bytebuf_put(&b, AS(bytes, v)->data, AS(bytes, v)->len)) return 0;
        if (b.p[b.n - 1] == '\n') break;
    }
    return bytebuf_finish(&b);
}

METHOD(io_base, __enter__, io_enter, 1, 0, 0);
METHOD(io_base, __exit__, io_exit, -1, 0, 0);
METHOD(io_base, close, base_close, 1, 0, 0);
METHOD(io_base, flush, base_flush, 1, 0, 0);
METHOD(io_base, seekable, base_false, 1, 0, 0);
METHOD(io_base, readable, base_false, 1, 0, 0);
METHOD(io_base, writable, base_false, 1, 0, 0);
METHOD(io_base, isatty, base_false, 1, 0, 0);
METHOD(io_base, seek, base_seek, -1, 0, 0);
METHOD(io_base, tell, base_tell, 1, 0, 0);
METHOD(io_base, truncate, base_truncate, -1, 0, 0);
METHOD(io_base, fileno, base_fileno, 1, 0, 0);
METHOD(io_base, readline, base_readline, -1, 0, 0);
METHOD(io_base, readlines, io_readlines, -1, 0, 0);
METHOD(io_base, writelines, io_writelines, 2, 0, 0);
GETTER(io_base, closed, base_is_closed, 0);

/* RawIOBase: read() and readall() in terms of the subclass's readinto(). */
METHOD_TABLE(raw_base);
static val raw_read_some(struct thread *t, val self, int64_t n) {
    val b = bytearray_new(t, NULL, n), got = b ? call_method1(t, self, NAME(readinto), b) : 0;
    int64_t have;
    if (!got || got == NONE) return got;
    if (!index_i64(t, got, &have)) return 0;
    if (have < 0 || have > n || have > AS(bytearray, b)->len)
        return raise(t, &exc_ValueError, "readinto returned %ld outside buffer size %ld", have, n);
    return bytes_new(t, AS(bytearray, b)->p, (size_t)have);
}
static val raw_readall(struct thread *t, val self) {
    struct bytebuf b = {.t = t};
    for (;;) {
        val v = call_method1(t, self, NAME(read), val_small(8192));
        if (!v) return 0;
        if (v == NONE) return b.n ? bytebuf_finish(&b) : NONE;
        if (!val_has(v, TYPE_BYTES)) return raise(t, &exc_TypeError, "read() should return bytes");
        if (AS(bytes, v)->len == 0) return bytebuf_finish(&b);
        if (!bytebuf_put(&b, AS(bytes, v)->data, AS(bytes, v)->len)) return 0;
    }
}
static val raw_base_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n)) return 0;
    return n < 0 ? call_method0(t, argv[0], NAME(readall)) : raw_read_some(t, argv[0], n);
}
static val raw_missing(struct thread *t, val self, val data) {
    return raise(t, &exc_NotImplementedError, "");
}
METHOD(raw_base, read, raw_base_read, -1, 0, 0);
METHOD(raw_base, readall, raw_readall, 1, 0, 0);
METHOD(raw_base, readinto, raw_missing, 2, 0, 0);
METHOD(raw_base, write, raw_missing, 2, 0, 0);

/* BufferedIOBase and TextIOBase say what they do not do. */
METHOD_TABLE(buffered_base);
METHOD_TABLE(text_base);
static val no_read(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "read");
}
static val no_read1(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "read1");
}
static val no_readline(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "readline");
}
static val no_write(struct thread *t, val c, int64_t n, val *v, val k) {
    return io_unsupported(t, "write");
}
static val no_detach(struct thread *t, val self) {
    return io_unsupported(t, "detach");
}
static val no_value(struct thread *t, val self) {
    return NONE;
}
METHOD(buffered_base, read, no_read, -1, 0, 0);
METHOD(buffered_base, read1, no_read1, -1, 0, 0);
METHOD(buffered_base, write, no_write, -1, 0, 0);
METHOD(buffered_base, detach, no_detach, 1, 0, 0);
METHOD(text_base, read, no_read, -1, 0, 0);
METHOD(text_base, readline, no_readline, -1, 0, 0);
METHOD(text_base, write, no_write, -1, 0, 0);
METHOD(text_base, detach, no_detach, 1, 0, 0);
GETTER(text_base, encoding, no_value, 0);
GETTER(text_base, errors, no_value, 0);
GETTER(text_base, newlines, no_value, 0);

#define ABSTRACT(id, text, parent)                                                                           \
    extern struct shape id##_shape;                                                                          \
    struct type id##_type = {.head = TYPE_HEAD,                                                              \
                             .shape = &id##_shape,                                                           \
                             .cname = text,                                                                  \
                             .base = &parent,                                                                \
                             .flags = TYPE_BASE | TYPE_IMMUTABLE,                                            \
                             .size = sizeof(struct obj),                                                     \
                             .gc_layout = GC_LEAF,
ABSTRACT(io_base, "_io._IOBase", object_type).methods = __start_pymeth_io_base,
                                 .methods_end = __stop_pymeth_io_base, .iter = io_iter, .next = io_next,
}
;
DEFINE_SHAPE(io_base);
ABSTRACT(raw_base, "_io._RawIOBase", io_base_type).methods = __start_pymeth_raw_base,
                                     .methods_end = __stop_pymeth_raw_base,
}
;
DEFINE_SHAPE(raw_base);
ABSTRACT(buffered_base, "_io._BufferedIOBase", io_base_type).methods = __start_pymeth_buffered_base,
                                               .methods_end = __stop_pymeth_buffered_base,
}
;
DEFINE_SHAPE(buffered_base);
ABSTRACT(text_base, "_io._TextIOBase", io_base_type).methods = __start_pymeth_text_base,
                                       .methods_end = __stop_pymeth_text_base,
}
;
DEFINE_SHAPE(text_base);
