"""What is told of a run on open questions, in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

from stumper.scores.before_after import BeforeAfter
from stumper.sections.ran import Names
from stumper.statistics import Estimate
from stumper.tasks.rag.section.blame import Fate
from stumper.types import AbsentGold


@dataclass(frozen=True, slots=True)
class Unmatched:
    """That no gold passage was ever retrieved, and yet so many questions are answered rightly: the system names
    passages as ``named``, the data as ``gold``, which may be the same ones."""

    right: int
    named: str
    gold: str


@dataclass(frozen=True, slots=True)
class Ids:
    """How many ids a system ``returned`` as retrieved for questions as they are, how many of them are ``unknown``, as
    no passage has them that can be known of, and the ``first`` such one."""

    returned: int = 0
    unknown: int = 0
    first: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a system returned as retrieved for the questions as they are of a data set, each once: of those ``asked``
    for which it finds its own passages to how many an ``empty`` list, and to how many no list (``unlisted``).

    Of these the ``own`` ids may be of passages of its index that the data does not name (``named`` is one that it
    does, "" where there is none, or a gold one was retrieved); ``given`` are ids where passages were given.
    """

    asked: int
    empty: int
    unlisted: int
    own: Ids
    given: Ids
    named: str = ""

    @property
    def is_unknown(self) -> bool:
        """Whether all own ids are of passages that the data does not name, though it names some, and none of these was
        retrieved."""
        return bool(self.named) and 0 < self.own.unknown == self.own.returned


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a system retrieved: the gold passages of all questions of the data set that it was asked as they are
    (``unattacked``, each once, whatever the attack), and of variants before and after, where there is an answer and the
    data names the passages that say it, and gives none; of variants with added passages, whether one of these was
    retrieved.

    ``precision`` is the share of added passages among the retrieved ones, ``recall`` the share of the added ones that
    were retrieved (Zou et al. 2025, section 6.1). ``drawn`` are the questions with an answer that the runs were about:
    of those that were not asked the attacks made nothing. For each of the former it retrieved so many passages as
    ``depth`` says, the fewest and the most, of so much as it ``searched``, in words; "" where it does not say.
    """

    unattacked: Estimate
    gold: BeforeAfter
    added: Estimate
    precision: Estimate
    recall: Estimate
    drawn: int = 0
    unmatched: Unmatched | None = None
    depth: tuple[int, int] = (0, 0)
    searched: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """How many variants had one fate before the attack and another, or that one again, after it; ``share`` is that of
    all that had the first."""

    variants: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Blame:
    """What became of the variants of questions whose gold passages were retrieved unattacked, or which have none: by
    fate the share of them before and after; of those of questions that were answered rightly, by which fate they
    ``turned`` wrong; and by each fate that any had before, to which fates these ``flow``."""

    n: int
    fates: Mapping[Fate, BeforeAfter]
    turned: Mapping[Fate, Estimate]
    flow: Mapping[Fate, Mapping[Fate, Flow]]


@dataclass(frozen=True, slots=True)
class Abstaining:
    """How often a system says that there is no answer: to variants with one (wrongly), and to those without one. Under
    an attack that takes the answer away (goal ``answered_anyway``) the latter had one before, with their passages; of
    those that are asked as they were ``taken`` is how often it is said all the same."""

    answerable: BeforeAfter
    unanswerable: BeforeAfter
    taken: Estimate


@dataclass(frozen=True, slots=True)
class RagRun:
    """A run in numbers; of a system that does not tell what it retrieved there is no ``retrieval`` and no ``blame``, of
    questions that all bring their passages along no ``retrieval``, and only of an attack that wants a certain answer
    said a ``target``: the share that says it, before and after. ``uncounted`` says why nothing of it can be counted, ""
    where something can. ``listed`` is of all runs of the system on the data set; ``absent_gold`` counts the
    questions whose gold passages the system's own index did not have; None where nobody looked. ``errored`` are the
    variants, and the questions before any was made of them, that the system failed on."""

    run_id: str
    names: Names
    goal: str
    retrieval: Retrieval | None
    blame: Blame | None
    abstaining: Abstaining
    target: BeforeAfter | None
    uncounted: str = ""
    listed: Listed | None = None
    absent_gold: AbsentGold | None = None
    errored: int = 0
