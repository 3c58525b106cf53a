x = f(1 2
y = 'abc
