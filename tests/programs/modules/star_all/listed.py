__all__ = ["shown", "_listed_private"]
__all__ += ["x"]
x = "listed x"; shown = "shown"; _listed_private = "p"; not_listed = "n"
