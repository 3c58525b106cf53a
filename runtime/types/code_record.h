/* The record of a struct code: what only introspection asks for. */
#ifndef PY2_TYPES_CODE_RECORD_H
#define PY2_TYPES_CODE_RECORD_H

#include "runtime/state.h"

struct code_record {
    const struct code *code;
    uint32_t ncells, nnames;
    uint32_t nwords; /* of constants; 0 stands before a struct code */
    uint32_t nslots; /* 0, or one for each of co_varnames and co_cellvars */
    val word[];      /* names of cells, names, constants; then uint32_t slots: 0 none, doubled and two, one more for a cell */
};
/* NULL: not linked. */
const struct code_record *code_record(const struct code *code);

#endif
