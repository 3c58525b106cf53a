/* Paths and file status, for the os files.
 * Invariant: a path that came as bytes goes out as bytes, anything else as str (UTF-8 with surrogateescape).
 */
#ifndef PY2_LIB_FS_H
#define PY2_LIB_FS_H

#include "runtime/lib/io.h"
#include "runtime/os/os.h"

struct path {
    const char *p; /* NUL-terminated */
    size_t n;
    bool bytes;
};

/* str, bytes or os.PathLike to str or bytes: os.fspath(). 0 raised. */
val fs_path(struct thread *t, val v);
/* `v` as bytes for the system; false raised. `what` as in path_arg; NULL: the message of os.fspath. Embedded
 * NULs are kept when `nul_ok` (string operations of os.path do not mind). */
bool fs_in(struct thread *t, val v, const char *what, bool nul_ok, struct path *out);
struct type *fs_stat_type(struct thread *t); /* os.stat_result; NULL raised */
val fs_out(struct thread *t, const char *p, size_t n, bool bytes);
val fs_join(struct thread *t, const struct path *a, const char *name, size_t n); /* a/name */
val fs_stat_result(struct thread *t, const struct os_stat *st);
val fs_oserror2(struct thread *t, int errno_value, val a, val b);

#endif
