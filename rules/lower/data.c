/* Constants and descriptors in the image: strs, numbers, tuples, inline caches, struct code, struct
 * module_def. Layouts are those of runtime/object/object.h; offsets come from abi.def. */
#include "rules/lower/internal.h"

enum { HEAD_STATIC = 2, AUX_ASCII = 4, AUX_INTERNED = 8 };

struct ir_sym *sym_f(struct lower *l, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct str name = str_vprintf(l->a, fmt, ap);
    va_end(ap);
    return ir_sym(l->ir, name);
}

/* ---- a datum being filled ---- */

struct blob blob_new(struct lower *l, struct ir_sym *sym, const char *section, uint32_t flags) {
    struct blob blob = {l, ir_data_new(l->ir, sym, section, 8, flags), {0}};
    buf_init(&blob.b, l->a);
    return blob;
}

void blob_ptr(struct blob *b, struct ir_sym *sym, int64_t addend) {
    if (sym) {
        struct ir_reloc r = {(uint32_t)b->b.n, sym, addend};
        VEC_PUSH(&b->data->relocs, b->l->a, r);
        buf_u64(&b->b, 0);
    } else {
        buf_u64(&b->b, (uint64_t)addend);
    }
}

static void put_head(struct blob *b, const char *shape, uint32_t aux) {
    blob_ptr(b, ir_sym(b->l->ir, str_c(shape)), 0);
    buf_u32(&b->b, HEAD_STATIC);
    buf_u32(&b->b, aux);
}

void blob_end(struct blob *b) {
    buf_align(&b->b, 8);
    b->data->bytes = buf_view(&b->b);
}

static struct ir_sym *const_find(struct lower *l, struct str key, bool *fresh) {
    void **at = map_at(&l->consts, key, fresh);
    if (*fresh) *at = sym_f(l, "%.*s.const.%u", STR_ARG(l->prefix), l->counter++);
    return *at;
}

/* ---- text ---- */

static bool identifier_like(struct str s) {
    if (!s.n || s.n > 200) return false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool digit = c >= '0' && c <= '9';
        if (!letter && !(digit && i > 0)) return false;
    }
    return true;
}

/* One code point of WTF-8 that the frontend has checked. */
static uint32_t code_point(const char **p) {
    const unsigned char *s = (const unsigned char *)*p;
    if (s[0] < 0x80) {
        *p += 1;
        return s[0];
    }
    if (s[0] < 0xE0) {
        *p += 2;
        return (s[0] & 31u) << 6 | (s[1] & 63u);
    }
    if (s[0] < 0xF0) {
        *p += 3;
        return (s[0] & 15u) << 12 | (s[1] & 63u) << 6 | (s[2] & 63u);
    }
    *p += 4;
    return (s[0] & 7u) << 18 | (s[1] & 63u) << 12 | (s[2] & 63u) << 6 | (s[3] & 63u);
}

static void put_text(struct blob *b, struct str text, bool interned) {
    uint32_t max = 0;
    int64_t n = 0;
    for (const char *p = text.p, *end = text.p + text.n; p < end; n++) {
        uint32_t c = code_point(&p);
        if (c > max) max = c;
    }
    uint32_t log = max < 256 ? 0 : max < 65536 ? 1 : 2;
    put_head(b, "str_shape", log | (max < 128 ? AUX_ASCII : 0u) | (interned ? AUX_INTERNED : 0u));
    buf_u64(&b->b, (uint64_t)n);
    buf_u64(&b->b, UINT64_MAX);
    const char *p = text.p;
    for (int64_t i = 0; i <= n; i++) {
        uint32_t c = i < n ? code_point(&p) : 0;
        if (log == 0) buf_putc(&b->b, (int)c);
        if (log == 1) buf_u16(&b->b, (uint16_t)c);
        if (log == 2) buf_u32(&b->b, c);
    }
}

