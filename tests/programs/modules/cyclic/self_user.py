import helper_of_self
done = True
