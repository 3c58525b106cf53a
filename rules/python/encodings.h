/* One-byte encodings that agree with ASCII below 0x80. The tables are made by make_encodings.py. */
#ifndef PY2_ENCODINGS_H
#define PY2_ENCODINGS_H

#include "engine/base/base.h"

struct encoding_name {
    const char *name;
    uint16_t table;
};
extern const uint16_t encoding_tables[][128];
extern const struct encoding_name encoding_names[];
extern const size_t encoding_names_count;

#endif
