"""SEARs: rules that keep the meaning and turn a system's answers, learned by asking it (Ribeiro et al. 2018).

For claims (Thorne et al. 2019, section 4.3) and for questions, of a paragraph or open ones, alike.
"""

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper import registry
from stumper.adversaries.balancing import balanced
from stumper.adversaries.rule_induction.equivalents import equivalents
from stumper.adversaries.rule_induction.held_out import counted, halves
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.learning import LearnedRule, Wanted, learn
from stumper.adversaries.rule_induction.lines import Line, line_of
from stumper.adversaries.rule_induction.rule import Rewriting, rewriting
from stumper.adversaries.rule_induction.rules_file import check_writable, read_rules, write_rules
from stumper.errors import BadOption
from stumper.language.pipeline import load_pipeline
from stumper.protocols import Enumerator
from stumper.tasks.verification.claim import Claim
from stumper.translating.resemblance import log_resemblances
from stumper.translating.sentences import sentence
from stumper.translating.translator import load_translator
from stumper.types import Edit, Example, Nothing, OutputFile, Perturbation, Prediction, Query

OURS = "substitutions"
TRANSLATORS = ("offline", "apertium", "marian", "openai")

Paraphraser = Callable[[Sequence[str]], Sequence[Mapping[str, float]]]


class NothingAbove(BadOption):
    """Rules that were learned, of which none turns more than trivial edits do."""


@dataclass(frozen=True, slots=True)
class Sears:
    """Learns rules that turn right answers wrong, and applies them to all texts that they match (Ribeiro et al. 2018).

    ``k`` is how many rules are chosen, each of which must turn ``least_flips`` answers and keep the meaning, in nine of
    ten texts as surely as ``least_score`` says; ``punctuation`` lets rules touch nothing else. ``sample`` draws the
    examples to learn from; ``held_out``, half of them count what the rules turn beside what trivial edits do, and those
    that turn no more are not applied. ``save`` names a file for the rules, and ``rules`` one from which they are taken
    without asking anybody. ``paraphrases`` come from our ``substitutions``, from a translator beside these
    (``apertium:eng-spa``), or from a function at `module:name`.
    """

    tasks: ClassVar[Sequence[str]] = ("reading", "verification", "rag")
    changes: ClassVar[Sequence[str]] = ("text",)

    rules: Path | None = None
    save: OutputFile | None = None
    k: int = 10
    sample: int | None = None
    least_flips: int = 3
    least_score: float = 0.8
    punctuation: bool = False
    held_out: bool = True
    balanced: int | None = None
    paraphrases: str = OURS
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        for name, value in (("k", self.k), ("sample", self.sample), ("least_flips", self.least_flips)):
            if value is not None and value < 1:
                raise BadOption(f"The option {name!r} of sears is a whole number of 1 or more, not {value}.")
        if not 0 <= self.least_score <= 1:
            raise BadOption(f"The option 'least_score' of sears is a number of 0 to 1, not {self.least_score}.")
        if self.rules is not None and self.save is not None:
            raise BadOption(
                "The options 'rules' and 'save' of sears exclude each other: rules of a file are not learned."
            )
        if self.save is not None and Path(self.save.path).suffix != ".toml":
            raise BadOption(
                f"The option 'save' of sears names a file that ends in .toml, not {self.save.path!r}. Name such a file."
            )

    @property
    def searches(self) -> bool:
        """Whether the rules are learned from a victim; those of a file are the same for all."""
        return self.rules is None

    def export(self, examples: Sequence[Example]) -> None:
        """Nothing is written before the rules are learned; BadOutput where they could not be written then."""
        if self.save is not None:
            check_writable(Path(self.save.path))

    def induce(
        self, examples: Sequence[Example], rng: Random
    ) -> Generator[Sequence[Query], Sequence[Prediction | None], Enumerator]:
        """What applies the rules: those of a file at once, others when the victim has been asked about the examples.

        NothingAbove where no rule turns more than trivial edits do; another BadOption where no rule was learned, or
        where no examples can be held out.
        """
        _check(examples, self.balanced)
        if self.rules is not None:
            return Applied(tuple(read_rules(self.rules)), self.balanced, self.pipeline)
        drawn = _drawn(examples, self.sample, rng)
        known = {example.query.text: line for example, line in zip(drawn, _lines(drawn, self.pipeline), strict=True)}
        learned_from, apart = halves(drawn, rng) if self.held_out else (drawn, [])
        lines = [known[example.query.text] for example in learned_from]
        wanted = Wanted(self.k, self.least_flips, self.least_score, self.punctuation)
        found = paraphrases(self.paraphrases, lines, self.pipeline)
        learned = yield from learn(learned_from, lines, found, wanted)
        if not learned:
            raise BadOption(_nothing_learned(self, len(learned_from)))
        if self.held_out:
            learned = yield from counted(learned, apart, [known[example.query.text] for example in apart], rng)
        if self.save is not None:
            write_rules(Path(self.save.path), learned)
        if not any(rule.accepted for rule in learned):
            raise NothingAbove(_nothing_above(self, learned, len(apart)))
        return Applied(tuple(learned), self.balanced, self.pipeline, known)


