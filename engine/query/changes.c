/* Reading git by its plumbing commands. No stage of a build does this: only `py2 affected`. */
#define _GNU_SOURCE
#include "engine/query/changes.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char changes_new_dir[] = "appeared as a directory", changes_gone_dir[] = "disappeared as a directory",
           changes_other_dir[] = "is another directory"; /* a link, or another repository */

/* ---- running git ---- */

static bool read_all(int fd, struct buf *out) {
    for (;;) {
        buf_reserve(out, 65536);
        ssize_t n = read(fd, out->p + out->n, out->cap - out->n);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        out->n += (size_t)n;
    }
}

/* Runs `git -C ROOT ARGS…`; its complaints go into *errors. Returns the exit code, -1 when it could not be
 * run. */
static int git(struct session *s, const char *const *args, struct buf *out, struct str *errors) {
    const char *argv[16] = {"git", "-C", s->root.p};
    int pipes[2], status = 0, n = 3;
    char name[] = "/tmp/py2-git-XXXXXX";
    while (*args) argv[n++] = *args++;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    sigset_t none;
    pid_t pid;
    buf_init(out, &s->arena);
    *errors = (struct str){0};
    int complaints = mkostemp(name, O_CLOEXEC);
    if (complaints >= 0) unlink(name);
    if (pipe2(pipes, O_CLOEXEC)) return -1;
    sigemptyset(&none);
    posix_spawnattr_init(&attr); /* our threads block signals; git must not */
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    if (complaints >= 0) posix_spawn_file_actions_adddup2(&actions, complaints, 2);
    int error = posix_spawnp(&pid, "git", &actions, &attr, (char **)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    close(pipes[1]);
    bool ok = !error && read_all(pipes[0], out);
    close(pipes[0]);
    while (!error && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (complaints >= 0) {
        struct buf text;
        buf_init(&text, &s->arena);
        if (!lseek(complaints, 0, SEEK_SET) && read_all(complaints, &text)) *errors = buf_view(&text);
        close(complaints);
    }
    if (error) *errors = str_c(strerror(error));
    while (errors->n && errors->p[errors->n - 1] == '\n') errors->n--;
    return ok && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool git_ok(struct session *s, const char *const *args, struct buf *out) {
    struct str errors;
    if (!git(s, args, out, &errors)) return true;
    tell_error(s, "PY2E0351", "git %s: " STR_FMT, args[0],
               STR_ARG(errors.n ? errors : STR("it failed without a message")));
    return false;
}

static struct str line_of(struct buf *out) {
    struct str text = buf_view(out);
    while (text.n && text.p[text.n - 1] == '\n') text.n--;
    return text;
}

/* ---- revisions ---- */

/* What others did on `rev` since we parted from it is no change of ours. */
static bool find_base(struct session *s, struct str rev, struct str *base) {
    struct buf out;
    struct str errors;
    if (!rev.n || rev.p[0] == '-') {
        tell_error(s, "PY2E0351", "'" STR_FMT "' is no revision", STR_ARG(rev));
        return false;
    }
    const char *commit = str_printf(&s->arena, STR_FMT "^{commit}", STR_ARG(rev)).p;
    if (!git_ok(s, (const char *const[]){"rev-parse", "--verify", commit, NULL}, &out)) return false;
    *base = str_dup(&s->arena, line_of(&out));
    if (!git(s, (const char *const[]){"merge-base", base->p, "HEAD", NULL}, &out, &errors))
        *base = str_dup(&s->arena, line_of(&out));
    return true;
}

/* ---- the differences ---- */

static struct str next_field(struct str *text) {
    const char *nul = memchr(text->p, 0, text->n);
    size_t n = nul ? (size_t)(nul - text->p) : text->n;
    struct str field = {text->p, n};
    *text = (struct str){text->p + n + (nul != NULL), text->n - n - (nul != NULL)};
    return field;
}

static void note_path(struct session *s, struct changes *c, struct str path, const char *how) {
    if (path.n && path.p[path.n - 1] == '/') path.n--; /* a work tree of another repository */
    map_put(&c->paths, str_dup(&s->arena, path), (void *)how);
}

static bool parse_diff(struct session *s, struct changes *c, struct str text) {
    while (text.n) {
        struct str status = next_field(&text), path = next_field(&text);
        if (!status.n || !path.n) {
            tell_error(s, "PY2E0351", "git diff: its output is not understood");
            return false;
        }
        switch (status.p[0]) {
        case 'A': note_path(s, c, path, "appeared"); break;
        case 'D': note_path(s, c, path, "disappeared"); break;
        case 'R':
            note_path(s, c, path, "disappeared");
            note_path(s, c, next_field(&text), "appeared");
            break;
        case 'C': note_path(s, c, next_field(&text), "appeared"); break;
        default: note_path(s, c, path, "changed"); break;
        }
    }
    return true;
}

static bool is_dir(struct session *s, struct str path) {
    struct stat st;
    return !fstatat(s->build.root_fd, path.n ? str_dup(&s->arena, path).p : ".", &st, 0) &&
           S_ISDIR(st.st_mode);
}

/* A name that comes or goes changes its directory; when the directory comes or goes with it, the one above
 * too. `had` knows the directories of the base. */
static void note_dirs(struct session *s, struct changes *c, const struct map *had) {
    size_t n = c->paths.n; /* directories that come or go are paths as well */
    for (size_t i = 0; i < n; i++) {
        const char *how = c->paths.entries[i].value;
        struct str path = c->paths.entries[i].key;
        if (!strcmp(how, "changed")) {
            if (is_dir(s, path)) c->paths.entries[i].value = (void *)changes_other_dir;
            continue;
        }
        for (;;) {
            struct str dir = path_dir(path);
            bool before = !dir.n || map_get(had, dir), now = is_dir(s, dir);
            map_put(&c->dirs, dir.n ? dir : STR("."), (void *)how);
            if (!dir.n || (before && now)) break;
            if (before != now) map_put(&c->paths, dir, (void *)(now ? changes_new_dir : changes_gone_dir));
            path = dir;
        }
    }
}

/* ---- symbolic links ---- */

/* git names files by where they are; stages name them by the way they took. So a change at the end of a link
 * is one along the link as well. */
struct link {
    struct str path, to; /* `to`: relative to the root; no pointer: outside of it */
};

static struct str below_root(struct str to, struct str root) {
    if (str_eq(to, root)) return STR("");
    size_t skip = root.n + (root.n > 1);
    bool in = str_starts(to, root) && (root.n == 1 || to.p[root.n] == '/');
    return in ? (struct str){to.p + skip, to.n - skip} : (struct str){0};
}

static struct str real_path(struct session *s, const char *path) {
    char *real = realpath(path, NULL);
    struct str kept = real ? str_dup(&s->arena, str_c(real)) : (struct str){0};
    free(real);
    return kept;
}

static bool read_links(struct session *s, struct link **links, size_t *n) {
    struct buf out;
    struct str root = real_path(s, s->root.p);
    VEC(struct link) v = {0};
    if (!git_ok(s, (const char *const[]){"ls-files", "-s", "-z", NULL}, &out)) return false;
    for (struct str text = buf_view(&out); text.n;) {
        struct str line = next_field(&text);
        const char *tab = memchr(line.p, '\t', line.n);
        if (!str_starts(line, STR("120000 ")) || !tab) continue;
        struct str path = {tab + 1, (size_t)(line.p + line.n - tab - 1)};
        struct link link = {.path = str_dup(&s->arena, path)};
        struct str to = real_path(s, build_path(&s->arena, &s->build, link.path).p);
        if (!to.p || !root.p) continue; /* it leads nowhere */
        link.to = below_root(to, root);
        VEC_PUSH(&v, &s->arena, link);
    }
    *links = v.p;
    *n = v.n;
    return true;
}

static void add_along(struct session *s, struct map *changes, const struct link *l) {
    for (size_t i = 0, n = changes->n; i < n; i++) {
        struct str path = changes->entries[i].key;
        bool behind = !l->to.n || (str_starts(path, l->to) && (path.n == l->to.n || path.p[l->to.n] == '/'));
        bool itself = str_starts(path, l->path) && (path.n == l->path.n || path.p[l->path.n] == '/');
        if (!behind || itself) continue;
        struct str rest = {path.p + l->to.n, path.n - l->to.n};
        bool is_new;
        void **at = map_at(changes,
                           str_printf(&s->arena, STR_FMT "%s" STR_FMT, STR_ARG(l->path),
                                      l->to.n || !rest.n ? "" : "/", STR_ARG(rest)),
                           &is_new);
        if (is_new) *at = changes->entries[i].value;
    }
}

/* Links may lead to links; three steps of it are more than people can follow. */
enum { LINK_STEPS = 3 };

static bool follow_links(struct session *s, struct changes *c) {
    struct link *links;
    size_t n;
    if (!read_links(s, &links, &n)) return false;
    for (size_t i = 0; i < n; i++)
        if (!links[i].to.p) map_put(&c->paths, links[i].path, (void *)changes_other_dir);
    for (int step = 0; step < LINK_STEPS; step++)
        for (size_t i = 0; i < n; i++) {
            if (!links[i].to.p) continue;
            add_along(s, &c->paths, &links[i]);
            add_along(s, &c->dirs, &links[i]);
        }
    return true;
}

bool changes_since(struct session *s, struct str rev, struct changes *c) {
    struct buf diff, untracked, dirs;
    struct map had;
    *c = (struct changes){0};
    map_init(&c->paths, &s->arena);
    map_init(&c->dirs, &s->arena);
    map_init(&had, &s->arena);
    if (!find_base(s, rev, &c->base)) return false;
    if (!git_ok(s,
                (const char *const[]){"diff", "--name-status", "-z", "-M", "--relative", "--no-ext-diff",
                                      "--ignore-submodules=none", c->base.p, "--", NULL},
                &diff) ||
        !git_ok(s, (const char *const[]){"ls-files", "--others", "--exclude-standard", "-z", NULL},
                &untracked) ||
        !git_ok(s, (const char *const[]){"ls-tree", "-r", "-d", "-z", "--name-only", c->base.p, NULL}, &dirs))
        return false;
    if (!parse_diff(s, c, buf_view(&diff))) return false;
    for (struct str text = buf_view(&untracked); text.n;) note_path(s, c, next_field(&text), "appeared");
    for (struct str text = buf_view(&dirs); text.n;) map_put(&had, next_field(&text), (void *)"");
    note_dirs(s, c, &had);
    return follow_links(s, c);
}
