"""How what is said counts: values that each task declares, and whoever evaluates asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from stumper.errors import UnknownComponent
from stumper.predictions import best_answer
from stumper.shown import shown
from stumper.types import Example, Gold, Instance, Prediction, Query

On = Literal["original", "adversarial"]
Said = Mapping[str, Sequence[Prediction | None]]  # by id, one of each view of a query, that of the whole last


@dataclass(frozen=True, slots=True)
class Score:
    """A score as it is printed, one row of a table and of ``--json``: a figure in [0, 1] (a difference: in [-1, 1])
    with its 95% interval, never rounded.

    ``trained_on`` examples were left out, as the victim says that it was trained or tuned on them.
    """

    name: str
    on: On
    victim: str | None
    adversary: str | None
    value: float
    low: float
    high: float
    n: int
    signature: str
    trained_on: int = 0


@dataclass(frozen=True, slots=True)
class Answering:
    """Who has answered which data set: a victim, or a file of predictions that nobody here has asked for.

    On ``errored`` examples or instances the victim failed, ``trained_on`` it was trained: these are not scored.
    ``original_of`` names by id what each variant was made of, in a task in which an original is as good as its worst
    one; it is empty where each counts by itself.
    """

    victim: str
    dataset: str
    errored: int = 0
    trained_on: int = 0
    were_asked: bool = True
    original_of: Mapping[str, str] = field(default_factory=dict)

    @property
    def left_out(self) -> "LeftOut":
        """How many are not scored, by why."""
        return {"errored": self.errored, "trained_on": self.trained_on}


class LeftOut(TypedDict):
    """How many are not scored, as they are told to whoever scores the others."""

    errored: int
    trained_on: int


@dataclass(frozen=True, slots=True)
class Measure:
    """How right one answer is: ``of`` gives, of the gold, the answer and the evidence that it was given for, a number
    in [0, 1]. ``label`` is what people call it, and ``how`` what the score's signature says of it. ``is_aside``: the
    short report on a terminal leaves it out. ``at_zero`` is what a system does where it is 0, in words, where that is
    what an attack is told by."""

    label: str
    of: Callable[[Gold, str, Sequence[str]], float]
    how: Mapping[str, str] = field(default_factory=dict)
    is_aside: bool = False
    at_zero: str = ""

    def score(self, gold: Gold, prediction: Prediction | None) -> float:
        """How right the best guess is; 0 without one. UnknownComponent where the measure says no number in [0, 1]."""
        if prediction is None or (best := best_answer(prediction)) is None:
            return 0.0
        return share(self.of(gold, best, prediction.evidence), "measure", self.label, self.of, best)


def share(value: float, kind: Literal["measure", "goal"], name: str, by: object, answer: str) -> float:
    """The value that code of a task or an addition gives an answer, as a float, which can be averaged and stored;
    UnknownComponent, which names that code, where it is no number in [0, 1], as NaN is none."""
    try:
        if 0 <= value <= 1:
            return float(value)
    except (TypeError, ValueError, ArithmeticError):
        pass  # it is no number at all, several, or Decimal("NaN")
    code = getattr(by, "right", by)
    where = f"{getattr(code, '__module__', '')}:{getattr(code, '__qualname__', type(code).__qualname__)}"
    raise UnknownComponent(f"The {kind} {name!r} ({where}) gives the answer {shown(answer)} the score {value!r}: "
                           "return a number from 0 to 1. Mend its package, or uninstall it.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fuller:
    """A ``measure`` that asks for more than the headline does, of those examples that have a group at this ``level``:
    for evidence, of claims that have a page of it."""

    measure: str
    level: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """A task's scores.

    ``examples`` scores those of a data set as they are (with their variants, where their ids, or what the answering
    says, tell what these were made of), from what was said of each. ``instances`` scores what was made of examples,
    from what was said of these, by their ids, and of the instances, by theirs. ``views`` are all that is asked to score
    a query, the whole last; None: the query alone, and of instances what their attempts have recorded.

    ``measures`` say by the names of scores how right one answer is. The one called ``headline`` is what a gate is
    about, but for the goals of ``by_goal``, which name others; ``fuller`` leads a comparison of two systems that both
    give what it asks for. Attacks with a goal that is told ``apart``, such as to have a certain answer said, stand in
    no ranking, and no other score than that goal's is told of them. ``meant`` is the goal for which instances of a file
    were made, as they themselves say it; "": the task's first. BadData where they were made for several. Of the
    measures that are ``own`` the functions above make the rows wherever they say something; of all others rows are made
    beside. ``recalls`` are the rows that say little without how much was searched. An answer is ``right`` that has the
    whole of the measure of this name; "": of the headline's.
    """

    examples: Callable[[Said, Sequence[Example], Answering], list[Score]]
    instances: Callable[[Said, Said, Sequence[Instance], Answering], list[Score]]
    measures: Mapping[str, Measure]
    headline: str
    by_goal: Mapping[str, str] = field(default_factory=dict)
    apart: Sequence[str] = ()
    meant: Callable[[Sequence[Instance]], str] = lambda instances: ""
    own: Sequence[str] = ()
    views: Callable[[Query], Sequence[Query]] | None = None
    fuller: Fuller | None = None
    recalls: Sequence[str] = ()
    right: str = ""

    @property
    def tells_right(self) -> str:
        """The measure by which an answer is right or not: the headline where none is named."""
        return self.right or self.headline


def whole(said: Said) -> dict[str, Prediction]:
    """What was said of whole queries, where there is a prediction."""
    return {id: prediction for id, found in said.items() if (prediction := found[-1]) is not None}
