match x:
    case A(1, _=2):
        pass
