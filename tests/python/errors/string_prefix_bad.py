x = ub"abc"
