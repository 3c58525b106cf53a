import self_user
print("helper sees", "done" in vars(self_user))
self_user.done
