"""How many wrong rules of access the tests find: routes with other rules, and the guard with its conditions broken.

Two kinds of mutants. *Rules*: each route gets each other rule that its path allows, and each other scope of tokens; a
mutant is found where a cell of tests/web/access.txt no longer comes out. *Conditions*: one change at a time in the code
that enforces rules (a condition is always so or never so, a comparison is turned or moved, a check is left out, a role
or a scope is another), tried by the rows of the table that come to the line and, where those find nothing, by the tests
that FILES names for the file.

Prints a line for each mutant that nothing finds, and the counts. What changes nothing that anybody could see is counted
by itself: of conditions, what EQUIVALENT names; of rules, two kinds: in a project, whoever is no member is turned away
before any rule, so that "anybody" and "whoever is signed in" are its members; and what is done with work in hands asks
for the scope of its kind again.
"""

import argparse
import importlib
import inspect
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

from mutating import Mutant, broken
from mutating import conditions as broken_conditions

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))
SOURCE = ROOT / "src" / "stumper"
STRIDE = 11  # rows of the table apart that are tried one after the other, so that each part of it comes soon
PYTEST = ("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider")
FILES = {  # what is broken, and the tests that speak of it beside the table
    "web/access.py": ("tests/web/test_access_effects.py", "tests/web/test_security.py"),
    "web/guard.py": ("tests/web/test_security.py", "tests/web/test_matches.py"),
    "people/accounts/tokens.py": ("tests/people/accounts/test_tokens.py", "tests/web/test_account_pages.py"),
    "people/projects/members.py": (
        "tests/people/projects/test_members.py",
        "tests/people/projects/test_invitations.py",
        "tests/people/test_personal_data.py",
        "tests/web/test_access_effects.py",
    ),
    "people/projects/uploads.py": ("tests/people/projects/test_uploads.py", "tests/web/test_access_effects.py"),
}
SCOPES = (None, "read", "work", "manage")
EQUIVALENT = {  # by function: what changes nothing but how much is read, written again or locked
    "administered_alone": (
        "MEMBERS.c.person_id == person_id is not",
        "MEMBERS.c.project_id.in_(found) is not",
        "key_share=True",
    ),
    "give_role": ("read=True", "key_share=True"),
    "upload_file": ("not path.exists() is always True", "parents=True"),
    "upload_name": ("owners.c.owner_id.in_(askers) is not",),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("rules", "conditions"), help="one kind of mutants")
    parser.add_argument("--file", action="append", choices=list(FILES), help="conditions of these files alone")
    parser.add_argument("--limit", type=int, help="so many mutants of a file, evenly spread")
    parser.add_argument("--table", action="store_true", help="only tries the table, for a mutant's own process")
    args = parser.parse_args()
    logging.disable()  # what breaks under a mutant
    if args.table:
        table()
        return
    if args.only != "conditions":
        rules()
    if args.only != "rules":
        for file in args.file or FILES:
            conditions(file, args.limit)


