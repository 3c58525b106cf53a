/* BufferedReader, BufferedWriter, BufferedRandom: bytes between the program and one descriptor, or any object
 * with the methods of a raw file. Those methods may do anything, also use this very buffer. */
#include "runtime/lib/io.h"
#include "runtime/state.h"

METHOD_TABLE(buffered);

bool is_buffered(val v) {
    if (!val_is_ptr(v)) return false;
    struct type *type = type_of(v);
    return type == &buffered_writer_type || type == &buffered_reader_type || type == &buffered_random_type ||
           (type->trace == buffered_reader_type.trace && type->flags & TYPE_HEAP);
}

static inline struct fileio *raw_of(const struct buffered *b) {
    return AS(fileio, b->raw);
}

const struct raw_ops *io_object_raws;

/* Kept out of line: next to a system call the call is nothing, and these stand in every program. */
static inline bool is_native(const struct buffered *b) {
    return b->raw && AS(obj, b->raw)->shape == &fileio_shape;
}
static __attribute__((noinline)) int64_t low_read(struct thread *t, struct buffered *b, void *p, int64_t n) {
    return likely(is_native(b)) ? raw_read(t, raw_of(b), p, n) : io_object_raws->read(t, b->raw, p, n);
}
static __attribute__((noinline)) int64_t low_write(struct thread *t, struct buffered *b, const void *p,
                                                   int64_t n) {
    return likely(is_native(b)) ? raw_write(t, raw_of(b), p, n) : io_object_raws->write(t, b->raw, p, n);
}
static __attribute__((noinline)) int64_t low_seek(struct thread *t, struct buffered *b, int64_t offset,
                                                  int whence) {
    return likely(is_native(b)) ? raw_seek(t, raw_of(b), offset, whence)
                                : io_object_raws->seek(t, b->raw, offset, whence);
}
static __attribute__((noinline)) val low_readall(struct thread *t, struct buffered *b) {
    return likely(is_native(b)) ? fileio_readall(t, raw_of(b)) : io_object_raws->readall(t, b->raw);
}

struct buffered *buffered_new(struct thread *t, struct type *cls, val raw, int64_t size) {
    struct buffered *b = gc_new(t, cls, sizeof *b);
    if (!b) return NULL;
    b->raw = raw;
    b->size = size;
    if (cls != &buffered_reader_type && is_native(b)) {
        struct fileio *f = AS(fileio, raw);
        gc_store(f, &f->writer, val_of(b));
        fileio_list(f);
    }
    return b;
}

int64_t buffered_closed(struct thread *t, const struct buffered *b) {
    if (likely(is_native(b))) return raw_of(b)->fd < 0;
    return b->raw ? io_closed(t, b->raw) : 0;
}

static bool attached(struct thread *t, struct buffered *b) {
    if (!b->raw) raise(t, &exc_ValueError, "raw stream has been detached");
    return b->raw != 0;
}
static bool usable(struct thread *t, struct buffered *b, const char *what) {
    if (!attached(t, b)) return false;
    int64_t closed = buffered_closed(t, b);
    if (closed > 0) raise(t, &exc_ValueError, "%s closed file", what);
    return closed == 0;
}
static bool make_buffer(struct thread *t, struct buffered *b) {
    if (b->buf) return true;
    uint8_t *p = gc_storage(t, (size_t)b->size, false);
    if (!p) return false;
    gc_note(&b->head);
    b->buf = p;
    return true;
}

/* ---- one thread at a time ---- */

/* 0: `user` is this thread until it leaves; 1: it was already; -1 raised. At the end of the program nobody is
 * waited for. */
static int64_t enter(struct thread *t, struct buffered *b) {
    if (b->user == t) return 1;
    while (unlikely(b->user != NULL) && !rt_state.exiting) {
        BLOCKING(t, os_sleep(200000));
        if (rt_poll(t) < 0) return -1;
    }
    b->user = t;
    return 0;
}
static void leave(struct buffered *b, int64_t turn) {
    if (turn == 0) b->user = NULL;
}

/* ---- writing ---- */

