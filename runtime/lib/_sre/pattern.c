/* The type re.Pattern. */
#include "runtime/lib/_sre/sre.h"

METHOD_TABLE(sre_pattern);

struct range_args {
    val string;
    int64_t pos, endpos;
};

/* string, pos, endpos of a method. */
static bool range_args(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                       struct range_args *out) {
    val v[3] = {0};
    *out = (struct range_args){0, 0, INT64_MAX};
    if (argc == 2 && !kwnames) {
        out->string = argv[1];
        return true;
    }
    if (!args_parse(t, fname, "string | pos endpos", argc - 1, argv + 1, kwnames, v)) return false;
    out->string = v[0];
    return (!v[1] || index_i64(t, v[1], &out->pos)) && (!v[2] || index_i64(t, v[2], &out->endpos));
}

enum how { HOW_MATCH, HOW_FULLMATCH, HOW_SEARCH };

static val look(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, enum how how) {
    struct range_args a;
    struct sre_state s;
    if (!range_args(t, fname, argc, argv, kwnames, &a) ||
        !sre_begin(&s, t, AS(sre_pattern, argv[0]), a.string, a.pos, a.endpos))
        return 0;
    s.match_all = how == HOW_FULLMATCH;
    int found = how == HOW_SEARCH ? sre_search(&s) : sre_match(&s);
    val r = found < 0 ? 0 : found ? sre_match_new(&s) : NONE;
    sre_end(&s);
    return r;
}

static val m_match(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return look(t, "match", argc, argv, kwnames, HOW_MATCH);
}
static val m_fullmatch(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return look(t, "fullmatch", argc, argv, kwnames, HOW_FULLMATCH);
}
static val m_search(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return look(t, "search", argc, argv, kwnames, HOW_SEARCH);
}

/* After a match: where the next search begins, and that it may not be empty there again. */
static void go_on(struct sre_state *s) {
    s->must_pass = s->ptr == s->start ? s->ptr : NULL;
}

static val found_item(struct sre_state *s) {
    struct thread *t = s->t;
    int64_t groups = s->re->groups;
    val empty = s->isbytes ? 0 : EMPTY_STR;
    if (groups == 0)
        return sre_slice(t, s->string, s->isbytes, s->text, sre_offset(s, s->start), sre_offset(s, s->ptr));
    if (!empty && !(empty = bytes_new(t, "", 0))) return 0;
    if (groups == 1) return sre_group_text(s, 1, empty);
    val item = tuple_new(t, groups);
    for (int64_t i = 0; item && i < groups; i++) {
        val g = sre_group_text(s, i + 1, empty);
        if (!g) return 0;
        gc_store(val_obj(item), &AS(tuple, item)->item[i], g);
    }
    return item;
}

static val m_findall(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct range_args a;
    struct sre_state s;
    if (!range_args(t, "findall", argc, argv, kwnames, &a) ||
        !sre_begin(&s, t, AS(sre_pattern, argv[0]), a.string, a.pos, a.endpos))
        return 0;
    val list = list_new(t, 0);
    int found = list ? 1 : -1;
    while (found > 0 && (found = sre_search(&s)) > 0) {
        val item = found_item(&s);
        if (!item || list_push(t, list, item) < 0) found = -1;
        go_on(&s);
    }
    sre_end(&s);
    return found < 0 ? 0 : list;
}

static val m_split(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[2] = {0};
    int64_t most = 0, n = 0, last = 0;
    struct sre_state s;
    if (!args_parse(t, "split", "string | maxsplit", argc - 1, argv + 1, kwnames, v) ||
        (v[1] && !index_i64(t, v[1], &most)) ||
        !sre_begin(&s, t, AS(sre_pattern, argv[0]), v[0], 0, INT64_MAX))
        return 0;
    val list = list_new(t, 0), item;
    int found = list ? 1 : -1;
    while (found > 0 && (!most || n < most) && (found = sre_search(&s)) > 0) {
        item = sre_slice(t, s.string, s.isbytes, s.text, last, sre_offset(&s, s.start));
        if (!item || list_push(t, list, item) < 0) found = -1;
        for (int64_t g = 1; found > 0 && g <= s.re->groups; g++) {
            item = sre_group_text(&s, g, NONE);
            if (!item || list_push(t, list, item) < 0) found = -1;
        }
        n++;
        last = sre_offset(&s, s.ptr);
        go_on(&s);
    }
    if (found >= 0) {
        item = sre_slice(t, s.string, s.isbytes, s.text, last, sre_offset(&s, s.end));
        if (!item || list_push(t, list, item) < 0) found = -1;
    }
    sre_end(&s);
    return found < 0 ? 0 : list;
}

