"""What authors achieved against the model: the tables of Rahurkar et al. 2020, from the presses that were counted.

A leaderboard shows those who fooled the model most, by what was judged correct: only those who want to be seen.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from operator import attrgetter
from statistics import fmean, median, variance

from stumper.judging import checked
from stumper.people.accounts.person import Person
from stumper.people.writing.tries import Press
from stumper.statistics import AMOUNT, NO_GROUPS, Crossed, Estimate, Groups, crossed
from stumper.types import Judgement
from stumper.victims.address import without_password

_Text = tuple[str, str, str]  # of an author on an example


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many attempts those that succeeded, and their share; ``of`` is the id of an example or of a person."""

    of: str
    succeeded: int
    attempts: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, standard deviation and variance of the rates of several shares, the two of a sample (n - 1).

    NaN without a share; the deviation of one alone is NaN, too.
    """

    mean: float
    deviation: float
    variance: float
    n: int


@dataclass(frozen=True, slots=True)
class Successes:
    """Table 1: attempts and those that fooled the model, altogether, by example and by person."""

    all: Estimate
    succeeded: int
    by_example: tuple[Share, ...]
    by_person: tuple[Share, ...]
    over_examples: Spread
    over_persons: Spread
    dropped: int  # presses that put the same text again, but for the first that submits it
    anothers: int  # that were refused as somebody else had submitted the text
    skipped: int  # texts that could not succeed, as the model is wrong about the original
    victims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeCount:
    """Table 2: how many submissions are tagged with a type of attack, on how many examples, by how many people."""

    type: str
    submissions: int
    examples: int
    persons: int


@dataclass(frozen=True, slots=True)
class Effort:
    """What the first success on an example cost its author, over all pairs of both that have one."""

    successes: int
    without: int  # pairs of example and person that never succeeded
    seconds: Estimate
    median_seconds: float
    changes: Estimate
    median_changes: float
    attempts: Estimate
    median_attempts: float


@dataclass(frozen=True, slots=True)
class Place:
    """One author's submissions that fooled the model; equal numbers share a ``rank``.

    Of the ``judged`` ones so many are ``open``, as their judges are split.
    """

    rank: int
    person_id: str
    name: str
    submissions: int
    judged: int
    correct: int
    open: int = 0


def attempts(presses: Iterable[Press]) -> list[Press]:
    """The presses that count: one of all by one person on one example with the same text, at the place of the first.

    It is what was submitted of the text, else the first press with the label that was stated of it last. Its time and
    changes are those of the first press with this label. What cannot succeed is no attempt.
    """
    return [made for _, made in _distinct(press for press in presses if press.can_succeed)]


def counting(presses: Sequence[Press]) -> list[bool]:
    """Of each press whether it is the one that counts as an attempt: one of each text that can succeed."""
    possible = [place for place, press in enumerate(presses) if press.can_succeed]
    counted = {possible[place] for place, _ in _distinct(presses[place] for place in possible)}
    return [place in counted for place in range(len(presses))]


def successes(presses: Sequence[Press], groups: Groups = NO_GROUPS) -> Successes:
    """The shares of attempts that fooled the model (Rahurkar et al. 2020, table 1), on examples of these groups."""
    possible = [press for press in presses if press.can_succeed]
    counted = attempts(possible)
    by_example, by_person = (_shares(counted, of, groups) for of in (attrgetter("example_id"), attrgetter("person_id")))
    return Successes(
        all=_fooled(counted, groups),
        succeeded=sum(press.fooled for press in counted),
        by_example=by_example,
        by_person=by_person,
        over_examples=spread(by_example),
        over_persons=spread(by_person),
        dropped=_put_again(possible),
        anothers=sum(press.is_anothers for press in possible),
        skipped=len(_distinct(press for press in presses if not press.can_succeed)),
        victims=tuple(dict.fromkeys(without_password(press.victim) for press in counted if press.victim)),
    )


def spread(shares: Sequence[Share]) -> Spread:
    """How the rates of these shares are spread."""
    rates = [share.share.value for share in shares]
    of_sample = variance(rates) if len(rates) > 1 else nan
    return Spread(fmean(rates) if rates else nan, of_sample**0.5, of_sample, len(rates))


def type_counts(presses: Sequence[Press]) -> tuple[TypeCount, ...]:
    """The types of attack among submissions, the most frequent first; one submission may have several (table 2)."""
    submitted = [press for press in attempts(presses) if press.submitted]
    counts = Counter(kind for press in submitted for kind in press.attack_types)
    ranked = sorted(counts, key=lambda kind: (-counts[kind], kind))
    return tuple(
        TypeCount(
            kind,
            counts[kind],
            len({press.example_id for press in submitted if kind in press.attack_types}),
            len({press.person_id for press in submitted if kind in press.attack_types}),
        )
        for kind in ranked
    )


def effort(presses: Sequence[Press], groups: Groups = NO_GROUPS) -> Effort:
    """The time, the changes of the text and the attempts up to the first success of each person on each example."""
    pairs: dict[tuple[str, str], list[Press]] = defaultdict(list)
    for press in attempts(presses):
        pairs[press.example_id, press.person_id].append(press)
    tries = [next((place for place, press in enumerate(made, 1) if press.fooled), None) for made in pairs.values()]
    firsts = [made[place - 1] for made, place in zip(pairs.values(), tries, strict=True) if place is not None]
    seconds, changes = [press.seconds for press in firsts], [float(press.changes) for press in firsts]
    needed = [float(place) for place in tries if place is not None]
    return Effort(
        successes=len(firsts),
        without=len(pairs) - len(firsts),
        seconds=crossed(_of_presses(firsts, seconds, groups), AMOUNT),
        median_seconds=median(seconds) if firsts else nan,
        changes=crossed(_of_presses(firsts, changes, groups), AMOUNT),
        median_changes=median(changes) if firsts else nan,
        attempts=crossed(_of_presses(firsts, needed, groups), AMOUNT),
        median_attempts=median(needed) if firsts else nan,
    )


def _fooled(presses: Sequence[Press], groups: Groups) -> Estimate:
    return crossed(_of_presses(presses, [float(press.fooled) for press in presses], groups))


def _of_presses(presses: Sequence[Press], values: Sequence[float], groups: Groups) -> Crossed:
    """A value of each press: what one author tries on one example is one effort, and those of one author, and those on
    one example or on examples of one group, hang together."""
    by = {"author": [press.person_id for press in presses], "example": [press.example_id for press in presses]}
    return Crossed(values, by, "author-on-example", {"example": groups})


def leaderboard(
    presses: Sequence[Press], judgements: Sequence[Judgement], people: Mapping[str, Person]
) -> tuple[Place, ...]:
    """The listed authors, by correct submissions, then by submissions: what nobody has judged is not correct yet."""
    made: dict[str, set[str]] = defaultdict(set)
    for press in attempts(presses):
        if press.submitted and press.fooled and people[press.person_id].listed:
            made[press.person_id].add(press.text_id)
    said: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judgements:
        said[judgement.perturbation_id].append(judgement)
    counted = {id: checked(one for text in texts for one in said[text]) for id, texts in made.items()}
    scores = {id: (counted[id].right, len(texts)) for id, texts in made.items()}
    order = sorted(made, key=lambda id: (-scores[id][0], -scores[id][1], people[id].name))
    return tuple(
        Place(
            rank=1 + sum(other > scores[id] for other in scores.values()),
            person_id=id,
            name=people[id].name,
            submissions=len(made[id]),
            judged=counted[id].judged,
            correct=counted[id].right,
            open=counted[id].open,
        )
        for id in order
    )


def _distinct(presses: Iterable[Press]) -> list[tuple[int, Press]]:
    """Of each text the press that stands for it, with its place among these."""
    of_label: dict[tuple[_Text, str | None], tuple[int, Press]] = {}  # the first, or what was submitted with its time
    labels: dict[_Text, str | None] = {}
    for place, press in enumerate(presses):
        text = _text_of(press)
        first, made = of_label.setdefault((text, press.label), (place, press))
        if press.submitted > made.submitted:
            timed = replace(press, seconds=made.seconds, changes=made.changes)
            of_label[text, press.label] = (first, timed) if press.fooled == made.fooled else (place, press)
        if press.submitted >= of_label[text, labels.setdefault(text, press.label)][1].submitted:
            labels[text] = press.label
    return [of_label[text, label] for text, label in labels.items()]


def _text_of(press: Press) -> _Text:
    """The text of an author on an example, which counts once."""
    return press.example_id, press.person_id, press.same or press.text_id


def _put_again(presses: Iterable[Press]) -> int:
    """How many put a text again, without those that were the first to submit it, or were refused as another's."""
    seen: dict[_Text, bool] = {}  # whether it was submitted
    again = 0
    for press in presses:
        key = _text_of(press)
        is_first = key not in seen or (press.submitted and not seen[key])
        again += not is_first and not press.is_anothers
        seen[key] = seen.get(key, False) or press.submitted
    return again


def _shares(presses: Sequence[Press], of: Callable[[Press], str], groups: Groups) -> tuple[Share, ...]:
    """A share for each example or person, in the order of first appearance."""
    grouped: dict[str, list[Press]] = defaultdict(list)
    for press in presses:
        grouped[of(press)].append(press)
    return tuple(
        Share(key, sum(press.fooled for press in made), len(made), _fooled(made, groups))
        for key, made in grouped.items()
    )
