/* The pages that py2 writes: one file each, everything inside, nothing fetched.
 *
 * A page is a frame made here, the shared style and script, the page's own script, and its data as JSON in a
 * script element that no browser runs. The sources are in engine/show/pages. */
#ifndef PY2_PAGE_H
#define PY2_PAGE_H

#include "engine/base/base.h"

enum page { PAGE_GRAPH, PAGE_REPORT };

/* `data` must be JSON; it cannot end the element it is in, whatever its strings hold. */
void page_write(struct buf *out, enum page page, struct str title, struct str data);

#endif
