/* Descriptors: opening, reading and writing through them, copies, pipes, flags. */
#include "runtime/lib/posix/posix.h"

#define LONGEST_READ INT64_C(0x7ffff000)
#define CLOEXEC      OS_O_CLOEXEC

/* Running out of descriptors closes those nobody holds any more. */
static long open_at(struct thread *t, long dir, const char *path, long flags, long mode) {
    long r = RETRY(t, os_call(openat, dir, path, flags | CLOEXEC, mode));
    if (r != -OS_EMFILE && r != -OS_ENFILE) return r;
    gc_release(t);
    return RETRY(t, os_call(openat, dir, path, flags | CLOEXEC, mode));
}
POSIX(open, "($module, /, path, flags, mode=511, *, dir_fd=None)", "pimd") {
    return posix_number(t, open_at(t, a[3].n, a[0].path, a[1].n, a[2].v ? a[2].n : 0777), a);
}
POSIX(close, "($module, /, fd)", "i") {
    int r = BLOCKING(t, os_close((int)a[0].n));
    return posix_done(t, r == -OS_EINTR ? 0 : r, 0);
}
POSIX(closerange, "($module, fd_low, fd_high, /)", "ii") {
    int64_t low = a[0].n < 0 ? 0 : a[0].n;
    if (a[1].n > low) BLOCKING(t, os_call(close_range, low, a[1].n - 1, 0));
    return NONE;
}
POSIX(read, "($module, fd, length, /)", "il") {
    if (a[1].n < 0) return raise_oserror(t, OS_EINVAL, 0);
    int64_t most = a[1].n < LONGEST_READ ? a[1].n : LONGEST_READ;
    val v = bytes_new(t, NULL, (size_t)most);
    if (!v) return 0;
    long n = RETRY(t, os_read((int)a[0].n, AS(bytes, v)->data, (size_t)most));
    if (n < 0) return posix_done(t, n, 0);
    return n == most ? v : bytes_new(t, AS(bytes, v)->data, (size_t)n);
}
POSIX(pread, "($module, fd, length, offset, /)", "ill") {
    if (a[1].n < 0) return raise_oserror(t, OS_EINVAL, 0);
    int64_t most = a[1].n < LONGEST_READ ? a[1].n : LONGEST_READ;
    val v = bytes_new(t, NULL, (size_t)most);
    if (!v) return 0;
    long n = RETRY(t, os_call(pread64, a[0].n, AS(bytes, v)->data, most, a[2].n));
    if (n < 0) return posix_done(t, n, 0);
    return n == most ? v : bytes_new(t, AS(bytes, v)->data, (size_t)n);
}
POSIX(write, "($module, fd, data, /)", "iy") {
    int64_t n = a[1].buf.n < LONGEST_READ ? a[1].buf.n : LONGEST_READ;
    return posix_number(t, RETRY(t, os_write((int)a[0].n, a[1].buf.p, (size_t)n)), 0);
}
POSIX(pwrite, "($module, fd, buffer, offset, /)", "iyl") {
    return posix_number(t, RETRY(t, os_call(pwrite64, a[0].n, a[1].buf.p, a[1].buf.n, a[2].n)), 0);
}

/* ---- several buffers at once ---- */

struct vector {
    uint8_t *p;
    int64_t n;
};
static struct vector *vector_of(struct thread *t, const char *name, val buffers, bool writable,
                                int64_t *count, val *keep) {
    if (!type_lookup(type_of(buffers), NAME(__getitem__)))
        return raise(t, &exc_TypeError, "%s() arg 2 must be a sequence", name), NULL;
    val items = list_from_iterable(t, buffers);
    struct vector *v = items ? gc_storage(t, (size_t)(AS(list, items)->len + 1) * sizeof *v, false) : NULL;
    if (!v) return NULL;
    *keep = items; /* the buffers live as long as it does */
    *count = AS(list, items)->len;
    for (int64_t i = 0; i < *count; i++) {
        struct buffer b;
        val item = AS(list, items)->item[i];
        if (!buffer_get(t, item, &b)) return NULL;
        if (writable && b.readonly)
            return raise(t, &exc_TypeError, "a read-write bytes-like object is required, not '%T'", item),
                   NULL;
        v[i] = (struct vector){b.p, b.n};
    }
    return v;
}
static val vectored(struct thread *t, struct arg *a, const char *name, bool writes, bool at) {
    int64_t n;
    struct vector *v = vector_of(t, name, a[1].v, !writes, &n, &a[1].v);
    if (!v) return 0;
    if (!at)
        return posix_number(
            t, writes ? RETRY(t, os_call(writev, a[0].n, v, n)) : RETRY(t, os_call(readv, a[0].n, v, n)), 0);
    long r = writes   ? a[3].n ? RETRY(t, os_call(pwritev2, a[0].n, v, n, a[2].n, 0, a[3].n))
                               : RETRY(t, os_call(pwritev, a[0].n, v, n, a[2].n, 0))
               : a[3].n ? RETRY(t, os_call(preadv2, a[0].n, v, n, a[2].n, 0, a[3].n))
                      : RETRY(t, os_call(preadv, a[0].n, v, n, a[2].n, 0));
    return posix_number(t, r, 0);
}
POSIX(readv, "($module, fd, buffers, /)", "io") {
    return vectored(t, a, "readv", false, false);
}
POSIX(writev, "($module, fd, buffers, /)", "io") {
    return vectored(t, a, "writev", true, false);
}
POSIX(preadv, "($module, fd, buffers, offset, flags=0, /)", "ioli") {
    return vectored(t, a, "preadv", false, true);
}
POSIX(pwritev, "($module, fd, buffers, offset, flags=0, /)", "ioli") {
    return vectored(t, a, "pwritev", true, true);
}

