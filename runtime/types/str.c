/* Making, joining, cutting, comparing, hashing and interning strs. */
#include "runtime/text/text.h"

#ifdef PY2_HOSTED
#define EMPTY_SECTION "pystr"
#else
#define EMPTY_SECTION "pystr.:"
#endif
struct string empty_str __attribute__((section(EMPTY_SECTION), used, aligned(16))) = {
    .head = {&str_shape, GC_STATIC, STR_ASCII | STR_INTERNED}, .len = 0, .hash = -1};

static int width_log(uint32_t max) {
    return max < 256 ? 0 : max < 65536 ? 1 : 2;
}

val str_alloc(struct thread *t, int64_t len, uint32_t max) {
    if (len == 0) return EMPTY_STR;
    int log = width_log(max);
    if (unlikely(len > INT64_C(1) << 45)) return raise(t, &exc_MemoryError, "");
    size_t bytes = ((size_t)len + 1) << log;
    struct string *s = gc_new_leaf(t, &str_shape, offsetof(struct string, data) + (bytes < 8 ? 8 : bytes));
    if (!s) return 0;
    s->len = len;
    s->hash = -1;
    s->head.aux = (uint32_t)log | (max < 128 ? STR_ASCII : 0);
    return val_of(s);
}

val text_ascii(struct thread *t, const char *p, int64_t n) {
    if (n == 1) return str_char(t, (uint8_t)*p);
    val s = str_alloc(t, n, 127);
    if (s) memcpy(str_fill(s), p, (size_t)n);
    return s;
}

val str_ascii(struct thread *t, const char *z) {
    return text_ascii(t, z, (int64_t)strlen(z));
}

uint32_t text_max(const void *p, int64_t n, int w) {
    uint64_t all = 0;
    int64_t i = 0, step = 8 / w;
    for (; i + step <= n; i += step) {
        uint64_t x;
        memcpy(&x, (const char *)p + i * w, 8);
        all |= x;
    }
    uint32_t r = (uint32_t)(all | all >> 32);
    if (w <= 2) r |= r >> 16;
    if (w == 1) r |= r >> 8;
    if (w < 4) r &= w == 1 ? 0xff : 0xffff;
    for (struct text x = {p, n, w}; i < n; i++) r |= text_at(&x, i);
    return r;
}

val text_latin(struct thread *t, const uint8_t *p, int64_t n) {
    if (n == 1) return str_char(t, *p);
    val s = str_alloc(t, n, text_max(p, n, 1));
    if (s) memcpy(str_fill(s), p, (size_t)n);
    return s;
}

#define COPY(TO, FROM)                                                                                       \
    for (int64_t i = 0; i < n; i++) ((TO *)to)[i] = (TO)((const FROM *)from)[i]
void text_copy(void *to, int tw, const void *from, int fw, int64_t n) {
    if (tw == fw)
        memcpy(to, from, (size_t)(n * tw));
    else if (tw == 2 && fw == 1)
        COPY(uint16_t, uint8_t);
    else if (tw == 4 && fw == 1)
        COPY(uint32_t, uint8_t);
    else if (tw == 4 && fw == 2)
        COPY(uint32_t, uint16_t);
    else if (tw == 1 && fw == 2)
        COPY(uint8_t, uint16_t);
    else if (tw == 1)
        COPY(uint8_t, uint32_t);
    else
        COPY(uint16_t, uint32_t);
}

val text_units(struct thread *t, const void *p, int64_t n, int w) {
    struct text x = {p, n, w};
    if (n == 1) return str_char(t, text_at(&x, 0));
    val s = str_alloc(t, n, text_max(p, n, w));
    if (s) text_copy(str_fill(s), str_width(AS(string, s)), p, w, n);
    return s;
}

/* One static object per Latin-1 character, made at the first use. */
static struct string latin[256];

val str_char(struct thread *t, uint32_t c) {
    if (likely(c < 256)) {
        struct string *s = &latin[c];
        if (unlikely(!s->head.shape)) {
            s->len = 1;
            s->hash = -1;
            s->data[0] = (uint8_t)c;
            s->head.gc = GC_STATIC;
            s->head.aux = c < 128 ? STR_ASCII : 0;
            s->head.shape = &str_shape;
        }
        return val_of(s);
    }
    val s = str_alloc(t, 1, c);
    if (!s) return 0;
    if (c < 65536)
        *(uint16_t *)str_fill(s) = (uint16_t)c;
    else
        *(uint32_t *)str_fill(s) = c;
    return s;
}

