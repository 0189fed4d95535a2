"""Pictures, sounds and pauses in a question: a mark in the text for each, by which words keep the places of tokens."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper import text

MARKS: Mapping[str, str] = dict(zip(("image", "audio", "delay"), text.MARKS, strict=True))  # by the type of a token
KINDS: Mapping[str, str] = {mark: kind for kind, mark in MARKS.items()}
WITH_FILES = ("image", "audio")
_MARK = re.compile("|".join(map(re.escape, MARKS.values())))


def without_marks(said: str) -> str:
    """The text with blanks for its marks, so that every other character stays where it was."""
    return _MARK.sub(lambda mark: " " * len(mark[0]), said) if "[" in said else said


def media_note(folder: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """How many pictures and sounds the questions name, and how many of their files stand where the paths say, seen
    from the folder of the questions; nothing where they name none."""
    every = list(dict.fromkeys(path for path in paths if path))
    if not every:
        return ()
    there = [path for path in every if (folder / path).is_file()]
    where = f", such as {folder / there[0]}" if there else ""
    named = "1 picture or sound" if len(every) == 1 else f"{len(every):,} pictures and sounds"
    return (f"it names {named}, of whose files {len(there):,} lie beside it{where}; a mark stands in the text for each,"
            " which is all that a guesser gets",)  # fmt: skip
