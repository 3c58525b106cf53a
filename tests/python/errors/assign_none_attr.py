x.None = 1
