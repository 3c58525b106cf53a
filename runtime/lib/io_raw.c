/* FileIO: one descriptor. Interrupted calls poll for signals and go on; "no descriptors left" collects once
 * and tries again, because files nobody holds any more keep theirs until they are collected. */
#include "runtime/lib/io.h"
#include "runtime/state.h"

METHOD_TABLE(fileio);

static struct fileio *open_writers; /* intrusive list; not a root: see io.h */

void fileio_list(struct fileio *f) {
    if (f->listed) return;
    f->listed = 1;
    f->next = open_writers;
    f->prev = NULL;
    if (open_writers) open_writers->prev = f;
    open_writers = f;
}

static void unlist(struct fileio *f) {
    if (!f->listed) return;
    f->listed = 0;
    if (f->prev)
        f->prev->next = f->next;
    else
        open_writers = f->next;
    if (f->next) f->next->prev = f->prev;
}

void io_flush_all(struct thread *t) {
    for (struct fileio *f = open_writers, *next; f; f = next) {
        next = f->next;
        struct buffered *b = AS(buffered, f->writer);
        if (!b || !b->fill) continue;
        val pending = t->exc ? exc_take(t) : 0;
        if (buffered_flush(t, b) < 0) exc_take(t);
        if (pending) t->exc = pending;
    }
}

/* ---- moving bytes ---- */

static bool interrupted(struct thread *t, int64_t r) {
    return r == -OS_EINTR && rt_poll(t) >= 0;
}

/* Why nothing was read or written: -2 when it would have to wait, else -1 raised. */
static int64_t no_transfer(struct thread *t, int64_t r) {
    if (t->exc) return -1;
    if (r == -OS_EAGAIN) return -2;
    raise_oserror(t, (int)-r, 0);
    return -1;
}

int64_t raw_read(struct thread *t, struct fileio *f, void *p, int64_t n) {
    int64_t r;
    do {
        r = BLOCKING(t, os_read((int)f->fd, p, (size_t)n));
        if (r >= 0) return r;
    } while (interrupted(t, r));
    return no_transfer(t, r);
}

int64_t raw_write(struct thread *t, struct fileio *f, const void *p, int64_t n) {
    int64_t r;
    do {
        r = BLOCKING(t, os_write((int)f->fd, p, (size_t)n));
        if (r >= 0) return r;
    } while (interrupted(t, r));
    return no_transfer(t, r);
}

int64_t raw_seek(struct thread *t, struct fileio *f, int64_t offset, int whence) {
    int64_t r = os_seek((int)f->fd, offset, whence);
    if (r >= 0) return r;
    raise_oserror(t, (int)-r, 0);
    return -1;
}

/* ---- opening ---- */

static bool parse_mode(struct thread *t, struct fileio *f, const char *mode, int *flags) {
    bool plus = false, some = false;
    *flags = 0;
    for (const char *m = mode; *m; m++) {
        if (*m == 'b') continue;
        if (*m == '+' ? plus : some) goto bad;
        if (*m == '+') {
            plus = true;
            continue;
        }
        some = true;
        if (*m == 'r')
            f->readable = 1;
        else
            f->writable = 1;
        if (*m == 'w') *flags |= OS_O_CREAT | OS_O_TRUNC;
        if (*m == 'x') *flags |= OS_O_CREAT | OS_O_EXCL, f->created = 1;
        if (*m == 'a') *flags |= OS_O_CREAT | OS_O_APPEND, f->appending = 1;
    }
    if (!some) goto bad;
    if (plus) f->readable = f->writable = 1;
    *flags |= f->readable && f->writable ? OS_O_RDWR : f->writable ? OS_O_WRONLY : OS_O_RDONLY;
    return true;
bad:
    raise(t, &exc_ValueError, "Must have exactly one of create/read/write/append mode and at most one plus");
    return false;
}

static int64_t open_path(struct thread *t, val name, const char *path, int flags) {
    for (int round = 0;; round++) {
        int64_t fd = BLOCKING(t, os_open(path, flags, 0666));
        if (fd >= 0) return fd;
        if (fd == -OS_EINTR) {
            if (rt_poll(t) < 0) return -1;
            round--;
        } else if ((fd == -OS_EMFILE || fd == -OS_ENFILE) && round == 0) {
            gc_release(t);
        } else {
            raise_oserror(t, (int)-fd, name);
            return -1;
        }
    }
}

