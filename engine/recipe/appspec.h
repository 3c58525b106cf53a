/* What an app is, resolved: recipes, libraries, resources and select{} are gone, only paths and settings are
 * left.
 *
 * The engine demands node ("app", KEY). KEY says which app for which target:
 *     //pkg:name@linux-x86_64            a declared app
 *     path/to/main.py?root=DIR@TARGET    a single file, its import root DIR
 * Rule "app" asks for it with appspec_need, and its output is the executable's bytes. Two rules of the engine
 * are behind that: "appspec" with the same key gives what the app itself declares and the keys of its
 * libraries, "library" what one of these declares. So what many apps share is resolved and kept once.
 *
 * Invariants: all paths are clean and relative to the workspace root; lists are in the order given by the
 * recipe (resource files sorted); equal specs have equal bytes, and every field is in them, so a recipe edit
 * that changes no field changes nothing. */
#ifndef PY2_APPSPEC_H
#define PY2_APPSPEC_H

#include "engine/rule.h"

struct strs {
    struct str *p;
    size_t n;
};

struct appspec_file {
    struct str name; /* inside the resource: prefix and path, '/' separated, e.g. "web/index.html" */
    struct str path; /* in the workspace */
};
struct appspec_resource {
    struct str label;
    struct str compress; /* "auto", "always" or "never" */
    struct appspec_file *files;
    size_t n_files;
};

/* What was declared of the modules of one app or library. A module belongs to the one that lists its file in
 * `srcs`, else, among those without `srcs`, to the one with the longest root above it. */
struct appspec_owner {
    struct str label, file; /* file: its recipe */
    struct strs roots, srcs;
    struct strs deps;  /* labels of the libraries it names, groups and aliases resolved */
    struct strs named; /* those of them that did not come by a group */
    bool has_resources;
    struct str key; /* of rule "library"; empty for the app itself */
};

struct appspec {
    struct str label;   /* "//pkg:name", or the file's path */
    struct str name;    /* of the executable */
    struct str package; /* "" for the root package */
    struct str workspace_name, workspace_version;
    struct str main_file;   /* either the file … */
    struct str main_module; /* … or the module; never both */
    struct str main_func;   /* "" or the function to call in it */
    struct strs roots;      /* import roots in order: the app's, then its libraries' */
    struct strs srcs;       /* files that library{srcs=…} lists; they must be importable */
    struct strs imports;    /* modules reached only by computed names */
    struct strs libraries;  /* keys of rule "library", depth first in the order they are written */
    struct appspec_resource *resources;
    size_t n_resources;
    struct appspec_owner *owners; /* the app, then its libraries; none for a lone file */
    size_t n_owners;
    /* the target: "target" is the name the user chose, "triple" the machine */
    struct str target, triple, cpu;
    struct strs features;
    struct str opt; /* "none", "size" or "speed" (the default) */
    bool debug;
    struct str dynamic; /* "error" (the default) or "raise" */
    struct str subsystem, icon, min_os;
    struct strs version_info; /* alternating names and values */
    uint64_t stack;           /* bytes; 0: the default */
};

/* ---- specneed.c ---- */

/* The spec of a key, with what its libraries add to `roots`, `srcs`, `resources` and `owners`. False when it
 * cannot be had; that is told. */
bool appspec_need(struct rule_ctx *c, struct str key, struct appspec *s);
/* One library: its owner, and the owners of the libraries that it names. */
bool library_need(struct rule_ctx *c, struct str key, struct appspec_owner *self,
                  struct appspec_owner **deps);

/* ---- appspec.c: the bytes of both rules ---- */

struct str appspec_encode(struct arena *a, const struct appspec *s);
/* Bounded: false for bytes that appspec_encode did not make. Strings point into `bytes`. */
bool appspec_decode(struct arena *a, struct str bytes, struct appspec *s);
struct library {
    struct appspec_owner owner;
    struct appspec_resource *resources;
    size_t n_resources;
};
struct str library_encode(struct arena *a, const struct library *l);
bool library_decode(struct arena *a, struct str bytes, struct library *l);

struct str appspec_key_label(struct arena *a, struct str label, struct str target);
struct str appspec_key_file(struct arena *a, struct str file, struct str root, struct str target);
/* Of rule "library". `near` is the app's package when that declares the target, else empty. */
struct str library_key(struct arena *a, struct str label, struct str target, struct str near);
bool library_key_split(struct str key, struct str *label, struct str *target, struct str *near);
/* Splits a key. `root` is empty for a label. False when it has no target. */
bool appspec_key_split(struct str key, struct str *what, struct str *root, struct str *target);

#endif
