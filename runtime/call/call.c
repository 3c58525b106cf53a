/* Calls: every way into a function, and how arguments are bound to parameters.
 *
 * Invariant: a function's uniform entry binds argv to the order of code->varnames (positional, keyword-only,
 * *args, **kwargs) and goes through code->spread, which also sets the static chain. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* ---- rt_call and friends ---- */

val rt_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    struct type *type = type_of(callee);
    if (likely(type == &function_type || type == &builtin_type || type == &method_descriptor_type))
        return AS(callable, callee)->entry(t, callee, argc, argv, kwnames);
    if (unlikely(!type->call)) return raise(t, &exc_TypeError, "'%T' object is not callable", callee);
    return type->call(t, callee, argc, argv, kwnames);
}

val call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    return rt_call(t, callee, argc, argv, kwnames);
}
val call0(struct thread *t, val callee) {
    return rt_call(t, callee, 0, NULL, 0);
}
val call1(struct thread *t, val callee, val a) {
    return rt_call(t, callee, 1, &a, 0);
}
val call2(struct thread *t, val callee, val a, val b) {
    val argv[2] = {a, b};
    return rt_call(t, callee, 2, argv, 0);
}
val call3(struct thread *t, val callee, val a, val b, val c) {
    val argv[3] = {a, b, c};
    return rt_call(t, callee, 3, argv, 0);
}

bool func_is_plain(val f) {
    return val_is_exact(f, &function_shape) || val_is_exact(f, &method_descriptor_shape);
}

#define COPY_MAX 12

/* Calls func with self put before the arguments. */
val call_bound(struct thread *t, val func, val self, int64_t argc, const val *argv, val kwnames) {
    int64_t n = argc + (kwnames ? AS(tuple, kwnames)->len : 0);
    val few[COPY_MAX + 1], *args = few;
    if (n > COPY_MAX && !(args = gc_storage(t, (size_t)(n + 1) * sizeof(val), true))) return 0;
    args[0] = self;
    for (int64_t i = 0; i < n; i++) args[i + 1] = argv[i];
    return rt_call(t, func, argc + 1, args, kwnames);
}

static val call_method(struct thread *t, val self, val name, int64_t argc, const val *argv) {
    struct type *type = type_of(self);
    if (type->getattr == generic_getattr) {
        val f = type_lookup(type, name);
        if (f && func_is_plain(f) &&
            (!val_is_ptr(self) || !type->attrs || !instance_get(t, val_obj(self), name)))
            return call_bound(t, f, self, argc, argv, 0);
    }
    val f = obj_getattr(t, self, name);
    return f ? rt_call(t, f, argc, (val *)argv, 0) : 0;
}

val call_method0(struct thread *t, val self, val name) {
    return call_method(t, self, name, 0, NULL);
}
val call_method1(struct thread *t, val self, val name, val a) {
    return call_method(t, self, name, 1, &a);
}

/* How messages name a callee: "module.qualname()", without builtins; str() of what has no name. */
val call_title(struct thread *t, val callee) {
    val name = obj_lookattr(t, callee, NAME(__qualname__));
    if (t->exc) return 0;
    if (!name) return obj_str(t, callee);
    val module = obj_lookattr(t, callee, NAME(__module__));
    if (t->exc) return 0;
    if (module && module != NONE && module != NAME(builtins)) return str_format(t, "%S.%S()", module, name);
    return str_format(t, "%S()", name);
}

/* f(*x): x becomes the tuple of arguments. */
static val star_arguments(struct thread *t, val callee, val x) {
    struct type *type = type_of(x);
    if (type->iter || type->flags & TYPE_SEQUENCE || (type->getitem && type->flags & TYPE_HEAP))
        return tuple_from_iterable(t, x);
    val title = call_title(t, callee);
    return title ? raise(t, &exc_TypeError, "%U argument after * must be an iterable, not %T", title, x) : 0;
}

