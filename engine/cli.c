/* The command line: common flags, in one table, may stand anywhere before "--". */
#define _GNU_SOURCE
#include "engine/cli.h"
#include "engine/session.h"

#include <stdio.h>
#include <stdlib.h>

enum flag_id {
    F_TARGET,
    F_JOBS,
    F_KEEP,
    F_DRY,
    F_VERBOSE,
    F_COLOR,
    F_PROGRESS,
    F_FORMAT,
    F_PROFILE,
    F_EVENTS,
    F_DEFINE,
    F_DUMP,
    F_TIME,
    F_EXPLAIN,
    F_OPT,
    F_DEBUG,
    F_DYNAMIC,
    F_BACKEND,
    F_OUTPUT,
    F_MEMORY,
    F_WATCH,
    F_DIRECTORY,
    F_RUNS,
    F_UNDER,
    F_JUNIT,
    F_REMOTE,
    F_REMOTE_UPLOAD,
    F_REMOTE_EXEC,
    F_REMOTE_OPTION,
    F_PLAN,
    F_PLAN_FORMAT,
    F_HELP
};

const struct flag cli_flags[] = {
    {F_TARGET, 0, "target", FLAG_TEXT, "T", "build for target T (repeatable; `all`, `host`)"},
    {F_JOBS, 'j', "jobs", FLAG_NUMBER, "N", "run at most N stages at once (default: the processors)"},
    {F_KEEP, 'k', "keep-going", FLAG_SWITCH, NULL, "go on with other apps after an error"},
    {F_DRY, 'n', "dry-run", FLAG_SWITCH, NULL, "say what would run, run nothing"},
    {F_VERBOSE, 'v', "verbose", FLAG_SWITCH, NULL, "name every stage that runs"},
    {F_COLOR, 0, "color", FLAG_CHOICE, "auto/always/never", "colours on the terminal"},
    {F_PROGRESS, 0, "progress", FLAG_CHOICE, "auto/bar/plain/none", "how progress is shown"},
    {F_FORMAT, 0, "message-format", FLAG_CHOICE, "human/json/sarif", "how errors are written"},
    {F_PROFILE, 0, "profile", FLAG_TEXT, "FILE", "write a Chrome trace"},
    {F_EVENTS, 0, "events", FLAG_TEXT, "FILE", "write one JSON line per event"},
    {F_DEFINE, 'D', NULL, FLAG_TEXT, "NAME=VALUE", "set an option{} of the recipes"},
    {F_DUMP, 0, "dump", FLAG_TEXT, "STAGE[:FN]", "print what a stage made"},
    {F_TIME, 0, "time", FLAG_SWITCH, NULL, "print the time each kind of stage took"},
    {F_EXPLAIN, 0, "explain", FLAG_SWITCH, NULL, "say why each stage ran"},
    {F_OPT, 0, "opt", FLAG_CHOICE, "none/size/speed", "optimise for this, whatever recipes say"},
    {F_DEBUG, 0, "debug", FLAG_CHOICE, "true/false", "with or without debug information"},
    {F_DYNAMIC, 0, "dynamic", FLAG_CHOICE, "error/raise",
     "what cannot be compiled: refuse, or raise when reached"},
    {F_BACKEND, 0, "backend", FLAG_CHOICE, "native/c", "how machine code is made"},
    {F_OUTPUT, 'o', NULL, FLAG_TEXT, "FILE", "write the one output here instead of out/"},
    {F_MEMORY, 0, "memory", FLAG_TEXT, "SIZE", "begin no stage beside others above this much memory"},
    {F_WATCH, 0, "watch", FLAG_SWITCH, NULL, "build again after each change"},
    {F_DIRECTORY, 'C', "directory", FLAG_TEXT, "DIR", "go there first"},
    {F_RUNS, 0, "runs-per-test", FLAG_NUMBER, "N", "test: run each test N times"},
    {F_UNDER, 0, "run-under", FLAG_TEXT, "COMMAND", "test: start programs through this, such as an emulator"},
    {F_JUNIT, 0, "junit", FLAG_TEXT, "FILE", "test: write the JUnit file here"},
    {F_REMOTE, 0, "remote", FLAG_TEXT, "URL", "share results through this cache: http(s):// or grpc(s)://"},
    {F_REMOTE_UPLOAD, 0, "remote-upload", FLAG_CHOICE, "yes/no", "put results there too (default: yes)"},
    {F_REMOTE_EXEC, 0, "remote-exec", FLAG_CHOICE, "yes/no/always",
     "run stages there too, when they gain (default: no)"},
    {F_REMOTE_OPTION, 0, "remote-option", FLAG_TEXT, "NAME=VALUE", "a setting of workspace{ remote }"},
    {F_PLAN, 0, "plan", FLAG_SWITCH, NULL, "release: say what would be made, make nothing"},
    {F_PLAN_FORMAT, 0, "format", FLAG_CHOICE, "text/json", "release: how the plan is written"},
    {F_HELP, 'h', "help", FLAG_SWITCH, NULL, "help about the command"},
    {0},
};

