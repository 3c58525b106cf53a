/* Results in memory: as long as somebody uses them, and after that as long as there is room.
 *
 * A run holds the bytes it asked for until it ends. Bytes that nobody holds and that can be had again (from
 * the cache, or from the file) rest in a list, the longest unused first, and leave memory when all of them
 * together are more than build.resting_most. So a build of any size needs memory for what its stages under
 * way use. */
#include "engine/graph/graph.h"

/* A call for each small result would cost more than keeping it. */
enum { SMALL_BYTES = 256 };

void node_take_bytes(struct node *n, struct str bytes) {
    n->bytes = bytes;
    n->own_bytes = true;
}

void node_keep_bytes(struct build *b, struct node *n, struct str bytes) {
    if (bytes.n <= SMALL_BYTES) {
        n->bytes = build_keep(b, bytes);
        return;
    }
    char *p = memory_get(b->memory, bytes.n + 1);
    memcpy(p, bytes.p, bytes.n);
    node_take_bytes(n, (struct str){p, bytes.n});
}

static void leave_list(struct build *b, struct node *n) {
    if (!n->resting) return;
    *(n->older ? &n->older->newer : &b->oldest) = n->newer;
    *(n->newer ? &n->newer->older : &b->newest) = n->older;
    n->older = n->newer = NULL;
    n->resting = false;
    b->resting -= n->bytes.n;
}

void node_drop_bytes(struct build *b, struct node *n) {
    leave_list(b, n);
    n->holds = 0;
    if (!n->own_bytes) return;
    memory_put(b->memory, (void *)n->bytes.p, n->bytes.n + 1);
    n->bytes = (struct str){0};
    n->own_bytes = n->have_bytes = false;
}

void node_hold(struct build *b, struct node *n) {
    leave_list(b, n);
    n->holds++;
}

/* What belongs to this workspace alone is in no cache. */
static bool can_be_had_again(const struct build *b, const struct node *n) {
    return n->leaf ? n->leaf == LEAF_FILE : b->store && !n->rule->local && !n->rule->recipe;
}

void node_rest(struct build *b, struct node *n) {
    if (n->holds || n->resting || !n->own_bytes || !n->have_bytes || !can_be_had_again(b, n)) return;
    n->resting = true;
    n->older = b->newest;
    *(b->newest ? &b->newest->newer : &b->oldest) = n;
    b->newest = n;
    b->resting += n->bytes.n;
    while (b->resting > b->resting_most && b->oldest) node_drop_bytes(b, b->oldest);
}

void node_let_go(struct build *b, struct node *n) {
    if (n->holds && !--n->holds) node_rest(b, n);
}