static val substitute(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames,
                      bool counted) {
    val v[3] = {0};
    int64_t count = 0;
    if (!args_parse(t, fname, "repl string | count", argc - 1, argv + 1, kwnames, v) ||
        (v[2] && !index_i64(t, v[2], &count)))
        return 0;
    return sre_sub(t, AS(sre_pattern, argv[0]), v[0], v[1], count, counted);
}
static val m_sub(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return substitute(t, "sub", argc, argv, kwnames, false);
}
static val m_subn(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return substitute(t, "subn", argc, argv, kwnames, true);
}

/* ---- scanners: searches that go on where the last one ended ---- */

METHOD_TABLE(sre_scanner);
struct sre_scanner {
    struct obj head;
    val re, string;
    val pin;         /* a memoryview, so that a bytearray keeps its size; or 0 */
    int64_t at, end; /* at: -1 when it is at its end */
    bool not_empty;  /* the match before was empty and ended at `at` */
};

static val scanner_new(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames) {
    struct range_args a;
    struct sre_state s;
    if (!range_args(t, fname, argc, argv, kwnames, &a) ||
        !sre_begin(&s, t, AS(sre_pattern, argv[0]), a.string, a.pos, a.endpos))
        return 0;
    sre_end(&s);
    struct sre_scanner *x = gc_new(t, &sre_scanner_type, sizeof *x);
    if (!x) return 0;
    x->re = argv[0];
    x->string = a.string;
    x->at = sre_offset(&s, s.ptr);
    x->end = sre_offset(&s, s.end);
    if (type_is_subtype(type_of(a.string), &bytearray_type)) {
        val pin = call1(t, val_of(&memoryview_type), a.string);
        if (!pin) return 0;
        gc_store(x, &x->pin, pin);
    }
    return val_of(x);
}

static void scanner_trace(struct gc_visitor *v, struct obj *o) {
    trace_ref2(v, o);
    gc_visit(v, ((struct sre_scanner *)o)->pin);
}

static val scan(struct thread *t, val self, bool search) {
    struct sre_scanner *x = AS(sre_scanner, self);
    struct sre_state s;
    if (x->at < 0) return NONE;
    if (!sre_begin(&s, t, AS(sre_pattern, x->re), x->string, x->at, x->end)) return 0;
    if (x->not_empty) s.must_pass = s.ptr;
    int found = search ? sre_search(&s) : sre_match(&s);
    val r = found < 0 ? 0 : found ? sre_match_new(&s) : NONE;
    x->at = found > 0 ? sre_offset(&s, s.ptr) : found == 0 ? -1 : x->at;
    if (found > 0) x->not_empty = s.ptr == s.start;
    sre_end(&s);
    return r;
}

static val scanner_match(struct thread *t, val self) {
    return scan(t, self, false);
}
static val scanner_search(struct thread *t, val self) {
    return scan(t, self, true);
}
static val scanner_pattern(struct thread *t, val self) {
    (void)t;
    return AS(sre_scanner, self)->re;
}
METHOD(sre_scanner, match, scanner_match, 1, 0, "($self, /)");
METHOD(sre_scanner, search, scanner_search, 1, 0, "($self, /)");
GETTER(sre_scanner, pattern, scanner_pattern, readonly_member);

struct type sre_scanner_type = {
    .head = TYPE_HEAD,
    .shape = &sre_scanner_shape,
    .cname = "_sre.SRE_Scanner",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct sre_scanner),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(sre_scanner),
    .trace = scanner_trace,
};
DEFINE_SHAPE(sre_scanner);

static val m_scanner(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return scanner_new(t, "scanner", argc, argv, kwnames);
}
static const struct method search_step = {"search", (void *)scanner_search, 1, 0, "($self, /)", 0, 0};
static val m_finditer(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val x = scanner_new(t, "finditer", argc, argv, kwnames);
    val step = x ? builtin_new(t, &search_step, NULL, x, 0) : 0;
    return step ? callable_iter_new(t, step, NONE) : 0;
}

/* ---- the object ---- */

static val m_copy(struct thread *t, val self) {
    (void)t;
    return self;
}
static val m_deepcopy(struct thread *t, val self, val memo) {
    (void)t;
    (void)memo;
    return self;
}

static val get_pattern(struct thread *t, val self) {
    (void)t;
    return AS(sre_pattern, self)->pattern;
}
static val get_flags(struct thread *t, val self) {
    return int_from_i64(t, AS(sre_pattern, self)->flags);
}
static val get_groups(struct thread *t, val self) {
    return int_from_i64(t, AS(sre_pattern, self)->groups);
}
static val get_groupindex(struct thread *t, val self) {
    return mappingproxy_new(t, AS(sre_pattern, self)->groupindex);
}

