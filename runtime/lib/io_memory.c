/* BytesIO and StringIO: files in memory. */
#include "runtime/lib/io.h"

METHOD_TABLE(bytesio);
METHOD_TABLE(stringio);

/* ---- BytesIO ---- */

static bool mem_open(struct thread *t, struct memfile *f) {
    if (f->closed) raise(t, &exc_ValueError, "I/O operation on closed file.");
    return !f->closed;
}

static bool mem_room(struct thread *t, struct memfile *f, int64_t n) {
    if (n <= f->cap) return true;
    if (n > (INT64_C(1) << 46)) return raise(t, &exc_MemoryError, ""), false;
    int64_t cap = f->cap ? f->cap : 128;
    while (cap < n) cap += cap >> 1;
    uint8_t *p = f->p ? gc_storage_grow(t, f->p, (size_t)f->cap, (size_t)cap, false)
                      : gc_storage(t, (size_t)cap, false);
    if (!p) return false;
    gc_note(&f->head);
    f->p = p;
    f->cap = cap;
    return true;
}

static bool mem_write(struct thread *t, struct memfile *f, const void *p, int64_t n) {
    if (n == 0) return true;
    if (f->pos > (INT64_C(1) << 46)) return raise(t, &exc_OverflowError, "new position too large"), false;
    if (!mem_room(t, f, f->pos + n)) return false;
    if (f->pos > f->n) memset(f->p + f->n, 0, (size_t)(f->pos - f->n));
    memcpy(f->p + f->pos, p, (size_t)n);
    f->pos += n;
    if (f->pos > f->n) f->n = f->pos;
    return true;
}

static val bytesio_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct memfile)));
}
static int64_t bytesio_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val out[1] = {0};
    struct memfile *f = AS(memfile, self);
    if (!args_parse(t, "BytesIO", "| initial_bytes", argc, argv, kwnames, out)) return -1;
    f->n = f->pos = 0;
    if (!out[0] || out[0] == NONE) return 0;
    struct buffer b;
    if (!buffer_get(t, out[0], &b) || !mem_write(t, f, b.p, b.n)) return -1;
    f->pos = 0;
    return 0;
}

