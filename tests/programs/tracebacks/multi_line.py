# uncaught: an expression over several lines
def compute(a, b, c):
    return a + b + c
result = compute(
    1,
    compute(2,
            3, 4),
    c=compute(
        [5],
        6,
        7
    ),
)
