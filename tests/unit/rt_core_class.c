/* Classes, attributes, calls, exceptions and generators, through functions written by hand as the compiler
 * would lay them out. */
#include "rt_core_support.h"

/* ---- functions ---- */

static val sum_spread(struct thread *thread, val callee, val *args) {
    (void)callee;
    return rt_add(thread, args[0], args[1]);
}
static val pack_spread(struct thread *thread, val callee, val *args) {
    (void)callee;
    return tuple_of(thread, 5, args); /* a, b, k, *args, **kw */
}

static void binds_arguments(void **state) {
    (void)state;
    const char *names[] = {"a", "b"};
    struct code *c = code_new("f", sum_spread, 2, names, 2, 0);
    val one = N(1), f = function(c, 0, 0), g = function(c, tuple_of(t, 1, &one), 0);
    SAYS(call2(t, f, N(3), N(4)), "7");
    SAYS(call1(t, g, N(4)), "5");
    RAISES(call0(t, f), "TypeError: f() missing 2 required positional arguments: 'a' and 'b'");
    RAISES(call1(t, f, one), "TypeError: f() missing 1 required positional argument: 'b'");
    RAISES(call3(t, f, one, one, one), "TypeError: f() takes 2 positional arguments but 3 were given");
    RAISES(call3(t, g, one, one, one),
           "TypeError: f() takes from 1 to 2 positional arguments but 3 were given");
    val b = S("b"), x = S("x"), a = S("a");
    SAYS(call(t, f, 1, (val[]){N(5), N(6)}, tuple_of(t, 1, &b)), "11");
    RAISES(call(t, f, 1, (val[]){N(5), N(6)}, tuple_of(t, 1, &x)),
           "TypeError: f() got an unexpected keyword argument 'x'");
    RAISES(call(t, f, 1, (val[]){N(5), N(6)}, tuple_of(t, 1, &a)),
           "TypeError: f() got multiple values for argument 'a'");
}

static void binds_stars(void **state) {
    (void)state;
    const char *names[] = {"a", "b", "k", "args", "kw"};
    struct code *c = code_new("g", pack_spread, 2, names, 5, CODE_VARARGS | CODE_VARKW);
    c->nkwonly = 1;
    val kd = dict_make(t);
    dict_put(t, kd, S("k"), N(9));
    val f = function(c, 0, kd), z = S("z");
    SAYS(call(t, f, 4, (val[]){N(1), N(2), N(3), N(4), N(5)}, tuple_of(t, 1, &z)),
         "(1, 2, 9, (3, 4), {'z': 5})");
    val strict = function(c, 0, 0);
    RAISES(call2(t, strict, N(1), N(2)), "TypeError: g() missing 1 required keyword-only argument: 'k'");
    val kw = dict_make(t);
    dict_put(t, kw, S("k"), N(7));
    SAYS(rt_call_ex(t, f, tuple_of(t, 2, (val[]){N(1), N(2)}), kw), "(1, 2, 7, (), {})");
}

static void calls_builtins(void **state) {
    (void)state;
    val l = list3(N(3), N(1), N(2));
    SAYS(call1(t, B("len"), l), "3");
    RAISES(call0(t, B("len")), "TypeError: len() takes exactly one argument (0 given)");
    RAISES(call1(t, B("isinstance"), l), "TypeError: isinstance expected 2 arguments, got 1");
    SAYS(call1(t, B("sorted"), l), "[1, 2, 3]");
    SAYS(call1(t, B("sum"), l), "6");
    SAYS(call1(t, B("max"), l), "3");
    SAYS(call2(t, B("min"), N(4), N(2)), "2");
    RAISES(call1(t, B("max"), list_new(t, 0)), "ValueError: max() arg is an empty sequence");
    RAISES(call2(t, get(B("list"), "append"), N(1), N(2)),
           "TypeError: descriptor 'append' for 'list' objects doesn't apply to a 'int' object");
    RAISES(call0(t, get(l, "append")), "TypeError: list.append() takes exactly one argument (0 given)");
    SAYS(call1(t, B("hex"), N(255)), "'0xff'");
    SAYS(call1(t, B("chr"), N(8364)), "'\xe2\x82\xac'");
    RAISES(call1(t, B("chr"), N(-1)), "ValueError: chr() arg not in range(0x110000)");
}

/* ---- classes ---- */

static val make(const char *name, int64_t n, val *bases, val ns) {
    return call3(t, B("type"), S(name), tuple_of(t, n, bases), ns ? ns : dict_make(t));
}

static val ns1(const char *name, val v) {
    val d = dict_make(t);
    dict_put(t, d, S(name), v);
    return d;
}