struct ir_sym *const_str(struct lower *l, struct str text) {
    bool fresh;
    struct str key = str_printf(l->a, "s%.*s", STR_ARG(text));
    key.n = text.n + 1;
    if (memchr(text.p ? text.p : "", 0, text.n)) { /* printf stops at a NUL */
        char *p = arena_alloc(l->a, text.n + 2);
        p[0] = 's';
        memcpy(p + 1, text.p, text.n);
        key.p = p;
    }
    void **at = map_at(&l->consts, key, &fresh);
    if (!fresh) return *at;
    bool name = identifier_like(text);
    struct ir_sym *sym = name ? sym_f(l, "pystr.%.*s", STR_ARG(text))
                              : sym_f(l, "%.*s.str.%u", STR_ARG(l->prefix), l->counter++);
    *at = sym;
    struct str section = name ? sym->name : STR("data");
    struct blob b = blob_new(l, sym, section.p, IR_DATA_WRITE | (name ? IR_DATA_GLOBAL | IR_DATA_WEAK : 0u));
    put_text(&b, text, name);
    blob_end(&b);
    if (name) name_used(l, text);
    return sym;
}

ins str_ins(struct fn *fn, struct str text) {
    return addr_sym(fn, const_str(fn->l, text));
}

void name_used(struct lower *l, struct str name) {
    bool fresh;
    void **at = map_at(&l->names_seen, name, &fresh);
    if (!fresh) return;
    *at = l;
    VEC_PUSH(&l->ir->names, l->a, str_dup(l->a, name));
}

/* ---- numbers and other literals ---- */

static bool tagged_int(int64_t n, int64_t *out) {
    if (n < -(INT64_C(1) << 61) || n >= INT64_C(1) << 61) return false;
    *out = (int64_t)((uint64_t)n << 2 | 1);
    return true;
}

static bool tagged_float(double d, int64_t *out) {
    uint64_t b;
    memcpy(&b, &d, 8);
    b += UINT64_C(1) << 61;
    b = b << 3 | b >> 61;
    *out = (int64_t)b;
    return (b & 2) != 0;
}

static unsigned hex_digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void put_big(struct blob *b, const struct py_constant *c) {
    put_head(b, "int_shape", 0);
    if (!c->big) {
        buf_u64(&b->b, 1);
        buf_u64(&b->b, (uint64_t)c->i);
        return;
    }
    size_t digits = (c->s.n + 15) / 16;
    buf_u64(&b->b, digits);
    for (size_t d = 0; d < digits; d++) {
        uint64_t v = 0;
        for (size_t k = 0; k < 16; k++) {
            size_t from_end = d * 16 + 15 - k;
            v = v << 4 | (from_end < c->s.n ? hex_digit(c->s.p[c->s.n - 1 - from_end]) : 0);
        }
        buf_u64(&b->b, v);
    }
}

static void put_bytes(struct blob *b, struct str s) {
    put_head(b, "bytes_shape", 0);
    buf_u64(&b->b, s.n);
    buf_u64(&b->b, UINT64_MAX);
    buf_str(&b->b, s);
    buf_putc(&b->b, 0);
}

static void put_double(struct buf *b, double d) {
    uint64_t bits;
    memcpy(&bits, &d, 8);
    buf_u64(b, bits);
}

struct ir_sym *const_value(struct lower *l, const struct py_constant *c) {
    switch (c->kind) {
    case PY_CONST_NONE: return ir_sym(l->ir, STR("none_object"));
    case PY_CONST_TRUE: return ir_sym(l->ir, STR("true_object"));
    case PY_CONST_FALSE: return ir_sym(l->ir, STR("false_object"));
    case PY_CONST_ELLIPSIS: return ir_sym(l->ir, STR("ellipsis_object"));
    case PY_CONST_STR: return const_str(l, c->s);
    default: break;
    }
    struct buf key;
    buf_init(&key, l->a);
    buf_putc(&key, c->kind == PY_CONST_INT     ? 'i'
                   : c->kind == PY_CONST_FLOAT ? 'f'
                   : c->kind == PY_CONST_IMAG  ? 'c'
                                               : 'b');
    if (c->kind == PY_CONST_BYTES || (c->kind == PY_CONST_INT && c->big)) {
        buf_putc(&key, c->big);
        buf_str(&key, c->s);
    } else if (c->kind == PY_CONST_INT) {
        buf_u64(&key, (uint64_t)c->i);
    } else {
        put_double(&key, c->f);
    }
    bool fresh;
    struct ir_sym *sym = const_find(l, buf_view(&key), &fresh);
    if (!fresh) return sym;
    struct blob b = blob_new(l, sym, "data", IR_DATA_WRITE);
    if (c->kind == PY_CONST_INT) put_big(&b, c);
    if (c->kind == PY_CONST_BYTES) put_bytes(&b, c->s);
    if (c->kind == PY_CONST_FLOAT) {
        put_head(&b, "float_shape", 0);
        put_double(&b.b, c->f);
    }
    if (c->kind == PY_CONST_IMAG) {
        put_head(&b, "complex_shape", 0);
        put_double(&b.b, 0.0);
        put_double(&b.b, c->f);
    }
    blob_end(&b);
    return sym;
}

