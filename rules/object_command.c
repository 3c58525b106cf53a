/* `py2 object`: the compiled part of one app as a file that other linkers take. */
#include "rules/rules.h"

static int run(struct command_ctx *c) {
    struct str *keys, bytes;
    size_t n;
    if (c->argc != 2) {
        diag_error(c->diags, "PY2E0332", (struct place){0},
                   "py2 object takes what to compile and the file to write");
        return 2;
    }
    if (!command_app_keys(c, 1, c->argv, &keys, &n)) return 2;
    if (n != 1) {
        diag_error(c->diags, "PY2E0332", (struct place){0},
                   "one app for one target makes an object, but these are %zu", n);
        return 2;
    }
    if (!command_need(c, "object", keys[0], &bytes)) return 1;
    return command_publish(c, c->argv[1], bytes, 0644) ? 0 : 1;
}

const struct command command_object = {
    .name = "object",
    .summary = "write an app's compiled part as a relocatable object",
    .usage =
        "py2 object LABEL or FILE OUTPUT [--target T]\n\n"
        "An ELF file for `ld -r`, debuggers or a linker that brings a runtime of its own; what the runtime\n"
        "defines is left undefined in it.\n",
    .run = run,
};
