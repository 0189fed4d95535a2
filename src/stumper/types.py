"""The nouns: frozen values that every other module speaks in. They hold; they check nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

Matching = Literal["id", "url", "text", "none"]  # what cited evidence is held against
Outcome = Literal["succeeded", "failed", "skipped", "exhausted", "errored"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph or a page."""

    id: str
    text: str
    title: str = ""


class Query(Protocol):
    """What a victim gets: of any task a frozen dataclass that can be hashed, whose ``text`` is what is asked."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def text(self) -> str:
        """Holds what is asked."""


@dataclass(frozen=True, slots=True)
class IndexChange:
    """What a query asks of a system's own index: to hold passages, and to lack those of some ids, for it alone."""

    added: tuple[Passage, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnIndex:
    """What a system says of an index of its own: why nothing can be ``found`` there, ``added`` to it for a question, or
    ``removed`` from it, and why it cannot be ``given`` passages in its place, as the rest of a sentence behind its
    name; "" where it can."""

    found: str = ""
    added: str = ""
    removed: str = ""
    given: str = ""

    def refusal(self, change: IndexChange | None) -> str:
        """Why a query that asks for this change, or that gives passages (None), cannot be answered; "" where it can."""
        if change is None:
            return self.given
        return self.found or (self.removed if change.removed else "") or (self.added if change.added else "")


@dataclass(frozen=True, slots=True)
class Answer:
    """A right answer (``text``); ``start`` is its character offset in the paragraph."""

    text: str
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right (``answers``), never shown to a victim. ``answerable`` is None where the data does not say (SQuAD
    1.1).

    A claim's one answer is its label; each of ``evidence_sets`` holds the ids of sentences that together suffice.
    ``matched_by`` says what these are, where they are no ids: addresses on the web, the texts themselves, or nothing
    that what a system cites could be matched with. ``evidence_text`` has the words of the evidence, where an adversary
    gives a claim other evidence than its original has: judges are shown them. ``passages`` are those that the evidence
    sets name, with their words, where a system finds its passages itself. ``rejects`` are answers that are not right
    although they look so; of an attack that wants a certain answer said, that answer. ``prompts`` are answers to a
    tossup after which its reader asks for more.
    """

    answers: tuple[Answer, ...]
    answerable: bool | None = None
    evidence_sets: tuple[frozenset[str], ...] = ()
    prompts: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    matched_by: Matching = "id"
    evidence_text: str = ""
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A ``query`` with its ``gold``; ``id`` is the data set's own.

    ``groups`` are what the data set itself says that the example shares with others (its document, say), by name,
    coarsest first.
    """

    id: str
    query: Query
    gold: Gold
    groups: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Guess:
    """One ``answer`` of a victim, and its ``probability``, None where it tells none; ``start`` is its character offset
    where it is a span of the paragraph."""

    answer: str
    probability: float | None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """The ``guesses`` of a victim, best first; ``mass`` is the probability that the list covers, None without a
    distribution.

    ``evidence`` is what the answer rests on, as the system says, best first; ``retrieved`` is all that it found for the
    query, best first: ids, or texts where it knows no ids; () where it found nothing, None where it does not say.
    """

    guesses: tuple[Guess, ...]
    mass: float | None
    evidence: tuple[str, ...] = ()
    retrieved: tuple[str, ...] | None = None


CLOSED_WORLD = "closed world"  # that nothing but what the claim is about has its name


@dataclass(frozen=True, slots=True)
class Edit:
    """``text`` stands in for the characters from ``start`` up to ``end`` of the original's ``field``; an insertion
    where the two are equal.

    ``kind`` is the type of attack that it belongs to, ``rule`` which row of an adversary's table made it; "": unknown.
    ``swaps_label`` is what the adversary declares of a claim's edit: SUPPORTS becomes REFUTES, or the other way round.
    ``assumes`` says what must be taken for granted for the new label to hold, such as ``CLOSED_WORLD``; "": nothing.
    ``label`` is what it declares of a claim that it makes anew: the label that evidence of its own gives it; "": the
    evidence is the original's.
    """

    field: str
    start: int
    end: int
    text: str
    kind: str = ""
    rule: str = ""
    swaps_label: bool = False
    assumes: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A changed ``query`` of the example ``example_id``, with the ``gold`` that holds for it; ``edits`` tell of the
    change, as far as they are known."""

    example_id: str
    query: Query
    gold: Gold
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """One ``perturbation`` that counts by itself, whatever others there are of its ``example``; ``id`` is its own."""

    id: str
    example: Example
    perturbation: Perturbation


@dataclass(frozen=True, slots=True)
class Nothing:
    """What an adversary returns that has nothing to propose for an example; ``reason`` says why, for people.

    ``example_id`` names the example where the adversary proposes for a whole data set at once.
    """

    reason: str
    example_id: str = ""


@dataclass(frozen=True, slots=True)
class Unmade:
    """An original of which an attack that proposes for a whole data set has made nothing, and the reason."""

    example: Example
    reason: str

    @property
    def id(self) -> str:
        """The original's."""
        return self.example.id


ORIGINAL = "original"  # what signatures call an example that belongs to no group, so that no group is called so
OVER_BUDGET = "budget"  # the fault of a query that the attempt could not afford
NOTHING_PROPOSED = "nothing proposed: "  # what the reason of an attempt for which there was nothing to ask begins with


@dataclass(frozen=True, slots=True)
class AbsentGold:
    """``of`` so many queries with gold evidence an index has no set of it whole for so many: what is ``lost`` there."""

    lost: int
    of: int

    @staticmethod
    def among(sets: Sequence[Sequence[frozenset[str]]], there: Collection[str]) -> "AbsentGold | None":
        """Counts by the gold sets of each query, and by the ids that the index has; None without queries."""
        lost = sum(not any(ids.issubset(there) for ids in of_one) for of_one in sets)
        return AbsentGold(lost, len(sets)) if sets else None


NOT_DRAWN = "not drawn"  # how the reason begins where the user asked for a sample, and this is not of it
WRONG_ALREADY = "wrong already (--only-right)"  # the reason of an attempt that was not made, as the plan says


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of one query.

    ``score`` in [0, 1] is that of the best guess, ``expected`` its expectation under the victim's distribution,
    rounded to 1e-6 (equal to ``score`` where the victim gives none). ``fault`` says why there is no prediction.
    Where a goal asks for several views of the query, both are of all of them, and ``prediction`` is of the whole.
    """

    prediction: Prediction | None
    score: float | None
    expected: float | None
    succeeded: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the perturbations that an adversary proposes all at once, and what the referee says of it.

    ``stood_by``: the adversary itself returned it, and did not leave the choice to the referee.
    """

    perturbation: Perturbation
    verdict: Verdict
    stood_by: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """All that one adversary did to one example; where the victim is wrong on it already, ``skipped``, all the same.

    ``perturbation`` is what the attempt stands by, ``after`` its verdict. ``candidates`` are of an adversary that
    proposes all at once: all that broke no constraint, in its order; of one that searches, and of an instance: none.
    ``queries`` counts the distinct queries, the original among them. ``trace`` holds (queries, score): the original's,
    then each new lowest score of the victim's best guess. It ends with the score of ``after``: what lies below is left
    out, where the adversary stands by another perturbation than the lowest. ``reason`` explains an errored attempt, or
    says which constraint was broken where all that was proposed broke one; where there was nothing to propose and the
    adversary says why, it begins with ``NOTHING_PROPOSED``; where the plan leaves out what is wrong already, it is
    ``WRONG_ALREADY``. ``trained_on``: the victim says that it was trained or tuned on the example.

    ``original_id`` is the id of the original, which for an instance is not its own; None: an earlier version recorded
    the attempt, and it is not known. Made by hand it may be left empty: the store then keeps what can be told.
    """

    run_id: str
    example_id: str
    adversary: str
    victim: str
    outcome: Outcome
    before: Verdict
    after: Verdict | None
    perturbation: Perturbation | None
    queries: int
    trace: tuple[tuple[int, float], ...] = ()
    reason: str | None = None
    trained_on: bool = False
    candidates: tuple[Candidate, ...] = ()
    original_id: str | None = ""


# A builder had a hand in what is judged (the attack, the system, Stumper); a person had none. Judgements that were
# recorded before the kind was asked for are of unknown judges.
JudgeKind = Literal["person", "model", "builder", "unknown"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one annotator says of one perturbation; ``judge`` is what kind of judge the annotator is."""

    perturbation_id: str
    annotator: str
    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str = ""
    judge: JudgeKind = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Weight:
    """Saliency of the characters [start, end) of a field, in the unit of who measured it; above 0, they speak for it.

    Leave-one-out: the drop in the answer's probability. A gradient: to first order, that in its log probability.
    """

    field: str
    start: int
    end: int
    value: float


@dataclass(frozen=True, slots=True)
class Making:
    """Who made the variants of a set: an adversary with its options, as sorted pairs of text.

    ``made_against`` is the victim whose verdicts had a part in it, "" where there is none: then they are the same for
    all. ``nothing`` says of originals without a variant, by id, why there is none. ``family`` is that of the adversary,
    which no file says.
    """

    adversary: str
    options: tuple[tuple[str, str], ...] = ()
    made_against: str = ""
    nothing: Mapping[str, str] = field(default_factory=dict)
    family: str = ""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """The path of a file that an option asks to be written; it decides nothing about a run."""

    path: str


if not TYPE_CHECKING:  # a type checker is to say where a name has gone

    def __getattr__(name: str) -> object:
        """What stood here in version 0.1 and is a task's own now: code that imports it goes on to work."""
        if name not in _OF_TASKS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"stumper.tasks.{_OF_TASKS[name]}"), name)


_OF_TASKS = {  # by name alone: an import would be up, and each of these loads when somebody asks for it
    "Question": "reading.question",
    "Claim": "verification.claim",
    "Label": "verification.claim",
    "LABELS": "verification.claim",
    "Tossup": "quizbowl.tossup",
}
