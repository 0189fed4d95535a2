"""Two claims of a data set as one sentence, whose label follows from theirs by logic (FEVER 2.0)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.anew import (
    Evidence,
    bare_title,
    is_called,
    joined,
    made_anew,
    pages_of,
    with_reasons,
)
from stumper.adversaries.verification.claimrules.frame import Frame, ended, framed
from stumper.adversaries.verification.claimrules.word_sets import NEGATIVE, word_set
from stumper.adversaries.verification.shown_labels import at_hand, check_claims
from stumper.adversaries.verification.stated import Known, stated_in
from stumper.datasets.wiki_pages import readable_title
from stumper.errors import BadOption
from stumper.language.inflection import article
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.text import listed
from stumper.types import Example, Gold, Nothing, Perturbation

# A conjunction has the first of these labels that one of its claims has: it is refuted as soon as one of them is, and
# supported where both are. A claim with another label is not joined.
BY_LOGIC = ("REFUTES", "NOT SUPPORTED", "NOT ENOUGH INFO", "SUPPORTS")
PARTNERS = {"supported": ("SUPPORTS",), "any": BY_LOGIC}
NOTHING_TO_JOIN = "no claim of the set can be joined with it by these rules"
TRIED = 200  # claims that are tried as a partner of one


@dataclass(frozen=True, slots=True)
class ClaimCompose:
    """Joins each claim with another of the data set, as breakers did in FEVER 2.0 (Thorne et al. 2019).

    ``rules`` names the ways of joining, separated by commas, all of them where it is empty; of each way ``most``
    partners are taken for a claim. Partners are ``supported`` claims, so that the label stays, or ``any``. ``claims``
    are ``shown``, those whose label the words at hand show and that read well, or ``any``. ``pages`` is a file of the
    pages that evidence is on.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    rules: str = ""
    partners: str = "supported"
    claims: str = "shown"
    most: int = 1
    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        names = [rule.name for rule in RULES]
        if unknown := [name for name in listed(self.rules) if name not in names]:
            raise BadOption(f"The option 'rules' of claim-compose has no rule {unknown[0]!r}. Choose among "
                            f"{', '.join(names)}.")  # fmt: skip
        if self.partners not in PARTNERS:
            raise BadOption(f"The option 'partners' of claim-compose is supported or any, not {self.partners!r}.")
        check_claims("claim-compose", self.claims)
        if self.most < 1:
            raise BadOption(f"The option 'most' of claim-compose is a number of 1 or more, not {self.most}.")

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The joined claims, in the order of the examples and of the table of rules."""
        seed = rng.getrandbits(64)
        whole = self._joinable(examples)
        found = [made for one in whole.joinable for made in self._made(one, whole, Random(f"{seed}/{one.example.id}"))]
        return with_reasons(balanced(found, self.balanced, rng), examples, NOTHING_TO_JOIN)

    def _joinable(self, examples: Sequence[Example]) -> "_Whole":
        parses = load_pipeline(self.pipeline).parse([claim_of(example.query).text for example in examples])
        frames = ((example, framed(parse)) for example, parse in zip(examples, parses, strict=True))
        known = stated_in(self.pages)
        hand = at_hand(known.pages)
        joinable = [
            Joinable(example, frame)
            for example, frame in frames
            if frame is not None and label_of(example) in BY_LOGIC and not UNJOINABLE & _lower(frame)
            if self.claims == "any" or (_reads_well(frame) and hand.shows_label(example, frame))
        ]
        partners = [one for one in joinable if label_of(one.example) in PARTNERS[self.partners]]
        return _whole(joinable, partners, known)

    def _made(self, one: "Joinable", whole: "_Whole", rng: Random) -> Iterator[Perturbation]:
        """What the rules make of one claim, each with ``most`` partners at most."""
        seen: set[str] = set()
        for rule in RULES:
            if self.rules and rule.name not in listed(self.rules):
                continue
            found = 0
            for other in rule.partners(one, whole, rng):
                if found == self.most:
                    break
                made = _joined(rule, one, other, whole)
                if made is not None and made.query.text not in seen:
                    seen.add(made.query.text)
                    found += 1
                    yield made


@dataclass(frozen=True, slots=True)
class Joinable:
    """A claim that may be joined, with its frame."""

    example: Example
    frame: Frame

    @property
    def subject(self) -> str:
        """Its subject as it is written."""
        return self.frame.subject

    @property
    def predicate(self) -> str:
        """The claim from its finite verb on, without the full stop."""
        return self.frame.predicate

    @property
    def body(self) -> str:
        """The claim without the full stop."""
        return self.frame.body

    @property
    def is_negative(self) -> bool:
        """Whether it denies something, which may then be read of what is joined with it as well."""
        return bool(NEGATIVE & _lower(self.frame))


@dataclass(frozen=True, slots=True)
class _Whole:
    """All that may be joined, its partners by subject, titles, which keep their capitals but for those that pages have
    with a small letter, and what pages state."""

    joinable: Sequence[Joinable]
    partners: Sequence[Joinable]
    by_subject: dict[str, list[Joinable]]
    titles: frozenset[str]
    small: frozenset[str]
    known: Known


@dataclass(frozen=True, slots=True)
class Joining:
    """A way of joining: the partners that it may take for a claim, and the sentence that it makes of the two."""

    name: str
    partners: Callable[[Joinable, _Whole, Random], Iterator[Joinable]]
    text: Callable[[Joinable, Joinable, _Whole], str | None]


def _whole(joinable: Sequence[Joinable], partners: Sequence[Joinable], known: Known) -> _Whole:
    by_subject: dict[str, list[Joinable]] = defaultdict(list)
    for one in partners:
        by_subject[one.subject].append(one)
    pages = {page: bare_title(page) for one in joinable for page in pages_of(one.example.gold)}
    at_hand = {page.id: page.text for page in known.pages.pages if page.id in pages}
    small = (title for page, title in pages.items() if _is_written_small(title, at_hand.get(page, "")))
    return _Whole(joinable, partners, by_subject, frozenset(pages.values()), frozenset(small), known)


def _is_written_small(title: str, text: str) -> bool:
    """Whether its page has it within a sentence, always with a small first letter: uranium."""
    small = title[:1].lower() + title[1:]
    return (
        small != title
        and re.search(rf"\w {re.escape(small)}\b", text) is not None
        and not re.search(rf"[a-z,] {re.escape(title)}\b", text)
    )


def _joined(rule: Joining, one: Joinable, other: Joinable, whole: _Whole) -> Perturbation | None:
    """The claim that the rule makes of the two; None where it makes none, or its evidence cannot be told."""
    first, second = one.example, other.example
    if first.gold.matched_by != second.gold.matched_by or _are_at_odds(first, second):
        return None
    text = rule.text(one, other, whole)
    if text is None:
        return None
    labels = {label_of(first), label_of(second)}
    label = next(label for label in BY_LOGIC if label in labels)
    sets = _sets(first, second, label)
    if sets is None:
        return None
    evidence = Evidence(sets, claim_of(second.query).evidence)
    return made_anew(first, text, label, evidence, ("compose", rule.name), whole.known.pages)


def _sets(first: Example, second: Example, label: str) -> tuple[frozenset[str], ...] | None:
    """The evidence of what is joined: of both where both are supported, else of those that have the label."""
    if label == "SUPPORTS":
        return joined(first.gold, second.gold)
    return tuple(
        dict.fromkeys(s for each in (first, second) if label_of(each) == label for s in each.gold.evidence_sets)
    )


def _are_at_odds(first: Example, second: Example) -> bool:
    """Whether what comes with one may decide the other: claims with texts of one page, as two versions of it are."""
    if first.gold.matched_by != "none":
        return False
    return first.id == second.id or bool(set(first.groups) & set(second.groups))


def _elsewhere(one: Joinable, whole: _Whole, rng: Random) -> Iterator[Joinable]:
    """Claims about something else."""
    for other in rng.sample(whole.partners, min(TRIED, len(whole.partners))):
        if other.subject not in one.body and one.subject not in other.body:
            yield other


def _of_it(one: Joinable, whole: _Whole, rng: Random) -> Iterator[Joinable]:
    """Claims about the same."""
    of_it = whole.by_subject.get(one.subject, [])
    for other in rng.sample(of_it, len(of_it)):
        if not _repeats(one, other) and _mean_one(one.subject, one.example.gold, other.example.gold):
            yield other


def _of_its_end(one: Joinable, whole: _Whole, rng: Random) -> Iterator[Joinable]:
    """Claims about what the claim ends with."""
    tokens = one.frame.parse.tokens
    for start in range(one.frame.verb + 1, one.frame.end):
        end = one.body[tokens[start].start :]
        if end[:1].isupper() and (of_end := whole.by_subject.get(end, [])):
            pages = pages_of(one.example.gold)
            for other in rng.sample(of_end, len(of_end)):
                if _names_plainly(end, other.example.gold) or pages & _called(end, other.example.gold):
                    yield other
            return


def _mean_one(name: str, first: Gold, second: Gold) -> bool:
    """Whether two claims mean one thing by a name: their evidence is on its page; of a claim without, who could mean
    another by it, the other's is on a page that is called just that."""
    if pages_of(first) and pages_of(second):
        return bool(_called(name, first) & _called(name, second))
    return _names_plainly(name, first) and _names_plainly(name, second)