static bool put_flags(struct strbuf *b, int64_t flags) {
    static const char *const names[] = {"re.TEMPLATE",  "re.IGNORECASE", "re.LOCALE",
                                        "re.MULTILINE", "re.DOTALL",     "re.UNICODE",
                                        "re.VERBOSE",   "re.DEBUG",      "re.ASCII"};
    const char *lead = ", ";
    for (int i = 0; i < 9; i++, flags &= ~(INT64_C(1) << (i - 1))) {
        if (!(flags >> i & 1)) continue;
        if (!strbuf_ascii(b, lead, strlen(lead)) || !strbuf_ascii(b, names[i], strlen(names[i])))
            return false;
        lead = "|";
    }
    flags &= ~INT64_C(511);
    if (!flags) return true;
    val rest = str_format(b->t, "%s%x", lead, flags);
    return rest && strbuf_put(b, rest);
}

static val slot_repr(struct thread *t, val self) {
    struct sre_pattern *re = AS(sre_pattern, self);
    int64_t flags = re->flags;
    struct strbuf b;
    strbuf_init(&b, t);
    val text = obj_repr(t, re->pattern);
    if (!text) return 0;
    if (AS(string, text)->len > 200 && !(text = str_slice(t, text, 0, 200))) return 0;
    if (re->isbytes == 0 && (flags & (SRE_LOCALE | SRE_UNICODE | SRE_ASCII)) == SRE_UNICODE)
        flags &= ~SRE_UNICODE;
    if (!strbuf_ascii(&b, "re.compile(", 11) || !strbuf_put(&b, text) || !put_flags(&b, flags) ||
        !strbuf_char(&b, ')'))
        return 0;
    return strbuf_finish(&b);
}

static int64_t slot_hash(struct thread *t, val self) {
    struct sre_pattern *re = AS(sre_pattern, self);
    int64_t h = obj_hash(t, re->pattern);
    if (h == -1) return -1;
    h ^= hash_bytes(re->word, re->nwords * sizeof *re->word) ^ re->flags ^ re->isbytes ^ re->groups;
    return h == -1 ? -2 : h;
}

static val slot_compare(struct thread *t, val a, val b, enum compare op) {
    if ((op != CMP_EQ && op != CMP_NE) || type_of(b) != &sre_pattern_type) return NOTIMPLEMENTED;
    const struct sre_pattern *x = AS(sre_pattern, a), *y = AS(sre_pattern, b);
    int64_t same = a == b;
    if (!same && x->flags == y->flags && x->isbytes == y->isbytes && x->nwords == y->nwords &&
        memcmp(x->word, y->word, x->nwords * sizeof *x->word) == 0)
        same = obj_equal(t, x->pattern, y->pattern);
    return same < 0 ? 0 : val_bool(same == (op == CMP_EQ));
}

static void trace(struct gc_visitor *v, struct obj *o) {
    struct sre_pattern *re = (struct sre_pattern *)o;
    gc_visit(v, re->pattern);
    gc_visit(v, re->groupindex);
    gc_visit(v, re->indexgroup);
    gc_visit(v, re->weakrefs);
    if (re->word) gc_visit_storage(v, re->word);
    if (re->inst) gc_visit_storage(v, re->inst);
    if (re->set) gc_visit_storage(v, re->set);
    if (re->literal) gc_visit_storage(v, re->literal);
    if (re->literal_bytes) gc_visit_storage(v, re->literal_bytes);
}

METHOD(sre_pattern, match, m_match, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, fullmatch, m_fullmatch, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, search, m_search, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, findall, m_findall, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, finditer, m_finditer, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, scanner, m_scanner, -1, 0, "($self, /, string, pos=0, endpos=sys.maxsize)");
METHOD(sre_pattern, split, m_split, -1, 0, "($self, /, string, maxsplit=0)");
METHOD(sre_pattern, sub, m_sub, -1, 0, "($self, /, repl, string, count=0)");
METHOD(sre_pattern, subn, m_subn, -1, 0, "($self, /, repl, string, count=0)");
METHOD(sre_pattern, __copy__, m_copy, 1, 0, "($self, /)");
METHOD(sre_pattern, __deepcopy__, m_deepcopy, 2, 0, "($self, memo, /)");
METHOD(sre_pattern, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(sre_pattern, pattern, get_pattern, readonly_member);
GETTER(sre_pattern, flags, get_flags, readonly_member);
GETTER(sre_pattern, groups, get_groups, readonly_member);
GETTER(sre_pattern, groupindex, get_groupindex, 0);

struct type sre_pattern_type = {
    .head = TYPE_HEAD,
    .shape = &sre_pattern_shape,
    .cname = "re.Pattern",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE | TYPE_WEAKREF,
    .size = sizeof(struct sre_pattern),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(sre_pattern),
    .doc = "Compiled regular expression object.",
    .trace = trace,
    .repr = slot_repr,
    .hash = slot_hash,
    .compare = slot_compare,
};
DEFINE_SHAPE(sre_pattern);
