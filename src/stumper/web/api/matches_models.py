"""What the API of matches takes and gives."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Chosen, Source
from stumper.people.matches.values import Match, Mode, Room, Rules

KEY = Field(min_length=1, max_length=64, description="Made by you, so that a move sent twice counts once.")


class Given(BaseModel):
    """What is sent to the server: nothing that it does not know."""

    model_config = ConfigDict(extra="forbid", str_max_length=2_000)


class NewMatch(Given):
    """A match that is to be opened; times are in seconds."""

    name: str
    mode: Mode = "teams"
    source: Source = "data"
    upload: str = Field("", description="The id of an uploaded file, for the source “upload”.")
    tossups: int = 20
    seed: int | None = Field(
        None, description="By which questions are drawn; another for each match where you give none."
    )
    teams: tuple[str, str] = ("A", "B")
    victim: str = Field("", description="The machine that plays, one of the project's.")
    speed: float = Field(2.5, description="Words a second.")
    answer: float = 10.0
    silence: float = 5.0
    rest: float = 8.0
    power: bool = True
    automatic: bool = Field(False, description="Whether the next question comes by itself.")

    def rules(self) -> Rules:
        """How it is played."""
        victim = self.victim if self.mode == "machine" else ""
        return Rules(
            self.mode, self.teams, victim, self.speed, self.answer, self.silence, self.rest, self.power, self.automatic
        )

    def chosen(self, number: int) -> Chosen:
        """What is played in the project's match of this number."""
        return Chosen(self.source, self.tossups, number if self.seed is None else self.seed, self.upload)


class Summary(BaseModel):
    """A match in the list of a project."""

    id: str
    name: str
    mode: Mode
    tossups: int
    created: float
    closed: float | None

    @classmethod
    def of(cls, room: Room) -> "Summary":
        """That of a room."""
        match: Match = room.match
        return cls(
            id=room.id, name=match.name, mode=match.rules.mode, tossups=len(match.packet), created=room.created,
            closed=room.closed,
        )  # fmt: skip


class Keyed(Given):
    """What every move has."""

    key: Annotated[str, KEY]


class Playing(Keyed):
    """What a player does: takes a seat, leaves it, buzzes at the tossup of this number (from 0), answers.

    An answer names the buzz that it belongs to, and how many answers were said to it before: one that is sent twice is
    then not taken for the answer to what was asked next.
    """

    kind: Literal["sit", "leave", "buzz", "answer"]
    side: str = ""
    tossup: int = -1
    text: str = ""
    buzz: int = 0
    said: int = -1

    def move(self) -> Move:
        """The move."""
        return Move(self.kind, self.key, self.side, self.text, self.tossup, self.buzz, said=self.said)


class Moderating(Keyed):
    """What a moderator does: reads the next tossup, pauses, goes on, rules on a buzz, gives a tossup up, ends it.

    ``tossup`` (from 0) is the one that is to begin, to stop or to be given up: it never happens to another.
    """

    kind: Literal["begin", "pause", "resume", "rule", "skip", "finish"]
    buzz: int = 0
    right: bool = False
    tossup: int = -1

    def move(self) -> Move:
        """The move."""
        return Move(self.kind, self.key, buzz=self.buzz, right=self.right, tossup=self.tossup)


class Pong(Given):
    """The answer to a ping, from which the delay is measured."""

    kind: Literal["pong"]
    id: int