def _names_plainly(name: str, gold: Gold) -> bool:
    """Whether evidence, where there is any on pages, is on a page that is called just that."""
    pages = pages_of(gold)
    return not pages or name in map(readable_title, pages)


def _called(name: str, gold: Gold) -> frozenset[str]:
    return frozenset(page for page in pages_of(gold) if is_called(page, name))


def _and(one: Joinable, other: Joinable, whole: _Whole) -> str | None:
    """*A, and B.*"""
    second = _inside(other, whole)
    return None if second is None else ended(f"{one.body}, and {second}")


def _and_before(one: Joinable, other: Joinable, whole: _Whole) -> str | None:
    """*B, and A.*"""
    return _and(other, one, whole)


def _both(one: Joinable, other: Joinable, whole: _Whole) -> str | None:
    """*It does this and does that.*"""
    if other.is_negative or "," in other.predicate:
        return None
    return ended(f"{other.body} and {one.predicate}")


def _who(one: Joinable, other: Joinable, whole: _Whole) -> str | None:
    """*She, who does that, does this.*"""
    if _pronoun(one, whole) != "who" or "," in other.predicate:
        return None
    return ended(f"{one.subject}, who {other.predicate}, {one.predicate}")


def _which(one: Joinable, other: Joinable, whole: _Whole) -> str | None:
    """*It does this to him, who does that.*"""
    pronoun = _pronoun(other, whole)
    if pronoun is None or other.is_negative or one.is_negative:
        return None
    return ended(f"{one.body}, {pronoun} {other.predicate}")


