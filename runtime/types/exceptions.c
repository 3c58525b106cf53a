/* The built-in exception classes: construction, attributes, texts. Raising and matching are in raise.c.
 *
 * What `extra` holds: StopIteration value; SystemExit code; AttributeError name, obj; NameError name;
 * ImportError msg, name, path; OSError errno, strerror, filename, filename2; SyntaxError msg, (filename,
 * lineno, offset, text, end_lineno, end_offset). UnicodeErrors keep everything in args. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/os/os.h"
#include "runtime/types/exception_type.h"

#define E(v) AS(exception, v)

static void exception_trace(struct gc_visitor *v, struct obj *o) {
    struct exception *e = (struct exception *)o;
    for (val *p = &e->args; p <= &e->cause; p++) gc_visit(v, *p);
    for (int i = 0; i < 4; i++) gc_visit(v, e->extra[i]);
}

static val or_none(val v) {
    return v ? v : NONE;
}

/* ---- BaseException ---- */

static val alloc(struct thread *t, struct type *cls, int64_t argc, const val *argv) {
    struct exception *e = gc_new(t, cls, sizeof *e);
    if (!e) return 0;
    val args = argc ? tuple_of(t, argc, argv) : EMPTY_TUPLE;
    if (!args) return 0;
    gc_store(e, &e->args, args);
    return val_of(e);
}

static val base_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)kwnames;
    return alloc(t, cls, argc, argv);
}

static int64_t set_args(struct thread *t, val self, int64_t argc, const val *argv) {
    struct exception *e = E(self);
    /* args are already there when `new` saw the same ones */
    if (AS(tuple, e->args)->len == argc &&
        (!argc || !memcmp(AS(tuple, e->args)->item, argv, (size_t)argc * sizeof(val))))
        return 0;
    val args = argc ? tuple_of(t, argc, argv) : EMPTY_TUPLE;
    if (!args) return -1;
    gc_store(e, &e->args, args);
    return 0;
}

static bool no_keywords(struct thread *t, val self, val kwnames) {
    if (!kwnames || !AS(tuple, kwnames)->len) return true;
    raise(t, &exc_TypeError, "%T() takes no keyword arguments", self);
    return false;
}

static int64_t base_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (!no_keywords(t, self, kwnames)) return -1;
    return set_args(t, self, argc, argv);
}

static val base_str(struct thread *t, val v) {
    const struct tuple *a = AS(tuple, E(v)->args);
    if (a->len == 0) return EMPTY_STR;
    return obj_str(t, a->len == 1 ? a->item[0] : E(v)->args);
}

static val base_repr(struct thread *t, val v) {
    const struct tuple *a = AS(tuple, E(v)->args);
    val name = type_name_of(t, type_of(v));
    if (!name) return 0;
    if (a->len == 1) return str_format(t, "%U(%R)", name, a->item[0]);
    return str_format(t, "%U%R", name, E(v)->args);
}

static val get_args(struct thread *t, val v) {
    return (void)t, E(v)->args;
}
static int64_t set_args_attr(struct thread *t, val v, val x) {
    if (!x) return raise_i(t, &exc_TypeError, "args may not be deleted");
    val args = tuple_from_iterable(t, x);
    if (!args) return -1;
    gc_store(E(v), &E(v)->args, args);
    return 0;
}
static val get_traceback(struct thread *t, val v) {
    return (void)t, or_none(E(v)->traceback);
}
static int64_t set_traceback(struct thread *t, val v, val x) {
    if (!x) return raise_i(t, &exc_TypeError, "__traceback__ may not be deleted");
    if (x != NONE && !val_is_exact(x, &traceback_shape))
        return raise_i(t, &exc_TypeError, "__traceback__ must be a traceback or None");
    gc_store(E(v), &E(v)->traceback, x == NONE ? 0 : x);
    return 0;
}
static val get_context(struct thread *t, val v) {
    return (void)t, or_none(E(v)->context);
}
static int64_t set_link(struct thread *t, val v, val *place, val x, const char *what) {
    if (!x) return raise_i(t, &exc_TypeError, "__%s__ may not be deleted", what);
    if (x != NONE && !val_has(x, TYPE_EXC))
        return raise_i(t, &exc_TypeError, "exception %s must be None or derive from BaseException", what);
    gc_store(E(v), place, x == NONE ? 0 : x);
    return 0;
}
static int64_t set_context(struct thread *t, val v, val x) {
    return set_link(t, v, &E(v)->context, x, "context");
}
static val get_cause(struct thread *t, val v) {
    return (void)t, or_none(E(v)->cause);
}
static int64_t set_cause(struct thread *t, val v, val x) {
    if (set_link(t, v, &E(v)->cause, x, "cause") < 0) return -1;
    E(v)->suppress_context = 1;
    return 0;
}
static val get_suppress(struct thread *t, val v) {
    return (void)t, val_bool(E(v)->suppress_context);
}
static int64_t set_suppress(struct thread *t, val v, val x) {
    if (x != TRUE && x != FALSE) return raise_i(t, &exc_TypeError, "attribute value type must be bool");
    E(v)->suppress_context = x == TRUE;
    return 0;
}
static val get_dict(struct thread *t, val v) {
    return instance_dict(t, val_obj(v));
}
static int64_t set_dict(struct thread *t, val v, val x) {
    if (!x || !val_has(x, TYPE_DICT))
        return raise_i(t, &exc_TypeError, "__dict__ must be set to a dictionary, not a '%T'", x ? x : NONE);
    return instance_set_dict(t, val_obj(v), x);
}

