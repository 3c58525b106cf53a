/* The tables of messages.def. */
#include "engine/remote/net/messages.h"

#define NO_TABLE(sub)  NULL
#define SUB_TABLE(sub) &re_##sub##_message
#define TABLE_STR      NO_TABLE
#define TABLE_INT      NO_TABLE
#define TABLE_BOOL     NO_TABLE
#define TABLE_STRS     NO_TABLE
#define TABLE_INTS     NO_TABLE
#define TABLE_MSG      SUB_TABLE
#define TABLE_MSGS     SUB_TABLE

#define MESSAGE(name) static const struct proto_field name##_fields[] = {
#define FIELD(message, number, kind, member, sub)                                                            \
    {number, PROTO_##kind, offsetof(struct re_##message, member), TABLE_##kind(sub)},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;                                                                                                        \
    const struct proto_message re_##name##_message = {#name, sizeof(struct re_##name), COUNT(name##_fields), \
                                                      name##_fields};
#include "engine/remote/net/messages.def"
#undef MESSAGE
#undef FIELD
#undef END

#define MESSAGE(name)
#define FIELD(message, number, kind, member, sub)
#define END(name) &re_##name##_message,
const struct proto_message *const re_messages[] = {
#include "engine/remote/net/messages.def"
    NULL};

struct re_digest *re_digest_of(struct arena *a, const struct digest *d, uint64_t size) {
    char hex[65];
    struct re_digest *m = NEW(a, struct re_digest);
    digest_hex(d, hex);
    m->hash = str_dup(a, str_c(hex));
    m->size_bytes = (int64_t)size;
    return m;
}

bool re_digest_is(const struct re_digest *m, const struct digest *d, uint64_t size) {
    struct digest is;
    return m && m->size_bytes >= 0 && (uint64_t)m->size_bytes == size && digest_parse(&is, m->hash) &&
           digest_eq(&is, d);
}
