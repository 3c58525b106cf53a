/* What the module gc shows of the heap: every object in it, and what an object refers to. */
#include "runtime/gc/walk.h"

extern struct shape storage_words_shape, storage_bytes_shape;

/* ---- what an object refers to ---- */

static void visit(struct gc_visitor *v, const uint64_t *p, const uint64_t *end) {
    for (; p < end; p++) gc_visit(v, *p);
}

void gc_children(struct obj *o, struct gc_visitor *v) {
    struct type *type = o->shape->type;
    uint64_t *end = (uint64_t *)((char *)o + gc_object_size(o));
    if (type->flags & TYPE_TYPE) {
        struct type *c = (struct type *)o;
        const val held[] = {c->dict, c->bases, c->mro, val_of(c->base)};
        visit(v, held, held + 4);
        return;
    }
    if (type->flags & TYPE_INSTANCE)
        visit(v, ((struct instance *)o)->slot, end);
    else if (type->flags & TYPE_TUPLE)
        visit(v, ((struct tuple *)o)->item, ((struct tuple *)o)->item + ((struct tuple *)o)->len);
    else if (type->gc_layout == GC_CUSTOM && type->trace)
        type->trace(v, o);
    else if (type->gc_layout == GC_WORDS)
        visit(v, (uint64_t *)(o + 1), end);
    val *attrs = obj_attrs(o);
    if (!attrs || !*attrs) return;
    if (o->shape->flags & SHAPE_DICT || !(type->flags & TYPE_HEAP))
        gc_visit(v, *attrs);
    else
        gc_visit_storage(v, (const void *)*attrs);
}

/* ---- every object ---- */

bool gc_is_container(const struct obj *o) {
    const struct type *type = o->shape->type;
    if (o->shape == &storage_words_shape || o->shape == &storage_bytes_shape || type == &shape_type)
        return false;
    if (type->flags & (TYPE_STR | TYPE_BYTES | TYPE_INT | TYPE_FLOAT)) return (type->flags & TYPE_HAS_DICT) != 0;
    if (type->flags & TYPE_INSTANCE) return type->flags & TYPE_HAS_DICT || type->members;
    return type->gc_layout != GC_LEAF || type->attrs || type->flags & TYPE_TYPE;
}

static void note(struct gc_array *out, struct obj *o) {
    if (o->shape && gc_is_container(o)) gc_push(out, (uint64_t)(uintptr_t)o);
}

static void each_small(struct gc_chunk *k, struct gc_array *out) {
    for (uintptr_t base = k->base; base < k->base + GC_CHUNK; base += GC_BLOCK) {
        struct gc_block *b = (struct gc_block *)base;
        for (uint32_t word = 0; word < GC_BLOCK / 1024; word++)
            for (uint64_t bits = b->start_old[word]; bits; bits &= bits - 1)
                note(out, (struct obj *)(base + (word * 64 + (uint32_t)__builtin_ctzll(bits)) * 16));
    }
}

void gc_containers(struct gc_array *out) {
    for (size_t i = 0; i < heap.nchunks; i++) {
        struct gc_chunk *k = &heap.chunks[i];
        if (k->kind == GC_CHUNK_SMALL) each_small(k, out);
        if (k->kind == GC_CHUNK_HUGE) note(out, (struct obj *)k->base);
        for (uint32_t p = 0; k->kind == GC_CHUNK_PAGES && p < GC_PAGES; p++)
            if (k->page[p] == 1) note(out, (struct obj *)(k->base + (uintptr_t)p * GC_PAGE));
    }
    for (size_t i = 0; i < heap.types.n; i++) note(out, (struct obj *)(uintptr_t)heap.types.p[i]);
}
