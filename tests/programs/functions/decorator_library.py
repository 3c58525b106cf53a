"""Decorators of many kinds: with and without arguments, stacked, on methods, counting, caching, retrying, registering."""


def wraps(original):
    def copy(f):
        for name in ("__name__", "__qualname__", "__doc__", "__module__", "__defaults__"):
            setattr(f, name, getattr(original, name))
        f.__dict__.update(original.__dict__)
        f.__wrapped__ = original
        return f

    return copy


def optional_arguments(decorator):
    def outer(f=None, /, **options):
        if f is None:
            return lambda real: decorator(real, **options)
        return decorator(f, **options)

    return outer


@optional_arguments
def traced(f, prefix="call"):
    @wraps(f)
    def run(*args, **kwargs):
        shown = ", ".join([*map(repr, args), *(f"{k}={v!r}" for k, v in kwargs.items())])
        print(f"{prefix} {f.__name__}({shown})")
        result = f(*args, **kwargs)
        print(f"{prefix} {f.__name__} -> {result!r}")
        return result

    return run


def memoized(f):
    known = {}

    @wraps(f)
    def run(*args):
        if args not in known:
            run.misses += 1
            known[args] = f(*args)
        return known[args]

    run.misses = 0
    run.known = known
    return run


class CountCalls:
    def __init__(self, f):
        self.f, self.count = f, 0

    def __call__(self, *args, **kwargs):
        self.count += 1
        return self.f(*args, **kwargs)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return lambda *args, **kwargs: self(instance, *args, **kwargs)


def retry(times, *kinds):
    def decorate(f):
        @wraps(f)
        def run(*args):
            for attempt in range(1, times + 1):
                try:
                    return f(*args)
                except kinds as e:
                    print(f"attempt {attempt} failed: {e}")
                    if attempt == times:
                        raise

        return run

    return decorate


def once(f):
    done = False
    result = None

    def run():
        nonlocal done, result
        if not done:
            result, done = f(), True
        return result

    return run


@traced
def add(a, b=2):
    """Adds."""
    return a + b


@traced(prefix="->")
@memoized
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@CountCalls
def hello(name="x"):
    return f"hello {name}"


class Service:
    def __init__(self):
        self.failures = 2

    @CountCalls
    def ping(self, n):
        return n * 2

    @retry(3, ConnectionError, ValueError)
    def fetch(self, what):
        if self.failures:
            self.failures -= 1
            raise ConnectionError(f"no {what}")
        return f"got {what}"

    @staticmethod
    @traced
    def helper(x):
        return -x

    @property
    @once
    def broken(self):
        return 1


print(add(1), add(a=3, b=4), add.__name__, add.__doc__, add.__wrapped__(1, 1), add.__qualname__)
print(fib(4), fib.__wrapped__.misses, sorted(fib.__wrapped__.known))
print(hello(), hello(name="bob"), hello.count)
s = Service()
print(s.ping(4), s.ping(n=5), Service.ping.count, s.fetch("page"))
s.failures = 9
try:
    s.fetch("other")
except ConnectionError as e:
    print("gave up:", e, s.failures)
print(Service.helper(3), s.helper(4))
try:
    s.broken
except TypeError as e:
    print(e)


@(lambda f: [f(i) for i in range(3)])
def squares(i):
    return i * i


print(squares)
registry = {}
register = lambda key: lambda f: registry.setdefault(key, f)
for key in ("a", "b", "a"):
    @register(key)
    def handler(key=key):
        return f"handles {key}"
print({k: f() for k, f in registry.items()}, handler())
