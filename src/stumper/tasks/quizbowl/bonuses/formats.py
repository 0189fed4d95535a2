"""The files of bonuses and of guesses at their parts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from stumper.errors import BadData
from stumper.formats import Format, PredictionsFormat, line_with
from stumper.listening import Guessed
from stumper.protocols import Collection
from stumper.tasks.quizbowl import event_packets, packet_documents
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.bonuses.files import (
    Bonuses,
    read_packet,
    read_parts,
    write_event_packet,
    write_packet,
    write_parts,
)
from stumper.tasks.quizbowl.guesses import content, read_guessed, write_guesses
from stumper.tasks.quizbowl.kinds import GUESSES
from stumper.types import Example, Instance, Prediction, Query


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> Bonuses:
    """Parts of bonuses from elsewhere as a file of theirs would hold them; BadData where one is none."""
    for example in examples:
        if not isinstance(example.query, BonusPart):
            raise BadData(f"{name}: {example.id!r} is no part of a bonus. Keep one task to a data set.")
    return Bonuses(name, fingerprint, tuple(examples))


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the parts, and behind them the instances under their ids; its fingerprint."""
    assert isinstance(dataset, Bonuses), "bonuses"
    return write_parts(path, dataset, instances)


def _parsed(path: Path, examples: Sequence[Example]) -> dict[str, Guessed]:
    found: dict[str, Guessed] = {}
    for guess in read_guessed(path):
        if guess.position != 1.0:
            raise BadData(f"{path}: the guess at {guess.id!r} is at the position {guess.position:g}, and a part of a "
                          "bonus is read whole before it is answered. Take the position out.")  # fmt: skip
        found[guess.id] = guess
    return found


def _answered(example: Example, guessed: Guessed) -> Iterator[tuple[Query, Prediction]]:
    yield example.query, guessed.prediction


PARTS = line_with(r'"leadin"\s*:', r'"text"\s*:', r'"answer"\s*:')
FORMATS = (
    Format("QANTA 2025", 'a JSON list of objects with "qid", "leadin" and "parts"', event_packets.BONUSES,
           partial(read_packet, read_as=event_packets.read_bonuses), is_distinct=True, holds="bonuses",
           write=write_event_packet),
    Format("qbreader", 'a JSON object of "tossups" and "bonuses"', packet_documents.marks("bonuses", of_qbreader=True),
           partial(read_packet, read_as=packet_documents.read_bonuses), is_distinct=True, holds="bonuses",
           write=partial(write_packet, of_qbreader=True)),
    Format("MODAQ", 'a JSON object of "tossups" and "bonuses"', packet_documents.marks("bonuses", of_qbreader=False),
           partial(read_packet, read_as=packet_documents.read_bonuses), is_distinct=True, holds="bonuses",
           write=partial(write_packet, of_qbreader=False)),
    Format("parts of bonuses", 'JSON lines of "text", "leadin" and "answer"', PARTS, read_parts, is_distinct=True),
)  # fmt: skip
PREDICTIONS = PredictionsFormat(
    GUESSES,
    "guesses at tossups",  # by whose format those at bonuses go
    re.compile(r'\s*\{.*?"guesses"\s*:'),
    _parsed,
    _answered,
    content,
    write_guesses,
    "has no guess at the part QUERY: a file of guesses answers only what it was made for. Write one with stumper "
    "predict, or ask a victim that can be asked.",
)
