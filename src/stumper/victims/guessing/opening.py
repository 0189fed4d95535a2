"""What a guesser's argument names: tossups that ship, a file of others, or a folder; and what is learned from them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Literal

import numpy as np

from stumper.datasets.documents import json_object
from stumper.datasets.page_dumps import dump_files, dump_size
from stumper.datasets.wiki_pages import Page, read_pages
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint, folder_fingerprint
from stumper.retrieval import Index, is_index
from stumper.retrieval.clues import VERSION as CLUES_VERSION
from stumper.retrieval.clues import About, Clues
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example
from stumper.victims import ledger
from stumper.victims.address import Address, address
from stumper.victims.guessing.answer_types import VERSION as TYPES_VERSION
from stumper.victims.guessing.answer_types import AnswerTypes, learned_types, read_types, write_types
from stumper.victims.guessing.choosing import Floats
from stumper.victims.guessing.guesser import USED, VERSION, Guesser, Parts
from stumper.victims.guessing.kept import kept
from stumper.victims.guessing.neural import Dan, dan
from stumper.victims.ledger import Ledger

Kind = Literal["ir", "ensemble"]
ABOUT, CLUES, TYPES, NETWORK = "guesser.json", "clues", "types.npz", "dan"  # in a folder
SEED = 1  # of the order in which types are learned
QUESTIONS_VERSION = 1  # of everything between a file and its questions under the names of their answers
LEAST_KEPT = 1_000_000  # bytes of files of which an index is kept: what is smaller is read in about a second
_AGAIN = "Write the folder again with training/guessing.py."


@dataclass(frozen=True, slots=True)
class Source:
    """The clues of texts, the types of their answers, and the folder of weights.

    ``network`` is the argument of a dan that knows the same texts, "" being the one that ships; None: there is none.
    ``learned`` are the questions that the texts come from, and the weights of a folder.
    """

    fingerprint: str
    fitted: Path
    index: Callable[[], Clues]
    types: Callable[[], AnswerTypes]
    learned: Callable[[], Ledger]
    network: str | None = None


def ir(argument: str, examples: Sequence[Example]) -> Guesser:
    """BM25 over the bundled tossups, or over those of a file or folder; ``#pages=FILE`` adds the texts of pages."""
    return guesser("ir", argument)


def ensemble(argument: str, examples: Sequence[Example]) -> Guesser:
    """All that there is for the bundled tossups, or for those of a file or of a folder that was fitted."""
    return guesser("ensemble", argument)


def guesser(kind: Kind, argument: str) -> Guesser:
    """The guesser that the argument names; BadOption or BadData where there is none."""
    place = address(kind, argument)
    if unknown := set(place.options) - {"pages"}:
        raise BadOption(f"'{kind}:{argument}' has no option {min(unknown)!r}: it has 'pages'.")
    source = _with_pages(_source(kind, place), place)
    network = _network(source) if kind == "ensemble" else None
    name = "network" if network else kind
    seen = [ledger.fingerprint(folder / ABOUT) for folder in (source.fitted, shipped())]
    print_ = content_id(VERSION, kind, source.fingerprint, name, network.fingerprint if network else None, seen)

    def opened() -> Parts:
        types = source.types() if kind == "ensemble" else None
        return Parts(source.index(), read_weights(source.fitted / ABOUT, name), types, network)

    def learned() -> Ledger:
        of_network = ledger.beside(network.fitted.graph) if network else ledger.NOTHING
        return ledger.joined(source.learned(), _learned_by(shipped())(), of_network)

    return Guesser(print_, opened, learned, f"{kind}:{argument}")


def read_weights(path: Path, name: str) -> Floats:
    """The weights of this name in a folder's ``guesser.json``; BadData where they are missing."""
    try:
        weights = np.array(_weights(path)[name], np.float64)
        if len(weights) != USED[name]:
            raise ValueError("they are of other features")
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadData(f"{path} has no weights {name!r} ({error}). {_AGAIN}") from error
    return weights


def shipped() -> Path:
    """The folder of what was fitted to the bundled tossups."""
    with as_file(files("stumper.victims.guessing") / "shipped") as folder:
        return folder


def _weights(path: Path) -> Mapping[str, Sequence[float]]:
    found = json_object(path).get("weights")
    if not isinstance(found, dict):
        raise BadData(f"{path} is no description of a guesser: it has no 'weights'. {_AGAIN}")
    return found


