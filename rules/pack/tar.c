/* tar. */
#include "rules/pack/pack.h"

#include <stdio.h>

enum { BLOCK = 512 };

/* The header's fields, by their offsets (POSIX.1-2008, pax, "ustar Interchange Format"). */
enum {
    NAME = 0,
    MODE = 100,
    UID = 108,
    GID = 116,
    SIZE = 124,
    MTIME = 136,
    CHECKSUM = 148,
    TYPE = 156,
    MAGIC = 257,
    UNAME = 265,
    GNAME = 297,
    MAJOR = 329,
    MINOR = 337,
    PREFIX = 345
};
enum { NAME_MAX_ = 100, PREFIX_MAX = 155 };

static void octal(char *field, size_t width, uint64_t v) {
    for (size_t i = width - 1; i-- > 0; v >>= 3) field[i] = (char)('0' + (v & 7));
    field[width - 1] = 0;
}

/* Splits a long name at a '/' into prefix and name. */
static bool put_name(char *h, struct str name) {
    if (name.n <= NAME_MAX_) {
        memcpy(h + NAME, name.p, name.n);
        return true;
    }
    for (size_t i = MIN(name.n - 1, (size_t)PREFIX_MAX); i > 0 && name.n - i - 1 <= NAME_MAX_; i--) {
        if (name.p[i] != '/' || name.n == i + 1) continue;
        memcpy(h + PREFIX, name.p, i);
        memcpy(h + NAME, name.p + i + 1, name.n - i - 1);
        return true;
    }
    return false;
}

static void put_header(struct buf *out, struct str name, char type, unsigned mode, uint64_t size,
                       uint64_t time) {
    char h[BLOCK] = {0};
    put_name(h, name);
    octal(h + MODE, 8, mode);
    octal(h + UID, 8, 0);
    octal(h + GID, 8, 0);
    octal(h + SIZE, 12, size);
    octal(h + MTIME, 12, time);
    h[TYPE] = type;
    memcpy(h + MAGIC, "ustar\00000", 8);
    memcpy(h + UNAME, "root", 4);
    memcpy(h + GNAME, "root", 4);
    octal(h + MAJOR, 8, 0);
    octal(h + MINOR, 8, 0);
    memset(h + CHECKSUM, ' ', 8);
    unsigned sum = 0;
    for (int i = 0; i < BLOCK; i++) sum += (unsigned char)h[i];
    octal(h + CHECKSUM, 7, sum);
    buf_put(out, h, BLOCK);
}

/* "LENGTH KEY=VALUE\n", where LENGTH counts itself. */
static struct str pax_record(struct arena *a, const char *key, struct str value) {
    size_t rest = strlen(key) + value.n + 3, n = rest;
    for (int i = 0; i < 3; i++) n = rest + (size_t)snprintf(NULL, 0, "%zu", n);
    return str_printf(a, "%zu %s=" STR_FMT "\n", n, key, STR_ARG(value));
}

static void put_body(struct buf *out, struct str bytes) {
    buf_str(out, bytes);
    buf_align(out, BLOCK);
}

static void put_entry(struct buf *out, const struct pack_file *f, uint64_t time) {
    char probe[BLOCK] = {0};
    bool dir = f->name.n && f->name.p[f->name.n - 1] == '/', large = f->bytes.n >> 33;
    if (!put_name(probe, f->name) || large) {
        struct arena *a = out->arena;
        struct buf records;
        buf_init(&records, a);
        if (!str_is_utf8(f->name)) buf_str(&records, pax_record(a, "hdrcharset", STR("BINARY")));
        buf_str(&records, pax_record(a, "path", f->name));
        if (large) buf_str(&records, pax_record(a, "size", str_printf(a, "%zu", f->bytes.n)));
        put_header(out, STR("pax"), 'x', 0644, records.n, time);
        put_body(out, buf_view(&records));
    }
    put_header(out, f->name, dir ? '5' : '0', f->mode, large ? 0 : f->bytes.n, time);
    put_body(out, f->bytes);
}

void pack_tar(struct buf *out, const struct pack_file *files, size_t n, uint64_t time) {
    static const char zeros[2 * BLOCK];
    for (size_t i = 0; i < n; i++) put_entry(out, &files[i], time);
    buf_put(out, zeros, sizeof zeros);
}
