/* Slots, threads and waiting.
 *
 * At most `jobs` threads hold a slot. A thread that needs nodes queues them for others and works through them
 * itself; one that must wait for another thread gives its slot back, so that some other thread can go on, and
 * takes one again before it goes on itself (threads that resume go before new work). Which thread runs what
 * never shows in a result. */
#define _GNU_SOURCE
#include "engine/graph.h"

#include <stdatomic.h>
#include <stdio.h>

enum { MOST_THREADS = 256 };

/* ---- the queue: a heap, the longest remaining path first ---- */

static bool before(const struct node *a, const struct node *b) {
    return a->queue_cost != b->queue_cost ? a->queue_cost > b->queue_cost : a->queue_order < b->queue_order;
}

static void queue_push(struct build *b, struct node *n) {
    n->queue_order = b->queue_count++;
    n->queue_cost = n->cost;
    if (b->queue_n == b->queue_cap) {
        size_t cap = b->queue_cap ? b->queue_cap * 2 : 64;
        pthread_mutex_lock(&b->keep_mutex);
        b->queue = arena_grow(&b->arena, b->queue, b->queue_cap * sizeof *b->queue, cap * sizeof *b->queue);
        pthread_mutex_unlock(&b->keep_mutex);
        b->queue_cap = cap;
    }
    size_t i = b->queue_n++;
    for (; i && before(n, b->queue[(i - 1) / 2]); i = (i - 1) / 2) b->queue[i] = b->queue[(i - 1) / 2];
    b->queue[i] = n;
}

static struct node *queue_pop(struct build *b) {
    if (!b->queue_n) return NULL;
    struct node *top = b->queue[0], *last = b->queue[--b->queue_n];
    size_t i = 0;
    for (size_t kid; (kid = 2 * i + 1) < b->queue_n; i = kid) {
        if (kid + 1 < b->queue_n && before(b->queue[kid + 1], b->queue[kid])) kid++;
        if (!before(b->queue[kid], last)) break;
        b->queue[i] = b->queue[kid];
    }
    b->queue[i] = last;
    return top;
}

/* The next node nobody has begun: needers take nodes by themselves and leave their entries behind. */
static struct node *queue_next(struct build *b) {
    struct node *n;
    while ((n = queue_pop(b)) && n->state != NODE_QUEUED) {
    }
    return n;
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
    n->state = NODE_RUNNING;
    n->owner = w;
    VEC_PUSH(&w->stack, &w->arena, n);
    pthread_mutex_unlock(&b->mutex);
    bool ok = node_update(b, w, n);
    pthread_mutex_lock(&b->mutex);
    w->stack.n--;
    n->state = ok ? NODE_DONE : NODE_FAILED;
    if (!ok && n->rule == b->root_rule && !b->keep_going && !b->dry_run) b->halted = true;
    n->owner = NULL;
    schedule_wake(n);
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
        struct node *n = b->running + b->resuming < b->jobs ? queue_next(b) : NULL;
        if (!n) {
            b->idle++;
            pthread_cond_wait(&b->work, &b->mutex);
            b->idle--;
            continue;
        }
        b->running++;
        run_node(b, &w, n);
        b->running--;
        if (b->resuming) pthread_cond_signal(&b->resume);
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

/* Makes sure somebody looks at the queue while a slot is free. Failing to make a thread is no error: whoever
 * needs the nodes runs them. */
static void offer_work(struct build *b, size_t nodes) {
    size_t free_slots = b->jobs > b->running ? b->jobs - b->running : 0;
    for (size_t i = MIN(nodes, free_slots), idle = b->idle; i; i--) {
        if (idle) {
            idle--;
            pthread_cond_signal(&b->work);
            continue;
        }
        if (b->threads >= MOST_THREADS) return;
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
    b->running--;
    if (b->resuming)
        pthread_cond_signal(&b->resume);
    else if (b->queue_n)
        offer_work(b, 1);
    while (n->state == NODE_RUNNING || n->loading) pthread_cond_wait(&w->woken, &b->mutex);
    forget_waiter(n, &me);
    w->waiting_on = NULL;
    b->resuming++;
    while (b->running >= b->jobs) pthread_cond_wait(&b->resume, &b->mutex);
    b->resuming--;
    b->running++;
    w->waited += now_nanos() - from;
}

void schedule_need(struct build *b, struct worker *w, struct node **nodes, size_t n, struct str *cycle) {
    size_t queued = 0;
    *cycle = (struct str){0};
    pthread_mutex_lock(&b->mutex);
    if (n > 1 && b->jobs > 1) {
        for (size_t i = 0; i < n; i++) {
            /* Leaves cost less than handing them over. */
            if (nodes[i]->state != NODE_NEW || nodes[i]->leaf) continue;
            nodes[i]->state = NODE_QUEUED;
            queue_push(b, nodes[i]);
            queued++;
        }
        if (queued > 1) offer_work(b, queued - 1);
    }
    for (size_t i = 0; i < n; i++)
        if (nodes[i]->state == NODE_NEW || nodes[i]->state == NODE_QUEUED) run_node(b, w, nodes[i]);
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
