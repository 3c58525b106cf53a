"""doc"""
from __future__ import annotations, division as d
from __future__ import (generator_stop,)
import __future__
print(annotations, annotations.optional, annotations.mandatory, d.getMandatoryRelease(), d.getOptionalRelease())
print(annotations is __future__.annotations, __future__.all_feature_names, __future__.__all__, __future__.__name__)
print(annotations.compiler_flag, generator_stop, type(d).__name__, type(d).__module__)
def f(x: undefined_name) -> 1 + 2: pass
print(f.__annotations__)
for n in __future__.all_feature_names: print(n, getattr(__future__, n))
print({k: getattr(__future__, k) for k in sorted(dir(__future__)) if k.startswith('CO_')})
print(sorted(k for k in globals() if not k.startswith('_')))
