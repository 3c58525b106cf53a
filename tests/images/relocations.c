/* output: ok
 * status: 0
 * Pointers in constants and in data, tables of functions, sparse pointers (bitmaps with holes), strings,
 * switches, big zeros. */
#include "runtime/os/os.h"

static int f0(void) {
    return 0;
}
static int f1(void) {
    return 1;
}
static int f2(void) {
    return 2;
}
static int (*const table[])(void) = {f0, f1, f2};
static int (*mutable_table[])(void) = {f2, f1, f0};
static const char *const words[] = {"alpha", "beta", "gamma", "alpha"};
struct sparse {
    const char *p;
    uint64_t gap[70];
    const char *q;
    uint64_t gap2[3];
};
static struct sparse sparse[5] = {
    {"a", {1}, "b", {2}}, {"c", {0}, "d", {0}}, {0}, {"e", {0}, "f", {9}}, {"g", {0}, 0, {0}}};
static char zeros[1 << 20];
int common_like;
static struct {
    char c;
    char pad[1];
    const char *p;
} __attribute__((packed)) even[3] = {{1, {0}, "x"}, {2, {0}, "y"}, {3, {0}, "z"}};
extern int weak_none(void) __attribute__((weak));
static int (*volatile weak_pointer)(void) = weak_none;

__attribute__((noinline)) static int choose(int n) {
    switch (n) {
    case 0: return f0() + 10;
    case 1: return common_like + 20;
    case 2: return zeros[5] + 30;
    case 3: return 47;
    case 4: return n * common_like + 55;
    case 5: return 61;
    case 6: return f2() * 35;
    default: return -1;
    }
}

static bool check(void) {
    volatile int n = 3;
    for (int i = 0; i < n; i++)
        if (table[i]() != i || mutable_table[i]() != 2 - i) return false;
    if (words[0][0] != 'a' || words[2][4] != 'a' || words[1][1] != 'e') return false;
    if (sparse[0].p[0] != 'a' || sparse[0].q[0] != 'b' || sparse[3].q[0] != 'f' || sparse[4].p[0] != 'g')
        return false;
    if (sparse[0].gap[0] != 1 || sparse[3].gap2[0] != 9 || sparse[2].p || sparse[4].q) return false;
    for (int i = 0; i < n; i++)
        if (even[i].p[0] != 'x' + i || even[i].c != i + 1) return false;
    zeros[sizeof zeros - 1] = 1;
    static const int results[] = {10, 20, 30, 47, 55, 61, 70, -1};
    for (n = 0; n < 8; n++)
        if (choose(n) != results[n]) return false;
    return !weak_pointer && zeros[sizeof zeros - 2] == 0;
}

int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    os_write(1, check() ? "ok\n" : "no\n", 3);
    return 0;
}