/* f(*args, **kwargs). `args` may be any iterable. */
val rt_call_ex(struct thread *t, val callee, val args, val kwargs) {
    if (!val_is_exact(args, &tuple_shape) && !(args = star_arguments(t, callee, args))) return 0;
    int64_t argc = AS(tuple, args)->len, nkw = kwargs ? dict_count(kwargs) : 0, n = argc + nkw;
    val few[COPY_MAX], *argv = few, kwnames = 0;
    if (n > COPY_MAX && !(argv = gc_storage(t, (size_t)n * sizeof(val), true))) return 0;
    for (int64_t i = 0; i < argc; i++) argv[i] = AS(tuple, args)->item[i];
    if (nkw) {
        if (!(kwnames = tuple_new(t, nkw))) return 0;
        val k, v;
        int64_t i = 0;
        for (int64_t pos = 0; dict_step(kwargs, &pos, &k, &v) && i < nkw; i++) {
            if (!val_is_str(k)) return raise(t, &exc_TypeError, "keywords must be strings");
            AS(tuple, kwnames)->item[i] = k;
            argv[argc + i] = v;
        }
    }
    return rt_call(t, callee, argc, argv, kwnames);
}

/* ---- binding arguments to a function's parameters ---- */

#define PARAMS_MAX 24

static val fn_qualname(const struct function *f) {
    return f->qualname ? f->qualname : f->code->qualname;
}

/* "1 positional argument", "from 1 to 2 positional arguments" */
static val too_many(struct thread *t, const struct function *f, int64_t given, const val *args) {
    const struct code *c = f->code;
    int64_t ndef = f->defaults ? AS(tuple, f->defaults)->len : 0, kwgiven = 0;
    for (uint32_t i = 0; i < c->nkwonly; i++) kwgiven += args[c->npos + i] != 0;
    bool plural = ndef ? true : c->npos != 1;
    val sig = ndef ? str_format(t, "from %ld to %d", (int64_t)c->npos - ndef, (int)c->npos)
                   : str_format(t, "%d", (int)c->npos);
    val extra = EMPTY_STR;
    if (kwgiven)
        extra = str_format(t, " positional argument%s (and %ld keyword-only argument%s)",
                           given != 1 ? "s" : "", kwgiven, kwgiven != 1 ? "s" : "");
    if (!sig || !extra) return 0;
    return raise(t, &exc_TypeError, "%U() takes %U positional argument%s but %ld%U %s given", fn_qualname(f),
                 sig, plural ? "s" : "", given, extra, given == 1 && !kwgiven ? "was" : "were");
}

/* 'a', 'b', and 'c' */
static val name_list(struct thread *t, val list) {
    struct list *l = AS(list, list);
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < l->len; i++) {
        if (i) {
            const char *glue = i < l->len - 1 ? ", " : l->len == 2 ? " and " : ", and ";
            if (!strbuf_ascii(&b, glue, strlen(glue))) return 0;
        }
        val r = obj_repr(t, AS(list, list)->item[i]);
        if (!r || !strbuf_put(&b, r)) return 0;
    }
    return strbuf_finish(&b);
}

static val missing(struct thread *t, const struct function *f, const val *args, uint32_t from, uint32_t n,
                   const char *kind) {
    val list = list_new(t, 4);
    if (!list) return 0;
    for (uint32_t i = from; i < from + n; i++)
        if (!args[i] && list_push(t, list, f->code->varnames[i]) < 0) return 0;
    val names = name_list(t, list);
    int64_t count = AS(list, list)->len;
    return names ? raise(t, &exc_TypeError, "%U() missing %ld required %s argument%s: %U", fn_qualname(f),
                         count, kind, count == 1 ? "" : "s", names)
                 : 0;
}

static int64_t parameter_named(struct thread *t, const struct code *c, val name, uint32_t from) {
    uint32_t n = c->npos + c->nkwonly;
    for (uint32_t i = from; i < n; i++)
        if (c->varnames[i] == name) return i;
    (void)t;
    for (uint32_t i = from; i < n; i++)
        if (str_equal(c->varnames[i], name)) return i;
    return -1;
}

