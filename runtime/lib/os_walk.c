/* os.walk and os.scandir. A directory is read whole when it is opened, so no descriptor stays open between
 * steps. */
#include "runtime/lib/fs.h"

METHOD_TABLE(dir_entry);
METHOD_TABLE(scandir);

/* ---- DirEntry ---- */

struct dir_entry {
    struct obj head; /* aux: OS_S_IF… kind, 0 unknown */
    val name, path;
    val inode;
};
extern struct type dir_entry_type, scandir_type, walk_type;
extern struct shape dir_entry_shape, scandir_shape, walk_shape;

static val entry_kind(struct thread *t, val self, bool follow, uint32_t want) {
    struct dir_entry *e = AS(dir_entry, self);
    uint32_t kind = e->head.aux;
    if (!kind || (follow && kind == OS_S_IFLNK)) {
        struct os_stat st;
        const char *p = path_arg(t, e->path, NULL, false, NULL);
        if (!p) return 0;
        int r = os_stat(p, follow, &st);
        if (r == -OS_ENOENT) return FALSE;
        if (r < 0) return raise_oserror(t, -r, e->path);
        kind = st.mode & OS_S_IFMT;
    }
    return val_bool(kind == want);
}
static int64_t follow_arg(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames) {
    val out[1] = {0};
    if (argc > 1) return raise_i(t, &exc_TypeError, "%s() takes no positional arguments", name);
    if (!args_parse(t, name, "| $ follow_symlinks", argc - 1, argv + 1, kwnames, out)) return -1;
    return out[0] ? obj_truth(t, out[0]) : 1;
}
static val e_is_dir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t follow = follow_arg(t, "is_dir", argc, argv, kwnames);
    return follow < 0 ? 0 : entry_kind(t, argv[0], follow, OS_S_IFDIR);
}
static val e_is_file(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t follow = follow_arg(t, "is_file", argc, argv, kwnames);
    return follow < 0 ? 0 : entry_kind(t, argv[0], follow, OS_S_IFREG);
}
static val e_stat(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t follow = follow_arg(t, "stat", argc, argv, kwnames);
    return follow < 0 ? 0 : fs_stat(t, AS(dir_entry, argv[0])->path, follow);
}
static val e_is_symlink(struct thread *t, val self) {
    return entry_kind(t, self, false, OS_S_IFLNK);
}
static val e_inode(struct thread *t, val self) {
    return (void)t, AS(dir_entry, self)->inode;
}
static val e_name(struct thread *t, val self) {
    return (void)t, AS(dir_entry, self)->name;
}
static val e_path(struct thread *t, val self) {
    return (void)t, AS(dir_entry, self)->path;
}
static val entry_repr(struct thread *t, val self) {
    return str_format(t, "<DirEntry %R>", AS(dir_entry, self)->name);
}

METHOD(dir_entry, is_dir, e_is_dir, -1, 0, 0);
METHOD(dir_entry, is_file, e_is_file, -1, 0, 0);
METHOD(dir_entry, is_symlink, e_is_symlink, 1, 0, 0);
METHOD(dir_entry, stat, e_stat, -1, 0, 0);
METHOD(dir_entry, inode, e_inode, 1, 0, 0);
METHOD(dir_entry, __fspath__, e_path, 1, 0, 0);
GETTER(dir_entry, name, e_name, 0);
GETTER(dir_entry, path, e_path, 0);

struct type dir_entry_type = {
    .head = TYPE_HEAD,
    .shape = &dir_entry_shape,
    .cname = "posix.DirEntry",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct dir_entry),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_dir_entry,
    .methods_end = __stop_pymeth_dir_entry,
    .repr = entry_repr,
};
DEFINE_SHAPE(dir_entry);

struct scan {
    val list;
    struct path path;
    bool with_dir; /* names in `path` are joined to it */
};

