"""Which claims have a label that the words at hand show, so that a claim made of them is as right as its making.

Of FEVER's claims a reader who goes by the evidence alone calls some wrong; what is made of two of them, or of one and a
description, keeps that. The words are those that judges are shown.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from stumper.adversaries.verification.anew import bare_title, words
from stumper.adversaries.verification.claimrules.frame import Frame
from stumper.adversaries.verification.claimrules.word_sets import NEGATIVE, word_set
from stumper.adversaries.verification.counted import WORDS
from stumper.datasets.wiki_pages import Page, PageStore, readable
from stumper.errors import BadOption
from stumper.language.inflection import lemma
from stumper.language.lexicon import classes
from stumper.language.parse import Token
from stumper.tasks.verification.claim import label_of
from stumper.tasks.verification.evidence import is_verifiable
from stumper.types import Example


@dataclass(frozen=True, slots=True)
class AtHand:
    """The pages at hand, and which are of each title."""

    pages: PageStore
    by_title: Mapping[str, Sequence[Page]]

    def shows_label(self, example: Example, frame: Frame) -> bool:
        """Whether the words of the evidence show what the label says; of a claim with NOT ENOUGH INFO, whether the
        pages that it names leave it open. True where no words are at hand, and of any other label."""
        label = label_of(example)
        if label in ("SUPPORTS", "REFUTES"):
            evidence = words(example.gold, self.pages) if is_verifiable(example.gold) else ""
            shows = _is_stated if label == "SUPPORTS" else _is_denied
            return not evidence or shows(frame, readable(evidence))
        return label != "NOT ENOUGH INFO" or _is_open(frame, self._named(frame))

    def _named(self, frame: Frame) -> Sequence[Page]:
        """The pages whose titles the claim has."""
        starts = [token.start for token in frame.parse.tokens[: frame.end]]
        ends = [token.end for token in frame.parse.tokens[: frame.end]]
        spans = {frame.body[start:end] for start in starts for end in ends if start < end}
        return [page for span in sorted(spans) for page in self.by_title.get(span, ())]


def check_claims(adversary: str, claims: str) -> None:
    """Nothing; BadOption where an attack cannot be told to take these claims."""
    if claims not in CLAIMS:
        raise BadOption(f"The option 'claims' of {adversary} is {' or '.join(CLAIMS)}, not {claims!r}.")


def at_hand(pages: PageStore) -> AtHand:
    """The pages by their titles."""
    found: dict[str, list[Page]] = defaultdict(list)
    for page in pages.pages:
        found[bare_title(page.id)].append(page)
    return AtHand(pages, found)


def _is_stated(frame: Frame, evidence: str) -> bool:
    """Whether each word that says something is among the evidence, and nothing is denied or left out."""
    return not _denies(frame) and not list(_missing(_content(frame), evidence))


def _is_denied(frame: Frame, evidence: str) -> bool:
    """Whether the evidence says what the claim denies, or all that the claim says but a number, a name or a kind, for
    which it has another."""
    missing = list(_missing(_content(frame), evidence))
    if _denies(frame):
        said = [token for token in missing if token.text.lower() not in DENYING]
        return not said and bool(DENYING & _small(frame)) and not LEAVING_OUT & _small(frame)
    return bool(missing) and (
        _has_another_number(missing, evidence)
        or _has_another_maker(frame, missing, evidence)
        or _is_another_kind(frame, evidence)
    )


def _is_open(frame: Frame, named: Sequence[Page]) -> bool:
    """Whether the claim says what somebody did, in words that the pages do not have, one of them a name or a number."""
    if _denies(frame) or _root(frame) is None:
        return False
    if not named:
        return True
    text = readable(" ".join(f"{page.title} {page.text}" for page in named))
    content = [token for token in _content(frame) if token.start >= len(frame.subject)]
    missing = list(_missing(content, text))
    is_specific = any(token.tag in ("NNP", "NNPS", "CD") for token in missing)
    return _root(frame) in missing and is_specific and 2 * len(missing) >= len(content)


def _content(frame: Frame) -> Sequence[Token]:
    """The words that say something: nouns, verbs, adjectives, numbers, but for the smallest."""
    tokens = frame.parse.tokens[: frame.end]
    return [token for token in tokens if token.tag[:2] in SAYING and token.text.lower() not in LIGHT]


def _missing(content: Sequence[Token], text: str) -> Iterator[Token]:
    """Those of which no form, and no word with another ending, is among the words of a text."""
    said, stems = _said(text)
    for token in content:
        forms = {form for word in _WORD.findall(token.text) for form in _forms(word)}
        if not forms & said and not {stem for form in forms for stem in _stems(form)} & stems:
            yield token


@lru_cache(maxsize=64)
def _said(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text in all forms, with what it implies; and the stems of these."""
    said = {form for word in _WORD.findall(text) for form in _forms(word)}
    said |= {form for forms, cue in IMPLIED for form in forms if cue.search(text)}
    return frozenset(said), frozenset(stem for form in said for stem in _stems(form))


@cache
def _stems(form: str) -> frozenset[str]:
    """The word without an ending: of director, direct."""
    if not form.isalpha():
        return frozenset()
    return frozenset(form[:-at] if at else form.removesuffix("e") for at in range(ENDING) if len(form) - at >= STEM)


