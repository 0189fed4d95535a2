"""The fact that answers with another value, and words that say which of the two holds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import AsRead, as_read, clauses_by_id, lacking
from stumper.adversaries.rag.false_answers import BELIEVED, NONE_FALSE, Falsehood, falsehoods, is_false, says_answer
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.errors import BadOption
from stumper.language.clauses import Clause
from stumper.language.rewording.leaning import goes_on, is_torn, leans
from stumper.text import listed, sentences
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage conflict"


@dataclass(frozen=True, slots=True)
class Cue:
    """What a passage says of a false statement, from which a careful reader knows that it does not hold."""

    title: str
    text: str


CUES = {
    "superseded": Cue(
        "an earlier edition",
        "In an earlier edition one could read: “{statement}” The present edition has replaced this sentence, because "
        "it was wrong.",
    ),
    "retraction": Cue(
        "correction",
        "An article published here said: “{statement}” That was a mistake. The article has been retracted, and readers "
        "are asked not to rely on it.",
    ),
    "earlier date": Cue(
        "first reports",
        "The first reports, written before anything was known for certain, said: “{statement}” Everything that has "
        "come to light since shows that they were wrong.",
    ),
    "denied source": Cue(
        "a forged letter",
        "“{statement}” So it says in a letter that was passed around for some years. The letter is a forgery, and its "
        "author has admitted that he made this up.",
    ),
    "misprint": Cue(
        "errata",
        "A leaflet for visitors says: “{statement}” This is a misprint, as the slip that comes with the leaflet says.",
    ),
    "rumour": Cue(
        "a common error",
        "It is often repeated: “{statement}” Those who have looked into the matter agree that there is no truth in it.",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PassageConflict:
    """Adds a passage that repeats the fact with another value, and says that this value does not hold.

    The gold answer stays right for whoever reads both. ``cue`` is how it is said: one or several of the table, ``one``
    of them at random, or ``all``, each a variant by itself.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    cue: str = "one"
    place: Place = "random"
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        if unknown := [name for name in listed(self.cue) if name not in (*CUES, "one", "all")]:
            raise BadOption(f"The option 'cue' of passage-conflict has no cue {unknown[0]!r}. Choose among one, all, "
                            f"{', '.join(CUES)}.")  # fmt: skip

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """A proposal for each cue."""
        asked = clauses_by_id(examples, self.pipeline)
        return of_each(examples, rng, lambda example, chance: self._made(example, asked[example.id], chance))

    def _made(self, example: Example, asked: Clause | None, rng: Random) -> list[Perturbation] | Nothing:
        read = as_read(example)
        if read is None:
            return lacking(example)
        found = falsehoods(read, asked, rng, self.pipeline) if asked is not None else []
        said = next((text for one in found if (text := one.statement or _in_place(read, one))), "")
        if not said:
            return Nothing(NONE_FALSE if not found else "no false answer makes a sentence that stands by itself")
        names = list(CUES) if self.cue == "all" else [rng.choice([*CUES])] if self.cue == "one" else listed(self.cue)
        return [put(example, [_passage(read, CUES[name], said)], (KIND, name), rng, self.place) for name in names]


def _passage(read: AsRead, cue: Cue, statement: str) -> Passage:
    title = read.passage.title.replace("_", " ")
    return Passage(
        "", cue.text.format(statement=statement), f"{title}: {cue.title}" if title else cue.title.capitalize()
    )


def _in_place(read: AsRead, false: Falsehood) -> str:
    """The gold sentence with the false answer in the place of the right one; "" where it does not stand by itself."""
    answer = max((one for one in read.reading.gold.answers if one.start is not None), key=lambda one: len(one.text))
    assert answer.start is not None, "it stands in the passage"
    for one in sentences(read.passage.text):
        if one.start <= answer.start < one.end:
            at = answer.start - one.start
            text = one.text[:at] + false.answer + one.text[at + len(answer.text) :]
            has_article = one.text[:at].lower().endswith(("the ", "a ", "an "))
            fits = (
                is_false(false.answer, read)
                and false.type in BELIEVED
                and not (has_article and re.match("[A-Z]|the ", false.answer))
            )
            fits = fits and not (leans(text) or goes_on(text) or is_torn(text) or '"' in text or "“" in text)
            return text if fits and not says_answer(text, [each.text for each in read.example.gold.answers]) else ""
    return ""
