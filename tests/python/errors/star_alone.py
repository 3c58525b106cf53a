*x
