# dataclass() executes the text of each method that it adds. Here they are functions with the same signatures over native bodies, which
# follow a plan: for __init__ a step per assignment (name, parameter's number or None, factory or None, value).
from _py2_signature import function as _signature_function


def _init_fn(fields, std_fields, kw_only_fields, frozen, has_post_init, self_name, globals, slots):
    defaulted = False
    for f in std_fields:
        if not f.init:
            continue
        if f.default is not MISSING or f.default_factory is not MISSING:
            defaulted = True
        elif defaulted:
            raise TypeError(f'non-default argument {f.name!r} follows default argument')

    def default_of(f):
        return f.default if f.default is not MISSING else _HAS_DEFAULT_FACTORY

    parameters = [self_name, *[f.name for f in std_fields], *[f.name for f in kw_only_fields]]
    with_default = [f for f in std_fields if f.default is not MISSING or f.default_factory is not MISSING]
    defaults = tuple([default_of(f) for f in with_default])
    kwdefaults = {f.name: default_of(f) for f in kw_only_fields if f.default is not MISSING or f.default_factory is not MISSING}
    annotations = {f.name: f.type for f in (*std_fields, *kw_only_fields)}
    annotations['return'] = None
    number = {name: i for i, name in enumerate(parameters)}

    steps = []
    for f in fields:
        if f._field_type is _FIELD_INITVAR:
            continue
        factory = None if f.default_factory is MISSING else f.default_factory
        if f.init:
            steps.append((f.name, number[f.name], factory, None))
        elif factory is not None:
            steps.append((f.name, None, factory, None))
        elif slots and f.default is not MISSING:
            steps.append((f.name, None, None, f.default))
    post = None
    if has_post_init:
        post = tuple([number[f.name] for f in fields if f._field_type is _FIELD_INITVAR])
    plan = (_HAS_DEFAULT_FACTORY, frozen, tuple(steps), post)
    return _signature_function('init', '__init__', tuple(parameters), len(kw_only_fields), defaults or None, kwdefaults or None, annotations,
                               globals.get('__name__'), plan)


def _repr_fn(fields, globals):
    names = tuple([f.name for f in fields])
    return _recursive_repr(_signature_function('repr', '__repr__', ('self',), 0, None, None, None, globals.get('__name__'), names))


def _cmp_fn(name, op, self_tuple, other_tuple, globals):
    names = tuple([part.partition('.')[2] for part in self_tuple[1:-1].split(',') if part])
    return _signature_function(op, name, ('self', 'other'), 0, None, None, None, globals.get('__name__'), names)


def _hash_fn(fields, globals):
    names = tuple([f.name for f in fields])
    return _signature_function('hash', '__hash__', ('self',), 0, None, None, None, globals.get('__name__'), names)


def _frozen_get_del_attr(cls, fields, globals):
    plan = (cls, FrozenInstanceError, tuple([f.name for f in fields]))
    module = globals.get('__name__')
    return (_signature_function('freeze', '__setattr__', ('self', 'name', 'value'), 0, None, None, None, module, plan),
            _signature_function('freeze', '__delattr__', ('self', 'name'), 0, None, None, None, module, plan))
