/* "Did you mean": the candidate with the least edit distance, by CPython's costs and limits. */
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

#define CANDIDATES_MAX 750
#define LENGTH_MAX     40
#define MOVE_COST      2
#define CASE_COST      1

static int64_t substitution(char a, char b) {
    if ((a & 31) != (b & 31)) return MOVE_COST;
    if (a == b) return 0;
    if (a >= 'A' && a <= 'Z') a += 32;
    if (b >= 'A' && b <= 'Z') b += 32;
    return a == b ? CASE_COST : MOVE_COST;
}

static int64_t distance(const char *a, int64_t na, const char *b, int64_t nb, int64_t most) {
    int64_t row[LENGTH_MAX];
    while (na && nb && *a == *b) a++, na--, b++, nb--;
    while (na && nb && a[na - 1] == b[nb - 1]) na--, nb--;
    if (!na || !nb) return (na + nb) * MOVE_COST;
    if (na > LENGTH_MAX || nb > LENGTH_MAX) return most + 1;
    if (nb < na) {
        const char *z = a;
        int64_t n = na;
        a = b, na = nb, b = z, nb = n;
    }
    if ((nb - na) * MOVE_COST > most) return most + 1;
    for (int64_t i = 0; i < na; i++) row[i] = (i + 1) * MOVE_COST;
    int64_t result = 0;
    for (int64_t k = 0; k < nb; k++) {
        int64_t diagonal = k * MOVE_COST, least = INT64_MAX;
        result = diagonal;
        for (int64_t i = 0; i < na; i++) {
            int64_t replace = diagonal + substitution(b[k], a[i]);
            diagonal = row[i];
            int64_t move = (result < diagonal ? result : diagonal) + MOVE_COST;
            result = move < replace ? move : replace;
            row[i] = result;
            if (result < least) least = result;
        }
        if (least > most) return most + 1;
    }
    return result;
}

struct best {
    val name;
    int64_t distance;
};

static void consider(struct thread *t, struct best *best, const char *name, int64_t n, val item) {
    size_t m;
    if (!val_is_str(item)) return;
    const char *z = str_to_utf8(t, item, &m, true);
    if (!z || ((int64_t)m == n && !memcmp(z, name, m))) return;
    int64_t most = (n + (int64_t)m + 3) * MOVE_COST / 6;
    if (most > best->distance - 1) most = best->distance - 1;
    int64_t d = distance(name, n, z, (int64_t)m, most);
    if (d > most) return;
    if (!best->name || d < best->distance) *best = (struct best){item, d};
}

static val among(struct thread *t, val list, val name) {
    size_t n;
    const char *z = str_to_utf8(t, name, &n, true);
    struct best best = {0, INT64_MAX};
    if (!z || AS(list, list)->len >= CANDIDATES_MAX) return 0;
    for (int64_t i = 0; i < AS(list, list)->len; i++)
        consider(t, &best, z, (int64_t)n, AS(list, list)->item[i]);
    return best.name;
}

/* By insertion: the lists are short, and a program that never sorts does not carry the real sort. */
static void sort_names(val list) {
    val *item = AS(list, list)->item;
    for (int64_t i = 1; i < AS(list, list)->len; i++) {
        val v = item[i];
        int64_t k = i;
        if (!val_is_str(v)) continue;
        for (; k > 0 && val_is_str(item[k - 1]) && str_compare(item[k - 1], v) > 0; k--)
            item[k] = item[k - 1];
        item[k] = v;
    }
}

static val for_attribute(struct thread *t, const struct exception *e) {
    if (!e->extra[0] || !e->extra[1] || !val_is_str(e->extra[0])) return 0;
    val names = special_call(t, e->extra[1], NAME(__dir__), 0, NULL, NULL),
        list = names ? list_from_iterable(t, names) : 0;
    if (!list || dead_names_of(t, e->extra[1], list) < 0) return 0;
    if (AS(list, list)->len < CANDIDATES_MAX) sort_names(list);
    return among(t, list, e->extra[0]);
}

static val for_name(struct thread *t, const struct exception *e) {
    if (!e->extra[0] || !val_is_str(e->extra[0]) || !e->traceback) return 0;
    const struct traceback *tb = AS(traceback, e->traceback);
    while (tb->next) tb = AS(traceback, tb->next);
    const struct code *c = tb->code;
    val list = list_of(t, c->nvarnames, c->varnames);
    for (uint32_t i = 0; list && i < c->nfree; i++) list_push(t, list, c->freenames[i]);
    val found = list ? among(t, list, e->extra[0]) : 0;
    if (found || !list) return found;
    if (c->module && c->module->module) {
        list = list_from_iterable(t, AS(module, c->module->module)->dict);
        if (list && (found = among(t, list, e->extra[0]))) return found;
    }
    list = builtins_names(t);
    return list && dead_names(t, NULL, "builtins", list) == 0 ? among(t, list, e->extra[0]) : 0;
}

val suggestion_for(struct thread *t, val exc) {
    val s = 0;
    if (obj_isinstance(exc, &exc_AttributeError))
        s = for_attribute(t, AS(exception, exc));
    else if (obj_isinstance(exc, &exc_NameError))
        s = for_name(t, AS(exception, exc));
    t->exc = 0;
    return s;
}
