/* The module _ast: the classes of nodes, made from the front end's own schema when the module is first
 * imported. */
#include "runtime/lib/_ast/ast.h"
#include "runtime/lib/front.h"
#include "runtime/lib/native.h"
#include "runtime/state.h"

struct node {
    struct obj head;
    val dict;
};

/* ---- AST, the class of them all ---- */

extern struct shape ast_AST_shape;
extern struct type ast_AST_type;

static val node_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    (void)argc, (void)argv, (void)kwnames;
    return val_of(gc_new(t, cls, sizeof(struct node)));
}

val ast_node_new(struct thread *t, val cls) {
    return node_make(t, AS(type, cls), 0, NULL, 0);
}

bool ast_is_node(val v) {
    return obj_isinstance(v, &ast_AST_type);
}

/* Positional arguments go to the names in _fields. */
static int64_t set_positional(struct thread *t, val self, val fields, int64_t argc, val *argv) {
    int64_t n = AS(tuple, fields)->len;
    if (argc > n)
        return raise_i(t, &exc_TypeError, "%s constructor takes at most %ld positional argument%s",
                       type_cname(type_of(self)), n, n == 1 ? "" : "s");
    for (int64_t i = 0; i < argc; i++)
        if (obj_setattr(t, self, AS(tuple, fields)->item[i], argv[i]) < 0) return -1;
    return 0;
}

static int64_t check_twice(struct thread *t, val self, val fields, int64_t argc, val name) {
    for (int64_t i = 0; i < argc; i++) {
        int64_t same = obj_equal(t, AS(tuple, fields)->item[i], name);
        if (same < 0) return -1;
        if (same)
            return raise_i(t, &exc_TypeError, "%s got multiple values for argument '%U'",
                           type_cname(type_of(self)), name);
    }
    return 0;
}

static int64_t node_init(struct thread *t, val self, int64_t argc, val *argv, val kwnames) {
    val found = obj_lookattr(t, val_of(type_of(self)), NAME(_fields));
    if (t->exc) return -1;
    val fields = found ? tuple_from_iterable(t, found) : EMPTY_TUPLE;
    if (!fields || set_positional(t, self, fields, argc, argv) < 0) return -1;
    for (int64_t i = 0; kwnames && i < AS(tuple, kwnames)->len; i++) {
        val name = AS(tuple, kwnames)->item[i];
        if (check_twice(t, self, fields, argc, name) < 0) return -1;
        if (obj_setattr(t, self, name, argv[argc + i]) < 0) return -1;
    }
    return 0;
}

static val node_reduce(struct thread *t, val self) {
    val dict = instance_dict(t, val_obj(self));
    if (!dict) return 0;
    val parts[] = {val_of(type_of(self)), EMPTY_TUPLE, dict};
    return tuple_of(t, 3, parts);
}

static val node_dict(struct thread *t, val self) {
    return instance_dict(t, val_obj(self));
}

METHOD_TABLE(ast_AST);
METHOD(ast_AST, _fields, &empty_tuple, 0, METHOD_VALUE, 0);
METHOD(ast_AST, _attributes, &empty_tuple, 0, METHOD_VALUE, 0);
METHOD(ast_AST, __match_args__, &empty_tuple, 0, METHOD_VALUE, 0);
METHOD(ast_AST, __reduce__, node_reduce, 1, 0, "($self, /)");
GETTER(ast_AST, __dict__, node_dict, NULL);

struct shape ast_AST_shape = {.head = {&shape_shape, GC_STATIC, 0}, .type = &ast_AST_type};
struct type ast_AST_type = {
    .head = {&type_shape, GC_STATIC, 0},
    .shape = &ast_AST_shape,
    .cname = "ast.AST",
    .base = &object_type,
    .flags = TYPE_BASE | TYPE_HAS_DICT,
    .size = sizeof(struct node),
    .attrs = offsetof(struct node, dict),
    .gc_layout = GC_WORDS,
    METHODS_OF(ast_AST),
    .new = node_make,
    .init = node_init,
};

