/* The form of `.py2/graph`. Numbers are little-endian, offsets count from the beginning of the file, sections
 * are aligned to 8 bytes and follow one another in this order:
 *
 *     header     see struct header. `check` is over the rest of the header and all that follows it
 *     texts      {u32 at, u32 length} into the text: names of rules, versions, ends of keys
 *     nodes      struct record, one for each node: leaves sorted by their keys, then runs
 *     slots      a power of two of u32: ref + 1 or 0, a hash table over the nodes' ids, probed linearly
 *     bodies     what is known of nodes, in units of 8 bytes; unit 0 is nobody's
 *                a leaf: struct leaf_body. A run: struct run_body, deps (u32 each, padded to 8), digests
 *     text       keys of nodes, each followed by NUL; warnings, reasons, listings, outputs
 *
 * The stages of one module have keys that begin alike, and its file's key is in the middle of these. A node's
 * key is therefore a piece of the text, which others may share, and for some an end that stands among the
 * texts: a NUL goes between the two. Reasons, too, are there once.
 *
 * A file with another `format` is not read: an older py2 says so and starts anew. */
#define _GNU_SOURCE
#include "engine/graph/snapshot.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static const char magic[8] = "py2graph";

struct header {
    char magic[8];
    uint32_t format, zero;
    uint64_t check, size;
    uint32_t n_texts, n_nodes, n_slots, generation;
    uint64_t texts_at, nodes_at, slots_at, bodies_at, bodies_n, text_at, text_n;
};
struct span_of_text {
    uint32_t at, n;
};
struct record {
    uint32_t key_at, key_n, body, used;
    uint16_t rule, end; /* end: number among the texts, + 1; 0: none */
    uint8_t leaf, kind; /* enum leaf; enum rule_kind of a stat leaf, + 1, 0: unknown */
    uint16_t zero;
};
struct leaf_body {
    struct digest digest;
    struct file_id id;
    int64_t hashed_at;
    struct span_of_text bytes;
    uint32_t loose, has_bytes;
};
struct run_body {
    struct digest output;
    uint64_t size;
    uint32_t micros, cost, peak; /* peak in units of 1024 bytes; what does not fit is the largest number */
    struct span_of_text warnings, reason, bytes;
    uint32_t version, n, n_digests : 31, has_bytes : 1;
};
_Static_assert(sizeof(struct header) == 104 && sizeof(struct record) == 24 &&
                   sizeof(struct leaf_body) == 104 && sizeof(struct run_body) == 88,
               "the file's form");

const struct digest *stat_digest(unsigned kind) {
    static const struct digest kinds[] = {{{RULE_ABSENT, 's', 't', 'a', 't'}},
                                          {{RULE_FILE, 's', 't', 'a', 't'}},
                                          {{RULE_DIR, 's', 't', 'a', 't'}},
                                          {{RULE_OTHER, 's', 't', 'a', 't'}},
                                          {{STAT_PROGRAM, 's', 't', 'a', 't'}}};
    return &kinds[kind <= STAT_PROGRAM ? kind : (unsigned)RULE_ABSENT];
}

/* Four lanes, because one is bound by the multiplier's latency: this reads as fast as memory gives. */
static uint64_t check_of(const char *p, size_t n) {
    uint64_t lane[4] = {n, 1, 2, 3}, w[4];
    for (; n >= sizeof w; n -= sizeof w, p += sizeof w) {
        memcpy(w, p, sizeof w);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ w[i]) * 0x9e3779b97f4a7c15u;
            lane[i] ^= lane[i] >> 29;
        }
    }
    uint64_t rest = str_hash((struct str){p, n});
    for (int i = 0; i < 4; i++) rest = (rest ^ lane[i]) * 0xd1b54a32d192ed03u + (rest >> 31);
    return rest ? rest : 1;
}

enum {
    UNCHECKED = offsetof(struct header, size)
}; /* what stands before it: the magic, the format, the check */

/* ---- reading ---- */

static bool section(const struct snapshot *s, uint64_t at, uint64_t n, uint64_t each) {
    return !(at & 7) && at <= s->n && n <= (s->n - at) / each;
}