static val with_traceback(struct thread *t, val v, val tb) {
    return set_traceback(t, v, tb) < 0 ? 0 : v;
}
static val add_note(struct thread *t, val v, val note) {
    if (!val_is_str(note)) return raise(t, &exc_TypeError, "note must be a str, not '%T'", note);
    val notes = obj_lookattr(t, v, NAME(__notes__));
    if (!notes) {
        if (t->exc || !(notes = list_new(t, 1)) || obj_setattr(t, v, NAME(__notes__), notes) < 0) return 0;
    }
    if (!val_has(notes, TYPE_LIST))
        return raise(t, &exc_TypeError, "Cannot add note: __notes__ is not a list");
    return list_push(t, notes, note) < 0 ? 0 : NONE;
}
static val reduce(struct thread *t, val v) {
    val dict = *obj_attrs(val_obj(v)) ? instance_dict(t, val_obj(v)) : 0;
    if (t->exc) return 0;
    const val parts[3] = {val_of(type_of(v)), E(v)->args, dict};
    return tuple_of(t, dict ? 3 : 2, parts);
}

METHOD_TABLE(BaseException);
GETTER(BaseException, args, get_args, set_args_attr);
GETTER(BaseException, __traceback__, get_traceback, set_traceback);
GETTER(BaseException, __context__, get_context, set_context);
GETTER(BaseException, __cause__, get_cause, set_cause);
GETTER(BaseException, __suppress_context__, get_suppress, set_suppress);
GETTER(BaseException, __dict__, get_dict, set_dict);
METHOD(BaseException, with_traceback, with_traceback, 2, 0, NULL);
METHOD(BaseException, add_note, add_note, 2, 0, NULL);
METHOD(BaseException, __reduce__, reduce, 1, 0, NULL);

/* ---- attributes kept in extra ---- */

#define EXTRA(type, name, i)                                                                                 \
    static val get_##type##_##name(struct thread *t, val v) {                                                \
        return (void)t, or_none(E(v)->extra[i]);                                                             \
    }                                                                                                        \
    static int64_t set_##type##_##name(struct thread *t, val v, val x) {                                     \
        (void)t;                                                                                             \
        gc_store(E(v), &E(v)->extra[i], x);                                                                  \
        return 0;                                                                                            \
    }                                                                                                        \
    GETTER(type, name, get_##type##_##name, set_##type##_##name)

/* ---- StopIteration, SystemExit ---- */

METHOD_TABLE(StopIteration);
METHOD_TABLE(SystemExit);
EXTRA(StopIteration, value, 0);
EXTRA(SystemExit, code, 0);

static int64_t stop_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (base_init(t, self, argc, argv, kwnames) < 0) return -1;
    gc_store(E(self), &E(self)->extra[0], argc ? argv[0] : NONE);
    return 0;
}

static int64_t exit_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (base_init(t, self, argc, argv, kwnames) < 0) return -1;
    gc_store(E(self), &E(self)->extra[0], argc == 0 ? NONE : argc == 1 ? argv[0] : E(self)->args);
    return 0;
}

/* ---- exceptions with named extras: AttributeError, NameError, ImportError ---- */

