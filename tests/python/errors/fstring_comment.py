f"{a # b}"
