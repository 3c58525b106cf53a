/* Paths in and out, file status. */
#include "runtime/lib/fs.h"
#include "runtime/lib/structseq.h"

val fs_path(struct thread *t, val v) {
    if (val_is_str(v) || val_has(v, TYPE_BYTES)) return v;
    val method = special_lookup(t, v, NAME(__fspath__));
    if (!method)
        return t->exc ? 0 : raise(t, &exc_TypeError, "expected str, bytes or os.PathLike object, not %T", v);
    val r = call0(t, method);
    if (!r || val_is_str(r) || val_has(r, TYPE_BYTES)) return r;
    return raise(t, &exc_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", v, r);
}

bool fs_in(struct thread *t, val v, const char *what, bool nul_ok, struct path *out) {
    if (!nul_ok) {
        out->p = path_arg(t, v, what, false, NULL);
        if (!out->p) return false;
        out->n = strlen(out->p);
        out->bytes = val_has(v, TYPE_BYTES);
        if (!val_is_str(v) && !out->bytes) {
            val s = fs_path(t, v);
            out->bytes = s && val_has(s, TYPE_BYTES);
        }
        return !t->exc;
    }
    val s = fs_path(t, v);
    if (!s) return false;
    out->bytes = val_has(s, TYPE_BYTES);
    if (out->bytes) {
        out->p = (const char *)AS(bytes, s)->data;
        out->n = (size_t)AS(bytes, s)->len;
    } else
        out->p = str_to_utf8(t, s, &out->n, true);
    return out->p != NULL;
}

val fs_out(struct thread *t, const char *p, size_t n, bool bytes) {
    if (bytes) return bytes_new(t, n ? p : "", n);
    for (size_t i = 0; i < n; i++)
        if ((uint8_t)p[i] >= 0x80) return str_decode(t, (const uint8_t *)p, n, "utf-8", "surrogateescape");
    return n ? str_utf8(t, p, n) : EMPTY_STR;
}

val fs_join(struct thread *t, const struct path *a, const char *name, size_t n) {
    struct bytebuf b = {.t = t};
    if (!bytebuf_put(&b, a->p, (int64_t)a->n)) return 0;
    if (a->n && a->p[a->n - 1] != '/' && !bytebuf_put(&b, "/", 1)) return 0;
    if (!bytebuf_put(&b, name, (int64_t)n)) return 0;
    return fs_out(t, (const char *)b.p, (size_t)b.n, a->bytes);
}

val fs_oserror2(struct thread *t, int errno_value, val a, val b) {
    const char *text = os_error_text(errno_value);
    val args[5] = {val_small(errno_value), 0, a, NONE, b};
    args[1] = text ? str_ascii(t, text) : str_format(t, "Unknown error %d", errno_value);
    val e = args[1] ? call(t, val_of(&exc_OSError), 5, args, 0) : 0;
    return e ? raise_val(t, e) : 0;
}

/* ---- os.stat_result ---- */

static val stat_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames);
STRUCTSEQ_NEW(stat_result, "os.stat_result", 10, 19,
              "st_mode st_ino st_dev st_nlink st_uid st_gid st_size - - - st_atime st_mtime st_ctime "
              "st_atime_ns st_mtime_ns "
              "st_ctime_ns st_blksize st_blocks st_rdev",
              stat_make);

/* Times that are not given as floats are the whole seconds. */
static val stat_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    val made = structseq_make(t, cls, argc, argv, kwnames);
    for (int i = 0; made && i < 3; i++)
        if (structseq_at(made, 10 + i) == NONE)
            gc_store(val_obj(made), &AS(tuple, made)->item[10 + i], structseq_at(made, 7 + i));
    return made;
}

struct type *fs_stat_type(struct thread *t) {
    return structseq_ready(t, &stat_result) < 0 ? NULL : &stat_result.type;
}

/* Seconds as CPython computes them: whole seconds plus 1e-9 times the rest. */
static val seconds(struct thread *t, int64_t ns) {
    int64_t s = ns / 1000000000, rest = ns % 1000000000;
    if (rest < 0) {
        rest += 1000000000;
        s--;
    }
    return float_new(t, (double)s + 1e-9 * (double)rest);
}
static val whole(struct thread *t, int64_t ns) {
    int64_t s = ns / 1000000000;
    return int_from_i64(t, ns % 1000000000 < 0 ? s - 1 : s);
}

val fs_stat_result(struct thread *t, const struct os_stat *st) {
    val items[19] = {
        val_small(st->mode),
        int_from_u64(t, st->ino),
        int_from_u64(t, st->dev),
        int_from_u64(t, st->nlink),
        val_small(st->uid),
        val_small(st->gid),
        int_from_u64(t, st->size),
        whole(t, st->atime_ns),
        whole(t, st->mtime_ns),
        whole(t, st->ctime_ns),
        seconds(t, st->atime_ns),
        seconds(t, st->mtime_ns),
        seconds(t, st->ctime_ns),
        int_from_i64(t, st->atime_ns),
        int_from_i64(t, st->mtime_ns),
        int_from_i64(t, st->ctime_ns),
        int_from_u64(t, st->blksize),
        int_from_u64(t, st->blocks),
        int_from_u64(t, st->rdev),
    };
    return structseq_new(t, &stat_result, items);
}
