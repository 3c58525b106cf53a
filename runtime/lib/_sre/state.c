/* A match in progress: its subject, its marks, its stack. */
#include "runtime/lib/_sre/sre.h"
#include "runtime/types/bytes_priv.h"

static bool subject(struct sre_state *s, val string) {
    struct thread *t = s->t;
    struct buffer b;
    if (val_is_str(string)) {
        if (s->re->isbytes == 1)
            return raise(t, &exc_TypeError, "cannot use a bytes pattern on a string-like object") != 0;
        s->text = text_of(string);
        return true;
    }
    if (!type_of(string)->buffer)
        return raise(t, &exc_TypeError, "expected string or bytes-like object, got '%T'", string) != 0;
    if (!buffer_get(t, string, &b)) return false;
    if (s->re->isbytes == 0)
        return raise(t, &exc_TypeError, "cannot use a string pattern on a bytes-like object") != 0;
    s->isbytes = true;
    s->text = (struct text){b.p ? b.p : (const uint8_t *)"", b.n, 1};
    if (type_is_subtype(type_of(string), &bytearray_type)) {
        s->pinned = AS(bytearray, string);
        s->pinned->exports++;
    }
    return true;
}

static const void *place(const struct sre_state *s, int64_t at) {
    return (const char *)s->text.p + at * s->text.w;
}

bool sre_begin(struct sre_state *s, struct thread *t, struct sre_pattern *re, val string, int64_t from,
               int64_t to) {
    s->t = t;
    s->re = re;
    s->string = string;
    s->isbytes = false;
    s->pinned = NULL;
    if (!subject(s, string)) return false;
    if (from < 0) from = 0;
    if (from > s->text.n) from = s->text.n;
    if (to < 0) to = 0;
    if (to > s->text.n) to = s->text.n;
    if (from > to) from = to;
    s->beginning = place(s, 0);
    s->start = s->ptr = place(s, from);
    s->end = place(s, to);
    s->must_pass = NULL;
    s->match_all = false;
    s->mark = s->few_marks;
    s->slot = s->few_slots;
    s->frame = s->few_frames;
    s->cap = SRE_FEW_FRAMES;
    s->budget = 4096;
    s->lastmark = s->lastindex = -1;
    s->sp = 0;
    s->fence = -1;
    if (re->groups * 2 > SRE_FEW_MARKS &&
        !(s->mark = gc_storage(t, (size_t)re->groups * 2 * sizeof *s->mark, false)))
        return sre_end(s), false;
    if (re->nslots > SRE_FEW_SLOTS && !(s->slot = gc_storage(t, re->nslots * sizeof *s->slot, false)))
        return sre_end(s), false;
    return true;
}

void sre_end(struct sre_state *s) {
    if (s->pinned) s->pinned->exports--;
    s->pinned = NULL;
}

void sre_reset(struct sre_state *s) {
    s->lastmark = s->lastindex = -1;
    s->sp = 0;
    s->fence = -1;
}

bool sre_more_frames(struct sre_state *s) {
    size_t had = (size_t)s->cap * sizeof *s->frame;
    struct sre_frame *p = s->frame == s->few_frames ? gc_storage(s->t, had * 4, false)
                                                    : gc_storage_grow(s->t, s->frame, had, had * 2, false);
    if (!p) return false;
    if (s->frame == s->few_frames) memcpy(p, s->frame, had);
    s->cap *= s->frame == s->few_frames ? 4 : 2;
    s->frame = p;
    return true;
}

int64_t sre_offset(const struct sre_state *s, const void *p) {
    return ((const char *)p - (const char *)s->text.p) / s->text.w;
}

val sre_slice(struct thread *t, val string, bool isbytes, struct text x, int64_t from, int64_t to) {
    if (!isbytes) return from == 0 && to == x.n ? str_exact(t, string) : str_slice(t, string, from, to);
    if (from == 0 && to == x.n && val_is_exact(string, &bytes_shape)) return string;
    return bytes_new(t, (const uint8_t *)x.p + from, (size_t)(to - from));
}

val sre_group_text(struct sre_state *s, int64_t group, val missing) {
    int64_t k = (group - 1) * 2;
    if (k >= s->lastmark || !s->mark[k] || !s->mark[k + 1]) return missing;
    int64_t from = sre_offset(s, s->mark[k]), to = sre_offset(s, s->mark[k + 1]);
    if (from > to)
        return raise(s->t, &exc_SystemError,
                     "The span of capturing group is wrong, please report a bug for the re module.");
    return sre_slice(s->t, s->string, s->isbytes, s->text, from, to);
}
