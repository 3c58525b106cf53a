[a for c d]
