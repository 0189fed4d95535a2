"""A victim written in Python: an object with ``predict`` or ``answer``, what makes one, or a function of question and
paragraph, of claim and evidence, or of a tossup."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from inspect import Parameter, isclass, iscoroutine, signature
from numbers import Real
from typing import Any, cast

from stumper import registry
from stumper.errors import BadOption, BrokenVictim
from stumper.protocols import Victim
from stumper.registry import task_of, tasks
from stumper.types import AbsentGold, Example, Guess, OwnIndex, Prediction, Query
from stumper.victims.allowance import current
from stumper.victims.calling import Calling, calling
from stumper.victims.foreign_index import ForeignIndex, settle_at_the_end
from stumper.victims.own_index import named
from stumper.victims.python_index import as_added, foreign_index, own_index, where_of_module, where_of_object

LONGEST_FINGERPRINT = 1_000  # characters
AT_ONCE = 16  # calls of a coroutine function that wait side by side
LOG = logging.getLogger(__name__)


def load(argument: str, examples: Sequence[Example]) -> Victim:
    """The victim at ``module:Name``, where the module may stand in the current folder; BadOption when it is none.

    ``Name`` is what ``victim_of`` takes, or a class or a function that makes it without arguments.
    """
    module, _, name = argument.partition(":")
    if not name:
        raise BadOption(f"Say python:MODULE:NAME, not 'python:{argument}'.")
    found = registry.at("victim", module, name)
    if isclass(found) or (not hasattr(found, "predict") and callable(found) and not _parameters_of(found)):
        found = registry.made("victim", argument, found)
    victim = victim_of(found, argument, where=where_of_module(module))
    if isinstance(victim, PythonVictim) and victim.index is not None:
        settle_at_the_end(victim.index, lambda: load(argument, examples))
    return victim


def victim_of(
    found: object, name: str, *, by_batch: bool | None = None, fingerprint: str | None = None, where: str = ""
) -> Victim:
    """The victim that an object of Python's is, under this name; BadOption when it is none.

    It has ``predict``, for queries or for texts, or ``answer``, or is a function (``calling`` says of what), one to
    await among them. With ``add`` and ``remove`` it has an index that is changed for a query; what a process that was
    killed has left there is taken out now. ``where`` it was found tells that index from others.
    A function returns a str, a (str, probability), a mapping with ``answer`` or ``label``, of a tossup a list of these,
    or a Prediction; a label is taken whatever its case. ``by_batch`` says whether it is called with lists, where its
    parameters do not. How it is called is logged, as a warning where a name does not tell.
    """
    own = _fingerprint(found, name) if fingerprint is None else fingerprint
    told = partial(_manner, found)
    predict = getattr(found, "predict", None)
    if callable(predict) and (is_of_queries(predict) and by_batch is None):
        if fingerprint is not None:
            return PythonVictim(predict, fingerprint, tuple(task.name for task in tasks()), told=told)
        return cast(Victim, found)  # whatever it returns is checked
    function = next((one for one in (predict, found, getattr(found, "answer", None)) if callable(one)), None)
    how = calling(function, name, by_batch) if callable(function) else None
    if how is not None:
        how = as_added(how, found)
    if how is None or not callable(function):
        raise BadOption(
            f"{name!r} is no victim: it has no predict(queries) and no answer(question), and is no function of "
            f"(question, context), (question, passages), (claim, evidence) or (tossup){_found(function)}."
        )
    LOG.log(logging.WARNING if how.is_guessed or how.by_batch else logging.INFO, "%s", how.said(name))
    every = tuple(task.name for task in tasks())
    index = foreign_index(found, name, where or where_of_object(found), _returned)
    if index is not None and current().max_requests != 0:  # in a rehearsal nothing is asked
        index.settle()
        settle_at_the_end(index)
    return PythonVictim(
        Batches(function, how) if how.by_batch else EachQuery(function, how),
        own,
        every if how.tasks is None else how.tasks,
        how.reads_passages,
        how.said(name),
        own_index(found, how),
        index,
        told,
    )


def _found(function: object) -> str:
    """Which parameters a function has that is none of these, and what would make it one."""
    try:
        taken = signature(cast(Callable[..., object], function))
    except (TypeError, ValueError):  # no function, or a builtin
        return ""
    return f", but of {taken}. Let it take one of these, and give all else a default"


def _fingerprint(found: object, name: str) -> str | None:
    own = registry.made("victim", name, lambda: getattr(found, "fingerprint", None))
    if not (own is None or isinstance(own, str)):
        raise BadOption(f"The fingerprint of {name!r} is {own!r}: make it a text, or None.")
    if own is not None and len(own) > LONGEST_FINGERPRINT:
        raise BadOption(f"The fingerprint of {name!r} has {len(own):,} characters: make it a hash of what it is of.")
    return own


def is_of_queries(predict: Callable[..., object]) -> bool:
    """Whether a method ``predict`` takes queries, as victims do: it has one parameter, which is called after nothing
    else and not annotated as text."""
    try:
        how = calling(predict, "predict")
    except BadOption:
        return True
    if how is None or len(how.given) != 1:
        return how is None
    return how.given[0].gives == "query" or "str" not in str(
        signature(predict).parameters[how.given[0].name].annotation
    )


def _manner(found: object) -> Mapping[str, str]:
    """What an object of Python's says of how it is asked, by name; nothing of one that does not."""
    told = getattr(found, "manner", None)
    return {str(name): str(said) for name, said in told.items()} if isinstance(told, Mapping) else {}


