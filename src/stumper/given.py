"""What a run is given: a system and an attack, each by its name or as an object of Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stumper.identity import content_id
from stumper.loading import (
    adversary_code,
    is_known_by_its_bytes,
    is_own,
    judges_code,
    kept_fingerprint,
    load_adversary,
    load_victim,
    looks_up,
    options_fingerprint,
    own_fingerprint,
    what_answers,
)
from stumper.protocols import Adversary, Victim
from stumper.task import Task
from stumper.types import Example
from stumper.victims.address import without_password
from stumper.victims.allowance import index_writes
from stumper.victims.predictions_file import PredictionsFile


@dataclass(frozen=True, slots=True)
class System:
    """A system as its user names it, with the passwords and keys that addresses may hold, or as an object.

    ``name`` is what reports call it, "" where that is how its user names it; an object always has one, and ``code`` is
    the hash of what is known of it. ``may_write``: to an index of its own that is not on this machine. A file of
    predictions ``is_at_ends`` of which no more is asked than whole queries: it is silent at beginnings that it lacks.
    """

    spec: str
    name: str = ""
    victim: Victim | None = None
    code: str = ""
    may_write: bool = False
    is_at_ends: bool = False

    @property
    def called(self) -> str:
        """What plans and reports call it, without passwords."""
        return self.name or self.shown

    @property
    def shown(self) -> str:
        """How its user names it, without passwords."""
        return without_password(self.spec)

    @property
    def is_object(self) -> bool:
        """Whether it was given as an object, which no other process can make."""
        return self.victim is not None

    @property
    def is_known_by_its_bytes(self) -> bool:
        """Whether its fingerprint is computed from weights and files."""
        return self.victim is None and is_known_by_its_bytes(self.spec)

    def load(self, examples: Sequence[Example]) -> Victim:
        """The system; ``examples`` are those that a file of predictions answers."""
        if self.victim is not None:
            return self.victim
        with index_writes(self.may_write):
            victim = load_victim(self.spec, examples)
        return replace(victim, is_at_ends=True) if self.is_at_ends and isinstance(victim, PredictionsFile) else victim

    def needed(self, examples: Sequence[Example]) -> Sequence[Example]:
        """Those of the examples that another process must have to make the system: none for an object, and where none
        is looked up the first, which tells the task."""
        if self.victim is not None:
            return ()
        return tuple(examples) if looks_up(self.spec) else examples[:1]

    def answers(self, victim: Victim, task: Task) -> str:
        """The hash of all that is known to answer."""
        if self.victim is None:
            return what_answers(self.spec, victim, task)
        return content_id("object", self.code, own_fingerprint(victim))

    def fingerprint(self, victim: Victim, task: Task) -> str | None:
        """What keys its predictions beyond one run; None where it does not vouch for them."""
        if self.victim is None:
            return kept_fingerprint(self.spec, victim, task)
        return None if own_fingerprint(victim) is None else self.answers(victim, task)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack by the name of its adversary with options as text, or with the adversary as an object, whose code has
    the hash ``code``."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    adversary: Adversary | None = None
    code: str = ""

    @property
    def is_object(self) -> bool:
        """Whether it was given as an object, which no other process can make."""
        return self.adversary is not None

    @property
    def is_own(self) -> bool:
        """Whether it is Stumper's own."""
        return self.adversary is None and is_own("adversary", self.name)

    def load(self) -> Adversary:
        """The adversary."""
        return load_adversary(self.name, self.options) if self.adversary is None else self.adversary

    def fingerprint(self) -> str:
        """The content of what the options name; "" where they name no files."""
        return options_fingerprint(self.name, self.options) if self.adversary is None else ""

    def hash(self, task: Task, goal: str) -> str:
        """The hash of its source, and of what judges its perturbations in a task."""
        if self.adversary is None:
            return adversary_code(self.name, task, goal)
        return content_id("object", self.code, judges_code(task, goal))
