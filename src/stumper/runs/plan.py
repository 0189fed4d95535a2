"""What a run is, as a value: its id is the hash of everything that decides its rows."""

import json
from dataclasses import asdict, dataclass
from functools import cached_property

from stumper.identity import content_id
from stumper.store.damage import undamaged

FORMAT = 2  # of the plan's JSON; a change of what decides rows raises it


@dataclass(frozen=True)
class Plan:
    """One adversary against one victim on one data set.

    ``dataset``, ``victim`` and ``adversary`` are as the user wrote them; ``options`` are the adversary's, as sorted
    pairs of text; ``budget`` counts distinct queries of one attempt, ``limit`` examples. ``victim_code`` is of all that
    is known to answer: a name, code, weights or an address, and the fingerprint that the victim claims.
    ``victim_fingerprint`` is equal to it, or None of a victim that claims none: it may change unseen.
    ``adversary_code`` is of the attack's source and of the data that it reads.
    """

    dataset: str
    dataset_fingerprint: str
    victim: str
    victim_fingerprint: str | None
    adversary: str
    options: tuple[tuple[str, str], ...] = ()
    options_fingerprint: str = ""  # of the files that the options name
    goal: str = "f1_zero"
    seed: int = 1
    budget: int | None = None
    limit: int | None = None
    repetition: int = 0  # of a run whose victim has no fingerprint: it may have changed since the last
    victim_code: str = ""
    adversary_code: str = ""
    continued: int = 0  # how many attempts an earlier version of Stumper made, where its user had today's go on
    joined: str = ""  # the run of Stumper 0.1 whose attempts were moved into this one; of what people write alone
    format: int = FORMAT  # 1: of Stumper 0.1, whose runs are read and reported, and never gone on with

    @cached_property
    def id(self) -> str:
        """The run's id; where the data set and a fingerprinted victim are to be found does not matter."""
        victim = self.victim_fingerprint or self.victim
        parts = (
            self.format, self.dataset_fingerprint, victim, self.adversary, self.options_fingerprint or self.options,
            self.goal, self.seed, self.budget, self.limit, self.repetition,
        )  # fmt: skip
        return content_id(*parts) if self.format == 1 else content_id(*parts, self.victim_code, self.adversary_code)

    @property
    def victim_salt(self) -> str:
        """What keys the victim's cached predictions: a victim without a fingerprint is cached for this run only."""
        return self.victim_fingerprint or f"run:{self.id}"


def to_json(plan: Plan) -> str:
    """The plan as canonical JSON."""
    return json.dumps(asdict(plan), sort_keys=True)


def from_json(text: str) -> Plan:
    """The plan that ``to_json`` wrote, now or in Stumper 0.1; BadStore where it is none."""
    with undamaged():
        fields = {"format": 1, **json.loads(text)}
        return Plan(**{**fields, "options": tuple((key, value) for key, value in fields["options"])})