static bool positional_only_as_keyword(struct thread *t, const struct function *f, val kwnames) {
    const struct code *c = f->code;
    val list = list_new(t, 2);
    if (!list) return true;
    for (int64_t k = 0; k < AS(tuple, kwnames)->len; k++)
        for (uint32_t i = 0; i < c->nposonly; i++)
            if (str_equal(c->varnames[i], AS(tuple, kwnames)->item[k]) &&
                list_push(t, list, c->varnames[i]) < 0)
                return true;
    if (!AS(list, list)->len) return false;
    struct strbuf b;
    strbuf_init(&b, t);
    for (int64_t i = 0; i < AS(list, list)->len; i++) {
        if (i && !strbuf_ascii(&b, ", ", 2)) return true;
        if (!strbuf_put(&b, AS(list, list)->item[i])) return true;
    }
    val names = strbuf_finish(&b);
    if (names)
        raise(t, &exc_TypeError, "%U() got some positional-only arguments passed as keyword arguments: '%U'",
              fn_qualname(f), names);
    return true;
}

static bool bind_keywords(struct thread *t, const struct function *f, int64_t argc, const val *argv,
                          val kwnames, val *args, val kwdict) {
    const struct code *c = f->code;
    for (int64_t k = 0; k < AS(tuple, kwnames)->len; k++) {
        val name = AS(tuple, kwnames)->item[k], v = argv[argc + k];
        if (!val_is_str(name)) {
            raise(t, &exc_TypeError, "%U() keywords must be strings", fn_qualname(f));
            return false;
        }
        int64_t i = parameter_named(t, c, name, c->nposonly);
        if (i < 0) {
            if (kwdict) {
                if (dict_put(t, kwdict, name, v) < 0) return false;
                continue;
            }
            if (c->nposonly && positional_only_as_keyword(t, f, kwnames)) return false;
            raise(t, &exc_TypeError, "%U() got an unexpected keyword argument '%U'", fn_qualname(f), name);
            return false;
        }
        if (args[i]) {
            raise(t, &exc_TypeError, "%U() got multiple values for argument '%U'", fn_qualname(f), name);
            return false;
        }
        args[i] = v;
    }
    return true;
}

static bool bind_defaults(struct thread *t, const struct function *f, int64_t argc, val *args) {
    const struct code *c = f->code;
    int64_t ndef = f->defaults ? AS(tuple, f->defaults)->len : 0, required = (int64_t)c->npos - ndef;
    for (int64_t i = argc < (int64_t)c->npos ? argc : (int64_t)c->npos; i < required; i++) {
        if (args[i]) continue;
        missing(t, f, args, 0, (uint32_t)required, "positional");
        return false;
    }
    for (int64_t i = required < 0 ? 0 : required; i < (int64_t)c->npos; i++)
        if (!args[i]) args[i] = AS(tuple, f->defaults)->item[i - required];
    bool lacking = false;
    for (uint32_t i = c->npos; i < c->npos + c->nkwonly; i++) {
        if (args[i]) continue;
        if (f->kwdefaults) args[i] = dict_lookup(t, f->kwdefaults, c->varnames[i]);
        lacking |= !args[i];
    }
    if (lacking && !t->exc) missing(t, f, args, c->npos, c->nkwonly, "keyword-only");
    return !lacking;
}

static val bind_and_call(struct thread *t, val callee, int64_t argc, val *argv, val kwnames, val *args) {
    const struct function *f = AS(function, callee);
    const struct code *c = f->code;
    uint32_t named = c->npos + c->nkwonly, at = named;
    int64_t direct = argc < (int64_t)c->npos ? argc : (int64_t)c->npos;
    for (int64_t i = 0; i < direct; i++) args[i] = argv[i];
    for (uint32_t i = (uint32_t)direct; i < named; i++) args[i] = 0;
    if (c->flags & CODE_VARARGS) {
        args[at] = argc > direct ? tuple_of(t, argc - direct, argv + direct) : EMPTY_TUPLE;
        if (!args[at++]) return 0;
    }
    val kwdict = 0;
    if (c->flags & CODE_VARKW) {
        if (!(kwdict = dict_make(t))) return 0;
        args[at++] = kwdict;
    }
    if (kwnames && AS(tuple, kwnames)->len && !bind_keywords(t, f, argc, argv, kwnames, args, kwdict))
        return 0;
    if (argc > (int64_t)c->npos && !(c->flags & CODE_VARARGS)) return too_many(t, f, argc, args);
    if (!bind_defaults(t, f, argc, args)) return 0;
    return c->spread(t, callee, args);
}

