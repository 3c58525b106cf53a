x = "plain x"; _hidden = "plain hidden"; os_like = 1
def plain_fn(): return x + "/" + _hidden
