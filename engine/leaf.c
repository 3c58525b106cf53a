/* The leaves of the graph: what the world looks like.
 *
 * A file's digest is taken from memory when its size, times, inode, device and mode are as they were when it
 * was hashed, unless it was hashed so shortly after its last change that another change could hide within the
 * file system's clock tick; such a file is read again. */
#define _GNU_SOURCE
#include "engine/graph.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* No file system in use has a coarser clock (FAT: 2 seconds). */
static const int64_t racy_nanos = 2000000000;

static bool never_run(struct rule_ctx *c) {
    BUG("leaf %s was run as a rule", c->rule->name);
}

/* In the order of enum leaf. */
const struct rule leaf_rules[5] = {
    {"file", "1", never_run, .transient = true},  {"stat", "1", never_run, .transient = true},
    {"dir", "1", never_run, .transient = true},   {"env", "1", never_run, .transient = true},
    {"param", "1", never_run, .transient = true},
};

void file_id_of(struct file_id *id, const struct stat *st) {
    *id = (struct file_id){.size = (uint64_t)st->st_size,
                           .ino = st->st_ino,
                           .dev = st->st_dev,
                           .mode = st->st_mode,
                           .mtime = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
                           .ctime = (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec};
}

bool file_id_racy(const struct file_id *id, int64_t hashed_at) {
    return MAX(id->mtime, id->ctime) > hashed_at - racy_nanos;
}

struct str build_path(struct arena *a, struct build *b, struct str path) {
    return path_join(a, b->root, path);
}

/* Some failures are answers (no such file, not allowed), which a later build finds changed or not. Others say
 * nothing about the file: out of descriptors, out of memory, a bad disk. Nothing may be built on those. */
static void check_machine(struct build *b, int error, struct str path) {
    static const int answers[] = {ENOENT, ENOTDIR,      EACCES,    EPERM,  EISDIR, EINVAL,
                                  ELOOP,  ENAMETOOLONG, EOVERFLOW, EAGAIN, ENXIO};
    for (size_t i = 0; i < COUNT(answers); i++)
        if (error == answers[i]) return;
    pthread_mutex_lock(&b->mutex);
    if (!b->machine_error) {
        b->machine_error = error;
        b->machine_path = path;
    }
    pthread_mutex_unlock(&b->mutex);
    schedule_cancel(b, 3);
}

/* ---- files ---- */

static struct digest absent_digest(int error) {
    char text[32] = "no file: ";
    text[9] = (char)('0' + (error == ENOENT || error == ENOTDIR ? 0 : 1));
    return digest_of(str_c(text));
}

/* Reads and hashes; the identity is taken before and after, so that a file being written meanwhile is read
 * again. */
static bool read_file(struct build *b, struct node *n, struct str *bytes) {
    struct arena a;
    bool ok = false;
    int error = 0;
    arena_init(&a, b->memory);
    for (int attempt = 0; attempt < 3 && !ok && !error; attempt++) {
        struct stat before, after;
        struct str content;
        int64_t at = now_real_nanos();
        if (fstatat(b->root_fd, n->key.p, &before, 0) ||
            !file_read(&a, build_path(&a, b, n->key).p, &content) ||
            fstatat(b->root_fd, n->key.p, &after, 0)) {
            error = errno ? errno : EIO;
            break;
        }
        struct file_id x, y;
        file_id_of(&x, &before);
        file_id_of(&y, &after);
        if (memcmp(&x, &y, sizeof x)) continue;
        n->id = x;
        n->hashed_at = at;
        *bytes = build_keep(b, content);
        ok = true;
    }
    arena_free(&a);
    if (!ok) errno = error ? error : EAGAIN;
    return ok;
}

static void update_file(struct build *b, struct node *n) {
    struct stat st;
    struct file_id id;
    if (!n->hashed_at || fstatat(b->root_fd, n->key.p, &st, 0)) goto read;
    file_id_of(&id, &st);
    if (memcmp(&id, &n->id, sizeof id) || file_id_racy(&n->id, n->hashed_at)) goto read;
    n->digest = n->known;
    return;
read:;
    struct str bytes;
    struct file_id was = n->id;
    int64_t hashed_at = n->hashed_at;
    if (!read_file(b, n, &bytes)) {
        n->digest = absent_digest(errno);
        check_machine(b, errno, n->key);
        n->hashed_at = 0;
        return;
    }
    n->digest = n->known = digest_of(bytes);
    n->bytes = bytes;
    n->have_bytes = true;
    bool changed = !hashed_at || memcmp(&was, &n->id, sizeof was);
    /* A file that rests long enough now to be known by its identity is worth a record as well. */
    if (b->state && (changed || !file_id_racy(&n->id, n->hashed_at))) {
        pthread_mutex_lock(&b->mutex);
        state_note(b->state, n);
        pthread_mutex_unlock(&b->mutex);
    }
}

bool leaf_load(struct build *b, struct node *n, int *error) {
    pthread_mutex_lock(&b->mutex);
    bool had = n->have_bytes;
    struct file_id id = n->id;
    int64_t hashed_at = n->hashed_at;
    pthread_mutex_unlock(&b->mutex);
    if (had) return true;
    struct node copy = {.key = n->key, .id = id};
    struct str bytes;
    if (!read_file(b, &copy, &bytes)) {
        *error = errno;
        check_machine(b, *error, n->key);
        if (hashed_at) { /* it was there a moment ago */
            b->raced = true;
            schedule_cancel(b, 2);
        }
        return false;
    }
    struct digest d = digest_of(bytes);
    if (!digest_eq(&d, &n->digest)) {
        b->raced = true;
        schedule_cancel(b, 2);
        *error = EAGAIN;
        return false;
    }
    pthread_mutex_lock(&b->mutex);
    if (!n->have_bytes) n->bytes = bytes;
    n->have_bytes = true;
    pthread_mutex_unlock(&b->mutex);
    return true;
}

/* ---- directories ---- */

static enum rule_kind kind_of(const struct stat *st) {
    return S_ISREG(st->st_mode) ? RULE_FILE : S_ISDIR(st->st_mode) ? RULE_DIR : RULE_OTHER;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a + 1, *(const char *const *)b + 1);
}

