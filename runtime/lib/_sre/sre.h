/* The regular expression engine under CPython's own re package.
 *
 * The package compiles a pattern to a list of words (the format of MAGIC 20220615). program.c reads and
 * checks them once and makes a program of ours; match.c runs it.
 *
 * Invariants:
 *  - A program is checked: jumps stay inside, marks and slots are in range, and it ends with SRE_MATCH. The
 * matcher trusts it.
 *  - The matcher never recurses. What is to be tried later, and how to undo what was done since, are frames
 * of one stack; frames hold numbers and addresses within the subject only, so the stack is memory without
 * values.
 *  - Marks after `lastmark` are unset, whatever they hold.
 *  - A `first` set says which characters can come next where at least one must; using it may only save work.
 */
#ifndef PY2_SRE_H
#define PY2_SRE_H

#include "runtime/call/entry.h"
#include "runtime/lib/native.h"
#include "runtime/text/text.h"
#include "runtime/types/container.h"

#define SRE_MAGIC     20220615
#define SRE_MAXREPEAT UINT32_MAX
#define SRE_MAXGROUPS (INT32_MAX / 2)

enum sre_flag {
    SRE_TEMPLATE = 1,
    SRE_IGNORECASE = 2,
    SRE_LOCALE = 4,
    SRE_MULTILINE = 8,
    SRE_DOTALL = 16,
    SRE_UNICODE = 32,
    SRE_VERBOSE = 64,
    SRE_DEBUG = 128,
    SRE_ASCII = 256,
};

/* The words' operations, in the order of re/_constants.py. */
enum sre_word {
    W_FAILURE,
    W_SUCCESS,
    W_ANY,
    W_ANY_ALL,
    W_ASSERT,
    W_ASSERT_NOT,
    W_AT,
    W_BRANCH,
    W_CATEGORY,
    W_CHARSET,
    W_BIGCHARSET,
    W_GROUPREF,
    W_GROUPREF_EXISTS,
    W_IN,
    W_INFO,
    W_JUMP,
    W_LITERAL,
    W_MARK,
    W_MAX_UNTIL,
    W_MIN_UNTIL,
    W_NOT_LITERAL,
    W_NEGATE,
    W_RANGE,
    W_REPEAT,
    W_REPEAT_ONE,
    W_SUBPATTERN,
    W_MIN_REPEAT_ONE,
    W_ATOMIC_GROUP,
    W_POSSESSIVE_REPEAT,
    W_POSSESSIVE_REPEAT_ONE,
    W_GROUPREF_IGNORE,
    W_IN_IGNORE,
    W_LITERAL_IGNORE,
    W_NOT_LITERAL_IGNORE,
    W_GROUPREF_LOC_IGNORE,
    W_IN_LOC_IGNORE,
    W_LITERAL_LOC_IGNORE,
    W_NOT_LITERAL_LOC_IGNORE,
    W_GROUPREF_UNI_IGNORE,
    W_IN_UNI_IGNORE,
    W_LITERAL_UNI_IGNORE,
    W_NOT_LITERAL_UNI_IGNORE,
    W_RANGE_UNI_IGNORE,
};

enum sre_at {
    AT_BEGINNING,
    AT_BEGINNING_LINE,
    AT_BEGINNING_STRING,
    AT_BOUNDARY,
    AT_NON_BOUNDARY,
    AT_END,
    AT_END_LINE,
    AT_END_STRING,
    AT_LOC_BOUNDARY,
    AT_LOC_NON_BOUNDARY,
    AT_UNI_BOUNDARY,
    AT_UNI_NON_BOUNDARY,
    AT_COUNT
};

#define SRE_CATEGORIES 18 /* of re/_constants.py */

/* How characters are folded before they are compared. */
enum sre_fold { FOLD_NONE, FOLD_ASCII, FOLD_UNICODE, FOLD_LOCALE };

