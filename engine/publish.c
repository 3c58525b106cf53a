/* Outputs: never half-written, never touched when they are right already. */
#define _GNU_SOURCE
#include "engine/graph.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Is the file there, plain, with this mode and these bytes? */
static bool is_there(const char *path, struct str bytes, unsigned mode) {
    struct stat st;
    struct arena a;
    struct str now;
    if (lstat(path, &st) || !S_ISREG(st.st_mode) || (uint64_t)st.st_size != bytes.n) return false;
    if ((st.st_mode & 07777) != mode) return false;
    arena_init(&a, NULL);
    bool same = file_read(&a, path, &now) && str_eq(now, bytes);
    arena_free(&a);
    return same;
}

static bool write_all(int fd, struct str bytes) {
    for (size_t at = 0; at < bytes.n;) {
        ssize_t n = write(fd, bytes.p + at, bytes.n - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += (size_t)n;
    }
    return true;
}

/* The temporary lives in .py2/tmp, where the next build finds what a killed one left. An output on another
 * file system has its temporary beside it. */
bool publish(struct build *b, const char *path, struct str bytes, unsigned mode, bool *wrote) {
    struct arena a;
    bool ok = false;
    *wrote = false;
    if (is_there(path, bytes, mode)) return true;
    arena_init(&a, NULL);
    struct str dir = str_dup(&a, path_dir(str_c(path)));
    if (dir.n && !file_mkdirs(dir.p)) goto done;
    struct str temporary = build_path(&a, b, str_printf(&a, ".py2/tmp/%ld", (long)getpid()));
    int fd = open(temporary.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        ok = file_publish(path, bytes, mode, true);
        goto done;
    }
    ok = write_all(fd, bytes) && !fchmod(fd, mode) && !fsync(fd);
    int saved = errno;
    if (close(fd) && ok) ok = false, saved = errno;
    if (ok && rename(temporary.p, path)) ok = false, saved = errno;
    if (!ok) unlink(temporary.p);
    errno = saved;
    if (!ok && errno == EXDEV) ok = file_publish(path, bytes, mode, true);
done:
    *wrote = ok;
    saved = errno;
    arena_free(&a);
    errno = saved;
    return ok;
}
