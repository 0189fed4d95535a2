"""What was written in a project, in figures: how much of it stumps the machine, its categories, what makes it hard."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.people.annotating.tagging import PHENOMENA, Phenomenon, agreed_tags, tagged
from stumper.people.projects.project import Project, composing
from stumper.people.writing.beginning import lineage
from stumper.people.writing.readings import readings_by_assignment
from stumper.people.writing.steps import Touched, steps, touched_edits
from stumper.people.writing.submissions import submitted_tossups
from stumper.people.writing.tossup import Reading, SubmittedTossup
from stumper.statistics import Crossed, Estimate, crossed, groups_told
from stumper.store import Store


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the tossups, under its name, with the number that are of it."""

    name: str
    count: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class AgainstMachine:
    """How the tossups fare with one machine: how many it has read, the share that it never gets right, and the mean
    share of the words that it needs (1 where they do not suffice)."""

    machine: str
    read: int
    stumped: Estimate
    position: Estimate


@dataclass(frozen=True, slots=True)
class OfAuthor:
    """How many of one author's tossups the machine to beat has read, and the share that it never gets right."""

    person_id: str
    stumped: Estimate


@dataclass(frozen=True, slots=True)
class TossupResults:
    """``categories`` are as in the paper's table 1, ``phenomena`` as in its table 3, over those that were tagged.

    ``authors`` are in order of their tossups.
    """

    submitted: int
    machines: tuple[AgainstMachine, ...]
    authors: tuple[OfAuthor, ...]
    categories: tuple[Share, ...]
    phenomena: tuple[Share, ...]
    tagged: int
    highlighted: Touched
    started_from: int


def tossup_results(store: Store, project: Project, everybody: bool = False) -> TossupResults:
    """The figures as they are now, with the tags of those who count or of ``everybody``."""
    made = submitted_tossups(store, project)
    tags = agreed_tags(tagged(store, project, everybody))
    return TossupResults(
        submitted=len(made),
        machines=tuple(_against(made, machine) for machine in project.settings.victims),
        authors=_authors(made, project.settings.victims[0]) if project.settings.victims else (),
        categories=category_shares(made, composing(project.settings).categories),
        phenomena=phenomena_shares(made, tags),
        tagged=len(tags),
        highlighted=_highlighted(store, project, made),
        started_from=sum(bool(one.written.started_from) for one in made),
    )


def category_shares(made: Sequence[SubmittedTossup], categories: Sequence[str]) -> tuple[Share, ...]:
    """The categories of the tossups, the largest first (the paper's table 1)."""
    counted = Counter(one.written.category for one in made)
    ordered = sorted((name for name in categories if counted[name]), key=lambda name: -counted[name])
    return tuple(
        Share(name, counted[name], _mean(made, [float(one.written.category == name) for one in made]))
        for name in ordered
    )


def phenomena_shares(made: Sequence[SubmittedTossup], tags: Mapping[str, Sequence[Phenomenon]]) -> tuple[Share, ...]:
    """What makes the tagged tossups hard (the paper's table 3); shares add up to more than one where several do."""
    tagged = [one for one in made if one.id in tags]
    counted = Counter(name for one in tagged for name in tags[one.id])
    return (
        tuple(
            Share(name, counted[name], _mean(tagged, [float(name in tags[one.id]) for one in tagged]))
            for name in PHENOMENA
        )
        if tagged
        else ()
    )


def _mean(made: Sequence[SubmittedTossup], values: Sequence[float]) -> Estimate:
    """The mean over tossups, of which one author's hang together, and those that go back to one, or have one answer."""
    by = {"author": [one.person_id for one in made], "origin": origins(made)}
    answers = [(id, {"answer": one.written.answer}) for id, one in zip(by["origin"], made, strict=True)]
    return crossed(Crossed(values, by, "tossup", {"origin": groups_told(answers)}))


def origins(made: Sequence[SubmittedTossup]) -> list[str]:
    """Of each tossup the first of those that it goes back to."""
    begun = {one.item_id: one.written.started_from for one in made}
    return [[one.item_id, *lineage(one.written.started_from, begun)][-1] for one in made]


def _against(made: Sequence[SubmittedTossup], machine: str) -> AgainstMachine:
    read = _read(made, machine)
    tossups = [one for one, _ in read]
    stumped = _mean(tossups, [float(reading.buzz is None) for _, reading in read])
    return AgainstMachine(machine, len(read), stumped, _mean(tossups, [reading.position for _, reading in read]))


def _authors(made: Sequence[SubmittedTossup], machine: str) -> tuple[OfAuthor, ...]:
    by_author: dict[str, list[SubmittedTossup]] = {}
    for one, _ in _read(made, machine):
        by_author.setdefault(one.person_id, []).append(one)
    ranked = sorted(by_author.items(), key=lambda item: -len(item[1]))
    return tuple(OfAuthor(person_id, _against(each, machine).stumped) for person_id, each in ranked)


def _read(made: Sequence[SubmittedTossup], machine: str) -> list[tuple[SubmittedTossup, Reading]]:
    """What the machine has read of them, where it did not fail."""
    said = ((one, reading) for one in made for reading in one.written.readings)
    return [(one, reading) for one, reading in said if reading.machine == machine and reading.fault is None]


def _highlighted(store: Store, project: Project, made: Sequence[SubmittedTossup]) -> Touched:
    """Over all that was submitted, by the machine that it was written against."""
    logs = readings_by_assignment(store, [one.assignment_id for one in made])
    counted = [touched_edits(steps(log, project.settings.victims[0])) for log in logs.values()]
    return Touched(sum(one.edits for one in counted), sum(one.touched for one in counted))
