/* Source lines for tracebacks, and where the operator of an expression stands in one.
 *
 * The image carries no source text. As CPython does, a line is shown when its file can be read at run time:
 * relative to the working directory, else below PY2_SOURCE_ROOT. CPython parses the failing segment again to
 * put `^` under the operator of a binary operation or the brackets of a subscript and `~` under its operands;
 * the little parser here finds only that root. */
#include "runtime/error/report.h"
#include "runtime/gc/gc.h"
#include "runtime/state.h"
#include "runtime/os/os.h"

#define FILE_MAX_BYTES ((int64_t)16 << 20)

static int open_source(const char *file) {
    int fd = os_open(file, OS_O_RDONLY, 0);
    const char *root = os_getenv("PY2_SOURCE_ROOT");
    if (fd >= 0 || !root || file[0] == '/') return fd;
    char path[1500];
    size_t n = strlen(root), m = strlen(file);
    if (n + m + 2 > sizeof path) return -1;
    memcpy(path, root, n);
    path[n] = '/';
    memcpy(path + n + 1, file, m + 1);
    return os_open(path, OS_O_RDONLY, 0);
}

static char *read_all(struct thread *t, int fd, int64_t *size) {
    struct os_stat st;
    if (os_fstat(fd, &st) < 0 || (st.mode & OS_S_IFMT) != OS_S_IFREG || (int64_t)st.size > FILE_MAX_BYTES)
        return NULL;
    char *p = gc_storage(t, st.size + 1, false);
    int64_t n = 0;
    while (p && n < (int64_t)st.size) {
        int64_t r = os_read(fd, p + n, st.size - (uint64_t)n);
        if (r <= 0) break;
        n += r;
    }
    *size = n;
    return p;
}

/* One file is kept while a traceback is printed. */
bool source_line(struct thread *t, struct source_cache *c, val file, int64_t line, const char **out,
                 int64_t *len) {
    if (c->file != file) {
        size_t n;
        const char *z = str_to_utf8(t, file, &n, true);
        int fd = z ? open_source(z) : -1;
        t->exc = 0;
        c->file = file;
        c->text = NULL;
        c->size = 0;
        if (fd >= 0) {
            c->text = read_all(t, fd, &c->size);
            t->exc = 0;
            os_close(fd);
        }
    }
    if (!c->text) return false;
    const char *p = c->text, *end = c->text + c->size;
    if (c->size >= 3 && !memcmp(p, "\xef\xbb\xbf", 3)) p += 3;
    for (int64_t i = 1; i < line; i++) {
        while (p < end && *p != '\n') p++;
        if (p == end) return false;
        p++;
    }
    if (p >= end) return false;
    const char *q = p;
    while (q < end && *q != '\n' && *q != '\r') q++;
    *out = p;
    *len = q - p;
    return true;
}

/* ---- the root of an expression ---- */

enum kind { K_OTHER, K_BINARY, K_SUBSCRIPT };
struct node {
    enum kind kind;
    int start,
        end; /* of the node: parentheses around it do not count, those around its first and last part do */
    int left, right; /* BINARY: end of the left operand, start of the right; SUBSCRIPT: end of value, end of
                        slice */
};
struct scan {
    const char *z;
    int at, n, depth;
    bool bad;
};

static struct node expression(struct scan *s);

