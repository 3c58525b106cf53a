/* The front end inside an artifact: how `ast.parse` of text that is known only at run time gets its tree.
 *
 * The front end is rules/python, compiled for the artifact (rules/python/shipped). It knows nothing of the runtime's objects:
 * trees cross as bytes.
 *
 * Invariants:
 *  - Only what calls front_parse pulls the front end into an image; front_schema alone is a kilobyte of text.
 *  - A packed tree is written in preorder. A node is its number (ULEB128: from 1, the order of the schema's lines; 0 is None);
 *    for nodes with positions line, column, lines to the end (ULEB128) and end column; then its fields in order:
 *      `1` `?` a node   `*` a count, then nodes   `i` `I` `t` a text: length + 1 (0: None), bytes (UTF-8, lone surrogates in
 *      three bytes)   `n` a count, then texts   `e` the number of an operator or context within its sum
 *      `o` a count, then such numbers   `d` a number (SLEB128)   `c` a constant   `u` 1: the text 'u', 0: None   `z` nothing.
 *    A constant is a letter: `N` `T` `F` `E` for the singletons; `i` SLEB128; `b` text of hexadecimal digits; `f` and `j` (an
 *    imaginary number) the eight bytes of a double, little-endian; `s` text; `y` bytes, sized. */
#ifndef PY2_LIB_FRONT_H
#define PY2_LIB_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum front_mode { FRONT_EXEC, FRONT_EVAL, FRONT_SINGLE };
enum front_status {
    FRONT_OK,
    FRONT_SYNTAX, /* and the three that follow: `error` tells it */
    FRONT_INDENTATION,
    FRONT_TAB,
    FRONT_VALUE,
    FRONT_RECURSION,
    FRONT_MEMORY, /* no memory could be had */
};

struct front_request {
    const char *file, *source; /* bytes, not terminated */
    size_t file_size, source_size;
    enum front_mode mode;
    void *(*take)(void *context, size_t size); /* zeroed memory or NULL; everything below lives in it */
    void *context;
    /* ---- the answer ---- */
    const char *tree; /* packed; FRONT_OK only */
    size_t tree_size;
    struct {
        const char *text, *line; /* what is wrong; the source line with its end, NULL when there is none */
        size_t text_size, line_size;
        uint32_t lineno, offset, end_lineno, end_offset; /* columns from 1, in bytes; 0: unknown */
    } error;
};
enum front_status front_parse(struct front_request *r);

/* A line per node: "SUM NAME p|- FIELDS\n", p for nodes with positions, SUM the abstract class or "-" for products. A field is
 * "name:KTYPE" with K as above. Operators and contexts follow as "SUM =NAME\n" in the order of their numbers. */
extern const char front_schema[];

#endif
