/* The matcher over subjects of one character width. Included once for each: UNIT is the character's type,
 * WIDTH(name) names this copy's functions. */

static inline bool WIDTH(in_set)(const struct sre_pattern *re, uint32_t set, uint32_t c) {
    const struct sre_set *s = &re->set[set];
    if (sizeof(UNIT) == 1 || c < 256) return s->low[c >> 6] >> (c & 63) & 1;
    return s->high == HIGH_ASK ? sre_set_ask(re, s, c) : s->high == HIGH_ALL;
}

static inline bool WIDTH(passes)(const struct sre_pattern *re, const struct sre_inst *i, uint32_t c) {
    switch (i->test) {
    case TEST_CHAR: return c == i->arg;
    case TEST_NOT_CHAR: return c != i->arg;
    case TEST_ALL: return true;
    default: return WIDTH(in_set)(re, i->arg, c);
    }
}

/* The first place in [p, stop] whose character does not pass. */
static const UNIT *WIDTH(run)(const struct sre_pattern *re, const struct sre_inst *i, const UNIT *p,
                              const UNIT *stop) {
    switch (i->test) {
    case TEST_CHAR:
        while (p < stop && *p == i->arg) p++;
        return p;
    case TEST_NOT_CHAR:
        if (sizeof(UNIT) == 1) {
            int64_t n = i->arg < 256 ? text_find_byte(p, stop - p, (uint8_t)i->arg) : -1;
            return n < 0 ? stop : p + n;
        }
        while (p < stop && *p != i->arg) p++;
        return p;
    case TEST_ALL: return stop;
    default: {
        const uint64_t *low = re->set[i->arg].low;
        if (sizeof(UNIT) == 1) {
            while (p < stop && low[*p >> 6] >> (*p & 63) & 1) p++;
            return p;
        }
        while (p < stop && WIDTH(in_set)(re, i->arg, *p)) p++;
        return p;
    }
    }
}

static bool WIDTH(same)(const struct sre_pattern *re, const struct sre_inst *i, const UNIT *p) {
    if (sizeof(UNIT) == 1) {
        const uint32_t *l = re->literal + i->arg;
        const uint8_t *x = re->literal_bytes + i->arg;
        for (uint32_t k = 0; k < i->min; k++)
            if (p[k] != x[k] || l[k] > 255) return false;
        return true;
    }
    for (uint32_t k = 0; k < i->min; k++)
        if (p[k] != re->literal[i->arg + k]) return false;
    return true;
}

static bool WIDTH(word_at)(const UNIT *p, const UNIT *begin, const UNIT *end, bool unicode, bool wanted) {
    if (begin == end) return false;
    uint32_t category = unicode ? 14 : 4;
    bool before = p > begin && sre_category(category, p[-1]), here = p < end && sre_category(category, *p);
    return (before != here) == wanted;
}

static bool WIDTH(at)(const struct sre_state *s, uint32_t where, const UNIT *p) {
    const UNIT *begin = s->beginning, *end = s->end;
    switch (where) {
    case AT_BEGINNING:
    case AT_BEGINNING_STRING: return p == begin;
    case AT_BEGINNING_LINE: return p == begin || p[-1] == '\n';
    case AT_END: return p == end || (p + 1 == end && *p == '\n');
    case AT_END_LINE: return p == end || *p == '\n';
    case AT_END_STRING: return p == end;
    case AT_BOUNDARY:
    case AT_LOC_BOUNDARY: return WIDTH(word_at)(p, begin, end, false, true);
    case AT_NON_BOUNDARY:
    case AT_LOC_NON_BOUNDARY: return WIDTH(word_at)(p, begin, end, false, false);
    case AT_UNI_BOUNDARY: return WIDTH(word_at)(p, begin, end, true, true);
    default: return WIDTH(word_at)(p, begin, end, true, false);
    }
}

/* Behind another occurrence of the group's text; NULL when it is not here or the group is unset. */
static const UNIT *WIDTH(group)(const struct sre_state *s, const struct sre_inst *i, const UNIT *p) {
    int64_t g = (int64_t)i->arg * 2;
    if (g >= s->lastmark) return NULL;
    const UNIT *from = s->mark[g], *to = s->mark[g + 1], *end = s->end;
    if (!from || !to || to < from) return NULL;
    if (to - from > end - p) return NULL;
    for (; from < to; from++, p++)
        if (*p != *from && (i->test == FOLD_NONE || sre_lower(*p, i->test) != sre_lower(*from, i->test)))
            return NULL;
    return p;
}