static enum snapshot_error take(struct snapshot *s) {
    struct header h;
    if (s->n < sizeof h) return SNAPSHOT_BAD;
    memcpy(&h, s->p, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic)) return SNAPSHOT_BAD;
    if (h.format > SNAPSHOT_FORMAT) return SNAPSHOT_NEWER;
    if (h.format != SNAPSHOT_FORMAT || h.size != s->n) return SNAPSHOT_BAD;
    if (h.check != check_of(s->p + UNCHECKED, s->n - UNCHECKED)) return SNAPSHOT_BAD;
    bool whole = section(s, h.texts_at, h.n_texts, sizeof(struct span_of_text)) &&
                 section(s, h.nodes_at, h.n_nodes, sizeof(struct record)) &&
                 section(s, h.slots_at, h.n_slots, 4) && section(s, h.bodies_at, h.bodies_n, 1) &&
                 section(s, h.text_at, h.text_n, 1);
    if (!whole || h.n_nodes > LARGEST_REF || (h.n_slots & (h.n_slots - 1))) return SNAPSHOT_BAD;
    *s = (struct snapshot){.p = s->p,
                           .n = s->n,
                           .check = h.check,
                           .generation = h.generation,
                           .n_nodes = h.n_nodes,
                           .n_slots = h.n_slots,
                           .n_texts = h.n_texts,
                           .texts = s->p + h.texts_at,
                           .nodes = s->p + h.nodes_at,
                           .slots = s->p + h.slots_at,
                           .bodies = s->p + h.bodies_at,
                           .bodies_n = h.bodies_n,
                           .text = s->p + h.text_at,
                           .text_n = h.text_n};
    return SNAPSHOT_GOOD;
}

enum snapshot_error snapshot_open(struct snapshot *s, int dir, const char *name) {
    struct stat st;
    *s = (struct snapshot){0};
    int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return SNAPSHOT_NONE;
    bool some = !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0;
    void *p =
        some ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (p == MAP_FAILED) return SNAPSHOT_BAD;
    s->p = p;
    s->n = (size_t)st.st_size;
    enum snapshot_error error = take(s);
    if (error) snapshot_close(s);
    return error;
}

void snapshot_close(struct snapshot *s) {
    if (s->p) munmap((void *)s->p, s->n);
    *s = (struct snapshot){0};
}

static const struct record *record_of(const struct snapshot *s, uint32_t ref) {
    return ref < s->n_nodes ? (const struct record *)s->nodes + ref : NULL;
}

static bool text_at(const struct snapshot *s, uint32_t at, uint32_t n, struct str *out) {
    *out = (struct str){s->text + at, n};
    return at <= s->text_n && n <= s->text_n - at;
}

static bool shared_text(const struct snapshot *s, uint32_t number, struct str *out) {
    const struct span_of_text *t = (const struct span_of_text *)s->texts + number;
    return number < s->n_texts && text_at(s, t->at, t->n, out);
}

bool snapshot_key(const struct snapshot *s, uint32_t ref, struct node_key *k) {
    const struct record *r = record_of(s, ref);
    *k = (struct node_key){0};
    if (!r || !shared_text(s, r->rule, &k->rule) || !text_at(s, r->key_at, r->key_n, &k->key)) return false;
    if (r->end && !shared_text(s, r->end - 1u, &k->end)) return false;
    /* The NUL behind it is what system calls need. */
    return (uint64_t)r->key_at + r->key_n < s->text_n && !k->key.p[k->key.n];
}

size_t node_key_size(const struct node_key *k) {
    return k->rule.n + 1 + k->key.n + (k->end.p ? 1 + k->end.n : 0);
}

struct str node_key_id(const struct node_key *k, char *p) {
    char *at = p;
    memcpy(at, k->rule.p, k->rule.n);
    at += k->rule.n;
    *at++ = 0;
    if (k->key.n) memcpy(at, k->key.p, k->key.n);
    at += k->key.n;
    if (k->end.p) {
        *at++ = 0;
        memcpy(at, k->end.p, k->end.n);
        at += k->end.n;
    }
    *at = 0;
    return (struct str){p, (size_t)(at - p)};
}

static bool take_piece(struct str *text, struct str piece) {
    if (piece.n && !str_starts(*text, piece)) return false;
    text->p += piece.n;
    text->n -= piece.n;
    return true;
}

static bool take_nul(struct str *text) {
    return text->n && !*text->p && (text->p++, text->n--, true);
}

static bool is_id(const struct node_key *k, struct str id) {
    bool same =
        node_key_size(k) == id.n && take_piece(&id, k->rule) && take_nul(&id) && take_piece(&id, k->key);
    return same && (!k->end.p || (take_nul(&id) && take_piece(&id, k->end)));
}