static bool const_word(const struct py_constant *c, int64_t *w) {
    if (c->kind == PY_CONST_INT && !c->big) return tagged_int(c->i, w);
    if (c->kind == PY_CONST_FLOAT) return tagged_float(c->f, w);
    return false;
}

ins const_ins(struct fn *fn, const struct py_constant *c) {
    int64_t w;
    bool is_word = const_word(c, &w);
    struct ir_sym *sym = is_word ? NULL : const_value(fn->l, c);
    code_const(fn, (struct code_const){sym, is_word ? w : 0, false});
    return is_word ? word(fn, w) : addr_sym(fn, sym);
}

/* ---- tuples ---- */

struct ir_sym *const_tuple(struct lower *l, uint32_t n, struct ir_sym *const *items, const int64_t *words) {
    if (n == 0) return ir_sym(l->ir, STR("empty_tuple"));
    struct buf key;
    buf_init(&key, l->a);
    buf_putc(&key, 't');
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(&key, items[i] ? 'p' : 'w');
        buf_u64(&key, items[i] ? items[i]->id : (uint64_t)words[i]);
    }
    bool fresh;
    struct ir_sym *sym = const_find(l, buf_view(&key), &fresh);
    if (!fresh) return sym;
    struct blob b = blob_new(l, sym, "data", IR_DATA_WRITE);
    put_head(&b, "tuple_shape", 0);
    buf_u64(&b.b, n);
    for (uint32_t i = 0; i < n; i++) blob_ptr(&b, items[i], items[i] ? 0 : words[i]);
    blob_end(&b);
    return sym;
}

struct ir_sym *names_tuple(struct lower *l, uint32_t n, const struct str *names) {
    struct ir_sym **items = NEW_N(l->a, struct ir_sym *, n + 1);
    for (uint32_t i = 0; i < n; i++) items[i] = const_str(l, names[i]);
    return const_tuple(l, n, items, NULL);
}

static bool constant_item(struct lower *l, struct py_expr *e, struct ir_sym **sym, int64_t *w) {
    *sym = NULL;
    if (e->kind == PY_EXPR_TUPLE) return expr_constant_tuple(l, e, sym);
    if (e->kind == PY_EXPR_UNARYOP && e->unaryop.op == PY_USUB &&
        e->unaryop.operand->kind == PY_EXPR_CONSTANT) {
        struct py_constant c = e->unaryop.operand->constant.value;
        if (c.kind == PY_CONST_INT && !c.big && c.i != 0) {
            c.i = -c.i;
            return const_word(&c, w);
        }
        if (c.kind == PY_CONST_FLOAT) {
            c.f = -c.f;
            if (const_word(&c, w)) return true;
            *sym = const_value(l, &c);
            return true;
        }
        return false;
    }
    if (e->kind != PY_EXPR_CONSTANT) return false;
    if (!const_word(&e->constant.value, w)) *sym = const_value(l, &e->constant.value);
    return true;
}

bool expr_constant_tuple(struct lower *l, struct py_expr *e, struct ir_sym **out) {
    size_t n = e->tuple.elts.n;
    struct ir_sym **items = NEW_N(l->a, struct ir_sym *, n + 1);
    int64_t *words = NEW_N(l->a, int64_t, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!constant_item(l, e->tuple.elts.p[i], &items[i], &words[i])) return false;
    *out = const_tuple(l, (uint32_t)n, items, words);
    return true;
}

/* ---- caches and cells ---- */

