/* Whole files, safely: a reader never sees part of a write, a writer never leaves part of a file. */
#define _GNU_SOURCE
#include "engine/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(struct arena *a, int fd, size_t hint, struct str *out) {
    size_t n = 0, cap = hint + 1;
    char *p = arena_alloc(a, cap);
    for (;;) {
        ssize_t got = read(fd, p + n, cap - n);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (!got) break;
        n += (size_t)got;
        if (n == cap) { /* the file grew since fstat */
            p = arena_grow(a, p, cap, cap * 2);
            cap *= 2;
        }
    }
    p[n] = 0;
    *out = (struct str){p, n};
    return true;
}

bool file_read(struct arena *a, const char *path, struct str *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a fifo must not hang us */
    if (fd < 0) return false;
    struct stat st;
    bool ok = !fstat(fd, &st);
    if (ok && !S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        ok = false;
    }
    ok = ok && read_all(a, fd, (size_t)st.st_size, out);
    int saved = errno;
    close(fd);
    errno = saved;
    return ok;
}

bool file_write_all(int fd, struct str bytes) {
    for (size_t at = 0; at < bytes.n;) {
        ssize_t n = write(fd, bytes.p + at, MIN(bytes.n - at, (size_t)1 << 30));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += (size_t)n;
    }
    return true;
}

/* Somebody who names /dev/null or a pipe wants the bytes to go there, not a file in its place. */
static bool is_stream(const char *path) {
    struct stat st;
    return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

bool file_stream(const char *path, struct str bytes, bool *ok) {
    if (!is_stream(path)) return false;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    *ok = fd >= 0 && file_write_all(fd, bytes);
    int saved = errno;
    if (fd >= 0 && close(fd) && *ok) *ok = false, saved = errno;
    errno = saved;
    return true;
}

bool file_publish(const char *path, struct str bytes, unsigned mode, bool sync) {
    bool streamed;
    if (file_stream(path, bytes, &streamed)) return streamed;
    char temporary[PATH_MAX];
    struct str dir = path_dir(str_c(path));
    int n = snprintf(temporary, sizeof temporary, STR_FMT "%s.py2tmp-XXXXXX", STR_ARG(dir), dir.n ? "/" : "");
    if (n < 0 || (size_t)n >= sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) return false;
    bool ok = file_write_all(fd, bytes) && !fchmod(fd, (mode_t)mode) && (!sync || !fsync(fd));
    int saved = errno;
    if (close(fd) && ok) ok = false, saved = errno;
    if (ok && rename(temporary, path)) ok = false, saved = errno;
    if (!ok) unlink(temporary);
    errno = saved;
    return ok;
}

bool file_mkdirs(const char *path) {
    char part[PATH_MAX];
    size_t n = strlen(path);
    if (!n || n >= sizeof part) {
        errno = n ? ENAMETOOLONG : ENOENT;
        return false;
    }
    if (!mkdir(path, 0777)) return true;
    memcpy(part, path, n + 1);
    int refused = 0; /* why a part could not be made; it may exist all the same */
    for (size_t i = 1; i <= n; i++) {
        if (part[i] != '/' && part[i]) continue;
        char kept = part[i];
        part[i] = 0;
        if (mkdir(part, 0777) && errno != EEXIST && !refused) refused = errno;
        part[i] = kept;
    }
    struct stat st;
    if (!stat(path, &st) && S_ISDIR(st.st_mode)) return true;
    errno = refused ? refused : ENOTDIR;
    return false;
}
