/* The system interface, hosted: the same linux.c the artifact carries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "runtime/os/os.h"

static char dir[64];

static int enter(void **state) {
    (void)state;
    strcpy(dir, "/tmp/py2_os_XXXXXX");
    return mkdtemp(dir) && os_chdir(dir) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    os_chdir("/");
    return os_rmdir(dir);
}

static void files(void **state) {
    (void)state;
    char text[16] = {0}, cwd[128];
    struct os_stat s;
    assert_int_equal(os_getcwd(cwd, sizeof cwd), strlen(dir));
    assert_string_equal(cwd, dir);
    assert_int_equal(os_open("none", OS_O_RDONLY, 0), -OS_ENOENT);
    int fd = os_open("a", OS_O_RDWR | OS_O_CREAT | OS_O_EXCL, 0640);
    assert_true(fd > 2);
    assert_int_equal(os_write(fd, "hello", 5), 5);
    assert_int_equal(os_seek(fd, 1, OS_SEEK_SET), 1);
    assert_int_equal(os_read(fd, text, sizeof text), 4);
    assert_string_equal(text, "ello");
    assert_int_equal(os_fstat(fd, &s), 0);
    assert_int_equal(s.size, 5);
    assert_int_equal(s.mode & OS_S_IFMT, OS_S_IFREG);
    assert_int_equal(os_isatty(fd), 0);
    assert_int_equal(os_truncate(fd, 2), 0);
    assert_int_equal(os_close(fd), 0);
    assert_int_equal(os_close(fd), -OS_EBADF);
    assert_int_equal(os_open("a", OS_O_RDONLY | OS_O_DIRECTORY, 0), -OS_ENOTDIR);
    assert_int_equal(os_symlink("a", "b"), 0);
    assert_int_equal(os_open("b", OS_O_RDONLY | OS_O_NOFOLLOW, 0), -OS_ELOOP);
    assert_int_equal(os_stat("b", true, &s), 0);
    assert_int_equal(s.size, 2);
    assert_int_equal(os_stat("b", false, &s), 0);
    assert_int_equal(s.mode & OS_S_IFMT, OS_S_IFLNK);
    assert_int_equal(os_utime("a", -1500000000, 7, true), 0);
    assert_int_equal(os_stat("a", true, &s), 0);
    assert_int_equal(s.atime_ns, -1500000000);
    assert_int_equal(s.mtime_ns, 7);
    assert_int_equal(os_rename("a", "c"), 0);
    assert_int_equal(os_unlink("b"), 0);
    assert_int_equal(os_unlink("c"), 0);
}

static void directories(void **state) {
    (void)state;
    struct os_dir d;
    struct os_dirent e;
    int n = 0, r;
    assert_int_equal(os_mkdir("d", 0755), 0);
    assert_int_equal(os_mkdir("d", 0755), -OS_EEXIST);
    for (int i = 0; i < 100; i++) {
        char name[100];
        snprintf(name, sizeof name, "d/some-rather-long-name-%d", i);
        os_close(os_open(name, OS_O_CREAT | OS_O_WRONLY, 0600));
    }
    int fd = os_open("d", OS_O_RDONLY | OS_O_DIRECTORY, 0);
    os_dir_init(&d, fd);
    while ((r = os_dir_next(&d, &e)) == 1) {
        char name[100];
        if (e.name[0] == '.') {
            assert_int_equal(e.mode, OS_S_IFDIR);
            continue;
        }
        snprintf(name, sizeof name, "d/%s", e.name);
        assert_int_equal(os_unlink(name), 0);
        n++;
    }
    assert_int_equal(r, 0);
    assert_int_equal(n, 100);
    os_close(fd);
    assert_int_equal(os_rmdir("d"), 0);
}

static void memory(void **state) {
    (void)state;
    size_t page = os_page_size();
    char *p = os_mem_reserve(1 << 20, 1 << 20);
    assert_non_null(p);
    assert_int_equal((uintptr_t)p & ((1 << 20) - 1), 0);
    assert_int_equal(os_mem_commit(p, page), 0);
    p[page - 1] = 1;
    assert_int_equal(os_mem_discard(p, page), 0);
    assert_int_equal(p[page - 1], 0);
    assert_int_equal(os_mem_release(p, 1 << 20), 0);
    p = os_mem_map(page);
    p[0] = 7;
    p = os_mem_remap(p, page, page * 64);
    assert_non_null(p);
    assert_int_equal(p[0], 7);
    p[page * 64 - 1] = 1;
    assert_int_equal(os_mem_release(p, page * 64), 0);
    assert_null(os_mem_map((size_t)1 << 60));
}

static void process(void **state) {
    (void)state;
    int fds[2], status = 0;
    char text[16] = {0};
    char *argv[] = {"sh", "-c", "echo $X; exit 3", NULL}, *envp[] = {"X=word", NULL};
    assert_int_equal(os_pipe(fds), 0);
    int pid = os_spawn("/bin/sh", argv, envp, (int[]){-1, fds[1], -1}, "/");
    assert_true(pid > 0);
    os_close(fds[1]);
    assert_int_equal(os_read(fds[0], text, sizeof text), 5);
    assert_string_equal(text, "word\n");
    assert_int_equal(os_wait(pid, &status, true), pid);
    assert_int_equal(status, 3 << 8);
    os_close(fds[0]);
    assert_int_equal(os_spawn("/none", argv, envp, (int[]){-1, -1, -1}, NULL), -OS_ENOENT);
    assert_non_null(os_getenv("PATH"));
    assert_null(os_getenv("PAT"));
    assert_true(os_argc() >= 1);
    uintptr_t low, high, here = (uintptr_t)&low;
    os_stack_bounds(&low, &high);
    assert_true(low < here && here < high);
}

static void clocks(void **state) {
    (void)state;
    int64_t a = os_clock(OS_CLOCK_MONOTONIC);
    assert_int_equal(os_sleep(2000000), 0);
    assert_true(os_clock(OS_CLOCK_MONOTONIC) - a >= 2000000);
    assert_true(os_clock(OS_CLOCK_REALTIME) > INT64_C(1600000000000000000));
}

static void errors(void **state) {
    (void)state;
    for (int i = 1; i < 140; i++) {
        const char *text = os_error_text(i);
        if (text)
            assert_string_equal(text, strerror(i));
        else
            assert_memory_equal(strerror(i), "Unknown error", 13);
    }
    assert_string_equal(os_error_name(OS_ENOENT), "ENOENT");
}

static void signals(void **state) {
    (void)state;
    volatile uintptr_t limit = 5;
    os_signals_init(&limit);
    assert_false(os_interrupt_take());
    os_kill(os_getpid(), OS_SIGINT);
    assert_true(limit == UINTPTR_MAX);
    assert_true(os_interrupt_take());
    assert_false(os_interrupt_take());
    assert_int_equal(os_signal_set(OS_SIGUSR1, 2), 0);
    os_kill(os_getpid(), OS_SIGUSR1);
    assert_int_equal(os_signal_take(), OS_SIGUSR1);
    assert_int_equal(os_signal_take(), 0);
    assert_int_equal(os_signal_set(OS_SIGUSR1, 0), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),   cmocka_unit_test(directories), cmocka_unit_test(memory),
        cmocka_unit_test(process), cmocka_unit_test(clocks),      cmocka_unit_test(errors),
        cmocka_unit_test(signals),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
