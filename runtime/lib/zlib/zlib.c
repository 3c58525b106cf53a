/* The module zlib: functions over whole data, and streams of both directions as objects. */
#include "runtime/lib/zlib/zlib.h"
#include "runtime/types/container.h"
#include "runtime/types/int.h"

METHOD_TABLE(zlib);
METHOD_TABLE(zlib_compress);
METHOD_TABLE(zlib_decompress);

static val error_class;

struct compressor {
    struct obj head;
    struct deflate s;
};
struct decompressor {
    struct obj head;
    val unused, tail, dictionary;
    bool eof, closed; /* closed: flushed at the end, after which only data remain */
    struct inflate s;
};
extern struct type compressor_type, decompressor_type;
extern struct shape compressor_shape, decompressor_shape;

uint32_t z_adler32(uint32_t a, const uint8_t *p, size_t n) {
    uint32_t low = a & 0xffff, high = a >> 16;
    while (n) {
        size_t part = n < 5552 ? n : 5552; /* sums stay below 2**32 that long */
        n -= part;
        for (; part; part--) high += low += *p++;
        low %= 65521;
        high %= 65521;
    }
    return high << 16 | low;
}

static val fail(struct thread *t, enum z_status status, const char *doing, const char *message) {
    if (!message)
        message = status == Z_BUFFER   ? "incomplete or truncated stream"
                  : status == Z_STREAM ? "inconsistent stream state"
                  : status == Z_DATA   ? "invalid input data"
                                       : NULL;
    const char *gap = message ? ": " : "";
    val text = str_format(t, "Error %d %s%s%s", (int)status, doing, gap, message ? message : "");
    val e = text ? call1(t, error_class, text) : 0;
    return e ? raise_val(t, e) : 0;
}

static val out_bytes(struct thread *t, const struct z_out *o) {
    return o->failed ? 0 : bytes_new(t, o->n ? (const void *)o->p : "", o->n);
}
static struct z_out out_open(struct thread *t) {
    return (struct z_out){.t = t, .limit = INT64_MAX};
}

static bool int_arg(struct thread *t, val v, int *out) {
    int64_t n;
    if (!v) return true;
    if (!index_i64(t, v, &n)) return false;
    if (n != (int)n)
        return raise(t, &exc_OverflowError,
                     n > 0 ? "signed integer is greater than maximum"
                           : "signed integer is less than minimum") != 0;
    *out = (int)n;
    return true;
}

static struct z_in in_of(const struct buffer *b) {
    const uint8_t *p = b->p ? b->p : (const uint8_t *)"";
    return (struct z_in){p, p + b->n};
}

/* ---- whole data ---- */

static val f_compress(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[3];
    int level = -1, wbits = 15;
    struct buffer b;
    if (!args_parse(t, "compress", "data / | level wbits", argc, argv, kwnames, v) ||
        !buffer_get(t, v[0], &b) || !int_arg(t, v[1], &level) || !int_arg(t, v[2], &wbits))
        return 0;
    struct deflate *s = gc_storage(t, sizeof *s, false);
    struct z_out o = out_open(t);
    struct z_in in = in_of(&b);
    if (!s) return 0;
    if (!deflate_start(s, level, wbits, 8, S_DEFAULT)) {
        val text = str_ascii(t, "Bad compression level"), e = text ? call1(t, error_class, text) : 0;
        return e ? raise_val(t, e) : 0;
    }
    deflate_run(s, &in, &o, F_FINISH);
    return out_bytes(t, &o);
}

static bool size_arg(struct thread *t, val v, const char *negative, int64_t *n) {
    if (v && !index_i64(t, v, n)) return false;
    return *n >= 0 || raise(t, &exc_ValueError, "%s must be non-negative", negative) != 0;
}

