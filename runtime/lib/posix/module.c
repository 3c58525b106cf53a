/* The module posix: its constants, classes and tables. */
#include "runtime/lib/posix/posix.h"

struct structseq *posix_statvfs_result(void);
struct structseq *posix_terminal_size(void);
struct structseq *posix_waitid_result(void);
struct structseq *posix_sched_param(void);
struct structseq *posix_uname_result(void);
struct structseq *posix_times_result(void);
int64_t posix_limit_names(struct thread *t, val m);

static const struct native_int constants[] = {
#define X(name, value) {#name, value},
#include "runtime/lib/posix/constants.def"
#undef X
};

/* What os.py asks to know which functions take descriptors and dir_fd. */
static const char *const have[] = {
    "HAVE_EVENTFD",      "HAVE_FACCESSAT", "HAVE_FCHDIR",    "HAVE_FCHMOD",    "HAVE_FCHMODAT",
    "HAVE_FCHOWN",       "HAVE_FCHOWNAT",  "HAVE_FEXECVE",   "HAVE_FDOPENDIR", "HAVE_FPATHCONF",
    "HAVE_FSTATAT",      "HAVE_FSTATVFS",  "HAVE_FTRUNCATE", "HAVE_FUTIMENS",  "HAVE_FUTIMES",
    "HAVE_FUTIMESAT",    "HAVE_LINKAT",    "HAVE_LCHOWN",    "HAVE_LSTAT",     "HAVE_LUTIMES",
    "HAVE_MEMFD_CREATE", "HAVE_MKDIRAT",   "HAVE_MKFIFOAT",  "HAVE_MKNODAT",   "HAVE_OPENAT",
    "HAVE_READLINKAT",   "HAVE_RENAMEAT",  "HAVE_SYMLINKAT", "HAVE_UNLINKAT",  "HAVE_UTIMENSAT",
};

static int64_t set_types(struct thread *t, val m) {
    const struct {
        const char *name;
        struct structseq *s;
    } records[] = {{"statvfs_result", posix_statvfs_result()}, {"terminal_size", posix_terminal_size()},
                   {"waitid_result", posix_waitid_result()},   {"sched_param", posix_sched_param()},
                   {"uname_result", posix_uname_result()},     {"times_result", posix_times_result()}};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (structseq_ready(t, records[i].s) < 0 ||
            native_set(t, m, records[i].name, val_of(&records[i].s->type)) < 0)
            return -1;
    struct type *stat = fs_stat_type(t);
    if (!stat || type_ready(t, &posix_dir_entry_type) < 0) return -1;
    return native_set(t, m, "stat_result", val_of(stat)) < 0 ||
                   native_set(t, m, "DirEntry", val_of(&posix_dir_entry_type)) < 0
               ? -1
               : 0;
}

static val posix_init(struct thread *t) {
    val m = native_module_new(t, "posix", METHODS(posix)), list = m ? list_new(t, 32) : 0;
    if (!list) return 0;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        int64_t value = (int64_t)os_machine_difference(constants[i].name, (uint64_t)constants[i].value);
        if (native_set(t, m, constants[i].name, int_from_i64(t, value)) < 0) return 0;
    }
    for (size_t i = 0; i < sizeof have / sizeof *have; i++) {
        val name = str_ascii(t, have[i]);
        if (!name || list_push(t, list, name) < 0) return 0;
    }
    if (set_types(t, m) < 0 || posix_limit_names(t, m) < 0 || native_set(t, m, "_have_functions", list) < 0 ||
        native_set(t, m, "environ", environ_dict(t)) < 0 ||
        native_set(t, m, "error", val_of(&exc_OSError)) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(posix, "posix", posix_init);
