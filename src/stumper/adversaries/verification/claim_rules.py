"""Claims rewritten by a table of rules that keep or negate what they say (Thorne et al. 2019)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import evened
from stumper.adversaries.verification.anew import KNOWN, OF_OWN_LABEL
from stumper.adversaries.verification.claimrules.families import FAMILIES
from stumper.adversaries.verification.claimrules.further import FURTHER
from stumper.adversaries.verification.claimrules.guarded import Guarded, as_guarded, guarded
from stumper.adversaries.verification.claimrules.judged import passed
from stumper.adversaries.verification.claimrules.published import PUBLISHED, as_published, takes_pronoun
from stumper.adversaries.verification.claimrules.rule import ANY, KINDS, Rule, family
from stumper.adversaries.verification.strength import RulesStrength, check_strength
from stumper.errors import BadOption
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim, claim_of, label_of
from stumper.tasks.verification.constraints import opposite
from stumper.text import listed
from stumper.types import CLOSED_WORLD, Answer, Edit, Example, Nothing, Perturbation

RULES: tuple[Rule, ...] = (*FAMILIES, *FURTHER)
STRENGTHS: Mapping[RulesStrength, tuple[Rule, ...]] = {
    "guarded": RULES,
    "published": PUBLISHED,
    "judged": (*RULES, *PUBLISHED),
}
BATCH = 2000  # claims whose parses are held at a time


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """Proposes each claim as every rule that matches it writes it, each an instance of its own (Thorne et al. 2019).

    ``strength`` says which rules: ours behind guards that leave alone what they would break (``guarded``), the paper's
    in its wordings and without guards (``published``), or those of both that judges passed (``judged``), by a table of
    results named as ``judgements`` or by the judgements that ship. ``kinds`` names kinds of rules, separated by commas,
    all of them where it is empty; without ``further`` only the paper's families are applied. ``balanced`` draws that
    many, as even as can be in label, then in originals, families and rules.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    kinds: str = ""
    further: bool = True
    pipeline: str = "embedded"
    strength: RulesStrength = "guarded"
    judgements: Path | None = None

    def __post_init__(self) -> None:
        check_strength("claim-rules", self.strength, RulesStrength)
        if self.judgements is not None and self.strength != "judged":
            raise BadOption("The option 'judgements' of claim-rules is for strength=judged. Set that, or leave it out.")
        unknown = [kind for kind in listed(self.kinds) if kind not in KINDS]
        if unknown:
            raise BadOption(
                f"The option 'kinds' of claim-rules has no kind {unknown[0]!r}. Choose among {', '.join(KINDS)}."
            )

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """All that the rules make of the claims, in the order of the examples and of the table."""
        seed = rng.getrandbits(64)
        claims = [example for example in examples if isinstance(example.query, Claim)]
        rules = self._rules()
        tables: dict[tuple[str, bool], _Tables] = {}
        found: list[Perturbation] = []
        for example, parse in self._parsed(claims, rules):
            key = label_of(example), opposite(example) is not None
            if key not in tables:
                tables[key] = _tables(rules, *key)
            found += _rewritten(example, parse, tables[key], Random(f"{seed}/{example.id}"))
        made = {one.example_id for one in found}
        strange = [one.id for one in claims if label_of(one) not in KNOWN and one.id not in made]
        return [*evened(found, self.balanced, _family, rng), *(Nothing(OF_OWN_LABEL, id) for id in strange)]

    def _parsed(self, claims: Sequence[Example], rules: Sequence[Rule]) -> Iterator[tuple[Example, Parse | None]]:
        """The claims with their parses; None of those that are matched and rewritten without."""
        pipeline = load_pipeline(self.pipeline)
        is_read = _reads(rules)
        for start in range(0, len(claims), BATCH):
            batch = claims[start : start + BATCH]
            texts = [text for example in batch if is_read(text := claim_of(example.query).text)]
            parses = dict(zip(texts, pipeline.parse(texts), strict=True))
            yield from ((example, parses.get(claim_of(example.query).text)) for example in batch)

    def _rules(self) -> list[Rule]:
        kinds = listed(self.kinds) or list(KINDS)
        rules = [rule for rule in STRENGTHS[self.strength] if rule.kind in kinds]
        if not self.further:
            rules = [rule for rule in rules if rule not in FURTHER]
        if self.strength == "judged":
            known = passed(self.judgements)
            rules = [rule for rule in rules if (rule.kind, rule.name) in known]
        return rules


def _family(perturbation: Perturbation) -> str:
    return family(perturbation.edits[0].rule)


def _reads(rules: Sequence[Rule]) -> Callable[[str], bool]:
    """What says of which claims these rules need a parse: ours of all, the paper's where a pronoun is chosen."""
    if not all(rule.is_published for rule in rules):
        return lambda text: True
    return takes_pronoun if any("{it is}" in rule.template for rule in rules) else lambda text: False


@dataclass(frozen=True, slots=True)
class _Tables:
    """The rules that are sound for claims of one label: ours, and the paper's."""

    ours: Guarded
    theirs: Sequence[Rule]


def _tables(rules: Sequence[Rule], label: str, has_opposite: bool) -> _Tables:
    sound = [
        rule
        for rule in rules
        if (rule.from_labels == ANY or label in rule.from_labels) and (has_opposite or not rule.swaps_label)
    ]
    ours = [rule for rule in sound if not rule.is_published]
    return _Tables(guarded(ours, label), [rule for rule in sound if rule.is_published])


def _rewritten(example: Example, parse: Parse | None, tables: _Tables, rng: Random) -> Iterator[Perturbation]:
    """What the rules make of one claim; a text that an earlier row has made is left out."""
    before = claim_of(example.query).text
    ours = as_guarded(tables.ours, parse, rng) if parse else ()
    theirs = as_published(tables.theirs, before, parse)
    seen = {before}
    for rule, text in (*ours, *theirs):
        if text not in seen:
            seen.add(text)
            yield _perturbation(example, text, rule)


def _perturbation(example: Example, after: str, rule: Rule) -> Perturbation:
    assert isinstance(example.query, Claim)
    before, gold = example.query.text, example.gold
    assumes = CLOSED_WORLD if rule.is_existential and gold.answers[0].text == "REFUTES" else ""
    edit = Edit("claim", 0, len(before), after, rule.kind, rule.name, rule.swaps_label, assumes)
    if rule.swaps_label:
        swapped = opposite(example)
        assert swapped is not None, "else the rule is not asked"
        gold = replace(gold, answers=(Answer(swapped),))
    return Perturbation(example.id, replace(example.query, text=after), gold, (edit,))
