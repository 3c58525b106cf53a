/* Every file of tests/images is compiled by clang for both machines, linked by our linker with runtime/os,
 * read back by llvm-readelf and run (AArch64 under qemu). What is expected stands in the file's first
 * comment: args, env, names (live attribute names), natives, flags (for clang): input output, status (a
 * number or "signal N"), error (first line of standard error), link (text of the link error): expectation */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "rules/link/link.h"

static char work[64];
static const char *const cases[] = {"hello",     "groups", "relocations",  "stack",       "relro", "system",
                                    "undefined", "twice",  "thread_local", "constructor", "got"};
static const char *const names[] = {"linux-x86_64", "linux-arm64"};

struct env {
    struct arena a;
    struct str runtime[2];
    bool clang, qemu;
} env;

#define FLAGS                                                                                                \
    "-std=gnu11 -O2 -ffreestanding -fpie -ffunction-sections -fdata-sections -fvisibility=hidden "           \
    "-fno-stack-protector -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -w -I " PY2_TESTS "/.. "

static void clang(const char *triple, const char *flags, const char *from, const char *to) {
    char command[2048];
    snprintf(command, sizeof command,
             "clang --target=%s " FLAGS " -include " PY2_TESTS "/../runtime/os/hidden.h %s -c %s -o %s",
             triple, flags, from, to);
    if (system(command) != 0) fail_msg("%s", command);
}

static struct str slurp(const char *path) {
    struct str s;
    if (!file_read(&env.a, path, &s)) fail_msg("cannot read %s", path);
    return s;
}

static struct str runtime_of(const struct target *t) {
    static const char *const files[] = {"linux.c", "linux_raw.c", "errno.c", "mem.c", "vdso.c", NULL};
    struct object *objects[6], joined;
    struct diags d;
    char from[512], to[512];
    diags_init(&d, &env.a);
    for (int i = 0; i < 6; i++) {
        if (files[i])
            snprintf(from, sizeof from, PY2_TESTS "/../runtime/os/%s", files[i]);
        else
            snprintf(from, sizeof from, PY2_TESTS "/../runtime/os/start_%s.S", t->cpu);
        snprintf(to, sizeof to, "%s/rt%d.o", work, i);
        clang(t->triple, "", from, to);
        objects[i] = NEW(&env.a, struct object);
        assert_true(object_from_elf(objects[i], &env.a, &d, t, STR("rt"), slurp(to)));
        unlink(to);
    }
    assert_true(object_merge(&joined, &env.a, &d, STR("runtime"), objects, 6));
    return object_write(&env.a, &joined);
}

/* "key: value" of the first comment, or an empty string. */
static struct str wanted(struct str text, const char *key) {
    const char *end = strstr(text.p, "*/");
    for (const char *p = text.p + 3; p < end; p = strchr(p, '\n') + 1) {
        while (*p == ' ' || *p == '*') p++;
        size_t n = strlen(key);
        if (!strncmp(p, key, n) && p[n] == ':') return (struct str){p + n + 2, strcspn(p + n + 2, "\n")};
    }
    return (struct str){"", 0};
}

static size_t words(struct str s, struct str *out) {
    size_t n = 0;
    for (size_t i = 0; i < s.n;) {
        size_t k = i;
        while (k < s.n && s.p[k] != ' ') k++;
        out[n++] = (struct str){s.p + i, k - i};
        i = k + 1;
    }
    return n;
}

static int setup(void **state) {
    (void)state;
    arena_init(&env.a, NULL);
    strcpy(work, "/tmp/py2_link_XXXXXX");
    if (!mkdtemp(work)) return -1;
    env.clang = system("clang --version >/dev/null 2>&1") == 0;
    env.qemu = system("qemu-aarch64 --version >/dev/null 2>&1") == 0;
    for (int i = 0; i < 2 && env.clang; i++) env.runtime[i] = runtime_of(target_find(str_c(names[i])));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(&env.a);
    return rmdir(work);
}

static struct str link_case(const struct target *t, struct str runtime, struct str source, struct str object,
                            bool symbols, struct diags *d, struct link_report *report) {
    struct map live;
    struct str list[16], natives[16];
    const struct link_resource resources[] = {
        {STR("b/two"), STR("2222222222222222222222222222222222222222222222"), true},
        {STR("a/one"), STR(""), true}};
    map_init(&live, &env.a);
    size_t n = words(wanted(source, "names"), list);
    for (size_t i = 0; i < n; i++) map_put(&live, list[i], &live);
    struct link_request r = {.target = t,
                             .objects = &object,
                             .nobjects = 1,
                             .runtime = runtime,
                             .live_names = &live,
                             .natives = natives,
                             .nnatives = words(wanted(source, "natives"), natives),
                             .resources = resources,
                             .nresources = n ? 2 : 0,
                             .symbols = symbols,
                             .report = report};
    return link_image(&env.a, d, &r);
}

/* Compiles a case; false when its object is refused as it should be. */
static bool object_of(const struct target *t, const char *name, struct str source, struct diags *d,
                      struct str *out) {
    char from[512], elf[128], flags[128];
    struct object o;
    struct str given = wanted(source, "flags");
    snprintf(from, sizeof from, PY2_TESTS "/images/%s.c", name);
    snprintf(elf, sizeof elf, "%s/case.o", work);
    snprintf(flags, sizeof flags, STR_FMT, STR_ARG(given));
    clang(t->triple, flags, from, elf);
    struct str bytes = slurp(elf);
    unlink(elf);
    if (!object_from_elf(&o, &env.a, d, t, str_c(name), bytes)) return false;
    *out = object_write(&env.a, &o);
    return true;
}

