"""How careful each of the people of a project is, by what can be measured of it, and who is suggested to be set aside.

Four rules, a row each of RULES; a suggestion is nothing but that, and a moderator decides.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isnan, log, nan, sqrt
from statistics import median
from typing import Any, Literal

import numpy as np
from sqlalchemy import Row, or_, select, union_all

from stumper.people.annotating.gold import GOLD_KINDS, Known, checks
from stumper.people.projects.project import Project
from stumper.people.projects.taken_back import is_asked
from stumper.statistics import Estimate, share
from stumper.store import Store
from stumper.store.connection import rows_of
from stumper.store.people_schema import assignments, items, people, responses, withdrawn
from stumper.store.values import from_text
from stumper.text import words

Reason = Literal["fast", "guessing", "constant", "copying"]
# Silent reading of English non-fiction is 238 words a minute on average and 175 to 300 for most adults (Brysbaert 2019,
# Journal of Memory and Language 109). Three times the average is read by nobody who could say what is in it.
FASTEST = 3 * 238  # words a minute
FEWEST_PIECES = 8  # of which something is said of a person's pace, constancy or resemblance
FEWEST_CHECKS = 10  # answers to gold of which something is said of somebody's accuracy
FEWEST_PAIRS = 30  # of answers that others gave as well, of which something is said of somebody's agreement
ACCURACY, ALONE = 0.7, 0.62  # shares of right answers below which somebody may guess; the second without others to ask
AGREEMENT = 0.15  # kappa with the others below which somebody may guess, as these answer nothing in common
FAIR = 0.3  # kappa that must be out of somebody's reach (95%) for them to guess, where there are few answers to gold
BALANCED = 0.65  # balanced accuracy of whoever answers all alike is a half
CONSTANT = 0.95  # share of pieces to which one and the same is said
CHANCE_OF_COPIES = 0.01  # that any two of a project's people who work alone are taken for copies of each other
LEAST_ALIKE = 0.8  # share of pieces that two answer alike from which on chance is asked
Z = 1.64  # standard errors
HABIT = 4  # answers that a person's share altogether counts for, beside those to one question
TILTS = tuple(2 ** (n / 2) for n in range(-6, 13))  # at which the bound is looked for; it holds at each
SHOWN = ("text", "original", "evidence", "asked", "question", "paragraph")  # what of a payload is read


@dataclass(frozen=True, slots=True)
class Care:
    """What is measured of one person.

    ``accuracy`` is the share of right answers to gold, ``balanced`` the mean of those to what is right and to what is
    wrong. ``pace`` is the median of words a minute, ``agreement`` Cohen's kappa and ``alike`` the share of
    the same, with the others, of ``answers`` over ``pairs`` of them,
    ``constant`` the share of pieces to which the most frequent answer was given, ``copied`` whom they resemble more
    than chance allows. Unknown figures are NaN.
    """

    person_id: str
    name: str
    pieces: int
    accuracy: Estimate
    balanced: float
    pace: float
    agreement: float
    alike: float
    answers: int
    pairs: int
    constant: float
    copied: str | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One answer: ``says`` what was answered to each of its questions, ``right`` what is known of each, if anything."""

    person_id: str
    name: str
    item: str
    says: tuple[object, ...]
    right: tuple[object, ...] | None
    checks: tuple[bool, ...]
    pace: float
    at: float


def care(store: Store, project: Project) -> list[Care]:
    """Everybody who judged or answered, also those who are set aside: first those who are suggested, by name."""
    return care_of(_pieces(store, project))


def care_of(pieces: Iterable[Piece]) -> list[Care]:
    """Everybody who gave these answers."""
    by_person: dict[str, list[Piece]] = defaultdict(list)
    by_item: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        by_person[piece.person_id].append(piece)
        by_item[piece.item].append(piece)
    said = {id: [Counter(column) for column in zip(*(one.says for one in given), strict=True)]
            for id, given in by_item.items()}  # fmt: skip
    copies = _copies(by_person, said)
    found = [_care(own, said, copies.get(id)) for id, own in by_person.items()]
    return sorted(found, key=lambda one: (not one.reasons, one.name, one.person_id))


def _guesses(one: Care) -> bool:
    """Right answers to gold are as few as guesses are, and others, where there are any, say other things.

    Of whom there are few answers to gold, what the others say must be enough: that also guards whoever says yes to
    texts of which nearly all are right, whose kappa is 0 and who yet says what the others do.
    """
    has_gold, has_others = one.accuracy.n >= FEWEST_CHECKS, one.pairs >= FEWEST_PAIRS and not isnan(one.agreement)
    if has_gold and not has_others:
        return one.accuracy.value < ALONE
    if has_gold:
        return one.accuracy.value < ACCURACY and one.agreement < AGREEMENT
    return has_others and one.alike < ACCURACY and one.agreement + Z / sqrt(one.answers) < FAIR


