from registry import register as _register


@_register("reverse")
def reverse(text):
    return text[::-1]
