# BLAKE2 with its parameters, whole and in pieces.
from _blake2 import blake2b, blake2s

DATA = bytes(i * 11 & 255 for i in range(600))
for make, size in [(blake2b, 64), (blake2s, 32)]:
    print(make().name, make().digest_size, make().block_size, make.SALT_SIZE, make.PERSON_SIZE, make.MAX_KEY_SIZE, make.MAX_DIGEST_SIZE)
    for n in [0, 1, 63, 64, 65, 127, 128, 129, 256, 300, 600]:
        h = make(DATA[:n // 2])
        for i in range(n // 2, n, 64):
            h.update(DATA[i:min(n, i + 64)])
        print(n, h.hexdigest(), h.digest() == make(DATA[:n]).digest() == h.copy().digest())
    print(make(b"x", digest_size=5).hexdigest(), make(key=b"key").hexdigest(), make(b"data", key=b"k" * size, salt=b"salt", person=b"me").hexdigest())
    print(make(b"tree", fanout=2, depth=3, leaf_size=4096, node_offset=5, node_depth=1, inner_size=16, last_node=True).hexdigest())
    for options in [dict(digest_size=0), dict(digest_size=65), dict(key=b"x" * 65), dict(salt=b"x" * 17), dict(person=b"x" * 17), dict(fanout=256), dict(depth=0), dict(node_depth=-1)]:
        try:
            print(make(**options).hexdigest())
        except ValueError as e:
            print(e)
    try:
        make("text")
    except TypeError as e:
        print(e)
