# weak references: caches of live objects, observers, proxies, finalizers run at exit
import weakref


class Image:
    loaded = 0

    def __init__(self, name):
        self.name = name
        Image.loaded += 1

    def __repr__(self):
        return f"Image({self.name})"

    def draw(self, at):
        return f"{self.name} at {at}"


class Store:
    def __init__(self):
        self.cache = weakref.WeakValueDictionary()

    def get(self, name):
        image = self.cache.get(name)
        if image is None:
            image = self.cache[name] = Image(name)
        return image


class Subject:
    def __init__(self):
        self.watchers, self.notes = weakref.WeakSet(), weakref.WeakKeyDictionary()

    def attach(self, watcher, note):
        self.watchers.add(watcher)
        self.notes[watcher] = note

    def fire(self, event):
        return sorted(w.see(event, self.notes[w]) for w in self.watchers)


class Watcher:
    def __init__(self, name):
        self.name = name

    def see(self, event, note):
        return f"{self.name} saw {event} ({note})"


store = Store()
a, b = store.get("cat"), store.get("dog")
print(store.get("cat") is a, Image.loaded, sorted(store.cache), len(store.cache), "dog" in store.cache, store.cache.get("cow", "none"))
subject = Subject()
ann, bob = Watcher("ann"), Watcher("bob")
subject.attach(ann, "first")
subject.attach(bob, "second")
print(subject.fire("rain"))
subject.watchers.discard(bob)
print(subject.fire("sun"), ann in subject.watchers, bob in subject.watchers, len(subject.notes))
ref, proxy = weakref.ref(a), weakref.proxy(b)
print(ref() is a, proxy.name, proxy.draw((1, 2)), ref == weakref.ref(a), weakref.ref(a) is ref, weakref.getweakrefcount(a) >= 1)
method = weakref.WeakMethod(a.draw)
print(method()(3), method() == a.draw)
for bad in (lambda: weakref.ref(3), lambda: weakref.ref([]), lambda: hash(proxy), lambda: store.cache["cow"]):
    try:
        bad()
    except (TypeError, KeyError) as error:
        print(type(error).__name__, error)
done = weakref.finalize(a, print, "a is finished", sep="")
early = weakref.finalize(b, print, "b is finished")
print(done.alive, early(), early.alive, early(), done.peek()[0] is a)
last = weakref.finalize(ann, print, "ann is finished")
last.atexit = False
print("end")
