/* What a person may say about a remote. Both py2 and its network client know this struct. */
#ifndef PY2_REMOTE_OPTIONS_H
#define PY2_REMOTE_OPTIONS_H

#include "engine/base/base.h"

struct remote_options {
    struct str url;      /* http://, https://, grpc:// or grpcs:// */
    struct str instance; /* of the Remote Execution API */
    struct str token_file, ca_file, cert_file, key_file;
    struct str headers;  /* "Name: value" lines */
    struct str platform; /* "name=value" lines: what a worker must have */
    struct str timeout;  /* seconds for one exchange; empty: 10 */
    struct str upload;   /* "yes" or "no" */
    struct str exec;     /* "yes": what gains by it; "always": whatever can be; or "no" */
    struct str linger;   /* seconds that uploads may last behind the build; empty: see remote_flush */
    struct str version;  /* of py2, for the server's log */
};

/* The members in the order in which they are sent. */
enum { REMOTE_OPTIONS = sizeof(struct remote_options) / sizeof(struct str) };

#endif
