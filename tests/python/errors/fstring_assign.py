f"{a = b}"