static val f_decompress(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[3];
    int wbits = 15;
    int64_t room = 16384;
    struct buffer b;
    if (!args_parse(t, "decompress", "data / | wbits bufsize", argc, argv, kwnames, v) ||
        !buffer_get(t, v[0], &b) || !int_arg(t, v[1], &wbits) || !size_arg(t, v[2], "bufsize", &room))
        return 0;
    struct inflate *s = gc_storage(t, sizeof *s, false);
    struct z_out o = out_open(t);
    struct z_in in = in_of(&b);
    if (!s) return 0;
    if (!inflate_start(s, wbits)) return fail(t, Z_STREAM, "while preparing to decompress data", NULL);
    enum z_status r = inflate_run(s, &in, &o);
    if (o.failed) return 0;
    if (r == Z_OK) r = Z_BUFFER;
    return r == Z_END ? out_bytes(t, &o) : fail(t, r, "while decompressing data", s->message);
}

/* ---- compressors ---- */

static val f_compressobj(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[6];
    int level = -1, method = 8, wbits = 15, memory = 8, strategy = 0;
    struct buffer b = {0};
    if (!args_parse(t, "compressobj", "| level method wbits memLevel strategy zdict", argc, argv, kwnames,
                    v) ||
        !int_arg(t, v[0], &level) || !int_arg(t, v[1], &method) || !int_arg(t, v[2], &wbits) ||
        !int_arg(t, v[3], &memory) || !int_arg(t, v[4], &strategy) ||
        (v[5] && v[5] != NONE && !buffer_get(t, v[5], &b)))
        return 0;
    READY(t, compressor_type);
    struct compressor *c = gc_new(t, &compressor_type, sizeof *c);
    if (!c) return 0;
    if (!deflate_start(&c->s, level, wbits, memory, strategy) || method != 8)
        return raise(t, &exc_ValueError, "Invalid initialization option");
    if (b.p) {
        if (c->s.wrap == WRAP_GZIP) return raise(t, &exc_ValueError, "Invalid dictionary");
        deflate_dictionary(&c->s, b.p, (size_t)b.n);
    }
    return val_of(c);
}

static val m_compress(struct thread *t, val self, val data) {
    struct buffer b;
    if (!buffer_get(t, data, &b)) return 0;
    struct z_out o = out_open(t);
    struct z_in in = in_of(&b);
    enum z_status r = deflate_run(&AS(compressor, self)->s, &in, &o, F_NONE);
    return r == Z_STREAM ? fail(t, r, "while compressing data", NULL) : out_bytes(t, &o);
}

static val m_flush(struct thread *t, val self, val callee_mode) {
    int mode = F_FINISH;
    if (callee_mode && !int_arg(t, callee_mode, &mode)) return 0;
    struct z_out o = out_open(t);
    struct z_in in = {(const uint8_t *)"", (const uint8_t *)""};
    if (mode == F_NONE) return bytes_new(t, "", 0);
    in.end = in.p;
    enum z_status r = deflate_run(&AS(compressor, self)->s, &in, &o, (enum z_flush)mode);
    return r == Z_STREAM ? fail(t, r, "while flushing", NULL) : out_bytes(t, &o);
}
static val m_compress_flush(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "Compress.flush", kwnames) || !args_count(t, "flush", argc - 1, 0, 1)) return 0;
    return m_flush(t, argv[0], argc > 1 ? argv[1] : 0);
}

static val m_compress_copy(struct thread *t, val self) {
    struct compressor *old = AS(compressor, self);
    if (old->s.finished) return raise(t, &exc_ValueError, "Inconsistent stream state");
    struct compressor *c = gc_new(t, &compressor_type, sizeof *c);
    if (!c) return 0;
    c->s = AS(compressor, self)->s;
    return val_of(c);
}
static val m_compress_deepcopy(struct thread *t, val self, val memo) {
    (void)memo;
    return m_compress_copy(t, self);
}

