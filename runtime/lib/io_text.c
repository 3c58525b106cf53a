/* TextIOWrapper: decoding by chunks of the byte buffer's window, as CPython does, so that decoding errors
 * come at the same moment; encoding straight into the byte buffer. */
#include "runtime/lib/io.h"

METHOD_TABLE(textio);

/* ---- making one ---- */

static bool name_is(const char *name, const char *want) {
    for (; *name; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z') c += 32;
        if (c == '-' || c == '_' || c == ' ') continue;
        if (c != *want++) return false;
    }
    return !*want;
}

enum text_encoding text_encoding_kind(const char *name) {
    if (name_is(name, "utf8") || name_is(name, "u8")) return ENC_UTF8;
    if (name_is(name, "ascii") || name_is(name, "usascii") || name_is(name, "646")) return ENC_ASCII;
    if (name_is(name, "latin1") || name_is(name, "iso88591") || name_is(name, "l1") ||
        name_is(name, "latin") || name_is(name, "8859") || name_is(name, "cp819"))
        return ENC_LATIN1;
    return ENC_OTHER;
}

static const char *z(struct thread *t, val s) {
    size_t n;
    return str_to_utf8(t, s, &n, true);
}

static bool set_encoding(struct thread *t, struct textio *x, val encoding, val errors) {
    const char *name = z(t, encoding);
    if (!name) return false;
    x->kind = text_encoding_kind(name);
    x->mark = name_is(name, "utf16") || name_is(name, "u16")   ? MARK_UTF16
              : name_is(name, "utf32") || name_is(name, "u32") ? MARK_UTF32
              : name_is(name, "utf8sig")                       ? MARK_UTF8
                                                               : MARK_NONE;
    if (x->kind == ENC_OTHER && !str_encode(t, EMPTY_STR, name, "strict")) return false;
    gc_note(&x->head);
    x->encoding = encoding;
    x->errors = errors;
    return true;
}

static bool set_newline(struct thread *t, struct textio *x, val newline) {
    if (newline != NONE) {
        if (!val_is_str(newline))
            return raise(t, &exc_TypeError, "newline must be str or None, not %T", newline), false;
        const char *p = z(t, newline);
        if (!p) return false;
        if (*p && !(p[0] == '\n' && !p[1]) && !(p[0] == '\r' && (!p[1] || (p[1] == '\n' && !p[2]))))
            return raise(t, &exc_ValueError, "illegal newline value: %s", p), false;
    }
    gc_store(x, &x->newline, newline);
    x->translate = newline == NONE;
    x->universal = newline == NONE || AS(string, newline)->len == 0;
    return true;
}

static int64_t ask(struct thread *t, val buffer, val name) {
    if (is_buffered(buffer) && type_of(buffer)->flags & TYPE_IMMUTABLE && AS(buffered, buffer)->raw &&
        val_is_exact(AS(buffered, buffer)->raw, &fileio_shape)) {
        struct type *type = type_of(buffer);
        struct fileio *f = AS(fileio, AS(buffered, buffer)->raw);
        if (name == NAME(readable)) return type != &buffered_writer_type && f->readable;
        return type != &buffered_reader_type && f->writable;
    }
    val v = call_method0(t, buffer, name);
    return v ? obj_truth(t, v) : -1;
}

/* A file that does not begin here (opened for appending, a pipe) gets no byte order mark. */
static bool look_for_start(struct thread *t, struct textio *x) {
    val seekable = call_method0(t, x->buffer, NAME(seekable));
    int64_t yes = seekable ? obj_truth(t, seekable) : -1, pos;
    if (yes == 0) x->marked = x->mark != MARK_UTF8;
    if (yes <= 0) return yes == 0;
    val at = call_method0(t, x->buffer, NAME(tell));
    if (!at || !index_i64(t, at, &pos)) return false;
    x->marked = pos != 0;
    return true;
}

