/* Rule "release-spec": one archive of a release{} for one target in one format. Rule "release-formats": key
 * //pkg:name@TARGET, output the formats for that target, each followed by a newline. */
#define _GNU_SOURCE
#include "engine/release/releasespec.h"

#include "engine/recipe/appspec.h"
#include "engine/recipe/rules.h"
#include "engine/recipe/label.h"

#include <stdlib.h>

/* ---- bytes ---- */

#define STRINGS(X)                                                                                           \
    X(label) X(name) X(version) X(target) X(triple) X(format) X(archive) X(top) X(description) X(maintainer)

struct str release_spec_encode(struct arena *a, const struct release_spec *s) {
    struct buf b;
    buf_init(&b, a);
#define PUT(f) buf_sized(&b, s->f);
    STRINGS(PUT)
#undef PUT
    buf_uleb(&b, s->time);
    buf_uleb(&b, s->n);
    for (size_t i = 0; i < s->n; i++) {
        buf_sized(&b, s->entries[i].name);
        buf_sized(&b, s->entries[i].source);
        buf_putc(&b, s->entries[i].is_app);
        buf_putc(&b, s->entries[i].executable);
    }
    return buf_view(&b);
}

bool release_spec_decode(struct arena *a, struct str bytes, struct release_spec *s) {
    struct reader r = reader_of(bytes);
    *s = (struct release_spec){0};
#define GET(f) s->f = reader_sized(&r);
    STRINGS(GET)
#undef GET
    s->time = reader_uleb(&r);
    uint64_t n = reader_uleb(&r);
    if (r.bad || n > (uint64_t)(r.end - r.p)) return false;
    s->entries = NEW_N(a, struct release_entry, n);
    for (; s->n < n && !r.bad; s->n++) {
        struct release_entry *e = &s->entries[s->n];
        e->name = reader_sized(&r);
        e->source = reader_sized(&r);
        e->is_app = reader_u8(&r);
        e->executable = reader_u8(&r);
    }
    return !r.bad && r.p == r.end;
}

/* ---- resolving ---- */

struct maker {
    struct rule_ctx *c;
    const struct package *package;
    const struct decl *decl;
    struct place place;
    struct config cfg;
    struct release_spec spec;
    VEC(struct release_entry) entries;
    struct map seen; /* groups and aliases that were gone into -> whether that is over */
};

static bool field(struct maker *m, const char *name, struct value *out) {
    struct str what = str_printf(m->c->arena, "release.%s", name);
    return select_resolve(m->c->arena, m->c->diags, m->place, &m->cfg, what.p,
                          value_field(&m->decl->fields, name), out);
}

static bool text(struct maker *m, const char *name, struct str otherwise, struct str *out) {
    struct value v;
    if (!field(m, name, &v)) return false;
    *out = v.kind == V_STR ? v.s : otherwise;
    return true;
}

/* A line of SHA256SUMS holds one name, and a NUL ends a name in every archive. */
static bool is_printable(struct str s) {
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < 32 || s.p[i] == 127) return false;
    return true;
}

/* {name} {version} {target} {triple} {os} {cpu}; "{{" is a brace. */
static bool fill_template(struct maker *m, struct str template, struct str *out) {
    struct buf b;
    const struct release_spec *s = &m->spec;
    struct str triple = s->triple;
    const char *dash = memchr(triple.p, '-', triple.n);
    struct str os = {triple.p, dash ? (size_t)(dash - triple.p) : triple.n};
    struct str cpu = dash ? (struct str){dash + 1, triple.n - os.n - 1} : STR("");
    const struct {
        const char *word;
        struct str value;
    } words[] = {
        {"name", s->name}, {"version", s->version}, {"target", s->target}, {"triple", triple}, {"os", os},
        {"cpu", cpu}};
    buf_init(&b, m->c->arena);
    for (size_t i = 0; i < template.n; i++) {
        if (template.p[i] != '{') {
            buf_putc(&b, template.p[i]);
            continue;
        }
        if (i + 1 < template.n && template.p[i + 1] == '{') {
            buf_putc(&b, template.p[i++]);
            continue;
        }
        const char *stop = memchr(template.p + i, '}', template.n - i);
        struct str word = {template.p + i + 1, stop ? (size_t)(stop - template.p) - i - 1 : 0};
        size_t k = 0;
        while (k < COUNT(words) && !str_is(word, words[k].word)) k++;
        if (!stop || k == COUNT(words)) {
            struct diag *d = diag_error(m->c->diags, "PY2E0345", m->place,
                                        "release.archive has no meaning for '{" STR_FMT "}'", STR_ARG(word));
            diag_help(m->c->diags, d, "it knows {name}, {version}, {target}, {triple}, {os} and {cpu}");
            return false;
        }
        buf_str(&b, words[k].value);
        i = (size_t)(stop - template.p);
    }
    *out = buf_view(&b);
    if (out->n && is_printable(*out) && !memchr(out->p, '/', out->n) && !memchr(out->p, '\\', out->n) &&
        out->p[0] != '.' && out->p[0] != '-')
        return true;
    diag_error(m->c->diags, "PY2E0345", m->place,
               "release.archive gives '" STR_FMT "', which is no file name", STR_ARG(*out));
    return false;
}