static val mem_take(struct thread *t, struct memfile *f, int64_t n) {
    int64_t have = f->n > f->pos ? f->n - f->pos : 0;
    if (n < 0 || n > have) n = have;
    val v = bytes_new(t, n ? f->p + f->pos : (const uint8_t *)"", (size_t)n);
    if (v) f->pos += n;
    return v;
}
static val b_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n) ||
        !mem_open(t, AS(memfile, argv[0])))
        return 0;
    return mem_take(t, AS(memfile, argv[0]), n);
}
static int64_t line_length(const struct memfile *f, int64_t limit) {
    int64_t i = f->pos, end = limit >= 0 && limit < f->n - f->pos ? f->pos + limit : f->n;
    while (i < end && f->p[i] != '\n') i++;
    if (i < end) i++;
    return i > f->pos ? i - f->pos : 0;
}
static val b_readline(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "readline", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n) ||
        !mem_open(t, AS(memfile, argv[0])))
        return 0;
    return mem_take(t, AS(memfile, argv[0]), line_length(AS(memfile, argv[0]), n));
}
static val bytesio_next(struct thread *t, val self) {
    if (type_of(self)->flags & TYPE_HEAP) return io_next(t, self);
    struct memfile *f = AS(memfile, self);
    if (!mem_open(t, f)) return 0;
    int64_t n = line_length(f, -1);
    return n ? mem_take(t, f, n) : 0;
}
static val b_readinto(struct thread *t, val self, val into) {
    struct memfile *f = AS(memfile, self);
    struct buffer b;
    if (!mem_open(t, f) || (type_of(into)->buffer && !buffer_get(t, into, &b))) return 0;
    if (!type_of(into)->buffer || b.readonly)
        return raise(t, &exc_TypeError, "readinto() argument must be read-write bytes-like object, not %B",
                     into);
    int64_t n = f->n > f->pos ? f->n - f->pos : 0;
    if (n > b.n) n = b.n;
    if (n) memcpy(b.p, f->p + f->pos, (size_t)n);
    f->pos += n;
    return val_small(n);
}
/* BytesIO stops at the hint, the other files beyond it. */
static val b_readlines(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t hint;
    if (!ctor_args(t, "readlines", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &hint))
        return 0;
    return io_lines(t, argv[0], hint > 0 ? hint - 1 : -1);
}
static val b_write(struct thread *t, val self, val data) {
    struct buffer b;
    if (!mem_open(t, AS(memfile, self)) || !buffer_get(t, data, &b)) return 0;
    return mem_write(t, AS(memfile, self), b.p, b.n) ? val_small(b.n) : 0;
}
static val b_getvalue(struct thread *t, val self) {
    struct memfile *f = AS(memfile, self);
    return mem_open(t, f) ? bytes_new(t, f->n ? f->p : (const uint8_t *)"", (size_t)f->n) : 0;
}
static val b_seek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct memfile *f = AS(memfile, argv[0]);
    int64_t pos, whence = 0;
    if (!ctor_args(t, "seek", argc - 1, kwnames, 1, 2) || !index_i64(t, argv[1], &pos) ||
        (argc > 2 && !index_i64(t, argv[2], &whence)) || !mem_open(t, f))
        return 0;
    if (whence == 0 && pos < 0) return raise(t, &exc_ValueError, "negative seek value %ld", pos);
    if (whence < 0 || whence > 2)
        return raise(t, &exc_ValueError, "invalid whence (%ld, should be 0, 1 or 2)", whence);
    int64_t base = whence == 1 ? f->pos : whence == 2 ? f->n : 0;
    if (pos > INT64_MAX / 4 - base) return raise(t, &exc_OverflowError, "new position too large");
    f->pos = base + pos < 0 ? 0 : base + pos;
    return int_from_i64(t, f->pos);
}
static val b_tell(struct thread *t, val self) {
    return mem_open(t, AS(memfile, self)) ? int_from_i64(t, AS(memfile, self)->pos) : 0;
}
static val b_truncate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct memfile *f = AS(memfile, argv[0]);
    int64_t n = f->pos;
    if (!ctor_args(t, "truncate", argc - 1, kwnames, 0, 1) || !mem_open(t, f) ||
        (argc > 1 && argv[1] != NONE && !index_i64(t, argv[1], &n)))
        return 0;
    if (n < 0) return raise(t, &exc_ValueError, "negative size value %ld", n);
    if (n < f->n) f->n = n;
    return int_from_i64(t, n);
}
static val b_close(struct thread *t, val self) {
    (void)t;
    struct memfile *f = AS(memfile, self);
    f->closed = true;
    f->p = NULL;
    f->n = f->cap = f->pos = 0;
    return NONE;
}
static val b_yes(struct thread *t, val self) {
    return io_check_open(t, self) ? TRUE : 0;
}
static val b_no(struct thread *t, val self) {
    return io_check_open(t, self) ? FALSE : 0;
}
static val b_flush(struct thread *t, val self) {
    return io_check_open(t, self) ? NONE : 0;
}
/* A closed StringIO may be flushed: it has nothing to write. */
static val s_flush(struct thread *t, val self) {
    return (void)t, (void)self, NONE;
}
static val b_closed(struct thread *t, val self) {
    return (void)t, val_bool(AS(memfile, self)->closed);
}
static val b_getbuffer(struct thread *t, val self) {
    val v = b_getvalue(t, self);
    return v ? call1(t, val_of(&memoryview_type), v) : 0;
}

METHOD(bytesio, read, b_read, -1, 0, 0);
METHOD(bytesio, read1, b_read, -1, 0, 0);
METHOD(bytesio, readline, b_readline, -1, 0, 0);
METHOD(bytesio, readinto, b_readinto, 2, 0, 0);
METHOD(bytesio, readinto1, b_readinto, 2, 0, 0);
METHOD(bytesio, readlines, b_readlines, -1, 0, 0);
METHOD(bytesio, write, b_write, 2, 0, 0);
METHOD(bytesio, getvalue, b_getvalue, 1, 0, 0);
METHOD(bytesio, getbuffer, b_getbuffer, 1, 0, 0);
METHOD(bytesio, seek, b_seek, -1, 0, 0);
METHOD(bytesio, tell, b_tell, 1, 0, 0);
METHOD(bytesio, truncate, b_truncate, -1, 0, 0);
METHOD(bytesio, close, b_close, 1, 0, 0);
METHOD(bytesio, flush, b_flush, 1, 0, 0);
METHOD(bytesio, readable, b_yes, 1, 0, 0);
METHOD(bytesio, writable, b_yes, 1, 0, 0);
METHOD(bytesio, seekable, b_yes, 1, 0, 0);
METHOD(bytesio, isatty, b_no, 1, 0, 0);
GETTER(bytesio, closed, b_closed, 0);