static int64_t scan_entry(struct thread *t, void *ctx, const struct os_dirent *d) {
    struct scan *s = ctx;
    size_t n = strlen(d->name);
    struct dir_entry *e = gc_new(t, &dir_entry_type, sizeof *e);
    if (!e) return -1;
    e->head.aux = d->mode;
    val name = fs_out(t, d->name, n, s->path.bytes), path = name ? fs_join(t, &s->path, d->name, n) : 0;
    if (!path) return -1;
    gc_store(e, &e->name, name);
    gc_store(e, &e->path, s->with_dir ? path : name);
    gc_store(e, &e->inode, int_from_u64(t, d->ino));
    return list_push(t, s->list, val_of(e));
}

static val scan_list(struct thread *t, val path, bool with_dir) {
    struct scan s = {list_new(t, 0), {0}, with_dir};
    if (!s.list || !fs_in(t, path, "scandir: path", false, &s.path)) return 0;
    return fs_scan(t, path, s.path.p, scan_entry, &s) < 0 ? 0 : s.list;
}

/* ---- scandir() ---- */

struct scandir {
    struct obj head;
    val iter; /* over the list; 0: closed */
};

val os_scandir_new(struct thread *t, val path) {
    bool here = !path || path == NONE;
    if (here && !(path = str_ascii(t, "."))) return 0;
    val list = scan_list(t, path, !here);
    /* "." itself is a directory like any other: entries are "./name", but plain names without an argument. */
    struct scandir *s = list ? gc_new(t, &scandir_type, sizeof *s) : NULL;
    if (!s) return 0;
    val it = list_iter_new(t, list);
    if (!it) return 0;
    gc_store(s, &s->iter, it);
    return val_of(s);
}
static val scandir_next(struct thread *t, val self) {
    val it = AS(scandir, self)->iter;
    return it ? next_list(t, it) : 0;
}
static val scandir_close(struct thread *t, val self) {
    (void)t;
    AS(scandir, self)->iter = 0;
    return NONE;
}
static val scandir_exit(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    (void)argc;
    (void)kwnames;
    return scandir_close(t, argv[0]);
}
METHOD(scandir, close, scandir_close, 1, 0, 0);
METHOD(scandir, __enter__, iter_self, 1, 0, 0);
METHOD(scandir, __exit__, scandir_exit, -1, 0, 0);

struct type scandir_type = {
    .head = TYPE_HEAD,
    .shape = &scandir_shape,
    .cname = "posix.ScandirIterator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct scandir),
    .gc_layout = GC_WORDS,
    .methods = __start_pymeth_scandir,
    .methods_end = __stop_pymeth_scandir,
    .iter = iter_self,
    .next = scandir_next,
};
DEFINE_SHAPE(scandir);

/* ---- walk() ---- */

struct walk {
    struct obj head; /* aux: 1 follow links */
    val todo; /* list of directories still to visit, the next one last; bottom-up: of finished triples */
    val path, dirs; /* the triple handed out last: its dirs are visited next, as the program left them; 0 */
    val onerror;    /* callable or None */
    val bottom_up;  /* iterator over the finished triples, or 0 */
};

static bool is_link(val path, struct thread *t) {
    struct os_stat st;
    const char *p = path_arg(t, path, NULL, false, NULL);
    return p && os_stat(p, false, &st) == 0 && (st.mode & OS_S_IFMT) == OS_S_IFLNK;
}

