/* The module _csv: dialects, the reader and the writer.
 *
 * The reader is a machine over the characters of its lines, a record ending where the machine is back at its
 * start. A field that lies in one line and holds nothing to be taken out is cut from the line at once. */
#include "runtime/lib/native.h"
#include "runtime/text/text.h"
#include "runtime/types/container.h"
#include "runtime/types/str_priv.h"

METHOD_TABLE(csv);
METHOD_TABLE(csv_dialect);
METHOD_TABLE(csv_reader);
METHOD_TABLE(csv_writer);

#define NOT_SET UINT32_MAX
enum quoting { QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE };

static val csv_error, dialects; /* roots */
static int64_t field_limit = 131072;

struct csv_dialect {
    struct obj head;
    val lineterminator;
    uint32_t delimiter, quotechar, escapechar, quoting;
    bool doublequote, skipinitialspace, strict;
};
extern struct type csv_dialect_type, csv_reader_type, csv_writer_type;
extern struct shape csv_dialect_shape, csv_reader_shape, csv_writer_shape;

static val error(struct thread *t, const char *message) {
    val text = str_ascii(t, message), e = text ? call1(t, csv_error, text) : 0;
    return e ? raise_val(t, e) : 0;
}
static val error_text(struct thread *t, val text) {
    val e = text ? call1(t, csv_error, text) : 0;
    return e ? raise_val(t, e) : 0;
}

/* ---- dialects ---- */

enum option {
    O_DELIMITER,
    O_DOUBLEQUOTE,
    O_ESCAPECHAR,
    O_LINETERMINATOR,
    O_QUOTECHAR,
    O_QUOTING,
    O_SKIP,
    O_STRICT,
    OPTIONS
};
static const char *const option_names[OPTIONS] = {"delimiter",        "doublequote", "escapechar",
                                                  "lineterminator",   "quotechar",   "quoting",
                                                  "skipinitialspace", "strict"};

static bool set_char(struct thread *t, const char *name, val v, uint32_t fallback, bool optional,
                     uint32_t *out) {
    *out = fallback;
    if (!v) return true;
    if (v == NONE && optional) return *out = NOT_SET, true;
    if (!val_is_str(v))
        return raise(t, &exc_TypeError,
                     optional ? "\"%s\" must be string or None, not %T" : "\"%s\" must be string, not %T",
                     name, v) != 0;
    if (AS(string, v)->len != 1)
        return raise(t, &exc_TypeError, "\"%s\" must be a 1-character string", name) != 0;
    *out = str_at(AS(string, v), 0);
    return true;
}

static bool set_bool(struct thread *t, val v, bool fallback, bool *out) {
    int64_t truth = v ? obj_truth(t, v) : fallback;
    *out = truth > 0;
    return truth >= 0;
}

static bool set_quoting(struct thread *t, struct csv_dialect *d, val v, bool no_quotechar) {
    d->quoting = no_quotechar && !v ? QUOTE_NONE : QUOTE_MINIMAL;
    if (!v) return true;
    int64_t n;
    if (type_of(v) != &int_type) return raise(t, &exc_TypeError, "\"quoting\" must be an integer") != 0;
    if (!int_to_i64(v, &n) || n < 0 || n > QUOTE_NONE)
        return raise(t, &exc_TypeError, "bad \"quoting\" value") != 0;
    d->quoting = (uint32_t)n;
    return true;
}

static val dialect_of_options(struct thread *t, struct type *cls, const val *o) {
    struct csv_dialect *d = gc_new(t, cls, sizeof *d);
    if (!d || !set_char(t, "delimiter", o[O_DELIMITER], ',', false, &d->delimiter) ||
        !set_bool(t, o[O_DOUBLEQUOTE], true, &d->doublequote) ||
        !set_char(t, "escapechar", o[O_ESCAPECHAR], NOT_SET, true, &d->escapechar))
        return 0;
    val end = o[O_LINETERMINATOR];
    if (!end && !(end = str_ascii(t, "\r\n"))) return 0;
    if (end != NONE && !val_is_str(end))
        return raise(t, &exc_TypeError, "\"lineterminator\" must be a string");
    gc_store(d, &d->lineterminator, end);
    if (!set_char(t, "quotechar", o[O_QUOTECHAR], '"', true, &d->quotechar) ||
        !set_quoting(t, d, o[O_QUOTING], o[O_QUOTECHAR] == NONE) ||
        !set_bool(t, o[O_SKIP], false, &d->skipinitialspace) || !set_bool(t, o[O_STRICT], false, &d->strict))
        return 0;
    if (d->quoting != QUOTE_NONE && d->quotechar == NOT_SET)
        return raise(t, &exc_TypeError, "quotechar must be set if quoting enabled");
    if (end == NONE) return raise(t, &exc_TypeError, "lineterminator must be set");
    return val_of(d);
}

