"""What the API of fixing, verifying, judging, adjudicating and answering takes and gives."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from stumper.adversaries.reading.insertion import Place
from stumper.people.annotating.gold import GoldItem
from stumper.people.annotating.tagging import PHENOMENA, Phenomenon
from stumper.sections.judged import ASKED


class Given(BaseModel):
    """What is sent to the server: nothing that it does not know."""

    model_config = ConfigDict(extra="forbid")


class Progress(BaseModel):
    """How many of this queue the person has done, and how many are left for them."""

    done: int
    left: int


class InHands(BaseModel):
    """What all work has: the id of the place that the person holds, and for how many seconds from now.

    ``turn`` is how often the person has taken back what they sent of it, and goes back with the response.
    """

    assignment: str
    turn: int
    seconds_left: float
    progress: Progress


class FixWork(InHands):
    """A raw sentence to be made good English: it must say ``fake_answer`` and must not answer the question."""

    kind: Literal["fix"] = "fix"
    sentence: str
    question: str
    fake_answer: str
    answers: list[str] = Field(description="The right answers, which the sentence must not give.")
    title: str
    paragraph: str


class VerifyWork(InHands):
    """A sentence to be voted on: good English? and compatible, which is no answer to the question?"""

    kind: Literal["verify"] = "verify"
    sentence: str
    question: str
    answers: list[str] = Field(description="The right answers.")
    title: str
    paragraph: str


class JudgeWork(InHands):
    """A text to be judged; ``evidence`` or ``original`` is what it is judged by, "" where ``text`` is all there is."""

    kind: Literal["judge"] = "judge"
    asked: str
    text: str
    evidence: str
    original: str


class Opinion(BaseModel):
    """What one judge said."""

    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str


class AdjudicateWork(InHands):
    """What two judges disagree on."""

    kind: Literal["adjudicate"] = "adjudicate"
    asked: str
    text: str
    evidence: str
    original: str
    opinions: list[Opinion]


class AnswerWork(InHands):
    """A question whose answer is to be selected in the paragraph; only where ``allows_none`` there may be none."""

    kind: Literal["answer"] = "answer"
    question: str
    title: str
    paragraph: str
    allows_none: bool


class TagGuess(BaseModel):
    """What a machine said of a tossup."""

    answer: str
    probability: float | None
    is_right: bool


class TagClue(BaseModel):
    """A clue that a machine had learned; ``shared`` are the characters of it that the tossup has, too."""

    title: str
    text: str
    shared: list[tuple[int, int]]


class TagSaid(BaseModel):
    """A machine's first guesses at the whole tossup, and the clues that they go back to."""

    machine: str
    guesses: list[TagGuess]
    clues: list[TagClue]


class TagHeard(BaseModel):
    """What a machine made of a text."""

    machine: str
    guess: TagGuess | None


class TagStep(BaseModel):
    """A text on the way to the tossup, and what machines made of it."""

    text: str
    heard: list[TagHeard]


class TagWork(InHands):
    """A tossup of which one says what makes it hard for machines."""

    kind: Literal["tag"] = "tag"
    text: str
    answer_line: str
    category: str
    phenomena: list[str] = Field(description="The tags that there are.")
    said: list[TagSaid] = Field(description="What machines say of it, and by which clue.")
    steps: list[TagStep] = Field(description="How it came to be, as machines read it on the way.")
    media: list[bool] = Field(description="Of each mark of a picture or sound in the text, whether its file is here.")


class Said(Given):
    """What all responses have: the ``turn`` of the work that they are to."""

    turn: int = Field(default=0, ge=0, description="As it came with the work.")


class FixResponse(Said):
    """To ``fix``: the sentence as it should read."""

    text: str = Field(max_length=5_000)


class VerifyResponse(Said):
    """To ``verify``."""

    grammatical: bool
    compatible: bool = Field(description="The sentence is no answer to the question and fits the paragraph.")


class JudgeResponse(Said):
    """To ``judge`` and ``adjudicate``; ``note`` is a reason in a word."""

    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str = Field(default="", max_length=500)


class AnswerResponse(Said):
    """To ``answer``: what stands in the paragraph from the character ``start`` on; "" and null where there is none."""

    text: str = Field(max_length=5_000)
    start: int | None


class TagResponse(Said):
    """To ``tag``: the tags that fit, none where none does; ``note`` is a word on it."""

    phenomena: list[Phenomenon] = Field(max_length=len(PHENOMENA))
    note: str = Field(default="", max_length=500)


TOLD_BY = {
    "phenomena": "tag",
    "label_correct": "judge",
    "on_task": "judge",
    "compatible": "verify",
    "grammatical": "verify",
    "start": "answer",
}


def _meant(body: Any) -> str:
    """The kind of work that a response is to, by what only that kind takes."""
    fields = body if isinstance(body, dict) else {}
    return next((kind for field, kind in TOLD_BY.items() if field in fields), "fix")


AnyResponse = Annotated[
    Annotated[FixResponse, Tag("fix")]
    | Annotated[VerifyResponse, Tag("verify")]
    | Annotated[JudgeResponse, Tag("judge")]
    | Annotated[AnswerResponse, Tag("answer")]
    | Annotated[TagResponse, Tag("tag")],
    Discriminator(_meant),
]


class Undone(BaseModel):
    """Whether something was taken back by this request."""

    undone: bool
    progress: Progress


class Recorded(BaseModel):
    """``recorded`` is false where the person's response was there before, which then stays as it is."""

    recorded: bool
    progress: Progress


class Touched(BaseModel):
    """For how many seconds from now the work is the person's."""

    seconds_left: float


class RawSentences(Given):
    """An uploaded file of raw sentences, and where in the paragraph they will stand."""

    upload: str
    place: Place = "append"


class Sources(Given):
    """Runs of the store, an uploaded adversarial set, the project's own data set, or several of them."""

    runs: list[str] = Field(default=[], max_length=200)
    upload: str | None = None
    data_set: bool = Field(False, description="Whether texts of the project's own data set are among them.")


class Added(BaseModel):
    """How many pieces of work were put into the queue, and were not there before."""

    added: int


class Gold(BaseModel):
    """A piece of gold: what is right of a text that is judged (null: not known), or the right answers to a question, of
    which "" says that there is none. ``told_apart``: people can tell it from other work."""

    id: str
    kind: str
    text: str
    grammatical: bool | None
    label_correct: bool | None
    on_task: bool | None
    answers: list[str]
    told_apart: bool

    @classmethod
    def of(cls, one: GoldItem) -> Self:
        """A piece of gold as a program reads it."""
        opinion = one.known.opinion or (None, None, None)
        return cls(
            id=one.id, kind=one.kind, text=one.text, answers=list(one.known.answers), told_apart=one.is_told_apart,
            **dict(zip(ASKED, opinion, strict=True)),
        )  # fmt: skip


class Run(BaseModel):
    """A run on the project's data set that people can be asked about."""

    id: str
    adversary: str
    victim: str
    dataset: str
    attempts: int
