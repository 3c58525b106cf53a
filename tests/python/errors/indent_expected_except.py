try:
    pass
except A:
pass
