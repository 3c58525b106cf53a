/* Codecs and error handlers that programs register and look up by name.
 *
 * Codecs known to str.encode never come here from there. `lookup` gives what search functions say; the
 * package encodings registers its own when it is imported, which the first look-up sees to. */
#include "runtime/lib/_codecs/codecs.h"
#include "runtime/process/process.h"

METHOD_TABLE(codecs);

static val search_path, cache, errors_dict; /* list, dict, dict; roots */
static bool asked_encodings;

static bool ready(struct thread *t) {
    if (!search_path) search_path = list_new(t, 0);
    if (!cache) cache = dict_make(t);
    return search_path && cache;
}

/* Lower case; runs of anything but letters, digits and dots are one underscore. */
static val normalized(struct thread *t, const char *name) {
    struct strbuf b;
    bool gap = false;
    strbuf_init(&b, t);
    for (; *name; name++) {
        char c = *name >= 'A' && *name <= 'Z' ? (char)(*name | 32) : *name;
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.')) {
            gap = true;
            continue;
        }
        if (gap && b.n && !strbuf_char(&b, '_')) return 0;
        gap = false;
        if (!strbuf_char(&b, (uint8_t)c)) return 0;
    }
    return strbuf_finish(&b);
}

static bool import_encodings(struct thread *t) {
    if (asked_encodings) return true;
    asked_encodings = true;
    val name = str_ascii(t, "encodings");
    if (name && import_module(t, name)) return true;
    if (!exc_pending_is(t, &exc_ModuleNotFoundError)) return false;
    exc_take(t);
    return true;
}

static val lookup(struct thread *t, const char *encoding) {
    val name = ready(t) ? normalized(t, encoding) : 0, found = name ? dict_lookup(t, cache, name) : 0;
    if (found || !name || t->exc) return found;
    if (!import_encodings(t)) return 0;
    if (AS(list, search_path)->len == 0) return raise(t, &exc_LookupError, "unknown encoding: %s", encoding);
    for (int64_t i = 0; i < AS(list, search_path)->len; i++) {
        found = call1(t, AS(list, search_path)->item[i], name);
        if (!found) return 0;
        if (found == NONE) continue;
        if (!val_has(found, TYPE_TUPLE) || AS(tuple, found)->len != 4)
            return raise(t, &exc_TypeError, "codec search functions must return 4-tuples");
        return dict_put(t, cache, name, found) < 0 ? 0 : found;
    }
    val shown = str_utf8(t, encoding, strlen(encoding));
    return shown ? raise(t, &exc_LookupError, "unknown encoding: %U", shown) : 0;
}

/* An exception without anything of its own becomes the cause of one that names the codec. */
static void explain(struct thread *t, const char *verb, const char *encoding) {
    struct exception *e = AS(exception, t->exc);
    struct type *type = type_of(t->exc);
    struct tuple *args = AS(tuple, e->args);
    if (type->init != exc_BaseException.init || type->size != exc_BaseException.size) return;
    if (args->len > 1 || (args->len == 1 && !val_is_str(args->item[0])) || e->attrs) return;
    val old = exc_take(t);
    val text = str_format(t, "%s with '%s' codec failed (%T: %S)", verb, encoding, old, old);
    val fresh = text ? call1(t, val_of(type), text) : 0;
    if (!fresh) return;
    gc_store(AS(exception, fresh), &AS(exception, fresh)->cause, old);
    gc_store(AS(exception, fresh), &AS(exception, fresh)->context, old);
    AS(exception, fresh)->suppress_context = 1;
    raise_val(t, fresh);
}

static val run(struct thread *t, val codec, bool encode, val object, const char *encoding,
               const char *errors) {
    val fn = AS(tuple, codec)->item[encode ? 0 : 1], how = 0;
    if (errors && !(how = str_utf8(t, errors, strlen(errors)))) return 0;
    val r = how ? call2(t, fn, object, how) : call1(t, fn, object);
    if (!r) return explain(t, encode ? "encoding" : "decoding", encoding), 0;
    if (!val_has(r, TYPE_TUPLE) || AS(tuple, r)->len != 2)
        return raise(t, &exc_TypeError, "%s must return a tuple (object, integer)",
                     encode ? "encoder" : "decoder");
    return AS(tuple, r)->item[0];
}

