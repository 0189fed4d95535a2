"""What every prediction must keep to before it is believed."""

from collections.abc import Sequence
from inspect import iscoroutine
from math import isclose
from numbers import Integral, Real

from stumper.errors import BrokenVictim
from stumper.registry import task_of
from stumper.types import Prediction, Query

SLACK = 1e-6  # float32 sums and orders are not exact
LOST = 1e-3  # a sum of a hundred rounded probabilities may stray this far from the mass
LONGEST_TEXT = 100_000  # characters of one answer, or of the id of one sentence
MOST_SAID = 10_000  # guesses of one prediction, or sentences that it names


def checked(victim: str, queries: Sequence[Query], predictions: object) -> list[Prediction]:
    """The predictions as they are, one a query; BrokenVictim says which one breaks the contract, and how."""
    if iscoroutine(predictions):
        predictions.close()  # it is not going to be awaited, and Python would complain
    if not isinstance(predictions, Sequence):
        raise BrokenVictim(
            f"The victim {victim!r} returned {_kind(predictions)}: predict returns a list of Prediction."
        )
    listed = list(predictions)  # some sequences say that they are longer than they are
    if len(listed) != len(queries):
        counts = f"{len(listed)} predictions for {len(queries)} queries"
        raise BrokenVictim(f"The victim {victim!r} returned {counts}: predict returns one a query, in order.")
    for query, prediction in zip(queries, listed, strict=True):
        try:
            fault = _fault(query, prediction)
        except (AttributeError, TypeError) as error:  # looking at every type beforehand would cost every victim
            fault = f"returned a Prediction with a part of another type ({error}): see stumper.types"
        if fault is not None:
            broken = BrokenVictim(f"The victim {victim!r}, asked {_shortened(query.text)}, {fault}.")
            broken.asked = query
            raise broken
    return listed


def _fault(query: Query, prediction: object) -> str | None:
    """What is wrong with a prediction, as the rest of a sentence."""
    if not isinstance(prediction, Prediction):
        return f"returned {_kind(prediction)} where a Prediction belongs"
    if not isinstance(prediction.guesses, tuple | list):
        return f"returned {_kind(prediction.guesses)} where a tuple of Guess belongs"
    if len(prediction.guesses) > MOST_SAID:
        return f"gave {len(prediction.guesses):,} guesses: give {MOST_SAID:,} at most"
    task = task_of(query)
    paragraph, choices = task.wire.paragraph(query), task.wire.choices(query)
    before, total, silent = 1.0, 0.0, 0
    for guess in prediction.guesses:
        answer, probability, start = guess.answer, guess.probability, guess.start
        if not isinstance(answer, str):
            return f"returned {_kind(answer)} where the text of an answer belongs"
        if choices is not None and str.__str__(answer) not in choices:  # a text of another class may equal all of them
            meant = f"the {task.wire.meant}s are {', '.join(choices)}"
            return f"answered {_shortened(answer)} to a {task.unit}: {meant}"
        if probability is None:
            silent += 1
        elif type(probability) is not float and not _is_number(probability, Real):
            return f"gave {_shortened(answer)} {_kind(probability)} for a probability: give a number, or None"
        elif 0.0 <= probability <= before + SLACK:
            before = probability
            total += probability
        else:
            return _probability_fault(answer, probability)
        if start is None:
            if (fault := _text_fault(answer)) is not None:
                return f"answered {_shortened(answer)}, {fault}"
        elif type(start) is not int and not _is_number(start, Integral):
            return f"gave {_shortened(answer)} {_kind(start)} for a place: give a whole number, or None"
        elif not (paragraph is not None and start >= 0 and paragraph.startswith(answer, start)):
            return _place_fault(paragraph, answer, start)
    if 0 < silent < len(prediction.guesses):
        return "gave probabilities to some of its guesses and None to others: give all of them one, or none"
    return _evidence_fault(prediction) or _mass_fault(prediction, total)


def _is_number(value: object, kind: type) -> bool:
    """Whether it is a number of this kind, numpy's among them; True and False are none."""
    return isinstance(value, kind) and not isinstance(value, bool)


def _text_fault(text: str) -> str | None:
    """What keeps a text that stands in no paragraph from being written and read again."""
    if len(text) > LONGEST_TEXT:
        return f"a text of {len(text):,} characters: give {LONGEST_TEXT:,} at most"
    if "\0" in text:
        return "a text with NUL in it, which is no character of any answer: take it out"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"a text with half a character at {error.start}: decode it as UTF-8 with errors='replace'"
    return None


def _evidence_fault(prediction: Prediction) -> str | None:
    return _ids_fault("evidence", "sentences as evidence", prediction.evidence) or _ids_fault(
        "retrieved passages", "passages as retrieved", () if prediction.retrieved is None else prediction.retrieved
    )


def _ids_fault(called: str, counted: str, named: object) -> str | None:
    """What is wrong with ids that a system named, or with the texts that it named where it knows no ids."""
    if isinstance(named, tuple | list) and all(isinstance(one, str) for one in named):
        if len(named) > MOST_SAID:
            return f"named {len(named):,} {counted}: name {MOST_SAID:,} at most"
        faults = ((one, _text_fault(one)) for one in named)
        return next((f"named the {called} {_shortened(text)}, {fault}" for text, fault in faults if fault), None)
    return f"gave the {called} {_shortened(named)}: it is a tuple of the ids of {counted.split()[0]}, best first"


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
    if not _is_number(mass, Real):
        return f"gave its list {_kind(mass)} for a mass: give a number, or None"
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
    text = repr(value[:longest] if isinstance(value, tuple | list | bytes) else value)  # of 42 MB the rest is not shown
    return text if len(text) <= longest else f"{text[:longest]}…"