static const char *executable_suffix(struct str triple) {
    return str_starts(triple, STR("windows-")) ? ".exe" : str_starts(triple, STR("wasm32-")) ? ".wasm" : "";
}

static void add(struct maker *m, struct str name, struct str source, bool is_app, bool executable) {
    struct release_entry e = {name, source, is_app, executable};
    VEC_PUSH(&m->entries, m->c->arena, e);
}

static bool is_for(const struct decl *app, struct str target) {
    const struct value *own = value_field(&app->fields, "targets");
    for (size_t i = 0; own && i < own->n; i++)
        if (str_eq(own->items[i].s, target)) return true;
    return !own;
}

static bool add_label(struct maker *m, struct str text, struct str here, const struct label *user, int depth);

static bool add_labels(struct maker *m, const struct value *v, const struct label *user, int depth) {
    bool ok = true;
    for (size_t i = 0; i < v->n; i++) ok = add_label(m, v->items[i].s, user->package, user, depth) && ok;
    return ok;
}

/* What a group or an alias stands for; once, however many ways lead there. */
static bool add_behind(struct maker *m, const struct decl *d, const struct label *l, const struct label *user,
                       int depth) {
    struct str label = label_text(m->c->arena, l);
    static const char over;
    bool is_new;
    void **at = map_at(&m->seen, label, &is_new);
    if (!is_new && *at) return true;
    if (!is_new || depth > 1000) {
        diag_error(m->c->diags, "PY2E0340", m->place,
                   is_new ? "the groups behind " STR_FMT " are nested too deep"
                          : "the groups behind " STR_FMT " go in a circle",
                   STR_ARG(label));
        return false;
    }
    bool ok = str_is(d->word, "group")
                  ? add_labels(m, value_field(&d->fields, "members"), l, depth + 1)
                  : add_label(m, value_field(&d->fields, "actual")->s, l->package, user, depth + 1);
    map_put(&m->seen, label, (void *)&over);
    return ok;
}

/* An app, or the apps of a group, or what an alias stands for. */
static bool add_label(struct maker *m, struct str text, struct str here, const struct label *user,
                      int depth) {
    struct arena *a = m->c->arena;
    struct label l;
    const char *why;
    struct package *p = NEW(a, struct package);
    if (!label_parse(a, text, here, &l, &why)) {
        diag_error(m->c->diags, "PY2E0307", m->place, "'" STR_FMT "' is no label: %s", STR_ARG(text), why);
        return false;
    }
    struct str label = label_text(a, &l);
    bool there = rule_stat(m->c, path_join(a, l.package, STR("build.py2"))) == RULE_FILE;
    if (there && !package_need(m->c, l.package, p)) return false;
    const struct decl *d = there ? package_find(p, l.name) : NULL;
    if (!d) {
        diag_error(m->c->diags, "PY2E0319", m->place, "there is no " STR_FMT, STR_ARG(label));
        return false;
    }
    if (!str_is(d->word, "alias") && !decl_visible(a, d, l.package, user)) {
        diag_error(m->c->diags, "PY2E0329", m->place, STR_FMT " may not be used by " STR_FMT, STR_ARG(label),
                   STR_ARG(label_text(a, user)));
        return false;
    }
    if (str_is(d->word, "group") || str_is(d->word, "alias")) return add_behind(m, d, &l, user, depth);
    if (!str_is(d->word, "app")) {
        diag_error(m->c->diags, "PY2E0326", m->place, STR_FMT " is no app", STR_ARG(label));
        return false;
    }
    if (!is_for(d, m->spec.target)) {
        diag_error(m->c->diags, "PY2E0325", m->place, STR_FMT " is not declared for target " STR_FMT,
                   STR_ARG(label), STR_ARG(m->spec.target));
        return false;
    }
    struct str key = appspec_key_label(a, label, m->spec.target);
    for (size_t i = 0; i < m->entries.n; i++)
        if (str_eq(m->entries.p[i].source, key)) return true; /* through two groups */
    add(m, str_printf(a, STR_FMT "%s", STR_ARG(l.name), executable_suffix(m->cfg.triple)), key, true, true);
    return true;
}

