/* errno: the numbers of system errors and their names. */
#include "runtime/lib/native.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

METHOD_TABLE(errno_module);

static const struct native_int numbers[] = {
#define X(name, number, text) {#name, number},
#include "runtime/os/errno.def"
#undef X
    {"EWOULDBLOCK", OS_EAGAIN},
    {"EDEADLOCK", OS_EDEADLK},
    {"ENOTSUP", OS_EOPNOTSUPP},
};

/* A number with two names goes by the second, but for EWOULDBLOCK. CPython has no name for EHWPOISON. */
static val errno_init(struct thread *t) {
    val m = native_module_new(t, "errno", METHODS(errno_module)), names = m ? dict_make(t) : 0;
    if (!names) return 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value == OS_EHWPOISON) continue;
        val key = val_small(numbers[i].value), name = str_ascii(t, numbers[i].name);
        bool known = numbers[i].value == OS_EAGAIN && dict_lookup(t, names, key);
        if (!name || (!known && dict_put(t, names, key, name) < 0) ||
            native_set(t, m, numbers[i].name, key) < 0)
            return 0;
    }
    return native_set(t, m, "errorcode", names) < 0 ? 0 : m;
}
NATIVE_MODULE(errno, "errno", errno_init);
