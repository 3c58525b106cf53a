@ # deco
