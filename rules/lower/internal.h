/* What the files of lowering share.
 *
 * Invariants:
 *  - `fn->b` is always a block without a terminator; after a jump it is a fresh block nobody reaches.
 *  - A Python variable lives in exactly one place for the whole function: an SSA variable, a slot of the
 * generator's frame, a cell, a module cell, or the class namespace. SSA variables follow Braun et al. 2013;
 * the word 0 is "unbound".
 *  - In a generator nothing in SSA form survives a yield: variables and temporaries are slots of the frame.
 *  - Comprehensions other than generator expressions are lowered in place when no inner function captures
 * their variables; their frames still appear in tracebacks (`fn->code` changes while inside). */
#ifndef PY2_LOWER_INTERNAL_H
#define PY2_LOWER_INTERNAL_H

#include "rules/lower/lower.h"
#include "rules/python/symtable.h"

typedef struct ir_ins *ins;

/* What `flags` of a struct code may say: enum code_flags of the runtime, by the same numbers. */
enum code_info_flags {
    FLAG_VARARGS = 1,
    FLAG_VARKW = 2,
    FLAG_GENERATOR = 4,
    FLAG_CLOSURE = 8,
    FLAG_METHODISH = 16,
    FLAG_MODULE = 32,
    FLAG_CLASS = 64,
    FLAG_COROUTINE = 128,
    FLAG_ASYNCGEN = 256,
};

/* As SITE_ASYNC_YIELD of the runtime: the frame stands at a `yield`, not at an `await`. */
#define SITE_ASYNC_YIELD UINT32_C(0x80000000)

/* What is awaited, as enum await_of of the runtime: errors name it. */
enum await_of { AWAIT_PLAIN, AWAIT_ENTER, AWAIT_EXIT, AWAIT_NEXT };

struct names {
    VEC(struct str) list;
};

/* One of co_consts: an object, a tagged word (sym NULL), or a struct code. */
struct code_const {
    struct ir_sym *sym;
    int64_t word;
    bool code;
};

struct code_info { /* one `struct code` being built */
    struct ir_sym *sym, *direct, *spread, *resume;
    struct str name, qualname;
    struct py_scope *scope;
    VEC(struct ir_site) sites;
    uint32_t flags, first_line, npos, nposonly, nkwonly, nslots;
    struct str doc;
    VEC(struct py_symbol *) free; /* the cells it captures, as owner symbols */
    struct map *noted;            /* names and constants already in the two below */
    struct names names;           /* co_names */
    VEC(struct code_const) consts;
    VEC(uint32_t) slots; /* generators: code_slots */
};

struct lower {
    struct arena *a;
    struct diags *diags;
    const struct py_module *py;
    const struct lower_unit *unit;
    struct str prefix; /* what the module's symbols begin with: its name, or one that cannot be mistaken */
    struct ir_module *ir;
    struct ir_sym *def; /* the struct module_def */
    struct ir_sym *cells;
    struct map cell_index; /* global name -> index + 1 */
    VEC(struct str) cell_names;
    struct map consts;  /* key text -> struct ir_sym * */
    struct map globals; /* name -> struct global * */
    struct map names_seen;
    uint32_t counter;
};

/* What the module as a whole does with one of its global names. */
struct global {
    uint32_t stores;         /* binding places in all scopes */
    struct py_stmt *def;     /* the one top-level `def` that binds it, or NULL */
    struct ir_sym *function; /* its static function object */
    struct code_info *code;  /* its code */
};

enum ctl_kind { CTL_LOOP, CTL_HANDLER, CTL_FINALLY, CTL_WITH, CTL_ASYNC_WITH, CTL_INLINE };

/* A region that leaving by break, continue or return must unwind. */
struct ctl {
    enum ctl_kind kind;
    struct ctl *parent;
    struct handler *outer;                   /* the exception handler outside the region */
    struct ir_block *on_break, *on_continue; /* LOOP */
    uint32_t var; /* LOOP: iterator to close or NO_VAR; HANDLER: previous handled; WITH: bound __exit__ or __aexit__ */
    struct py_stmt_seq body; /* FINALLY */
    const struct py_pos *at; /* WITH: the statement, for the site */
    struct py_symbol *unbind_symbol; /* HANDLER: name to unbind, NULL none */
};

/* Where a raise inside the current region goes. */
struct handler {
    struct ir_block *block;
};

#define NO_VAR UINT32_MAX

struct place_of { /* of one symbol in one function */
    enum { AT_NONE, AT_VAR, AT_CELL, AT_FREE, AT_GLOBAL, AT_NAMESPACE } kind;
    uint32_t var; /* AT_VAR: variable; AT_CELL: variable that holds the cell; AT_FREE: index in code->free */
};

