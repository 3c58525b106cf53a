/* The imports that names of encodings stand for (encodings.c). */
#ifndef PY2_REACH_ENCODINGS_H
#define PY2_REACH_ENCODINGS_H

#include "rules/reach/reach.h"

/* Adds to what the import statements gave; all are optional and deferred. */
void reach_encodings(struct arena *a, const struct py_module *m, bool library, struct reach_imports *out);

#endif
