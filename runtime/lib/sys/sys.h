/* What the files of sys share. */
#ifndef PY2_LIB_SYS_H
#define PY2_LIB_SYS_H

#include "runtime/rt.h"

METHOD_TABLE(sys);

#endif