static int64_t flush_now(struct thread *t, struct buffered *b) {
    int64_t at = 0;
    while (at < b->fill) {
        int64_t r = low_write(t, b, b->buf + at, b->fill - at);
        if (r < 0) {
            if (at < b->fill) memmove(b->buf, b->buf + at, (size_t)(b->fill - at));
            b->fill -= at < b->fill ? at : b->fill;
            if (r == -2) raise(t, &exc_BlockingIOError, "write could not complete without blocking");
            return -1;
        }
        at += r;
    }
    b->fill = 0;
    return 0;
}

int64_t buffered_flush(struct thread *t, struct buffered *b) {
    int64_t turn = enter(t, b);
    if (turn < 0) return -1;
    int64_t r = flush_now(t, b);
    leave(b, turn);
    return r;
}

/* Bytes read ahead are given back to the descriptor. */
static int64_t drop_window(struct thread *t, struct buffered *b) {
    int64_t ahead = b->end - b->pos;
    b->pos = b->end = 0;
    return ahead && low_seek(t, b, -ahead, OS_SEEK_CUR) < 0 ? -1 : 0;
}

static int64_t write_now(struct thread *t, struct buffered *b, const void *p, int64_t n) {
    if (!make_buffer(t, b)) return -1;
    if (b->end && drop_window(t, b) < 0) return -1;
    if (likely(n <= b->size - b->fill)) {
        memcpy(b->buf + b->fill, p, (size_t)n);
        b->fill += n;
        return 0;
    }
    if (buffered_flush(t, b) < 0) return -1;
    for (const uint8_t *q = p; n;) {
        if (n <= b->size) {
            memcpy(b->buf, q, (size_t)n);
            b->fill = n;
            return 0;
        }
        int64_t r = low_write(t, b, q, n);
        if (r < 0) {
            if (r == -2) raise(t, &exc_BlockingIOError, "write could not complete without blocking");
            return -1;
        }
        q += r;
        n -= r;
    }
    return 0;
}

int64_t buffered_write(struct thread *t, struct buffered *b, const void *p, int64_t n) {
    int64_t turn = enter(t, b);
    if (turn < 0) return -1;
    int64_t r = write_now(t, b, p, n);
    leave(b, turn);
    return r;
}

/* ---- reading ---- */

static int64_t fill_now(struct thread *t, struct buffered *b) {
    if (b->pos < b->end) return b->end - b->pos;
    if (b->fill && buffered_flush(t, b) < 0) return -1;
    if (!make_buffer(t, b)) return -1;
    b->pos = b->end = 0;
    int64_t r = low_read(t, b, b->buf, b->size);
    if (r == -1) return -1;
    b->pos = 0;
    b->end = r > 0 ? r : 0;
    return b->end;
}

int64_t buffered_fill(struct thread *t, struct buffered *b) {
    int64_t turn = enter(t, b);
    if (turn < 0) return -1;
    int64_t r = fill_now(t, b);
    leave(b, turn);
    return r;
}

static int64_t take(struct buffered *b, void *to, int64_t n) {
    int64_t have = b->end - b->pos;
    if (n > have) n = have;
    memcpy(to, b->buf + b->pos, (size_t)n);
    b->pos += n;
    return n;
}

val buffered_readall(struct thread *t, struct buffered *b) {
    if (b->fill && buffered_flush(t, b) < 0) return 0;
    int64_t have = b->end - b->pos;
    if (!have) return low_readall(t, b);
    val first = bytes_new(t, b->buf + b->pos, (size_t)have);
    b->pos = b->end = 0;
    val rest = first ? low_readall(t, b) : 0;
    return rest == NONE ? first : rest ? rt_add(t, first, rest) : 0;
}

