x = "a" "b" c
