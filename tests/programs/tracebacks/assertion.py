# uncaught assertion with a message over lines
def check(values):
    for i, v in enumerate(values):
        assert v > 0, (
            f"value {i} is "
            f"{v}"
        )
check([1, 2])
check([3, 0])
