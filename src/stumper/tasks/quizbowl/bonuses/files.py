"""Bonuses in memory, read from files of any of their formats and written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stumper.datasets.documents import collector_paused
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import Line, plain_id, read_lines, write_lines
from stumper.datasets.kinds import DATA_SET, check_kind
from stumper.errors import BadData
from stumper.formats import Skipped
from stumper.identity import file_fingerprint
from stumper.tasks.quizbowl import event_packets, packet_documents
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.bonuses.read import PARTS, WORTH, Bonus, Part, ReadBonuses, examples_of, unusable
from stumper.tasks.quizbowl.files import name_of
from stumper.tasks.quizbowl.media import media_note
from stumper.types import Edit, Example, Gold, Instance, Making, Perturbation


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The parts of bonuses in memory; ``fingerprint`` is of the file's bytes.

    ``bonuses`` are those of a packet, by their ids, with all that it tells of them. ``instances`` are the variants of
    an adversarial set with their originals, ``orphans`` those of whose originals the file has the id alone.
    ``skipped`` says which parts cannot be used, and why; ``notes`` are what a user should know of the file.
    """

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    instances: tuple[Instance, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    made: Making | None = None
    orphans: tuple[Instance, ...] = ()
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


def read_packet(path: Path, read_as: Callable[[Path], ReadBonuses]) -> Bonuses:
    """The bonuses of a packet, compressed or not; BadData names the file, the place and what is wrong.

    A part that cannot be used is left out, and still read before those behind it; it is an error where none can.
    """
    with collector_paused():
        try:
            check_kind(path, DATA_SET)
            found = read_as(path)
            examples = tuple(example for bonus in found.bonuses for example in examples_of(bonus))
            left_out = (*found.skipped, *unusable(found.bonuses))
            if not examples:
                raise BadData(f"{left_out[0]}" if left_out else "there are no bonuses in the file. Name one with some.")
        except BadData as error:
            raise error if str(path) in str(error) else BadData(f"{path}: {error}") from None
    media = [one for bonus in found.bonuses for one in (*bonus.media, *(m for part in bonus.parts for m in part.media))]
    notes = (*media_note(path.parent, media), *_worths_note(found.bonuses), *_parts_note(found.bonuses), *found.notes)
    known = {bonus.id: bonus for bonus in found.bonuses}
    return Bonuses(name_of(path), file_fingerprint(path), examples, known, skipped=left_out, notes=notes)


def read_parts(path: Path) -> Bonuses:
    """The parts of a file of JSON lines, as ``write_parts`` writes them; BadData names the line and what is wrong."""
    check_kind(path, DATA_SET)
    lines = read_lines(path)
    try:
        found = [(line, _example(line)) for line in lines]
        _check_ids(found)
        examples = {example.id: example for _, example in found}
        every = [_instance(line, example, examples) for line, example in found if "original_id" in line.values]
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    return Bonuses(
        name_of(path),
        file_fingerprint(path),
        tuple(examples.values()),
        instances=tuple(one for one in every if one.example.query.text),
        orphans=tuple(one for one in every if not one.example.query.text),
    )


def media_of(dataset: object, id: str) -> tuple[str, ...]:
    """Where the pictures of what is asked of a part are: of the lead-in and the part, then of the parts before it."""
    of, _, number = id.rpartition("-")
    bonus = dataset.bonuses.get(of) if isinstance(dataset, Bonuses) else None
    if bonus is None or not number.isdecimal() or not 1 <= int(number) <= len(bonus.parts):
        return ()
    *earlier, part = bonus.parts[: int(number)]
    return (*bonus.media, *part.media, *(path for one in earlier for path in one.media))


def write_parts(path: Path, dataset: Bonuses, instances: Sequence[Instance] = ()) -> str:
    """The file holds the parts, and behind them variants under their own ids with the ``original_id``; its
    fingerprint."""
    made = {one.id for one in (*dataset.instances, *instances)}
    originals = {one.example.id: one.example for one in instances}
    rows = [_row(example) for example in {**{e.id: e for e in dataset if e.id not in made}, **originals}.values()]
    return write_lines(path, [*rows, *(_variant_row(one) for one in instances)])


def write_event_packet(path: Path, dataset: Bonuses) -> str:
    """The file holds the bonuses as QANTA's packets since 2025 do; its fingerprint."""
    return event_packets.write_bonuses(path, list(_joined(dataset)))


def write_packet(path: Path, dataset: Bonuses, of_qbreader: bool) -> str:
    """The file holds the bonuses as one packet of qbreader or MODAQ; its fingerprint."""
    rows = [packet_documents.bonus_row(bonus, of_qbreader) for bonus in _joined(dataset)]
    return packet_documents.write(path, "bonuses", rows)


def _joined(dataset: Bonuses) -> Iterator[Bonus]:
    """The bonuses whose parts these are: as their packet has them, else put together anew."""
    parts: dict[str, list[Example]] = {}
    for example in dataset:
        parts.setdefault(dict(example.groups).get("bonus", example.id), []).append(example)
    for id, every in parts.items():
        first = every[0].query
        assert isinstance(first, BonusPart), "a part of a bonus"
        made = tuple(Part(one.query.text, write_answer_line(one.gold), one.gold) for one in every)
        yield dataset.bonuses.get(id) or Bonus(id, first.leadin, made)


def _worths_note(bonuses: Sequence[Bonus]) -> tuple[str, ...]:
    others = sum(any(worth != WORTH for worth in bonus.worths) for bonus in bonuses)
    verb = "bonus has parts" if others == 1 else "bonuses have parts"
    return (
        (f"{others:,} {verb} that are not worth {WORTH} points each; here each part counts {WORTH}",) if others else ()
    )


def _parts_note(bonuses: Sequence[Bonus]) -> tuple[str, ...]:
    others = sum(len(bonus.parts) != PARTS for bonus in bonuses)
    verb = "bonus has" if others == 1 else "bonuses have"
    told = f"{others:,} {verb} more or fewer than {PARTS} parts: their parts count, their points stand in no mean"
    return (told,) if others else ()


def _example(line: Line) -> Example:
    text, leadin = line.value("text", str), line.text("leadin") or ""
    earlier = line.values.get("earlier") or []
    if not isinstance(earlier, list) or not all(isinstance(one, str) for one in earlier):
        raise line.bad("'earlier' is not a list of texts. Correct it")
    if not text.strip():
        raise line.bad("'text' is empty. Write the part there, or take it out")
    try:
        gold = read_answer_line(line.value("answer", str))
        groups = read_groups(line.values)
    except BadData as error:
        raise error if str(error).startswith("line ") else line.bad(str(error)) from None
    return Example(line.id(), BonusPart(text, leadin, tuple(earlier)), gold, groups)


def _check_ids(found: Sequence[tuple[Line, Example]]) -> None:
    first: dict[str, int] = {}
    for line, example in found:
        if (before := first.setdefault(example.id, line.number)) != line.number:
            raise BadData(f"the id {example.id!r} stands on lines {before} and {line.number}. Make ids unique.")


def _instance(line: Line, example: Example, known: Mapping[str, Example]) -> Instance:
    id = line.id("original_id")
    original = known.get(id) or Example(id, BonusPart(""), Gold(()))
    before, after = original.query.text, example.query.text
    edits = (Edit("part", 0, len(before), after),) if before and before != after else ()
    return Instance(example.id, original, Perturbation(id, example.query, example.gold, edits))


def _row(example: Example) -> dict[str, object]:
    query = example.query
    assert isinstance(query, BonusPart), "a part of a bonus"
    row = {"id": plain_id(example.id), "text": query.text, "leadin": query.leadin, "earlier": list(query.earlier)}
    return {**row, "answer": write_answer_line(example.gold), **written_groups(example)}


def _variant_row(one: Instance) -> dict[str, object]:
    changed = replace(one.example, id=one.id, query=one.perturbation.query, gold=one.perturbation.gold)
    return {**_row(changed), "original_id": plain_id(one.example.id)}
