# comment
x = = 1