def _source(kind: Kind, place: Address) -> Source:
    if not place.place:
        return Source(_bundled_fingerprint(), shipped(), _bundled, _bundled_types, _learned_by(shipped()), network="")
    path = Path(place.place)
    if (path / ABOUT).is_file():
        return Source(
            folder_fingerprint(path),
            path,
            lambda: Clues.open(path / CLUES),
            lambda: read_types(path / TYPES),
            _learned_by(path),
            str(path / NETWORK),
        )
    if path.is_dir() or not path.exists():
        what = f"{path} holds no guesser" if path.is_dir() else f"There is no {place.place!r}"
        raise BadOption(
            f"{what}. After '{kind}:' comes a file of tossups, or a folder that training/guessing.py wrote."
        )
    dataset = cache(lambda: quizbowl.read(path))
    abouts = cache(lambda: past_questions([dataset()]))
    content, size = content_id(QUESTIONS_VERSION, file_fingerprint(path)), path.stat().st_size
    return Source(
        content_id(CLUES_VERSION, content, file_fingerprint(shipped() / ABOUT)),
        shipped(),
        lambda: _clues(content, size, abouts),
        lambda: _kept_types(content, size, abouts),
        lambda: ledger.ledger({path.name: dataset()}),
    )


def _learned_by(folder: Path) -> Callable[[], Ledger]:
    """What the weights in a folder were fitted to; of those that ship, also what their features were chosen by."""
    return lambda: ledger.beside(folder / ABOUT)


def _with_pages(source: Source, place: Address) -> Source:
    """The source with the texts of pages beside its own."""
    if not (named := place.options.get("pages")):
        return source
    pages = Path(named)
    if not pages.exists():
        raise BadData(
            f"There is no file or folder {named}. Name pages in the format of FEVER's Wikipedia dump, or the folder of "
            "an index."
        )
    if is_index(pages):
        index = Index.open(pages)
        read, content, size = index.read, content_id(source.fingerprint, index.fingerprint), LEAST_KEPT
    else:
        found = dump_files(pages)
        content = content_id(source.fingerprint, [file_fingerprint(file) for file in found])
        read, size = partial(read_pages, pages), dump_size(pages)

    def texts() -> Iterator[About]:
        clues = source.index()
        yield from clues.about()
        yield from about_pages(read(), clues.answers)

    return replace(source, fingerprint=content, index=lambda: _clues(content, size, texts))


def _clues(content: str, size: int, texts: Callable[[], Iterable[About]]) -> Clues:
    """The clues of texts that come from files of so many bytes; kept, where that saves time."""
    found = None
    if size >= LEAST_KEPT:
        name = content_id("clues", CLUES_VERSION, content)
        found = kept(
            name, lambda folder: Clues.build(texts(), folder / CLUES), lambda folder: Clues.open(folder / CLUES)
        )
    return found or Clues.build(texts())


def _kept_types(content: str, size: int, texts: Callable[[], Sequence[About]]) -> AnswerTypes:
    found = None
    if size >= LEAST_KEPT:
        name = content_id("types", TYPES_VERSION, content)
        found = kept(
            name, lambda folder: write_types(folder / TYPES, _types(texts())), lambda folder: read_types(folder / TYPES)
        )
    return found or _types(texts())


@cache
def _bundled() -> Clues:
    return Clues.build(past_questions([quizbowl.bundled("guesstrain")]))


@cache
def _bundled_types() -> AnswerTypes:
    return _types(past_questions([quizbowl.bundled("guesstrain")]))


@cache
def _bundled_fingerprint() -> str:
    with as_file(files("stumper.datasets") / "bundled" / "quizbowl.json") as path:
        return content_id(CLUES_VERSION, file_fingerprint(path), file_fingerprint(shipped() / ABOUT))


def _types(texts: Sequence[About]) -> AnswerTypes:
    return learned_types([(about.text, about.answer) for about in texts], Random(SEED))


def _network(source: Source) -> Dan | None:
    """The network that was weighed in when the weights were fitted; None where none was."""
    if source.network is None or "network" not in _weights(source.fitted / ABOUT):
        return None
    return dan(source.network, ())


def past_questions(datasets: Sequence[Quizbowl]) -> list[About]:
    """The questions of the data sets, in order, each about its answer's class; an id that occurs again is left out."""
    classes = answer_classes(datasets)
    found: dict[str, About] = {}
    for dataset in datasets:
        for example in dataset:
            assert isinstance(example.query, Tossup)
            found.setdefault(example.id, About(example.id, classes[example.id], example.query.text))
    return list(found.values())


def about_pages(pages: Iterable[Page], answers: Sequence[str]) -> Iterator[About]:
    """The pages as texts about the answers that their titles are, or about their titles."""
    named = {answer.casefold(): answer for answer in answers}
    for page in pages:
        bare = page.title.partition(" (")[0]
        yield About(f"page:{page.id}", named.get(page.title.casefold()) or named.get(bare.casefold(), bare), page.text)
