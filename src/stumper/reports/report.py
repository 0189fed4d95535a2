"""The report as a value: everything that is said, shown and told in numbers, before it is written anywhere."""

from dataclasses import dataclass
from typing import Any

from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import Names
from stumper.sections.section import Section

NOTHING_YET = "Nothing has been attacked yet."
COMMANDS = ("stumper demo", "stumper attack reading --adversary add-any --out out/add-any.json")
BEGIN = f"Begin with {COMMANDS[0]}, or with {COMMANDS[1]}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How one run was computed: its plan, a signature a score, and the command that repeats it.

    ``queries`` says in words how the queries of all commands that worked on it ended ("" of a run of Stumper 0.1);
    ``joined`` is the run of Stumper 0.1 whose attempts it took over; ``continued`` how many of its own
    an earlier version made.
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
    joined: str = ""
    continued: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Sentences to quote, then what stands behind them, in the order in which it is read: a section a task."""

    sentences: tuple[str, ...]
    sections: tuple[Section, ...]
    provenance: tuple[Provenance, ...]
    versions: tuple[tuple[str, str], ...]

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