struct ir_sym *ic_new(struct lower *l, const char *group, struct str name, int name_offset) {
    struct ir_sym *sym = sym_f(l, "%.*s.%s.%u", STR_ARG(l->prefix), group, l->counter++);
    struct str section = str_printf(l->a, "%s.%.*s", group, STR_ARG(l->unit->module));
    struct blob b = blob_new(l, sym, section.p, IR_DATA_WRITE);
    name_used(l, name);
    struct ir_sym *text = const_str(l, name);
    for (int at = 0; at < name_offset + 16; at += 8) blob_ptr(&b, at == name_offset ? text : NULL, 0);
    blob_end(&b);
    return sym;
}

uint32_t cell_of(struct lower *l, struct str name) {
    bool fresh;
    void **at = map_at(&l->cell_index, name, &fresh);
    if (fresh) {
        VEC_PUSH(&l->cell_names, l->a, name);
        *at = (void *)l->cell_names.n;
        const_str(l, name);
    }
    return (uint32_t)((uintptr_t)*at - 1);
}

struct ir_sym *builtin_cache(struct lower *l, struct str name) {
    struct ir_sym *sym = sym_f(l, "%.*s.bcache.%.*s", STR_ARG(l->prefix), STR_ARG(name));
    struct str key = str_printf(l->a, "B%.*s", STR_ARG(name));
    bool fresh;
    map_at(&l->consts, key, &fresh);
    if (fresh) {
        struct blob b =
            blob_new(l, sym, str_printf(l->a, "pybcache.%.*s", STR_ARG(l->unit->module)).p, IR_DATA_WRITE);
        buf_u64(&b.b, 0);
        blob_end(&b);
    }
    return sym;
}

struct ir_sym *data_word(struct lower *l) {
    struct ir_sym *sym = sym_f(l, "%.*s.word.%u", STR_ARG(l->prefix), l->counter++);
    struct blob b =
        blob_new(l, sym, str_printf(l->a, "pyroot.%.*s.word", STR_ARG(l->unit->module)).p, IR_DATA_WRITE);
    buf_u64(&b.b, 0);
    blob_end(&b);
    return sym;
}

/* An array of strs; NULL when there are none. */
struct ir_sym *data_names(struct lower *l, struct ir_sym *owner, const char *what, size_t n,
                          const struct str *names) {
    if (!n) return NULL;
    struct ir_sym *sym = sym_f(l, "%.*s.%s", STR_ARG(owner->name), what);
    struct blob b = blob_new(l, sym, "rodata", 0);
    for (size_t i = 0; i < n; i++) blob_ptr(&b, const_str(l, names[i]), 0);
    blob_end(&b);
    return sym;
}

/* ---- the module ---- */

void data_module(struct lower *l, struct code_info *c, struct ir_sym *init) {
    struct ir_sym *names = data_names(l, l->cells, "names", l->cell_names.n, l->cell_names.p);
    const char *section = str_printf(l->a, "pyroot.%.*s", STR_ARG(l->unit->module)).p;
    struct blob cells = blob_new(l, l->cells, section, IR_DATA_WRITE);
    for (size_t i = 0; i < l->cell_names.n; i++) buf_u64(&cells.b, 0);
    blob_end(&cells);
    struct blob b = blob_new(l, l->def, section, IR_DATA_WRITE);
    blob_ptr(&b, const_str(l, l->unit->module), 0);
    blob_ptr(&b, const_str(l, l->unit->file), 0);
    blob_ptr(&b, init, 0);
    blob_ptr(&b, l->cells, 0);
    blob_ptr(&b, names, 0);
    buf_u32(&b.b, (uint32_t)l->cell_names.n);
    buf_u32(&b.b, (l->unit->is_package ? 1u : 0u) | (l->unit->is_main ? 2u : 0u));
    buf_u64(&b.b, 0);
    blob_ptr(&b, c->sym, 0);
    blob_end(&b);
    struct ir_sym *entry = sym_f(l, "%.*s.pymod", STR_ARG(l->prefix));
    struct blob list =
        blob_new(l, entry, str_printf(l->a, "pymod.%.*s", STR_ARG(l->unit->module)).p, IR_DATA_WRITE);
    blob_ptr(&list, l->def, 0);
    blob_end(&list);
}
