"""Tossups: files of any of their formats read, the bundled set, and QANTA's JSON (Rodriguez et al. 2019) written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets.documents import collector_paused, read_start
from stumper.datasets.kinds import DATA_SET, check_kind
from stumper.errors import BadData, BadOption
from stumper.formats import Skipped
from stumper.identity import content_id, file_fingerprint
from stumper.listening import NO_DETAILS, Details
from stumper.tasks.quizbowl import event_packets, packet_documents, packets, qanta
from stumper.tasks.quizbowl.details import Read
from stumper.tasks.quizbowl.guesses import write_guesses as write_guesses
from stumper.tasks.quizbowl.media import media_note
from stumper.types import Example, Instance, Making


@dataclass(frozen=True, slots=True)
class Quizbowl:
    """Tossups in memory; ``fingerprint`` is of the file's bytes.

    ``details`` holds what is known of each by its id. ``instances`` are the variants of an adversarial set with their
    originals; they are examples as well, and so are ``orphans``, of whose originals the file has the id alone: there
    the original has no text. ``skipped`` says which questions of the file could not be used, and why.
    ``made`` is who made the variants in it, where the file says so; ``notes`` are what a user should know of it.
    """

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    details: Mapping[str, Details] = field(default_factory=dict)
    instances: tuple[Instance, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    made: Making | None = None
    orphans: tuple[Instance, ...] = ()
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


def read(path: Path, strict: bool = False) -> Quizbowl:
    """The tossups of a file of any format, compressed or not; BadData names the file, the place and what is wrong.

    Of a packet, questions that cannot be used are skipped unless it is ``strict``; it is an error where none can.
    """
    with collector_paused():
        try:
            check_kind(path, DATA_SET)
            found = _checked(_reader(read_start(path))(path), strict)
            every = qanta.instances(found.tossups)
        except BadData as error:
            raise error if str(path) in str(error) else BadData(f"{path}: {error}") from None
    examples = tuple([tossup.example for tossup in found.tossups])
    details = {tossup.example.id: tossup.details for tossup in found.tossups}
    instances = tuple([one for one in every if one.example.query.text])
    orphans = tuple([one for one in every if not one.example.query.text])
    own = name_of(path), file_fingerprint(path)
    media = [path for one in found.tossups for path in one.details.media]
    notes = (*media_note(path.parent, media), *found.notes)
    return Quizbowl(*own, examples, details, instances, found.skipped, found.made, orphans, notes)


def bundled(fold: str = "") -> Quizbowl:
    """The tossups that ship with the package: those to evaluate on (guessdev), those of another fold, or ``all``."""
    dataset = _shipped()
    if fold == "all":
        return replace(dataset, name="quizbowl:all")
    return of_fold(dataset, fold or "guessdev")


@cache
def _shipped() -> Quizbowl:
    """All tossups of the package, read once: it takes a fifth of a second."""
    with as_file(files("stumper.datasets") / "bundled" / "quizbowl.json") as path:
        return replace(read(path), name="quizbowl")


def of_fold(dataset: Quizbowl, fold: str) -> Quizbowl:
    """Its tossups of one fold; BadOption where it has none."""
    examples = tuple([example for example in dataset if dataset.details[example.id].fold == fold])
    if not examples:
        folds = [*dict.fromkeys(details.fold for details in dataset.details.values() if details.fold), "all"]
        raise BadOption(f"The data set {dataset.name!r} has no fold {fold!r}. Name one of {', '.join(folds)}.")
    name = dataset.name if fold == "guessdev" else f"{dataset.name}:{fold}"
    kept = {example.id: dataset.details[example.id] for example in examples}
    instances = tuple([instance for instance in dataset.instances if instance.id in kept])
    return Quizbowl(name, content_id("fold", dataset.fingerprint, fold), examples, kept, instances)


def write(path: Path, dataset: Quizbowl) -> str:
    """The file reads back as these tossups, in QANTA's JSON; its fingerprint. BadOutput where it cannot be written."""
    of_variant = {instance.id: instance for instance in dataset.instances}
    return qanta.write(
        path, [(example, _details(dataset, example.id), of_variant.get(example.id)) for example in dataset]
    )


def write_event_packet(path: Path, dataset: Quizbowl) -> str:
    """The file holds the tossups by token, as QANTA's packets since 2025; its fingerprint."""
    return event_packets.write_tossups(path, [(example, _details(dataset, example.id)) for example in dataset])


def write_packet(path: Path, dataset: Quizbowl, of_qbreader: bool) -> str:
    """The file holds the tossups as one packet of qbreader or MODAQ; its fingerprint."""
    rows = [packet_documents.tossup_row(one, _details(dataset, one.id), of_qbreader) for one in dataset]
    return packet_documents.write(path, "tossups", rows)


def write_adversarial(path: Path, dataset: Quizbowl, instances: Sequence[Instance]) -> str:
    """The file holds the tossups, and behind each its variants under their own ids with the ``original_id``; its
    fingerprint."""
    variants: dict[str, list[Instance]] = {}
    for instance in instances:
        variants.setdefault(instance.example.id, []).append(instance)
    originals = {example.id: example for example in dataset if example.id not in {i.id for i in dataset.instances}}
    originals |= {instance.example.id: instance.example for instance in instances}
    rows: list[tuple[Example, Details, Instance | None]] = []
    for example in originals.values():
        details = _details(dataset, example.id)
        rows.append((example, details, None))
        for variant in variants.get(example.id, []):
            changed = Example(variant.id, variant.perturbation.query, variant.perturbation.gold)
            own = dataset.details.get(variant.id, details)
            power = own.power if changed.query == example.query else None
            rows.append((changed, replace(own, power=power, sentences=()), variant))
    return qanta.write(path, rows, dataset.made)


READERS = (
    (event_packets.TOSSUPS, event_packets.read_tossups),
    (packet_documents.marks("tossups", of_qbreader=True), packet_documents.read_tossups),
    (packet_documents.marks("tossups", of_qbreader=False), packet_documents.read_tossups),
    (packets.MARKS, packets.read),
)


def _reader(start: str) -> Callable[[Path], Read]:
    for marks, read_as in READERS:
        if marks.match(start):
            return read_as
    if not qanta.may_be(start) or any(marks.match(start) for marks in BONUSES):
        raise BadData("it holds no tossups. Name a file of QANTA's JSON, a packet of qbreader or MODAQ, or JSON lines "
                      "of a 'question' and an 'answer'.")  # fmt: skip
    return qanta.read


BONUSES = (event_packets.BONUSES, *(packet_documents.marks("bonuses", its) for its in (True, False)))


def _checked(found: Read, strict: bool) -> Read:
    if found.skipped and (strict or not found.tossups):
        raise BadData(f"{found.skipped[0]}")
    if not found.tossups:
        raise BadData("there are no questions in the file. Name one that has some.")
    return found


def _details(dataset: Quizbowl, id: str) -> Details:
    return dataset.details.get(id, NO_DETAILS)


def name_of(path: Path) -> str:
    """What a data set of this file is called."""
    return path.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