/* ---- reading the schema ---- */

struct maker {
    struct thread *t;
    val module; /* what has been made so far is in its namespace */
    val keep;   /* a list: what is in the tables and may leave the namespace */
    const char *p;
    struct ast_tables *out;
    struct {
        const char *name;
        size_t n, operators;
        val cls;
    } sum[AST_SUMS];
    int sums;
};

static struct ast_tables tables;
static val tables_keep; /* a root: the list of what is in the tables, 0 before they are complete */

static size_t word(const char *p) {
    size_t n = 0;
    while (p[n] && p[n] != ' ' && p[n] != '\n' && p[n] != ':') n++;
    return n;
}

static val name_of(struct thread *t, const char *p, size_t n) {
    val s = str_utf8(t, p, n);
    return s ? str_intern(t, s) : 0;
}

static bool bind(struct maker *m, val name, val v) {
    return v && dict_put(m->t, AS(module, m->module)->dict, name, v) >= 0 && list_push(m->t, m->keep, v) >= 0;
}

/* class NAME(BASE) of module ast; `names` are its fields, `attributes` 0 when it inherits them. */
static val class_make(struct maker *m, val name, val base, val names, val attributes) {
    struct thread *t = m->t;
    val ns = dict_make(t), text = str_ascii(t, "ast"), bases = tuple_of(t, 1, &base);
    if (!ns || !text || !bases || dict_put(t, ns, NAME(__module__), text) < 0) return 0;
    if (dict_put(t, ns, NAME(_fields), names) < 0 || dict_put(t, ns, NAME(__match_args__), names) < 0)
        return 0;
    if (attributes && dict_put(t, ns, NAME(_attributes), attributes) < 0) return 0;
    val cls = call3(t, val_of(&type_type), name, bases, ns);
    return bind(m, name, cls) ? cls : 0;
}

static val position_names(struct thread *t) {
    val names[] = {NAME(lineno), NAME(col_offset), NAME(end_lineno), NAME(end_col_offset)};
    return tuple_of(t, 4, names);
}

static bool ends_unknown(struct thread *t, val cls) {
    return obj_setattr(t, cls, NAME(end_lineno), NONE) >= 0 &&
           obj_setattr(t, cls, NAME(end_col_offset), NONE) >= 0;
}

/* The abstract class of the word at `p`; its number, -1 raised. */
static int sum_get(struct maker *m, const char *p, bool positioned) {
    size_t n = word(p);
    for (int i = 0; i < m->sums; i++)
        if (m->sum[i].n == n && !memcmp(m->sum[i].name, p, n)) return i;
    val name = name_of(m->t, p, n), attributes = positioned ? position_names(m->t) : EMPTY_TUPLE;
    if (!name || !attributes) return -1;
    val cls = class_make(m, name, val_of(&ast_AST_type), EMPTY_TUPLE, attributes);
    if (!cls || (positioned && !ends_unknown(m->t, cls))) return -1;
    m->sum[m->sums].name = p;
    m->sum[m->sums].n = n;
    m->sum[m->sums].cls = cls;
    return m->sums++;
}

/* Operators and contexts: a class each, and its one instance. */
static bool read_operator(struct maker *m, int sum) {
    m->p++; /* = */
    size_t n = word(m->p);
    val name = name_of(m->t, m->p, n);
    val cls = name ? class_make(m, name, m->sum[sum].cls, EMPTY_TUPLE, 0) : 0;
    val one = cls ? ast_node_new(m->t, cls) : 0;
    if (!one || list_push(m->t, m->keep, one) < 0) return false;
    m->out->operator[sum][m->sum[sum].operators++] = one;
    m->p += n + 1;
    return true;
}

/* Which abstract class an operator's field is of: they follow the nodes in the schema, so the class may not
 * exist yet. */
static int operator_sum(struct maker *m, const char *type) {
    return sum_get(m, type, false);
}