/* Reads one directory: 1 with (path, dirs, files) in *triple; 0 when it could not be read; -1 raised. */
static int64_t read_dir(struct thread *t, val path, val onerror, val *triple) {
    val list = scan_list(t, path, true), parts[3] = {path, 0, 0};
    if (!list) {
        if (!exc_pending_is(t, &exc_OSError)) return -1;
        val e = exc_take(t);
        return onerror == NONE || call1(t, onerror, e) ? 0 : -1;
    }
    parts[1] = list_new(t, 0);
    parts[2] = parts[1] ? list_new(t, 0) : 0;
    if (!parts[2]) return -1;
    for (int64_t i = 0; i < AS(list, list)->len; i++) {
        val e = AS(list, list)->item[i], dir = entry_kind(t, e, true, OS_S_IFDIR);
        if (!dir) {
            if (!exc_pending_is(t, &exc_OSError)) return -1;
            exc_take(t);
            dir = FALSE;
        }
        if (list_push(t, dir == TRUE ? parts[1] : parts[2], AS(dir_entry, e)->name) < 0) return -1;
    }
    *triple = tuple_of(t, 3, parts);
    return *triple ? 1 : -1;
}

static val join_name(struct thread *t, val path, val name) {
    struct path a, b;
    return fs_in(t, path, NULL, true, &a) && fs_in(t, name, NULL, true, &b) ? fs_join(t, &a, b.p, b.n) : 0;
}

static int64_t walk_up(struct thread *t, val out, val path, val onerror, bool follow) {
    val triple;
    if (stack_check(t) < 0) return -1;
    int64_t r = read_dir(t, path, onerror, &triple);
    if (r <= 0) return r;
    val dirs = AS(tuple, triple)->item[1];
    for (int64_t i = 0; i < AS(list, dirs)->len; i++) {
        val child = join_name(t, path, AS(list, dirs)->item[i]);
        if (!child) return -1;
        if ((follow || !is_link(child, t)) && walk_up(t, out, child, onerror, follow) < 0) return -1;
    }
    return list_push(t, out, triple);
}

val os_walk_new(struct thread *t, val top, bool topdown, val onerror, bool followlinks) {
    if (!(top = fs_path(t, top))) return 0;
    struct walk *w = gc_new(t, &walk_type, sizeof *w);
    val todo = w ? list_new(t, 0) : 0;
    if (!todo) return 0;
    w->head.aux = followlinks;
    gc_store(w, &w->todo, todo);
    gc_store(w, &w->onerror, onerror);
    if (list_push(t, todo, top) < 0) return 0;
    if (!topdown) gc_store(w, &w->bottom_up, NONE);
    return val_of(w);
}

static val walk_next(struct thread *t, val self) {
    struct walk *w = AS(walk, self);
    if (w->bottom_up == NONE) {
        val out = list_new(t, 0);
        if (!out || walk_up(t, out, AS(list, w->todo)->item[0], w->onerror, w->head.aux) < 0) return 0;
        val it = list_iter_new(t, out);
        if (!it) return 0;
        gc_store(w, &w->bottom_up, it);
    }
    if (w->bottom_up) return next_list(t, w->bottom_up);
    if (w->dirs) {
        val dirs = list_from_iterable(t, w->dirs);
        if (!dirs) return 0;
        for (int64_t i = AS(list, dirs)->len; i-- > 0;) {
            val child = join_name(t, w->path, AS(list, dirs)->item[i]);
            if (!child) return 0;
            if ((w->head.aux || !is_link(child, t)) && list_push(t, w->todo, child) < 0) return 0;
        }
        w->dirs = 0;
    }
    struct list *todo = AS(list, w->todo);
    while (todo->len) {
        val path = todo->item[--todo->len], triple;
        todo->item[todo->len] = 0;
        int64_t r = read_dir(t, path, w->onerror, &triple);
        if (r < 0) return 0;
        if (!r) continue;
        gc_store(w, &w->path, path);
        gc_store(w, &w->dirs, AS(tuple, triple)->item[1]);
        return triple;
    }
    return 0;
}

struct type walk_type = {
    .head = TYPE_HEAD,
    .shape = &walk_shape,
    .cname = "generator",
    .base = &object_type,
    .flags = TYPE_IMMUTABLE,
    .size = sizeof(struct walk),
    .gc_layout = GC_WORDS,
    .iter = iter_self,
    .next = walk_next,
};
DEFINE_SHAPE(walk);
