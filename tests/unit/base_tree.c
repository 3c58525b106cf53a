/* Trees that are deeper than a path may be long, and locked ones, are removed; what links lead to is not. */
#define _GNU_SOURCE
#include "engine/base/base.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Root may look into everything, so the rest is done by somebody else. */
static int begin(char *top) {
    if (!geteuid()) assert_int_equal(seteuid(65534), 0);
    strcpy(top, "/tmp/py2-tree-XXXXXX");
    assert_non_null(mkdtemp(top));
    int fd = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0);
    return fd;
}

static void end(const char *top, int fd) {
    close(fd);
    assert_true(file_remove_tree(AT_FDCWD, top));
    assert_int_not_equal(access(top, F_OK), 0);
    if (!getuid()) assert_int_equal(seteuid(0), 0);
}

static void touch(int dir, const char *name) {
    int fd = openat(dir, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void deep(void **state) {
    (void)state;
    char top[32];
    static const char name[] = "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd";
    int dir = begin(top), at = dup(dir);
    for (int i = 0; i < 500; i++) {
        assert_int_equal(mkdirat(at, name, 0700), 0);
        touch(at, "file");
        touch(at, ".py2-0");
        int next = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        close(at);
        at = next;
    }
    close(at);
    end(top, dir);
}

static void locked(void **state) {
    (void)state;
    char top[32];
    int dir = begin(top);
    static const char *const dirs[] = {"a", "a/b", "a/b/c", "a/b/d"};
    for (size_t i = 0; i < COUNT(dirs); i++) assert_int_equal(mkdirat(dir, dirs[i], 0700), 0);
    touch(dir, "a/b/c/file");
    for (size_t i = COUNT(dirs); i-- > 0;) assert_int_equal(fchmodat(dir, dirs[i], 0, 0), 0);
    assert_int_equal(fchmod(dir, 0), 0);
    end(top, dir);
}

static void links(void **state) {
    (void)state;
    char top[32];
    int dir = begin(top);
    assert_int_equal(mkdirat(dir, "kept", 0700), 0);
    touch(dir, "kept/file");
    assert_int_equal(mkdirat(dir, "gone", 0700), 0);
    assert_int_equal(symlinkat("../kept", dir, "gone/link"), 0);
    assert_int_equal(symlinkat("kept", dir, "link"), 0);
    assert_true(file_remove_tree(dir, "gone") && file_remove_tree(dir, "link"));
    assert_true(file_remove_tree(dir, "never there"));
    assert_int_equal(faccessat(dir, "kept/file", F_OK, 0), 0);
    end(top, dir);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep),
        cmocka_unit_test(locked),
        cmocka_unit_test(links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
