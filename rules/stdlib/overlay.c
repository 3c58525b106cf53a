/* Putting definitions of ours into the text of a library module. */
#include "rules/stdlib/overlay.h"

static struct str line_at(struct str text, size_t at) {
    const char *end = memchr(text.p + at, '\n', text.n - at);
    return (struct str){text.p + at, end ? (size_t)(end - text.p) + 1 - at : text.n - at};
}

/* "def NAME(" or "class NAME" at the start of a line: the name. */
static struct str defined(struct str line) {
    static const char *const words[] = {"def ", "class "};
    for (size_t i = 0; i < COUNT(words); i++) {
        if (!str_starts(line, str_c(words[i]))) continue;
        size_t from = strlen(words[i]), n = 0;
        while (from + n < line.n && strchr("(:[ \n", line.p[from + n]) == NULL) n++;
        return (struct str){line.p + from, n};
    }
    return (struct str){0};
}

/* A definition goes on to the next line that is not blank, indented or a closing bracket. */
static size_t definition_end(struct str text, size_t at) {
    size_t end = at + line_at(text, at).n;
    for (size_t next = end; next < text.n;) {
        struct str line = line_at(text, next);
        char c = line.p[0];
        if (c != ' ' && c != '\n' && c != ')' && c != '#') break;
        next += line.n;
        if (c == ' ' || c == ')') end = next;
    }
    return end;
}

static bool find_definition(struct str text, struct str name, size_t *from, size_t *to) {
    size_t decorators = text.n;
    for (size_t at = 0; at < text.n;) {
        struct str line = line_at(text, at);
        if (line.p[0] == '@') decorators = MIN(decorators, at);
        if (str_eq(defined(line), name)) {
            *from = MIN(decorators, at);
            *to = definition_end(text, at);
            return true;
        }
        if (line.p[0] != '@' && line.p[0] != ' ') decorators = text.n;
        at += line.n;
    }
    return false;
}

static bool blank_definition(struct buf *b, struct str source, struct str name) {
    size_t from, to;
    if (!find_definition(source, name, &from, &to)) return false;
    for (size_t i = from; i < to; i++)
        if (b->p[i] != '\n') b->p[i] = ' ';
    return true;
}

static struct str trimmed(struct str line) {
    while (line.n && (line.p[0] == ' ' || line.p[0] == '\n')) line.p++, line.n--;
    while (line.n && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\n')) line.n--;
    return line;
}

/* The one line of the text that says `old`, but for spaces around it, becomes `new`, as far in as the old one
 * was. */
static bool replace_line(struct arena *a, struct str *text, struct str old, struct str new) {
    for (size_t at = 0; at < text->n;) {
        struct str line = line_at(*text, at);
        if (!str_eq(trimmed(line), old)) {
            at += line.n;
            continue;
        }
        struct buf b;
        size_t begin = (size_t)(trimmed(line).p - text->p);
        buf_init(&b, a);
        buf_str(&b, (struct str){text->p, begin});
        buf_str(&b, new);
        buf_str(&b, (struct str){text->p + begin + old.n, text->n - begin - old.n});
        *text = buf_view(&b);
        return true;
    }
    return false;
}

bool overlay_apply(struct arena *a, struct str *source, struct str overlay_file) {
    struct str overlay, original = *source, mark = STR("#@ ");
    if (!file_read(a, str_dup(a, overlay_file).p, &overlay)) return false;
    struct buf b, ours;
    buf_init(&b, a);
    buf_init(&ours, a);
    buf_str(&b, original);
    for (size_t at = 0; at < overlay.n;) {
        struct str line = line_at(overlay, at), name = defined(line);
        at += line.n;
        if (name.n && !blank_definition(&b, original, name)) return false;
        if (!str_starts(line, mark)) buf_str(&ours, line);
    }
    if (b.n && b.p[b.n - 1] != '\n') buf_putc(&b, '\n');
    struct str text = buf_view(&b);
    for (size_t at = 0; at < overlay.n;) {
        struct str line = line_at(overlay, at);
        at += line.n;
        if (!str_starts(line, mark)) continue;
        struct str new = line_at(overlay, at);
        at += new.n;
        if (!str_starts(new, mark)) return false;
        struct str from = {line.p + mark.n, line.n - mark.n}, to = {new.p + mark.n, new.n - mark.n};
        if (!replace_line(a, &text, trimmed(from), trimmed(to))) return false;
    }
    buf_init(&b, a);
    buf_str(&b, text);
    buf_str(&b, buf_view(&ours));
    *source = buf_view(&b);
    return true;
}
