/* str.format and str.format_map: replacement fields of a template, nested in specifications up to two levels.
 */
#include "runtime/types/str_priv.h"
#include "runtime/types/int.h"

struct template_args {
    struct thread *t;
    int64_t n; /* positional arguments; -1: format_map, which has none */
    const val *args;
    val names;      /* tuple of keyword names of the call, values after the positional ones; or 0 */
    val mapping;    /* format_map's argument, or 0 */
    int64_t next;   /* automatic numbering */
    char numbering; /* 0, 'a'utomatic, 'm'anual */
};

static bool build(struct template_args *w, struct text x, int64_t from, int64_t to, int depth,
                  struct strbuf *out);

static bool bad(struct template_args *w, const char *message) {
    return raise(w->t, &exc_ValueError, "%s", message) != 0;
}

/* A decimal number filling x[from, to): its value, -1 when it is not one, -2 raised. */
static int64_t whole_number(struct template_args *w, struct text x, int64_t from, int64_t to) {
    int64_t n = 0;
    if (from == to) return -1;
    for (int64_t i = from; i < to; i++) {
        uint32_t c = text_at(&x, i);
        if (c < '0' || c > '9') return -1;
        if (n > (INT64_MAX - 9) / 10) {
            bad(w, "Too many decimal digits in format string");
            return -2;
        }
        n = n * 10 + (c - '0');
    }
    return n;
}

static val piece(struct template_args *w, struct text x, int64_t from, int64_t to) {
    if (from == to) return EMPTY_STR;
    return text_units(w->t, (const char *)x.p + from * x.w, to - from, x.w);
}

static val named(struct template_args *w, val key) {
    if (w->mapping) return rt_getitem(w->t, w->mapping, key);
    if (w->names) {
        struct tuple *names = AS(tuple, w->names);
        for (int64_t i = 0; i < names->len; i++)
            if (str_equal(names->item[i], key)) return w->args[w->n + i];
    }
    val e = call1(w->t, val_of(&exc_KeyError), key);
    return e ? raise_val(w->t, e) : 0;
}

/* The object of the part before the first '.' or '['. */
static val first_object(struct template_args *w, struct text x, int64_t from, int64_t to) {
    bool empty = from == to;
    int64_t index = whole_number(w, x, from, to);
    if (index == -2) return 0;
    if (empty || index >= 0) {
        char kind = empty ? 'a' : 'm';
        if (!w->numbering) w->numbering = kind;
        if (w->numbering != kind) {
            bad(w, empty ? "cannot switch from manual field specification to automatic field numbering"
                         : "cannot switch from automatic field numbering to manual field specification");
            return 0;
        }
        if (empty) index = w->next++;
        if (w->n < 0) return bad(w, "Format string contains positional fields"), (val)0;
        if (index >= w->n)
            return raise(w->t, &exc_IndexError,
                         "Replacement index %ld out of range for positional args tuple", index);
        return w->args[index];
    }
    val key = piece(w, x, from, to);
    return key ? named(w, key) : 0;
}

static val field_object(struct template_args *w, struct text x, int64_t from, int64_t to) {
    int64_t i = from;
    while (i < to && text_at(&x, i) != '.' && text_at(&x, i) != '[') i++;
    val obj = first_object(w, x, from, i);
    while (obj && i < to) {
        uint32_t c = text_at(&x, i++);
        int64_t start = i;
        if (c == '.') {
            while (i < to && text_at(&x, i) != '.' && text_at(&x, i) != '[') i++;
            if (i == start) return bad(w, "Empty attribute in format string"), (val)0;
            val name = piece(w, x, start, i);
            if (!name || !(name = str_intern(w->t, name))) return 0;
            obj = obj_getattr(w->t, obj, name);
        } else if (c == '[') {
            while (i < to && text_at(&x, i) != ']') i++;
            if (i == to) return bad(w, "Missing ']' in format string"), (val)0;
            if (i == start) return bad(w, "Empty attribute in format string"), (val)0;
            int64_t index = whole_number(w, x, start, i);
            if (index == -2) return 0;
            val key = index >= 0 ? int_from_i64(w->t, index) : piece(w, x, start, i);
            obj = key ? rt_getitem(w->t, obj, key) : 0;
            i++;
        } else {
            return bad(w, "Only '.' or '[' may follow ']' in format field specifier"), (val)0;
        }
    }
    return obj;
}

val str_ascii_of(struct thread *t, val s);

