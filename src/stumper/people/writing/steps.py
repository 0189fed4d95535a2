"""How a tossup came to be (Wallace et al. 2019, figure 9): its length and where it was buzzed, edit by edit."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.people.writing.tossup import Reading
from stumper.text import Change, word_diff

NOTE = 48  # characters of what was changed, in a note on the picture


@dataclass(frozen=True, slots=True)
class Step:
    """One edit: the text after it, what was changed since the one before, and what the machine then said.

    ``touched`` says whether words were changed that the author saw highlighted; None where none was, or nothing was
    replaced or taken out.
    """

    number: int
    reading: Reading
    changed: tuple[Change, ...]
    touched: bool | None

    @property
    def note(self) -> str:
        """What was changed, in a few words."""
        for kind, sign in (("added", "+"), ("removed", "−")):
            words = " … ".join(
                " ".join(one.text.split()) for one in self.changed if one.kind == kind and one.text.strip()
            )
            if words:
                return f"{sign} {words if len(words) <= NOTE else words[: NOTE - 1] + '…'}"
        return ""


def steps(readings: Sequence[Reading], machine: str, original: str = "") -> list[Step]:
    """The texts that the machine read, in order, failed ones among them; a text read twice in a row is one step."""
    found: list[Step] = []
    for reading in readings:
        if reading.machine != machine:
            continue
        before = found[-1].reading if found else None
        if before is not None and before.text == reading.text:
            found[-1] = Step(len(found), reading, found[-1].changed, found[-1].touched)
            continue
        text = original if before is None else before.text
        changed = tuple(word_diff(text, reading.text))
        found.append(Step(len(found) + 1, reading, changed, _touched(before, changed)))
    return found


@dataclass(frozen=True, slots=True)
class Touched:
    """Of the ``edits`` that changed words while some were highlighted, how many touched one of those."""

    edits: int
    touched: int

    @property
    def rate(self) -> float | None:
        """The share; None where there was no such edit."""
        return self.touched / self.edits if self.edits else None


def touched_edits(found: Sequence[Step]) -> Touched:
    """The count over these steps (the paper's section 7)."""
    told = [step.touched for step in found if step.touched is not None]
    return Touched(len(told), sum(told))


def _touched(before: Reading | None, changed: Sequence[Change]) -> bool | None:
    removed = [(one.start, one.start + len(one.text)) for one in changed if one.kind == "removed" and one.text.strip()]
    if before is None or not before.highlighted or not removed:
        return None
    return any(start < end_of and start_of < end for start, end in removed for start_of, end_of in before.highlighted)
