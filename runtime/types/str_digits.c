/* The text of a str for int() and float(): decimal digits of any script become '0'-'9', white space becomes '
 * '. */
#include "runtime/text/text.h"
#include "runtime/text/unicode.h"

const char *str_to_ascii_digits(struct thread *t, val s, char *small, size_t room, int64_t *n) {
    struct text x = text_of(s);
    *n = x.n;
    if (str_is_ascii(s)) return x.p;
    char *out = small;
    if ((size_t)x.n > room && !(out = gc_storage(t, (size_t)x.n, false))) return NULL;
    for (int64_t i = 0; i < x.n; i++) {
        uint32_t c = text_at(&x, i);
        int digit;
        if (c < 128)
            out[i] = (char)c;
        else if (uc_is_space(c))
            out[i] = ' ';
        else
            out[i] = (digit = uc_decimal(c)) >= 0 ? (char)('0' + digit) : '?';
    }
    return out;
}
