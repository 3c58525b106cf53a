/* Arguments of the functions of posix, by the letters of posix.h. */
#include "runtime/lib/posix/posix.h"

#define ROOM 256

/* From "($module, /, path, mode=511, *, dir_fd=None)" to what args_parse reads: "path | mode $ dir_fd". */
static void read_signature(const char *s, char *out) {
    char *end = out + ROOM - 2;
    bool optional = false, first = true;
    while (*s && *s != ',' && *s != ')') s++; /* $module */
    while (*s == ',') {
        s++;
        while (*s == ' ' || *s == '\n') s++;
        const char *from = s;
        while (*s && *s != ',' && *s != ')' && *s != '=') s++;
        const char *to = s;
        if (*s == '=') {
            if (!optional && out + 2 < end) *out++ = '|', *out++ = ' ';
            optional = true;
            for (int depth = 0; *s && (depth || (*s != ',' && *s != ')')); s++)
                depth += (*s == '(') - (*s == ')');
        }
        if (*from == '/' && first) continue; /* before any parameter: nothing is positional-only */
        first = false;
        if (*from == '*' && !optional && out + 2 < end) *out++ = '|', *out++ = ' ', optional = true;
        if (*from == '*')
            *out++ = '$';
        else
            while (from < to && out < end) *out++ = *from++;
        if (out < end) *out++ = ' ';
    }
    if (out[-1] == ' ') out--;
    *out = 0;
}

/* ---- numbers ---- */

static bool c_int(struct thread *t, val v, int64_t *n) {
    val i = obj_index(t, v);
    if (!i) return false;
    if (int_to_i64(i, n) && *n >= INT32_MIN && *n <= INT32_MAX) return true;
    return raise(t, &exc_OverflowError, "Python int too large to convert to C int"), false;
}

static bool wide_int(struct thread *t, val v, int64_t *n) {
    val i = obj_index(t, v);
    if (!i || int_to_i64(i, n)) return i != 0;
    return raise(t, &exc_OverflowError, "Python int too large to convert to C long"), false;
}

/* -1 says "as it is". */
static bool id_arg(struct thread *t, val v, const char *what, int64_t *n) {
    if (!type_of(v)->index && !val_is_int(v))
        return raise(t, &exc_TypeError, "%s should be integer, not %T", what, v), false;
    val i = obj_index(t, v);
    if (!i) return false;
    bool fits = int_to_i64(i, n);
    if (fits && *n >= -1 && *n <= UINT32_MAX) return true;
    bool low = fits ? *n < 0 : int_sign(i) < 0;
    return raise(t, &exc_OverflowError, low ? "%s is less than minimum" : "%s is greater than maximum", what),
           false;
}

bool posix_fd(struct thread *t, val v, int64_t *fd) {
    if (!val_is_int(v)) {
        val method = obj_lookattr(t, v, NAME(fileno));
        if (!method)
            return t->exc ? false
                          : (raise(t, &exc_TypeError, "argument must be an int, or have a fileno() method."),
                             false);
        if (!(v = call0(t, method))) return false;
        if (!val_is_int(v)) return raise(t, &exc_TypeError, "fileno() returned a non-integer"), false;
    }
    if (!c_int(t, v, fd)) return false;
    if (*fd < 0)
        return raise(t, &exc_ValueError, "file descriptor cannot be a negative integer (%ld)", *fd), false;
    return true;
}

static bool dir_fd(struct thread *t, val v, int64_t *fd) {
    *fd = OS_AT_FDCWD;
    if (!v || v == NONE) return true;
    if (!type_of(v)->index && !val_is_int(v))
        return raise(t, &exc_TypeError, "argument should be integer or None, not %T", v), false;
    return c_int(t, v, fd);
}

/* ---- paths ---- */

static bool path_text(struct thread *t, struct arg *a) {
    size_t n;
    a->bytes = val_has(a->v, TYPE_BYTES);
    if (a->bytes) {
        a->path = (const char *)AS(bytes, a->v)->data;
        n = (size_t)AS(bytes, a->v)->len;
    } else if (!(a->path = str_to_utf8(t, a->v, &n, true)))
        return false;
    if (strlen(a->path) == n) return true;
    return raise(t, &exc_ValueError, "embedded null byte"), false;
}