static val dialect_named(struct thread *t, val name) {
    val d = dict_lookup(t, dialects, name);
    return d || t->exc ? d : error(t, "unknown dialect");
}

/* dialect and the options by name: of keywords, then of the dialect's attributes. */
static val dialect_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val o[OPTIONS] = {0}, base = argc > 0 ? argv[0] : 0;
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    for (int64_t k = 0; k < nkw; k++) {
        val name = AS(tuple, kwnames)->item[k];
        int i = 0;
        while (i < OPTIONS && !str_equal(name, str_ascii(t, option_names[i]))) i++;
        if (i < OPTIONS)
            o[i] = argv[argc + k];
        else if (str_equal(name, str_ascii(t, "dialect")))
            base = argv[argc + k];
        else
            return raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for this function", name);
    }
    for (int64_t i = 1; i < argc && i <= OPTIONS; i++) o[i - 1] = argv[i];
    if (base == NONE) base = 0;
    if (base && val_is_str(base) && !(base = dialect_named(t, base))) return 0;
    if (base && type_of(base) == &csv_dialect_type) {
        bool plain = true;
        for (int i = 0; i < OPTIONS; i++) plain &= !o[i];
        if (plain) return base;
    }
    for (int i = 0; base && i < OPTIONS; i++) {
        if (o[i]) continue;
        val name = str_ascii(t, option_names[i]);
        if (!name || !(name = str_intern(t, name))) return 0;
        o[i] = obj_lookattr(t, base, name);
        if (t->exc) return 0;
    }
    return dialect_of_options(t, cls, o);
}