/* One character's test: an instruction's `test` and `arg`. */
enum sre_test {
    TEST_CHAR,     /* is arg */
    TEST_NOT_CHAR, /* is not arg */
    TEST_ALL,
    TEST_SET, /* is in set number arg */
};

/* A set of characters: those of Latin-1 as a bitmap; the others by reading the words again. */
enum sre_high { HIGH_NONE, HIGH_ALL, HIGH_ASK };
struct sre_set {
    uint64_t low[4];
    uint32_t words; /* where the set's words begin */
    uint8_t fold, high;
    bool negated;
    enum { SET_WORDS, SET_CHAR } kind; /* SET_CHAR: `words` holds one character, compared after folding */
};

/* Operation, what it uses. Every one goes on at the next instruction unless it says otherwise. */
enum sre_op {
    SRE_FAIL,
    SRE_MATCH,
    SRE_CHAR,        /* arg */
    SRE_STRING,      /* literal[arg .. arg + min) */
    SRE_TEST,        /* test, arg */
    SRE_MARK,        /* arg: mark */
    SRE_AT,          /* arg: enum sre_at */
    SRE_JUMP,        /* target */
    SRE_ALT,         /* goes on; when that fails, at target */
    SRE_GREEDY,      /* test, arg, min, max: as many as there are, then fewer */
    SRE_LAZY,        /* the same: as few as will do, then more */
    SRE_POSSESSIVE,  /* the same: as many as there are */
    SRE_LOOP,        /* arg: slot; starts a loop */
    SRE_LOOP_GREEDY, /* arg: slot, min, max: the body, then target */
    SRE_LOOP_LAZY,   /* the same: target, then the body */
    SRE_LOOP_ATOMIC, /* the same; each turn of the body is final */
    SRE_TURN_END,    /* of such a body; target: the loop */
    SRE_ATOMIC,      /* the body up to SRE_ATOMIC_END is final once matched */
    SRE_ATOMIC_END,
    SRE_ASSERT, /* arg: characters to step back; the body up to SRE_ASSERT_END; target: behind it */
    SRE_ASSERT_END,
    SRE_ASSERT_NOT, /* the same, must fail */
    SRE_ASSERT_NOT_END,
    SRE_GROUP,    /* arg: group, test: enum sre_fold */
    SRE_IF_GROUP, /* arg: group; without it, target */
};

#define SRE_NO_FIRST   UINT32_MAX
#define SRE_FINAL      1u /* of GREEDY: giving back characters never helps */
#define SRE_FINAL_BYTE 2u /* the same, while all characters are Latin-1 */

struct sre_inst {
    uint8_t op, test, flags, spare;
    uint32_t arg, min, max, target;
    uint32_t first; /* set number: of what must come after (GREEDY, LAZY) or in the body (ALT, LOOP_…) */
};

/* How a search finds places to try. */
enum sre_start {
    START_ANYWHERE,
    START_LITERAL, /* at `prefix` */
    START_SET,     /* at a character of the set `first` */
    START_BEGIN,   /* only at the beginning of the subject */
};

struct sre_pattern {
    struct obj head;
    val pattern, groupindex, indexgroup, weakrefs;
    int64_t flags, groups;
    int32_t isbytes; /* -1: takes both */
    uint32_t nwords, ninst, nslots, nset;
    uint32_t *word; /* storage blocks */
    struct sre_inst *inst;
    struct sre_set *set;
    uint32_t *literal;
    uint8_t *literal_bytes; /* the same, where they are Latin-1 */
    int64_t hash;
    uint32_t start, prefix, prefix_n, first, min_width;
    uint8_t run_start; /* as the flags of GREEDY: failing where a run of characters begins is failing in all
                          of it */
};

