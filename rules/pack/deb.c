/* Debian packages: an ar archive of the format's version, the control archive and the data archive (deb(5)).
 */
#define _GNU_SOURCE
#include "rules/pack/pack.h"

#include <stdlib.h>

/* Debian's names of the machines. */
static const char *architecture(struct str triple) {
    return str_ends(triple, STR("-x86_64")) ? "amd64" : str_ends(triple, STR("-arm64")) ? "arm64" : "any";
}

/* Package names are lower-case letters, digits, '+', '-' and '.', and begin with a letter or digit (Debian
 * Policy 5.6.7). */
static struct str package_name(struct arena *a, struct str name) {
    struct buf b;
    buf_init(&b, a);
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!b.n && !letter) continue;
        buf_putc(&b, letter || c == '+' || c == '.' ? c : '-');
    }
    while (b.n < 2) buf_putc(&b, 'x');
    return buf_view(&b);
}

/* Upstream versions hold letters, digits and ". + - ~" and begin with a digit (5.6.12). */
static struct str version_text(struct arena *a, struct str version) {
    struct buf b;
    buf_init(&b, a);
    if (!version.n || version.p[0] < '0' || version.p[0] > '9') buf_puts(&b, "0~");
    for (size_t i = 0; i < version.n; i++) {
        char c = version.p[i];
        bool fine =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr(".+~", c);
        buf_putc(&b, fine && c ? c : '.');
    }
    return buf_view(&b);
}

/* One line of a control field: a line break would begin another field. */
static void put_field(struct buf *b, const char *name, struct str value) {
    buf_printf(b, "%s: ", name);
    for (size_t i = 0; i < value.n; i++)
        buf_putc(b, value.p[i] == '\n' || value.p[i] == '\r' ? ' ' : value.p[i]);
    buf_putc(b, '\n');
}

static struct str control(struct arena *a, const struct release_spec *s, const struct pack_file *files,
                          size_t n) {
    struct buf b;
    uint64_t size = 0;
    for (size_t i = 0; i < n; i++) size += (files[i].bytes.n + 1023) / 1024;
    buf_init(&b, a);
    put_field(&b, "Package", package_name(a, s->name));
    put_field(&b, "Version", version_text(a, s->version));
    put_field(&b, "Architecture", str_c(architecture(s->triple)));
    put_field(&b, "Maintainer", s->maintainer.n ? s->maintainer : STR("unknown <unknown@localhost>"));
    put_field(&b, "Installed-Size", str_printf(a, "%llu", (unsigned long long)size));
    put_field(&b, "Section", STR("misc"));
    put_field(&b, "Priority", STR("optional"));
    put_field(&b, "Description", s->description.n ? s->description : s->name);
    return buf_view(&b);
}

/* ./usr/bin for executables, ./usr/share/PACKAGE for the rest, and every directory on the way before what is
 * in it. */
static size_t lay_out(struct arena *a, const struct release_spec *s, const struct pack_file *files, size_t n,
                      struct pack_file **out) {
    VEC(struct pack_file) v = {0};
    struct map seen;
    struct str share = str_printf(a, "./usr/share/" STR_FMT "/", STR_ARG(package_name(a, s->name)));
    map_init(&seen, a);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++) {
            bool program = files[i].mode & 0100;
            if (program != !pass) continue;
            struct str path =
                str_printf(a, "%s" STR_FMT, program ? "./usr/bin/" : share.p, STR_ARG(files[i].name));
            for (size_t k = 0; k < path.n; k++) {
                bool is_new;
                if (path.p[k] != '/') continue;
                struct pack_file dir = {.name = {path.p, k + 1}, .bytes = {"", 0}, .mode = 0755};
                map_at(&seen, dir.name, &is_new);
                if (is_new) VEC_PUSH(&v, a, dir);
            }
            struct pack_file f = {path, files[i].bytes, files[i].mode};
            VEC_PUSH(&v, a, f);
        }
    *out = v.p;
    return v.n;
}

/* An ar member: 60 bytes of text, the bytes, and a line break when their number is odd. */
static void put_member(struct buf *out, const char *name, uint64_t time, struct str bytes) {
    buf_printf(out, "%-16s%-12llu%-6u%-6u%-8o%-10zu`\n", name, (unsigned long long)time, 0u, 0u, 0100644u,
               bytes.n);
    buf_str(out, bytes);
    if (bytes.n & 1) buf_putc(out, '\n');
}

static struct str tar_gz(struct arena *a, const struct pack_file *files, size_t n, uint64_t time) {
    struct buf tar, out;
    buf_init(&tar, a);
    buf_init(&out, a);
    pack_tar(&tar, files, n, time);
    pack_gzip(&out, buf_view(&tar));
    return buf_view(&out);
}

void pack_deb(struct arena *a, struct buf *out, const struct release_spec *s, const struct pack_file *files,
              size_t n) {
    struct pack_file *laid;
    size_t n_laid = lay_out(a, s, files, n, &laid);
    struct pack_file about[] = {{STR("./"), STR(""), 0755},
                                {STR("./control"), control(a, s, files, n), 0644}};
    buf_puts(out, "!<arch>\n");
    put_member(out, "debian-binary", s->time, STR("2.0\n"));
    put_member(out, "control.tar.gz", s->time, tar_gz(a, about, COUNT(about), s->time));
    put_member(out, "data.tar.gz", s->time, tar_gz(a, laid, n_laid, s->time));
}