METHOD_TABLE(AttributeError);
METHOD_TABLE(NameError);
METHOD_TABLE(ImportError);
EXTRA(AttributeError, name, 0);
EXTRA(AttributeError, obj, 1);
EXTRA(NameError, name, 0);
EXTRA(ImportError, msg, 0);
EXTRA(ImportError, name, 1);
EXTRA(ImportError, path, 2);

/* Keyword arguments go to extra[first + i] by their place in `names`. */
static int64_t named_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames, const char *title,
                          const char *const *names, int first) {
    for (int64_t k = 0; kwnames && k < AS(tuple, kwnames)->len; k++) {
        val name = AS(tuple, kwnames)->item[k];
        int i = 0;
        size_t n;
        const char *z = str_to_utf8(t, name, &n, true);
        if (!z) return -1;
        while (names[i] && (strlen(names[i]) != n || memcmp(names[i], z, n))) i++;
        if (!names[i])
            return raise_i(t, &exc_TypeError, "'%U' is an invalid keyword argument for %s()", name, title);
        gc_store(E(self), &E(self)->extra[first + i], argv[argc + k]);
    }
    return set_args(t, self, argc, argv);
}

static int64_t attribute_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    static const char *const names[] = {"name", "obj", NULL};
    return named_init(t, self, argc, argv, kwnames, "AttributeError", names, 0);
}
static int64_t name_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    static const char *const names[] = {"name", NULL};
    return named_init(t, self, argc, argv, kwnames, "NameError", names, 0);
}
static int64_t import_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    static const char *const names[] = {"name", "path", NULL};
    if (named_init(t, self, argc, argv, kwnames, "ImportError", names, 1) < 0) return -1;
    if (argc == 1) gc_store(E(self), &E(self)->extra[0], argv[0]);
    return 0;
}
static val import_str(struct thread *t, val v) {
    val msg = E(v)->extra[0];
    return msg && val_is_exact(msg, &str_shape) ? msg : base_str(t, v);
}

static val key_str(struct thread *t, val v) {
    const struct tuple *a = AS(tuple, E(v)->args);
    return a->len == 1 ? obj_repr(t, a->item[0]) : base_str(t, v);
}

/* ---- OSError ---- */

METHOD_TABLE(OSError);
EXTRA(OSError, errno, 0);
EXTRA(OSError, strerror, 1);
EXTRA(OSError, filename, 2);
EXTRA(OSError, filename2, 3);

static struct type *oserror_class(int64_t number) {
    switch (number) {
    case OS_EAGAIN:
    case OS_EALREADY:
    case OS_EINPROGRESS: return &exc_BlockingIOError;
    case OS_ECHILD: return &exc_ChildProcessError;
    case OS_EPIPE:
    case OS_ESHUTDOWN: return &exc_BrokenPipeError;
    case OS_ECONNABORTED: return &exc_ConnectionAbortedError;
    case OS_ECONNREFUSED: return &exc_ConnectionRefusedError;
    case OS_ECONNRESET: return &exc_ConnectionResetError;
    case OS_EEXIST: return &exc_FileExistsError;
    case OS_ENOENT: return &exc_FileNotFoundError;
    case OS_EINTR: return &exc_InterruptedError;
    case OS_EISDIR: return &exc_IsADirectoryError;
    case OS_ENOTDIR: return &exc_NotADirectoryError;
    case OS_EACCES:
    case OS_EPERM: return &exc_PermissionError;
    case OS_ESRCH: return &exc_ProcessLookupError;
    case OS_ETIMEDOUT: return &exc_TimeoutError;
    default: return &exc_OSError;
    }
}

/* errno, strerror[, filename[, winerror[, filename2]]]: the class follows errno, args keeps the first two. */
static val oserror_new(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    if (kwnames && AS(tuple, kwnames)->len)
        return raise(t, &exc_TypeError, "%N() takes no keyword arguments", cls);
    bool parts = argc >= 2 && argc <= 5;
    int64_t number;
    if (parts && cls == &exc_OSError && int_to_i64(argv[0], &number)) cls = oserror_class(number);
    bool named = parts && argc > 2 && argv[2] != NONE;
    val v = alloc(t, cls, named ? 2 : argc, argv);
    if (!v || !parts) return v;
    struct exception *e = E(v);
    gc_note(&e->head);
    e->extra[0] = argv[0];
    e->extra[1] = argv[1];
    if (named) {
        e->extra[2] = argv[2];
        if (argc == 5 && argv[4] != NONE) e->extra[3] = argv[4];
    }
    return v;
}

