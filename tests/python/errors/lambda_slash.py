lambda /, a: 1
