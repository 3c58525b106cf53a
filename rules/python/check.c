/* What CPython's compiler, not its parser, refuses: statements in the wrong kind of block, starred
 * expressions in the wrong place, `__debug__`, patterns that cannot work, `from __future__`.
 *
 * The tree is visited in the order the compiler makes code, since the first error is the one reported, and an
 * error is placed where the compiler stands then: at the latest statement or expression it entered. */
#include "rules/python/parser.h"
#include "rules/python/symtable.h"

enum block { BLOCK_MODULE, BLOCK_CLASS, BLOCK_FUNCTION, BLOCK_ASYNC, BLOCK_LAMBDA, BLOCK_COMPREHENSION };

/* Where a statement is inside its function, innermost last. */
enum frame { FRAME_LOOP = 1, FRAME_EXCEPT_STAR };

struct checker {
    struct arena *a;
    struct py_module *m;
    struct diags *diags; /* for warnings */
    struct py_error *error;
    enum block block;
    const struct py_scope *scope;
    VEC(enum frame) frames;
    size_t frames_base;
    unsigned nested;         /* loops, handlers and managed regions around this place of the function */
    const struct py_pos *at; /* the latest pattern entered: where the compiler stands */
    uint32_t future_line;    /* of the last future statement at the file's start */
    jmp_buf fail;
};

#define PLACE(n) ((const struct py_pos *)&(n)->lineno)

static _Noreturn void fail_at(struct checker *c, const struct py_pos *p, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    *c->error = (struct py_error){true,
                                  PY_SYNTAX_ERROR,
                                  p->lineno,
                                  p->col_offset + 1,
                                  p->end_lineno,
                                  p->end_col_offset + 1,
                                  str_vprintf(c->a, fmt, ap)};
    va_end(ap);
    longjmp(c->fail, 1);
}

static void visit(struct checker *c, const struct py_expr *e);
static void visit_body(struct checker *c, struct py_stmt_seq body);

static void visit_opt(struct checker *c, const struct py_expr *e) {
    if (e) visit(c, e);
}

static void visit_all(struct checker *c, struct py_expr_seq s) {
    for (size_t i = 0; i < s.n; i++) visit_opt(c, s.p[i]);
}

static void forbid_debug(struct checker *c, struct str name, const struct py_pos *p) {
    if (name.n == 9 && str_is(name, "__debug__")) fail_at(c, p, "cannot assign to __debug__");
}

/* ---- blocks ---- */

struct saved_block {
    enum block block;
    const struct py_scope *scope;
    size_t base;
    unsigned nested;
};

static struct saved_block open_block(struct checker *c, enum block block, const struct py_scope *scope) {
    struct saved_block s = {c->block, c->scope, c->frames_base, c->nested};
    c->nested = 0;
    c->block = block;
    c->scope = scope;
    c->frames_base = c->frames.n;
    return s;
}

static void close_block(struct checker *c, struct saved_block s) {
    c->block = s.block;
    c->scope = s.scope;
    c->frames_base = s.base;
    c->nested = s.nested;
}

/* ---- expressions ---- */

static bool is_function_block(const struct checker *c) {
    return c->block >= BLOCK_FUNCTION;
}

static void check_arguments(struct checker *c, const struct py_arguments *a, const struct py_pos *p) {
    const struct py_arg_seq *groups[] = {&a->posonlyargs, &a->args, &a->kwonlyargs};
    for (size_t g = 0; g < COUNT(groups); g++)
        for (size_t i = 0; i < groups[g]->n; i++) forbid_debug(c, groups[g]->p[i]->arg, p);
    if (a->vararg) forbid_debug(c, a->vararg->arg, p);
    if (a->kwarg) forbid_debug(c, a->kwarg->arg, p);
}

static void check_keywords(struct checker *c, struct py_keyword_seq k, const struct py_pos *p) {
    for (size_t i = 0; i < k.n; i++) {
        if (!k.p[i]->arg.p) continue;
        forbid_debug(c, k.p[i]->arg, p);
        for (size_t j = i + 1; j < k.n; j++)
            if (k.p[j]->arg.p == k.p[i]->arg.p)
                fail_at(c, PLACE(k.p[j]), "keyword argument repeated: " STR_FMT, STR_ARG(k.p[j]->arg));
    }
}

/* Elements of a display or arguments of a call: a starred one is at home there. */
static void visit_elements(struct checker *c, struct py_expr_seq s) {
    for (size_t i = 0; i < s.n; i++)
        visit(c, s.p[i]->kind == PY_EXPR_STARRED ? s.p[i]->starred.value : s.p[i]);
}

