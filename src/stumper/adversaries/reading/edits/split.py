"""The key sentence made two that stand apart, and others made two."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.cuts import Cut, cuts
from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.parse import Parse
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.leaning import PERSONAL, PRONOUNS, leans, takes_as_known
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.pieces import Kept, Piece
from stumper.language.rewording.well_formed import is_well_formed, repeats
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation

AT_END, AT_FRONT = "second at the end", "second at the front"
AT_ENDS, AT_ENDS_TURNED = "first at the front, second at the end", "second at the front, first at the end"
BESIDE = "side by side"
SEVERAL = "several sentences, side by side"
MOST_SENTENCES = 3  # that are cut at once: each more may go wrong
PLACES = (AT_END, AT_FRONT, AT_ENDS_TURNED, AT_ENDS, BESIDE)


@dataclass(frozen=True, slots=True)
class Split:
    """Makes two sentences of the key sentence and puts them in different places (Rahurkar et al. 2020); then of the
    others.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 16
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-split", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence's cuts with their second sentences at the end or the front, then with both side by side;
        then one cut of each sentence at once, and those of the others, the nearest first, side by side.
        """
        given = paragraph(example)
        if given is None:
            return []
        bare = [_without_notes(replace(given, key=index)) for index in range(len(given.sentences))]
        parses = parsed_each([each.key_sentence.text for each in bare], self.pipeline)
        order = sorted(range(len(parses)), key=lambda index: abs(index - given.key))
        ways = {index: self._ways(bare[index], parses[index]) for index in order}
        apart_first = sorted(ways.pop(given.key), key=lambda way: PLACES.index(way.place))
        others = [[way for way in found if _is_beside(given, way)] for found in ways.values()]
        turns = [way for turn in zip_longest(*others) for way in turn if way is not None]
        every = [(f"{way.rule}, {way.place}", way.pieces) for way in (*apart_first, *turns)]
        beside = [[way for way in apart_first if way.place == BESIDE], *others]
        certain = [found[0] for found in beside if found][:MOST_SENTENCES]  # those nearest to the answer
        halves = {way.index: way.halves for way in certain}
        if len(halves) > 1:
            parts = [halves.get(index, [[given.kept(index, index)]]) for index in range(len(parses))]
            every.insert(len(apart_first), (SEVERAL, given.laid_out([part for some in parts for part in some])))
        return first(self.candidates, (rewritten(example, pieces, "split", rule) for rule, pieces in every))

    def _ways(self, given: Paragraph, parse: Parse | None) -> list["_Way"]:
        """What the paragraph can be with its key sentence, whose parse this is, cut."""
        if parse is None:
            return []
        made = _well_formed([half for cut in cuts(parse) if (half := _halves(given, parse, cut))], self.pipeline)
        return [
            _Way(given.key, half.cut.rule, place, [half.stays, half.goes], pieces)
            for half in made
            for place, pieces in _placed(given, parse, half)
        ]

    attack = one_batch


def _is_beside(given: Paragraph, way: "_Way") -> bool:
    """Whether the halves stand side by side, and nothing leans on them that was taken out of their order."""
    following = given.sentences[way.index + 1 : way.index + 2]
    in_order = way.rule in _IN_ORDER or not any(leans(sentence.text) for sentence in following)
    return way.place == BESIDE and in_order


_IN_ORDER = ("semicolon", "coordinated clauses", "joined clauses", "clause of contrast")  # nothing is taken out


def _without_notes(given: Paragraph) -> Paragraph:
    """The paragraph, with the marks of notes behind the key sentence outside it: *It fell.[3][citation needed]*"""
    if (notes := _NOTES.search(given.key_sentence.text)) is None:
        return given
    key, kept = given.key_sentence, given.key_sentence.text[: notes.start()]
    if any(answer.end > key.start + len(kept) > answer.start for answer in given.answers):
        return given
    sentence = Stretch(kept, key.start, key.start + len(kept))
    return replace(given, sentences=(*given.sentences[: given.key], sentence, *given.sentences[given.key + 1 :]))


_NOTES = re.compile(r"(?<=[.\w\"”)])(?:\[[\w ]{1,20}\])+$")


@dataclass(frozen=True, slots=True)
class _Way:
    """The sentence of this index cut by a rule, its halves in these places: as pieces, and the whole paragraph's."""

    index: int
    rule: str
    place: str
    halves: list[list[Piece]]
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class _Halves:
    """A cut and its two sentences as pieces of the paragraph and as texts."""

    cut: Cut
    stays: list[Piece]
    goes: list[Piece]
    first: str
    second: str