struct fn {
    struct lower *l;
    struct fn *parent;
    struct py_scope *scope;
    struct code_info *code; /* whose frame raises now: the function's, or an inlined comprehension's */
    struct code_info *own;  /* the function's */
    struct ir_func *f;
    struct ir_block *b;
    struct handler *handler;
    struct ctl *ctl;
    bool generator;     /* this is a resume function */
    ins chain, gen, ns; /* own function object; generator; class namespace */
    ins sent, throwing;
    uint32_t nvars;
    uint32_t nslots;
    struct ir_block **resumes; /* generator: resume label -> block */
    VEC(struct ir_block *) labels;
    ins null; /* CONST 0 in the entry block */
    struct ir_block *entry;
    struct map places; /* key: symbol pointer bytes -> struct place_of * */
    struct py_symbol *first_param;
    uint32_t iterator; /* of a comprehension's function: its one argument; else NO_VAR */
    uint32_t out_slot; /* scratch stack slot for argument vectors and results; UINT32_MAX none */
    VEC(ins) null_checks;         /* BR instructions that test a variable for "unbound" */
    /* Braun: definitions by (block, variable) */
    uint64_t *def_keys;
    ins *def_values;
    uint32_t def_size, def_used;
    bool is_class, is_module;
};

/* ---- refuse.c: what is not supported ---- */
void lower_refuse(struct lower *l, const struct py_pos *at, const char *code, const char *what,
                  const char *help);
#define POS(n) ((const struct py_pos *)&(n)->lineno)

/* ---- ssa.c ---- */
struct ir_block *block_new(struct fn *fn); /* unsealed, no predecessors yet */
struct ir_block *block_cold(struct fn *fn);
void block_seal(struct fn *fn, struct ir_block *b);  /* all predecessors are known */
void block_start(struct fn *fn, struct ir_block *b); /* continue there */
void block_enter(struct fn *fn, struct ir_block *b); /* seal, then start */
void go(struct fn *fn, struct ir_block *to);         /* jump; afterwards fn->b is unreachable */
void branch(struct fn *fn, ins cond, struct ir_block *yes, struct ir_block *no);
uint32_t var_new(struct fn *fn);
ins var_get(struct fn *fn, uint32_t var);
void var_set(struct fn *fn, uint32_t var, ins value);
void fn_unreachable(struct fn *fn);
void ssa_finish(struct fn *fn); /* removes unbound checks that cannot fail */
void edge_note(struct fn *fn, struct ir_block *from,
               struct ir_edge *e); /* a predecessor made by hand (SWITCH) */

/* ---- emit.c: instructions with their exceptions ---- */
uint32_t site_at(struct fn *fn, const struct py_pos *at);
ins rt(struct fn *fn, enum ir_rt entry, const struct py_pos *at, uint32_t n,
       ...); /* value, or status that cannot be negative afterwards */
ins raises(struct fn *fn, ins i, enum ir_conv conv,
           const struct py_pos *at); /* attaches the current handler to an instruction just emitted */
ins raises_site(struct fn *fn, ins i, enum ir_conv conv, uint32_t site);
uint32_t method_site(struct fn *fn, const struct py_pos *call, const struct py_pos *lookup);
void landing_site(struct fn *fn, uint32_t site);
void propagate(struct fn *fn);       /* an exception is pending and this frame is in its traceback: go to the
                                        handler or leave */
void landing(struct fn *fn, const struct py_pos *at); /* as propagate, adding this frame first */
ins word(struct fn *fn, int64_t w);                   /* V constant by its bits */
ins num(struct fn *fn, int64_t n);                    /* I constant */
ins addr(struct fn *fn, const char *symbol);          /* static object of the runtime */
ins addr_sym(struct fn *fn, struct ir_sym *s);
ins none(struct fn *fn);
ins bool_of(struct fn *fn, ins cond); /* I 0/1 -> True/False */
ins load(struct fn *fn, enum ir_type type, ins base, int64_t offset);
void store(struct fn *fn, ins value, ins base, int64_t offset); /* no barrier: stack, roots, thread */
void store_object(struct fn *fn, ins value, ins object, int64_t offset); /* with barrier */
ins vector(struct fn *fn, uint32_t n,
           ins *items); /* writes items to the argument vector, gives its address (P) */
ins vector_space(struct fn *fn, uint32_t n);
ins thread_reg(struct fn *fn);

/* ---- data.c: constants and descriptors in the image ---- */
struct ir_sym *const_str(struct lower *l, struct str text);
struct ir_sym *const_value(struct lower *l,
                           const struct py_constant *c); /* static object; not for tagged words */