static void visit_sequence(struct checker *c, const struct py_expr *e) {
    const struct py_expr_seq elts = e->tuple.elts;
    if (e->tuple.ctx == PY_STORE) {
        bool seen = false;
        for (size_t i = 0; i < elts.n; i++) {
            if (elts.p[i]->kind != PY_EXPR_STARRED) continue;
            if (seen) fail_at(c, PLACE(e), "multiple starred expressions in assignment");
            if (i >= 256 || elts.n - i - 1 >= (1u << 23))
                fail_at(c, PLACE(e), "too many expressions in star-unpacking assignment");
            seen = true;
        }
    }
    visit_elements(c, elts);
}

/* __import__(…), import_module(…), importlib.import_module(…) */
static bool names_module(const struct py_expr *f) {
    if (f->kind == PY_EXPR_NAME)
        return str_is(f->name.id, "__import__") || str_is(f->name.id, "import_module");
    return f->kind == PY_EXPR_ATTRIBUTE && str_is(f->attribute.attr, "import_module");
}

static void note_import(struct checker *c, const struct py_expr *e) {
    if (!names_module(e->call.func) || !e->call.args.n) return;
    const struct py_expr *name = e->call.args.p[0];
    if (name->kind == PY_EXPR_CONSTANT && name->constant.value.kind == PY_CONST_STR)
        VEC_PUSH(&c->m->imports, c->a, e);
}

static bool names_only_ast(const struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_NAME: return str_is(e->name.id, "PyCF_ONLY_AST");
    case PY_EXPR_ATTRIBUTE: return str_is(e->attribute.attr, "PyCF_ONLY_AST");
    case PY_EXPR_BINOP: return names_only_ast(e->binop.left) || names_only_ast(e->binop.right);
    default: return false;
    }
}

bool py_asks_for_tree(const struct py_expr *call) {
    const struct py_expr *f = call->call.func;
    if (f->kind != PY_EXPR_NAME || !str_is(f->name.id, "compile")) return false;
    if (call->call.args.n > 3 && names_only_ast(call->call.args.p[3])) return true;
    for (size_t i = 0; i < call->call.keywords.n; i++) {
        const struct py_keyword *k = call->call.keywords.p[i];
        if (!k->arg.p) continue;
        if (str_is(k->arg, "_feature_version") || (str_is(k->arg, "flags") && names_only_ast(k->value))) return true;
    }
    return false;
}

static void visit_call(struct checker *c, const struct py_expr *e) {
    note_import(c, e);
    c->m->reads_trees |= py_asks_for_tree(e);
    warn_call(c->diags, c->m, e);
    visit(c, e->call.func);
    check_keywords(c, e->call.keywords, PLACE(e));
    visit_elements(c, e->call.args);
    for (size_t i = 0; i < e->call.keywords.n; i++) visit(c, e->call.keywords.p[i]->value);
}

static void visit_lambda(struct checker *c, const struct py_expr *e) {
    check_arguments(c, e->lambda.args, PLACE(e));
    visit_all(c, e->lambda.args->defaults);
    visit_all(c, e->lambda.args->kw_defaults);
    struct saved_block s = open_block(c, BLOCK_LAMBDA, e->lambda.scope);
    visit(c, e->lambda.body);
    close_block(c, s);
}

static void visit_comprehension(struct checker *c, const struct py_expr *e, struct py_comprehension_seq gens,
                                const struct py_expr *elt, const struct py_expr *value,
                                const struct py_scope *scope) {
    bool async = scope && scope->is_coroutine;
    if (async && e->kind != PY_EXPR_GENERATOREXP && c->block != BLOCK_ASYNC &&
        c->block != BLOCK_COMPREHENSION)
        fail_at(c, PLACE(e), "asynchronous comprehension outside of an asynchronous function");
    struct saved_block s = open_block(c, BLOCK_COMPREHENSION, scope);
    for (size_t i = 0; i < gens.n; i++) {
        if (i) visit(c, gens.p[i]->iter);
        visit(c, gens.p[i]->target);
        visit_all(c, gens.p[i]->ifs);
    }
    visit(c, elt);
    visit_opt(c, value);
    close_block(c, s);
    visit(c, gens.p[0]->iter);
}

static void check_await(struct checker *c, const struct py_expr *e) {
    if (!is_function_block(c)) fail_at(c, PLACE(e), "'await' outside function");
    if (c->block != BLOCK_ASYNC && c->block != BLOCK_COMPREHENSION)
        fail_at(c, PLACE(e), "'await' outside async function");
}

