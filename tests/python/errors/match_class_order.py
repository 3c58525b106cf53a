match x:
    case A(a=1, b):
        pass
