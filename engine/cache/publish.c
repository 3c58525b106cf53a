/* Outputs: never half-written, never touched when they are right already. */
#define _GNU_SOURCE
#include "engine/cache/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
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

/* Temporaries live in .py2/tmp, where the next build finds what a killed one left; when they cannot (another
 * file system, no .py2), beside the output. */
static void name_temporary(const struct outputs *o, struct arena *a, struct publication *p, size_t number,
                           bool beside) {
    if (beside)
        p->temporary = str_printf(a, STR_FMT "%s.py2tmp-%ld-%zu", STR_ARG(path_dir(p->path)),
                                  path_dir(p->path).n ? "/" : "", (long)getpid(), number);
    else
        p->temporary = path_join(a, o->root, str_printf(a, ".py2/tmp/%ld-%zu", (long)getpid(), number));
}

static bool on_one_system(const struct outputs *o, struct arena *a, struct str dir) {
    struct stat x, y;
    return !stat(path_join(a, o->root, STR(".py2/tmp")).p, &x) && !stat(dir.n ? dir.p : ".", &y) &&
           x.st_dev == y.st_dev;
}

bool publish_begin(const struct outputs *o, struct arena *a, struct str path, struct str bytes, unsigned mode,
                   size_t number, struct publication *p) {
    bool streamed;
    *p = (struct publication){.path = str_dup(a, path)};
    if (file_stream(p->path.p, bytes, &streamed)) return streamed;
    if (is_there(p->path.p, bytes, mode)) return true;
    struct str dir = str_dup(a, path_dir(path));
    if (dir.n && !file_mkdirs(dir.p)) return false;
    name_temporary(o, a, p, number, !on_one_system(o, a, dir));
    int fd = open(p->temporary.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    bool ok = file_write_all(fd, bytes) && !fchmod(fd, mode);
    int saved = errno;
    if (close(fd) && ok) ok = false, saved = errno;
    if (!ok) unlink(p->temporary.p);
    errno = saved;
    return ok;
}

bool publish_link(const struct outputs *o, struct arena *a, struct str path, const struct digest *d,
                  uint64_t size, unsigned mode, size_t number, struct publication *p) {
    *p = (struct publication){.path = str_dup(a, path)};
    struct str dir = str_dup(a, path_dir(path));
    if (dir.n && !file_mkdirs(dir.p)) return false;
    name_temporary(o, a, p, number, !on_one_system(o, a, dir));
    unlink(p->temporary.p);
    return store_link(o->store, d, size, p->temporary.p, mode);
}

static bool sync_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool ok = !fsync(fd);
    int saved = errno;
    close(fd);
    errno = saved;
    return ok;
}

bool publish_end(struct publication *p, bool synced) {
    if (!p->temporary.n) return true;
    if ((synced || sync_file(p->temporary.p)) && !rename(p->temporary.p, p->path.p)) return true;
    int saved = errno;
    unlink(p->temporary.p);
    errno = saved;
    return false;
}

bool publish_sync(const struct outputs *o) {
    int fd = openat(o->root_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && !syncfs(fd);
    if (fd >= 0) close(fd);
    return ok;
}

bool publish(const struct outputs *o, struct str path, struct str bytes, unsigned mode, bool *wrote) {
    struct publication p;
    struct arena a;
    arena_init(&a, NULL);
    bool ok = publish_begin(o, &a, path, bytes, mode, 0, &p);
    *wrote = ok && p.temporary.n;
    ok = ok && publish_end(&p, false);
    int saved = errno;
    arena_free(&a);
    errno = saved;
    return ok;
}
