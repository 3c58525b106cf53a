/* What py2 tells of itself, all from the two tables of commands and flags: help, the manual page, completion
 * for shells. */
#define _GNU_SOURCE
#include "engine/cli.h"
#include "engine/session.h"

#include <stdio.h>

/* ---- the commands, ours and the contributed ones ---- */

struct entry {
    const char *name, *summary, *usage;
};

static size_t entries(const struct session *s, struct arena *a, struct entry **out) {
    VEC(struct entry) v = {0};
    for (const struct builtin *b = builtins; b->name; b++)
        VEC_PUSH(&v, a, ((struct entry){b->name, b->summary, b->usage}));
    for (const struct command *const *c = s->tools->commands; c && *c; c++)
        VEC_PUSH(&v, a, ((struct entry){(*c)->name, (*c)->summary, (*c)->usage}));
    *out = v.p;
    return v.n;
}

/* "-j, --jobs=N" */
static struct str flag_text(struct arena *a, const struct flag *f) {
    return str_printf(a, "%s%c%s%s%s%s%s", f->letter ? "-" : "", f->letter ? f->letter : ' ',
                      f->letter && f->name ? ", " : "", f->name ? "--" : "", f->name ? f->name : "",
                      f->argument ? f->name ? "=" : " " : "", f->argument ? f->argument : "");
}

static const char exit_codes[] =
    "0 done; 1 the build or a test failed; 2 usage or recipe error; 130 interrupted.";

/* ---- the manual page ---- */

/* One character beyond ASCII by its number; gives its bytes. Our own texts are valid UTF-8. */
static size_t put_roff_character(struct str text) {
    unsigned char lead = (unsigned char)text.p[0];
    size_t n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    unsigned code = lead & (0xffu >> (n + 1));
    for (size_t i = 1; i < n && i < text.n; i++) code = code << 6 | ((unsigned char)text.p[i] & 0x3f);
    printf("\\[u%04X]", code);
    return MIN(n, text.n);
}

/* Text as roff prints it: a backslash is two, a line does not begin with a control character, '-' is a minus
 * that can be copied. */
static void put_roff(struct str text) {
    bool first = true;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (first && (c == '.' || c == '\'')) printf("\\&");
        if (c == '\\')
            printf("\\e");
        else if (c == '-')
            printf("\\-");
        else if ((unsigned char)c >= 0x80)
            i += put_roff_character((struct str){text.p + i, text.n - i}) - 1;
        else
            putchar(c);
        first = c == '\n';
    }
}

static void print_roff(struct session *s) {
    struct entry *e;
    size_t n = entries(s, &s->arena, &e);
    printf(".TH PY2 1 \"\" \"py2 %s\"\n.SH NAME\npy2 \\- compile Python programs to executables\n",
           s->tools->version);
    printf(".SH SYNOPSIS\n.B py2\n.I COMMAND\n[\\fIARGUMENTS\\fR] [\\fIFLAGS\\fR]\n.SH DESCRIPTION\n"
           "py2 reads the build.py2 recipes of a workspace, compiles what they declare, and writes "
           "executables that need\n"
           "nothing else to run.\n.SH COMMANDS\n");
    for (size_t i = 0; i < n; i++) {
        printf(".SS py2 %s\n", e[i].name);
        put_roff(str_c(e[i].summary));
        printf("\n.PP\n.nf\n");
        put_roff(str_c(e[i].usage));
        printf(".fi\n");
    }
    printf(".SH OPTIONS\n");
    for (const struct flag *f = cli_flags; f->name || f->letter; f++) {
        printf(".TP\n\\fB");
        struct str left = flag_text(&s->arena, f);
        size_t blank = strspn(left.p, " ");
        put_roff((struct str){left.p + blank, left.n - blank});
        printf("\\fR\n");
        put_roff(str_c(f->help));
        putchar('\n');
    }
    printf(".SH FILES\n.TP\n.I build.py2\nthe recipe of a package\n.TP\n.I ~/.config/py2/config.lua\nyour "
           "own defaults\n"
           ".TP\n.I ~/.cache/py2\nthe cache that workspaces share\n.SH EXIT STATUS\n%s\n",
           exit_codes);
}

/* ---- help ---- */

static void print_help(struct session *s) {
    struct entry *e;
    size_t n = entries(s, &s->arena, &e);
    printf(
        "py2 compiles Python programs to executables.\n\nCommands (`py2 help COMMAND` for one of them):\n");
    for (size_t i = 0; i < n; i++) printf("  %-12s %s\n", e[i].name, e[i].summary);
    printf("\nCommon flags:\n");
    for (const struct flag *f = cli_flags; f->name || f->letter; f++)
        printf("  %-38s %s\n", flag_text(&s->arena, f).p, f->help);
    printf("\nExit codes: %s\n", exit_codes);
}

