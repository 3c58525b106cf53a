/* The environment of the process, and vectors of strings for exec. What putenv stores is kept for ever, as by
 * libc. */
#include "runtime/lib/posix/posix.h"
#include "runtime/gc/gc.h"

static char **vector; /* ours, once something was changed */
static size_t count, room;

val environ_dict(struct thread *t) {
    val d = dict_make(t);
    for (char **e = os_environ(); d && e && *e; e++) {
        size_t n = 0, len = strlen(*e);
        while (n < len && (*e)[n] != '=') n++;
        if (n == len) continue;
        val key = bytes_new(t, *e, n), value = key ? bytes_new(t, *e + n + 1, len - n - 1) : 0;
        if (!value) return 0;
        if (dict_lookup(t, d, key)) continue;
        if (dict_put(t, d, key, value) < 0) return 0;
    }
    return d;
}

/* A vector with room for one more. */
static bool own_vector(struct thread *t) {
    if (!vector)
        for (char **e = os_environ(); e && *e; e++) count++;
    if (vector && count + 1 < room) return true;
    size_t wanted = count * 2 + 16;
    char **p = gc_permanent(t, wanted * sizeof *p);
    if (!p) return false;
    if (count) memcpy(p, vector ? vector : os_environ(), count * sizeof *p);
    p[count] = NULL;
    vector = p;
    room = wanted;
    os_environ_set(vector);
    return true;
}

static size_t find(const char *name, size_t n) {
    size_t i = 0;
    while (i < count && !(memcmp(vector[i], name, n) == 0 && vector[i][n] == '=')) i++;
    return i;
}

static bool plain(struct thread *t, const struct arg *a, struct path *out, const char *what) {
    if (!fs_in(t, a->v, NULL, true, out)) return false;
    for (size_t i = 0; i < out->n; i++)
        if (!out->p[i]) return raise(t, &exc_ValueError, "embedded null byte"), false;
    return true;
}
POSIX(putenv, "($module, name, value, /)", "oo") {
    struct path name, value;
    if (!plain(t, a, &name, "name") || !plain(t, a + 1, &value, "value")) return 0;
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] == '=') return raise(t, &exc_ValueError, "illegal environment variable name");
    if (!name.n) return raise_oserror(t, OS_EINVAL, 0);
    if (!own_vector(t)) return 0;
    char *entry = gc_permanent(t, name.n + value.n + 2);
    if (!entry) return 0;
    memcpy(entry, name.p, name.n);
    entry[name.n] = '=';
    memcpy(entry + name.n + 1, value.p, value.n);
    entry[name.n + 1 + value.n] = 0;
    size_t i = find(name.p, name.n);
    if (i == count) vector[++count] = NULL;
    vector[i] = entry;
    return NONE;
}
POSIX(unsetenv, "($module, name, /)", "o") {
    struct path name;
    if (!plain(t, a, &name, "name")) return 0;
    bool bad = !name.n;
    for (size_t i = 0; i < name.n; i++) bad |= name.p[i] == '=';
    if (bad) return raise_oserror(t, OS_EINVAL, 0);
    if (!own_vector(t)) return 0;
    size_t i = find(name.p, name.n);
    for (; i < count; i++) vector[i] = vector[i + 1];
    if (vector[count] == NULL && count && !vector[count - 1]) count--;
    return NONE;
}

/* ---- vectors ---- */

/* Texts that end with a zero, one after the other, and how many. */
struct texts {
    struct bytebuf b;
    int64_t n;
};

/* Appends a str, bytes or path, and `end` behind it. */
static bool texts_add(struct thread *t, struct texts *s, val v, char end, bool name) {
    struct path p;
    if (!fs_in(t, v, NULL, true, &p)) return false;
    for (size_t i = 0; i < p.n; i++) {
        if (!p.p[i]) return raise(t, &exc_ValueError, "embedded null byte"), false;
        if (name && p.p[i] == '=')
            return raise(t, &exc_ValueError, "illegal environment variable name"), false;
    }
    return bytebuf_put(&s->b, p.p, (int64_t)p.n) && bytebuf_put(&s->b, &end, 1);
}

/* Pointers and texts in one block, which lives as long as somebody points to it. */
static char **texts_vector(struct thread *t, const struct texts *s) {
    size_t head = (size_t)(s->n + 1) * sizeof(char *);
    char **out = gc_storage(t, head + (size_t)s->b.n, false);
    if (!out) return NULL;
    char *text = (char *)out + head;
    if (s->b.n) memcpy(text, s->b.p, (size_t)s->b.n);
    for (int64_t i = 0; i < s->n; i++) {
        out[i] = text;
        text += strlen(text) + 1;
    }
    out[s->n] = NULL;
    return out;
}

char **posix_strings(struct thread *t, val sequence) {
    struct texts s = {.b = {.t = t}};
    val items = list_from_iterable(t, sequence);
    if (!items) return NULL;
    for (; s.n < AS(list, items)->len; s.n++)
        if (!texts_add(t, &s, AS(list, items)->item[s.n], 0, false)) return NULL;
    return texts_vector(t, &s);
}

static val items_named(struct thread *t, val mapping, val method) {
    val v = call_method0(t, mapping, method);
    return v ? list_from_iterable(t, v) : 0;
}
char **posix_env(struct thread *t, val mapping) {
    struct texts s = {.b = {.t = t}};
    val keys = items_named(t, mapping, NAME(keys)), values = keys ? items_named(t, mapping, NAME(values)) : 0;
    if (!values) return NULL;
    for (; s.n < AS(list, keys)->len && s.n < AS(list, values)->len; s.n++)
        if (!texts_add(t, &s, AS(list, keys)->item[s.n], '=', true) ||
            !texts_add(t, &s, AS(list, values)->item[s.n], 0, false))
            return NULL;
    return texts_vector(t, &s);
}
