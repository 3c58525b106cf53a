f"{a(b"
