/* The module _py2_signature: functions whose signature is known only at run time, over native bodies. What CPython's library gets by
 * executing text that it has put together (rules/stdlib/overlay) it gets here: real function objects with names, defaults,
 * annotations and a code object, whose arguments are bound, and complained of, as any function's are.
 *
 * Invariant: such a function has one cell, whose value is the plan that its body follows. */
#include "runtime/gc/gc.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"
#include "runtime/types/container.h"

enum { MAX_SITES = 64, SITE_BYTES = 12, FIRST_LINE = 2 };

static val plan_of(val callee) {
    return AS(cell, AS(function, callee)->cells[0])->value;
}

static val part(val tuple, int64_t i) {
    return AS(tuple, tuple)->item[i];
}

/* As if line `i` of the body had raised. */
static val failed(struct thread *t, val callee, int64_t i) {
    rt_traceback(t, AS(function, callee)->code, i < MAX_SITES ? i : MAX_SITES - 1);
    return 0;
}

/* ---- 'tuple': __new__ of named tuples ---- */

static val body_tuple(struct thread *t, val callee, val *args) {
    val values = tuple_of(t, AS(function, callee)->code->npos - 1, args + 1), cls = args[0];
    if (!values) return 0;
    bool plain = val_has(cls, TYPE_TYPE) && type_is_subtype(AS(type, cls), &tuple_type);
    if (plain) return tuple_type.new(t, AS(type, cls), 1, &values, 0);
    val new = obj_getattr(t, val_of(&tuple_type), NAME(__new__)), made = new ? call2(t, new, cls, values) : 0;
    return made ? made : failed(t, callee, 0);
}

/* ---- 'init': plan (marker, frozen, steps, numbers of what __post_init__ gets or None) ---- */

static val step_value(struct thread *t, val marker, val step, val *args) {
    val number = part(step, 1), factory = part(step, 2);
    val given = number == NONE ? 0 : args[val_small_get(number)];
    if (factory == NONE) return given ? given : part(step, 3);
    return given && given != marker ? given : call0(t, factory);
}

static int64_t assign(struct thread *t, val self, val name, val v, bool frozen) {
    return frozen ? generic_setattr(t, self, name, v) : rt_setattr(t, self, name, v);
}

static val call_post_init(struct thread *t, val numbers, val *args) {
    val method = obj_getattr(t, args[0], NAME(__post_init__)), values = method ? tuple_new(t, AS(tuple, numbers)->len) : 0;
    for (int64_t i = 0; values && i < AS(tuple, numbers)->len; i++)
        gc_store(val_obj(values), &AS(tuple, values)->item[i], args[val_small_get(part(numbers, i))]);
    return values ? call(t, method, AS(tuple, values)->len, AS(tuple, values)->item, 0) : 0;
}

static val body_init(struct thread *t, val callee, val *args) {
    val plan = plan_of(callee), steps = part(plan, 2);
    bool frozen = part(plan, 1) == TRUE;
    int64_t n = AS(tuple, steps)->len;
    for (int64_t i = 0; i < n; i++) {
        val step = part(steps, i), v = step_value(t, part(plan, 0), step, args);
        if (!v || assign(t, args[0], part(step, 0), v, frozen) < 0) return failed(t, callee, i);
    }
    if (part(plan, 3) != NONE && !call_post_init(t, part(plan, 3), args)) return failed(t, callee, n);
    return NONE;
}

/* ---- the methods over all fields: plan is the tuple of their names ---- */

static val fields_of(struct thread *t, val names, val object) {
    int64_t n = AS(tuple, names)->len;
    val out = tuple_new(t, n);
    for (int64_t i = 0; out && i < n; i++) {
        val v = obj_getattr(t, object, part(names, i));
        if (!v) return 0;
        gc_store(val_obj(out), &AS(tuple, out)->item[i], v);
    }
    return out;
}

static bool put_field(struct thread *t, struct strbuf *b, val self, val name) {
    val v = strbuf_put(b, name) && strbuf_char(b, '=') ? obj_getattr(t, self, name) : 0;
    val shown = v ? obj_repr(t, v) : 0;
    return shown && strbuf_put(b, shown);
}

