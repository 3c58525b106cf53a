/* libFuzzer entry for what the engine reads back: the first byte chooses recorded runs, packages, app specs,
 * diagnostics, the workspace's snapshot or journal, or a pack. Hostile bytes are refused or read, never
 * believed beyond their end. */
#define _GNU_SOURCE
#include "engine/recipe/appspec.h"
#include "engine/recipe/rules.h"
#include "engine/cache/pack.h"
#include "engine/graph/state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_memory(struct str bytes) {
    static const struct toolbox tools = {.version = "0"};
    char folder[] = "/tmp/py2-fuzz-XXXXXX", path[64];
    struct build b;
    if (!mkdtemp(folder)) return;
    snprintf(path, sizeof path, "%s/.py2", folder);
    mkdir(path, 0755);
    /* The first byte says which of the two files it is; a snapshot gets a right check, so that more of it is
     * read. */
    bool snapshot = bytes.n && bytes.p[0] & 1;
    snprintf(path, sizeof path, "%s/.py2/%s", folder, snapshot ? "graph" : "journal");
    if (bytes.n) bytes = (struct str){bytes.p + 1, bytes.n - 1};
    if (snapshot) snapshot_seal((char *)bytes.p, bytes.n);
    file_publish(path, bytes, 0644, false);
    build_init(&b, &tools, str_c(folder), NULL);
    build_add_rule(&b, &rule_package);
    size_t fresh;
    b.state = state_open(&b, false);
    state_settle(b.state, STR("\n"), &fresh);
    for (uint32_t ref = 0; ref < b.state->n_refs; ref++) {
        struct node *n = state_node(b.state, ref);
        if (n) node_old(&b, n);
    }
    state_compact(b.state);
    state_close(b.state);
    build_free(&b);
    static const char *const made[] = {".py2/graph", ".py2/journal", ".py2/lock", ".py2/tmp", ".py2", ""};
    for (size_t i = 0; i < COUNT(made); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        remove(path);
    }
}

/* A pack file, whose length is told first, and an index with these bytes: looked up in, checked, appended to.
 */
static void read_pack(struct arena *a, struct str bytes) {
    char folder[] = "/tmp/py2-fuzz-XXXXXX", path[64];
    struct packs p;
    struct str found;
    struct digest key = {{1}};
    size_t records;
    int dir = mkdtemp(folder) ? open(folder, O_PATH | O_DIRECTORY) : -1;
    if (dir < 0) return;
    snprintf(path, sizeof path, "%s/packs", folder);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/packs/a.pack", folder);
    struct reader r = reader_of(bytes);
    size_t cut = reader_u16(&r), rest = (size_t)(r.end - r.p);
    cut = MIN(cut, rest);
    file_publish(path, (struct str){(const char *)r.p, cut}, 0644, false);
    snprintf(path, sizeof path, "%s/packs/a.idx", folder);
    file_publish(path, (struct str){(const char *)r.p + cut, rest - cut}, 0644, false);
    for (int round = 0; round < 2; round++) {
        packs_open(&p, dir, NULL);
        packs_get(&p, a, PACK_ACTION, &key, &found);
        for (size_t i = 0; i < p.table_size; i++)
            if (p.table[i].kind) packs_get(&p, a, p.table[i].kind, &p.table[i].key, &found);
        packs_put(&p, PACK_ACTION, &key, STR("here"));
        if (!packs_get(&p, a, PACK_ACTION, &key, &found) || !str_is(found, "here")) abort();
        packs_close(&p);
    }
    packs_open(&p, dir, NULL);
    if (!packs_get(&p, a, PACK_ACTION, &key, &found) || !str_is(found, "here")) abort();
    packs_verify(&p, &records);
    struct pack_sums sums;
    packs_count(&p, &sums);
    packs_compact(&p); /* a lying index may cost records here, nothing else */
    for (uint32_t i = 0; i < p.n; i++)
        pack_remove(p.dir, p.files[i].name), unlinkat(p.dir, p.files[i].name, 0);
    snprintf(path, sizeof path, "%s/packs/a.idx", folder);
    unlink(path);
    packs_close(&p);
    close(dir);
    snprintf(path, sizeof path, "%s/packs", folder);
    remove(path);
    remove(folder);
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
        struct digest key = digest_of(bytes);
        struct str again = action_pack(a, &key, &traces[0], traces[0].inlined, traces + 1, n - 1);
        struct str added = action_add(a, &key, &traces[0], traces[0].inlined, bytes), text;
        if (!record_open(again, &key, &text) || !action_unpack(&b, a, text, &traces)) abort();
        if (!record_open(added, &key, &text) || !action_unpack(&b, a, text, &traces)) abort();
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
    switch (data[0] % 6) {
    case 0: read_runs(&a, rest); break;
    case 1:
        if (package_decode(&a, rest, &p) && !package_decode(&a, package_encode(&a, &p), &p)) abort();
        break;
    case 2:
        if (appspec_decode(&a, rest, &s) && !appspec_decode(&a, appspec_encode(&a, &s), &s)) abort();
        break;
    case 5: read_pack(&a, rest); break;
    case 3: diag_unpack(&a, rest, &d); break;
    default: {
        struct str own = str_dup(&a, rest);
        read_memory(own);
        break;
    }
    }
    arena_free(&a);
    return 0;
}
