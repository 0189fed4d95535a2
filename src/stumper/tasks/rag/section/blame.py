"""What became of a question under an attack, and whose fault it was: the retrieval's, the reader's, or the attack's."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from sys import intern
from typing import Literal

from stumper.answers import contained
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.predictions import best_answer
from stumper.shown import shortened
from stumper.standing import Met, Variant
from stumper.tasks.rag.goals import abstains, f1, untargeted
from stumper.tasks.rag.open_question import UNTOLD, OpenQuestion
from stumper.tasks.rag.retrieved import has_gold, is_among, is_id, named_by, retrieved, strays, tells
from stumper.text import normalise_answer
from stumper.types import Example, Gold, Passage, Perturbation, Prediction, Query

SHOWN_OF_PASSAGE = 60  # characters that are shown of what was retrieved, which may be a whole text

Fate = Literal[
    "right", "retrieval failure", "reading failure", "misled", "target given", "wrongly abstained", "wrongly answered"
]
FATES: tuple[Fate, ...] = (
    "right",
    "retrieval failure",
    "reading failure",
    "misled",
    "target given",
    "wrongly abstained",
    "wrongly answered",
)
MEANINGS: dict[Fate, str] = {
    "right": "the answer shares a word with a right one, or the system says, rightly, that there is none",
    "retrieval failure": "wrong, and the gold passages are no longer among what was retrieved",
    "reading failure": "wrong otherwise, though the gold passages were retrieved",
    "misled": "wrong with what a passage says that the attack put in and no gold one does, or citing it, while the "
    "gold ones were there",
    "target given": "it says what the attack wanted said",
    "wrongly abstained": "it says that there is no answer, though the passages that say it were retrieved",
    "wrongly answered": "it answers though nothing says the answer",
}


@dataclass(frozen=True, slots=True)
class Stand:
    """How a system stands with a question: what it says of it, and what it had before it.

    ``is_right``: its answer has a word of a right one, or it rightly abstains. ``is_answerable``: some passage says the
    answer. ``names_gold``: the data says which; ``has_gold``: these were retrieved. ``tells``: the system said what it
    retrieved, or was given it, and so has retrieved nothing (``is_given``). Of the ``added`` passages that an attack
    put in so many were ``found`` among the ``retrieved``; ``is_of_added``: the answer cites one of them, or stands
    there and in no gold passage; ``says_taken``: it is the answer of a question that is asked as it was, and which an
    attack took away; None where none did. ``named`` is the first that was retrieved, and ``gold`` the first of the gold
    passages, as each side calls it. Of a question as it is the system itself returned so many ``ids`` as retrieved, of
    which the ``strays`` are of no passage that goes with the question.
    """

    is_right: bool
    abstains: bool
    gives_target: bool
    is_answerable: bool
    names_gold: bool
    has_gold: bool
    tells: bool
    is_given: bool = False
    added: int = 0
    found: int = 0
    retrieved: int = 0
    is_of_added: bool = False
    says_taken: bool | None = None
    named: str = ""
    gold: str = ""
    ids: int = 0
    strays: tuple[str, ...] = ()

    @property
    def fate(self) -> Fate:
        """What became of the question, of a system that tells what it retrieved."""
        if self.gives_target:
            return "target given"
        if self.is_right:
            return "right"
        if not self.is_answerable:
            return "wrongly answered"
        if not self.has_gold:
            return "retrieval failure"
        if self.abstains:
            return "wrongly abstained"
        return "misled" if self.is_of_added else "reading failure"


@dataclass(frozen=True, slots=True)
class Blamed:
    """A variant of a question by its id, "" for the original itself, before the attack and after."""

    original: str
    variant: str
    before: Stand
    after: Stand


def noting() -> Callable[[Met], Sequence[Blamed]]:
    """What notes of an attempt how the system stands with the question before and after."""
    return lambda met: list(_noted(met))


def told_before(example: Example, prediction: Prediction, gold: Gold) -> tuple[str, ...]:
    """What a system had before it for a question as it is, and what became of that; ``gold`` is that of the variant,
    with what its attack wants said."""
    stand = _stand(example.query, example.gold, prediction, (), gold.rejects)
    return _told(example.query, example.gold, prediction, stand)


def told_after(example: Example, made: Perturbation, prediction: Prediction) -> tuple[str, ...]:
    """The same of a variant."""
    return _told(made.query, made.gold, prediction, _after(example, made, prediction))


def _told(query: Query, gold: Gold, prediction: Prediction, stand: Stand) -> tuple[str, ...]:
    assert isinstance(query, OpenQuestion), "an open question"
    if not stand.tells:
        return ("what it retrieved is not told",)
    known = {passage.id: passage for passage in gold.passages}
    wanted = [known.get(id, Passage(id, "")) for ids in gold.evidence_sets for id in ids]
    had = [f"{shortened(one, SHOWN_OF_PASSAGE)}{' (gold)' if any(is_among(gold, [one]) for gold in wanted) else ''}"
           for one in retrieved(query, prediction)]  # fmt: skip
    if not had and not stand.is_given:
        had = ["nothing"]
    cited = [shortened(one, SHOWN_OF_PASSAGE) for one in prediction.evidence]
    lines = (("became", [stand.fate]), ("given" if query.passages is not None else "retrieved", had), ("cited", cited))
    return tuple(f"{name}: {', '.join(said)}" for name, said in lines if said)


def _noted(met: Met) -> Iterator[Blamed]:
    if met.trained_on or met.outcome is None or met.before.prediction is None:
        return
    first = met.original
    if not met.variants and met.outcome != "errored":
        alone = _before(first, met.before.prediction, ())
        yield Blamed(first.id, "", alone, alone)
    for one in met.answered:
        assert one.after is not None, "a variant with an answer"
        assert one.after.prediction is not None, "a variant with an answer"
        before = _before(first, met.before.prediction, one.gold.rejects)
        yield Blamed(first.id, one.id, before, _after(first, one, one.after.prediction))


def _before(first: Example, said: Prediction, targets: Sequence[str]) -> Stand:
    assert isinstance(first.query, OpenQuestion), "an open question"
    found = map(intern, strays(first.query, first.gold, said))  # many questions may have one
    ids = sum(map(is_id, said.retrieved or ()))
    return replace(_stand(first.query, first.gold, said, (), targets), ids=ids, strays=tuple(found))


def _after(first: Example, made: Variant | Perturbation, said: Prediction) -> Stand:
    found = _stand(made.query, made.gold, said, put_in(first.query, made.query, made.gold), made.gold.rejects)
    if found.is_answerable or not first.gold.answers or made.query.text != first.query.text:
        return found
    # An answer such as "no" stands in what says that there is none.
    told = tuple(one for one in first.gold.answers if normalise_answer(one.text) not in UNTOLD)
    return replace(found, says_taken=bool(told) and contained(Gold(told), best_answer(said) or "") > 0)


def put_in(before: Query, after: Query, gold: Gold) -> tuple[Passage, ...]:
    """The passages that an attack put in: those that were not there, but for a gold one that it has edited."""
    assert isinstance(before, OpenQuestion), "an open question"
    assert isinstance(after, OpenQuestion), "an open question"
    there = {passage.id for passage in (*(before.passages or ()), *gold.passages)}
    return tuple(one for one in (*(after.passages or ()), *after.added) if one.id not in there)


def _stand(query: Query, gold: Gold, said: Prediction, added: Sequence[Passage], targets: Sequence[str]) -> Stand:
    assert isinstance(query, OpenQuestion), "an open question"
    answer, had = best_answer(said) or "", retrieved(query, said)
    named = named_by(query, said)
    aimed = Gold(gold.answers, gold.answerable, rejects=tuple(targets))
    return Stand(
        is_right=f1(gold, answer) > 0,
        abstains=abstains(gold, answer) > 0,
        gives_target=bool(targets) and untargeted(aimed, answer) == 0.0,
        is_answerable=gold.answerable is not False,
        names_gold=bool(gold.evidence_sets),
        has_gold=has_gold(gold, named),
        tells=tells(query, said),
        is_given=query.passages is not None,
        added=len(added),
        found=sum(is_among(one, had) for one in added),
        retrieved=len(had),
        is_of_added=not targets and _says(answer) and (_rests_on(said, added) or _stands_in(answer, gold, added, had)),
        named=next(iter(had), ""),
        gold=min(frozenset[str]().union(*gold.evidence_sets), default=""),
    )


def _says(answer: str) -> bool:
    """Whether an answer has a word that means something by itself."""
    return any(word not in FUNCTION_WORDS for word in normalise_answer(answer).split())


def _rests_on(prediction: Prediction, added: Sequence[Passage]) -> bool:
    return any(is_among(one, prediction.evidence) for one in added)


def _stands_in(answer: str, gold: Gold, added: Sequence[Passage], had: Sequence[str]) -> bool:
    """Whether an answer stands, as whole words, in an added passage that was retrieved, and in no gold one."""
    is_said = f" {normalise_answer(answer)} "
    found = [one for one in added if is_among(one, had)]
    return _holds(found, is_said) and not _holds(gold.passages, is_said)


def _holds(passages: Sequence[Passage], words: str) -> bool:
    return any(words in f" {normalise_answer(one.text)} " for one in passages)
