x = abc"def"
