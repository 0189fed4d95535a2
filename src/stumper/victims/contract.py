"""What every prediction must keep to before it is believed."""

from collections.abc import Sequence
from math import isclose

from stumper.errors import BrokenVictim
from stumper.types import LABELS, Claim, Prediction, Query, Question

SLACK = 1e-6  # float32 sums and orders are not exact
LOST = 1e-3  # a sum of a hundred rounded probabilities may stray this far from the mass


def checked(victim: str, queries: Sequence[Query], predictions: object) -> list[Prediction]:
    """The predictions as they are, one a query; BrokenVictim says which one breaks the contract, and how."""
    if not isinstance(predictions, Sequence):
        raise BrokenVictim(
            f"The victim {victim!r} returned {_kind(predictions)}: predict returns a list of Prediction."
        )
    if len(predictions) != len(queries):
        counts = f"{len(predictions)} predictions for {len(queries)} queries"
        raise BrokenVictim(f"The victim {victim!r} returned {counts}: predict returns one a query, in order.")
    for query, prediction in zip(queries, predictions, strict=True):
        try:
            fault = _fault(query, prediction)
        except (AttributeError, TypeError) as error:  # looking at every type beforehand would cost every victim
            fault = f"returned a Prediction with a part of another type ({error}): see stumper.types"
        if fault is not None:
            raise BrokenVictim(f"The victim {victim!r}, asked {_shortened(query.text)}, {fault}.")
    return list(predictions)


def _fault(query: Query, prediction: object) -> str | None:
    """What is wrong with a prediction, as the rest of a sentence."""
    if not isinstance(prediction, Prediction):
        return f"returned {_kind(prediction)} where a Prediction belongs"
    if not isinstance(prediction.guesses, tuple | list):
        return f"returned {_kind(prediction.guesses)} where a tuple of Guess belongs"
    paragraph = query.context.text if isinstance(query, Question) else None
    labels = LABELS if isinstance(query, Claim) else None
    before, total, silent = 1.0, 0.0, 0
    for guess in prediction.guesses:
        answer, probability, start = guess.answer, guess.probability, guess.start
        if not isinstance(answer, str):
            return f"returned {_kind(answer)} where the text of an answer belongs"
        if labels is not None and answer not in labels:
            return f"answered {_shortened(answer)} to a claim: the labels are {', '.join(LABELS)}"
        if probability is None:
            silent += 1
        elif 0.0 <= probability <= before + SLACK:
            before = probability
            total += probability
        else:
            return _probability_fault(answer, probability)
        if start is not None and not (paragraph is not None and start >= 0 and paragraph.startswith(answer, start)):
            return _place_fault(paragraph, answer, start)
    if 0 < silent < len(prediction.guesses):
        return "gave probabilities to some of its guesses and None to others: give all of them one, or none"
    return _evidence_fault(prediction) or _mass_fault(prediction, total)


def _evidence_fault(prediction: Prediction) -> str | None:
    evidence = prediction.evidence
    if isinstance(evidence, tuple | list) and all(isinstance(sentence, str) for sentence in evidence):
        return None
    return f"gave the evidence {_shortened(evidence)}: it is a tuple of the ids of sentences, best first"


def _probability_fault(answer: str, probability: float) -> str:
    if 0.0 <= probability <= 1.0 + SLACK:
        return f"ranked {_shortened(answer)} below a guess that is less likely: guesses come best first"
    return f"gave {_shortened(answer)} the probability {probability!r}: probabilities lie in [0, 1]"


def _place_fault(paragraph: str | None, answer: str, start: int) -> str:
    if paragraph is None:
        return f"gave {_shortened(answer)} a place (start={start}), but there is no paragraph: leave start None"
    if not 0 <= start <= start + len(answer) <= len(paragraph):
        place = f"characters {start} to {start + len(answer)} of a paragraph that has {len(paragraph)}"
        return f"placed {_shortened(answer)} outside the text, at {place}"
    there = paragraph[start : start + len(answer)]
    return f"answered {_shortened(answer)}, but at character {start} of the paragraph stands {_shortened(there)}"


def _mass_fault(prediction: Prediction, total: float) -> str | None:
    mass = prediction.mass
    if mass is None:
        return None
    if not 0.0 <= mass <= 1.0 + SLACK:
        return f"gave its list the mass {mass!r}: it lies in [0, 1]"
    if not isclose(mass, total, abs_tol=LOST):
        return f"gave its list the mass {mass!r}, but the probabilities in it sum to {total:.6g}"
    return None


def _kind(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"


def _shortened(value: object, longest: int = 60) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= longest else f"{value[:longest]}…")
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}…"
