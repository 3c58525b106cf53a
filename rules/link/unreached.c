/* Code that a program carries no use for: functions of the standard library that nothing in it names
 * (rules/liveness.h). Their symbols are bound to function_dead, which raises; so their sections are never
 * reached. */
#include "rules/link/pass.h"

/* A module that may look any name up could find any function. */
static bool any_name(const struct link *l) {
    static const char *const words[] = {
        "pystr.getattr", "pystr.attrgetter", "pystr.methodcaller",  "pystr.__dict__",
        "pystr.vars",    "pystr.globals",    "pystr.import_module", "pystr.__getattribute__"};
    for (size_t i = 0; i < l->request->nobjects; i++) {
        const struct input *in = &l->inputs[i];
        for (uint32_t k = 0; !l->request->dead[i].library && k < in->f.header->nsymbols; k++)
            for (size_t w = 0; w < COUNT(words); w++)
                if (str_is(flat_symbol_name(&in->f, k), words[w])) return true;
    }
    return false;
}

static void bind_object(struct link *l, const struct input *in, const struct link_dead *dead) {
    struct map names;
    map_init(&names, l->arena);
    for (size_t i = 0; i < dead->n; i++) map_put(&names, dead->symbols[i], l);
    for (uint32_t k = 0; dead->n && k < in->f.header->nsymbols; k++)
        if (map_get(&names, flat_symbol_name(&in->f, k))) l->bound[in->symbol_base + k] = l->function_dead;
}

void link_bind_dead(struct link *l) {
    const struct link_request *r = l->request;
    if (!r->dead || any_name(l)) return;
    l->function_dead = (uint32_t)(uintptr_t)map_get(&l->globals, STR("function_dead"));
    for (size_t i = 0; l->function_dead && i < r->nobjects; i++) bind_object(l, &l->inputs[i], &r->dead[i]);
}