static val read_some(struct thread *t, struct buffered *b, int64_t n) {
    if (n <= b->end - b->pos) {
        val v = bytes_new(t, b->buf + b->pos, (size_t)n);
        if (v) b->pos += n;
        return v;
    }
    if (b->fill && buffered_flush(t, b) < 0) return 0;
    struct bytebuf out = {.t = t};
    while (out.n < n) {
        if (b->pos == b->end && n - out.n >= b->size) {
            int64_t step = n - out.n < (1 << 20) ? n - out.n : 1 << 20;
            if (!bytebuf_room(&out, step)) return 0;
            int64_t r = low_read(t, b, out.p + out.n, step);
            if (r == -1) return 0;
            if (r <= 0) break;
            out.n += r;
            continue;
        }
        int64_t have = buffered_fill(t, b);
        if (have < 0) return 0;
        if (have == 0) break;
        if (have > n - out.n) have = n - out.n;
        if (!bytebuf_room(&out, have)) return 0;
        out.n += take(b, out.p + out.n, have);
    }
    return bytebuf_finish(&out);
}

static val read_line(struct thread *t, struct buffered *b, int64_t limit) {
    struct bytebuf out = {.t = t};
    for (;;) {
        int64_t have = buffered_fill(t, b);
        if (have < 0) return 0;
        if (have == 0) break;
        if (limit >= 0 && have > limit - out.n) have = limit - out.n;
        const uint8_t *from = b->buf + b->pos, *nl = find_byte(from, from + have, '\n');
        int64_t n = nl ? nl - from + 1 : have;
        if (nl && out.n == 0) {
            val v = bytes_new(t, from, (size_t)n);
            if (v) b->pos += n;
            return v;
        }
        if (!bytebuf_put(&out, from, n)) return 0;
        b->pos += n;
        if (nl || (limit >= 0 && out.n >= limit)) break;
    }
    return bytebuf_finish(&out);
}

/* ---- position ---- */

int64_t buffered_tell(struct thread *t, struct buffered *b) {
    int64_t at = low_seek(t, b, 0, OS_SEEK_CUR);
    return at < 0 ? -1 : at - (b->end - b->pos) + b->fill;
}

int64_t buffered_seek(struct thread *t, struct buffered *b, int64_t offset, int whence) {
    if (b->fill && buffered_flush(t, b) < 0) return -1;
    if (whence == 1) offset -= b->end - b->pos;
    if (whence == 0 && b->end) {
        /* Inside what was read ahead: no system call needed but one for the position. */
        int64_t at = low_seek(t, b, 0, OS_SEEK_CUR);
        if (at < 0) return -1;
        if (offset >= at - b->end && offset <= at) {
            b->pos = b->end - (at - offset);
            return offset;
        }
    }
    int64_t r = low_seek(t, b, offset, whence);
    if (r >= 0) b->pos = b->end = 0;
    return r;
}

int64_t buffered_close(struct thread *t, struct buffered *b) {
    int64_t closed = buffered_closed(t, b);
    if (!b->raw || closed) return closed < 0 ? -1 : 0;
    val pending = buffered_flush(t, b) < 0 ? exc_take(t) : 0;
    b->fill = 0;
    bool native = is_native(b);
    if (native ? fileio_close(t, raw_of(b)) < 0 : !call_method0(t, b->raw, NAME(close))) {
        if (!pending) return -1;
        exc_take(t);
    }
    if (pending) raise_val(t, pending);
    return pending ? -1 : 0;
}

/* ---- methods ---- */

#define SELF AS(buffered, argv[0])

static bool reads(struct thread *t, struct buffered *b, const char *what) {
    if (attached(t, b) && type_of(val_of(b)) == &buffered_writer_type) {
        io_unsupported(t, "read");
        return false;
    }
    return usable(t, b, what);
}

