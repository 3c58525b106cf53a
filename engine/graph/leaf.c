/* The leaves of the graph: what the world looks like.
 *
 * A file's digest is taken from memory when its size, times, inode, device and mode are as they were when it
 * was hashed, unless it was hashed so shortly after its last change that another change could hide within the
 * file system's clock tick; such a file is read again. */
#define _GNU_SOURCE
#include "engine/graph/snapshot.h"

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
bool leaf_error_is_answer(int error) {
    static const int answers[] = {ENOENT, ENOTDIR,      EACCES,    EPERM,  EISDIR, EINVAL,
                                  ELOOP,  ENAMETOOLONG, EOVERFLOW, EAGAIN, ENXIO};
    for (size_t i = 0; i < COUNT(answers); i++)
        if (error == answers[i]) return true;
    return false;
}

static void check_machine(struct build *b, int error, struct str path) {
    if (leaf_error_is_answer(error)) return;
    pthread_mutex_lock(&b->mutex);
    if (!b->machine_error) {
        b->machine_error = error;
        b->machine_path = path;
    }
    pthread_mutex_unlock(&b->mutex);
    schedule_cancel(b, 3);
}

/* ---- files ---- */

struct digest leaf_absent(int error) {
    char text[32] = "no file: ";
    text[9] = (char)('0' + (error == ENOENT || error == ENOTDIR ? 0 : 1));
    return digest_of(str_c(text));
}

/* Reads what fstat said is there, and one byte more, which tells a file that grew. */
static bool read_all(int fd, struct arena *a, size_t size, struct str *bytes) {
    char *p = arena_alloc(a, size + 1);
    size_t n = 0;
    while (n <= size) {
        ssize_t got = read(fd, p + n, size + 1 - n);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (!got) break;
        n += (size_t)got;
    }
    p[MIN(n, size)] = 0;
    *bytes = (struct str){p, MIN(n, size)};
    return true;
}

