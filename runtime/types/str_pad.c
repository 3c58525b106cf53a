/* The remaining methods of str: padding, tabs, encode, translate. */
#include "runtime/types/str_priv.h"

static bool width_and_fill(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                           int64_t *width, uint32_t *fill) {
    *fill = ' ';
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname + 4, argc - 1, 1, 2)) return false;
    if (!index_i64(t, argv[1], width)) return false;
    if (argc < 3) return true;
    if (!val_is_str(argv[2]))
        return raise(t, &exc_TypeError, "The fill character must be a unicode character, not %T", argv[2]) !=
               0;
    if (AS(string, argv[2])->len != 1)
        return raise(t, &exc_TypeError, "The fill character must be exactly one character long") != 0;
    *fill = str_at(AS(string, argv[2]), 0);
    return true;
}

static val padded(struct thread *t, val s, int64_t left, int64_t right, uint32_t fill) {
    if (left <= 0 && right <= 0) return str_exact(t, s);
    struct strbuf b;
    strbuf_init(&b, t);
    return strbuf_fill(&b, fill, left) && strbuf_put(&b, s) && strbuf_fill(&b, fill, right)
               ? strbuf_finish(&b)
               : 0;
}

static val method_ljust(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t width;
    uint32_t fill;
    if (!width_and_fill(t, "str.ljust", argc, argv, kwnames, &width, &fill)) return 0;
    return padded(t, argv[0], 0, width - AS(string, argv[0])->len, fill);
}
static val method_rjust(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t width;
    uint32_t fill;
    if (!width_and_fill(t, "str.rjust", argc, argv, kwnames, &width, &fill)) return 0;
    return padded(t, argv[0], width - AS(string, argv[0])->len, 0, fill);
}
static val method_center(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t width;
    uint32_t fill;
    if (!width_and_fill(t, "str.center", argc, argv, kwnames, &width, &fill)) return 0;
    int64_t room = width - AS(string, argv[0])->len;
    if (room <= 0) return str_exact(t, argv[0]);
    int64_t left = room / 2 + (room & width & 1);
    return padded(t, argv[0], left, room - left, fill);
}

static val method_zfill(struct thread *t, val s, val w) {
    int64_t width;
    if (!index_i64(t, w, &width)) return 0;
    struct text x = text_of(s);
    int64_t zeros = width - x.n;
    if (zeros <= 0) return str_exact(t, s);
    struct strbuf b;
    strbuf_init(&b, t);
    bool sign = x.n && (text_at(&x, 0) == '+' || text_at(&x, 0) == '-');
    if (sign && !strbuf_char(&b, text_at(&x, 0))) return 0;
    return strbuf_fill(&b, '0', zeros) && strbuf_units(&b, x, sign, x.n) ? strbuf_finish(&b) : 0;
}

bool c_int_arg(struct thread *t, val v, int64_t *out) {
    val index = obj_index(t, v);
    if (!index) return false;
    if (int_to_i64(index, out) && *out >= INT32_MIN && *out <= INT32_MAX) return true;
    return raise(t, &exc_OverflowError, "Python int too large to convert to C int") != 0;
}

static val method_expandtabs(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1];
    int64_t size = 8, column = 0;
    if (!args_parse(t, "expandtabs", "| tabsize", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0] && !c_int_arg(t, out[0], &size)) return 0;
    struct text x = text_of(argv[0]);
    int64_t tab = 0;
    while (tab < x.n && text_at(&x, tab) != '\t') tab++;
    if (tab == x.n) return str_exact(t, argv[0]);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        if (c == '\t') {
            if (size <= 0) continue;
            int64_t n = size - column % size;
            column += n;
            if (!strbuf_fill(&b, ' ', n)) return 0;
            continue;
        }
        column = c == '\n' || c == '\r' ? 0 : column + 1;
        if (!strbuf_char(&b, c)) return 0;
    }
    return strbuf_finish(&b);
}

