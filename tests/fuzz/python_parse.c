/* libFuzzer entry for the frontend: whatever the bytes are, a tree that prints or one error. */
#include "rules/python/ast.h"
#include "rules/python/symtable.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena a;
    struct diags d;
    struct buf out;
    arena_init(&a, NULL);
    diags_init(&d, &a);
    buf_init(&out, &a);
    struct py_module *m = py_parse(&a, &d, STR("fuzz.py"), (struct str){(const char *)data, size}, NULL);
    if (!m != !!d.errors) BUG("a tree and an error, or neither");
    if (m) {
        py_dump(&out, m, true);
        py_symtable_dump(&out, m->scope, 0);
    } else {
        diag_print(&out, d.first, (struct str){(const char *)data, size}, false);
    }
    arena_free(&a);
    return 0;
}
