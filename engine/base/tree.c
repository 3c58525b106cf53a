/* Removing what others made.
 *
 * Directories may be as deep as their maker liked, deeper than any path may be long, and without the right to
 * look into them. So nothing is done by depth: what is in a directory is moved up beside it until all of it
 * can be removed from one place. */
#define _GNU_SOURCE
#include "engine/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ROUNDS = 1 << 20 }; /* somebody may still be writing there */

static DIR *open_below(int dir, const char *name) {
    int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d && fd >= 0) close(fd);
    return d;
}

/* Removes a file, a link or an empty directory. What remains is a directory that can be read and written, if
 * that can be had. */
static bool remove_one(int dir, const char *name) {
    if (!unlinkat(dir, name, 0) || errno == ENOENT) return true;
    if (!unlinkat(dir, name, AT_REMOVEDIR) || errno == ENOENT) return true;
    struct stat st;
    if (!fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode)) fchmodat(dir, name, 0700, 0);
    return false;
}

static bool is_real(const struct dirent *e) {
    return strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
}

/* Moves into `top` what is in its directory `name` and cannot be removed there. True when something was done.
 */
static bool move_up(int top, const char *name, unsigned long *serial) {
    DIR *d = open_below(top, name);
    bool moved = false;
    if (!d) return false;
    for (struct dirent *e; (e = readdir(d));) {
        char fresh[40];
        if (!is_real(e)) continue;
        bool gone = remove_one(dirfd(d), e->d_name);
        for (int tries = 0; !gone && tries < 100; tries++) {
            snprintf(fresh, sizeof fresh, ".py2-%lu", (*serial)++);
            gone = !renameat(dirfd(d), e->d_name, top, fresh);
        }
        moved |= gone;
    }
    closedir(d);
    return moved;
}

static bool empty(int top) {
    unsigned long serial = 0;
    bool all = false, again = true;
    for (int round = 0; again && round < MOST_ROUNDS; round++) {
        DIR *d = open_below(top, ".");
        if (!d) return false;
        again = false;
        all = true;
        for (struct dirent *e; (e = readdir(d));) {
            if (!is_real(e) || remove_one(top, e->d_name)) continue;
            all = false;
            again |= move_up(top, e->d_name, &serial) || remove_one(top, e->d_name);
        }
        closedir(d);
    }
    return all;
}

bool file_remove_tree(int dir, const char *name) {
    if (remove_one(dir, name)) return true;
    DIR *d = open_below(dir, name);
    bool ok = d && empty(dirfd(d));
    int saved = errno;
    if (d) closedir(d);
    if (ok && !unlinkat(dir, name, AT_REMOVEDIR)) return true;
    if (!ok) errno = saved;
    return false;
}
