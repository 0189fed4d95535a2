"""Ways to return what cannot be believed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

import numpy as np

from stumper.testing.hostile.raising import ENORMOUS
from stumper.testing.hostile.ways import Act, Call, Misbehaving, Way, way
from stumper.types import Guess, Prediction, Query

RIGHT = Guess("Sam Pike", 0.9, 0)
NAN, INFINITE = float("nan"), float("inf")


class Liar(list[Prediction]):
    """Has fewer predictions than it says."""

    def __len__(self) -> int:
        return super().__len__() + 1


class Agreeable(str):
    """Equals whatever it is compared with."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Asynchronous:
    """Must be awaited, which nobody does."""

    fingerprint = "asynchronous"

    async def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """Nothing, until it is awaited."""
        return Call(queries, 1).honest()


def _returning(change: Callable[[list[Prediction]], object]) -> Act:
    def act(call: Call) -> object:
        return change(call.honest()) if call.is_trap else call.honest()

    return act


def _saying(*guesses: Guess, mass: Any = None, evidence: Any = ()) -> Act:
    said = Prediction(guesses, mass, evidence)
    return lambda call: call.but(said)


def _with(**parts: Any) -> Act:
    """The right guess, but for these parts of it."""
    return _saying(replace(RIGHT, **parts))


def _guesses(guesses: object) -> Act:
    return lambda call: call.but(Prediction(guesses, None))  # type: ignore[arg-type]  # this is what is wrong


def _enormous(call: Call) -> object:
    return call.but(Prediction((Guess("x" * ENORMOUS, 0.9),), None))


def _enormous_evidence(call: Call) -> object:
    return call.but(Prediction((RIGHT,), None, ("x" * ENORMOUS,)))


def _one_by_one(predictions: list[Prediction]) -> Iterator[Prediction]:
    yield from predictions