/* Runs the program from `p`: 1 and s->ptr, or 0; -1 raised. */
static int WIDTH(match)(struct sre_state *s, const UNIT *p) {
    const struct sre_pattern *re = s->re;
    const struct sre_inst *const code = re->inst, *i = code;
    const UNIT *const begin = s->beginning, *const end = s->end;
    const UNIT *stop, *low;
    struct sre_frame *f;
    struct sre_slot *slot;
    int64_t count;

#define PUSH(kind_, inst_, x_, y_, z_)                                                                       \
    do {                                                                                                     \
        if (unlikely(s->sp == s->cap) && !sre_more_frames(s)) return -1;                                     \
        f = &s->frame[s->sp++];                                                                              \
        f->kind = (kind_);                                                                                   \
        f->inst = (uint32_t)(inst_);                                                                         \
        f->x = (int64_t)(x_);                                                                                \
        f->y = (int64_t)(y_);                                                                                \
        f->z = (int64_t)(z_);                                                                                \
    } while (0)

    for (;;) {
        switch (i->op) {
        case SRE_CHAR:
            if (p == end || *p != i->arg) goto fail;
            p++;
            i++;
            continue;
        case SRE_STRING:
            if (end - p < i->min || !WIDTH(same)(re, i, p)) goto fail;
            p += i->min;
            i++;
            continue;
        case SRE_TEST:
            if (p == end || !WIDTH(passes)(re, i, *p)) goto fail;
            p++;
            i++;
            continue;
        case SRE_MARK: {
            int64_t k = i->arg;
            if (s->sp) PUSH(FRAME_MARK, k, k <= s->lastmark ? s->mark[k] : NULL, s->lastmark, s->lastindex);
            if (k & 1) s->lastindex = k / 2 + 1;
            while (s->lastmark < k) s->mark[++s->lastmark] = NULL;
            s->mark[k] = p;
            i++;
            continue;
        }
        case SRE_AT:
            if (!WIDTH(at)(s, i->arg, p)) goto fail;
            i++;
            continue;
        case SRE_JUMP: i = code + i->target; continue;
        case SRE_ALT:
            if (i->first != SRE_NO_FIRST && (p == end || !WIDTH(in_set)(re, i->first, *p))) {
                i = code + i->target;
                continue;
            }
            PUSH(FRAME_ALT, i->target, p, 0, 0);
            i++;
            continue;
        case SRE_POSSESSIVE:
            stop = end - p > i->max ? p + i->max : end;
            low = p;
            p = WIDTH(run)(re, i, p, stop);
            if (p - low < i->min) goto fail;
            i++;
            continue;
        case SRE_GREEDY:
            stop = end - p > i->max ? p + i->max : end;
            low = p;
            p = WIDTH(run)(re, i, p, stop);
            if (p - low < i->min) goto fail;
            if (i->flags & (sizeof(UNIT) == 1 ? SRE_FINAL | SRE_FINAL_BYTE : SRE_FINAL)) {
                if (p == end || !WIDTH(in_set)(re, i->first, *p)) goto fail;
                i++;
                continue;
            }
            low += i->min;
        greedy:
            if (i->first != SRE_NO_FIRST) {
                while (p >= low && (p == end || !WIDTH(in_set)(re, i->first, *p))) p--;
                if (p < low) goto fail;
            }
            if (p > low) PUSH(FRAME_GREEDY, i - code, low, p - 1, 0);
            i++;
            continue;
        case SRE_LAZY:
            if (end - p < i->min) goto fail;
            stop = p + i->min;
            if (WIDTH(run)(re, i, p, stop) != stop) goto fail;
            p = stop;
            count = i->max == SRE_MAXREPEAT ? INT64_MAX : (int64_t)i->max - i->min;
        lazy:
            if (i->first != SRE_NO_FIRST) {
                while (p < end && !WIDTH(in_set)(re, i->first, *p)) {
                    if (count-- == 0 || !WIDTH(passes)(re, i, *p)) goto fail;
                    p++;
                }
                if (p == end) goto fail;
            }
            if (count && p < end && WIDTH(passes)(re, i, *p)) PUSH(FRAME_LAZY, i - code, p + 1, count - 1, 0);
            i++;
            continue;
        case SRE_LOOP:
            slot = &s->slot[i->arg];
            if (s->sp) PUSH(FRAME_LOOP, i->arg, slot->count, slot->last, 0);
            slot->count =
                i->min ? 0 : -1; /* an atomic loop counts when a turn ends, the others when it begins */
            slot->last = NULL;
            i++;
            continue;
        case SRE_LOOP_GREEDY:
            if (unlikely(--s->budget < 0) && !more_budget(s)) return -1;
            slot = &s->slot[i->arg];
            count = slot->count + 1;
            if (count < i->min) {
                PUSH(FRAME_LOOP, i->arg, slot->count, slot->last, 0);
                slot->count = count;
                i++;
                continue;
            }
            if ((count < i->max || i->max == SRE_MAXREPEAT) && p != slot->last &&
                (i->first == SRE_NO_FIRST || (p < end && WIDTH(in_set)(re, i->first, *p)))) {
                PUSH(FRAME_LOOP_EXIT, i - code, p, slot->count, slot->last);
                slot->count = count;
                slot->last = p;
                i++;
                continue;
            }
            i = code + i->target;
            continue;
        case SRE_LOOP_LAZY:
            if (unlikely(--s->budget < 0) && !more_budget(s)) return -1;
            slot = &s->slot[i->arg];
            count = slot->count + 1;
            if (count < i->min) {
                PUSH(FRAME_LOOP, i->arg, slot->count, slot->last, 0);
                slot->count = count;
                i++;
                continue;
            }
            if ((count < i->max || i->max == SRE_MAXREPEAT) && p != slot->last)
                PUSH(FRAME_LOOP_BODY, i - code, p, slot->count, slot->last);
            i = code + i->target;
            continue;
        case SRE_LOOP_ATOMIC:
            slot = &s->slot[i->arg];
            if (slot->count < i->min)
                PUSH(FRAME_FENCE, 0, s->fence, p, 0);
            else if ((slot->count < i->max || i->max == SRE_MAXREPEAT) && p != slot->last) {
                PUSH(FRAME_TURN, i - code, s->fence, p, 0);
                slot->last = p;
            } else {
                i = code + i->target;
                continue;
            }
            s->fence = s->sp - 1;
            i++;
            continue;
        case SRE_TURN_END:
            if (unlikely(--s->budget < 0) && !more_budget(s)) return -1;
            fence_pass(s);
            s->slot[i->arg].count++;
            i = code + i->target;
            continue;
        case SRE_ATOMIC:
            PUSH(FRAME_FENCE, 0, s->fence, p, 0);
            s->fence = s->sp - 1;
            i++;
            continue;
        case SRE_ATOMIC_END:
            fence_pass(s);
            i++;
            continue;
        case SRE_ASSERT:
            if (p - begin < i->arg) goto fail;
            PUSH(FRAME_FENCE, 0, s->fence, p, 0);
            s->fence = s->sp - 1;
            p -= i->arg;
            i++;
            continue;
        case SRE_ASSERT_END:
            p = (const UNIT *)s->frame[s->fence].y;
            fence_pass(s);
            i++;
            continue;
        case SRE_ASSERT_NOT:
            if (p - begin < i->arg) { /* nothing can stand there */
                i = code + i->target;
                continue;
            }
            PUSH(FRAME_NOT, i->target, s->fence, p, 0);
            s->fence = s->sp - 1;
            p -= i->arg;
            i++;
            continue;
        case SRE_ASSERT_NOT_END: fence_undo(s); goto fail;
        case SRE_GROUP:
            if (!(low = WIDTH(group)(s, i, p))) goto fail;
            p = low;
            i++;
            continue;
        case SRE_IF_GROUP: {
            int64_t g = (int64_t)i->arg * 2;
            const UNIT *from = g < s->lastmark ? s->mark[g] : NULL, *to = from ? s->mark[g + 1] : NULL;
            i = from && to && from <= to ? i + 1 : code + i->target;
            continue;
        }
        case SRE_MATCH:
            if ((s->match_all && p != end) || p == s->must_pass) goto fail;
            s->ptr = p;
            return 1;
        default: goto fail; /* SRE_FAIL */
        }

    fail:
        if (unlikely(--s->budget < 0) && !more_budget(s)) return -1;
    unwind:
        if (s->sp == 0) return 0;
        f = &s->frame[s->sp - 1];
        switch (f->kind) {
        case FRAME_ALT:
            i = code + f->inst;
            p = (const UNIT *)f->x;
            s->sp--;
            continue;
        case FRAME_GREEDY:
            i = code + f->inst;
            low = (const UNIT *)f->x;
            p = (const UNIT *)f->y;
            s->sp--;
            goto greedy;
        case FRAME_LAZY:
            i = code + f->inst;
            p = (const UNIT *)f->x;
            count = f->y;
            s->sp--;
            goto lazy;
        case FRAME_MARK:
            s->mark[f->inst] = (const void *)f->x;
            s->lastmark = f->y;
            s->lastindex = f->z;
            s->sp--;
            goto unwind;
        case FRAME_LOOP:
            s->slot[f->inst] = (struct sre_slot){f->x, (const void *)f->y};
            s->sp--;
            goto unwind;
        case FRAME_LOOP_EXIT:
            i = code + f->inst;
            p = (const UNIT *)f->x;
            s->slot[i->arg] = (struct sre_slot){f->y, (const void *)f->z};
            s->sp--;
            i = code + i->target;
            continue;
        case FRAME_LOOP_BODY:
            i = code + f->inst;
            p = (const UNIT *)f->x;
            s->slot[i->arg] = (struct sre_slot){f->y + 1, p};
            *f = (struct sre_frame){.kind = FRAME_LOOP, .inst = i->arg, .x = f->y, .y = f->z};
            i++;
            continue;
        case FRAME_FENCE:
            s->fence = f->x;
            s->sp--;
            goto unwind;
        case FRAME_NOT:
            s->fence = f->x;
            p = (const UNIT *)f->y;
            i = code + f->inst;
            s->sp--;
            continue;
        default: /* FRAME_TURN */
            s->fence = f->x;
            p = (const UNIT *)f->y;
            i = code + code[f->inst].target;
            s->sp--;
            continue;
        }
    }
#undef PUSH
}

