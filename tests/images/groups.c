/* names: append pop
 * natives: math
 * output: append pop | math | a/one b/two | static=2 zero=0 | str | list: remove set: clear
 * status: 0
 * Tables are made of what can be asked for, sorted; interned names are one object; empty groups have bounds.
 */
#include "runtime/lib/resource.h"
#include "runtime/os/os.h"

struct method {
    const char *name;
    void *fn;
};
#define IN(s) __attribute__((section(s), used, aligned(8)))
static int one(void) {
    return 1;
}
static const struct method m3 IN("pymeth_list.remove") = {"remove", (void *)one};
static const struct method m2 IN("pymeth_list.pop") = {"pop", (void *)one};
static const struct method m1 IN("pymeth_list.append") = {"append", (void *)one};
static const struct method m4 IN("pymeth_dict.append") = {"append", (void *)one};
static const struct method m5 IN("pymeth_set.clear") = {"clear", (void *)one};
static const struct method n1 IN("pynative.math") = {"math", 0};
static const struct method n2 IN("pynative.zlib") = {"zlib", 0};
extern const struct method __start_pymeth_list[] __attribute__((weak)),
    __stop_pymeth_list[] __attribute__((weak));
extern const struct method __start_pymeth_none[] __attribute__((weak)),
    __stop_pymeth_none[] __attribute__((weak));
extern const struct method __start_pymeth_set[] __attribute__((weak));
extern const char __start_pydead[], __stop_pydead[];
extern const struct method __start_pynative[], __stop_pynative[];
extern const char __start_pymod[], __stop_pymod[];
extern uint64_t __start_pyroot[], __stop_pyroot[];

static uint64_t root_zero IN("pyroot.zero");
static uint64_t root_one[2] IN("pyroot.one") = {1, 1};
static uint64_t root_dead IN("pyroot.dead") = 77;
uint64_t str_a __asm__("pystr.a") __attribute__((section("pystr.:a"))) = 5;

static void put(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    os_write(1, s, n);
}

/* Names that are not carried, of the tables that are referred to. */
static void put_dead(void) {
    for (const char *entry = __start_pydead; entry < __stop_pydead;) {
        int64_t distance = *(const int64_t *)entry;
        const char *p = entry + 8;
        const void *table = entry + distance;
        put(" ");
        put(p);
        put(table == __start_pymeth_list || table == __start_pymeth_set ? ":" : "?");
        while (*p++) {
        }
        for (; *p; p++) {
            put(" ");
            put(p);
            while (*p) p++;
        }
        entry += (p + 1 - entry + 7) & ~7l;
    }
}

int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    for (const struct method *m = __start_pymeth_list; m < __stop_pymeth_list; m++) {
        put(m->name);
        put(((int (*)(void))m->fn)() == 1 ? " " : "?");
    }
    put("|");
    for (const struct method *m = __start_pynative; m < __stop_pynative; m++) put(" "), put(m->name);
    put(" |");
    for (const struct resource *r = __start_pyres; r < __stop_pyres; r++) {
        put(" ");
        put(r->path);
        if (r->stored == r->size) os_write(1, r->data, 0);
    }
    uint64_t sum = root_zero;
    for (uint64_t *p = __start_pyroot; p < __stop_pyroot; p++) sum += *p;
    root_one[0] += root_zero;
    put(sum == 2 ? " | static=2" : " | static=?");
    put(root_zero == 0 && __start_pymod == __stop_pymod && __start_pymeth_none == __stop_pymeth_none
            ? " zero=0"
            : " zero=?");
    put(str_a == 5 ? " | str |" : " | ? |");
    put_dead();
    put("\n");
    return 0;
}
