# hashlib, hmac, base64, uuid, bisect, secrets-free tokens: names for things by their content
import base64
import binascii
import bisect
import hashlib
import hmac
import uuid

for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "blake2b", "blake2s"):
    h = hashlib.new(name)
    h.update(b"hello ")
    copy = h.copy()
    h.update(b"world")
    print(f"{h.name:<9}{h.digest_size:>3}{h.block_size:>4} {h.hexdigest()[:32]} {copy.hexdigest() != h.hexdigest()}")
print(hashlib.shake_128(b"x").hexdigest(8), hashlib.blake2b(b"x", digest_size=8, key=b"k").hexdigest(), hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 10).hex())
mac = hmac.new(b"key", b"message", "sha256")
print(mac.hexdigest(), hmac.compare_digest(mac.digest(), hmac.digest(b"key", b"message", "sha256")))
data = bytes(range(0, 256, 5))
for encode, decode in ((base64.b64encode, base64.b64decode), (base64.urlsafe_b64encode, base64.urlsafe_b64decode), (base64.b32encode, base64.b32decode),
                       (base64.b16encode, base64.b16decode), (base64.a85encode, base64.a85decode), (base64.b85encode, base64.b85decode)):
    text = encode(data)
    print(text[:40], decode(text) == data)
for bad in (lambda: base64.b64decode("abc"), lambda: base64.b64decode("a$b=", validate=True), lambda: base64.b32decode("a"), lambda: hashlib.new("nope"), lambda: hashlib.md5("text")):
    try:
        bad()
    except (binascii.Error, ValueError, TypeError) as error:
        print(type(error).__name__, error)
u = uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")
print(u, uuid.uuid3(uuid.NAMESPACE_URL, "http://x"), u.version, u.variant, u.hex, u.fields, uuid.UUID(int=5) < u, repr(uuid.UUID("{" + str(u) + "}")), u.urn)
marks, letters = [60, 70, 80, 90], "FDCBA"
print("".join(letters[bisect.bisect(marks, s)] for s in (33, 60, 79.9, 90, 100)), bisect.bisect_left(marks, 70), bisect.bisect_right(marks, 70, 2))
rows = []
for word in "pear fig apple kiwi date".split():
    bisect.insort(rows, word, key=len)
print(rows, bisect.bisect_left(rows, 4, key=len))
