/* The module posix: functions over system calls, each with the argument checks and errors of CPython's.
 *
 * A function is written POSIX(name, signature, kinds) { body }: `signature` is its __text_signature__, from
 * which its parameters are read, `kinds` has a letter per parameter that says how it is converted, and the
 * body finds the results in a[0], a[1], … An argument that is absent has v == 0 and the zero or neutral value
 * of its kind. p path   P path or descriptor   q path, descriptor or None   d dir_fd   f descriptor (int or
 * an object with fileno()) i C int  m mode or other unsigned 32 bits   l 64 bits   b truth   u uid or gid   y
 * bytes-like   o anything */
#ifndef PY2_LIB_POSIX_H
#define PY2_LIB_POSIX_H

#include "runtime/lib/fs.h"
#include "runtime/lib/native.h"
#include "runtime/lib/structseq.h"
#include "runtime/os/posix.h"
#include "runtime/state.h"

struct arg {
    val v;            /* as given; of a path what __fspath__ gave; 0 absent */
    const char *path; /* p, P, q; NULL when it is a descriptor or None */
    bool bytes;       /* the path was bytes */
    int64_t n; /* numbers, truth, descriptors (dir_fd: OS_AT_FDCWD when absent; P, q: -1 when it is a path) */
    struct buffer buf;
};

bool posix_take(struct thread *t, const char *name, const char *signature, const char *kinds, int64_t argc,
                val *argv, val kwnames, struct arg *a);
/* None, or the error r stands for: with the path of `a`, or without one. */
val posix_done(struct thread *t, long r, const struct arg *a);
val posix_number(struct thread *t, long r, const struct arg *a); /* the same, giving r */
/* The call again and again while signals interrupt it and their handlers do not raise. */
#define RETRY(t, call)                                                                                       \
    ({                                                                                                       \
        long retry_;                                                                                         \
        do retry_ = BLOCKING(t, (long)(call));                                                               \
        while (retry_ == -OS_EINTR && rt_poll(t) == 0);                                                      \
        retry_;                                                                                              \
    })

METHOD_TABLE(posix);
#define POSIX(name, signature, kinds)                                                                        \
    static val do_##name(struct thread *t, struct arg *a);                                                   \
    static val posix_call_##name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {       \
        struct arg a[12];                                                                                    \
        return posix_take(t, #name, signature, kinds, argc, argv, kwnames, a) ? do_##name(t, a) : 0;         \
    }                                                                                                        \
    METHOD(posix, name, posix_call_##name, -1, 0, signature);                                                \
    static val do_##name(struct thread *t, struct arg *a)

bool posix_fd(struct thread *t, val v, int64_t *fd); /* an int or an object with fileno() */
/* environ.c: what the program's children get. */
val environ_dict(struct thread *t);
/* A vector of strings for the system from an iterable; NULL raised. */
char **posix_strings(struct thread *t, val sequence);
char **posix_env(struct thread *t, val mapping); /* "NAME=value" of a mapping */
/* fork.c */
val posix_fork(struct thread *t); /* with the functions of register_at_fork */
val rusage_new(struct thread *t, const struct os_rusage *u);
extern struct type posix_dir_entry_type;
struct type *posix_result_types(struct thread *t, val module); /* binds the named tuples; NULL raised */

#endif
