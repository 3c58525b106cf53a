/* What changed in the work tree since a revision, as git sees it.
 *
 * Invariant: paths are relative to the workspace's root; a path is in `paths` when its content, its kind or
 * its being there differs, and in `dirs` ("." is the root) when the names in that directory differ. */
#ifndef PY2_CHANGES_H
#define PY2_CHANGES_H

#include "engine/session.h"

struct changes {
    struct map paths; /* -> "changed", "appeared", "disappeared" or, of directories, one of those below */
    struct map dirs;
    struct str base; /* the commit that was compared with */
};

extern const char changes_new_dir[], changes_gone_dir[], changes_other_dir[];

/* Compares the work tree, files that git does not know yet included, with the last commit that `rev` and HEAD
 * have in common. Tells what is wrong and returns false. */
bool changes_since(struct session *s, struct str rev, struct changes *c);

#endif
