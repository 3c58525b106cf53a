/* The common flags, for those that parse them and those that tell of them. */
#ifndef PY2_CLI_H
#define PY2_CLI_H

/* What a flag's argument is. */
enum flag_kind { FLAG_SWITCH, FLAG_TEXT, FLAG_NUMBER, FLAG_CHOICE };

struct flag {
    int id; /* cli.c's */
    char letter;
    const char *name;
    enum flag_kind kind;
    const char *argument, *help; /* of FLAG_CHOICE: the words, separated by '/' */
};

extern const struct flag cli_flags[]; /* ends with one that has neither letter nor name */

#endif