struct textio *textio_new(struct thread *t, struct type *cls, val buffer, val encoding, val errors,
                          val newline, bool line_buffering, bool write_through) {
    struct textio *x = gc_new(t, cls, sizeof *x);
    if (!x) return NULL;
    x->newline = NONE;
    x->buffer = buffer;
    x->line_buffering = line_buffering;
    x->write_through = write_through;
    x->telling = 1;
    if (!set_newline(t, x, newline) || !set_encoding(t, x, encoding, errors)) return NULL;
    int64_t r = ask(t, buffer, NAME(readable)), w = r < 0 ? -1 : ask(t, buffer, NAME(writable));
    if (w < 0) return NULL;
    x->can_read = r;
    x->can_write = w;
    if (w && x->mark && !look_for_start(t, x)) return NULL;
    return x;
}

static bool ready(struct thread *t, struct textio *x) {
    if (unlikely(!x->buffer)) return raise(t, &exc_ValueError, "underlying buffer has been detached"), false;
    return io_check_open(t, x->buffer);
}

/* ---- writing ---- */

static bool has_char(val s, uint32_t c) {
    const struct string *p = AS(string, s);
    if (str_width(p) == 1) {
        const uint8_t *d = str_data(p);
        return find_byte(d, d + p->len, (uint8_t)c) != NULL;
    }
    for (int64_t i = 0; i < p->len; i++)
        if (str_at(p, i) == c) return true;
    return false;
}

static int64_t write_bytes(struct thread *t, struct textio *x, const void *p, int64_t n) {
    if (is_buffered(x->buffer)) return buffered_write(t, AS(buffered, x->buffer), p, n);
    if (val_is_exact(x->buffer, &fileio_shape)) {
        for (const uint8_t *q = p; n;) {
            int64_t r = raw_write(t, AS(fileio, x->buffer), q, n);
            if (r < 0) return -1;
            q += r;
            n -= r;
        }
        return 0;
    }
    val data = bytes_new(t, p, (size_t)n);
    return data && call_method1(t, x->buffer, NAME(write), data) ? 0 : -1;
}

/* "\n" becomes what newline= said. */
static val translate_out(struct thread *t, struct textio *x, val s) {
    if (x->newline == NONE || AS(string, x->newline)->len == 0 || str_at(AS(string, x->newline), 0) == '\n')
        return s;
    if (!has_char(s, '\n')) return s;
    struct strbuf b;
    strbuf_init(&b, t);
    const struct string *p = AS(string, s);
    for (int64_t i = 0; i < p->len; i++) {
        uint32_t c = str_at(p, i);
        if (!(c == '\n' ? strbuf_put(&b, x->newline) : strbuf_char(&b, c))) return 0;
    }
    return strbuf_finish(&b);
}

int64_t textio_write(struct thread *t, struct textio *x, val s) {
    if (!ready(t, x)) return -1;
    if (unlikely(!x->can_write)) return io_unsupported(t, "not writable"), -1;
    bool flush = x->line_buffering && (has_char(s, '\n') || has_char(s, '\r'));
    s = translate_out(t, x, s);
    if (!s) return -1;
    const struct string *p = AS(string, s);
    int64_t r;
    if (likely(p->head.aux & STR_ASCII && x->kind != ENC_OTHER))
        r = write_bytes(t, x, str_data(p), p->len);
    else {
        static const char *const unmarked[] = {NULL, "utf-16-le", "utf-32-le", "utf-8"};
        const char *encoding = x->marked && x->mark ? unmarked[x->mark] : z(t, x->encoding),
                   *errors = z(t, x->errors);
        val data = encoding && errors ? str_encode(t, s, encoding, errors) : 0;
        if (p->len) x->marked = 1;
        r = data ? write_bytes(t, x, AS(bytes, data)->data, AS(bytes, data)->len) : -1;
    }
    if (r < 0) return -1;
    x->decoded = x->chunk = x->tail = 0;
    x->pending_cr = 0;
    return flush || (x->write_through && is_buffered(x->buffer)) ? io_flush(t, x->buffer) : 0;
}

