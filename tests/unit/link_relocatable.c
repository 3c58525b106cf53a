/* The compiled part of a program as an ELF relocatable: what is in it, read back by the reader of such files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "rules/link/link.h"

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

enum { R = SECTION_READ, RW = SECTION_READ | SECTION_WRITE, RX = SECTION_READ | SECTION_EXEC };

/* An interned name as producers make them: a section and a symbol of the same name. */
static uint32_t put_name(struct object *o, const char *symbol, uint64_t word) {
    uint32_t s = object_section(o, str_c(symbol), RW, 16);
    object_put_u64(o, s, word);
    object_put_u64(o, s, word);
    return object_define(o, str_c(symbol), s, 0, 16, SYMBOL_GLOBAL);
}

static struct str module(const char *name, uint64_t word, bool dead) {
    struct object o;
    object_init(&o, &a, str_c(name), 62);
    uint32_t text = object_section(&o, STR(".text.f"), RX, 16);
    object_put(&o, text, "\xe8\0\0\0\0\xc3", 6);
    object_reloc(&o, text, 1, R_X86_64_PLT32, object_symbol(&o, STR("rt_poll")), -4);
    uint32_t f = object_define(&o, STR("f"), text, 0, 6, SYMBOL_LOCAL | SYMBOL_FUNC);
    if (dead) object_put(&o, object_section(&o, STR(".rodata.dead"), R, 1), "dead", 4);
    uint32_t data = object_section(&o, str_printf(&a, "pyroot.%s", name), RW, 8);
    object_put_u64(&o, data, word);
    object_put_address(&o, data, f, 0);
    object_put_address(&o, data, put_name(&o, "pystr.append", word), 8);
    object_put_address(&o, data, put_name(&o, "pystr.mine", word), 0);
    uint32_t d = object_define(&o, str_printf(&a, "%s.data", name), data, 0, 32, SYMBOL_GLOBAL);
    uint32_t bss = object_section(&o, STR(".bss.x"), RW | SECTION_ZEROFILL, 8);
    uint32_t x = object_define(&o, STR("x"), bss, object_zerofill(&o, bss, 24), 24, SYMBOL_LOCAL);
    uint32_t mod = object_section(&o, str_printf(&a, "pymod.%s", name), RW, 8);
    object_put_address(&o, mod, d, 0);
    object_put_address(&o, mod, x, 16);
    return object_write(&a, &o);
}

static struct str fake_runtime(void) {
    struct object o;
    object_init(&o, &a, STR("runtime"), 62);
    uint32_t text = object_section(&o, STR(".text._start"), RX, 16);
    object_put(&o, text, "\xc3\xc3", 2);
    object_define(&o, STR("_start"), text, 0, 1, SYMBOL_GLOBAL | SYMBOL_FUNC);
    object_define(&o, STR("rt_poll"), text, 1, 1, SYMBOL_GLOBAL | SYMBOL_FUNC);
    put_name(&o, "pystr.append", 7);
    return object_write(&a, &o);
}

static const struct object_section *section(const struct object *o, const char *name, uint32_t *index) {
    const struct object_section *found = NULL;
    for (uint32_t i = 0; i < o->sections.n; i++)
        if (str_is(o->sections.p[i].name, name)) {
            assert_null(found);
            found = &o->sections.p[i];
            *index = i;
        }
    return found;
}

/* The relocation of a place. */
static const struct object_reloc *reloc_at(const struct object *o, uint32_t section, uint64_t offset) {
    for (size_t i = 0; i < o->relocs.n; i++)
        if (o->relocs.p[i].section == section && o->relocs.p[i].offset == offset) return &o->relocs.p[i];
    fail_msg("no relocation at %u:%llu", section, (unsigned long long)offset);
    return NULL;
}

static struct str write_program(struct diags *d) {
    struct str *modules = NEW_N(&a, struct str, 2);
    modules[0] = module("one", 11, true), modules[1] = module("two", 22, false);
    struct link_request r = {.target = target_find(STR("linux-x86_64")),
                             .objects = modules,
                             .nobjects = 2,
                             .runtime = fake_runtime()};
    return link_relocatable(&a, d, &r);
}

static void reads_back(void **state) {
    (void)state;
    struct diags d;
    diags_init(&d, &a);
    struct object o;
    struct str file = write_program(&d);
    assert_true(file.n > 0);
    assert_true(object_from_elf(&o, &a, &d, target_find(STR("linux-x86_64")), STR("back"), file));
    uint32_t text, mod, root, name, bss, none;
    assert_int_equal(section(&o, ".text", &text)->size, 22); /* two functions, the second at 16 */
    assert_int_equal(section(&o, "pymod", &mod)->size, 32);
    assert_int_equal(section(&o, "pyroot", &root)->size, 64);
    assert_int_equal(section(&o, ".bss", &bss)->size, 48);
    assert_null(section(&o, ".rodata", &none)); /* nobody refers to what would be in it */
    /* Of two equal names one is kept, and none that the runtime has. */
    const struct object_section *names = section(&o, "pystr", &name);
    assert_int_equal(names->size, 16);
    assert_int_equal(names->bytes.p[0], 11);

    const struct object_reloc *r = reloc_at(&o, text, 17);
    assert_true(str_is(o.symbols.p[r->symbol].name, "rt_poll"));
    assert_int_equal(o.symbols.p[r->symbol].section, OBJECT_UNDEF);
    assert_int_equal(r->addend, -4);
    r = reloc_at(&o, mod, 16); /* the second module's data */
    assert_int_equal(o.symbols.p[r->symbol].section, root);
    assert_int_equal(r->addend, 32);
    r = reloc_at(&o, mod, 24);
    assert_int_equal(o.symbols.p[r->symbol].section, bss);
    assert_int_equal(r->addend, 40);
    r = reloc_at(&o, root, 40); /* its function */
    assert_int_equal(o.symbols.p[r->symbol].section, text);
    assert_int_equal(r->addend, 16);
    r = reloc_at(&o, root, 48);
    assert_true(str_is(o.symbols.p[r->symbol].name, "pystr.append"));
    assert_int_equal(o.symbols.p[r->symbol].section, OBJECT_UNDEF);
    assert_int_equal(r->addend, 8);
    r = reloc_at(&o, root, 56);
    assert_int_equal(o.symbols.p[r->symbol].section, name);
    assert_int_equal(r->addend, 0);
}

static void is_the_same_again(void **state) {
    (void)state;
    struct diags d;
    diags_init(&d, &a);
    assert_true(str_eq(write_program(&d), write_program(&d)));
}

static void undefined_names_are_errors(void **state) {
    (void)state;
    struct diags d;
    diags_init(&d, &a);
    struct object o;
    object_init(&o, &a, STR("bad"), 62);
    uint32_t mod = object_section(&o, STR("pymod.bad"), RW, 8);
    object_put_address(&o, mod, object_symbol(&o, STR("rt_nobody")), 0);
    struct str bytes = object_write(&a, &o);
    struct link_request r = {.target = target_find(STR("linux-x86_64")),
                             .objects = &bytes,
                             .nobjects = 1,
                             .runtime = fake_runtime()};
    assert_int_equal(link_relocatable(&a, &d, &r).n, 0);
    assert_int_equal(d.errors, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_back, setup, teardown),
        cmocka_unit_test_setup_teardown(is_the_same_again, setup, teardown),
        cmocka_unit_test_setup_teardown(undefined_names_are_errors, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
