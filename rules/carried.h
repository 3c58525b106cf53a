/* Modules that py2 carries as Python source of its own. */
#ifndef PY2_CARRIED_H
#define PY2_CARRIED_H
#include "engine/base/base.h"

/* The text of module `name`; empty when py2 carries none. */
struct str carried_source(struct str name);

#endif
