# Message digests, whole and in pieces of every length around their blocks.
import _md5
import _sha1
import _sha256
import _sha3
import _sha512

DATA = bytes(i * 7 & 255 for i in range(700))
for make in [_md5.md5, _sha1.sha1, _sha256.sha224, _sha256.sha256, _sha512.sha384, _sha512.sha512, _sha3.sha3_224, _sha3.sha3_256, _sha3.sha3_384, _sha3.sha3_512]:
    h = make()
    print(h.name, h.digest_size, h.block_size, type(h).__name__, h.hexdigest(), make(b"abc").hexdigest())
    for n in [1, 55, 56, 57, 63, 64, 65, 71, 72, 111, 112, 113, 127, 128, 129, 135, 136, 137, 144, 145, 300, 700]:
        h = make(DATA[:n // 3])
        for i in range(n // 3, n, 50):
            h.update(memoryview(DATA)[i:min(n, i + 50)])
        copy = h.copy()
        copy.update(b"x")
        print(n, h.hexdigest(), make(DATA[:n]).digest() == h.digest(), copy.digest() == make(DATA[:n] + b"x").digest())
    print(make(b"a" * 100000).hexdigest())
for make in [_sha3.shake_128, _sha3.shake_256]:
    h = make(b"abc")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(5), h.hexdigest(400), h.digest(0))
    for bad in [-1, "x"]:
        try:
            h.digest(bad)
        except (ValueError, TypeError) as e:
            print(type(e).__name__)
for call in [lambda: _md5.md5("text"), lambda: _md5.md5(5), lambda: _sha256.sha256().update("x"), lambda: _sha1.sha1(b"", usedforsecurity=False).hexdigest(),
             lambda: _sha512.sha512(string=b"x").hexdigest()]:
    try:
        print(call())
    except TypeError as e:
        print(e)