static void visit_name(struct checker *c, const struct py_expr *e) {
    if (e->name.ctx == PY_LOAD || e->name.id.n != 9 || !str_is(e->name.id, "__debug__")) return;
    fail_at(c, PLACE(e), e->name.ctx == PY_STORE ? "cannot assign to __debug__" : "cannot delete __debug__");
}

static void visit(struct checker *c, const struct py_expr *e) {
    switch (e->kind) {
    case PY_EXPR_BOOLOP: visit_all(c, e->boolop.values); break;
    case PY_EXPR_NAMEDEXPR:
        visit(c, e->namedexpr.value);
        visit(c, e->namedexpr.target);
        break;
    case PY_EXPR_BINOP:
        visit(c, e->binop.left);
        visit(c, e->binop.right);
        break;
    case PY_EXPR_UNARYOP: visit(c, e->unaryop.operand); break;
    case PY_EXPR_LAMBDA: visit_lambda(c, e); break;
    case PY_EXPR_IFEXP:
        visit(c, e->ifexp.test);
        visit(c, e->ifexp.body);
        visit(c, e->ifexp.orelse);
        break;
    case PY_EXPR_DICT:
        for (size_t i = 0; i < e->dict.keys.n; i++) {
            visit_opt(c, e->dict.keys.p[i]);
            visit(c, e->dict.values.p[i]);
        }
        break;
    case PY_EXPR_SET: visit_elements(c, e->set.elts); break;
    case PY_EXPR_LISTCOMP:
        visit_comprehension(c, e, e->listcomp.generators, e->listcomp.elt, NULL, e->listcomp.scope);
        break;
    case PY_EXPR_SETCOMP:
        visit_comprehension(c, e, e->setcomp.generators, e->setcomp.elt, NULL, e->setcomp.scope);
        break;
    case PY_EXPR_DICTCOMP:
        visit_comprehension(c, e, e->dictcomp.generators, e->dictcomp.key, e->dictcomp.value,
                            e->dictcomp.scope);
        break;
    case PY_EXPR_GENERATOREXP:
        visit_comprehension(c, e, e->generatorexp.generators, e->generatorexp.elt, NULL,
                            e->generatorexp.scope);
        break;
    case PY_EXPR_YIELD:
        if (!is_function_block(c)) fail_at(c, PLACE(e), "'yield' outside function");
        visit_opt(c, e->yield.value);
        break;
    case PY_EXPR_YIELDFROM:
        if (!is_function_block(c)) fail_at(c, PLACE(e), "'yield' outside function");
        if (c->block == BLOCK_ASYNC) fail_at(c, PLACE(e), "'yield from' inside async function");
        visit(c, e->yieldfrom.value);
        break;
    case PY_EXPR_AWAIT:
        check_await(c, e);
        visit(c, e->await.value);
        break;
    case PY_EXPR_COMPARE:
        warn_compare(c->diags, c->m, e);
        visit(c, e->compare.left);
        visit_all(c, e->compare.comparators);
        break;
    case PY_EXPR_CALL: visit_call(c, e); break;
    case PY_EXPR_FORMATTEDVALUE:
        visit(c, e->formattedvalue.value);
        visit_opt(c, e->formattedvalue.format_spec);
        break;
    case PY_EXPR_INTERPOLATION:
        visit(c, e->interpolation.value);
        visit_opt(c, e->interpolation.format_spec);
        break;
    case PY_EXPR_JOINEDSTR: visit_all(c, e->joinedstr.values); break;
    case PY_EXPR_TEMPLATESTR: visit_all(c, e->templatestr.values); break;
    case PY_EXPR_CONSTANT: break;
    case PY_EXPR_ATTRIBUTE:
        visit(c, e->attribute.value);
        if (e->attribute.ctx == PY_STORE) forbid_debug(c, e->attribute.attr, PLACE(e));
        break;
    case PY_EXPR_SUBSCRIPT:
        warn_subscript(c->diags, c->m, e);
        visit(c, e->subscript.value);
        visit(c, e->subscript.slice);
        break;
    case PY_EXPR_STARRED:
        fail_at(c, PLACE(e),
                e->starred.ctx == PY_STORE ? "starred assignment target must be in a list or tuple"
                                           : "can't use starred expression here");
    case PY_EXPR_NAME: visit_name(c, e); break;
    case PY_EXPR_LIST:
    case PY_EXPR_TUPLE: visit_sequence(c, e); break;
    case PY_EXPR_SLICE:
        visit_opt(c, e->slice.lower);
        visit_opt(c, e->slice.upper);
        visit_opt(c, e->slice.step);
        break;
    case PY_EXPR_COUNT: break;
    }
}

