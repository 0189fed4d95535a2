"""Two sides compared: on every data set, under every attack that both have met, by every score of the task."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from stumper.comparing.change import Change, change
from stumper.comparing.flips import Flip, flips
from stumper.comparing.matching import Match, altered, matched, other_originals
from stumper.comparing.pairing import Pairs, paired
from stumper.comparing.sides import Side, Unfinished
from stumper.errors import BadOption, NoVerdict
from stumper.registry import task_named
from stumper.reports.naming import controls as controls_of
from stumper.runs.plan import from_json
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scoring import Fuller
from stumper.sections.wording import attack_words, count, listed, plural
from stumper.table import Table
from stumper.table.columns import AFTER, BEFORE
from stumper.task import Task


@dataclass(frozen=True, slots=True)
class Figure:
    """What both systems have by one score on the same units, what it ``changed`` by (B less A), how many units
    ``improved``, ``fell`` and ``stayed``."""

    score: str
    label: str
    changed: Change
    improved: int
    fell: int
    stayed: int
    signature: str


@dataclass(frozen=True, slots=True)
class Compared:
    """Two systems on one data set under one attack ("" without one): a figure by the score that leads, and by all
    others; ``pairs`` are those of the first. ``is_control``: what was put measures what no attack does. Where the score
    that leads is of a goal that is told apart, and the right answers score otherwise, ``answers`` is the cell by
    these."""

    task: str
    unit: str
    dataset: str
    attack: str
    made_against: str
    is_own: bool
    is_control: bool
    systems: tuple[str, str]
    figure: Figure
    further: tuple[Figure, ...]
    pairs: Pairs
    answers: "Compared | None" = None

    @property
    def unanswered(self) -> tuple[int, int]:
        """How many units each system left without an answer."""
        first, second = self.pairs.unanswered
        return int(first.sum()), int(second.sum())

    @property
    def failed(self) -> tuple[int, int]:
        """How many units are in no pair as each system failed on them."""
        first, second = self.pairs.failed
        return len(first), len(second)

    @property
    def counts(self) -> str:
        """What a unit of the pairs is."""
        return "variant" if self.pairs.by == "variant" else self.unit

    @property
    def under(self) -> str:
        """The attack in words."""
        if not self.attack:
            return "without attack"
        if self.is_own:
            return f"{attack_words(self.attack)} against each itself"
        return f"{attack_words(self.attack)}{f' against {self.made_against}' if self.made_against else ''}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What A and B have in common, as it is called by the user: ``cells`` of figures, and of the units whose score
    changed those ``fell`` and ``improved``, the most telling first. ``notes`` say what is in no pair, and why; the
    ``unequal`` of them, of attacks that both have with other settings. ``unfinished`` are runs of either side that have
    not come to their end."""

    a: str
    b: str
    cells: tuple[Compared, ...]
    fell: tuple[Flip, ...]
    improved: tuple[Flip, ...]
    notes: tuple[str, ...]
    unfinished: tuple[Unfinished, ...] = ()
    unequal: tuple[str, ...] = ()


