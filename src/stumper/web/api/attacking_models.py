"""What the API of machines' attacks takes and gives."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from stumper.people.attacking import orders
from stumper.people.attacking.choices import Choice, Offered
from stumper.people.attacking.orders import Stage, State, Wanted


class Option(BaseModel):
    """An option of an attack: one of ``values``, else a number; ``default`` is "" where it has none."""

    name: str
    default: str
    values: list[str]
    number: Literal["", "whole", "number"]
    is_optional: bool

    @classmethod
    def of(cls, choice: Choice) -> Self:
        """The option that a page offers."""
        return cls(name=choice.name, default=choice.default, values=list(choice.values), number=choice.number,
                   is_optional=choice.is_optional)  # fmt: skip


class OfferedAttack(BaseModel):
    """An attack that is installed, with the options that can be set; ``searches`` by what a model answers, or not."""

    name: str
    called: str = Field(description="As papers and results call it.")
    about: str
    family: str
    searches: bool
    is_mendable: bool = Field(description="Whether people can mend what it makes, without a model.")
    options: list[Option]

    @classmethod
    def of(cls, found: Offered) -> Self:
        """The attack that a page offers."""
        return cls(name=found.name, called=found.called, about=found.about, family=found.family,
                   searches=found.searches, is_mendable=bool(found.mendable),
                   options=[Option.of(one) for one in found.choices])  # fmt: skip


class NewAttack(BaseModel):
    """An attack on ``limit`` texts (null: all), drawn by the ``seed``, against ``model``, one of the project's.

    Without a model people mend the sentences. ``budget`` is the most that the model is asked about one text.
    """

    model_config = ConfigDict(extra="forbid")

    attack: str
    model: str = ""
    options: dict[str, str] = Field(default={}, max_length=100)
    limit: int | None = Field(100, ge=1)
    seed: int = Field(1, ge=0)
    budget: int | None = Field(200, ge=1)
    judged: bool = Field(False, description="Whether a sample of what is made is put before judges.")
    others: bool = Field(False, description="Whether the project's other models are asked the same.")

    def wanted(self, found: Offered) -> Wanted:
        """What is ordered; an attack that does not search has no budget. BadOption for an option that cannot be."""
        options, budget = tuple(sorted(found.options(self.options).items())), self.budget if found.searches else None
        return Wanted(self.attack, self.model, options, self.limit, self.seed, budget, self.judged, self.others)


class Count(BaseModel):
    """What the model would be asked: so many ``queries`` (null: without a bound), counted ``on`` some ``of`` the texts,
    and so many originals ``twice``, where it may answer otherwise the second time. ``tokens`` and ``cost`` in dollars
    are the most there can be of all that, null where nobody knows."""

    queries: int | None
    on: int
    of: int
    tokens: int | None
    cost: float | None
    twice: int

    @classmethod
    def read(cls, told: orders.Counted) -> Self:
        """What was counted."""
        return cls(queries=told.queries, on=told.on, of=told.of, tokens=told.tokens, cost=told.cost, twice=told.twice)


class Attack(BaseModel):
    """An attack that was ordered, and how far it is: ``counted`` before anything is asked, begun once it is started.

    A ``lost`` one was interrupted; it goes on when it is started again. ``runs`` are those of the store that came of
    it, ``added`` the pieces of work for people, null where none were wanted.
    """

    id: str
    attack: str
    model: str
    options: dict[str, str]
    limit: int | None
    seed: int
    budget: int | None
    state: State | Literal["lost"]
    stage: Stage
    created: float
    done: int
    total: int
    fooled: int
    queries: int
    tried: int
    seconds_left: float | None
    count: Count | None
    added: int | None
    runs: list[str]
    fault: str

    @classmethod
    def of(cls, order: orders.Order, now: float) -> Self:
        """The attack as it stands now."""
        wanted, course, told = order.wanted, order.course, order.course.counted
        return cls(
            id=order.id, attack=wanted.adversary, model=wanted.victim, options=dict(wanted.options), limit=wanted.limit,
            seed=wanted.seed, budget=wanted.budget, state="lost" if order.is_lost(now) else order.state,
            stage=course.stage, created=order.created, done=course.done, total=course.total, fooled=course.fooled,
            queries=course.queries, tried=course.tried, seconds_left=course.seconds_left,
            count=None if told is None else Count.read(told),
            added=course.added, runs=list(course.run_ids), fault=course.fault,
        )  # fmt: skip
