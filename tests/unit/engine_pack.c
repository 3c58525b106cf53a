/* Pack files and their indexes: many records over several processes' lives, damage of every part, records of
 * one key in several packs, and what `py2 cache gc` does to them. */
#define _GNU_SOURCE
#include "engine/graph/graph.h"
#include "engine/cache/pack.h"

#include <fcntl.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = "/tmp/py2-pack-XXXXXX";
static int dir = -1;

static struct digest key_of(int n) {
    return digest_of((struct str){(const char *)&n, sizeof n});
}

/* Some hundred bytes that tell which record they are. */
static struct str payload_of(struct arena *a, int n) {
    struct buf b;
    buf_init(&b, a);
    for (int i = 0; i < 20 + n % 7; i++) buf_printf(&b, "record %d, ", n);
    return buf_view(&b);
}

static void put(int from, int to) {
    struct arena a;
    struct packs *p = malloc(sizeof *p);
    arena_init(&a, NULL);
    packs_open(p, dir, NULL);
    for (int i = from; i < to; i++) {
        struct digest key = key_of(i);
        packs_put(p, PACK_ACTION, &key, payload_of(&a, i));
    }
    packs_close(p);
    free(p);
    arena_free(&a);
}

/* How many of the records are there, each of them being right. */
static int count(int from, int to) {
    struct arena a;
    struct packs *p = malloc(sizeof *p);
    int there = 0;
    arena_init(&a, NULL);
    packs_open(p, dir, NULL);
    for (int i = from; i < to; i++) {
        struct digest key = key_of(i);
        struct str got;
        uint64_t length;
        if (!packs_get(p, &a, PACK_ACTION, &key, &got)) continue;
        assert_true(str_eq(got, payload_of(&a, i)));
        assert_true(packs_has(p, PACK_ACTION, &key, &length) && length == got.n);
        there++;
    }
    packs_close(p);
    free(p);
    arena_free(&a);
    return there;
}

static struct pack_sums sums(void) {
    struct packs *p = malloc(sizeof *p);
    struct pack_sums s;
    packs_open(p, dir, NULL);
    packs_count(p, &s);
    packs_close(p);
    free(p);
    return s;
}

static size_t compact(void) {
    struct packs *p = malloc(sizeof *p);
    packs_open(p, dir, NULL);
    size_t n = packs_compact(p);
    packs_close(p);
    free(p);
    return n;
}

static void forget(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s/packs", folder);
    assert_int_equal(system(command), 0);
}

/* The only file with that ending. */
static void path_of(const char *ending, char path[128]) {
    glob_t g;
    char pattern[64];
    snprintf(pattern, sizeof pattern, "%s/packs/*%s", folder, ending);
    assert_int_equal(glob(pattern, 0, NULL, &g), 0);
    assert_int_equal(g.gl_pathc, 1);
    snprintf(path, 128, "%s", g.gl_pathv[0]);
    globfree(&g);
}

static off_t size_of(const char *path) {
    struct stat st;
    return stat(path, &st) ? -1 : st.st_size;
}

static void flip(const char *path, off_t at) {
    uint8_t byte = 0;
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0 && pread(fd, &byte, 1, at) == 1);
    byte ^= 0x55;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

static void all_are_found(void **state) {
    (void)state;
    char index[128];
    forget();
    put(0, 10); /* behind no index, */
    put(10, 700);
    put(700, 710); /* behind one, */
    put(710, 5000);
    assert_int_equal(count(0, 5000), 5000);
    assert_int_equal(count(5000, 5100), 0);
    path_of(".idx", index);
    assert_true(size_of(index) > 4000 * 56);
    struct pack_sums s = sums();
    assert_int_equal(s.actions, 5000);
    assert_int_equal(s.files, 1);
    unlink(index); /* and without one */
    assert_int_equal(count(0, 5000), 5000);
    assert_true(size_of(index) > 5000 * 56); /* whoever had to do without writes it */
    assert_int_equal(count(0, 5000), 5000);
}

static void damage_is_a_miss(void **state) {
    (void)state;
    char pack[128];
    forget();
    put(0, 2000);
    path_of(".pack", pack);
    off_t size = size_of(pack), step = size / 40;
    for (off_t at = 100; at < size; at += step) flip(pack, at);
    int left = count(0, 2000);
    assert_in_range(left, 2000 - 45, 1999);
    assert_int_equal(count(0, 2000), left); /* still the same */
    put(0, 2000);
    assert_int_equal(count(0, 2000), 2000);
}

