[a for b d]