def _halves(given: Paragraph, parse: Parse, cut: Cut) -> _Halves | None:
    """The two sentences of a cut; None where one cannot be written, or the first would lean on what it did not."""
    at = given.key_sentence.start
    stays, goes = (laid_out(parse, at, parts, given.text) for parts in (cut.first, cut.second))
    if stays is None or goes is None or _is_orphaned(given.text_of(stays), given.key_sentence.text):
        return None
    one, other = given.text_of(stays), given.text_of(goes)
    if _is_torn_from(one, other) or _is_torn_from(other, one):
        return None
    if _tells_when(one, other) or _is_lasting(cut, other):
        return None
    if _is_moved_back(cut) and (_POINTS_BACK.search(one) or _wants_one_of(one, other)):
        return None
    if _is_counted_apart(given, stays, goes) or _is_counted_apart(given, goes, stays):
        return None
    return _Halves(cut, stays, goes, one, other)


def _is_torn_from(one: str, other: str) -> bool:
    """Whether a sentence lacks what its words ask for: *It is generally agreed.*; or has its *as* in the other: *It
    considered the town.*
    """
    if _UNSAID.match(one) or _ANYHOW.match(one) or _SAYS_NOTHING.search(one):
        return True
    verb = _TAKEN_AS.search(one)
    return verb is not None and " as " not in one[verb.end() :] and re.search(r"(?:^|, )[Aa]s ", other) is not None


_UNSAID = re.compile(
    r"It (?:is|was|has been) (?:\w+ly )?(?:agreed|accepted|believed|thought|known|said|held|argued|assumed|estimated)\b"
    r"(?!.* (?:that|to)\b)"
)
_ANYHOW = re.compile(r"This (?:is|was) the case in an? .*\b(?:manner|way|fashion)\b")
_SAYS_NOTHING = re.compile(r"\b([a-z]+)(?: of \w+)? (?:is|are|was|were) (?:an?|the) \1\.$")  # *a prime knot is a knot.*
_TAKEN_AS = re.compile(r"\b(?:consider|regard|view|describe|perceive)(?:s|d|ed|ing)?\b")


def _tells_when(one: str, other: str) -> bool:
    """Whether the time that the second sentence tells is that of the first's last words, or wants them: *Trade lasted
    until May.* *This happened when …*; *Nuns left at a time.*; *from the peak to the low.* *This happened in 1871.*
    """
    if _HAPPENED.match(other) is None:
        return False
    return _WANTS_TIME.search(one) is not None or (" when " in other[:25] and _UNTIL.search(one) is not None)


_HAPPENED = re.compile(r"This (?:happen(?:ed|s)|was|is) ")
_WANTS_TIME = re.compile(
    r"\b(?:at (?:a|the) (?:time|point|moment|stage)|from (?:the|an?) [^,;]* to (?:the|an?) [a-z ]+)\.$"
)
_UNTIL = re.compile(r"\buntil [^,;]*\.$")


def _is_lasting(cut: Cut, other: str) -> bool:
    """Whether our *was* stands with *since*: *It was held every year since 1871.*"""
    helped = any(isinstance(part, str) and part.split()[-1] in ("was", "were") for part in cut.second)
    return helped and re.search(r"\bsince (?:the )?(?:\d|[A-Z]|then\b)", other) is not None


def _is_moved_back(cut: Cut) -> bool:
    """Whether what opened the sentence stands in the second one."""
    return any(not isinstance(part, str) and part[0] == 0 for part in cut.second)


