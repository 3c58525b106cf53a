raise A, "b"
