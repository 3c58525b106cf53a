/* Uncaught exceptions: the text CPython 3.11 writes, and the exit status. */
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/lib/io.h"
#include "runtime/os/os.h"
#include "runtime/state.h"
#include "runtime/text/unicode.h"

#define E(v)          AS(exception, v)
#define REPEATS_SHOWN 3
#define ENTRIES_MAX   1000
#define CHAIN_MAX     200

static bool put(struct report *r, val s) {
    return s ? strbuf_put(&r->out, s) : false;
}
static bool put_z(struct report *r, const char *z) {
    return strbuf_ascii(&r->out, z, strlen(z));
}

bool report_margin(struct report *r, const char *margin) {
    for (int i = 0; i < r->depth; i++)
        if (!put_z(r, "  ")) return false;
    return !r->depth || put_z(r, margin);
}
/* A line's beginning, or all of it. */
static bool put_line(struct report *r, const char *z) {
    return report_margin(r, "| ") && put_z(r, z);
}

/* Characters in the first n bytes of UTF-8. */
static int64_t chars(const char *z, int64_t n) {
    int64_t c = 0;
    for (int64_t i = 0; i < n; i++) c += ((unsigned char)z[i] & 0xc0) != 0x80;
    return c;
}

static bool white(char c) {
    return c == ' ' || c == '\t' || c == '\f';
}

static bool put_carets(struct report *r, const char *line, int64_t len, int64_t stripped,
                       const struct site *s) {
    int64_t start = s->col < len ? s->col : len, end = s->end_col < len ? s->end_col : len, left = -1,
            right = -1;
    bool split = false;
    if (s->line == s->end_line) {
        if (end < start) return true;
        split = source_anchors(line + start, end - start, &left, &right);
        if (split) {
            left = chars(line, start + left);
            right = chars(line, start + right);
        }
        end = chars(line, end);
    } else {
        end = len;
        while (end > 0 && white(line[end - 1])) end--;
        end = chars(line, end);
    }
    start = chars(line, start);
    int64_t total = chars(line, len);
    if (end - start == total - stripped && !split) return true;
    if (!report_margin(r, "| ")) return false;
    for (int64_t at = stripped - 4; ++at <= end;) {
        char c = at <= start ? ' ' : !split ? '^' : left < at && at <= right ? '^' : '~';
        if (!strbuf_char(&r->out, (uint32_t)c)) return false;
    }
    return put_z(r, "\n");
}

static bool put_source(struct report *r, const struct code *code, const struct site *s) {
    const char *line;
    int64_t len;
    if (!source_line(r->t, &r->source, code->file, s->line, &line, &len)) return true;
    int64_t stripped = 0;
    while (stripped < len && white(line[stripped])) stripped++;
    val text =
        str_decode(r->t, (const uint8_t *)line + stripped, (size_t)(len - stripped), "utf-8", "strict");
    if (!text) {
        r->t->exc = 0;
        return true;
    }
    if (!put_line(r, "    ") || !put(r, text) || !put_z(r, "\n")) return false;
    return s->col < 0 || s->end_col < 0 || put_carets(r, line, len, stripped, s);
}

static bool put_repeated(struct report *r, int64_t count) {
    count -= REPEATS_SHOWN;
    return put(
        r, str_format(r->t, "  [Previous line repeated %ld more %s]\n", count, count > 1 ? "times" : "time"));
}

static bool put_traceback(struct report *r, val first, bool group) {
    if (!report_margin(r, group && r->depth == 1 ? "+ " : "| ")) return false;
    if (!put_z(r, group ? "Exception Group Traceback" : "Traceback")) return false;
    if (!put_z(r, " (most recent call last):\n")) return false;
    int64_t depth = 0, count = 0, last_line = -1;
    const struct code *last = NULL;
    for (val v = first; v; v = AS(traceback, v)->next) depth++;
    val v = first;
    for (; depth > ENTRIES_MAX; depth--) v = AS(traceback, v)->next;
    for (; v; v = AS(traceback, v)->next) {
        const struct traceback *tb = AS(traceback, v);
        struct site s;
        code_site(tb->code, tb->site, &s);
        if (!last || tb->code->file != last->file || tb->code->name != last->name || s.line != last_line) {
            if (count > REPEATS_SHOWN && !put_repeated(r, count)) return false;
            last = tb->code;
            last_line = s.line;
            count = 0;
        }
        if (++count > REPEATS_SHOWN) continue;
        if (!put_line(r, "") ||
            !put(r, str_format(r->t, "  File \"%U\", line %ld, in %U\n", tb->code->file, s.line,
                               tb->code->name)) ||
            !put_source(r, tb->code, &s))
            return false;
    }
    return count <= REPEATS_SHOWN || put_repeated(r, count);
}

/* ---- SyntaxError: the place it names ---- */