/* ---- patterns ---- */

struct names {
    VEC(struct str) v;
};

struct matcher {
    struct names *names;
    bool irrefutable_allowed;
};

static bool names_has(const struct names *n, struct str s) {
    for (size_t i = 0; i < n->v.n; i++)
        if (n->v.p[i].p == s.p) return true;
    return false;
}

static void bind_name(struct checker *c, struct matcher *m, struct str name) {
    const struct py_pos *p = c->at;
    if (!name.p) return;
    forbid_debug(c, name, p);
    if (names_has(m->names, name))
        fail_at(c, p, "multiple assignments to name '" STR_FMT "' in pattern", STR_ARG(name));
    VEC_PUSH(&m->names->v, c->a, name);
}

/* A literal as the optimiser leaves it: a constant, perhaps with a sign, or a complex number. */
static bool is_literal(const struct py_expr *e) {
    if (e->kind == PY_EXPR_CONSTANT) return true;
    if (e->kind == PY_EXPR_UNARYOP && e->unaryop.op == PY_USUB) return is_literal(e->unaryop.operand);
    return e->kind == PY_EXPR_BINOP && is_literal(e->binop.left) && is_literal(e->binop.right);
}

struct number {
    bool is_number;
    double real, imag;
    const struct py_constant *big; /* an integer too big for an exact double */
    bool negative;
};

static struct number number_of(const struct py_expr *e) {
    struct number n = {0};
    if (e->kind == PY_EXPR_UNARYOP) {
        n = number_of(e->unaryop.operand);
        n.real = -n.real;
        n.imag = -n.imag;
        n.negative = !n.negative;
    } else if (e->kind == PY_EXPR_BINOP) {
        struct number a = number_of(e->binop.left), b = number_of(e->binop.right);
        double sign = e->binop.op == PY_SUB ? -1 : 1;
        n = (struct number){true, a.real + sign * b.real, a.imag + sign * b.imag, NULL, false};
    } else {
        const struct py_constant *k = &e->constant.value;
        n.is_number = true;
        switch (k->kind) {
        case PY_CONST_TRUE: n.real = 1; break;
        case PY_CONST_FALSE: break;
        case PY_CONST_INT:
            if (k->big || k->i >= (int64_t)1 << 53)
                n.big = k;
            else
                n.real = (double)k->i;
            break;
        case PY_CONST_FLOAT: n.real = k->f; break;
        case PY_CONST_IMAG: n.imag = k->f; break;
        default: n.is_number = false;
        }
    }
    return n;
}

/* Python's equality of two literal keys. */
static bool same_key(const struct py_expr *a, const struct py_expr *b) {
    struct number x = number_of(a), y = number_of(b);
    if (x.is_number != y.is_number) return false;
    if (x.is_number) {
        if (!x.big != !y.big) return false;
        if (x.big)
            return x.negative == y.negative && x.big->big == y.big->big &&
                   (x.big->big ? str_eq(x.big->s, y.big->s) : x.big->i == y.big->i);
        return x.real == y.real && x.imag == y.imag;
    }
    const struct py_constant *k = &a->constant.value, *l = &b->constant.value;
    if (k->kind != l->kind) return false;
    return (k->kind != PY_CONST_STR && k->kind != PY_CONST_BYTES) || str_eq(k->s, l->s);
}

static struct str key_text(struct checker *c, const struct py_expr *e) {
    struct buf b;
    buf_init(&b, c->a);
    py_dump_literal(&b, e);
    return buf_view(&b);
}

static void pattern(struct checker *c, const struct py_pattern *p, struct matcher *m);

static void subpatterns(struct checker *c, struct py_pattern_seq s, struct matcher *m) {
    struct matcher inner = {m->names, true};
    for (size_t i = 0; i < s.n; i++) pattern(c, s.p[i], &inner);
}

static void sequence_pattern(struct checker *c, const struct py_pattern *p, struct matcher *m) {
    struct py_pattern_seq s = p->sequence.patterns;
    bool star = false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i]->kind != PY_PATTERN_STAR) continue;
        if (star) fail_at(c, PLACE(p), "multiple starred names in sequence pattern");
        star = true;
    }
    subpatterns(c, s, m);
}

