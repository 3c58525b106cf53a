/* The module unicodedata: properties of characters. */
#include "runtime/lib/unicodedata/unicodedata.h"
#include "runtime/types/container.h"

METHOD_TABLE(unicodedata);

bool ud_character(struct thread *t, const char *fname, int position, val v, uint32_t *c) {
    char where[16] = "argument";
    if (position) memcpy(where, "argument 1", 11);
    if (!val_is_str(v))
        return raise(t, &exc_TypeError, "%s() %s must be a unicode character, not %T", fname, where, v) != 0;
    if (AS(string, v)->len != 1)
        return raise(t, &exc_TypeError, "%s() %s must be a unicode character, not %T", fname, where, v) != 0;
    *c = str_at(AS(string, v), 0);
    return true;
}

static const struct ud_record *record(struct thread *t, const char *fname, val v) {
    uint32_t c;
    return ud_character(t, fname, 0, v, &c) ? ud_record(c) : NULL;
}

static val f_category(struct thread *t, val v) {
    const struct ud_record *r = record(t, "category", v);
    return r ? str_ascii(t, ud_categories[r->category]) : 0;
}
static val f_bidirectional(struct thread *t, val v) {
    const struct ud_record *r = record(t, "bidirectional", v);
    return r ? str_ascii(t, ud_bidirectional[r->bidirectional]) : 0;
}
static val f_combining(struct thread *t, val v) {
    const struct ud_record *r = record(t, "combining", v);
    return r ? val_small(r->combining) : 0;
}
static val f_mirrored(struct thread *t, val v) {
    const struct ud_record *r = record(t, "mirrored", v);
    return r ? val_small(r->mirrored) : 0;
}
static val f_width(struct thread *t, val v) {
    const struct ud_record *r = record(t, "east_asian_width", v);
    return r ? str_ascii(t, ud_widths[r->width]) : 0;
}

static bool put_hex(struct strbuf *b, uint32_t c) {
    char digits[8];
    int n = c > 0xfffff ? 6 : c > 0xffff ? 5 : 4;
    for (int i = 0; i < n; i++) digits[i] = "0123456789ABCDEF"[c >> 4 * (n - 1 - i) & 15];
    return strbuf_ascii(b, digits, (size_t)n);
}

static val f_decomposition(struct thread *t, val v) {
    uint32_t c;
    struct strbuf b;
    if (!ud_character(t, "decomposition", 0, v, &c)) return 0;
    const uint32_t *row = ud_row(ud_decomposition[0], 3, ud_decomposition_count, c);
    if (!row) return EMPTY_STR;
    const char *tag = ud_tags[row[2] >> 8];
    strbuf_init(&b, t);
    if (!strbuf_ascii(&b, tag, strlen(tag))) return 0;
    for (uint32_t i = 0; i < (row[2] & 255); i++)
        if ((b.n && !strbuf_char(&b, ' ')) || !put_hex(&b, ud_pool[row[1] + i])) return 0;
    return strbuf_finish(&b);
}

/* ---- numbers ---- */

static bool number(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                   const struct ud_number **n) {
    uint32_t c;
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname, argc, 1, 2) ||
        !ud_character(t, fname, 1, argv[0], &c))
        return false;
    const uint32_t *row = ud_row(ud_numeric[0], 2, ud_numeric_count, c);
    *n = row ? &ud_numbers[row[1]] : NULL;
    return true;
}
static val missing(struct thread *t, int64_t argc, const val *argv, const char *message) {
    return argc > 1 ? argv[1] : raise(t, &exc_ValueError, "%s", message);
}
static val f_numeric(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    const struct ud_number *n;
    double d;
    if (!number(t, "numeric", argc, argv, kwnames, &n)) return 0;
    if (!n) return missing(t, argc, argv, "not a numeric character");
    memcpy(&d, &n->bits, 8);
    return float_new(t, d);
}
static val f_digit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    const struct ud_number *n;
    if (!number(t, "digit", argc, argv, kwnames, &n)) return 0;
    return n && n->digit >= 0 ? val_small(n->digit) : missing(t, argc, argv, "not a digit");
}
static val f_decimal(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    const struct ud_number *n;
    if (!number(t, "decimal", argc, argv, kwnames, &n)) return 0;
    return n && n->decimal >= 0 ? val_small(n->decimal) : missing(t, argc, argv, "not a decimal");
}

METHOD(unicodedata, category, f_category, 1, 0, "($self, chr, /)");
METHOD(unicodedata, bidirectional, f_bidirectional, 1, 0, "($self, chr, /)");
METHOD(unicodedata, combining, f_combining, 1, 0, "($self, chr, /)");
METHOD(unicodedata, mirrored, f_mirrored, 1, 0, "($self, chr, /)");
METHOD(unicodedata, east_asian_width, f_width, 1, 0, "($self, chr, /)");
METHOD(unicodedata, decomposition, f_decomposition, 1, 0, "($self, chr, /)");
METHOD(unicodedata, numeric, f_numeric, -1, 0, "($self, chr, default=<unrepresentable>, /)");
METHOD(unicodedata, digit, f_digit, -1, 0, "($self, chr, default=<unrepresentable>, /)");
METHOD(unicodedata, decimal, f_decimal, -1, 0, "($self, chr, default=<unrepresentable>, /)");

static val unicodedata_init(struct thread *t) {
    val m = native_module_new(t, "unicodedata", __start_pymeth_unicodedata, __stop_pymeth_unicodedata);
    if (!m || native_set(t, m, "unidata_version", str_ascii(t, "14.0.0")) < 0) return 0;
    /* Names are in the program only when it can ask for them; then escapes and error handlers have them as
     * well. */
    for (const struct method *d = __start_pymeth_unicodedata; d < __stop_pymeth_unicodedata; d++) {
        if (!d->setter) continue;
        if (d->name[0] == 'n')
            codec_hooks.name = (int64_t(*)(uint32_t, char *, int64_t))d->setter;
        else
            codec_hooks.named = (bool (*)(const char *, int64_t, uint32_t *))d->setter;
    }
    return m;
}
NATIVE_MODULE(unicodedata, "unicodedata", unicodedata_init);
