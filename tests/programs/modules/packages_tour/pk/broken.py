raise ValueError("in module")