int64_t io_write_text(struct thread *t, val file, val s) {
    if (likely(val_is_exact(file, &textio_shape))) return textio_write(t, AS(textio, file), s);
    return call_method1(t, file, NAME(write), s) ? 0 : -1;
}

/* ---- decoding ---- */

/* Bytes at the end that begin a character which is not complete. */
static int64_t incomplete(const struct textio *x, const uint8_t *p, int64_t n) {
    if (x->kind != ENC_UTF8) return 0;
    for (int64_t k = 1; k <= 3 && k <= n; k++) {
        uint8_t c = p[n - k];
        if (c < 0x80) return 0;
        if (c < 0xc0) continue;
        int64_t need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
        return need > k ? k : 0;
    }
    return 0;
}

val io_universal(struct thread *t, val s, bool translate, bool final, uint8_t *pending_cr, uint8_t *seen) {
    if (*pending_cr) {
        val cr = str_char(t, '\r');
        if (!cr || !(s = str_concat(t, cr, s))) return 0;
        *pending_cr = 0;
    }
    const struct string *p = AS(string, s);
    if (!has_char(s, '\r')) {
        if (!(*seen & 1) && has_char(s, '\n')) *seen |= 1;
        return s;
    }
    int64_t n = p->len;
    if (!final && str_at(p, n - 1) == '\r') {
        n--;
        *pending_cr = 1;
    }
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = str_at(p, i);
        if (c == '\n') *seen |= 1;
        if (c == '\r') {
            bool pair = i + 1 < n && str_at(p, i + 1) == '\n';
            *seen |= pair ? 4 : 2;
            if (pair && !translate && !strbuf_char(&b, c)) return 0;
            if (pair) i++, c = '\n';
            if (translate) c = '\n';
        }
        if (!strbuf_char(&b, c)) return 0;
    }
    return strbuf_finish(&b);
}

static val translate_in(struct thread *t, struct textio *x, val s, bool final) {
    return x->universal ? io_universal(t, s, x->translate, final, &x->pending_cr, &x->seen) : s;
}

static val decode(struct thread *t, struct textio *x, const uint8_t *p, int64_t n, bool final) {
    val joined = 0;
    if (x->tail) {
        struct bytebuf b = {.t = t};
        if (!bytebuf_put(&b, AS(bytes, x->tail)->data, AS(bytes, x->tail)->len) || !bytebuf_put(&b, p, n))
            return 0;
        if (!(joined = bytebuf_finish(&b))) return 0;
        p = AS(bytes, joined)->data;
        n = AS(bytes, joined)->len;
        x->tail = 0;
    }
    int64_t rest = final ? 0 : incomplete(x, p, n);
    const char *encoding = z(t, x->encoding), *errors = z(t, x->errors);
    if (!encoding || !errors) return 0;
    val s = str_decode(t, p, (size_t)(n - rest), encoding, errors);
    if (!s) return 0;
    if (rest) {
        val tail = bytes_new(t, p + n - rest, (size_t)rest);
        if (!tail) return 0;
        gc_store(x, &x->tail, tail);
    }
    int64_t before = AS(string, s)->len;
    val text = translate_in(t, x, s, final);
    if (!text) return 0;
    x->chunk = 0;
    if (x->kind != ENC_OTHER && AS(string, text)->len != before) {
        val chunk = bytes_new(t, p, (size_t)(n - rest));
        if (!chunk) return 0;
        gc_store(x, &x->chunk, chunk);
    }
    return text;
}

static val read_everything(struct thread *t, struct textio *x) {
    if (is_buffered(x->buffer)) return buffered_readall(t, AS(buffered, x->buffer));
    return call_method0(t, x->buffer, NAME(read));
}

