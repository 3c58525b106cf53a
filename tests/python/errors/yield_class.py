class C:
    yield