static bool path_any(struct thread *t, const char *name, const char *what, char kind, struct arg *a) {
    a->n = -1;
    if (!a->v || (kind == 'q' && a->v == NONE)) return true;
    if (kind != 'p' && (val_is_int(a->v) || (!val_is_str(a->v) && type_of(a->v)->index))) {
        val i = obj_index(t, a->v);
        if (!i) return false;
        if (!int_to_i64(i, &a->n) || a->n > INT32_MAX || a->n < INT32_MIN)
            return raise(t, &exc_OverflowError,
                         int_sign(i) > 0 ? "fd is greater than maximum" : "fd is less than minimum"),
                   false;
        return true;
    }
    if (!val_is_str(a->v) && !val_has(a->v, TYPE_BYTES)) {
        val given = a->v, method = special_lookup(t, given, NAME(__fspath__));
        if (!method && t->exc) return false;
        if (!method)
            return raise(t, &exc_TypeError, "%s: %s should be %s, not %T", name, what,
                         kind == 'p'   ? "string, bytes or os.PathLike"
                         : kind == 'P' ? "string, bytes, os.PathLike or integer"
                                       : "string, bytes, os.PathLike, integer or None",
                         given),
                   false;
        if (!(a->v = call0(t, method))) return false;
        if (!val_is_str(a->v) && !val_has(a->v, TYPE_BYTES))
            return raise(t, &exc_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", given,
                         a->v),
                   false;
    }
    return path_text(t, a);
}

/* ---- all ---- */

static bool convert(struct thread *t, const char *name, const char *what, char kind, struct arg *a) {
    int64_t truth;
    switch (kind) {
    case 'p':
    case 'P':
    case 'q': return path_any(t, name, what, kind, a);
    case 'd': return dir_fd(t, a->v, &a->n);
    case 'o': return true;
    }
    if (!a->v) return true;
    switch (kind) {
    case 'f': return posix_fd(t, a->v, &a->n);
    case 'i': return c_int(t, a->v, &a->n);
    case 'u': return id_arg(t, a->v, what, &a->n);
    case 'b':
        truth = obj_truth(t, a->v);
        a->n = truth;
        return truth >= 0;
    case 'y': return buffer_get(t, a->v, &a->buf);
    default: return wide_int(t, a->v, &a->n);
    }
}

/* Functions whose parameters are all positional count them, the others match names. */
static bool take_values(struct thread *t, const char *name, const char *spec, int64_t argc, val *argv,
                        val kwnames, val *out) {
    size_t n = strlen(spec);
    if (n < 2 || spec[n - 1] != '/') return args_parse(t, name, spec, argc, argv, kwnames, out);
    int64_t most = 0, least = -1;
    for (const char *p = spec; *p; p++) {
        if (*p == '|') least = most;
        most += p != spec && *p == ' ' && p[-1] != '|';
    }
    if (least < 0) least = most;
    if (kwnames && AS(tuple, kwnames)->len)
        return raise(t, &exc_TypeError, "posix.%s() takes no keyword arguments", name), false;
    if (most == 1 && least == 1 && argc != 1)
        return raise(t, &exc_TypeError, "posix.%s() takes exactly one argument (%ld given)", name, argc),
               false;
    if (!args_count(t, name, argc, least, most)) return false;
    for (int64_t i = 0; i < most; i++) out[i] = i < argc ? argv[i] : 0;
    return true;
}

bool posix_take(struct thread *t, const char *name, const char *signature, const char *kinds, int64_t argc,
                val *argv, val kwnames, struct arg *a) {
    char spec[ROOM];
    val out[12];
    bool paths = false;
    read_signature(signature, spec);
    if (!take_values(t, name, spec, argc, argv, kwnames, out)) return false;
    const char *p = spec;
    for (int i = 0; kinds[i]; i++) {
        while (*p == '|' || *p == '$' || *p == '/' || *p == ' ') p++;
        char what[32];
        size_t n = 0;
        while (*p && *p != ' ' && n < sizeof what - 1) what[n++] = *p++;
        what[n] = 0;
        a[i] = (struct arg){.v = out[i]};
        if (!convert(t, name, what, kinds[i], &a[i])) return false;
        paths |= a[i].path != NULL;
    }
    if (paths) io_flush_all(t);
    return true;
}

val posix_done(struct thread *t, long r, const struct arg *a) {
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, a ? a->v : 0) : NONE;
}
val posix_number(struct thread *t, long r, const struct arg *a) {
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, a ? a->v : 0) : int_from_i64(t, r);
}
