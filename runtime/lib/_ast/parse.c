/* The module _py2_parse: text to tree at run time. Only programs that call compile() with flags carry it, and
 * with it the front end. */
#include "runtime/lib/_ast/ast.h"
#include "runtime/lib/front.h"
#include "runtime/lib/native.h"
#include "runtime/os/os.h"
#include "runtime/text/text.h"

/* ---- memory for the front end: chunks that go back together ---- */

struct chunk {
    struct chunk *next;
    size_t size;
};

static void *take(void *context, size_t size) {
    struct chunk **all = context;
    if (size > SIZE_MAX / 2) return NULL;
    size += sizeof(struct chunk);
    struct chunk *c = os_mem_map(size);
    if (!c) return NULL;
    *c = (struct chunk){*all, size};
    *all = c;
    return c + 1;
}

static void give_back(struct chunk *c) {
    for (struct chunk *next; c; c = next) {
        next = c->next;
        os_mem_release(c, c->size);
    }
}

/* ---- errors ---- */

/* Columns come in bytes of the line, Python tells them in characters. */
static int64_t characters(const char *line, size_t size, uint32_t column) {
    if (!column || !line) return column;
    int64_t n = 1;
    size_t bytes = column - 1u < size ? column - 1u : size;
    for (size_t i = 0; i < bytes; i++) n += (line[i] & 0xc0) != 0x80;
    return n + (int64_t)(column - 1u - bytes);
}

static val raise_syntax(struct thread *t, struct type *type, const struct front_request *r, val file) {
    val line = r->error.line ? str_utf8(t, r->error.line, r->error.line_size) : NONE;
    val message = str_utf8(t, r->error.text, r->error.text_size);
    if (!line || !message) return 0;
    int64_t end = r->error.end_offset;
    if (r->error.end_lineno == r->error.lineno)
        end = characters(r->error.line, r->error.line_size, r->error.end_offset);
    if (!end && type == &exc_IndentationError) end = -1;
    val details[] = {
        file,
        val_small(r->error.lineno),
        val_small(characters(r->error.line, r->error.line_size, r->error.offset)),
        line,
        val_small(r->error.end_lineno),
        val_small(end),
    };
    val where = tuple_of(t, 6, details), exc = where ? call2(t, val_of(type), message, where) : 0;
    return exc ? raise_val(t, exc) : 0;
}

static val answer(struct thread *t, enum front_status status, const struct front_request *r, val file) {
    switch (status) {
    case FRONT_OK: return ast_unpack(t, r->tree, r->tree_size);
    case FRONT_SYNTAX: return raise_syntax(t, &exc_SyntaxError, r, file);
    case FRONT_INDENTATION: return raise_syntax(t, &exc_IndentationError, r, file);
    case FRONT_TAB: return raise_syntax(t, &exc_TabError, r, file);
    case FRONT_VALUE: return raise(t, &exc_ValueError, "%S", str_utf8(t, r->error.text, r->error.text_size));
    case FRONT_RECURSION:
        return raise(t, &exc_RecursionError, "maximum recursion depth exceeded during compilation");
    case FRONT_MEMORY: break;
    }
    return raise(t, &exc_MemoryError, "");
}

/* ---- the module ---- */

static bool mode_of(struct thread *t, val mode, enum front_mode *out) {
    static const char *const names[] = {
        [FRONT_EXEC] = "exec", [FRONT_EVAL] = "eval", [FRONT_SINGLE] = "single"};
    size_t n;
    const char *given = val_is_str(mode) ? str_to_utf8(t, mode, &n, true) : NULL;
    for (int i = 0; given && i < 3; i++)
        if (n == strlen(names[i]) && !memcmp(given, names[i], n)) return *out = (enum front_mode)i, true;
    if (t->exc) return false;
    raise(t, &exc_ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
    return false;
}

static bool source_bytes(struct thread *t, val source, struct front_request *r) {
    if (val_is_str(source)) {
        r->source = str_to_utf8(t, source, &r->source_size, false);
        return r->source;
    }
    struct buffer view;
    if (!buffer_get(t, source, &view)) {
        exc_take(t);
        raise(t, &exc_TypeError, "compile() arg 1 must be a string, bytes or AST object");
        return false;
    }
    r->source = (const char *)view.p;
    r->source_size = (size_t)view.n;
    return true;
}

/* parse(source, filename, mode): the tree of a text. */
static val parse(struct thread *t, val source, val file, val mode) {
    struct chunk *chunks = NULL;
    struct front_request r = {.take = take, .context = &chunks};
    if (ast_tables_get(t) && ast_is_node(source)) return source;
    if (t->exc || !mode_of(t, mode, &r.mode) || !source_bytes(t, source, &r)) return 0;
    if (text_find_byte(r.source, (int64_t)r.source_size, 0) >= 0)
        return raise(t, &exc_ValueError, "source code string cannot contain null bytes");
    enum front_status status = front_parse(&r);
    val result = answer(t, status, &r, file);
    give_back(chunks);
    return result;
}

METHOD_TABLE(py2_parse);
METHOD(py2_parse, parse, parse, 3, 0, "($module, source, filename, mode, /)");

static val parse_init(struct thread *t) {
    return native_module_new(t, "_py2_parse", METHODS(py2_parse));
}
NATIVE_MODULE(py2_parse, "_py2_parse", parse_init);