/* ---- from descriptor to descriptor ---- */

/* An offset that may be None: then the file's own position counts. */
static bool offset_arg(struct thread *t, val v, int64_t *offset, int64_t **out) {
    *out = NULL;
    if (!v || v == NONE) return true;
    *out = offset;
    return index_i64(t, v, offset);
}
POSIX(sendfile, "($module, /, out_fd, in_fd, offset, count)", "iiol") {
    int64_t offset, *at;
    if (!offset_arg(t, a[2].v, &offset, &at)) return 0;
    return posix_number(t, RETRY(t, os_call(sendfile, a[0].n, a[1].n, at, a[3].n)), 0);
}
POSIX(copy_file_range, "($module, /, src, dst, count, offset_src=None,\n                offset_dst=None)",
      "iiloo") {
    int64_t from, to, *at_from, *at_to;
    if (a[2].n < 0) return raise(t, &exc_ValueError, "negative value for 'count' not allowed");
    if (!offset_arg(t, a[3].v, &from, &at_from) || !offset_arg(t, a[4].v, &to, &at_to)) return 0;
    return posix_number(t, RETRY(t, os_call(copy_file_range, a[0].n, at_from, a[1].n, at_to, a[2].n, 0)), 0);
}
POSIX(splice, "($module, /, src, dst, count, offset_src=None, offset_dst=None,\n       flags=0)", "iiloom") {
    int64_t from, to, *at_from, *at_to;
    if (a[2].n < 0) return raise(t, &exc_ValueError, "negative value for 'count' not allowed");
    if (!offset_arg(t, a[3].v, &from, &at_from) || !offset_arg(t, a[4].v, &to, &at_to)) return 0;
    return posix_number(t, RETRY(t, os_call(splice, a[0].n, at_from, a[1].n, at_to, a[2].n, a[5].n)), 0);
}

/* ---- position, size, contents on disk ---- */

POSIX(lseek, "($module, fd, position, how, /)", "ili") {
    return posix_number(t, RETRY(t, os_call(lseek, a[0].n, a[1].n, a[2].n)), 0);
}
POSIX(ftruncate, "($module, fd, length, /)", "il") {
    return posix_done(t, RETRY(t, os_call(ftruncate, a[0].n, a[1].n)), 0);
}
POSIX(fsync, "($module, /, fd)", "f") {
    return posix_done(t, RETRY(t, os_call(fsync, a[0].n)), 0);
}
POSIX(fdatasync, "($module, /, fd)", "f") {
    return posix_done(t, RETRY(t, os_call(fdatasync, a[0].n)), 0);
}
POSIX(sync, "($module, /)", "") {
    BLOCKING(t, os_call(sync, 0));
    return NONE;
}
POSIX(posix_fallocate, "($module, fd, offset, length, /)", "ill") {
    return posix_done(t, RETRY(t, os_call(fallocate, a[0].n, 0, a[1].n, a[2].n)), 0);
}
POSIX(posix_fadvise, "($module, fd, offset, length, advice, /)", "illi") {
    return posix_done(t, RETRY(t, os_call(fadvise64, a[0].n, a[1].n, a[2].n, a[3].n)), 0);
}
struct lock_range {
    int16_t type, whence;
    int64_t start, length;
    int32_t pid;
};
POSIX(lockf, "($module, fd, command, length, /)", "iil") {
    enum { F_GETLK = 5, F_SETLK, F_SETLKW, UNLOCK = 0, LOCK, TRY, TEST };
    struct lock_range l = {.type = a[1].n == UNLOCK ? 2 : 1, .whence = 1, .length = a[2].n};
    if (a[1].n < UNLOCK || a[1].n > TEST) return raise_oserror(t, OS_EINVAL, 0);
    int command = a[1].n == TEST ? F_GETLK : a[1].n == LOCK ? F_SETLKW : F_SETLK;
    long r = RETRY(t, os_fcntl((int)a[0].n, command, (long)&l));
    if (r >= 0 && a[1].n == TEST && l.type != 2 && l.pid != os_getpid()) r = -OS_EACCES;
    return posix_done(t, r, 0);
}

