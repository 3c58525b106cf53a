/* libFuzzer: the first byte chooses the reader (ELF for either machine, archive, canonical module, a whole
 * link of one module). clang -g -fsanitize=fuzzer,address,undefined -I . tests/fuzz/object_read.c
 * rules/link/[a-z]*.c targets/target.c targets/elf/[a-z]*.c engine/base/[a-z]*.c -lcrypto -lzstd */
#include "rules/link/link.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
    struct arena a;
    struct diags d;
    struct object o;
    struct object_list list = {0};
    if (!n) return 0;
    const struct target *t = target_find(p[0] & 1 ? STR("linux-arm64") : STR("linux-x86_64"));
    struct str bytes = {(const char *)p + 1, n - 1};
    arena_init(&a, NULL);
    diags_init(&d, &a);
    switch (p[0] >> 1 & 3) {
    case 0:
        if (object_from_elf(&o, &a, &d, t, STR("fuzz"), bytes)) object_write(&a, &o);
        break;
    case 1: objects_from_archive(&list, &a, &d, t, STR("fuzz"), bytes); break;
    case 2:
        if (object_read(&o, &a, bytes)) {
            struct str again = object_write(&a, &o);
            if (!str_eq(again, bytes)) __builtin_trap();
        }
        break;
    default: {
        struct link_request r = {.target = t, .objects = &bytes, .nobjects = 1, .symbols = true};
        struct link_report report;
        r.report = &report;
        struct str image = link_image(&a, &d, &r);
        if ((image.n > 0) == (d.errors > 0)) __builtin_trap();
    }
    }
    arena_free(&a);
    return 0;
}
