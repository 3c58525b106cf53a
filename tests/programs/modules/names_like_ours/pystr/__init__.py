def init(): return "pystr init"
