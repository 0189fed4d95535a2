"""What a run is, as a value: its id is the hash of everything that decides its rows."""

import json
from dataclasses import asdict, dataclass
from functools import cached_property

from stumper.identity import content_id
from stumper.protocols import Control
from stumper.store.damage import undamaged

FROM_FILE = "from-file"  # the adversary that brings what a file holds
OBJECT = "object:"  # what stands before where the code of an object of Python is
FORMAT = 2  # of the plan's JSON; a change of what decides rows raises it
REFEREE = 2  # of what becomes an attempt: since 2 an original that is wrong already is attacked, too


@dataclass(frozen=True)
class Plan:
    """One adversary against one victim on one data set.

    ``dataset``, ``victim`` and ``adversary`` are as the user wrote them; ``options`` are the adversary's, as sorted
    pairs of text; ``budget`` counts distinct queries of one attempt, ``limit`` examples. ``victim_code`` is of all that
    is known to answer: a name, code, weights or an address, and the fingerprint that the victim claims.
    ``victim_fingerprint`` keys its kept predictions: it is equal to that but for a file of predictions, whose answers
    are those to one data set; None of a victim that claims none: it may change unseen.
    ``adversary_code`` is of the attack's source and of the data that it reads. ``only_right``: what the victim is
    wrong on already is not attacked. ``replays`` is the run whose variants are asked again, "" where there is none.

    ``victim_spec`` is what ``victim`` stands for, where a user gave it that name; of an object of Python it is
    ``object:`` and where its code stands. ``from_python``: data, victim or adversary are an object of Python, so that
    no command names them all.

    ``made_by`` and ``made_with`` are the adversary with its options that made the variants, where another proposes
    them: of a file, or of a run that is replayed. ``made_against`` is the victim whose verdicts had a part in what the
    variants are; "": they are the same for all victims, or a file does not say.
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
    family: str = ""  # of adversaries, as this one declares it; it changes no id, nor does what it controls
    control: Control = ""
    joined: str = ""  # the run of Stumper 0.1 whose attempts were moved into this one; of what people write alone
    only_right: bool = False
    replays: str = ""
    made_by: str = ""
    made_with: tuple[tuple[str, str], ...] = ()
    made_against: str = ""
    victim_spec: str = ""
    from_python: bool = False
    referee: int = REFEREE  # 1: of one that attacked no original that was wrong already
    format: int = FORMAT  # 1: of Stumper 0.1, whose runs are read and reported, and never gone on with

    @cached_property
    def id(self) -> str:
        """The run's id; where the data set and a fingerprinted victim are to be found does not matter."""
        victim = self.victim_fingerprint or self.victim
        parts = (
            self.format, self.dataset_fingerprint, victim, self.adversary, self.options_fingerprint or self.options,
            self.goal, self.seed, self.budget, self.limit, self.repetition,
        )  # fmt: skip
        if self.format == 1:
            return content_id(*parts)
        further = (*(["only-right"] if self.only_right else []), *([self.replays] if self.replays else []),
                   *(["called", self.victim] if self.victim_spec else []))  # fmt: skip
        return content_id(*parts, self.victim_code, self.adversary_code, *further)

    @property
    def is_alone(self) -> bool:
        """Whether variants were asked as they are, without the originals, which nobody has."""
        return self.adversary == "identity" and self.made_by == FROM_FILE

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
        fields = {"format": 1, "referee": 1, "made_with": [], **json.loads(text)}
        pairs = {name: tuple((key, value) for key, value in fields[name]) for name in ("options", "made_with")}
        return Plan(**{**fields, **pairs})