enum leaf snapshot_leaf_kind(const struct snapshot *s, uint32_t ref) {
    const struct record *r = record_of(s, ref);
    return r && r->leaf <= LEAF_PARAM ? (enum leaf)r->leaf : LEAF_NONE;
}

uint32_t snapshot_used(const struct snapshot *s, uint32_t ref) {
    const struct record *r = record_of(s, ref);
    return r ? r->used : 0;
}

uint32_t snapshot_find(const struct snapshot *s, struct str id) {
    const uint32_t *slots = s->slots;
    uint32_t mask = s->n_slots - 1;
    if (!s->n_slots) return NO_REF;
    for (uint32_t i = (uint32_t)str_hash(id) & mask, steps = 0; steps < s->n_slots;
         i = (i + 1) & mask, steps++) {
        struct node_key k;
        if (!slots[i]) return NO_REF;
        if (snapshot_key(s, slots[i] - 1, &k) && is_id(&k, id)) return slots[i] - 1;
    }
    return NO_REF;
}

static const void *body_of(const struct snapshot *s, const struct record *r, size_t size) {
    uint64_t at = (uint64_t)r->body * 8;
    return r->body && at <= s->bodies_n && size <= s->bodies_n - at ? s->bodies + at : NULL;
}

bool snapshot_leaf(const struct snapshot *s, uint32_t ref, struct leaf_view *v) {
    const struct record *r = record_of(s, ref);
    *v = (struct leaf_view){0};
    if (!r || !r->leaf) return false;
    if (r->leaf == LEAF_STAT) {
        if (!r->kind || r->kind > RULE_OTHER + 1) return false;
        v->digest = stat_digest(r->kind - 1);
        return true;
    }
    const struct leaf_body *b = body_of(s, r, sizeof *b);
    if (!b || !text_at(s, b->bytes.at, b->bytes.n, &v->bytes)) return false;
    *v = (struct leaf_view){&b->digest, b->id, b->hashed_at, b->has_bytes ? v->bytes : (struct str){0},
                            b->loose};
    return true;
}

bool snapshot_run(const struct snapshot *s, uint32_t ref, struct run_view *v) {
    const struct record *r = record_of(s, ref);
    const struct run_body *b = r && !r->leaf ? body_of(s, r, sizeof *b) : NULL;
    if (!b) return false;
    uint64_t more = ((uint64_t)b->n * 4 + 7) / 8 * 8,
             digests = (uint64_t)b->n_digests * sizeof(struct digest);
    if (b->n > LARGEST_REF || b->n_digests > b->n || !body_of(s, r, sizeof *b + more + digests)) return false;
    const uint32_t *deps = (const uint32_t *)(b + 1);
    *v = (struct run_view){.output = &b->output,
                           .size = b->size,
                           .micros = b->micros,
                           .cost = b->cost,
                           .peak = (uint64_t)b->peak << 10,
                           .deps = deps,
                           .digests = (const struct digest *)((const char *)deps + more),
                           .n = b->n,
                           .n_digests = b->n_digests};
    if (!shared_text(s, b->version, &v->version) ||
        !text_at(s, b->warnings.at, b->warnings.n, &v->warnings) ||
        !text_at(s, b->reason.at, b->reason.n, &v->reason) || !text_at(s, b->bytes.at, b->bytes.n, &v->bytes))
        return false;
    if (!b->has_bytes) v->bytes = (struct str){0};
    return true;
}

const struct digest *snapshot_digest(const struct snapshot *s, uint32_t ref) {
    const struct record *r = record_of(s, ref);
    if (!r) return NULL;
    if (r->leaf == LEAF_STAT) return r->kind && r->kind <= STAT_PROGRAM + 1 ? stat_digest(r->kind - 1) : NULL;
    return body_of(s, r, sizeof(struct digest)); /* every body begins with it */
}

/* ---- writing ---- */

void snapshot_begin(struct snapshot_writer *w, struct arena *a, uint32_t generation, uint32_t nodes,
                    size_t text) {
    *w = (struct snapshot_writer){.arena = a, .generation = generation};
    buf_init(&w->texts, a);
    buf_init(&w->nodes, a);
    buf_init(&w->bodies, a);
    buf_init(&w->text, a);
    buf_reserve(&w->nodes, nodes * sizeof(struct record));
    buf_reserve(&w->bodies, nodes * sizeof(struct run_body));
    buf_reserve(&w->text, text);
    buf_u64(&w->bodies, 0);
    buf_putc(&w->text, 0); /* so that 0 is no place of a text that was added */
    map_init(&w->shared, a);
    map_init(&w->places, a);
}

