"""The files of tossups and of guesses at them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from stumper.datasets.documents import read_start
from stumper.datasets.mapped import mapped_path
from stumper.datasets.run_outputs import STARTS
from stumper.errors import BadData
from stumper.formats import Format, PredictionsFormat
from stumper.listening import Guessed
from stumper.protocols import Collection
from stumper.tasks.quizbowl import event_packets, files, packet_documents, packets, qanta
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.guesses import content, read_guessed, read_up_to, write_guesses
from stumper.tasks.quizbowl.kinds import GUESSES
from stumper.tasks.quizbowl.runs import Run, are_runs, guessed, read_runs, recorded
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example, Instance, Prediction, Query


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> Quizbowl:
    """Tossups from elsewhere as a file of theirs would hold them; BadData where one is none."""
    for example in examples:
        if not isinstance(example.query, Tossup):
            raise BadData(f"{name}: {example.id!r} is no tossup. Keep one task to a data set.")
    return Quizbowl(name, fingerprint, tuple(examples))


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the tossups, and behind each its instances under their ids; its fingerprint."""
    assert isinstance(dataset, Quizbowl), "tossups"
    return files.write_adversarial(path, dataset, instances)


def _parsed(path: Path, examples: Sequence[Example]) -> dict[str, list[Guessed]] | dict[str, Run]:
    if are_runs(path, read_start(mapped_path(path)[0])):
        return read_runs(path, examples)
    found: dict[str, list[Guessed]] = {}
    for guess in read_guessed(path):
        found.setdefault(guess.id, []).append(guess)
    return found


def _answered(example: Example, made: Sequence[Guessed] | Run) -> Iterator[tuple[Query, Prediction]]:
    """What was guessed at a tossup, and at those of its beginnings that the file has guesses for; a run has one for
    all."""
    if isinstance(made, Run):
        yield from guessed(example, made)
        return
    for guess in made:
        yield Tossup(read_up_to(example.query.text, guess.position)), guess.prediction


FORMATS = (
    Format("QANTA 2025", 'a JSON list of objects with "qid" and "tokens"', event_packets.TOSSUPS, files.read,
           is_distinct=True, write=files.write_event_packet),
    Format("qbreader", 'a JSON object of "tossups" and "bonuses"', packet_documents.marks("tossups", of_qbreader=True),
           files.read, is_distinct=True, holds="tossups", write=partial(files.write_packet, of_qbreader=True)),
    Format("MODAQ", 'a JSON object of "tossups" and "bonuses"', packet_documents.marks("tossups", of_qbreader=False),
           files.read, is_distinct=True, holds="tossups", write=partial(files.write_packet, of_qbreader=False)),
    Format("packets", 'JSON lines with "question" and "answer"', packets.MARKS, files.read, is_of_rows=True),
    Format("QANTA", 'JSON objects with "text" and "answer" or "page"', qanta.MARKS, files.read),
)  # fmt: skip
PREDICTIONS = PredictionsFormat(
    GUESSES,
    "guesses at tossups",
    re.compile(r'\s*\{.*?"guesses"\s*:|' + STARTS.pattern),
    _parsed,
    _answered,
    content,
    write_guesses,
    "has no guess after QUERY: a file of guesses answers only the beginnings that it was made for. Write one with "
    "stumper predict --positions 20, or ask a victim that can be asked.",
    lambda example, made: recorded(example, made) if isinstance(made, Run) else [],
)
