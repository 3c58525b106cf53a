"\N{no such name}"