@dataclass(frozen=True, slots=True)
class PythonVictim:
    """Asks ``answers`` for all predictions; without a fingerprint they are kept for one run only.

    A function's source never vouches for its answers, which may come from a file, a service or the time. Its author
    does, by giving the function an attribute ``fingerprint``. ``tasks`` are those that it answers queries of;
    ``reads_passages``: it is given more of a query than its text. ``own_index`` says what an index of its own can do,
    None where it says nothing of it; ``index`` is one that can be changed.
    """

    answers: Callable[[Sequence[Query]], list[Prediction]]
    fingerprint: str | None
    tasks: tuple[str, ...]
    reads_passages: bool = True
    said: str = ""  # how it is asked
    own_index: OwnIndex | None = None
    index: ForeignIndex | None = None
    told: Callable[[], Mapping[str, str]] = dict

    @property
    def manner(self) -> Mapping[str, str]:
        """How it is asked, to be kept with the run: a parameter may have been named by its order alone; and what it
        says so itself."""
        return {**({"called": self.said} if self.said else {}), **self.told()}

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """For how many questions its index lacks gold evidence, where one can look."""
        return None if self.index is None else self.index.absent_gold(examples)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """What the callable answers; Misnamed where it names passages that cannot be what it says of them."""
        answers = self.answers(queries) if self.index is None else self.index.asked(self.answers, queries)
        return [named(query, answer) for query, answer in zip(queries, answers, strict=True)]


@dataclass(frozen=True, slots=True)
class EachQuery:
    """Calls a function for one query after the other; one that must be awaited for several side by side."""

    function: Callable[..., Any]
    how: Calling

    def __call__(self, queries: Sequence[Query]) -> list[Prediction]:
        """Calls the function once a query, and takes what it returns for a prediction."""
        if self.how.is_async:
            answers = _awaited(self._all(queries))
            return [_prediction(query, answer) for query, answer in zip(queries, answers, strict=True)]
        return [_prediction(query, _called(self.function, self.how, [query])) for query in queries]

    async def _all(self, queries: Sequence[Query]) -> list[Any]:
        free = asyncio.Semaphore(AT_ONCE)

        async def one(query: Query) -> Any:
            positional, named = self.how.arguments([query])
            async with free:
                with _taking(self.how):
                    return await self.function(*positional, **named)

        return await asyncio.gather(*map(one, queries))


@dataclass(frozen=True, slots=True)
class Batches:
    """Calls a function once for all queries that are asked together, but apart for those that give passages where it
    may be asked without any."""

    function: Callable[..., Any]
    how: Calling

    def __call__(self, queries: Sequence[Query]) -> list[Prediction]:
        """Calls the function once for all queries of one form, and takes what it returns for their predictions."""
        found: dict[int, Prediction] = {}
        for places in self.how.alike(queries):
            answers = self._together([queries[place] for place in places])
            found |= dict(zip(places, answers, strict=True))
        return [found[place] for place in range(len(queries))]

    def _together(self, queries: Sequence[Query]) -> list[Prediction]:
        returned = _called(self.function, self.how, queries)
        if isinstance(returned, str | Mapping) or not hasattr(returned, "__len__") or len(returned) != len(queries):
            raise BrokenVictim(f"Asked {len(queries)} queries at once, the function returned {_shown(returned)}: "
                               "return a list with one answer a query, in order.")  # fmt: skip
        return [_prediction(query, answer) for query, answer in zip(queries, returned, strict=True)]


def _called(function: Callable[..., Any], how: Calling, queries: Sequence[Query]) -> Any:
    positional, named = how.arguments(queries)
    with _taking(how):
        return _returned(function(*positional, **named))


