"""From buzzes to how people and machines play: accuracy, positions, tests, rounds, and transfer between machines."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from stumper.buzz import ADVERSARIAL, REGULAR, Buzz, first_right
from stumper.listening import Composed
from stumper.scores.fisher import exact_test
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scores.t_test import welch_test
from stumper.sections.ladder import PEOPLE
from stumper.sections.play import (
    NOTHING_UNLIKE,
    BothWays,
    Compared,
    Grouping,
    Measure,
    Play,
    Played,
    ShareCurve,
    SharePoint,
    TrainedOn,
    Transfer,
    Who,
)
from stumper.statistics import CHANGE, UNKNOWN, Crossed, Estimate, apart, crossed, crossed_apart, crossed_test, negated
from stumper.statistics.groups import level
from stumper.tasks.quizbowl.section.alike import Kind, held_alike
from stumper.tasks.quizbowl.section.by_question import groups_of_questions, question_of
from stumper.tasks.quizbowl.section.estimands import (
    firsts,
    known_by,
    met_by,
    positions,
    right_by,
    right_of_buzzes,
    squared_errors,
    unhindered,
    wins,
    wins_against,
)
from stumper.tasks.quizbowl.section.figures import SHARES
from stumper.tasks.quizbowl.section.ladder import judged_alike, ladder, why_no_ladder
from stumper.tasks.quizbowl.section.makeup import BANDS, groups_of_all, in_training, makeups, parts
from stumper.tasks.quizbowl.section.rejudged import rejudged

NONE = "none"  # of the bands, that of answers without a training question
LabelOf = Callable[[Buzz], str]
Figure = Callable[[Sequence[Buzz], float], Crossed]
MEASURES: Mapping[Measure, Figure] = {"known": known_by, "buzzed": right_by, "unhindered": unhindered}
READS: Mapping[Measure, Callable[[Sequence[Buzz]], Crossed]] = {"known": firsts, "buzzed": positions}


def play(
    buzzes: Sequence[Buzz],
    composed: Sequence[Composed] = (),
    training: Sequence[tuple[str, str]] = (),
    with_ladder: bool = True,
    of_persons: Sequence[Buzz] | None = None,
) -> Play:
    """How these went; ``composed`` are the questions, ``training`` pairs of answer and text that machines know.

    What machines say of questions that they were trained on counts nowhere. Verdicts that came with their answers give
    way to those by answer lines, where these are known. A ladder takes seconds. ``of_persons`` is what each person did,
    where the buzzes tell of some only as a side.
    """
    persons = None if of_persons is None else _grouped(rejudged(of_persons, composed)[0], composed)[0]
    trained_on, buzzes = _trained_on(buzzes), [buzz for buzz in buzzes if not buzz.trained_on]
    buzzes, anew = rejudged(buzzes, composed)
    buzzes, composed = _grouped(buzzes, composed)
    sets = in_order([*(buzz.set for buzz in buzzes), *(one.set for one in composed)])
    whos = _players(buzzes)
    rounds = _labels(buzz.round for buzz in buzzes)
    against = _labels(buzz.against for buzz in buzzes)
    bands = in_training(composed, training)
    trained = [name for name in BANDS if name in {bands.get(buzz.question_id) for buzz in buzzes}]
    grouped: list[tuple[Grouping, list[str], LabelOf]] = [
        ("set", sets, lambda buzz: buzz.set),
        ("round", rounds if len(rounds) > 1 else [], lambda buzz: buzz.round),
        ("against", against, lambda buzz: buzz.against),
        ("training", trained if len(trained) > 1 else [], lambda buzz: bands.get(buzz.question_id, "")),
    ]
    by = {name: _by(buzzes, labels, whos, label_of) for name, labels, label_of in grouped}
    carried = tuple(found for one in against for who in whos for found in _transfer(buzzes, who, sets[0], one))
    kinds = _kinds(buzzes, composed, bands)
    compared = tuple(
        found for who in whos for one in sets[1:] for found in _compared(buzzes, who, sets[0], one, kinds(who))
    )
    are_both = len({buzz.is_machine for buzz in buzzes}) == 2
    return Play(
        sets=tuple(sets),
        played=by["set"],
        people=_one_by_one(buzzes if persons is None else persons),
        rounds=by["round"],
        against=by["against"],
        training=by["training"],
        curves=tuple(
            curve
            for name, labels, label_of in grouped
            for of in MEASURES
            if of != "unhindered" or name == "set"
            for curve in _curves(buzzes, name, labels, of, whos, label_of)
        ),
        compared=compared,
        transfer=carried,
        both_ways=both_ways(carried),
        makeups=makeups(composed, sets, training),
        categories=parts(composed, buzzes, sets, lambda one: (one.category,) if one.category else ()),
        phenomena=parts(composed, buzzes, sets, lambda one: one.phenomena),
        buzzes=len(buzzes),
        signatures=_signatures(by["set"], compared, sum(row.seen for row in trained_on)),
        trained_on=trained_on,
        observations=sum(not (buzz.is_machine or buzz.player) for buzz in buzzes),
        has_categories=all(kinds((PEOPLE, False))["category"](buzz) for buzz in buzzes),
        ladder=ladder(buzzes, composed) if with_ladder else None,
        no_ladder=why_no_ladder(buzzes) if with_ladder and are_both else "",
        rejudged=anew,
    )


def _kinds(
    buzzes: Sequence[Buzz], composed: Sequence[Composed], bands: Mapping[str, str]
) -> Callable[[Who], Mapping[str, Kind]]:
    """By what sets of questions may be unlike for a player: for a machine, also by whether it can know their
    answers."""
    category = {one.id: one.category for one in composed} | {b.question_id: b.category for b in buzzes if b.category}

    def of(who: Who) -> Mapping[str, Kind]:
        kinds: dict[str, Kind] = {"category": lambda buzz: category.get(buzz.question_id, "")}
        if who[1] and bands:
            kinds["answers known"] = lambda buzz: str(bands.get(buzz.question_id, NONE) != NONE)
        return kinds

    return of


def _grouped(buzzes: Sequence[Buzz], composed: Sequence[Composed]) -> tuple[list[Buzz], list[Composed]]:
    """The buzzes, and the questions of each set once, though several files may hold them; each with all that any buzz
    or file tells of what its question shares with others."""
    groups = groups_of_all(buzzes, composed)
    told = {id: tuple(zip(groups.levels, labels, strict=True)) for id, labels in groups.of.items()}
    each_once: dict[tuple[str, str], Composed] = {}
    for one in composed:
        each_once.setdefault((one.set, one.id), one)
    return (
        [replace(buzz, groups=told[question_of(buzz)]) for buzz in buzzes],
        [replace(one, groups=told[question_of(one)]) for one in each_once.values()],
    )


def _trained_on(buzzes: Sequence[Buzz]) -> tuple[TrainedOn, ...]:
    """Of each machine that has seen some of its questions."""
    answers = Counter(buzz.player for buzz in buzzes if buzz.is_machine)
    seen = Counter(buzz.player for buzz in buzzes if buzz.trained_on)
    return tuple(TrainedOn(player, count, answers[player]) for player, count in seen.items())


def in_order(sets: Iterable[str]) -> list[str]:
    """Each set once: the regular one, the adversarial one, then the others as they come."""
    found = dict.fromkeys(sets)
    known = [one for one in (REGULAR, ADVERSARIAL) if one in found]
    return [*known, *(one for one in found if one not in known)]


def _players(buzzes: Iterable[Buzz]) -> list[Who]:
    """People together, then each machine."""
    found: dict[Who, None] = {}
    for buzz in buzzes:
        found[(buzz.player, True) if buzz.is_machine else (PEOPLE, False)] = None
    return sorted(found, key=lambda who: who[1])


def _labels(names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name]


def _of(buzzes: Iterable[Buzz], who: Who, one: str | None = None) -> list[Buzz]:
    name, is_machine = who
    return [
        buzz
        for buzz in buzzes
        if buzz.is_machine == is_machine and (not is_machine or buzz.player == name) and one in (None, buzz.set)
    ]


def _by(buzzes: Sequence[Buzz], labels: Sequence[str], whos: Sequence[Who], label_of: LabelOf) -> tuple[Played, ...]:
    found = []
    for label in labels:
        alike = [buzz for buzz in buzzes if label_of(buzz) == label]
        crowd = [buzz for buzz in alike if not buzz.is_machine]
        found += [_played(group, label, who, crowd) for who in whos if (group := _of(alike, who))]
    return tuple(found)


def _one_by_one(buzzes: Sequence[Buzz]) -> tuple[Played, ...]:
    """Each of several persons on each set."""
    of: dict[tuple[str, str], list[Buzz]] = {}
    for buzz in buzzes:
        if not buzz.is_machine:
            of.setdefault((buzz.player, buzz.set), []).append(buzz)
    persons = dict.fromkeys(person for person, _ in of)
    sets = in_order(buzz.set for buzz in buzzes)
    groups = [(person, one, of[person, one]) for person in persons for one in sets if (person, one) in of]
    return tuple(_played(group, one, (person, False), ()) for person, one, group in groups) if len(persons) > 1 else ()


def _played(buzzes: Sequence[Buzz], label: str, who: Who, crowd: Sequence[Buzz]) -> Played:
    scored = [buzz.points for buzz in buzzes if buzz.points is not None]
    heard = met_by(buzzes, crowd) if who[1] else []
    met = judged_alike(heard) or heard
    return Played(
        label=label,
        player=who[0],
        is_machine=who[1],
        questions=len({buzz.question_id for buzz in buzzes}),
        accuracy=crossed(right_by(buzzes)),
        silent=sum(buzz.censored for buzz in buzzes),
        wrong=sum(not (buzz.censored or buzz.correct) for buzz in buzzes),
        right_of_buzzes=crossed(right_of_buzzes(buzzes)),
        unhindered=crossed(unhindered(buzzes)),
        position=crossed(positions(buzzes)),
        wins=crossed(wins(buzzes)),
        wins_here=crossed(wins_against(judged_alike(heard), crowd)),
        known=crossed(known_by(buzzes)),
        first_right=crossed(firsts(buzzes)),
        brier=crossed(squared_errors(buzzes)),
        points=sum(scored) if scored else None,
        beside=crossed(right_by(met)),
        met=len({buzz.question_id for buzz in met}),
        never=sum(first_right(buzz.readings) is None for buzz in buzzes if buzz.readings),
    )


def _curves(
    buzzes: Sequence[Buzz], by: Grouping, labels: Sequence[str], of: Measure, whos: Sequence[Who], label_of: LabelOf
) -> Iterator[ShareCurve]:
    for label in labels:
        for who in whos:
            alike = [buzz for buzz in _of(buzzes, who) if label_of(buzz) == label]
            points = [SharePoint(read, crossed(MEASURES[of](alike, read))) for read in SHARES] if alike else []
            if told := [point for point in points if point.estimate.n]:
                yield ShareCurve(by, label, of, *who, tuple(told))


def _compared(buzzes: Sequence[Buzz], who: Who, first: str, second: str, kinds: Mapping[str, Kind]) -> list[Compared]:
    """By right buzzes; and of a machine that was asked all along, by what it would say at the end."""
    before, after = _of(buzzes, who, first), _of(buzzes, who, second)
    asked = [[buzz for buzz in side if buzz.readings] for side in (before, after)]
    sides: list[tuple[Measure, Sequence[Sequence[Buzz]]]] = [("buzzed", (before, after)), ("known", asked)]
    return [_compared_by(of, one, other, who, (first, second), kinds) for of, (one, other) in sides if one and other]


def _compared_by(
    of: Measure,
    before: Sequence[Buzz],
    after: Sequence[Buzz],
    who: Who,
    names: tuple[str, str],
    kinds: Mapping[str, Kind],
) -> Compared:
    pairs = with_originals(after, before)
    before = [original for original, _ in pairs] if pairs else before

    def figure(side: Sequence[Buzz]) -> Crossed:
        return MEASURES[of](side, 1.0)

    earlier, later = figure(before), figure(after)
    exact = exact_test(*([value > 0.5 for value in side.values] for side in (earlier, later)))
    read, later_read = (READS[of](side) for side in (before, after))
    welch = welch_test(list(read.values), list(later_read.values))
    are_read_in_pairs = bool(pairs) and of == "known"  # who is wrong has no right buzz to hold against another
    is_plain = _are_independent([*before, *after])
    return Compared(
        of=of,
        player=who[0],
        is_machine=who[1],
        first=names[0],
        second=names[1],
        before=crossed(earlier),
        after=crossed(later),
        accuracy=_moved(earlier, later, bool(pairs)),
        p=exact.p if is_plain else crossed_test(earlier, later),
        exact=exact,
        read_before=crossed(read),
        read_after=crossed(later_read),
        later=_moved(read, later_read, are_read_in_pairs),
        later_p=welch.p if is_plain else crossed_test(read, later_read),
        welch=welch,
        alike=NOTHING_UNLIKE if pairs else held_alike(before, after, kinds, figure),
        questions=(len({buzz.question_id for buzz in before}), len({buzz.question_id for buzz in after})),
        are_paired=bool(pairs),
    )


def _moved(before: Crossed, after: Crossed, are_pairs: bool) -> Estimate:
    """The mean of what comes after less that of what was before, in pairs where they are."""
    if are_pairs:
        return crossed(replace(after, values=np.subtract(after.values, before.values)), CHANGE)
    return crossed_apart(before, after)


def _are_independent(buzzes: Sequence[Buzz]) -> bool:
    """Whether they are one player's, each to a question of its own that shares nothing with others."""
    questions = sorted({question_of(buzz) for buzz in buzzes})
    is_each_alone = len({buzz.player for buzz in buzzes}) == 1 and len(questions) == len(buzzes)
    return is_each_alone and level(groups_of_questions(buzzes), questions).is_apart


