/* The keys of a module's stages, and its text. */
#include "rules/program.h"
#include "rules/stdlib/library.h"

unsigned unit_options(const struct appspec *spec) {
    return (str_is(spec->opt, "none") ? UNIT_PLAIN : 0u) |
           (str_is(spec->dynamic, "raise") ? UNIT_RAISES : 0u);
}

/* The fields of a key are separated by NUL. */

struct str unit_key(struct arena *a, const struct unit *u) {
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, u->module);
    buf_putc(&b, 0);
    buf_str(&b, u->file);
    buf_putc(&b, 0);
    buf_putc(&b, '0' + (u->is_package ? 1 : 0) + (u->is_main ? 2 : 0) + (u->library ? 4 : 0));
    buf_putc(&b, (int)('0' + u->options));
    buf_str(&b, u->source);
    return buf_view(&b);
}

struct str gen_key(struct arena *a, struct str target, const struct unit *u) {
    struct buf b;
    buf_init(&b, a);
    buf_str(&b, target);
    buf_putc(&b, 0);
    buf_str(&b, unit_key(a, u));
    return buf_view(&b);
}

bool unit_of_key(struct arena *a, struct str key, struct unit *u) {
    (void)a;
    const char *end = key.p + key.n;
    const char *file = memchr(key.p, 0, key.n);
    if (!file) return false;
    file++;
    const char *flags = memchr(file, 0, (size_t)(end - file));
    if (!flags || flags + 3 > end) return false;
    *u = (struct unit){.module = {key.p, (size_t)(file - 1 - key.p)}, .file = {file, (size_t)(flags - file)}};
    u->is_package = (flags[1] - '0') & 1;
    u->is_main = (flags[1] - '0') & 2;
    u->library = (flags[1] - '0') & 4;
    u->options = (unsigned)(flags[2] - '0');
    u->source = (struct str){flags + 3, (size_t)(end - flags - 3)};
    return true;
}

struct str unit_shown(const struct unit *u) {
    struct library_module m;
    if (u->library && library_find(u->module, &m)) return m.file;
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