val function_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    const struct function *f = AS(function, callee);
    const struct code *c = f->code;
    if (likely(f->arity == (uint64_t)argc && !kwnames)) return c->spread(t, callee, argv);
    val few[PARAMS_MAX];
    if (c->npos + c->nkwonly + 2 <= PARAMS_MAX) return bind_and_call(t, callee, argc, argv, kwnames, few);
    val *many = gc_storage(t, (c->npos + c->nkwonly + 2u) * sizeof(val), true);
    return many ? bind_and_call(t, callee, argc, argv, kwnames, many) : 0;
}

/* ---- built-in functions ---- */

static val call_direct(struct thread *t, void *fn, int64_t n, const val *a) {
    switch (n) {
    case 0: return ((val(*)(struct thread *))fn)(t);
    case 1: return ((val(*)(struct thread *, val))fn)(t, a[0]);
    case 2: return ((val(*)(struct thread *, val, val))fn)(t, a[0], a[1]);
    case 3: return ((val(*)(struct thread *, val, val, val))fn)(t, a[0], a[1], a[2]);
    case 4: return ((val(*)(struct thread *, val, val, val, val))fn)(t, a[0], a[1], a[2], a[3]);
    case 5: return ((val(*)(struct thread *, val, val, val, val, val))fn)(t, a[0], a[1], a[2], a[3], a[4]);
    default:
        return ((val(*)(struct thread *, val, val, val, val, val, val))fn)(t, a[0], a[1], a[2], a[3], a[4],
                                                                           a[5]);
    }
}

/* "list.append" for methods, "len" for functions. */
static val builtin_title(struct thread *t, const struct builtin *b) {
    if (b->owner && !(b->def->flags & METHOD_STATIC)) {
        const char *owner = type_cname(b->owner), *dot = owner;
        for (const char *p = owner; *p; p++)
            if (*p == '.') dot = p + 1; /* a qualified name has no module */
        return str_format(t, "%s.%s", dot, b->def->name);
    }
    if (b->module && val_is_str(b->module) && b->module != NAME(builtins))
        return str_format(t, "%U.%s", b->module, b->def->name);
    return str_format(t, "%s", b->def->name);
}

static val wrong_count(struct thread *t, const struct builtin *b, int64_t want, int64_t got, bool method) {
    val title = builtin_title(t, b);
    if (!title) return 0;
    want -= method, got -= method;
    if (want == 0) return raise(t, &exc_TypeError, "%U() takes no arguments (%ld given)", title, got);
    if (want == 1) return raise(t, &exc_TypeError, "%U() takes exactly one argument (%ld given)", title, got);
    return raise(t, &exc_TypeError, "%s expected %ld arguments, got %ld", b->def->name, want, got);
}

/* args: self first for methods. */
static val builtin_run(struct thread *t, val callee, int64_t argc, val *argv, val kwnames, bool method) {
    const struct builtin *b = AS(builtin, callee);
    const struct method *def = b->def;
    if (def->arity < 0) return ((entry_fn)def->fn)(t, callee, argc, argv, kwnames);
    if (unlikely(kwnames && AS(tuple, kwnames)->len)) {
        val title = builtin_title(t, b);
        return title ? raise(t, &exc_TypeError, "%U() takes no keyword arguments", title) : 0;
    }
    if (unlikely(argc != def->arity)) return wrong_count(t, b, def->arity, argc, method);
    return call_direct(t, def->fn, argc, argv);
}