def rules() -> None:
    """Every route with every other rule, one at a time, on one server."""
    from access_mutants import entry_of, weakened  # the tests' own
    from access_table import TABLE, differences, world_in
    from stumper.web import access

    named = ("ANYONE", "SIGNED_IN", "SERVER_ADMINISTRATOR", "MEMBER", "AUTHOR", "ANNOTATOR", "ANSWERER", "PLAYER",
             "MODERATOR", "ADMINISTRATOR")  # fmt: skip
    counts: Counter[str] = Counter()
    by_entry: dict[tuple[str, str], list] = {}
    for row in TABLE:
        by_entry.setdefault((row.method, row.path), []).append(row)
    with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        for rows in by_entry.values():
            entry = entry_of(rows[0].route)
            is_of_project, is_api = "{project_id}" in entry.path, entry.path.startswith("/api/")
            others = [getattr(access, name) for name in named]
            mutants = [
                (name, replace(may, token=entry.may.token))
                for name, may in zip(named, others, strict=True)
                if is_of_project or may.roles is None
            ]
            mutants += [(f"token {scope}", replace(entry.may, token=scope)) for scope in SCOPES if is_api]
            if not entry.may.asks_who:
                mutants = [(name, may) for name, may in mutants if name != "ANYONE"]  # it costs a look, no more
            for name, may in mutants:
                if may == entry.may:
                    continue
                if is_of_project and name in ("ANYONE", "SIGNED_IN") and entry.may.roles == access.MEMBER.roles:
                    counts["equivalent"] += 1
                    continue
                with weakened(entry, may):
                    found = next((one for row in rows for one in differences(world, row)), None)
                is_asked_again = (
                    name == "token read"
                    and "/{assignment_id}/" in entry.path
                    and entry.path.endswith(("/response", "/release", "/touch"))
                )
                counts["found" if found else "equivalent" if is_asked_again else "missed"] += 1
                if not found and not is_asked_again:
                    print(f"missed: {entry.method} {entry.path}: {name}", flush=True)
    print(f"rules: {told(counts)}", flush=True)