static bool word_char(char c) {
    return c == '_' || (unsigned char)c >= 128 || (c >= '0' && c <= '9') ||
           ((c | 32) >= 'a' && (c | 32) <= 'z');
}
static void skip_space(struct scan *s) {
    while (s->at < s->n && (s->z[s->at] == ' ' || s->z[s->at] == '\t' || s->z[s->at] == '\f')) s->at++;
}
/* Where the last token ended. */
static int token_end(const struct scan *s) {
    int end = s->at < s->n ? s->at : s->n;
    while (end > 0 && (s->z[end - 1] == ' ' || s->z[end - 1] == '\t' || s->z[end - 1] == '\f')) end--;
    return end;
}
/* What lies from the token at `start` to the last one, and has no operator to point at. */
static struct node other(const struct scan *s, int start) {
    return (struct node){K_OTHER, start, token_end(s), 0, 0};
}
static char peek(struct scan *s) {
    skip_space(s);
    return s->at < s->n ? s->z[s->at] : 0;
}
static bool peek_word(struct scan *s, const char *w) {
    skip_space(s);
    int n = (int)strlen(w);
    return s->at + n <= s->n && !memcmp(s->z + s->at, w, (size_t)n) &&
           (s->at + n == s->n || !word_char(s->z[s->at + n]));
}
static bool take_word(struct scan *s, const char *w) {
    if (!peek_word(s, w)) return false;
    s->at += (int)strlen(w);
    return true;
}

/* A string literal from its opening quote, prefix already passed. */
static void skip_string(struct scan *s) {
    char q = s->z[s->at];
    int quotes = s->at + 2 < s->n && s->z[s->at + 1] == q && s->z[s->at + 2] == q ? 3 : 1;
    s->at += quotes;
    while (s->at < s->n) {
        if (s->z[s->at] == '\\') {
            s->at += 2;
            continue;
        }
        if (s->z[s->at] == q &&
            (quotes == 1 || (s->at + 2 < s->n && s->z[s->at + 1] == q && s->z[s->at + 2] == q))) {
            s->at += quotes;
            return;
        }
        s->at++;
    }
    s->bad = true;
}

/* From an opening bracket to just after its partner. */
static void skip_brackets(struct scan *s) {
    int depth = 0;
    while (s->at < s->n) {
        char c = s->z[s->at];
        if (c == '\'' || c == '"') {
            skip_string(s);
            continue;
        }
        if (c == '#') break;
        s->at++;
        if (c == '(' || c == '[' || c == '{') depth++;
        if ((c == ')' || c == ']' || c == '}') && --depth == 0) return;
    }
    s->bad = true;
}

