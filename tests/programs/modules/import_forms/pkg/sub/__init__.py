from .. import alpha
from . import deep
VALUE = alpha + deep.SUFFIX
