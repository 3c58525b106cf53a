/* libFuzzer entry for what the engine reads back: the first byte chooses recorded runs, packages, app specs,
 * diagnostics, or the workspace's log. Hostile bytes are refused or read, never believed beyond their end. */
#define _GNU_SOURCE
#include "engine/appspec.h"
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_log(struct str bytes) {
    static const struct toolbox tools = {.version = "0"};
    char folder[] = "/tmp/py2-fuzz-XXXXXX", path[64];
    struct build b;
    if (!mkdtemp(folder)) return;
    snprintf(path, sizeof path, "%s/.py2", folder);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/.py2/graph", folder);
    file_publish(path, bytes, 0644, false);
    build_init(&b, &tools, str_c(folder), NULL);
    build_add_rule(&b, &rule_package);
    state_close(state_open(&b, false));
    build_free(&b);
    static const char *const made[] = {".py2/graph", ".py2/lock", ".py2/tmp", ".py2", ""};
    for (size_t i = 0; i < COUNT(made); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        remove(path);
    }
}

static void read_runs(struct arena *a, struct str bytes) {
    static const struct toolbox tools = {.version = "0"};
    struct build b;
    struct trace *traces;
    build_init(&b, &tools, STR("/nonexistent"), NULL);
    build_add_rule(&b, &rule_package);
    size_t n = action_unpack(&b, a, bytes, &traces);
    /* What was accepted can be written and read again. */
    if (n) {
        struct str again = action_pack(a, &traces[0], traces[0].inlined, traces + 1, n - 1);
        if (!action_unpack(&b, a, again, &traces)) abort();
    }
    build_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    struct arena a;
    struct package p;
    struct appspec s;
    struct diags d;
    struct str rest = {(const char *)data + 1, size - 1};
    arena_init(&a, NULL);
    diags_init(&d, &a);
    switch (data[0] % 5) {
    case 0: read_runs(&a, rest); break;
    case 1:
        if (package_decode(&a, rest, &p) && !package_decode(&a, package_encode(&a, &p), &p)) abort();
        break;
    case 2:
        if (appspec_decode(&a, rest, &s) && !appspec_decode(&a, appspec_encode(&a, &s), &s)) abort();
        break;
    case 3: diag_unpack(&a, rest, &d); break;
    default: read_log(rest); break;
    }
    arena_free(&a);
    return 0;
}
