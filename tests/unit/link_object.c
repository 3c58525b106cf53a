/* Object modules: canonical bytes, and what is not canonical or not an object is refused without a step
 * outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "rules/link/flat.h"
#include "rules/link/link.h"

enum {
#define TYPE_SIZE(bytes) TYPE_BYTES = (bytes)
#include "runtime/abi/abi.def"
};

static struct arena a;

static int setup(void **state) {
    (void)state;
    arena_init(&a, NULL);
    return 0;
}
static int teardown(void **state) {
    (void)state;
    arena_free(&a);
    return 0;
}

static void sample(struct object *o) {
    object_init(o, &a, STR("sample"), 62);
    uint32_t text = object_section(o, STR(".text.main"), SECTION_READ | SECTION_EXEC, 16);
    uint32_t data = object_section(o, STR(".data.x"), SECTION_READ | SECTION_WRITE, 8);
    uint32_t bss = object_section(o, STR(".bss.y"), SECTION_READ | SECTION_WRITE | SECTION_ZEROFILL, 8);
    object_put(o, text, "\xe8\0\0\0\0\xc3", 6);
    object_reloc(o, text, 1, R_X86_64_PLT32, object_symbol(o, STR("callee")), -4);
    object_define(o, STR("main"), text, 0, 6, SYMBOL_GLOBAL | SYMBOL_FUNC);
    uint32_t y = object_define(o, STR("y"), bss, object_zerofill(o, bss, 24), 24, SYMBOL_LOCAL);
    object_put_u64(o, data, 5);
    object_put_address(o, data, y, 8);
    object_define(o, STR("x"), data, 0, 16, SYMBOL_WEAK);
}

static void round_trip(void **state) {
    (void)state;
    struct object o, back;
    sample(&o);
    struct str bytes = object_write(&a, &o);
    assert_true(object_read(&back, &a, bytes));
    assert_true(str_eq(bytes, object_write(&a, &back)));
    assert_int_equal(back.sections.n, 3);
    assert_int_equal(back.symbols.n, o.symbols.n);
    assert_int_equal(back.relocs.n, 2);
    assert_true(str_is(back.sections.p[2].name, ".bss.y"));
    assert_int_equal(back.sections.p[2].size, 24);
    assert_int_equal(object_symbol(&back, STR("main")), object_symbol(&o, STR("main")));
    /* From an address that is not aligned as well. */
    char *moved = arena_alloc(&a, bytes.n + 1);
    memcpy(moved + 1, bytes.p, bytes.n);
    assert_true(object_read(&back, &a, (struct str){moved + 1, bytes.n}));
    assert_true(str_eq(bytes, object_write(&a, &back)));
}

static void relocations_are_sorted(void **state) {
    (void)state;
    struct object o, p;
    for (int k = 0; k < 2; k++) {
        struct object *q = k ? &p : &o;
        object_init(q, &a, STR("s"), 62);
        uint32_t s = object_section(q, STR("s"), SECTION_READ | SECTION_WRITE, 8);
        for (int i = 0; i < 4; i++) object_put_u64(q, s, 0);
        uint32_t f = object_symbol(q, STR("f"));
        for (int i = 0; i < 4; i++) object_reloc(q, s, (uint64_t)(k ? 3 - i : i) * 8, R_X86_64_64, f, 0);
    }
    assert_true(str_eq(object_write(&a, &o), object_write(&a, &p)));
}

/* Every byte changed in turn, every shorter length: never a crash (run under the sanitizers), and what is
 * accepted is canonical. */
static void hostile(void **state) {
    (void)state;
    struct object o, back;
    sample(&o);
    struct str bytes = object_write(&a, &o);
    char *copy = malloc(bytes.n);
    size_t accepted = 0;
    for (size_t i = 0; i < bytes.n; i++)
        for (int v = 0; v < 4; v++) {
            memcpy(copy, bytes.p, bytes.n);
            copy[i] = (char)(v == 0 ? copy[i] ^ 1 : v == 1 ? 0xff : v == 2 ? 0x80 : copy[i] + 1);
            struct str changed = {copy, bytes.n};
            if (!object_read(&back, &a, changed)) continue;
            accepted++;
            assert_true(str_eq(changed, object_write(&a, &back)));
        }
    free(copy);
    assert_true(accepted > 0);
    for (size_t n = 0; n < bytes.n; n++) {
        char *prefix = malloc(n + 1);
        memcpy(prefix, bytes.p, n);
        assert_false(object_read(&back, &a, (struct str){prefix, n}));
        free(prefix);
    }
}

