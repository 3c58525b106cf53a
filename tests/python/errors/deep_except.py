try: pass
except E as e:
    try: pass
    except E as e:
        try: pass
        except E as e:
            try: pass
            except E as e:
                try: pass
                except E as e:
                    try: pass
                    except E as e:
                        try: pass
                        except E as e:
                            try: pass
                            except E as e:
                                try: pass
                                except E as e:
                                    try: pass
                                    except E as e:
                                        try: pass
                                        except E as e:
                                            pass