/* The next piece of text into x->decoded: 1, 0 at the end, -1 raised. */
static int64_t read_chunk(struct thread *t, struct textio *x) {
    for (;;) {
        val text;
        bool end;
        if (x->kind == ENC_OTHER) {
            val data = read_everything(t, x);
            if (!data) return -1;
            end = data == NONE || AS(bytes, data)->len == 0;
            text = end ? EMPTY_STR : decode(t, x, AS(bytes, data)->data, AS(bytes, data)->len, true);
        } else if (is_buffered(x->buffer)) {
            struct buffered *b = AS(buffered, x->buffer);
            int64_t have = buffered_fill(t, b);
            if (have < 0) return -1;
            end = have == 0;
            if (end && !x->tail && !x->pending_cr) return 0;
            const uint8_t *from = end ? (const uint8_t *)"" : b->buf + b->pos;
            b->pos = b->end;
            text = decode(t, x, from, have, end);
        } else {
            struct buffer view;
            bool raw = val_is_exact(x->buffer, &fileio_shape);
            val data = call_method1(t, x->buffer, raw ? NAME(read) : NAME(read1), val_small(IO_BUFFER));
            if (!data) return -1;
            if (!buffer_get(t, data, &view)) return -1;
            end = view.n == 0;
            if (end && !x->tail && !x->pending_cr) return 0;
            text = decode(t, x, view.p, view.n, end);
        }
        if (!text) return -1;
        gc_store(x, &x->decoded, text);
        x->used = 0;
        if (AS(string, text)->len) return 1;
        if (end) return 0;
    }
}

static bool readable(struct thread *t, struct textio *x) {
    if (!ready(t, x)) return false;
    if (!x->can_read) io_unsupported(t, "not readable");
    if (!x->can_read) return false;
    return !x->can_write || !is_buffered(x->buffer) || !AS(buffered, x->buffer)->fill ||
           buffered_flush(t, AS(buffered, x->buffer)) == 0;
}

static int64_t left(const struct textio *x) {
    return x->decoded ? AS(string, x->decoded)->len - x->used : 0;
}

/* Hands out n code points of the decoded text. */
static val take(struct thread *t, struct textio *x, int64_t n) {
    val s = str_slice(t, x->decoded, x->used, x->used + n);
    if (s) x->used += n;
    return s;
}

static val read_all(struct thread *t, struct textio *x) {
    val rest = left(x) ? take(t, x, left(x)) : 0;
    if (t->exc) return 0;
    val data = read_everything(t, x);
    if (!data) return 0;
    struct buffer view = {0};
    if (data != NONE && !buffer_get(t, data, &view)) return 0;
    val text = decode(t, x, view.n ? view.p : (const uint8_t *)"", view.n, true);
    x->decoded = x->chunk = 0;
    if (!text || !rest) return text;
    return str_concat(t, rest, text);
}

static val read_count(struct thread *t, struct textio *x, int64_t n) {
    if (n <= left(x)) return n ? take(t, x, n) : EMPTY_STR;
    struct strbuf b;
    strbuf_init(&b, t);
    while (n > 0) {
        if (!left(x)) {
            int64_t r = read_chunk(t, x);
            if (r < 0) return 0;
            if (r == 0) break;
        }
        int64_t k = left(x) < n ? left(x) : n;
        val piece = take(t, x, k);
        if (!piece || !strbuf_put(&b, piece)) return 0;
        n -= k;
    }
    return strbuf_finish(&b);
}

/* Code points up to and with the first line end at or after `from`; -1: none. A "\r\n" never straddles chunks
 * in universal mode; with newline="\r\n" a final "\r" asks for more text (*more). */
