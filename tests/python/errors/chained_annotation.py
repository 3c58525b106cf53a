x: int: str = 1