enum { N_FLAGS = COUNT(cli_flags) - 1 };

void cli_usage_error(struct session *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct str text = str_vprintf(&s->arena, fmt, ap);
    va_end(ap);
    fprintf(stderr, "py2: " STR_FMT "\n", STR_ARG(text));
}

static bool choose(struct session *s, const struct flag *f, struct str v, int *out) {
    int n = 0;
    for (const char *p = f->argument; *p; n++) {
        size_t length = strcspn(p, "/");
        if (v.n == length && !memcmp(v.p, p, length)) return *out = n, true;
        p += length + (p[length] == '/');
    }
    cli_usage_error(s, "--%s takes one of %s, not '" STR_FMT "'", f->name, f->argument, STR_ARG(v));
    return false;
}

static bool set(struct session *s, const struct flag *f, struct str v) {
    struct options *o = &s->opt;
    int word = 0;
    if (f->kind == FLAG_CHOICE && !choose(s, f, v, &word)) return false;
    switch (f->id) {
    case F_TARGET: VEC_PUSH(&o->targets, &s->arena, v); break;
    case F_JOBS:
        o->jobs = (unsigned)strtoul(v.p, NULL, 10);
        if (o->jobs < 1 || o->jobs > 4096 || v.n > 4 || strspn(v.p, "0123456789") != v.n) {
            cli_usage_error(s, "-j takes a number from 1 to 4096, not '" STR_FMT "'", STR_ARG(v));
            return false;
        }
        break;
    case F_KEEP: o->keep_going = true; break;
    case F_DRY: o->dry_run = true; break;
    case F_VERBOSE: o->verbose++; break;
    case F_COLOR: o->color = (enum when)word; break;
    case F_PROGRESS: o->progress = (enum progress)word; break;
    case F_FORMAT: o->format = (enum format)word; break;
    case F_PROFILE: o->profile = v; break;
    case F_EVENTS: o->events = v; break;
    case F_DEFINE:
        if (!memchr(v.p, '=', v.n) || v.p[0] == '=') {
            cli_usage_error(s, "-D takes NAME=VALUE, not '" STR_FMT "'", STR_ARG(v));
            return false;
        }
        VEC_PUSH(&o->defines, &s->arena, v);
        break;
    case F_DUMP: o->dump = v; break;
    case F_TIME: o->time = true; break;
    case F_EXPLAIN: o->explain = true; break;
    case F_OPT: o->opt = v; break;
    case F_DEBUG: o->debug = v; break;
    case F_DYNAMIC: o->dynamic = v; break;
    case F_BACKEND:
        if (word) {
            cli_usage_error(s, "error[PY2E0330]: --%s=" STR_FMT " is not available in this version", f->name,
                            STR_ARG(v));
            return false;
        }
        o->backend = v;
        break;
    case F_OUTPUT: o->output = v; break;
    case F_MEMORY: {
        struct value size = {.kind = V_STR, .s = v};
        if (!size_parse(&size, &o->memory)) {
            cli_usage_error(s, "--memory takes a size such as 512M, not '" STR_FMT "'", STR_ARG(v));
            return false;
        }
        break;
    }
    case F_RUNS:
        o->runs_per_test = (unsigned)strtoul(v.p, NULL, 10);
        if (o->runs_per_test < 1 || o->runs_per_test > 9999 || strspn(v.p, "0123456789") != v.n) {
            cli_usage_error(s, "--runs-per-test takes a number from 1 to 9999, not '" STR_FMT "'",
                            STR_ARG(v));
            return false;
        }
        break;
    case F_UNDER: o->run_under = v; break;
    case F_JUNIT: o->junit = v; break;
    case F_PLAN: o->plan = true; break;
    case F_PLAN_FORMAT: o->json = word; break;
    case F_WATCH: o->watch = true; break;
    case F_DIRECTORY: o->directory = v; break;
    case F_REMOTE: o->remote = v; break;
    case F_REMOTE_UPLOAD: o->remote_upload = v; break;
    case F_REMOTE_EXEC: o->remote_exec = v; break;
    case F_REMOTE_OPTION:
        if (!memchr(v.p, '=', v.n)) {
            cli_usage_error(s, "--remote-option takes NAME=VALUE, not '" STR_FMT "'", STR_ARG(v));
            return false;
        }
        VEC_PUSH(&o->remote_options, &s->arena, v);
        break;
    case F_HELP: o->help = true; break;
    }
    return true;
}

