/* What one archive of a release{} holds, resolved: recipes, selects and name templates are gone.
 *
 * The engine demands node ("pack", KEY), KEY being //pkg:name@TARGET#FORMAT. Rule "pack" asks the engine's
 * own rule "release-spec" with the same key, decodes its bytes, and its output is the archive's bytes.
 * Invariants: names in the archive are clean, relative, unique, and sorted by their bytes; a directory is not
 * listed; equal specs have equal bytes. */
#ifndef PY2_RELEASESPEC_H
#define PY2_RELEASESPEC_H

#include "engine/base/base.h"

struct release_entry {
    struct str name;   /* in the archive, '/' separated, without the directory that all of it lies in */
    struct str source; /* path of a file in the workspace, or the key of rule "app" */
    bool is_app;
    bool executable;
};

struct release_spec {
    struct str label, name, version, target, triple, format; /* format: "tar.gz", "tar.zst", "zip" or "deb" */
    struct str archive;                                      /* its file name */
    struct str top;                                          /* the directory all of it lies in */
    struct str description, maintainer;                      /* for packages */
    struct release_entry *entries;
    size_t n;
    uint64_t
        time; /* of every entry: SOURCE_DATE_EPOCH, or the beginning of 1980, which every format can say */
};

struct str release_spec_encode(struct arena *a, const struct release_spec *s);
/* Bounded: false for bytes that release_spec_encode did not make. Strings point into `bytes`. */
bool release_spec_decode(struct arena *a, struct str bytes, struct release_spec *s);

extern const struct rule rule_release_spec, rule_release_formats;

#endif