/* `__new__` of a built-in type: the class comes first. */
static val builtin_new_entry(struct thread *t, const struct builtin *b, int64_t argc, val *argv,
                             val kwnames) {
    if (argc < 1) return raise(t, &exc_TypeError, "%N.__new__(): not enough arguments", b->owner);
    if (!val_has(argv[0], TYPE_TYPE))
        return raise(t, &exc_TypeError, "%N.__new__(X): X is not a type object (%T)", b->owner, argv[0]);
    struct type *cls = AS(type, argv[0]);
    if (!type_is_subtype(cls, b->owner))
        return raise(t, &exc_TypeError, "%N.__new__(%N): %N is not a subtype of %N", b->owner, cls, cls,
                     b->owner);
    const struct type *native = cls;
    while (native->flags & TYPE_HEAP) native = native->base;
    if (native->new != b->owner->new)
        return raise(t, &exc_TypeError, "%N.__new__(%N) is not safe, use %N.__new__()", b->owner, cls,
                     native);
    return b->owner->new (t, cls, argc - 1, argv + 1, kwnames);
}

val builtin_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    const struct builtin *b = AS(builtin, callee);
    const struct method *def = b->def;
    if (likely(def->arity == argc && !kwnames && !b->self)) return call_direct(t, def->fn, argc, argv);
    if (unlikely(!def->fn)) return builtin_new_entry(t, b, argc, argv, kwnames);
    if (!b->self || def->flags & METHOD_STATIC) return builtin_run(t, callee, argc, argv, kwnames, false);
    int64_t n = argc + (kwnames ? AS(tuple, kwnames)->len : 0);
    val few[COPY_MAX + 1], *args = few;
    if (n > COPY_MAX && !(args = gc_storage(t, (size_t)(n + 1) * sizeof(val), true))) return 0;
    args[0] = b->self;
    for (int64_t i = 0; i < n; i++) args[i + 1] = argv[i];
    return builtin_run(t, callee, argc + 1, args, kwnames, true);
}

/* Unbound methods: argv[0] must be an instance of the owner. */
static val method_entry(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    const struct builtin *b = AS(builtin, callee);
    if (unlikely(argc < 1))
        return raise(t, &exc_TypeError, "unbound method %N.%s() needs an argument", b->owner, b->def->name);
    if (unlikely(!type_is_subtype(type_of(argv[0]), b->owner)))
        return raise(t, &exc_TypeError, "descriptor '%s' for '%N' objects doesn't apply to a '%T' object",
                     b->def->name, b->owner, argv[0]);
    return builtin_run(t, callee, argc, argv, kwnames, true);
}

val builtin_new(struct thread *t, const struct method *def, struct type *owner, val self, val module) {
    bool method = owner && !self && !(def->flags & METHOD_STATIC);
    struct builtin *b = gc_new(t, method ? &method_descriptor_type : &builtin_type, sizeof *b);
    if (!b) return 0;
    bool direct =
        def->arity >= 0 && def->arity <= 6 && !method && (!self || def->flags & METHOD_STATIC) && def->fn;
    b->entry = method && !(def->flags & METHOD_CLASS) ? method_entry : builtin_entry;
    b->direct = direct ? def->fn : NULL;
    b->arity = direct ? (uint64_t)def->arity : ARITY_ANY;
    b->def = def;
    b->owner = owner;
    gc_store(b, &b->self, self);
    gc_store(b, &b->module, module);
    return val_of(b);
}

/* ---- argument checks for built-ins in entry form ---- */

bool args_count(struct thread *t, const char *fname, int64_t argc, int64_t min, int64_t max) {
    if (argc >= min && argc <= max) return true;
    bool few = argc < min;
    int64_t n = few ? min : max;
    raise(t, &exc_TypeError, "%s expected %s%ld argument%s, got %ld", fname,
          min == max ? ""
          : few      ? "at least "
                     : "at most ",
          n, n == 1 ? "" : "s", argc);
    return false;
}

bool args_no_keywords(struct thread *t, const char *fname, val kwnames) {
    if (!kwnames || !AS(tuple, kwnames)->len) return true;
    raise(t, &exc_TypeError, "%s() takes no keyword arguments", fname);
    return false;
}