static bool put_syntax(struct report *r, val exc) {
    struct thread *t = r->t;
    val d = E(exc)->extra[1];
    if (!d) return true;
    const struct tuple *p = AS(tuple, d);
    val file = p->item[0], line = p->item[1], offset = p->item[2], text = p->item[3];
    if (!put_line(r, "") || !put(r, str_format(t, "  File \"%S\", line %S\n",
                                               file == NONE ? str_ascii(t, "<string>") : file, line)))
        return false;
    if (!val_is_str(text)) return true;
    const struct string *s = AS(string, text);
    int64_t from = 0, to = s->len;
    while (from < to && str_at(s, from) < 128 && white((char)str_at(s, from))) from++;
    while (to > from && (str_at(s, to - 1) == '\n' || str_at(s, to - 1) == '\r')) to--;
    if (!put_z(r, "    ") || !put(r, str_slice(t, text, from, to)) || !put_z(r, "\n")) return false;
    if (!val_is_small(offset) || val_small_get(offset) < 1) return true;
    int64_t start = val_small_get(offset) - 1, end = start + 1;
    if (p->len > 5 && val_is_small(p->item[5]) && val_small_get(p->item[5]) > start + 1)
        end = val_small_get(p->item[5]) - 1;
    if (end > to) end = to > start ? to : start + 1;
    if (!put_z(r, "    ")) return false;
    for (int64_t i = from; i < start; i++)
        if (!put_z(r, " ")) return false;
    for (int64_t i = start < from ? from : start; i < end; i++)
        if (!put_z(r, "^")) return false;
    return put_z(r, "\n");
}

/* ---- the last line and the notes ---- */

static bool put_message(struct report *r, val exc) {
    struct thread *t = r->t;
    struct type *type = type_of(exc);
    if (obj_isinstance(exc, &exc_SyntaxError) && !put_syntax(r, exc)) return false;
    if (!put_line(r, "")) return false;
    val module = type_module_of(t, type), name = type_qualname_of(t, type);
    if (!val_is_str(module)) {
        if (!put_z(r, "<unknown>.")) return false;
    } else if (module != NAME(builtins) && !str_equal(module, NAME(__main__))) {
        if (!put(r, module) || !put_z(r, ".")) return false;
    }
    if (!put(r, name)) return false;
    val text = obj_isinstance(exc, &exc_SyntaxError) && E(exc)->extra[1] ? obj_str(t, E(exc)->extra[0])
                                                                         : obj_str(t, exc);
    if (!text) {
        t->exc = 0;
        if (!put_z(r, ": <exception str() failed>")) return false;
    } else if (AS(string, text)->len && (!put_z(r, ": ") || !put(r, text))) {
        return false;
    }
    val meant = suggestion_for(t, exc);
    if (meant && !put(r, str_format(t, ". Did you mean: '%U'?", meant))) return false;
    return put_z(r, "\n");
}

/* Each line of the text begins like a line of the report. */
static bool put_lines(struct report *r, val text) {
    const struct string *s = AS(string, text);
    for (int64_t from = 0, at = 0; from < s->len; from = at) {
        while (at < s->len && !uc_is_line_end(str_at(s, at))) at++;
        if (at + 1 < s->len && str_at(s, at) == '\r' && str_at(s, at + 1) == '\n') at++;
        if (at < s->len) at++;
        if (!put_line(r, "") || !put(r, str_slice(r->t, text, from, at))) return false;
    }
    return put_z(r, "\n");
}

static bool put_note(struct report *r, val note) {
    struct thread *t = r->t;
    val text = val_is_str(note) ? note : obj_str(t, note);
    if (text) return put_lines(r, text);
    t->exc = 0;
    return put_line(r, "<note str() failed>\n");
}

static bool put_notes(struct report *r, val notes) {
    if (!notes) return true;
    /* CPython ends this line nowhere */
    if (!val_has(notes, TYPE_LIST | TYPE_TUPLE)) return put_line(r, "") && put(r, obj_repr(r->t, notes));
    val list = list_from_iterable(r->t, notes);
    for (int64_t i = 0; list && i < AS(list, list)->len; i++)
        if (!put_note(r, AS(list, list)->item[i])) return false;
    return true;
}

bool report_one(struct report *r, val exc, bool group) {
    if (E(exc)->traceback && !put_traceback(r, E(exc)->traceback, group)) return false;
    val notes = obj_lookattr(r->t, exc, NAME(__notes__));
    r->t->exc = 0;
    return put_message(r, exc) && put_notes(r, notes);
}

/* Only programs that make groups carry their printing. */
static bool put_any(struct report *r, val exc) {
    if (rt_state.report_group && val_has(exc, TYPE_GROUP)) return rt_state.report_group(r, exc);
    return report_one(r, exc, false);
}

static bool seen(struct report *r, val exc) {
    const struct list *l = AS(list, r->seen);
    for (int64_t i = 0; i < l->len; i++)
        if (l->item[i] == exc) return true;
    return false;
}