static val char_or_none(struct thread *t, uint32_t c) {
    return c == NOT_SET ? NONE : str_char(t, c);
}
#define DIALECT_FIELD(name, value, set)                                                                      \
    static val get_##name(struct thread *t, val self) {                                                      \
        const struct csv_dialect *d = AS(csv_dialect, self);                                                 \
        (void)t;                                                                                             \
        return value;                                                                                        \
    }                                                                                                        \
    GETTER(csv_dialect, name, get_##name, set)
DIALECT_FIELD(delimiter, char_or_none(t, d->delimiter), 0);
DIALECT_FIELD(quotechar, char_or_none(t, d->quotechar), 0);
DIALECT_FIELD(escapechar, char_or_none(t, d->escapechar), 0);
DIALECT_FIELD(lineterminator, d->lineterminator, 0);
DIALECT_FIELD(quoting, val_small(d->quoting), 0);
DIALECT_FIELD(doublequote, val_bool(d->doublequote), readonly_member);
DIALECT_FIELD(skipinitialspace, val_bool(d->skipinitialspace), readonly_member);
DIALECT_FIELD(strict, val_bool(d->strict), readonly_member);

struct type csv_dialect_type = {
    .head = TYPE_HEAD,
    .shape = &csv_dialect_shape,
    .cname = "_csv.Dialect",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .size = sizeof(struct csv_dialect),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(csv_dialect),
    .trace = trace_ref1,
    .new = dialect_make,
};
DEFINE_SHAPE(csv_dialect);

/* ---- the reader ---- */

enum csv_state {
    START_RECORD,
    START_FIELD,
    ESCAPED_CHAR,
    IN_FIELD,
    IN_QUOTED,
    ESCAPE_IN_QUOTED,
    QUOTE_IN_QUOTED,
    EAT_CRNL,
    AFTER_ESCAPED_CRNL
};
#define END_OF_LINE UINT32_MAX

struct csv_reader {
    struct obj head;
    val dialect, input;
    int64_t line_num;
};
struct reading {
    struct thread *t;
    const struct csv_dialect *d;
    val fields;
    struct strbuf field;
    enum csv_state state;
    bool numeric;
};

static bool save(struct reading *r, val text) {
    if (text && r->numeric) {
        r->numeric = false;
        text = call1(r->t, val_of(&float_type), text);
    }
    return text && list_push(r->t, r->fields, text) >= 0;
}

static bool save_field(struct reading *r) {
    val text = strbuf_finish(&r->field);
    strbuf_init(&r->field, r->t);
    return save(r, text);
}

static bool too_long(struct reading *r) {
    return error_text(r->t, str_format(r->t, "field larger than field limit (%ld)", field_limit)) != 0;
}

static bool add(struct reading *r, uint32_t c) {
    if (r->field.n >= field_limit) return too_long(r);
    return strbuf_char(&r->field, c);
}

static bool ends_line(uint32_t c) {
    return c == '\n' || c == '\r' || c == END_OF_LINE;
}

static bool end_record(struct reading *r, uint32_t c) {
    r->state = c == END_OF_LINE ? START_RECORD : EAT_CRNL;
    return save_field(r);
}

static bool start_field(struct reading *r, uint32_t c) {
    const struct csv_dialect *d = r->d;
    if (ends_line(c)) return end_record(r, c);
    if (c == d->quotechar && d->quoting != QUOTE_NONE) {
        r->state = IN_QUOTED;
    } else if (c == d->escapechar) {
        r->state = ESCAPED_CHAR;
    } else if (c == ' ' && d->skipinitialspace) {
    } else if (c == d->delimiter) {
        return save_field(r);
    } else {
        r->numeric = d->quoting == QUOTE_NONNUMERIC;
        r->state = IN_FIELD;
        return add(r, c);
    }
    return true;
}

static bool in_field(struct reading *r, uint32_t c) {
    if (ends_line(c)) return end_record(r, c);
    if (c == r->d->escapechar) return r->state = ESCAPED_CHAR, true;
    if (c != r->d->delimiter) return add(r, c);
    r->state = START_FIELD;
    return save_field(r);
}

static bool in_quoted(struct reading *r, uint32_t c) {
    const struct csv_dialect *d = r->d;
    if (c == END_OF_LINE) return true;
    if (c == d->escapechar)
        r->state = ESCAPE_IN_QUOTED;
    else if (c == d->quotechar && d->quoting != QUOTE_NONE)
        r->state = d->doublequote ? QUOTE_IN_QUOTED : IN_FIELD;
    else
        return add(r, c);
    return true;
}

static bool quote_in_quoted(struct reading *r, uint32_t c) {
    const struct csv_dialect *d = r->d;
    if (d->quoting != QUOTE_NONE && c == d->quotechar) return r->state = IN_QUOTED, add(r, c);
    if (c == d->delimiter) return r->state = START_FIELD, save_field(r);
    if (ends_line(c)) return end_record(r, c);
    if (!d->strict) return r->state = IN_FIELD, add(r, c);
    val a = str_char(r->t, d->delimiter), b = a ? str_char(r->t, d->quotechar) : 0;
    return b && error_text(r->t, str_format(r->t, "'%U' expected after '%U'", a, b)) != 0;
}

static bool step(struct reading *r, uint32_t c) {
    switch (r->state) {
    case START_RECORD:
        if (c == END_OF_LINE) return true;
        if (ends_line(c)) return r->state = EAT_CRNL, true;
        r->state = START_FIELD;
        return start_field(r, c);
    case START_FIELD: return start_field(r, c);
    case ESCAPED_CHAR:
        r->state = c == '\n' || c == '\r' ? AFTER_ESCAPED_CRNL : IN_FIELD;
        return add(r, c == END_OF_LINE ? '\n' : c);
    case AFTER_ESCAPED_CRNL:
        if (c == END_OF_LINE) return true;
        return in_field(r, c);
    case IN_FIELD: return in_field(r, c);
    case IN_QUOTED: return in_quoted(r, c);
    case ESCAPE_IN_QUOTED: r->state = IN_QUOTED; return add(r, c == END_OF_LINE ? '\n' : c);
    case QUOTE_IN_QUOTED: return quote_in_quoted(r, c);
    default: /* EAT_CRNL */
        if (c == '\n' || c == '\r') return true;
        if (c == END_OF_LINE) return r->state = START_RECORD, true;
        return error(r->t, "new-line character seen in unquoted field - do you need to open the file in "
                           "universal-newline mode?") != 0;
    }
}

/* At the start of a field: when it is plain, or quoted with nothing doubled or escaped in it, cuts it out and
 * moves behind what ended it. False: the machine must look at it. */
static bool whole_field(struct reading *r, val line, const struct text *x, int64_t *i, bool *ok) {
    const struct csv_dialect *d = r->d;
    int64_t from = *i, to = from;
    uint32_t c = text_at(x, from);
    bool quoted = c == d->quotechar && d->quoting != QUOTE_NONE;
    if ((c == ' ' && d->skipinitialspace) || d->quoting == QUOTE_NONNUMERIC) return false;
    if (r->state == START_RECORD && ends_line(c)) return false;
    if (quoted) {
        to = ++from;
        while (to < x->n && (c = text_at(x, to)) != d->quotechar && c != d->escapechar) to++;
        if (to == x->n || c != d->quotechar) return false;
    } else {
        for (; to < x->n && (c = text_at(x, to)) != d->delimiter && c != '\n' && c != '\r'; to++)
            if (c == d->escapechar) return false;
    }
    int64_t next = to + quoted;
    uint32_t end = next < x->n ? text_at(x, next) : END_OF_LINE;
    if ((end != d->delimiter && !ends_line(end)) || to - from > field_limit) return false;
    *ok = save(r, to > from ? str_slice(r->t, line, from, to) : EMPTY_STR);
    *i = next + 1;
    r->state = end == d->delimiter ? START_FIELD : end == END_OF_LINE ? START_RECORD : EAT_CRNL;
    return true;
}

static bool read_line(struct reading *r, val line) {
    struct text x = text_of(line);
    for (int64_t i = 0; i < x.n;) {
        bool ok = true;
        if (r->state <= START_FIELD && whole_field(r, line, &x, &i, &ok)) {
            if (!ok) return false;
            continue;
        }
        if (!step(r, text_at(&x, i++))) return false;
    }
    return step(r, END_OF_LINE);
}

static val reader_next(struct thread *t, val self) {
    struct csv_reader *me = AS(csv_reader, self);
    struct reading r = {.t = t, .d = AS(csv_dialect, me->dialect), .fields = list_new(t, 0)};
    strbuf_init(&r.field, t);
    if (!r.fields) return 0;
    do {
        val line = rt_next(t, me->input);
        if (!line) {
            if (t->exc || (r.field.n == 0 && r.state != IN_QUOTED)) return 0;
            if (r.d->strict) return error(t, "unexpected end of data");
            return save_field(&r) ? r.fields : 0;
        }
        if (!val_is_str(line))
            return error_text(
                t, str_format(t,
                              "iterator should return strings, not %T (the file should be opened in "
                              "text mode)",
                              line));
        me->line_num++;
        if (!read_line(&r, line)) return 0;
    } while (r.state != START_RECORD);
    return r.fields;
}

static val get_reader_dialect(struct thread *t, val self) {
    (void)t;
    return AS(csv_reader, self)->dialect;
}
static val get_line_num(struct thread *t, val self) {
    return int_from_i64(t, AS(csv_reader, self)->line_num);
}
GETTER(csv_reader, dialect, get_reader_dialect, readonly_member);
GETTER(csv_reader, line_num, get_line_num, readonly_member);

struct type csv_reader_type = {
    .head = TYPE_HEAD,
    .shape = &csv_reader_shape,
    .cname = "_csv.reader",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct csv_reader),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(csv_reader),
    .trace = trace_ref2,
    .iter = iter_self,
    .next = reader_next,
};
DEFINE_SHAPE(csv_reader);

