"""The half of importlib that deals with files, of a compiled program.

CPython's reads, compiles and writes source and bytecode files; an executable holds no compiler, and its modules are in it. So this module stands
in for all of CPython's: paths and specifications are the same, the finder asks the program instead of directories, and the loaders run what is
there already. Sources are read only to be shown, where they lie as they did when the program was built.
"""

import _imp
import _thread
import _warnings
import _weakref
import os as _os
import sys

_bootstrap = None
path_sep = "/"
path_separators = "/"

_PYCACHE = "__pycache__"
_OPT = "opt-"
SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = [".pyc"]
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = BYTECODE_SUFFIXES
EXTENSION_SUFFIXES = _imp.extension_suffixes()
MAGIC_NUMBER = (3495).to_bytes(2, "little") + b"\r\n"
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, "little")


def _pack_uint32(x):
    return (int(x) & 0xFFFFFFFF).to_bytes(4, "little")


def _unpack_uint32(data):
    assert len(data) == 4
    return int.from_bytes(data, "little")


def _unpack_uint16(data):
    assert len(data) == 2
    return int.from_bytes(data, "little")


# ---- paths ----


def _path_join(*parts):
    return path_sep.join([part.rstrip(path_separators) for part in parts if part])


def _path_split(path):
    at = path.rfind(path_sep)
    return ("", path) if at < 0 else (path[:at], path[at + 1 :])


def _path_stat(path):
    return _os.stat(path)


def _path_isfile(path):
    return _os.path.isfile(path)


def _path_isdir(path):
    return _os.path.isdir(path or _os.getcwd())


def _path_isabs(path):
    return path.startswith(path_sep)


def _path_abspath(path):
    return path if _path_isabs(path) else _path_join(_os.getcwd(), path)


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where CPython would keep the bytecode of a source file."""
    if debug_override is not None:
        _warnings.warn("the debug_override parameter is deprecated; use 'optimization' instead", DeprecationWarning)
        if optimization is not None:
            raise TypeError("debug_override or optimization must be set to None")
        optimization = "" if debug_override else 1
    path = _os.fspath(path)
    head, tail = _path_split(path)
    base, dot, rest = tail.rpartition(".")
    tag = sys.implementation.cache_tag
    if tag is None:
        raise NotImplementedError("sys.implementation.cache_tag is None")
    name = (base if base else rest) + dot + tag
    if optimization is None:
        optimization = "" if sys.flags.optimize == 0 else sys.flags.optimize
    optimization = str(optimization)
    if optimization != "":
        if not optimization.isalnum():
            raise ValueError(f"{optimization!r} is not alphanumeric")
        name = f"{name}.{_OPT}{optimization}"
    name += BYTECODE_SUFFIXES[0]
    if sys.pycache_prefix is not None:
        return _path_join(sys.pycache_prefix, _path_abspath(head).lstrip(path_separators), name)
    return _path_join(head, _PYCACHE, name)


def source_from_cache(path):
    """The source file that belongs to a bytecode file's path."""
    if sys.implementation.cache_tag is None:
        raise NotImplementedError("sys.implementation.cache_tag is None")
    path = _os.fspath(path)
    head, name = _path_split(path)
    in_prefix = False
    if sys.pycache_prefix is not None:
        prefix = sys.pycache_prefix.rstrip(path_separators)
        if head.startswith(prefix + path_sep):
            head = head[len(prefix) :]
            in_prefix = True
    if not in_prefix:
        head, directory = _path_split(head)
        if directory != _PYCACHE:
            raise ValueError(f"{_PYCACHE} not bottom-level directory in {path!r}")
    dots = name.count(".")
    if dots not in {2, 3}:
        raise ValueError(f"expected only 2 or 3 dots in {name!r}")
    if dots == 3:
        optimization = name.rsplit(".", 2)[-2]
        if not optimization.startswith(_OPT):
            raise ValueError(f"optimization portion of filename does not start with {_OPT!r}")
        if not optimization[len(_OPT) :].isalnum():
            raise ValueError(f"optimization level {optimization[len(_OPT):]!r} is not an alphanumeric value")
    return _path_join(head, name.partition(".")[0] + SOURCE_SUFFIXES[0])


def _get_cached(filename):
    if not filename.endswith(tuple(SOURCE_SUFFIXES)):
        return filename if filename.endswith(tuple(BYTECODE_SUFFIXES)) else None
    try:
        return cache_from_source(filename)
    except NotImplementedError:
        return None