METHOD(zlib_compress, compress, m_compress, 2, 0, "($self, data, /)");
METHOD(zlib_compress, flush, m_compress_flush, -1, 0, "($self, mode=zlib.Z_FINISH, /)");
METHOD(zlib_compress, copy, m_compress_copy, 1, 0, "($self, /)");
METHOD(zlib_compress, __copy__, m_compress_copy, 1, 0, "($self, /)");
METHOD(zlib_compress, __deepcopy__, m_compress_deepcopy, 2, 0, "($self, memo, /)");
struct type compressor_type = {.head = TYPE_HEAD,
                               .shape = &compressor_shape,
                               .cname = "zlib.Compress",
                               .base = &object_type,
                               .flags = TYPE_IMMUTABLE,
                               .size = sizeof(struct compressor),
                               .gc_layout = GC_LEAF,
                               .methods = METHODS(zlib_compress)};
DEFINE_SHAPE(compressor);

/* ---- decompressors ---- */

static bool give_dictionary(struct thread *t, struct decompressor *d) {
    struct buffer b;
    if (!buffer_get(t, d->dictionary, &b)) return false;
    return inflate_dictionary(&d->s, b.p, (size_t)b.n) || fail(t, Z_DATA, "while setting zdict", NULL) != 0;
}

static val f_decompressobj(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[2], empty = bytes_new(t, "", 0);
    int wbits = 15;
    if (!empty || !args_parse(t, "decompressobj", "| wbits zdict", argc, argv, kwnames, v) ||
        !int_arg(t, v[0], &wbits))
        return 0;
    if (v[1] && !type_of(v[1])->buffer)
        return raise(t, &exc_TypeError, "zdict argument must support the buffer protocol");
    READY(t, decompressor_type);
    struct decompressor *d = gc_new(t, &decompressor_type, sizeof *d);
    if (!d) return 0;
    gc_store(d, &d->unused, empty);
    gc_store(d, &d->tail, empty);
    if (v[1]) gc_store(d, &d->dictionary, v[1]);
    if (!inflate_start(&d->s, wbits)) return raise(t, &exc_ValueError, "Invalid initialization option");
    if (v[1] && d->s.wrap == WRAP_RAW && !give_dictionary(t, d)) return 0;
    return val_of(d);
}

/* What the stream has left over: after its end all that follows, before it what there was no room for. */
static bool keep_rest(struct thread *t, struct decompressor *d, const struct z_in *in, bool ended) {
    size_t n = (size_t)(in->end - in->p);
    if (ended) {
        size_t old = (size_t)AS(bytes, d->unused)->len;
        val all = n ? bytes_new(t, NULL, old + n) : d->unused;
        if (!all) return false;
        if (n) {
            memcpy(AS(bytes, all)->data, AS(bytes, d->unused)->data, old);
            memcpy(AS(bytes, all)->data + old, in->p, n);
        }
        gc_store(d, &d->unused, all);
        n = 0;
    }
    if (!n && !AS(bytes, d->tail)->len) return true;
    val tail = bytes_new(t, n ? (const void *)in->p : "", n);
    if (!tail) return false;
    gc_store(d, &d->tail, tail);
    return true;
}

static enum z_status run(struct thread *t, struct decompressor *d, struct z_in *in, struct z_out *o) {
    enum z_status r = inflate_run(&d->s, in, o);
    if (r != Z_NEED_DICT || !d->dictionary || !give_dictionary(t, d)) return r;
    return inflate_run(&d->s, in, o);
}

static val decompress(struct thread *t, struct decompressor *d, struct z_in in, int64_t most) {
    struct z_out o = out_open(t);
    if (most) o.limit = (size_t)most;
    if (d->closed) return fail(t, Z_STREAM, "while decompressing data", NULL);
    enum z_status r = run(t, d, &in, &o);
    if (o.failed || t->exc) return 0;
    if (!keep_rest(t, d, &in, r == Z_END)) return 0;
    d->eof = r == Z_END;
    if (r != Z_END && r != Z_OK) return fail(t, r, "while decompressing data", d->s.message);
    return out_bytes(t, &o);
}

