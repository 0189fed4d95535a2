"""What the API of matches takes and gives."""

from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from stumper.people.matches.match import Heading, Lockout, Mode, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Chosen, Source

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
    lockout: Lockout = Field("team", description="Whom a wrong answer locks out: the team, or the player alone.")

    def rules(self) -> Rules:
        """How it is played."""
        victim = self.victim if self.mode == "machine" else ""
        return Rules(
            self.mode, self.teams, victim, self.speed, self.answer, self.silence, self.rest, self.power, self.automatic,
            self.lockout,
        )  # fmt: skip

    def chosen(self, number: int) -> Chosen:
        """What is played in the project's match of this number."""
        return Chosen(self.source, self.tossups, number if self.seed is None else self.seed, self.upload)


class Summary(BaseModel):
    """A match in the list of a project."""

    id: str
    name: str
    mode: Mode
    tossups: int
    wanted: int = Field(description="How many questions were asked for; there may be fewer. 0: nobody said.")
    created: float
    closed: float | None

    @classmethod
    def of(cls, heading: Heading) -> "Summary":
        """That of a room."""
        return cls.model_validate(asdict(heading))


class Keyed(Given):
    """What every move has."""

    key: Annotated[str, KEY]

    def move(self) -> Move:
        """The move."""
        return Move(**self.model_dump())


class Sit(Keyed):
    """Somebody plays; with two teams for which, "a" or "b"."""

    kind: Literal["sit"]
    side: str = ""


class Leave(Keyed):
    """Somebody leaves their place and watches."""

    kind: Literal["leave"]


class Buzz(Keyed):
    """Somebody knows the answer to the tossup of this number, from 0; never to another, which may have begun since."""

    kind: Literal["buzz"]
    tossup: int = Field(ge=0)


class Answering(Keyed):
    """What whoever buzzed says; sent twice it is not taken for the answer to what was asked next."""

    kind: Literal["answer"]
    text: str
    buzz: int = Field(ge=1, description="The number of the buzz, as the view tells it.")
    said: int = Field(ge=0, description="How many answers were said to this buzz before.")


class Wait(Keyed):
    """The next question does not come by itself; or it may, as somebody is ready. ``tossup``: the one begun last."""

    kind: Literal["hold", "ready"]
    tossup: int = Field(ge=0)


class Pass(Keyed):
    """Whoever plays without a moderator gives the tossup of this number up."""

    kind: Literal["pass"]
    tossup: int = Field(ge=0)


class End(Keyed):
    """Whoever plays without a moderator ends the match."""

    kind: Literal["stop"]


class Begin(Keyed):
    """The tossup of this number is read, from 0: the next one. After the last the match ends."""

    kind: Literal["begin"]
    tossup: int = Field(ge=0)


class Stop(Keyed):
    """The match is paused, or goes on; ``tossup`` is the number of the one that was begun last, -1 before the first."""

    kind: Literal["pause", "resume"]
    tossup: int = Field(ge=-1)


class Skip(Keyed):
    """The tossup of this number is given up."""

    kind: Literal["skip"]
    tossup: int = Field(ge=0)


class Rule(Keyed):
    """Whether the answer to the buzz with this number was right, as the view tells it; the match is scored again."""

    kind: Literal["rule"]
    buzz: int = Field(ge=1)
    right: bool


class Finish(Keyed):
    """The match is over."""

    kind: Literal["finish"]


Playing = Sit | Leave | Buzz | Answering | Wait | Pass | End
Moderating = Begin | Stop | Skip | Rule | Finish
ONE_OF = Field(discriminator="kind")


class Pong(Given):
    """The answer to a ping, from which the delay is measured."""

    kind: Literal["pong"]
    id: int
