__all__ = ["first", "direct"]
direct = "d"
