"""Fannkuch: permutations, list indexing and slicing."""


def fannkuch(n):
    perm = list(range(n))
    count = [0] * n
    flips_max = 0
    checksum = 0
    r = n
    permutation = 0
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        if perm[0] != 0:
            work = perm[:]
            flips = 0
            k = work[0]
            while k:
                i = 0
                j = k
                while i < j:
                    t = work[i]
                    work[i] = work[j]
                    work[j] = t
                    i += 1
                    j -= 1
                flips += 1
                k = work[0]
            if flips > flips_max:
                flips_max = flips
            if permutation % 2 == 0:
                checksum += flips
            else:
                checksum -= flips
        while True:
            if r == n:
                return checksum, flips_max
            first = perm[0]
            i = 0
            while i < r:
                perm[i] = perm[i + 1]
                i += 1
            perm[r] = first
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        permutation += 1


checksum, flips = fannkuch(9)
print(checksum, flips)
