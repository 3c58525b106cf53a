/* Names in the file system: making, removing, renaming and looking at what they stand for. */
#include "runtime/lib/posix/posix.h"

#define NOFOLLOW(arg)        ((arg).v && !(arg).n ? OS_AT_SYMLINK_NOFOLLOW : 0)
#define MODE(arg, otherwise) ((arg).v ? (arg).n & 0xffffffff : (otherwise))

static val two(struct thread *t, long r, const struct arg *from, const struct arg *to) {
    if (t->exc) return 0;
    return r < 0 ? fs_oserror2(t, (int)-r, from->v, to->v) : NONE;
}

POSIX(mkdir, "($module, /, path, mode=511, *, dir_fd=None)", "pmd") {
    return posix_done(t, RETRY(t, os_call(mkdirat, a[2].n, a[0].path, MODE(a[1], 0777))), a);
}
POSIX(rmdir, "($module, /, path, *, dir_fd=None)", "pd") {
    return posix_done(t, RETRY(t, os_call(unlinkat, a[1].n, a[0].path, OS_AT_REMOVEDIR)), a);
}
POSIX(remove, "($module, /, path, *, dir_fd=None)", "pd") {
    return posix_done(t, RETRY(t, os_call(unlinkat, a[1].n, a[0].path, 0)), a);
}
POSIX(unlink, "($module, /, path, *, dir_fd=None)", "pd") {
    return do_remove(t, a);
}
POSIX(rename, "($module, /, src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "ppdd") {
    return two(t, RETRY(t, os_call(renameat2, a[2].n, a[0].path, a[3].n, a[1].path, 0)), a, a + 1);
}
POSIX(replace, "($module, /, src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "ppdd") {
    return do_rename(t, a);
}
POSIX(link, "($module, /, src, dst, *, src_dir_fd=None, dst_dir_fd=None,\n     follow_symlinks=True)",
      "ppddb") {
    int flags = a[4].v && a[4].n ? OS_AT_SYMLINK_FOLLOW : 0;
    return two(t, RETRY(t, os_call(linkat, a[2].n, a[0].path, a[3].n, a[1].path, flags)), a, a + 1);
}
POSIX(symlink, "($module, /, src, dst, target_is_directory=False, *, dir_fd=None)", "ppbd") {
    return two(t, RETRY(t, os_call(symlinkat, a[0].path, a[3].n, a[1].path)), a, a + 1);
}
POSIX(readlink, "($module, /, path, *, dir_fd=None)", "pd") {
    char *text = gc_storage(t, 4096, false);
    if (!text) return 0;
    long n = RETRY(t, os_call(readlinkat, a[1].n, a[0].path, text, 4096));
    return n < 0 ? posix_done(t, n, a) : fs_out(t, text, (size_t)n, a[0].bytes);
}
POSIX(mkfifo, "($module, /, path, mode=438, *, dir_fd=None)", "pmd") {
    return posix_done(t, RETRY(t, os_call(mknodat, a[2].n, a[0].path, OS_S_IFIFO | MODE(a[1], 0666), 0)), 0);
}
POSIX(mknod, "($module, /, path, mode=384, device=0, *, dir_fd=None)", "pmld") {
    return posix_done(t, RETRY(t, os_call(mknodat, a[3].n, a[0].path, MODE(a[1], 0600), a[2].n)), 0);
}

/* ---- status ---- */