/* The next place at or after `p` where the pattern's literal stands; NULL. */
static const UNIT *WIDTH(next_literal)(const struct sre_state *s, const UNIT *p, const UNIT *end) {
    const struct sre_pattern *re = s->re;
    int64_t n = re->prefix_n;
    if (n == 1) {
        uint32_t c = re->prefix;
        if (sizeof(UNIT) == 1) {
            int64_t at = c < 256 ? text_find_byte(p, end - p, (uint8_t)c) : -1;
            return at < 0 ? NULL : p + at;
        }
        while (p < end && *p != c) p++;
        return p < end ? p : NULL;
    }
    const uint32_t *x = re->literal + re->prefix;
    if (sizeof(UNIT) == 1) {
        for (int64_t k = 0; k < n; k++)
            if (x[k] > 255) return NULL;
        struct text hay = {p, end - p, 1}, needle = {re->literal_bytes + re->prefix, n, 1};
        int64_t at = text_find(s->t, hay, needle, 0, hay.n);
        return at < 0 ? NULL : p + at;
    }
    for (; end - p >= n; p++) {
        int64_t k = 0;
        while (k < n && p[k] == x[k]) k++;
        if (k == n) return p;
    }
    return NULL;
}

static int WIDTH(search)(struct sre_state *s, const UNIT *p) {
    const struct sre_pattern *re = s->re;
    const UNIT *end = s->end, *last = end - re->min_width; /* no match begins behind it */
    bool by_run = re->run_start & (sizeof(UNIT) == 1 ? SRE_FINAL | SRE_FINAL_BYTE : SRE_FINAL);
    if (end - p < re->min_width) return 0;
    for (;;) {
        if (re->start == START_LITERAL) {
            if (!(p = WIDTH(next_literal)(s, p, end))) return 0;
        } else if (re->start == START_SET) {
            while (p < end && !WIDTH(in_set)(re, re->first, *p)) p++;
            if (p == end) return 0;
        } else if (re->start == START_BEGIN && p != s->beginning)
            return 0;
        if (p > last) return 0;
        s->start = p;
        int r = WIDTH(match)(s, p);
        if (r) return r;
        if (by_run) {
            const struct sre_inst *i = re->inst;
            while (i->op == SRE_MARK) i++;
            const UNIT *to = WIDTH(run)(re, i, p, end);
            if (to > p) p = to - 1;
        }
        if (p >= last) return 0;
        p++;
        sre_reset(s);
        if (unlikely(--s->budget < 0) && !more_budget(s)) return -1;
    }
}