val str_exact(struct thread *t, val s) {
    if (val_is_exact(s, &str_shape)) return s;
    struct string *x = AS(string, s);
    if ((x->head.aux & STR_SHARED) && val_is_exact(val_of(x->shared.storage), &str_shape) &&
        AS(string, x->shared.storage)->len == x->len)
        return val_of(x->shared.storage);
    return text_units(t, str_data(x), x->len, str_width(x));
}

val str_slice(struct thread *t, val s, int64_t from, int64_t to) {
    struct text x = text_of(s);
    if (from < 0) from = 0;
    if (to > x.n) to = x.n;
    if (from >= to) return EMPTY_STR;
    if (from == 0 && to == x.n) return str_exact(t, s);
    int64_t n = to - from;
    const char *p = (const char *)x.p + from * x.w;
    if (str_is_ascii(s)) return text_ascii(t, p, n);
    return text_units(t, p, n, x.w);
}

val str_concat(struct thread *t, val a, val b) {
    struct text x = text_of(a), y = text_of(b);
    if (x.n == 0) return str_exact(t, b);
    if (y.n == 0) return str_exact(t, a);
    int w = x.w > y.w ? x.w : y.w;
    uint32_t max = w == 1 ? (str_is_ascii(a) && str_is_ascii(b) ? 127 : 255) : w == 2 ? 65535 : 0x10ffff;
    val s = str_alloc(t, x.n + y.n, max);
    if (!s) return 0;
    char *p = str_fill(s);
    text_copy(p, w, x.p, x.w, x.n);
    text_copy(p + x.n * w, w, y.p, y.w, y.n);
    return s;
}

/* ---- s += x ---- */

#define APPEND_MIN 64 /* shorter results are plain copies */

static val shared_new(struct thread *t, struct string *buffer, int64_t len, uint32_t flags) {
    struct string *s = gc_new(t, &str_type, sizeof *s);
    if (!s) return 0;
    s->len = len;
    s->hash = -1;
    s->head.aux = flags | STR_SHARED;
    s->shared.storage = buffer;
    s->shared.text = buffer->data;
    return val_of(s);
}

val str_append(struct thread *t, val a, val b) {
    if (!val_is_exact(a, &str_shape) || !val_is_exact(b, &str_shape)) return str_concat(t, a, b);
    struct text x = text_of(a), y = text_of(b);
    int64_t n = x.n + y.n;
    if (n < APPEND_MIN || x.n == 0 || y.n == 0) return str_concat(t, a, b);
    uint32_t both = AS(string, a)->head.aux & AS(string, b)->head.aux & STR_ASCII;
    struct string *buffer = AS(string, a)->head.aux & STR_SHARED ? AS(string, a)->shared.storage : NULL;
    if (!buffer || y.w > x.w || buffer->hash != x.n || buffer->len < n) {
        int w = x.w > y.w ? x.w : y.w;
        val fresh = str_alloc(t, 2 * n, w == 1 ? 255 : w == 2 ? 65535 : 0x10ffff);
        if (!fresh) return 0;
        buffer = AS(string, fresh);
        text_copy(buffer->data, w, x.p, x.w, x.n);
    }
    int w = str_width(buffer);
    uint8_t *data = buffer->data;
    text_copy(data + x.n * w, w, y.p, y.w, y.n);
    buffer->hash = n;
    return shared_new(t, buffer, n, (buffer->head.aux & STR_WIDTH) | both);
}

val str_repeat(struct thread *t, val s, int64_t n) {
    struct text x = text_of(s);
    if (n <= 0 || x.n == 0) return EMPTY_STR;
    if (n == 1) return str_exact(t, s);
    if (n > INT64_MAX / x.n) return raise(t, &exc_OverflowError, "repeated string is too long");
    if (n > (INT64_C(1) << 45) / x.n) return raise(t, &exc_MemoryError, "");
    val r = str_alloc(t, x.n * n, str_is_ascii(s) ? 127 : x.w == 1 ? 255 : x.w == 2 ? 65535 : 0x10ffff);
    if (!r) return 0;
    char *p = str_fill(r);
    int64_t unit = x.n * x.w, total = unit * n, done = unit;
    if (unit == 1) {
        memset(p, *(const uint8_t *)x.p, (size_t)total);
        return r;
    }
    memcpy(p, x.p, (size_t)unit);
    while (done < total) {
        int64_t more = done < total - done ? done : total - done;
        memcpy(p + done, p, (size_t)more);
        done += more;
    }
    return r;
}

/* ---- comparison, hash ---- */