@contextmanager
def _taking(how: Calling) -> Iterator[None]:
    """BrokenVictim where a function takes passages for mappings or objects, and nothing had said that they are."""
    try:
        yield
    except (TypeError, AttributeError) as error:
        texts = [one.name for one in how.given if one.gives == "passages" and not one.is_annotated]
        if not (texts and _AS_TEXT.search(str(error))):
            raise
        raise BrokenVictim(
            f"{error}: {texts[0]!r} has no annotation, and is given texts. Annotate it, {texts[0]}: list[dict], to be "
            f"given mappings with id, title and text, or {texts[0]}: list[stumper.types.Passage]."
        ) from error


_AS_TEXT = re.compile(r"^string indices must be|^'str' object has no attribute")


def _returned(value: Any) -> Any:
    """What a function has returned, also where that must be waited for."""
    return _awaited(value) if iscoroutine(value) else value


def _awaited(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns: it runs in the loop of this process, so that what it keeps open there stays of use."""
    from stumper.victims.background import background

    return asyncio.run_coroutine_threadsafe(coroutine, background().loop).result()


def _shown(value: object) -> str:
    counted = f" of {len(value)}" if hasattr(value, "__len__") and not isinstance(value, str) else ""
    return f"a {type(value).__name__}{counted}"


def _prediction(query: Query, answer: object) -> Prediction:
    match answer:
        case Prediction():
            return _named(query, answer)
        case str():
            return answered(query, answer)
        case (str() as text, float() | int() as probability):
            return answered(query, text, float(probability))
        case Mapping() if isinstance(text := answer.get("answer", answer.get("label")), str):
            return _of_mapping(query, text, answer)
        case list() if task_of(query).wire.ranks:
            ranked = [_prediction(query, each).guesses[0] for each in answer if not isinstance(each, Prediction | list)]
            known = [guess.probability for guess in ranked if guess.probability is not None]
            return Prediction(tuple(ranked), sum(known) if ranked and len(known) == len(ranked) else None)
        case _:
            raise BrokenVictim(f"Asked {query.text!r}, the function returned {answer!r}: return a str, (str, float) "
                               "or Prediction.")  # fmt: skip


def answered(query: Query, answer: str, probability: float | None = None) -> Prediction:
    """One guess, of a claim a label whatever its case; what it leaves of the probability belongs to nothing."""
    wire = task_of(query).wire
    said = wire.named(query, answer)
    return Prediction((Guess(said, probability, wire.place(query, said)),), probability)


def _of_mapping(query: Query, text: str, answer: Mapping[str, object]) -> Prediction:
    """The prediction of a mapping, which may have a ``probability`` or ``score``, and passages as ``evidence`` (or
    ``cited``) and as ``retrieved``, by their ids or their texts."""
    said = next((answer[key] for key in ("probability", "score") if answer.get(key) is not None), None)
    if not (said is None or isinstance(said, Real)):
        raise BrokenVictim(f"Asked {query.text!r}, the function returned {answer!r}: its probability is no number.")
    found = answered(query, text, None if said is None else float(said))
    evidence = _passages(query, answer, "cited" if "cited" in answer else "evidence")
    return replace(found, evidence=evidence or (), retrieved=_passages(query, answer, "retrieved"))


def _passages(query: Query, answer: Mapping[str, object], key: str) -> tuple[str, ...] | None:
    """The ids of the passages that a mapping names, or the texts of those that have none; None where it names none."""
    said: Any = answer.get(key)
    if said is None:
        return None
    if isinstance(said, str | Mapping) or not hasattr(said, "__iter__"):
        raise BrokenVictim(f"Asked {query.text!r}, the function returned {said!r} as {key!r}: return a list of ids, of "
                           "texts or of passages, best first.")  # fmt: skip
    return tuple(_id_of(one) for one in said)


def _id_of(passage: Any) -> Any:
    """The id of a passage, a mapping or an object, else its text; what is a text already, or nothing of all this, as it
    is."""
    if isinstance(passage, str):
        return passage
    parts = passage.get if isinstance(passage, Mapping) else lambda name: getattr(passage, name, None)
    return next((part for name in ("id", "text") if isinstance(part := parts(name), str)), passage)


def _named(query: Query, prediction: Prediction) -> Prediction:
    """The prediction with its labels as they are written; what is no label stays, for the contract to name."""
    wire = task_of(query).wire
    if wire.choices(query) is None:
        return prediction
    guesses = tuple(replace(guess, answer=wire.named(query, guess.answer)) for guess in prediction.guesses)
    return replace(prediction, guesses=guesses)


def _parameters_of(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters that must be given something, or any number by place."""
    return [one for one in signature(function).parameters.values()
            if one.default is Parameter.empty and one.kind is not Parameter.VAR_KEYWORD]  # fmt: skip
