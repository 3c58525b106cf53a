/* The type re.Match. */
#include "runtime/lib/_sre/sre.h"
#include "runtime/process/process.h"

METHOD_TABLE(sre_match);

static const void *mark_of(const struct sre_state *s, int64_t k) {
    return k <= s->lastmark ? s->mark[k] : NULL;
}

val sre_match_new(struct sre_state *s) {
    int64_t groups = s->re->groups + 1;
    size_t size = sizeof(struct sre_match) + (size_t)groups * 2 * sizeof(int64_t);
    struct sre_match *m = gc_new(s->t, &sre_match_type, size);
    if (!m) return 0;
    m->string = s->string;
    m->re = val_of(s->re);
    m->pos = sre_offset(s, s->beginning);
    m->endpos = sre_offset(s, s->end);
    m->lastindex = s->lastindex;
    m->groups = groups;
    m->mark[0] = sre_offset(s, s->start);
    m->mark[1] = sre_offset(s, s->ptr);
    for (int64_t k = 0; k < groups * 2 - 2; k += 2) {
        const void *from = mark_of(s, k), *to = mark_of(s, k + 1);
        bool set = from && to;
        m->mark[k + 2] = set ? sre_offset(s, from) : -1;
        m->mark[k + 3] = set ? sre_offset(s, to) : -1;
        if (set && m->mark[k + 2] > m->mark[k + 3])
            return raise(s->t, &exc_SystemError,
                         "The span of capturing group is wrong, please report a bug for the re module.");
    }
    return val_of(m);
}

val sre_match_group(struct thread *t, struct sre_match *m, int64_t group, val missing) {
    int64_t from = m->mark[group * 2], to = m->mark[group * 2 + 1];
    struct buffer b;
    if (from < 0 || m->string == NONE) return missing;
    if (val_is_str(m->string)) {
        struct text x = text_of(m->string);
        return sre_slice(t, m->string, false, x, from < x.n ? from : x.n, to < x.n ? to : x.n);
    }
    if (!buffer_get(t, m->string, &b)) return 0;
    struct text x = {b.p ? b.p : (const uint8_t *)"", b.n, 1}; /* it may have shrunk since */
    return sre_slice(t, m->string, true, x, from < x.n ? from : x.n, to < x.n ? to : x.n);
}

/* The number of the group that a number or a name means; -1 raised. */
static int64_t group_of(struct thread *t, struct sre_match *m, val index) {
    int64_t i = -1;
    if (val_is_small(index)) {
        i = val_small_get(index);
    } else if (val_is_int(index) || type_of(index)->index) {
        if (!index_clamped(t, index, &i)) return -1;
    } else {
        val number = dict_lookup(t, AS(sre_pattern, m->re)->groupindex, index);
        if (!number && t->exc) return -1;
        if (!number || !int_to_i64(number, &i)) i = -1;
    }
    if (i < 0 || i >= m->groups) return raise_i(t, &exc_IndexError, "no such group");
    return i;
}

static val item(struct thread *t, val self, val index) {
    int64_t i = group_of(t, AS(sre_match, self), index);
    return i < 0 ? 0 : sre_match_group(t, AS(sre_match, self), i, NONE);
}

static val m_group(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (kwnames && !args_no_keywords(t, "Match.group", kwnames)) return 0;
    if (argc == 1) return sre_match_group(t, AS(sre_match, argv[0]), 0, NONE);
    if (argc == 2) return item(t, argv[0], argv[1]);
    val r = tuple_new(t, argc - 1);
    for (int64_t i = 1; r && i < argc; i++) {
        val g = item(t, argv[0], argv[i]);
        if (!g) return 0;
        gc_store(val_obj(r), &AS(tuple, r)->item[i - 1], g);
    }
    return r;
}

static val m_groups(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val missing[1] = {0};
    struct sre_match *m = AS(sre_match, argv[0]);
    if (!args_parse(t, "groups", "| default", argc - 1, argv + 1, kwnames, missing)) return 0;
    val r = tuple_new(t, m->groups - 1);
    for (int64_t i = 1; r && i < m->groups; i++) {
        val g = sre_match_group(t, m, i, missing[0] ? missing[0] : NONE);
        if (!g) return 0;
        gc_store(val_obj(r), &AS(tuple, r)->item[i - 1], g);
    }
    return r;
}

static val m_groupdict(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val missing[1] = {0}, key, number, g;
    struct sre_match *m = AS(sre_match, argv[0]);
    if (!args_parse(t, "groupdict", "| default", argc - 1, argv + 1, kwnames, missing)) return 0;
    val r = dict_make(t), names = AS(sre_pattern, m->re)->groupindex;
    for (int64_t pos = 0, i; r && dict_step(names, &pos, &key, &number);) {
        if (!int_to_i64(number, &i) || i < 0 || i >= m->groups)
            return raise(t, &exc_IndexError, "no such group");
        g = sre_match_group(t, m, i, missing[0] ? missing[0] : NONE);
        if (!g || dict_put(t, r, key, g) < 0) return 0;
    }
    return r;
}

enum part { PART_START, PART_END, PART_SPAN };