static struct span_of_text add_text(struct snapshot_writer *w, struct str s) {
    struct span_of_text t = {(uint32_t)w->text.n, (uint32_t)s.n};
    buf_str(&w->text, s);
    return t;
}

/* Text that is worth having once. The caller's bytes must stay. */
static struct span_of_text add_once(struct snapshot_writer *w, struct str s) {
    void **at = map_at(&w->places, s, NULL);
    if (!*at) {
        *at = (void *)(uintptr_t)add_text(w, s).at;
        buf_putc(&w->text, 0); /* as behind a key */
    }
    return (struct span_of_text){(uint32_t)(uintptr_t)*at, (uint32_t)s.n};
}

static uint32_t add_shared(struct snapshot_writer *w, struct str s) {
    void **number = map_at(&w->shared, s, NULL);
    if (!*number) {
        struct span_of_text t = add_text(w, s);
        buf_put(&w->texts, &t, sizeof t);
        *number = (void *)(uintptr_t)++w->n_texts;
    }
    return (uint32_t)(uintptr_t)*number - 1;
}

static size_t fields(struct str key) {
    size_t n = 1;
    for (size_t i = 0; i < key.n; i++) n += !key.p[i];
    return n;
}

enum { MANY_TEXTS = 60000 }; /* their numbers have 16 bits */

/* Splits a key where its front is in the text already; at most two fields are an end. */
static bool split_known(struct snapshot_writer *w, struct str key, struct str *front, struct str *end) {
    *front = key;
    *end = (struct str){0};
    for (int i = 0; i < 3; i++) {
        if (end->p && w->n_texts >= MANY_TEXTS && !map_get(&w->shared, *end)) return false;
        if (map_get(&w->places, *front)) return true;
        const char *nul = memrchr(front->p, 0, front->n);
        if (!nul) return false;
        front->n = (size_t)(nul - front->p);
        *end = (struct str){nul + 1, key.n - front->n - 1};
    }
    return false;
}

void snapshot_add_key(struct snapshot_writer *w, struct str key, bool long_ones) {
    struct str front, end;
    if ((fields(key) > 2) != long_ones || split_known(w, key, &front, &end)) return;
    uint32_t at = (uint32_t)w->text.n;
    buf_str(&w->text, key);
    buf_putc(&w->text, 0);
    /* Whatever begins behind a NUL and reaches to the end can be somebody's key, too. */
    for (size_t i = 0; i < key.n || !i; i++)
        if (!i || !key.p[i - 1]) {
            void **place = map_at(&w->places, (struct str){key.p + i, key.n - i}, NULL);
            if (!*place) *place = (void *)(uintptr_t)(at + i);
        }
}

static void add_record(struct snapshot_writer *w, struct record r, struct str id, struct str rule) {
    struct str key = {id.p + rule.n + 1, id.n - rule.n - 1}, front, end;
    if (!split_known(w, key, &front, &end)) {
        snapshot_add_key(w, key, fields(key) > 2);
        front = key;
        end = (struct str){0};
    }
    r.key_at = (uint32_t)(uintptr_t)map_get(&w->places, front);
    r.key_n = (uint32_t)front.n;
    r.rule = (uint16_t)add_shared(w, rule);
    r.end = (uint16_t)(end.p ? add_shared(w, end) + 1 : 0);
    buf_put(&w->nodes, &r, sizeof r);
    w->n++;
}

void snapshot_add_leaf(struct snapshot_writer *w, enum leaf leaf, struct str id, struct str rule,
                       uint32_t used, const struct leaf_view *v) {
    struct record r = {.used = used, .leaf = (uint8_t)leaf};
    if (v->digest && leaf == LEAF_STAT) {
        r.kind = (uint8_t)(v->digest->b[0] + 1);
    } else if (v->digest) {
        struct leaf_body b = {*v->digest,        v->id, v->hashed_at, add_text(w, v->bytes), v->loose,
                              v->bytes.p != NULL};
        r.body = (uint32_t)(w->bodies.n / 8);
        buf_put(&w->bodies, &b, sizeof b);
    }
    add_record(w, r, id, rule);
}

