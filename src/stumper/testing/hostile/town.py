"""Four questions and four claims about a harbour town, an attack on them, and a system that answers them honestly.

Of each four, the honest system withstands the attack on the first and the fourth, is fooled on the second, and is wrong
about the third already. The fourth is the one that speaks of a trap: hostile systems misbehave there.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Example, Gold, Outcome, Passage, Perturbation, Prediction, Query, Verdict
from stumper.victims.python_callable import answered

TRAP = "trap"  # the word by which a hostile system knows where to misbehave
ADDED = "Jo Brandt was born far from there."
HONEST_OUTCOMES: Mapping[str, Outcome] = {
    "steady": "failed",
    "fooled": "succeeded",
    "mistaken": "skipped",
    "trapped": "failed",
}


@dataclass(frozen=True)
class Town:
    """Examples in memory."""

    name: str
    examples: tuple[Example, ...]

    @property
    def fingerprint(self) -> str:
        """The name, as these examples never change."""
        return f"hostile-{self.name}"

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)


def questions() -> Town:
    """Four questions, each about a paragraph of its own."""
    return Town("questions", tuple(_question(id, *row) for id, row in _QUESTIONS.items()))


def claims() -> Town:
    """Four claims without evidence."""
    return Town("claims", tuple(Example(id, Claim(text), Gold((Answer(gold),))) for id, (text, gold, _) in
                                _CLAIMS.items()))  # fmt: skip


@dataclass(frozen=True)
class Appends:
    """Adds one sentence about somebody else."""

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """Proposes the one change and returns it."""
        query = example.query
        if isinstance(query, Question):
            text, field = query.context.text, "context"
            changed: Query = replace(query, context=replace(query.context, text=f"{text} {ADDED}"))
        else:
            text, field = query.text, "claim"
            changed = replace(query, text=f"{text} {ADDED}")
        edit = Edit(field, len(text), len(text), f" {ADDED}")
        proposed = Perturbation(example.id, changed, example.gold, (edit,))
        yield [proposed]
        return proposed


def honest(query: Query) -> Prediction:
    """The honest system's prediction for a query about the town; no guess where it knows nothing."""
    answer = honest_answer(read_by(query))
    return Prediction((), None) if answer is None else answered(query, answer, 0.9)


def honest_answer(text: str) -> str | None:
    """The honest system's answer to the query that this text holds; None where it holds none that it knows."""
    known = [(asked, said, otherwise) for asked, said, otherwise in _KNOWN if asked in text]
    if not known:
        return None
    _, said, otherwise = known[-1]
    return otherwise if ADDED in text else said


def concerns_trap(query: Query) -> bool:
    """Whether a hostile system misbehaves when it is asked this."""
    return TRAP in read_by(query)


def read_by(query: Query) -> str:
    """All that a system reads of a query."""
    return f"{query.context.text} {query.text}" if isinstance(query, Question) else query.text


_QUESTIONS = {
    "steady": ("Ada Thorn lit the lamp of Lowmere.", "Who lit the lamp of Lowmere?", "Ada Thorn", "Ada Thorn"),
    "fooled": ("Kit Moss dug the harbour of Lowmere.", "Who dug the harbour of Lowmere?", "Kit Moss", "Jo Brandt"),
    "mistaken": ("Ann Fell and Al Hill built the wall.", "Which of the two came first?", "Al Hill", "Ann Fell"),
    "trapped": ("Sam Pike set a trap by the wall.", "Who set something by the wall?", "Sam Pike", "Sam Pike"),
}
_CLAIMS = {
    "steady": ("Ada Thorn lit a lamp.", "SUPPORTS", "SUPPORTS"),
    "fooled": ("Kit Moss dug a harbour.", "SUPPORTS", "REFUTES"),
    "mistaken": ("Ann Fell came first.", "REFUTES", "SUPPORTS"),
    "trapped": ("Sam Pike set a trap.", "SUPPORTS", "SUPPORTS"),
}
_WRONG = {"mistaken"}


def _question(id: str, text: str, asked: str, gold: str, _: str) -> Example:
    return Example(id, Question(asked, Passage(id, text)), Gold((Answer(gold, text.index(gold)),)))


_KNOWN = [
    *((asked, said if id in _WRONG else gold, said) for id, (_, asked, gold, said) in _QUESTIONS.items()),
    *((asked, said if id in _WRONG else gold, said) for id, (asked, gold, said) in _CLAIMS.items()),
]  # what is asked, and the honest answers before and after the attack