def _wants_one_of(one: str, other: str) -> bool:
    """Whether a pronoun may mean what the opening brought up that now stands behind it: *The law hurt them. This was
    despite the high place of nuns.*
    """
    said = [word.text for word in words(other)[2:]]
    several = any(word.endswith("s") and word.islower() for word in said)
    named = any(word[0].isupper() for word in said)
    return (several and _THEM.search(one) is not None) or (named and _HIM.search(one) is not None)


_THEM = re.compile(r"\b(?:them|[Tt]hey)\b")
_HIM = re.compile(r"\b(?:him|[Hh]e|[Ss]he)\b")
_POINTS_BACK = re.compile(
    r"\b(?:in|on|at|around|near|to|from|of|for|with|by|over|through|into|within) (?:that|this|these|those) [a-z]+"
)


def _is_counted_apart(given: Paragraph, one: Sequence[Piece], other: Sequence[Piece]) -> bool:
    """Whether a sentence ends with a number of things of which the other says what went on behind them: *with 17
    seconds.*, where they were *left on the clock*. Behind a comma or *and* something else is said.
    """
    if not _COUNTED.search(given.text_of(one)):
        return False
    end = next((piece.end for piece in reversed(one) if isinstance(piece, Kept)), 0)
    is_told = any(isinstance(piece, Kept) and piece.start >= end for piece in other)
    return is_told and _GOES_ON.match(given.text, end) is not None


_COUNTED = re.compile(r"\bwith [\d,.]+ [a-z]+\.$")
_GOES_ON = re.compile(r" (?!(?:and|but|or)\b)\w")


def _well_formed(found: Sequence[_Halves], pipeline: str) -> list[_Halves]:
    """Those whose two sentences are clauses as the parser sees them, and say no phrase over again."""
    texts = [text for half in found for text in (half.first, half.second) if not _has_our_verb(text)]
    sound = dict(zip(texts, parsed_each(texts, pipeline), strict=True))
    kept = [half for half in found if not repeats(half.second)]
    return [half for half in kept if all(_is_sound(sound, text) for text in (half.first, half.second))]


def _has_our_verb(text: str) -> bool:
    """Whether the sentence is one whose subject and verb are of our making, behind which anything may stand."""
    return text.startswith(
        ("This happened ", "This lasted ", "This was ", "This is ", "This happens ", "The aim was ", "The aim is ")
    )


def _is_sound(sound: Mapping[str, Parse | None], text: str) -> bool:
    parse = sound.get(text)
    if text not in sound:
        return True
    return parse is not None and is_well_formed(parse)


def _placed(given: Paragraph, parse: Parse, half: _Halves) -> Iterator[tuple[str, list[Piece]]]:
    """The paragraph with the first sentence where both were, or at an end, and the second where it is understood."""
    cut, stays, goes, second = half.cut, half.stays, half.goes, half.second
    last = len(given.sentences) - 1
    before: list[list[Piece]] = [[given.kept(0, given.key - 1)]] if given.key else []
    after: list[list[Piece]] = [[given.kept(given.key + 1, last)]] if given.key < last else []
    stands = (
        cut.is_whole
        and not leans(second)
        and not _OF_ALL.match(second)
        and not (cut.rule in _OF_CLAUSES and _KNOWN_THING.match(second))
        and not _speaks_of_another(cut, second)
        and given.reads_whole()
        and not any(_TERM.search(sentence.text) for sentence in given.sentences[given.key + 1 : given.key + 2])
    )
    if stands and not _is_needed_there(given, goes) and _is_the_only_one(given, cut):
        known = _is_known(cut, second, given.key_sentence.text, parse)
        opens = not leans(given.sentences[0].text)
        moves = opens and before and _may_go(given)
        if after:
            yield AT_END, given.laid_out([*before, stays, *after, goes])
        if before and opens and not known and not _OF_SOMETHING.match(second):
            yield AT_FRONT, given.laid_out([goes, *before, stays, *after])
        if moves and after:
            yield AT_ENDS, given.laid_out([stays, *before, *after, goes])
        if moves and not known and not _OF_SOMETHING.match(second):
            yield AT_ENDS_TURNED, given.laid_out([goes, *before, *after, stays])
    yield BESIDE, given.laid_out([*before, stays, goes, *after])


