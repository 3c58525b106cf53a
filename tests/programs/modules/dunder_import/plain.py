x = "plain"
