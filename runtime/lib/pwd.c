/* pwd: the accounts of /etc/passwd. */
#include "runtime/lib/posix/accounts.h"

METHOD_TABLE(pwd);

STRUCTSEQ(struct_passwd, "pwd.struct_passwd", 7, 7,
          "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell");

static val text(struct thread *t, const char *z) {
    return fs_out(t, z, strlen(z), false);
}
static val entry_of(struct thread *t, const struct account *a) {
    int64_t uid = 0, gid = 0;
    account_number(a->field[2], &uid);
    account_number(a->field[3], &gid);
    const val items[7] = {text(t, a->field[0]), text(t, a->field[1]), val_small(uid),      val_small(gid),
                          text(t, a->field[4]), text(t, a->field[5]), text(t, a->field[6])};
    return structseq_new(t, &struct_passwd, items);
}
/* The first line with that name, or, without one, that number; 0 without exception: none. */
static val find(struct thread *t, const char *name, int64_t uid) {
    struct accounts all = {0};
    struct account a;
    int64_t n;
    while (accounts_next(t, &all, "/etc/passwd", 7, &a) == 1) {
        bool same = name ? strlen(name) == strlen(a.field[0]) && !memcmp(name, a.field[0], strlen(name))
                         : account_number(a.field[2], &n) && n == uid;
        if (same) return entry_of(t, &a);
    }
    return 0;
}
static val f_getpwnam(struct thread *t, val name) {
    if (!val_is_str(name)) return raise(t, &exc_TypeError, "getpwnam() argument must be str, not %B", name);
    size_t n;
    const char *z = str_to_utf8(t, name, &n, true);
    if (!z) return 0;
    if (strlen(z) != n) return raise(t, &exc_ValueError, "embedded null byte");
    val found = find(t, z, 0);
    return found || t->exc ? found : raise(t, &exc_KeyError, "getpwnam(): name not found: %R", name);
}
static val f_getpwuid(struct thread *t, val uid) {
    int64_t n = -1;
    val number = val_is_int(uid) || type_of(uid)->index ? obj_index(t, uid) : 0;
    if (!number) return t->exc ? 0 : raise(t, &exc_TypeError, "uid should be integer, not %T", uid);
    val found = int_to_i64(number, &n) && n >= 0 ? find(t, NULL, n) : 0;
    return found || t->exc ? found : raise(t, &exc_KeyError, "getpwuid(): uid not found: %S", number);
}
static val f_getpwall(struct thread *t) {
    struct accounts all = {0};
    struct account a;
    val list = list_new(t, 0);
    while (list && accounts_next(t, &all, "/etc/passwd", 7, &a) == 1) {
        val one = entry_of(t, &a);
        if (!one || list_push(t, list, one) < 0) return 0;
    }
    return t->exc ? 0 : list;
}
METHOD(pwd, getpwnam, f_getpwnam, 1, 0, "($module, name, /)");
METHOD(pwd, getpwuid, f_getpwuid, 1, 0, "($module, uidobj, /)");
METHOD(pwd, getpwall, f_getpwall, 0, 0, "($module, /)");

static val pwd_init(struct thread *t) {
    val m = native_module_new(t, "pwd", METHODS(pwd));
    if (!m || structseq_ready(t, &struct_passwd) < 0) return 0;
    return native_set(t, m, "struct_passwd", val_of(&struct_passwd.type)) < 0 ? 0 : m;
}
NATIVE_MODULE(pwd, "pwd", pwd_init);
