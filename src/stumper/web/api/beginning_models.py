"""What the API of beginning tossups takes and gives, as JSON."""

from pydantic import BaseModel, Field

from stumper.people.writing.beginning import LONGEST_LINE
from stumper.web.api.writing_models import Key


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
