"""The verbs: every extension point on one page."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from stumper.types import AbsentGold, Example, Gold, Instance, Nothing, Perturbation, Prediction, Query, Verdict, Weight


class Dataset(Protocol):
    """Examples, in a fixed order; iterating twice gives the same."""

    @property
    def name(self) -> str:
        """Names the data set, as reports do."""

    @property
    def fingerprint(self) -> str:
        """Of the content."""

    def __iter__(self) -> Iterator[Example]: ...


@runtime_checkable
class Collection(Dataset, Protocol):
    """A data set in memory: a frozen dataclass. ``instances`` are the variants in it that say what they were made of,
    which are examples as well."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def examples(self) -> tuple[Example, ...]:
        """Holds all examples, in their order."""

    @property
    def instances(self) -> tuple[Instance, ...]:
        """Holds the variants that say what they were made of."""

    def __len__(self) -> int: ...


# In what a victim says of how it is asked (``manner``): how much it searches, in words, such as "2,914 passages".
SEARCHED = "searched"


class Victim(Protocol):
    """A system under test. ``fingerprint`` is of the weights or settings; None: cached for this run only."""

    @property
    def fingerprint(self) -> str | None:
        """Identifies the weights or settings; None where nothing does."""

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, in order; it may raise, and is then asked again query by query."""


@runtime_checkable
class Checker(Protocol):
    """A victim with pages of its own, which can say before it is asked whether gold evidence is on them."""

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where it is not: no system could find it."""


@runtime_checkable
class Searcher(Protocol):
    """A victim with an index of its own, in which ids can be looked up before anything is asked."""

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """Counts the examples of whose gold evidence no set is whole in the index; None where nobody looked."""


@runtime_checkable
class Specialist(Protocol):
    """A victim that answers the queries of some tasks alone; one that does not say so is asked whatever there is."""

    @property
    def tasks(self) -> Sequence[str]:
        """Names the tasks whose queries it answers."""


@runtime_checkable
class Streamer(Protocol):
    """A victim that hands over each answer as it arrives, so that an interrupted run has asked for none in vain."""

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Exception]]:
        """Yields the place of each query once, in any order, with its prediction or with why there is none.

        Several threads may call it at once. It raises only what makes it useless to go on (a StumperError).
        """


@runtime_checkable
class Varying(Protocol):
    """A victim that says whether it may answer otherwise when it is asked the same again: it is remote, or it samples.

    A victim that does not say so is taken to repeat its answers, unless it has no fingerprint.
    """

    @property
    def varies(self) -> bool:
        """Says whether it may answer otherwise when it is asked the same again."""


@runtime_checkable
class Trained(Protocol):
    """A victim that knows which examples it was trained or tuned on."""

    def has_seen(self, example: Example) -> bool:
        """Whether the example, or for a variant the original that it was made of, was among them."""


@runtime_checkable
class Explainer(Protocol):
    """A victim that knows a faster saliency than leaving words out."""

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        """Weighs each part of the query by how much the answer leans on it, in the order of the text."""


# What an adversary measures that is no attack: what was there, or what another text of that length does.
Control = Literal["", "unchanged", "longer"]


class Adversary(Protocol):
    """Proposes perturbations of one example and is sent their verdicts, batch by batch.

    It returns the perturbation that it stands by; None leaves the choice to the referee, who takes the lowest
    score, then the lowest expected score, then the first. Where it has nothing to propose it may return ``Nothing``,
    which says why. It never calls a victim.

    It may declare, as class attributes: ``tasks``, the names of those whose queries it attacks, where not of all;
    ``family``, under which reports list it; ``goal``, the name of what it is after, where no other goal is asked for;
    ``control``, where it is no attack but what attacks are held against; ``changes``, ("text",) where it changes what
    is asked and not the paragraph alone, or of open questions what it does to a system's index: ("added",), which is
    meant where it says nothing, ("removed",), both, or ("given",) where it gives passages instead; ``is_given``, True
    where somebody else has made its proposals and decided that they count, as those of a file: no constraint is asked
    of them. ``searches`` (an attribute, or a property where options decide) is False of an adversary that proposes all
    at once, whatever the verdicts are: all that it proposes is then kept, made once for all victims. One that does not
    say so is taken to search, and what it makes is made against its victim alone.
    """

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """Yields batches of perturbations, is sent their verdicts in order, and returns what it stands by."""


@runtime_checkable
class Enumerator(Protocol):
    """An adversary that proposes without looking at verdicts: each of its proposals is an instance of its own.

    Unless its ``searches`` says otherwise, it proposes the same for all victims.
    """

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """All that it proposes, in the order of the examples; of an example without a proposal it may say why."""


@runtime_checkable
class Inducer(Protocol):
    """An attack that first learns from a whole data set by asking the victim, and then proposes (SEARs).

    Unless its ``searches`` says otherwise, what it makes is made against that victim.
    """

    def induce(
        self, examples: Sequence[Example], rng: Random
    ) -> Generator[Sequence[Query], Sequence[Prediction | None], Enumerator]:
        """Yields distinct queries, is sent their predictions (None: the victim failed), returns what it has learned."""


@runtime_checkable
class Asking(Protocol):
    """An adversary that asks language models of its own for what it proposes: all of it before the run, in the process
    that drives the run."""

    @property
    def manner(self) -> Mapping[str, str]:
        """How it asks, by name, to be kept with the run and shown."""

    @property
    def usage(self) -> Any:
        """What it has asked for and what that has cost, as victims count it (``victims.usage``)."""

    def prepared(self, examples: Sequence[Example], cache: "Cache") -> Adversary:
        """What proposes for these examples without asking, and can be sent to other processes. Each reply is kept in
        the cache as soon as it is there, and none is asked for that is there already."""

    def rehearsed(self, examples: Sequence[Example]) -> str:
        """What would be asked at most, in words; nothing is."""


@runtime_checkable
class Exporter(Protocol):
    """An adversary that, before a run, can write what it proposes for people to work on.

    It may declare ``mendable``: the name of the option that names the file, where what is written are sentences that
    people can mend, a line of JSON each.
    """

    def export(self, examples: Sequence[Example]) -> None:
        """What its options ask to be written is written; nothing, where they do not."""


class Goal(Protocol):
    """Says what is asked to judge a query, how right a prediction is, and when an attempt has succeeded."""

    @property
    def name(self) -> str:
        """Names the goal, as plans and commands do."""

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """How right one answer is, in [0, 1], with the evidence that it was given for."""

    def views(self, query: Query) -> Sequence[Query]:
        """All that is asked to judge one query, each a query of the budget; the query itself comes last."""

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """The score of a query from those of its views, in their order."""

    def reached(self, score: float, before: float) -> bool:
        """Whether a victim that scores this, and ``before`` on the original, is fooled."""


class Constraint(Protocol):
    """A function that the engine checks every perturbation by; a sentence says what it breaks, None: nothing."""

    def __call__(self, example: Example, perturbation: Perturbation) -> str | None:
        """Says in a sentence what the perturbation breaks; None where it breaks nothing."""


class Cache(Protocol):
    """Predictions by key (``identity.prediction_key``), as the bytes of ``store.codec``: only a query reads them."""

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Those that are there; a key that is not there is left out."""

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """All of them are there afterwards; a key that was there keeps its bytes."""
