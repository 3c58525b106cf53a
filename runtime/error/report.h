/* Printing exceptions. source_line.c reads source lines; suggest.c finds names close to a misspelt one;
 * report_group.c writes groups, report.c all else. */
#ifndef PY2_REPORT_H
#define PY2_REPORT_H

#include "runtime/rt.h"

struct source_cache {
    val file;
    char *text; /* storage or NULL */
    int64_t size;
};
struct report {
    struct thread *t;
    struct strbuf out;
    struct source_cache source;
    val seen;   /* list of exceptions already in the chain */
    int depth;  /* of groups around: their margins go before each line */
    bool close; /* the innermost group's last frame is still open */
};
/* ---- report.c, for report_group.c ---- */
bool report_margin(struct report *r, const char *margin); /* the beginning of a line */
bool report_one(struct report *r, val exc, bool group);   /* traceback, message, notes */
bool report_chain(struct report *r, val exc);             /* what led to it, then it */
/* ---- report_group.c: rt_state.report_group, once there is a group ---- */
bool report_group(struct report *r, val group);

/* Line `line` (from 1) without its end, as UTF-8 into the cache's text. False: the file cannot be read or has
 * no such line. */
bool source_line(struct thread *t, struct source_cache *c, val file, int64_t line, const char **out,
                 int64_t *len);
/* Byte offsets in the segment between which the operator stands; false when the segment is not a binary
 * operation or subscript. */
bool source_anchors(const char *segment, int64_t n, int64_t *left, int64_t *right);
/* The name the program probably meant: a str, or 0. */
val suggestion_for(struct thread *t, val exc);

/* ---- dead_names.c: names of methods the program does not carry ---- */

/* Appends to `list` the names that the method table at `table`, or the one called `word` when not NULL,
 * lacks. */
int64_t dead_names(struct thread *t, const struct method *table, const char *word, val list);
/* The same for every type along the MRO of `v` (of v itself when it is a type), or for a module. */
int64_t dead_names_of(struct thread *t, val v, val list);

int64_t report_to(struct thread *t, val exc, val file); /* writes the report and flushes; -1 raised */
/* ---- unraisable.c ---- */

/* The pending exception came out of `object`, or 0: given to sys.unraisablehook. Nothing is pending afterwards. */
void unraisable(struct thread *t, val object);
/* With words of its own instead of "Exception ignored in". */
void unraisable_in(struct thread *t, const char *message, val object);
/* What the default hook writes; message 0: "Exception ignored in". */
void unraisable_report(struct thread *t, val exc, val message, val object);

void report_exception(struct thread *t, val exc); /* to sys.stderr, as CPython's default excepthook */
int report_uncaught(struct thread *t);            /* for the pending exception: gives the exit status */

#endif