def compared(a: Side, b: Side, *, by: str | None = None, score: str | None = None, examples: int = 3) -> Comparison:
    """The comparison of two sides; BadOption where they share nothing.

    ``by`` is a column to group by instead of the task's own groups, ``score`` the one that leads instead of the task's
    own; of units that changed so many ``examples`` each way are kept with their texts.
    """
    found = matched(a.table, b.table, (a.name, b.name))
    controls = frozenset[str]().union(*(_controls(side) for side in (a, b)))
    full = {(match.systems, match.dataset) for match in found.matches if not match.attack and _gives_more(match)}
    cells, notes = [], [*found.notes, *found.unequal]
    for match in found.matches:
        fuller = (match.systems, match.dataset) in full
        cell = _compared(match, match.adversary in controls, by, _leading(match, fuller, score))
        if cell is None:
            continue
        if score is None:
            cell = replace(cell, answers=_by_answers(match, cell, by))
        cells.append((match, cell))
        notes += _left_out(match, cell, (a.name, b.name))
    unfinished = (*a.unfinished, *b.unfinished)
    if not cells and unfinished:
        raise NoVerdict(f"{not_ended(unfinished[0])}: nothing can be compared yet. Run its command again, which goes "
                        "on with it.")  # fmt: skip
    if not cells and (others := altered(*found.matches[0].rows)):
        told = other_originals(others, found.matches[0].rows[0])
        raise BadOption(f"Of {a.name} and {b.name}, {told}, and nothing else is in both: there is nothing to compare. "
                        "Ask both one version of the data set.")  # fmt: skip
    if not cells and found.unequal:
        raise BadOption(f"{found.unequal[0]} There is nothing else to compare. Attack both with the same settings.")
    if not cells:
        what = listed(dict.fromkeys(match.dataset for match in found.matches))
        raise BadOption(f"{a.name} and {b.name} share no example on {what} that both have a score of: there is nothing "
                        "to compare. Run both on the same questions, with the same --limit and --seed.")  # fmt: skip
    fell, improved = flips([(match, cell.pairs) for match, cell in cells], (a, b), examples)
    said = tuple(dict.fromkeys(notes))
    return Comparison(a.name, b.name, tuple(cell for _, cell in cells), fell, improved, said, unfinished, found.unequal)


def not_ended(run: Unfinished) -> str:
    """That a run has not come to its end, and what that means, without a full stop."""
    far = f" ({run.stopped.done:,} of {run.stopped.of:,})" if run.stopped else ""
    return f"The run {run.run_id[:8]} has not come to its end{far}, and what ends first is no fair sample"


def where(cell: Compared) -> str:
    """The data set and the attack."""
    return f"on {cell.dataset} under {cell.under}" if cell.attack else f"on {cell.dataset}, {cell.under}"


def called(cell: Compared, sides: tuple[str, str]) -> tuple[str, str]:
    """The names of both systems; where they have one name, those of the ``sides``."""
    return cell.systems if cell.systems[0] != cell.systems[1] else sides


def over(cell: Compared, sides: tuple[str, str]) -> str:
    """How many units a cell's difference is over, how many of them which system left unanswered, and on how many others
    which one failed."""
    names = called(cell, sides)
    broke = [f"{count(number)} more on which {name} failed" for number, name in zip(cell.failed, names, strict=True)
             if number]  # fmt: skip
    without = [f"without {listed(broke)}"] if broke else []
    silent = [(number, name) for number, name in zip(cell.unanswered, names, strict=True) if number]
    told = [f"{count(number)}{'' if place else ' of them unanswered'} by {name}" for place, (number, name) in
            enumerate(silent)]  # fmt: skip
    return ", ".join([f"n = {count(cell.figure.changed.difference.n)}", *([listed(told)] if told else []), *without])


def _controls(side: Side) -> frozenset[str]:
    """The adversaries of a side that are controls."""
    documents = {} if side.store is None else side.store.plans()
    known = (id for id in side.table.texts("run").found() if id in documents)
    return controls_of({id: from_json(documents[id]) for id in known})


def _compared(match: Match, is_control: bool, by: str | None, first: str) -> Compared | None:
    task = task_named(match.task)
    names = [first, *(name for name in task.scoring.measures if name != first and _has(match, name))]
    pairs = paired(match, first, by)
    if not len(pairs):
        return None
    figures = [_figure(match, task, name, pairs if name == first else paired(match, name, by)) for name in names]
    return Compared(match.task, task.unit, match.dataset, match.attack, match.made_against, match.is_own,
                    is_control, match.systems, figures[0], tuple(figures[1:]), pairs)  # fmt: skip


def _by_answers(match: Match, cell: Compared, by: str | None) -> Compared | None:
    """The cell by its task's headline, where its own score is of a goal that is told apart and counts otherwise:
    whoever answers nothing does not say what an attack wants, either."""
    scoring = task_named(match.task).scoring
    if cell.figure.score not in {scoring.by_goal[goal] for goal in scoring.apart} or not _has(match, scoring.headline):
        return None
    found = _compared(match, cell.is_control, by, scoring.headline)
    if found is None or all(map(np.array_equal, found.pairs.scores, cell.pairs.scores)):
        return None
    return found


