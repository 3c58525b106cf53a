/* Recorded runs as bytes: what a record of the cache, or of a remote, holds for one action key. */
#include "engine/graph/graph.h"

enum { LARGEST_RECORD = 1 << 20 };

/* Returns where the answers begin. */
static size_t put_trace(struct buf *b, const struct trace *t, struct str bytes) {
    buf_putc(b, 1);
    buf_uleb(b, t->size);
    buf_put(b, &t->output, sizeof t->output);
    buf_sized(b, t->warnings);
    if (t->size <= INLINE_BYTES) buf_sized(b, bytes);
    size_t answers = b->n;
    buf_uleb(b, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const struct dep *d = &t->deps[i];
        buf_putc(b, d->with_previous);
        buf_sized(b, str_c(d->node->rule->name));
        buf_sized(b, d->node->key);
        buf_put(b, &d->digest, sizeof d->digest);
    }
    return answers;
}

static bool same_answers(const struct trace *a, const struct trace *b) {
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->deps[i].node != b->deps[i].node || !digest_eq(&a->deps[i].digest, &b->deps[i].digest))
            return false;
    return true;
}

struct str action_pack(struct arena *a, const struct digest *key, const struct trace *first,
                       struct str first_bytes, const struct trace *rest, size_t n_rest) {
    struct buf b;
    record_begin(&b, a, key);
    put_trace(&b, first, first_bytes);
    for (size_t i = 0, n = 1; i < n_rest && n < ACTION_TRACES && b.n < LARGEST_RECORD; i++) {
        if (same_answers(first, &rest[i])) continue;
        put_trace(&b, &rest[i], rest[i].inlined);
        n++;
    }
    return record_end(&b);
}

static void get_digest(struct reader *r, struct digest *d) {
    struct str s = reader_bytes(r, sizeof *d);
    if (s.n == sizeof *d) memcpy(d, s.p, sizeof *d);
}

/* Goes over one trace without looking at what it names; *answers are its questions and answers as they are.
 */
static bool skip_trace(struct reader *r, struct str *answers) {
    if (r->p >= r->end || reader_u8(r) != 1) return false;
    uint64_t size = reader_uleb(r);
    reader_bytes(r, sizeof(struct digest));
    reader_sized(r);
    if (size <= INLINE_BYTES) reader_sized(r);
    const uint8_t *from = r->p;
    for (uint64_t n = reader_uleb(r); n && !r->bad; n--) {
        reader_u8(r);
        reader_sized(r);
        reader_sized(r);
        reader_bytes(r, sizeof(struct digest));
    }
    *answers = (struct str){(const char *)from, (size_t)(r->p - from)};
    return !r->bad;
}

struct str action_add(struct arena *a, const struct digest *key, const struct trace *first,
                      struct str first_bytes, struct str traces) {
    struct buf b;
    struct str answers[ACTION_TRACES];
    record_begin(&b, a, key);
    size_t at = put_trace(&b, first, first_bytes), n = 1;
    answers[0] = str_dup(a, (struct str){b.p + at, b.n - at}); /* the buffer moves */
    struct reader r = reader_of(traces);
    while (n < ACTION_TRACES && b.n < LARGEST_RECORD) {
        const uint8_t *from = r.p;
        if (!skip_trace(&r, &answers[n])) break;
        bool again = false;
        for (size_t i = 0; i < n; i++) again |= str_eq(answers[i], answers[n]);
        if (again) continue;
        buf_put(&b, from, (size_t)(r.p - from));
        n++;
    }
    return record_end(&b);
}

/* False when the trace needs a rule that this py2 does not have. */
static bool get_trace(struct build *b, struct arena *a, struct reader *r, struct trace *t) {
    bool known = true;
    *t = (struct trace){.size = reader_uleb(r)};
    get_digest(r, &t->output);
    t->warnings = reader_sized(r);
    if (t->size <= INLINE_BYTES) {
        t->inlined = reader_sized(r);
        if (t->inlined.n != t->size) r->bad = true;
    }
    uint64_t n = reader_uleb(r);
    if (n > (uint64_t)(r->end - r->p) / 35) r->bad = true; /* a dep has 35 bytes at least */
    if (r->bad) return false;
    t->deps = NEW_N(a, struct dep, n);
    for (; t->n < n && !r->bad; t->n++) {
        struct dep *d = &t->deps[t->n];
        d->with_previous = reader_u8(r);
        struct str rule = reader_sized(r), key = reader_sized(r);
        get_digest(r, &d->digest);
        if (r->bad) return false;
        d->node = node_get(b, rule, key);
        known &= d->node != NULL;
    }
    return known && !r->bad;
}

static bool is_among(const struct trace *t, const struct trace *traces, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (same_answers(t, &traces[i])) return true;
    return false;
}

size_t action_unpack(struct build *b, struct arena *a, struct str bytes, struct trace **out) {
    struct reader r = reader_of(bytes);
    struct trace *traces = NEW_N(a, struct trace, ACTION_TRACES);
    size_t n = 0;
    *out = traces;
    while (n < ACTION_TRACES && r.p < r.end && reader_u8(&r) == 1) {
        if (get_trace(b, a, &r, &traces[n]) && !is_among(&traces[n], traces, n)) n++;
        if (r.bad) break;
    }
    return n;
}

bool action_get(struct store *s, struct arena *a, const struct digest *key, struct str *traces) {
    enum { AT_ONCE = 4 };
    struct str records[AT_ONCE], one;
    size_t n = store_get_records(s, a, key, records, AT_ONCE);
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < n; i++)
        if (record_open(records[i], key, &one)) buf_str(&b, one);
    *traces = buf_view(&b);
    return b.n;
}

/* "1" stands for the form of keys: what it holds goes into every key. */
struct digest action_key(const struct rule *rule, struct str key) {
    struct str parts[] = {STR("py2ac1\n"), str_c(rule->name), str_c(rule->version), key};
    return digest_of_parts(parts, COUNT(parts));
}
