"""What pages state of their subjects: somebody's birth and death, a film's year and director.

What somebody is, and all of a film, is read from the first sentence, dates of a life also from sentences after it.

Claims that are computed from this are as right as these sentences.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from stumper.adversaries.verification.anew import bare_title, is_called, pages_in, pages_of
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.word_sets import word_set
from stumper.datasets.wiki_pages import Page, PageStore, Sentence, readable, readable_title, sentence_id
from stumper.language.lexicon import classes
from stumper.language.neighbours import listed, name_class
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import claim_of
from stumper.tasks.verification.evidence import is_verifiable
from stumper.types import Example, Gold


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A date, which compares with others."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{MONTHS[self.month - 1]} {self.day}, {self.year}"

    def years_until(self, later: "Day") -> int:
        """Whole years from this day to a later one."""
        return later.year - self.year - ((later.month, later.day) < (self.month, self.day))


Said = tuple[tuple[str, tuple[str, ...]], ...]  # what is stated, and the ids of the sentences that each state it


@dataclass(frozen=True, slots=True)
class Stated:
    """A person or a film, what its page calls it, and what the page states of it.

    ``name`` is how claims name it. ``said_by`` are the ids of the sentences of the page that each state it, by what is
    stated: that somebody was "born" or "died" in that year, "born on" or "died on" that
    day, that a film was "released", its "director".
    """

    page: str
    title: str
    what: str
    born: Day | None = None
    died: Day | None = None
    released: int | None = None
    director: str = ""
    said_by: Said = ()

    @property
    def name(self) -> str:
        """The name, of a film behind "the film"."""
        return f"the film {self.title}" if self.released else self.title

    @property
    def lead(self) -> str:
        """The id of the page's first sentence."""
        return sentence_id(self.page, 0)

    def sets(self, fact: str) -> tuple[frozenset[str], ...]:
        """The sentences that state the fact, each by itself; KeyError where the page does not state it."""
        return tuple(frozenset({id}) for id in dict(self.said_by)[fact])


@dataclass(frozen=True, slots=True)
class Known:
    """All that is stated on some pages, by title; two pages of one title are left out, as a claim could mean either."""

    pages: PageStore
    by_title: Mapping[str, Stated]

    @property
    def every(self) -> Sequence[Stated]:
        """All of it, in the order of the pages."""
        return list(self.by_title.values())

    def about(self, subject: str, gold: Gold) -> Stated | None:
        """What the subject of a claim is; None where nothing of that title is known, or the claim may mean another."""
        stated = self.by_title.get(bare_title(subject))
        return stated if stated is not None and is_meant(stated.page, subject, gold) else None

    def is_director(self, page: str) -> bool:
        """Whether a page is at hand whose first sentence says that its subject makes films: there are others of that
        name."""
        return (
            sentence_id(page, 0) in self.pages
            and _DIRECTS.search(self.pages.sentence(sentence_id(page, 0)).text) is not None
        )

    def mentions(self, page: str, words: str) -> bool:
        """Whether any sentence of a page at hand has these words."""
        return any(words in sentence.text for sentence in self.pages.page(page).sentences)


def is_meant(page: str, name: str, gold: Gold) -> bool:
    """Whether a claim means by this name what the page is about: its evidence is on that page; of a claim that has none
    to find, the page is called just that."""
    if not is_verifiable(gold):
        return name == readable_title(page)
    return is_called(page, name) and page in pages_of(gold)


@cache
def stated_in(file: Path | None) -> Known:
    """What is stated on the pages of a file; without one, on those that ship with the package."""
    pages = pages_in(file)
    titles = Counter(bare_title(page.id) for page in pages.pages)
    found = (stated for page in pages.pages if titles[bare_title(page.id)] == 1 and (stated := stated_on(page)))
    return Known(pages, {stated.title: stated for stated in found})


def about(examples: Sequence[Example], known: Known, pipeline: str) -> Iterator[tuple[Example, Stated]]:
    """The claims whose subject is one of what is known, with that."""
    parses = load_pipeline(pipeline).parse([claim_of(example.query).text for example in examples])
    for example, parse in zip(examples, parses, strict=True):
        frame = framed(parse)
        if frame is not None and (stated := known.about(frame.subject, example.gold)) is not None:
            yield example, stated


def stated_on(page: Page) -> Stated | None:
    """What the page states, where its first sentence is of a person, whose date of birth it has, or of a film with a
    year."""
    lead = next((sentence for sentence in page.sentences if sentence.line == 0), None)
    if lead is None:
        return None
    return _person(page, lead) or _film(page, lead)


