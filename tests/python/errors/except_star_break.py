for x in y:
    try:
        pass
    except* A:
        break
