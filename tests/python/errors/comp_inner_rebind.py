[a for b in c if (b2 := b) for b2 in d]