int command_help(struct session *s) {
    struct entry *e;
    size_t n = entries(s, &s->arena, &e);
    if (!s->opt.args.n) return print_help(s), EXIT_DONE;
    if (str_is(s->opt.args.p[0], "--roff")) return print_roff(s), EXIT_DONE;
    for (size_t i = 0; i < n; i++)
        if (str_is(s->opt.args.p[0], e[i].name)) return printf("%s", e[i].usage) < 0;
    cli_usage_error(s, "there is no command '" STR_FMT "'", STR_ARG(s->opt.args.p[0]));
    return EXIT_USAGE;
}

/* ---- completion ---- */

/* Labels are asked for when they are wanted: a word that begins with "//" or ":". bash cuts words at colons,
 * so what is before the last one is taken off again. Names come from directories and may hold anything: they
 * are compared line by line, never expanded, and offered in quotes where the shell needs them. */
static const char bash_script[] =
    "_py2() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} cur words word IFS=$' \\t\\n'\n"
    "    cur=${line##*[[:space:]]}\n"
    "    case $cur in\n"
    "    --*) words=$flags ;;\n"
    "    //*) words=$(py2 query //... 2>/dev/null) ;;\n"
    "    :*) words=$(py2 query :all 2>/dev/null | sed 's/.*:/:/') ;;\n"
    "    *) if ((COMP_CWORD == 1)); then words=$commands; else words=$(compgen -f -- \"$cur\"); fi ;;\n"
    "    esac\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r word; do\n"
    "        [[ -n $word && $word == \"$cur\"* ]] || continue\n"
    "        [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]] && word=${word#\"${cur%:*}:\"}\n"
    "        printf -v word %q \"$word\"\n"
    "        COMPREPLY+=(\"$word\")\n"
    "    done <<< \"$words\"\n"
    "}\n"
    "complete -F _py2 py2\n";

static void print_words(struct session *s, bool flags, const char *between) {
    struct entry *e;
    size_t n = entries(s, &s->arena, &e);
    for (size_t i = 0; i < n && !flags; i++) printf("%s%s", i ? between : "", e[i].name);
    for (const struct flag *f = cli_flags; flags && (f->name || f->letter); f++)
        if (f->name) printf("%s--%s", f == cli_flags ? "" : between, f->name);
}

static void print_bash(struct session *s) {
    const char *at = strstr(bash_script, "$flags"), *then = strstr(bash_script, "$commands");
    printf("%.*s\"", (int)(at - bash_script), bash_script);
    print_words(s, true, "\n");
    at += strlen("$flags");
    printf("\"%.*s\"", (int)(then - at), at);
    print_words(s, false, "\n");
    printf("\"%s", then + strlen("$commands"));
}

static void print_zsh(struct session *s) {
    printf("#compdef py2\n_py2() {\n    case $PREFIX in\n    --*) compadd -- ");
    print_words(s, true, " ");
    printf(" ;;\n    //*) compadd -- ${(f)\"$(py2 query //... 2>/dev/null)\"} ;;\n"
           "    :*) compadd -- ${${(f)\"$(py2 query :all 2>/dev/null)\"}/#*:/:} ;;\n"
           "    *)\n        if ((CURRENT == 2)); then\n            compadd -- ");
    print_words(s, false, " ");
    printf("\n        else\n            _files\n        fi ;;\n    esac\n}\ncompdef _py2 py2\n");
}

/* In single quotes, fish reads \' and \\ only. */
static void put_fish(const char *text) {
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

static void print_fish(struct session *s) {
    struct entry *e;
    size_t n = entries(s, &s->arena, &e);
    for (size_t i = 0; i < n; i++) {
        printf("complete -c py2 -n __fish_use_subcommand -a %s -d ", e[i].name);
        put_fish(e[i].summary);
        putchar('\n');
    }
    printf("complete -c py2 -n 'string match -q -- \"//*\" (commandline -ct)' -a '(py2 query //... "
           "2>/dev/null)'\n"
           "complete -c py2 -n 'string match -q -- \":*\" (commandline -ct)' "
           "-a '(py2 query :all 2>/dev/null | string replace -r \".*:\" \":\")'\n");
    for (const struct flag *f = cli_flags; f->name || f->letter; f++) {
        if (!f->name) continue;
        printf("complete -c py2 -l %s%s -d ", f->name, f->kind == FLAG_SWITCH ? "" : " -r");
        put_fish(f->help);
        putchar('\n');
    }
}

int command_completion(struct session *s) {
    static const struct {
        const char *shell;
        void (*print)(struct session *);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; s->opt.args.n && i < COUNT(shells); i++)
        if (str_is(s->opt.args.p[0], shells[i].shell)) return shells[i].print(s), EXIT_DONE;
    cli_usage_error(s, "give a shell: py2 completion bash, zsh or fish");
    return EXIT_USAGE;
}
