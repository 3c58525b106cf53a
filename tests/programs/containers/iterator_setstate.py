# Iterators that are set to a place.
for x in ("abc", [1, 2, 3], (4, 5, 6), b"xyz"):
    it = iter(x)
    it.__setstate__(1)
    print(list(it), it.__length_hint__())
