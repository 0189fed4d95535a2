"""Whole names of several words by the kind of what they name, and persons by gender and language.

A row of ``whole-names.txt`` (training/CARD-neighbours.md) is one kind: names that end or begin with a word that shows
it ("River"), or that no word shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from stumper.language.neighbours import name_class

Gender = Literal["m", "f"]


@dataclass(frozen=True, slots=True)
class WholeNames:
    """The rows of the table: by the word that shows a kind, by a kind without such a word, and of persons."""

    shown: dict[str, tuple[str, ...]]
    unshown: dict[str, tuple[str, ...]]
    persons: dict[tuple[Gender, str], tuple[str, ...]]
    members: dict[str, tuple[str, ...]]


def of_kind(word: str) -> tuple[str, ...]:
    """The names of the kind that this word shows ("River"), or of the kind that has this name ("team")."""
    table = _table()
    return table.shown.get(word.lower()) or table.unshown.get(word, ())


def beside(name: str) -> tuple[str, ...]:
    """The row in which this whole name itself stands; empty where it stands in none."""
    return _table().members.get(name.lower(), ())


@cache
def bare_names() -> frozenset[str]:
    """The names without a word that shows their kind, which have no article: works, places, organisations."""
    return frozenset(name for kind in ("work", "place", "organisation", "occasion") for name in of_kind(kind))


def everything() -> frozenset[str]:
    """All names of the table, as they are written there."""
    return frozenset(name for row in _table().members.values() for name in row)


def persons_like(name: str) -> tuple[str, ...]:
    """Known persons of the gender and the language that a person's given name shows, as far as it shows them."""
    given = name.split()[0]
    gender: Gender = "f" if name_class(given) == "given-f" else "m"
    rows = {key: row for key, row in _table().persons.items() if key[0] == gender}
    same = next((row for row in rows.values() if any(one.split()[0] == given for one in row)), None)
    return same or rows[gender, "english"]


@cache
def _table() -> WholeNames:
    shown: dict[str, tuple[str, ...]] = {}
    unshown: dict[str, tuple[str, ...]] = {}
    persons: dict[tuple[Gender, str], tuple[str, ...]] = {}
    members: dict[str, tuple[str, ...]] = {}
    for key, row in _rows():
        if key.startswith("+"):
            gender, _, language = key[1:].partition(" ")
            persons["f" if gender == "f" else "m", language] = row
        elif key.startswith("*"):
            unshown[key[1:]] = row
        else:
            shown[key] = row
        members |= {name.lower(): row for name in row}
    return WholeNames(shown, unshown, persons, members)


def _rows() -> Sequence[tuple[str, tuple[str, ...]]]:
    text = (files("stumper.language") / "neighbouring" / "whole-names.txt").read_text("utf-8")
    lines = [line.partition(": ") for line in text.splitlines() if line and not line.startswith("#")]
    return [(key, tuple(names.split("; "))) for key, _, names in lines]
