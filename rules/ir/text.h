/* The words of the text form, shared by print.c and parse.c.
 *
 *   module NAME
 *   import NAME | name NAME | all_names
 *   data NAME section NAME align N [write] [global] [weak] {
 *     bytes "escaped"            any number, appended
 *     reloc OFFSET NAME ADDEND
 *   }
 *   func NAME TYPE [code NAME] [global] [chain] {
 *     site LINE END_LINE COL END_COL     site 1, 2, ...
 *     stack BYTES                        slot 0, 1, ...
 *   b0(%0:V, %1:I) [cold]:
 *     %2:V = add %0, %1
 *     %3:V = rt rt_add %0, %2 site=1 caught
 *     br %3 b1(%2) b2
 *   }
 *
 * NAME is written bare when it consists of letters, digits, `_`, `.`, `$`, `@`, else quoted. Fields that are
 * zero are left out: imm= sym= sym2= aux= site= fact= caught cold inline. Value and block numbers are the
 * ids, so reading back gives the same ids. */
#ifndef PY2_IR_TEXT_H
#define PY2_IR_TEXT_H
#include "rules/ir/ir.h"

#define IR_TYPE_LETTERS "NVIFP"

static inline bool ir_bare_char(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '@';
}

#endif
