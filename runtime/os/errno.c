/* Texts and names of error numbers (errno.def). */
#include "runtime/os/os.h"

/* Two switches, not tables: the linker can then drop each with its function, and holes cost nothing. */
const char *os_error_text(int number) {
    switch (number) {
#define X(name, number, text)                                                                                \
    case number:                                                                                             \
        return text;
#include "runtime/os/errno.def"
#undef X
    case 0: return "Success";
    default: return NULL;
    }
}

const char *os_error_name(int number) {
    switch (number) {
#define X(name, number, text)                                                                                \
    case number:                                                                                             \
        return #name;
#include "runtime/os/errno.def"
#undef X
    default: return NULL;
    }
}