static int64_t open_with(struct thread *t, val opener, val name, int flags) {
    val fd = call2(t, opener, name, val_small(flags | OS_O_CLOEXEC));
    int64_t n;
    if (!fd) return -1;
    if (!val_is_int(fd)) return raise_i(t, &exc_TypeError, "expected integer from opener");
    if (!index_i64(t, fd, &n)) return -1;
    if (n < 0) return raise_i(t, &exc_ValueError, "opener returned %ld", n);
    return n;
}

struct fileio *fileio_open(struct thread *t, struct type *cls, val name, const char *mode, bool closefd,
                           val opener) {
    struct fileio *f = gc_new(t, cls, sizeof *f);
    if (!f) return NULL;
    f->fd = -1;
    f->name = name;
    f->seekable = -1;
    f->closefd = closefd;
    int flags, fd = -1;
    if (!parse_mode(t, f, mode, &flags)) return NULL;
    if (val_is_int(name)) {
        int64_t n;
        if (!index_i64(t, name, &n)) return NULL;
        if (n < 0) return raise(t, &exc_ValueError, "negative file descriptor"), NULL;
        fd = (int)n;
    } else {
        if (!closefd) return raise(t, &exc_ValueError, "Cannot use closefd=False with file name"), NULL;
        const char *path = path_arg(t, name, NULL, false, NULL);
        if (!path) return NULL;
        io_flush_all(t);
        int64_t r =
            opener && opener != NONE ? open_with(t, opener, name, flags) : open_path(t, name, path, flags);
        if (r < 0) return NULL;
        fd = (int)r;
    }
    struct os_stat st;
    int r = os_fstat(fd, &st);
    if (r < 0 || (st.mode & OS_S_IFMT) == OS_S_IFDIR) {
        if (!val_is_int(name)) os_close(fd);
        raise_oserror(t, r < 0 ? -r : OS_EISDIR, r < 0 && val_is_int(name) ? 0 : name);
        return NULL;
    }
    f->fd = fd;
    if (f->appending) os_seek(fd, 0, OS_SEEK_END);
    return f;
}

int64_t fileio_close(struct thread *t, struct fileio *f) {
    unlist(f);
    int fd = (int)f->fd;
    f->fd = -1;
    if (fd < 0 || !f->closefd) return 0;
    int r = os_close(fd);
    if (r >= 0 || r == -OS_EINTR) return 0;
    raise_oserror(t, -r, 0);
    return -1;
}

/* Nobody holds the file any more: its bytes are written, its descriptor given back. */
static void fileio_finalize(struct thread *t, struct obj *o) {
    struct fileio *f = (struct fileio *)o;
    if (f->fd < 0) return unlist(f);
    /* Standard streams are flushed at exit by the runtime, which reports what goes wrong. */
    if (!f->closefd && f->fd <= 2) return;
    if (f->writer && AS(buffered, f->writer)->fill && buffered_flush(t, AS(buffered, f->writer)) < 0)
        exc_take(t);
    if (fileio_close(t, f) < 0) exc_take(t);
}

/* ---- methods ---- */

static bool open_or_raise(struct thread *t, struct fileio *f) {
    if (f->fd >= 0) return true;
    raise(t, &exc_ValueError, "I/O operation on closed file");
    return false;
}
static bool can_read(struct thread *t, struct fileio *f) {
    if (!open_or_raise(t, f)) return false;
    if (!f->readable) io_unsupported(t, "File not open for reading");
    return f->readable;
}
static bool can_write(struct thread *t, struct fileio *f) {
    if (!open_or_raise(t, f)) return false;
    if (!f->writable) io_unsupported(t, "File not open for writing");
    return f->writable;
}

/* What is left, of unknown length: 0 raised; None when a descriptor that would block gives nothing. */
static val read_growing(struct thread *t, struct fileio *f, const void *first, int64_t n) {
    struct bytebuf b = {.t = t};
    if (!bytebuf_put(&b, first, n)) return 0;
    for (;;) {
        if (!bytebuf_room(&b, b.n < IO_BUFFER ? IO_BUFFER : 1)) return 0;
        int64_t r = raw_read(t, f, b.p + b.n, b.cap - b.n);
        if (r == -1) return 0;
        if (r == -2 && b.n == 0) return NONE;
        if (r <= 0) return bytebuf_finish(&b);
        b.n += r;
    }
}

/* A regular file says how much is left: it is read into the result, with one byte of room that shows the end.
 */
