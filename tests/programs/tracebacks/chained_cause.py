# uncaught: cause and context, several levels
class AppError(Exception):
    pass
def low():
    return {}["missing"]
def mid():
    try:
        low()
    except KeyError as e:
        raise ValueError("mid failed") from e
def high():
    try:
        mid()
    except ValueError:
        raise AppError("high failed", 42)
def top():
    try:
        high()
    finally:
        print("cleanup")
try:
    top()
except AppError as e:
    print(type(e.__context__).__name__, type(e.__context__.__cause__).__name__)
    raise RuntimeError from None if False else e