static bool add_apps(struct maker *m) {
    struct value v;
    struct label self = {m->package->path, m->decl->name};
    return field(m, "apps", &v) && add_labels(m, &v, &self, 0);
}

static bool add_file(struct maker *m, struct str as, struct str path) {
    struct arena *a = m->c->arena;
    struct str name = path_clean(a, as), source = path_clean(a, path_join(a, m->package->path, path));
    bool outside = str_is(source, "..") || str_starts(source, STR("../")) || source.p[0] == '/';
    bool bad_name =
        str_is(name, "..") || str_starts(name, STR("../")) || name.p[0] == '/' || str_is(name, ".");
    if (!is_printable(name)) {
        diag_error(m->c->diags, "PY2E0306", m->place,
                   "release.files: '" STR_FMT "' holds a control character, which not every archive can",
                   STR_ARG(name));
        return false;
    }
    if (outside || bad_name) {
        diag_error(m->c->diags, "PY2E0306", m->place, "release.files: " STR_FMT " is outside the %s",
                   STR_ARG(bad_name ? as : path), bad_name ? "archive" : "workspace");
        return false;
    }
    if (rule_stat(m->c, source) != RULE_FILE) {
        diag_error(m->c->diags, "PY2E0322", m->place, "release.files: " STR_FMT " does not exist",
                   STR_ARG(source));
        return false;
    }
    add(m, name, source, false, rule_executable(m->c, source));
    return true;
}

/* In a table that is partly a list, Lua numbers what has no name. */
static bool is_position(struct str key) {
    for (size_t i = 0; i < key.n; i++)
        if (key.p[i] < '0' || key.p[i] > '9') return false;
    return key.n && key.p[0] != '0';
}

/* A list of paths, each in the archive as it is in the package; or a table from names in the archive to
 * paths. */
static bool add_files(struct maker *m) {
    struct value v;
    if (!field(m, "files", &v)) return false;
    bool ok = true;
    for (size_t i = 0; i < v.n && ok; i++) {
        if (v.items[i].kind != V_STR || !v.items[i].s.n) {
            diag_error(m->c->diags, "PY2E0305", m->place,
                       "release.files must be paths, or a table of name = path");
            return false;
        }
        ok = add_file(m, v.kind == V_MAP && !is_position(v.keys[i]) ? v.keys[i] : v.items[i].s, v.items[i].s);
    }
    return ok;
}

static int by_name(const void *a, const void *b) {
    return str_cmp(((const struct release_entry *)a)->name, ((const struct release_entry *)b)->name);
}

static bool finish_entries(struct maker *m) {
    struct release_spec *s = &m->spec;
    s->entries = m->entries.p;
    s->n = m->entries.n;
    if (s->n) qsort(s->entries, s->n, sizeof *s->entries, by_name);
    struct map names;
    map_init(&names, m->c->arena);
    /* What stands before "a/b" in this order has "a" among it, though not always just before: there is "a-b".
     */
    for (size_t i = 0; i < s->n; i++) {
        struct str name = s->entries[i].name;
        bool twice = map_get(&names, name);
        for (struct str dir = path_dir(name); dir.n && !twice; dir = path_dir(dir))
            if ((twice = map_get(&names, dir))) name = dir;
        map_put(&names, name, (void *)&s->entries[i]);
        if (!twice) continue;
        diag_error(m->c->diags, "PY2E0327", m->place, "release '" STR_FMT "' holds " STR_FMT " twice",
                   STR_ARG(s->name), STR_ARG(name));
        return false;
    }
    return true;
}

#define MOST_SECONDS UINT64_C(8589934591) /* eleven octal digits, as tar has them */

static bool set_time(struct maker *m) {
    bool set;
    struct str epoch = rule_env(m->c, STR("SOURCE_DATE_EPOCH"), &set);
    m->spec.time = 315532800; /* 1980-01-01, the first day of zip */
    if (!set || !epoch.n) return true;
    uint64_t t = 0;
    bool ok = epoch.n <= 20;
    for (size_t i = 0; i < epoch.n && ok; i++) {
        ok = epoch.p[i] >= '0' && epoch.p[i] <= '9' && t <= MOST_SECONDS;
        t = t * 10 + (uint64_t)(epoch.p[i] - '0');
    }
    m->spec.time = t;
    if (ok && t <= MOST_SECONDS) return true;
    diag_error(m->c->diags, "PY2E0345", m->place,
               "SOURCE_DATE_EPOCH is no number of seconds up to %llu, the year 2242: '" STR_FMT "'",
               (unsigned long long)MOST_SECONDS, STR_ARG(epoch));
    return false;
}

