"""Queries and predictions as the JSON of the ``http`` victim's protocol, in both directions."""

from collections.abc import Sequence
from typing import Any

from stumper.errors import BadOption, BrokenVictim
from stumper.registry import task_named, task_of, tasks
from stumper.types import Guess, Prediction, Query
from stumper.victims.retrying import Passing, Unanswered, quotation, told

PROTOCOL = 1
SAY_HOW = (
    "It was asked in Stumper's own protocol (docs/howto-victim.md). If it has a way of its own, say how it is asked, "
    """such as --request '{"q": "{question}", "docs": "{context}"}' --response answer."""
)


def to_json(queries: Sequence[Query]) -> dict[str, Any]:
    """The body of a request."""
    return {"version": PROTOCOL, "queries": [_query(query) for query in queries]}


def read_queries(body: Any) -> list[Query]:
    """The queries of a request, for a server that is written with Stumper; BadOption where it is of another shape."""
    try:
        if body["version"] == PROTOCOL:
            return [_read_query(item) for item in body["queries"]]
    except (KeyError, TypeError) as error:
        raise BadOption(f"This is no request of the protocol: {error}. See docs/howto-victim.md.") from error
    raise BadOption(f"This request is of version {body['version']!r}: version {PROTOCOL} is understood here.")


def answers_to_json(predictions: Sequence[Prediction], fingerprint: str | None = None) -> dict[str, Any]:
    """The body of a response."""
    said = [
        {
            "guesses": [
                {"answer": g.answer, "probability": g.probability, "start": g.start} for g in prediction.guesses
            ],
            "mass": prediction.mass,
            "evidence": list(prediction.evidence),
            **({} if prediction.retrieved is None else {"retrieved": list(prediction.retrieved)}),
        }
        for prediction in predictions
    ]
    return {"predictions": said} | ({} if fingerprint is None else {"fingerprint": fingerprint})


def read_predictions(answer: Any, queries: Sequence[Query], url: str) -> list[Prediction | Unanswered]:
    """The predictions of a response, one a query; BrokenVictim says what is wrong with it, Passing that it is an error.

    A query that the system says it could not answer is Unanswered, whatever else is said to it. Labels are taken
    whatever their case; an answer without a place gets its first one in the paragraph; without a mass the guesses hold
    all that their probabilities sum to.
    """
    if isinstance(answer, dict) and answer.get("error"):
        raise Passing(f"answered with an error{quotation(told(answer['error']))}")
    said = answer.get("predictions") if isinstance(answer, dict) else None
    if not isinstance(said, list):
        raise BrokenVictim(
            f"{url} answered {_shortened(answer)}: an object with the list 'predictions' belongs there. {SAY_HOW}"
        )
    if len(said) != len(queries):
        raise BrokenVictim(
            f"{url} gave {len(said)} predictions for {len(queries)} queries: it gives one a query, in order."
        )
    return [_outcome(item, query, url) for item, query in zip(said, queries, strict=True)]


def _query(query: Query) -> dict[str, Any]:
    task = task_of(query)
    return {"task": task.name, **task.wire.to_json(query)}


def _read_query(item: Any) -> Query:
    if item["task"] not in {task.name for task in tasks()}:
        raise KeyError(f"there is no task {item['task']!r}")
    return task_named(item["task"]).wire.from_json(item)


def _outcome(item: Any, query: Query, url: str) -> Prediction | Unanswered:
    if isinstance(item, dict) and item.get("error"):
        return Unanswered(f"{url} answered with an error{quotation(told(item['error']))}")
    return _prediction(item, query, url)


def _prediction(item: Any, query: Query, url: str) -> Prediction:
    try:
        guesses = tuple(_guess(guess, query) for guess in item["guesses"])
        mass, evidence = item.get("mass"), tuple(item.get("evidence") or ())
        retrieved = None if item.get("retrieved") is None else tuple(item["retrieved"])
    except (KeyError, TypeError, AttributeError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise BrokenVictim(
            f"{url}, asked {query.text!r}, answered {_shortened(item)}, which is no prediction ({reason}): "
            'it looks like {"guesses": [{"answer": "…", "probability": 0.9}]}.'
        ) from error
    probabilities = [guess.probability for guess in guesses if guess.probability is not None]
    if mass is None and probabilities:
        mass = min(1.0, sum(probabilities))
    return Prediction(guesses, mass, evidence, retrieved)


def _guess(guess: Any, query: Query) -> Guess:
    answer, probability, start = guess["answer"], guess.get("probability"), guess.get("start")
    if not isinstance(answer, str):
        raise TypeError(f"the answer {answer!r} is no text")
    if probability is not None and (isinstance(probability, bool) or not isinstance(probability, int | float)):
        raise TypeError(f"the probability {probability!r} is no number")
    if start is not None and (isinstance(start, bool) or not isinstance(start, int)):
        raise TypeError(f"the start {start!r} is no whole number")
    wire = task_of(query).wire
    return Guess(wire.named(query, answer), probability, wire.place(query, answer) if start is None else start)


def _shortened(value: Any, longest: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}…"