static uint32_t saturated(uint64_t n) {
    return (uint32_t)MIN(n, (uint64_t)UINT32_MAX);
}

void snapshot_add_run(struct snapshot_writer *w, struct str id, struct str rule, uint32_t used,
                      const struct run_view *v) {
    struct record r = {.used = used};
    if (!v) {
        add_record(w, r, id, rule);
        return;
    }
    r.body = (uint32_t)(w->bodies.n / 8);
    struct run_body b = {.output = *v->output,
                         .size = v->size,
                         .micros = saturated(v->micros),
                         .cost = saturated(v->cost),
                         .peak = saturated((v->peak + 1023) >> 10),
                         .warnings = add_text(w, v->warnings),
                         .reason = add_once(w, v->reason),
                         .bytes = add_text(w, v->bytes.p ? v->bytes : STR("")),
                         .version = add_shared(w, v->version),
                         .has_bytes = v->bytes.p != NULL,
                         .n = v->n,
                         .n_digests = v->n_digests & INT32_MAX};
    buf_put(&w->bodies, &b, sizeof b);
    buf_put(&w->bodies, v->deps, v->n * sizeof *v->deps);
    buf_align(&w->bodies, 8);
    buf_put(&w->bodies, v->digests, v->n_digests * sizeof *v->digests);
    add_record(w, r, id, rule);
}

static void fill_slots(struct snapshot_writer *w, uint32_t *slots, uint32_t n) {
    const struct record *r = (const struct record *)w->nodes.p;
    const struct span_of_text *texts = (const struct span_of_text *)w->texts.p;
    struct buf id;
    buf_init(&id, w->arena);
    for (uint32_t ref = 0; ref < w->n; ref++) {
        const struct span_of_text *rule = &texts[r[ref].rule], *end = texts + r[ref].end - 1;
        struct node_key k = {.rule = {w->text.p + rule->at, rule->n},
                             .key = {w->text.p + r[ref].key_at, r[ref].key_n}};
        if (r[ref].end) k.end = (struct str){w->text.p + end->at, end->n};
        id.n = 0;
        buf_reserve(&id, node_key_size(&k) + 1);
        uint32_t i = (uint32_t)str_hash(node_key_id(&k, id.p)) & (n - 1);
        while (slots[i]) i = (i + 1) & (n - 1);
        slots[i] = ref + 1;
    }
}

static uint64_t put_section(struct buf *out, const void *p, size_t n) {
    buf_align(out, 8);
    uint64_t at = out->n;
    buf_put(out, p, n);
    return at;
}

void snapshot_seal(char *p, size_t n) {
    if (n < sizeof(struct header)) return;
    uint64_t check = check_of(p + UNCHECKED, n - UNCHECKED);
    memcpy(p + offsetof(struct header, check), &check, sizeof check);
}

bool snapshot_finish(struct snapshot_writer *w, struct str *out) {
    struct header h = {
        .format = SNAPSHOT_FORMAT, .generation = w->generation, .n_texts = w->n_texts, .n_nodes = w->n};
    struct buf b;
    if (w->n > LARGEST_REF || w->text.n > UINT32_MAX || w->bodies.n / 8 > UINT32_MAX ||
        w->n_texts > UINT16_MAX)
        return false;
    for (h.n_slots = 16; h.n_slots < w->n + w->n / 2; h.n_slots *= 2) {
    }
    uint32_t *slots = NEW_N(w->arena, uint32_t, h.n_slots);
    fill_slots(w, slots, h.n_slots);
    memcpy(h.magic, magic, sizeof magic);
    buf_init(&b, w->arena);
    buf_reserve(&b, sizeof h + w->texts.n + w->nodes.n + h.n_slots * sizeof *slots + w->bodies.n + w->text.n +
                        64);
    buf_put(&b, &h, sizeof h);
    h.texts_at = put_section(&b, w->texts.p, w->texts.n);
    h.nodes_at = put_section(&b, w->nodes.p, w->nodes.n);
    h.slots_at = put_section(&b, slots, h.n_slots * sizeof *slots);
    h.bodies_at = put_section(&b, w->bodies.p, h.bodies_n = w->bodies.n);
    h.text_at = put_section(&b, w->text.p, h.text_n = w->text.n);
    h.size = b.n;
    memcpy(b.p, &h, sizeof h);
    snapshot_seal(b.p, b.n);
    *out = buf_view(&b);
    return true;
}
