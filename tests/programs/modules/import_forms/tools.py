"doc of tools"
print("tools loads", __name__)
counter = 10
public = "public"
_private = "private"
def bump():
    global counter
    counter += 100
    return counter
def read_public(): return public
if __name__ == "__main__":
    print("never")
