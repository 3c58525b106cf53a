/* The module _sre. */
#include "runtime/lib/_sre/sre.h"

METHOD_TABLE(sre);

static bool read_words(struct thread *t, struct sre_pattern *re, val code) {
    if (!val_has(code, TYPE_LIST))
        return raise(t, &exc_TypeError, "compile() argument 'code' must be list, not %B", code) != 0;
    struct list *l = AS(list, code);
    if (l->len > INT32_MAX)
        return raise(t, &exc_OverflowError, "regular expression code size limit exceeded") != 0;
    uint32_t *w = gc_storage(t, (size_t)l->len * sizeof *w + 4, false);
    if (!w) return false;
    gc_store(re, &re->word, w);
    for (int64_t i = 0; i < l->len; i++) {
        int64_t n;
        val v = obj_index(t, l->item[i]);
        if (!v) return false;
        if (!int_to_i64(v, &n) || n < 0 || n > UINT32_MAX)
            return raise(t, &exc_OverflowError, "regular expression code size limit exceeded") != 0;
        w[i] = (uint32_t)n;
    }
    re->nwords = (uint32_t)l->len;
    return true;
}

static val f_compile(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[6];
    int64_t flags, groups;
    if (!args_parse(t, "compile", "pattern flags code groups groupindex indexgroup", argc, argv, kwnames,
                    v) ||
        !index_i64(t, v[1], &flags) || !index_i64(t, v[3], &groups))
        return 0;
    if (!val_has(v[4], TYPE_DICT))
        return raise(t, &exc_TypeError, "compile() argument 'groupindex' must be dict, not %B", v[4]);
    if (!val_has(v[5], TYPE_TUPLE))
        return raise(t, &exc_TypeError, "compile() argument 'indexgroup' must be tuple, not %B", v[5]);
    if (groups < 0 || groups > SRE_MAXGROUPS) return raise(t, &exc_RuntimeError, "invalid SRE code");
    struct sre_pattern *re = gc_new(t, &sre_pattern_type, sizeof *re);
    if (!re) return 0;
    re->pattern = v[0];
    re->groupindex = v[4];
    re->indexgroup = v[5];
    re->flags = flags;
    re->groups = groups;
    re->isbytes = v[0] == NONE ? -1 : !val_is_str(v[0]);
    if (re->isbytes == 1 && !type_of(v[0])->buffer)
        return raise(t, &exc_TypeError, "expected string or bytes-like object, got '%T'", v[0]);
    return read_words(t, re, v[2]) && sre_program(t, re) ? val_of(re) : 0;
}

static bool character(struct thread *t, val v, uint32_t *out) {
    int64_t n;
    if (!index_i64(t, v, &n)) return false;
    *out = (uint32_t)n;
    return true;
}
static val f_getcodesize(struct thread *t) {
    (void)t;
    return val_small(4);
}
static val f_ascii_iscased(struct thread *t, val v) {
    uint32_t c;
    return character(t, v, &c) ? val_bool(c < 128 && ((c | 32) >= 'a' && (c | 32) <= 'z')) : 0;
}
static val f_unicode_iscased(struct thread *t, val v) {
    uint32_t c;
    if (!character(t, v, &c)) return 0;
    return val_bool(sre_lower(c, FOLD_UNICODE) != c || sre_upper(c, FOLD_UNICODE) != c);
}
static val f_ascii_tolower(struct thread *t, val v) {
    uint32_t c;
    return character(t, v, &c) ? val_small(sre_lower(c, FOLD_ASCII)) : 0;
}
static val f_unicode_tolower(struct thread *t, val v) {
    uint32_t c;
    return character(t, v, &c) ? val_small(sre_lower(c, FOLD_UNICODE)) : 0;
}

METHOD(sre, compile, f_compile, -1, 0, "($module, /, pattern, flags, code, groups, groupindex, indexgroup)");
METHOD(sre, getcodesize, f_getcodesize, 0, 0, "($module, /)");
METHOD(sre, ascii_iscased, f_ascii_iscased, 1, 0, "($module, character, /)");
METHOD(sre, unicode_iscased, f_unicode_iscased, 1, 0, "($module, character, /)");
METHOD(sre, ascii_tolower, f_ascii_tolower, 1, 0, "($module, character, /)");
METHOD(sre, unicode_tolower, f_unicode_tolower, 1, 0, "($module, character, /)");

static val sre_init(struct thread *t) {
    READY(t, sre_pattern_type);
    READY(t, sre_match_type);
    READY(t, sre_scanner_type);
    val m = native_module_new(t, "_sre", __start_pymeth_sre, __stop_pymeth_sre);
    if (!m || native_set(t, m, "MAGIC", val_small(SRE_MAGIC)) < 0 ||
        native_set(t, m, "CODESIZE", val_small(4)) < 0 ||
        native_set(t, m, "MAXREPEAT", val_small(SRE_MAXREPEAT)) < 0 ||
        native_set(t, m, "MAXGROUPS", val_small(SRE_MAXGROUPS)) < 0 ||
        native_set(t, m, "copyright", str_ascii(t, " SRE 2.2.2 Copyright (c) 1997-2002 by Secret Labs AB ")) <
            0)
        return 0;
    return m;
}
NATIVE_MODULE(_sre, "_sre", sre_init);
