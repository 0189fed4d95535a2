"""A sentence more that has the question's words and denies a wrong answer."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.answer_phrases import Phrases
from stumper.language.clauses import Clause
from stumper.language.declarative import declarative
from stumper.language.lexicon import classes
from stumper.language.parse import Parse, Token
from stumper.language.pipeline import load_pipeline
from stumper.language.questions import clause
from stumper.language.rewording.capitals import PLAIN
from stumper.language.rewording.clause import VERBAL, main_clause
from stumper.language.rewording.leaning import leans
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.pieces import Piece
from stumper.language.wrong_answers import MONTH_OR_DAY, Wrong, wrong_answers
from stumper.text import words
from stumper.types import Example, Perturbation

Place = Literal["after", "end", "start", "all"]


@dataclass(frozen=True, slots=True)
class Distract:
    """Adds a sentence of the question's words that denies a wrong answer: "It was not … that …" (Rahurkar et al. 2020).

    It stands after the key sentence, at the paragraph's end, at its start, or in all of these places in turn.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    place: Place = "all"
    candidates: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-distract", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """Each frame with the first wrong answer in each place, then with the others."""
        given = paragraph(example)
        if given is None or not 2 < len(words(given.question)) < _WORDS_ASKED:
            return []
        [question] = load_pipeline(self.pipeline).parse([given.question])
        if _UNSAFE.search(given.question) or len(question.sentences) != 1:
            return []
        found = [
            (sentence, rule)
            for wrong in _wrong(given, question, self.pipeline, rng)
            for sentence, rule in _denials(question, wrong, f"{given.question} {given.text}", self.pipeline)
        ]
        places = _places(given, self.place)
        return first(self.candidates, (_added(given, s, rule, place) for s, rule in found for place in places))

    attack = one_batch


# Questions to which more than one answer may be right, or that deny something themselves.
_UNSAFE = re.compile(
    r"\b(?:not|n[o']t|never|except|without|or|other than|besides|another|an example|one of|some of|example of|such as"
    r"|in addition to|along with|aside from|apart from|similar|others?|also|both|list|name a|name one|no)\b|n't\b|[(]",
    re.IGNORECASE,
)
_SORTS = ("type", "kind", "sort", "form", "style", "genre")
_WORDS_ASKED = 30  # words; a longer one makes no sentence that reads well
_KINDS = {"person": "PERSON", "place": "PLACE", "city": "PLACE", "country": "PLACE", "state": "PLACE"}
_BROKEN = re.compile(
    r"\b(?:do|does|did|have|has|had) not (?:the|an?|his|her|its|their|this)\b|\b(\w+) \1\b", re.IGNORECASE
)
_AT_LEAST = re.compile(r"\b(?:over|more than|at least|exceeding|upwards of|as many as|up to) (?=[\d$£€]|[a-z])")
_UNUSED_RULES = re.compile(r"last-resort|verbless|gap|order|unfinished|yes-no|-there|in-place|how-m\w+-copula")
_PREPOSITIONS = "in|on|at|by|for|from|to|with|during|under|through|as|after|before|since|until|into|because of"
_ENDS_WITH_BE = re.compile(r"\b(?:is|are|was|were|be|been|called|named|known as|of|the|a|an|and)\s*$")
_PAST_TAGS = frozenset(("VBD",))  # without it a question asks what still holds, maybe of more than one
_PAST = re.compile(r"\b(?:did|was|were|had)\b")


def _wrong(given: Paragraph, question: Parse, pipeline: str, rng: Random) -> list[Wrong]:
    """Wrong answers for the shortest right one."""
    given_often = Counter(answer.text for answer in given.example.gold.answers)
    answer = min(given.answers, key=lambda answer: (-given_often[answer.text], "-" in answer.text, len(answer.text)))
    key = given.key_sentence
    parse = parsed(key.text, pipeline)
    last: Token | None = None
    kind = _asked_kind(question)
    if parse is not None and key.start <= answer.start < key.end:
        for i, token in enumerate(parse.tokens):
            if answer.start <= key.start + token.start < answer.end and any(letter.isalnum() for letter in token.text):
                last = token
                entity = parse.entity_at(i)
                kind = kind or (entity.kind if entity is not None else "")
    asked = clause(question)
    counted = bool({"how-many", "how-much"} & asked.features)
    lasting = bool(asked.noun) and not _PAST_TAGS & {token.tag for token in question.tokens}
    found = wrong_answers(answer.text, kind, last, counted, f"{given.question} {given.text}", rng, invented=lasting)
    at_least = _AT_LEAST.search(given.text[max(0, answer.start - 20) : answer.start] + answer.text[:15])
    return [w for w in found if _fits(w, answer.text, question, asked) and not (at_least and w.kind == "number")]


def _fits(wrong: Wrong, answer: str, question: Parse, asked: Clause) -> bool:
    """Whether a wrong answer is of the kind that the question asks for."""
    nouns = [question.tokens[i] for i in asked.noun if question.tokens[i].tag in ("NN", "NNS")]
    if wrong.kind != "name":
        return not {"who", "whose", "where"} & asked.features
    if "when" in asked.features:
        return MONTH_OR_DAY.search(answer) is not None
    return all(noun.tag != "NNS" and noun.lemma not in _SORTS for noun in nouns)


def _asked_kind(question: Parse) -> str:
    """What the question asks for, by its asking word or noun; "" where only the answer can tell."""
    asked = clause(question)
    if "who" in asked.features or "whose" in asked.features:
        return "PERSON"
    if "where" in asked.features:
        return "PLACE"
    noun = next((question.tokens[i].lemma for i in asked.noun if question.tokens[i].tag in ("NN", "NNS")), "")
    return next((_KINDS[name] for name in classes(noun) if name in _KINDS), "OTHER") if noun else ""


def _denials(question: Parse, wrong: Wrong, around: str, pipeline: str) -> Iterator[tuple[str, str]]:
    """Sentences that deny the wrong answer, each with its rule."""
    statement = declarative(question, wrong.text)
    if _UNUSED_RULES.search(statement.rule) or statement.text.lower().count(wrong.text.lower()) != 1:
        return
    said = statement.text.rstrip(".")
    if said.lower().startswith(wrong.text.lower()):
        said = wrong.text + said[len(wrong.text) :]
    parse = parsed(f"{said}.", pipeline)
    if parse is None or main_clause(parse) is None:  # what the parser cannot read, a person can hardly
        return
    if (
        re.search(rf"\b(?:since|until|till|by|before|after|over|under) {re.escape(wrong.text)}", said)
        and wrong.kind == "number"
    ):
        return  # what lasts since 1850 lasts since 1860 too
    if _BROKEN.search(said) or (wrong.kind != "name" and f", {wrong.text}," in said):
        return
    if (cleft := _cleft(question, wrong, said, around)) is not None:
        yield cleft, f"cleft: {wrong.kind}"
    denied = re.sub(r"\bcan not\b", "cannot", declarative(question, wrong.text, negated=True).text)
    counted = wrong.kind == "number" and said.startswith(wrong.text)  # "ten ships did not sink" denies another thing
    joined = any(token.relation == "conj" and token.tag in VERBAL for token in parse.tokens)
    denies = re.search(r"\b(?:can)?not\b", denied) and denied != statement.text and not _BROKEN.search(denied)
    if denies and not counted and not joined and "according" not in said:
        yield denied, f"negation: {wrong.kind}"
    yield f"It is not true that {_uncapitalised(said, wrong, around)}.", f"untrue: {wrong.kind}"


def _cleft(question: Parse, wrong: Wrong, said: str, around: str) -> str | None:
    """*Edwin Hallberg lit the lamp* → *It was not Edwin Hallberg that lit the lamp.*"""
    phrase = _phrase(question, wrong, said)
    before, _, after = said.partition(phrase)
    if (found := re.search(rf"(?:^|\s)({_PREPOSITIONS})\s*$", before)) is not None:
        phrase = f"{found.group(1)} {phrase}"
        before = before[: found.start()]
    before, after = before.strip(), after.strip()
    if _ENDS_WITH_BE.search(before) or after.startswith(("'s", "’s", ",")) or (before and after):
        return None
    rest = f"{_uncapitalised(before, wrong, around)} {after}".strip()
    if not rest or "," in before:
        return None
    was = "was" if _PAST.search(question.text.lower()) or any(t.tag == "VBD" for t in question.tokens) else "is"
    return f"It {was} not {_uncapitalised(phrase, wrong, around)} that {rest}."


def _phrase(question: Parse, wrong: Wrong, said: str) -> str:
    """The longest phrase that the statement makes of the answer."""
    phrases = Phrases(clause(question), wrong.text)
    made = (
        phrases.named,
        phrases.timed,
        phrases.dated,
        phrases.placed,
        phrases.lasting,
        phrases.measured,
        phrases.whose,
    )
    return max((phrase for phrase in made if phrase in said), key=len, default=wrong.text)


def _uncapitalised(said: str, wrong: Wrong, around: str) -> str:
    """The text as it is written within a sentence."""
    opening = re.match(r"[^\W\d_]+", said)
    if opening is None or (said.startswith(wrong.text) and wrong.text[0].isupper()):
        return said
    word = opening.group()
    small = word[0].lower() + word[1:]
    is_common = small in PLAIN or re.search(rf"\b{re.escape(small)}\b", f"{around} {wrong.text}")
    return small + said[len(word) :] if is_common else said


def _places(given: Paragraph, place: Place) -> list[str]:
    """Where the sentence may stand: after the key sentence only where the next one does not lean on it."""
    following = given.key + 1
    beside = following < len(given.sentences) and not leans(given.sentences[following].text)
    found = {"after": beside, "end": True, "start": True}
    return [name for name, fits in found.items() if fits and place in ("all", name)]


def _added(given: Paragraph, sentence: str, rule: str, place: str) -> Perturbation | None:
    at = {"after": given.key_sentence.end, "end": given.sentences[-1].end, "start": given.sentences[0].start}[place]
    new: list[Piece] = [f"{sentence} "] if place == "start" else [f" {sentence}"]
    return rewritten(given.example, given.replaced(at, at, new), "distract", rule)
