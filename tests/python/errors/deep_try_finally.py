try:
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        pass
                                    except E: pass
                                    finally: pass
                                except E: pass
                                finally: pass
                            except E: pass
                            finally: pass
                        except E: pass
                        finally: pass
                    except E: pass
                    finally: pass
                except E: pass
                finally: pass
            except E: pass
            finally: pass
        except E: pass
        finally: pass
    except E: pass
    finally: pass
except E: pass
finally: pass
