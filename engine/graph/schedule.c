/* Slots, threads and waiting.
 *
 * At most `jobs` threads hold a slot (fewer when make's job server hands them out). A thread that needs nodes
 * queues them for others and works through them itself, the longest critical path first; one that must wait
 * for another thread gives its slot back, so that some other thread can go on, and takes one again before it
 * goes on itself (threads that resume go before new work). Under a memory ceiling nothing is begun while what
 * is in use, and what the runs under way and the new one are known to need, is above it; one thread always
 * goes on. Which thread runs what never shows in a result. */
#define _GNU_SOURCE
#include "engine/graph/run.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Beside those with a slot: threads that wait in the middle of a stage. */
enum { SPARE_THREADS = 200 };

/* ---- the queue: a heap, the longest critical path first ---- */

static uint64_t path_through(const struct node *n) {
    return n->tail + n->cost;
}

static bool before(const struct queued *a, const struct queued *b) {
    return a->cost != b->cost ? a->cost > b->cost : a->order < b->order;
}

static void queue_push(struct build *b, struct node *n) {
    struct queued q = {n, path_through(n), b->queue_count++};
    if (b->queue_n == b->queue_cap) {
        size_t cap = b->queue_cap ? b->queue_cap * 2 : 64;
        pthread_mutex_lock(&b->keep_mutex);
        b->queue = arena_grow(&b->arena, b->queue, b->queue_cap * sizeof *b->queue, cap * sizeof *b->queue);
        pthread_mutex_unlock(&b->keep_mutex);
        b->queue_cap = cap;
    }
    size_t i = b->queue_n++;
    for (; i && before(&q, &b->queue[(i - 1) / 2]); i = (i - 1) / 2) b->queue[i] = b->queue[(i - 1) / 2];
    b->queue[i] = q;
}

static void queue_pop(struct build *b) {
    struct queued last = b->queue[--b->queue_n];
    size_t i = 0;
    for (size_t kid; (kid = 2 * i + 1) < b->queue_n; i = kid) {
        if (kid + 1 < b->queue_n && before(&b->queue[kid + 1], &b->queue[kid])) kid++;
        if (!before(&b->queue[kid], &last)) break;
        b->queue[i] = b->queue[kid];
    }
    b->queue[i] = last;
}

/* The next node nobody has begun: needers take nodes by themselves and leave their entries behind. */
static struct node *queue_top(struct build *b) {
    while (b->queue_n && b->queue[0].node->state != NODE_QUEUED) queue_pop(b);
    return b->queue_n ? b->queue[0].node : NULL;
}

/* ---- slots and memory ---- */

static unsigned slots(const struct build *b) {
    return b->jobserver ? MIN(b->jobs, jobserver_slots(b->jobserver)) : b->jobs;
}

static void counts_changed(struct build *b) {
    if (b->jobserver) jobserver_adjust(b->jobserver);
}

static void keep_promise(struct build *b, struct node *n) {
    if (n->promised) b->promised -= n->peak;
    n->promised = false;
}

void schedule_begin_run(struct build *b, struct run *r) {
    keep_promise(b, r->node);
    r->link = &b->runs;
    r->next = b->runs;
    if (r->next) r->next->link = &r->next;
    b->runs = r;
}

void schedule_end_run(struct build *b, struct run *r) {
    (void)b;
    *r->link = r->next;
    if (r->next) r->next->link = r->link;
}

/* May a node be begun while `others` threads are running? What a run under way has not taken yet of what it
 * took last time counts as taken. */
static bool fits(const struct build *b, const struct node *n, unsigned others) {
    if (!b->ceiling || !others) return true;
    uint64_t sum = b->memory->used + b->promised + n->peak;
    for (const struct run *r = b->runs; r && sum <= b->ceiling; r = r->next) {
        uint64_t used = r->memory.used;
        if (r->node->peak > used) sum += r->node->peak - used;
    }
    return sum <= b->ceiling;
}

