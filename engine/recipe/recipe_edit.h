/* Changing a list of labels in a recipe's text, and nothing else of it.
 *
 * Invariant: outside the list (or the one line that brings it in) every byte stays; what cannot be changed
 * surely is left alone and said. */
#ifndef PY2_RECIPE_EDIT_H
#define PY2_RECIPE_EDIT_H

#include "engine/base/base.h"

struct recipe_edit {
    struct str word, name, field;   /* "library", "text", "deps" */
    struct str package;             /* labels in the text are relative to it */
    const struct str *add, *remove; /* canonical labels */
    size_t n_add, n_remove;
};

/* The new text, in the arena. False with *why when there is no `word { name = "…", field = { "…", … } }` to
 * change. */
bool recipe_edit_list(struct arena *a, struct str text, const struct recipe_edit *e, struct str *out,
                      const char **why);

#endif