static bool keyword(const char *p, int n) {
    static const char *const words[] = {
        "if",       "else", "and",    "or",   "not",   "in",       "is",   "for",    "raise",   "return",
        "assert",   "del",  "import", "from", "with",  "while",    "pass", "yield",  "async",   "global",
        "nonlocal", "try",  "class",  "def",  "break", "continue", "elif", "except", "finally", "as"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((int)strlen(words[i]) == n && !memcmp(words[i], p, (size_t)n)) return true;
    return false;
}

/* A parenthesised expression counts as the expression; with a comma or `for` it is a tuple or generator. */
static struct node parenthesised(struct scan *s) {
    int start = s->at;
    struct scan inner = *s;
    inner.at++;
    bool yields = peek_word(&inner, "yield");
    int first = inner.at;
    if (!yields && peek(&inner) != ')') {
        struct node e = expression(&inner);
        if (peek(&inner) == ':' && inner.at + 1 < inner.n && inner.z[inner.at + 1] == '=') {
            inner.at += 2;
            expression(&inner);
            e = other(&inner, first);
        }
        if (!inner.bad && peek(&inner) == ')') {
            s->at = inner.at + 1;
            return e;
        }
    }
    skip_brackets(s);
    if (!yields || s->bad) return other(s, start);
    inner.at = s->at - 1;
    return other(&inner, first);
}

static struct node atom(struct scan *s) {
    char c = peek(s);
    int start = s->at;
    if (c == '(') return parenthesised(s);
    if (c == '[' || c == '{') {
        skip_brackets(s);
    } else if (c == '\'' || c == '"') {
        skip_string(s);
    } else if (c == '.' && s->at + 2 < s->n && s->z[s->at + 1] == '.' && s->z[s->at + 2] == '.') {
        s->at += 3;
    } else if ((c >= '0' && c <= '9') ||
               (c == '.' && s->at + 1 < s->n && s->z[s->at + 1] >= '0' && s->z[s->at + 1] <= '9')) {
        while (s->at < s->n &&
               (word_char(s->z[s->at]) || s->z[s->at] == '.' ||
                ((s->z[s->at] == '+' || s->z[s->at] == '-') && (s->z[s->at - 1] | 32) == 'e' &&
                 !(s->z[start] == '0' && (s->z[start + 1] | 32) == 'x'))))
            s->at++;
    } else if (c && word_char(c)) {
        while (s->at < s->n && word_char(s->z[s->at])) s->at++;
        if (s->at < s->n && (s->z[s->at] == '\'' || s->z[s->at] == '"') && s->at - start <= 2)
            skip_string(s);
        else if (keyword(s->z + start, s->at - start))
            s->bad = true;
    } else {
        s->bad = true;
        s->at = s->n;
    }
    int end = s->at;
    /* adjacent string literals are one */
    while (!s->bad && end > start && (s->z[end - 1] == '\'' || s->z[end - 1] == '"')) {
        int p = s->at;
        char d = peek(s);
        int w = s->at;
        while (w < s->n && w - s->at < 3 && word_char(s->z[w])) w++;
        if (d != '\'' && d != '"' && !(w < s->n && w > s->at && (s->z[w] == '\'' || s->z[w] == '"'))) {
            s->at = p;
            break;
        }
        s->at = w;
        skip_string(s);
        end = s->at;
    }
    return (struct node){K_OTHER, start, end, 0, 0};
}

/* End of the last item between the brackets of a subscript. */
static int slice_end(const char *z, int open, int close) {
    int end = close;
    while (end > open + 1 && (z[end - 1] == ' ' || z[end - 1] == '\t')) end--;
    while (end > open + 1 && z[end - 1] == ')') {
        /* parentheses around the whole index are not part of it; those of a call or tuple are */
        struct scan s = {z, open + 1, end, 0, false};
        skip_space(&s);
        if (z[s.at] != '(') break;
        struct scan inner = s;
        skip_brackets(&inner);
        if (inner.at != end) break;
        struct node e = parenthesised(&s);
        return e.end;
    }
    return end;
}

static struct node primary(struct scan *s) {
    skip_space(s);
    int start = s->at;
    if (take_word(s, "await")) {
        primary(s);
        return other(s, start);
    }
    struct node e = atom(s);
    while (!s->bad) {
        char c = peek(s);
        if (c == '.') {
            s->at++;
            skip_space(s);
            while (s->at < s->n && word_char(s->z[s->at])) s->at++;
            e = other(s, start);
        } else if (c == '(') {
            skip_brackets(s);
            e = other(s, start);
        } else if (c == '[') {
            int open = s->at;
            skip_brackets(s);
            e = (struct node){K_SUBSCRIPT, start, s->at, e.end, slice_end(s->z, open, s->at - 1)};
        } else {
            break;
        }
    }
    return e;
}

static struct node unary(struct scan *s);

static struct node power(struct scan *s) {
    skip_space(s);
    int start = s->at;
    struct node e = primary(s);
    if (peek(s) == '*' && s->at + 1 < s->n && s->z[s->at + 1] == '*') {
        s->at += 2;
        struct node r = unary(s);
        return (struct node){K_BINARY, start, token_end(s), e.end, r.start};
    }
    return e;
}

static struct node unary(struct scan *s) {
    char c = peek(s);
    if (c != '+' && c != '-' && c != '~') return power(s);
    int start = s->at++;
    if (++s->depth > 100) s->bad = true;
    if (!s->bad) unary(s);
    s->depth--;
    return other(s, start);
}

/* Length of the binary operator of this level at the cursor, 0 when there is none. Levels: 0 | 1 ^ 2 & 3
 * shifts 4 sums 5 products. */
static int operator_at(struct scan *s, int level) {
    char c = peek(s), d = s->at + 1 < s->n ? s->z[s->at + 1] : 0;
    if (d == '=' && c != '=' && c != '!') return 0;
    switch (level) {
    case 0: return c == '|';
    case 1: return c == '^';
    case 2: return c == '&';
    case 3: return (c == '<' && d == '<') || (c == '>' && d == '>') ? 2 : 0;
    case 4: return c == '+' || c == '-';
    default:
        if (c == '/' && d == '/') return 2;
        return c == '*' || c == '/' || c == '%' || c == '@';
    }
}

static struct node binary(struct scan *s, int level) {
    if (level == 6) return unary(s);
    skip_space(s);
    int start = s->at;
    struct node e = binary(s, level + 1);
    for (int n; !s->bad && (n = operator_at(s, level));) {
        s->at += n;
        struct node r = binary(s, level + 1);
        e = (struct node){K_BINARY, start, token_end(s), e.end, r.start};
    }
    return e;
}

static bool comparison_at(struct scan *s) {
    char c = peek(s), d = s->at + 1 < s->n ? s->z[s->at + 1] : 0;
    if (c == '<' || c == '>') return s->at += 1 + (d == '='), true;
    if ((c == '=' || c == '!') && d == '=') return s->at += 2, true;
    if (take_word(s, "is")) return take_word(s, "not"), true;
    if (take_word(s, "in")) return true;
    int at = s->at;
    if (take_word(s, "not") && take_word(s, "in")) return true;
    s->at = at;
    return false;
}

static struct node negation(struct scan *s) {
    skip_space(s);
    int start = s->at;
    if (take_word(s, "not")) {
        if (++s->depth > 100) s->bad = true;
        if (!s->bad) negation(s);
        s->depth--;
        return other(s, start);
    }
    struct node e = binary(s, 0);
    while (!s->bad && comparison_at(s)) {
        binary(s, 0);
        e = other(s, start);
    }
    return e;
}

/* The parameters of a lambda up to the colon; a default may be a lambda itself. */
static void skip_parameters(struct scan *s) {
    int open = 1;
    while (open && peek(s) && !s->bad) {
        char c = s->z[s->at];
        if (c == '(' || c == '[' || c == '{') {
            skip_brackets(s);
        } else if (c == '\'' || c == '"') {
            skip_string(s);
        } else if (word_char(c)) {
            open += take_word(s, "lambda");
            while (s->at < s->n && word_char(s->z[s->at])) s->at++;
        } else {
            open -= c == ':';
            s->at++;
        }
    }
    if (open) s->bad = true;
}

static struct node conditional(struct scan *s) {
    skip_space(s);
    int start = s->at;
    if (take_word(s, "lambda")) {
        skip_parameters(s);
        if (!s->bad) expression(s);
        return other(s, start);
    }
    struct node e = negation(s);
    while (!s->bad && (take_word(s, "and") || take_word(s, "or"))) {
        negation(s);
        e = other(s, start);
    }
    if (!s->bad && take_word(s, "if")) {
        negation(s);
        while (!s->bad && (take_word(s, "and") || take_word(s, "or"))) negation(s);
        if (!take_word(s, "else")) s->bad = true;
        if (!s->bad) expression(s);
        e = other(s, start);
    }
    return e;
}

static struct node expression(struct scan *s) {
    struct node e = {0};
    if (++s->depth > 100 || peek_word(s, "yield"))
        s->bad = true;
    else
        e = conditional(s);
    s->depth--;
    return e;
}

static bool white(char c) {
    return c == ' ' || c == '\t' || c == '\f';
}

bool source_anchors(const char *segment, int64_t n, int64_t *left, int64_t *right) {
    if (n > 100000) return false;
    struct scan s = {segment, 0, (int)n, 0, false};
    struct node e = expression(&s);
    if (s.bad || peek(&s)) return false;
    if (e.kind == K_BINARY) {
        for (int i = e.left; i < e.right; i++) {
            if (white(segment[i])) continue;
            *left = i;
            *right = i + 1;
            if (i + 1 < e.right && !white(segment[i + 1])) ++*right;
            return true;
        }
        return false;
    }
    if (e.kind == K_SUBSCRIPT) {
        *left = e.left;
        *right = e.right + 1;
        return true;
    }
    return false;
}