def _transfer(buzzes: Sequence[Buzz], who: Who, regular: str, against: str) -> list[Transfer]:
    met = [buzz for buzz in _of(buzzes, who) if buzz.against == against]
    before = [buzz for buzz in _of(buzzes, who, regular) if not buzz.against]
    return [transfer(before, met, against, who)] if met else []


CALLED = {
    "wins": "expected_wins",
    "wins_here": "wins_against_people",
    "beside": "right_beside_people",
    "unhindered": "right_if_unhindered",
    "known": "known_at_the_end",
    "brier": "brier",
}


def _signatures(played: Sequence[Played], compared: Sequence[Compared], seen: int) -> tuple[str, ...]:
    """How each figure of a player on a set was made, and the tests."""
    how = {"trained_on": f"{seen}-left-out"} if seen else {}
    logged = {"buzzer": "as-logged", "wrong": "0", "estimator": "aalen-johansen"}
    told: dict[str, dict[str, str]] = {
        "accuracy": {"by": "buzz", "wrong": "competes", "estimator": "aalen-johansen", "over": "all-who-heard"},
        "beside": {"by": "buzz", "wrong": "competes", "estimator": "aalen-johansen", "over": "heard-by-people-too"},
        "unhindered": {"by": "buzz", "wrong": "censored", "estimator": "kaplan-meier", "over": "people-who-heard"},
        "known": {"at": "end", "over": "machines-asked-all-along"},
        "brier": {"over": "first-guesses-all-along", "unit": "question"},
        "position": {"over": "correct", "unit": "share-of-words"},
        "wins": {"crowd": "protobowl", "curve": "protobowl-cubic", **logged, "over": "all-who-heard"},
        "wins_here": {
            "crowd": "people-of-these-logs",
            "curve": "cumulative-incidence",
            **logged,
            "over": "heard-by-people-too",
        },
    }
    lines = []
    for name, made in told.items():
        for row in played:
            figure, of = getattr(row, name), f"{row.player}@{row.label}".replace("|", "¦").replace(" ", "-")
            if figure.n or name not in CALLED or name == "wins":
                lines.append(signature(CALLED.get(name, name), figure.n, of=of, **made, **how, **made_by(figure)))
    if compared:
        tests = {"sides": "two", "answers": "as-if-independent"} | how
        for of, read in (("buzzed", "right-buzzes"), ("known", "first-right")):
            rows = [row for row in compared if row.of == of]
            n = sum(row.exact.first[1] + row.exact.second[1] for row in rows)
            reads = sum(row.welch.first + row.welch.second for row in rows)
            if rows:
                lines.append(signature("exact_test", n, of=of, test="fisher", odds_ratio="sample", **tests, ci="woolf"))
                lines.append(signature("t_test", reads, of=read, test="welch", effect="hedges-g", **tests, ci="normal"))
    return tuple(lines)


