"""Rules that were learned, applied to any texts: every match of every rule is an instance of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from stumper.adversaries.balancing import balanced
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.learning import LearnedRule
from stumper.adversaries.rule_induction.lines import Line, line_of
from stumper.adversaries.rule_induction.rule import Rewriting, rewriting
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim
from stumper.types import Edit, Example, Perturbation

KIND = "SEARs"


@dataclass(frozen=True, slots=True)
class Applied:
    """Proposes each text as each accepted rule writes it where it first matches; ``lines`` are parsed already."""

    rules: tuple[LearnedRule, ...]
    balanced: int | None = None
    pipeline: str = "embedded"
    lines: Mapping[str, Line] = field(default_factory=dict, compare=False, repr=False)

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        """All that the rules make, in the order of the examples and of the rules; the gold stays."""
        lines = read_lines([example.query.text for example in examples], self.pipeline, self.lines)
        index = index_of(lines)
        made: list[dict[str, tuple[Rewriting, str]]] = [{} for _ in examples]
        for learned in self.rules:
            for number, at in index.matches(learned.rule) if learned.accepted else ():
                if (new := rewriting(learned.rule, lines[number], at)) is not None:
                    made[number].setdefault(new.text, (new, str(learned.rule)))
        found = [each for example, new in zip(examples, made, strict=True) for each in _perturbations(example, new)]
        return balanced(found, self.balanced, rng)


def read_lines(texts: Sequence[str], pipeline: str, known: Mapping[str, Line]) -> list[Line]:
    """A line a text, in order; each distinct text that is not known is parsed once."""
    new = [text for text in dict.fromkeys(texts) if text not in known]
    lines = {**known, **dict(zip(new, map(line_of, load_pipeline(pipeline).parse(new)), strict=True))}
    return [lines[text] for text in texts]


def _perturbations(example: Example, made: Mapping[str, tuple[Rewriting, str]]) -> Iterator[Perturbation]:
    place = "claim" if isinstance(example.query, Claim) else "question"
    for text, (new, rule) in made.items():
        edit = Edit(place, new.start, new.end, new.new, KIND, rule)
        yield Perturbation(example.id, replace(example.query, text=text), example.gold, (edit,))