static bool fill(struct maker *m, const struct package *root, struct str format) {
    struct release_spec *s = &m->spec;
    struct str template, version = STR("0");
    for (size_t i = 0; root && i < root->n; i++) {
        const struct value *v =
            str_is(root->decls[i].word, "workspace") ? value_field(&root->decls[i].fields, "version") : NULL;
        if (v) version = v->s;
    }
    s->triple = m->cfg.triple;
    s->format = format;
    if (!text(m, "version", version, &s->version) || !text(m, "description", STR(""), &s->description) ||
        !text(m, "maintainer", STR(""), &s->maintainer) ||
        !text(m, "archive", STR("{name}-{version}-{target}"), &template) ||
        !fill_template(m, template, &s->top))
        return false;
    s->archive = str_printf(m->c->arena, STR_FMT "." STR_FMT, STR_ARG(s->top), STR_ARG(format));
    return set_time(m) && add_apps(m) && add_files(m) && finish_entries(m);
}

/* Splits "//pkg:name@TARGET" and finds the declaration and the target. `root` keeps the root's package, which
 * is there when *has_root. */
static bool begin(struct maker *m, struct str key, struct package *package, struct package *root,
                  bool *has_root) {
    struct rule_ctx *c = m->c;
    struct str label, unused, target;
    struct label l;
    const char *why;
    if (!appspec_key_split(key, &label, &unused, &target) || !label_parse(c->arena, label, STR(""), &l, &why))
        BUG("release key " STR_FMT, STR_ARG(key));
    *has_root = rule_stat(c, STR("build.py2")) == RULE_FILE;
    if ((*has_root && !package_need(c, STR(""), root)) || !package_need(c, l.package, package)) return false;
    const struct decl *d = package_find(package, l.name);
    if (!d || !str_is(d->word, "release")) {
        diag_error(c->diags, "PY2E0326", (struct place){0}, STR_FMT " is no release", STR_ARG(label));
        return false;
    }
    map_init(&m->seen, c->arena);
    m->package = package;
    m->decl = d;
    m->place = (struct place){.file = package->file, .line = d->line};
    m->spec = (struct release_spec){.label = label, .name = d->name, .target = target};
    return config_find(c, target, *has_root ? root : NULL, package, m->place, &m->cfg);
}

static bool run_release_spec(struct rule_ctx *c) {
    struct maker m = {.c = c};
    struct package package, root;
    bool has_root;
    const char *hash = memrchr(c->key.p, '#', c->key.n);
    if (!hash) BUG("release-spec key");
    struct str release = {c->key.p, (size_t)(hash - c->key.p)};
    struct str format = {hash + 1, c->key.n - release.n - 1};
    if (!begin(&m, release, &package, &root, &has_root) || !fill(&m, has_root ? &root : NULL, format))
        return false;
    rule_output(c, release_spec_encode(c->arena, &m.spec));
    return true;
}

static bool run_release_formats(struct rule_ctx *c) {
    enum { DEB = 3 };
    static const char *const known[] = {"tar.gz", "tar.zst", "zip", [DEB] = "deb"};
    struct maker m = {.c = c};
    struct package package, root;
    struct value v;
    struct buf out;
    bool has_root;
    unsigned had = 0;
    buf_init(&out, c->arena);
    if (!begin(&m, c->key, &package, &root, &has_root) || !field(&m, "formats", &v)) return false;
    if (value_field(&m.decl->fields, "sign")) {
        diag_error(c->diags, "PY2E0330", m.place, "release.sign is not available in this version");
        return false;
    }
    bool linux_target = str_starts(m.cfg.triple, STR("linux-"));
    if (!v.n) buf_puts(&out, str_starts(m.cfg.triple, STR("windows-")) ? "zip\n" : "tar.gz\n");
    for (size_t i = 0; i < v.n; i++) {
        size_t k = 0;
        while (k < COUNT(known) && !str_is(v.items[i].s, known[k])) k++;
        if (k == COUNT(known)) {
            struct diag *d = diag_error(c->diags, "PY2E0345", m.place,
                                        "there is no release format '" STR_FMT "'", STR_ARG(v.items[i].s));
            diag_help(c->diags, d, "there are tar.gz, tar.zst, zip and deb");
            return false;
        }
        bool again = had >> k & 1, fits = linux_target || k != DEB;
        had |= 1u << k;
        if (fits && !again) buf_printf(&out, "%s\n", known[k]);
    }
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_release_spec = {
    .name = "release-spec", .version = ENGINE_DIGEST, .run = run_release_spec, .recipe = true};
const struct rule rule_release_formats = {
    .name = "release-formats", .version = ENGINE_DIGEST, .run = run_release_formats, .recipe = true};
