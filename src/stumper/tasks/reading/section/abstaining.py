"""Who says that a question has no answer: rightly where it has none, or where an attack took it away."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from stumper.predictions import best_answer
from stumper.scores.before_after import before_after
from stumper.scores.variants import Counted, Variants, at_worst
from stumper.sections.ran import Ran
from stumper.standing import Met, Said
from stumper.tasks.reading.section.figures import Kind


@dataclass(frozen=True, slots=True)
class Abstained:
    """Whether a victim says that there is no answer, to an original and to a variant of it, which stands for the
    original itself where there is none. The original is ``answerable`` unless the data says that it has no answer; the
    variant has ``taken`` the answer away if none is right any more."""

    answerable: bool
    before: bool
    after: bool
    taken: bool = False

    @property
    def has_answer(self) -> bool:
        """Whether the variant has an answer, so that it is wrong to say that there is none."""
        return self.answerable and not self.taken


PLAIN = Abstained(True, False, False)  # of most, which need not be held
KINDS: Mapping[str, Callable[[Abstained], bool]] = {
    "with an answer": lambda one: one.has_answer,
    "without one": lambda one: not one.answerable,
    "whose answer was taken away": lambda one: one.taken,
}


@dataclass(frozen=True, slots=True)
class Noted:
    """What is noted of a variant by its id, "" for the original itself."""

    original: str
    variant: str
    said: Abstained


def noting() -> Callable[[Met], Sequence[Noted]]:
    """What notes of an attempt who says that there is no answer, where that is not PLAIN."""
    return lambda met: [one for one in _noted(met) if one.said != PLAIN]


def _noted(met: Met) -> Iterator[Noted]:
    answerable, before = met.original.gold.answerable is not False, _says_none(met.before)
    yield Noted(met.original.id, "", Abstained(answerable, before, before))
    for one in met.variants:
        if one.after is not None:
            is_taken = answerable and one.gold.answerable is False
            yield Noted(met.original.id, one.id, Abstained(answerable, before, _says_none(one.after), is_taken))


def _says_none(said: Said) -> bool:
    return said.prediction is not None and best_answer(said.prediction) == ""


def kinds(run: Ran) -> tuple[Kind, ...]:
    """The scores on questions with and without an answer, and how often the victim says that there is none: on all
    where it ever does, and by kind where the data or the attack has both. A question of which an attack has made
    variants of two kinds counts in both, each time at the worst variant of that kind."""
    rows, noted = run.variants, {(one.original, one.variant): one.said for one in run.noted}
    told = [noted.get(key, PLAIN) for key in zip(rows.originals, rows.ids, strict=True)]
    if all(one == PLAIN for one in told):
        return ()
    found = [_kind(run, "all", rows, told)]
    if not all(one.has_answer for one in told):
        for name, belongs in KINDS.items():
            if places := [place for place, one in enumerate(told) if belongs(one)]:
                found.append(_kind(run, name, _at(rows, places), [told[place] for place in places]))
    return tuple(found)


def _kind(run: Ran, name: str, rows: Variants, told: Sequence[Abstained]) -> Kind:
    found = at_worst(rows, "f1")
    said = _at_worst(found, rows, told)
    silent = before_after(found.originals, [one.before for one in said], [one.after for one in said], found.groups)
    f1, exact = (
        before_after(found.originals, found.before[measure], found.after[measure], found.groups)
        for measure in ("f1", "exact_match")
    )
    return Kind(run.id, run.names, name, f1, exact, silent)


def _at_worst(found: Counted, rows: Variants, told: Sequence[Abstained]) -> list[Abstained]:
    """Of each original what is said of the worst of the variants that have an answer as its worst one has, or have
    none: to any of the former, to all of the latter, that there is no answer."""
    of_all: dict[tuple[str, bool], list[bool]] = {}
    of_one: dict[tuple[str, str], Abstained] = {}
    for original, id, one in zip(rows.originals, rows.ids, told, strict=True):
        of_one[original, id] = one
        of_all.setdefault((original, one.has_answer), []).append(one.after)
    worst = [of_one[key] for key in zip(found.originals, found.ids, strict=True)]
    return [
        replace(one, after=(any if one.has_answer else all)(of_all[original, one.has_answer]))
        for original, one in zip(found.originals, worst, strict=True)
    ]


def _at(rows: Variants, places: Sequence[int]) -> Variants:
    """These rows alone."""
    before, after = (
        {name: values[np.array(places)] for name, values in side.items()} for side in (rows.before, rows.after)
    )
    return replace(
        rows,
        originals=[rows.originals[place] for place in places],
        ids=[rows.ids[place] for place in places],
        before=before,
        after=after,
    )
