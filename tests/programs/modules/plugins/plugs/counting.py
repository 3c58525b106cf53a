import registry


@registry.register("count")
def count(text):
    return len(text)


def twice(text):
    return 2 * count(text)