def _leading(match: Match, is_fuller: bool, score: str | None) -> str:
    """The score that a cell is about: the one that is asked for, else the fuller one where it leads, else that of the
    goal where both sides have one."""
    scoring = task_named(match.task).scoring
    if score is not None:
        if score not in scoring.measures or not _has(match, score):
            raise BadOption(f"There is no score {score!r} of {match.task}: there are "
                            f"{listed(name for name in scoring.measures if _has(match, name))}.")  # fmt: skip
        return score
    if is_fuller and scoring.fuller is not None:
        return scoring.fuller.measure
    goals = {goal for rows in match.rows for goal in rows.texts("goal").found()}
    [by] = led if len(led := {scoring.by_goal.get(goal, scoring.headline) for goal in goals}) == 1 else {""}
    return by if by and match.attack and _has(match, by) else scoring.headline


def _gives_more(match: Match) -> bool:
    """Whether both systems ever gave what their task's fuller measure asks for."""
    fuller = task_named(match.task).scoring.fuller
    return fuller is not None and all(_gives(rows, fuller) for rows in match.rows)


def _gives(rows: Table, fuller: Fuller) -> bool:
    if fuller.level not in rows.groups or fuller.measure not in rows.scores:
        return False
    asked = rows.where(~(rows.texts(fuller.level).equal(None) | rows.texts(fuller.level).equal("")))
    return any((asked.numbers(when + fuller.measure) > 0).any() for when in (BEFORE, AFTER))


def _has(match: Match, score: str) -> bool:
    return all(score in rows.scores for rows in match.rows)


def _figure(match: Match, task: Task, score: str, pairs: Pairs) -> Figure:
    before, after = pairs.scores
    changed = change(pairs.originals, before, after, pairs.groups)
    higher, lower = int((after > before).sum()), int((after < before).sum())
    return Figure(
        score=score,
        label=task.scoring.measures[score].label,
        changed=changed,
        improved=higher,
        fell=lower,
        stayed=len(pairs) - higher - lower,
        signature=signature(score, len(pairs), **_how(match, pairs, changed)),
    )


PAIRED = {"original": "original-at-its-worst-variant", "variant": "variant", "mean": "original-mean-of-variants"}


def _how(match: Match, pairs: Pairs, changed: Change) -> Mapping[str, str]:
    a, b = match.systems
    left = pairs.left_out
    first, second = (int(silent.sum()) for silent in pairs.unanswered)
    counts = {"only_a": left.only_a, "only_b": left.only_b, "failed": left.failed, "trained_on": left.trained_on,
              "unanswered_a": first, "unanswered_b": second,
              "failed_a": len(pairs.failed[0]), "failed_b": len(pairs.failed[1])}  # fmt: skip
    return {
        "difference": f"{b} - {a}",
        "on": match.dataset,
        "attack": match.attack or "none",
        "paired": PAIRED[pairs.by] if match.attack else "original",
        **made_by(changed.difference),
        **{name: str(count) for name, count in counts.items() if count},
    }


def _left_out(match: Match, cell: Compared, names: tuple[str, str]) -> Iterator[str]:
    """Sentences on what is in no pair of a cell."""
    left, pairs = cell.pairs.left_out, cell.pairs
    unit = cell.counts
    only = [(left.only_a, names[0], names[1]), (left.only_b, names[1], names[0])]
    parts = [f"{number:,} of {one} are not in {other}" for number, one, other in only if number]
    where = f"{match.dataset}, {cell.under}"
    if parts:
        both = f"compared on the {plural(len(pairs), unit)} that both answered"
        yield f"{where}: {both}; {listed(parts)}."
    if left.altered:
        verb = "is" if len(left.altered) == 1 else "are"
        yield f"{where}: {other_originals(left.altered, match.rows[0])}, and {verb} left out."
    gone = (
        (left.failed, unit, "on which a system failed"),
        (left.trained_on, cell.unit, "on which a system was trained"),
    )
    for number, of, why in gone:
        if number:
            yield f"{where}: {plural(number, of)} {why} {'is' if number == 1 else 'are'} left out."
    if left.elsewhere:
        yield f"{where}: {plural(left.elsewhere, cell.unit)} of one id stand in other texts, and are left out."