static int64_t line_end(const struct textio *x, int64_t from, bool *more) {
    const struct string *p = AS(string, x->decoded);
    *more = false;
    if (x->translate || (!x->universal && AS(string, x->newline)->len == 1)) {
        uint32_t want = x->translate ? '\n' : str_at(AS(string, x->newline), 0);
        if (str_width(p) == 1) {
            const uint8_t *d = str_data(p), *hit = find_byte(d + from, d + p->len, (uint8_t)want);
            return hit ? hit - d + 1 : -1;
        }
        for (int64_t i = from; i < p->len; i++)
            if (str_at(p, i) == want) return i + 1;
        return -1;
    }
    for (int64_t i = from; i < p->len; i++) {
        uint32_t c = str_at(p, i);
        if (c == '\n' && x->universal) return i + 1;
        if (c != '\r') continue;
        bool pair = i + 1 < p->len && str_at(p, i + 1) == '\n';
        if (pair) return i + 2;
        if (x->universal) return i + 1;
        if (i + 1 == p->len) *more = true;
    }
    return -1;
}

val textio_readline(struct thread *t, struct textio *x, int64_t limit) {
    struct strbuf b;
    bool pieces = false, more, cr = false;
    int64_t total = 0;
    for (;;) {
        if (!left(x)) {
            int64_t r = read_chunk(t, x);
            if (r < 0) return 0;
            if (r == 0) break;
        }
        int64_t n = left(x), end = line_end(x, x->used, &more);
        if (cr && str_at(AS(string, x->decoded), x->used) == '\n') end = x->used + 1;
        cr = more;
        if (end >= 0) n = end - x->used;
        if (limit >= 0 && total + n >= limit) {
            n = limit - total;
            end = x->used + n;
        }
        val piece = take(t, x, n);
        if (!piece) return 0;
        if (end >= 0 && !pieces) return piece;
        if (!pieces) strbuf_init(&b, t);
        pieces = true;
        if (!strbuf_put(&b, piece)) return 0;
        total += n;
        if (end >= 0) break;
    }
    return pieces ? strbuf_finish(&b) : EMPTY_STR;
}

/* ---- position ---- */

static void forget(struct textio *x) {
    x->decoded = x->chunk = x->tail = 0;
    x->used = 0;
    x->pending_cr = 0;
}

static val call_int(struct thread *t, val self, val name, int64_t a, int64_t b) {
    val m = obj_getattr(t, self, name);
    return m ? call2(t, m, val_small(a), val_small(b)) : 0;
}

static bool need_seekable(struct thread *t, struct textio *x) {
    val v = call_method0(t, x->buffer, NAME(seekable));
    int64_t yes = v ? obj_truth(t, v) : -1;
    if (yes == 0) io_unsupported(t, "underlying stream is not seekable");
    return yes > 0;
}

/* Bytes of the chunk that make its first `used` characters. */
static int64_t chunk_bytes(const struct textio *x) {
    const uint8_t *p = AS(bytes, x->chunk)->data;
    int64_t n = AS(bytes, x->chunk)->len, i = 0;
    for (int64_t k = 0; k < x->used && i < n; k++) {
        uint8_t c = p[i++];
        if (c == '\r' && x->translate && i < n && p[i] == '\n') i++;
        if (x->kind == ENC_UTF8 && c >= 0xc0)
            while (i < n && (p[i] & 0xc0) == 0x80) i++;
    }
    return i;
}

static val m_tell(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    if (!ready(t, x) || !need_seekable(t, x)) return 0;
    if (!x->telling) return raise(t, &exc_OSError, "telling position disabled by next() call");
    if (io_flush(t, x->buffer) < 0) return 0;
    val at = call_method0(t, x->buffer, NAME(tell));
    int64_t pos;
    if (!at || !index_i64(t, at, &pos)) return 0;
    if (x->tail) pos -= AS(bytes, x->tail)->len;
    /* A held "\r" is the last byte of the chunk. */
    if (!left(x)) return int_from_i64(t, pos - x->pending_cr);
    if (x->chunk) return int_from_i64(t, pos - AS(bytes, x->chunk)->len + chunk_bytes(x));
    const char *encoding = z(t, x->encoding), *errors = z(t, x->errors);
    val rest = str_slice(t, x->decoded, x->used, AS(string, x->decoded)->len);
    val data = rest && encoding && errors ? str_encode(t, rest, encoding, errors) : 0;
    return data ? int_from_i64(t, pos - AS(bytes, data)->len) : 0;
}

