with x, y as z:
    with x, y as z:
        with x, y as z:
            with x, y as z:
                with x, y as z:
                    with x, y as z:
                        with x, y as z:
                            with x, y as z:
                                with x, y as z:
                                    with x, y as z:
                                        with x, y as z:
                                            pass
