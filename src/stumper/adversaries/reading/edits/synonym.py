"""Words that the key sentence shares with the question, put in other words."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, changed, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.swaps import Swap, choices, distance
from stumper.errors import BadOption
from stumper.language.rewording.one_sentence import parsed
from stumper.types import Example, Perturbation

MOST_TOGETHER = 3  # replacements of one candidate


@dataclass(frozen=True, slots=True)
class Synonym:
    """Puts synonyms or negated antonyms for words of question and key sentence (Rahurkar et al. 2020).

    With ``least_share`` a noun that the table of interchangeable words lacks is looked up in WordNet, and replaced
    where this share of its uses, as far as can be estimated, have the sense of the synonym. With ``shared`` only words
    that the question has are replaced; without, they come first.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    shared: bool = False
    least_share: float | None = None
    candidates: int = 16
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-synonym", "candidates", self.candidates)
        if self.least_share is not None and not 0 <= self.least_share <= 1:
            raise BadOption(f"The option 'least_share' of edit-synonym is a share of 0 to 1, not {self.least_share}.")

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """All words that the question has, each of them by its first choice, then the second choices, then what else
        the sentence has, the words next to an answer first.
        """
        given = paragraph(example)
        parse = None if given is None else parsed(given.key_sentence.text, self.pipeline)
        if given is None or parse is None:
            return []
        found = choices(given, parse, self.least_share)
        asked = [choice for choice in found if choice[0].is_asked]
        others = sorted(
            (choice for choice in found if not choice[0].is_asked), key=lambda choice: distance(given, choice[0])
        )
        others = [] if self.shared else others
        together = [choice[0] for choice in asked]
        tries = [together[:MOST_TOGETHER]] if len(together) > 1 else []
        tries += [[swap] for swap in together]
        tries += [[choice[0] for choice in (*asked, *others)][:MOST_TOGETHER]] if others and asked else []
        seconds = [choice[1] for choice in (*asked, *others) if len(choice) > 1]
        tries += [seconds[:MOST_TOGETHER]] if len(seconds) > 1 else []
        tries += [[swap] for choice in asked for swap in choice[1:]]
        tries += [[choice[0] for choice in others][:MOST_TOGETHER]] if len(others) > 1 else []
        tries += [[choice[0]] for choice in others]
        return first(self.candidates, (_swapped(given, swaps) for swaps in tries))

    attack = one_batch


def _swapped(given: Paragraph, swaps: Sequence[Swap]) -> Perturbation | None:
    rule = " + ".join(dict.fromkeys(swap.rule for swap in swaps))
    return changed(given, [swap.change for swap in swaps], "synonym", rule)