def transfer(before: Sequence[Buzz], met: Sequence[Buzz], against: str, who: Who) -> Transfer:
    """What a player has on questions that were written against a machine, less what they have on regular ones.

    Where all that they ``met`` are variants of these, each is compared with its own original.
    """
    pairs = with_originals(met, before)
    earlier, later = ([pair[0] for pair in pairs], [pair[1] for pair in pairs]) if pairs else (before, met)
    first, then = right_by(earlier), right_by(later)
    change = _moved(first, then, bool(pairs))
    return Transfer(
        against, *who, crossed(then), crossed(first), change, _delay(earlier, later, bool(pairs)), bool(pairs)
    )


def with_originals(met: Sequence[Buzz], before: Sequence[Buzz]) -> list[tuple[Buzz, Buzz]]:
    """Each with the same player's buzz on the question that it is a variant of; empty where one is no variant."""
    known = {(buzz.player, buzz.question_id): buzz for buzz in before if buzz.player}
    found = [(known.get((buzz.player, buzz.original)), buzz) for buzz in met]
    pairs = [(first, then) for first, then in found if first is not None]
    return pairs if len(pairs) == len(found) else []


def costs(rows: Sequence[Transfer]) -> list[Estimate]:
    """How much later each is first right, where all were asked all along, else the accuracy that each loses."""
    return [row.later for row in rows] if are_timed(rows) else [negated(row.difference) for row in rows]


