import _thread
import time


class Local(_thread._local):
    def __init__(self, start):
        self.x = list(start)

    @property
    def size(self):
        return len(self.__dict__)


local = Local([1, 2])
local.y = 5
done = []


def other():
    print(local.x, hasattr(local, "y"), local.size, sorted(vars(local)))
    local.x.append(3)
    del local.x
    try:
        local.x
    except AttributeError as e:
        print(e)
    done.append(1)


_thread.start_new_thread(other, ())
while not done:
    time.sleep(0.001)
print(local.x, local.y, sorted(local.__dict__))
plain = _thread._local()
plain.a = plain
print(plain.a is plain, plain.__dict__ == {"a": plain})
for action in (lambda: _thread._local(1), lambda: setattr(plain, "__dict__", {})):
    try:
        action()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
