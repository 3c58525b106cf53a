/* What the core files of the runtime share with one another, whole: one header per part. */
#ifndef PY2_STATE_H
#define PY2_STATE_H

#include "runtime/rt.h"
#include "runtime/process/process.h"
#include "runtime/object/attributes.h"
#include "runtime/types/type.h"
#include "runtime/types/layouts.h"
#include "runtime/call/entry.h"
#include "runtime/error/report.h"

#endif