/* An ELF object by hand: header, a section of code, its relocation, symbols, names. */
static struct str elf_sample(void) {
    struct buf b;
    static const char text[16] = "\xe8\0\0\0\0\xc3";
    static const char names[] = "\0.text\0.rela.text\0.symtab\0.strtab\0main\0callee";
    buf_init(&b, &a);
    buf_put(&b,
            "\x7f"
            "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
            16);
    buf_u16(&b, 1), buf_u16(&b, 62), buf_u32(&b, 1), buf_u64(&b, 0), buf_u64(&b, 0),
        buf_u64(&b, 64 + 16 + 24 + 72 + 48);
    buf_u32(&b, 0), buf_u16(&b, 64), buf_u16(&b, 0), buf_u16(&b, 0), buf_u16(&b, 64), buf_u16(&b, 5),
        buf_u16(&b, 4);
    buf_put(&b, text, 16);                                                         /* 64 */
    buf_u64(&b, 1), buf_u64(&b, UINT64_C(2) << 32 | 4), buf_u64(&b, (uint64_t)-4); /* 80 */
    for (int i = 0; i < 24; i++) buf_putc(&b, 0);                                  /* 104: symbols */
    buf_u32(&b, 34), buf_putc(&b, 0x12), buf_putc(&b, 0), buf_u16(&b, 1), buf_u64(&b, 0), buf_u64(&b, 6);
    buf_u32(&b, 39), buf_putc(&b, 0x10), buf_putc(&b, 0), buf_u16(&b, 0), buf_u64(&b, 0), buf_u64(&b, 0);
    buf_put(&b, names, sizeof names), buf_u16(&b, 0); /* 176 */
    for (int i = 0; i < 64; i++) buf_putc(&b, 0);
    const uint64_t rows[4][9] = {
        /* name|type, flags, addr, offset, size, link|info, align, entsize */
        {1 | UINT64_C(1) << 32, 6, 0, 64, 16, 0, 16, 0},
        {7 | UINT64_C(4) << 32, 0, 0, 80, 24, 3 | UINT64_C(1) << 32, 8, 24},
        {18 | UINT64_C(2) << 32, 0, 0, 104, 72, 4 | UINT64_C(1) << 32, 8, 24},
        {26 | UINT64_C(3) << 32, 0, 0, 176, 48, 0, 1, 0},
    };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 8; k++) buf_u64(&b, rows[i][k]);
    return buf_view(&b);
}

static void elf(void **state) {
    (void)state;
    struct object o;
    struct diags d;
    const struct target *t = target_find(STR("linux-x86_64"));
    struct str bytes = elf_sample();
    diags_init(&d, &a);
    assert_true(object_from_elf(&o, &a, &d, t, STR("elf"), bytes));
    assert_int_equal(o.sections.n, 1);
    assert_int_equal(o.sections.p[0].flags, SECTION_READ | SECTION_EXEC);
    assert_int_equal(o.relocs.n, 1);
    assert_int_equal(o.relocs.p[0].addend, -4);
    assert_true(str_is(o.symbols.p[o.relocs.p[0].symbol].name, "callee"));
    assert_false(object_from_elf(&o, &a, &d, target_find(STR("linux-arm64")), STR("elf"), bytes));
    assert_string_equal(d.first->code, "PY2E0601");
}

static void hostile_elf(void **state) {
    (void)state;
    struct diags d;
    struct object o;
    const struct target *t = target_find(STR("linux-x86_64"));
    struct str bytes = elf_sample();
    static const int values[] = {0, 1, 2, 3, 5, 8, 24, 0x7f, 0x80, 0xf1, 0xff};
    for (size_t i = 0; i < bytes.n; i++)
        for (size_t v = 0; v < COUNT(values); v++) {
            char *copy = malloc(bytes.n);
            memcpy(copy, bytes.p, bytes.n);
            copy[i] = (char)values[v];
            diags_init(&d, &a);
            if (object_from_elf(&o, &a, &d, t, STR("elf"), (struct str){copy, bytes.n}))
                object_write(&a, &o);
            else
                assert_int_equal(d.errors, 1);
            free(copy);
        }
    for (size_t n = 0; n < bytes.n; n++) {
        char *copy = malloc(n + 1);
        memcpy(copy, bytes.p, n);
        diags_init(&d, &a);
        assert_false(object_from_elf(&o, &a, &d, t, STR("elf"), (struct str){copy, n}));
        free(copy);
    }
}

