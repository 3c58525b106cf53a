/* Arrays to and from lists, bytes, texts, files and pickles. */
#include "runtime/lib/array/array.h"
#include "runtime/lib/native.h"

#define A(v) AS(array, v)

/* ---- lists ---- */

val array_tolist(struct thread *t, val self) {
    val list = list_new(t, A(self)->len);
    for (int64_t i = 0; list && i < A(self)->len; i++) {
        val item = array_item(t, A(self)->kind, array_place(A(self), i));
        if (!item || list_push(t, list, item) < 0) return 0;
    }
    return list;
}

/* All of the list or nothing. */
static val method_fromlist(struct thread *t, val self, val list) {
    struct array *a = A(self);
    if (!val_has(list, TYPE_LIST)) return raise(t, &exc_TypeError, "arg must be list");
    int64_t n = AS(list, list)->len, old = a->len;
    for (int64_t i = 0; i < n; i++) {
        bool good = array_push(t, a, AS(list, list)->item[i]);
        if (good && AS(list, list)->len != n)
            good = raise(t, &exc_RuntimeError, "list changed size during iteration") != 0;
        if (good) continue;
        if (a->len > old && !a->exports) a->len = old;
        return 0;
    }
    return NONE;
}

/* ---- bytes ---- */

static val method_tobytes(struct thread *t, val self) {
    return bytes_new(t, A(self)->len ? (void *)A(self)->p : "", array_bytes(A(self), A(self)->len));
}

static val method_frombytes(struct thread *t, val self, val from) {
    struct buffer b = {0};
    if (!buffer_get(t, from, &b)) return 0;
    if (b.n % A(self)->kind->size)
        return raise(t, &exc_ValueError, "bytes length not a multiple of item size");
    if (from == self && array_fixed(t, A(self))) return 0;
    return array_push_bytes(t, A(self), b.p, b.n / A(self)->kind->size) ? NONE : 0;
}

static void swap_bytes(uint8_t *p, int size) {
    for (int i = 0; i < size / 2; i++) {
        uint8_t kept = p[i];
        p[i] = p[size - 1 - i];
        p[size - 1 - i] = kept;
    }
}

static val method_byteswap(struct thread *t, val self) {
    (void)t;
    for (int64_t i = 0; i < A(self)->len; i++) swap_bytes(array_place(A(self), i), A(self)->kind->size);
    return NONE;
}

static val method_buffer_info(struct thread *t, val self) {
    const val v[] = {int_from_u64(t, (uint64_t)(uintptr_t)A(self)->p), int_from_i64(t, A(self)->len)};
    return v[0] && v[1] ? tuple_of(t, 2, v) : 0;
}

static val method_sizeof(struct thread *t, val self) {
    return int_from_i64(t, (int64_t)sizeof(struct array) + A(self)->cap);
}

/* ---- texts ---- */

bool array_push_text(struct thread *t, struct array *a, val s) {
    int64_t old = a->len, n = AS(string, s)->len;
    if (!array_resize(t, a, old + n)) return false;
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = str_at(AS(string, s), i);
        memcpy(array_place(a, old + i), &c, sizeof c);
    }
    return true;
}

static val method_fromunicode(struct thread *t, val self, val s) {
    if (!val_is_str(s)) return raise(t, &exc_TypeError, "fromunicode() argument must be str, not %B", s);
    if (A(self)->kind->class != 't')
        return raise(t, &exc_ValueError, "fromunicode() may only be called on unicode type arrays");
    return array_push_text(t, A(self), s) ? NONE : 0;
}

val array_tounicode(struct thread *t, val self) {
    struct strbuf b;
    if (A(self)->kind->class != 't')
        return raise(t, &exc_ValueError, "tounicode() may only be called on unicode type arrays");
    strbuf_init(&b, t);
    for (int64_t i = 0; i < A(self)->len; i++) {
        val c = array_item(t, A(self)->kind, array_place(A(self), i));
        if (!c || !strbuf_put(&b, c)) return 0;
    }
    return strbuf_finish(&b);
}

/* ---- files ---- */

