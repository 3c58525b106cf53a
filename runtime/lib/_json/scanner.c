/* _json.Scanner: a JSON value at a place of a text. */
#include "runtime/lib/_json/json.h"
#include "runtime/types/float.h"

METHOD_TABLE(json_scanner);

struct json_scanner {
    struct obj head;
    val strict, object_hook, object_pairs_hook, parse_float, parse_int, parse_constant;
    bool is_strict;
};

/* Keys seen in this call, so that equal ones are one str, hashed once. Collisions just forget. */
#define MEMO 64
struct scan {
    struct thread *t;
    const struct json_scanner *s;
    val string;
    struct text x;
    val memo[MEMO];
};

static uint32_t at(const struct scan *c, int64_t i) {
    if (i >= c->x.n) return UINT32_MAX;
    return likely(c->x.w == 1) ? ((const uint8_t *)c->x.p)[i] : text_at(&c->x, i);
}

static int64_t skip_space(const struct scan *c, int64_t i) {
    for (;; i++) {
        uint32_t ch = at(c, i);
        if (ch != ' ' && ch != '\n' && ch != '\t' && ch != '\r') return i;
    }
}

static val stop_at(struct thread *t, int64_t i) {
    val n = int_from_i64(t, i);
    return n ? raise_stopiteration(t, n) : 0;
}

static val value_at(struct scan *c, int64_t i, int64_t *next);

/* A short key of one-byte characters without escapes is looked for before it is made. */
static val key_at(struct scan *c, int64_t quote, int64_t *next) {
    if (c->x.w == 1) {
        const uint8_t *p = (const uint8_t *)c->x.p + quote + 1;
        int64_t room = c->x.n - quote - 1, n = 0;
        uint32_t h = 0;
        while (n < room && n < 40 && p[n] != '"' && p[n] != '\\' && p[n] > 0x1f) h = h * 31 + p[n++];
        if (n < room && p[n] == '"') {
            val *place = &c->memo[(h ^ h >> 6) % MEMO];
            if (*place && AS(string, *place)->len == n && str_width(AS(string, *place)) == 1 &&
                memcmp(str_data(AS(string, *place)), p, (size_t)n) == 0) {
                *next = quote + n + 2;
                return *place;
            }
            val key = json_scan_string(c->t, c->string, quote, c->s->is_strict, next);
            if (key) *place = key;
            return key;
        }
    }
    return json_scan_string(c->t, c->string, quote, c->s->is_strict, next);
}

static val hooked(struct scan *c, val object, val pairs) {
    if (pairs) return call1(c->t, c->s->object_pairs_hook, pairs);
    return c->s->object_hook == NONE ? object : call1(c->t, c->s->object_hook, object);
}

static bool add_member(struct scan *c, val object, val pairs, val key, val value) {
    if (!pairs) return dict_put(c->t, object, key, value) >= 0;
    val pair = pair_new(c->t, key, value);
    return pair && list_push(c->t, pairs, pair) >= 0;
}

static val object_at(struct scan *c, int64_t i, int64_t *next) {
    struct thread *t = c->t;
    val pairs = c->s->object_pairs_hook != NONE ? list_new(t, 0) : 0, object = pairs ? 0 : dict_make(t);
    if (!pairs && !object) return 0;
    i = skip_space(c, i);
    if (at(c, i) != '}') {
        for (;;) {
            if (at(c, i) != '"')
                return json_error(t, "Expecting property name enclosed in double quotes", c->string, i);
            val key = key_at(c, i, &i);
            if (!key) return 0;
            i = skip_space(c, i);
            if (at(c, i) != ':') return json_error(t, "Expecting ':' delimiter", c->string, i);
            val value = value_at(c, skip_space(c, i + 1), &i);
            if (!value || !add_member(c, object, pairs, key, value)) return 0;
            i = skip_space(c, i);
            if (at(c, i) == '}') break;
            if (at(c, i) != ',') return json_error(t, "Expecting ',' delimiter", c->string, i);
            i = skip_space(c, i + 1);
        }
    }
    *next = i + 1;
    return hooked(c, object, pairs);
}

static val array_at(struct scan *c, int64_t i, int64_t *next) {
    val list = list_new(c->t, 0);
    if (!list) return 0;
    i = skip_space(c, i);
    if (at(c, i) != ']') {
        for (;;) {
            val value = value_at(c, i, &i);
            if (!value || list_push(c->t, list, value) < 0) return 0;
            i = skip_space(c, i);
            if (at(c, i) == ']') break;
            if (at(c, i) != ',') return json_error(c->t, "Expecting ',' delimiter", c->string, i);
            i = skip_space(c, i + 1);
        }
    }
    *next = i + 1;
    return list;
}

/* ---- numbers ---- */

static bool digit_at(const struct scan *c, int64_t i) {
    return at(c, i) - '0' <= 9;
}

static val number_of(struct scan *c, int64_t from, int64_t to, bool is_float) {
    struct thread *t = c->t;
    val parse = is_float ? c->s->parse_float : c->s->parse_int;
    if (parse != val_of(is_float ? &float_type : &int_type)) {
        val text = str_slice(t, c->string, from, to);
        return text ? call1(t, parse, text) : 0;
    }
    if (!is_float && to - from < 18) {
        bool minus = at(c, from) == '-';
        int64_t n = 0;
        for (int64_t i = from + minus; i < to; i++) n = n * 10 + (at(c, i) - '0');
        return int_from_i64(t, minus ? -n : n);
    }
    char digits[64];
    double d;
    if (is_float && to - from <= (int64_t)sizeof digits) {
        for (int64_t i = from; i < to; i++) digits[i - from] = (char)at(c, i);
        return double_parse(digits, (size_t)(to - from), &d) ? float_new(t, d) : stop_at(t, from);
    }
    val text = str_slice(t, c->string, from, to);
    return text ? call1(t, parse, text) : 0;
}

