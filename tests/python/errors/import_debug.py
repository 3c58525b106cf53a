import __debug__.x