static val m_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1)) return 0;
    if (!io_size_arg(t, argc - 1, argv + 1, &n)) return 0;
    if (n < -1) return raise(t, &exc_ValueError, "read length must be non-negative or -1");
    if (!reads(t, SELF, "read of")) return 0;
    if (is_native(SELF) && !raw_of(SELF)->readable) return io_unsupported(t, "File not open for reading");
    return n < 0 ? buffered_readall(t, SELF) : read_some(t, SELF, n);
}
static val m_read1(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read1", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n) ||
        !reads(t, SELF, "read of"))
        return 0;
    if (n < 0) n = SELF->size;
    if (n == 0) return bytes_new(t, "", 0);
    int64_t have = buffered_fill(t, SELF);
    if (have < 0) return 0;
    return read_some(t, SELF, n < have ? n : have);
}
static val m_peek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!ctor_args(t, "peek", argc - 1, kwnames, 0, 1) || !reads(t, SELF, "peek of")) return 0;
    int64_t have = buffered_fill(t, SELF);
    return have < 0 ? 0 : bytes_new(t, SELF->buf + SELF->pos, (size_t)have);
}
static bool writable_buffer(struct thread *t, const char *name, val into, struct buffer *buf) {
    if (type_of(into)->buffer && !buffer_get(t, into, buf)) return false;
    if (type_of(into)->buffer && !buf->readonly) return true;
    return raise(t, &exc_TypeError, "%s() argument must be read-write bytes-like object, not %B", name,
                 into) != 0;
}
static val m_readinto(struct thread *t, val self, val into) {
    struct buffered *b = AS(buffered, self);
    struct buffer buf;
    if (!reads(t, b, "readinto of") || !writable_buffer(t, "readinto", into, &buf)) return 0;
    int64_t n = 0;
    while (n < buf.n) {
        int64_t have = buffered_fill(t, b);
        if (have < 0) return 0;
        if (have == 0) break;
        n += take(b, buf.p + n, buf.n - n);
    }
    return val_small(n);
}
static val m_readinto1(struct thread *t, val self, val into) {
    struct buffered *b = AS(buffered, self);
    struct buffer buf;
    if (!reads(t, b, "readinto of") || !writable_buffer(t, "readinto1", into, &buf)) return 0;
    int64_t have = buf.n ? buffered_fill(t, b) : 0;
    if (have < 0) return 0;
    return val_small(take(b, buf.p, buf.n < have ? buf.n : have));
}
static val m_readline(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "readline", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n) ||
        !reads(t, SELF, "readline of"))
        return 0;
    return read_line(t, SELF, n);
}
static val m_write(struct thread *t, val self, val data) {
    struct buffered *b = AS(buffered, self);
    struct buffer buf;
    if (type_of(self) == &buffered_reader_type) return io_unsupported(t, "write");
    if (!attached(t, b) || !buffer_get(t, data, &buf) || !usable(t, b, "write to")) return 0;
    return buffered_write(t, b, buf.p, buf.n) < 0 ? 0 : val_small(buf.n);
}
static val m_flush(struct thread *t, val self) {
    struct buffered *b = AS(buffered, self);
    if (!attached(t, b)) return 0;
    int64_t closed = buffered_closed(t, b);
    if (closed < 0) return 0;
    if (closed)
        return raise(t, &exc_ValueError,
                     type_of(self) == &buffered_reader_type ? "I/O operation on closed file."
                                                            : "flush of closed file");
    if (b->end && type_of(self) == &buffered_random_type && drop_window(t, b) < 0) return 0;
    return buffered_flush(t, b) < 0 ? 0 : NONE;
}
static val m_seek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t offset, whence = 0;
    if (!ctor_args(t, "seek", argc - 1, kwnames, 1, 2) || (argc > 2 && !index_i64(t, argv[2], &whence)))
        return 0;
    if (whence < 0 || whence > 4) return raise(t, &exc_ValueError, "whence value %ld unsupported", whence);
    if (!usable(t, SELF, "seek of")) return 0;
    val seekable = call_method0(t, SELF->raw, NAME(seekable));
    if (seekable == FALSE) return io_unsupported(t, "File or stream is not seekable.");
    if (!seekable || !index_i64(t, argv[1], &offset)) return 0;
    int64_t r = buffered_seek(t, SELF, offset, (int)whence);
    return r < 0 ? 0 : val_small(r);
}
static bool raw_is_open(struct thread *t, struct buffered *b) {
    int64_t closed = buffered_closed(t, b);
    if (closed > 0) raise(t, &exc_ValueError, "I/O operation on closed file");
    return closed == 0;
}
static val m_tell(struct thread *t, val self) {
    struct buffered *b = AS(buffered, self);
    if (!attached(t, b)) return 0;
    if (!raw_is_open(t, b)) return 0;
    int64_t r = buffered_tell(t, b);
    return r < 0 ? 0 : val_small(r);
}
static val m_truncate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "truncate", argc - 1, kwnames, 0, 1) || !usable(t, SELF, "truncate of")) return 0;
    if (is_native(SELF) && !raw_of(SELF)->writable) return io_unsupported(t, "truncate");
    if (buffered_flush(t, SELF) < 0) return 0;
    if (argc > 1 && argv[1] != NONE) {
        if (!index_i64(t, argv[1], &n)) return 0;
    } else if ((n = buffered_tell(t, SELF)) < 0)
        return 0;
    if (!is_native(SELF)) {
        val at = int_from_i64(t, n);
        return at ? call_method1(t, SELF->raw, NAME(truncate), at) : 0;
    }
    int r = os_truncate((int)raw_of(SELF)->fd, n);
    return r < 0 ? raise_oserror(t, -r, 0) : val_small(n);
}
static val m_close(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) && buffered_close(t, AS(buffered, self)) == 0 ? NONE : 0;
}
static val m_detach(struct thread *t, val self) {
    struct buffered *b = AS(buffered, self);
    if (!attached(t, b) || buffered_flush(t, b) < 0) return 0;
    val raw = b->raw;
    if (!raw || (b->user && is_native(b)))
        return raise(t, &exc_RuntimeError, "reentrant call inside %R", self);
    if (is_native(b)) raw_of(b)->writer = 0;
    b->raw = 0;
    return raw;
}
#undef SELF
static val m_fileno(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) ? call_method0(t, AS(buffered, self)->raw, NAME(fileno)) : 0;
}
static val m_isatty(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) ? call_method0(t, AS(buffered, self)->raw, NAME(isatty)) : 0;
}
static val m_seekable(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) ? call_method0(t, AS(buffered, self)->raw, NAME(seekable)) : 0;
}
static val can(struct thread *t, val self, bool write) {
    struct buffered *b = AS(buffered, self);
    if (!attached(t, b)) return 0;
    if (!raw_is_open(t, b)) return 0;
    struct type *type = type_of(self);
    if (type == &buffered_reader_type && write) return FALSE;
    if (type == &buffered_writer_type && !write) return FALSE;
    if (!is_native(b)) return call_method0(t, b->raw, write ? NAME(writable) : NAME(readable));
    return val_bool(write ? raw_of(b)->writable : raw_of(b)->readable);
}
static val m_readable(struct thread *t, val self) {
    return can(t, self, false);
}
static val m_writable(struct thread *t, val self) {
    return can(t, self, true);
}
static val g_raw(struct thread *t, val self) {
    return (void)t, AS(buffered, self)->raw ? AS(buffered, self)->raw : NONE;
}
static val g_closed(struct thread *t, val self) {
    int64_t closed = buffered_closed(t, AS(buffered, self));
    return closed < 0 ? 0 : val_bool(closed);
}
static val g_name(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) ? obj_getattr(t, AS(buffered, self)->raw, NAME(name)) : 0;
}
static val g_mode(struct thread *t, val self) {
    return attached(t, AS(buffered, self)) ? obj_getattr(t, AS(buffered, self)->raw, NAME(mode)) : 0;
}