/* What a build itself makes is no input: seeing it would make every first build look different from the
 * second. */
static bool is_ours(struct str dir, const char *name) {
    bool root = !dir.n || str_is(dir, ".");
    return !strcmp(name, ".py2") || !strncmp(name, ".py2tmp-", 8) || (root && !strcmp(name, "out"));
}

struct str leaf_listing(struct arena *a, struct build *b, struct str dir) {
    struct buf out;
    buf_init(&out, a);
    int fd = openat(b->root_fd, dir.n ? dir.p : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) {
        check_machine(b, errno, dir);
        if (fd >= 0) close(fd);
        return STR("");
    }
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));) {
        struct stat st;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || is_ours(dir, e->d_name)) continue;
        enum rule_kind kind = e->d_type == DT_REG ? RULE_FILE : e->d_type == DT_DIR ? RULE_DIR : RULE_OTHER;
        if (e->d_type == DT_LNK || e->d_type == DT_UNKNOWN)
            kind = fstatat(fd, e->d_name, &st, 0) ? RULE_ABSENT : kind_of(&st);
        VEC_PUSH(&names, a, (char *)str_printf(a, "%d%s", (int)kind, e->d_name).p);
    }
    closedir(d);
    if (names.n) qsort(names.p, names.n, sizeof *names.p, by_name);
    for (size_t i = 0; i < names.n; i++) buf_put(&out, names.p[i], strlen(names.p[i]) + 1);
    return out.n ? buf_view(&out) : STR("");
}

static void update_dir(struct build *b, struct node *n) {
    struct arena a;
    arena_init(&a, b->memory);
    n->bytes = build_keep(b, leaf_listing(&a, b, n->key));
    n->have_bytes = true;
    n->digest = digest_of(n->bytes);
    arena_free(&a);
}

/* The kind is the digest's first byte, so that an answer needs no bytes. */
static void update_stat(struct build *b, struct node *n) {
    struct stat st;
    enum rule_kind kind = fstatat(b->root_fd, n->key.p, &st, 0) ? RULE_ABSENT : kind_of(&st);
    n->digest = (struct digest){{(uint8_t)kind, 's', 't', 'a', 't'}};
}

static void update_value(struct build *b, struct node *n, const struct str *value) {
    n->have_bytes = value;
    n->bytes = value ? build_keep(b, *value) : (struct str){"", 0};
    n->digest = value ? digest_of(n->bytes) : (struct digest){"not set"};
}

void leaf_update(struct build *b, struct node *n) {
    struct str value;
    const char *env;
    /* The system takes paths that end at a NUL; a name with one inside names nothing. */
    bool odd = memchr(n->key.p, 0, n->key.n);
    switch (n->leaf) {
    case LEAF_FILE:
        if (odd)
            n->digest = absent_digest(ENOENT);
        else
            update_file(b, n);
        break;
    case LEAF_STAT:
        if (odd)
            n->digest = (struct digest){{RULE_ABSENT, 's', 't', 'a', 't'}};
        else
            update_stat(b, n);
        break;
    case LEAF_DIR:
        if (odd)
            n->digest = digest_of(STR(""));
        else
            update_dir(b, n);
        break;
    case LEAF_ENV:
        env = getenv(n->key.p);
        value = str_c(env);
        update_value(b, n, env ? &value : NULL);
        break;
    case LEAF_PARAM: update_value(b, n, map_get(&b->params, n->key)); break;
    case LEAF_NONE: break;
    }
}
