"""Claims about what two pages count, added or compared: seasons, episodes, inhabitants."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from stumper.adversaries.verification.anew import Evidence, bare_title, made_anew
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.computed import IS_TRUE, both
from stumper.adversaries.verification.stated import is_meant
from stumper.datasets.wiki_pages import Page, PageStore, Sentence, readable
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Kind:
    """Things that a page counts: how a sentence says it (the group "it" is the number), and how a claim says it of two
    and of one."""

    noun: str
    said: re.Pattern[str]
    verb: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many things of a kind the subject of a page has, and the sentence that says so."""

    page: Page
    kind: Kind
    number: int
    id: str

    @property
    def sets(self) -> tuple[frozenset[str], ...]:
        """Names the one set of evidence that settles the claim: the sentence itself."""
        return (frozenset({self.id}),)

    @property
    def name(self) -> str:
        """Names what is counted, as its page does, without what tells it from others of that name."""
        return bare_title(self.page.id)


def added(examples: Sequence[Example], pages: PageStore, pipeline: str, seed: int) -> Iterator[Perturbation]:
    """The sum and the difference of what the page of a claim's subject and another page both count: true of a supported
    claim, false of a refuted one."""
    counts = counts_on(pages)
    decided = [one for one in examples if label_of(one) in IS_TRUE and one.gold.matched_by == "id"] if counts else []
    parses = load_pipeline(pipeline).parse([claim_of(one.query).text for one in decided])
    for example, parse in zip(decided, parses, strict=True):
        frame = framed(parse)
        if frame is None:
            continue
        rng = Random(f"{seed}/{example.id}/counts")
        for own in counts.get(bare_title(frame.subject), ()):
            others = [other for every in counts.values() for other in every if can_be_added(own, other)]
            if not is_meant(own.page.id, frame.subject, example.gold) or not others:
                continue
            other = rng.choice(others)
            made = {"in all": _in_all(own, other, example, rng), "more of": _more_of(own, other, example, rng)}
            for rule, text in made.items():
                if text is not None:
                    evidence = Evidence(both(own.sets, other.sets))
                    yield made_anew(example, text, label_of(example), evidence, ("numeric", rule), pages)


def counts_on(pages: PageStore) -> Mapping[str, Sequence[Count]]:
    """What pages count, by title; of two pages of one title, and of what one page counts twice, nothing."""
    found: dict[str, list[Count]] = {}
    times = Counter(bare_title(page.id) for page in pages.pages)
    for page in pages.pages:
        counts = [one for kind in KINDS if (one := _count(page, kind)) is not None]
        if counts and times[bare_title(page.id)] == 1:
            found[bare_title(page.id)] = counts
    return found


def can_be_added(first: Count, second: Count) -> bool:
    """Whether two counts are of one kind and of things that have nothing in common, as far as their pages say."""
    apart = first.name not in second.page.text and second.name not in first.page.text
    return first.kind == second.kind and first.page != second.page and apart


def _count(page: Page, kind: Kind) -> Count | None:
    """The one number of that kind on the page, where a sentence says it of the page's subject."""
    found = [(one, match) for one in page.sentences for match in kind.said.finditer(readable(one.text))]
    if len(found) != 1 or not _is_of_subject(*found[0], page):
        return None
    [(sentence, match)] = found
    number = number_of(match["it"])
    return Count(page, kind, number, sentence.id) if number >= LEAST else None


def number_of(word: str) -> int:
    """The number that a word says, or figures with commas."""
    return WORDS.index(word) if word in WORDS else int(word.replace(",", ""))


def _is_of_subject(sentence: Sentence, match: re.Match[str], page: Page) -> bool:
    """Whether the sentence begins with the subject, and names nothing before the number that it may be of instead."""
    before = readable(sentence.text)[: match.start()]
    named = before.startswith((bare_title(page.id), "It ", "The series ", "The show ", "The city ", "The town "))
    return named and _PART.search(before) is None


def _in_all(own: Count, other: Count, example: Example, rng: Random) -> str | None:
    """*The two ran for more than 12 seasons in all.*"""
    number = own.number + other.number
    bound = number + _step(number, rng) * (-1 if IS_TRUE[label_of(example)] else 1)
    return f"{own.name} and {other.name} {own.kind.verb} more than {bound:,} {own.kind.noun} in all."


def _more_of(own: Count, other: Count, example: Example, rng: Random) -> str | None:
    """*The one ran for at least 3 more seasons than the other.*"""
    first, second = sorted((own, other), key=lambda one: -one.number)
    more = first.number - second.number
    if more < LEAST:
        return None
    bound = more + _step(more, rng) * (-1 if IS_TRUE[label_of(example)] else 1)
    return f"{first.name} {_of_one(own.kind.verb)} at least {bound:,} more {own.kind.noun} than {second.name}."


def _of_one(verb: str) -> str:
    return "has" if verb == "have" else verb


def _step(number: int, rng: Random) -> int:
    """How far a bound is from a number of which something must be left."""
    return max(2, number // rng.randint(4, 8))


LEAST = 4  # things: of fewer there is no smaller number that is not near
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_NUMBER = rf"(?<![\w.,$£€–-])(?P<it>\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}|{'|'.join(WORDS[LEAST:])})(?![\w–-]|[.,]\d)"
KINDS = (
    Kind("seasons", re.compile(rf"\b(?:for|after|of|has|had|lasted|over) {_NUMBER} seasons\b"), "ran for"),
    Kind("episodes", re.compile(rf"\b(?:for|after|and|of|has|had|spanned) {_NUMBER} episodes\b"), "have"),
    Kind("inhabitants", re.compile(rf"\bpopulation of {_NUMBER}(?! (?:million|billion))"), "have"),
)
# What is counted may be of this, and not of the whole.
_PART = re.compile(
    r"\b(?:season|first|second|third|last|final|metropolitan|urban|area|region|county|estimated|about|around|over|nearly|"
    r"almost|approximately|some|more|less|only|least|most|another|won|award|nominated)\b"
)
