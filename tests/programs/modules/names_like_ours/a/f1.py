def init(): return 'init of a.f1'