static val stat_result(struct thread *t, const struct arg *path, int dir, int flags, const char *name) {
    struct os_stat st;
    if (path->n >= 0 && !path->path) {
        if (dir != OS_AT_FDCWD)
            return raise(t, &exc_ValueError, "%s: can't specify dir_fd without matching path", name);
        if (flags) return raise(t, &exc_ValueError, "%s: cannot use fd and follow_symlinks together", name);
    }
    long r = path->path ? RETRY(t, os_stat_at(dir, path->path, flags, &st))
                        : RETRY(t, os_fstat((int)path->n, &st));
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, path->v) : fs_stat_result(t, &st);
}
POSIX(stat, "($module, /, path, *, dir_fd=None, follow_symlinks=True)", "Pdb") {
    return stat_result(t, a, (int)a[1].n, NOFOLLOW(a[2]), "stat");
}
POSIX(lstat, "($module, /, path, *, dir_fd=None)", "pd") {
    return stat_result(t, a, (int)a[1].n, OS_AT_SYMLINK_NOFOLLOW, "lstat");
}
POSIX(fstat, "($module, /, fd)", "i") {
    struct os_stat st;
    io_flush_all(t);
    long r = RETRY(t, os_fstat((int)a[0].n, &st));
    return r < 0 ? posix_done(t, r, 0) : fs_stat_result(t, &st);
}
POSIX(access, "($module, /, path, mode, *, dir_fd=None, effective_ids=False,\n       follow_symlinks=True)",
      "pidbb") {
    int flags = NOFOLLOW(a[4]) | (a[3].n ? OS_AT_EACCESS : 0);
    return val_bool(RETRY(t, os_call(access2, a[2].n, a[0].path, a[1].n, flags)) >= 0);
}

STRUCTSEQ(statvfs_result, "os.statvfs_result", 10, 11,
          "f_bsize f_frsize f_blocks f_bfree f_bavail f_files f_ffree f_favail f_flag f_namemax f_fsid");

static val statvfs_of(struct thread *t, const struct arg *a, const char *path, int fd) {
    struct os_statvfs s;
    long r = RETRY(t, os_statvfs(path, fd, &s));
    if (r < 0) return posix_done(t, r, a);
    const uint64_t n[11] = {s.bsize, s.frsize, s.blocks, s.bfree,   s.bavail, s.files,
                            s.ffree, s.favail, s.flag,   s.namemax, s.fsid};
    val items[11];
    for (int i = 0; i < 11; i++) items[i] = int_from_u64(t, n[i]);
    return structseq_new(t, &statvfs_result, items);
}
POSIX(statvfs, "($module, /, path)", "P") {
    return statvfs_of(t, a, a[0].path, (int)a[0].n);
}
POSIX(fstatvfs, "($module, fd, /)", "i") {
    return statvfs_of(t, NULL, NULL, (int)a[0].n);
}
struct structseq *posix_statvfs_result(void) {
    return &statvfs_result;
}

/* ---- owners, modes, times, sizes ---- */

POSIX(chmod, "($module, /, path, mode, *, dir_fd=None, follow_symlinks=True)", "Pidb") {
    if (NOFOLLOW(a[3]))
        return raise(t, &exc_NotImplementedError, "chmod: follow_symlinks unavailable on this platform");
    return posix_done(t,
                      a[0].path ? RETRY(t, os_call(fchmodat, a[2].n, a[0].path, a[1].n))
                                : RETRY(t, os_call(fchmod, a[0].n, a[1].n)),
                      a);
}
POSIX(fchmod, "($module, /, fd, mode)", "ii") {
    return posix_done(t, RETRY(t, os_call(fchmod, a[0].n, a[1].n)), 0);
}
POSIX(chown, "($module, /, path, uid, gid, *, dir_fd=None, follow_symlinks=True)", "Puudb") {
    if (!a[0].path && a[3].n != OS_AT_FDCWD)
        return raise(t, &exc_ValueError, "chown: can't specify dir_fd without matching path");
    if (!a[0].path && NOFOLLOW(a[4]))
        return raise(t, &exc_ValueError, "chown: cannot use fd and follow_symlinks together");
    return posix_done(t,
                      a[0].path
                          ? RETRY(t, os_call(fchownat, a[3].n, a[0].path, a[1].n, a[2].n, NOFOLLOW(a[4])))
                          : RETRY(t, os_call(fchown, a[0].n, a[1].n, a[2].n)),
                      a);
}
POSIX(lchown, "($module, /, path, uid, gid)", "puu") {
    return posix_done(
        t, RETRY(t, os_call(fchownat, OS_AT_FDCWD, a[0].path, a[1].n, a[2].n, OS_AT_SYMLINK_NOFOLLOW)), a);
}
POSIX(fchown, "($module, /, fd, uid, gid)", "iuu") {
    return posix_done(t, RETRY(t, os_call(fchown, a[0].n, a[1].n, a[2].n)), 0);
}

