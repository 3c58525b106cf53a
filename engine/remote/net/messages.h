/* The structs and tables of messages.def: struct re_digest, re_digest_message and so on. */
#ifndef PY2_REMOTE_MESSAGES_H
#define PY2_REMOTE_MESSAGES_H

#include "engine/remote/net/proto.h"

#define MEMBER_STR(member, sub)  struct str member;
#define MEMBER_INT(member, sub)  int64_t member;
#define MEMBER_BOOL(member, sub) bool member;
#define MEMBER_MSG(member, sub)  struct re_##sub *member;
#define MEMBER_STRS(member, sub) struct proto_list member;
#define MEMBER_INTS(member, sub) struct proto_list member;
#define MEMBER_MSGS(member, sub) struct proto_list member;

#define MESSAGE(name)                             struct re_##name {
#define FIELD(message, number, kind, member, sub) MEMBER_##kind(member, sub)
#define END(name)                                                                                            \
    }                                                                                                        \
    ;                                                                                                        \
    extern const struct proto_message re_##name##_message;
#include "engine/remote/net/messages.def"
#undef MESSAGE
#undef FIELD
#undef END

/* Every table, for tests; ends with NULL. */
extern const struct proto_message *const re_messages[];

/* The API's own message of a digest. The text lives in the arena. */
struct re_digest *re_digest_of(struct arena *a, const struct digest *d, uint64_t size);
bool re_digest_is(const struct re_digest *m, const struct digest *d, uint64_t size);

/* google.rpc.Code */
enum re_code {
    RE_OK,
    RE_CANCELLED,
    RE_UNKNOWN,
    RE_INVALID_ARGUMENT,
    RE_DEADLINE_EXCEEDED,
    RE_NOT_FOUND,
    RE_ALREADY_EXISTS,
    RE_PERMISSION_DENIED,
    RE_RESOURCE_EXHAUSTED,
    RE_FAILED_PRECONDITION,
    RE_ABORTED,
    RE_OUT_OF_RANGE,
    RE_UNIMPLEMENTED,
    RE_INTERNAL,
    RE_UNAVAILABLE,
    RE_DATA_LOSS,
    RE_UNAUTHENTICATED
};
enum { RE_SHA256 = 1, RE_ZSTD = 1 };

#endif
