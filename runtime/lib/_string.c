/* The module _string: format templates cut up for string.Formatter. */
#include "runtime/lib/native.h"
#include "runtime/text/text.h"
#include "runtime/types/container.h"

METHOD_TABLE(string_module);

/* Both iterators walk over a str. */
struct template_iter {
    struct obj head;
    val text;
    int64_t at;
};

static val part(struct thread *t, val s, int64_t from, int64_t to) {
    return to > from ? str_slice(t, s, from, to) : EMPTY_STR;
}

static bool bad(struct thread *t, const char *message) {
    return raise(t, &exc_ValueError, "%s", message) != 0;
}

/* ---- formatter_parser ---- */

struct field {
    int64_t name[2], spec[2];
    uint32_t conversion; /* 0: none */
};

/* The end of the name that begins at *i, which moves behind the character that ended it; that character. */
static bool field_name(struct thread *t, struct text x, int64_t *i, struct field *f, uint32_t *end) {
    f->name[0] = *i;
    for (*end = 0; *i < x.n;) {
        *end = text_at(&x, (*i)++);
        if (*end == '{') return bad(t, "unexpected '{' in field name");
        if (*end == '[')
            while (*i < x.n && text_at(&x, *i) != ']') ++*i;
        if (*end == '}' || *end == ':' || *end == '!') break;
    }
    f->name[1] = *i - 1;
    return true;
}

/* The field whose '{' is before *i. */
static bool parse_field(struct thread *t, struct text x, int64_t *i, struct field *f) {
    uint32_t c;
    if (!field_name(t, x, i, f, &c)) return false;
    if (c == '}') return true;
    if (c != ':' && c != '!') return bad(t, "expected '}' before end of string");
    if (c == '!') {
        if (*i >= x.n) return bad(t, "end of string while looking for conversion specifier");
        f->conversion = text_at(&x, (*i)++);
        if (*i < x.n) {
            c = text_at(&x, (*i)++);
            if (c == '}') return true;
            if (c != ':') return bad(t, "expected ':' after conversion specifier");
        }
    }
    f->spec[0] = *i;
    for (int depth = 1; *i < x.n;) {
        c = text_at(&x, (*i)++);
        depth += (c == '{') - (c == '}');
        if (depth > 0) continue;
        f->spec[1] = *i - 1;
        return true;
    }
    return bad(t, "unmatched '{' in format spec");
}

static val parser_next(struct thread *t, val self) {
    struct template_iter *it = AS(template_iter, self);
    struct text x = text_of(it->text);
    struct field f = {0};
    int64_t from = it->at, i = from, to;
    uint32_t c = 0;
    bool markup = false;
    if (i >= x.n) return 0;
    while (i < x.n && !markup) {
        c = text_at(&x, i++);
        markup = c == '{' || c == '}';
    }
    to = i;
    bool doubled = markup && i < x.n && text_at(&x, i) == c;
    if (c == '}' && !doubled) return bad(t, "Single '}' encountered in format string"), (val)0;
    if (c == '{' && i == x.n) return bad(t, "Single '{' encountered in format string"), (val)0;
    if (doubled)
        i++;
    else if (markup) {
        to--;
        if (!parse_field(t, x, &i, &f)) return 0;
    }
    it->at = i;
    bool field = markup && !doubled;
    val r[4] = {part(t, it->text, from, to), NONE, NONE, NONE};
    if (field) {
        r[1] = part(t, it->text, f.name[0], f.name[1]);
        r[2] = part(t, it->text, f.spec[0], f.spec[1]);
        if (f.conversion) r[3] = str_char(t, f.conversion);
    }
    return r[0] && r[1] && r[2] && r[3] ? tuple_of(t, 4, r) : 0;
}

/* ---- formatter_field_name_split ---- */

/* The number that x[from, to) is: -1 none, -2 raised. */
static int64_t number_in(struct thread *t, struct text x, int64_t from, int64_t to) {
    int64_t n = 0;
    if (from == to) return -1;
    for (int64_t i = from; i < to; i++) {
        uint32_t c = text_at(&x, i);
        if (c < '0' || c > '9') return -1;
        if (n > (INT64_MAX - (int64_t)(c - '0')) / 10)
            return bad(t, "Too many decimal digits in format string"), -2;
        n = n * 10 + (c - '0');
    }
    return n;
}

static val number_or_text(struct thread *t, val s, int64_t from, int64_t to) {
    int64_t n = number_in(t, text_of(s), from, to);
    if (n == -2) return 0;
    return n >= 0 ? int_from_i64(t, n) : part(t, s, from, to);
}

static int64_t first_end(struct text x, int64_t i) {
    while (i < x.n && text_at(&x, i) != '.' && text_at(&x, i) != '[') i++;
    return i;
}

static val names_next(struct thread *t, val self) {
    struct template_iter *it = AS(template_iter, self);
    struct text x = text_of(it->text);
    if (it->at >= x.n) return 0;
    uint32_t c = text_at(&x, it->at++);
    int64_t from = it->at, to;
    if (c == '.') {
        to = it->at = first_end(x, from);
    } else if (c == '[') {
        for (to = from; to < x.n && text_at(&x, to) != ']';) to++;
        it->at = to + 1;
        if (to == x.n) return bad(t, "Missing ']' in format string"), (val)0;
    } else
        return bad(t, "Only '.' or '[' may follow ']' in format field specifier"), (val)0;
    if (from == to) return bad(t, "Empty attribute in format string"), (val)0;
    val name = c == '.' ? part(t, it->text, from, to) : number_or_text(t, it->text, from, to);
    return name ? pair_new(t, val_bool(c == '.'), name) : 0;
}

#define ITERATOR(id, name, step)                                                                             \
    extern struct type id##_type;                                                                            \
    extern struct shape id##_shape;                                                                          \
    struct type id##_type = {                                                                                \
        .head = TYPE_HEAD,                                                                                   \
        .shape = &id##_shape,                                                                                \
        .cname = name,                                                                                       \
        .base = &object_type,                                                                                \
        .flags = TYPE_IMMUTABLE,                                                                             \
        .size = sizeof(struct template_iter),                                                                \
        .gc_layout = GC_CUSTOM,                                                                              \
        .trace = trace_ref1,                                                                                 \
        .iter = iter_self,                                                                                   \
        .next = step,                                                                                        \
    };                                                                                                       \
    DEFINE_SHAPE(id)
ITERATOR(formatter_iterator, "formatteriterator", parser_next);
ITERATOR(field_name_iterator, "fieldnameiterator", names_next);

static val iterator(struct thread *t, struct type *type, val s, int64_t at) {
    READY(t, *type);
    struct template_iter *it = gc_new(t, type, sizeof *it);
    if (!it) return 0;
    it->text = s;
    it->at = at;
    return val_of(it);
}

static val f_parser(struct thread *t, val s) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "expected str, got %T", s);
    return iterator(t, &formatter_iterator_type, s, 0);
}
static val f_split(struct thread *t, val s) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "expected str, got %T", s);
    int64_t end = first_end(text_of(s), 0);
    val first = number_or_text(t, s, 0, end),
        rest = first ? iterator(t, &field_name_iterator_type, s, end) : 0;
    return rest ? pair_new(t, first, rest) : 0;
}
METHOD(string_module, formatter_parser, f_parser, 1, 0, 0);
METHOD(string_module, formatter_field_name_split, f_split, 1, 0, 0);

static val string_init(struct thread *t) {
    return native_module_new(t, "_string", __start_pymeth_string_module, __stop_pymeth_string_module);
}
NATIVE_MODULE(_string, "_string", string_init);
