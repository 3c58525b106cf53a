from . import upper, counting

__all__ = ["upper", "counting", "visible"]
visible, hidden = 1, 2