/* ---- the writer ---- */

struct csv_writer {
    struct obj head;
    val dialect, write;
};
struct writing {
    const struct csv_dialect *d;
    struct strbuf b;
    int64_t fields;
};

static bool is_special(const struct csv_dialect *d, uint32_t c) {
    if (c == d->delimiter || c == d->escapechar || c == d->quotechar) return true;
    struct text end = text_of(d->lineterminator);
    for (int64_t i = 0; i < end.n; i++)
        if (text_at(&end, i) == c) return true;
    return false;
}

/* A special character: what stands before it, and whether the field must be quoted. */
static bool put_special(struct writing *w, uint32_t c, bool *quoted) {
    const struct csv_dialect *d = w->d;
    bool escape = d->quoting == QUOTE_NONE;
    if (!escape) {
        if (c == d->quotechar) {
            if (!d->doublequote)
                escape = true;
            else if (!strbuf_char(&w->b, c))
                return false;
        } else if (c == d->escapechar)
            escape = true;
        if (!escape) *quoted = true;
    }
    if (!escape) return strbuf_char(&w->b, c);
    if (d->escapechar == NOT_SET) return error(w->b.t, "need to escape, but no escapechar set") != 0;
    return strbuf_char(&w->b, d->escapechar) && strbuf_char(&w->b, c);
}

