"""What the API of writing tossups takes and gives, as JSON; characters are Unicode code points."""

from typing import Literal

from pydantic import BaseModel, Field

from stumper.people.writing.beginning import LONGEST_LINE
from stumper.people.writing.submitting import LONGEST_REASON
from stumper.web.api.writing_models import DraftShown, Key, Text, WordWeight


class AnswerFound(BaseModel):
    """An answer; ``times`` is how many known questions ask for it, ``known`` whether a machine can give it."""

    answer: str
    times: int
    known: bool


class AnswersFound(BaseModel):
    """The answers that are meant, the likeliest first.

    ``known`` says of each machine whether it can give what was typed, null where that cannot be told; it is empty
    unless asked for.
    """

    answers: list[AnswerFound]
    known: list[bool | None]


class Past(BaseModel):
    """A question that one can start from."""

    id: str
    text: str


class Asks(BaseModel):
    """What a tossup asks for; ``answer_line`` is "" where the answer says all."""

    answer: str = Field(max_length=LONGEST_LINE)
    answer_line: str = Field(default="", max_length=LONGEST_LINE)
    category: str = Field(max_length=80)


class Begun(Asks):
    """What a new one asks for; ``started_from`` is "" where it is new."""

    key: Key
    started_from: str = Field(default="", max_length=200)


class Item(BaseModel):
    """The id of the tossup."""

    id: str


class Row(BaseModel):
    """A tossup of one's own; ``submitted`` once it is in the project."""

    id: str
    answer: str
    category: str
    begun: float
    submitted: bool


class TossupLength(BaseModel):
    """How long a text is."""

    characters: int
    words: int
    sentences: int


class TossupLimits(BaseModel):
    """How long a tossup may be."""

    characters: int
    least_sentences: int
    most_sentences: int


class GuessNamed(BaseModel):
    """A guess; ``right`` by the answer line."""

    answer: str
    probability: float | None
    right: bool


class MachineSaid(BaseModel):
    """What a machine made of the text that was submitted: its guesses for all of it, and after how many of its
    ``words`` it is right first, null where it never is. ``fault`` is why it said nothing."""

    machine: str
    guesses: list[GuessNamed]
    rank: int | None
    words: int
    buzz: int | None
    fault: str | None


class OpenedTossup(BaseModel):
    """A tossup in its author's hands; ``original`` is the text that it began with, ``changes`` the last recorded.

    ``known`` says of each machine whether it can give the answer at all, null where that cannot be told. ``submitted``
    is the text once it is in, ``said`` what the machines made of that. ``revisions`` is how often what it asks for was
    changed.
    """

    assignment: str
    answer: str
    answer_line: str
    category: str
    revisions: int
    original: str
    draft: DraftShown | None
    changes: int
    machines: list[str]
    known: list[bool | None]
    limits: TossupLimits
    live: bool
    submitted: str | None
    said: list[MachineSaid]


class Asked(BaseModel):
    """A text, and the machine that it is put to."""

    text: Text
    machine: str = Field(max_length=300)


class Span(BaseModel):
    """The characters [start, end)."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class SourceShown(BaseModel):
    """What a guess goes back to: a past question or a page; ``shared`` is what it says in the same words."""

    id: str
    title: str
    text: str
    right: bool
    shared: list[Span]
    in_question: list[Span]


class HeardTossup(BaseModel):
    """What the machine says; ``rank`` is the place of the right answer, null where it is not among its guesses.

    ``by`` is the character at which the first ``sentence`` ends after which it is right, null where it is so after
    none. ``length`` is how long the text is, as the limits count it; ``fault`` is why the machine said nothing.
    """

    guesses: list[GuessNamed]
    rank: int | None
    by: int | None
    sentence: int | None
    length: TossupLength
    sources: list[SourceShown]
    fault: str | None


class WeighingTossup(Asked):
    """An answer whose words are weighed, at once (gradient: where the machine knows itself) or by leaving each out."""

    answer: str = Field(max_length=LONGEST_LINE)
    method: Literal["gradient", "leave-one-out"]


class WeighedTossup(BaseModel):
    """The weights; none where the machine knows no quick way and one was asked for."""

    weights: list[WordWeight]


class Placing(Asked):
    """``highlighted`` is what the author sees marked in the text."""

    highlighted: list[Span] = Field(default=[], max_length=500)


class BuzzPlace(BaseModel):
    """Of so many ``words`` the machine needs ``buzz``, which end at the character ``end``; null: it is never right."""

    words: int
    buzz: int | None
    end: int | None
    fault: str | None


class SubmittingTossup(BaseModel):
    """``reason`` says why a question that resembles another is one of its own.

    409 where what it asks for was changed since you opened it, after so many ``revisions``; null where that is all the
    same to you.
    """

    key: Key
    text: Text
    reason: str = Field(default="", max_length=LONGEST_REASON)
    revisions: int | None = None


class Against(BaseModel):
    """What stands against a text; with a reason it may be submitted all the same where ``can_override``."""

    kind: Literal["length", "language", "resembles"]
    sentence: str
    can_override: bool


class SubmittedTossup(BaseModel):
    """Where it was accepted its ``id`` in the project, else what stands against it.

    ``said`` is what the machines made of this very text; those that said nothing in time are not there.
    """

    accepted: bool
    id: str | None
    against: list[Against]
    said: list[MachineSaid]
