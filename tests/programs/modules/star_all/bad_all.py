__all__ = ["good", "missing"]
good = 1