static bool pair(struct thread *t, val v, const char *what, val *first, val *second) {
    if (!val_has(v, TYPE_TUPLE) || AS(tuple, v)->len != 2) return raise(t, &exc_TypeError, "%s", what), false;
    *first = AS(tuple, v)->item[0];
    *second = AS(tuple, v)->item[1];
    return true;
}
/* Seconds, of which a float is rounded down. */
static bool stamp(struct thread *t, val v, int64_t out[2]) {
    if (!val_is_float(v)) {
        val n = obj_index(t, v);
        out[1] = 0;
        if (!n) return false;
        if (int_to_i64(n, &out[0])) return true;
        return raise(t, &exc_OverflowError, "timestamp out of range for platform time_t"), false;
    }
    double d = float_get(v);
    if (d != d) return raise(t, &exc_ValueError, "Invalid value NaN (not a number)"), false;
    if (!(d > -9.2e18 && d < 9.2e18))
        return raise(t, &exc_OverflowError, "timestamp out of range for platform time_t"), false;
    out[0] = (int64_t)d;
    if ((double)out[0] > d) out[0]--;
    out[1] = (int64_t)((d - (double)out[0]) * 1e9);
    return true;
}
static bool stamp_ns(struct thread *t, val v, int64_t out[2]) {
    val billion = val_small(1000000000), whole = rt_floordiv(t, v, billion),
        rest = whole ? rt_mod(t, v, billion) : 0;
    return rest && index_i64(t, whole, &out[0]) && index_i64(t, rest, &out[1]);
}
POSIX(utime,
      "($module, /, path, times=None, *, ns=<unrepresentable>,\n      dir_fd=None, follow_symlinks=True)",
      "Poodb") {
    int64_t at[4];
    val first, second, times = a[1].v && a[1].v != NONE ? a[1].v : 0;
    if (times && a[2].v)
        return raise(t, &exc_ValueError, "utime: you may specify either 'times' or 'ns' but not both");
    if (times &&
        (!pair(t, times, "utime: 'times' must be either a tuple of two ints or None", &first, &second) ||
         !stamp(t, first, at) || !stamp(t, second, at + 2)))
        return 0;
    if (a[2].v && (!pair(t, a[2].v, "utime: 'ns' must be a tuple of two ints", &first, &second) ||
                   !stamp_ns(t, first, at) || !stamp_ns(t, second, at + 2)))
        return 0;
    if (!a[0].path && a[3].n != OS_AT_FDCWD)
        return raise(t, &exc_ValueError, "utime: can't specify dir_fd without matching path");
    if (!a[0].path && NOFOLLOW(a[4]))
        return raise(t, &exc_ValueError, "utime: cannot use fd and follow_symlinks together");
    int64_t *given = times || a[2].v ? at : NULL;
    long dir = a[0].path ? a[3].n : a[0].n;
    return posix_done(t, RETRY(t, os_call(utimensat, dir, a[0].path, given, NOFOLLOW(a[4]))), a);
}
POSIX(truncate, "($module, /, path, length)", "Pl") {
    return posix_done(t,
                      a[0].path ? RETRY(t, os_call(truncate, a[0].path, a[1].n))
                                : RETRY(t, os_call(ftruncate, a[0].n, a[1].n)),
                      a);
}

/* ---- where we are ---- */

POSIX(chdir, "($module, /, path)", "P") {
    return posix_done(t, a[0].path ? RETRY(t, os_call(chdir, a[0].path)) : RETRY(t, os_call(fchdir, a[0].n)),
                      a);
}
POSIX(fchdir, "($module, /, fd)", "f") {
    return posix_done(t, RETRY(t, os_call(fchdir, a[0].n)), 0);
}
POSIX(chroot, "($module, /, path)", "p") {
    return posix_done(t, RETRY(t, os_call(chroot, a[0].path)), a);
}
static val cwd(struct thread *t, bool bytes) {
    char *p = gc_storage(t, 4097, false);
    if (!p) return 0;
    int64_t n = os_getcwd(p, 4096);
    return n < 0 ? raise_oserror(t, (int)-n, 0) : fs_out(t, p, (size_t)n, bytes);
}
POSIX(getcwd, "($module, /)", "") {
    return cwd(t, false);
}
POSIX(getcwdb, "($module, /)", "") {
    return cwd(t, true);
}
POSIX(umask, "($module, mask, /)", "i") {
    return val_small(os_umask((uint32_t)a[0].n));
}

