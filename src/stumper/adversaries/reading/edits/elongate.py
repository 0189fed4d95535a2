"""Phrases that say nothing about the matter, put into the key sentence and its neighbours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, changed, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.language.clauses import FINITE
from stumper.language.parse import Parse
from stumper.language.rewording.capitals import lowered
from stumper.language.rewording.clause import SUBJECTS, balanced, finite_verb, main_clause
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.words import word_set
from stumper.types import Example, Perturbation

Position = Literal["start", "subject", "clause", "end"]

# Each position with the phrases that fit there; they add nothing that could be true or false of the matter.
PHRASES: Mapping[Position, tuple[str, ...]] = {
    "start": (
        "As is well known, ", "Needless to say, ", "It should be added that ", "It is worth noting that ",
        "It hardly needs to be said that ", "As has been pointed out more than once, ", "As it happens, ",
        "For the sake of completeness, it should be mentioned that ", "It may be of interest that ",
        "As many readers will be aware, ", "To put it plainly, ", "It goes without saying that ",
    ),
    "subject": (
        ", as is well known,", ", it should be added,", ", as it happens,", ", it may be said,", ", needless to say,",
        ", for the record,", ", as has been pointed out more than once,", ", it is worth noting,",
    ),
    "clause": (
        ", as is well known,", ", it should be added,", ", as it happens,", ", needless to say,",
        ", as one may read elsewhere,", ", for what it is worth,",
    ),
    "end": (
        ", as is well known", ", as it happens", ", needless to say", ", as has been pointed out more than once",
        ", as one may read elsewhere", ", it should be added", ", for what it is worth", ", if the truth be told",
    ),
}  # fmt: skip
# A sentence that opens with one of these is joined to the one before: no phrase stands well before it.
_JOINING = word_set("""
    and but or nor so yet however moreover furthermore also thus therefore hence instead consequently meanwhile still
    then finally additionally nevertheless nonetheless similarly likewise conversely subsequently indeed besides
    """)
_CLAUSE_WORDS = word_set("because although though while whereas when since until after before")
_LONGEST_SUBJECT = 8  # tokens; a phrase after a longer one leaves the verb hanging


@dataclass(frozen=True, slots=True)
class Elongate:
    """Makes the key sentence and its neighbours longer by phrases that say nothing (Rahurkar et al. 2020).

    The key sentence gets up to ``most`` of them.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    most: int = 3
    neighbours: bool = True
    candidates: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-elongate", "most", self.most)
        at_least_one("edit-elongate", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """One phrase in each place that takes one, then a neighbour's too, then several together."""
        given = paragraph(example)
        if given is None:
            return []
        deck = {position: iter(rng.sample(phrases, len(phrases))) for position, phrases in PHRASES.items()}
        key = [_Added(slot, next(deck[slot.position])) for slot in _slots(given, given.key, self.pipeline)]
        beside = [i for i in (given.key + 1, given.key - 1) if self.neighbours and 0 <= i < len(given.sentences)]
        ends = [[s for s in _slots(given, i, self.pipeline) if s.position in ("start", "end")] for i in beside]
        others = [_Added(slots[0], next(deck[slots[0].position])) for slots in ends if slots]
        return first(self.candidates, (_elongated(given, chosen) for chosen in self._choices(key, others)))

    attack = one_batch

    def _choices(self, key: Sequence["_Added"], others: Sequence["_Added"]) -> Iterator[Sequence["_Added"]]:
        for several in range(1, self.most + 1):
            for chosen in combinations(key, several):
                if not {"start", "subject"} <= {added.slot.position for added in chosen}:
                    yield chosen
            if several == 1 and key:
                for other in others:
                    yield [key[0], other]


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place for a phrase, which stands in for the characters [start, end) and is followed by ``small``."""

    position: Position
    start: int
    end: int
    small: str = ""


@dataclass(frozen=True, slots=True)
class _Added:
    slot: _Slot
    phrase: str


def _elongated(given: Paragraph, chosen: Sequence[_Added]) -> Perturbation | None:
    said = [added.phrase.strip(" ,").lower().removesuffix(" that") for added in chosen]
    if len(set(said)) < len(said):
        return None
    changes = [Change(added.slot.start, added.slot.end, added.phrase + added.slot.small) for added in chosen]
    within = [given.key_sentence.start <= added.slot.start <= given.key_sentence.end for added in chosen]
    places = [added.slot.position if inside else "neighbour" for added, inside in zip(chosen, within, strict=True)]
    return changed(given, changes, "elongate", " + ".join(places))


def _slots(given: Paragraph, sentence: int, pipeline: str) -> list[_Slot]:
    """The places of a sentence that take a phrase: none in questions, quotations, headings and fragments."""
    stretch = given.sentences[sentence]
    parse = parsed(stretch.text, pipeline)
    if parse is None or not _takes_phrases(parse):
        return []
    at = stretch.start
    found = [*_start(parse, at, given.text), *_subject(parse, at), *_clause(parse, at), *_end(parse, at)]
    return [slot for slot in found if not given.within_answer(slot.start)]


def _takes_phrases(parse: Parse) -> bool:
    tokens = parse.tokens
    says = any(t.relation in SUBJECTS for t in tokens) and any(t.tag in FINITE for t in tokens)
    return says and tokens[-1].text == "." and balanced(parse, 0, len(tokens) - 1)


def _start(parse: Parse, at: int, text: str) -> Iterator[_Slot]:
    word = parse.tokens[0]
    if not word.text[0].isalpha() or word.text.lower() in _JOINING | _CLAUSE_WORDS | {"as", "if"}:
        return
    small = lowered(parse, 0, text)
    if small is not None:
        start = at + word.start
        yield _Slot("start", start, start + (small != word.text), small[0] if small != word.text else "")


def _subject(parse: Parse, at: int) -> Iterator[_Slot]:
    clause = main_clause(parse)
    if clause is None or clause.group[0] != finite_verb(clause):
        return
    first, last = clause.subject
    inside = parse.tokens[first : last + 1]
    if last - first < _LONGEST_SUBJECT and inside[0].relation != "expl" and all(t.text != "," for t in inside):
        yield _Slot("subject", at + parse.tokens[last].end, at + parse.tokens[last].end)


def _clause(parse: Parse, at: int) -> Iterator[_Slot]:
    """Before a clause that a conjunction opens."""
    tokens = parse.tokens
    for i, token in enumerate(tokens):
        opens = token.relation in ("mark", "advmod") and token.text in _CLAUSE_WORDS
        followed = any(tokens[j].relation in SUBJECTS and j > i for j in parse.children(token.head))
        before = tokens[i - 1]
        if (
            i > 2
            and opens
            and followed
            and before.text not in ("(", "—", "-", ";", ":")
            and before.tag not in ("RB", "CC")
        ):
            end = at + before.end
            yield _Slot("clause", end - (before.text == ","), end)
            return


def _end(parse: Parse, at: int) -> Iterator[_Slot]:
    before, stop = parse.tokens[-2], parse.tokens[-1]
    if before.text[-1].isalnum() and before.end == stop.start:
        yield _Slot("end", at + stop.start, at + stop.start)