bool str_equal(val a, val b) {
    if (a == b) return true;
    struct string *x = AS(string, a), *y = AS(string, b);
    if (x->len != y->len || ((x->head.aux ^ y->head.aux) & (STR_WIDTH | STR_ASCII))) return false;
    if (x->head.aux & y->head.aux & STR_INTERNED) return false;
    return memcmp(str_data(x), str_data(y), (size_t)x->len << (x->head.aux & STR_WIDTH)) == 0;
}

int str_compare(val a, val b) {
    struct text x = text_of(a), y = text_of(b);
    int64_t n = x.n < y.n ? x.n : y.n;
    if (x.w == 1 && y.w == 1) {
        int c = memcmp(x.p, y.p, (size_t)n);
        if (c) return c < 0 ? -1 : 1;
    } else {
        for (int64_t i = 0; i < n; i++) {
            uint32_t c = text_at(&x, i), d = text_at(&y, i);
            if (c != d) return c < d ? -1 : 1;
        }
    }
    return x.n < y.n ? -1 : x.n > y.n;
}

int64_t str_hash_of(val v) {
    struct string *s = AS(string, v);
    if (likely(s->hash != -1)) return s->hash;
    return s->hash = hash_bytes(str_data(s), (size_t)s->len << (s->head.aux & STR_WIDTH));
}

/* ---- interning: an open-addressed table; the strs of the image are entered at the first call ---- */

extern struct string __start_pystr[] __attribute__((weak, visibility("hidden")));
extern struct string __stop_pystr[] __attribute__((weak, visibility("hidden")));

static val table; /* a tuple used as slots; registered as a root */
static int64_t used;

static uint64_t
text_digest(const struct string *s) { /* seed-independent, so that order never depends on it */
    const uint8_t *p = str_data(s);
    int64_t n = s->len << (s->head.aux & STR_WIDTH);
    uint64_t h = (uint64_t)n * UINT64_C(0x9e3779b97f4a7c15);
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t x;
        memcpy(&x, p, 8);
        h = (h ^ x) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    for (; n > 0; n--, p++) h = (h ^ *p) * UINT64_C(0x100000001b3);
    h ^= h >> 29;
    return h * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

static val *table_slot(val s) {
    struct tuple *x = AS(tuple, table);
    uint64_t mask = (uint64_t)x->len - 1, i = text_digest(AS(string, s)) & mask;
    while (x->item[i] && !str_equal(x->item[i], s)) i = (i + 1) & mask;
    return &x->item[i];
}

static bool table_grow(struct thread *t, int64_t size) {
    val old = table, fresh = tuple_new(t, size);
    if (!fresh) return false;
    if (!old) gc_root(t, &table);
    table = fresh;
    for (int64_t i = 0; old && i < AS(tuple, old)->len; i++)
        if (AS(tuple, old)->item[i]) *table_slot(AS(tuple, old)->item[i]) = AS(tuple, old)->item[i];
    return true;
}

static void enter(val s) {
    val *slot = table_slot(s);
    if (*slot) return;
    gc_store(AS(obj, table), slot, s);
    used++;
}

static bool table_start(struct thread *t) {
    int64_t count = 0;
    char *end = (char *)__stop_pystr;
    for (int pass = 0; pass < 2; pass++) {
        for (char *p = (char *)__start_pystr; p && p + sizeof(struct string) - 8 <= end;) {
            struct string *s = (struct string *)p;
            if (s->head.shape != &str_shape) { /* alignment between sections */
                p += 8;
                continue;
            }
            if (pass) enter(val_of(s));
            count++;
            int64_t size =
                (int64_t)offsetof(struct string, data) + ((s->len + 1) << (s->head.aux & STR_WIDTH));
            p += (size + 7) & ~INT64_C(7);
        }
        if (!pass) {
            int64_t size = 256;
            while (size < 3 * count) size *= 2;
            if (!table_grow(t, size)) return false;
        }
    }
    return true;
}

val str_intern(struct thread *t, val s) {
    if (AS(string, s)->head.aux & STR_INTERNED) return s;
    if (unlikely(!table) && !table_start(t)) return 0;
    if (used * 3 > AS(tuple, table)->len * 2 && !table_grow(t, AS(tuple, table)->len * 2)) return 0;
    val *slot = table_slot(s);
    if (*slot) return *slot;
    if (AS(string, s)->head.aux & STR_SHARED) { /* a private copy: the buffer may be large */
        struct text x = text_of(s);
        if (!(s = x.n == 1 ? str_exact(t, s) : text_units(t, x.p, x.n, x.w))) return 0;
        slot = table_slot(s);
    }
    AS(string, s)->head.aux |= STR_INTERNED;
    gc_store(AS(obj, table), slot, s);
    used++;
    return s;
}
