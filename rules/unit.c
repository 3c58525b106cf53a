/* The keys of a module's stages, and its text. */
#include "rules/program.h"
#include "rules/stdlib/library.h"

unsigned unit_options(const struct appspec *spec) {
    return (str_is(spec->opt, "none") ? UNIT_PLAIN : 0u) |
           (str_is(spec->dynamic, "raise") ? UNIT_RAISES : 0u);
}

/* The module's name and what kind of module it is, in words; NUL; the file; and when there is none, NUL and
 * the text. So keys of all stages of a module begin alike and hold the path as the file's own key has it: the
 * workspace remembers both once. */
enum kind { PACKAGE, MAIN, PLAIN, RAISES, EMBEDDED, KINDS };
static const char *const kinds[KINDS] = {" package", " main", " plain", " raises", " embedded"};

struct str unit_key(struct arena *a, const struct unit *u) {
    const bool is[KINDS] = {u->is_package, u->is_main, u->options & UNIT_PLAIN, u->options & UNIT_RAISES,
                            u->library};
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, u->module);
    for (size_t i = 0; i < KINDS; i++)
        if (is[i]) buf_puts(&b, kinds[i]);
    buf_putc(&b, 0);
    buf_str(&b, u->file);
    if (u->file.n) return buf_view(&b);
    buf_putc(&b, 0);
    buf_str(&b, u->source);
    return buf_view(&b);
}

/* The target is the last field. */
struct str gen_key(struct arena *a, struct str target, const struct unit *u) {
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, unit_key(a, u));
    buf_putc(&b, 0);
    buf_str(&b, target);
    return buf_view(&b);
}

static bool take_word(struct str *text, const char *word) {
    bool is = str_ends(*text, str_c(word));
    if (is) text->n -= strlen(word);
    return is;
}

bool unit_of_key(struct str key, struct unit *u) {
    const char *nul = memchr(key.p, 0, key.n), *end = key.p + key.n;
    if (!nul) return false;
    *u = (struct unit){.module = {key.p, (size_t)(nul - key.p)}};
    u->library = take_word(&u->module, kinds[EMBEDDED]);
    if (take_word(&u->module, kinds[RAISES])) u->options |= UNIT_RAISES;
    if (take_word(&u->module, kinds[PLAIN])) u->options |= UNIT_PLAIN;
    u->is_main = take_word(&u->module, kinds[MAIN]);
    u->is_package = take_word(&u->module, kinds[PACKAGE]);
    const char *file = nul + 1;
    nul = memchr(file, 0, (size_t)(end - file));
    u->file = (struct str){file, (size_t)((nul ? nul : end) - file)};
    u->source = nul ? (struct str){nul + 1, (size_t)(end - nul - 1)} : STR("");
    return u->file.n || nul;
}

struct str unit_shown(const struct unit *u) {
    struct library_module m;
    if (u->library && library_find(u->module, &m)) return m.file;
    if (u->is_package && !u->file.n) return u->source;
    return u->file.n ? u->file : STR("<main>");
}

bool unit_source(struct rule_ctx *c, const struct unit *u, struct str *out) {
    if (!u->file.n) {
        *out = u->source;
        return true;
    }
    if (rule_read_file(c, u->file, out)) return true;
    struct diag *d =
        diag_error(c->diags, "PY2E0203", (struct place){.file = u->file}, "the file cannot be read");
    diag_why(c->diags, d, "it is missing, not a regular file, or not readable by this user");
    diag_help(c->diags, d, "check the path and its permissions");
    return false;
}