static val m_decompress(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[2];
    int64_t most = 0;
    struct buffer b;
    if (!args_parse(t, "decompress", "data / | max_length", argc - 1, argv + 1, kwnames, v) ||
        !buffer_get(t, v[0], &b) || !size_arg(t, v[1], "max_length", &most))
        return 0;
    return decompress(t, AS(decompressor, argv[0]), in_of(&b), most);
}

static val m_decompress_flush(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t room = 16384;
    if (!args_no_keywords(t, "Decompress.flush", kwnames) || !args_count(t, "flush", argc - 1, 0, 1) ||
        (argc > 1 && !index_i64(t, argv[1], &room)))
        return 0;
    if (room <= 0) return raise(t, &exc_ValueError, "length must be greater than zero");
    struct decompressor *d = AS(decompressor, argv[0]);
    struct buffer b = {AS(bytes, d->tail)->data, AS(bytes, d->tail)->len, true};
    struct z_out o = out_open(t);
    struct z_in in = in_of(&b);
    if (d->closed) return bytes_new(t, "", 0);
    enum z_status r = run(t, d, &in, &o);
    if (o.failed || t->exc || !keep_rest(t, d, &in, r == Z_END)) return 0;
    d->eof = d->closed = r == Z_END;
    return out_bytes(t, &o);
}

static val m_decompress_copy(struct thread *t, val self) {
    if (AS(decompressor, self)->closed) return raise(t, &exc_ValueError, "Inconsistent stream state");
    struct decompressor *d = gc_new(t, &decompressor_type, sizeof *d), *old = AS(decompressor, self);
    if (!d) return 0;
    gc_store(d, &d->unused, old->unused);
    gc_store(d, &d->tail, old->tail);
    if (old->dictionary) gc_store(d, &d->dictionary, old->dictionary);
    d->eof = old->eof;
    d->s = old->s;
    return val_of(d);
}
static val m_decompress_deepcopy(struct thread *t, val self, val memo) {
    (void)memo;
    return m_decompress_copy(t, self);
}

static val get_unused(struct thread *t, val self) {
    (void)t;
    return AS(decompressor, self)->unused;
}
static val get_tail(struct thread *t, val self) {
    (void)t;
    return AS(decompressor, self)->tail;
}
static val get_eof(struct thread *t, val self) {
    (void)t;
    return val_bool(AS(decompressor, self)->eof);
}

METHOD(zlib_decompress, decompress, m_decompress, -1, 0, "($self, data, /, max_length=0)");
METHOD(zlib_decompress, flush, m_decompress_flush, -1, 0, "($self, length=zlib.DEF_BUF_SIZE, /)");
METHOD(zlib_decompress, copy, m_decompress_copy, 1, 0, "($self, /)");
METHOD(zlib_decompress, __copy__, m_decompress_copy, 1, 0, "($self, /)");
METHOD(zlib_decompress, __deepcopy__, m_decompress_deepcopy, 2, 0, "($self, memo, /)");
GETTER(zlib_decompress, unused_data, get_unused, readonly_member);
GETTER(zlib_decompress, unconsumed_tail, get_tail, readonly_member);
GETTER(zlib_decompress, eof, get_eof, readonly_member);
static void trace_decompressor(struct gc_visitor *v, struct obj *o) {
    struct decompressor *d = (struct decompressor *)o;
    gc_visit(v, d->unused);
    gc_visit(v, d->tail);
    gc_visit(v, d->dictionary);
}
struct type decompressor_type = {.head = TYPE_HEAD,
                                 .shape = &decompressor_shape,
                                 .cname = "zlib.Decompress",
                                 .base = &object_type,
                                 .flags = TYPE_IMMUTABLE,
                                 .size = sizeof(struct decompressor),
                                 .gc_layout = GC_CUSTOM,
                                 .trace = trace_decompressor,
                                 .methods = METHODS(zlib_decompress)};
DEFINE_SHAPE(decompressor);

/* ---- checksums ---- */

