/* Names of built-in methods that this program does not carry, because nothing in it can ask for them.
 * Suggestions need them.
 *
 * The linker writes them between __start_pydead and __stop_pydead. An entry, at a multiple of 8: the distance
 * from itself to the method table (8 bytes), the word of the table ("list"), then the names, then an empty
 * one, each with a NUL. A table none of whose methods is carried lies at its entry, so tables are told apart
 * by address. */
#include "runtime/error/report.h"

extern const char __start_pydead[] __attribute__((weak, visibility("hidden")));
extern const char __stop_pydead[] __attribute__((weak, visibility("hidden")));

int64_t dead_names(struct thread *t, const struct method *table, const char *word, val list) {
    for (const char *entry = __start_pydead; entry < __stop_pydead;) {
        int64_t distance;
        memcpy(&distance, entry, sizeof distance);
        const char *name = entry + sizeof distance;
        size_t n = strlen(name);
        bool same =
            word ? strlen(word) == n && !memcmp(word, name, n) : (const char *)table == entry + distance;
        for (name += n + 1; *name; name += strlen(name) + 1) {
            val s = same ? str_ascii(t, name) : 0;
            if (same && (!s || list_push(t, list, s) < 0)) return -1;
        }
        entry += (name + 1 - entry + 7) & ~INT64_C(7);
    }
    return 0;
}

int64_t dead_names_of(struct thread *t, val v, val list) {
    struct type *type = type_of(v);
    if (type == &module_type) {
        val name = obj_lookattr(t, v, NAME(__name__));
        size_t n;
        const char *word = name && val_is_str(name) ? str_to_utf8(t, name, &n, true) : NULL;
        return word ? dead_names(t, NULL, word, list) : 0;
    }
    if (type->flags & TYPE_TYPE) type = AS(type, v);
    val mro = type->mro;
    for (int64_t i = 0; mro && i < AS(tuple, mro)->len; i++) {
        const struct type *base = AS(type, AS(tuple, mro)->item[i]);
        if (base->methods && dead_names(t, base->methods, NULL, list) < 0) return -1;
    }
    return 0;
}
