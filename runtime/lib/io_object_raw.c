/* Raw files that are objects of the program: a buffer reaches them by their methods. Each call gets a
 * memoryview of bytes of its own, so that one which is kept does not see the buffer change. */
#include "runtime/lib/io.h"
#include "runtime/types/bytes_priv.h"

static bool attached(struct thread *t, val raw) {
    if (!raw) raise(t, &exc_ValueError, "raw stream has been detached");
    return raw != 0;
}

/* The count a method gave: -2 for None, which is "it would have to wait". */
static int64_t count_of(struct thread *t, val got, const char *method, int64_t most) {
    int64_t n;
    if (!got) return -1;
    if (got == NONE) return -2;
    if (!index_i64(t, got, &n)) return -1;
    if (n >= 0 && n <= most) return n;
    return raise_i(t, &exc_OSError,
                   "raw %s() returned invalid length %ld (should have been between 0 and %ld)", method, n,
                   most);
}

static int64_t object_read(struct thread *t, val raw, void *p, int64_t n) {
    if (!attached(t, raw)) return -1;
    val store = bytearray_new(t, NULL, n), view = store ? call1(t, val_of(&memoryview_type), store) : 0;
    if (!view) return -1;
    int64_t have = count_of(t, call_method1(t, raw, NAME(readinto), view), "readinto", n);
    if (have > AS(bytearray, store)->len) have = AS(bytearray, store)->len;
    if (have > 0) memcpy(p, AS(bytearray, store)->p, (size_t)have);
    return have;
}

static int64_t object_write(struct thread *t, val raw, const void *p, int64_t n) {
    if (!attached(t, raw)) return -1;
    val data = bytes_new(t, p, (size_t)n), view = data ? call1(t, val_of(&memoryview_type), data) : 0;
    return view ? count_of(t, call_method1(t, raw, NAME(write), view), "write", n) : -1;
}

static int64_t object_seek(struct thread *t, val raw, int64_t offset, int whence) {
    if (!attached(t, raw)) return -1;
    int64_t at;
    val seek = obj_getattr(t, raw, NAME(seek)), to = seek ? int_from_i64(t, offset) : 0;
    val got = to ? call2(t, seek, to, val_small(whence)) : 0;
    if (!got || !index_i64(t, got, &at)) return -1;
    if (at < 0) return raise_i(t, &exc_OSError, "Raw stream returned invalid position %ld", at);
    return at;
}

static val object_readall(struct thread *t, val raw) {
    if (!attached(t, raw)) return 0;
    val name = str_ascii(t, "readall");
    if (!name || !(name = str_intern(t, name))) return 0;
    val readall = obj_lookattr(t, raw, name);
    if (t->exc) return 0;
    struct bytebuf all = {.t = t};
    for (;;) {
        val v = readall ? call0(t, readall) : call_method0(t, raw, NAME(read));
        if (!v) return 0;
        if (v != NONE && !val_has(v, TYPE_BYTES))
            return raise(t, &exc_TypeError,
                         readall ? "readall() should return bytes" : "read() should return bytes");
        if (readall) return v;
        if (v == NONE || AS(bytes, v)->len == 0) return v == NONE && !all.n ? NONE : bytebuf_finish(&all);
        if (!bytebuf_put(&all, AS(bytes, v)->data, AS(bytes, v)->len)) return 0;
    }
}

const struct raw_ops io_object_raw_ops = {object_read, object_write, object_seek, object_readall};
