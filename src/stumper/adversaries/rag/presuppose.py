"""A question that takes for granted what is not so."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.invented import somebody, speaks_of_a_woman
from stumper.adversaries.rag.mined import passages_of
from stumper.adversaries.rag.putting import of_each
from stumper.errors import BadOption
from stumper.language.parse import Parse
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.wrong_answers import wrong_answers
from stumper.text import tokens
from stumper.types import Edit, Example, Nothing, Perturbation

KIND = "question presupposition"
_YEAR = re.compile(r"(?<![\d-])(?:1[5-9]|20)\d\d(?![\d-])")
_BACK = range(211, 391)  # years by which a year is put back, into a time of which nothing is told
# What a question names, the surest to be its matter first.
_KINDS = ("PERSON", "ORG", "PLACE", "OTHER")


@dataclass(frozen=True, slots=True)
class QuestionPresuppose:
    """Asks about somebody or something that there never was, or about a year of which nothing is told.

    A name of the question becomes an invented one of its kind, or its year a far earlier one, neither of which any
    passage of the data set has; who abstains is right (Kim et al. 2021). Up to ``most`` are made of a question, each a
    variant by itself.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "question edits"
    changes: ClassVar[Sequence[str]] = ("text",)
    searches: ClassVar[bool] = False
    goal: ClassVar[str] = "answered_anyway"

    most: int = 1
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        if self.most < 1:
            raise BadOption(f"The option 'most' of question-presuppose is a number of 1 or more, not {self.most}.")

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The questions that take something false for granted."""
        parses = parsed_each([example.query.text for example in examples], self.pipeline)
        asked = dict(zip((example.id for example in examples), parses, strict=True))
        said = {word for one in passages_of(examples) for word in tokens(f"{one.title} {one.text}")}
        return of_each(examples, rng, lambda example, chance: self._made(example, asked[example.id], said, chance))

    def _made(self, example: Example, parse: Parse | None, said: set[str], rng: Random) -> list[Perturbation] | Nothing:
        gold = example.gold
        if gold.answerable is False or not gold.answers:
            return Nothing("the question has no answer anyway")
        found = [] if parse is None else [*_names(parse, rng), *_years(parse.text, rng)]
        new = [one for one in found if not {*tokens(one[2])} - {"the"} & said]
        if not new:
            return Nothing("the question names nobody, nothing and no year that could be another")
        return [_asked(example, *one) for one in new[: self.most]]


_Change = tuple[int, int, str, str]  # from where to where, what is put there, and the rule


def _asked(example: Example, start: int, end: int, text: str, rule: str) -> Perturbation:
    before = example.query.text
    query = replace(example.query, text=before[:start] + text + before[end:])
    gold = replace(example.gold, answers=(), answerable=False)
    return Perturbation(example.id, query, gold, (Edit("question", start, end, text, KIND, rule),))


def _names(parse: Parse, rng: Random) -> Iterator[_Change]:
    """Invented names for those of the question, by kind and then in order."""
    for kind in _KINDS:
        for entity in parse.entities:
            if entity.kind != kind:
                continue
            first, last = entity.first, entity.last
            if parse.tokens[first].text.lower() in ("the", "a", "an"):
                first += 1
            if first <= last and parse.tokens[last].text in ("'s", "’s", "'"):
                last -= 1
            if first > last or _is_one_of_several(parse, first, last):
                continue
            start, end = parse.tokens[first].start, parse.tokens[last].end
            has_article = re.search(r"\b(?:the|a|an) $", parse.text[:start], re.IGNORECASE) is not None
            if (new := _invented(parse.text[start:end], kind, has_article, parse.text, rng)) is not None:
                yield start, end, new, kind.lower()


def _invented(old: str, kind: str, has_article: bool, known: str, rng: Random) -> str | None:
    """An invented name for one of a kind; None where none goes with what stands around it.

    What ends like a plural is a team's name behind an article, and without one may be a people's.
    """
    if kind == "PERSON":
        return somebody(speaks_of_a_woman(known), known, rng)
    if kind == "OTHER" and re.search(r"[^sui]s$", old):
        kind = "GROUP"
    if kind == "GROUP" and not has_article:
        return None
    found = next(iter(wrong_answers(old, kind, None, False, known, rng, invented=True)), None)
    if found is None or found.kind != "name":
        return None
    return found.text.removeprefix("the ")


def _is_one_of_several(parse: Parse, first: int, last: int) -> bool:
    """Whether a name is a part of a longer one, or stands in a list, of which the rest may still be so."""
    if any(token.relation == "conj" for token in parse.tokens[first : last + 1]):
        return True
    if any(parse.tokens[i].relation == "conj" for at in range(first, last + 1) for i in parse.children(at)):
        return True
    before = parse.tokens[first - 1].text if first > 1 else ""
    after = parse.tokens[last + 1].text if last + 1 < len(parse.tokens) else ""
    return before[:1].isupper() or after[:1].isupper() or after[:1].isdigit() or "-" in (before, after)


def _years(text: str, rng: Random) -> Iterator[_Change]:
    for match in _YEAR.finditer(text):
        yield match.start(), match.end(), str(int(match.group()) - rng.choice(_BACK)), "year"