static val m_seek(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct textio *x = AS(textio, argv[0]);
    int64_t whence = 0, offset;
    if (!ctor_args(t, "seek", argc - 1, kwnames, 1, 2) || (argc > 2 && !index_i64(t, argv[2], &whence)) ||
        !ready(t, x) || !need_seekable(t, x) || !index_i64(t, argv[1], &offset))
        return 0;
    if (whence == 1) {
        if (offset) return io_unsupported(t, "can't do nonzero cur-relative seeks");
        val at = m_tell(t, argv[0]);
        if (!at || !index_i64(t, at, &offset)) return 0;
    } else if (whence == 2) {
        if (offset) return io_unsupported(t, "can't do nonzero end-relative seeks");
    } else if (whence != 0)
        return raise(t, &exc_ValueError, "invalid whence (%ld, should be 0, 1 or 2)", whence);
    else if (offset < 0)
        return raise(t, &exc_ValueError, "negative seek position %R", argv[1]);
    if (io_flush(t, x->buffer) < 0) return 0;
    val at = call_int(t, x->buffer, NAME(seek), offset, whence == 2 ? 2 : 0);
    if (!at || !index_i64(t, at, &offset)) return 0;
    forget(x);
    x->telling = 1;
    x->marked = offset != 0;
    return at;
}

/* ---- methods ---- */

static val m_write(struct thread *t, val self, val s) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "write() argument must be str, not %B", s);
    return textio_write(t, AS(textio, self), s) < 0 ? 0 : val_small(AS(string, s)->len);
}
static val m_read(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n;
    if (!ctor_args(t, "read", argc - 1, kwnames, 0, 1) || !io_size_arg(t, argc - 1, argv + 1, &n) ||
        !readable(t, AS(textio, argv[0])))
        return 0;
    return n < 0 ? read_all(t, AS(textio, argv[0])) : read_count(t, AS(textio, argv[0]), n);
}
static val m_readline(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t n = -1;
    if (!ctor_args(t, "readline", argc - 1, kwnames, 0, 1) || (argc > 1 && !index_i64(t, argv[1], &n)) ||
        !readable(t, AS(textio, argv[0])))
        return 0;
    return textio_readline(t, AS(textio, argv[0]), n);
}
static val textio_next(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    if (type_of(self)->flags & TYPE_HEAP) return io_next(t, self);
    if (!readable(t, x)) return 0;
    x->telling = 0;
    val line = textio_readline(t, x, -1);
    if (!line || AS(string, line)->len) return line;
    x->telling = 1;
    return 0;
}
static val m_flush(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    x->telling = 1;
    return ready(t, x) && io_flush(t, x->buffer) == 0 ? NONE : 0;
}
static val m_close(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    if (!x->buffer) return raise(t, &exc_ValueError, "underlying buffer has been detached");
    int64_t closed = io_closed(t, x->buffer);
    if (closed) return closed < 0 ? 0 : NONE;
    val pending = call_method0(t, self, NAME(flush)) ? 0 : exc_take(t);
    val r = call_method0(t, x->buffer, NAME(close));
    if (!pending) return r ? NONE : 0;
    if (!r) exc_take(t);
    return raise_val(t, pending);
}
static val m_truncate(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct textio *x = AS(textio, argv[0]);
    if (!ctor_args(t, "truncate", argc - 1, kwnames, 0, 1) || !ready(t, x) || io_flush(t, x->buffer) < 0)
        return 0;
    val pos = argc > 1 ? argv[1] : NONE;
    if (pos == NONE && left(x) && !(pos = m_tell(t, argv[0]))) return 0;
    return call_method1(t, x->buffer, NAME(truncate), pos);
}
static val m_detach(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    if (!x->buffer) return raise(t, &exc_ValueError, "underlying buffer has been detached");
    if (io_flush(t, x->buffer) < 0) return 0;
    val b = x->buffer;
    x->buffer = 0;
    return b;
}
static val m_reconfigure(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[5] = {0};
    struct textio *x = AS(textio, argv[0]);
    if (argc > 1) return raise(t, &exc_TypeError, "reconfigure() takes no positional arguments");
    if (!args_parse(t, "reconfigure", "| $ encoding errors newline line_buffering write_through", 0,
                    argv + argc, kwnames, out))
        return 0;
    bool codec = (out[0] && out[0] != NONE) || (out[1] && out[1] != NONE);
    if ((codec || out[2]) && (x->decoded || x->tail))
        return io_unsupported(
            t, "It is not possible to set the encoding or newline of stream after the first read");
    if (io_flush(t, x->buffer) < 0) return 0;
    if (codec) {
        val encoding = out[0] && out[0] != NONE ? out[0] : x->encoding;
        val errors = out[1] && out[1] != NONE ? out[1] : out[0] && out[0] != NONE ? NAME(strict) : x->errors;
        if (!set_encoding(t, x, encoding, errors)) return 0;
    }
    if (out[2] && !set_newline(t, x, out[2])) return 0;
    for (int i = 3; i < 5; i++) {
        if (!out[i] || out[i] == NONE) continue;
        int64_t on = obj_truth(t, out[i]);
        if (on < 0) return 0;
        *(i == 3 ? &x->line_buffering : &x->write_through) = on;
    }
    return NONE;
}

