/* `py2 release`: the matrix of apps and targets as archives, and their checksums. */
#define _GNU_SOURCE
#include "engine/release/releasespec.h"
#include "engine/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct archive {
    struct release_spec spec;
    struct str key, path; /* of rule "pack"; below the root */
    struct node *node;
};

enum { SUM_PREFIX = 64 + 2 }; /* of a line of SHA256SUMS: the digits and two spaces */

struct releasing {
    VEC(struct archive) archives;
};

/* out/release/pkg/name/ */
static struct str directory_of(struct arena *a, const struct release_spec *s) {
    struct str label = s->label;
    const char *colon = memrchr(label.p, ':', label.n);
    struct str package = {label.p + 2, (size_t)(colon - label.p) - 2};
    return path_join(a, path_join(a, STR("out/release"), package), s->name);
}

/* ---- what there is to make ---- */

static bool add_formats(struct session *s, struct releasing *r, struct node **formats,
                        const struct product *products, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!node_load(&s->build, s->worker, formats[i])) return false;
        for (struct str text = formats[i]->bytes; text.n;) {
            size_t line = (size_t)((const char *)memchr(text.p, '\n', text.n) - text.p);
            struct archive one = {
                .key = str_printf(&s->arena, STR_FMT "#%.*s", STR_ARG(products[i].key), (int)line, text.p)};
            VEC_PUSH(&r->archives, &s->arena, one);
            text = (struct str){text.p + line + 1, text.n - line - 1};
        }
    }
    return true;
}

static bool twice(struct session *s, const struct releasing *r) {
    struct map seen;
    bool is_new;
    map_init(&seen, &s->arena);
    for (size_t i = 0; i < r->archives.n; i++) {
        map_at(&seen, r->archives.p[i].path, &is_new);
        if (is_new) continue;
        tell_error(s, "PY2E0345", STR_FMT " would be made twice: release.archive must say {target}",
                   STR_ARG(r->archives.p[i].path));
        return true;
    }
    return false;
}

static bool list_archives(struct session *s, struct releasing *r) {
    struct product *products;
    size_t n;
    struct arena *a = &s->arena;
    *r = (struct releasing){0};
    if (!session_select(s, s->opt.args.n, s->opt.args.p, &products, &n)) return false;
    struct node **nodes = NEW_N(a, struct node *, n);
    for (size_t i = 0; i < n; i++) nodes[i] = node_get(&s->build, STR("release-formats"), products[i].key);
    if (!session_need(s, nodes, n) || !add_formats(s, r, nodes, products, n)) return false;
    struct node **specs = NEW_N(a, struct node *, r->archives.n);
    for (size_t i = 0; i < r->archives.n; i++)
        specs[i] = node_get(&s->build, STR("release-spec"), r->archives.p[i].key);
    if (!session_need(s, specs, r->archives.n)) return false;
    for (size_t i = 0; i < r->archives.n; i++) {
        struct archive *one = &r->archives.p[i];
        if (!node_load(&s->build, s->worker, specs[i]) ||
            !release_spec_decode(a, specs[i]->bytes, &one->spec))
            return false;
        one->path = path_join(a, directory_of(a, &one->spec), one->spec.archive);
        one->node = node_get(&s->build, STR("pack"), one->key);
        if (!one->node) BUG("there is no rule \"pack\"");
    }
    return !twice(s, r);
}

/* ---- --plan ---- */

static void plan_text(const struct archive *one) {
    printf(STR_FMT "\n", STR_ARG(one->path));
    for (size_t i = 0; i < one->spec.n; i++) {
        const struct release_entry *e = &one->spec.entries[i];
        printf("  " STR_FMT "  <- " STR_FMT "\n", STR_ARG(e->name), STR_ARG(e->source));
    }
}

static void plan_json(struct buf *b, const struct archive *one) {
    const struct release_spec *s = &one->spec;
#define FIELD(name, value) (buf_puts(b, "\"" name "\": "), buf_json(b, value), buf_puts(b, ", "))
    buf_puts(b, "  {");
    FIELD("archive", one->path);
    FIELD("release", s->label);
    FIELD("version", s->version);
    FIELD("target", s->target);
    FIELD("format", s->format);
    buf_puts(b, "\"entries\": [");
    for (size_t i = 0; i < s->n; i++) {
        buf_puts(b, i ? ", {" : "{");
        FIELD("name", s->entries[i].name);
        buf_puts(b, s->entries[i].is_app ? "\"app\": " : "\"file\": ");
        buf_json(b, s->entries[i].source);
        buf_putc(b, '}');
    }
    buf_puts(b, "]}");
#undef FIELD
}

static void tell_plan(struct session *s, const struct releasing *r) {
    struct buf b;
    buf_init(&b, &s->arena);
    teller_quiet(s->teller);
    if (s->opt.json) buf_puts(&b, "[\n");
    for (size_t i = 0; i < r->archives.n; i++) {
        if (!s->opt.json) {
            plan_text(&r->archives.p[i]);
            continue;
        }
        plan_json(&b, &r->archives.p[i]);
        buf_puts(&b, i + 1 < r->archives.n ? ",\n" : "\n");
    }
    if (s->opt.json) buf_puts(&b, "]\n");
    if (b.n) fwrite(b.p, 1, b.n, stdout);
}