/* Causes and contexts first, so that the newest stands last. */
bool report_chain(struct report *r, val exc) {
    val links = list_new(r->t, 4), how = list_new(r->t, 4);
    if (!links || !how) return false;
    for (val e = exc; e;) {
        if (list_push(r->t, links, e) < 0 || list_push(r->t, r->seen, e) < 0) return false;
        val next = 0, kind = 0;
        if (E(e)->cause) {
            next = E(e)->cause;
            kind = val_small(1);
        } else if (E(e)->context && !E(e)->suppress_context) {
            next = E(e)->context;
            kind = val_small(2);
        }
        if (next && (seen(r, next) || AS(list, links)->len >= CHAIN_MAX)) next = 0;
        if (list_push(r->t, how, next ? kind : val_small(0)) < 0) return false;
        e = next;
    }
    bool close = r->close;
    for (int64_t i = AS(list, links)->len; i-- > 0; r->close = close) {
        if (!put_any(r, AS(list, links)->item[i])) return false;
        if (i == 0) break;
        if (!put_line(r, "\n") ||
            !put_line(r, AS(list, how)->item[i - 1] == val_small(1)
                             ? "The above exception was the direct cause of the following exception:\n"
                             : "During handling of the above exception, another exception occurred:\n") ||
            !put_line(r, "\n"))
            return false;
    }
    return true;
}

static void write_error(struct thread *t, val s) {
    val err = sys_module(t) ? sys_get(t, NAME(stderr)) : 0;
    if (!err || err == NONE || !s) return;
    if (io_write_text(t, err, s) < 0) t->exc = 0;
    if (!call_method0(t, err, NAME(flush))) t->exc = 0;
}

/* When there is no memory for a report: one line straight to the descriptor. */
static void write_bare(struct thread *t, val exc) {
    const char *name = type_cname(type_of(exc));
    t->exc = 0;
    os_write(2, name, strlen(name));
    os_write(2, "\n", 1);
}

/* 0: there was no memory. */
static val report_text(struct thread *t, val exc) {
    struct report r = {.t = t};
    strbuf_init(&r.out, t);
    t->exc = 0;
    r.seen = list_new(t, 4);
    return r.seen && report_chain(&r, exc) ? strbuf_finish(&r.out) : 0;
}

int64_t report_to(struct thread *t, val exc, val file) {
    val text = report_text(t, exc);
    if (!text || io_write_text(t, file, text) < 0) return -1;
    return call_method0(t, file, NAME(flush)) ? 0 : -1;
}

void report_exception(struct thread *t, val exc) {
    val text = report_text(t, exc);
    if (!text)
        write_bare(t, exc);
    else
        write_error(t, text);
    t->exc = 0;
}

/* ---- the end of a program ---- */

static void flush_output(struct thread *t) {
    val out = sys_get(t, NAME(stdout));
    if (out && out != NONE && !call_method0(t, out, NAME(flush))) t->exc = 0;
}

static int exit_status(struct thread *t, val exc) {
    val code = E(exc)->extra[0] ? E(exc)->extra[0] : NONE;
    if (type_of(exc)->flags & TYPE_HEAP) {
        code = obj_getattr(t, exc, NAME(code));
        if (!code) {
            t->exc = 0;
            code = NONE;
        }
    }
    if (code == NONE) return 0;
    int64_t n;
    if (val_is_int(code)) return int_to_i64(code, &n) ? (int)(n & 0xff) : 255;
    if (sys_module(t)) flush_output(t);
    val text = obj_str(t, code);
    t->exc = 0;
    if (text) write_error(t, str_format(t, "%U\n", text));
    return 1;
}

static bool is_default_hook(val hook) {
    if (!val_is_exact(hook, &builtin_shape)) return false;
    const char *name = AS(builtin, hook)->def->name;
    return strlen(name) == 10 && !memcmp(name, "excepthook", 10);
}

static void run_hook(struct thread *t, val hook, val exc) {
    val tb = E(exc)->traceback;
    if (call3(t, hook, val_of(type_of(exc)), exc, tb ? tb : NONE)) return;
    val second = exc_take(t);
    if (!second) return;
    flush_output(t);
    write_error(t, str_ascii(t, "Error in sys.excepthook:\n"));
    report_exception(t, second);
    write_error(t, str_ascii(t, "\nOriginal exception was:\n"));
    report_exception(t, exc);
}

int report_uncaught(struct thread *t) {
    val exc = exc_take(t);
    t->handled = 0;
    if (obj_isinstance(exc, &exc_SystemExit)) return exit_status(t, exc);
    bool interrupted = obj_isinstance(exc, &exc_KeyboardInterrupt);
    val hook = sys_module(t) ? sys_get(t, NAME(excepthook)) : 0;
    if (rt_state.sys_dict) {
        val tb = E(exc)->traceback;
        dict_put(t, rt_state.sys_dict, NAME(last_type), val_of(type_of(exc)));
        dict_put(t, rt_state.sys_dict, NAME(last_value), exc);
        dict_put(t, rt_state.sys_dict, NAME(last_traceback), tb ? tb : NONE);
        t->exc = 0;
        flush_output(t);
    }
    if (hook && !is_default_hook(hook))
        run_hook(t, hook, exc);
    else
        report_exception(t, exc);
    rt_state.interrupted = interrupted;
    return 1;
}
