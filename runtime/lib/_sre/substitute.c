/* Pattern.sub and subn. A template is parsed by the re package (which keeps what it parsed) and expanded
 * here. */
#include "runtime/lib/_sre/sre.h"
#include "runtime/process/process.h"
#include "runtime/types/bytes_priv.h"

/* What goes in for each match: the same text, pieces and groups, or what a callable says. */
struct filling {
    val text, callable;
    val groups, literals; /* lists of the re package: (place, group) and pieces, None for a group */
};

static bool has_backslash(struct thread *t, val repl, bool *plain) {
    struct text x;
    *plain = false;
    if (val_is_exact(repl, &str_shape)) {
        x = text_of(repl);
    } else if (!val_is_str(repl) && type_of(repl)->buffer) {
        struct buffer b;
        if (!buffer_get(t, repl, &b)) return false;
        x = (struct text){b.p, b.n, 1};
    } else
        return true;
    for (int64_t i = 0; i < x.n; i++)
        if (text_at(&x, i) == '\\') return true;
    *plain = true;
    return true;
}

static bool list_ok(val v) {
    return val_has(v, TYPE_LIST);
}

static bool parse_template(struct thread *t, struct sre_pattern *re, val repl, struct filling *f) {
    val module = import_module(t, NAME(re)), fn = module ? obj_getattr(t, module, NAME(_compile_repl)) : 0;
    val parsed = fn ? call2(t, fn, repl, val_of(re)) : 0;
    if (!parsed) return false;
    if (!val_has(parsed, TYPE_TUPLE) || AS(tuple, parsed)->len != 2 || !list_ok(AS(tuple, parsed)->item[0]) ||
        !list_ok(AS(tuple, parsed)->item[1]))
        return raise(t, &exc_SystemError, "bad template") != 0;
    f->groups = AS(tuple, parsed)->item[0];
    f->literals = AS(tuple, parsed)->item[1];
    if (AS(list, f->groups)->len == 0 && AS(list, f->literals)->len == 1)
        f->text = AS(list, f->literals)->item[0];
    return true;
}

static bool callable(val v) {
    return type_of(v)->call != NULL;
}

static bool fill_with(struct thread *t, struct sre_pattern *re, val repl, struct filling *f) {
    bool plain;
    *f = (struct filling){0};
    if (callable(repl)) {
        f->callable = repl;
        return true;
    }
    if (!has_backslash(t, repl, &plain)) return false;
    if (!plain) return parse_template(t, re, repl, f);
    f->text = repl;
    return true;
}

/* Pushes the pieces of a template for the current match. */
static bool push_template(struct sre_state *s, const struct filling *f, val list) {
    struct list *literals = AS(list, f->literals), *groups = AS(list, f->groups);
    int64_t g = 0;
    for (int64_t i = 0; i < literals->len; i++) {
        val piece = literals->item[i];
        if (piece == NONE) {
            int64_t group;
            if (g >= groups->len || !val_has(groups->item[g], TYPE_TUPLE) ||
                !int_to_i64(AS(tuple, groups->item[g])->item[1], &group) || group > s->re->groups)
                return raise(s->t, &exc_SystemError, "bad template") != 0;
            g++;
            piece = group ? sre_group_text(s, group, NONE)
                          : sre_slice(s->t, s->string, s->isbytes, s->text, sre_offset(s, s->start),
                                      sre_offset(s, s->ptr));
            if (piece == NONE) continue;
        }
        if (!piece || list_push(s->t, list, piece) < 0) return false;
    }
    return true;
}

static bool push_filling(struct sre_state *s, const struct filling *f, val list) {
    val item = f->text;
    if (!item && !f->callable) return push_template(s, f, list);
    if (f->callable) {
        val m = sre_match_new(s);
        if (!m || !(item = call1(s->t, f->callable, m))) return false;
    }
    return item == NONE || list_push(s->t, list, item) >= 0;
}

static val joined(struct sre_state *s, val list) {
    struct thread *t = s->t;
    val empty = sre_slice(t, s->string, s->isbytes, s->text, 0, 0);
    if (!empty || AS(list, list)->len == 0) return empty;
    return call_method1(t, empty, NAME(join), list);
}

val sre_sub(struct thread *t, struct sre_pattern *re, val repl, val string, int64_t count, bool counted) {
    struct filling f;
    struct sre_state s;
    int64_t n = 0, at = 0;
    if (!fill_with(t, re, repl, &f) || !sre_begin(&s, t, re, string, 0, INT64_MAX)) return 0;
    val list = list_new(t, 0), r = 0, piece;
    int found = list ? 1 : -1;
    while (found > 0 && (!count || n < count) && (found = sre_search(&s)) > 0) {
        int64_t from = sre_offset(&s, s.start), to = sre_offset(&s, s.ptr);
        if (at < from &&
            (!(piece = sre_slice(t, string, s.isbytes, s.text, at, from)) || list_push(t, list, piece) < 0))
            found = -1;
        if (found > 0 && !push_filling(&s, &f, list)) found = -1;
        at = to;
        n++;
        s.must_pass = s.ptr == s.start ? s.ptr : NULL;
    }
    if (found >= 0 && at < s.text.n &&
        (!(piece = sre_slice(t, string, s.isbytes, s.text, at, s.text.n)) || list_push(t, list, piece) < 0))
        found = -1;
    if (found >= 0) r = joined(&s, list);
    sre_end(&s);
    return r && counted ? pair_new(t, r, int_from_i64(t, n)) : r;
}