static void bytesio_trace(struct gc_visitor *v, struct obj *o) {
    if (((struct memfile *)o)->p) gc_visit_storage(v, ((struct memfile *)o)->p);
}

struct type bytesio_type = {
    .head = TYPE_HEAD,
    .shape = &bytesio_shape,
    .cname = "_io.BytesIO",
    .base = &buffered_base_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct memfile),
    .attrs = offsetof(struct memfile, dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_bytesio,
    .methods_end = __stop_pymeth_bytesio,
    .trace = bytesio_trace,
    .new = bytesio_make,
    .init = bytesio_init,
    .next = bytesio_next,
};
DEFINE_SHAPE(bytesio);

/* ---- StringIO ---- */

static bool sio_open(struct thread *t, struct stringio *f) {
    if (f->closed) raise(t, &exc_ValueError, "I/O operation on closed file");
    return !f->closed;
}

static bool sio_room(struct thread *t, struct stringio *f, int64_t n) {
    if (n <= f->cap) return true;
    if (n > (INT64_C(1) << 44)) return raise(t, &exc_MemoryError, ""), false;
    int64_t cap = f->cap ? f->cap : 64;
    while (cap < n) cap += cap >> 1;
    uint32_t *p = f->p ? gc_storage_grow(t, f->p, (size_t)f->cap * 4, (size_t)cap * 4, false)
                       : gc_storage(t, (size_t)cap * 4, false);
    if (!p) return false;
    gc_note(&f->head);
    f->p = p;
    f->cap = cap;
    return true;
}

static bool sio_put(struct thread *t, struct stringio *f, uint32_t c) {
    if (!sio_room(t, f, f->pos + 1)) return false;
    while (f->n < f->pos) f->p[f->n++] = 0;
    f->p[f->pos++] = c;
    if (f->pos > f->n) f->n = f->pos;
    return true;
}

static bool sio_write(struct thread *t, struct stringio *f, val s) {
    const struct string *p = AS(string, s);
    int64_t n = p->len;
    if (n == 0) return true;
    if (!f->universal && f->newline == 0) {
        if (!sio_room(t, f, f->pos + n)) return false;
        while (f->n < f->pos) f->p[f->n++] = 0;
        if (str_width(p) == 1) {
            const uint8_t *d = str_data(p);
            for (int64_t i = 0; i < n; i++) f->p[f->pos + i] = d[i];
        } else
            for (int64_t i = 0; i < n; i++) f->p[f->pos + i] = str_at(p, i);
        f->pos += n;
        if (f->pos > f->n) f->n = f->pos;
        return true;
    }
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = str_at(p, i);
        if (f->universal && c == '\n') f->seen |= 1;
        if (f->universal && c == '\r') {
            bool pair = i + 1 < n && str_at(p, i + 1) == '\n';
            f->seen |= pair ? 4 : 2;
            if (f->translate) {
                c = '\n';
                i += pair;
            }
        }
        if (c == '\n' && f->newline) {
            for (int64_t k = 0; k < AS(string, f->newline)->len; k++)
                if (!sio_put(t, f, str_at(AS(string, f->newline), k))) return false;
            continue;
        }
        if (!sio_put(t, f, c)) return false;
    }
    return true;
}

static val sio_text(struct thread *t, const uint32_t *p, int64_t n) {
    uint32_t max = 0;
    for (int64_t i = 0; i < n; i++) max |= p[i];
    if (n == 0) return EMPTY_STR;
    if (max > 0x10ffff) max = 0x10ffff;
    if (max >= 0x100 && max < 0x10000 && max > 0xffff) max = 0xffff;
    struct strbuf b;
    if (max < 0x80) {
        val v = str_alloc(t, n, 0x7f);
        if (!v) return 0;
        uint8_t *d = (uint8_t *)(uintptr_t)str_data(AS(string, v));
        for (int64_t i = 0; i < n; i++) d[i] = (uint8_t)p[i];
        return v;
    }
    strbuf_init(&b, t);
    for (int64_t i = 0; i < n; i++)
        if (!strbuf_char(&b, p[i])) return 0;
    return strbuf_finish(&b);
}