/* Somebody gave memory or a slot back. */
static void room_changed(struct build *b) {
    if (!b->ceiling) return;
    if (b->throttled) pthread_cond_broadcast(&b->room);
    if (b->queue_n) schedule_offer(b, 1);
}

void schedule_wake(struct node *n) {
    for (struct waiter *waiter = n->waiters; waiter; waiter = waiter->next)
        pthread_cond_signal(&waiter->worker->woken);
}

/* ---- running one node, with the mutex held on entry and exit ---- */

static void run_node(struct build *b, struct worker *w, struct node *n) {
    if (b->halted && n->rule == b->root_rule) {
        n->state = NODE_FAILED;
        n->skipped = true;
        return;
    }
    if (n->state == NODE_QUEUED) b->n_queued--;
    b->n_begun += !n->leaf;
    n->state = NODE_RUNNING;
    n->owner = w;
    n->promised = true;
    b->promised += n->peak;
    VEC_PUSH(&w->stack, &w->arena, n);
    pthread_mutex_unlock(&b->mutex);
    bool ok = node_update(b, w, n);
    pthread_mutex_lock(&b->mutex);
    w->stack.n--;
    keep_promise(b, n);
    b->n_begun -= !n->leaf;
    n->state = ok ? NODE_DONE : NODE_FAILED;
    if (!ok && n->rule == b->root_rule && !b->keep_going && !b->dry_run) b->halted = true;
    n->owner = NULL;
    schedule_wake(n);
    room_changed(b);
}

/* ---- taking and leaving a slot ---- */

/* `stays`: the thread looks at the queue itself next. */
static void slot_leave(struct build *b, bool stays) {
    b->running--;
    if (b->resuming)
        pthread_cond_signal(&b->resume);
    else if (b->queue_n && !stays)
        schedule_offer(b, 1);
    room_changed(b);
    counts_changed(b);
}

/* For a thread in the middle of a stage: it goes before all new work. */
static void slot_retake(struct build *b) {
    b->resuming++;
    counts_changed(b);
    while (b->running >= slots(b)) pthread_cond_wait(&b->resume, &b->mutex);
    b->resuming--;
    b->running++;
}

/* ---- workers ---- */

static void worker_init(struct worker *w, struct build *b, unsigned lane) {
    *w = (struct worker){.build = b, .lane = lane};
    arena_init(&w->arena, b->memory);
    pthread_cond_init(&w->woken, NULL);
}

static void worker_drop(struct worker *w) {
    pthread_cond_destroy(&w->woken);
    arena_free(&w->arena);
}

struct start {
    struct build *build;
    unsigned lane;
};

static void *worker_main(void *arg) {
    struct start start = *(struct start *)arg;
    struct build *b = start.build;
    struct worker w;
    worker_init(&w, b, start.lane);
    pthread_mutex_lock(&b->mutex);
    while (!b->closing) {
        struct node *n = b->running + b->resuming < slots(b) ? queue_top(b) : NULL;
        if (!n || !fits(b, n, b->running)) {
            b->idle++;
            pthread_cond_wait(&b->work, &b->mutex);
            b->idle--;
            continue;
        }
        queue_pop(b);
        b->running++;
        run_node(b, &w, n);
        slot_leave(b, true);
    }
    pthread_mutex_unlock(&b->mutex);
    worker_drop(&w);
    pthread_mutex_lock(&b->mutex); /* after this nothing of the build is touched */
    if (--b->threads == 0) pthread_cond_signal(&b->ended);
    pthread_mutex_unlock(&b->mutex);
    return NULL;
}

static bool thread_new(pthread_t *t, void *(*main)(void *), void *arg) {
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, RULE_STACK);
    int error = pthread_create(t, &attr, main, arg);
    pthread_attr_destroy(&attr);
    return !error;
}