/* A field's text; quotation marks around it only show to be needed at its end, so it is written once more
 * then. */
static bool put_text(struct writing *w, val text, bool quoted) {
    struct text x = text_of(text);
    bool first = true;
    int64_t start = w->b.n;
    for (;;) {
        bool needed = quoted;
        if (quoted && !strbuf_char(&w->b, w->d->quotechar)) return false;
        for (int64_t i = 0, from = 0; i <= x.n; i++) {
            bool special = i < x.n && is_special(w->d, text_at(&x, i));
            if (i < x.n && !special) continue;
            if (!strbuf_units(&w->b, x, from, i) || (special && !put_special(w, text_at(&x, i), &needed)))
                return false;
            from = i + 1;
        }
        if (needed == quoted || !first) break;
        first = false;
        quoted = true;
        w->b.n = start;
    }
    return !quoted || strbuf_char(&w->b, w->d->quotechar);
}

static bool is_number(val v) {
    struct type *type = type_of(v);
    return val_is_int(v) || val_is_float(v) || type_is_subtype(type, &complex_type) || type->index ||
           type->to_int || type->to_float;
}

static bool put_field(struct writing *w, val v) {
    struct thread *t = w->b.t;
    bool quoted = w->d->quoting == QUOTE_ALL || (w->d->quoting == QUOTE_NONNUMERIC && !is_number(v));
    val text = val_is_str(v) ? v : v == NONE ? EMPTY_STR : obj_str(t, v);
    if (!text || (w->fields++ > 0 && !strbuf_char(&w->b, w->d->delimiter))) return false;
    return put_text(w, text, quoted);
}

static val writer_row(struct thread *t, val self, val row) {
    struct csv_writer *me = AS(csv_writer, self);
    struct writing w = {.d = AS(csv_dialect, me->dialect)};
    val it = rt_iter(t, row), v;
    if (!it) {
        if (!exc_pending_is(t, &exc_TypeError)) return 0;
        exc_take(t);
        return error_text(t, str_format(t, "iterable expected, not %T", row));
    }
    strbuf_init(&w.b, t);
    while ((v = rt_next(t, it)))
        if (!put_field(&w, v)) return 0;
    if (t->exc) return 0;
    if (w.fields > 0 && w.b.n == 0) {
        if (w.d->quoting == QUOTE_NONE) return error(t, "single empty field record must be quoted");
        if (!put_text(&w, EMPTY_STR, true)) return 0;
    }
    if (!strbuf_put(&w.b, w.d->lineterminator)) return 0;
    val text = strbuf_finish(&w.b);
    return text ? call1(t, me->write, text) : 0;
}

static val writer_rows(struct thread *t, val self, val rows) {
    val it = rt_iter(t, rows), row;
    if (!it) return 0;
    while ((row = rt_next(t, it)))
        if (!writer_row(t, self, row)) return 0;
    return t->exc ? 0 : NONE;
}

static val get_writer_dialect(struct thread *t, val self) {
    (void)t;
    return AS(csv_writer, self)->dialect;
}
METHOD(csv_writer, writerow, writer_row, 2, 0, 0);
METHOD(csv_writer, writerows, writer_rows, 2, 0, 0);
GETTER(csv_writer, dialect, get_writer_dialect, readonly_member);

struct type csv_writer_type = {
    .head = TYPE_HEAD,
    .shape = &csv_writer_shape,
    .cname = "_csv.writer",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct csv_writer),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(csv_writer),
    .trace = trace_ref2,
};
DEFINE_SHAPE(csv_writer);

/* ---- functions ---- */

static val dialect_call(struct thread *t, int64_t argc, val *argv, val kwnames) {
    return dialect_make(t, &csv_dialect_type, argc, argv, kwnames);
}

