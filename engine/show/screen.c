/* Frames of progress, and how wide text is. */
#include "engine/show/screen.h"

const char screen_clear[] = "\r\033[J";

/* ---- how wide a character is ---- */

struct range {
    uint32_t from, to;
};

/* Unicode's East Asian Width W and F, and what terminals draw as emoji. */
static const struct range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x18cff}, {0x1aff0, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf},
    {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c},
    {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4},
    {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e},
    {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f},
    {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6d7}, {0x1f6dd, 0x1f6df},
    {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945},
    {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
};

/* Combining marks of the scripts that file names are likely to hold, joiners and variation selectors. */
static const struct range narrow[] = {
    {0x0300, 0x036f},   {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x05bf, 0x05bf}, {0x05c1, 0x05c2},
    {0x05c4, 0x05c5},   {0x0610, 0x061a}, {0x064b, 0x065f}, {0x0670, 0x0670}, {0x06d6, 0x06dc},
    {0x06df, 0x06e4},   {0x0900, 0x0902}, {0x093a, 0x093a}, {0x093c, 0x093c}, {0x0941, 0x0948},
    {0x094d, 0x094d},   {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},   {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff},
    {0x302a, 0x302d},   {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
    {0xe0100, 0xe01ef},
};

static bool within(uint32_t c, const struct range *r, size_t n) {
    size_t low = 0;
    while (low < n) {
        size_t middle = (low + n) / 2;
        if (c > r[middle].to)
            low = middle + 1;
        else
            n = middle;
    }
    return c >= r[low].from && c <= r[low].to;
}

static unsigned columns_of(uint32_t c) {
    if (c < 0x300) return 1;
    if (c <= narrow[COUNT(narrow) - 1].to && within(c, narrow, COUNT(narrow))) return 0;
    return c <= wide[COUNT(wide) - 1].to && within(c, wide, COUNT(wide)) ? 2 : 1;
}

enum { NOT_A_CHARACTER = UINT32_MAX };

/* The character at p and how many bytes it has; NOT_A_CHARACTER for what a terminal must not get to see. */
static uint32_t decode(const char *p, size_t n, size_t *length) {
    unsigned char c = (unsigned char)*p;
    size_t more = c >= 0xf0 && c < 0xf5 ? 3 : c >= 0xe0 ? 2 : c >= 0xc2 ? 1 : 0;
    uint32_t value = more ? c & (0x3f >> more) : c;
    *length = 1;
    if (c < 0x80) return c < 32 || c == 127 ? (uint32_t)NOT_A_CHARACTER : c;
    if (!more || c >= 0xf5 || more >= n) return NOT_A_CHARACTER;
    for (size_t i = 1; i <= more; i++) {
        if (((unsigned char)p[i] & 0xc0) != 0x80) return NOT_A_CHARACTER;
        value = value << 6 | ((unsigned char)p[i] & 0x3f);
    }
    bool bad = value < 0xa0 || (more == 2 && value < 0x800) || (more == 3 && value < 0x10000) ||
               value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ||
               (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
    *length = more + 1;
    return bad ? (uint32_t)NOT_A_CHARACTER : value;
}

size_t screen_width(struct str s) {
    size_t width = 0, length;
    for (size_t i = 0; i < s.n; i += length) {
        uint32_t c = decode(s.p + i, s.n - i, &length);
        width += c == NOT_A_CHARACTER ? 1 : columns_of(c);
    }
    return width;
}

void screen_fit(struct buf *out, struct str s, size_t columns, bool unicode) {
    size_t width = screen_width(s), dots = unicode ? 1 : 2, at = 0, length;
    bool cut = width > columns;
    if (cut && columns <= dots) return;
    for (size_t room = columns - dots; cut && width > room; at += length) {
        uint32_t c = decode(s.p + at, s.n - at, &length);
        width -= c == NOT_A_CHARACTER ? 1 : columns_of(c);
    }
    if (cut) buf_puts(out, unicode ? "…" : "..");
    bool first = cut; /* a mark without its character would sit on the ellipsis */
    for (; at < s.n; at += length) {
        uint32_t c = decode(s.p + at, s.n - at, &length);
        if (first && c != NOT_A_CHARACTER && !columns_of(c)) continue;
        first = false;
        if (c == NOT_A_CHARACTER)
            buf_puts(out, "?");
        else
            buf_put(out, s.p + at, length);
    }
}

void screen_time(struct buf *out, int64_t nanos) {
    int64_t seconds = nanos / 1000000000;
    if (seconds < 60)
        buf_printf(out, "%.1fs", (double)(nanos / 100000000) / 10);
    else if (seconds < 3600)
        buf_printf(out, "%lldm%02llds", (long long)seconds / 60, (long long)seconds % 60);
    else
        buf_printf(out, "%lldh%02lldm", (long long)seconds / 3600, (long long)seconds / 60 % 60);
}

/* ---- frames ---- */

enum { MOST_STAGES = 12, BAR = 20 };

/* A line that grows part by part while the parts fit. */
struct line {
    struct buf *out;
    size_t room;
};

static bool add(struct line *l, struct str text, const char *on, const char *off) {
    size_t width = screen_width(text);
    if (width > l->room) return false;
    l->room -= width;
    buf_puts(l->out, on);
    buf_str(l->out, text);
    buf_puts(l->out, off);
    return true;
}

static struct str bar_text(struct arena *a, const struct screen *s) {
    struct buf b;
    size_t full = s->total ? BAR * s->done / s->total : 0;
    buf_init(&b, a);
    buf_puts(&b, s->unicode ? "" : "[");
    for (size_t i = 0; i < BAR; i++)
        buf_puts(&b, s->unicode  ? i < full    ? "━"
                                   : i == full ? "╺"
                                               : "─"
                     : i < full  ? "="
                     : i == full ? ">"
                                 : " ");
    buf_puts(&b, s->unicode ? " " : "] ");
    return buf_view(&b);
}

static struct str time_text(struct arena *a, const char *before, int64_t nanos, const char *after) {
    struct buf b;
    buf_init(&b, a);
    buf_puts(&b, before);
    screen_time(&b, nanos);
    buf_puts(&b, after);
    return buf_view(&b);
}

/* What a narrow terminal has no room for is left out, the least important first: so the parts are added in
 * the order of their worth, except the bar, which stands in front when everything has room. */
static void status_line(struct buf *out, const struct screen *s, size_t columns) {
    const char *bold = s->color ? "\033[1m" : "", *tint = s->color ? "\033[36m" : "",
               *off = s->color ? "\033[0m" : "";
    struct arena *a = out->arena;
    struct line l = {out, columns};
    struct str counts = str_printf(a, "%zu/%zu", s->done, s->total);
    if (columns >= BAR + 30) add(&l, bar_text(a, s), tint, off);
    add(&l, counts, bold, off);
    add(&l, time_text(a, "  ", s->elapsed, ""), "", "");
    if (s->eta >= 0) add(&l, time_text(a, "  about ", s->eta, " left"), "", "");
    if (s->cached) add(&l, str_printf(a, "  %zu cached", s->cached), "", "");
    if (s->remote) add(&l, str_printf(a, "  %zu remote", s->remote), "", "");
}

static void stage_line(struct buf *out, const struct screen *s, const struct screen_stage *stage,
                       size_t columns) {
    const char *faint = s->color ? "\033[2m" : "", *off = s->color ? "\033[0m" : "";
    struct str time = time_text(out->arena, " ", stage->nanos, "");
    if (columns < 16) time.n = 0;
    if (columns < 4) return;
    size_t room = columns - 2 - time.n;
    buf_puts(out, "  ");
    size_t from = out->n;
    screen_fit(out, stage->title, room, s->unicode);
    size_t width = screen_width((struct str){out->p + from, out->n - from});
    /* Times stand in one column, not far from the titles. */
    for (size_t to = MIN(room, (size_t)70); time.n && width < to; width++) buf_putc(out, ' ');
    buf_printf(out, "%s" STR_FMT "%s", faint, STR_ARG(time), off);
}

void screen_frame(struct buf *out, const struct screen *s) {
    size_t columns =
        s->columns > 1 ? s->columns - 1 : 1; /* the last column is left alone: no terminal wraps */
    size_t room = s->rows > 3 ? MIN(s->rows - 3, (unsigned)MOST_STAGES) : 0, lines = 0;
    size_t shown = s->n_stages <= room ? s->n_stages : room ? room - 1 : 0;
    /* Synchronised output: terminals that know it show the frame at once. No wrapping, should a character be
     * wider than we think. */
    buf_puts(out, "\033[?2026h\033[?7l\r");
    status_line(out, s, columns);
    buf_puts(out, "\033[K");
    for (size_t i = 0; i < shown; i++, lines++) {
        buf_puts(out, "\r\n");
        stage_line(out, s, &s->stages[i], columns);
        buf_puts(out, "\033[K");
    }
    if (shown < s->n_stages && room && columns > 18) {
        buf_printf(out, "\r\n  and %zu more\033[K", s->n_stages - shown);
        lines++;
    }
    if (s->rows > 1) buf_puts(out, "\033[J");
    if (lines) buf_printf(out, "\033[%zuA", lines);
    buf_puts(out, "\r\033[?7h\033[?2026l");
}

void screen_plain(struct buf *out, const struct screen *s) {
    buf_printf(out, "%zu of %zu stages, ", s->done, s->total);
    if (s->cached) buf_printf(out, "%zu from the cache, ", s->cached);
    if (s->remote) buf_printf(out, "%zu from the remote cache, ", s->remote);
    screen_time(out, s->elapsed);
    if (s->n_stages) {
        buf_puts(out, ": ");
        screen_fit(out, s->stages[0].title, 60, false);
    }
}
