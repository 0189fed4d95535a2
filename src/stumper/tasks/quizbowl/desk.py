"""What people do with tossups: they begin and write their own, tag, judge and play them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from stumper.buzz import ADVERSARIAL
from stumper.constraints import same_example
from stumper.listening import NO_DETAILS, Details
from stumper.plain_desk import changes_field
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.files import Quizbowl, write_adversarial
from stumper.tasks.quizbowl.goals import GOALS
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.wire import WIRE
from stumper.text import Stretch, sentences, words
from stumper.types import Answer, Example, Gold, Instance, Perturbation
from stumper.writing_desk import Composing, Composition, DeskWords, Shown, WritingDesk

LEAST_LETTERS = 4
JOINING = frozenset(
    ("from", "with", "della", "this", "that", "these", "those", "into", "over", "upon", "which", "what")
)
ASKED_FOR = re.compile(r"\b(?:this|these|that|those)\s+((?:[\w’'-]+\s+){0,4}[\w’'-]+)", re.IGNORECASE)
NUMBER = re.compile(r"[IVXLC]+")
CATEGORIES = (
    "Literature", "History", "Science", "Fine Arts", "Religion", "Mythology", "Philosophy", "Social Science",
    "Geography", "Current Events", "Pop Culture",
)  # fmt: skip
PRACTICE = Example(
    "practice",
    Tossup(
        "Its script was finished only as it was being filmed. For 10 points, name this film in which Humphrey "
        "Bogart plays Rick Blaine."
    ),
    Gold((Answer("Casablanca"),)),
)


def _write(path: Path, name: str, made: Sequence[Composition]) -> str:
    """The tossups in QANTA's format, those made of another question behind it; the fingerprint."""
    details = {
        one.id: replace(
            NO_DETAILS,
            page="" if one.original else one.answer,
            answer_line=one.answer_line,
            category=one.category,
            tournament=name,
            fold=ADVERSARIAL,
            phenomena=one.tags,
        )
        for one in made
    }
    new = tuple(_example(one) for one in made if one.original is None)
    instances = tuple(_instance(one, one.original) for one in made if one.original is not None)
    return write_adversarial(path, Quizbowl(name, "", new, details), instances)


def _example(one: Composition) -> Example:
    return Example(one.id, Tossup(one.text), read_answer_line(one.answer_line))


def _instance(one: Composition, original: Example) -> Instance:
    made = _example(one)
    return Instance(one.id, original, Perturbation(original.id, made.query, made.gold, ()))


def answer_words_said(text: str, gold: Gold) -> Sequence[str]:
    """The words of the text that are the main answer's, as they stand there, each once.

    A name counts where it is written as one: "the Magnificent", not "a magnificent city". Other words count where the
    answer has no more than one of them, or where all of them stand in a row. A kind of thing that the text asks for
    ("this battle") is no part of the name, nor are numerals, short words, what stands in brackets, and the first name
    of somebody else ("John Montagu" of John Wilkes).
    """
    answer = re.sub(r"\([^)]*\)", " ", gold.answers[0].text) if gold.answers else ""
    kinds = _kinds(text)
    wanted = [word for word in words(answer) if _tells(word.text) and _bare(word.text) not in kinds]
    if not wanted:
        return ()
    names = {_bare(word.text) for word in wanted if word.text[0].isupper()}
    if len(wanted) == 1:
        found = _same(text, {_bare(wanted[0].text)})
    else:
        found = [
            *_names(text, names, last=_bare(wanted[-1].text)),
            *_in_a_row(text, [_bare(word.text) for word in wanted]),
        ]
    return tuple(dict.fromkeys(word.text for word in sorted(found, key=lambda one: one.start)))


def _same(text: str, wanted: set[str]) -> list[Stretch]:
    return [word for word in words(text) if _bare(word.text) in wanted]


def _names(text: str, names: set[str], last: str) -> Iterator[Stretch]:
    """The words that are written as names; at the beginning of a sentence a capital says nothing."""
    for sentence in sentences(text):
        there = words(sentence.text)
        for word, following in zip_longest(there[1:], there[2:]):
            is_of_another = (
                following is not None
                and _bare(word.text) != last
                and following.text[0].isupper()
                and _bare(following.text) not in names
                and sentence.text[word.end : following.start].isspace()
            )
            if word.text[0].isupper() and _bare(word.text) in names and not is_of_another:
                yield Stretch(word.text, sentence.start + word.start, sentence.start + word.end)


def _in_a_row(text: str, wanted: Sequence[str]) -> list[Stretch]:
    found = [word for word in words(text) if _tells(word.text)]
    bare = [_bare(word.text) for word in found]
    places = [at for at in range(len(bare)) if bare[at : at + len(wanted)] == list(wanted)]
    return [word for at in places for word in found[at : at + len(wanted)]]


def _kinds(text: str) -> set[str]:
    """What the text asks for, such as "this river": words in small letters, up to five behind "this"."""
    found = (word for match in ASKED_FOR.finditer(text) for word in match[1].split())
    return {_bare(word) for word in found if word.islower()}


def _tells(word: str) -> bool:
    """Whether one would know the answer by the word."""
    return len(word) >= LEAST_LETTERS and word.lower() not in JOINING and not NUMBER.fullmatch(word)


def _bare(word: str) -> str:
    """The word in small letters, without a possessive or plural ending."""
    return re.sub("(?:['’]s|['’]|s)$", "", word.lower())


DESK = WritingDesk(
    work=frozenset({"write", "judge", "adjudicate", "tag", "match"}),
    words=DeskWords(
        judged="Could it be asked in a match?",
        hint="No, if a clue points to something else, or it ends without a question.",
    ),
    goal=GOALS["never_first"],
    constraints=(same_example,),  # its author says what is right, and how long it is
    field="tossup",
    shown=lambda example: Shown(example.query.text),
    perturbed=changes_field(WIRE, "tossup"),
    practice=PRACTICE,
    datasets=("quizbowl",),
    parsed=(Quizbowl, Details),
    composing=Composing(Tossup, read_answer_line, CATEGORIES, _write, answer_words_said),
)