static val f_reader(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_count(t, "", argc, 1, 2)) return 0;
    val it = rt_iter(t, argv[0]), d = it ? dialect_call(t, argc - 1, argv + 1, kwnames) : 0;
    struct csv_reader *r = d ? gc_new(t, &csv_reader_type, sizeof *r) : NULL;
    if (!r) return 0;
    r->input = it;
    r->dialect = d;
    return val_of(r);
}

static val f_writer(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_count(t, "", argc, 1, 2)) return 0;
    val write = obj_lookattr(t, argv[0], NAME(write));
    if (!write && t->exc) return 0;
    if (!write || !type_of(write)->call)
        return raise(t, &exc_TypeError, "argument 1 must have a \"write\" method");
    val d = dialect_call(t, argc - 1, argv + 1, kwnames);
    struct csv_writer *w = d ? gc_new(t, &csv_writer_type, sizeof *w) : NULL;
    if (!w) return 0;
    w->write = write;
    w->dialect = d;
    return val_of(w);
}

static val f_register(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_count(t, "", argc, 1, 2)) return 0;
    if (!val_is_str(argv[0])) return raise(t, &exc_TypeError, "dialect name must be a string");
    val d = dialect_call(t, argc - 1, argv + 1, kwnames);
    return d && dict_put(t, dialects, argv[0], d) >= 0 ? NONE : 0;
}
static val f_unregister(struct thread *t, val name) {
    int64_t r = dict_remove(t, dialects, name);
    return r < 0 ? 0 : r ? NONE : error(t, "unknown dialect");
}
static val f_get(struct thread *t, val name) {
    return dialect_named(t, name);
}
static val f_list(struct thread *t) {
    return list_from_iterable(t, dialects);
}
static val f_limit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[1];
    int64_t old = field_limit, fresh;
    if (!args_parse(t, "field_size_limit", "| limit", argc, argv, kwnames, v)) return 0;
    if (v[0]) {
        if (type_of(v[0]) != &int_type) return raise(t, &exc_TypeError, "limit must be an integer");
        if (!int_to_i64(v[0], &fresh))
            return raise(t, &exc_OverflowError, "Python int too large to convert to C long");
        field_limit = fresh;
    }
    return int_from_i64(t, old);
}
METHOD(csv, reader, f_reader, -1, 0, 0);
METHOD(csv, writer, f_writer, -1, 0, 0);
METHOD(csv, register_dialect, f_register, -1, 0, 0);
METHOD(csv, unregister_dialect, f_unregister, 1, 0, "($module, /, name)");
METHOD(csv, get_dialect, f_get, 1, 0, "($module, /, name)");
METHOD(csv, list_dialects, f_list, 0, 0, "($module, /)");
METHOD(csv, field_size_limit, f_limit, -1, 0, "($module, /, new_limit=<unrepresentable>)");

static bool make_error(struct thread *t) {
    val name = str_ascii(t, "Error"), base = val_of(&exc_Exception), bases = tuple_of(t, 1, &base),
        ns = dict_make(t);
    if (!name || !bases || !ns || dict_put(t, ns, NAME(__module__), str_ascii(t, "_csv")) < 0) return false;
    return (csv_error = call3(t, val_of(&type_type), name, bases, ns)) != 0;
}

static val csv_init(struct thread *t) {
    static const char *const quoting[] = {"QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE"};
    gc_root(t, &csv_error);
    gc_root(t, &dialects);
    READY(t, csv_dialect_type);
    READY(t, csv_reader_type);
    READY(t, csv_writer_type);
    if (!make_error(t) || !(dialects = dict_make(t))) return 0;
    val m = native_module_new(t, "_csv", __start_pymeth_csv, __stop_pymeth_csv);
    for (int i = 0; m && i < 4; i++)
        if (native_set(t, m, quoting[i], val_small(i)) < 0) return 0;
    if (!m || native_set(t, m, "__version__", str_ascii(t, "1.0")) < 0 ||
        native_set(t, m, "_dialects", dialects) < 0 || native_set(t, m, "Error", csv_error) < 0 ||
        native_set(t, m, "Dialect", val_of(&csv_dialect_type)) < 0 ||
        native_set(t, m, "Reader", val_of(&csv_reader_type)) < 0 ||
        native_set(t, m, "Writer", val_of(&csv_writer_type)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(_csv, "_csv", csv_init);