@cache
def _forms(word: str) -> frozenset[str]:
    """The word and what it may be a form of."""
    small = word.lower().replace(",", "").removesuffix("'s")
    if not small.isalpha():
        return frozenset({small})
    return frozenset({small, *(lemma(small, tag) for tag in ("NNS", "VBD", "VBZ", "VBG")), _NUMERALS.get(small, small)})


def _has_another_number(missing: Sequence[Token], evidence: str) -> bool:
    """Whether all that the evidence lacks are numbers, or months, of which it has others of that form."""
    forms = {_form(token.text) for token in missing}
    return None not in forms and forms <= {_form(word) for word in _WORD.findall(evidence)}


def _form(word: str) -> str | None:
    bare = word.replace(",", "")
    if re.fullmatch(r"[12]\d{3}", word):
        return "year"
    if word in MONTHS:
        return "month"
    return "number" if bare.isdigit() or word.lower() in _NUMERALS else None


def _has_another_maker(frame: Frame, missing: Sequence[Token], evidence: str) -> bool:
    """Whether the claim names who directed, wrote or founded it, and the evidence names another for that."""
    found = _MADE_BY.search(frame.body)
    if found is None or any(token.start < found.start("who") for token in missing):
        return False
    return re.search(rf"\b{found['verb']} by (?:[A-Z][\w'’.-]*)", evidence) is not None


def _is_another_kind(frame: Frame, evidence: str) -> bool:
    """Whether the claim says that it is a thing of one kind, and the evidence that it is one of another."""
    own, other = _IS_A.match(frame.predicate), _IS_A.search(evidence)
    if own is None or other is None:
        return False
    kinds, others = (_kinds(found["what"]) for found in (own, other))
    return bool(kinds) and bool(others) and not kinds & _kinds(evidence)


def _kinds(text: str) -> frozenset[str]:
    """The kinds of things that the words name."""
    return frozenset(kind for word in _WORD.findall(text) if (kind := _kind(word.lower())) is not None)


@cache
def _kind(word: str) -> str | None:
    single = lemma(word, "NNS")
    found = next((kind for kind, nouns in KINDS.items() if single in nouns), None)
    return found or ("person" if classes(single) == ("person",) else None)


def _root(frame: Frame) -> Token | None:
    """What somebody did; None where the claim says what somebody is, or was born or died as."""
    root = next((token for at, token in enumerate(frame.parse.tokens) if token.head == at), None)
    is_done = root is not None and root.tag.startswith("VB") and root.start >= len(frame.subject)
    return root if is_done and root is not None and root.lemma.lower() not in BEING else None


def _denies(frame: Frame) -> bool:
    return bool((NEGATIVE | LEAVING_OUT) & _small(frame))


def _small(frame: Frame) -> frozenset[str]:
    return frozenset(token.text.lower() for token in frame.parse.tokens)


CLAIMS = ("shown", "any")  # those whose label the words at hand show, or whichever
SAYING = ("NN", "VB", "JJ", "CD")
STEM, ENDING = 5, 4  # letters that two kindred words have in common, and fewer than these of an ending
# They say nothing of their own, or are said of everything.
LIGHT = word_set("""
    be is was are were been being am has had have having do does did done a an the of to in by at on s ’s 's
    person people man woman thing one someone something year day city date time name such
    """)
BEING = word_set("be have bear die do become remain")
DENYING = word_set("not n't never incapable unable")
LEAVING_OUT = word_set("only exclusively solely merely just sole all every each most any alone entirely")
MONTHS = word_set("January February March April May June July August September October November December")
# What a text says without the word: a span of life of a birth and a death, a year before "film" of a release.
IMPLIED = (
    (("born", "bear", "birth"), re.compile(r"\( [^()]*\d{4} (?:--|–|-|—) ")),
    (("died", "die", "dead", "death"), re.compile(r"\d{4} (?:--|–|-|—) [^()]*\d{4} \)")),
    (("release", "released", "come", "premiere"), re.compile(r"\bis an? (?:19|20)\d\d [^.]*?\bfilm\b")),
)
KINDS = {
    "film": word_set("film movie documentary biopic"),
    "book": word_set("book novel novella poem magazine"),
    "song": word_set("song single"),
    "album": word_set("album"),
    "television": word_set("sitcom television"),
    "place": word_set("city town village country state county river lake mountain island continent region"),
    "group": word_set("band company team club university organization corporation"),
    "substance": word_set("element metal chemical drug"),
    "living": word_set("animal fish bird tree fruit plant"),
}
_NUMERALS = {word: str(at) for at, word in enumerate(WORDS)}
_WORD = re.compile(r"\d[\d,]*(?:\.\d+)?|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MADE_BY = re.compile(
    r"\b(?P<verb>directed|written|founded|created|produced|composed|discovered|invented) by"
    r" (?P<who>[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})$"
)
_IS_A = re.compile(
    r"\b(?:is|was) (?:an?|the) (?P<what>[^,.;]{2,90}?)"
    r"(?=[,.;]| (?:who|that|which|of|in|from|by|for|set|about|based)\b|$)"
)
