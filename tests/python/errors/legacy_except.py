try:
    pass
except A, e as f:
    pass