_WHOLE: tuple[tuple[str, str, Callable[[list[Prediction]], object]], ...] = (
    ("returns-none", "returns None", lambda said: None),
    ("returns-nothing", "returns an empty list", lambda said: []),
    ("returns-too-few", "leaves its last prediction out", lambda said: said[:-1]),
    ("returns-too-many", "returns one prediction more", lambda said: [*said, said[-1]]),
    ("returns-generator", "returns a generator", _one_by_one),
    ("returns-str", "returns a text as long as there were queries", lambda said: "x" * len(said)),
    ("returns-dict", "returns a dict", lambda said: dict(enumerate(said))),
    ("returns-array", "returns an array of numpy's", lambda said: np.array([1.0] * len(said))),
    ("returns-number", "returns a number", lambda said: 0.9),
    ("returns-nones", "returns None in place of each prediction", lambda said: [None] * len(said)),
    ("returns-strs", "returns plain answers from predict", lambda said: ["Sam Pike"] * len(said)),
    ("returns-nested", "returns its list in a list", lambda said: [said]),
    ("returns-liar", "returns a list that is shorter than its length", lambda said: Liar(said[:-1])),
    ("returns-exception", "returns an exception instead of raising it", lambda said: [ValueError("down")] * len(said)),
)
_WRONG: tuple[tuple[str, str, Act], ...] = (
    ("says-nan", "gives the probability NaN", _with(probability=NAN)),
    ("says-infinite", "gives an infinite probability", _with(probability=INFINITE)),
    ("says-negative", "gives a negative probability", _with(probability=-0.1)),
    ("says-above-1", "gives a probability above 1", _with(probability=1.5)),
    ("says-percent", "gives its probabilities in percent", _with(probability=90)),
    ("says-logit", "gives logits for probabilities", _with(probability=-2.3)),
    ("says-text-probability", "gives a probability as text", _with(probability="0.9")),
    ("says-array-probability", "gives a probability as an array", _with(probability=np.array([0.9]))),
    ("says-true-probability", "gives the probability True", _with(probability=True)),
    ("says-rising", "ranks what is less likely first", _saying(replace(RIGHT, probability=0.2), RIGHT)),
    ("says-some-none", "gives some guesses no probability", _saying(RIGHT, Guess("wall", None))),
    ("says-mass-wrong", "gives a mass that its probabilities do not sum to", _saying(RIGHT, mass=0.2)),
    ("says-mass-nan", "gives the mass NaN", _saying(RIGHT, mass=NAN)),
    ("says-mass-2", "gives a mass above 1", _saying(RIGHT, RIGHT, mass=1.8)),
    ("says-surrogate", "answers with a lone surrogate", _with(answer="Sam \ud800 Pike", start=None)),
    ("says-nul", "answers with NUL", _with(answer="Sam Pike\x00", start=None)),
    ("says-enormous", "answers with 42 MB of text", _enormous),
    ("says-bytes", "answers with bytes", _with(answer=b"Sam Pike", start=None)),
    ("says-number", "answers with a number", _with(answer=7, start=None)),
    ("says-nothing-known", "answers with None", _with(answer=None, start=None)),
    ("says-outside", "places its answer behind the paragraph", _with(start=1_000)),
    ("says-before", "places its answer before the paragraph", _with(start=-8)),
    ("says-elsewhere", "places its answer where another text stands", _with(start=3)),
    ("says-float-place", "gives a place that is no whole number", _with(start=0.0)),
    ("says-true-place", "gives the place False", _with(start=False)),
    ("says-no-guesses", "gives None for its guesses", _guesses(None)),
    ("says-endless-guesses", "gives guesses that never end", _guesses(repeat(RIGHT))),
    ("says-guess-tuples", "gives tuples for guesses", _guesses((("Sam Pike", 0.9, 0),))),
    ("says-too-much", "gives 200,000 guesses", _guesses((Guess("Sam Pike", None),) * 200_000)),
    ("says-evidence-text", "gives its evidence as one text", _saying(RIGHT, evidence="Wall:0")),
    ("says-evidence-numbers", "gives numbers for evidence", _saying(RIGHT, evidence=(1, 2))),
    ("says-evidence-enormous", "gives evidence of 42 MB", _enormous_evidence),
    ("says-evidence-surrogate", "gives evidence with a lone surrogate", _saying(RIGHT, evidence=("\ud800",))),
)
_LABELS: tuple[tuple[str, str, Act], ...] = (
    ("labels-lower-case", "writes a label in lower case", _saying(Guess("supports", 0.9))),
    ("labels-otherwise", "says TRUE instead of a label", _saying(Guess("TRUE", 0.9))),
    ("labels-nothing", "gives the empty text for a label", _saying(Guess("", 0.9))),
    ("labels-agreeable", "gives a text that equals every label", _saying(Guess(Agreeable("TRUE"), 0.9))),
    ("labels-with-place", "gives a label a place", _saying(Guess("SUPPORTS", 0.9, 0))),
)

RETURNING: tuple[Way, ...] = (
    *(way(name, does, "refused", _returning(change)) for name, does, change in _WHOLE),
    Way("returns-coroutine", "has a predict that must be awaited", "refused", Asynchronous),
    Way("predict-is-text", "is asked through a predict that is no function", "refused",
        lambda: type("Odd", (), {"predict": "yes", "fingerprint": "odd"})()),
    *(way(name, does, "refused", act) for name, does, act in _WRONG),
    *(way(name, does, "refused", act, task="verification") for name, does, act in _LABELS),
    way("says-twice", "gives the same guess twice", "measured", _saying(replace(RIGHT, probability=0.4),
        replace(RIGHT, probability=0.4), mass=0.8)),
    way("says-numpy", "gives probabilities and places of numpy's", "measured",
        _with(probability=np.float32(0.9), start=np.int64(0))),
    way("says-tuple", "returns a tuple", "measured", _returning(tuple)),
    way("says-nothing", "gives no guess", "unanswered", _saying()),
)  # fmt: skip
HONEST = Way("honest", "does what it should", "measured",
             lambda: Misbehaving(lambda call: call.honest(), "honest"))  # fmt: skip
