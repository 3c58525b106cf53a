/* Running a stage on another machine: what is sent there, and what comes back.
 *
 * A stage is a function of its rule, its key and the answers to its questions. All of them go along as files:
 * the answers' bytes each under their digest (so that what two stages need is sent once), everything else in
 * one file, the request. `py2 stage RULE REQUEST RESULT` runs the rule on them and on nothing else. What a
 * stage will ask is not known before it has run; a question that has no answer among the files ends it, and
 * the result names it.
 *
 *     request   "py2sq1\n" rule, version, key, then each answer: kind, rule, key, digest
 *     result    "py2sr1\n" 0, a recorded run as the cache keeps it, output
 *               "py2sr1\n" 1, then each question: rule, key
 *               "py2sr1\n" 2: the stage failed; it is run again where a person can read why
 *
 * Texts are uleb-counted. */
#ifndef PY2_REMOTE_EXECUTE_H
#define PY2_REMOTE_EXECUTE_H

#include "engine/remote/remote.h"

struct session;

enum given_kind { GIVEN_END, GIVEN_BYTES, GIVEN_BARE, GIVEN_FAILED }; /* bytes are there; none; it failed */
enum result_kind { RESULT_DONE, RESULT_MISSING, RESULT_FAILED };
#define REQUEST_MAGIC "py2sq1\n"
#define RESULT_MAGIC  "py2sr1\n"

#endif