static int64_t oserror_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    (void)t, (void)self, (void)argc, (void)argv, (void)kwnames;
    return 0; /* `new` has done everything */
}

static val oserror_str(struct thread *t, val v) {
    const struct exception *e = E(v);
    if (e->extra[2] && e->extra[3])
        return str_format(t, "[Errno %S] %S: %R -> %R", or_none(e->extra[0]), or_none(e->extra[1]),
                          e->extra[2], e->extra[3]);
    if (e->extra[2])
        return str_format(t, "[Errno %S] %S: %R", or_none(e->extra[0]), or_none(e->extra[1]), e->extra[2]);
    if (e->extra[0] && e->extra[1]) return str_format(t, "[Errno %S] %S", e->extra[0], e->extra[1]);
    return base_str(t, v);
}

val raise_oserror(struct thread *t, int number, val filename) {
    if (number < 0) number = -number;
    const char *text = os_error_text(number);
    val args[3] = {val_small(number), text ? str_ascii(t, text) : str_format(t, "Unknown error %d", number),
                   filename};
    if (!args[1]) return 0;
    val v = oserror_new(t, &exc_OSError, filename ? 3 : 2, args, 0);
    return v ? raise_val(t, v) : 0;
}

/* ---- SyntaxError ---- */

METHOD_TABLE(SyntaxError);
EXTRA(SyntaxError, msg, 0);
EXTRA(SyntaxError, print_file_and_line, 2);

static val detail(val v, int64_t i) {
    val d = E(v)->extra[1];
    return d && i < AS(tuple, d)->len ? AS(tuple, d)->item[i] : NONE;
}
static val get_filename(struct thread *t, val v) {
    return (void)t, detail(v, 0);
}
static val get_lineno(struct thread *t, val v) {
    return (void)t, detail(v, 1);
}
static val get_offset(struct thread *t, val v) {
    return (void)t, detail(v, 2);
}
static val get_text(struct thread *t, val v) {
    return (void)t, detail(v, 3);
}
static val get_end_lineno(struct thread *t, val v) {
    return (void)t, detail(v, 4);
}
static val get_end_offset(struct thread *t, val v) {
    return (void)t, detail(v, 5);
}
GETTER(SyntaxError, filename, get_filename, NULL);
GETTER(SyntaxError, lineno, get_lineno, NULL);
GETTER(SyntaxError, offset, get_offset, NULL);
GETTER(SyntaxError, text, get_text, NULL);
GETTER(SyntaxError, end_lineno, get_end_lineno, NULL);
GETTER(SyntaxError, end_offset, get_end_offset, NULL);

static int64_t syntax_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    if (base_init(t, self, argc, argv, kwnames) < 0) return -1;
    if (argc >= 1) gc_store(E(self), &E(self)->extra[0], argv[0]);
    if (argc != 2) return 0;
    val d = tuple_from_iterable(t, argv[1]);
    if (!d) return -1;
    if (AS(tuple, d)->len < 4)
        return raise_i(t, &exc_TypeError, "function takes at least 4 arguments (%ld given)",
                       AS(tuple, d)->len);
    gc_store(E(self), &E(self)->extra[1], d);
    return 0;
}

static val syntax_str(struct thread *t, val v) {
    val file = detail(v, 0), line = detail(v, 1), msg = or_none(E(v)->extra[0]);
    bool has_file = val_is_str(file), has_line = val_is_small(line);
    if (has_file) {
        const struct string *s = AS(string, file);
        int64_t from = s->len;
        while (from > 0 && str_at(s, from - 1) != '/') from--;
        if (!(file = str_slice(t, file, from, s->len))) return 0;
    }
    if (has_file && has_line) return str_format(t, "%S (%U, line %S)", msg, file, line);
    if (has_file) return str_format(t, "%S (%U)", msg, file);
    if (has_line) return str_format(t, "%S (line %S)", msg, line);
    return obj_str(t, msg);
}

/* ---- UnicodeError ---- */