def decode_source(source_bytes):
    """The text of a source file's bytes, with all ends of line as one newline."""
    import tokenize
    import io

    encoding = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)
    return io.IncrementalNewlineDecoder(None, True).decode(source_bytes.decode(encoding[0]))


# ---- specifications ----

_POPULATE = object()


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=_POPULATE):
    """A specification of a module in a file."""
    if location is None:
        location = "<unknown>"
        if hasattr(loader, "get_filename"):
            try:
                location = loader.get_filename(name)
            except ImportError:
                pass
    else:
        location = _path_abspath(_os.fspath(location))
    spec = _bootstrap.ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if loader is None:
        for made, suffixes in _get_supported_file_loaders():
            if location.endswith(tuple(suffixes)):
                loader = spec.loader = made(name, location)
                break
        else:
            return None
    if submodule_search_locations is not _POPULATE:
        spec.submodule_search_locations = submodule_search_locations
    elif hasattr(loader, "is_package"):
        try:
            if loader.is_package(name):
                spec.submodule_search_locations = []
        except ImportError:
            pass
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(_path_split(location)[0])
    return spec


def _compiled_spec(name):
    """The specification of a module in this program; None: it has none of that name."""
    found = _imp.find_compiled(name)
    if found is None:
        return None
    file, is_package = found
    if file.endswith("\n"):
        portions = [line[1:] for line in file.splitlines()]
        spec = _bootstrap.ModuleSpec(name, NamespaceLoader(name, portions, None), is_package=True)
        spec.submodule_search_locations = _NamespacePath(name, portions)
        return spec
    spec = _bootstrap.ModuleSpec(name, SourceFileLoader(name, file), origin=file, is_package=is_package)
    spec._set_fileattr = True
    if is_package:
        spec.submodule_search_locations.append(_path_split(file)[0])
    return spec


# ---- loaders ----


class _LoaderBasics:
    """What all loaders of files share."""

    def is_package(self, fullname):
        base = _path_split(self.get_filename(fullname))[1].rsplit(".", 1)[0]
        return base == "__init__" and fullname.rpartition(".")[2] != "__init__"

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        raise ImportError(f"{module.__name__!r} was not compiled into this program, which holds no compiler", name=module.__name__)

    def load_module(self, fullname):
        return _bootstrap._load_module_shim(self, fullname)


class SourceLoader(_LoaderBasics):
    def path_mtime(self, path):
        raise OSError

    def path_stats(self, path):
        return {"mtime": self.path_mtime(path)}

    def _cache_bytecode(self, source_path, cache_path, data):
        return self.set_data(cache_path, data)

    def set_data(self, path, data):
        """Nothing is written."""

    def get_source(self, fullname):
        path = self.get_filename(fullname)
        try:
            source_bytes = self.get_data(path)
        except OSError as exc:
            raise ImportError("source not available through get_data()", name=fullname) from exc
        return decode_source(source_bytes)

    def source_to_code(self, data, path, *, _optimize=-1):
        return _bootstrap._call_with_frames_removed(compile, data, path, "exec", dont_inherit=True, optimize=_optimize)

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class FileLoader:
    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def _check(self, fullname):
        if fullname is not None and fullname != self.name:
            raise ImportError(f"loader for {self.name} cannot handle {fullname}", name=fullname)

    def load_module(self, fullname=None):
        self._check(fullname)
        return super().load_module(self.name)

    def get_filename(self, name=None):
        self._check(name)
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            return file.read()

    def get_resource_reader(self, name=None):
        self._check(name)
        from importlib.readers import FileReader

        return FileReader(self)


class SourceFileLoader(FileLoader, SourceLoader):
    """Of a module that was compiled from the file."""

    def path_stats(self, path):
        st = _path_stat(path)
        return {"mtime": st.st_mtime, "size": st.st_size}

    def create_module(self, spec):
        return None if _imp.find_compiled(spec.name) is None else _imp.create_compiled(spec.name)

    def exec_module(self, module):
        if _imp.find_compiled(module.__name__) is None:
            return super().exec_module(module)
        _imp.exec_compiled(module)


class SourcelessFileLoader(FileLoader, _LoaderBasics):
    def get_code(self, fullname):
        raise ImportError(f"bytecode cannot be run: {self.path!r}", name=fullname, path=self.path)

    def get_source(self, fullname):
        return None


