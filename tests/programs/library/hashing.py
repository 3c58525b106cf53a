# hashlib, hmac and secrets over the native digests.
import hashlib
import hmac
import io
import secrets
print(hashlib.new("sha256", b"x").hexdigest(), hashlib.new("MD5", b"x").name, hashlib.new("blake2s").digest_size)
print(hmac.new(b"k", b"m", "sha256").hexdigest(), hmac.compare_digest(b"a", b"a"), hmac.digest(b"k", b"m", "sha1").hex())
print(hashlib.file_digest(io.BytesIO(b"abc"), "sha3_256").hexdigest())
print(sorted(hashlib.algorithms_guaranteed))
print(len(secrets.token_hex(8)), len(secrets.token_urlsafe(9)), 0 <= secrets.randbelow(10) < 10, secrets.compare_digest("a", "b"))
try:
    hashlib.new("nope")
except ValueError as e:
    print(e)
h = hmac.new(b"key" * 40, digestmod=hashlib.sha512)
for i in range(20):
    h.update(bytes([i]) * i)
print(h.name, h.digest_size, h.block_size, h.copy().hexdigest())