_OF_ALL = re.compile(r"(?:All|Both|Each|Most|Some|Several|None|Neither)\b(?! [a-z]*[A-Z])")
_OF_CLAUSES = ("coordinated clauses", "joined clauses", "joined verbs", "clause of contrast", "semicolon", "stop")
_KNOWN_THING = re.compile(r"The (?:[a-z]+ ){1,2}(?:left|is|was|are|were|has|had|weighed|[a-z]+ed)\b")
_OF_SOMETHING = re.compile(r"The (?:two|three|four|[a-z]+s)\b")  # which were brought up before
_TERM = re.compile(r"\b[Tt]he (?:term|word|name|phrase)\b(?! of\b)")  # which was named in the sentence before


def _may_go(given: Paragraph) -> bool:
    """Whether the key sentence leans on nothing, and nothing on it."""
    key, following = given.key_sentence.text, given.sentences[given.key + 1 : given.key + 2]
    before = given.sentences[given.key - 1].text if given.key else ""
    if leans(key) or takes_as_known(key, before) or _ANNOUNCES.search(before):
        return False
    return not any(leans(sentence.text) or takes_as_known(sentence.text, key) for sentence in following)


_ANNOUNCES = re.compile(
    r"\b(?:two|three|four|five|six|several|following) (?:[a-z]+ )?"
    r"(?:categories|types|kinds|forms|groups|ways|parts|reasons|factors|stages|classes|methods|steps|phases)\b"
)


def _is_the_only_one(given: Paragraph, cut: Cut) -> bool:
    """Whether a thing that the first sentence brings up and the second speaks of is the only one of its kind here."""
    subject = cut.second[0]
    if not isinstance(subject, str) or not subject.startswith("The "):
        return True
    noun = subject.split()[-1]
    return (
        not noun.islower() or cut.rule != "new thing" or len(re.findall(rf"\b{re.escape(noun)}s?\b", given.text)) == 1
    )


def _speaks_of_another(cut: Cut, second: str) -> bool:
    """Whether a pronoun for a person in the second sentence may not be its subject, which is no name."""
    if not any(word.text.lower() in PERSONAL for word in words(second)):
        return False
    subject = cut.second[0]
    return not isinstance(subject, str) or not all(
        word.text[0].isupper() and "'" not in word.text for word in words(subject)
    )


def _is_needed_there(given: Paragraph, goes: list[Piece]) -> bool:
    """Whether the next sentence leans on what may be a name in the one that goes."""
    if given.key + 1 == len(given.sentences) or not leans(given.sentences[given.key + 1].text):
        return False
    kept = " ".join(given.text[piece.start : piece.end] for piece in goes if isinstance(piece, Kept))
    return any(word[:1].isupper() for word in kept.split()[1:])


def _is_orphaned(first: str, both: str) -> bool:
    """Whether the first sentence leans on what was said, where both together do not, or opens with a new pronoun."""
    one, whole = words(first), words(both)
    if one and one[0].text.lower() in PRONOUNS and not leans(both):
        return not whole or whole[0].text.lower() != one[0].text.lower()
    return leans(first) and not leans(both)


def _is_known(cut: Cut, second: str, both: str, parse: Parse) -> bool:
    """Whether the second sentence speaks of something as known that the other part of both has brought up."""
    subject = cut.second[0]
    if not isinstance(subject, str):
        if takes_as_known(second):
            return True
    elif re.search(rf"\b[Aa]n? {re.escape(subject.removeprefix('The '))}", both):
        return True
    said = {word.text for part in cut.first if not isinstance(part, str) for word in words(parse.span(*part))}
    pairs = pairwise(word.text for word in words(second))
    return any(article == "the" and word in said for article, word in pairs)
