import gc
print(gc.isenabled(), gc.get_threshold(), gc.get_debug())
gc.disable(); print(gc.isenabled()); gc.enable()
gc.set_threshold(5, 6); print(gc.get_threshold())
class C: pass
c = C(); c.x = [1, 2]
print([gc.is_tracked(x) for x in (1, "a", 1.5, None, [], {}, {"a": 1}, {"a": []}, (), c, C, print, set())])
print(c in gc.get_objects(), C in gc.get_objects(), c.x in gc.get_objects())
print(c.x in gc.get_referents(c) or c.__dict__ in gc.get_referents(c))
holder = [c]
print(any(r is holder for r in gc.get_referrers(c)))
events = []
def cb(phase, info): events.append((phase, info["generation"]))
gc.callbacks.append(cb)
gc.collect(1); gc.collect()
gc.callbacks.remove(cb)
print(events, gc.garbage, len(gc.get_stats()), gc.get_freeze_count())

class D:
    def __del__(self): pass
print(gc.is_finalized(D()), gc.is_finalized(3), gc.DEBUG_LEAK)
gc.freeze(); print(gc.get_freeze_count() > 0); gc.unfreeze(); print(gc.get_freeze_count())
