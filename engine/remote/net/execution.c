/* Remote execution: an Action that runs `./py2 stage RULE request result` on the files that came with the
 * question. The order is the specification's: look into the action cache, put what is missing, execute, fetch
 * the result. py2 itself is put once, before the first action. */
#define _GNU_SOURCE
#include "engine/remote/net/grpc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ACTION_SECONDS = 600, QUEUE_SECONDS = 600, FILES_MOST = 8192 };

#define SERVICE "/build.bazel.remote.execution.v2."

struct execution {
    bool tool; /* puts py2, nothing else */
    bool tried_again;
    struct digest action;
    uint64_t action_size;
};

static struct str instance(const struct op *op) {
    return op->client->net.options.instance;
}

static void add_blob(struct op *op, struct str bytes) {
    op->blobs[op->n_blobs++] = (struct blob){digest_of(bytes), bytes};
}

/* ---- the messages ---- */

static int by_name(const void *a, const void *b) {
    return str_cmp(((const struct re_file_node *)a)->name, ((const struct re_file_node *)b)->name);
}

static int by_property(const void *a, const void *b) {
    const struct re_property *x = a, *y = b;
    int order = str_cmp(x->name, y->name);
    return order ? order : str_cmp(x->value, y->value);
}

static struct str bytes_of(struct arena *a, const struct proto_message *m, const void *value) {
    struct buf b;
    buf_init(&b, a);
    proto_write(&b, m, value);
    return buf_view(&b);
}

/* "name=value" lines. */
static struct re_platform *platform(struct op *op) {
    struct re_platform *p = NEW(&op->arena, struct re_platform);
    struct str lines = op->client->net.options.platform;
    while (lines.n) {
        const char *end = memchr(lines.p, '\n', lines.n), *eq = memchr(lines.p, '=', lines.n);
        if (!end || !eq || eq > end) break;
        struct re_property *q = proto_add(&op->arena, &p->properties, sizeof *q);
        q->name = (struct str){lines.p, (size_t)(eq - lines.p)};
        q->value = (struct str){eq + 1, (size_t)(end - eq - 1)};
        lines = (struct str){end + 1, lines.n - (size_t)(end + 1 - lines.p)};
    }
    if (!p->properties.n) return NULL;
    qsort(p->properties.p, p->properties.n, sizeof(struct re_property), by_property);
    return p;
}

/* Reads the question: the rule's name, then files; each becomes a blob and an entry of the root directory. */
static bool take_files(struct op *op, struct str *rule, struct re_directory *root) {
    struct reader r = reader_of(op->record);
    struct client *c = op->client;
    *rule = reader_bytes(&r, reader_uleb(&r));
    op->blobs = NEW_N(&op->arena, struct blob, FILES_MOST);
    while (r.p < r.end && !r.bad && op->n_blobs < FILES_MOST - 4) {
        struct str name = reader_bytes(&r, reader_uleb(&r)), digest = reader_bytes(&r, sizeof(struct digest));
        struct str bytes = reader_bytes(&r, reader_uleb(&r));
        if (r.bad) break;
        struct blob *b = &op->blobs[op->n_blobs++];
        memcpy(&b->digest, digest.p, sizeof b->digest);
        b->bytes = bytes;
        struct re_file_node *f = proto_add(&op->arena, &root->files, sizeof *f);
        *f = (struct re_file_node){name, re_digest_of(&op->arena, &b->digest, bytes.n), false};
    }
    struct re_file_node *tool = proto_add(&op->arena, &root->files, sizeof *tool);
    *tool =
        (struct re_file_node){STR("py2"), re_digest_of(&op->arena, &c->tool.digest, c->tool.bytes.n), true};
    qsort(root->files.p, root->files.n, sizeof(struct re_file_node), by_name);
    return !r.bad && r.p == r.end;
}