static void run_case(const struct target *t, const char *name, struct str source, struct str image) {
    char path[128], command[1024], output[256] = {0}, error[256] = {0};
    snprintf(path, sizeof path, "%s/image", work);
    assert_true(file_publish(path, image, 0755, false));
    snprintf(command, sizeof command, "llvm-readelf --all %s 2>&1 >/dev/null | head -1 | grep .", path);
    if (system(command) == 0) fail_msg("%s: readelf complains", name);
    struct str args = wanted(source, "args"), environment = wanted(source, "env");
    bool foreign = t != target_host();
    if (foreign && !(env.qemu && !strcmp(t->cpu, "aarch64"))) {
        print_message("[  SKIPPED ] %s for %s: cannot be run here\n", name, t->name);
        unlink(path);
        return;
    }
    char err[128];
    snprintf(err, sizeof err, "%s/err", work);
    snprintf(command, sizeof command, "env - " STR_FMT " %s %s " STR_FMT " 2>%s", STR_ARG(environment),
             foreign ? "/usr/bin/qemu-aarch64" : "", path, STR_ARG(args), err);
    FILE *f = popen(command, "r");
    size_t n = fread(output, 1, sizeof output - 1, f);
    int status = pclose(f);
    while (n && output[n - 1] == '\n') output[--n] = 0;
    struct str first = slurp(err);
    snprintf(error, sizeof error, STR_FMT, (int)strcspn(first.p, "\n"), first.p);
    unlink(err);
    unlink(path);
    struct str w = wanted(source, "output"), s = wanted(source, "status"), e = wanted(source, "error");
    if (!str_is(w, output)) fail_msg("%s for %s: output '%s', error '%s'", name, t->name, output, error);
    if (e.n && !str_is(e, error)) fail_msg("%s for %s: error '%s'", name, t->name, error);
    int expected = str_starts(s, STR("signal ")) ? 128 + atoi(s.p + 7) : atoi(s.p);
    /* popen's shell reports a signal as 128 + N when it does not die by it itself */
    int got = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (got != expected) fail_msg("%s for %s: status %d", name, t->name, got);
}

static void images(void **state) {
    (void)state;
    if (!env.clang) {
        print_message("[  SKIPPED ] no clang\n");
        return;
    }
    for (size_t k = 0; k < COUNT(names); k++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            const struct target *t = target_find(str_c(names[k]));
            char path[512];
            struct diags d;
            struct str object, image = {NULL, 0};
            struct link_report report;
            snprintf(path, sizeof path, PY2_TESTS "/images/%s.c", cases[i]);
            struct str source = slurp(path), refusal = wanted(source, "link");
            diags_init(&d, &env.a);
            if (object_of(t, cases[i], source, &d, &object))
                image = link_case(t, env.runtime[k], source, object, false, &d, &report);
            if (refusal.n) {
                if (image.p) fail_msg("%s is linked", cases[i]);
                assert_int_equal(d.errors, 1);
                struct str text = str_dup(&env.a, refusal);
                if (!strstr(d.first->text.p, text.p)) fail_msg("%s: %s", cases[i], d.first->text.p);
                continue;
            }
            if (!image.p) fail_msg("%s: %s", cases[i], d.first->text.p);
            run_case(t, cases[i], source, image);
            struct str again = link_case(t, env.runtime[k], source, object, false, &d, NULL);
            assert_true(str_eq(image, again));
            struct str named = link_case(t, env.runtime[k], source, object, true, &d, NULL);
            run_case(t, cases[i], source, named);
            assert_true(named.n > image.n);
            uint64_t sum = 0;
            for (size_t p = 0; p < report.pieces.n; p++) {
                sum += report.pieces.p[p].size;
                if (p)
                    assert_true(report.pieces.p[p].address >=
                                report.pieces.p[p - 1].address + report.pieces.p[p - 1].size);
            }
            assert_true(sum > 0);
        }
}

/* No page of a segment is both written and executed, nothing of the file is wasted. */
static void shape(void **state) {
    (void)state;
    if (!env.clang) return;
    for (size_t k = 0; k < COUNT(names); k++) {
        const struct target *t = target_find(str_c(names[k]));
        struct diags d;
        struct str object, source = slurp(PY2_TESTS "/images/hello.c");
        struct link_report report;
        diags_init(&d, &env.a);
        assert_true(object_of(t, "hello", source, &d, &object));
        struct str image = link_case(t, env.runtime[k], source, object, false, &d, &report);
        uint64_t sum = 0, phoff;
        uint16_t phnum;
        memcpy(&phoff, image.p + 32, 8);
        memcpy(&phnum, image.p + 56, 2);
        for (unsigned i = 0; i < phnum; i++) {
            uint32_t type, flags;
            uint64_t offset, address, align;
            const char *p = image.p + phoff + 56 * i;
            memcpy(&type, p, 4);
            memcpy(&flags, p + 4, 4);
            memcpy(&offset, p + 8, 8);
            memcpy(&address, p + 16, 8);
            memcpy(&align, p + 48, 8);
            assert_true((flags & 3) != 3);
            if (type == 1) assert_int_equal(align, t->page);
            if (type == 1) assert_int_equal(offset % align, address % align);
        }
        for (size_t i = 0; i < report.pieces.n; i++)
            sum += strcmp(report.pieces.p[i].output.p, ".bss") ? report.pieces.p[i].size : 0;
        if (image.n > sum + 2500) fail_msg("%zu bytes for %llu of content", image.n, (unsigned long long)sum);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(images), cmocka_unit_test(shape)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
