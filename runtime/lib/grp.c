/* grp: the groups of /etc/group; and who is in which of them. */
#include "runtime/lib/posix/accounts.h"

METHOD_TABLE(grp);

STRUCTSEQ(struct_group, "grp.struct_group", 4, 4, "gr_name gr_passwd gr_gid gr_mem");

static val text(struct thread *t, const char *z, size_t n) {
    return fs_out(t, z, n, false);
}
static bool same(const char *a, const char *b, size_t n) {
    return strlen(a) == n && !memcmp(a, b, n);
}

static val members(struct thread *t, const char *p) {
    val list = list_new(t, 0);
    while (list && *p) {
        const char *end = p;
        while (*end && *end != ',') end++;
        val name = end > p ? text(t, p, (size_t)(end - p)) : 0;
        if (t->exc || (name && list_push(t, list, name) < 0)) return 0;
        p = *end ? end + 1 : end;
    }
    return list;
}
static val entry_of(struct thread *t, const struct account *a) {
    int64_t gid = 0;
    account_number(a->field[2], &gid);
    const val items[4] = {text(t, a->field[0], strlen(a->field[0])),
                          text(t, a->field[1], strlen(a->field[1])), val_small(gid),
                          members(t, a->n > 3 ? a->field[3] : "")};
    return structseq_new(t, &struct_group, items);
}
static val find(struct thread *t, const char *name, int64_t gid) {
    struct accounts all = {0};
    struct account a;
    int64_t n;
    while (accounts_next(t, &all, "/etc/group", 3, &a) == 1)
        if (name ? same(a.field[0], name, strlen(name)) : account_number(a.field[2], &n) && n == gid)
            return entry_of(t, &a);
    return 0;
}
static val f_getgrnam(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[1];
    size_t n;
    if (!args_parse(t, "getgrnam", "name", argc, argv, kwnames, out)) return 0;
    if (!val_is_str(out[0]))
        return raise(t, &exc_TypeError, "getgrnam() argument 'name' must be str, not %B", out[0]);
    const char *z = str_to_utf8(t, out[0], &n, true);
    if (!z) return 0;
    if (strlen(z) != n) return raise(t, &exc_ValueError, "embedded null byte");
    val found = find(t, z, 0);
    return found || t->exc ? found : raise(t, &exc_KeyError, "getgrnam(): name not found: %R", out[0]);
}
static val f_getgrgid(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    val out[1];
    int64_t n = -1;
    if (!args_parse(t, "getgrgid", "id", argc, argv, kwnames, out)) return 0;
    val number = val_is_int(out[0]) || type_of(out[0])->index ? obj_index(t, out[0]) : 0;
    if (!number) return t->exc ? 0 : raise(t, &exc_TypeError, "gid should be integer, not %T", out[0]);
    val found = int_to_i64(number, &n) && n >= 0 ? find(t, NULL, n) : 0;
    return found || t->exc ? found : raise(t, &exc_KeyError, "getgrgid(): gid not found: %S", number);
}
static val f_getgrall(struct thread *t) {
    struct accounts all = {0};
    struct account a;
    val list = list_new(t, 0);
    while (list && accounts_next(t, &all, "/etc/group", 3, &a) == 1) {
        val one = entry_of(t, &a);
        if (!one || list_push(t, list, one) < 0) return 0;
    }
    return t->exc ? 0 : list;
}
METHOD(grp, getgrnam, f_getgrnam, -1, 0, "($module, /, name)");
METHOD(grp, getgrgid, f_getgrgid, -1, 0, "($module, /, id)");
METHOD(grp, getgrall, f_getgrall, 0, 0, "($module, /)");

static val grp_init(struct thread *t) {
    val m = native_module_new(t, "grp", METHODS(grp));
    if (!m || structseq_ready(t, &struct_group) < 0) return 0;
    return native_set(t, m, "struct_group", val_of(&struct_group.type)) < 0 ? 0 : m;
}
NATIVE_MODULE(grp, "grp", grp_init);

/* ---- os.getgrouplist, os.initgroups ---- */

static bool is_member(const char *p, const char *name, size_t n) {
    while (*p) {
        const char *end = p;
        while (*end && *end != ',') end++;
        if ((size_t)(end - p) == n && !memcmp(p, name, n)) return true;
        p = *end ? end + 1 : end;
    }
    return false;
}
static val group_list(struct thread *t, const struct path *user, int64_t gid) {
    struct accounts all = {0};
    struct account a;
    int64_t n;
    val first = val_small(gid), list = list_of(t, 1, &first);
    while (list && accounts_next(t, &all, "/etc/group", 3, &a) == 1) {
        if (a.n < 4 || !is_member(a.field[3], user->p, user->n) || !account_number(a.field[2], &n) ||
            n == gid)
            continue;
        if (list_push(t, list, val_small(n)) < 0) return 0;
    }
    return t->exc ? 0 : list;
}
POSIX(getgrouplist, "($module, user, group, /)", "ou") {
    struct path user;
    return fs_in(t, a[0].v, NULL, false, &user) ? group_list(t, &user, a[1].n) : 0;
}
POSIX(initgroups, "($module, username, gid, /)", "ou") {
    struct path user;
    val list = fs_in(t, a[0].v, NULL, false, &user) ? group_list(t, &user, a[1].n) : 0;
    uint32_t *group = list ? gc_storage(t, (size_t)AS(list, list)->len * 4, false) : NULL;
    if (!group) return 0;
    for (int64_t i = 0; i < AS(list, list)->len; i++)
        group[i] = (uint32_t)val_small_get(AS(list, list)->item[i]);
    return posix_done(t, os_call(setgroups, AS(list, list)->len, group), 0);
}
