/* The bases of a class: which of them fixes the layout, which metaclass they agree on, and the order in which
 * a class and they are searched. */
#include "runtime/gc/gc.h"
#include "runtime/state.h"

/* ---- layout and metaclass ---- */

/* The nearest ancestor that fixes the layout of instances. */
struct type *type_solid(struct type *type) {
    while (type->base) {
        if (!(type->flags & TYPE_HEAP)) {
            if (type->size != type->base->size || type->flags & TYPE_OWN_LAYOUT) return type;
        } else if (type->members != type->base->members) {
            return type;
        }
        type = type->base;
    }
    return type;
}

struct type *bases_best(struct thread *t, val bases) {
    struct type *winner = NULL, *base = NULL;
    const struct tuple *b = AS(tuple, bases);
    for (int64_t i = 0; i < b->len; i++) {
        if (!val_has(b->item[i], TYPE_TYPE)) {
            raise(t, &exc_TypeError, "bases must be types");
            return NULL;
        }
        struct type *c = AS(type, b->item[i]);
        if (type_ready(t, c) < 0 || type_fill(t, c) < 0) return NULL;
        if (!(c->flags & (TYPE_BASE | TYPE_HEAP))) {
            raise(t, &exc_TypeError, "type '%N' is not an acceptable base type", c);
            return NULL;
        }
        struct type *s = type_solid(c);
        if (!winner || (s != winner && type_is_subtype(s, winner))) {
            winner = s;
            base = c;
        } else if (!type_is_subtype(winner, s)) {
            raise(t, &exc_TypeError, "multiple bases have instance lay-out conflict");
            return NULL;
        }
    }
    return base;
}

struct type *bases_metaclass(struct thread *t, struct type *meta, val bases) {
    const struct tuple *b = AS(tuple, bases);
    for (int64_t i = 0; i < b->len; i++) {
        struct type *of = type_of(b->item[i]);
        if (type_is_subtype(meta, of)) continue;
        if (!type_is_subtype(of, meta)) {
            raise(t, &exc_TypeError,
                  "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
                  "of the metaclasses of all its bases");
            return NULL;
        }
        meta = of;
    }
    return meta;
}

/* ---- the method resolution order ---- */

/* Before a store into word storage that only C holds, when an allocation lies between its making and the
 * store. */
static void note_storage(void *payload) {
    gc_note((struct obj *)payload - 1);
}

static bool in_tail(val list, val c) {
    const struct tuple *l = AS(tuple, list);
    for (int64_t i = 1; i < l->len; i++)
        if (l->item[i] == c) return true;
    return false;
}

static val mro_conflict(struct thread *t, val *lists, int64_t n) {
    struct strbuf b;
    val seen = list_new(t, 4);
    strbuf_init(&b, t);
    for (int64_t i = 0; seen && i < n; i++) {
        if (!AS(tuple, lists[i])->len) continue;
        val head = AS(tuple, lists[i])->item[0];
        bool again = false;
        for (int64_t k = 0; k < AS(list, seen)->len; k++) again |= AS(list, seen)->item[k] == head;
        if (again) continue;
        if (AS(list, seen)->len && !strbuf_ascii(&b, ", ", 2)) return 0;
        if (list_push(t, seen, head) < 0 || !strbuf_put(&b, type_name_of(t, AS(type, head)))) return 0;
    }
    val names = strbuf_finish(&b);
    return names ? raise(t, &exc_TypeError,
                         "Cannot create a consistent method resolution\norder (MRO) for bases %U", names)
                 : 0;
}

/* C3: merges the bases' orders and the list of bases. */
static val merge(struct thread *t, struct type *self, val bases) {
    int64_t nbases = AS(tuple, bases)->len, n = nbases + 1;
    val *lists = gc_storage(t, (size_t)n * sizeof(val), true), out = list_new(t, 8);
    if (!lists || !out || list_push(t, out, val_of(self)) < 0) return 0;
    note_storage(lists);
    for (int64_t i = 0; i < nbases; i++) lists[i] = AS(type, AS(tuple, bases)->item[i])->mro;
    lists[nbases] = bases;
    for (;;) {
        val next = 0;
        bool left = false;
        for (int64_t i = 0; i < n && !next; i++) {
            if (!AS(tuple, lists[i])->len) continue;
            left = true;
            next = AS(tuple, lists[i])->item[0];
            for (int64_t k = 0; k < n && next; k++)
                if (AS(tuple, lists[k])->len && in_tail(lists[k], next)) next = 0;
        }
        if (!left) return tuple_of(t, AS(list, out)->len, AS(list, out)->item);
        if (!next) return mro_conflict(t, lists, n);
        if (list_push(t, out, next) < 0) return 0;
        for (int64_t i = 0; i < n; i++) {
            struct tuple *l = AS(tuple, lists[i]);
            if (!l->len || l->item[0] != next) continue;
            val rest = tuple_of(t, l->len - 1, l->item + 1);
            if (!rest) return 0;
            note_storage(lists);
            lists[i] = rest;
        }
    }
}

static bool no_duplicates(struct thread *t, val bases) {
    const struct tuple *b = AS(tuple, bases);
    for (int64_t i = 0; i < b->len; i++)
        for (int64_t k = i + 1; k < b->len; k++)
            if (b->item[i] == b->item[k]) {
                raise(t, &exc_TypeError, "duplicate base class %N", AS(type, b->item[i]));
                return false;
            }
    return true;
}

val mro_linear(struct thread *t, struct type *type) {
    return no_duplicates(t, type->bases) ? merge(t, type, type->bases) : 0;
}

/* What a metaclass's own mro() gave must be classes whose instances lay out as the type's do. */
static bool mro_fits(struct thread *t, struct type *type, val mro) {
    struct type *layout = type_solid(type->base);
    for (int64_t i = 0; i < AS(tuple, mro)->len; i++) {
        val c = AS(tuple, mro)->item[i];
        if (!val_has(c, TYPE_TYPE)) {
            raise(t, &exc_TypeError, "mro() returned a non-class ('%T')", c);
            return false;
        }
        if (c == val_of(type) || type_is_subtype(layout, type_solid(AS(type, c)))) continue;
        raise(t, &exc_TypeError, "mro() returned base with unsuitable layout ('%N')", AS(type, c));
        return false;
    }
    return true;
}

val mro_of(struct thread *t, struct type *type) {
    struct type *meta = type_of(val_of(type));
    val f = meta == &type_type ? 0 : type_lookup(meta, NAME(mro));
    if (!f || f == type_lookup(&type_type, NAME(mro))) return mro_linear(t, type);
    val given = special_call(t, val_of(type), NAME(mro), 0, NULL, NULL);
    val mro = given ? tuple_from_iterable(t, given) : 0;
    return mro && mro_fits(t, type, mro) ? mro : 0;
}