static void makes_classes(void **state) {
    (void)state;
    val a = make("A", 0, NULL, ns1("x", N(1))), b = make("B", 1, &a, 0), c = make("C", 1, &a, 0);
    val d = make("D", 2, (val[]){b, c}, 0);
    SAYS(get(d, "x"), "1");
    assert_int_equal(AS(tuple, get(d, "__mro__"))->len, 5);
    RAISES(make("E", 2, (val[]){a, b}, 0),
           "TypeError: Cannot create a consistent method resolution\norder (MRO) for bases A, B");
    RAISES(make("E", 2, (val[]){a, a}, 0), "TypeError: duplicate base class A");
    val boolean = B("bool");
    RAISES(make("E", 1, &boolean, 0), "TypeError: type 'bool' is not an acceptable base type");
    RAISES(make("E", 2, (val[]){B("int"), B("str")}, 0),
           "TypeError: multiple bases have instance lay-out conflict");
    SAYS(call2(t, B("issubclass"), d, a), "True");
    SAYS(call2(t, B("issubclass"), a, d), "False");
    RAISES(call1(t, a, N(1)), "TypeError: A() takes no arguments");
}

static void keeps_attributes(void **state) {
    (void)state;
    val cls = make("P", 0, NULL, 0), o = call0(t, cls);
    char name[16];
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "a%d", i);
        assert_int_equal(set(o, name, N(i)), 0);
    }
    gc_collect(t, true);
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "a%d", i);
        assert_int_equal(val_small_get(get(o, name)), i);
    }
    RAISES(get(o, "a60"), "AttributeError: 'P' object has no attribute 'a60'");
    assert_int_equal(obj_setattr(t, o, S("a59"), 0), 0);
    RAISES(get(o, "a59"), "AttributeError: 'P' object has no attribute 'a59'");
    assert_int_equal(obj_setattr(t, o, S("a3"), 0), 0);
    assert_int_equal(dict_count(get(o, "__dict__")), 58);
    assert_int_equal(dict_put(t, get(o, "__dict__"), S("later"), N(5)), 0);
    SAYS(get(o, "later"), "5");
    FAILS(obj_setattr(t, o, S("a3"), 0), "AttributeError: 'P' object has no attribute 'a3'");
}

static void honours_slots(void **state) {
    (void)state;
    val names = tuple_of(t, 2, (val[]){S("x"), S("y")});
    val cls = make("Q", 0, NULL, ns1("__slots__", names)), o = call0(t, cls);
    assert_int_equal(set(o, "x", N(1)), 0);
    SAYS(get(o, "x"), "1");
    RAISES(get(o, "y"), "AttributeError: 'Q' object has no attribute 'y'");
    FAILS(set(o, "z", N(1)), "AttributeError: 'Q' object has no attribute 'z'");
    RAISES(get(o, "__dict__"), "AttributeError: 'Q' object has no attribute '__dict__'");
    val sub = make("R", 1, &cls, 0), p = call0(t, sub);
    assert_int_equal(set(p, "y", N(2)), 0);
    assert_int_equal(set(p, "z", N(3)), 0);
    SAYS(get(p, "__dict__"), "{'z': 3}");
    SAYS(get(p, "y"), "2");
    val integer = B("int");
    RAISES(make("T", 1, &integer, ns1("__slots__", names)),
           "TypeError: nonempty __slots__ not supported for subtype of 'int'");
}

static val len_spread(struct thread *thread, val callee, val *args) {
    (void)thread, (void)callee, (void)args;
    return val_small(42);
}

static void fills_slots_from_dunders(void **state) {
    (void)state;
    const char *names[] = {"self"};
    val f = function(code_new("__len__", len_spread, 1, names, 1, 0), 0, 0);
    val cls = make("L", 0, NULL, 0), o = call0(t, cls), sub = make("M", 1, &cls, 0), p = call0(t, sub);
    RAISES(call1(t, B("len"), p), "TypeError: object of type 'M' has no len()");
    assert_int_equal(set(cls, "__len__", f), 0);
    SAYS(call1(t, B("len"), o), "42");
    SAYS(call1(t, B("len"), p), "42");
    assert_int_equal(obj_setattr(t, cls, S("__len__"), 0), 0);
    RAISES(call1(t, B("len"), p), "TypeError: object of type 'M' has no len()");
    FAILS(set(B("list"), "foo", N(1)), "TypeError: cannot set 'foo' attribute of immutable type 'list'");
}

static void subclasses_builtins(void **state) {
    (void)state;
    const char *bases[] = {"list", "dict", "int", "str", "tuple", "Exception", "set", "float", "bytes"};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        val base = B(bases[i]), cls = make("Sub", 1, &base, 0), o = call0(t, cls);
        assert_true(o != 0);
        assert_int_equal(set(o, "note", S("kept")), 0);
        gc_collect(t, true);
        SAYS(get(o, "note"), "'kept'");
        SAYS(get(o, "__dict__"), "{'note': 'kept'}");
        SAYS(call2(t, B("isinstance"), o, base), "True");
    }
    val base = B("int"), cls = make("I", 1, &base, 0), o = call1(t, cls, N(41));
    SAYS(rt_add(t, o, N(1)), "42");
}