static void mapping_pattern(struct checker *c, const struct py_pattern *p, struct matcher *m) {
    struct py_expr_seq keys = p->mapping.keys;
    for (size_t i = 0; i < keys.n; i++) {
        if (keys.p[i]->kind == PY_EXPR_ATTRIBUTE) {
            visit(c, keys.p[i]);
            continue;
        }
        if (!is_literal(keys.p[i]))
            fail_at(c, PLACE(p), "mapping pattern keys may only match literals and attribute lookups");
        for (size_t j = 0; j < i; j++)
            if (keys.p[j]->kind != PY_EXPR_ATTRIBUTE && same_key(keys.p[i], keys.p[j]))
                fail_at(c, PLACE(p), "mapping pattern checks duplicate key (" STR_FMT ")",
                        STR_ARG(key_text(c, keys.p[i])));
    }
    subpatterns(c, p->mapping.patterns, m);
    bind_name(c, m, p->mapping.rest);
}

static void class_pattern(struct checker *c, const struct py_pattern *p, struct matcher *m) {
    struct py_name_seq attrs = p->class_.kwd_attrs;
    for (size_t i = 0; i < attrs.n; i++) {
        forbid_debug(c, attrs.p[i], PLACE(p->class_.kwd_patterns.p[i]));
        for (size_t j = i + 1; j < attrs.n; j++)
            if (attrs.p[i].p == attrs.p[j].p)
                fail_at(c, PLACE(p->class_.kwd_patterns.p[j]),
                        "attribute name repeated in class pattern: " STR_FMT, STR_ARG(attrs.p[i]));
    }
    visit(c, p->class_.cls);
    subpatterns(c, p->class_.patterns, m);
    subpatterns(c, p->class_.kwd_patterns, m);
}

static void or_pattern(struct checker *c, const struct py_pattern *p, struct matcher *m) {
    struct py_pattern_seq s = p->or.patterns;
    struct names first = {{0}};
    for (size_t i = 0; i < s.n; i++) {
        struct names mine = {{0}};
        struct matcher inner = {&mine, i + 1 == s.n && m->irrefutable_allowed};
        pattern(c, s.p[i], &inner);
        if (!i) {
            first = mine;
            continue;
        }
        bool same = first.v.n == mine.v.n;
        for (size_t k = 0; same && k < first.v.n; k++) same = names_has(&mine, first.v.p[k]);
        if (!same) fail_at(c, c->at, "alternative patterns bind different names");
    }
    for (size_t k = 0; k < first.v.n; k++) bind_name(c, m, first.v.p[k]);
}

static void pattern(struct checker *c, const struct py_pattern *p, struct matcher *m) {
    c->at = PLACE(p);
    switch (p->kind) {
    case PY_PATTERN_VALUE:
        if (p->value.value->kind != PY_EXPR_ATTRIBUTE && !is_literal(p->value.value))
            fail_at(c, PLACE(p), "patterns may only match literals and attribute lookups");
        visit(c, p->value.value);
        break;
    case PY_PATTERN_SINGLETON: break;
    case PY_PATTERN_SEQUENCE: sequence_pattern(c, p, m); break;
    case PY_PATTERN_MAPPING: mapping_pattern(c, p, m); break;
    case PY_PATTERN_CLASS: class_pattern(c, p, m); break;
    case PY_PATTERN_STAR: bind_name(c, m, p->star.name); break;
    case PY_PATTERN_AS:
        if (!p->as.pattern) {
            if (!m->irrefutable_allowed && p->as.name.p)
                fail_at(c, PLACE(p), "name capture '" STR_FMT "' makes remaining patterns unreachable",
                        STR_ARG(p->as.name));
            if (!m->irrefutable_allowed)
                fail_at(c, PLACE(p), "wildcard makes remaining patterns unreachable");
        } else {
            pattern(c, p->as.pattern, m);
        }
        bind_name(c, m, p->as.name);
        break;
    case PY_PATTERN_OR: or_pattern(c, p, m); break;
    case PY_PATTERN_COUNT: break;
    }
}

/* ---- statements ---- */

static void push_frame(struct checker *c, enum frame f) {
    VEC_PUSH(&c->frames, c->a, f);
}
static void pop_frame(struct checker *c) {
    c->frames.n--;
}

static void check_jump(struct checker *c, const struct py_stmt *s, const char *outside) {
    for (size_t i = c->frames.n; i > c->frames_base; i--) {
        if (c->frames.p[i - 1] == FRAME_LOOP) return;
        fail_at(c, PLACE(s), "'break', 'continue' and 'return' cannot appear in an except* block");
    }
    fail_at(c, PLACE(s), "%s", outside);
}