/* Their fields can be set, which leaves args as they are: then they are a list of their own in extra[0]. */
static val unicode_part(struct thread *t, val v, int64_t i) {
    const struct tuple *a = AS(tuple, E(v)->extra[0] ? E(v)->extra[0] : E(v)->args);
    if (type_is_subtype(type_of(v), &exc_UnicodeTranslateError) && i > 0) i--;
    return i < a->len ? a->item[i] : raise(t, &exc_TypeError, "attribute not set");
}
static int64_t unicode_set(struct thread *t, val v, int64_t i, val value) {
    int64_t number;
    bool is_number = i == 2 || i == 3;
    if (!value) return raise_i(t, &exc_TypeError, "can't delete numeric/char attribute");
    if (is_number && !index_i64(t, value, &number)) return -1;
    if (!E(v)->extra[0]) {
        const struct tuple *a = AS(tuple, E(v)->args);
        val own = tuple_of(t, a->len, a->item);
        if (!own) return -1;
        gc_store(E(v), &E(v)->extra[0], own);
    }
    struct tuple *own = AS(tuple, E(v)->extra[0]);
    if (type_is_subtype(type_of(v), &exc_UnicodeTranslateError) && i > 0) i--;
    if (i >= own->len) return raise_i(t, &exc_TypeError, "attribute not set");
    gc_store(own, &own->item[i], value);
    return 0;
}
#define UNICODE_FIELD(name, i)                                                                               \
    static val get_##name(struct thread *t, val v) {                                                         \
        return unicode_part(t, v, i);                                                                        \
    }                                                                                                        \
    static int64_t set_##name(struct thread *t, val v, val value) {                                          \
        return unicode_set(t, v, i, value);                                                                  \
    }                                                                                                        \
    GETTER(UnicodeError, name, get_##name, set_##name)
METHOD_TABLE(UnicodeError);
UNICODE_FIELD(encoding, 0);
UNICODE_FIELD(object, 1);
UNICODE_FIELD(start, 2);
UNICODE_FIELD(end, 3);
UNICODE_FIELD(reason, 4);

/* `kinds` says what each argument must be: s a str, n an integer, o anything. */
static int64_t unicode_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames,
                            const char *kinds) {
    int64_t n = (int64_t)strlen(kinds), number;
    if (base_init(t, self, argc, argv, kwnames) < 0) return -1;
    if (argc != n)
        return raise_i(t, &exc_TypeError, "function takes exactly %ld arguments (%ld given)", n, argc);
    for (int64_t i = 0; i < n; i++) {
        if (kinds[i] == 's' && !val_is_str(argv[i]))
            return raise_i(t, &exc_TypeError, "argument %ld must be str, not %B", i + 1, argv[i]);
        if (kinds[i] == 'n' && !index_i64(t, argv[i], &number)) return -1;
    }
    return 0;
}
/* Other bytes-like objects are kept as bytes, apart from args. */
static int64_t decode_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    struct buffer b;
    if (unicode_init(t, self, argc, argv, kwnames, "sonns") < 0) return -1;
    if (val_has(argv[1], TYPE_BYTES)) return 0;
    if (!buffer_get(t, argv[1], &b)) return -1;
    val copy = bytes_new(t, b.p, (size_t)b.n);
    return copy ? unicode_set(t, self, 1, copy) : -1;
}
static int64_t encode_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    return unicode_init(t, self, argc, argv, kwnames, "ssnns");
}
static int64_t translate_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    return unicode_init(t, self, argc, argv, kwnames, "snns");
}

static void put_hex(char *z, uint32_t c) {
    int digits = c <= 0xff ? 2 : c <= 0xffff ? 4 : 8;
    *z++ = '\\';
    *z++ = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
    for (int i = digits; i-- > 0;) *z++ = "0123456789abcdef"[c >> i * 4 & 15];
    *z = 0;
}

