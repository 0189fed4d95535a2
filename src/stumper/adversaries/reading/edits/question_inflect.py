"""Nouns and verbs of the question in another inflection, searched for."""

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.asked import reasked
from stumper.adversaries.reading.edits.paragraph import Change
from stumper.adversaries.reading.edits.proposing import at_least_one
from stumper.language.inflection import inflected, lemma, like
from stumper.language.parse import Parse
from stumper.language.rewording.one_sentence import parsed
from stumper.types import Example, Nothing, Perturbation, Verdict

NOUNS, VERBS = ("NN", "NNS"), ("VB", "VBD", "VBG", "VBN", "VBZ")
# A question of number or time stays one, whatever its words' forms: these alone say which is asked about.
TELLING = frozenset(("be", "have", "do", "will", "get"))


@dataclass(frozen=True, slots=True)
class QuestionInflect:
    """Puts nouns and verbs of the question in other forms, by greedy search (Morpheus: Tan et al. 2020).

    In each round every form of every word is tried beside the forms that are kept, and the one that lowers the
    victim's expected F1 most is kept, until one succeeds, none lowers it, or ``words`` are changed. Names, adjectives
    and auxiliaries stay.
    """

    tasks: ClassVar[Sequence[str]] = ("reading", "rag")
    family: ClassVar[str] = "question edits"
    changes: ClassVar[Sequence[str]] = ("text",)
    searches: ClassVar[bool] = True

    words: int = 3
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("question-inflect", "words", self.words)

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """A batch a round; it stands by what lowers the expected F1 most."""
        parse = parsed(example.query.text, self.pipeline)
        places = [] if parse is None else list(_places(parse))
        if not places:
            return Nothing("no noun or verb of the question has another form")
        lowest = math.inf if original.expected is None else original.expected
        kept: list[Change] = []
        best: Perturbation | None = None
        while len(kept) < self.words:
            free = [place for place in places if all(place[0].start != change.start for change in kept)]
            tries = [change for place in free for change in place]
            found = [(change, _asked(example, [*kept, change])) for change in tries]
            batch = [(change, each) for change, each in found if each is not None]
            if not batch:
                break
            verdicts = yield [each for _, each in batch]
            values = [math.inf if verdict.expected is None else verdict.expected for verdict in verdicts]
            least = min(range(len(batch)), key=lambda i: (not verdicts[i].succeeded, values[i], i))
            if best is None or verdicts[least].succeeded or values[least] < lowest:
                best = batch[least][1]
            if verdicts[least].succeeded or values[least] >= lowest:
                break
            lowest = values[least]
            kept.append(batch[least][0])
        return best


def _asked(example: Example, changes: Sequence[Change]) -> Perturbation | None:
    return reasked(example, changes, "question inflection", "inflection")


def _places(parse: Parse) -> Iterator[list[Change]]:
    """For each noun and verb that has other forms, what may stand there."""
    for i, token in enumerate(parse.tokens):
        tags = NOUNS if token.tag in NOUNS else VERBS if token.tag in (*VERBS, "VBP") else ()
        if not tags or not token.text.isalpha() or not token.text.islower() or parse.entity_at(i) is not None:
            continue
        name = lemma(token.text, token.tag)
        plain = like(name, token.text, token.tag) == token.text  # else it is tagged as what it is not
        if not plain or name in TELLING or token.relation.startswith(("aux", "cop")):
            continue
        forms = dict.fromkeys(inflected(name, tag) for tag in tags)
        changes = [Change(token.start, token.end, form) for form in forms if form != token.text and form.isalpha()]
        if changes:
            yield changes
