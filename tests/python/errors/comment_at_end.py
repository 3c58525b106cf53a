if x: # why
