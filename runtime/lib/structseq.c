/* Tuples with named fields. */
#include "runtime/lib/structseq.h"

val structseq_new(struct thread *t, struct type *type, int64_t n, int64_t extra, const val *items) {
    struct tuple *p = gc_new(t, type, sizeof *p + (size_t)(n + extra) * sizeof(val));
    if (!p) return 0;
    p->len = n;
    memcpy(p->item, items, (size_t)(n + extra) * sizeof(val));
    return val_of(p);
}

val structseq_repr(struct thread *t, val self, const char *const *names, int64_t n) {
    struct strbuf b;
    strbuf_init(&b, t);
    const char *cname = type_of(self)->cname;
    bool ok = strbuf_ascii(&b, cname, strlen(cname)) && strbuf_char(&b, '(');
    for (int64_t i = 0; ok && i < n; i++) {
        val r = obj_repr(t, structseq_at(self, i));
        ok = r && (i == 0 || strbuf_ascii(&b, ", ", 2)) && strbuf_ascii(&b, names[i], strlen(names[i])) &&
             strbuf_char(&b, '=') && strbuf_put(&b, r);
    }
    return ok && strbuf_char(&b, ')') ? strbuf_finish(&b) : 0;
}

val structseq_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames, int64_t n,
                   int64_t extra) {
    (void)kwnames;
    if (!args_count(t, cls->cname, argc, 1, 2)) return 0;
    val seq = tuple_from_iterable(t, argv[0]);
    if (!seq && exc_pending_is(t, &exc_TypeError)) {
        exc_take(t);
        return raise(t, &exc_TypeError, "constructor requires a sequence");
    }
    if (!seq) return 0;
    int64_t len = AS(tuple, seq)->len;
    if (len < n)
        return raise(t, &exc_TypeError, "%s() takes an at least %ld-sequence (%ld-sequence given)",
                     cls->cname, n, len);
    if (len > n + extra)
        return raise(t, &exc_TypeError, "%s() takes an at most %ld-sequence (%ld-sequence given)", cls->cname,
                     n + extra, len);
    val items[32];
    for (int64_t i = 0; i < n + extra; i++) {
        items[i] = i < len ? AS(tuple, seq)->item[i] : NONE;
        if (i >= n && val_is_ptr(items[i])) items[i] = NONE;
    }
    return structseq_new(t, cls, n, extra, items);
}
