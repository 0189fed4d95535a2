"""Edits upon each other, each chosen by what the victim says of those before it."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, islice, pairwise, takewhile
from math import log
from random import Random
from statistics import fmean
from typing import ClassVar

from stumper.adversaries.reading.edits.combined import composed, edits_by_name, joined_kind
from stumper.adversaries.reading.edits.paragraph import paragraph, substituted
from stumper.adversaries.reading.edits.proposing import EditOf, at_least_one
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.answers import tokens_of
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Edit, Example, Gold, Nothing, Perturbation, Prediction, Verdict

# The edits that change neither letters nor what is said.
DEFAULT = "split,paraphrase,synonym,reorder,coreference"
AT_FIRST = 2  # times as many candidates of an edit are asked about in the first round
JOINED_OF = 10  # edits of the first round, those that the victim minded most, that are made upon each other
MOST_JOINED = 16  # paragraphs of a round that have one of them more, and that have several
MOST_PIECES = 16  # words and sentences of the first round that are put together anew, those that took most
PIECES_AT_ONCE = (3, 6, 12)
MORE_THAN_BEFORE = 4.0  # times as much as any round has taken yet may the rounds that are left take, each
LEAST = 1e-6  # a probability that is told no better


@dataclass(frozen=True)
class Searched:
    """Makes up to ``rounds`` edits one after the other, each upon those that the victim minded most.

    It is a beam search for the smallest margin of the right answer over a wrong one: of each round's paragraphs the
    ``width`` with the smallest are edited again, and with each of them those edits of the first round are made that
    the victim minded most by themselves, as far as they lie apart. It ends with a success, of which the words that it
    does without are put back, or where the rounds that are left would not suffice. ``edits`` are the edits to choose
    from, with commas between them; ``each`` is how many candidates of an edit are asked about: in the first round twice
    as many, later half as many, and at least one, of each paragraph that is edited again.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = True

    edits: str = DEFAULT
    rounds: int = 4
    width: int = 3
    each: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        for option in ("rounds", "width", "each"):
            at_least_one("edit-search", option, getattr(self, option))
        known = edits_by_name(self.pipeline)
        for name in self.names:
            if name not in known:
                raise BadOption(f"The edit {name!r} cannot be searched with. There are: {', '.join(known)}.")

    @property
    def names(self) -> list[str]:
        """The edits to choose from."""
        return [name.strip() for name in self.edits.split(",")]

    @cached_property
    def table(self) -> list[EditOf]:
        """The edits, in the order in which they are named."""
        known = edits_by_name(self.pipeline)
        return [known[name] for name in self.names]

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """A batch a round; stands by a success that has no change too many. Where there is none, by the lowest score,
        the earliest round, the smallest margin: edits that took no more would only be more that may be wrong.
        """
        first_tried = self._further(example, [None], self.each * AT_FIRST, rng)
        before = least = margin(example.gold, original)
        asked, singles, pieces, most = set[object](), list[_Made](), list[_Made](), 0.0
        lowest: _Made | None = None
        tried = _new(first_tried, asked)
        if not tried:
            return Nothing("no edit can be made so that it is sure what is right")
        for left in reversed(range(self.rounds)):
            said = yield [made.change for made in tried]
            if fooled := [made for made, verdict in zip(tried, said, strict=True) if verdict.succeeded]:
                return (yield from _pared(example, min(fooled, key=lambda made: len(made.change.edits))))
            ranked = _ranked(tried, said)
            if not ranked:
                break
            lowest = min((*([lowest] if lowest else []), *ranked), key=lambda made: made.score)  # the first of equals
            if not left:
                break
            singles = singles or [one for one in ranked[:JOINED_OF] if one.margin < before]
            pieces = pieces or _pieces(ranked, before)
            most = max(most, least - ranked[0].margin)
            if ranked[0].margin >= least or ranked[0].margin > left * most * MORE_THAN_BEFORE:
                break
            least, beam = ranked[0].margin, ranked[: self.width]
            joined = islice(_joined(example, beam, singles), MOST_JOINED)
            several = chain.from_iterable(_stacked(example, made, singles) for made in beam)
            stacked = islice(several, MOST_JOINED)
            mixed = islice(_mixed(example, beam, pieces), MOST_JOINED)
            tried = _new((*mixed, *stacked, *joined, *self._further(example, beam, max(1, self.each // 2), rng)), asked)
            if not tried:
                break
        return None if lowest is None else lowest.change

    def _further(self, example: Example, beam: Sequence["_Made | None"], each: int, rng: Random) -> Iterator["_Made"]:
        """What each edit makes of each paragraph of the beam, as one change of the original; None is the original."""
        for one in beam:
            edited = example if one is None else replace(example, query=one.change.query, gold=one.change.gold)
            for edit in self.table:
                found = edit.proposals(edited, rng)
                for made in rng.sample(found, min(each, len(found))):
                    if one is None:
                        yield _Made(made, tuple(parts_of(example, made)))
                    elif made.query != example.query:  # one edit may undo another
                        yield _Made(composed(example, one.change, made), ())


@dataclass(frozen=True, slots=True)
class _Made:
    """A change, the parts that it is made of (none where they cannot be told apart), and the margin and the score that
    it leaves.
    """

    change: Perturbation
    parts: tuple[Perturbation, ...]
    margin: float = 0.0
    score: float = 1.0


def margin(gold: Gold, verdict: Verdict) -> float:
    """By how many nats the likeliest right answer is ahead of the likeliest that shares no word with it; where no such
    answer is told, ahead of what the likeliest untold one may have; by the expected score where nothing is told.
    """
    told = verdict.prediction
    if told is None or told.mass is None or not told.guesses:
        expected = min(max(verdict.expected or 0.0, LEAST), 1 - LEAST)
        return log(expected / (1 - expected))
    tokens = tokens_of(gold)
    right, wrong = LEAST, 0.0
    for guess in told.guesses:
        share = guess.probability or 0.0
        if tokens.f1(guess.answer):
            right = max(right, share)
        else:
            wrong = max(wrong, share)
    return log(right / max(wrong or _untold(told), LEAST))


def _untold(told: Prediction) -> float:
    """The most that an answer may have that is not among those that are told."""
    assert told.mass is not None
    return min(told.guesses[-1].probability or 0.0, 1 - told.mass)


def parts_of(example: Example, made: Perturbation) -> Sequence[Perturbation]:
    """Each word that is put otherwise by itself, each sentence that is said otherwise; of what is more, or where an
    answer moves or an edit is of two sentences, the whole.
    """
    kind, text = made.edits[0].kind, _text(example)
    if kind not in _PARTED or (given := paragraph(example)) is None:
        return [made]
    changes = [_first_and_last(text, edit) for edit in made.edits]
    if kind == "paraphrase":
        starts = [sentence.start for sentence in given.sentences]
        changes = [(bisect(starts, first), bisect(starts, last)) for first, last in changes]
        if any(first != last for first, last in changes):
            return [made]
    found = list[Perturbation]()
    for _, some in groupby(zip(changes, made.edits, strict=True), lambda row: row[0]):
        part = rewritten(example, substituted(text, [edit for _, edit in some]), kind, made.edits[0].rule)
        if part is None:
            return [made]
        found.append(part)
    return found


def _first_and_last(text: str, edit: Edit) -> tuple[int, int]:
    """Where what an edit changes begins and ends: not with what it writes again, nor with white space before it."""
    alike = zip(text[edit.start : edit.end], edit.text, strict=False)
    first = edit.start + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], alike))
    while first < len(text) and text[first].isspace():
        first += 1
    return first, max(first, edit.end - 1)


_PARTED = ("synonym", "paraphrase")


def _new(found: Iterable[_Made], asked: set[object]) -> list[_Made]:
    """Those whose paragraphs were not asked about; now they are."""
    new = list[_Made]()
    for made in found:
        if made.change.query not in asked:
            asked.add(made.change.query)
            new.append(made)
    return new


def _ranked(tried: Sequence[_Made], said: Sequence[Verdict]) -> list[_Made]:
    """What was answered, the smallest margin first."""
    found = [
        replace(made, margin=margin(made.change.gold, verdict), score=verdict.score or 0.0)
        for made, verdict in zip(tried, said, strict=True)
        if verdict.expected is not None
    ]
    return sorted(found, key=lambda made: made.margin)


def _joined(example: Example, beam: Sequence[_Made], singles: Sequence[_Made]) -> Iterator[_Made]:
    """Each paragraph of the beam with an edit of the first round more, those first that hurt most by themselves."""
    for one in singles:
        for made in beam:
            if (joined := _upon(example, made, one)) is not None:
                yield joined


def _stacked(example: Example, made: _Made, singles: Sequence[_Made]) -> Iterator[_Made]:
    """The paragraph with two edits of the first round more, with three, and so on, those first that hurt most."""
    found, count = made, 0
    for one in singles:
        joined = _upon(example, found, one)
        if joined is not None:
            found, count = joined, count + 1
            if count > 1:
                yield found


def _pieces(ranked: Sequence[_Made], before: float) -> list[_Made]:
    """The words and sentences that the paragraphs of the first round changed, each by itself, with what it took on
    average as its margin: of what a paragraph took, each of its changes counts for an equal share.
    """
    taken = defaultdict[tuple[Edit, ...], list[tuple[float, Perturbation]]](list)
    for made in ranked:
        for part in made.parts:
            taken[part.edits].append(((before - made.margin) / len(made.parts), part))
    found = [_Made(of[0][1], (of[0][1],), -fmean(share for share, _ in of)) for of in taken.values()]
    return sorted((one for one in found if one.margin < 0), key=lambda one: one.margin)[:MOST_PIECES]


def _mixed(example: Example, beam: Sequence[_Made], pieces: Sequence[_Made]) -> Iterator[_Made]:
    """As many of the words and sentences at once as a number of ``PIECES_AT_ONCE`` says, those that took most: upon the
    one that took most, and upon each paragraph of the beam; those that touch what is changed already are passed over.
    """
    bases = [*pieces[:1], *beam]
    for most in PIECES_AT_ONCE:
        for base in bases:
            found, count = base, 0
            for one in pieces:
                joined = _upon(example, found, one) if count < most else None
                if joined is not None:
                    found, count = joined, count + 1
            if count:
                yield found


def _upon(example: Example, made: _Made, one: _Made) -> _Made | None:
    found = both(example, made.change, one.change)
    return None if found is None else _Made(found, (*made.parts, *one.parts) if made.parts else ())


def _pared(example: Example, fooled: _Made) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation]:
    """The success without each edit that it does without, one after the other."""
    while len(fooled.parts) > 1:
        fewer = [
            made
            for left in fooled.parts
            if (made := _of([part for part in fooled.parts if part is not left], example)) is not None
        ]
        said = yield [made.change for made in fewer]
        enough = [made for made, verdict in zip(fewer, said, strict=True) if verdict.succeeded]
        if not enough:
            break
        fooled = enough[0]
    return fooled.change


def _of(parts: Sequence[Perturbation], example: Example) -> _Made | None:
    """These edits made together."""
    found: Perturbation | None = parts[0]
    for part in parts[1:]:
        found = None if found is None else both(example, found, part)
    return None if found is None else _Made(found, tuple(parts))


def both(example: Example, one: Perturbation, other: Perturbation) -> Perturbation | None:
    """Two changes of one example, made at once; None where they touch each other, or an answer would be lost."""
    edits = sorted((*one.edits, *other.edits), key=lambda edit: (edit.start, edit.end))
    if any(after.start <= before.end for before, after in pairwise(edits)):
        return None
    rule = "; ".join((one.edits[0].rule, other.edits[0].rule))
    return rewritten(example, substituted(_text(example), edits), joined_kind(one, other), rule)


def _text(example: Example) -> str:
    assert isinstance(example.query, Question)
    return example.query.context.text
