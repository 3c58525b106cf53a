x = for
