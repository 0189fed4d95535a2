"""Claims in other words: lexically-informed paraphrases by way of a translator (Thorne et al. 2019)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.strength import MOST_VARIANTS, Strength, check_substitution, senses_of
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim, claim_of
from stumper.translating.resemblance import log_resemblances
from stumper.translating.sentences import Sentence, Translator, is_same, sentence, survive, tidied
from stumper.translating.substitution import substituted
from stumper.translating.translator import load_translator
from stumper.types import Edit, Example, Nothing, Perturbation

LEAST = 1e-4  # certainty of a synonym, for its logarithm


@dataclass(frozen=True, slots=True)
class ClaimParaphrase:
    """Proposes claims, also with a word exchanged for a synonym, as a translator says them (Thorne et al. 2019).

    ``translator`` is ``offline`` (a table of rewordings), ``apertium:PAIR``, ``marian:TO,BACK``, ``openai:MODEL@URL``.
    Of all candidates those in the upper and lower quartiles of P(x''|x) / P(x|x) are dropped, unless ``quartiles`` is
    false; of a claim's others the ``most`` likeliest are proposed. ``senses`` says which synsets the lemmas are from.
    With the ``strength`` of the paper, ``published``, they are from all, for any noun or adjective outside of names.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    translator: str = "offline"
    quartiles: bool = True
    most: int | None = None
    senses: str | None = None
    balanced: int | None = None
    pipeline: str = "embedded"
    strength: Strength = "guarded"

    def __post_init__(self) -> None:
        check_substitution("claim-paraphrase", self.strength, self.senses, self.most)

    @property
    def kept(self) -> int:
        """How many of a claim are proposed at most."""
        return MOST_VARIANTS[self.strength] if self.most is None else self.most

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The paraphrases that are kept, in the order of the claims, the likeliest of a claim first."""
        translator = load_translator(self.translator)
        claims = [example for example in examples if isinstance(example.query, Claim)]
        parses = load_pipeline(self.pipeline).parse([claim_of(example.query).text for example in claims])
        candidates = self._candidates(parses, translator)
        if self.quartiles:
            candidates = _middle(candidates)
        found = [
            _perturbation(claims[number], each)
            for number, of_claim in _grouped(candidates, len(claims))
            for each in sorted(of_claim, key=lambda candidate: -candidate.score)[: self.kept]
        ]
        return balanced(found, self.balanced, rng)

    def _candidates(self, parses: Sequence[Parse], translator: Translator) -> list["_Candidate"]:
        """All that the translator makes of the claims and of the substituted claims, scored."""
        sources = [source for number, parse in enumerate(parses) for source in self._sources(number, parse)]
        said = translator.paraphrases([source.sentence for source in sources])
        seen: set[tuple[int, str]] = set()
        found: list[_Candidate] = []
        for source, paraphrases in zip(sources, said, strict=True):
            for paraphrase in paraphrases:
                text, rule = tidied(paraphrase.text), " + ".join(filter(None, (source.rule, paraphrase.rule)))
                parse = parses[source.number]
                if (
                    not rule
                    or (source.number, text) in seen
                    or is_same(text, tidied(parse.text))
                    or not survive(parse, text)
                ):
                    continue
                seen.add((source.number, text))
                found.append(_Candidate(source.number, text, rule, log(max(source.certainty, LEAST))))
        before = [parses[candidate.number].text for candidate in found]
        after = [candidate.text for candidate in found]
        ratios = translator.log_ratios(before, after)
        if ratios is None:
            near = log_resemblances(before, after)
            ratios = [score + candidate.score for score, candidate in zip(near, found, strict=True)]
        return [replace(candidate, score=ratio) for candidate, ratio in zip(found, ratios, strict=True)]

    def _sources(self, number: int, parse: Parse) -> Iterator["_Source"]:
        """A claim, and the claim with each of its nouns and adjectives exchanged."""
        yield _Source(number, sentence(parse), "", 1.0)
        for each in substituted(parse, senses_of(self.strength, self.senses), self.strength == "guarded"):
            yield _Source(number, each.sentence, f"synonym: {each.rule}", each.certainty)


@dataclass(frozen=True, slots=True)
class _Source:
    """What is translated for the claim of that number, and what was exchanged in it."""

    number: int
    sentence: Sentence
    rule: str
    certainty: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A text for the claim of that number; ``score`` is its log ratio."""

    number: int
    text: str
    rule: str
    score: float


def _middle(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Those between the lower and the upper quartile of all scores."""
    scores = sorted(candidate.score for candidate in candidates)
    if len(scores) < 4:
        return list(candidates)
    lower, upper = scores[len(scores) // 4], scores[(3 * len(scores) - 1) // 4]
    return [candidate for candidate in candidates if lower <= candidate.score <= upper]


def _grouped(candidates: Sequence[_Candidate], claims: int) -> Iterator[tuple[int, list[_Candidate]]]:
    of_claim: list[list[_Candidate]] = [[] for _ in range(claims)]
    for candidate in candidates:
        of_claim[candidate.number].append(candidate)
    return enumerate(of_claim)


def _perturbation(example: Example, candidate: _Candidate) -> Perturbation:
    assert isinstance(example.query, Claim)
    edit = Edit("claim", 0, len(example.query.text), candidate.text, "paraphrase", candidate.rule)
    return Perturbation(example.id, replace(example.query, text=candidate.text), example.gold, (edit,))