static void inline_caches_follow_classes(void **state) {
    (void)state;
    static struct ic_attr load;
    static struct ic_set store;
    val cls = make("V", 0, NULL, 0), o = call0(t, cls);
    load.name = store.name = S("field");
    assert_int_equal(rt_setattr_ic(t, o, &store, N(5)), 0);
    assert_true(store.next == val_obj(o)->shape);
    SAYS(rt_getattr_ic(t, o, &load), "5");
    assert_true(load.shape == val_obj(o)->shape);
    assert_true(*(val *)((char *)o + load.offset) == N(5));
}

/* ---- exceptions ---- */

static void describes_exceptions(void **state) {
    (void)state;
    SAYS(call1(t, B("ValueError"), S("x")), "ValueError('x')");
    SAYS(call2(t, B("ValueError"), S("x"), N(1)), "ValueError('x', 1)");
    SAYS(call1(t, B("str"), call1(t, B("KeyError"), S("k"))), "\"'k'\"");
    SAYS(call2(t, B("OSError"), N(2), S("gone")), "FileNotFoundError(2, 'gone')");
    val e = call3(t, B("OSError"), N(13), S("no"), S("/x"));
    SAYS(call1(t, B("str"), e), "\"[Errno 13] no: '/x'\"");
    SAYS(get(e, "filename"), "'/x'");
    SAYS(get(call1(t, B("StopIteration"), N(7)), "value"), "7");
    SAYS(get(call0(t, B("SystemExit")), "code"), "None");
    RAISES(raise_oserror(t, OS_EEXIST, S("f")), "FileExistsError: [Errno 17] File exists: 'f'");
}

static void chains_exceptions(void **state) {
    (void)state;
    rt_raise(t, call1(t, B("ValueError"), S("first")), 0);
    val before = rt_handler_enter(t);
    assert_true(before == NONE);
    rt_raise(t, B("KeyError"), 0);
    val second = exc_take(t);
    SAYS(get(second, "__context__"), "ValueError('first')");
    rt_raise(t, call0(t, B("TypeError")), call0(t, B("OSError")));
    val third = exc_take(t);
    SAYS(get(third, "__cause__"), "OSError()");
    SAYS(get(third, "__suppress_context__"), "True");
    rt_handler_leave(t, before);
    assert_true(t->handled == 0);
    RAISES(rt_reraise(t), "RuntimeError: No active exception to reraise");
    RAISES(rt_raise(t, N(3), 0), "TypeError: exceptions must derive from BaseException");
    assert_int_equal(rt_exc_match(t, second, tuple_of(t, 2, (val[]){B("OSError"), B("LookupError")})), 1);
    FAILS(rt_exc_match(t, second, N(1)),
          "TypeError: catching classes that do not inherit from BaseException is not allowed");
}

/* ---- generators ---- */

/* Yields 0, 1, 2 and what is sent, then returns 'done'. */
static val count_resume(struct thread *thread, val gen, val sent, int64_t throwing) {
    struct generator *g = AS(generator, gen);
    if (throwing) return 0;
    if (g->state == 3) {
        thread->result = sent;
        return 0;
    }
    return val_small(g->state++);
}

static val generator(void) {
    struct code *c = code_new("count", NULL, 0, NULL, 0, CODE_GENERATOR);
    c->resume = (void *)count_resume;
    c->nslots = 1;
    return rt_generator_new(t, c, 0);
}

static void runs_generators(void **state) {
    (void)state;
    SAYS(list_from_iterable(t, generator()), "[0, 1, 2]");
    val g = generator();
    RAISES(call1(t, get(g, "send"), N(1)),
           "TypeError: can't send non-None value to a just-started generator");
    SAYS(call1(t, B("next"), g), "0");
    SAYS(call1(t, get(g, "send"), N(5)), "1");
    SAYS(call1(t, B("next"), g), "2");
    RAISES(call1(t, get(g, "send"), N(8)), "StopIteration: 8");
    RAISES(call1(t, B("next"), g), "StopIteration: ");
    g = generator();
    call1(t, B("next"), g);
    RAISES(call1(t, get(g, "throw"), B("KeyError")), "KeyError: ");
    SAYS(call0(t, get(g, "close")), "None");
    g = generator();
    call1(t, B("next"), g);
    RAISES(call1(t, get(g, "throw"), call1(t, B("StopIteration"), N(1))),
           "RuntimeError: generator raised StopIteration");
    SAYS(rt_delegate(t, generator(), NONE, 0), "0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binds_arguments),
        cmocka_unit_test(binds_stars),
        cmocka_unit_test(calls_builtins),
        cmocka_unit_test(makes_classes),
        cmocka_unit_test(keeps_attributes),
        cmocka_unit_test(honours_slots),
        cmocka_unit_test(fills_slots_from_dunders),
        cmocka_unit_test(subclasses_builtins),
        cmocka_unit_test(inline_caches_follow_classes),
        cmocka_unit_test(describes_exceptions),
        cmocka_unit_test(chains_exceptions),
        cmocka_unit_test(runs_generators),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