static void an_index_is_believed_in_nothing(void **state) {
    (void)state;
    char index[128];
    forget();
    put(0, 2000);
    path_of(".idx", index);
    off_t size = size_of(index);
    for (int i = 0; i < 200; i++) {
        flip(index, (off_t)((uint64_t)i * 7919 % (uint64_t)size));
        assert_in_range(count(0, 60), 0, 60); /* what is found is right */
    }
    assert_int_equal(truncate(index, size / 2), 0);
    assert_int_equal(count(0, 2000), 2000); /* it does not fit its length: the pack is gone through */
    FILE *f = fopen(index, "w");
    fputs("py2idx1\n", f);
    fclose(f);
    assert_int_equal(count(0, 2000), 2000);
}

static void a_cut_end_is_cut_away(void **state) {
    (void)state;
    char pack[128], index[128];
    forget();
    put(0, 1000);
    path_of(".pack", pack);
    path_of(".idx", index);
    assert_int_equal(truncate(pack, size_of(pack) - 100), 0);
    assert_int_equal(count(0, 1000), 999);
    put(2000, 2010);
    assert_int_equal(count(0, 1000), 999);
    assert_int_equal(count(2000, 2010), 10);
}

/* Two processes at once, each with a pack of its own. */
static void records_of_one_key_in_several_packs(void **state) {
    (void)state;
    struct arena a;
    struct packs *p[3];
    struct str got[4];
    struct digest key = key_of(1);
    arena_init(&a, NULL);
    forget();
    for (int i = 0; i < 3; i++) p[i] = malloc(sizeof *p[i]);
    for (int i = 0; i < 2; i++) packs_open(p[i], dir, NULL);
    for (int i = 0; i < 2; i++) packs_put(p[i], PACK_ACTION, &key, i ? STR("the one") : STR("the other"));
    for (int i = 0; i < 2; i++) packs_close(p[i]);
    packs_open(p[2], dir, NULL);
    assert_int_equal(packs_get_some(p[2], &a, PACK_ACTION, &key, got, 4), 2);
    assert_true(str_is(got[0], "the one") != str_is(got[1], "the one"));
    packs_put(p[2], PACK_ACTION, &key, STR("both"));
    assert_true(packs_get_some(p[2], &a, PACK_ACTION, &key, got, 4) <= 2); /* in its pack it replaces */
    packs_close(p[2]);
    for (int i = 0; i < 3; i++) free(p[i]);
    arena_free(&a);
}

static void compacting_loses_nothing(void **state) {
    (void)state;
    forget();
    for (int i = 0; i < 4; i++) put(0, 1500); /* three quarters are replaced */
    struct pack_sums before = sums();
    assert_int_equal(before.actions, 1500);
    assert_true(before.live * 3 < before.bytes);
    assert_int_equal(compact(), 1);
    struct pack_sums after = sums();
    assert_int_equal(after.actions, 1500);
    assert_true(after.bytes < before.bytes / 2);
    assert_int_equal(count(0, 1500), 1500);
    assert_int_equal(compact(), 0); /* once is enough */
}

static void whoever_appends_is_left_alone(void **state) {
    (void)state;
    char pack[128];
    struct arena a;
    struct digest key = key_of(1);
    struct packs *p = malloc(sizeof *p);
    arena_init(&a, NULL);
    forget();
    packs_open(p, dir, NULL);
    for (int i = 0; i < 10; i++) packs_put(p, PACK_ACTION, &key, payload_of(&a, 1));
    path_of(".pack", pack);
    assert_int_equal(compact(), 0);
    assert_false(pack_remove(p->dir, strrchr(pack, '/') + 1));
    packs_close(p);
    assert_int_equal(count(1, 2), 1);
    assert_int_equal(compact(), 1);
    assert_int_equal(count(1, 2), 1);
    free(p);
    arena_free(&a);
}

static int setup(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return 1;
    dir = open(folder, O_PATH | O_DIRECTORY);
    return dir < 0;
}

static int teardown(void **state) {
    (void)state;
    forget();
    close(dir);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_found),
        cmocka_unit_test(damage_is_a_miss),
        cmocka_unit_test(an_index_is_believed_in_nothing),
        cmocka_unit_test(a_cut_end_is_cut_away),
        cmocka_unit_test(records_of_one_key_in_several_packs),
        cmocka_unit_test(compacting_loses_nothing),
        cmocka_unit_test(whoever_appends_is_left_alone),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
