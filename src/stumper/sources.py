"""What code is behind a name: the hash of a module's source and of all the source of its own that it imports."""

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths

from stumper.identity import content_id, file_fingerprint, folder_fingerprint
from stumper.parser_lock import parsing

OURS = "stumper"
CODE = (".py", *EXTENSION_SUFFIXES)  # of a module by itself: source, or what was compiled of it
PARSING = ("spacy", "lemminflect")  # packages that decide what is written as much as our own code does
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)|import[ \t]+([^\n]+))", re.M)


def source_fingerprint(module: str) -> str:
    """The hash of the source that a module's answers come from; "" where it has none, such as a notebook's.

    Of a package it is all its modules, with those beside it that they import, directly or not; of a module by itself or
    in a folder without ``__init__.py``, it is the module with those of its folder and beside it that it imports; of one
    of Stumper's own, with those of Stumper's that it imports. What is installed does not count.
    """
    return _own_source(module) if _is_own(module) else _source(module)


def attack_fingerprint(module: str) -> str:
    """``source_fingerprint`` with the data beside the modules, such as language artefacts, and the parser's version."""
    data = _own_data(module) if _is_own(module) else []
    return content_id(source_fingerprint(module), data, [installed_version(package) for package in PARSING])


def installed_fingerprint(name: str) -> str:
    """The hash of an installed package's files, or of a file or folder of that name; "" where there is neither."""
    if Path(name).exists():
        return folder_fingerprint(Path(name)) if Path(name).is_dir() else file_fingerprint(Path(name))
    spec = _spec(name) if name.isidentifier() else None
    places = spec.submodule_search_locations if spec else None
    return folder_fingerprint(Path(next(iter(places)))) if places else ""


def installed_version(package: str) -> str:
    """The version of an installed package; "" where it is not there."""
    try:
        return _version(package)
    except PackageNotFoundError:
        return ""


_version = cache(version)  # which reads a file, and what runs does not become another version


def _is_own(module: str) -> bool:
    return module.partition(".")[0] == OURS


def _source(module: str) -> str:
    return content_id([(name, file_fingerprint(path)) for name, path in _sources(module)]) if _file(module) else ""


_own_source = cache(_source)  # what runs was loaded once, whatever becomes of its files


@cache
def _own_data(module: str) -> list[tuple[str, str]]:
    """The data beside one of our modules and beside those that it imports, by name, with their hashes."""
    folders = {path.parent for _, path in _sources(module)}
    data = sorted({file for folder in folders for file in _data(folder)})
    return [(file.relative_to(_root()).as_posix(), file_fingerprint(file)) for file in data]


def _sources(module: str) -> list[tuple[str, Path]]:
    """The modules that count, by name, with their files, in the order of their names."""
    top = module.partition(".")[0]
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = None if name in found else _file(name)
        if path is None:
            continue
        found[name] = path
        waiting += [imported for imported in _imports(name, path) if _counts(imported, top)]
        if name == module and top != OURS and _is_package(top):
            waiting += _modules_of(top)
    return sorted(found.items())


def _counts(name: str, top: str) -> bool:
    """Whether a module that another imports is of the same making: in the same package, or a neighbour of its file.

    What stands at the top of our own package names everything, and decides nothing of what imports a part of it.
    """
    first = name.partition(".")[0]
    if name == OURS:
        return False
    if first == top:
        return True
    if OURS in (first, top):
        return False
    home, other = _home(top), _home(first)
    if home is None or other is None or _is_installed(other / first):
        return False
    return home == other or home in other.parents


def _imports(name: str, path: Path) -> tuple[str, ...]:
    """The modules that a file says it imports; names that are no modules are left for ``_file`` to refuse."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: list[str] = []
    if path.suffix != ".py":
        return ()
    if name.split(".")[0] != OURS:  # whoever writes it may write it otherwise than we do
        with suppress(SyntaxError, ValueError):
            return tuple(_parsed(path.read_bytes(), package))
    for source, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8", errors="replace")):
        if plain:
            found += [part.split()[0] for part in plain.split(",") if part.split()]
            continue
        base = _absolute(source, package)
        parts = re.findall(r"[\w*]+(?=\s*(?:as\s+\w+\s*)?(?:,|\)|#|$))", names.strip("()\n "), re.M)
        found += [base, *(f"{base}.{part}" for part in parts)] if base else parts
    return tuple(found)


def _parsed(source: bytes, package: str) -> Iterator[str]:
    with parsing():
        tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute("." * node.level + (node.module or ""), package)
            if base:
                yield base
            yield from (f"{base}.{alias.name}" if base else alias.name for alias in node.names)


def _absolute(source: str, package: str) -> str:
    level = len(source) - len(source.lstrip("."))
    if not level:
        return source
    parts = package.split(".")[: len(package.split(".")) - level + 1]
    return ".".join([*filter(None, parts), *filter(None, [source.lstrip(".")])])


def _file(name: str) -> Path | None:
    """The source of a module; None where there is none to read. Nothing is imported to find it."""
    top, *below = name.split(".")
    if top == OURS:
        base = _root().parent / OURS
    else:
        spec = _spec(top)
        origin = Path(spec.origin) if spec is not None and spec.origin else Path()
        if origin.suffix in CODE and origin.is_file() and origin.name != "__init__.py":
            return None if below else origin
        folder = _folder(top)
        if folder is None:
            return None
        base = folder
    path = base.joinpath(*below)
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def _folder(top: str) -> Path | None:
    """The folder of a package, be it one without ``__init__.py``; None of what is no package."""
    spec = _spec(top)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return next((Path(place) for place in places if Path(place).is_dir()), None)


def _home(top: str) -> Path | None:
    """The folder in which a module or package stands; None where it is not to be found."""
    if (folder := _folder(top)) is not None:
        return folder.parent
    file = _file(top)
    return file.parent if file is not None else None


def _spec(top: str) -> ModuleSpec | None:
    loaded = sys.modules.get(top)
    if loaded is not None:
        return getattr(loaded, "__spec__", None)
    try:
        return find_spec(top)
    except (ImportError, ValueError):
        return None


def _is_package(name: str) -> bool:
    path = _file(name)
    return path is not None and path.name == "__init__.py"


def _modules_of(package: str) -> Iterator[str]:
    path = _file(package)
    assert path is not None
    for file in path.parent.rglob("*.py"):
        parts = file.relative_to(path.parent).with_suffix("").parts
        yield ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])


def _is_installed(path: Path) -> bool:
    paths = get_paths()
    return any(Path(paths[kind]) in path.parents for kind in ("stdlib", "platstdlib", "purelib", "platlib"))


def _data(folder: Path) -> Iterator[Path]:
    """The files beside modules that are no code, also those in folders that are no packages."""
    for path in folder.iterdir():
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            yield path
        elif path.is_dir() and path.name != "__pycache__" and not (path / "__init__.py").exists():
            yield from _data(path)


def _root() -> Path:
    return Path(__file__).parent