/* Failing to make a thread is no error: whoever needs the nodes runs them. */
void schedule_offer(struct build *b, size_t nodes) {
    counts_changed(b);
    unsigned most = slots(b);
    size_t free_slots = most > b->running ? most - b->running : 0;
    for (size_t i = MIN(nodes, free_slots), idle = b->idle; i; i--) {
        if (idle) {
            idle--;
            pthread_cond_signal(&b->work);
            continue;
        }
        if (b->threads >= b->jobs + SPARE_THREADS) return;
        struct start *start = build_keep_alloc(b, sizeof *start);
        *start = (struct start){b, b->threads + 1};
        pthread_t t;
        if (!thread_new(&t, worker_main, start)) return;
        pthread_detach(t);
        b->threads++;
    }
}

/* ---- waiting ---- */

static bool on_stack(const struct worker *w, const struct node *n, size_t *at) {
    for (size_t i = 0; i < w->stack.n; i++)
        if (w->stack.p[i] == n) return *at = i, true;
    return false;
}

static void add_step(struct buf *path, const struct node *n) {
    if (path->n) buf_puts(path, " -> ");
    buf_str(path, node_title(path->arena, n));
}

/* Would `w` wait for itself if it waited for `n`? Each thread's stack is one chain of needs and a thread
 * waits for one node, so the path to follow is unique: from n up its thread's stack, then on to what that
 * thread waits for. */
static bool finds_cycle(struct worker *w, struct node *n, struct str *cycle) {
    struct buf path;
    size_t at = 0;
    buf_init(&path, &w->arena);
    for (struct node *step = n; step && step->owner; step = step->owner->waiting_on) {
        struct worker *owner = step->owner;
        if (!on_stack(owner, step, &at)) return false;
        for (size_t i = at; i < owner->stack.n; i++) add_step(&path, owner->stack.p[i]);
        if (owner == w) {
            add_step(&path, n);
            *cycle = buf_view(&path);
            return true;
        }
    }
    return false;
}

/* Waiters leave the list themselves: one that was woken may find that the node is being loaded by then, and
 * waits on. */
static void forget_waiter(struct node *n, struct waiter *me) {
    struct waiter **at = &n->waiters;
    while (*at != me) at = &(*at)->next;
    *at = me->next;
}

void schedule_wait(struct build *b, struct worker *w, struct node *n) {
    struct waiter me = {w, n->waiters};
    n->waiters = &me;
    w->waiting_on = n;
    int64_t from = now_nanos();
    slot_leave(b, false);
    while (n->state == NODE_RUNNING || n->loading) pthread_cond_wait(&w->woken, &b->mutex);
    forget_waiter(n, &me);
    w->waiting_on = NULL;
    slot_retake(b);
    w->waited += now_nanos() - from;
}

void schedule_leave(struct build *b, struct worker *w) {
    pthread_mutex_lock(&b->mutex);
    w->left = now_nanos();
    slot_leave(b, false);
    pthread_mutex_unlock(&b->mutex);
}

void schedule_return(struct build *b, struct worker *w) {
    pthread_mutex_lock(&b->mutex);
    slot_retake(b);
    w->waited += now_nanos() - w->left;
    pthread_mutex_unlock(&b->mutex);
}

static bool unbegun(const struct node *n) {
    return n->state == NODE_NEW || n->state == NODE_QUEUED;
}

/* Under a memory ceiling: waits until the node may be begun, or somebody else has begun it. */
static void wait_for_room(struct build *b, struct worker *w, struct node *n) {
    if (n->leaf || fits(b, n, b->running - 1)) return;
    int64_t from = now_nanos();
    b->throttled++;
    slot_leave(b, false);
    while (unbegun(n) && !b->cancelled && (b->running + b->resuming >= slots(b) || !fits(b, n, b->running)))
        pthread_cond_wait(&b->room, &b->mutex);
    b->throttled--;
    slot_retake(b);
    w->waited += now_nanos() - from;
}

