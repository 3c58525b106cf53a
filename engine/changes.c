/* Reading git by its plumbing commands. No stage of a build does this: only `py2 affected`. */
#define _GNU_SOURCE
#include "engine/changes.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char changes_new_dir[] = "appeared as a directory", changes_gone_dir[] = "disappeared as a directory";

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
        if (!strcmp(how, "changed")) continue;
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
                                      c->base.p, "--", NULL},
                &diff) ||
        !git_ok(s, (const char *const[]){"ls-files", "--others", "--exclude-standard", "-z", NULL},
                &untracked) ||
        !git_ok(s, (const char *const[]){"ls-tree", "-r", "-d", "-z", "--name-only", c->base.p, NULL}, &dirs))
        return false;
    if (!parse_diff(s, c, buf_view(&diff))) return false;
    for (struct str text = buf_view(&untracked); text.n;) note_path(s, c, next_field(&text), "appeared");
    for (struct str text = buf_view(&dirs); text.n;) map_put(&had, next_field(&text), (void *)"");
    note_dirs(s, c, &had);
    return true;
}
