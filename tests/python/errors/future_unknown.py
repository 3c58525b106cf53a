from __future__ import nothing
