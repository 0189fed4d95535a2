"""Any attack on a reader, made inside the gold passage."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper import registry
from stumper.adversaries.rag.as_read import AsRead, as_read, lacking
from stumper.adversaries.rag.putting import exchanged, open_query, start_of
from stumper.errors import BadOption
from stumper.protocols import Adversary
from stumper.tasks.reading.question import Question
from stumper.text import listed
from stumper.types import Edit, Example, Gold, Nothing, Passage, Perturbation, Verdict

KIND = "in passage"
TAKES_AWAY = ("edit-withhold",)  # attacks that leave a question without an answer
EDITED = "*edited"  # behind the id of a passage whose words are others


def in_passage(attack: str = "edit-synonym", options: str = "") -> "InPassage":
    """Makes an attack on a reader inside the gold passage, which stands changed in its place.

    ``attack`` is the name of the attack, ``options`` are its own: ``candidates=3,pipeline=embedded``.
    """
    pairs = [one.partition("=") for one in listed(options)]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        raise BadOption(f"The option 'options' of in-passage is NAME=VALUE,NAME=VALUE, and {wrong[0]!r} has no value.")
    found = registry.build("adversary", attack, {name.strip(): value.strip() for name, _, value in pairs})
    if "reading" not in getattr(found, "tasks", ()) or not hasattr(found, "attack"):
        raise BadOption(f"The attack {attack!r} changes no paragraph of a reader. Name one that does, such as "
                        "edit-synonym or add-sent: stumper list adversaries.")  # fmt: skip
    if "text" in getattr(found, "changes", ()):
        raise BadOption(f"The attack {attack!r} changes the question and no passage. Name it by itself: it attacks "
                        "open questions, too.")  # fmt: skip
    return InPassage(attack, found)


@dataclass(frozen=True, slots=True)
class InPassage:
    """Proposes what an attack on a reader makes of the gold passage that has the answer."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    changes: ClassVar[Sequence[str]] = ("added", "removed")

    name: str
    inner: Adversary

    @property
    def searches(self) -> bool:
        """Whether the attack does."""
        return registry.searches(self.inner)

    @property
    def goal(self) -> str:
        """What it is scored by where nobody says; "" is the first of the task's."""
        return "answered_anyway" if self.name in TAKES_AWAY else ""

    @property
    def pipeline(self) -> str | None:
        """The parser of the attack, if it has one."""
        return getattr(self.inner, "pipeline", None)

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """The batches of the attack, each with the changed passage in the gold one's place."""
        read = as_read(example)
        if read is None:
            return lacking(example)
        given = open_query(example).passages
        if given is not None and read.passage.id not in {one.id for one in given}:
            return Nothing("the gold passage is not among those that are given")
        batches = self.inner.attack(read.reading, original, rng)
        said: Sequence[Verdict] | None = None
        while True:
            try:
                proposed = batches.send(said)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration as end:
                return _moved(read, end.value) if isinstance(end.value, Perturbation) else end.value
            said = yield [_moved(read, one) for one in proposed]


def _moved(read: AsRead, made: Perturbation) -> Perturbation:
    """What was made of the passage, as a change of the open question."""
    query = made.query
    assert isinstance(query, Question), "a reader's attack makes questions of a paragraph"
    old = read.passage
    new = replace(old, id=f"{old.id}{EDITED}", text=query.context.text)
    at = start_of(read.example, old)
    edits = [
        Edit("passages", at + edit.start, at + edit.end, edit.text, KIND, f"{edit.kind}: {edit.rule}".strip(": "))
        for edit in made.edits
    ]
    moved = exchanged(read.example, {old.id: new}, _gold(read, made.gold, new), edits)
    assert moved is not None, "the gold passage is given"
    return moved


def _gold(read: AsRead, made: Gold, new: Passage) -> Gold:
    """The example's gold with the changed passage for its own; where the answer was taken away there is none."""
    gold = read.example.gold
    if not made.answers:
        return replace(gold, answers=(), answerable=False)
    if [one.text for one in made.answers] != [one.text for one in read.reading.gold.answers]:
        gold = replace(gold, answers=tuple(replace(one, start=None) for one in made.answers))
    sets = tuple(frozenset(new.id if id == read.passage.id else id for id in ids) for ids in gold.evidence_sets)
    passages = tuple(new if one.id == read.passage.id else one for one in gold.passages)
    return replace(gold, evidence_sets=sets, passages=passages)
