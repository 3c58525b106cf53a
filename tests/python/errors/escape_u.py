"abc \u12"