static val stringio_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct stringio)));
}
static int64_t stringio_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val out[2] = {0, 0};
    struct stringio *f = AS(stringio, self);
    if (!args_parse(t, "StringIO", "| initial_value newline", argc, argv, kwnames, out)) return -1;
    if (out[0] && out[0] != NONE && !val_is_str(out[0]))
        return raise_i(t, &exc_TypeError, "initial_value must be str or None, not %T", out[0]);
    f->n = f->pos = 0;
    f->newline = 0;
    f->universal = f->translate = f->seen = f->closed = 0;
    if (out[1] == NONE)
        f->universal = f->translate = 1;
    else if (out[1]) {
        if (!val_is_str(out[1]))
            return raise_i(t, &exc_TypeError, "newline must be str or None, not %T", out[1]);
        int64_t n = AS(string, out[1])->len;
        uint32_t first = n ? str_at(AS(string, out[1]), 0) : 0;
        if (n > 2 || (n && first != '\r' && first != '\n') ||
            (n == 2 && (first != '\r' || str_at(AS(string, out[1]), 1) != '\n')))
            return raise_i(t, &exc_ValueError, "illegal newline value: %R", out[1]);
        f->universal = n == 0;
        if (first == '\r') gc_store(f, &f->newline, out[1]);
    }
    if (out[0] && out[0] != NONE && !sio_write(t, f, out[0])) return -1;
    f->pos = 0;
    return 0;
}

