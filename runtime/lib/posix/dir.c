/* Directories: listdir, scandir and its entries. */
#include "runtime/lib/posix/posix.h"
#include "runtime/gc/gc.h"

/* ---- opening ---- */

/* The directory of a path, or a copy of a descriptor whose reading begins again; negative error. */
static long dir_open(struct thread *t, const struct arg *a) {
    if (!a->path && a->n >= 0) {
        int fd = os_dup((int)a->n);
        if (fd >= 0) os_seek(fd, 0, OS_SEEK_SET);
        return fd;
    }
    const char *path = a->path ? a->path : ".";
    long fd = RETRY(t, os_open(path, OS_O_RDONLY | OS_O_DIRECTORY, 0));
    if (fd != -OS_EMFILE && fd != -OS_ENFILE) return fd;
    gc_release(t);
    return RETRY(t, os_open(path, OS_O_RDONLY | OS_O_DIRECTORY, 0));
}
static bool is_dots(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

POSIX(listdir, "($module, /, path=None)", "q") {
    struct os_dir dir;
    struct os_dirent e;
    val names = list_new(t, 0);
    long fd = dir_open(t, a), r;
    if (fd < 0 || !names) return posix_done(t, fd, a);
    os_dir_init(&dir, (int)fd);
    while ((r = os_dir_next(&dir, &e)) == 1) {
        if (is_dots(e.name)) continue;
        val name = fs_out(t, e.name, strlen(e.name), a[0].bytes);
        if (!name || list_push(t, names, name) < 0) break;
    }
    os_close((int)fd);
    return r < 0 || t->exc ? posix_done(t, r, a) : names;
}

/* ---- entries ---- */

struct dir_entry {
    struct obj head; /* aux: OS_S_IF… of the entry itself, 0: the file system did not say */
    val name, path;
    val stat, lstat; /* results, or 0 */
    uint64_t inode;
    int64_t dir_fd; /* where a descriptor was scanned; else OS_AT_FDCWD and `path` is used */
};
#define E(v) AS(dir_entry, v)

/* stat_result of the entry, cached; 0 raised. */
static val entry_status(struct thread *t, val self, bool follow) {
    struct dir_entry *e = E(self);
    if (follow && e->head.aux && e->head.aux != OS_S_IFLNK) follow = false;
    if (follow ? e->stat : e->lstat) return follow ? e->stat : e->lstat;
    struct path p;
    struct os_stat st;
    if (!fs_in(t, e->dir_fd == OS_AT_FDCWD ? e->path : e->name, NULL, true, &p)) return 0;
    io_flush_all(t);
    long r = RETRY(t, os_stat_at((int)e->dir_fd, p.p, follow ? 0 : OS_AT_SYMLINK_NOFOLLOW, &st));
    if (t->exc) return 0;
    if (r < 0) return raise_oserror(t, (int)-r, e->path);
    val result = fs_stat_result(t, &st);
    if (result) gc_store(e, follow ? &e->stat : &e->lstat, result);
    return result;
}

static val entry_is(struct thread *t, val self, bool follow, uint32_t kind) {
    uint32_t known = E(self)->head.aux;
    if (known && !(follow && known == OS_S_IFLNK)) return val_bool(known == kind);
    val st = entry_status(t, self, follow);
    if (!st) {
        if (!exc_pending_is(t, &exc_FileNotFoundError)) return 0;
        exc_take(t);
        return FALSE;
    }
    return val_bool(((uint64_t)val_small_get(structseq_at(st, 0)) & OS_S_IFMT) == kind);
}

static int64_t follow_arg(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames) {
    val out[1];
    if (!args_parse(t, name, "| $ follow_symlinks", argc - 1, argv + 1, kwnames, out)) return -1;
    return out[0] ? obj_truth(t, out[0]) : 1;
}
static val entry_is_dir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t follow = follow_arg(t, "is_dir", argc, argv, kwnames);
    return follow < 0 ? 0 : entry_is(t, argv[0], follow, OS_S_IFDIR);
}
static val entry_is_file(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t follow = follow_arg(t, "is_file", argc, argv, kwnames);
    return follow < 0 ? 0 : entry_is(t, argv[0], follow, OS_S_IFREG);
}
static val entry_is_symlink(struct thread *t, val self) {
    return entry_is(t, self, false, OS_S_IFLNK);
}
static val entry_stat(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t follow = follow_arg(t, "stat", argc, argv, kwnames);
    return follow < 0 ? 0 : entry_status(t, argv[0], follow);
}
static val entry_inode(struct thread *t, val self) {
    return int_from_u64(t, E(self)->inode);
}
static val entry_fspath(struct thread *t, val self) {
    return E(self)->path;
}
static val entry_name(struct thread *t, val self) {
    return E(self)->name;
}
static val entry_repr(struct thread *t, val self) {
    return str_format(t, "<DirEntry %R>", E(self)->name);
}
static val entry_make(struct thread *t, struct type *cls, int64_t argc, val *argv, val kwnames) {
    return raise(t, &exc_TypeError, "cannot create 'posix.DirEntry' instances");
}