static int longest_first(const void *a, const void *b) {
    const struct queued *x = a, *y = b;
    return before(x, y) ? -1 : before(y, x);
}

/* The needer's own share, in the order in which the queue gives the nodes to others. */
static void run_longest_first(struct build *b, struct worker *w, struct node **nodes, size_t n) {
    struct arena a;
    arena_init(&a, NULL);
    struct queued *order = NEW_N(&a, struct queued, n);
    for (size_t i = 0; i < n; i++) order[i] = (struct queued){nodes[i], path_through(nodes[i]), i};
    qsort(order, n, sizeof *order, longest_first);
    for (size_t i = 0; i < n; i++) {
        if (unbegun(order[i].node)) wait_for_room(b, w, order[i].node);
        if (unbegun(order[i].node)) run_node(b, w, order[i].node);
    }
    arena_free(&a);
}

/* Queues for others what the needer will not get to at once; returns whether the order matters. */
static bool share(struct build *b, struct worker *w, struct node **nodes, size_t n) {
    const struct node *needer = w->stack.n ? w->stack.p[w->stack.n - 1] : NULL;
    uint64_t tail = needer ? needer->tail + needer->micros : 0;
    size_t queued = 0;
    bool known = false;
    for (size_t i = 0; i < n; i++) {
        struct node *d = nodes[i];
        /* Leaves cost less than handing them over. */
        if (!unbegun(d) || d->leaf) continue;
        d->tail = MAX(d->tail, tail);
        known |= d->cost > 0;
        if (d->state == NODE_QUEUED || n == 1 || b->jobs == 1) continue;
        d->state = NODE_QUEUED;
        b->n_queued++;
        queue_push(b, d);
        queued++;
    }
    if (queued > 1) schedule_offer(b, queued - 1);
    return (known && queued > 1) || b->ceiling;
}

void schedule_need(struct build *b, struct worker *w, struct node **nodes, size_t n, struct str *cycle) {
    *cycle = (struct str){0};
    pthread_mutex_lock(&b->mutex);
    if (share(b, w, nodes, n))
        run_longest_first(b, w, nodes, n);
    else
        for (size_t i = 0; i < n; i++)
            if (unbegun(nodes[i])) run_node(b, w, nodes[i]);
    for (size_t i = 0; i < n && !cycle->n; i++) {
        if (nodes[i]->state != NODE_RUNNING) continue;
        if (!finds_cycle(w, nodes[i], cycle)) schedule_wait(b, w, nodes[i]);
    }
    pthread_mutex_unlock(&b->mutex);
}

void schedule_cancel(struct build *b, int why) {
    int none = 0;
    atomic_compare_exchange_strong(&b->cancelled, &none, why);
}

/* ---- the outermost thread ---- */

struct body {
    struct build *build;
    void (*run)(struct build *, struct worker *, void *);
    void *arg;
};

static void *body_main(void *arg) {
    struct body *body = arg;
    struct build *b = body->build;
    struct worker w;
    worker_init(&w, b, 0);
    pthread_mutex_lock(&b->mutex);
    b->closing = false;
    b->running++;
    pthread_mutex_unlock(&b->mutex);
    body->run(b, &w, body->arg);
    pthread_mutex_lock(&b->mutex);
    b->running--;
    b->queue_n = 0;
    counts_changed(b);
    b->closing = true;
    pthread_cond_broadcast(&b->work);
    while (b->threads) pthread_cond_wait(&b->ended, &b->mutex);
    pthread_mutex_unlock(&b->mutex);
    worker_drop(&w);
    return NULL;
}

void schedule_run(struct build *b, void (*run)(struct build *, struct worker *, void *), void *arg) {
    struct body body = {b, run, arg};
    pthread_t t;
    if (!thread_new(&t, body_main, &body)) {
        fprintf(stderr,
                "py2: warning: no thread with a large stack could be made; going on with the first one\n");
        body_main(&body);
        return;
    }
    pthread_join(t, NULL);
}
