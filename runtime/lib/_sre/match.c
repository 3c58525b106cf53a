/* The matcher: a machine with one stack of what is to be tried later and what is to be undone.
 *
 * A fence is a frame that closes in an atomic part (a lookaround, an atomic group, a turn of a possessive
 * loop). When the part has matched, everything above its fence that could be tried again is dropped; what
 * undoes marks stays, since failing later must take them back. */
#include "runtime/lib/_sre/sre.h"

#define POLL_EVERY 4096

static bool more_budget(struct sre_state *s) {
    s->budget = POLL_EVERY;
    return s->t->limit != UINTPTR_MAX || rt_poll(s->t) >= 0;
}

static void fence_pass(struct sre_state *s) {
    int64_t keep = s->fence;
    s->fence = s->frame[keep].x;
    for (int64_t k = keep + 1; k < s->sp; k++)
        if (s->frame[k].kind == FRAME_MARK) s->frame[keep++] = s->frame[k];
    s->sp = keep;
}

static void fence_undo(struct sre_state *s) {
    while (s->sp > s->fence + 1) {
        const struct sre_frame *f = &s->frame[--s->sp];
        if (f->kind != FRAME_MARK) continue;
        s->mark[f->inst] = (const void *)f->x;
        s->lastmark = f->y;
        s->lastindex = f->z;
    }
    s->sp = s->fence;
    s->fence = s->frame[s->sp].x;
}

#define UNIT     uint8_t
#define WIDTH(n) n##_1
#include "runtime/lib/_sre/match_width.h"
#undef UNIT
#undef WIDTH
#define UNIT     uint16_t
#define WIDTH(n) n##_2
#include "runtime/lib/_sre/match_width.h"
#undef UNIT
#undef WIDTH
#define UNIT     uint32_t
#define WIDTH(n) n##_4
#include "runtime/lib/_sre/match_width.h"

int sre_match(struct sre_state *s) {
    sre_reset(s);
    s->start = s->ptr;
    if (s->text.w == 1) return match_1(s, s->ptr);
    return s->text.w == 2 ? match_2(s, s->ptr) : match_4(s, s->ptr);
}

int sre_search(struct sre_state *s) {
    sre_reset(s);
    if (s->text.w == 1) return search_1(s, s->ptr);
    return s->text.w == 2 ? search_2(s, s->ptr) : search_4(s, s->ptr);
}