static val converted(struct template_args *w, val v, uint32_t how) {
    char room[12];
    switch (how) {
    case 0: return v;
    case 'r': return obj_repr(w->t, v);
    case 's': return obj_str(w->t, v);
    case 'a': return obj_ascii(w->t, v);
    default:
        if (how > 32 && how < 127)
            return raise(w->t, &exc_ValueError, "Unknown conversion specifier %c", (int)how);
        return raise(w->t, &exc_ValueError, "Unknown conversion specifier \\x%s", text_hex(how, room));
    }
}

static bool render(struct template_args *w, struct text x, const int64_t name[2], uint32_t how,
                   const int64_t spec[2], bool nested, int depth, struct strbuf *out) {
    val v = field_object(w, x, name[0], name[1]), text = EMPTY_STR;
    if (!v || !(v = converted(w, v, how))) return false;
    if (nested) {
        struct strbuf b;
        strbuf_init(&b, w->t);
        if (!build(w, x, spec[0], spec[1], depth - 1, &b) || !(text = strbuf_finish(&b))) return false;
    } else if (!(text = piece(w, x, spec[0], spec[1]))) {
        return false;
    }
    val r = rt_format(w->t, v, text);
    return r && strbuf_put(out, r);
}

/* The field whose '{' is before *at: moves *at past its '}'. */
static bool field(struct template_args *w, struct text x, int64_t *at, int64_t to, int depth,
                  struct strbuf *out) {
    int64_t i = *at, name[2] = {i, 0}, spec[2] = {0, 0};
    uint32_t c = 0, how = 0;
    bool nested = false;
    while (i < to) {
        c = text_at(&x, i++);
        if (c == '{') return bad(w, "unexpected '{' in field name");
        if (c == '[') {
            while (i < to && text_at(&x, i) != ']') i++;
            continue;
        }
        if (c == '}' || c == ':' || c == '!') break;
    }
    name[1] = i - 1;
    if (c != '}' && c != ':' && c != '!') return bad(w, "expected '}' before end of string");
    bool done = c == '}';
    if (c == '!') {
        if (i >= to) return bad(w, "end of string while looking for conversion specifier");
        how = text_at(&x, i++);
        if (i < to) {
            c = text_at(&x, i++);
            if (c == '}')
                done = true;
            else if (c != ':')
                return bad(w, "expected ':' after conversion specifier");
        }
    }
    if (!done) {
        int64_t open = 1;
        spec[0] = i;
        while (i < to && open) {
            c = text_at(&x, i++);
            if (c == '{')
                open++, nested = true;
            else if (c == '}')
                open--;
        }
        if (open) return bad(w, "unmatched '{' in format spec");
        spec[1] = i - 1;
    }
    *at = i;
    return render(w, x, name, how, spec, nested, depth, out);
}

static bool build(struct template_args *w, struct text x, int64_t from, int64_t to, int depth,
                  struct strbuf *out) {
    if (depth <= 0) return bad(w, "Max string recursion exceeded");
    for (int64_t i = from; i < to;) {
        int64_t start = i;
        uint32_t c = 0;
        while (i < to && (c = text_at(&x, i)) != '{' && c != '}') i++;
        if (!strbuf_units(out, x, start, i)) return false;
        if (i == to) return true;
        bool twice = i + 1 < to && text_at(&x, i + 1) == c;
        if (twice) {
            if (!strbuf_char(out, c)) return false;
            i += 2;
            continue;
        }
        if (c == '}') return bad(w, "Single '}' encountered in format string");
        if (i + 1 == to) return bad(w, "Single '{' encountered in format string");
        i++;
        if (!field(w, x, &i, to, depth, out)) return false;
    }
    return true;
}

static val run(struct template_args *w, val template) {
    struct strbuf out;
    struct text x = text_of(template);
    strbuf_init(&out, w->t);
    return build(w, x, 0, x.n, 2, &out) ? strbuf_finish(&out) : 0;
}

static val method_format(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct template_args w = {.t = t, .n = argc - 1, .args = argv + 1, .names = kwnames};
    return run(&w, argv[0]);
}

static val method_format_map(struct thread *t, val self, val mapping) {
    struct template_args w = {.t = t, .n = -1, .mapping = mapping};
    return run(&w, self);
}

METHOD(str, format, method_format, -1, 0, 0);
METHOD(str, format_map, method_format_map, 2, 0, 0);
