/* Joins the runtime's ELF objects into the one module that py2 carries: pack_runtime TARGET OUTPUT OBJECT… */
#include "rules/link/link.h"
#include <errno.h>
#include <stdio.h>

static int report(const struct diags *d, struct arena *a) {
    struct buf b;
    buf_init(&b, a);
    for (const struct diag *m = d->first; m; m = m->next) diag_print(&b, m, (struct str){NULL, 0}, false);
    fwrite(b.p, 1, b.n, stderr);
    return 1;
}

int main(int argc, char **argv) {
    struct arena a;
    struct diags d;
    arena_init(&a, NULL);
    diags_init(&d, &a);
    if (argc < 4) {
        fprintf(stderr, "usage: pack_runtime TARGET OUTPUT OBJECT...\n");
        return 2;
    }
    const struct target *target = target_find(str_c(argv[1]));
    if (!target) {
        fprintf(stderr, "pack_runtime: no target %s\n", argv[1]);
        return 2;
    }
    size_t n = (size_t)argc - 3;
    struct object **objects = NEW_N(&a, struct object *, n), joined;
    for (size_t i = 0; i < n; i++) {
        struct str bytes;
        if (!file_read(&a, argv[3 + i], &bytes)) {
            fprintf(stderr, "pack_runtime: %s: %s\n", argv[3 + i], strerror(errno));
            return 1;
        }
        objects[i] = NEW(&a, struct object);
        if (!object_from_elf(objects[i], &a, &d, target, path_base(str_c(argv[3 + i])), bytes))
            return report(&d, &a);
    }
    if (!object_merge(&joined, &a, &d, STR("runtime"), objects, n)) return report(&d, &a);
    if (!file_publish(argv[2], object_write(&a, &joined), 0644, false)) {
        fprintf(stderr, "pack_runtime: %s: %s\n", argv[2], strerror(errno));
        return 1;
    }
    arena_free(&a);
    return 0;
}
