/* What a person is told: collecting diagnostics, and rendering them for eyes and for tools. */
#include "engine/base/base.h"

void diags_init(struct diags *d, struct arena *a) {
    *d = (struct diags){.arena = a};
    d->last = &d->first;
}

static struct diag *add(struct diags *d, enum severity severity, const char *code, struct place at,
                        const char *fmt, va_list ap) {
    struct diag *m = NEW(d->arena, struct diag);
    *m = (struct diag){.severity = severity, .code = code, .place = at};
    m->text = str_vprintf(d->arena, fmt, ap);
    *d->last = m;
    d->last = &m->next;
    return m;
}

struct diag *diag_error(struct diags *d, const char *code, struct place at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag *m = add(d, SEV_ERROR, code, at, fmt, ap);
    va_end(ap);
    d->errors++;
    return m;
}

struct diag *diag_warning(struct diags *d, const char *code, struct place at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag *m = add(d, SEV_WARNING, code, at, fmt, ap);
    va_end(ap);
    d->warnings++;
    return m;
}

void diag_why(struct diags *d, struct diag *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    m->why = str_vprintf(d->arena, fmt, ap);
    va_end(ap);
}

void diag_help(struct diags *d, struct diag *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    m->help = str_vprintf(d->arena, fmt, ap);
    va_end(ap);
}

static const char *severity_word(enum severity s) {
    return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" : "note";
}

/* How many bytes at p are a character that a terminal must not get: a control character (but tab and
 * newline), or one that turns the direction of what follows it. */
static size_t harmful(const unsigned char *p, size_t n) {
    if (p[0] < 0x80) return (p[0] < 32 && p[0] != '\t' && p[0] != '\n') || p[0] == 127;
    if (n >= 2 && p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) return 2;
    if (n < 3 || p[0] != 0xe2) return 0;
    bool turns =
        (p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) || (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
    return turns ? 3 : 0;
}

void buf_plain(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n;) {
        size_t bad = harmful((const unsigned char *)s.p + i, s.n - i);
        buf_putc(out, bad ? '?' : s.p[i]);
        i += MAX(bad, (size_t)1);
    }
}

static struct str line_of(struct str source, uint32_t line) {
    const char *p = source.p, *end = source.p + source.n;
    for (uint32_t n = 1; n < line; n++) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (!p) return (struct str){0};
        p++;
    }
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    size_t n = (size_t)((stop ? stop : end) - p);
    if (n && p[n - 1] == '\r') n--;
    return (struct str){p, n};
}

/* Columns count bytes, a terminal counts characters: continuation bytes of UTF-8 take no room. */
static bool continues(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

static void print_source_line(struct buf *out, const struct place *at, struct str source, const char *on,
                              const char *off) {
    if (!source.n || !at->line) return;
    struct str line = line_of(source, at->line);
    if (!line.p || line.n > 2000) return;
    buf_printf(out, "%5u | ", at->line);
    buf_plain(out, line);
    buf_putc(out, '\n');
    if (!at->col || at->col > line.n + 1) return;
    buf_puts(out, "      | ");
    size_t from = at->col - 1, to = from + 1;
    if (at->end_line == at->line && at->end_col > at->col)
        to = MIN((size_t)at->end_col - 1, line.n);
    else if (at->end_line > at->line)
        to = line.n;
    for (size_t i = 0; i < from; i++)
        if (!continues(line.p[i])) buf_putc(out, line.p[i] == '\t' ? '\t' : ' ');
    buf_puts(out, on);
    buf_putc(out, '^');
    for (size_t i = from + 1; i < to; i++)
        if (!continues(line.p[i])) buf_putc(out, '~');
    buf_puts(out, off);
    buf_putc(out, '\n');
}

/* Indents the second and later lines of a text under its label. */
static void print_labelled(struct buf *out, const char *label, struct str text, const char *on,
                           const char *off) {
    if (!text.n) return;
    buf_printf(out, "  %s%s:%s ", on, label, off);
    for (size_t i = 0; i < text.n;) {
        const char *nl = memchr(text.p + i, '\n', text.n - i);
        size_t stop = nl ? (size_t)(nl - text.p) : text.n;
        if (i) buf_printf(out, "  %*s", (int)strlen(label) + 2, "");
        buf_plain(out, (struct str){text.p + i, stop - i});
        buf_putc(out, '\n');
        i = stop + 1;
    }
}

void diag_print(struct buf *out, const struct diag *m, struct str source, bool color) {
    const char *bold = color ? "\033[1m" : "", *off = color ? "\033[0m" : "";
    const char *tint = !color                       ? ""
                       : m->severity == SEV_ERROR   ? "\033[1;31m"
                       : m->severity == SEV_WARNING ? "\033[1;33m"
                                                    : "\033[1;36m";
    buf_puts(out, bold);
    if (m->place.file.n) {
        buf_plain(out, m->place.file);
        if (m->place.line) buf_printf(out, ":%u", m->place.line);
        if (m->place.line && m->place.col) buf_printf(out, ":%u", m->place.col);
        buf_puts(out, ": ");
    } else {
        buf_puts(out, "py2: ");
    }
    buf_printf(out, "%s%s%s", off, tint, severity_word(m->severity));
    if (m->code) buf_printf(out, "[%s]", m->code);
    buf_printf(out, ":%s ", off);
    buf_plain(out, m->text);
    buf_putc(out, '\n');
    print_source_line(out, &m->place, source, tint, off);
    print_labelled(out, "why", m->why, bold, off);
    print_labelled(out, "help", m->help, bold, off);
}

void buf_json(struct buf *out, struct str s) {
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < 32 || c == 127)
            buf_printf(out, "\\u%04x", c);
        else if (c < 0x80)
            buf_putc(out, c);
        else {
            size_t n = str_utf8((struct str){s.p + i, s.n - i});
            if (n)
                buf_put(out, s.p + i, n), i += n - 1;
            else
                buf_puts(out, "\\ufffd");
        }
    }
    buf_putc(out, '"');
}

static void json_field(struct buf *out, const char *name, struct str value) {
    if (!value.n) return;
    buf_printf(out, ",\"%s\":", name);
    buf_json(out, value);
}

void diag_json(struct buf *out, const struct diag *m) {
    buf_printf(out, "{\"severity\":\"%s\"", severity_word(m->severity));
    json_field(out, "code", str_c(m->code));
    json_field(out, "file", m->place.file);
    if (m->place.line) buf_printf(out, ",\"line\":%u", m->place.line);
    if (m->place.col) buf_printf(out, ",\"column\":%u", m->place.col);
    if (m->place.end_line) buf_printf(out, ",\"end_line\":%u", m->place.end_line);
    if (m->place.end_col) buf_printf(out, ",\"end_column\":%u", m->place.end_col);
    json_field(out, "message", m->text);
    json_field(out, "why", m->why);
    json_field(out, "help", m->help);
    buf_puts(out, "}\n");
}