class ExtensionFileLoader(FileLoader, _LoaderBasics):
    def is_package(self, fullname):
        return _path_split(self.path)[1] in ["__init__" + suffix for suffix in EXTENSION_SUFFIXES]

    def get_code(self, fullname):
        return None

    def get_source(self, fullname):
        return None


class WindowsRegistryFinder:
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None

    @classmethod
    def find_module(cls, fullname, path=None):
        return None


# ---- packages without __init__.py ----


class _NamespacePath:
    """The __path__ of a namespace package: where its portions were when the program was built."""

    def __init__(self, name, path, path_finder=None):
        self._name = name
        self._path = path

    def __iter__(self):
        return iter(self._path)

    def __getitem__(self, index):
        return self._path[index]

    def __setitem__(self, index, path):
        self._path[index] = path

    def __len__(self):
        return len(self._path)

    def __repr__(self):
        return f"_NamespacePath({self._path!r})"

    def __contains__(self, item):
        return item in self._path

    def append(self, item):
        self._path.append(item)


class NamespaceLoader:
    def __init__(self, name, path, path_finder):
        self._path = _NamespacePath(name, path, path_finder)

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def create_module(self, spec):
        return None if _imp.find_compiled(spec.name) is None else _imp.create_compiled(spec.name)

    def exec_module(self, module):
        """There is nothing to run."""

    def load_module(self, fullname):
        return _bootstrap._load_module_shim(self, fullname)

    def get_resource_reader(self, module):
        from importlib.readers import NamespaceReader

        return NamespaceReader(self._path)


_NamespaceLoader = NamespaceLoader


# ---- finders ----


class PathFinder:
    """Finds what the program holds; directories are not searched, whatever is in sys.path."""

    @staticmethod
    def invalidate_caches():
        """Nothing is kept."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return _compiled_spec(fullname)

    @classmethod
    def find_module(cls, fullname, path=None):
        spec = cls.find_spec(fullname, path)
        return None if spec is None else spec.loader

    @staticmethod
    def find_distributions(*args, **kwargs):
        from importlib.metadata import MetadataPathFinder

        return MetadataPathFinder.find_distributions(*args, **kwargs)


class FileFinder:
    """Finds source files in one directory, so that they can be listed and read."""

    def __init__(self, path, *loader_details):
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]
        self.path = _path_abspath(path or ".")

    def invalidate_caches(self):
        """Nothing is kept."""

    def find_spec(self, fullname, target=None):
        tail = fullname.rpartition(".")[2]
        base = _path_join(self.path, tail)
        for suffix, loader in self._loaders:
            inside = _path_join(base, "__init__" + suffix)
            if _path_isfile(inside):
                return spec_from_file_location(fullname, inside, loader=loader(fullname, inside), submodule_search_locations=[base])
        for suffix, loader in self._loaders:
            if _path_isfile(base + suffix):
                return spec_from_file_location(fullname, base + suffix, loader=loader(fullname, base + suffix))
        return None

    @classmethod
    def path_hook(cls, *loader_details):
        def path_hook_for_FileFinder(path):
            if not _path_isdir(path):
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)

        return path_hook_for_FileFinder

    def __repr__(self):
        return f"FileFinder({self.path!r})"


def _get_supported_file_loaders():
    return [(ExtensionFileLoader, EXTENSION_SUFFIXES), (SourceFileLoader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)]


# ---- the start ----


def _describe(module):
    """Gives a compiled module what importlib gives it in CPython."""
    spec = _compiled_spec(module.__name__)
    if spec is None:
        return
    module.__spec__ = spec
    module.__loader__ = spec.loader
    module.__cached__ = spec.cached
    if spec.submodule_search_locations is not None and not spec.has_location:
        module.__path__ = spec.submodule_search_locations


def _set_bootstrap_module(_bootstrap_module):
    global _bootstrap
    _bootstrap = _bootstrap_module
    _bootstrap._bootstrap_external = sys.modules[__name__]
    for name, module in list(sys.modules.items()):
        if name != "__main__" and getattr(module, "__spec__", _POPULATE) is None:
            _describe(module)
    _imp.on_import(_describe)
    if not sys.meta_path:
        sys.meta_path.extend((_bootstrap.BuiltinImporter, _bootstrap.FrozenImporter, PathFinder))
    if not sys.path_hooks:
        sys.path_hooks.append(FileFinder.path_hook(*_get_supported_file_loaders()))


def _install(_bootstrap_module):
    _set_bootstrap_module(_bootstrap_module)