static val part(struct thread *t, const char *fname, int64_t argc, val *argv, val kwnames, enum part which) {
    if (!args_no_keywords(t, fname, kwnames) || !args_count(t, fname, argc - 1, 0, 1)) return 0;
    struct sre_match *m = AS(sre_match, argv[0]);
    int64_t i = argc > 1 ? group_of(t, m, argv[1]) : 0;
    if (i < 0) return 0;
    if (which != PART_SPAN) return val_small(m->mark[2 * i + which]);
    return pair_new(t, val_small(m->mark[2 * i]), val_small(m->mark[2 * i + 1]));
}
static val m_start(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return part(t, "start", argc, argv, kwnames, PART_START);
}
static val m_end(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return part(t, "end", argc, argv, kwnames, PART_END);
}
static val m_span(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    return part(t, "span", argc, argv, kwnames, PART_SPAN);
}

/* The template is parsed by the re package, which also words its errors. */
static val m_expand(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val v[1] = {0};
    if (!args_parse(t, "expand", "template", argc - 1, argv + 1, kwnames, v)) return 0;
    val re = import_module(t, NAME(re)), fn = re ? obj_getattr(t, re, NAME(_expand)) : 0;
    return fn ? call3(t, fn, AS(sre_match, argv[0])->re, argv[0], v[0]) : 0;
}

static val m_copy(struct thread *t, val self) {
    (void)t;
    return self;
}
static val m_deepcopy(struct thread *t, val self, val memo) {
    (void)t;
    (void)memo;
    return self;
}

static val get_string(struct thread *t, val self) {
    (void)t;
    return AS(sre_match, self)->string;
}
static val get_re(struct thread *t, val self) {
    (void)t;
    return AS(sre_match, self)->re;
}
static val get_pos(struct thread *t, val self) {
    return int_from_i64(t, AS(sre_match, self)->pos);
}
static val get_endpos(struct thread *t, val self) {
    return int_from_i64(t, AS(sre_match, self)->endpos);
}
static val get_lastindex(struct thread *t, val self) {
    int64_t i = AS(sre_match, self)->lastindex;
    return i >= 0 ? int_from_i64(t, i) : NONE;
}
static val get_lastgroup(struct thread *t, val self) {
    struct sre_match *m = AS(sre_match, self);
    struct tuple *names = AS(tuple, AS(sre_pattern, m->re)->indexgroup);
    (void)t;
    return m->lastindex >= 0 && m->lastindex < names->len ? names->item[m->lastindex] : NONE;
}
static val get_regs(struct thread *t, val self) {
    struct sre_match *m = AS(sre_match, self);
    if (m->regs) return m->regs;
    val r = tuple_new(t, m->groups);
    for (int64_t i = 0; r && i < m->groups; i++) {
        val pair = pair_new(t, val_small(m->mark[2 * i]), val_small(m->mark[2 * i + 1]));
        if (!pair) return 0;
        gc_store(val_obj(r), &AS(tuple, r)->item[i], pair);
    }
    if (r) gc_store(m, &m->regs, r);
    return r;
}

static val slot_repr(struct thread *t, val self) {
    struct sre_match *m = AS(sre_match, self);
    val text = sre_match_group(t, m, 0, NONE);
    return text ? str_format(t, "<%s object; span=(%ld, %ld), match=%R>", "re.Match", m->mark[0], m->mark[1],
                             text)
                : 0;
}

static void trace(struct gc_visitor *v, struct obj *o) {
    struct sre_match *m = (struct sre_match *)o;
    gc_visit(v, m->string);
    gc_visit(v, m->re);
    gc_visit(v, m->regs);
}

static size_t object_size(const struct obj *o) {
    return sizeof(struct sre_match) + (size_t)((const struct sre_match *)o)->groups * 2 * sizeof(int64_t);
}

METHOD(sre_match, group, m_group, -1, 0, 0);
METHOD(sre_match, groups, m_groups, -1, 0, "($self, /, default=None)");
METHOD(sre_match, groupdict, m_groupdict, -1, 0, "($self, /, default=None)");
METHOD(sre_match, start, m_start, -1, 0, "($self, group=0, /)");
METHOD(sre_match, end, m_end, -1, 0, "($self, group=0, /)");
METHOD(sre_match, span, m_span, -1, 0, "($self, group=0, /)");
METHOD(sre_match, expand, m_expand, -1, 0, "($self, /, template)");
METHOD(sre_match, __copy__, m_copy, 1, 0, "($self, /)");
METHOD(sre_match, __deepcopy__, m_deepcopy, 2, 0, "($self, memo, /)");
METHOD(sre_match, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(sre_match, string, get_string, readonly_member);
GETTER(sre_match, re, get_re, readonly_member);
GETTER(sre_match, pos, get_pos, readonly_member);
GETTER(sre_match, endpos, get_endpos, readonly_member);
GETTER(sre_match, lastindex, get_lastindex, 0);
GETTER(sre_match, lastgroup, get_lastgroup, 0);
GETTER(sre_match, regs, get_regs, 0);

struct type sre_match_type = {
    .head = TYPE_HEAD,
    .shape = &sre_match_shape,
    .cname = "re.Match",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct sre_match),
    .gc_layout = GC_CUSTOM,
    .methods = METHODS(sre_match),
    .doc = "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
    .trace = trace,
    .object_size = object_size,
    .repr = slot_repr,
    .getitem = item,
};
DEFINE_SHAPE(sre_match);