static val method_fromfile(struct thread *t, val self, val file, val count) {
    int64_t n, size = A(self)->kind->size, want;
    if (!index_i64(t, count, &n)) return 0;
    if (n < 0) return raise(t, &exc_ValueError, "negative count");
    if (__builtin_mul_overflow(n, size, &want)) return raise(t, &exc_MemoryError, "");
    val wanted = int_from_i64(t, want), got = wanted ? call_method1(t, file, NAME(read), wanted) : 0;
    if (!got) return 0;
    if (!val_has(got, TYPE_BYTES)) return raise(t, &exc_TypeError, "read() didn't return bytes");
    bool enough = bytes_text(got).n == want;
    if (!method_frombytes(t, self, got)) return 0;
    return enough ? NONE : raise(t, &exc_EOFError, "read() didn't return enough bytes");
}

#define AT_ONCE 65536

static val method_tofile(struct thread *t, val self, val file) {
    for (int64_t at = 0; at < (int64_t)array_bytes(A(self), A(self)->len); at += AT_ONCE) {
        int64_t left = (int64_t)array_bytes(A(self), A(self)->len) - at;
        val part = bytes_new(t, A(self)->p + at, (size_t)(left < AT_ONCE ? left : AT_ONCE));
        if (!part || !call_method1(t, file, NAME(write), part)) return 0;
    }
    return NONE;
}

/* ---- pickles ---- */

/* Machine formats by number: what items were where the array was pickled. */
static const struct machine_format {
    char class;
    uint8_t size;
    bool big;
} machine[] = {
    {'u', 1, false}, {'s', 1, false}, {'u', 2, false}, {'u', 2, true}, {'s', 2, false}, {'s', 2, true},
    {'u', 4, false}, {'u', 4, true},  {'s', 4, false}, {'s', 4, true}, {'u', 8, false}, {'u', 8, true},
    {'s', 8, false}, {'s', 8, true},  {'f', 4, false}, {'f', 4, true}, {'f', 8, false}, {'f', 8, true},
    {'t', 2, false}, {'t', 2, true},  {'t', 4, false}, {'t', 4, true},
};
#define FORMATS ((int64_t)(sizeof machine / sizeof *machine))

static int64_t format_of(const struct array_kind *k) {
    for (int64_t i = 0; i < FORMATS; i++)
        if (machine[i].class == k->class && machine[i].size == k->size && !machine[i].big) return i;
    return -1;
}

/* An item of another machine as a value here. */
static val foreign_item(struct thread *t, const struct machine_format *f, const uint8_t *p) {
    uint8_t bytes[8] = {0};
    memcpy(bytes, p, f->size);
    if (f->big) swap_bytes(bytes, f->size);
    const struct array_kind k = {0, f->class, f->size};
    return array_item(t, &k, bytes);
}

/* The kind here that holds such items: the type code's, or for ints of another size one of theirs. */
static const struct array_kind *kind_for(const struct machine_format *f, const struct array_kind *k) {
    static const char ints[] = "bBhHiIlL";
    if (f->class != 's' && f->class != 'u') return k;
    if (k->class == f->class && k->size == f->size) return k;
    for (const char *c = ints; *c; c++) {
        const struct array_kind *other = array_kind_of((uint32_t)*c);
        if (other->class == f->class && other->size == f->size) return other;
    }
    return k;
}

static val foreign_items(struct thread *t, const struct machine_format *f, val items) {
    struct text x = bytes_text(items);
    if (f->class == 't') {
        const char *encoding =
            f->size == 2 ? (f->big ? "utf-16-be" : "utf-16-le") : (f->big ? "utf-32-be" : "utf-32-le");
        return str_decode(t, x.p, (size_t)x.n, encoding, "strict");
    }
    if (x.n % f->size) return raise(t, &exc_ValueError, "string length not a multiple of item size");
    val list = list_new(t, x.n / f->size);
    for (int64_t i = 0; list && i < x.n; i += f->size) {
        val item = foreign_item(t, f, (const uint8_t *)x.p + i);
        if (!item || list_push(t, list, item) < 0) return 0;
    }
    return list;
}

