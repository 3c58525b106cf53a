/* Diagnostics as bytes: how a result keeps its warnings, and a node its errors. */
#include "engine/graph/graph.h"

struct str diag_pack(struct arena *a, const struct diags *d) {
    struct buf b;
    buf_init(&b, a);
    for (const struct diag *m = d->first; m; m = m->next) {
        buf_putc(&b, 1 + (int)m->severity);
        buf_sized(&b, str_c(m->code));
        buf_sized(&b, m->place.file);
        buf_uleb(&b, m->place.line);
        buf_uleb(&b, m->place.col);
        buf_uleb(&b, m->place.end_line);
        buf_uleb(&b, m->place.end_col);
        buf_sized(&b, m->text);
        buf_sized(&b, m->why);
        buf_sized(&b, m->help);
    }
    return buf_view(&b);
}

static struct str get_str(struct arena *a, struct reader *r) {
    return str_dup(a, reader_sized(r));
}

bool diag_unpack(struct arena *a, struct str bytes, struct diags *into) {
    struct reader r = reader_of(bytes);
    while (!r.bad && r.p < r.end) {
        unsigned severity = reader_u8(&r) - 1u;
        if (severity > SEV_NOTE) return false;
        struct str code = get_str(a, &r);
        struct place at = {.file = get_str(a, &r)};
        at.line = (uint32_t)reader_uleb(&r);
        at.col = (uint32_t)reader_uleb(&r);
        at.end_line = (uint32_t)reader_uleb(&r);
        at.end_col = (uint32_t)reader_uleb(&r);
        struct str text = get_str(a, &r), why = get_str(a, &r), help = get_str(a, &r);
        if (r.bad) return false;
        struct diag *m = severity == SEV_ERROR ? diag_error(into, code.n ? code.p : NULL, at, "%s", "")
                                               : diag_warning(into, code.n ? code.p : NULL, at, "%s", "");
        m->severity = (enum severity)severity;
        m->text = text;
        m->why = why;
        m->help = help;
    }
    return !r.bad;
}
