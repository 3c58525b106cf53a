/* Why a node runs: one sentence about the first of its answers that differs, with the old and the new. */
#include "engine/graph/graph.h"

const char *kind_word(uint8_t kind) {
    static const char *const words[] = {"absent", "a file", "a directory", "something else",
                                        "an executable file"};
    return kind < COUNT(words) ? words[kind] : words[RULE_OTHER];
}

/* What a leaf says, and how it came to say something else. Values of the environment may be secrets: they
 * are never shown. */
static struct str leaf_change(struct arena *a, const struct dep *d, const struct digest *now) {
    const struct node *n = d->node;
    struct str key = n->key;
    char was[65], is[65];
    digest_hex(&d->digest, was);
    digest_hex(now, is);
    switch (n->leaf) {
    case LEAF_STAT:
        return str_printf(a, STR_FMT " is %s, it was %s", STR_ARG(key), kind_word(now->b[0]),
                          kind_word(d->digest.b[0]));
    case LEAF_DIR:
        return str_printf(a, "dir " STR_FMT " has other entries (%.12s -> %.12s)", STR_ARG(key), was, is);
    case LEAF_ENV:
        return str_printf(a, "env " STR_FMT " changed (%.12s -> %.12s%s)", STR_ARG(key), was, is,
                          n->have_bytes ? "" : ", not set");
    case LEAF_PARAM:
        return str_printf(a, "param " STR_FMT " changed (" STR_FMT " -> " STR_FMT ")", STR_ARG(key),
                          STR_ARG(leaf_param_shown(a, &d->digest)), STR_ARG(leaf_param_shown(a, now)));
    default: return str_printf(a, "file " STR_FMT " changed (%.12s -> %.12s)", STR_ARG(key), was, is);
    }
}

struct str explain_change(struct arena *a, const struct dep *d) {
    struct str title = node_title(a, d->node);
    struct digest now = node_answer(d->node);
    char was[65], is[65];
    if (d->node->leaf) return leaf_change(a, d, &now);
    if (d->node->planned) return str_printf(a, STR_FMT " would be made anew", STR_ARG(title));
    if (d->node->state == NODE_FAILED) return str_printf(a, STR_FMT " fails now", STR_ARG(title));
    digest_hex(&d->digest, was);
    digest_hex(&now, is);
    return str_printf(a, STR_FMT " changed (%.12s -> %.12s)", STR_ARG(title), was, is);
}

struct str explain_version(struct arena *a, struct str old, const char *now) {
    return str_printf(a, "the rule itself changed (version %.12s -> %.12s)", str_dup(a, old).p, now);
}
