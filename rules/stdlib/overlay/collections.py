# namedtuple evaluates the text of a lambda to get a function with the fields as its parameters.
from _py2_signature import function as _signature_function
#@ __new__ = eval(code, namespace)
#@ __new__ = _signature_function('tuple', '__new__', ('_cls', *field_names), 0, None, None, None, f'namedtuple_{typename}', ())