static void archive(void **state) {
    (void)state;
    struct buf b;
    struct diags d;
    struct object_list list = {0};
    const struct target *t = target_find(STR("linux-x86_64"));
    struct str bytes = elf_sample();
    buf_init(&b, &a);
    buf_puts(&b, "!<arch>\n");
    buf_printf(&b, "%-16s%-12d%-6d%-6d%-8d%-10d`\n", "//", 0, 0, 0, 0, 22);
    buf_puts(&b, "a_member_of_this_name/\n");
    b.n--; /* 22 bytes */
    for (int i = 0; i < 2; i++) {
        buf_printf(&b, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", i ? "/0" : "short.o/", 0, 0, 0, 0, bytes.n);
        buf_str(&b, bytes);
        if (bytes.n & 1) buf_putc(&b, '\n');
    }
    diags_init(&d, &a);
    assert_true(objects_from_archive(&list, &a, &d, t, STR("lib.a"), buf_view(&b)));
    assert_int_equal(list.items.n, 2);
    assert_true(str_is(list.items.p[0]->name, "short.o"));
    assert_true(str_is(list.items.p[1]->name, "a_member_of_this_name"));
    for (size_t n = 0; n + 2 < b.n; n += 7) {
        struct object_list none = {0};
        char *copy = malloc(n + 1);
        memcpy(copy, b.p, n);
        diags_init(&d, &a);
        bool good = objects_from_archive(&none, &a, &d, t, STR("lib.a"), (struct str){copy, n});
        assert_true(!good || none.items.n < 2);
        free(copy);
    }
}

/* Links of hostile modules: errors, never a crash. */
static void hostile_link(void **state) {
    (void)state;
    struct object o;
    struct diags d;
    object_init(&o, &a, STR("tiny"), 62);
    uint32_t text = object_section(&o, STR(".text._start"), SECTION_READ | SECTION_EXEC, 16);
    uint32_t data = object_section(&o, STR("pyroot.x"), SECTION_READ | SECTION_WRITE, 8);
    object_put(&o, text, "\x48\x8d\x05\0\0\0\0\xc3", 8);
    object_define(&o, STR("_start"), text, 0, 8, SYMBOL_GLOBAL | SYMBOL_FUNC);
    object_reloc(&o, text, 3, R_X86_64_PC32, object_symbol(&o, STR("__start_pyroot")), -4);
    object_put_address(&o, data, object_symbol(&o, STR("_start")), 0);
    struct str bytes = object_write(&a, &o);
    struct link_request r = {.target = target_find(STR("linux-x86_64")), .objects = &bytes, .nobjects = 1};
    diags_init(&d, &a);
    assert_true(link_image(&a, &d, &r).n > 0);
    char *copy = malloc(bytes.n);
    for (size_t i = 0; i < bytes.n; i++)
        for (int v = 0; v < 3; v++) {
            struct str changed = {copy, bytes.n};
            memcpy(copy, bytes.p, bytes.n);
            copy[i] = (char)(v == 0 ? copy[i] ^ 1 : v == 1 ? 0xff : copy[i] + 1);
            diags_init(&d, &a);
            r.objects = &changed;
            struct str image = link_image(&a, &d, &r);
            assert_true((image.n > 0) == (d.errors == 0));
        }
    free(copy);
}

static void refusals(void **state) {
    (void)state;
    struct diags d;
    struct object o;
    const struct link_resource same[] = {{STR("a"), STR("1"), false}, {STR("a"), STR("2"), false}};
    object_init(&o, &a, STR("tiny"), 62);
    uint32_t text = object_section(&o, STR(".text._start"), SECTION_READ | SECTION_EXEC, 16);
    object_put(&o, text, "\0\0\0\0\0\0\0\0", 8);
    object_define(&o, STR("_start"), text, 0, 8, SYMBOL_GLOBAL | SYMBOL_FUNC);
    struct str good = object_write(&a, &o);
    struct link_request r = {.target = target_find(STR("linux-arm64")), .objects = &good, .nobjects = 1};
    diags_init(&d, &a);
    assert_null(link_image(&a, &d, &r).p);
    assert_string_equal(d.first->code, "PY2E0601"); /* another machine */
    r.target = target_find(STR("linux-x86_64"));
    r.entry = "other";
    diags_init(&d, &a);
    assert_null(link_image(&a, &d, &r).p);
    assert_string_equal(d.first->code, "PY2E0602");
    r.entry = NULL;
    r.resources = same;
    r.nresources = 2;
    diags_init(&d, &a);
    assert_null(link_image(&a, &d, &r).p);
    assert_string_equal(d.first->code, "PY2E0606");
    r.nresources = 0;
    object_reloc(&o, text, 0, R_X86_64_64, 0, 0); /* an address in code */
    struct str bad = object_write(&a, &o);
    r.objects = &bad;
    diags_init(&d, &a);
    assert_null(link_image(&a, &d, &r).p);
    assert_string_equal(d.first->code, "PY2E0601");
    o.relocs.p[0] = (struct object_reloc){text, R_X86_64_PC32, 0, INT64_C(1) << 40, 0};
    bad = object_write(&a, &o);
    diags_init(&d, &a);
    assert_null(link_image(&a, &d, &r).p);
    assert_string_equal(d.first->code, "PY2E0604"); /* too far */
}

static bool carried(const struct link_report *report, const char *symbol) {
    for (size_t i = 0; i < report->pieces.n; i++)
        if (str_is(report->pieces.p[i].symbol, symbol)) return true;
    return false;
}

/* What only `**` can call is carried by programs that say so, and by those that take names from data. */
static void operator_slots(void **state) {
    (void)state;
    struct object rt;
    char type[TYPE_BYTES] = {1};
    object_init(&rt, &a, STR("runtime"), 62);
    uint32_t data = object_section(&rt, STR(".data.int_type"), SECTION_READ | SECTION_WRITE, 8);
    object_put(&rt, data, type, sizeof type);
    object_define(&rt, STR("int_type"), data, 0, sizeof type, SYMBOL_GLOBAL);
    static const char *const functions[] = {"slot_dead", "big_power", "small_add", "rt_add",
                                            "rt_pow",    "rt_iadd",   "rt_ipow"};
    for (size_t i = 0; i < COUNT(functions); i++) {
        uint32_t text = object_section(&rt, STR(".text"), SECTION_READ | SECTION_EXEC, 16);
        object_put(&rt, text, "\xc3", 1);
        object_define(&rt, str_c(functions[i]), text, 0, 1, SYMBOL_GLOBAL | SYMBOL_FUNC);
    }
    object_reloc(&rt, data, 280, R_X86_64_64, object_symbol(&rt, STR("small_add")), 0); /* binary[OP_ADD] */
    object_reloc(&rt, data, 336, R_X86_64_64, object_symbol(&rt, STR("big_power")), 0); /* binary[OP_POW] */
    struct str runtime = object_write(&a, &rt);
    static const char *const said[] = {"rt_add", "rt_pow", "pystr.__pow__", "pystr.getattr", "pystr.other"};
    static const bool power[] = {false, true, true, true, false}, add[] = {true, false, false, true, false};
    for (size_t i = 0; i < COUNT(said); i++) {
        struct object o;
        struct diags d;
        struct link_report report;
        object_init(&o, &a, STR("main"), 62);
        uint32_t text = object_section(&o, STR(".text._start"), SECTION_READ | SECTION_EXEC, 16);
        object_put(&o, text, "\x90\x90\x90\x90\x90\x90\x90\x90\x90\xc3", 10);
        object_define(&o, STR("_start"), text, 0, 10, SYMBOL_GLOBAL | SYMBOL_FUNC);
        object_reloc(&o, text, 0, R_X86_64_PC32, object_symbol(&o, STR("int_type")), -4);
        if (strstr(said[i], "pystr")) {
            uint32_t s = object_section(&o, str_c(said[i]), SECTION_READ | SECTION_WRITE, 16);
            object_put_u64(&o, s, 1);
            object_define(&o, str_c(said[i]), s, 0, 8, SYMBOL_WEAK);
        }
        object_reloc(&o, text, 4, R_X86_64_PC32, object_symbol(&o, str_c(said[i])), -4);
        struct str bytes = object_write(&a, &o);
        struct link_request r = {.target = target_find(STR("linux-x86_64")),
                                 .objects = &bytes,
                                 .nobjects = 1,
                                 .runtime = runtime,
                                 .report = &report};
        diags_init(&d, &a);
        assert_true(link_image(&a, &d, &r).n > 0);
        assert_true(carried(&report, "int_type"));
        if (carried(&report, "big_power") != power[i] || carried(&report, "small_add") != add[i])
            fail_msg("%s", said[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),     cmocka_unit_test(relocations_are_sorted),
        cmocka_unit_test(hostile),        cmocka_unit_test(elf),
        cmocka_unit_test(hostile_elf),    cmocka_unit_test(archive),
        cmocka_unit_test(hostile_link),   cmocka_unit_test(refusals),
        cmocka_unit_test(operator_slots),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