val fileio_readall(struct thread *t, struct fileio *f) {
    struct os_stat st;
    int64_t at = os_seek((int)f->fd, 0, OS_SEEK_CUR), n = 0;
    if (at < 0 || os_fstat((int)f->fd, &st) < 0 || (int64_t)st.size <= at) return read_growing(t, f, "", 0);
    int64_t want = (int64_t)st.size - at + 1;
    val v = bytes_new(t, NULL, (size_t)want);
    if (!v) return 0;
    while (n < want) {
        int64_t r = raw_read(t, f, AS(bytes, v)->data + n, want - n);
        if (r == -1) return 0;
        if (r <= 0) {
            AS(bytes, v)->len = n;
            return v;
        }
        n += r;
    }
    return read_growing(t, f, AS(bytes, v)->data, n);
}

static val fileio_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct fileio *f = AS(fileio, argv[0]);
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1) || !can_read(t, f) ||
        !io_size_arg(t, argc - 1, argv + 1, &n))
        return 0;
    if (n < 0) return fileio_readall(t, f);
    struct bytebuf b = {.t = t};
    if (!bytebuf_room(&b, n ? n : 1)) return 0;
    int64_t r = raw_read(t, f, b.p, n);
    if (r < 0) return r == -2 ? NONE : 0;
    b.n = r;
    return bytebuf_finish(&b);
}
static val fileio_readall_method(struct thread *t, val self) {
    return can_read(t, AS(fileio, self)) ? fileio_readall(t, AS(fileio, self)) : 0;
}
static val fileio_readinto(struct thread *t, val self, val into) {
    struct buffer buf;
    if (!can_read(t, AS(fileio, self)) || !buffer_get(t, into, &buf)) return 0;
    if (buf.readonly)
        return raise(t, &exc_TypeError, "readinto() argument must be read-write bytes-like object, not %T",
                     into);
    int64_t r = raw_read(t, AS(fileio, self), buf.p, buf.n);
    return r == -1 ? 0 : r == -2 ? NONE : val_small(r);
}
static val fileio_write(struct thread *t, val self, val data) {
    struct buffer buf;
    if (!can_write(t, AS(fileio, self)) || !buffer_get(t, data, &buf)) return 0;
    int64_t r = raw_write(t, AS(fileio, self), buf.p, buf.n);
    return r == -1 ? 0 : r == -2 ? NONE : val_small(r);
}
static val fileio_seek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t offset, whence = 0;
    if (!ctor_args(t, "seek", argc - 1, kwnames, 1, 2) || !open_or_raise(t, AS(fileio, argv[0])) ||
        !index_i64(t, argv[1], &offset) || (argc > 2 && !index_i64(t, argv[2], &whence)))
        return 0;
    int64_t r = raw_seek(t, AS(fileio, argv[0]), offset, (int)whence);
    return r < 0 ? 0 : val_small(r);
}
static val fileio_tell(struct thread *t, val self) {
    if (!open_or_raise(t, AS(fileio, self))) return 0;
    int64_t r = raw_seek(t, AS(fileio, self), 0, OS_SEEK_CUR);
    return r < 0 ? 0 : val_small(r);
}
static val fileio_truncate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct fileio *f = AS(fileio, argv[0]);
    int64_t n;
    if (!ctor_args(t, "truncate", argc - 1, kwnames, 0, 1) || !can_write(t, f)) return 0;
    if (argc > 1 && argv[1] != NONE) {
        if (!index_i64(t, argv[1], &n)) return 0;
    } else if ((n = raw_seek(t, f, 0, OS_SEEK_CUR)) < 0)
        return 0;
    int r = os_truncate((int)f->fd, n);
    return r < 0 ? raise_oserror(t, -r, 0) : val_small(n);
}
static val fileio_close_method(struct thread *t, val self) {
    return fileio_close(t, AS(fileio, self)) < 0 ? 0 : NONE;
}
static val fileio_flush(struct thread *t, val self) {
    return io_check_open(t, self) ? NONE : 0;
}
static val fileio_fileno(struct thread *t, val self) {
    return open_or_raise(t, AS(fileio, self)) ? val_small(AS(fileio, self)->fd) : 0;
}
static val fileio_isatty(struct thread *t, val self) {
    return open_or_raise(t, AS(fileio, self)) ? val_bool(os_isatty((int)AS(fileio, self)->fd)) : 0;
}
static val fileio_readable(struct thread *t, val self) {
    return open_or_raise(t, AS(fileio, self)) ? val_bool(AS(fileio, self)->readable) : 0;
}
static val fileio_writable(struct thread *t, val self) {
    return open_or_raise(t, AS(fileio, self)) ? val_bool(AS(fileio, self)->writable) : 0;
}
static val fileio_seekable(struct thread *t, val self) {
    struct fileio *f = AS(fileio, self);
    if (!open_or_raise(t, f)) return 0;
    if (f->seekable < 0) f->seekable = os_seek((int)f->fd, 0, OS_SEEK_CUR) >= 0;
    return val_bool(f->seekable);
}
static const char *mode_text(const struct fileio *f) {
    if (f->created) return f->readable ? "xb+" : "xb";
    if (f->appending) return f->readable ? "ab+" : "ab";
    if (f->readable) return f->writable ? "rb+" : "rb";
    return "wb";
}
static val fileio_mode(struct thread *t, val self) {
    return str_ascii(t, mode_text(AS(fileio, self)));
}
static val fileio_name(struct thread *t, val self) {
    return (void)t, AS(fileio, self)->name;
}
static int64_t fileio_set_name(struct thread *t, val self, val name) {
    (void)t;
    gc_store(AS(fileio, self), &AS(fileio, self)->name, name);
    return 0;
}
static val fileio_closefd(struct thread *t, val self) {
    return (void)t, val_bool(AS(fileio, self)->closefd);
}
static val fileio_closed(struct thread *t, val self) {
    return (void)t, val_bool(AS(fileio, self)->fd < 0);
}

