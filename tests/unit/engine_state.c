/* What a workspace remembers: the snapshot's form against hostile bytes, the journal beside it, forgetting,
 * settling. */
#define _GNU_SOURCE
#include "engine/recipe/rules.h"
#include "engine/graph/state.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = "/tmp/py2-state-XXXXXX";

/* "app NAME": the first bytes of the files and directories that its key names, between blanks. */
static bool run_app(struct rule_ctx *c) {
    struct buf out;
    buf_init(&out, c->arena);
    for (struct str k = c->key; k.n;) {
        const char *end = memchr(k.p, ' ', k.n);
        struct str name = {k.p, end ? (size_t)(end - k.p) : k.n}, text;
        struct rule_entry *entries;
        if (rule_stat(c, name) == RULE_DIR)
            buf_printf(&out, "%zu entries;", rule_list(c, name, &entries));
        else if (rule_read_file(c, name, &text))
            buf_printf(&out, "%.1s;", text.p);
        else
            buf_puts(&out, "-;");
        k = (struct str){k.p + name.n + (end != NULL), k.n - name.n - (end != NULL)};
    }
    rule_output(c, buf_view(&out));
    return true;
}

/* "selection": its key is the apps' keys, one a line. */
static bool run_select(struct rule_ctx *c) {
    struct buf out;
    buf_init(&out, c->arena);
    for (struct str k = c->key; k.n;) {
        const char *end = memchr(k.p, '\n', k.n);
        struct str name = {k.p, end ? (size_t)(end - k.p) : k.n};
        buf_printf(&out, STR_FMT "\t" STR_FMT "\n", STR_ARG(name), STR_ARG(name));
        k = (struct str){k.p + name.n + (end != NULL), k.n - name.n - (end != NULL)};
    }
    rule_output(c, buf_view(&out));
    return true;
}

static const struct rule app = {.name = "app", .version = "1", .run = run_app},
                         select_rule = {
                             .name = "selection", .version = "1", .run = run_select, .local = true};

struct round {
    const char *keys[4];
    size_t n, ran, nodes, n_refs;
    bool may_fail; /* the memory was tampered with in earnest: then only crashing is wrong */
    struct arena arena;
    struct str out[4];
};

static void body(struct build *b, struct worker *w, void *arg) {
    struct round *r = arg;
    for (size_t i = 0; i < r->n; i++) {
        struct node *n = node_get(b, STR("app"), str_c(r->keys[i]));
        struct str cycle;
        schedule_need(b, w, &n, 1, &cycle);
        if (r->may_fail && !(n->state == NODE_DONE && node_load(b, w, n))) continue;
        assert_true(n->state == NODE_DONE && node_load(b, w, n));
        r->out[i] = str_dup(&r->arena, n->bytes);
        node_trace(b, n);
    }
}

/* One build; always compacted, so that snapshots are read as often as journals. */
static struct round build_any(bool may_fail, bool compacts, size_t n, const char *const *keys) {
    static const struct rule *const rules[] = {&app, &select_rule, NULL};
    static const struct toolbox tools = {.rules = rules, .version = "0"};
    struct memory memory = {0};
    struct build b;
    struct round r = {.n = n, .may_fail = may_fail};
    size_t fresh;
    for (size_t i = 0; i < n; i++) r.keys[i] = keys[i];
    arena_init(&r.arena, NULL);
    build_init(&b, &tools, str_c(folder), &memory);
    b.jobs = 2;
    b.state = state_open(&b, false);
    struct buf key;
    buf_init(&key, &r.arena);
    for (size_t i = 0; i < n; i++) buf_printf(&key, "%s%s", i ? "\n" : "", keys[i]);
    state_settle(b.state, buf_view(&key), &fresh);
    r.n_refs = b.state->n_refs;
    struct node *selection = node_get(&b, STR("selection"), buf_view(&key));
    (void)selection;
    schedule_run(&b, body, &r);
    r.ran = b.n_ran;
    r.nodes = b.nodes.n;
    if (compacts && state_compact(b.state)) assert_int_equal(ftruncate(b.state->journal, 0), 0);
    state_close(b.state);
    build_free(&b);
    assert_int_equal(memory.used, 0);
    return r;
}

static struct round build(bool compacts, size_t n, const char *const *keys) {
    return build_any(false, compacts, n, keys);
}

static void put(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(file_publish(path, str_c(text), 0644, false));
}

static const char *expect(struct round *r, size_t i) {
    return str_printf(&r->arena, STR_FMT, STR_ARG(r->out[i])).p;
}

static void forget(void) {
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s; mkdir %s %s/d", folder, folder, folder);
    assert_int_equal(system(command), 0);
}

static void snapshots_and_journals_agree(void **state) {
    (void)state;
    static const char *const keys[] = {"a b d", "b none", "d"};
    for (int compacts = 0; compacts < 2; compacts++) {
        forget();
        put("a", "1"), put("b", "2");
        struct round r = build(compacts, 3, keys);
        assert_int_equal(r.ran, 3);
        assert_string_equal(expect(&r, 0), "1;2;0 entries;");
        assert_string_equal(expect(&r, 1), "2;-;");
        arena_free(&r.arena);
        r = build(compacts, 3, keys);
        assert_int_equal(r.ran, 3); /* nothing is cached here: the bytes are asked for, and made again */
        arena_free(&r.arena);
        put("none", "here"), put("d/new", "x");
        r = build(compacts, 3, keys);
        assert_string_equal(expect(&r, 0), "1;2;1 entries;");
        assert_string_equal(expect(&r, 1), "2;h;");
        assert_string_equal(expect(&r, 2), "1 entries;");
        arena_free(&r.arena);
    }
}

