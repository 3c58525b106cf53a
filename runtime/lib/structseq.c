/* Classes of tuples with named fields: descriptors of the fields, construction, repr. */
#include "runtime/lib/structseq.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define SEQ(type) ((struct structseq *)(type))

/* ---- the descriptor of a field ---- */

struct field {
    struct obj head;
    val name;
    struct type *owner;
    int64_t index;
};
#define F(v) AS(field, v)

static val field_get(struct thread *t, val d, val self, val owner) {
    if (!self) return d;
    if (type_of(self) != F(d)->owner)
        return raise(t, &exc_TypeError, "descriptor '%U' for '%N' objects doesn't apply to a '%T' object",
                     F(d)->name, F(d)->owner, self);
    return structseq_at(self, F(d)->index);
}
static int64_t field_set(struct thread *t, val d, val self, val value) {
    return raise_i(t, &exc_AttributeError, "readonly attribute");
}
static val field_repr(struct thread *t, val d) {
    return str_format(t, "<member '%U' of '%N' objects>", F(d)->name, F(d)->owner);
}
static val field_name(struct thread *t, val d) {
    return F(d)->name;
}
static val field_owner(struct thread *t, val d) {
    return val_of(F(d)->owner);
}

METHOD_TABLE(structseq_field);
GETTER(structseq_field, __name__, field_name, NULL);
GETTER(structseq_field, __objclass__, field_owner, NULL);

static struct type field_type;
static struct shape field_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &field_type};
static struct type field_type = {
    .head = TYPE_HEAD,
    .shape = &field_shape,
    .cname = "member_descriptor",
    .base = &object_type,
    .size = sizeof(struct field),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    METHODS_OF(structseq_field),
    .repr = field_repr,
    .descr_get = field_get,
    .descr_set = field_set,
};

/* ---- the class ---- */

/* The next name of `*p`, which goes behind it; 0 raised. None: an item without a name. */
static val next_field(struct thread *t, const char **p) {
    const char *from = *p, *end = from;
    while (*end && *end != ' ') end++;
    *p = *end ? end + 1 : end;
    if (end - from == 1 && *from == '-') return NONE;
    val name = str_utf8(t, from, (size_t)(end - from));
    return name ? str_intern(t, name) : 0;
}

static int64_t put_int(struct thread *t, struct type *type, const char *name, int64_t n) {
    val key = str_intern(t, str_ascii(t, name));
    return key ? dict_put(t, type->dict, key, val_small(n)) : -1;
}

static int64_t add_field(struct thread *t, struct structseq *s, val name, int64_t i) {
    struct field *f = gc_new(t, &field_type, sizeof *f);
    if (!f) return -1;
    f->index = i;
    f->owner = &s->type;
    gc_store(f, &f->name, name);
    return dict_put(t, s->type.dict, name, val_of(f));
}

int64_t structseq_ready(struct thread *t, struct structseq *s) {
    if (s->type.flags & TYPE_READY) return 0;
    if (type_ready(t, &s->type) < 0 || type_fill(t, &s->type) < 0) return -1;
    const char *p = s->fields;
    val match = list_new(t, s->visible);
    int64_t unnamed = 0;
    for (int64_t i = 0; match && i < s->count; i++) {
        val name = next_field(t, &p);
        if (!name) return -1;
        unnamed += name == NONE;
        if (name == NONE) continue;
        if (add_field(t, s, name, i) < 0 || (i < s->visible && list_push(t, match, name) < 0)) return -1;
    }
    val args = match ? rt_list_to_tuple(t, match) : 0, key = str_intern(t, str_ascii(t, "__match_args__"));
    if (!args || !key || dict_put(t, s->type.dict, key, args) < 0 ||
        put_int(t, &s->type, "n_fields", s->count) < 0 ||
        put_int(t, &s->type, "n_sequence_fields", s->visible) < 0 ||
        put_int(t, &s->type, "n_unnamed_fields", unnamed) < 0)
        return -1;
    s->type.flags |= TYPE_IMMUTABLE;
    return 0;
}

val structseq_new(struct thread *t, struct structseq *s, const val *items) {
    if (structseq_ready(t, s) < 0) return 0;
    for (int64_t i = 0; i < s->count; i++)
        if (!items[i]) return 0;
    struct tuple *p = gc_new(t, &s->type, sizeof *p + s->count * sizeof(val));
    if (!p) return 0;
    p->len = s->visible;
    memcpy(p->item, items, s->count * sizeof(val));
    return val_of(p);
}

/* Fields that the sequence does not reach come from the dict, or are None. */
val structseq_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    struct structseq *s = SEQ(cls);
    val out[2], items[40];
    if (!args_parse(t, "structseq", "sequence | dict", argc, argv, kwnames, out)) return 0;
    val seq = tuple_from_iterable(t, out[0]);
    if (!seq && exc_pending_is(t, &exc_TypeError)) {
        exc_take(t);
        return raise(t, &exc_TypeError, "constructor requires a sequence");
    }
    if (!seq) return 0;
    if (out[1] && !val_has(out[1], TYPE_DICT))
        return raise(t, &exc_TypeError, "%s() takes a dict as second arg, if any", cls->cname);
    int64_t len = AS(tuple, seq)->len;
    if (len < s->visible || len > s->count)
        return raise(t, &exc_TypeError, "%s() takes %s%ld-sequence (%ld-sequence given)", cls->cname,
                     s->visible == s->count ? "a "
                     : len < s->visible     ? "an at least "
                                            : "an at most ",
                     (int64_t)(len < s->visible ? s->visible : s->count), len);
    const char *p = s->fields;
    for (int64_t i = 0; i < s->count; i++) {
        val name = next_field(t, &p);
        if (!name) return 0;
        items[i] = i < len ? AS(tuple, seq)->item[i] : NONE;
        val given = i >= len && out[1] && name != NONE ? dict_lookup(t, out[1], name) : 0;
        if (t->exc) return 0;
        if (given) items[i] = given;
    }
    return structseq_new(t, s, items);
}

/* The names of the first fields that have one, whatever items they belong to: so CPython shows stat results.
 */
val structseq_repr(struct thread *t, val self) {
    struct structseq *s = SEQ(type_of(self));
    const char *p = s->fields;
    struct strbuf b;
    strbuf_init(&b, t);
    if (!strbuf_ascii(&b, s->type.cname, strlen(s->type.cname)) || !strbuf_char(&b, '(')) return 0;
    for (int64_t i = 0; i < s->visible; i++) {
        val name = NONE, shown = obj_repr(t, structseq_at(self, i));
        while (*p && name == NONE)
            if (!(name = next_field(t, &p))) return 0;
        if (!shown || (i && !strbuf_ascii(&b, ", ", 2)) || !strbuf_put(&b, name) || !strbuf_char(&b, '=') ||
            !strbuf_put(&b, shown))
            return 0;
    }
    return strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

static val structseq_reduce(struct thread *t, val self) {
    struct structseq *s = SEQ(type_of(self));
    val items = tuple_of(t, s->visible, AS(tuple, self)->item), rest = dict_make(t);
    const char *p = s->fields;
    if (!items || !rest) return 0;
    for (int64_t i = 0; i < s->count; i++) {
        val name = next_field(t, &p);
        if (!name) return 0;
        if (i >= s->visible && name != NONE && dict_put(t, rest, name, structseq_at(self, i)) < 0) return 0;
    }
    val args = pair_new(t, items, rest);
    return args ? pair_new(t, val_of(&s->type), args) : 0;
}
METHOD(structseq, __reduce__, structseq_reduce, 1, 0, 0);
