"""Claims rewritten by a table of rules that keep or negate what they say (Thorne et al. 2019)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.claimrules.frame import Frame, framed
from stumper.adversaries.verification.claimrules.further import FURTHER
from stumper.adversaries.verification.claimrules.guards import holds
from stumper.adversaries.verification.claimrules.match import Match
from stumper.adversaries.verification.claimrules.patterns import matched
from stumper.adversaries.verification.claimrules.published import PUBLISHED
from stumper.adversaries.verification.claimrules.rule import ANY, KINDS, Rule
from stumper.adversaries.verification.claimrules.slots import written
from stumper.errors import BadOption
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import opposite
from stumper.types import Answer, Edit, Example, Nothing, Perturbation

RULES: tuple[Rule, ...] = (*PUBLISHED, *FURTHER)
BATCH = 2000  # claims whose parses are held at a time


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """Proposes each claim as every rule that matches it writes it, each an instance of its own (Thorne et al. 2019).

    ``kinds`` names the kinds of rules to apply, separated by commas, all of them where it is empty; without
    ``further`` only the paper's families are applied. ``balanced`` draws that many, as even in label as can be.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    kinds: str = ""
    further: bool = True
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        unknown = [kind for kind in _listed(self.kinds) if kind not in KINDS]
        if unknown:
            raise BadOption(
                f"The option 'kinds' of claim-rules has no kind {unknown[0]!r}. Choose among {', '.join(KINDS)}."
            )

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """All that the rules make of the claims, in the order of the examples and of the table."""
        seed = rng.getrandbits(64)
        claims = [example for example in examples if isinstance(example.query, Claim)]
        rules = self._rules()
        found: list[Perturbation] = []
        for example, parse in self._parsed(claims):
            if (frame := framed(parse)) is not None:
                found += _rewritten(example, frame, rules, Random(f"{seed}/{example.id}"))
        return balanced(found, self.balanced, rng)

    def _parsed(self, claims: Sequence[Example]) -> Iterator[tuple[Example, Parse]]:
        pipeline = load_pipeline(self.pipeline)
        for start in range(0, len(claims), BATCH):
            batch = claims[start : start + BATCH]
            texts = [example.query.text for example in batch if isinstance(example.query, Claim)]
            yield from zip(batch, pipeline.parse(texts), strict=True)

    def _rules(self) -> list[Rule]:
        kinds = _listed(self.kinds) or list(KINDS)
        return [rule for rule in (RULES if self.further else PUBLISHED) if rule.kind in kinds]


def _listed(kinds: str) -> list[str]:
    return [kind.strip() for kind in kinds.split(",") if kind.strip()]


def _rewritten(example: Example, frame: Frame, rules: Sequence[Rule], rng: Random) -> Iterator[Perturbation]:
    """What the rules make of one claim; a text that an earlier row has made is left out."""
    [label] = (answer.text for answer in example.gold.answers)
    seen = {frame.parse.text}
    matches: dict[str, Match | None] = {}
    for rule in rules:
        if rule.from_labels != ANY and label not in rule.from_labels:
            continue
        if rule.swaps_label and opposite(example) is None:
            continue
        if rule.pattern not in matches:
            matches[rule.pattern] = matched(rule.pattern, frame)
        match = matches[rule.pattern]
        if match is None or not all(holds(guard, match) for guard in rule.demands):
            continue
        text = written(rule.template, match, rng)
        if text is not None and text not in seen:
            seen.add(text)
            yield _perturbation(example, frame.parse.text, text, rule)


def _perturbation(example: Example, before: str, after: str, rule: Rule) -> Perturbation:
    assert isinstance(example.query, Claim)
    gold = example.gold
    if rule.swaps_label:
        swapped = opposite(example)
        assert swapped is not None, "else the rule is not asked"
        gold = replace(gold, answers=(Answer(swapped),))
    edit = Edit("claim", 0, len(before), after, rule.kind, rule.name, rule.swaps_label)
    return Perturbation(example.id, replace(example.query, text=after), gold, (edit,))
