/* The archive of the standard library inside this program. Apart from its reader, so that tools can do
 * without it. */
#include "rules/stdlib/library.h"

extern const char library_archive_start[], library_archive_end[];

struct str library_archive(void) {
    return (struct str){library_archive_start, (size_t)(library_archive_end - library_archive_start)};
}