def _drawn(examples: Sequence[Example], sample: int | None, rng: Random) -> Sequence[Example]:
    """That many of the examples, in their order; all where there are no more."""
    if sample is None or sample >= len(examples):
        return examples
    return [examples[number] for number in sorted(rng.sample(range(len(examples)), sample))]


def _lines(examples: Sequence[Example], pipeline: str) -> list[Line]:
    return read_lines([example.query.text for example in examples], pipeline, {})


def _check(examples: Sequence[Example], balanced: int | None) -> None:
    if balanced is not None and not all(isinstance(example.query, Claim) for example in examples):
        raise BadOption("The option 'balanced' of sears evens out the labels of claims; questions have none.")


def _nothing_learned(sears: Sears, examples: int) -> str:
    """That no rule was found, and which options let more of them through."""
    source = "a larger 'sample'" if sears.sample else "more examples (a larger --limit)"
    return (
        f"sears learned no rule from {examples:,} examples: none turns {sears.least_flips} right answers and keeps the "
        f"meaning as surely as {sears.least_score:g}. Lower 'least_flips' or 'least_score', or learn from {source}."
    )


def _nothing_above(sears: Sears, learned: Sequence[LearnedRule], examples: int) -> str:
    """That no rule turns more than trivial edits do."""
    where = f" All stand in {sears.save.path}." if sears.save is not None else ""
    noun = "rule" if len(learned) == 1 else "rules"
    return (
        f"sears learned {len(learned)} {noun}, and on the {examples:,} examples held out none turns more right answers "
        f"than trivial edits of the same texts do: what was learned is noise.{where} Learn from more examples, or say "
        "held_out=false to take the rules as they are."
    )


KIND = "SEARs"


@dataclass(frozen=True, slots=True)
class Applied:
    """Proposes each text as each accepted rule writes it where it first matches; ``lines`` are parsed already."""

    rules: tuple[LearnedRule, ...]
    balanced: int | None = None
    pipeline: str = "embedded"
    lines: Mapping[str, Line] = field(default_factory=dict, compare=False, repr=False)

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
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


def paraphrases(source: str, lines: Sequence[Line], pipeline: str) -> Sequence[Mapping[str, float]]:
    """For each text its paraphrases, with how surely each means the same.

    ``source`` is ``substitutions``, a translator's name, whose paraphrases then stand beside these, or the place of a
    function as `module:name`.
    """
    if source == OURS:
        return equivalents(lines, index_of(lines))
    if source.partition(":")[0] in TRANSLATORS:
        ours = equivalents(lines, index_of(lines))
        theirs = _translated(source, lines, pipeline)
        return [{**others, **found} for others, found in zip(theirs, ours, strict=True)]
    return _foreign(source, lines)


def _translated(name: str, lines: Sequence[Line], pipeline: str) -> list[dict[str, float]]:
    """What a translator says, by its own probabilities, or else by how near the words are."""
    translator, texts = load_translator(name), [line.text for line in lines]
    said = translator.paraphrases([sentence(parse) for parse in load_pipeline(pipeline).parse(texts)])
    pairs = [(k, each.text) for k, found in enumerate(said) for each in found if each.text != texts[k]]
    before, after = [texts[k] for k, _ in pairs], [text for _, text in pairs]
    ratios = translator.log_ratios(before, after)
    found: list[dict[str, float]] = [{} for _ in lines]
    for (k, text), ratio in zip(pairs, log_resemblances(before, after) if ratios is None else ratios, strict=True):
        found[k][text] = math.exp(min(0.0, ratio))
    return found


def _foreign(source: str, lines: Sequence[Line]) -> Sequence[Mapping[str, float]]:
    module, _, name = source.partition(":")
    if not name:
        raise BadOption(
            f"The option 'paraphrases' of sears is {OURS}, a translator ({', '.join(TRANSLATORS)}) or module:name, "
            f"not {source!r}."
        )
    paraphraser: Paraphraser = registry.at("adversary", module, name)
    found = paraphraser([line.text for line in lines])
    if len(found) != len(lines):
        raise BadOption(f"{source} gives paraphrases of {len(found)} texts for {len(lines)}. Mend it there.")
    return found