/* ---- extended attributes ---- */

static val xattr_refused(struct thread *t, const struct arg *path, const struct arg *follow,
                         const char *name) {
    if (path->path || !NOFOLLOW(*follow)) return NONE;
    return raise(t, &exc_ValueError, "%s: cannot use fd and follow_symlinks together", name);
}
POSIX(getxattr, "($module, /, path, attribute, *, follow_symlinks=True)", "Ppb") {
    if (!xattr_refused(t, a, a + 2, "getxattr")) return 0;
    for (int64_t room = 128;; room = 65536) {
        uint8_t *p = gc_storage(t, (size_t)room, false);
        if (!p) return 0;
        long n = !a[0].path       ? RETRY(t, os_call(fgetxattr, a[0].n, a[1].path, p, room))
                 : NOFOLLOW(a[2]) ? RETRY(t, os_call(lgetxattr, a[0].path, a[1].path, p, room))
                                  : RETRY(t, os_call(getxattr, a[0].path, a[1].path, p, room));
        if (n == -OS_ERANGE && room == 128) continue;
        return n < 0 ? posix_done(t, n, a) : bytes_new(t, p, (size_t)n);
    }
}
POSIX(setxattr, "($module, /, path, attribute, value, flags=0, *,\n         follow_symlinks=True)", "Ppyib") {
    if (!xattr_refused(t, a, a + 4, "setxattr")) return 0;
    long r = !a[0].path ? RETRY(t, os_call(fsetxattr, a[0].n, a[1].path, a[2].buf.p, a[2].buf.n, a[3].n))
             : NOFOLLOW(a[4])
                 ? RETRY(t, os_call(lsetxattr, a[0].path, a[1].path, a[2].buf.p, a[2].buf.n, a[3].n))
                 : RETRY(t, os_call(setxattr, a[0].path, a[1].path, a[2].buf.p, a[2].buf.n, a[3].n));
    return posix_done(t, r, a);
}
POSIX(removexattr, "($module, /, path, attribute, *, follow_symlinks=True)", "Ppb") {
    if (!xattr_refused(t, a, a + 2, "removexattr")) return 0;
    return posix_done(t,
                      !a[0].path       ? RETRY(t, os_call(fremovexattr, a[0].n, a[1].path))
                      : NOFOLLOW(a[2]) ? RETRY(t, os_call(lremovexattr, a[0].path, a[1].path))
                                       : RETRY(t, os_call(removexattr, a[0].path, a[1].path)),
                      a);
}
POSIX(listxattr, "($module, /, path=None, *, follow_symlinks=True)", "qb") {
    if (a[0].n < 0 && !a[0].path) a[0].path = ".";
    if (!xattr_refused(t, a, a + 1, "listxattr")) return 0;
    char *p = gc_storage(t, 65536, false);
    val names = list_new(t, 0);
    if (!p || !names) return 0;
    long n = !a[0].path       ? RETRY(t, os_call(flistxattr, a[0].n, p, 65536))
             : NOFOLLOW(a[1]) ? RETRY(t, os_call(llistxattr, a[0].path, p, 65536))
                              : RETRY(t, os_call(listxattr, a[0].path, p, 65536));
    if (n < 0) return posix_done(t, n, a);
    for (long at = 0; at < n; at += (long)strlen(p + at) + 1) {
        val name = fs_out(t, p + at, strlen(p + at), false);
        if (!name || list_push(t, names, name) < 0) return 0;
    }
    return names;
}

/* ---- text of paths ---- */

POSIX(fspath, "($module, /, path)", "o") {
    return fs_path(t, a[0].v);
}
