y = "sub"
