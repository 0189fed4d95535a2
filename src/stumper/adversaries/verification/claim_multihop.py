"""Claims that describe what they are about by what its page says, instead of naming it (FEVER 2.0)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.anew import Evidence, bare_title, joined, made_anew, with_reasons
from stumper.adversaries.verification.claimrules.frame import Frame, ended, framed
from stumper.adversaries.verification.claimrules.word_sets import word_set
from stumper.adversaries.verification.computed import Sets, both
from stumper.adversaries.verification.shown_labels import at_hand, check_claims
from stumper.adversaries.verification.stated import Known, Stated, is_meant, stated_in
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.tasks.verification.evidence import is_verifiable
from stumper.types import Example, Gold, Nothing, Perturbation


@dataclass(frozen=True, slots=True)
class ClaimMultihop:
    """Describes whom a claim is about, so that they have to be found first (FEVER 2.0) (Thorne et al. 2019).

    ``claims`` are ``shown``, those whose label the words at hand show, or ``any``. ``pages`` is a file of the pages
    whose first sentences descriptions are taken from; without one, they are of those that ship.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    claims: str = "shown"
    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        check_claims("claim-multihop", self.claims)

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The claims with each name in turn described, in the order of the examples."""
        known = stated_in(self.pages)
        names, hand = named(known), at_hand(known.pages)
        parses = load_pipeline(self.pipeline).parse([claim_of(example.query).text for example in examples])
        found = [
            made
            for example, parse in zip(examples, parses, strict=True)
            if (frame := framed(parse)) is not None and example.gold.matched_by == "id"
            if self.claims == "any" or hand.shows_label(example, frame)
            for made in _described(example, frame, names, known)
        ]
        return with_reasons(balanced(found, self.balanced, rng), examples)


@dataclass(frozen=True, slots=True)
class Description:
    """Words that fit the person or film that a page is about, by what each of these sets says. ``told`` are the words
    that a claim must not have beside it: it would repeat or contradict the description."""

    rule: str
    page: str
    text: str
    sets: Sets
    told: frozenset[str]
    is_person: bool = True


def named(known: Known) -> Mapping[str, Sequence[Description]]:
    """The descriptions of each name; those that fit two are left out."""
    found = [(name, one) for stated in known.every for name, one in _descriptions(stated, known)]
    times = Counter(one.text for _, one in found)
    by_name: dict[str, list[Description]] = defaultdict(list)
    for name, one in found:
        if times[one.text] == 1:
            by_name[name].append(one)
    return by_name


def _descriptions(stated: Stated, known: Known) -> Iterator[tuple[str, Description]]:
    lead = (frozenset({stated.lead}),)
    if stated.born is not None:
        text = f"the {stated.what} born on {stated.born}"
        yield (
            stated.title,
            Description("born on", stated.page, text, both(lead, stated.sets("born on")), ABOUT_BIRTH | _words(text)),
        )
    if stated.released is not None and stated.director:
        text = f"the {stated.released} film directed by {stated.director}"
        yield (
            stated.title,
            Description("film of", stated.page, text, lead, ABOUT_FILMS | _words(text), is_person=False),
        )
        page = stated.director.replace(" ", "_")
        if known.is_director(page):
            text = f"the director of the film {stated.title}"
            yield stated.director, Description("director of", page, text, lead, ABOUT_FILMS | _words(text))


def _described(
    example: Example, frame: Frame, names: Mapping[str, Sequence[Description]], known: Known
) -> Iterator[Perturbation]:
    for name, of_name in names.items():
        if name not in frame.body:
            continue
        for one in of_name:
            place = _place(name, one, frame)
            if place is None or not is_meant(one.page, frame.subject if place[0] == 0 else name, example.gold):
                continue
            if one.told & _words(frame.body[: place[0]] + " " + frame.body[place[1] :]):
                continue
            said = one.text if place[0] else one.text[0].upper() + one.text[1:]
            text = ended(f"{frame.body[: place[0]]}{said}{frame.body[place[1] :]}")
            sets = _sets(example, one)
            if sets is not None:
                yield made_anew(example, text, label_of(example), Evidence(sets), ("multihop", one.rule), known.pages)


def _sets(example: Example, one: Description) -> tuple[frozenset[str], ...] | None:
    """Each set of the claim with the sentence that describes; none where there is nothing to find."""
    if not is_verifiable(example.gold):
        return ()
    return joined(example.gold, Gold((), evidence_sets=one.sets))


def _place(name: str, one: Description, frame: Frame) -> tuple[int, int] | None:
    """Where the claim names it: as its subject, and elsewhere where the name cannot be part of another or mean another
    thing; a film's behind "the film"."""
    if bare_title(frame.subject) == name:
        return 0, len(frame.subject)
    written = re.escape(name if one.is_person else f"the film {name}")
    found = re.search(rf"(?<=[a-z,] ){written}(?=$| [a-z]|, [a-z])", frame.body)
    return None if found is None or (one.is_person and " " not in name) else found.span()


def _words(text: str) -> frozenset[str]:
    """Its words in small letters, without the smallest, and of each year that it names that it names one."""
    words = re.findall(r"[^\W_]+", text.lower())
    return frozenset("year" if _YEAR.fullmatch(word) else word for word in words if len(word) > 2) - SMALL


ABOUT_BIRTH = word_set("born birth birthday birthdate birthplace age aged old older younger year person alive living")
ABOUT_FILMS = word_set("film films movie movies directed directs director directors released release year came")
SMALL = word_set("the and for with from was were are has had his her its that this not")
_YEAR = re.compile(r"\d{4}s?")