def _person(page: Page, lead: Sentence) -> Stated | None:
    """Somebody whose dates stand behind the name, or else in sentences of their own after the first."""
    text, said = readable(lead.text), _said_of_life(page)
    ids: tuple[str, ...] = ()
    if (found := _LIFE.match(text)) is not None:
        days, ids = _lifespan(found["life"]), (lead.id,)
    elif (found := _IS.match(text)) is not None and found["who"] == bare_title(page.id):
        days = {fact: _only_day(clauses) for fact, clauses in said.items()}
    else:
        return None
    what = _described(found["rest"])
    if what is None or days is None or days["born"] is None:
        return None
    said_by = [row for fact, day in days.items() if day for row in _said_of_day(fact, day, ids, said[fact])]
    return Stated(page.id, bare_title(page.id), what, days["born"], days["died"], said_by=tuple(said_by))


def _lifespan(life: str) -> Mapping[str, Day | None] | None:
    """The days of what stands in brackets behind a name; None where they cannot be told."""
    days = [_day(day) for day in _DATE.finditer(life)]
    is_of_two = _FROM_TO.search(life) is not None
    if len(days) != 1 + is_of_two or None in days or (_DASH.search(life) and not is_of_two):
        return None
    return {"born": days[0], "died": days[1] if is_of_two else None}


