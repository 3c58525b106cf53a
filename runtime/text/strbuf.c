/* The growing text of rt.h: code points in one width, widened when a piece needs it. */
#include "runtime/text/text.h"

void strbuf_init(struct strbuf *b, struct thread *t) {
    b->t = t;
    b->p = b->few;
    b->n = 0;
    b->cap = sizeof b->few;
    b->width = 1;
    b->max = 0;
}

static bool room(struct strbuf *b, int64_t n, uint32_t max) {
    int w = max < 256 ? 1 : max < 65536 ? 2 : 4;
    if (w < (int)b->width) w = (int)b->width;
    b->max |= max;
    if (w == (int)b->width && b->n + n <= b->cap) return true;
    int64_t cap = b->n + n;
    cap += cap / 2 + 32;
    void *p = gc_storage(b->t, (size_t)(cap * w), false);
    if (!p) return false;
    if (b->n) text_copy(p, w, b->p, (int)b->width, b->n);
    b->p = p;
    b->cap = cap;
    b->width = (uint32_t)w;
    return true;
}

static void *at(struct strbuf *b) {
    return (char *)b->p + b->n * (int64_t)b->width;
}

bool strbuf_put(struct strbuf *b, val s) {
    struct text x = text_of(s);
    uint32_t max = str_is_ascii(s) ? 0 : x.w == 1 ? 0xff : x.w == 2 ? 0xffff : 0x10ffff;
    if (!room(b, x.n, max)) return false;
    if (x.n) text_copy(at(b), (int)b->width, x.p, x.w, x.n);
    b->n += x.n;
    return true;
}

bool strbuf_char(struct strbuf *b, uint32_t c) {
    if (!room(b, 1, c)) return false;
    text_copy(at(b), (int)b->width, &c, 4, 1);
    b->n++;
    return true;
}

bool strbuf_ascii(struct strbuf *b, const char *p, size_t n) {
    if (!room(b, (int64_t)n, 0)) return false;
    if (n) text_copy(at(b), (int)b->width, p, 1, (int64_t)n);
    b->n += (int64_t)n;
    return true;
}

bool strbuf_units(struct strbuf *b, struct text x, int64_t from, int64_t to) {
    const char *p = (const char *)x.p + from * x.w;
    if (to <= from) return true;
    if (!room(b, to - from, text_max(p, to - from, x.w))) return false;
    text_copy(at(b), (int)b->width, p, x.w, to - from);
    b->n += to - from;
    return true;
}

bool strbuf_fill(struct strbuf *b, uint32_t c, int64_t n) {
    if (n <= 0) return true;
    if (n > INT64_C(1) << 45) return raise(b->t, &exc_MemoryError, "") != 0;
    if (!room(b, n, c)) return false;
    for (int64_t i = 0; i < n; i++, b->n++) text_copy(at(b), (int)b->width, &c, 4, 1);
    return true;
}

val strbuf_finish(struct strbuf *b) {
    if (b->n == 0) return EMPTY_STR;
    if (b->max < 128) return text_ascii(b->t, b->p, b->n);
    return text_units(b->t, b->p, b->n, (int)b->width);
}