/* What of the arguments is not as it must be; false raised. */
static bool reconstruct_checked(struct thread *t, const val *argv, const struct array_kind **k,
                                int64_t *number) {
    if (!val_has(argv[0], TYPE_TYPE))
        return raise(t, &exc_TypeError, "first argument must be a type object, not %T", argv[0]) != 0;
    if (!type_is_subtype(AS(type, argv[0]), &array_type))
        return raise(t, &exc_TypeError, "%N is not a subtype of array.array", AS(type, argv[0])) != 0;
    if (!val_is_str(argv[1]) || AS(string, argv[1])->len != 1)
        return raise(t, &exc_TypeError,
                     "_array_reconstructor() argument 2 must be a unicode character, not %T", argv[1]) != 0;
    if (!(*k = array_kind_of(str_at(AS(string, argv[1]), 0))))
        return raise(t, &exc_ValueError, "second argument must be a valid type code") != 0;
    if (!index_i64(t, argv[2], number)) return false;
    if (*number < 0 || *number >= FORMATS)
        return raise(t, &exc_ValueError, "third argument must be a valid machine format code.") != 0;
    return val_has(argv[3], TYPE_BYTES) ||
           raise(t, &exc_TypeError, "fourth argument should be bytes, not %T", argv[3]) != 0;
}

static val reconstruct(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    const struct array_kind *k = NULL;
    int64_t number;
    if (!args_no_keywords(t, "array._array_reconstructor", kwnames) ||
        !args_count(t, "_array_reconstructor", argc, 4, 4) || !reconstruct_checked(t, argv, &k, &number))
        return 0;
    const struct machine_format *f = &machine[number];
    if (number == format_of(k)) return call2(t, argv[0], argv[1], argv[3]);
    val items = foreign_items(t, f, argv[3]), code = items ? str_char(t, (uint32_t)kind_for(f, k)->code) : 0;
    return code ? call2(t, argv[0], code, items) : 0;
}

METHOD_TABLE(array_module);
METHOD(array_module, _array_reconstructor, reconstruct, -1, 0,
       "($module, arraytype, typecode, mformat_code, items, /)");

static val reduced_bytes(struct thread *t, val self, val code) {
    val name = str_ascii(t, "array"), module = name ? rt_import(t, NULL, name, 0, 0) : 0;
    val maker = module ? native_get(t, module, &method_array_module__array_reconstructor) : 0;
    val items = maker ? method_tobytes(t, self) : 0, format = val_small(format_of(A(self)->kind));
    return items ? reduce_call(t, maker, 4, (val[4]){val_of(type_of(self)), code, format, items}) : 0;
}

static val method_reduce_ex(struct thread *t, val self, val protocol) {
    int64_t number;
    if (!val_is_int(protocol)) return raise(t, &exc_TypeError, "__reduce_ex__ argument should be an integer");
    val dict = obj_lookattr(t, self, NAME(__dict__)), made = 0;
    val code = t->exc ? 0 : str_char(t, (uint32_t)A(self)->kind->code);
    if (!code || !index_i64(t, protocol, &number)) return 0;
    if (number >= 3) {
        made = reduced_bytes(t, self, code);
    } else {
        val list = array_tolist(t, self);
        made = list ? reduce_call(t, val_of(type_of(self)), 2, (val[2]){code, list}) : 0;
    }
    if (!made) return 0;
    const val *part = AS(tuple, made)->item;
    return tuple_of(t, 3, (val[3]){part[0], part[1], dict ? dict : NONE});
}

METHOD(array, tolist, array_tolist, 1, 0, "($self, /)");
METHOD(array, fromlist, method_fromlist, 2, 0, "($self, list, /)");
METHOD(array, tobytes, method_tobytes, 1, 0, "($self, /)");
METHOD(array, frombytes, method_frombytes, 2, 0, "($self, buffer, /)");
METHOD(array, byteswap, method_byteswap, 1, 0, "($self, /)");
METHOD(array, buffer_info, method_buffer_info, 1, 0, "($self, /)");
METHOD(array, fromunicode, method_fromunicode, 2, 0, "($self, ustr, /)");
METHOD(array, tounicode, array_tounicode, 1, 0, "($self, /)");
METHOD(array, fromfile, method_fromfile, 3, 0, "($self, f, n, /)");
METHOD(array, tofile, method_tofile, 2, 0, "($self, f, /)");
METHOD(array, __sizeof__, method_sizeof, 1, 0, "($self, /)");
METHOD(array, __reduce_ex__, method_reduce_ex, 2, 0, "($self, value, /)");