static size_t read_file(const char *name, char *to, size_t most) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, to, most);
    if (fd >= 0) close(fd);
    return n > 0 ? (size_t)n : 0;
}

static void read_all_of(struct snapshot *s) {
    struct node_key key;
    char id[4096];
    struct leaf_view leaf;
    struct run_view run;
    struct state state = {.snapshot = *s, .n_refs = s->n_nodes};
    for (uint32_t ref = 0; ref < s->n_nodes + 2; ref++) {
        if (snapshot_key(s, ref, &key) && node_key_size(&key) < sizeof id)
            snapshot_find(s, node_key_id(&key, id));
        snapshot_leaf_kind(s, ref);
        if (snapshot_leaf(s, ref, &leaf) && leaf.bytes.p) str_hash(leaf.bytes);
        if (!snapshot_run(s, ref, &run)) continue;
        str_hash(run.warnings), str_hash(run.reason), str_hash(run.version);
        if (run.bytes.p) str_hash(run.bytes);
        for (struct dep_walk i = dep_walk(&run); dep_next(&state, &i);)
            if (i.digest) str_hash((struct str){(const char *)i.digest, sizeof *i.digest});
    }
}

static void damaged_snapshots_are_never_believed(void **state) {
    (void)state;
    static const char *const keys[] = {"a b d", "b none"};
    static char good[1 << 16], bad[1 << 16];
    forget();
    put("a", "1"), put("b", "2");
    struct round r = build(true, 2, keys);
    arena_free(&r.arena);
    size_t n = read_file(".py2/graph", good, sizeof good);
    assert_true(n > 500 && n < sizeof good);
    char path[256];
    snprintf(path, sizeof path, "%s/.py2", folder);
    int dir = open(path, O_PATH | O_DIRECTORY);
    snprintf(path, sizeof path, "%s/.py2/graph", folder);
    uint32_t seed = 1;
    for (size_t i = 0; i < 6 * n; i++) {
        struct snapshot s;
        memcpy(bad, good, n);
        size_t at = i % n, cut = n;
        seed = seed * 1103515245 + 12345;
        bad[at] = i < n ? 0 : i < 2 * n ? (char)0xff : (char)(seed >> 16);
        if (i >= 5 * n) cut = at;
        /* Without the right check it is refused, with it its parts are. */
        bool sealed = i % 7 && i < 5 * n;
        if (sealed) snapshot_seal(bad, n);
        assert_true(file_publish(path, (struct str){bad, cut}, 0644, false));
        if (snapshot_open(&s, dir, "graph") == SNAPSHOT_GOOD) read_all_of(&s);
        snapshot_close(&s);
        if (i % 41) continue;
        r = build_any(sealed, i % 2, 2, keys);
        if (!sealed) assert_string_equal(expect(&r, 0), "1;2;0 entries;");
        arena_free(&r.arena);
    }
    close(dir);
}

static void newer_snapshots_are_refused(void **state) {
    (void)state;
    static char bytes[1 << 16];
    static const char *const keys[] = {"a"};
    struct snapshot s;
    forget();
    put("a", "1");
    struct round r = build(true, 1, keys);
    arena_free(&r.arena);
    size_t n = read_file(".py2/graph", bytes, sizeof bytes);
    bytes[8]++; /* the format */
    snapshot_seal(bytes, n);
    char path[256];
    snprintf(path, sizeof path, "%s/.py2/graph", folder);
    assert_true(file_publish(path, (struct str){bytes, n}, 0644, false));
    assert_int_equal(snapshot_open(&s, AT_FDCWD, path), SNAPSHOT_NEWER);
    r = build(true, 1, keys);
    assert_string_equal(expect(&r, 0), "1;");
    arena_free(&r.arena);
    assert_int_equal(snapshot_open(&s, AT_FDCWD, path), SNAPSHOT_GOOD);
    snapshot_close(&s);
}

/* A journal that belongs to another snapshot is what a crash can leave: its refs mean other nodes. */
static void journals_of_other_snapshots_are_ignored(void **state) {
    (void)state;
    static char journal[1 << 16];
    static const char *const keys[] = {"a", "b"};
    forget();
    put("a", "1"), put("b", "2");
    struct round r = build(false, 1, keys);
    arena_free(&r.arena);
    size_t n = read_file(".py2/journal", journal, sizeof journal);
    assert_true(n > 100);
    r = build(true, 2, keys);
    arena_free(&r.arena);
    char path[256];
    snprintf(path, sizeof path, "%s/.py2/journal", folder);
    assert_true(file_publish(path, (struct str){journal, n}, 0644, false));
    r = build(false, 2, keys);
    assert_true(r.n_refs > 0);
    assert_string_equal(expect(&r, 1), "2;");
    arena_free(&r.arena);
}

static void deleted_nodes_are_forgotten(void **state) {
    (void)state;
    static const char *const both[] = {"a", "b d none"}, *const one[] = {"a"};
    forget();
    put("a", "1"), put("b", "2");
    struct round r = build(true, 2, both);
    arena_free(&r.arena);
    r = build(true, 1, one);
    size_t before = r.n_refs, after = before;
    arena_free(&r.arena);
    for (int i = 0; i < 12; i++) {
        r = build(true, 1, one);
        after = r.n_refs;
        arena_free(&r.arena);
    }
    assert_true(after < before);
    assert_int_equal(after, 3); /* the app, its file, and whether that is one */
}

static int setup(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_and_journals_agree),
        cmocka_unit_test(damaged_snapshots_are_never_believed),
        cmocka_unit_test(newer_snapshots_are_refused),
        cmocka_unit_test(journals_of_other_snapshots_are_ignored),
        cmocka_unit_test(deleted_nodes_are_forgotten),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
