/* _json.Encoder: the text of a value, for json.dumps without indentation. */
#include "runtime/lib/_json/json.h"
#include "runtime/types/float.h"

METHOD_TABLE(json_encoder);

struct json_encoder {
    struct obj head;
    val markers, default_, encoder, indent, key_separator, item_separator;
    bool sort_keys, skipkeys, allow_nan;
    int8_t kind; /* json_encoder_kind of `encoder` */
};

struct write {
    struct thread *t;
    struct json_encoder *e;
    struct strbuf b;
};

static bool put_value(struct write *w, val v);

static bool put_z(struct write *w, const char *z) {
    return strbuf_ascii(&w->b, z, strlen(z));
}

static bool put_string(struct write *w, val s) {
    if (w->e->kind >= 0) return json_put_string(&w->b, s, w->e->kind);
    val text = call1(w->t, w->e->encoder, s);
    if (!text) return false;
    if (!val_is_str(text))
        return raise(w->t, &exc_TypeError, "encoder() must return a string, not %T", text) != 0;
    return strbuf_put(&w->b, text);
}

/* Infinity, NaN; NULL after raising. */
static const char *special(struct write *w, double d) {
    if (!w->e->allow_nan) {
        raise(w->t, &exc_ValueError, "Out of range float values are not JSON compliant");
        return NULL;
    }
    return d != d ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
}

static bool put_float(struct write *w, double d) {
    char text[32];
    if (d - d == 0) return strbuf_ascii(&w->b, text, double_repr(d, text));
    const char *z = special(w, d);
    return z && put_z(w, z);
}

static bool put_int(struct write *w, val v) {
    int64_t n;
    if (!val_is_small(v)) {
        val text = int_to_str(w->t, v, 10, false);
        return text && strbuf_put(&w->b, text);
    }
    char digits[24];
    int i = 24;
    n = val_small_get(v);
    uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do digits[--i] = (char)('0' + u % 10);
    while (u /= 10);
    if (n < 0) digits[--i] = '-';
    return strbuf_ascii(&w->b, digits + i, (size_t)(24 - i));
}

/* Notes that `v` is being written; false: it already was, or raised. *ident is 0 without markers. */
static bool enter(struct write *w, val v, val *ident) {
    *ident = 0;
    if (w->e->markers == NONE) return true;
    if (!(*ident = int_from_u64(w->t, v))) return false;
    val there = dict_lookup(w->t, w->e->markers, *ident);
    if (there || w->t->exc) {
        if (there) raise(w->t, &exc_ValueError, "Circular reference detected");
        return false;
    }
    return dict_put(w->t, w->e->markers, *ident, v) >= 0;
}
static bool leave(struct write *w, val ident) {
    return !ident || dict_remove(w->t, w->e->markers, ident) >= 0;
}

static bool put_list(struct write *w, val v) {
    val ident;
    int64_t n = val_has(v, TYPE_LIST) ? AS(list, v)->len : AS(tuple, v)->len;
    if (n == 0) return put_z(w, "[]");
    if (!enter(w, v, &ident) || !strbuf_char(&w->b, '[')) return false;
    /* A list may change while its items are written. */
    for (int64_t i = 0; i < (val_has(v, TYPE_LIST) ? AS(list, v)->len : n); i++) {
        if (i && !strbuf_put(&w->b, w->e->item_separator)) return false;
        if (!put_value(w, val_has(v, TYPE_LIST) ? AS(list, v)->item[i] : AS(tuple, v)->item[i])) return false;
    }
    return leave(w, ident) && strbuf_char(&w->b, ']');
}

/* A key as a str; 0 raised, NONE: skip it. */
static val key_text(struct write *w, val key) {
    struct thread *t = w->t;
    if (val_is_str(key)) return key;
    if (val_is_float(key)) {
        double d = float_get(key);
        char text[32];
        if (d - d == 0) return text_ascii(t, text, (int64_t)double_repr(d, text));
        const char *z = special(w, d);
        return z ? str_ascii(t, z) : 0;
    }
    if (key == TRUE) return str_ascii(t, "true");
    if (key == FALSE) return str_ascii(t, "false");
    if (key == NONE) return str_ascii(t, "null");
    if (val_is_int(key)) return int_to_str(t, key, 10, false);
    if (w->e->skipkeys) return NONE;
    return raise(t, &exc_TypeError, "keys must be str, int, float, bool or None, not %T", key);
}

static bool put_member(struct write *w, val key, val value, bool *first) {
    val text = key_text(w, key);
    if (text == NONE) return true;
    if (!text || (!*first && !strbuf_put(&w->b, w->e->item_separator))) return false;
    *first = false;
    return put_string(w, text) && strbuf_put(&w->b, w->e->key_separator) && put_value(w, value);
}

/* The pairs as they are now: whatever the writing calls may change the dict. */
static val items_of(struct write *w, val dict) {
    struct thread *t = w->t;
    val list, key, value;
    if (val_is_exact(dict, &dict_shape)) {
        list = list_new(t, dict_count(dict));
        for (int64_t pos = 0; list && dict_step(dict, &pos, &key, &value);) {
            val pair = pair_new(t, key, value);
            if (!pair || list_push(t, list, pair) < 0) return 0;
        }
    } else {
        val items = call_method0(t, dict, NAME(items));
        list = items ? list_from_iterable(t, items) : 0;
    }
    if (list && w->e->sort_keys && list_sort_values(t, list, 0, false) < 0) return 0;
    return list;
}

