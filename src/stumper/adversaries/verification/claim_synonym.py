"""Claims with one word exchanged for a synonym: the paraphrase attack without its translator (Thorne et al. 2019)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.strength import MOST_VARIANTS, Strength, check_substitution, senses_of
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim
from stumper.translating.resemblance import log_resemblances
from stumper.translating.sentences import is_same, tidied
from stumper.translating.substitution import Substituted, substituted
from stumper.types import Edit, Example, Nothing, Perturbation


@dataclass(frozen=True, slots=True)
class ClaimSynonym:
    """Proposes a claim with one of its nouns or adjectives exchanged for a synonym; names and numbers stay.

    With ``likely`` senses a synonym means the same in nearly every claim, with ``all`` it is a lemma of any synset of
    the word; of each claim the ``most`` that are surest, and of these nearest to it, are proposed. As ``published`` any
    noun or adjective is exchanged for all of them, also where it is a part of something.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    most: int | None = None
    senses: str | None = None
    balanced: int | None = None
    pipeline: str = "embedded"
    strength: Strength = "guarded"

    def __post_init__(self) -> None:
        check_substitution("claim-synonym", self.strength, self.senses, self.most)

    @property
    def kept(self) -> int:
        """How many of a claim are proposed at most."""
        return MOST_VARIANTS[self.strength] if self.most is None else self.most

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The exchanges, in the order of the claims, the nearest of a claim first."""
        claims = [example for example in examples if isinstance(example.query, Claim)]
        texts = [example.query.text for example in claims if isinstance(example.query, Claim)]
        found: list[Perturbation] = []
        for example, parse in zip(claims, load_pipeline(self.pipeline).parse(texts), strict=True):
            made = [each for each in self._exchanged(parse) if not is_same(each.text, tidied(parse.text))]
            scores = log_resemblances([parse.text] * len(made), [each.text for each in made])
            order = sorted(range(len(made)), key=lambda place: (-made[place].certainty, -scores[place], place))
            found += [_perturbation(example, made[place].text, made[place].rule) for place in order[: self.kept]]
        return balanced(found, self.balanced, rng)

    def _exchanged(self, parse: Parse) -> Iterator[Substituted]:
        return substituted(parse, senses_of(self.strength, self.senses), self.strength == "guarded")


def _perturbation(example: Example, text: str, rule: str) -> Perturbation:
    assert isinstance(example.query, Claim)
    edit = Edit("claim", 0, len(example.query.text), text, "synonym", rule)
    return Perturbation(example.id, replace(example.query, text=text), example.gold, (edit,))
