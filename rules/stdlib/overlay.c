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

bool overlay_apply(struct arena *a, struct str *source, struct str overlay_file) {
    struct str overlay;
    if (!file_read(a, str_dup(a, overlay_file).p, &overlay)) return false;
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, *source);
    for (size_t at = 0; at < overlay.n;) {
        struct str line = line_at(overlay, at), name = defined(line);
        at += line.n;
        if (!name.n) continue;
        size_t from, to;
        if (!find_definition(*source, name, &from, &to)) return false;
        for (size_t i = from; i < to; i++)
            if (b.p[i] != '\n') b.p[i] = ' ';
    }
    if (b.n && b.p[b.n - 1] != '\n') buf_putc(&b, '\n');
    buf_str(&b, overlay);
    *source = buf_view(&b);
    return true;
}
