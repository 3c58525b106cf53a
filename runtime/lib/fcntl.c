/* fcntl: flags and locks of descriptors, and ioctl. */
#include "runtime/lib/posix/posix.h"

METHOD_TABLE(fcntl);

#define ROOM 1024

static val result(struct thread *t, long r) {
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, 0) : int_from_i64(t, r);
}

/* A str or bytes-like argument: copied into `room` bytes; 1, 0 it is a number, -1 raised. */
static int64_t buffer_arg(struct thread *t, const char *name, val v, uint8_t *copy, int64_t *n) {
    struct buffer b;
    if (!v || val_is_int(v)) return 0;
    if (val_is_str(v)) {
        size_t len;
        b.p = (uint8_t *)(uintptr_t)str_to_utf8(t, v, &len, true);
        b.n = (int64_t)len;
        if (!b.p) return -1;
    } else if (!type_of(v)->buffer) {
        return 0;
    } else if (!buffer_get(t, v, &b)) {
        return -1;
    }
    if (b.n > ROOM) return raise_i(t, &exc_ValueError, "%s argument 3 is too long", name);
    memcpy(copy, b.p, (size_t)b.n);
    *n = b.n;
    return 1;
}

static bool number_arg(struct thread *t, val v, int64_t *n) {
    *n = 0;
    return !v || index_i64(t, v, n);
}

static val f_fcntl(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t fd, command, n, number;
    uint8_t copy[ROOM];
    if (!args_no_keywords(t, "fcntl", kwnames) || !args_count(t, "fcntl", argc, 2, 3) ||
        !posix_fd(t, argv[0], &fd) || !index_i64(t, argv[1], &command))
        return 0;
    int64_t buffer = buffer_arg(t, "fcntl", argc > 2 ? argv[2] : 0, copy, &n);
    if (buffer < 0) return 0;
    if (!buffer)
        return number_arg(t, argc > 2 ? argv[2] : 0, &number)
                   ? result(t, RETRY(t, os_fcntl((int)fd, (int)command, number)))
                   : 0;
    long r = RETRY(t, os_fcntl((int)fd, (int)command, (long)copy));
    return r < 0 ? result(t, r) : bytes_new(t, copy, (size_t)n);
}

/* A writable buffer is changed in place unless mutate_flag is false. */
static val f_ioctl(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    int64_t fd, request, n, number, mutate = 1;
    uint8_t copy[ROOM];
    struct buffer b;
    if (!args_no_keywords(t, "ioctl", kwnames) || !args_count(t, "ioctl", argc, 2, 4) ||
        !posix_fd(t, argv[0], &fd) || !index_i64(t, argv[1], &request) ||
        (argc > 3 && (mutate = obj_truth(t, argv[3])) < 0))
        return 0;
    val v = argc > 2 ? argv[2] : 0;
    if (v && !val_is_int(v) && !val_is_str(v) && type_of(v)->buffer && mutate) {
        if (!buffer_get(t, v, &b)) return 0;
        if (!b.readonly) return result(t, BLOCKING(t, os_call(ioctl, fd, request, b.p)));
    }
    int64_t buffer = buffer_arg(t, "ioctl", v, copy, &n);
    if (buffer < 0) return 0;
    if (!buffer)
        return number_arg(t, v, &number) ? result(t, BLOCKING(t, os_call(ioctl, fd, request, number))) : 0;
    long r = BLOCKING(t, os_call(ioctl, fd, request, copy));
    return r < 0 ? result(t, r) : bytes_new(t, copy, (size_t)n);
}

static val f_flock(struct thread *t, val object, val operation) {
    int64_t fd, n;
    if (!posix_fd(t, object, &fd) || !index_i64(t, operation, &n)) return 0;
    long r = RETRY(t, os_call(flock, fd, n));
    return t->exc ? 0 : r < 0 ? raise_oserror(t, (int)-r, 0) : NONE;
}

static val f_lockf(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    enum { SHARED = 1, EXCLUSIVE = 2, NO_WAIT = 4, UNLOCK = 8 };
    int64_t fd, command, length, start, whence;
    struct {
        int16_t type, whence;
        int64_t start, length;
        int32_t pid;
    } lock = {0};
    if (!args_no_keywords(t, "lockf", kwnames) || !args_count(t, "lockf", argc, 2, 5) ||
        !posix_fd(t, argv[0], &fd) || !index_i64(t, argv[1], &command) ||
        !number_arg(t, argc > 2 ? argv[2] : 0, &length) || !number_arg(t, argc > 3 ? argv[3] : 0, &start) ||
        !number_arg(t, argc > 4 ? argv[4] : 0, &whence))
        return 0;
    if (command & UNLOCK)
        lock.type = 2;
    else if (command & SHARED)
        lock.type = 0;
    else if (command & EXCLUSIVE)
        lock.type = 1;
    else
        return raise(t, &exc_ValueError, "unrecognized lockf argument");
    lock.whence = (int16_t)whence;
    lock.start = start;
    lock.length = length;
    long r = RETRY(t, os_fcntl((int)fd, command & NO_WAIT ? 6 : 7, (long)&lock));
    return t->exc ? 0 : r < 0 ? raise_oserror(t, (int)-r, 0) : NONE;
}

METHOD(fcntl, fcntl, f_fcntl, -1, 0, "($module, fd, cmd, arg=0, /)");
METHOD(fcntl, ioctl, f_ioctl, -1, 0, "($module, fd, request, arg=0, mutate_flag=True, /)");
METHOD(fcntl, flock, f_flock, 2, 0, "($module, fd, operation, /)");
METHOD(fcntl, lockf, f_lockf, -1, 0, "($module, fd, cmd, len=0, start=0, whence=0, /)");

static const struct native_int constants[] = {
#define X(name, value) {#name, value},
#include "runtime/lib/posix/fcntl.def"
#undef X
};

static val fcntl_init(struct thread *t) {
    val m = native_module_new(t, "fcntl", METHODS(fcntl));
    return m && native_set_ints(t, m, constants, sizeof constants / sizeof *constants) == 0 ? m : 0;
}
NATIVE_MODULE(fcntl, "fcntl", fcntl_init);