def _said_of_life(page: Page) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The clauses of sentences after the first that are of the birth and of the death, with the ids."""
    names = bare_title(page.id), bare_title(page.id).split()[-1], "He", "She"
    return {"born": _clauses(page, names, "was born"), "died": _clauses(page, names, "died")}


def _only_day(clauses: Sequence[tuple[str, str]]) -> Day | None:
    """The one day that all clauses with a whole date name."""
    days = {_day(found) for _, clause in clauses for found in _DATE.finditer(clause)}
    return days.pop() if len(days) == 1 else None


def _said_of_day(fact: str, day: Day, ids: Sequence[str], clauses: Sequence[tuple[str, str]]) -> Said:
    """What says the year of the day beside these ids, and under the name of the fact with "on" what says the day."""
    years = [id for id, clause in clauses if re.search(rf"\b{day.year}\b", clause)]
    days = [id for id, clause in clauses if any(_day(found) == day for found in _DATE.finditer(clause))]
    return (fact, (*ids, *years)), (f"{fact} on", (*ids, *days))


def _film(page: Page, lead: Sentence) -> Stated | None:
    text = readable(lead.text)
    found = _FILM.search(text)
    if found is None:
        return None
    directed = _DIRECTED.search(text, found.end())
    director = directed["who"] if directed and len(_BY.findall(text)) == 1 else ""
    year, names = found["year"], (bare_title(page.id), "It", "The film", "The movie")
    said: Said = (("released", _saying(page, names, r"(?:was (?:\w+ )?released|premiered|came out)", year)),)
    if director:
        said += (("director", _saying(page, names, r"(?:was|is) (?:\w+ and )?directed by", director)),)
    return Stated(page.id, bare_title(page.id), "film", None, None, int(year), director, said)


def _saying(page: Page, names: Sequence[str], verb: str, words: str) -> tuple[str, ...]:
    """The first sentence of the page, and those that say so of its subject with these words."""
    also = _clauses(page, names, verb)
    return sentence_id(page.id, 0), *(id for id, said in also if re.search(rf"\b{re.escape(words)}\b", said))


def _clauses(page: Page, names: Sequence[str], verb: str) -> Sequence[tuple[str, str]]:
    """Of the sentences after the first that say this of the page's subject, by one of its names, their ids, and the
    clause behind the verb."""
    said = re.compile(
        rf"(?:(?P<name>{'|'.join(map(re.escape, names))})|.*(?:,| and) the film) {verb}\b"
        rf"(?P<clause>(?:(?!{_NEXT_CLAUSE}).)*)"
    )
    pairs = ((before, one, said.match(one.text)) for before, one in pairwise(page.sentences))
    return [
        (one.id, found["clause"]) for before, one, found in pairs if found and _is_meant(found["name"], before, page)
    ]


def _is_meant(name: str | None, before: Sentence, page: Page) -> bool:
    """Whether a name is the page's subject's: a pronoun may be of whom the sentence before speaks of."""
    if name not in ("He", "She"):
        return True
    said = _PRONOUN.search(readable(page.text))
    is_same = said is not None and _PRONOUNS[said.group().lower()] == name
    words = set(re.findall(r"[a-z]+", before.text.lower()))
    return is_same and not _KIN & words and not _may_be_of_another(name, before, page)


def _may_be_of_another(pronoun: str, sentence: Sentence, page: Page) -> bool:
    """Whether the sentence names a person beside the page's subject for whom the pronoun may stand: a name of persons,
    or one that is not known, without a given name of the other sex."""
    own = set(_NAME_WORD.findall(bare_title(page.id)))
    for name in _NAMES.findall(readable(sentence.text)):
        words = [word for word in _NAME_WORD.findall(name) if word not in own]
        kinds = {name_class(word) if name_class(word) or word.lower() in _common() else "surname" for word in words}
        if kinds & _OF_PERSONS and _OTHER_SEX[pronoun] not in kinds:
            return True
    return False


@cache
def _common() -> frozenset[str]:
    return frozenset(word for word, _ in listed())


def _described(rest: str) -> str | None:
    """What somebody is, as "American actress"; None where it does not end with a word for people."""
    words = _BEHIND.split(rest, maxsplit=1)[0].split()
    if not 1 < len(words) <= 4 or any(not _WORD.fullmatch(word) for word in words):
        return None
    return " ".join(words) if "person" in classes(words[-1]) else None


def _day(found: re.Match[str]) -> Day | None:
    month = found["month"] or found["month2"]
    if month not in MONTHS:
        return None
    return Day(int(found["year"] or found["year2"]), MONTHS.index(month) + 1, int(found["day"] or found["day2"]))


MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
_MONTH = "|".join(MONTHS)
_DATE = re.compile(
    rf"(?P<month>{_MONTH}) (?P<day>\d{{1,2}}) , (?P<year>\d{{4}})|"
    rf"(?P<day2>\d{{1,2}}) (?P<month2>{_MONTH}) (?P<year2>\d{{4}})"
)
_DASH = re.compile(r" (?:--|–|-|—) ")
_FROM_TO = re.compile(r"\d{4} (?:--|–|-|—) (?=\d|[A-Z])")
# Everything in brackets before the verb, which has a date of birth, and what follows "was an".
_LIFE = re.compile(
    r"[^()]+(?P<life>\((?:[^()]|\([^()]*\))*\d{4} \)) (?:, [^.]{0,80}? , )?(?:is|was) (?:an?|the) (?P<rest>.+)"
)
_IS = re.compile(r"(?P<who>[^(),]+?) (?:is|was) (?:an?|the) (?P<rest>.+)")
# What ends the words for what somebody is.
_BEHIND = re.compile(r" ?(?=[,.](?: |$))| (?:who|best|known|of|in|from|whose|with|for|and)(?= |$)")
_WORD = re.compile(r"[A-Z]?[a-z]+(?:-[A-Za-z]+)*")
_FILM = re.compile(r"^[^.]{1,80}? is an? (?P<year>(?:19|20)\d\d) (?:[\w'-]+ (?:-- )?){0,6}?film\b")
_NAME = r"[A-Z][\w'’-]+(?: (?:[A-Z]\.|de|von|van|del|la|[A-Z][\w'’-]+)){1,3}"
_BY = re.compile(r"\bdirected by\b|\bco-directed\b|\bdirectors\b")
_DIRECTS = re.compile(r"\b(?:director|filmmaker|film-maker|directed)\b")
_DIRECTED = re.compile(
    rf"\bdirected by (?P<who>{_NAME})(?= \."
    r"| ?, (?:written|starring|produced|and (?:starring|written|produced)|based|from|with|featuring|released|about)"
    r"| (?:and )?(?:written|starring|produced|based|featuring|released|distributed|scripted)"
    r"| (?:from|for|in|that|as|about|who) )"
)  # fmt: skip
_NEXT_CLAUSE = r" ;| (?:and|but|or|who|whom|whose|which|that|where|when|while|as|after|before|until|since|to|with)\b"
_PRONOUNS = {"he": "He", "him": "He", "his": "He", "she": "She", "her": "She", "hers": "She"}
_PRONOUN = re.compile(rf"\b(?:{'|'.join(_PRONOUNS)})\b", re.IGNORECASE)  # the first on a page is of its subject
_NAME_WORD = re.compile(r"[^\W\d_a-z][\w’-]*")
_NAMES = re.compile(rf"{_NAME_WORD.pattern}(?: {_NAME_WORD.pattern})*")
_OF_PERSONS = frozenset({"given-f", "given-m", "surname"})
_OTHER_SEX = {"He": "given-f", "She": "given-m"}
# After a sentence with one of these, a pronoun may be of them.
_KIN = word_set("""
    father mother parents brother brothers sister sisters son sons daughter daughters wife husband child children uncle
    aunt cousin grandfather grandmother nephew niece twin
    """)