def are_timed(rows: Sequence[Transfer]) -> bool:
    """Whether it is known of all where they are first right."""
    return all(row.later.n for row in rows)


def both_ways(found: Sequence[Transfer]) -> tuple[BothWays, ...]:
    """For every two machines that were both written against: what questions against the one cost the other."""
    of = {(row.against, row.player): row for row in found if row.is_machine}
    machines = [against for against in dict.fromkeys(row.against for row in found) if (against, against) in of]
    pairs = [(one, other) for one, other in combinations(machines, 2) if {(one, other), (other, one)} <= of.keys()]
    return tuple(_both(one, other, of[one, other], of[other, one]) for one, other in pairs)


def _both(first: str, second: str, there: Transfer, back: Transfer) -> BothWays:
    lost, reverse = costs((there, back))
    by: Literal["first right", "accuracy"] = "first right" if are_timed((there, back)) else "accuracy"
    return BothWays(first, second, by, lost, reverse, apart(reverse, lost))


def _delay(before: Sequence[Buzz], after: Sequence[Buzz], are_pairs: bool) -> Estimate:
    """How much later the machine is first right, never counting as the whole question; UNKNOWN if it was not asked."""
    if not all(buzz.readings for buzz in (*before, *after)):
        return UNKNOWN
    return _moved(firsts(before), firsts(after), are_pairs)
