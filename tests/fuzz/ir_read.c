/* libFuzzer entry for both readers of the IR: the first byte chooses. Whatever they accept must print. */
#include "rules/ir/ir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    struct arena a;
    struct diags d;
    struct buf out;
    arena_init(&a, NULL);
    diags_init(&d, &a);
    buf_init(&out, &a);
    struct str rest = {(const char *)data + 1, size - 1};
    struct ir_module *m = data[0] & 1 ? ir_read(&a, rest) : ir_parse(&a, &d, STR("fuzz.ir"), rest);
    if (m) ir_print_module(&out, m);
    arena_free(&a);
    return 0;
}