static val unicode_text(struct thread *t, val v, const char *verb, bool bytes, bool codec) {
    const struct tuple *a = AS(tuple, E(v)->extra[0] ? E(v)->extra[0] : E(v)->args);
    int64_t at = codec ? 1 : 0, start, end;
    if (a->len != at + 4) return base_str(t, v);
    val object = a->item[at], reason = a->item[at + 3];
    if (!int_to_i64(a->item[at + 1], &start) || !int_to_i64(a->item[at + 2], &end)) return base_str(t, v);
    val head =
        codec ? str_format(t, "'%S' codec can't %s", a->item[0], verb) : str_format(t, "can't %s", verb);
    if (!head) return 0;
    if (bytes) {
        struct buffer b;
        if (!buffer_get(t, object, &b)) return 0;
        if (start >= 0 && start < b.n && end == start + 1) {
            char hex[12];
            put_hex(hex, b.p[start]);
            hex[0] = '0'; /* \xff -> 0xff */
            return str_format(t, "%U byte %s in position %ld: %S", head, hex, start, reason);
        }
        return str_format(t, "%U bytes in position %ld-%ld: %S", head, start, end - 1, reason);
    }
    if (start >= 0 && start < AS(string, object)->len && end == start + 1) {
        char hex[12];
        put_hex(hex, str_at(AS(string, object), start));
        return str_format(t, "%U character '%s' in position %ld: %S", head, hex, start, reason);
    }
    return str_format(t, "%U characters in position %ld-%ld: %S", head, start, end - 1, reason);
}
static val decode_str(struct thread *t, val v) {
    return unicode_text(t, v, "decode", true, true);
}
static val encode_str(struct thread *t, val v) {
    return unicode_text(t, v, "encode", false, true);
}
static val translate_str(struct thread *t, val v) {
    return unicode_text(t, v, "translate", false, false);
}

/* ---- the classes ---- */

val exc_new(struct thread *t, struct type *type, int64_t argc, const val *args) {
    val v = alloc(t, type, argc, args);
    if (v && type_is_subtype(type, &exc_StopIteration))
        gc_store(E(v), &E(v)->extra[0], argc ? args[0] : NONE);
    if (v && type_is_subtype(type, &exc_ImportError) && argc == 1) gc_store(E(v), &E(v)->extra[0], args[0]);
    return v;
}

EXC(BaseException, object, METHODS_OF(BaseException), .doc = "Common base class for all exceptions",
    .new = base_new, .init = base_init, .repr = base_repr, .str = base_str, .trace = exception_trace);
EXC(Exception, BaseException, .doc = "Common base class for all non-exit exceptions.");
EXC_OF(SystemExit, BaseException, TYPE_OWN_LAYOUT, METHODS_OF(SystemExit), .init = exit_init,
    .doc = "Request to exit from the interpreter.");
EXC(KeyboardInterrupt, BaseException, .doc = "Program interrupted by user.");
EXC(GeneratorExit, BaseException, .doc = "Request that a generator exit.");
EXC_OF(StopIteration, Exception, TYPE_OWN_LAYOUT, METHODS_OF(StopIteration), .init = stop_init,
    .doc = "Signal the end from iterator.__next__().");
EXC(StopAsyncIteration, Exception, .doc = "Signal the end from iterator.__anext__().");
EXC(ArithmeticError, Exception, .doc = "Base class for arithmetic errors.");
EXC(FloatingPointError, ArithmeticError, .doc = "Floating point operation failed.");
EXC(OverflowError, ArithmeticError, .doc = "Result too large to be represented.");
EXC(ZeroDivisionError, ArithmeticError, .doc = "Second argument to a division or modulo operation was zero.");
EXC(AssertionError, Exception, .doc = "Assertion failed.");
EXC_OF(AttributeError, Exception, TYPE_OWN_LAYOUT, METHODS_OF(AttributeError), .init = attribute_init,
    .doc = "Attribute not found.");
EXC(BufferError, Exception, .doc = "Buffer error.");
EXC(EOFError, Exception, .doc = "Read beyond end of file.");
EXC_OF(ImportError, Exception, TYPE_OWN_LAYOUT, METHODS_OF(ImportError), .init = import_init, .str = import_str,
    .doc = "Import can't find module, or can't find name in module.");
EXC(ModuleNotFoundError, ImportError, .doc = "Module not found.");
EXC(LookupError, Exception, .doc = "Base class for lookup errors.");
EXC(IndexError, LookupError, .doc = "Sequence index out of range.");
EXC(KeyError, LookupError, .str = key_str, .doc = "Mapping key not found.");
EXC(MemoryError, Exception, .doc = "Out of memory.");
EXC_OF(NameError, Exception, TYPE_OWN_LAYOUT, METHODS_OF(NameError), .init = name_init, .doc = "Name not found globally.");
EXC(UnboundLocalError, NameError, .doc = "Local name referenced but not bound to a value.");
EXC_OF(OSError, Exception, TYPE_OWN_LAYOUT, METHODS_OF(OSError), .new = oserror_new, .init = oserror_init, .str = oserror_str,
    .doc = "Base class for I/O related errors.");
