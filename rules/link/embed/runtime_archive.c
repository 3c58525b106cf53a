/* The runtime modules inside this program. Apart from the linker, so that it builds and is tested without
 * them. */
#include "rules/link/link.h"

extern const char runtime_archive_x86_64[], runtime_archive_x86_64_end[];
extern const char runtime_archive_aarch64[], runtime_archive_aarch64_end[];

struct str runtime_archive(const struct target *target) {
    if (!strcmp(target->cpu, "x86_64"))
        return (struct str){runtime_archive_x86_64,
                            (size_t)(runtime_archive_x86_64_end - runtime_archive_x86_64)};
    if (!strcmp(target->cpu, "aarch64"))
        return (struct str){runtime_archive_aarch64,
                            (size_t)(runtime_archive_aarch64_end - runtime_archive_aarch64)};
    return (struct str){NULL, 0};
}
