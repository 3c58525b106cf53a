def run():
    from . import inner
    return inner.result
result = run()
