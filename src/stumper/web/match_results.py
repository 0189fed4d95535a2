"""How people and machines did in the matches of a project that are over, as its page of results shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stumper.people.accounts.person import Person, code
from stumper.people.projects.project import Project
from stumper.people.study.played import play_in_project
from stumper.registry import task_named
from stumper.sections.play import Played
from stumper.statistics import Estimate
from stumper.store import Store
from stumper.web.words import t

SETS = ("regular", "adversarial")


@dataclass(frozen=True, slots=True)
class MatchResults:
    """What to quote first; ``right`` are the shares that were answered right, ``read`` how much had been read when they
    were, by who it was; ``rows`` are the same as a table, ``signatures`` how it was computed."""

    headline: str
    sentences: tuple[str, ...]
    right: tuple[tuple[str, Estimate], ...]
    read: tuple[tuple[str, Estimate], ...]
    rows: tuple[Played, ...]
    signatures: tuple[str, ...]


def match_results(store: Store, project: Project, visitor: Person, names: Mapping[str, str]) -> MatchResults | None:
    """All people together, whom of them the visitor may see by name, and the machines; None before a match is over.

    ``names`` are those that may be shown, by the people's ids; the visitor is among them.
    """
    listening = task_named(project.settings.task).listening
    if listening is None or not (found := play_in_project(store, project)).buzzes:
        return None
    named = {code(id): name for id, name in names.items()} | {code(visitor.id): t("results.matches.you")}
    own = [replace(row, player=named[row.player]) for row in found.people if row.player in named]
    people = [replace(row, player=t("results.matches.people")) for row in found.played if not row.is_machine]
    machines = [row for row in found.played if row.is_machine]
    rows = (*people, *own, *machines)
    said = tuple(listening.play.sentences(found))
    return MatchResults(
        headline=said[0],
        sentences=said[1:],
        right=tuple((_label(row), row.accuracy) for row in rows),
        read=tuple((_label(row), row.position) for row in rows if row.position.n),
        rows=rows,
        signatures=tuple(line for line in found.signatures if line.startswith(("accuracy|", "position|"))),
    )


def set_name(name: str) -> str:
    """What a set of questions is called."""
    return t(f"results.matches.set.{name}") if name in SETS else name


def _label(row: Played) -> str:
    return f"{row.player}, {set_name(row.label)}"
