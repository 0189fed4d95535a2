"""`--junit`: how a command ended, as the XML that CI servers show; a test case for each thing that a gate is about."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from stumper.errors import BadOutput

State = Literal["passed", "failure", "error"]
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what no XML may hold


@dataclass(frozen=True, slots=True)
class Case:
    """A test: what it is of, how it ended, and the sentence that says why."""

    name: str
    state: State
    said: str = ""


_cases: ContextVar[list[Case] | None] = ContextVar("cases", default=None)


def record(case: Case) -> None:
    """Adds a case to those of the command that runs."""
    if (found := _cases.get()) is not None:
        found.append(case)


@contextmanager
def cases() -> Iterator[list[Case]]:
    """The cases that are recorded meanwhile."""
    found: list[Case] = []
    token = _cases.set(found)
    try:
        yield found
    finally:
        _cases.reset(token)


def begin(path: Path, command: str) -> None:
    """The file says that the command has not come to its end, as it will where its process is killed; BadOutput where
    it cannot be written."""
    _write(path, command, [Case(command, "error", "The command did not come to its end.")])


def end(path: Path, command: str, found: list[Case], code: int, sentence: str) -> None:
    """The file says how the command ended: the cases, and where it ended with neither 0 nor 1, an error."""
    said = [case for case in found if code in (0, 1) or case.state == "failure"]
    if code not in (0, 1):
        said.append(Case(command, "error", sentence))
    elif not said:
        said.append(Case(command, "passed" if code == 0 else "failure", sentence))
    _write(path, command, said)


def _write(path: Path, command: str, found: list[Case]) -> None:
    counts = {state: sum(case.state == state for case in found) for state in ("failure", "error")}
    totals = f'tests="{len(found)}" failures="{counts["failure"]}" errors="{counts["error"]}"'
    suite = f"<testsuite name={_quoted(f'stumper {command}')} {totals}>"
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<testsuites {totals}>", suite, *map(_xml, found),
             "</testsuite>", "</testsuites>", ""]  # fmt: skip
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), encoding="utf-8")
    except OSError as error:
        raise BadOutput(f"{path} cannot be written: {error.strerror}. Name another --junit.") from error


def _xml(case: Case) -> str:
    begun = f'<testcase classname="stumper" name={_quoted(case.name)}'
    if case.state == "passed":
        return f"{begun}/>"
    return f"{begun}><{case.state} message={_quoted(case.said)}/></testcase>"


def _quoted(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # which imports a whole HTTP client, and each command imports this file

    return quoteattr(_UNPRINTABLE.sub("�", text))