# A rule says of what was measured whether it speaks against somebody; NaN never does.
RULES: Mapping[Reason, Callable[[Care], bool]] = {
    "fast": lambda one: one.pieces >= FEWEST_PIECES and one.pace > FASTEST,
    "guessing": lambda one: one.pieces >= FEWEST_PIECES and _guesses(one),
    "constant": lambda one: one.pieces >= FEWEST_PIECES and one.constant >= CONSTANT and one.balanced < BALANCED,
    "copying": lambda one: one.copied is not None,
}


def _care(own: Sequence[Piece], said: Mapping[str, Sequence[Counter[object]]], copied: str | None) -> Care:
    known = [check for piece in own for check in piece.checks]
    kappa, alike, answers, pairs = _agreement(own, said)
    measured = Care(
        person_id=own[0].person_id,
        name=own[0].name,
        pieces=len(own),
        accuracy=share(known),
        balanced=_balanced(own),
        pace=median(piece.pace for piece in own),
        agreement=kappa,
        alike=alike,
        answers=answers,
        pairs=pairs,
        constant=Counter(piece.says for piece in own).most_common(1)[0][1] / len(own),
        copied=copied,
        reasons=(),
    )
    return Care(**{name: getattr(measured, name) for name in Care.__slots__ if name != "reasons"},
                reasons=tuple(reason for reason, holds in RULES.items() if holds(measured)))  # fmt: skip


def _balanced(own: Iterable[Piece]) -> float:
    """The mean over what can be right (yes, no, a text) of the shares in which the person found it."""
    found: dict[object, list[bool]] = defaultdict(list)
    for piece in own:
        rights = [one for one in piece.right or () if one is not None]
        for right, is_right in zip(rights, piece.checks, strict=True):
            found[right if isinstance(right, bool) else "text"].append(is_right)
    rates = [sum(one) / len(one) for one in found.values()]
    return sum(rates) / len(rates) if rates else nan


def _agreement(own: Sequence[Piece], said: Mapping[str, Sequence[Counter[object]]]) -> tuple[float, float, int, int]:
    """Cohen's kappa between the person's answers and those of each other who had the same item, question by question
    pooled; the share of the same; of how many of the person's answers, over how many pairs. NaN where nobody had, or
    all always say the same."""
    same, answers, pairs = 0, 0, 0
    mine: dict[int, Counter[object]] = defaultdict(Counter)
    theirs: dict[int, Counter[object]] = defaultdict(Counter)
    for piece in own:
        for number, (answer, counts) in enumerate(zip(piece.says, said[piece.item], strict=True)):
            others = counts.total() - 1
            same, answers, pairs = same + counts[answer] - 1, answers + bool(others), pairs + others
            mine[number][answer] += others
            theirs[number].update(counts)
            theirs[number][answer] -= 1
    expected = sum(
        sum(times * theirs[number][answer] for answer, times in counts.items()) / counts.total()
        for number, counts in mine.items()
        if counts.total()
    )
    kappa = (same - expected) / (pairs - expected) if expected < pairs else nan
    return kappa, same / pairs if pairs else nan, answers, pairs


def _copies(by_person: Mapping[str, Sequence[Piece]], said: Mapping[str, Sequence[Counter[object]]]) -> dict[str, str]:
    """By person whom they copy: of two who answer alike far beyond chance, the one who was mostly later copies."""
    usual = {id: [_usual(counts) for counts in columns] for id, columns in said.items()}
    answers = {person: {piece.item: piece for piece in own} for person, own in by_person.items()}
    habits = {person: _habits(own, usual) for person, own in by_person.items()}
    everybodys = _typical([piece for own in by_person.values() for piece in own], usual)
    bound = log(CHANCE_OF_COPIES / max(1, len(answers) * (len(answers) - 1)))
    found: dict[str, str] = {}
    for one, two in _alike(answers):
        common = sorted(answers[one].keys() & answers[two].keys())
        later = sum(answers[one][item].at > answers[two][item].at for item in common)
        copy, source = (one, two) if 2 * later > len(common) else (two, one)
        same, chances = [], []
        for item in common:
            both = zip(usual[item], answers[copy][item].says, answers[source][item].says, strict=True)
            for number, ((most, rate), own, theirs) in enumerate(both):
                habit = habits[copy][number, most]
                says_usual = _logistic(_logit(habit) + _logit(rate) - _logit(everybodys))
                chances.append(says_usual if theirs == most else 1 - says_usual)
                same.append(own == theirs)
        if _bound(same, chances) < bound:
            found.setdefault(copy, source)
    return found