/* The low 32 bits of an int of any size. */
static bool low_bits(struct thread *t, val v, uint32_t *out) {
    struct iview w;
    if (!(v = obj_index(t, v))) return false;
    int_view(v, &w);
    uint32_t m = w.n ? (uint32_t)w.d[0] : 0;
    *out = w.neg ? 0 - m : m;
    return true;
}

static val checksum(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, uint32_t start,
                    uint32_t (*sum)(uint32_t, const uint8_t *, size_t)) {
    struct buffer b;
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname + sizeof "zlib." - 1, argc, 1, 2))
        return 0;
    if (!buffer_get(t, argv[0], &b) || (argc > 1 && !low_bits(t, argv[1], &start))) return 0;
    return val_small(sum(start, b.p, (size_t)b.n));
}
static val f_crc32(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return checksum(t, "zlib.crc32", argc, argv, kwnames, 0, crc32_of);
}
static val f_adler32(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return checksum(t, "zlib.adler32", argc, argv, kwnames, 1, z_adler32);
}

METHOD(zlib, compress, f_compress, -1, 0, "($module, data, /, level=Z_DEFAULT_COMPRESSION, wbits=MAX_WBITS)");
METHOD(zlib, decompress, f_decompress, -1, 0, "($module, data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE)");
METHOD(zlib, compressobj, f_compressobj, -1, 0,
       "($module, /, level=Z_DEFAULT_COMPRESSION, method=DEFLATED,\n            wbits=MAX_WBITS, "
       "memLevel=DEF_MEM_LEVEL,\n"
       "            strategy=Z_DEFAULT_STRATEGY, zdict=None)");
METHOD(zlib, decompressobj, f_decompressobj, -1, 0, "($module, /, wbits=MAX_WBITS, zdict=b'')");
METHOD(zlib, crc32, f_crc32, -1, 0, "($module, data, value=0, /)");
METHOD(zlib, adler32, f_adler32, -1, 0, "($module, data, value=1, /)");

static const struct native_int constants[] = {{"MAX_WBITS", 15},
                                              {"DEFLATED", 8},
                                              {"DEF_MEM_LEVEL", 8},
                                              {"DEF_BUF_SIZE", 16384},
                                              {"Z_NO_COMPRESSION", 0},
                                              {"Z_BEST_SPEED", 1},
                                              {"Z_BEST_COMPRESSION", 9},
                                              {"Z_DEFAULT_COMPRESSION", -1},
                                              {"Z_DEFAULT_STRATEGY", 0},
                                              {"Z_FILTERED", 1},
                                              {"Z_HUFFMAN_ONLY", 2},
                                              {"Z_RLE", 3},
                                              {"Z_FIXED", 4},
                                              {"Z_NO_FLUSH", 0},
                                              {"Z_PARTIAL_FLUSH", 1},
                                              {"Z_SYNC_FLUSH", 2},
                                              {"Z_FULL_FLUSH", 3},
                                              {"Z_FINISH", 4},
                                              {"Z_BLOCK", 5},
                                              {"Z_TREES", 6}};

static bool set_text(struct thread *t, val m, const char *name, const char *text) {
    val v = str_ascii(t, text);
    return v && native_set(t, m, name, v) >= 0;
}

static val zlib_init(struct thread *t) {
    gc_root(t, &error_class);
    error_class = native_exception(t, "zlib", "error", &exc_Exception);
    val m = error_class ? native_module_new(t, "zlib", METHODS(zlib)) : 0;
    if (!m || native_set(t, m, "error", error_class) < 0 ||
        native_set_ints(t, m, constants, sizeof constants / sizeof *constants) < 0 ||
        !set_text(t, m, "ZLIB_VERSION", "1.2.13") || !set_text(t, m, "ZLIB_RUNTIME_VERSION", "1.2.13") ||
        !set_text(t, m, "__version__", "1.0"))
        return 0;
    return m;
}
NATIVE_MODULE(zlib, "zlib", zlib_init);