RULES = (
    Joining("and", _elsewhere, _and),
    Joining("and-behind", _elsewhere, _and_before),
    Joining("both", _of_it, _both),
    Joining("who", _of_it, _who),
    Joining("which", _of_its_end, _which),
)
# With one of these two claims may be read as more, or as less, than one after the other.
UNJOINABLE = word_set("""
    or but if whether either neither nor unless because although though while than that then it they he she there this
    these those also too both respectively
    """)


def _reads_well(frame: Frame) -> bool:
    """Whether a claim has nothing that a sentence around it would make worse: commas, brackets, a wrong article."""
    articles = re.finditer(r"\b(?P<it>[Aa]n?) (?P<next>\w+)", frame.body)
    return not re.search(r"[,()]", frame.body) and all(
        found["it"].lower() == article(found["next"]) for found in articles
    )


def _inside(one: Joinable, whole: _Whole) -> str | None:
    """The claim as it stands within a sentence; None where one cannot tell whether it keeps its capital."""
    first = one.frame.parse.tokens[0]
    if one.subject in whole.small:
        return one.body[0].lower() + one.body[1:]
    if first.tag in ("NNP", "NNPS") or one.subject in whole.titles:
        return one.body
    return one.body[0].lower() + one.body[1:] if first.tag == "DT" else None


def _pronoun(one: Joinable, whole: _Whole) -> str | None:
    """Who, or which, as a page at hand says of the subject; for a place, as the parser says. None where nobody does."""
    if (stated := whole.known.about(one.subject, one.example.gold)) is not None:
        return "which" if stated.born is None else "who"
    entity = one.frame.parse.entity_at(0)
    is_place = entity is not None and entity.kind == "PLACE" and entity.last == one.frame.verb - 1
    return "which" if is_place else None


def _repeats(one: Joinable, other: Joinable) -> bool:
    """Whether most words of one predicate are in the other."""
    first, second = (set(each.predicate.lower().split()) for each in (one, other))
    return 2 * len(first & second) > min(len(first), len(second))


def _lower(frame: Frame) -> set[str]:
    return {token.text.lower() for token in frame.parse.tokens}
