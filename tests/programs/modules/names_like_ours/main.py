import a, a.fn, a.bcache, pystr, pystr.init
import a.f0, a.f1, a.f2, a.f3, a.f4
print(a.init(1), a.cells(2), a.pymod(3), a.outer(3)(), a.fn.init(), a.bcache.init(), pystr.init.init(), a.fn.x, a.strange())
print([getattr(a, f"f{i}").init() for i in range(5)])
