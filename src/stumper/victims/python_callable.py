"""A victim written in Python: an object with ``predict``, what makes one, or a function of question and paragraph, of
claim and evidence, or of a tossup."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, isclass, signature
from typing import Any

from stumper import registry
from stumper.errors import BadOption, BrokenVictim
from stumper.protocols import Victim
from stumper.registry import task_of
from stumper.types import Example, Prediction, Query
from stumper.victims.plain_answers import answered

LONGEST_FINGERPRINT = 1_000  # characters


def load(argument: str, examples: Sequence[Example]) -> Victim:
    """The victim at ``module:Name``, where the module may stand in the current folder; BadOption when it is none.

    ``Name`` is an object with ``predict``, a class or a function that makes one without arguments, or a function
    ``(question, context)``, ``(claim, evidence)`` or ``(tossup)`` that returns a str, a (str, probability), of a tossup
    a list of these, or a Prediction, and is called query by query; a label is taken whatever its case.
    """
    module, _, name = argument.partition(":")
    if not name:
        raise BadOption(f"Say python:MODULE:NAME, not 'python:{argument}'.")
    found = registry.at("victim", module, name)
    if isclass(found) or (not hasattr(found, "predict") and callable(found) and not _required(found)):
        found = registry.made("victim", argument, found)
    own = registry.made("victim", argument, lambda: getattr(found, "fingerprint", None))
    if not (own is None or isinstance(own, str)):
        raise BadOption(f"The fingerprint of {argument!r} is {own!r}: make it a text, or None.")
    if own is not None and len(own) > LONGEST_FINGERPRINT:
        raise BadOption(
            f"The fingerprint of {argument!r} has {len(own):,} characters: make it a hash of what it is of."
        )
    if callable(getattr(found, "predict", None)):
        victim: Victim = found
        return victim
    if callable(found) and len(_required(found)) <= 2:
        positional = _positional(found)
        takes_one = len(positional) == 1 and positional[0].kind is not Parameter.VAR_POSITIONAL
        return PythonVictim(EachQuery((lambda text, _: found(text)) if takes_one else found), own)
    raise BadOption(
        f"{argument!r} is no victim: it has no predict(queries) and is no function of "
        "(question, context), (claim, evidence) or (tossup)."
    )


@dataclass(frozen=True, slots=True)
class PythonVictim:
    """Asks ``answers`` for all predictions; without a fingerprint they are kept for one run only.

    A function's source never vouches for its answers, which may come from a file, a service or the time. Its author
    does, by giving the function an attribute ``fingerprint``.
    """

    answers: Callable[[Sequence[Query]], list[Prediction]]
    fingerprint: str | None = None

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """What the callable answers, unchecked."""
        return self.answers(queries)


@dataclass(frozen=True, slots=True)
class EachQuery:
    """Calls a function of (question, context), (claim, evidence) or (tossup, "") for one query after the other."""

    function: Callable[[str, str], object]

    def __call__(self, queries: Sequence[Query]) -> list[Prediction]:
        return [_prediction(query, self.function(*task_of(query).wire.arguments(query))) for query in queries]


def _prediction(query: Query, answer: object) -> Prediction:
    match answer:
        case Prediction():
            return _named(query, answer)
        case str():
            return answered(query, answer)
        case (str() as text, float() | int() as probability):
            return answered(query, text, float(probability))
        case list() if task_of(query).wire.ranks:
            ranked = [_prediction(query, each).guesses[0] for each in answer if not isinstance(each, Prediction | list)]
            known = [guess.probability for guess in ranked if guess.probability is not None]
            return Prediction(tuple(ranked), sum(known) if ranked and len(known) == len(ranked) else None)
        case _:
            raise BrokenVictim(f"Asked {query.text!r}, the function returned {answer!r}: return a str, (str, float) "
                               "or Prediction.")  # fmt: skip


def _named(query: Query, prediction: Prediction) -> Prediction:
    """The prediction with its labels as they are written; what is no label stays, for the contract to name."""
    wire = task_of(query).wire
    if wire.choices(query) is None:
        return prediction
    guesses = tuple(replace(guess, answer=wire.named(guess.answer)) for guess in prediction.guesses)
    return replace(prediction, guesses=guesses)


def _required(function: Callable[..., Any]) -> list[str]:
    """The names of the arguments that must be given by position."""
    return [
        p.name for p in _positional(function) if p.kind is not Parameter.VAR_POSITIONAL and p.default is Parameter.empty
    ]


def _positional(function: Callable[..., Any]) -> list[Parameter]:
    """The arguments that may be given by position, those of ``*args`` among them."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
    return [p for p in signature(function).parameters.values() if p.kind in kinds]