static val fileio_repr(struct thread *t, val self) {
    struct fileio *f = AS(fileio, self);
    if (f->fd < 0) return str_ascii(t, "<_io.FileIO [closed]>");
    return str_format(t, "<_io.FileIO name=%R mode='%s' closefd=%s>", f->name, mode_text(f),
                      f->closefd ? "True" : "False");
}

static val fileio_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[4] = {0, 0, 0, 0};
    if (!args_parse(t, "FileIO", "file | mode closefd opener", argc, argv, kwnames, out)) return 0;
    size_t n;
    const char *mode = out[1] ? str_to_utf8(t, out[1], &n, true) : "r";
    int64_t closefd = out[2] ? obj_truth(t, out[2]) : 1;
    if (!mode || closefd < 0) return 0;
    for (const char *m = mode; *m; m++)
        if (!(*m == 'r' || *m == 'w' || *m == 'a' || *m == 'x' || *m == 'b' || *m == '+'))
            return raise(t, &exc_ValueError, "invalid mode: %s", mode);
    return val_of(fileio_open(t, cls, out[0], mode, closefd, out[3]));
}

METHOD(fileio, read, fileio_read, -1, 0, 0);
METHOD(fileio, readall, fileio_readall_method, 1, 0, 0);
METHOD(fileio, readinto, fileio_readinto, 2, 0, 0);
METHOD(fileio, write, fileio_write, 2, 0, 0);
METHOD(fileio, seek, fileio_seek, -1, 0, 0);
METHOD(fileio, tell, fileio_tell, 1, 0, 0);
METHOD(fileio, truncate, fileio_truncate, -1, 0, 0);
METHOD(fileio, close, fileio_close_method, 1, 0, 0);
METHOD(fileio, flush, fileio_flush, 1, 0, 0);
METHOD(fileio, fileno, fileio_fileno, 1, 0, 0);
METHOD(fileio, isatty, fileio_isatty, 1, 0, 0);
METHOD(fileio, readable, fileio_readable, 1, 0, 0);
METHOD(fileio, writable, fileio_writable, 1, 0, 0);
METHOD(fileio, seekable, fileio_seekable, 1, 0, 0);
GETTER(fileio, mode, fileio_mode, 0);
GETTER(fileio, name, fileio_name, fileio_set_name);
GETTER(fileio, closefd, fileio_closefd, 0);
GETTER(fileio, closed, fileio_closed, 0);

static void fileio_trace(struct gc_visitor *v, struct obj *o) {
    trace_ref2(v, o);
}

struct type fileio_type = {
    .head = TYPE_HEAD,
    .shape = &fileio_shape,
    .cname = "_io.FileIO",
    .base = &raw_base_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct fileio),
    .attrs = offsetof(struct fileio, dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_fileio,
    .methods_end = __stop_pymeth_fileio,
    .trace = fileio_trace,
    .finalize = fileio_finalize,
    .new = fileio_make,
    .repr = fileio_repr,
};
DEFINE_SHAPE(fileio);