/* ---- what str.encode and bytes.decode ask for ---- */

enum extra { EXTRA_NONE, EXTRA_UTF7, EXTRA_ESCAPE, EXTRA_RAW };
static enum extra extra_named(const char *encoding) {
    char clean[24];
    size_t n = 0;
    for (const char *z = encoding; *z; z++) {
        if (*z == '-' || *z == '_' || *z == ' ') continue;
        if (n + 1 >= sizeof clean) return EXTRA_NONE;
        clean[n++] = *z >= 'A' && *z <= 'Z' ? (char)(*z | 32) : *z;
    }
    clean[n] = 0;
    if (strcmp_z(clean, "utf7") == 0 || strcmp_z(clean, "u7") == 0) return EXTRA_UTF7;
    if (strcmp_z(clean, "unicodeescape") == 0) return EXTRA_ESCAPE;
    return strcmp_z(clean, "rawunicodeescape") == 0 ? EXTRA_RAW : EXTRA_NONE;
}

static val text_codec(struct thread *t, const char *encoding, bool encode) {
    val codec = lookup(t, encoding);
    if (!codec || val_is_exact(codec, &tuple_shape)) return codec;
    val is_text = obj_lookattr(t, codec, NAME(_is_text_encoding));
    int64_t truth = is_text ? obj_truth(t, is_text) : 1;
    if (truth < 0 || t->exc) return 0;
    if (truth) return codec;
    return raise(t, &exc_LookupError,
                 "'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs", encoding,
                 encode ? "encode" : "decode");
}

static val encode_by_name(struct thread *t, val s, const char *encoding, const char *errors) {
    switch (extra_named(encoding)) {
    case EXTRA_UTF7: return utf7_encode_text(t, s);
    case EXTRA_ESCAPE: return escape_encode_text(t, s, false);
    case EXTRA_RAW: return escape_encode_text(t, s, true);
    default: break;
    }
    val codec = text_codec(t, encoding, true);
    return codec ? run(t, codec, true, s, encoding, errors) : 0;
}

static val decode_by_name(struct thread *t, val object, const char *encoding, const char *errors) {
    struct buffer b;
    int64_t consumed;
    enum extra which = extra_named(encoding);
    if (which == EXTRA_NONE) {
        val codec = text_codec(t, encoding, false);
        return codec ? run(t, codec, false, object, encoding, errors) : 0;
    }
    if (!buffer_get(t, object, &b)) return 0;
    struct decoding d = {.t = t, .p = b.p, .n = b.n, .errors = errors, .final = true};
    if (which == EXTRA_UTF7) return utf7_decode_text(&d, &consumed);
    return escape_decode_text(&d, which == EXTRA_RAW, &consumed);
}

/* ---- error handlers ---- */

val codecs_errors(struct thread *t) {
    if (errors_dict) return errors_dict;
    val d = dict_make(t);
    for (const struct method *m = codecs_handler_methods; d && m->name; m++) {
        val fn = builtin_new(t, m, NULL, 0, 0), name = str_ascii(t, m->doc);
        if (!fn || !name || dict_put(t, d, name, fn) < 0) return 0;
    }
    return errors_dict = d;
}

static val handler_by_name(struct thread *t, const char *name) {
    val d = codecs_errors(t), key = d ? str_utf8(t, name, strlen(name)) : 0;
    return key ? dict_lookup(t, d, key) : 0;
}

void codecs_install(struct thread *t) {
    gc_root(t, &search_path);
    gc_root(t, &cache);
    gc_root(t, &errors_dict);
    codec_hooks.handler = handler_by_name;
    codec_hooks.encode = encode_by_name;
    codec_hooks.decode = decode_by_name;
}

/* ---- functions ---- */

static const char *name_arg(struct thread *t, const char *fname, const char *which, val v) {
    if (!val_is_str(v)) {
        raise(t, &exc_TypeError, "%s() argument%s%s must be str, not %B", fname, *which ? " " : "", which, v);
        return NULL;
    }
    return text_cstring(t, v);
}

