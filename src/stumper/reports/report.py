"""The report as a value: everything that is said, shown and told in numbers, before it is written anywhere."""

import platform
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from stumper.media import NamedMedium
from stumper.runs.plan import Plan
from stumper.sections.exhibits import Exhibit
from stumper.sections.ladder import Ladder
from stumper.sections.matrix import Matrix
from stumper.sections.matrix_parts import described
from stumper.sections.ran import Names, victim_words
from stumper.sections.section import RunFigures, Section, within
from stumper.sections.tournament import Contest
from stumper.sections.transfer import Transfer
from stumper.sections.wording import count, listed, plural
from stumper.sources import installed_version
from stumper.store.connection import without_password

NOTHING_YET = "Nothing has been attacked yet."
COMMANDS = ("stumper demo", "stumper attack reading --adversary add-any --out out/add-any.json")
BEGIN = f"Begin with {COMMANDS[0]}, or with {COMMANDS[1]}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How one run was computed: its plan, a signature a score, and the command that repeats it.

    ``queries`` says in words how the queries of all commands that worked on it ended ("" of a run of Stumper 0.1),
    ``drift`` that an index seems to have changed meanwhile ("" where none does), ``usage`` what a service was asked and
    has cost, and ``manner`` how it was asked, by name; ``joined`` is the run of Stumper 0.1 whose attempts it took
    over; ``continued`` how many of its own an earlier version made.
    """

    run_id: str
    names: Names
    dataset_fingerprint: str
    victim_fingerprint: str | None
    goal: str
    seed: int
    budget: int | None
    limit: int | None
    options: tuple[tuple[str, str], ...]
    signatures: tuple[str, ...]
    command: str
    queries: str = ""
    drift: str = ""
    usage: str = ""
    manner: tuple[tuple[str, str], ...] = ()
    joined: str = ""
    continued: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Sentences to quote, then what stands behind them, in the order in which it is read: a section a task.

    ``matrices``, ``contests`` and ``transfers`` are those of all tasks. ``made`` is the date of the report, "" where it
    is not told. ``media`` are the pictures and sounds of examples by their ids, in the order of their marks.
    ``abilities`` are of people and systems, by task.
    """

    sentences: tuple[str, ...]
    sections: tuple[Section, ...]
    provenance: tuple[Provenance, ...]
    versions: tuple[tuple[str, str], ...]
    matrices: tuple[Matrix, ...] = ()
    contests: tuple[Contest, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    made: str = ""
    media: Mapping[str, tuple[NamedMedium, ...]] = field(default_factory=dict)
    abilities: tuple[tuple[str, Ladder], ...] = ()

    @property
    def title(self) -> str:
        """What was put to the test."""
        systems = dict.fromkeys(victim for one in self.matrices for victim in one.systems)
        attacks = dict.fromkeys(attack for one in self.matrices for attack in one.real_attacks)
        attacks |= dict.fromkeys(attack for one in self.sections for attack in one.apart)
        if not systems:
            return self.sections[0].title if self.sections else NOTHING_YET
        first = self.matrices[0]
        who = victim_words(next(iter(systems)), first.called) if len(systems) == 1 else f"{count(len(systems))} systems"
        under = plural(len(attacks), "attack") if attacks else "no attack"
        return f"{who[:1].upper()}{who[1:]} under {under}" if who.startswith("the ") else f"{who} under {under}"

    @property
    def opening(self) -> tuple[str, ...]:
        """The sentences that stand first: all of the one section, or the first of each of several."""
        if len(self.sections) == 1:
            return self.sections[0].sentences
        return tuple(sentence for section in self.sections for sentence in section.sentences[:1])

    @property
    def about(self) -> tuple[str, ...]:
        """The data and the systems in words, a line each task and data set, and the attacks that no matrix has."""
        return (*map(described, self.matrices), *self._apart)

    @property
    def _apart(self) -> tuple[str, ...]:
        met = {attack for one in self.matrices for attack in one.real_attacks}
        apart = list(dict.fromkeys(attack for one in self.sections for attack in one.apart if attack not in met))
        if not apart:
            return ()
        more = plural(len(apart), "more attack" if met else "attack")
        wants = "wants something else and is" if len(apart) == 1 else "want something else and are"
        return (f"{more}, {listed(apart)}, {wants} told apart from these scores.",)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of all sections, as a terminal shows them."""
        blocks = (block for section in self.sections for block in within(section.short or section.blocks))
        return tuple(dict.fromkeys(text for block in blocks if block.kind == "notes" for text in block.texts))

    @property
    def examples(self) -> tuple[Exhibit, ...]:
        """All that is shown, of all tasks."""
        return tuple(exhibit for section in self.sections for exhibit in section.exhibits)

    @property
    def figures(self) -> dict[str, Any]:
        """What is told in numbers of the tasks that have runs, by the keys of the report's JSON."""
        return {key: value for section in self.sections for key, value in (section.figures or {}).items()}

    def section(self, task: str) -> Section | None:
        """That of a task, where it has one."""
        return next((section for section in self.sections if section.name == task), None)


PACKAGES = ("stumper", "numpy", "onnxruntime", "tokenizers")


def provenance(plan: Plan, run: RunFigures, command: str) -> Provenance:
    """The plan of a run, the signatures of its scores, its command."""
    return Provenance(
        run_id=run.run_id,
        names=run.names,
        dataset_fingerprint=plan.dataset_fingerprint,
        victim_fingerprint=plan.victim_fingerprint,
        goal=plan.goal,
        seed=plan.seed,
        budget=plan.budget,
        limit=plan.limit,
        options=plan.options,
        signatures=run.signatures,
        command=command,
        joined=plan.joined,
        continued=plan.continued,
    )


def in_store(report: Report, named: str | None) -> Report:
    """The report with commands that name the store as its user did, so that they mean the same once copied."""
    if not named:
        return report
    more = shlex.join(["--store", without_password(named)])
    told = [replace(run, command=f"{run.command} {more}") if run.command.startswith("stumper ") else run
            for run in report.provenance]  # fmt: skip
    return replace(report, provenance=tuple(told))


def versions() -> tuple[tuple[str, str], ...]:
    """The versions of what computed this report."""
    return (*((name, installed_version(name) or "absent") for name in PACKAGES), ("python", platform.python_version()))
