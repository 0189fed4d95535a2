"""Identity is content: ids that are hashes, the same in every process and on every machine."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from stumper.file_bytes import opened
from stumper.registry import task_of
from stumper.types import Example, Gold, Perturbation, Query

ID_LENGTH = 32  # hex digits


def content_id(*parts: object) -> str:
    """The hash of JSON values; equal for equal content, whatever the order of a mapping's keys."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:ID_LENGTH]


def query_id(query: Query) -> str:
    """The id of what a victim sees: passages count by their text and title, not by their id."""
    return content_id(_parts(query))


def prediction_key(fingerprint: str, query: Query) -> str:
    """The key under which a victim's prediction for a query is cached."""
    return content_id(fingerprint, _parts(query))


def perturbation_id(perturbation: Perturbation) -> str:
    """The id by example, query and gold alone, so that two adversaries that say the same share one judgement."""
    parts = _parts(perturbation.query)
    return content_id(perturbation.example_id, parts, _gold_parts(perturbation.gold))


def examples_fingerprint(examples: Iterable[Example]) -> str:
    """The hash of examples that stand in no file: of their ids, what they ask, what is right, and their groups."""
    return content_id(
        "examples",
        [[example.id, _parts(example.query), _gold_parts(example.gold), example.groups] for example in examples],
    )


def file_fingerprint(path: Path) -> str:
    """The hash of a file's bytes; BadData where there is no file."""
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:ID_LENGTH]


def folder_fingerprint(path: Path) -> str:
    """The hash of the names and the bytes of all files in a folder, wherever the folder is."""
    files = sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return content_id([(file.relative_to(path).as_posix(), file_fingerprint(file)) for file in files])


def bytes_fingerprint(data: bytes) -> str:
    """What ``file_fingerprint`` gives for a file that holds this."""
    return hashlib.sha256(data).hexdigest()[:ID_LENGTH]


def _parts(query: Query) -> list[object]:
    return task_of(query).wire.parts(query)


def _gold_parts(gold: Gold) -> list[object]:
    return [
        [[answer.text, answer.start] for answer in gold.answers],
        gold.answerable,
        [sorted(evidence) for evidence in gold.evidence_sets],
        list(gold.prompts),
        list(gold.rejects),
        *([] if gold.matched_by == "id" else [gold.matched_by]),
        *([[[passage.id, passage.title, passage.text] for passage in gold.passages]] if gold.passages else []),
    ]
