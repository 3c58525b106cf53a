def init(): return "init of a.fn"
x = 1
