/* Rule "pack": fetches what an archive holds and writes it. */
#include "rules/pack/pack.h"

#include "rules/rules.h"
#include "generated/rules_digest.h"

static bool fetch(struct rule_ctx *c, const struct release_spec *s, struct pack_file *files) {
    bool ok = true;
    for (size_t i = 0; i < s->n; i++) {
        const struct release_entry *e = &s->entries[i];
        struct pack_file *f = &files[i];
        *f = (struct pack_file){e->name, {"", 0}, e->executable ? 0755 : 0644};
        if (e->is_app) {
            ok = rule_need(c, "app", e->source, &f->bytes) && ok;
        } else if (!rule_read_file(c, e->source, &f->bytes)) {
            diag_error(c->diags, "PY2E0322", (struct place){.file = e->source}, "the file cannot be read");
            ok = false;
        }
    }
    return ok;
}

/* Executables are built in parallel before they are fetched one by one. */
static bool build_apps(struct rule_ctx *c, const struct release_spec *s) {
    struct rule_query *q = NEW_N(c->arena, struct rule_query, s->n);
    struct rule_dep *deps = NEW_N(c->arena, struct rule_dep, s->n);
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->entries[i].is_app) q[n++] = (struct rule_query){"app", s->entries[i].source};
    return rule_need_many(c, n, q, deps);
}

static void in_directory(struct arena *a, struct str top, struct pack_file *files, size_t n) {
    for (size_t i = 0; i < n; i++) files[i].name = path_join(a, top, files[i].name);
}

static bool write_archive(struct rule_ctx *c, const struct release_spec *s, struct pack_file *files,
                          struct buf *out) {
    struct buf tar;
    if (str_is(s->format, "deb")) {
        pack_deb(c->arena, out, s, files, s->n);
        return true;
    }
    in_directory(c->arena, s->top, files, s->n);
    if (str_is(s->format, "zip")) {
        if (pack_zip(out, files, s->n, s->time)) return true;
        diag_error(c->diags, "PY2E0607", (struct place){0}, STR_FMT " would be larger than a zip can be",
                   STR_ARG(s->archive));
        return false;
    }
    buf_init(&tar, c->arena);
    pack_tar(&tar, files, s->n, s->time);
    if (str_is(s->format, "tar.zst"))
        pack_zstd(out, buf_view(&tar));
    else
        pack_gzip(out, buf_view(&tar));
    return true;
}

static bool run_pack(struct rule_ctx *c) {
    struct str bytes;
    struct release_spec s;
    struct buf out;
    if (!rule_need(c, "release-spec", c->key, &bytes)) return false;
    if (!release_spec_decode(c->arena, bytes, &s)) BUG("release-spec of " STR_FMT, STR_ARG(c->key));
    struct pack_file *files = NEW_N(c->arena, struct pack_file, s.n);
    if (!build_apps(c, &s) || !fetch(c, &s, files)) return false;
    buf_init(&out, c->arena);
    if (!write_archive(c, &s, files, &out)) return false;
    rule_output(c, buf_view(&out));
    return true;
}

const struct rule rule_pack = {.name = "pack", .version = RULES_DIGEST, .run = run_pack, .shared = true};