static val number_at(struct scan *c, int64_t from, int64_t *next) {
    int64_t i = from + (at(c, from) == '-');
    bool is_float = false;
    if (!digit_at(c, i)) return stop_at(c->t, from);
    if (at(c, i) == '0')
        i++;
    else
        while (digit_at(c, i)) i++;
    if (at(c, i) == '.' && digit_at(c, i + 1)) {
        is_float = true;
        for (i += 2; digit_at(c, i);) i++;
    }
    if ((at(c, i) | 32) == 'e') {
        int64_t e = i + 1;
        if (at(c, e) == '+' || at(c, e) == '-') e++;
        if (digit_at(c, e)) {
            is_float = true;
            while (digit_at(c, e)) e++;
            i = e;
        }
    }
    *next = i;
    return number_of(c, from, i, is_float);
}

/* ---- values ---- */

static bool word_at(const struct scan *c, int64_t i, const char *word, int64_t *next) {
    for (; *word; word++, i++)
        if (at(c, i) != (uint8_t)*word) return false;
    *next = i;
    return true;
}

static val constant(struct scan *c, const char *word) {
    val text = str_ascii(c->t, word);
    return text ? call1(c->t, c->s->parse_constant, text) : 0;
}

static val value_at(struct scan *c, int64_t i, int64_t *next) {
    struct thread *t = c->t;
    switch (at(c, i)) {
    case UINT32_MAX: return stop_at(t, i);
    case '"': return json_scan_string(t, c->string, i, c->s->is_strict, next);
    case '{':
        if (stack_check_in(t, " while decoding a JSON object from a unicode string") < 0) return 0;
        return object_at(c, i + 1, next);
    case '[':
        if (stack_check_in(t, " while decoding a JSON array from a unicode string") < 0) return 0;
        return array_at(c, i + 1, next);
    case 'n':
        if (word_at(c, i, "null", next)) return NONE;
        break;
    case 't':
        if (word_at(c, i, "true", next)) return TRUE;
        break;
    case 'f':
        if (word_at(c, i, "false", next)) return FALSE;
        break;
    case 'N':
        if (word_at(c, i, "NaN", next)) return constant(c, "NaN");
        break;
    case 'I':
        if (word_at(c, i, "Infinity", next)) return constant(c, "Infinity");
        break;
    case '-':
        if (word_at(c, i, "-Infinity", next)) return constant(c, "-Infinity");
        break;
    default: break;
    }
    return number_at(c, i, next);
}

static val scanner_call(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val v[2];
    int64_t i, next = 0;
    if (!args_parse(t, "scan_once", "string idx", argc, argv, kwnames, v) || !index_i64(t, v[1], &i))
        return 0;
    if (!val_is_str(v[0])) return raise(t, &exc_TypeError, "first argument must be a string, not %T", v[0]);
    if (i < 0) return raise(t, &exc_ValueError, "idx cannot be negative");
    struct scan c = {.t = t, .s = AS(json_scanner, self), .string = v[0], .x = text_of(v[0])};
    val r = value_at(&c, i, &next);
    return r ? pair_new(t, r, int_from_i64(t, next)) : 0;
}

static val scanner_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val context[1];
    if (!args_parse(t, "make_scanner", "context", argc, argv, kwnames, context)) return 0;
    struct json_scanner *s = gc_new(t, cls, sizeof *s);
    if (!s) return 0;
    static struct string *const names[] = {&name_strict,      &name_object_hook, &name_object_pairs_hook,
                                           &name_parse_float, &name_parse_int,   &name_parse_constant};
    val *to = &s->strict;
    for (int i = 0; i < 6; i++) {
        val v = obj_getattr(t, context[0], val_of(names[i]));
        if (!v) return 0;
        gc_store(s, &to[i], v);
    }
    int64_t truth = obj_truth(t, s->strict);
    s->is_strict = truth > 0;
    return truth < 0 ? 0 : val_of(s);
}

static void trace(struct gc_visitor *v, struct obj *o) {
    const val *field = &((struct json_scanner *)o)->strict;
    for (int i = 0; i < 6; i++) gc_visit(v, field[i]);
}

#define FIELD(name)                                                                                          \
    static val get_##name(struct thread *t, val self) {                                                      \
        (void)t;                                                                                             \
        return AS(json_scanner, self)->name;                                                                 \
    }                                                                                                        \
    GETTER(json_scanner, name, get_##name, readonly_member)
static val get_strict(struct thread *t, val self) {
    (void)t;
    return val_bool(AS(json_scanner, self)->is_strict);
}
GETTER(json_scanner, strict, get_strict, readonly_member);
FIELD(object_hook);
FIELD(object_pairs_hook);
FIELD(parse_float);
FIELD(parse_int);
FIELD(parse_constant);

struct type json_scanner_type = {
    .head = TYPE_HEAD,
    .shape = &json_scanner_shape,
    .cname = "_json.Scanner",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct json_scanner),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(json_scanner),
    .doc = "JSON scanner object",
    .new = scanner_make,
    .call = scanner_call,
    .trace = trace,
};
DEFINE_SHAPE(json_scanner);
