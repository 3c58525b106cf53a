"a" = x