METHOD_TABLE(posix_dir_entry);
METHOD(posix_dir_entry, is_dir, entry_is_dir, -1, 0, 0);
METHOD(posix_dir_entry, is_file, entry_is_file, -1, 0, 0);
METHOD(posix_dir_entry, is_symlink, entry_is_symlink, 1, 0, 0);
METHOD(posix_dir_entry, stat, entry_stat, -1, 0, 0);
METHOD(posix_dir_entry, inode, entry_inode, 1, 0, 0);
METHOD(posix_dir_entry, __fspath__, entry_fspath, 1, 0, 0);
METHOD(posix_dir_entry, __class_getitem__, class_getitem, 2, METHOD_CLASS, 0);
GETTER(posix_dir_entry, name, entry_name, readonly_member);
GETTER(posix_dir_entry, path, entry_fspath, readonly_member);

static void entry_trace(struct gc_visitor *v, struct obj *o) {
    struct dir_entry *e = (struct dir_entry *)o;
    gc_visit(v, e->name);
    gc_visit(v, e->path);
    gc_visit(v, e->stat);
    gc_visit(v, e->lstat);
}

static struct shape entry_shape = {.head = {NULL, GC_STATIC, 0}, .type = &posix_dir_entry_type};
struct type posix_dir_entry_type = {
    .head = TYPE_HEAD,
    .shape = &entry_shape,
    .cname = "posix.DirEntry",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct dir_entry),
    .gc_layout = GC_CUSTOM,
    .trace = entry_trace,
    METHODS_OF(posix_dir_entry),
    .new = entry_make,
    .repr = entry_repr,
};

/* ---- the iterator ---- */

struct scan {
    struct obj head;
    val path;   /* str, bytes or int as given; None */
    int64_t fd; /* -1 closed */
    int64_t given_fd;
    bool bytes;
    struct os_dir dir;
};
#define S(v) AS(scan, v)

static void scan_close(struct scan *s) {
    if (s->fd >= 0) os_close((int)s->fd);
    s->fd = -1;
}

static val entry_new(struct thread *t, struct scan *s, const struct os_dirent *d) {
    struct dir_entry *e = gc_new(t, &posix_dir_entry_type, sizeof *e);
    if (!e) return 0;
    size_t n = strlen(d->name);
    val name = fs_out(t, d->name, n, s->bytes), path = name;
    struct path root;
    if (name && s->path != NONE && !val_is_int(s->path)) {
        if (!fs_in(t, s->path, NULL, true, &root)) return 0;
        path = fs_join(t, &root, d->name, n);
    } else if (name && s->path == NONE) {
        path = fs_join(t, &(struct path){".", 1, false}, d->name, n);
    }
    if (!name || !path) return 0;
    gc_store(e, &e->name, name);
    gc_store(e, &e->path, path);
    e->inode = d->ino;
    e->head.aux = d->mode;
    e->dir_fd = s->given_fd >= 0 ? s->given_fd : OS_AT_FDCWD;
    return val_of(e);
}

static val scan_next(struct thread *t, val self) {
    struct scan *s = S(self);
    struct os_dirent d;
    int r = 0;
    while (s->fd >= 0 && (r = os_dir_next(&s->dir, &d)) == 1)
        if (!is_dots(d.name)) return entry_new(t, s, &d);
    scan_close(s);
    return r < 0 ? raise_oserror(t, -r, s->path) : 0;
}
static val scan_self(struct thread *t, val self) {
    return self;
}
static val scan_close_method(struct thread *t, val self) {
    scan_close(S(self));
    return NONE;
}
static val scan_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    scan_close(S(argv[0]));
    return NONE;
}
static void scan_finalize(struct thread *t, struct obj *o) {
    scan_close((struct scan *)o);
}

METHOD_TABLE(posix_scan);
METHOD(posix_scan, close, scan_close_method, 1, 0, 0);
METHOD(posix_scan, __enter__, scan_self, 1, 0, 0);
METHOD(posix_scan, __exit__, scan_exit, -1, 0, 0);

static struct type scan_type;
static struct shape scan_shape = {.head = {NULL, GC_STATIC, 0}, .type = &scan_type};
static struct type scan_type = {
    .head = TYPE_HEAD,
    .shape = &scan_shape,
    .cname = "posix.ScandirIterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct scan),
    .gc_layout = GC_CUSTOM,
    .trace = trace_ref1,
    .finalize = scan_finalize,
    METHODS_OF(posix_scan),
    .iter = scan_self,
    .next = scan_next,
};

POSIX(scandir, "($module, /, path=None)", "q") {
    io_flush_all(t);
    long fd = dir_open(t, a);
    if (fd < 0) return posix_done(t, fd, a);
    struct scan *s = gc_new(t, &scan_type, sizeof *s);
    if (!s) return os_close((int)fd), 0;
    gc_store(s, &s->path, a[0].v ? a[0].v : NONE);
    s->fd = fd;
    s->given_fd = a[0].path || !a[0].v || a[0].v == NONE ? -1 : a[0].n;
    s->bytes = a[0].bytes;
    os_dir_init(&s->dir, (int)fd);
    return val_of(s);
}