static val f_register(struct thread *t, val fn) {
    if (!type_of(fn)->call) return raise(t, &exc_TypeError, "argument must be callable");
    return ready(t) && list_push(t, search_path, fn) >= 0 ? NONE : 0;
}

static val f_unregister(struct thread *t, val fn) {
    if (!ready(t)) return 0;
    struct list *l = AS(list, search_path);
    for (int64_t i = 0; i < l->len; i++) {
        if (l->item[i] != fn) continue;
        cache = dict_make(t);
        for (; i + 1 < l->len; i++) gc_store(l, &l->item[i], l->item[i + 1]);
        l->item[--l->len] = 0;
        return cache ? NONE : 0;
    }
    return NONE;
}

static val f_lookup(struct thread *t, val name) {
    const char *z = name_arg(t, "lookup", "", name);
    return z ? lookup(t, z) : 0;
}

static val f_forget(struct thread *t, val name) {
    const char *z = name_arg(t, "_forget_codec", "", name);
    val key = z && ready(t) ? normalized(t, z) : 0;
    int64_t r = key ? dict_remove(t, cache, key) : -1;
    return r < 0 ? 0 : r ? NONE : raise(t, &exc_KeyError, "%U", key);
}

/* Texts and encodings that the runtime knows need no package `encodings`. */
static bool is_native(const char *encoding, val object, bool encode) {
    return codec_find(encoding) != CODEC_NONE && (encode ? val_is_str(object) : val_has(object, TYPE_BYTES));
}

static val native(struct thread *t, const char *encoding, val object, const char *errors, bool encode) {
    if (encode) return str_encode(t, object, encoding, errors);
    return str_decode(t, AS(bytes, object)->data, (size_t)AS(bytes, object)->len, encoding, errors);
}

static val transcode(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, bool encode) {
    val v[3];
    const char *encoding = "utf-8", *errors = NULL;
    if (!args_parse(t, fname, "obj | encoding errors", argc, argv, kwnames, v)) return 0;
    if (v[1] && !(encoding = name_arg(t, fname, "'encoding'", v[1]))) return 0;
    if (v[2] && !(errors = name_arg(t, fname, "'errors'", v[2]))) return 0;
    if (is_native(encoding, v[0], encode)) return native(t, encoding, v[0], errors, encode);
    val codec = lookup(t, encoding);
    return codec ? run(t, codec, encode, v[0], encoding, errors) : 0;
}
static val f_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return transcode(t, "encode", argc, argv, kwnames, true);
}
static val f_decode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return transcode(t, "decode", argc, argv, kwnames, false);
}

static val f_register_error(struct thread *t, val name, val handler) {
    if (!val_is_str(name))
        return raise(t, &exc_TypeError, "register_error() argument 1 must be str, not %B", name);
    if (!type_of(handler)->call) return raise(t, &exc_TypeError, "handler must be callable");
    val d = codecs_errors(t);
    return d && dict_put(t, d, name, handler) >= 0 ? NONE : 0;
}
static val f_lookup_error(struct thread *t, val name) {
    const char *z = name_arg(t, "lookup_error", "", name);
    val h = z ? handler_by_name(t, z) : 0;
    if (h || t->exc) return h;
    return raise(t, &exc_LookupError, "unknown error handler name '%U'", name);
}

METHOD(codecs, register, f_register, 1, 0, "($module, search_function, /)");
METHOD(codecs, unregister, f_unregister, 1, 0, "($module, search_function, /)");
METHOD(codecs, lookup, f_lookup, 1, 0, "($module, encoding, /)");
METHOD(codecs, _forget_codec, f_forget, 1, 0, "($module, encoding, /)");
METHOD(codecs, encode, f_encode, -1, 0, "($module, /, obj, encoding='utf-8', errors='strict')");
METHOD(codecs, decode, f_decode, -1, 0, "($module, /, obj, encoding='utf-8', errors='strict')");
METHOD(codecs, register_error, f_register_error, 2, 0, "($module, errors, handler, /)");
METHOD(codecs, lookup_error, f_lookup_error, 1, 0, "($module, name, /)");