/* ---- copies, pipes, flags ---- */

POSIX(dup, "($module, fd, /)", "i") {
    return posix_number(t, os_dup((int)a[0].n), 0);
}
POSIX(dup2, "($module, /, fd, fd2, inheritable=True)", "iib") {
    bool inherit = !a[2].v || a[2].n;
    if (a[0].n < 0 || a[1].n < 0) return raise_oserror(t, OS_EBADF, 0);
    if (a[0].n == a[1].n) {
        int r = os_fcntl((int)a[0].n, OS_F_GETFD, 0);
        if (r >= 0) r = os_fcntl((int)a[0].n, OS_F_SETFD, inherit ? r & ~1 : r | 1);
        return r < 0 ? posix_done(t, r, 0) : val_small(a[1].n);
    }
    return posix_number(t, RETRY(t, os_call(dup3, a[0].n, a[1].n, inherit ? 0 : CLOEXEC)), 0);
}
static val two_descriptors(struct thread *t, long r, const int *fds) {
    return r < 0 ? posix_done(t, r, 0) : pair_new(t, val_small(fds[0]), val_small(fds[1]));
}
POSIX(pipe, "($module, /)", "") {
    int fds[2];
    return two_descriptors(t, os_pipe(fds), fds);
}
POSIX(pipe2, "($module, flags, /)", "i") {
    int fds[2];
    return two_descriptors(t, os_call(pipe2, fds, a[0].n), fds);
}
POSIX(isatty, "($module, fd, /)", "i") {
    return val_bool(os_isatty((int)a[0].n));
}
POSIX(get_inheritable, "($module, fd, /)", "i") {
    int r = os_fcntl((int)a[0].n, OS_F_GETFD, 0);
    return r < 0 ? posix_done(t, r, 0) : val_bool(!(r & 1));
}
POSIX(set_inheritable, "($module, fd, inheritable, /)", "ii") {
    int r = os_fcntl((int)a[0].n, OS_F_GETFD, 0);
    return posix_done(t, r < 0 ? r : os_fcntl((int)a[0].n, OS_F_SETFD, a[1].n ? r & ~1 : r | 1), 0);
}
POSIX(get_blocking, "($module, fd, /)", "i") {
    int r = os_fcntl((int)a[0].n, OS_F_GETFL, 0);
    return r < 0 ? posix_done(t, r, 0) : val_bool(!(r & OS_O_NONBLOCK));
}
POSIX(set_blocking, "($module, fd, blocking, /)", "ib") {
    int r = os_fcntl((int)a[0].n, OS_F_GETFL, 0);
    return posix_done(
        t, r < 0 ? r : os_fcntl((int)a[0].n, OS_F_SETFL, a[1].n ? r & ~OS_O_NONBLOCK : r | OS_O_NONBLOCK), 0);
}
POSIX(memfd_create, "($module, /, name, flags=MFD_CLOEXEC)", "pm") {
    return posix_number(t, RETRY(t, os_call(memfd_create, a[0].path, a[1].v ? a[1].n : 1)), 0);
}
POSIX(eventfd, "($module, /, initval, flags=EFD_CLOEXEC)", "mi") {
    return posix_number(t, os_call(eventfd2, a[0].n, a[1].v ? a[1].n : CLOEXEC), 0);
}
POSIX(eventfd_read, "($module, /, fd)", "f") {
    uint64_t n;
    long r = RETRY(t, os_read((int)a[0].n, &n, sizeof n));
    return r < 0 ? posix_done(t, r, 0) : int_from_u64(t, n);
}
POSIX(eventfd_write, "($module, /, fd, value)", "fl") {
    uint64_t n = (uint64_t)a[1].n;
    return posix_done(t, RETRY(t, os_write((int)a[0].n, &n, sizeof n)), 0);
}