enum frame_kind {
    FRAME_ALT,       /* go on at inst, x */
    FRAME_GREEDY,    /* inst: the repeat; candidates x (lowest) .. y */
    FRAME_LAZY,      /* inst: the repeat; x: where to go on, y: how many more may be taken */
    FRAME_MARK,      /* undo: inst: mark, x: its value, y: lastmark, z: lastindex */
    FRAME_LOOP,      /* undo: inst: slot, x: count, y: last */
    FRAME_LOOP_EXIT, /* inst: the loop, x: place, y: count, z: last before this turn */
    FRAME_LOOP_BODY, /* the same, of a lazy loop */
    FRAME_FENCE,     /* x: the fence below; y: place */
    FRAME_NOT,       /* a fence; when the body fails, go on behind it */
    FRAME_TURN,      /* a fence; when the body fails, the loop ends */
};
struct sre_frame {
    uint32_t kind, inst;
    int64_t x, y, z;
};
struct sre_slot {
    int64_t count;
    const void *last;
};

#define SRE_FEW_MARKS  24
#define SRE_FEW_SLOTS  4
#define SRE_FEW_FRAMES 24

/* One match or search in progress. Lives on the C stack; may not be copied. */
struct sre_state {
    struct thread *t;
    const struct sre_pattern *re;
    val string;
    struct text text;
    struct bytearray *pinned; /* may not be resized meanwhile */
    bool isbytes;
    const void *beginning, *end; /* of the subject */
    const void *start, *ptr;     /* of the match */
    const void *must_pass;       /* an empty match may not end here; NULL */
    bool match_all;
    int64_t lastmark, lastindex;
    const void **mark;
    struct sre_slot *slot;
    struct sre_frame *frame;
    int64_t sp, cap, fence, budget;
    const void *few_marks[SRE_FEW_MARKS];
    struct sre_slot few_slots[SRE_FEW_SLOTS];
    struct sre_frame few_frames[SRE_FEW_FRAMES];
};

/* charset.c */
uint32_t sre_lower(uint32_t c, enum sre_fold fold);
uint32_t sre_upper(uint32_t c, enum sre_fold fold);
bool sre_category(uint32_t category, uint32_t c);
bool sre_set_ask(const struct sre_pattern *re, const struct sre_set *s, uint32_t c);
/* Length of a set's words, the end included; 0: not valid. */
uint32_t sre_set_words(const uint32_t *word, uint32_t at, uint32_t end);
void sre_set_fill(const struct sre_pattern *re, struct sre_set *s);

/* program.c: from re->word; false raised. */
bool sre_program(struct thread *t, struct sre_pattern *re);
/* first.c: what can come next; fills `first` and the search's plan. */
bool sre_plan(struct thread *t, struct sre_pattern *re);
uint32_t sre_set_new(struct thread *t, struct sre_pattern *re); /* SRE_NO_FIRST raised */

/* match.c: 1 found, 0 not, -1 raised. `ptr` is where to begin; start and ptr are set. */
int sre_match(struct sre_state *s);
int sre_search(struct sre_state *s);

/* state.c */
bool sre_begin(struct sre_state *s, struct thread *t, struct sre_pattern *re, val string, int64_t from,
               int64_t to);
void sre_end(struct sre_state *s);
void sre_reset(struct sre_state *s);
bool sre_more_frames(struct sre_state *s);
int64_t sre_offset(const struct sre_state *s, const void *p);
val sre_slice(struct thread *t, val string, bool isbytes, struct text x, int64_t from, int64_t to);
/* A group's text; `missing` when it took no part. */
val sre_group_text(struct sre_state *s, int64_t group, val missing);

/* objects.c */
struct sre_match {
    struct obj head;
    val string, re, regs; /* regs: made when asked for */
    int64_t pos, endpos, lastindex, groups;
    int64_t mark[];
};
extern struct type sre_pattern_type, sre_match_type, sre_scanner_type;
extern struct shape sre_pattern_shape, sre_match_shape, sre_scanner_shape;
val sre_match_new(struct sre_state *s); /* of a state that found something */
val sre_match_group(struct thread *t, struct sre_match *m, int64_t group, val missing);

/* substitute.c */
val sre_sub(struct thread *t, struct sre_pattern *re, val repl, val string, int64_t count, bool counted);

#endif