static const struct flag *find_long(struct str name) {
    for (size_t i = 0; i < N_FLAGS; i++)
        if (cli_flags[i].name && str_is(name, cli_flags[i].name)) return &cli_flags[i];
    return NULL;
}

static const struct flag *find_short(char letter) {
    for (size_t i = 0; i < N_FLAGS; i++)
        if (cli_flags[i].letter == letter) return &cli_flags[i];
    return NULL;
}

static bool unknown(struct session *s, const char *arg, struct str name) {
    struct str names[N_FLAGS];
    size_t n = 0;
    for (size_t i = 0; i < N_FLAGS; i++)
        if (cli_flags[i].name) names[n++] = str_c(cli_flags[i].name);
    struct str near = str_closest(name, names, n);
    if (near.n)
        cli_usage_error(s, "unknown flag '%s': did you mean '--" STR_FMT "'?", arg, STR_ARG(near));
    else
        cli_usage_error(s, "unknown flag '%s' (`py2 help` lists them)", arg);
    return false;
}

/* "--name=value", "--name value" and "--name". Returns how many words it took; 0: an error was told; -1: not
 * ours. */
static int parse_long(struct session *s, char **argv, int left) {
    const char *eq = strchr(argv[0], '=');
    struct str name = {argv[0] + 2, eq ? (size_t)(eq - argv[0] - 2) : strlen(argv[0] + 2)};
    const struct flag *f = find_long(name);
    if (!f) return -1;
    if (f->kind == FLAG_SWITCH && eq) {
        cli_usage_error(s, "--%s takes no value", f->name);
        return 0;
    }
    if (f->kind == FLAG_SWITCH) return set(s, f, STR(""));
    if (eq) return set(s, f, str_c(eq + 1));
    if (left < 2) {
        cli_usage_error(s, "--%s needs a value", f->name);
        return 0;
    }
    return set(s, f, str_c(argv[1])) ? 2 : 0;
}

/* "-k", "-kv", "-j4", "-j 4". */
static int parse_short(struct session *s, char **argv, int left) {
    for (const char *p = argv[0] + 1; *p; p++) {
        const struct flag *f = find_short(*p);
        if (!f) return -1;
        if (f->kind == FLAG_SWITCH) {
            if (!set(s, f, STR(""))) return 0;
            continue;
        }
        if (p[1]) return set(s, f, str_c(p + 1));
        if (left > 1) return set(s, f, str_c(argv[1])) ? 2 : 0;
        cli_usage_error(s, "-%c needs a value", *p);
        return 0;
    }
    return 1;
}

bool cli_parse(struct session *s, int argc, char **argv, bool pass) {
    struct options *o = &s->opt;
    for (int i = 0; i < argc;) {
        const char *arg = argv[i];
        if (!strcmp(arg, "--")) {
            o->n_after = (size_t)(argc - i - 1);
            o->after = NEW_N(&s->arena, struct str, o->n_after);
            for (size_t k = 0; k < o->n_after; k++) o->after[k] = str_c(argv[i + 1 + (int)k]);
            return true;
        }
        bool longer = arg[0] == '-' && arg[1] == '-';
        /* "-//pkg:name" and "-:name" subtract a pattern. */
        bool flag = longer || (arg[0] == '-' && arg[1] && arg[1] != '/' && arg[1] != ':');
        int took = !flag    ? -1
                   : longer ? parse_long(s, argv + i, argc - i)
                            : parse_short(s, argv + i, argc - i);
        if (!took) return false;
        if (took < 0 && flag && !pass) return unknown(s, arg, str_c(arg + 1 + longer));
        if (took < 0) VEC_PUSH(&o->args, &s->arena, str_c(arg));
        i += MAX(took, 1);
    }
    return true;
}