static val through(struct thread *t, val self, val name) {
    struct textio *x = AS(textio, self);
    if (!x->buffer) return raise(t, &exc_ValueError, "underlying buffer has been detached");
    return call_method0(t, x->buffer, name);
}
static val m_fileno(struct thread *t, val self) {
    return through(t, self, NAME(fileno));
}
static val m_isatty(struct thread *t, val self) {
    return through(t, self, NAME(isatty));
}
static val m_seekable(struct thread *t, val self) {
    return through(t, self, NAME(seekable));
}
static val m_readable(struct thread *t, val self) {
    return through(t, self, NAME(readable));
}
static val m_writable(struct thread *t, val self) {
    return through(t, self, NAME(writable));
}

static val g_buffer(struct thread *t, val self) {
    val b = AS(textio, self)->buffer;
    return b ? b : raise(t, &exc_ValueError, "underlying buffer has been detached");
}
static val g_name(struct thread *t, val self) {
    val b = g_buffer(t, self);
    return b ? obj_getattr(t, b, NAME(name)) : 0;
}
static val g_closed(struct thread *t, val self) {
    val b = g_buffer(t, self);
    int64_t closed = b ? io_closed(t, b) : -1;
    return closed < 0 ? 0 : val_bool(closed);
}
static val g_encoding(struct thread *t, val self) {
    return (void)t, AS(textio, self)->encoding;
}
static val g_errors(struct thread *t, val self) {
    return (void)t, AS(textio, self)->errors;
}
static val g_line_buffering(struct thread *t, val self) {
    return (void)t, val_bool(AS(textio, self)->line_buffering);
}
static val g_write_through(struct thread *t, val self) {
    return (void)t, val_bool(AS(textio, self)->write_through);
}
static val g_mode(struct thread *t, val self) {
    val mode = AS(textio, self)->mode;
    return mode ? mode : raise(t, &exc_AttributeError, "'%T' object has no attribute 'mode'", self);
}
static int64_t s_mode(struct thread *t, val self, val mode) {
    (void)t;
    gc_store(AS(textio, self), &AS(textio, self)->mode, mode);
    return 0;
}
val io_newlines(struct thread *t, unsigned seen) {
    static const char *const text[3] = {"\r", "\n", "\r\n"};
    static const uint8_t bit[3] = {2, 1, 4};
    val found[3];
    int64_t n = 0;
    for (int i = 0; i < 3; i++)
        if (seen & bit[i] && !(found[n++] = str_ascii(t, text[i]))) return 0;
    return n == 0 ? NONE : n == 1 ? found[0] : tuple_of(t, n, found);
}
static val g_newlines(struct thread *t, val self) {
    return io_newlines(t, AS(textio, self)->seen);
}

