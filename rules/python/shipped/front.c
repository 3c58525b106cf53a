/* From text to packed tree or error: the one entry that the runtime knows. */
#include "rules/python/shipped/shipped.h"

static enum front_status status_of(enum py_error_type type) {
    switch (type) {
    case PY_SYNTAX_ERROR: return FRONT_SYNTAX;
    case PY_INDENTATION_ERROR: return FRONT_INDENTATION;
    case PY_TAB_ERROR: return FRONT_TAB;
    case PY_VALUE_ERROR: return FRONT_VALUE;
    case PY_RECURSION_ERROR: return FRONT_RECURSION;
    case PY_MEMORY_ERROR: return FRONT_MEMORY;
    }
    return FRONT_SYNTAX;
}

static struct str line_of(struct str text, uint32_t line) {
    const char *p = text.p, *end = text.p + text.n;
    while (line > 1 && p < end)
        if (*p++ == '\n') line--;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    if (!line || p >= end) return (struct str){0};
    return (struct str){p, (size_t)((stop ? stop + 1 : end) - p)};
}

/* Only a file's last line gets an end that it did not have. */
static bool end_was_added(const struct front_request *r, const struct py_module *m, struct str line) {
    bool last = line.p + line.n == m->source.p + m->source.n;
    return last && r->mode != FRONT_EXEC && r->source_size && r->source[r->source_size - 1] != '\n';
}

static void tell(struct front_request *r, const struct py_module *m, const struct py_error *e) {
    struct str line = m->source.p ? line_of(m->source, e->line) : (struct str){0};
    if (line.n && line.p[line.n - 1] == '\n' && (e->by_lexer || end_was_added(r, m, line))) line.n--;
    r->error.text = e->text.p;
    r->error.text_size = e->text.n;
    r->error.line = line.p;
    r->error.line_size = line.n;
    r->error.lineno = e->line;
    r->error.offset = e->col;
    r->error.end_lineno = e->end_line;
    r->error.end_offset = e->end_col;
}

static void pack(struct front_request *r, struct arena *a, const struct py_module *m) {
    struct buf out;
    buf_init(&out, a);
    switch (r->mode) {
    case FRONT_EXEC: pack_module(&out, m); break;
    case FRONT_EVAL: pack_expression(&out, m->body.p[0]->expr.value); break;
    case FRONT_SINGLE: pack_interactive(&out, m); break;
    }
    r->tree = out.p;
    r->tree_size = out.n;
}

enum front_status front_parse(struct front_request *r) {
    static const enum py_mode modes[] = {
        [FRONT_EXEC] = PY_MODE_FILE, [FRONT_EVAL] = PY_MODE_EXPRESSION, [FRONT_SINGLE] = PY_MODE_INTERACTIVE};
    struct front_source source = {.take = r->take, .context = r->context};
    struct arena arena;
    if (setjmp(source.no_memory)) return FRONT_MEMORY;
    arena_init(&arena, (struct memory *)&source);
    struct py_module *m = NEW(&arena, struct py_module);
    struct py_error error = {0};
    m->file = (struct str){r->file, r->file_size};
    if (!py_syntax(&arena, m, (struct str){r->source, r->source_size}, modes[r->mode], &error)) {
        tell(r, m, &error);
        return status_of(error.type);
    }
    pack(r, &arena, m);
    return FRONT_OK;
}
