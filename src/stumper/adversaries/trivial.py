"""Edits of a text that no reader would take for a change: what an attack must do more than."""

import re
from collections.abc import Callable, Mapping
from random import Random

_MARK = re.compile(r"\s*[.?!]\s*$")
_LAST = re.compile(r"\s*([.?!]?)\s*$")


def _with_mark(text: str, made: str) -> str:
    """The text, at whose end the mark stands otherwise; a full stop where it had none."""
    return _LAST.sub(lambda match: made.format(match.group(1)), text, count=1) if _MARK.search(text) else f"{text}."


TRIVIAL: Mapping[str, Callable[[str], str]] = {
    "no mark at the end": lambda text: _with_mark(text, ""),
    "a space before the mark": lambda text: _with_mark(text, " {}"),
    "the mark twice": lambda text: _with_mark(text, "{0}{0}"),
    "a small first letter": lambda text: text[:1].lower() + text[1:],
    "a space twice": lambda text: text.replace(" ", "  ", 1),
}


def trivial_edits(text: str) -> list[str]:
    """The distinct texts that the edits make of a text, without itself; there is always one."""
    made = dict.fromkeys(edit(text) for edit in TRIVIAL.values())
    return [new for new in made if new != text]


def trivially_edited(text: str, rng: Random) -> str:
    """One of the texts that the edits make of a text, all equally likely; words and their order stay."""
    return rng.choice(trivial_edits(text))
