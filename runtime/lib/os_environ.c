/* os.environ: a dict of strs that tells the system what is stored into it. */
#include "runtime/lib/fs.h"

METHOD_TABLE(os_environ);

static bool check(struct thread *t, val v) {
    if (!val_is_str(v)) raise(t, &exc_TypeError, "str expected, not %T", v);
    return val_is_str(v);
}

/* What putenv() refuses: a name that is empty or holds '=', and zero characters. */
static bool name_ok(struct thread *t, val key, val value) {
    for (int64_t i = 0; i < AS(string, key)->len; i++)
        if (str_at(AS(string, key), i) == '=')
            return raise(t, &exc_ValueError, "illegal environment variable name") != 0;
    for (int part = 0; part < 2; part++) {
        struct string *s = AS(string, part ? value : key);
        for (int64_t i = 0; i < s->len; i++)
            if (!str_at(s, i)) return raise(t, &exc_ValueError, "embedded null byte") != 0;
    }
    if (AS(string, key)->len) return true;
    return raise_oserror(t, 22, 0) != 0; /* EINVAL */
}

static int64_t environ_setitem(struct thread *t, val self, val key, val value) {
    if (!check(t, key) || (value && !check(t, value))) return -1;
    if (value && !name_ok(t, key, value)) return -1;
    return dict_setitem(t, self, key, value);
}
static val environ_getitem(struct thread *t, val self, val key) {
    return check(t, key) ? dict_getitem(t, self, key) : 0;
}
static val environ_repr(struct thread *t, val self) {
    val text = dict_type.repr(t, self);
    return text ? str_format(t, "environ(%U)", text) : 0;
}

extern struct shape os_environ_shape;
struct type os_environ_type = {
    .head = TYPE_HEAD,
    .shape = &os_environ_shape,
    .cname = "os._Environ",
    .base = &dict_type,
    .flags = TYPE_DICT | TYPE_IMMUTABLE | TYPE_MAPPING,
    .size = sizeof(struct dict),
    .gc_layout = GC_CUSTOM,
    .methods = __start_pymeth_os_environ,
    .methods_end = __stop_pymeth_os_environ,
    .getitem = environ_getitem,
    .setitem = environ_setitem,
    .repr = environ_repr,
};
DEFINE_SHAPE(os_environ);

val os_environ_new(struct thread *t) {
    os_environ_type.trace = dict_type.trace;
    val d = val_of(gc_new(t, &os_environ_type, sizeof(struct dict)));
    for (char **e = os_environ(); d && e && *e; e++) {
        size_t n = 0, len = strlen(*e);
        while (n < len && (*e)[n] != '=') n++;
        if (n == len || n == 0) continue;
        val key = fs_out(t, *e, n, false), value = key ? fs_out(t, *e + n + 1, len - n - 1, false) : 0;
        if (!value) return 0;
        if (dict_lookup(t, d, key)) continue;
        if (dict_put(t, d, key, value) < 0) return 0;
    }
    return d;
}