/* ---- terminals ---- */

STRUCTSEQ(terminal_size, "os.terminal_size", 2, 2, "columns lines");
struct structseq *posix_terminal_size(void) {
    return &terminal_size;
}
POSIX(get_terminal_size, "($module, fd=<unrepresentable>, /)", "i") {
    int columns, lines, r = os_terminal_size(a[0].v ? (int)a[0].n : 1, &columns, &lines);
    if (r < 0) return posix_done(t, r, 0);
    const val items[2] = {val_small(columns), val_small(lines)};
    return structseq_new(t, &terminal_size, items);
}
POSIX(ttyname, "($module, fd, /)", "i") {
    char link[64] = "/proc/self/fd/", name[256];
    if (!os_isatty((int)a[0].n)) return raise_oserror(t, OS_ENOTTY, 0);
    int at = 14, digits[12], n = 0;
    for (int64_t fd = a[0].n; n == 0 || fd; fd /= 10) digits[n++] = (int)(fd % 10);
    while (n) link[at++] = (char)('0' + digits[--n]);
    int64_t r = os_readlink(link, name, sizeof name);
    return r < 0 ? posix_done(t, r, 0) : fs_out(t, name, (size_t)r, false);
}
POSIX(ctermid, "($module, /)", "") {
    return str_ascii(t, "/dev/tty");
}
enum {
    TIOCSCTTY = 0x540E,
    TIOCGPGRP = 0x540F,
    TIOCSPGRP = 0x5410,
    TIOCGPTN = 0x80045430,
    TIOCSPTLCK = 0x40045431
};
POSIX(tcgetpgrp, "($module, fd, /)", "i") {
    int group;
    long r = os_call(ioctl, a[0].n, TIOCGPGRP, &group);
    return r < 0 ? posix_done(t, r, 0) : val_small(group);
}
POSIX(tcsetpgrp, "($module, fd, pgid, /)", "ii") {
    int group = (int)a[1].n;
    return posix_done(t, os_call(ioctl, a[0].n, TIOCSPGRP, &group), 0);
}
/* A pseudo terminal: 0, fds[0] its master, fds[1] the other side. */
static long open_terminal(int fds[2]) {
    int unlocked = 0, number;
    long master = os_call(openat, OS_AT_FDCWD, "/dev/ptmx", 2 | 0400 | CLOEXEC, 0), r;
    if (master < 0) return master;
    r = os_call(ioctl, master, TIOCSPTLCK, &unlocked);
    if (r >= 0) r = os_call(ioctl, master, TIOCGPTN, &number);
    char name[32] = "/dev/pts/";
    int at = 9, digits[12], n = 0;
    for (int k = r < 0 ? 0 : number; n == 0 || k; k /= 10) digits[n++] = k % 10;
    while (n) name[at++] = (char)('0' + digits[--n]);
    if (r >= 0) r = os_call(openat, OS_AT_FDCWD, name, 2 | 0400 | CLOEXEC, 0);
    if (r < 0) os_close((int)master);
    fds[0] = (int)master, fds[1] = (int)r;
    return r < 0 ? r : 0;
}
POSIX(openpty, "($module, /)", "") {
    int fds[2];
    return two_descriptors(t, open_terminal(fds), fds);
}
static long login(int fd) {
    os_call(setsid, 0);
    long r = os_call(ioctl, fd, TIOCSCTTY, 0);
    for (int i = 0; r >= 0 && i < 3; i++)
        if (i != fd) os_call(dup3, fd, i, 0);
    if (r >= 0 && fd > 2) os_close(fd);
    return r;
}
POSIX(login_tty, "($module, fd, /)", "i") {
    return posix_done(t, login((int)a[0].n), 0);
}
POSIX(forkpty, "($module, /)", "") {
    int fds[2];
    long r = open_terminal(fds);
    if (r < 0) return posix_done(t, r, 0);
    val pid = posix_fork(t);
    if (!pid) return 0;
    os_close(pid == val_small(0) ? fds[0] : fds[1]);
    if (pid == val_small(0)) login(fds[1]);
    return pair_new(t, pid, val_small(pid == val_small(0) ? -1 : fds[0]));
}
POSIX(device_encoding, "($module, /, fd)", "i") {
    return os_isatty((int)a[0].n) ? str_ascii(t, "utf-8") : NONE;
}