static val buffered_repr(struct thread *t, val self) {
    struct buffered *b = AS(buffered, self);
    if (!b->raw) return str_format(t, "<%T>", self);
    val name = is_native(b) ? raw_of(b)->name : obj_lookattr(t, b->raw, NAME(name));
    if (!name) return t->exc ? 0 : str_format(t, "<%T>", self);
    return str_format(t, "<%T name=%R>", self, name);
}

static bool raw_can(struct thread *t, val raw, val what, const char *if_not) {
    val yes = call_method0(t, raw, what);
    if (yes && yes != TRUE) io_unsupported(t, if_not);
    return yes == TRUE;
}

static val buffered_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[2] = {0, 0};
    if (!args_parse(t, cls->cname, "raw | buffer_size", argc, argv, kwnames, out)) return 0;
    int64_t size = IO_BUFFER;
    if (out[1] && !index_i64(t, out[1], &size)) return 0;
    if (size <= 0) return raise(t, &exc_ValueError, "buffer size must be strictly positive");
    if (size > (INT64_C(1) << 40)) return raise(t, &exc_MemoryError, "");
    bool random = type_is_subtype(cls, &buffered_random_type);
    bool reads = random || type_is_subtype(cls, &buffered_reader_type);
    if (!val_is_exact(out[0], &fileio_shape)) {
        if (!io_object_raws) return raise(t, &exc_TypeError, "%N() needs a FileIO, not '%T'", cls, out[0]);
        if (random && !raw_can(t, out[0], NAME(seekable), "File or stream is not seekable.")) return 0;
        if (reads && !raw_can(t, out[0], NAME(readable), "File or stream is not readable.")) return 0;
        if ((random || !reads) && !raw_can(t, out[0], NAME(writable), "File or stream is not writable."))
            return 0;
        return val_of(buffered_new(t, cls, out[0], size));
    }
    struct fileio *f = AS(fileio, out[0]);
    if (!f->readable && reads) return io_unsupported(t, "File or stream is not readable.");
    if (!f->writable && (random || !reads)) return io_unsupported(t, "File or stream is not writable.");
    return val_of(buffered_new(t, cls, out[0], size));
}

