x = f"abc {a +} d"