static bool put_pairs(struct write *w, val list, bool *first) {
    for (int64_t i = 0; i < AS(list, list)->len; i++) {
        val pair = AS(list, list)->item[i];
        if (!val_has(pair, TYPE_TUPLE) || AS(tuple, pair)->len != 2)
            return raise(w->t, &exc_ValueError, "items must return 2-tuples") != 0;
        if (!put_member(w, AS(tuple, pair)->item[0], AS(tuple, pair)->item[1], first)) return false;
    }
    return true;
}

static bool put_dict(struct write *w, val v) {
    val ident;
    bool first = true;
    if (dict_count(v) == 0) return put_z(w, "{}");
    if (!enter(w, v, &ident)) return false;
    val list = items_of(w, v);
    if (!list || !strbuf_char(&w->b, '{') || !put_pairs(w, list, &first)) return false;
    return leave(w, ident) && strbuf_char(&w->b, '}');
}

static bool put_other(struct write *w, val v) {
    val ident;
    if (!enter(w, v, &ident)) return false;
    val other = call1(w->t, w->e->default_, v);
    return other && stack_check_in(w->t, " while encoding a JSON object") >= 0 && put_value(w, other) &&
           leave(w, ident);
}

static bool put_value(struct write *w, val v) {
    if (v == NONE) return put_z(w, "null");
    if (v == TRUE) return put_z(w, "true");
    if (v == FALSE) return put_z(w, "false");
    if (val_is_str(v)) return put_string(w, v);
    if (val_is_int(v)) return put_int(w, v);
    if (val_is_float(v)) return put_float(w, float_get(v));
    bool list = val_has(v, TYPE_LIST | TYPE_TUPLE), dict = val_has(v, TYPE_DICT);
    if (!list && !dict) return put_other(w, v);
    if (stack_check_in(w->t, " while encoding a JSON object") < 0) return false;
    return list ? put_list(w, v) : put_dict(w, v);
}

static val encoder_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val v[2];
    if (!args_parse(t, "_iterencode", "obj _current_indent_level", argc, argv, kwnames, v)) return 0;
    int64_t level;
    if (!index_i64(t, v[1], &level)) return 0;
    struct write w = {.t = t, .e = AS(json_encoder, self)};
    strbuf_init(&w.b, t);
    val text = put_value(&w, v[0]) ? strbuf_finish(&w.b) : 0;
    return text ? list_of(t, 1, &text) : 0;
}

static val encoder_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val v[9];
    if (!args_parse(
            t, "make_encoder",
            "markers default encoder indent key_separator item_separator sort_keys skipkeys allow_nan", argc,
            argv, kwnames, v))
        return 0;
    for (int i = 4; i < 6; i++)
        if (!val_is_str(v[i]))
            return raise(t, &exc_TypeError, "make_encoder() argument %d must be str, not %B", i + 1, v[i]);
    int64_t truth[3];
    for (int i = 0; i < 3; i++)
        if ((truth[i] = obj_truth(t, v[6 + i])) < 0) return 0;
    if (v[0] != NONE && !val_has(v[0], TYPE_DICT))
        return raise(t, &exc_TypeError, "make_encoder() argument 1 must be dict or None, not %T", v[0]);
    struct json_encoder *e = gc_new(t, cls, sizeof *e);
    if (!e) return 0;
    memcpy(&e->markers, v, 6 * sizeof(val));
    e->sort_keys = truth[0];
    e->skipkeys = truth[1];
    e->allow_nan = truth[2];
    e->kind = (int8_t)json_encoder_kind(v[2]);
    return val_of(e);
}

static void trace(struct gc_visitor *v, struct obj *o) {
    const val *field = &((struct json_encoder *)o)->markers;
    for (int i = 0; i < 6; i++) gc_visit(v, field[i]);
}

#define FIELD(name, expression)                                                                              \
    static val get_##name(struct thread *t, val self) {                                                      \
        (void)t;                                                                                             \
        const struct json_encoder *e = AS(json_encoder, self);                                               \
        return expression;                                                                                   \
    }                                                                                                        \
    GETTER(json_encoder, name, get_##name, readonly_member)
FIELD(markers, e->markers);
FIELD(default, e->default_);
FIELD(encoder, e->encoder);
FIELD(indent, e->indent);
FIELD(key_separator, e->key_separator);
FIELD(item_separator, e->item_separator);
FIELD(sort_keys, val_bool(e->sort_keys));
FIELD(skipkeys, val_bool(e->skipkeys));

struct type json_encoder_type = {
    .head = TYPE_HEAD,
    .shape = &json_encoder_shape,
    .cname = "_json.Encoder",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct json_encoder),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(json_encoder),
    .doc = "_iterencode(obj, _current_indent_level) -> iterable",
    .new = encoder_make,
    .call = encoder_call,
    .trace = trace,
};
DEFINE_SHAPE(json_encoder);