EXC(BlockingIOError, OSError, .doc = "I/O operation would block.");
EXC(ChildProcessError, OSError, .doc = "Child process error.");
EXC(ConnectionError, OSError, .doc = "Connection error.");
EXC(BrokenPipeError, ConnectionError, .doc = "Broken pipe.");
EXC(ConnectionAbortedError, ConnectionError, .doc = "Connection aborted.");
EXC(ConnectionRefusedError, ConnectionError, .doc = "Connection refused.");
EXC(ConnectionResetError, ConnectionError, .doc = "Connection reset.");
EXC(FileExistsError, OSError, .doc = "File already exists.");
EXC(FileNotFoundError, OSError, .doc = "File not found.");
EXC(InterruptedError, OSError, .doc = "Interrupted by signal.");
EXC(IsADirectoryError, OSError, .doc = "Operation doesn't work on directories.");
EXC(NotADirectoryError, OSError, .doc = "Operation only works on directories.");
EXC(PermissionError, OSError, .doc = "Not enough permissions.");
EXC(ProcessLookupError, OSError, .doc = "Process not found.");
EXC(TimeoutError, OSError, .doc = "Timeout expired.");
EXC(ReferenceError, Exception, .doc = "Weak ref proxy used after referent went away.");
EXC(RuntimeError, Exception, .doc = "Unspecified run-time error.");
EXC(NotImplementedError, RuntimeError, .doc = "Method or function hasn't been implemented yet.");
EXC(RecursionError, RuntimeError, .doc = "Recursion limit exceeded.");
EXC_OF(SyntaxError, Exception, TYPE_OWN_LAYOUT, METHODS_OF(SyntaxError), .init = syntax_init, .str = syntax_str,
    .doc = "Invalid syntax.");
EXC(IndentationError, SyntaxError, .doc = "Improper indentation.");
EXC(TabError, IndentationError, .doc = "Improper mixture of spaces and tabs.");
EXC(SystemError, Exception,
    .doc = "Internal error in the Python interpreter.\n\nPlease report this to the Python maintainer, along "
           "with the "
           "traceback,\nthe Python version, and the hardware/OS platform and version.");
EXC(TypeError, Exception, .doc = "Inappropriate argument type.");
EXC(ValueError, Exception, .doc = "Inappropriate argument value (of correct type).");
EXC(UnicodeError, ValueError, METHODS_OF(UnicodeError), .doc = "Unicode related error.");
EXC_OF(UnicodeDecodeError, UnicodeError, TYPE_OWN_LAYOUT, .init = decode_init, .str = decode_str,
    .doc = "Unicode decoding error.");
EXC_OF(UnicodeEncodeError, UnicodeError, TYPE_OWN_LAYOUT, .init = encode_init, .str = encode_str,
    .doc = "Unicode encoding error.");
EXC_OF(UnicodeTranslateError, UnicodeError, TYPE_OWN_LAYOUT, .init = translate_init, .str = translate_str,
    .doc = "Unicode translation error.");
EXC(Warning, Exception, .doc = "Base class for warning categories.");
EXC(BytesWarning, Warning,
    .doc = "Base class for warnings about bytes and buffer related problems, mostly\nrelated to conversion "
           "from str or "
           "comparing to str.");
EXC(DeprecationWarning, Warning, .doc = "Base class for warnings about deprecated features.");
EXC(EncodingWarning, Warning, .doc = "Base class for warnings about encodings.");
EXC(FutureWarning, Warning,
    .doc = "Base class for warnings about constructs that will change semantically\nin the future.");
EXC(ImportWarning, Warning, .doc = "Base class for warnings about probable mistakes in module imports");
EXC(PendingDeprecationWarning, Warning,
    .doc = "Base class for warnings about features which will be deprecated\nin the future.");
EXC(ResourceWarning, Warning, .doc = "Base class for warnings about resource usage.");
EXC(RuntimeWarning, Warning, .doc = "Base class for warnings about dubious runtime behavior.");
EXC(SyntaxWarning, Warning, .doc = "Base class for warnings about dubious syntax.");
EXC(UnicodeWarning, Warning,
    .doc = "Base class for warnings about Unicode related problems, mostly\nrelated to conversion problems.");
EXC(UserWarning, Warning, .doc = "Base class for warnings generated by user code.");