ins const_ins(struct fn *fn, const struct py_constant *c);
ins str_ins(struct fn *fn, struct str text);
struct ir_sym *const_tuple(struct lower *l, uint32_t n, struct ir_sym *const *items,
                           const int64_t *words); /* items[i] or words[i] */
struct ir_sym *names_tuple(struct lower *l, uint32_t n, const struct str *names);
struct ir_sym *ic_new(struct lower *l, const char *group, struct str name, int name_offset);
void name_used(struct lower *l, struct str name); /* may be looked up as an attribute */
uint32_t cell_of(struct lower *l, struct str name);
struct ir_sym *builtin_cache(struct lower *l, struct str name);
struct ir_sym *data_word(struct lower *l); /* a word of the module that may hold a value, 0 at first */
/* Bytes of one datum being put together. */
struct blob {
    struct lower *l;
    struct ir_data *data;
    struct buf b;
};
struct blob blob_new(struct lower *l, struct ir_sym *sym, const char *section, uint32_t flags);
void blob_ptr(struct blob *b, struct ir_sym *sym, int64_t addend); /* sym NULL: the word itself */
void blob_end(struct blob *b);
struct ir_sym *data_names(struct lower *l, struct ir_sym *owner, const char *what, size_t n,
                          const struct str *names);
void data_module(struct lower *l, struct code_info *c, struct ir_sym *init);
struct ir_sym *sym_f(struct lower *l, const char *fmt, ...) PRINTF(2, 3);
bool expr_constant_tuple(struct lower *l, struct py_expr *e,
                         struct ir_sym **out); /* a tuple display of constants */

/* ---- code.c ---- */
void data_code(struct lower *l, struct code_info *c);
void code_name(struct fn *fn, struct str name);         /* fn->code uses the name of a global or attribute */
void code_const(struct fn *fn, struct code_const k);    /* fn->code uses the constant */
void code_slots(struct fn *fn);

/* ---- names.c ---- */
struct place_of *place_of(struct fn *fn, struct py_symbol *s);
ins name_load(struct fn *fn, struct py_symbol *s, const struct py_pos *at);
void name_store(struct fn *fn, struct py_symbol *s, ins v, const struct py_pos *at);
void name_delete(struct fn *fn, struct py_symbol *s, const struct py_pos *at);
void name_unbind(struct fn *fn, struct py_symbol *s, const struct py_pos *at); /* if bound; never raises */
ins cell_load(struct fn *fn, struct py_symbol *owner);                         /* the cell object itself */
bool scope_inlined(const struct py_scope *s);
bool symbol_needs_cell(const struct py_symbol *s);
bool name_is_builtin(struct lower *l, struct py_symbol *s,
                     const char *word);                 /* surely the built-in of that name unless patched */
void fn_declare(struct fn *fn, struct py_scope *scope); /* gives every symbol of a scope its place */
void globals_survey(struct lower *l);

/* ---- expr.c ---- */
ins expr(struct fn *fn, struct py_expr *e);
void cond(struct fn *fn, struct py_expr *e, struct ir_block *yes, struct ir_block *no);
ins truth(struct fn *fn, ins v, const struct py_pos *at); /* I, 0 or 1 */
bool has_yield(const struct py_expr *e);
void exprs(struct fn *fn, size_t n, struct py_expr *const *e,
           ins *out); /* left to right, safe across yields */
ins build_list_from(struct fn *fn, struct py_expr_seq elts, const struct py_pos *at); /* display with stars */
ins binary(struct fn *fn, enum py_operator op, bool inplace, ins a, ins b, const struct py_pos *at);
ins getattr(struct fn *fn, ins o, struct str name, const struct py_pos *at);
void setattr(struct fn *fn, ins o, struct str name, ins v, const struct py_pos *at);
struct str mangled(struct fn *fn, struct str name);
const struct py_pos *attr_pos(struct fn *fn, const struct py_pos *at, const struct py_expr *attribute);
uint32_t keep(struct fn *fn, ins v); /* across a yield: into a temporary variable */

/* ---- suspend.c ---- */
ins yield_value(struct fn *fn, ins v, const struct py_pos *at);
ins yield_from(struct fn *fn, struct py_expr *e);
ins await_value(struct fn *fn, ins v, enum await_of of, const struct py_pos *at);