static val sio_take(struct thread *t, struct stringio *f, int64_t n) {
    int64_t have = f->n > f->pos ? f->n - f->pos : 0;
    if (n < 0 || n > have) n = have;
    val v = sio_text(t, f->p ? f->p + f->pos : NULL, n);
    if (v) f->pos += n;
    return v;
}
static int64_t sio_line(const struct stringio *f, int64_t limit) {
    int64_t i = f->pos, end = limit >= 0 && limit < f->n - f->pos ? f->pos + limit : f->n;
    for (; i < end; i++) {
        uint32_t c = f->p[i];
        if (c == '\n' && !(f->newline && !f->universal && AS(string, f->newline)->len == 1))
            return i + 1 - f->pos;
        if (c != '\r') continue;
        if (f->universal && !f->translate)
            return (i + 1 < end && f->p[i + 1] == '\n' ? i + 2 : i + 1) - f->pos;
        if (f->newline && AS(string, f->newline)->len == 1) return i + 1 - f->pos;
    }
    return i > f->pos ? i - f->pos : 0;
}
static val s_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1) || !sio_open(t, AS(stringio, argv[0])) ||
        !io_size_arg(t, argc - 1, argv + 1, &n))
        return 0;
    return sio_take(t, AS(stringio, argv[0]), n);
}
static val s_readline(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "readline", argc - 1, kwnames, 0, 1) || !sio_open(t, AS(stringio, argv[0])) ||
        !io_size_arg(t, argc - 1, argv + 1, &n))
        return 0;
    return sio_take(t, AS(stringio, argv[0]), sio_line(AS(stringio, argv[0]), n));
}
static val stringio_next(struct thread *t, val self) {
    if (type_of(self)->flags & TYPE_HEAP) return io_next(t, self);
    struct stringio *f = AS(stringio, self);
    if (!sio_open(t, f)) return 0;
    int64_t n = sio_line(f, -1);
    return n ? sio_take(t, f, n) : 0;
}
static val s_write(struct thread *t, val self, val s) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "string argument expected, got '%T'", s);
    if (!sio_open(t, AS(stringio, self))) return 0;
    return sio_write(t, AS(stringio, self), s) ? val_small(AS(string, s)->len) : 0;
}
static val s_getvalue(struct thread *t, val self) {
    struct stringio *f = AS(stringio, self);
    return sio_open(t, f) ? sio_text(t, f->p, f->n) : 0;
}
static val s_seek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct stringio *f = AS(stringio, argv[0]);
    int64_t pos, whence = 0;
    if (!ctor_args(t, "seek", argc - 1, kwnames, 1, 2) || !index_i64(t, argv[1], &pos) ||
        (argc > 2 && !index_i64(t, argv[2], &whence)) || !sio_open(t, f))
        return 0;
    if (whence < 0 || whence > 2)
        return raise(t, &exc_ValueError, "Invalid whence (%ld, should be 0, 1 or 2)", whence);
    if (whence == 0 && pos < 0) return raise(t, &exc_ValueError, "Negative seek position %ld", pos);
    if (whence && pos) return raise(t, &exc_OSError, "Can't do nonzero cur-relative seeks");
    f->pos = whence == 1 ? f->pos : whence == 2 ? f->n : pos;
    return int_from_i64(t, f->pos);
}
static val s_tell(struct thread *t, val self) {
    return sio_open(t, AS(stringio, self)) ? int_from_i64(t, AS(stringio, self)->pos) : 0;
}
static val s_truncate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct stringio *f = AS(stringio, argv[0]);
    int64_t n = f->pos;
    if (!ctor_args(t, "truncate", argc - 1, kwnames, 0, 1) || !sio_open(t, f) ||
        (argc > 1 && argv[1] != NONE && !index_i64(t, argv[1], &n)))
        return 0;
    if (n < 0) return raise(t, &exc_ValueError, "Negative size value %ld", n);
    if (n < f->n) f->n = n;
    return int_from_i64(t, n);
}
static val s_close(struct thread *t, val self) {
    (void)t;
    struct stringio *f = AS(stringio, self);
    f->closed = 1;
    f->p = NULL;
    f->n = f->cap = f->pos = 0;
    return NONE;
}
static val s_yes(struct thread *t, val self) {
    return sio_open(t, AS(stringio, self)) ? TRUE : 0;
}
static val s_closed(struct thread *t, val self) {
    return (void)t, val_bool(AS(stringio, self)->closed);
}
static val s_newlines(struct thread *t, val self) {
    return sio_open(t, AS(stringio, self)) ? io_newlines(t, AS(stringio, self)->seen) : 0;
}
static val s_none(struct thread *t, val self) {
    return (void)t, (void)self, NONE;
}
static val s_false(struct thread *t, val self) {
    return (void)t, (void)self, FALSE;
}

METHOD(stringio, read, s_read, -1, 0, 0);
METHOD(stringio, readline, s_readline, -1, 0, 0);
METHOD(stringio, write, s_write, 2, 0, 0);
METHOD(stringio, getvalue, s_getvalue, 1, 0, 0);
METHOD(stringio, seek, s_seek, -1, 0, 0);
METHOD(stringio, tell, s_tell, 1, 0, 0);
METHOD(stringio, truncate, s_truncate, -1, 0, 0);
METHOD(stringio, close, s_close, 1, 0, 0);
METHOD(stringio, flush, s_flush, 1, 0, 0);
METHOD(stringio, readable, s_yes, 1, 0, 0);
METHOD(stringio, writable, s_yes, 1, 0, 0);
METHOD(stringio, seekable, s_yes, 1, 0, 0);
GETTER(stringio, closed, s_closed, 0);
GETTER(stringio, newlines, s_newlines, 0);
GETTER(stringio, encoding, s_none, 0);
GETTER(stringio, errors, s_none, 0);
GETTER(stringio, line_buffering, s_false, 0);

static void stringio_trace(struct gc_visitor *v, struct obj *o) {
    struct stringio *f = (struct stringio *)o;
    if (f->p) gc_visit_storage(v, f->p);
    if (f->newline) gc_visit(v, f->newline);
}

struct type stringio_type = {
    .head = TYPE_HEAD,
    .shape = &stringio_shape,
    .cname = "_io.StringIO",
    .base = &text_base_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct stringio),
    .attrs = offsetof(struct stringio, dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_stringio,
    .methods_end = __stop_pymeth_stringio,
    .trace = stringio_trace,
    .new = stringio_make,
    .init = stringio_init,
    .next = stringio_next,
};
DEFINE_SHAPE(stringio);
