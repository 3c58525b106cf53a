state = "loaded"