struct spec {
    struct {
        const char *p;
        size_t n;
    } name[16];
    int count, posonly, required, positional; /* positional: how many may be given by position */
};

static void spec_read(const char *z, struct spec *s) {
    *s = (struct spec){.required = -1, .positional = -1};
    while (*z) {
        while (*z == ' ') z++;
        if (!*z) break;
        const char *p = z;
        while (*z && *z != ' ') z++;
        if (*p == '/')
            s->posonly = s->count;
        else if (*p == '|')
            s->required = s->count;
        else if (*p == '$')
            s->positional = s->count;
        else if (s->count < 16) {
            s->name[s->count].p = p;
            s->name[s->count++].n = (size_t)(z - p);
        }
    }
    if (s->required < 0) s->required = s->count;
    if (s->positional < 0) s->positional = s->count;
}

static bool name_is(val name, const char *p, size_t n) {
    const struct string *s = AS(string, name);
    return s->head.aux & STR_ASCII && (size_t)s->len == n && !memcmp(str_data(s), p, n);
}

static bool parse_keywords(struct thread *t, const char *fname, const struct spec *s, int64_t argc,
                           const val *argv, val kwnames, val *out) {
    for (int64_t k = 0; k < AS(tuple, kwnames)->len; k++) {
        val name = AS(tuple, kwnames)->item[k];
        int i = s->posonly;
        while (i < s->count && !name_is(name, s->name[i].p, s->name[i].n)) i++;
        if (i == s->count) {
            for (int p = 0; p < s->posonly; p++)
                if (name_is(name, s->name[p].p, s->name[p].n)) i = -1;
            if (i < 0)
                raise(t, &exc_TypeError,
                      "%s() got some positional-only arguments passed as keyword arguments: '%U'", fname,
                      name);
            else
                raise(t, &exc_TypeError, "'%U' is an invalid keyword argument for %s()", name, fname);
            return false;
        }
        if (out[i]) {
            raise(t, &exc_TypeError, "argument for %s() given by name ('%U') and position (%d)", fname, name,
                  i + 1);
            return false;
        }
        out[i] = argv[argc + k];
    }
    return true;
}

bool args_parse(struct thread *t, const char *fname, const char *spec, int64_t argc, val *argv, val kwnames,
                val *out) {
    struct spec s;
    spec_read(spec, &s);
    int64_t nkw = kwnames ? AS(tuple, kwnames)->len : 0;
    for (int i = 0; i < s.count; i++) out[i] = 0;
    if (argc + nkw > s.count) {
        raise(t, &exc_TypeError, "%s() takes at most %d %sargument%s (%ld given)", fname,
              s.count, argc ? "" : "keyword ",
              s.count == 1 ? "" : "s", argc + nkw);
        return false;
    }
    if (argc > s.positional) {
        if (s.positional == 0)
            raise(t, &exc_TypeError, "%s() takes no positional arguments", fname);
        else
            raise(t, &exc_TypeError, "%s() takes %s %d positional argument%s (%ld given)", fname,
                  s.required < s.positional || s.required < s.count ? "at most" : "exactly", s.positional,
                  s.positional == 1 ? "" : "s", argc);
        return false;
    }
    for (int64_t i = 0; i < argc; i++) out[i] = argv[i];
    if (nkw && !parse_keywords(t, fname, &s, argc, argv, kwnames, out)) return false;
    for (int i = 0; i < s.required; i++) {
        if (out[i]) continue;
        if (i < s.posonly)
            raise(t, &exc_TypeError, "%s() takes at least %d positional argument%s (%ld given)", fname,
                  s.posonly < s.required ? s.posonly : s.required,
                  (s.posonly < s.required ? s.posonly : s.required) == 1 ? "" : "s", argc);
        else {
            char buf[64];
            size_t n = s.name[i].n < sizeof buf - 1 ? s.name[i].n : sizeof buf - 1;
            memcpy(buf, s.name[i].p, n);
            buf[n] = 0;
            raise(t, &exc_TypeError, "%s() missing required argument '%s' (pos %d)", fname, buf, i + 1);
        }
        return false;
    }
    return true;
}
