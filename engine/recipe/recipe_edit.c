/* Reads just enough of Lua's tokens to find one table constructor in another. */
#include "engine/recipe/recipe_edit.h"

#include "engine/recipe/label.h"

enum token_kind { END, NAME, STRING, MARK };

struct token {
    enum token_kind kind;
    size_t at, end; /* in the text */
};

struct scanner {
    struct str text;
    size_t at;
};

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static char char_at(const struct scanner *s, size_t i) {
    return i < s->text.n ? s->text.p[i] : 0;
}

/* The level of a long bracket "[==[" at i; -1: none. */
static int long_bracket(const struct scanner *s, size_t i) {
    int level = 0;
    if (char_at(s, i++) != '[') return -1;
    for (; char_at(s, i) == '='; i++) level++;
    return char_at(s, i) == '[' ? level : -1;
}

static void skip_to(struct scanner *s, size_t end) {
    s->at = MIN(end, s->text.n);
}

static void skip_long(struct scanner *s, int level) {
    size_t i = s->at + (size_t)level + 2;
    for (; i < s->text.n; i++) {
        if (s->text.p[i] != ']') continue;
        size_t k = i + 1;
        while (char_at(s, k) == '=') k++;
        if (k - i - 1 == (size_t)level && char_at(s, k) == ']') {
            skip_to(s, k + 1);
            return;
        }
    }
    skip_to(s, s->text.n);
}

static void skip_blank(struct scanner *s) {
    for (;;) {
        char c = char_at(s, s->at);
        if (s->at < s->text.n && (c == ' ' || (c >= '\t' && c <= '\r'))) {
            skip_to(s, s->at + 1);
        } else if (c == '-' && char_at(s, s->at + 1) == '-') {
            s->at += 2;
            int level = long_bracket(s, s->at);
            if (level >= 0)
                skip_long(s, level);
            else
                while (s->at < s->text.n && s->text.p[s->at] != '\n') s->at++;
        } else {
            return;
        }
    }
}

static struct token next(struct scanner *s) {
    skip_blank(s);
    struct token t = {END, s->at, s->at};
    if (s->at >= s->text.n) return t;
    char c = s->text.p[s->at];
    int level = long_bracket(s, s->at);
    t.kind = c == '"' || c == '\'' || level >= 0 ? STRING : is_name(c) ? NAME : MARK;
    if (level >= 0) {
        skip_long(s, level);
    } else if (t.kind == STRING) {
        size_t i = s->at + 1;
        while (i < s->text.n && s->text.p[i] != c && s->text.p[i] != '\n')
            i += s->text.p[i] != '\\' ? 1 : char_at(s, i + 1) == '\r' && char_at(s, i + 2) == '\n' ? 3 : 2;
        skip_to(s, i + 1);
    } else {
        s->at++;
        while (t.kind == NAME && is_name(char_at(s, s->at))) s->at++;
    }
    t.end = s->at;
    return t;
}

static struct str text_of(const struct scanner *s, const struct token *t) {
    return (struct str){s->text.p + t->at, t->end - t->at};
}

static bool is_mark(const struct scanner *s, const struct token *t, char c) {
    return t->kind == MARK && s->text.p[t->at] == c;
}

/* What a plain string literal says; false for one with escapes or brackets. */
static bool plain(const struct scanner *s, const struct token *t, struct str *out) {
    struct str all = text_of(s, t);
    if (t->kind != STRING || all.n < 2 || all.p[0] == '[' || memchr(all.p, '\\', all.n)) return false;
    *out = (struct str){all.p + 1, all.n - 2};
    return true;
}

/* ---- the places that matter ---- */

struct list {
    VEC(struct token) items;
    struct token open, close;
};

struct found {
    struct token open, close; /* of the declaration */
    size_t last_end;          /* of the last field before `close`, its separator included */
    bool separated, has_field, has_list, has_bracket; /* has_bracket: a field is written ["so"] */
    struct str name;
    struct list list;
};

static bool read_list(struct arena *a, struct scanner *s, struct token open, struct list *l) {
    struct str unused;
    *l = (struct list){.open = open};
    for (bool want = true;;) {
        struct token t = next(s);
        if (is_mark(s, &t, '}')) return l->close = t, true;
        if (want && plain(s, &t, &unused)) {
            VEC_PUSH(&l->items, a, t);
            want = false;
        } else if (!want && (is_mark(s, &t, ',') || is_mark(s, &t, ';'))) {
            want = true;
        } else {
            return false;
        }
    }
}