static bool read_field(struct maker *m, struct ast_field *f) {
    size_t n = word(m->p);
    if (!(f->name = name_of(m->t, m->p, n))) return false;
    m->p += n + 1;
    f->kind = *m->p++;
    f->absent = f->kind == '?' || f->kind == 'I' || f->kind == 'u' || f->kind == 'z';
    if (f->kind == 'e' || f->kind == 'o') {
        int sum = operator_sum(m, m->p);
        if (sum < 0) return false;
        f->sum = (int8_t)sum;
    }
    m->p += word(m->p);
    return true;
}

/* Fields that 3.11 does not have are attributes of a node only when they hold something. */
static val field_names(struct maker *m, const struct ast_row *row) {
    val names[24];
    int64_t n = 0;
    for (unsigned i = 0; i < row->n; i++)
        if (m->out->field[row->field + i].kind != '+') names[n++] = m->out->field[row->field + i].name;
    return tuple_of(m->t, n, names);
}

static bool read_node(struct maker *m, int sum) {
    struct thread *t = m->t;
    struct ast_row *row = &m->out->row[++m->out->rows];
    size_t n = word(m->p);
    val name = name_of(t, m->p, n);
    m->p += n + 1;
    row->positioned = *m->p++ == 'p';
    row->field = (uint16_t)m->out->fields;
    while (*m->p == ' ') {
        m->p++;
        if (!read_field(m, &m->out->field[m->out->fields++])) return false;
        row->n++;
    }
    m->p++;
    val names = field_names(m, row), attributes = 0;
    if (sum < 0 && !(attributes = row->positioned ? position_names(t) : EMPTY_TUPLE)) return false;
    if (!name || !names) return false;
    row->cls = class_make(m, name, sum < 0 ? val_of(&ast_AST_type) : m->sum[sum].cls, names, attributes);
    if (!row->cls || (attributes && row->positioned && !ends_unknown(t, row->cls))) return false;
    for (unsigned i = 0; i < row->n; i++)
        if (m->out->field[row->field + i].absent &&
            obj_setattr(t, row->cls, m->out->field[row->field + i].name, NONE) < 0)
            return false;
    return true;
}

static bool read_line(struct maker *m) {
    int sum = -1;
    size_t n = word(m->p);
    if (*m->p != '-') {
        const char *name = m->p + n + 1;
        bool positioned = *name != '=' && name[word(name) + 1] == 'p';
        if ((sum = sum_get(m, m->p, positioned)) < 0) return false;
    }
    m->p += n + 1;
    return *m->p == '=' ? read_operator(m, sum) : read_node(m, sum);
}

/* ---- the module ---- */

static val ast_init(struct thread *t) {
    static const struct {
        const char *name;
        int64_t value;
    } flags[] = {
        {"PyCF_ONLY_AST", 0x400}, {"PyCF_TYPE_COMMENTS", 0x1000}, {"PyCF_ALLOW_TOP_LEVEL_AWAIT", 0x2000}};
    val module = native_module_new(t, "_ast", NULL, NULL);
    if (!module || native_set(t, module, "AST", val_of(&ast_AST_type)) < 0) return 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (native_set(t, module, flags[i].name, val_small(flags[i].value)) < 0) return 0;
    tables = (struct ast_tables){0};
    struct maker m = {.t = t, .module = module, .keep = list_new(t, 0), .p = front_schema, .out = &tables};
    while (m.keep && *m.p)
        if (!read_line(&m)) return 0;
    if (!m.keep) return 0;
    if (!tables_keep) gc_root(t, &tables_keep);
    tables_keep = m.keep;
    return module;
}
NATIVE_MODULE(ast, "_ast", ast_init);

const struct ast_tables *ast_tables_get(struct thread *t) {
    if (tables_keep) return &tables;
    val name = str_ascii(t, "_ast");
    return name && import_module(t, name) ? &tables : NULL;
}