static void check_return(struct checker *c, const struct py_stmt *s) {
    if (!is_function_block(c)) fail_at(c, PLACE(s), "'return' outside function");
    if (s->return_.value && c->block == BLOCK_ASYNC && c->scope && c->scope->is_generator)
        fail_at(c, PLACE(s), "'return' with value in async generator");
    visit_opt(c, s->return_.value);
    for (size_t i = c->frames.n; i > c->frames_base; i--)
        if (c->frames.p[i - 1] == FRAME_EXCEPT_STAR)
            fail_at(c, PLACE(s), "'break', 'continue' and 'return' cannot appear in an except* block");
}

static bool annotations_run(const struct checker *c) {
    return !(c->m->future & PY_FUTURE_ANNOTATIONS);
}

static void visit_annotation(struct checker *c, const struct py_arg *a) {
    if (a && a->annotation && annotations_run(c))
        visit(c, a->annotation->kind == PY_EXPR_STARRED ? a->annotation->starred.value : a->annotation);
}

static void visit_function(struct checker *c, const struct py_stmt *s) {
    const struct py_stmt_functiondef *f = &s->functiondef;
    check_arguments(c, f->args, PLACE(s));
    visit_all(c, f->decorator_list);
    visit_all(c, f->args->defaults);
    visit_all(c, f->args->kw_defaults);
    for (size_t i = 0; i < f->args->args.n; i++) visit_annotation(c, f->args->args.p[i]);
    for (size_t i = 0; i < f->args->posonlyargs.n; i++) visit_annotation(c, f->args->posonlyargs.p[i]);
    visit_annotation(c, f->args->vararg);
    for (size_t i = 0; i < f->args->kwonlyargs.n; i++) visit_annotation(c, f->args->kwonlyargs.p[i]);
    visit_annotation(c, f->args->kwarg);
    if (f->returns && annotations_run(c)) visit(c, f->returns);
    struct saved_block b =
        open_block(c, s->kind == PY_STMT_ASYNCFUNCTIONDEF ? BLOCK_ASYNC : BLOCK_FUNCTION, f->scope);
    visit_body(c, f->body);
    close_block(c, b);
    forbid_debug(c, f->name, PLACE(s));
}

static void visit_class(struct checker *c, const struct py_stmt *s) {
    const struct py_stmt_classdef *k = &s->classdef;
    visit_all(c, k->decorator_list);
    struct saved_block b = open_block(c, BLOCK_CLASS, k->scope);
    visit_body(c, k->body);
    close_block(c, b);
    check_keywords(c, k->keywords, PLACE(s));
    visit_elements(c, k->bases);
    for (size_t i = 0; i < k->keywords.n; i++) visit(c, k->keywords.p[i]->value);
    forbid_debug(c, k->name, PLACE(s));
}

/* CPython's compiler has room for 20 regions of a function that have to be left in some way. */
static void enter_region(struct checker *c, const struct py_pos *p) {
    if (c->nested++ == 20) fail_at(c, p, "too many statically nested blocks");
}

static void visit_loop(struct checker *c, struct py_stmt_seq body, struct py_stmt_seq orelse) {
    push_frame(c, FRAME_LOOP);
    visit_body(c, body);
    pop_frame(c);
    c->nested--;
    visit_body(c, orelse);
}

static void visit_try(struct checker *c, const struct py_stmt *s) {
    bool star = s->kind == PY_STMT_TRYSTAR;
    unsigned outside = c->nested;
    if (s->try.finalbody.n) enter_region(c, PLACE(s));
    if (s->try.handlers.n) enter_region(c, PLACE(s));
    visit_body(c, s->try.body);
    unsigned with_handlers = c->nested;
    c->nested = outside + (s->try.finalbody.n > 0);
    if (!star) visit_body(c, s->try.orelse);
    for (size_t i = 0; i < s->try.handlers.n; i++) {
        const struct py_excepthandler *h = s->try.handlers.p[i];
        if (!h->type && i + 1 < s->try.handlers.n) fail_at(c, PLACE(h), "default 'except:' must be last");
        c->nested = with_handlers;
        visit_opt(c, h->type);
        enter_region(c, PLACE(h));
        if (h->name.p) forbid_debug(c, h->name, PLACE(h));
        if (star) push_frame(c, FRAME_EXCEPT_STAR);
        visit_body(c, h->body);
        if (star) pop_frame(c);
    }
    c->nested = outside + (s->try.finalbody.n > 0);
    if (star) visit_body(c, s->try.orelse);
    visit_body(c, s->try.finalbody);
    c->nested = outside;
}

