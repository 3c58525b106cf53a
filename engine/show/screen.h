/* The picture of a running build on a terminal: pure functions from what is to be shown to the bytes that
 * show it.
 *
 * Invariants: a frame is one string, so it reaches the terminal in one write and is never seen half drawn; no
 * line is as wide as the terminal; when a frame is out, the cursor rests at its first column and row. So
 * whatever the terminal does to the lines when it is resized happens behind the cursor, and "clear to the end
 * of the screen" always removes exactly the frame. */
#ifndef PY2_SCREEN_H
#define PY2_SCREEN_H

#include "engine/base/base.h"

struct screen_stage {
    struct str title;
    int64_t nanos; /* since it began */
};

struct screen {
    unsigned columns, rows; /* of the terminal */
    bool color, unicode;
    int64_t elapsed, eta; /* nanoseconds; eta < 0: not known */
    size_t done, total, cached, remote;
    const struct screen_stage *stages; /* longest first */
    size_t n_stages;
};

/* "\r", and clears from there to the end of the screen. */
extern const char screen_clear[];

void screen_frame(struct buf *out, const struct screen *s);
/* "37 of 120 stages, 12 from the cache, 5.0 s": for terminals that cannot draw. */
void screen_plain(struct buf *out, const struct screen *s);

/* Columns of the terminal that a text takes: wide characters two, combining ones none. */
size_t screen_width(struct str s);
/* The text with control characters and bytes that are not UTF-8 replaced, cut to at most `columns`: what is
 * left out at the front is shown by an ellipsis, since a path's end says more than its beginning. */
void screen_fit(struct buf *out, struct str s, size_t columns, bool unicode);
/* "0.3s", "12.0s", "3m05s", "2h07m" */
void screen_time(struct buf *out, int64_t nanos);

#endif
