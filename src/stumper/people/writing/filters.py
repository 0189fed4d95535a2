"""What a tossup must keep to before it is submitted: its length, its language, and that it is not one of the past."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from stumper.language.rewording.words import word_set
from stumper.people.projects.project import Settings
from stumper.registry import task_named
from stumper.retrieval.near_duplicates import PastQuestions, Resemblance, resembling
from stumper.text import Stretch, sentences, word_ends, words

LEAST_WORDS = 10
COARSE = word_set("""
    arsehole arseholes asshole assholes bullshit cocksucker cocksuckers cunt cunts dickhead dickheads fuck fucked fucker
    fuckers fucking fucks kike kikes motherfucker motherfuckers motherfucking shit shits shitty shitting spic spics
    tranny trannies twat twats wank wanker wankers wetback wetbacks
    """)
IN_TITLES = word_set("bitch bitches faggot faggots nigger niggers slut sluts whore whores")  # in capitals among others
VULGAR = COARSE | IN_TITLES
JOINING = word_set("a an and at by de for in la le of on the to with")
HIDDEN = re.compile(r"[A-Za-z][A-Za-z0-9*@$!#]*[A-Za-z]")
MEANT = str.maketrans("@$!130", "asiieo")
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]*’|<i>.*?</i>|_[^_]+_|\*[^*]+\*")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a ``unit`` of a task may be that is composed: in characters, and the fewest and the most sentences."""

    characters: int
    sentences: tuple[int, int]
    unit: str


@dataclass(frozen=True, slots=True)
class Length:
    """How long a text is."""

    characters: int
    words: int
    sentences: int


@dataclass(frozen=True, slots=True)
class Complaint:
    """What stands against a text, in words for its author; ``can_override``: they may give a reason and submit it."""

    kind: Literal["length", "language", "answer", "resembles"]
    said: str
    can_override: bool = False


def limits_of(settings: Settings) -> Limits:
    """Those of a project."""
    return Limits(settings.characters, settings.sentences, task_named(settings.task).unit)


def length(text: str) -> Length:
    """How long the text is."""
    return Length(len(text.strip()), len(word_ends(text)), len(sentences(text)))


def complaints(
    text: str, limits: Limits, past: Sequence[PastQuestions] = (), but: tuple[str, ...] = ()
) -> list[Complaint]:
    """All that stands against the text; it may resemble the questions of the ids ``but``."""
    found = [Complaint("length", said) for said in _lengths(length(text), limits)]
    found += [Complaint("language", said) for said in _vulgarities(text)]
    alike = (like for some in past if (like := resembling(some, text, but)) is not None)
    return [*found, *(resembles(like) for like in islice(alike, 1))]


def resembles(like: Resemblance, where: str = "") -> Complaint:
    """That it says the same as another, which its author may answer with a reason; ``where`` is what that is called."""
    said = (
        f"{round(100 * like.share)}% of its wording stands in {where or f'the question {like.id}'}: "
        f"“{like.text[:120]}…” "
        "Say it in other words, or write why it is a question of its own."
    )
    return Complaint("resembles", said, True)


def answer_said(said: Sequence[str]) -> list[Complaint]:
    """That the text says words of its own answer, which its author may answer with a reason."""
    if not said:
        return []
    listed = ", ".join(f"“{word}”" for word in said)
    return [
        Complaint(
            "answer",
            f"It says {listed}, of its own answer. Say it in another way, or write why nobody gets it by that.",
            True,
        )
    ]


def vulgar_reason(reason: str) -> list[Complaint]:
    """What stands against the reason that an author gives: others read it, too."""
    return [Complaint("language", f"Your reason: {said}") for said in _vulgarities(reason)]


def vulgar_words(text: str) -> list[str]:
    """The vulgar words of the text, some letters of them hidden or not.

    But for those within quotes of two words or more, and a few that stand in titles, in capitals beside others.
    """
    titled = [match.span() for match in QUOTED.finditer(text) if len(words(match.group())) > 1]
    found = [word for sentence in sentences(text) for word in _vulgar_in(sentence)]
    hidden = [Stretch(match.group(), *match.span()) for match in HIDDEN.finditer(text) if _is_hidden(match.group())]
    return [
        word.text
        for word in (*found, *hidden)
        if not any(start <= word.start and word.end <= end for start, end in titled)
    ]


def is_nothing_but_vulgar(text: str) -> bool:
    """Whether the text has words, and none that is not vulgar."""
    said = [word.text.casefold() for word in words(text)]
    return bool(said) and VULGAR.issuperset(said)


def _vulgar_in(sentence: Stretch) -> Iterator[Stretch]:
    found = words(sentence.text)
    for at, word in enumerate(found):
        plain = word.text.casefold()
        if plain in COARSE or (plain in IN_TITLES and not _is_titled([one.text for one in found], at)):
            yield Stretch(word.text, sentence.start + word.start, sentence.start + word.end)


def _is_hidden(text: str) -> bool:
    """Whether a vulgar word is meant, signs or numbers in the place of some of its letters."""
    if text.isalpha():
        return False
    pattern = re.compile(re.sub(r"[*#]", ".", re.escape(text.casefold().translate(MEANT)).replace("\\", "")))
    return any(pattern.fullmatch(word) for word in VULGAR)


def _is_titled(found: list[str], at: int) -> bool:
    """Whether the word of a sentence is in capitals, as is the next beside it that joins no others.

    At the beginning of the sentence a capital says nothing.
    """
    if at == 0 or not found[at][:1].isupper() or found[at].isupper():
        return False
    beside = (_next(found[at + 1 :]), _next(found[1:at][::-1]))
    return any(word[:1].isupper() for word in beside)


def _next(found: list[str]) -> str:
    return next((word for word in found[:4] if word not in JOINING), "")


def _lengths(found: Length, limits: Limits) -> Iterator[str]:
    fewest, most = limits.sentences
    if found.words < LEAST_WORDS:
        yield f"A {limits.unit} of {_counted(found.words, 'word')} cannot be played. Write at least {LEAST_WORDS}."
        return
    if found.characters > limits.characters:
        yield f"It has {found.characters} characters, and {limits.characters} are allowed. Shorten it."
    if found.sentences < fewest:
        yield f"It has {_counted(found.sentences, 'sentence')}, and needs at least {fewest}. Add a clue before the end."
    if found.sentences > most:
        yield f"It has {_counted(found.sentences, 'sentence')}, and {most} are allowed. Leave one out."


def _vulgarities(text: str) -> Iterator[str]:
    if found := dict.fromkeys(vulgar_words(text)):
        said = ", ".join(f"“{word}”" for word in found)
        yield f"{said}: say it in another way. In a title it may stay: put the whole title in quotes."


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