METHOD(buffered, read, m_read, -1, 0, 0);
METHOD(buffered, read1, m_read1, -1, 0, 0);
METHOD(buffered, peek, m_peek, -1, 0, 0);
METHOD(buffered, readinto, m_readinto, 2, 0, 0);
METHOD(buffered, readinto1, m_readinto1, 2, 0, 0);
METHOD(buffered, readline, m_readline, -1, 0, 0);
METHOD(buffered, write, m_write, 2, 0, 0);
METHOD(buffered, flush, m_flush, 1, 0, 0);
METHOD(buffered, seek, m_seek, -1, 0, 0);
METHOD(buffered, tell, m_tell, 1, 0, 0);
METHOD(buffered, truncate, m_truncate, -1, 0, 0);
METHOD(buffered, close, m_close, 1, 0, 0);
METHOD(buffered, detach, m_detach, 1, 0, 0);
METHOD(buffered, fileno, m_fileno, 1, 0, 0);
METHOD(buffered, isatty, m_isatty, 1, 0, 0);
METHOD(buffered, seekable, m_seekable, 1, 0, 0);
METHOD(buffered, readable, m_readable, 1, 0, 0);
METHOD(buffered, writable, m_writable, 1, 0, 0);
GETTER(buffered, raw, g_raw, 0);
GETTER(buffered, closed, g_closed, 0);
GETTER(buffered, name, g_name, 0);
GETTER(buffered, mode, g_mode, 0);

static void buffered_trace(struct gc_visitor *v, struct obj *o) {
    struct buffered *b = (struct buffered *)o;
    if (b->raw) gc_visit(v, b->raw);
    if (b->buf) gc_visit_storage(v, b->buf);
}

static val buffered_next(struct thread *t, val self) {
    struct buffered *b = AS(buffered, self);
    if (type_of(self)->flags & TYPE_HEAP) return io_next(t, self);
    if (!reads(t, b, "readline of")) return 0;
    val line = read_line(t, b, -1);
    return line && AS(bytes, line)->len ? line : 0;
}

#define BUFFERED(id, text)                                                                                   \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = text,                                                                                       \
        .base = &buffered_base_type,                                                                         \
        .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,                                                 \
        .size = sizeof(struct buffered),                                                                     \
        .attrs = offsetof(struct buffered, dict),                                                            \
        .gc_layout = GC_CUSTOM,                                                                              \
        .methods = __start_pymeth_buffered,                                                                  \
        .methods_end = __stop_pymeth_buffered,                                                               \
        .trace = buffered_trace,                                                                             \
        .new = buffered_make,                                                                                \
        .repr = buffered_repr,                                                                               \
        .next = buffered_next,                                                                               \
    };                                                                                                       \
    DEFINE_SHAPE(id)
BUFFERED(buffered_reader, "_io.BufferedReader");
BUFFERED(buffered_writer, "_io.BufferedWriter");
BUFFERED(buffered_random, "_io.BufferedRandom");