static val method_encode(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2];
    const char *encoding = NULL, *errors = NULL;
    if (!args_parse(t, "encode", "| encoding errors", argc - 1, argv + 1, kwnames, out)) return 0;
    if (out[0]) {
        if (!val_is_str(out[0]))
            return raise(t, &exc_TypeError, "encode() argument 'encoding' must be str, not %B", out[0]);
        if (!(encoding = text_cstring(t, out[0]))) return 0;
    }
    if (out[1]) {
        if (!val_is_str(out[1]))
            return raise(t, &exc_TypeError, "encode() argument 'errors' must be str, not %B", out[1]);
        if (!(errors = text_cstring(t, out[1]))) return 0;
    }
    return str_encode(t, argv[0], encoding, errors);
}

/* ---- translate ---- */

static bool put_mapped(struct thread *t, struct strbuf *b, val table, uint32_t c) {
    val r = val_is_exact(table, &dict_shape) ? dict_lookup(t, table, val_small(c))
                                             : rt_getitem(t, table, val_small(c));
    if (!r) {
        if (t->exc) {
            if (!exc_pending_is(t, &exc_LookupError)) return false;
            exc_take(t);
        }
        return strbuf_char(b, c);
    }
    if (r == NONE) return true;
    if (val_is_str(r)) return strbuf_put(b, r);
    if (!val_is_int(r))
        return raise(t, &exc_TypeError, "character mapping must return integer, None or str") != 0;
    int64_t n;
    if (!int_to_i64(r, &n) || n < 0 || n > 0x10ffff)
        return raise(t, &exc_ValueError, "character mapping must be in range(0x110000)") != 0;
    return strbuf_char(b, (uint32_t)n);
}

static val method_translate(struct thread *t, val s, val table) {
    struct text x = text_of(s);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < x.n; i++)
        if (!put_mapped(t, &b, table, text_at(&x, i))) return 0;
    return strbuf_finish(&b);
}

static val maketrans_dict(struct thread *t, val from) {
    val r = dict_make(t), key, value;
    if (!r) return 0;
    if (!val_has(from, TYPE_DICT))
        return raise(t, &exc_TypeError, "if you give only one argument to maketrans it must be a dict");
    for (int64_t pos = 0; dict_step(from, &pos, &key, &value);) {
        if (val_is_str(key)) {
            if (AS(string, key)->len != 1)
                return raise(t, &exc_ValueError, "string keys in translate table must be of length 1");
            key = val_small(str_at(AS(string, key), 0));
        } else if (!val_is_int(key)) {
            return raise(t, &exc_TypeError, "keys in translate table must be strings or integers");
        }
        if (dict_put(t, r, key, value) < 0) return 0;
    }
    return r;
}

static val method_maketrans(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "str.maketrans", kwnames) || !args_count(t, "maketrans", argc, 1, 3)) return 0;
    if (argc == 1) return maketrans_dict(t, argv[0]);
    if (!val_is_str(argv[0]))
        return raise(t, &exc_TypeError,
                     "first maketrans argument must be a string if there is a second argument");
    if (!need_str(t, argv[1], "maketrans", 2) || (argc > 2 && !need_str(t, argv[2], "maketrans", 3)))
        return 0;
    struct text x = text_of(argv[0]), y = text_of(argv[1]);
    if (x.n != y.n)
        return raise(t, &exc_ValueError, "the first two maketrans arguments must have equal length");
    val r = dict_make(t);
    for (int64_t i = 0; r && i < x.n; i++)
        if (dict_put(t, r, val_small(text_at(&x, i)), val_small(text_at(&y, i))) < 0) return 0;
    if (r && argc > 2) {
        struct text z = text_of(argv[2]);
        for (int64_t i = 0; i < z.n; i++)
            if (dict_put(t, r, val_small(text_at(&z, i)), NONE) < 0) return 0;
    }
    return r;
}

METHOD(str, ljust, method_ljust, -1, 0, "($self, width, fillchar=' ', /)");
METHOD(str, rjust, method_rjust, -1, 0, "($self, width, fillchar=' ', /)");
METHOD(str, center, method_center, -1, 0, "($self, width, fillchar=' ', /)");
METHOD(str, zfill, method_zfill, 2, 0, "($self, width, /)");
METHOD(str, expandtabs, method_expandtabs, -1, 0, "($self, /, tabsize=8)");
METHOD(str, encode, method_encode, -1, 0, "($self, /, encoding='utf-8', errors='strict')");
METHOD(str, translate, method_translate, 2, 0, "($self, table, /)");
METHOD(str, maketrans, method_maketrans, -1, METHOD_STATIC, 0);