/* ---- async.c ---- */
struct async_loop {
    struct ctl ctl;
    struct ir_block *head, *exit;
    const struct py_pos *at;
    uint32_t iter; /* variable */
};
void async_loop_prepare(struct fn *fn, struct async_loop *lp, ins iter, const struct py_pos *at);
ins async_loop_begin(struct fn *fn, struct async_loop *lp);
void async_loop_end(struct fn *fn, struct async_loop *lp);
void async_for(struct fn *fn, struct py_stmt *s);
ins with_enter(struct fn *fn, struct ctl *c, struct py_expr *manager, const struct py_pos *at);
ins with_leave(struct fn *fn, const struct ctl *c, ins exc);

/* ---- call.c ---- */
ins call_expr(struct fn *fn, struct py_expr *e);
ins call_value(struct fn *fn, ins callee, uint32_t n, ins *args, const struct py_pos *at);
/* The same for the header of a class statement: a tuple of bases, a dict of keywords or 0. */
void class_arguments(struct fn *fn, struct py_expr_seq bases, struct py_keyword_seq kws, ins *tuple, ins *dict,
                     const struct py_pos *at);
void call_arguments(struct fn *fn, struct py_expr_seq args, struct py_keyword_seq kws, ins callee, ins *tuple,
                    ins *dict, const struct py_pos *at);
bool call_has_star(struct py_expr_seq args, struct py_keyword_seq kws);

/* ---- comp.c ---- */
ins comprehension(struct fn *fn, struct py_expr *e);

/* ---- function.c ---- */
ins lazy_annotation(struct fn *fn, struct py_expr *e);
ins function_value(struct fn *fn, struct py_scope *scope, struct str name, struct py_arguments *args,
                   struct py_stmt_seq body, struct py_expr *lambda_body, struct py_expr *returns,
                   const struct py_pos *at, uint32_t first_line, struct ir_sym *static_object,
                   struct code_info **code_out);
struct code_info *code_new(struct fn *fn, struct py_scope *scope, struct str name, uint32_t first_line);
void fn_begin(struct fn *fn, struct lower *l, struct fn *parent, struct py_scope *scope,
              struct code_info *code, struct ir_func *f);
void fn_finish(struct fn *fn);
ins cells_vector(struct fn *fn, struct code_info *code);
void lower_spread(struct lower *l, struct code_info *code, uint32_t nparams);
void generator_maker(struct lower *l, struct code_info *code, uint32_t nparams);
uint32_t frame_kind(const struct py_scope *scope);
void generator_begin(struct fn *fn);
void generator_finish(struct fn *fn);
ins class_value(struct fn *fn, struct py_stmt *s);
void return_value(struct fn *fn, ins v);

/* ---- stmt.c, assign.c, try.c, import.c ---- */
void stmts(struct fn *fn, struct py_stmt_seq body);
void assign(struct fn *fn, struct py_expr *target, ins v);
bool assign_parallel(struct fn *fn, struct py_expr *target, struct py_expr *value); /* false: nothing was done */
void delete (struct fn *fn, struct py_expr *target);
void aug_assign(struct fn *fn, struct py_stmt *s);
void annotations_begin(struct fn *fn, struct py_stmt_seq body);
void ann_assign(struct fn *fn, struct py_stmt *s);
void for_loop(struct fn *fn, struct py_stmt *s);
void match_stmt(struct fn *fn, struct py_stmt *s);
struct loop {
    struct ctl ctl;
    struct ir_block *head, *exit;
    const struct py_pos *at;    /* where CPython reports errors of iter() and next() */
    uint32_t iter, index, stop; /* variables */
    int64_t step;               /* range: constant step; 0: the variable `by`, positive */
    uint32_t by;
    bool range, fast, fresh;
};
void loop_prepare(struct fn *fn, struct loop *lp, struct py_expr *iter, ins given_iter,
                  const struct py_pos *at);
ins loop_begin(struct fn *fn, struct loop *lp);
void loop_end(struct fn *fn, struct loop *lp);
void try_stmt(struct fn *fn, struct py_stmt *s);
void with_stmt(struct fn *fn, struct py_stmt *s, size_t item);
void unwind_to(struct fn *fn, struct ctl *until); /* emits what leaving every region up to `until` needs */
void import_stmt(struct fn *fn, struct py_stmt *s);

ins lazy_value(struct fn *fn, struct py_scope *scope, struct py_expr *e, const struct py_pos *at);

/* ---- types.c: type parameters and aliases ---- */
/* Makes the parameters and binds them in their scope; the variable that holds the tuple of them. */
uint32_t type_params(struct fn *fn, struct py_scope *scope, struct py_type_param_seq params, const struct py_pos *at);
void class_type_params(struct fn *fn, struct py_stmt *s);
struct py_expr_seq class_bases(struct fn *fn, struct py_stmt *s); /* with the one that type parameters imply */
void type_alias(struct fn *fn, struct py_stmt *s);

#endif
