"""A package that is only a place."""