/* `field = …` of the declaration itself: its name and its list are looked into. */
static void read_field(struct arena *a, struct scanner *s, const struct recipe_edit *e, struct str field,
                       struct found *f) {
    struct scanner ahead = *s;
    struct token equals = next(&ahead);
    if (!is_mark(s, &equals, '=')) return;
    struct token value = next(&ahead);
    if (str_is(field, "name")) plain(s, &value, &f->name);
    if (!str_eq(field, e->field)) return;
    f->has_field = true;
    f->has_list = is_mark(s, &value, '{') && read_list(a, &ahead, value, &f->list);
    if (f->has_list) *s = ahead;
}

/* Reads the declaration from its "{" on. */
static bool read_decl(struct arena *a, struct scanner *s, const struct recipe_edit *e, struct found *f) {
    int depth = 1;
    for (;;) {
        struct token t = next(s);
        if (t.kind == END) return false;
        if (depth == 1 && t.kind == NAME) read_field(a, s, e, text_of(s, &t), f);
        f->has_bracket |= depth == 1 && is_mark(s, &t, '[');
        if (is_mark(s, &t, '{') || is_mark(s, &t, '(')) depth++;
        if ((is_mark(s, &t, '}') || is_mark(s, &t, ')')) && --depth == 0) {
            f->close = t;
            return true;
        }
        f->separated = depth == 1 && (is_mark(s, &t, ',') || is_mark(s, &t, ';'));
        f->last_end = s->at;
    }
}

/* How many such declarations the text has; *f is the first. */
static size_t find(struct arena *a, struct str text, const struct recipe_edit *e, struct found *out) {
    struct scanner s = {text, 0};
    size_t n = 0;
    struct token before = {0};
    for (struct token t = next(&s); t.kind != END; before = t, t = next(&s)) {
        if (t.kind != NAME || !str_eq(text_of(&s, &t), e->word)) continue;
        if (is_mark(&s, &before, '.') || is_mark(&s, &before, ':')) continue;
        struct scanner inner = s;
        struct found f;
        t = next(&inner);
        if (is_mark(&inner, &t, '(')) t = next(&inner);
        if (!is_mark(&inner, &t, '{')) continue;
        f = (struct found){.open = t, .last_end = t.end, .separated = true};
        if (!read_decl(a, &inner, e, &f) || !str_eq(f.name, e->name)) continue;
        if (!n++) *out = f;
    }
    return n;
}

/* ---- writing ---- */

static bool among(const struct str *labels, size_t n, struct str l) {
    for (size_t i = 0; i < n; i++)
        if (str_eq(labels[i], l)) return true;
    return false;
}

static bool goes(struct arena *a, struct str text, const struct recipe_edit *e, const struct token *item) {
    struct scanner s = {text, 0};
    struct label l;
    struct str value;
    const char *why;
    return plain(&s, item, &value) && label_parse(a, value, e->package, &l, &why) &&
           among(e->remove, e->n_remove, label_text(a, &l));
}

/* The shortest way to write a label in a package: ":name", "//pkg" for "//pkg:pkg". */
static struct str shortest(struct arena *a, struct str label, struct str package) {
    struct label l;
    const char *why;
    if (!label_parse(a, label, STR(""), &l, &why)) return label;
    if (str_eq(l.package, package)) return str_printf(a, ":" STR_FMT, STR_ARG(l.name));
    if (l.package.n && str_eq(path_base(l.package), l.name))
        return str_printf(a, "//" STR_FMT, STR_ARG(l.package));
    return label;
}

static size_t line_start(struct str text, size_t at) {
    while (at && text.p[at - 1] != '\n') at--;
    return at;
}

static struct str indent_at(struct str text, size_t at) {
    size_t from = line_start(text, at), to = from;
    while (to < text.n && (text.p[to] == ' ' || text.p[to] == '\t')) to++;
    return (struct str){text.p + from, to - from};
}

static bool breaks(struct str text, size_t from, size_t to) {
    return memchr(text.p + from, '\n', to - from);
}

static const char *line_end_of(struct str text) {
    const char *nl = text.n ? memchr(text.p, '\n', text.n) : NULL;
    return nl && nl > text.p && nl[-1] == '\r' ? "\r\n" : "\n";
}

/* As Lua reads it: a package lies in a directory, whose name may hold anything. */
static void put_quoted(struct buf *b, struct str s) {
    buf_putc(b, '"');
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] < 32)
            buf_printf(b, "\\%03u", (unsigned)s.p[i]);
        else
            buf_printf(b, s.p[i] == '"' || s.p[i] == '\\' ? "\\%c" : "%c", s.p[i]);
    }
    buf_putc(b, '"');
}

