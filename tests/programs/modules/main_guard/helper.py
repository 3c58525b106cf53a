VALUE = 1


def twice(x):
    return 2 * x


def other():
    return __name__


def tests():
    try:
        import surely_missing_module
    except ImportError:
        raise
    return surely_missing_module


try:
    from _missing_accelerator import *
except ImportError:
    FAST = False
else:
    from _missing_accelerator import more

if __name__ == "__main__":
    import another_missing_module
    from third_missing_module.part import thing

    VALUE = 2
    another_missing_module.run(thing)
elif "__main__" == __name__:
    import fourth_missing_module
else:
    LATE = True
