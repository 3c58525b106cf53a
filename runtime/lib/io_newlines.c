/* IncrementalNewlineDecoder: universal newlines on top of another incremental decoder, or of text itself. A
 * "\r" at the end of the input waits until it is known whether "\n" follows. */
#include "runtime/lib/io.h"

METHOD_TABLE(newline_decoder);

struct newline_decoder {
    struct obj head;
    val dict;
    val decoder; /* NONE: the input is text; 0: __init__ was not called */
    uint8_t translate, pending_cr, seen;
};

static val decoder_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc;
    (void)argv;
    (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct newline_decoder)));
}
static int64_t decoder_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    struct newline_decoder *d = AS(newline_decoder, self);
    val out[3] = {0};
    if (!args_parse(t, "IncrementalNewlineDecoder", "decoder translate | errors", argc, argv, kwnames, out))
        return -1;
    int64_t translate = obj_truth(t, out[1]);
    if (translate < 0) return -1;
    gc_store(d, &d->decoder, out[0]);
    d->translate = translate;
    d->pending_cr = d->seen = 0;
    return 0;
}

static bool initialized(struct thread *t, const struct newline_decoder *d) {
    if (!d->decoder) raise(t, &exc_ValueError, "IncrementalNewlineDecoder.__init__() not called");
    return d->decoder != 0;
}

/* A method of the decoder below. */
static val below(struct thread *t, const struct newline_decoder *d, const char *method) {
    val name = str_ascii(t, method);
    if (!name || !(name = str_intern(t, name))) return 0;
    return obj_getattr(t, d->decoder, name);
}

static val d_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct newline_decoder *d = AS(newline_decoder, argv[0]);
    val out[2] = {0};
    if (!args_parse(t, "decode", "input | final", argc - 1, argv + 1, kwnames, out)) return 0;
    int64_t final = out[1] ? obj_truth(t, out[1]) : 0;
    if (final < 0 || !initialized(t, d)) return 0;
    val text = out[0];
    if (d->decoder != NONE) {
        val decode = obj_getattr(t, d->decoder, NAME(decode));
        if (!decode || !(text = call2(t, decode, text, val_bool(final)))) return 0;
    }
    if (!val_is_str(text))
        return raise(t, &exc_TypeError, "decoder should return a string result, not '%T'", text);
    return io_universal(t, text, d->translate, final, &d->pending_cr, &d->seen);
}

/* The pair of a decoder's state: what it holds back and its flags. */
static bool read_state(struct thread *t, val state, const char *wrong, val *held, int64_t *flags) {
    if (!val_has(state, TYPE_TUPLE) || AS(tuple, state)->len != 2 || !val_is_int(AS(tuple, state)->item[1]))
        return raise(t, &exc_TypeError, "%s", wrong), false;
    *held = AS(tuple, state)->item[0];
    return index_i64(t, AS(tuple, state)->item[1], flags);
}
static val make_state(struct thread *t, val held, int64_t flags) {
    val pair[2] = {held, int_from_i64(t, flags)};
    return pair[1] ? tuple_of(t, 2, pair) : 0;
}

static val d_getstate(struct thread *t, val self) {
    struct newline_decoder *d = AS(newline_decoder, self);
    val held;
    int64_t flags = 0;
    if (!initialized(t, d)) return 0;
    if (d->decoder == NONE) {
        if (!(held = bytes_new(t, "", 0))) return 0;
    } else {
        val method = below(t, d, "getstate"), state = method ? call0(t, method) : 0;
        if (!state || !read_state(t, state, "illegal decoder state", &held, &flags)) return 0;
    }
    return make_state(t, held, (int64_t)((uint64_t)flags << 1) | d->pending_cr);
}
static val d_setstate(struct thread *t, val self, val state) {
    struct newline_decoder *d = AS(newline_decoder, self);
    val held;
    int64_t flags;
    if (!initialized(t, d)) return 0;
    if (!val_has(state, TYPE_TUPLE)) return raise(t, &exc_TypeError, "state argument must be a tuple");
    if (!read_state(t, state, "setstate(): illegal state argument", &held, &flags)) return 0;
    d->pending_cr = flags & 1;
    if (d->decoder == NONE) return NONE;
    val method = below(t, d, "setstate"), lower = method ? make_state(t, held, flags >> 1) : 0;
    return lower ? call1(t, method, lower) : 0;
}
static val d_reset(struct thread *t, val self) {
    struct newline_decoder *d = AS(newline_decoder, self);
    if (!initialized(t, d)) return 0;
    d->seen = d->pending_cr = 0;
    if (d->decoder == NONE) return NONE;
    val method = below(t, d, "reset");
    return method ? call0(t, method) : 0;
}
static val d_newlines(struct thread *t, val self) {
    return initialized(t, AS(newline_decoder, self)) ? io_newlines(t, AS(newline_decoder, self)->seen) : 0;
}

METHOD(newline_decoder, decode, d_decode, -1, 0, 0);
METHOD(newline_decoder, getstate, d_getstate, 1, 0, 0);
METHOD(newline_decoder, setstate, d_setstate, 2, 0, 0);
METHOD(newline_decoder, reset, d_reset, 1, 0, 0);
GETTER(newline_decoder, newlines, d_newlines, 0);

static void decoder_trace(struct gc_visitor *v, struct obj *o) {
    if (((struct newline_decoder *)o)->decoder) gc_visit(v, ((struct newline_decoder *)o)->decoder);
}

struct type newline_decoder_type = {
    .head = TYPE_HEAD,
    .shape = &newline_decoder_shape,
    .cname = "_io.IncrementalNewlineDecoder",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_HAS_DICT,
    .size = sizeof(struct newline_decoder),
    .attrs = offsetof(struct newline_decoder, dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_newline_decoder,
    .methods_end = __stop_pymeth_newline_decoder,
    .trace = decoder_trace,
    .new = decoder_make,
    .init = decoder_init,
};
DEFINE_SHAPE(newline_decoder);
