# args: -v --flag=x 'a b' '' -- é "q'q" * 10
# sys.argv: order, unusual characters, parsing by hand, changing it.

import sys
print(len(sys.argv), sys.argv[1:], type(sys.argv).__name__, [type(a).__name__ for a in sys.argv][:1])
opts, rest, args = {}, [], iter(sys.argv[1:])
for a in args:
    if a == "--":
        rest.extend(args)
    elif a.startswith("--"):
        k, eq, v = a[2:].partition("=")
        opts[k] = v if eq else True
    elif a.startswith("-") and len(a) > 1:
        opts.update(dict.fromkeys(a[1:], True))
    else:
        rest.append(a)
print(opts, rest)
sys.argv[1:] = ["changed"]; print(sys.argv[1:]); sys.argv.append("more"); print(len(sys.argv)); del sys.argv[0]; print(sys.argv)
sys.argv = "not a list"; print(sys.argv)
print(sum(int(x) for x in rest if x.isdigit()), [x.upper() for x in rest], [len(x.encode()) for x in rest], sys.orig_argv is not None if hasattr(sys, "orig_argv") else True)