/* The list again: as it was written, line by line or in one line, without what goes and with what comes. */
static void put_list(struct arena *a, struct buf *b, struct str text, const struct recipe_edit *e,
                     const struct list *l) {
    bool lines = l->items.n && breaks(text, l->open.at, l->items.p[0].at);
    const char *line_end = line_end_of(text);
    struct str indent = l->items.n ? indent_at(text, l->items.p[0].at) : STR("");
    struct str outer = indent_at(text, l->close.at);
    size_t n = 0;
    buf_putc(b, '{');
    for (size_t i = 0; i < l->items.n + e->n_add; i++) {
        bool old = i < l->items.n;
        if (old && goes(a, text, e, &l->items.p[i])) continue;
        if (lines)
            buf_printf(b, "%s" STR_FMT, line_end, STR_ARG(indent));
        else
            buf_puts(b, n ? ", " : " ");
        if (old)
            buf_put(b, text.p + l->items.p[i].at, l->items.p[i].end - l->items.p[i].at);
        else
            put_quoted(b, shortest(a, e->add[i - l->items.n], e->package));
        if (lines) buf_putc(b, ',');
        n++;
    }
    if (lines && n)
        buf_printf(b, "%s" STR_FMT "}", line_end, STR_ARG(outer));
    else
        buf_puts(b, n ? " }" : "}");
}

/* What should go may have come by a group, a variable or a function. */
static bool has_all(struct arena *a, struct str text, const struct recipe_edit *e, const struct list *l) {
    for (size_t k = 0; k < e->n_remove; k++) {
        struct recipe_edit one = *e;
        bool found = false;
        one.remove = &e->remove[k];
        one.n_remove = 1;
        for (size_t i = 0; i < l->items.n && !found; i++) found = goes(a, text, &one, &l->items.p[i]);
        if (!found) return false;
    }
    return true;
}

/* A comment in the list would be lost by writing it anew. */
static bool has_comment(struct str text, const struct list *l) {
    for (size_t i = l->open.at; i + 1 < l->close.at; i++)
        if (text.p[i] == '-' && text.p[i + 1] == '-') {
            bool inside = false;
            for (size_t k = 0; k < l->items.n; k++) inside |= l->items.p[k].at < i && i < l->items.p[k].end;
            if (!inside) return true;
        }
    return false;
}

static void put_new_field(struct arena *a, struct buf *b, struct str text, const struct recipe_edit *e,
                          const struct found *f) {
    struct list empty = {.open = f->open, .close = f->close};
    bool lines = breaks(text, f->open.end, f->close.at);
    buf_put(b, text.p, f->last_end);
    if (!f->separated) buf_putc(b, ',');
    if (lines)
        buf_printf(b, "%s" STR_FMT, line_end_of(text), STR_ARG(indent_at(text, f->last_end)));
    else
        buf_putc(b, ' ');
    buf_printf(b, STR_FMT " = ", STR_ARG(e->field));
    put_list(a, b, text, e, &empty);
    if (lines) buf_putc(b, ',');
    buf_put(b, text.p + f->last_end, text.n - f->last_end);
}

bool recipe_edit_list(struct arena *a, struct str text, const struct recipe_edit *e, struct str *out,
                      const char **why) {
    struct found f = {0};
    struct buf b;
    buf_init(&b, a);
    size_t n = find(a, text, e, &f);
    if (n != 1)
        return *why = n ? "it is written several times" : "it is not written as a table with that name",
               false;
    if (f.has_field && !f.has_list) return *why = "its value is not a plain list of labels", false;
    if (!f.has_field && e->n_remove) return *why = "it has no such list", false;
    if (!f.has_field && f.has_bracket) return *why = "it has fields in brackets", false;
    if (f.has_list && e->n_remove && !has_all(a, text, e, &f.list))
        return *why = "what should go is not in its list", false;
    if (f.has_list && has_comment(text, &f.list)) return *why = "there are comments in the list", false;
    if (!f.has_field) {
        put_new_field(a, &b, text, e, &f);
    } else {
        buf_put(&b, text.p, f.list.open.at);
        put_list(a, &b, text, e, &f.list);
        buf_put(&b, text.p + f.list.close.end, text.n - f.list.close.end);
    }
    *out = buf_view(&b);
    return true;
}
