"""AddSent's statement in a passage of its own: a title, the statement, and sentences that answer nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from stumper.adversaries.rag.as_read import AsRead
from stumper.adversaries.rag.false_answers import BELIEVED, Made, is_false, read_well
from stumper.adversaries.reading.addsent.candidates import RawSentence, Wanted
from stumper.adversaries.reading.addsent.numbers import has_number
from stumper.adversaries.reading.addsent.raw import CHUNK, Language, raw_sentences
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.text import says_answer, tokens
from stumper.types import Passage

# True-sounding sentences that fit behind any statement and tell nothing of it.
FILLERS = (
    "A short account of it is kept in the town library.",
    "Several local papers wrote about it at length.",
    "Visitors still ask the guides about it now and then.",
    "It has been the subject of two small exhibitions.",
    "Little else about it has been written down.",
    "Nobody has published a longer study of it so far.",
    "The letters that mention it are kept in a private collection.",
    "An old pamphlet on the matter was reprinted for collectors.",
)
TITLES = ("A short note", "From the archive", "Notes and remarks", "Local notes", "A chapter of its own")
FEWEST_FILLERS, MOST_FILLERS = 1, 3  # of them in a passage


@dataclass(frozen=True, slots=True)
class SentPassage:
    """A passage, without an id, round a statement that looks like an answer and is none."""

    raw: RawSentence
    passage: Passage


def sent_passages(reads: Sequence[AsRead], wanted: Wanted, pipeline: str) -> Iterator[list[SentPassage]]:
    """The passages for each question, the first statement first; none where nothing in the question can be changed.

    The id of the example alone decides what stands behind the statement, so that a control can be as long.
    """
    made = raw_sentences([read.reading for read in reads], wanted, Language(pipeline))
    pairs = iter(zip(reads, made, strict=True))
    while chunk := list(islice(pairs, CHUNK)):
        fit = [[raw for raw in found if _fits(raw, read)] for read, found in chunk]
        sound = iter(read_well([Made(raw.text, raw.fake_answer, raw.rule) for some in fit for raw in some], pipeline))
        for (read, _), some in zip(chunk, fit, strict=True):
            rng = Random(read.example.id)
            yield [SentPassage(raw, _passage(raw, read, rng)) for raw in some if next(sound)]


def _fits(raw: RawSentence, read: AsRead) -> bool:
    """Whether the statement may be meant, and says neither a right answer nor what a gold passage says."""
    answers = [one.text for one in read.example.gold.answers]
    is_wrong = not says_answer(raw.text, answers) and is_false(raw.fake_answer, read)
    is_counted = raw.answer_type == "frequency" and has_number(read.answer)  # how many times, and the fake says daily
    return is_wrong and raw.answer_type in BELIEVED and not is_counted  # a hamster that is a ritual is read as a joke


def _passage(raw: RawSentence, read: AsRead, rng: Random) -> Passage:
    answers = [one.text for one in read.example.gold.answers]
    asked = {word for word in tokens(read.example.query.text) if word not in FUNCTION_WORDS}
    fillers = [one for one in FILLERS if not says_answer(one, answers) and not asked & {*tokens(one)}]
    chosen = rng.sample(fillers, min(len(fillers), rng.randint(FEWEST_FILLERS, MOST_FILLERS)))
    titles = [one for one in (*_names(raw, read), rng.choice(TITLES)) if not says_answer(one, answers)]
    return Passage("", " ".join([raw.text, *chosen]), titles[0] if titles else "")


def _names(raw: RawSentence, read: AsRead) -> Iterator[str]:
    """What the statement names and the question does not, but for the answer: whom or what the passage is about."""
    asked = {*tokens(read.example.query.text)}
    runs = re.findall(r"[^\W\d_][\w'’.-]*(?: (?:of |the )*[A-Z\d][\w'’-]*)*", raw.text)
    for run in sorted(runs, key=len, reverse=True):
        words = tokens(run)
        is_name = len(words) > 1 and run[0].isupper() and words[0] not in FUNCTION_WORDS
        if is_name and not {*words} & {*tokens(raw.fake_answer)} and not {*words} <= asked:
            yield re.sub(r"['’]s$", "", run).strip(".")
