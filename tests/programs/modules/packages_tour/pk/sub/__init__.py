print("init sub")
