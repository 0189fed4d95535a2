"""AddSent: a sentence that looks like an answer and is none (Jia & Liang 2017, sections 3.3.1 and 4.6)."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.addsent.candidates import RawSentence, Strategy, Wanted
from stumper.adversaries.reading.addsent.raw import Language, raw_sentences, write_raw
from stumper.adversaries.reading.insertion import Place, inserted
from stumper.errors import BadOption
from stumper.types import Example, OutputFile, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class AddSent:
    """Adds what the changed question says with a fake answer (Jia & Liang 2017).

    With ``pick=one`` it is a sentence at random, without asking. ``strategy`` changes the question's words together,
    separately, or both; ``modified`` takes other fake answers, ``safe`` leaves out what repeats a gold answer, ``raw``
    names a file for the sentences to be mended by people.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    place: Place = "append"
    strategy: Strategy = "together"
    fakes: Literal[1, 2] = 2
    pick: Literal["worst", "one"] = "worst"
    modified: bool = False
    safe: bool = True
    pipeline: str = "embedded"
    vectors: Path | None = None
    raw: OutputFile | None = None

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """One batch of all candidates, or of one; none where nothing in the question can be changed."""
        [found] = self.sentences([example])
        if found:
            chosen = found if self.pick == "worst" else (rng.choice(found),)
            yield [inserted(example, raw.text, self.place, "add-sent", raw.label) for raw in chosen]
        return None

    def sentences(self, examples: Sequence[Example], workers: int = 1) -> list[tuple[RawSentence, ...]]:
        """The raw sentences of each example, in order."""
        wanted = Wanted(self.strategy, self.fakes, self.modified, self.safe)
        return list(raw_sentences(examples, wanted, Language(self.pipeline, self.vectors), workers))

    def export(self, examples: Sequence[Example]) -> None:
        """The file that ``raw`` names holds the raw sentences of all examples; nothing, where it names none."""
        if self.raw is None:
            return
        if not self.raw.path:
            raise BadOption("The option 'raw' of add-sent names a file, not ''. Name one that ends in .jsonl or .json.")
        write_raw(Path(self.raw.path), examples, self.sentences(examples), self.place)


add_one_sent = partial(AddSent, pick="one")
add_one_sent.__doc__ = "Adds one of the sentences of AddSent at random, without asking the victim (Jia & Liang 2017)."
add_sent_mod = partial(AddSent, modified=True, place="prepend")
add_sent_mod.__doc__ = (
    "Puts the sentences of AddSent, with other fake answers, before the paragraph (Jia & Liang 2017)."
)
