/* What an app is, resolved: recipes, libraries, resources and select{} are gone, only paths and settings are
 * left.
 *
 * The engine demands node ("app", KEY). KEY says which app for which target:
 *     //pkg:name@linux-x86_64            a declared app
 *     path/to/main.py?root=DIR@TARGET    a single file, its import root DIR
 * Rule "app" asks the engine's own rule "appspec" with the same key and decodes its bytes:
 *
 *     struct str bytes;
 *     if (!rule_need(c, "appspec", c->key, &bytes)) return false;
 *     struct appspec spec;
 *     if (!appspec_decode(c->arena, bytes, &spec)) BUG("appspec");
 *
 * and its output is the executable's bytes. Invariants: all paths are clean and relative to the workspace
 * root; lists are in the order given by the recipe (resource files sorted); equal specs have equal bytes, and
 * every field is in them, so a recipe edit that changes no field changes nothing. */
#ifndef PY2_APPSPEC_H
#define PY2_APPSPEC_H

#include "engine/base/base.h"

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

struct str appspec_encode(struct arena *a, const struct appspec *s);
/* Bounded: false for bytes that appspec_encode did not make. Strings point into `bytes`. */
bool appspec_decode(struct arena *a, struct str bytes, struct appspec *s);

struct str appspec_key_label(struct arena *a, struct str label, struct str target);
struct str appspec_key_file(struct arena *a, struct str file, struct str root, struct str target);
/* Splits a key. `root` is empty for a label. False when it has no target. */
bool appspec_key_split(struct str key, struct str *what, struct str *root, struct str *target);

#endif
