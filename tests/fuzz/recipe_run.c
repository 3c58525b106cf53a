/* libFuzzer entry for recipes: the bytes are the root's build.py2. Whatever it says, the run ends, within its
 * limits of steps and memory, with an output that reads back or with a message. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const targets[] = {"linux-x86_64", NULL};
    const struct toolbox tools = {.targets = targets, .version = "0"};
    struct build b;
    struct worker w = {.build = &b};
    struct arena a;
    static char folder[] = "/tmp/py2-fuzz-XXXXXX"; /* empty, for globs */
    static bool made;
    if (!made && !mkdtemp(folder)) abort();
    made = true;
    build_init(&b, &tools, str_c(folder), NULL);
    build_add_rule(&b, &rule_package);
    arena_init(&a, NULL);
    arena_init(&w.arena, NULL);
    pthread_cond_init(&w.woken, NULL);
    b.running = 1;
    /* The file is there already: its leaf is answered before anyone asks. */
    struct node *file = node_get(&b, STR("file"), STR("build.py2"));
    file->bytes = (struct str){(const char *)data, size};
    file->have_bytes = true;
    file->digest = digest_of(file->bytes);
    file->state = NODE_DONE;
    struct node *package = node_get(&b, STR("package"), STR(""));
    struct str cycle;
    recipe_calls_workspace(file->bytes);
    schedule_need(&b, &w, &package, 1, &cycle);
    struct package p;
    if (package->state == NODE_DONE && !package_decode(&a, package->bytes, &p)) abort();
    if (package->state != NODE_DONE && !package->diags.n) abort();
    pthread_cond_destroy(&w.woken);
    arena_free(&w.arena);
    arena_free(&a);
    build_free(&b);
    return 0;
}
