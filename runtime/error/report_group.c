/* A group in the text of an uncaught exception: its own traceback and message, then its exceptions, each in a
 * numbered frame, inside a margin per level. */
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"

enum { WIDTH_MAX = 15, DEPTH_MAX = 10 };

static bool put_z(struct report *r, const char *z) {
    return strbuf_ascii(&r->out, z, strlen(z));
}

static bool indent(struct report *r) {
    return report_margin(r, "");
}

static bool put_frame_title(struct report *r, int64_t i, bool rest) {
    if (!indent(r) || !put_z(r, i ? "  " : "+-")) return false;
    val title = rest ? str_ascii(r->t, "+---------------- ... ----------------\n")
                     : str_format(r->t, "+---------------- %ld ----------------\n", i + 1);
    return title && strbuf_put(&r->out, title);
}

static bool put_rest(struct report *r, int64_t n) {
    val text = str_format(r->t, "and %ld more exception%s\n", n, n > 1 ? "s" : "");
    return text && report_margin(r, "| ") && strbuf_put(&r->out, text);
}

static bool put_parts(struct report *r, const struct tuple *parts) {
    int64_t n = parts->len <= WIDTH_MAX ? parts->len : WIDTH_MAX + 1;
    r->close = false;
    for (int64_t i = 0; i < n; i++) {
        bool last = i == n - 1, rest = i >= WIDTH_MAX;
        if (last) r->close = true; /* a group inside may close the frames of all */
        if (!put_frame_title(r, i, rest)) return false;
        r->depth++;
        if (!(rest ? put_rest(r, parts->len - WIDTH_MAX) : report_chain(r, parts->item[i]))) return false;
        if (last && r->close) {
            if (!indent(r) || !put_z(r, "+------------------------------------\n")) return false;
            r->close = false;
        }
        r->depth--;
    }
    return true;
}

bool report_group(struct report *r, val group) {
    if (r->depth > DEPTH_MAX) return report_margin(r, "| ") && put_z(r, "... (max_group_depth is 10)\n");
    int before = r->depth;
    if (!r->depth) r->depth = 1;
    if (stack_check_in(r->t, " in print_exception_recursive") < 0) return false;
    if (!report_one(r, group, true)) return false;
    if (!put_parts(r, AS(tuple, AS(exception, group)->extra[1]))) return false;
    r->depth = before;
    return true;
}
