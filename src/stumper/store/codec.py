"""Predictions as bytes, about 1 KB for 100 spans of a paragraph, else JSON; and those of them that outlive a run."""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, select

from stumper.registry import task_of
from stumper.store.connection import chunks, insert_once, writing
from stumper.store.damage import undamaged
from stumper.store.documents import check_texts
from stumper.store.schema import predictions as table
from stumper.types import Guess, Prediction, Query

SPANS = 1  # the first byte names the layout; a changed layout takes the next number
DOCUMENT = 2
HEADER = struct.Struct("<BdI")  # layout, mass, number of guesses; then starts, lengths, probabilities, evidence
NO_ANSWER = 0xFFFFFFFF  # the start of the guess that there is no answer
LONGEST_ANSWER = 0xFFFF
NAN = float("nan")  # stands for None: no probability and no mass is NaN


def encode(prediction: Prediction, query: Query) -> bytes:
    """The prediction with its probabilities rounded to float32; ``query`` is the one that it answers."""
    if not _is_spans(prediction, query):
        return bytes([DOCUMENT]) + _document(prediction)
    guesses = prediction.guesses
    n = len(guesses)
    starts = [NO_ANSWER if guess.start is None else guess.start for guess in guesses]
    lengths = [len(guess.answer) for guess in guesses]
    probabilities = [NAN if guess.probability is None else guess.probability for guess in guesses]
    header = HEADER.pack(SPANS, NAN if prediction.mass is None else prediction.mass, n)
    evidence = json.dumps(prediction.evidence).encode("ascii") if prediction.evidence else b""
    return header + struct.pack(f"<{n}I{n}H{n}f", *starts, *lengths, *probabilities) + evidence


def decode(data: bytes, query: Query) -> Prediction:
    """The prediction that was encoded for this query; BadStore where the bytes are none."""
    with undamaged():
        return _decoded(data, query)


def decode_best(data: bytes, query: Query) -> Prediction:
    """The prediction with its best guess alone, as it is all that scores ask for; BadStore where the bytes are none."""
    with undamaged():
        return _decoded(data, query, most=1)


def is_silent(data: bytes) -> bool:
    """Whether the prediction that was encoded has no guess; BadStore where the bytes are none."""
    with undamaged():
        return not (json.loads(data[1:])[0] if data[0] == DOCUMENT else HEADER.unpack_from(data)[2])


def _decoded(data: bytes, query: Query, most: int | None = None) -> Prediction:
    if data[0] == DOCUMENT:
        guesses, mass, evidence, *further = json.loads(data[1:])
        guesses = guesses[:most]
        retrieved = tuple(further[0]) if further else None
        check_texts(*(parts[0] for parts in guesses), *evidence, *(retrieved or ()))
        return Prediction(tuple(Guess(*parts) for parts in guesses), mass, tuple(evidence), retrieved)
    if data[0] != SPANS:
        raise ValueError(f"no layout of predictions has the number {data[0]}")
    if (text := task_of(query).wire.paragraph(query)) is None:
        raise TypeError("spans of a paragraph, though none was given")
    _, mass, n = HEADER.unpack_from(data)
    kept = n if most is None else min(n, most)
    begin = HEADER.size
    starts = struct.unpack_from(f"<{kept}I", data, begin)
    lengths = struct.unpack_from(f"<{kept}H", data, begin + 4 * n)
    probabilities = struct.unpack_from(f"<{kept}f", data, begin + 6 * n)
    spans = tuple(
        Guess(
            text[start : start + length] if start != NO_ANSWER else "",
            probability if probability == probability else None,
            start if start != NO_ANSWER else None,
        )
        for start, length, probability in zip(starts, lengths, probabilities, strict=True)
    )
    rest = data[begin + 10 * n :]
    return Prediction(spans, mass if mass == mass else None, tuple(json.loads(rest)) if rest else ())


def _is_spans(prediction: Prediction, query: Query) -> bool:
    if prediction.retrieved is not None or (text := task_of(query).wire.paragraph(query)) is None:
        return False
    return all(_is_span(guess.answer, guess.start, text) for guess in prediction.guesses)


def _is_span(answer: str, start: int | None, text: str) -> bool:
    if start is None:
        return answer == ""
    return 0 <= start <= len(text) and len(answer) <= LONGEST_ANSWER and text.startswith(answer, start)


def _document(prediction: Prediction) -> bytes:
    guesses = [
        (guess.answer, _rounded(guess.probability), None if guess.start is None else int(guess.start))
        for guess in prediction.guesses
    ]
    mass = None if prediction.mass is None else float(prediction.mass)  # victims give numbers of numpy's, too
    further = () if prediction.retrieved is None else (prediction.retrieved,)  # earlier versions wrote none
    return json.dumps((guesses, mass, prediction.evidence, *further), separators=(",", ":")).encode("ascii")


def _rounded(probability: float | None) -> float | None:
    """As float32 has it, so that every layout gives the same probabilities back."""
    if probability is None:
        return None
    rounded: float = struct.unpack("<f", struct.pack("<f", probability))[0]
    return rounded


@dataclass(frozen=True, slots=True)
class PredictionCache:
    """Predictions by key, as the codec's bytes; what one process puts, another gets."""

    engine: Engine

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Those that are there."""
        found: dict[str, bytes] = {}
        with self.engine.connect() as connection:
            for chunk in chunks(keys):
                rows = connection.execute(select(table.c.key, table.c.data).where(table.c.key.in_(chunk)))
                found.update((key, data) for key, data in rows)
        return found

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """All of them are there, in one transaction; in order of their keys, so that two writers never cross."""
        if not predictions:
            return
        values = [{"key": key, "data": predictions[key]} for key in sorted(predictions)]
        with writing(self.engine) as connection:
            connection.execute(insert_once(table, self.engine.dialect.name), values)
