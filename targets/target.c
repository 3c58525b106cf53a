/* The targets, and how one is found by name. */
#include "targets/target.h"
#include "targets/isa.h"
#include "targets/elf/elf.h"

static const struct target linux_x86_64 = {
    .name = "linux-x86_64",
    .cpu = "x86_64",
    .os = "linux",
    .platform = "linux",
    .triple = "x86_64-linux-gnu",
    .machine_name = "x86_64",
    .machine = 62,
    .pointer = 8,
    .page = 4096,
    .branch_range = UINT64_C(1) << 31,
    .abs64 = 1,
    .code_fill = {0xcc, 0xcc, 0xcc, 0xcc}, /* int3 */
    .isa = &isa_x86_64,
    .container = &elf_container,
    .reloc_info = elf_x86_64_reloc_info,
    .reloc_apply = elf_x86_64_reloc_apply,
    .got_relax = elf_x86_64_got_relax,
};

static const struct target linux_arm64 = {
    .name = "linux-arm64",
    .cpu = "aarch64",
    .os = "linux",
    .platform = "linux",
    .triple = "aarch64-linux-gnu",
    .machine_name = "aarch64",
    .machine = 183,
    .pointer = 8,
    .page = 16384, /* kernels with 4, 16 KiB pages; 64 KiB ones are rare and refuse such an image at start */
    .branch_range = UINT64_C(1) << 27,
    .abs64 = 257,
    .code_fill = {0, 0, 0, 0}, /* udf #0 */
    .isa = &isa_aarch64,
    .container = &elf_container,
    .reloc_info = elf_aarch64_reloc_info,
    .reloc_apply = elf_aarch64_reloc_apply,
    .got_relax = elf_aarch64_got_relax,
};

static const struct target *const targets[] = {&linux_x86_64, &linux_arm64};

const struct target *target_find(struct str name) {
    if (str_is(name, "host")) return target_host();
    for (size_t i = 0; i < COUNT(targets); i++)
        if (str_is(name, targets[i]->name)) return targets[i];
    return NULL;
}

const struct target *const *target_list(size_t *n) {
    *n = COUNT(targets);
    return targets;
}

const struct target *target_host(void) {
#if defined __aarch64__
    return &linux_arm64;
#else
    return &linux_x86_64;
#endif
}