static void visit_match(struct checker *c, const struct py_stmt *s) {
    visit(c, s->match.subject);
    for (size_t i = 0; i < s->match.cases.n; i++) {
        const struct py_match_case *k = s->match.cases.p[i];
        struct names names = {{0}};
        struct matcher m = {&names, k->guard || i + 1 == s->match.cases.n};
        pattern(c, k->pattern, &m);
        visit_opt(c, k->guard);
        visit_body(c, k->body);
    }
}

static void visit_annotated(struct checker *c, const struct py_stmt *s) {
    const struct py_expr *target = s->annassign.target;
    bool stored = c->block == BLOCK_MODULE || c->block == BLOCK_CLASS;
    if (s->annassign.value) {
        visit(c, s->annassign.value);
        visit(c, target);
    }
    if (target->kind == PY_EXPR_NAME) {
        forbid_debug(c, target->name.id, PLACE(s));
        if (s->annassign.simple && stored && annotations_run(c)) visit(c, s->annassign.annotation);
        if (s->annassign.simple) return;
    } else if (target->kind == PY_EXPR_ATTRIBUTE) {
        forbid_debug(c, target->attribute.attr, PLACE(s));
        if (!s->annassign.value) visit(c, target->attribute.value);
    } else if (!s->annassign.value) {
        visit(c, target->subscript.value);
        visit(c, target->subscript.slice);
    }
    if (stored && annotations_run(c)) visit(c, s->annassign.annotation);
}

static void visit_imports(struct checker *c, const struct py_stmt *s) {
    bool from = s->kind == PY_STMT_IMPORTFROM;
    if (from && s->lineno > c->future_line && s->importfrom.module.p &&
        str_is(s->importfrom.module, "__future__"))
        fail_at(c, PLACE(s), "from __future__ imports must occur at the beginning of the file");
    struct py_alias_seq names = from ? s->importfrom.names : s->import.names;
    for (size_t i = 0; i < names.n; i++) {
        struct str name = names.p[i]->asname.p ? names.p[i]->asname : names.p[i]->name;
        const char *dot = from || names.p[i]->asname.p ? NULL : memchr(name.p, '.', name.n);
        forbid_debug(c, dot ? (struct str){name.p, (size_t)(dot - name.p)} : name, PLACE(s));
    }
}

static void statement(struct checker *c, const struct py_stmt *s) {
    switch (s->kind) {
    case PY_STMT_FUNCTIONDEF:
    case PY_STMT_ASYNCFUNCTIONDEF: visit_function(c, s); break;
    case PY_STMT_CLASSDEF: visit_class(c, s); break;
    case PY_STMT_RETURN: check_return(c, s); break;
    case PY_STMT_DELETE: visit_all(c, s->delete_.targets); break;
    case PY_STMT_ASSIGN:
        visit(c, s->assign.value);
        visit_all(c, s->assign.targets);
        break;
    case PY_STMT_TYPEALIAS:
        visit(c, s->typealias.name);
        visit(c, s->typealias.value);
        break;
    case PY_STMT_AUGASSIGN: {
        const struct py_expr *t = s->augassign.target;
        if (t->kind == PY_EXPR_ATTRIBUTE)
            visit(c, t->attribute.value);
        else if (t->kind == PY_EXPR_SUBSCRIPT)
            visit(c, t);
        visit(c, s->augassign.value);
        if (t->kind == PY_EXPR_NAME) visit(c, t);
        break;
    }
    case PY_STMT_ANNASSIGN: visit_annotated(c, s); break;
    case PY_STMT_ASYNCFOR:
        if (c->block != BLOCK_ASYNC) fail_at(c, PLACE(s), "'async for' outside async function");
        /* fall through */
    case PY_STMT_FOR:
        enter_region(c, PLACE(s));
        visit(c, s->for_.iter);
        visit(c, s->for_.target);
        visit_loop(c, s->for_.body, s->for_.orelse);
        break;
    case PY_STMT_WHILE:
        enter_region(c, PLACE(s));
        visit(c, s->while_.test);
        visit_loop(c, s->while_.body, s->while_.orelse);
        break;
    case PY_STMT_IF:
        visit(c, s->if_.test);
        visit_body(c, s->if_.body);
        visit_body(c, s->if_.orelse);
        break;
    case PY_STMT_ASYNCWITH:
        if (c->block != BLOCK_ASYNC) fail_at(c, PLACE(s), "'async with' outside async function");
        /* fall through */
    case PY_STMT_WITH:
        for (size_t i = 0; i < s->with.items.n; i++) {
            visit(c, s->with.items.p[i]->context_expr);
            enter_region(c, PLACE(s));
            visit_opt(c, s->with.items.p[i]->optional_vars);
        }
        visit_body(c, s->with.body);
        c->nested -= (unsigned)s->with.items.n;
        break;
    case PY_STMT_MATCH: visit_match(c, s); break;
    case PY_STMT_RAISE:
        visit_opt(c, s->raise.exc);
        visit_opt(c, s->raise.cause);
        break;
    case PY_STMT_TRY:
    case PY_STMT_TRYSTAR: visit_try(c, s); break;
    case PY_STMT_ASSERT:
        warn_assert(c->diags, c->m, s);
        visit(c, s->assert_.test);
        visit_opt(c, s->assert_.msg);
        break;
    case PY_STMT_IMPORT:
    case PY_STMT_IMPORTFROM: visit_imports(c, s); break;
    case PY_STMT_EXPR: visit(c, s->expr.value); break;
    case PY_STMT_BREAK: check_jump(c, s, "'break' outside loop"); break;
    case PY_STMT_CONTINUE: check_jump(c, s, "'continue' not properly in loop"); break;
    case PY_STMT_GLOBAL:
    case PY_STMT_NONLOCAL:
    case PY_STMT_PASS:
    case PY_STMT_COUNT: break;
    }
}

