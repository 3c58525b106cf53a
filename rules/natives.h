/* Which modules the runtime itself provides. */
#ifndef PY2_NATIVES_H
#define PY2_NATIVES_H
#include "engine/base/base.h"

/* True when the runtime carries native module `name`: one section pynative.NAME in its archive. */
bool native_known(struct arena *scratch, struct str name);

#endif