static val textio_repr(struct thread *t, val self) {
    struct textio *x = AS(textio, self);
    struct strbuf b;
    strbuf_init(&b, t);
    bool ok = strbuf_ascii(&b, "<_io.TextIOWrapper", 18);
    val name = x->buffer ? obj_lookattr(t, x->buffer, NAME(name)) : 0;
    if (!name && t->exc) exc_take(t);
    val part = name ? str_format(t, " name=%R", name) : 0;
    ok = ok && (!name || (part && strbuf_put(&b, part)));
    if (x->mode) ok = ok && (part = str_format(t, " mode=%R", x->mode)) && strbuf_put(&b, part);
    ok = ok && (part = str_format(t, " encoding=%R>", x->encoding)) && strbuf_put(&b, part);
    return ok ? strbuf_finish(&b) : 0;
}

static val textio_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val out[6] = {0};
    if (!args_parse(t, "TextIOWrapper", "buffer | encoding errors newline line_buffering write_through", argc,
                    argv, kwnames, out))
        return 0;
    int64_t lines = out[4] ? obj_truth(t, out[4]) : 0, through = out[5] ? obj_truth(t, out[5]) : 0;
    if (lines < 0 || through < 0) return 0;
    val encoding = out[1] && out[1] != NONE ? out[1] : str_ascii(t, "UTF-8");
    val errors = out[2] && out[2] != NONE ? out[2] : NAME(strict);
    if (!encoding) return 0;
    return val_of(textio_new(t, cls, out[0], encoding, errors, out[3] ? out[3] : NONE, lines, through));
}

METHOD(textio, write, m_write, 2, 0, 0);
METHOD(textio, read, m_read, -1, 0, 0);
METHOD(textio, readline, m_readline, -1, 0, 0);
METHOD(textio, flush, m_flush, 1, 0, 0);
METHOD(textio, close, m_close, 1, 0, 0);
METHOD(textio, seek, m_seek, -1, 0, 0);
METHOD(textio, tell, m_tell, 1, 0, 0);
METHOD(textio, truncate, m_truncate, -1, 0, 0);
METHOD(textio, detach, m_detach, 1, 0, 0);
METHOD(textio, reconfigure, m_reconfigure, -1, 0, 0);
METHOD(textio, fileno, m_fileno, 1, 0, 0);
METHOD(textio, isatty, m_isatty, 1, 0, 0);
METHOD(textio, seekable, m_seekable, 1, 0, 0);
METHOD(textio, readable, m_readable, 1, 0, 0);
METHOD(textio, writable, m_writable, 1, 0, 0);
GETTER(textio, buffer, g_buffer, 0);
GETTER(textio, name, g_name, 0);
GETTER(textio, closed, g_closed, 0);
GETTER(textio, encoding, g_encoding, 0);
GETTER(textio, errors, g_errors, 0);
GETTER(textio, newlines, g_newlines, 0);
GETTER(textio, mode, g_mode, s_mode);
GETTER(textio, line_buffering, g_line_buffering, 0);
GETTER(textio, write_through, g_write_through, 0);

static void textio_trace(struct gc_visitor *v, struct obj *o) {
    struct textio *x = (struct textio *)o;
    const val all[] = {x->buffer, x->encoding, x->errors, x->mode, x->newline, x->decoded, x->chunk, x->tail};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) gc_visit(v, all[i]);
}

struct type textio_type = {
    .head = TYPE_HEAD,
    .shape = &textio_shape,
    .cname = "_io.TextIOWrapper",
    .base = &text_base_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct textio),
    .attrs = offsetof(struct textio, dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_textio,
    .methods_end = __stop_pymeth_textio,
    .trace = textio_trace,
    .new = textio_make,
    .repr = textio_repr,
    .next = textio_next,
};
DEFINE_SHAPE(textio);
