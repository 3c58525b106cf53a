/* Reading /etc/passwd and /etc/group. */
#include "runtime/lib/posix/accounts.h"

static int64_t read_all(struct thread *t, struct accounts *a, const char *path) {
    struct bytebuf b = {.t = t};
    int fd = os_open(path, OS_O_RDONLY, 0);
    int64_t n = 0;
    while (fd >= 0 && bytebuf_room(&b, 4096) && (n = os_read(fd, b.p + b.n, (size_t)(b.cap - b.n))) > 0)
        b.n += n;
    if (fd >= 0) os_close(fd);
    if (t->exc || !bytebuf_put(&b, "", 1)) return -1;
    a->text = a->at = (char *)b.p;
    a->end = a->text + b.n - 1;
    return 0;
}

static int64_t split(char *line, struct account *out) {
    out->n = 0;
    while (out->n < 8) {
        out->field[out->n++] = line;
        while (*line && *line != ':') line++;
        if (!*line) break;
        *line++ = 0;
    }
    return out->n;
}

int64_t accounts_next(struct thread *t, struct accounts *a, const char *path, int64_t least,
                      struct account *out) {
    if (!a->text && read_all(t, a, path) < 0) return -1;
    while (a->at < a->end) {
        char *line = a->at, *stop = line;
        while (stop < a->end && *stop != '\n') stop++;
        *stop = 0;
        a->at = stop + 1;
        if (*line && *line != '#' && *line != '+' && *line != '-' && split(line, out) >= least) return 1;
    }
    return 0;
}

bool account_number(const char *text, int64_t *n) {
    *n = 0;
    for (const char *p = text; *p; p++) {
        if (*p < '0' || *p > '9' || *n > UINT32_MAX) return false;
        *n = *n * 10 + (*p - '0');
    }
    return *text != 0;
}
