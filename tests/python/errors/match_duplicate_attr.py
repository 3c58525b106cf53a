match x:
    case A(a=1, a=2):
        pass
