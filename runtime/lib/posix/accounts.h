/* Lines of /etc/passwd and /etc/group, for pwd, grp and the group lists of posix. */
#ifndef PY2_LIB_POSIX_ACCOUNTS_H
#define PY2_LIB_POSIX_ACCOUNTS_H

#include "runtime/lib/posix/posix.h"

struct account {
    char *field[8]; /* NUL-terminated, those the line has */
    int64_t n;
};
/* Reads the file at the first call; then one line after another into `out`. 1 one more, 0 the end, -1 raised.
 * Lines with fewer than `least` fields, comments and NIS entries are passed over. */
struct accounts {
    char *text, *at, *end;
};
int64_t accounts_next(struct thread *t, struct accounts *a, const char *path, int64_t least,
                      struct account *out);
bool account_number(const char *text, int64_t *n);

#endif
