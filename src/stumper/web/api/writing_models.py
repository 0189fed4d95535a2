"""What the API of writing takes and gives, as JSON; characters are Unicode code points."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from stumper.people.writing.asking import LONGEST_TEXT
from stumper.people.writing.beginning import LONGEST_LINE
from stumper.people.writing.submitting_composed import LONGEST_REASON

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
MOST_CHANGES = 10**9  # what every database counts to
LabelName = Annotated[str, Field(max_length=100, description="One of the answers that the task lets authors state.")]
Key = Annotated[
    str, Field(min_length=1, max_length=80, description="Made by the client; what comes twice counts once.")
]


class Place(BaseModel):
    """Which item this is in its order, from 1."""

    id: str
    number: int
    of: int


class Row(BaseModel):
    """An item in an author's list, with what became of it in their hands; practice has the number 0 and no example."""

    id: str
    number: int
    example: str
    state: Literal["new", "leased", "released", "done"]


class Standing(BaseModel):
    """An answer and where it stands; ``start`` is null where the data does not say, or it is gone from the text."""

    text: str
    start: int | None


class Source(BaseModel):
    """A sentence that bears on a claim, and the page that it is from."""

    id: str = ""
    title: str
    text: str


class Aside(BaseModel):
    """What stands beside the text under a heading."""

    heading: str
    lines: list[str]


class Original(BaseModel):
    """What is to be changed: ``text``. Of a question it is the ``paragraph``, of what one states a ``label`` for the
    ``claim``."""

    question: str | None
    title: str
    paragraph: str | None
    answers: list[Standing]
    claim: str | None
    label: str | None
    evidence: list[Source]
    text: str
    asides: list[Aside]


class DraftShown(BaseModel):
    """The newest text that the server holds."""

    revision: int
    text: str
    label: str | None


class Tries(BaseModel):
    """How many texts of this person on this item were put to the model, were submitted, and fooled it; each once."""

    predictions: int
    submissions: int
    fooled: int


class WritingSettings(BaseModel):
    """``timer`` is in seconds, null without one."""

    live: bool
    timer: int | None
    labels: list[LabelName]
    attack_types: list[str]


class Opening(BaseModel):
    """``looking`` leaves what one has finished, or not begun, as it is; else it is opened again, or begun."""

    looking: bool = False


class Opened(BaseModel):
    """An item in one's hands; ``changes`` is the number of the last change that the server has recorded.

    ``done`` is of what one has finished, and only looks at; not ``begun`` is what nothing was changed of yet, so that
    ``seconds_left`` stand still.
    """

    assignment: str
    item: Place
    example: Original
    draft: DraftShown | None
    changes: int
    seconds_left: float | None
    tries: Tries
    practice: bool
    begun: bool
    done: bool
    previous: str | None
    next: str | None
    settings: WritingSettings


class ChangeMade(BaseModel):
    """The ``number``-th change: ``removed`` stood at the character ``start`` and ``inserted`` took its place.

    ``at`` is the client's clock, seconds since 1970; characters are Unicode code points.
    """

    number: int = Field(ge=1, le=MOST_CHANGES)
    at: float
    start: int = Field(ge=0, le=LONGEST_TEXT)
    removed: Text
    inserted: Text


class DraftSaved(BaseModel):
    """``revision`` is the one that the client's text was made from, 0 before the first."""

    revision: int = Field(ge=0, le=MOST_CHANGES)
    text: Text
    label: LabelName | None = None
    changes: list[ChangeMade] = Field(default=[], max_length=5_000)


class DraftKept(BaseModel):
    """The text is kept under this revision."""

    revision: int
    saved_at: float
    changes: int
    seconds_left: float | None


class Conflict(BaseModel):
    """Why nothing was done; ``draft`` is the newer one where there is one."""

    sentence: str
    kind: Literal["superseded", "stale"]
    draft: DraftShown | None = None
    changes: int | None = None


class PutToModel(BaseModel):
    """``key`` is of an explicit press of Predict, which is counted once; null as one types."""

    text: Text
    label: LabelName | None = None
    key: Key | None = None


class GuessShown(BaseModel):
    """One answer of the model; ``start`` and ``end`` where it stands in the text."""

    answer: str
    probability: float | None
    start: int | None
    end: int | None
    right: bool


class Changed(BaseModel):
    """A stretch of the comparison with the original; ``start`` counts in the old text where it was removed."""

    kind: Literal["kept", "added", "removed"]
    text: str
    start: int


class Told(BaseModel):
    """What the model says; ``fault`` is why it was not asked. ``score`` is 1 where it is right, 0 where it is not.

    ``right`` is the probability that it gives to right answers, ``right_before`` what it gave them on the original.
    Only a model that is right about the original (``score_before``) can be fooled. ``place`` is 1 of who is the first
    to fool it on this item, by submitting, or would be; null where it is not fooled, and in practice.
    """

    fault: str | None
    guesses: list[GuessShown]
    mass: float | None
    score: float | None
    right: float | None
    right_before: float | None
    score_before: float | None
    fooled: bool
    evidence: list[Source]
    diff: list[Changed]
    attack_types: list[str]
    answers: list[Standing]
    seconds_left: float | None
    tries: Tries
    place: int | None


class Submitting(BaseModel):
    """A text that fools the model, with the kinds of change that its author sees in it."""

    key: Key
    text: Text
    label: LabelName | None = None
    attack_types: list[str] = Field(default=[], max_length=11)


class Submitted(Told):
    """``submission`` is its number among one's own on this item; ``taken_back`` are those of them that do not count."""

    accepted: bool
    submission: int
    taken_back: list[int]


class Weighing(BaseModel):
    """What to weigh each word by: how far it brings the model to this answer."""

    text: Text
    label: LabelName | None = None
    answer: Text
    method: Literal["gradient", "leave-one-out"]


class WordWeight(BaseModel):
    """The characters [start, end) of a field: ``context``, ``question`` or ``claim``."""

    field: str
    start: int
    end: int
    value: float


class Weighed(BaseModel):
    """``agreement`` is the rank correlation of the two methods, null where only one was computed."""

    weights: list[WordWeight]
    agreement: float | None


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

    kind: Literal["length", "language", "answer", "resembles"]
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