static bool read_once(int fd, struct arena *a, struct str *bytes, struct file_id *id, bool *steady) {
    struct stat before, after;
    struct file_id again;
    if (fstat(fd, &before)) return false;
    if (!S_ISREG(before.st_mode)) {
        errno = S_ISDIR(before.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    if (!read_all(fd, a, (size_t)before.st_size, bytes) || fstat(fd, &after)) return false;
    file_id_of(id, &before);
    file_id_of(&again, &after);
    *steady = !memcmp(id, &again, sizeof again) && bytes->n == id->size;
    return true;
}

bool leaf_read(struct build *b, struct arena *a, const char *path, struct str *bytes, struct file_id *id,
               int64_t *hashed_at) {
    for (int attempt = 0; attempt < 3; attempt++) {
        bool steady = false;
        *hashed_at = now_real_nanos();
        int fd = openat(b->root_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a fifo must not hang us */
        if (fd < 0) return false;
        bool ok = read_once(fd, a, bytes, id, &steady);
        int saved = errno;
        close(fd);
        errno = saved;
        if (!ok || steady) return ok;
    }
    errno = EAGAIN;
    return false;
}

static bool read_file(struct build *b, struct arena *a, struct node *n, struct str *bytes) {
    struct file_id id;
    int64_t at;
    if (!leaf_read(b, a, n->key.p, bytes, &id, &at)) return false;
    n->id = id;
    n->hashed_at = at;
    return true;
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
    struct arena a;
    struct file_id was = n->id;
    int64_t hashed_at = n->hashed_at;
    if (n->own_bytes) { /* an output that is looked at again */
        pthread_mutex_lock(&b->mutex);
        node_drop_bytes(b, n);
        pthread_mutex_unlock(&b->mutex);
    }
    arena_init(&a, b->memory);
    if (!read_file(b, &a, n, &bytes)) {
        int error = errno;
        arena_free(&a);
        n->digest = leaf_absent(error);
        check_machine(b, error, n->key);
        n->hashed_at = 0;
        return;
    }
    n->digest = n->known = digest_of(bytes);
    node_keep_bytes(b, n, bytes);
    n->have_bytes = true;
    arena_free(&a);
    bool changed = !hashed_at || memcmp(&was, &n->id, sizeof was);
    /* A file that rests long enough now to be known by its identity is worth a record as well. */
    if (b->state && (changed || !file_id_racy(&n->id, n->hashed_at))) {
        pthread_mutex_lock(&b->mutex);
        state_note(b->state, n);
        pthread_mutex_unlock(&b->mutex);
    }
}

/* Renaming changes the inode's time, not that of the contents: when these are older by more than any clock's
 * tick, whoever writes later gives the file another time, and it need not be read to be known. */
void leaf_published(struct build *b, struct node *n, const struct digest *d) {
    struct stat st;
    struct file_id id;
    if (!fstatat(b->root_fd, n->key.p, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode)) {
        file_id_of(&id, &st);
        if (id.mtime > id.ctime - racy_nanos) return;
        n->id = id;
        n->hashed_at = id.ctime + racy_nanos + 1;
        n->digest = n->known = *d;
        n->state = NODE_DONE;
        pthread_mutex_lock(&b->mutex);
        if (b->state) state_note(b->state, n);
        pthread_mutex_unlock(&b->mutex);
    }
}

/* Reads the file again. False when it cannot be read, or is not what was hashed. */
static bool read_again(struct build *b, struct arena *a, struct node *n, struct str *bytes, int *error) {
    struct node copy = {.key = n->key, .id = n->id};
    if (!read_file(b, a, &copy, bytes)) {
        *error = errno;
        check_machine(b, *error, n->key);
        if (!n->hashed_at) return false;
    } else {
        struct digest d = digest_of(*bytes);
        if (digest_eq(&d, &n->digest)) return true;
        *error = EAGAIN;
    }
    b->raced = true; /* it was there, or was another, a moment ago */
    schedule_cancel(b, 2);
    return false;
}

bool leaf_load(struct build *b, struct node *n, int *error) {
    struct str bytes;
    struct arena a;
    pthread_mutex_lock(&b->mutex);
    bool had = n->have_bytes;
    if (had) node_hold(b, n);
    pthread_mutex_unlock(&b->mutex);
    if (had) return true;
    if (b->given) { /* the world is what was given */
        *error = ENOENT;
        return false;
    }
    arena_init(&a, b->memory);
    bool ok = read_again(b, &a, n, &bytes, error);
    pthread_mutex_lock(&b->mutex);
    if (ok && !n->have_bytes) node_keep_bytes(b, n, bytes);
    if (ok) {
        n->have_bytes = true;
        node_hold(b, n);
    }
    pthread_mutex_unlock(&b->mutex);
    arena_free(&a);
    return ok;
}

/* ---- directories ---- */

enum rule_kind leaf_kind_of_stat(const struct stat *st) {
    return S_ISREG(st->st_mode) ? RULE_FILE : S_ISDIR(st->st_mode) ? RULE_DIR : RULE_OTHER;
}

unsigned leaf_answer_of_stat(const struct stat *st) {
    bool program = S_ISREG(st->st_mode) && st->st_mode & S_IXUSR;
    return program ? (unsigned)STAT_PROGRAM : (unsigned)leaf_kind_of_stat(st);
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

static void add_entry(struct arena *a, int fd, const struct dirent *e, struct listing *l, char **name) {
    struct stat st;
    enum rule_kind kind = e->d_type == DT_REG ? RULE_FILE : e->d_type == DT_DIR ? RULE_DIR : RULE_OTHER;
    if (e->d_type == DT_LNK || e->d_type == DT_UNKNOWN) {
        kind = fstatat(fd, e->d_name, &st, 0) ? RULE_ABSENT : leaf_kind_of_stat(&st);
        l->loose = true;
    }
    *name = (char *)str_printf(a, "%d%s", (int)kind + (e->d_type == DT_LNK ? LISTED_LINK : 0), e->d_name).p;
}

/* The identity is taken first: an entry that comes while the directory is read makes it look changed later.
 */
bool leaf_list(struct build *b, struct arena *a, struct str dir, struct listing *l) {
    struct buf out;
    struct stat st;
    *l = (struct listing){.bytes = STR(""), .hashed_at = now_real_nanos()};
    int fd = openat(b->root_fd, dir.n ? dir.p : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 && !fstat(fd, &st) ? fdopendir(fd) : NULL;
    if (!d) {
        int saved = errno;
        if (fd >= 0) close(fd);
        if (saved == EACCES || saved == EPERM) l->bytes = STR(LISTING_CLOSED);
        l->hashed_at = 0;
        errno = saved;
        return false;
    }
    file_id_of(&l->id, &st);
    if (st.st_dev != b->trusted_dev) l->loose = true;
    buf_init(&out, a);
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));) {
        char *name;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || is_ours(dir, e->d_name)) continue;
        add_entry(a, fd, e, l, &name);
        VEC_PUSH(&names, a, name);
    }
    closedir(d);
    if (names.n) qsort(names.p, names.n, sizeof *names.p, by_name);
    for (size_t i = 0; i < names.n; i++) buf_put(&out, names.p[i], strlen(names.p[i]) + 1);
    if (out.n) l->bytes = buf_view(&out);
    return true;
}

/* A listing that is remembered holds as long as the directory's times do. */
static bool listing_holds(struct build *b, const struct node *n) {
    struct stat st;
    struct file_id id;
    if (!n->listing.p || !n->hashed_at || n->loose || file_id_racy(&n->id, n->hashed_at)) return false;
    if (fstatat(b->root_fd, n->key.n ? n->key.p : ".", &st, 0)) return false;
    file_id_of(&id, &st);
    return !memcmp(&id, &n->id, sizeof id);
}

static void update_dir(struct build *b, struct node *n) {
    struct arena a;
    struct listing list;
    if (listing_holds(b, n)) {
        n->bytes = n->listing;
        n->digest = n->known;
        n->have_bytes = true;
        return;
    }
    arena_init(&a, b->memory);
    if (!leaf_list(b, &a, n->key, &list)) check_machine(b, errno, n->key);
    n->bytes = n->listing = build_keep(b, list.bytes);
    n->have_bytes = true;
    n->digest = n->known = digest_of(n->bytes);
    n->id = list.id;
    n->hashed_at = list.hashed_at;
    n->loose = list.loose;
    arena_free(&a);
}

/* The kind is the digest's first byte, so that an answer needs no bytes. */
static unsigned answer_at(struct build *b, const char *path) {
    struct stat st;
    return fstatat(b->root_fd, path, &st, 0) ? (unsigned)RULE_ABSENT : leaf_answer_of_stat(&st);
}

static const struct digest not_set = {"not set"};

enum { SHORT_VALUE = 30 };

/* A short parameter is its own digest, so that the old one can be shown when it has changed. A variable of
 * the environment may be a secret: of that no more than the digest is kept. */
static struct digest value_digest(enum leaf leaf, const struct str *value) {
    if (!value) return not_set;
    if (leaf != LEAF_PARAM || value->n > SHORT_VALUE) return digest_of(*value);
    struct digest d = {{'v', (uint8_t)value->n}};
    if (value->n) memcpy(d.b + 2, value->p, value->n);
    return d;
}

struct str leaf_param_shown(struct arena *a, const struct digest *d) {
    char hex[65];
    if (digest_eq(d, &not_set)) return STR("not given");
    digest_hex(d, hex);
    if (d->b[0] != 'v' || d->b[1] > SHORT_VALUE) return str_printf(a, "%.12s", hex);
    return str_printf(a, "'%.*s'", d->b[1], (const char *)d->b + 2);
}

static void update_value(struct build *b, struct node *n, const struct str *value) {
    n->have_bytes = value;
    n->bytes = value ? build_keep(b, *value) : (struct str){"", 0};
    n->digest = value_digest(n->leaf, value);
}

struct digest leaf_value_digest(struct build *b, enum leaf leaf, struct str name) {
    const char *env = leaf == LEAF_ENV ? getenv(name.p) : NULL;
    struct str value = str_c(env);
    const struct str *at = leaf == LEAF_PARAM ? map_get(&b->params, name) : env ? &value : NULL;
    return value_digest(leaf, at);
}

void leaf_update(struct build *b, struct node *n) {
    struct str value;
    const char *env;
    /* The system takes paths that end at a NUL; a name with one inside names nothing. */
    bool odd = memchr(n->key.p, 0, n->key.n);
    switch (n->leaf) {
    case LEAF_FILE:
        if (odd)
            n->digest = leaf_absent(ENOENT);
        else
            update_file(b, n);
        break;
    case LEAF_STAT: n->digest = *stat_digest(odd ? (unsigned)RULE_ABSENT : answer_at(b, n->key.p)); break;
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