def _alike(answers: Mapping[str, Mapping[str, Piece]]) -> Iterator[tuple[str, str]]:
    """Those of all pairs of people who answered enough of the same pieces, and most of them alike."""
    names = sorted(answers)
    places = {item: n for n, item in enumerate(sorted({item for own in answers.values() for item in own}))}
    numbers: dict[tuple[str, tuple[object, ...]], int] = {}
    table = np.full((len(names), len(places)), -1)
    for n, name in enumerate(names):
        for item, piece in answers[name].items():
            table[n, places[item]] = numbers.setdefault((item, piece.says), len(numbers))
    for n, name in enumerate(names):
        rest, own = table[n + 1 :], table[n]
        common = ((rest >= 0) & (own >= 0)).sum(axis=1)
        alike = ((rest == own) & (own >= 0)).sum(axis=1)
        for m in np.flatnonzero((common >= FEWEST_PIECES) & (alike >= LEAST_ALIKE * common)):
            yield name, names[n + 1 + int(m)]


def _usual(counts: Counter[object]) -> tuple[object, float]:
    """What is said most to a question, and the share that says it, drawn towards a half."""
    [(answer, times)] = counts.most_common(1)
    return answer, (times + 1) / (counts.total() + 2)


def _typical(own: Sequence[Piece], usual: Mapping[str, Sequence[tuple[object, float]]]) -> float:
    """The share of answers that are those that most give, drawn towards a half."""
    same = [a == b for piece in own for a, (b, _) in zip(piece.says, usual[piece.item], strict=True)]
    return (sum(same) + 1) / (len(same) + 2)


def _habits(
    own: Sequence[Piece], usual: Mapping[str, Sequence[tuple[object, float]]]
) -> dict[tuple[int, object], float]:
    """By question and what most say to it the share in which the person does, drawn towards their share altogether.

    So that two who are strict in the same way, and say no where most say yes, are no copies of each other.
    """
    whole, said = _typical(own, usual), defaultdict(list)
    for piece in own:
        for number, (a, (most, _)) in enumerate(zip(piece.says, usual[piece.item], strict=True)):
            said[number, most].append(a == most)
    return {habit: (sum(same) + HABIT * whole) / (len(same) + HABIT) for habit, same in said.items()}


def _logit(share: float) -> float:
    return log(share / (1 - share))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))


def _bound(same: Sequence[bool], chances: Sequence[float]) -> float:
    """The logarithm of a bound on the chance that independent answers, each of which is the other's by its chance, are
    so in these or in rarer ways (Chernoff 1952): a rare answer that both give weighs as the logarithm of its chance."""
    logs = np.log(chances)
    weight = -logs[np.array(same)].sum()
    rest = np.log1p(-np.array(chances))
    return float(min(0.0, *(np.logaddexp(rest, (1 - t) * logs).sum() - t * weight for t in TILTS)))


def _pieces(store: Store, project: Project) -> list[Piece]:
    queries = [
        select(assignments.c.person_id, people.c.name, items.c.id, items.c.kind, items.c.topic, items.c.payload,
               items.c.gold, assignments.c.started, assignments.c.ended, table.c.document, table.c.at)
        .join(items, items.c.id == assignments.c.item_id)
        .join(people, people.c.id == assignments.c.person_id)
        .join(table, table.c.assignment_id == assignments.c.id)
        .where(items.c.project_id == project.id, items.c.kind.in_(GOLD_KINDS), or_(items.c.gold.is_(None), is_asked()))
        for table in (responses, withdrawn)
    ]  # fmt: skip
    rows = rows_of(store.engine, union_all(*queries))
    return [_piece(row) for row in sorted(rows, key=lambda row: (row.at, row.id))]


def _piece(row: Row[Any]) -> Piece:
    document, payload = json.loads(row.document), json.loads(row.payload)
    known = None if row.gold is None else from_text(Known, row.gold)
    names = ("grammatical", "label_correct", "on_task") if row.kind == "judge" else ("text",)
    read = sum(len(words(payload.get(name) or "")) for name in SHOWN)
    seconds = max(0.1, (row.ended or row.at) - row.started)
    right: tuple[object, ...] | None = None
    if known is not None:
        right = known.opinion if known.opinion is not None else (known.answers,)
    return Piece(row.person_id, row.name, row.id, tuple(document[name] for name in names), right,
                 tuple(checks(known, row.document)) if known else (), 60 * read / seconds, row.at)  # fmt: skip
