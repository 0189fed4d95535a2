"""How often a system was asked: the proof of work that stands behind every figure; and how it says that it is asked."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from stumper.runs.plan import Plan, from_json
from stumper.store import Store
from stumper.store.damage import undamaged
from stumper.types import AbsentGold
from stumper.victims.usage import Usage


@dataclass(slots=True)
class Counts:
    """``asked`` counts every query put, ``unique`` the distinct ones, ``cached`` those of them taken from the cache.

    ``lost`` are distinct queries that the victim failed on. ``again`` counts answers that were in the cache, recorded,
    or from an index that others may have changed since, and were asked for once more, or are of originals that a victim
    which may vary was asked a second time at the end of a run; ``changed`` counts those of ``again`` that came out
    otherwise, ``drifted`` has those of ``changed`` that came from an index as it stood, in words, with both answers.
    ``twice`` counts the originals that were answered a second time at the end, and ``otherwise`` those of ``twice``
    that got another best answer. ``recorded`` are the queries of attempts that an earlier command had recorded.
    ``victim_seconds`` is the time spent inside the victim, ``usage``
    what it says of itself that it has used, ``manner`` how it says that it is asked. ``looked`` is when the command
    looked up gold evidence in the system's own index, with the numbers of ``AbsentGold``; nothing where it did not.
    """

    asked: int = 0
    unique: int = 0
    cached: int = 0
    again: int = 0
    changed: int = 0
    recorded: int = 0
    lost: int = 0
    twice: int = 0
    otherwise: int = 0
    drifted: tuple[str, ...] = ()
    victim_seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    manner: Mapping[str, str] = field(default_factory=dict)
    looked: tuple[float, ...] = ()

    def add(self, other: "Counts") -> None:
        """Adds the counts of another worker, or of another command."""
        for name in (*NUMBERS, "drifted", "victim_seconds", "usage"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.manner = {**self.manner, **other.manner}
        self.looked = max(self.looked, other.looked)  # the last look: the index may have been put right since another

    @property
    def answered(self) -> int:
        """The distinct queries that the victim itself has answered."""
        return self.unique - self.cached - self.lost

    @property
    def anew(self) -> "Counts":
        """Without what the cache had, of which another has counted that it was put."""
        return replace(self, asked=self.unique - self.cached, unique=self.unique - self.cached, cached=0)

    @property
    def is_proof(self) -> bool:
        """Whether anything at all was answered, now or earlier."""
        return self.answered + self.cached + self.recorded > 0

    @property
    def said(self) -> str:
        """In a line, for people."""
        return f"{self.put}; {self.recorded:,} found recorded{self._again}"

    @property
    def made(self) -> str:
        """In a line, without what was there already: of a run, over all commands that worked on it."""
        return f"{self.put}{self._again}"

    @property
    def put(self) -> str:
        """How the queries that were put ended."""
        return (
            f"{self.unique:,} queries put: {self.answered:,} answered, {self.cached:,} from the cache, "
            f"{self.lost:,} lost to errors"
        )

    @property
    def _again(self) -> str:
        changed = f" ({self.changed:,} answered otherwise, {self.changed / self.again:.1%})" if self.changed else ""
        return f", {self.again:,} asked again{changed}" if self.again else ""

    @property
    def drift(self) -> str:
        """In words, that an index of a system's own seems to have changed meanwhile; "" where it does not."""
        if not self.drifted:
            return ""
        n = len(self.drifted)
        some = "a question was" if n == 1 else f"{n:,} questions were"
        return (
            f"Asked again at the end with nothing of an attack in the index, {some} answered otherwise"
            f"{'' if n == 1 else ', the first'} by {self.drifted[0]}: the index, or the system itself, has changed "
            "meanwhile, so that recall and answers before an attack may be of another one than those after it, and no "
            "difference between them, and no blame, is surely the attack's. Attack it again in another store while "
            "nobody writes to its index."
        )

    @property
    def told(self) -> dict[str, int]:
        """By name, for JSON."""
        return {name: getattr(self, name) for name in NUMBERS}

    @property
    def document(self) -> dict[str, Any]:
        """All of it, for the store; ``counts_of`` reads it."""
        return asdict(self)


NUMBERS = tuple(each.name for each in fields(Counts) if each.type is int)


def counts_of(document: dict[str, Any]) -> Counts:
    """The counts whose ``document`` this is."""
    drifted = tuple(document.get("drifted", ()))
    usage = Usage(**{**document["usage"], "models": tuple(document["usage"].get("models", ()))})
    looked = tuple(document.get("looked", ()))
    return Counts(**{**document, "usage": usage, "drifted": drifted, "looked": looked})


def counted(documents: Iterable[str]) -> Counts:
    """Adds up what all commands that worked on a run have asked, by the documents that they recorded."""
    total = Counts()
    for document in documents:
        with undamaged():
            total.add(counts_of(json.loads(document)))
    return total


def manners(store: Store, plans: Mapping[str, Plan]) -> dict[str, Mapping[str, str]]:
    """Says by the key of its cached answers how what answered in these runs is asked. Where all answers were there
    already nobody was asked, and another run of the store has it."""
    wanted = {plan.victim_salt for plan in plans.values()}
    found: dict[str, Mapping[str, str]] = {}
    others = (from_json(document) for id, document in store.plans().items() if id not in plans)
    for plans_of in (plans.values(), others):
        for plan in plans_of if wanted - found.keys() else ():
            if plan.victim_salt in wanted - found.keys() and (manner := counted(store.counts(plan.id)).manner):
                found[plan.victim_salt] = manner
    return found


def absent_gold(store: Store, run_id: str) -> AbsentGold | None:
    """What gold evidence of a run the system's own index lacked at the last look; None where nobody looked."""
    looked = counted(store.counts(run_id)).looked
    return AbsentGold(*map(int, looked[1:])) if looked else None
