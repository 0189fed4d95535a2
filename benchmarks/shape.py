"""How large the package was at points of its history: lines, modules, depth of imports, files that ask a query's type.

    python benchmarks/shape.py NAME=REVISION ...        a line for each package at each revision, of a whole clone

Lines are those of Python. A file asks a type where it compares with, or matches, the type of one task's queries,
outside the folders of the tasks; ``own`` are those among them that say which task they are for, as attacks and systems
may. Depth is the longest chain of modules that import one another, those of the packages below included.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from measuring import say

ROOT = "src/stumper/"
QUERIES = r"(?:Question|Claim|Tossup|BonusPart|OpenQuestion)"
ASKS = re.compile(rf"isinstance\([^)]*\b{QUERIES}\b|\bcase {QUERIES}\(")
DECLARES = re.compile(r"^\s+tasks: ClassVar|\btasks=\(", re.MULTILINE)


@dataclass(frozen=True)
class Package:
    """What stands in one package, or in the modules beside all packages."""

    modules: int
    lines: int
    asking: int
    own: int
    depth: int


def main() -> None:
    for point in sys.argv[1:] or ["now=HEAD"]:
        name, _, revision = point.partition("=")
        files = sources(revision)
        depths = depth_of_each(files)
        by_package: dict[str, dict[str, str]] = {"all": files}
        for path, text in files.items():
            by_package.setdefault(package_of(path), {})[path] = text
        for package, own in sorted(by_package.items()):
            say("shape", at=name, package=package, **vars(measured(own, depths)))


def sources(revision: str) -> dict[str, str]:
    """The text of each module at a revision, by its path below the package."""
    listed = run("ls-tree", "-r", "--name-only", revision, ROOT).splitlines()
    return {path.removeprefix(ROOT): run("show", f"{revision}:{path}") for path in listed if path.endswith(".py")}


def run(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, encoding="utf-8", check=True).stdout


def package_of(path: str) -> str:
    """The first folder; what stands in none is of the package itself."""
    return path.partition("/")[0] if "/" in path else "stumper"


def measured(own: Mapping[str, str], depths: Mapping[str, int]) -> Package:
    asking = [path for path, text in own.items() if not path.startswith("tasks/") and ASKS.search(text)]
    return Package(
        len(own),
        sum(text.count("\n") for text in own.values()),
        len(asking),
        sum(bool(DECLARES.search(own[path])) for path in asking),
        max(depths[path] for path in own),
    )


def depth_of_each(files: Mapping[str, str]) -> dict[str, int]:
    """How many modules stand in the longest chain below each, itself included; what imports itself counts once."""
    imports = {path: set(imported(text, files)) - {path} for path, text in files.items()}
    found: dict[str, int] = {}

    def depth(path: str, above: tuple[str, ...]) -> int:
        if path not in found:
            found[path] = 1 + max(
                (depth(one, (*above, path)) for one in sorted(imports[path]) if one not in above), default=0
            )
        return found[path]

    for path in sorted(files):
        depth(path, ())
    return found


def imported(text: str, files: Mapping[str, str]) -> Iterator[str]:
    """The modules of ours that one imports as it is loaded."""
    for node in ast.parse(text).body:
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if (module_at(name) or "") in files else node.module for name in inside]
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        for name in names:
            place = module_at(name)
            if place is not None:
                yield from (one for one in (place, place.replace(".py", "/__init__.py")) if one in files)


def module_at(name: str) -> str | None:
    """Where a module stands that is none of a package, below ours; None where it is not ours."""
    return name.removeprefix("stumper.").replace(".", "/") + ".py" if name.startswith("stumper.") else None


if __name__ == "__main__":
    main()
