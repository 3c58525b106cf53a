try: pass
finally:
    try: pass
    finally:
        try: pass
        finally:
            try: pass
            finally:
                try: pass
                finally:
                    try: pass
                    finally:
                        try: pass
                        finally:
                            try: pass
                            finally:
                                try: pass
                                finally:
                                    try: pass
                                    finally:
                                        try: pass
                                        finally:
                                            try: pass
                                            finally:
                                                try: pass
                                                finally:
                                                    try: pass
                                                    finally:
                                                        try: pass
                                                        finally:
                                                            try: pass
                                                            finally:
                                                                try: pass
                                                                finally:
                                                                    try: pass
                                                                    finally:
                                                                        try: pass
                                                                        finally:
                                                                            try: pass
                                                                            finally:
                                                                                try: pass
                                                                                finally:
                                                                                    pass