static val repr_of_fields(struct thread *t, val names, val self) {
    struct strbuf b;
    strbuf_init(&b, t);
    val cls = obj_getattr(t, self, NAME(__class__)), name = cls ? obj_getattr(t, cls, NAME(__qualname__)) : 0;
    if (!name || !strbuf_put(&b, name) || !strbuf_char(&b, '(')) return 0;
    for (int64_t i = 0; i < AS(tuple, names)->len; i++) {
        if (i && !strbuf_ascii(&b, ", ", 2)) return 0;
        if (!put_field(t, &b, self, part(names, i))) return 0;
    }
    return strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

static val body_repr(struct thread *t, val callee, val *args) {
    val r = repr_of_fields(t, plan_of(callee), args[0]);
    return r ? r : failed(t, callee, 0);
}

static val body_hash(struct thread *t, val callee, val *args) {
    val fields = fields_of(t, plan_of(callee), args[0]);
    int64_t h = fields ? obj_hash(t, fields) : 0;
    return t->exc ? failed(t, callee, 0) : int_from_i64(t, h);
}

/* 1 the same class, 0 another, -1 raised. */
static int64_t same_class(struct thread *t, val *args) {
    val theirs = obj_getattr(t, args[1], NAME(__class__)), ours = theirs ? obj_getattr(t, args[0], NAME(__class__)) : 0;
    return ours ? ours == theirs : -1;
}

static val compared(struct thread *t, val callee, val *args, enum compare op) {
    val names = plan_of(callee);
    int64_t same = same_class(t, args);
    if (same < 0) return failed(t, callee, 0);
    if (!same) return NOTIMPLEMENTED;
    val ours = fields_of(t, names, args[0]), theirs = ours ? fields_of(t, names, args[1]) : 0;
    val r = theirs ? obj_compare(t, ours, theirs, op) : 0;
    return r ? r : failed(t, callee, 1);
}
#define COMPARED(name, op)                                                                                   \
    static val body_##name(struct thread *t, val callee, val *args) { return compared(t, callee, args, op); }
COMPARED(eq, CMP_EQ)
COMPARED(lt, CMP_LT)
COMPARED(le, CMP_LE)
COMPARED(gt, CMP_GT)
COMPARED(ge, CMP_GE)

/* ---- 'freeze': __setattr__ and __delattr__ of frozen classes; plan (class, exception, names) ---- */

static val body_freeze(struct thread *t, val callee, val *args) {
    val plan = plan_of(callee), names = part(plan, 2), self = args[0];
    bool deletes = AS(function, callee)->code->npos == 2, ours = val_of(type_of(self)) == part(plan, 0);
    for (int64_t i = 0; !ours && i < AS(tuple, names)->len; i++) {
        int64_t same = obj_equal(t, args[1], part(names, i));
        if (same < 0) return failed(t, callee, 0);
        ours = same;
    }
    if (ours) {
        val text = str_format(t, deletes ? "cannot delete field %R" : "cannot assign to field %R", args[1]);
        val exc = text ? call1(t, part(plan, 1), text) : 0;
        if (exc) raise_val(t, exc);
        return failed(t, callee, 1);
    }
    val super = super_new(t, part(plan, 0), self);
    val method = super ? obj_getattr(t, super, deletes ? NAME(__delattr__) : NAME(__setattr__)) : 0;
    if (!method || !call(t, method, deletes ? 1 : 2, args + 1, 0)) return failed(t, callee, 2);
    return NONE;
}

/* ---- making them ---- */

static const struct body {
    const char *kind;
    spread_fn fn;
} bodies[] = {
    {"tuple", body_tuple}, {"init", body_init}, {"repr", body_repr}, {"hash", body_hash}, {"==", body_eq},
    {"<", body_lt},        {"<=", body_le},     {">", body_gt},      {">=", body_ge},     {"freeze", body_freeze},
};

static spread_fn body_named(val kind) {
    size_t n;
    const char *text = str_to_utf8(NULL, kind, &n, true); /* ASCII: nothing is allocated */
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (strlen(bodies[i].kind) == n && !memcmp(bodies[i].kind, text, n)) return bodies[i].fn;
    return NULL;
}

/* A line for each step, behind the line of `def`. */
static const uint8_t *lines(struct thread *t) {
    static const uint8_t site[SITE_BYTES] = {1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0x0f};
    static uint8_t *all;
    if (all || !(all = gc_permanent(t, MAX_SITES * SITE_BYTES))) return all;
    for (int i = 0; i < MAX_SITES; i++) memcpy(all + i * SITE_BYTES, site, SITE_BYTES);
    return all;
}

/* Kept for ever: code is, in this runtime. */
static const struct code *code_made(struct thread *t, val name, val parameters, uint32_t nkwonly, spread_fn body) {
    static val free_name;
    uint32_t n = (uint32_t)AS(tuple, parameters)->len;
    struct code *c = gc_permanent(t, sizeof *c + n * sizeof(val));
    val file = c ? str_ascii(t, "<string>") : 0;
    if (!free_name && (free_name = str_ascii(t, "plan"))) gc_root(t, &free_name);
    if (!file || !free_name) return NULL;
    val *varnames = (val *)(c + 1);
    for (uint32_t i = 0; i < n; i++) varnames[i] = part(parameters, i);
    gc_keep(t, parameters);
    gc_keep(t, file);
    gc_keep(t, name);
    *c = (struct code){.name = name, .qualname = name, .file = file, .varnames = varnames, .spread = body,
                       .npos = n - nkwonly, .nkwonly = nkwonly, .first_line = FIRST_LINE, .nsites = MAX_SITES,
                       .sites = lines(t), .nfree = 1, .freenames = &free_name, .nvarnames = n,
                       .flags = CODE_CLOSURE, .module = import_main()};
    return c->sites ? c : NULL;
}

static bool check(struct thread *t, val *a) {
    bool ok = val_is_str(a[0]) && val_is_str(a[1]) && val_is_exact(a[2], &tuple_shape) && val_is_small(a[3]);
    for (int64_t i = 0; ok && i < AS(tuple, a[2])->len; i++) ok = val_is_str(part(a[2], i));
    if (!ok) raise(t, &exc_TypeError, "function(kind, name, parameters, nkwonly, defaults, kwdefaults, annotations, module, plan)");
    return ok;
}

static val interned(struct thread *t, val names) {
    int64_t n = AS(tuple, names)->len;
    val out = tuple_new(t, n);
    for (int64_t i = 0; out && i < n; i++) {
        val name = part(names, i);
        if (val_is_exact(name, &str_shape) && !(name = str_intern(t, name))) return 0;
        gc_store(val_obj(out), &AS(tuple, out)->item[i], name);
    }
    return out;
}

static val or_absent(val v) {
    return v == NONE ? 0 : v;
}

static val make(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    if (!args_no_keywords(t, "function", kwnames) || !args_count(t, "function", argc, 9, 9) || !check(t, argv)) return 0;
    spread_fn body = body_named(argv[0]);
    if (!body) return raise(t, &exc_ValueError, "no body of kind %R", argv[0]);
    val parameters = interned(t, argv[2]), name = parameters ? str_intern(t, argv[1]) : 0, cell = rt_cell_new(t, argv[8]);
    const struct code *code = name && cell ? code_made(t, name, parameters, (uint32_t)val_small_get(argv[3]), body) : NULL;
    val f = code ? rt_function_new(t, code, or_absent(argv[4]), or_absent(argv[5]), or_absent(argv[6]), &cell) : 0;
    if (!f) return 0;
    AS(function, f)->direct = NULL; /* there is only the body that takes a vector */
    AS(function, f)->arity = ARITY_ANY;
    gc_store(AS(function, f), &AS(function, f)->module, argv[7]);
    return f;
}

METHOD_TABLE(py2_signature);
METHOD(py2_signature, function, make, -1, 0, "($module, kind, name, parameters, nkwonly, defaults, kwdefaults, annotations, module, plan, /)");

static val signature_init(struct thread *t) {
    return native_module_new(t, "_py2_signature", METHODS(py2_signature));
}
NATIVE_MODULE(py2_signature, "_py2_signature", signature_init);