def conditions(file: str, limit: int | None) -> None:
    """Every broken condition of one file: in this process where it is in a function, else in one of its own."""
    text, counts = (SOURCE / file).read_text(encoding="utf-8"), Counter[str]()
    mutants = list(broken(text, broken_conditions))
    if limit is not None and len(mutants) > limit:
        mutants = mutants[:: -(-len(mutants) // limit)]
    module = importlib.import_module("stumper." + file.removesuffix(".py").replace("/", "."))
    ways = ways_of(module)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "src"
        subprocess.run(["cp", "-rs", str(ROOT / "src"), str(tree)], check=True)
        target = tree / "stumper" / file
        for number, mutant in enumerate(mutants):
            print(f"{file}: {number} of {len(mutants)} mutants", end="\r", file=sys.stderr, flush=True)
            if mutant.change.startswith(EQUIVALENT.get(mutant.function, ())):
                counts["equivalent"] += 1
                continue
            target.unlink()
            target.write_text(mutant.text, encoding="utf-8")
            is_found = found_by_table(module, mutant, tree, ways) or fails(tree, *PYTEST, *FILES[file])
            counts["found" if is_found else "missed"] += 1
            if not is_found:
                print(f"missed: {file}:{mutant.lines.start}: {mutant.change}", flush=True)
    print(f"{file}: {told(counts)}", flush=True)


@dataclass
class Ways:
    """Which rows of the table come to which lines of a file; those that found a mutant move to the front."""

    everywhere: set[int]
    rows: list[tuple[Any, set[int]]]

    def through(self, lines: range) -> list[Any]:
        """The rows that come to one of these lines, or whose askers have come to one before."""
        if not self.everywhere.isdisjoint(lines):
            return [row for row, _ in self.rows]
        return [row for row, seen in self.rows if not seen.isdisjoint(lines)]

    def found_by(self, row: Any) -> None:
        """The row is tried first from now on."""
        self.rows.sort(key=lambda one: one[0] is not row)


def ways_of(module: ModuleType) -> Ways:
    """The rows of the table, in the order in which they are tried, with the lines of the module that each comes to."""
    from access_table import TABLE, world_in

    rows = [row for first in range(STRIDE) for row in TABLE[first::STRIDE]]
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != module.__file__:
            return None
        lines.add(frame.f_lineno)
        return trace

    threading.settrace(trace)
    sys.settrace(trace)
    try:
        with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
            for column in rows[0].cells:
                for who in world.everybody(column):
                    world.asker(who)
            ways = Ways(set(lines), [])
            for row in rows:
                lines.clear()
                differing = difference_at(world, row)
                assert not differing, differing
                ways.rows.append((row, set(lines)))
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    return ways


def found_by_table(module: ModuleType, mutant: Mutant, tree: Path, ways: Ways) -> bool:
    """Whether a cell of the table comes out otherwise, or cannot be tried at all."""
    whole = functions(vars(module), module.__name__)
    names: dict[str, Any] = {"__name__": module.__name__}
    try:
        exec(compile(mutant.text, str(module.__file__), "exec"), names)
    except Exception:  # nobody could begin with it
        return True
    function, broken = whole.get(mutant.function), functions(names, module.__name__).get(mutant.function)
    if function and broken and function.__code__.co_freevars == broken.__code__.co_freevars:
        broken_in_place = another_code(function, broken)
    elif not function and module.__name__.endswith(".access"):
        broken_in_place = other_rules(names)
    else:
        return fails(tree, __file__, "--table")
    with broken_in_place:
        rows = ways.through(mutant.lines) if function else [row for row, _ in ways.rows]
        try:
            row = differing_row(rows)
        except Exception:  # whatever it is, the test would not pass
            return True
    if row:
        ways.found_by(row)
    return row is not None


@contextmanager
def another_code(function: FunctionType, broken: FunctionType) -> Iterator[None]:
    """The function does what another one does, wherever it is known by now."""
    before = function.__code__
    function.__code__ = broken.__code__
    try:
        yield
    finally:
        function.__code__ = before


@contextmanager
def other_rules(names: Mapping[str, Any]) -> Iterator[None]:
    """The named rules are those of a broken module, and so are the routes that were declared with one of them."""
    from stumper.web import access
    from stumper.web.app import entries

    now = [(one, names[name]) for name, one in vars(access).items() if isinstance(one, access.May)]
    now += [(one, names["WORK"][kind]) for kind, one in access.WORK.items()]
    named = {id(one) for one, _ in now}
    by_scope = {replace(one, token=None): other for one, other in now if one.token is None}
    declared = {id(entry.may): entry.may for entry in entries() if id(entry.may) not in named}.values()
    now += [(one, replace(by_scope[replace(one, token=None)], token=one.token)) for one in declared]
    before = [(one, replace(one)) for one, _ in now]
    try:
        for one, other in now:
            _become(one, other)
        yield
    finally:
        for one, other in before:
            _become(one, other)


def _become(rule: object, other: object) -> None:
    for one in fields(rule):  # type: ignore[arg-type]
        object.__setattr__(rule, one.name, getattr(other, one.name))


def functions(names: Mapping[str, object], module: str) -> dict[str, FunctionType]:
    """The functions of a module, and of its classes, by their names; without what decorates them."""
    found = {}
    for name, value in names.items():
        if isinstance(value, type) and value.__module__ == module:
            found |= {f"{name}.{inner}": one for inner, one in functions(vars(value), module).items()}
        plain = inspect.unwrap(value) if callable(value) else getattr(value, "fget", None)
        if isinstance(plain, FunctionType) and plain.__module__ == module:
            found[name] = plain
    return found


def fails(tree: Path, *arguments: str) -> bool:
    """Whether Python ends with an error on this source."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode != 0


def table() -> None:
    """Tries the whole table, on whatever source is imported; ends with exit code 1 at the first difference."""
    from access_table import TABLE

    if row := differing_row([row for first in range(STRIDE) for row in TABLE[first::STRIDE]]):
        sys.exit(row.route)


def differing_row(rows: Sequence[Any]) -> Any | None:
    """The first row of which a cell comes out otherwise, on a server of its own."""
    from access_table import world_in

    with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        return next((row for row in rows if difference_at(world, row)), None)


def difference_at(world: Any, row: Any) -> str | None:
    """The first cell of a row that comes out otherwise."""
    from access_table import differences

    return next(differences(world, row), None)


def told(counts: Counter[str]) -> str:
    """The counts as a sentence."""
    return (
        f"{counts.total()} mutants, {counts['found']} found, {counts['equivalent']} that change nothing, "
        f"{counts['missed']} missed"
    )


if __name__ == "__main__":
    main()