static bool make_action(struct op *op) {
    struct execution *x = op->execution;
    struct arena *a = &op->arena;
    struct re_directory root = {0};
    struct re_command command = {0};
    struct re_action action = {.timeout = &(struct re_duration){ACTION_SECONDS}};
    struct str rule;
    if (!take_files(op, &rule, &root)) return false;
    struct str words[] = {STR("./py2"), STR("stage"), rule, STR("request"), STR("result")};
    for (size_t i = 0; i < COUNT(words); i++)
        *(struct str *)proto_add(a, &command.arguments, sizeof(struct str)) = words[i];
    /* Servers of version 2.0 know only the older of the two; newer ones then leave it aside. */
    *(struct str *)proto_add(a, &command.output_files, sizeof(struct str)) = STR("result");
    *(struct str *)proto_add(a, &command.output_paths, sizeof(struct str)) = STR("result");
    command.platform = action.platform = platform(op);
    add_blob(op, bytes_of(a, &re_directory_message, &root));
    action.input_root_digest =
        re_digest_of(a, &op->blobs[op->n_blobs - 1].digest, op->blobs[op->n_blobs - 1].bytes.n);
    add_blob(op, bytes_of(a, &re_command_message, &command));
    action.command_digest =
        re_digest_of(a, &op->blobs[op->n_blobs - 1].digest, op->blobs[op->n_blobs - 1].bytes.n);
    add_blob(op, bytes_of(a, &re_action_message, &action));
    x->action = op->blobs[op->n_blobs - 1].digest;
    x->action_size = op->blobs[op->n_blobs - 1].bytes.n;
    return true;
}

/* ---- the result ---- */

/* Fetches the result file; the op becomes a question for a blob. */
static bool take_result(struct op *op, const struct re_action_result *m) {
    if (m->exit_code) return false;
    for (size_t i = 0; i < m->output_files.n; i++) {
        const struct re_output_file *f = PROTO_AT(m->output_files, struct re_output_file, i);
        if (!str_is(f->path, "result") || !f->digest || f->digest->size_bytes < 0) continue;
        if (!digest_parse(&op->digest, f->digest->hash)) return false;
        op->size = (uint64_t)f->digest->size_bytes;
        if (op->size > REMOTE_MOST) return false;
        grpc_get_blob(op);
        return true;
    }
    return false;
}

static void give_up(struct op *op, struct str why) {
    client_warn_once(op->client, &op->client->told_execution, "did not run a stage, which is run here", why);
    client_miss(op);
}

/* Blobs that were there when we asked may be dropped before the worker needs them. */
static bool is_missing(struct op *op, const struct re_status *s) {
    for (size_t i = 0; i < s->details.n; i++) {
        const struct re_any *any = PROTO_AT(s->details, struct re_any, i);
        struct re_precondition_failure m;
        if (!str_ends(any->type_url, STR("google.rpc.PreconditionFailure"))) continue;
        if (!proto_read(&op->arena, &re_precondition_failure_message, any->value, &m)) continue;
        for (size_t k = 0; k < m.violations.n; k++)
            if (str_is(PROTO_AT(m.violations, struct re_violation, k)->type, "MISSING")) return true;
    }
    return s->code == RE_FAILED_PRECONDITION;
}

static void put_again(struct op *op) {
    op->execution->tried_again = true;
    op->blobs[op->n_blobs++] = op->client->tool;
    grpc_upload(op);
}

static void take_response(struct op *op, struct str bytes) {
    struct re_execute_response m;
    if (!proto_read(&op->arena, &re_execute_response_message, bytes, &m))
        return give_up(op, STR("its answer is none"));
    client_good(op->client);
    if (m.status && m.status->code) {
        if (is_missing(op, m.status) && !op->execution->tried_again) return put_again(op);
        return give_up(op, m.status->message.n ? m.status->message : STR("its status is not OK"));
    }
    if (m.result && take_result(op, m.result)) return;
    give_up(op, m.result && m.result->stderr_raw.n ? m.result->stderr_raw : STR("the worker's py2 failed"));
}