static void visit_body(struct checker *c, struct py_stmt_seq body) {
    for (size_t i = 0; i < body.n; i++) statement(c, body.p[i]);
}

/* ---- from __future__ ---- */

static bool is_future(const struct py_stmt *s) {
    return s->kind == PY_STMT_IMPORTFROM && s->importfrom.module.p && !s->importfrom.level &&
           str_is(s->importfrom.module, "__future__");
}

static bool future_error(struct py_error *e, const struct py_stmt *s, uint32_t col, struct str text) {
    *e = (struct py_error){true, PY_SYNTAX_ERROR, s->lineno, col, 0, 0, text};
    return false;
}

static bool future_names(struct arena *a, struct py_module *m, const struct py_stmt *s,
                         struct py_error *error) {
    static const char *const done[] = {"nested_scopes",    "generators",     "division",
                                       "absolute_import",  "with_statement", "print_function",
                                       "unicode_literals", "generator_stop"};
    for (size_t i = 0; i < s->importfrom.names.n; i++) {
        struct str name = s->importfrom.names.p[i]->name;
        bool known = false;
        for (size_t k = 0; k < COUNT(done); k++) known = known || str_is(name, done[k]);
        if (str_is(name, "annotations"))
            m->future |= PY_FUTURE_ANNOTATIONS;
        else if (str_is(name, "barry_as_FLUFL"))
            m->future |= PY_FUTURE_BARRY;
        else if (str_is(name, "braces"))
            return future_error(error, s, s->col_offset + 1, STR("not a chance"));
        else if (!known)
            return future_error(
                error, s, s->col_offset + 1,
                str_printf(a, "future feature %.*s is not defined", (int)MIN(name.n, 100), name.p));
    }
    return true;
}

bool py_future(struct arena *a, struct py_module *m, uint32_t *last_line, struct py_error *error) {
    bool done = false;
    uint32_t line = 0;
    *last_line = 0;
    for (size_t i = 0; i < m->body.n; i++) {
        const struct py_stmt *s = m->body.p[i];
        if (done && s->lineno > line) return true;
        line = s->lineno;
        if (is_future(s)) {
            if (done)
                return future_error(error, s, s->col_offset,
                                    STR("from __future__ imports must occur at the beginning of the file"));
            if (!future_names(a, m, s, error)) return false;
            *last_line = s->lineno;
        } else if (s->kind != PY_STMT_EXPR || s->expr.value->kind != PY_EXPR_CONSTANT ||
                   s->expr.value->constant.value.kind != PY_CONST_STR) {
            done = true;
        }
    }
    return true;
}

bool py_check(struct arena *a, struct diags *diags, struct py_module *m, uint32_t future_line,
              struct py_error *error) {
    struct checker c = {.a = a,
                        .m = m,
                        .diags = diags,
                        .error = error,
                        .block = BLOCK_MODULE,
                        .scope = m->scope,
                        .future_line = future_line};
    if (setjmp(c.fail)) return false;
    visit_body(&c, m->body);
    return true;
}
