"""A case: by its number, which file is changed how, and which command meets it."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from mutations.bytes_of import BYTES, RARE
from mutations.deep_changes import of_arrays, of_store
from mutations.odd_places import PLACES
from mutations.subjects import SUBJECTS, Subject

ODD_PLACE, ONLY_BYTES, BOMB = 0.05, 0.4, 0.002  # shares of the cases


@dataclass(frozen=True, slots=True)
class Case:
    """A changed file under ``path`` and the command that meets it; ``change`` says in words what was done."""

    number: int
    kind: str
    change: str
    path: str
    arguments: tuple[str, ...]


def case(number: int, seed: int, folder: Path, subjects: Sequence[Subject] = SUBJECTS) -> Case:
    """The case of this number; its changed file stands in a folder of its own within the folder of good ones."""
    rng = Random(f"{seed}/{number}")
    subject = rng.choices(subjects, [subject.weight for subject in subjects])[0]
    own = f"c{number}"
    (folder / own).mkdir()
    path = Path(own) / Path(subject.file).name if not subject.folder else _beside(subject, folder, own)
    change = _changed(subject, folder, folder / path, rng)
    named = f"{own}/{subject.folder}" if subject.folder else str(path)
    arguments = tuple(part.replace("PATH", named).replace("OUT", f"{own}/out") for part in rng.choice(subject.commands))
    return Case(number, subject.kind, change, str(path), arguments)


def _beside(subject: Subject, folder: Path, own: str) -> Path:
    """The place of the changed file in a copy of its folder; what is not changed is linked to."""
    good, copy = folder / subject.folder, folder / own / subject.folder
    shutil.copytree(good, copy, copy_function=os.link)
    path = folder / own / subject.file
    path.unlink()
    return path.relative_to(folder)


def _changed(subject: Subject, folder: Path, path: Path, rng: Random) -> str:
    good = folder / subject.file
    if rng.random() < ODD_PLACE:
        name = rng.choice(list(PLACES))
        PLACES[name](path, rng)
        return name
    if subject.kind == "store" and rng.random() >= ONLY_BYTES:
        return of_store(good, path, rng)
    if good.suffix == ".npz" and rng.random() >= ONLY_BYTES:
        path.write_bytes(of_arrays(good.read_bytes(), rng))
        return "arrays"
    if subject.change is not None and rng.random() >= ONLY_BYTES:
        text = subject.change(good.read_text(encoding="utf-8"), rng)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return "values"
    changes = RARE if rng.random() < BOMB / ONLY_BYTES else BYTES
    name = rng.choice(list(changes))
    path.write_bytes(changes[name](good.read_bytes(), rng))
    return name