/* ---- making ---- */

static int by_path(const void *a, const void *b) {
    return str_cmp(((const struct archive *)a)->path, ((const struct archive *)b)->path);
}

static bool write_out(struct session *s, struct str path, struct str bytes, size_t *written) {
    bool wrote;
    struct outputs o = build_outputs(&s->build);
    struct str full = build_path(&s->arena, &s->build, path);
    if (!publish(&o, full, bytes, 0644, &wrote)) {
        tell_error(s, "PY2E0401", "cannot write " STR_FMT ": %s", STR_ARG(path), strerror(errno));
        return false;
    }
    *written += wrote;
    if (wrote && s->opt.format == FORMAT_HUMAN && s->opt.progress != PROGRESS_NONE)
        tell(s, "made " STR_FMT, STR_ARG(path));
    return true;
}

/* Of the lines of the sums of before, those of archives that are not made now. When all targets were asked
 * for these are of other days (another version, a target that is no more) and go; else they stay with their
 * lines.
 */
static void treat_old(struct session *s, const struct archive *archives, size_t n, struct buf *kept) {
    struct arena *a = &s->arena;
    struct str dir = path_dir(archives[0].path), text;
    struct map made;
    map_init(&made, a);
    for (size_t i = 0; i < n; i++) map_put(&made, archives[i].spec.archive, s);
    if (!file_read(a, build_path(a, &s->build, path_join(a, dir, STR("SHA256SUMS"))).p, &text)) return;
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        struct str line = {text.p, end ? (size_t)(end - text.p) : text.n};
        text = end ? (struct str){end + 1, text.n - line.n - 1} : (struct str){0};
        struct str name = line.n > SUM_PREFIX ? (struct str){line.p + SUM_PREFIX, line.n - SUM_PREFIX} : line;
        if (line.n <= SUM_PREFIX || memchr(name.p, '/', name.n) || name.p[0] == '.' || map_get(&made, name))
            continue;
        const char *path = build_path(a, &s->build, path_join(a, dir, name)).p;
        if (!s->opt.targets.n)
            unlink(path);
        else if (!access(path, F_OK))
            buf_printf(kept, STR_FMT "\n", STR_ARG(line));
    }
}

/* The archives of one release lie together; their sums are in a file beside them, as sha256sum -c reads it.
 */
static bool write_sums(struct session *s, struct archive *archives, size_t n, size_t *written) {
    struct buf b;
    char hex[65];
    buf_init(&b, &s->arena);
    treat_old(s, archives, n, &b);
    for (size_t i = 0; i < n; i++) {
        digest_hex(&archives[i].node->digest, hex);
        buf_printf(&b, "%s  " STR_FMT "\n", hex, STR_ARG(archives[i].spec.archive));
    }
    return write_out(s, path_join(&s->arena, path_dir(archives[0].path), STR("SHA256SUMS")), buf_view(&b),
                     written);
}

static bool publish_all(struct session *s, struct releasing *r, size_t *written) {
    struct archive *all = r->archives.p;
    qsort(all, r->archives.n, sizeof *all, by_path);
    for (size_t i = 0; i < r->archives.n; i++) {
        struct node *n = all[i].node;
        if (!node_load(&s->build, s->worker, n) || !write_out(s, all[i].path, n->bytes, written))
            return false;
        node_drop_bytes(&s->build, n);
    }
    for (size_t i = 0, from = 0; i < r->archives.n; i++) {
        bool last = i + 1 == r->archives.n || !str_eq(path_dir(all[i].path), path_dir(all[i + 1].path));
        if (!last) continue;
        if (!write_sums(s, all + from, i + 1 - from, written)) return false;
        from = i + 1;
    }
    return true;
}

static int release_body(struct session *s, void *arg) {
    struct releasing *r = arg;
    size_t written = 0;
    if (!list_archives(s, r)) return s->build.cancelled ? EXIT_FAILED : EXIT_USAGE;
    if (s->opt.plan) return tell_plan(s, r), EXIT_DONE;
    if (!r->archives.n) return tell(s, "no release{} matches"), EXIT_DONE;
    struct node **nodes = NEW_N(&s->arena, struct node *, r->archives.n);
    for (size_t i = 0; i < r->archives.n; i++) nodes[i] = r->archives.p[i].node;
    bool ok = session_need(s, nodes, r->archives.n);
    if (s->opt.explain || s->opt.dry_run) tell_explain(s, nodes, r->archives.n);
    if (s->opt.dry_run) return EXIT_DONE;
    if (!ok || s->build.cancelled || !publish_all(s, r, &written)) return EXIT_FAILED;
    if (s->opt.format == FORMAT_HUMAN && s->opt.progress != PROGRESS_NONE)
        tell(s, "%zu archive%s, %zu file%s written (%.2f s)", r->archives.n, r->archives.n == 1 ? "" : "s",
             written, written == 1 ? "" : "s", (double)(now_nanos() - s->build.began) / 1e9);
    return EXIT_DONE;
}

int command_release(struct session *s) {
    struct releasing r;
    s->choose = STR("releases");
    if (!session_open(s, false)) return EXIT_USAGE;
    int code = session_work(s, release_body, &r);
    tell_finish(s);
    return code;
}
