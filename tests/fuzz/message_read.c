/* libFuzzer entry for what comes from a remote server: the first byte chooses a message, gRPC's framing, or a
 * compressed blob. What is read can be written, and that reads back to the same bytes. */
#include "engine/remote/net/client.h"

#include <stdlib.h>

static void read_message(struct arena *a, const struct proto_message *m, struct str bytes) {
    struct buf first, second;
    void *value = arena_alloc(a, m->size), *again = arena_alloc(a, m->size);
    buf_init(&first, a);
    buf_init(&second, a);
    if (!proto_read(a, m, bytes, value)) return;
    proto_write(&first, m, value);
    if (!proto_read(a, m, buf_view(&first), again)) abort();
    proto_write(&second, m, again);
    if (!str_eq(buf_view(&first), buf_view(&second))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena a;
    struct str bytes, message, out;
    size_t n = 0;
    bool bad = false;
    if (!size) return 0;
    while (re_messages[n]) n++;
    arena_init(&a, NULL);
    bytes = (struct str){(const char *)data + 1, size - 1};
    if (data[0] < n)
        read_message(&a, re_messages[data[0]], bytes);
    else if (data[0] & 1)
        while (grpc_next(&bytes, &message, &bad)) read_message(&a, re_messages[size % n], message);
    else
        zstd_unpack(&a, bytes, 4 * size, &out);
    arena_free(&a);
    return 0;
}