/* The last message of the stream that says it is done counts. */
static void executed(struct exchange *e) {
    struct op *op = e->owner;
    struct str rest = e->answer, message, response = {0};
    struct re_operation m;
    bool bad = false, done = false;
    if (e->code == RE_FAILED_PRECONDITION && !op->execution->tried_again) return put_again(op);
    /* What is only about executing leaves the cache in use. */
    if (e->code != RE_OK) return give_up(op, e->why);
    while (grpc_next(&rest, &message, &bad) && proto_read(&op->arena, &re_operation_message, message, &m)) {
        if (!m.done) continue;
        done = true;
        if (m.error && m.error->code) return give_up(op, m.error->message);
        if (m.response) response = str_dup(&op->arena, m.response->value);
    }
    if (bad || !done) return give_up(op, STR("it did not say how that ended"));
    take_response(op, response);
}

static void execute(struct op *op) {
    struct execution *x = op->execution;
    struct re_execute_request m = {.instance_name = instance(op)};
    m.action_digest = re_digest_of(&op->arena, &x->action, x->action_size);
    struct exchange *e =
        grpc_call(op->client, SERVICE "Execution/Execute", &re_execute_request_message, &m, executed, op);
    e->extra_ms = (ACTION_SECONDS + QUEUE_SECONDS) * 1000L;
    net_start(e);
}

/* ---- the steps ---- */

static void got_cached(struct exchange *e) {
    struct op *op = e->owner;
    struct re_action_result m;
    if (e->code == RE_OK && grpc_answer(e, &re_action_result_message, &m)) {
        client_good(op->client);
        if (take_result(op, &m)) return;
    }
    if (e->code != RE_OK && e->code != RE_NOT_FOUND) return client_failed(op, e);
    grpc_upload(op);
}

static void look_up(struct op *op) {
    struct execution *x = op->execution;
    struct re_get_action_result_request m = {.instance_name = instance(op)};
    if (!make_action(op)) return client_wrong(op, "a question that cannot be read");
    m.action_digest = re_digest_of(&op->arena, &x->action, x->action_size);
    net_start(grpc_call(op->client, SERVICE "ActionCache/GetActionResult",
                        &re_get_action_result_request_message, &m, got_cached, op));
}

/* Everything is there (or not): of the tool, so that actions may begin; of an action, so that it may run. */
void execution_ready(struct op *op, bool ok, const struct exchange *failed) {
    struct client *c = op->client;
    if (!op->execution->tool && ok) return execute(op);
    if (!op->execution->tool) {
        if (failed && failed->code != RE_OK) return client_failed(op, failed);
        return give_up(op, STR("what it needs could not be stored"));
    }
    c->tool_state = ok ? TOOL_THERE : TOOL_NONE;
    for (struct op *next; (next = op_list_take(&c->executions));) {
        if (ok && !c->gone)
            look_up(next);
        else
            client_miss(next);
    }
    if (ok)
        client_stored(op);
    else if (failed && failed->code != RE_OK)
        client_failed(op, failed);
    else
        client_stored(op);
}

/* The py2 that started us, whatever its file is called by now. */
static bool load_tool(struct client *c) {
    char path[64];
    struct arena *a = &c->net.arena;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)getppid());
    if (!file_read(a, path, &c->tool.bytes)) return false;
    c->tool.digest = digest_of(c->tool.bytes);
    return true;
}

static void put_tool(struct client *c) {
    struct op *op = calloc(1, sizeof *op);
    if (!op) BUG("no memory");
    op->client = c;
    op->kind = REMOTE_PUT;
    arena_init(&op->arena, NULL);
    op->execution = NEW(&op->arena, struct execution);
    op->execution->tool = true;
    op->blobs = &c->tool;
    op->n_blobs = 1;
    c->puts++;
    c->tool_state = TOOL_COMING;
    grpc_upload(op);
}

void execution_start(struct op *op) {
    struct client *c = op->client;
    op->execution = NEW(&op->arena, struct execution);
    if (!c->exec_enabled) return give_up(op, STR("it offers no execution"));
    if (c->tool_state == TOOL_UNKNOWN && !load_tool(c)) c->tool_state = TOOL_NONE;
    if (c->tool_state == TOOL_NONE) return client_miss(op);
    if (c->tool_state == TOOL_THERE) return look_up(op);
    op_list_add(&c->executions, op);
    if (c->tool_state == TOOL_UNKNOWN) put_tool(c);
}
