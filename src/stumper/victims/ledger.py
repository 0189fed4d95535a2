"""What a victim was trained and tuned on: hashes of examples, by which one of them is known again and none can be read.

An example was seen if its text was, or if its id was and most of what is told of its words holds: two sets may count
their claims from 1.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import read_arrays
from stumper.datasets.documents import json_value
from stumper.errors import BadData, BadOutput
from stumper.identity import file_fingerprint
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Example, Query

ENDING = ".ledger"
VERSION = 1  # of all that decides the hashes
WORDS = 4  # of a text that are told of beside its id
LONG = 5  # letters of such a word: shorter ones are mostly those of any text

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Sorted hashes: of texts, and of ids within each of the ``sources``, with the words of each id's text beside it.

    ``words`` has a row of ``WORDS`` short hashes an id, 0 where its text has no more.
    """

    sources: tuple[str, ...]
    texts: Hashes
    ids: Hashes
    words: NDArray[np.uint16]

    def has_seen(self, example: Example) -> bool:
        """Whether its text was among what this is a ledger of, or its id or that of its original was."""
        said = text_hash(example.query)
        if said is not None and len(_places(self.texts, said)):
            return True
        ids = (_id_hash(source, id) for source in self.sources for id in _ids(example.id))
        return any(self._is_like(place, example.query.text) for id in ids for place in _places(self.ids, id))

    def _is_like(self, place: int, text: str) -> bool:
        """Whether a text has more than half of what is told of the words of the one that had this id."""
        told = {int(word) for word in self.words[place] if word}
        return len(told & _word_hashes(text)) * 2 > len(told)


def ledger(by_source: Mapping[str, Iterable[Example]], without_ids: Iterable[Query] = ()) -> Ledger:
    """The ledger of the examples of each source, by its name, and of texts that have no ids."""
    texts = {text_hash(query) for query in without_ids}
    ids: dict[int, list[int]] = {}
    for source, examples in by_source.items():
        for example in examples:
            texts.add(text_hash(example.query))
            told = sorted(_word_hashes(example.query.text))[:WORDS]
            ids[_id_hash(source, example.id)] = told + [0] * (WORDS - len(told))
    ordered = sorted(ids)
    return Ledger(
        tuple(by_source),
        np.array(sorted(text for text in texts if text is not None), np.uint64),
        np.array(ordered, np.uint64),
        np.array([ids[id] for id in ordered], np.uint16).reshape(-1, WORDS),
    )


NOTHING = ledger({})


def joined(*ledgers: Ledger) -> Ledger:
    """One that has seen what any of these has; what several have stands in it once."""
    ids = np.concatenate([one.ids for one in ledgers])
    words = np.concatenate([one.words for one in ledgers])
    _, firsts = np.unique(np.column_stack([ids, words]), axis=0, return_index=True)
    order = firsts[np.lexsort((firsts, ids[firsts]))]
    return Ledger(
        tuple(dict.fromkeys(source for one in ledgers for source in one.sources)),
        np.unique(np.concatenate([one.texts for one in ledgers])),
        ids[order],
        words[order],
    )


def write(weights: Path, found: Ledger) -> None:
    """The ledger stands beside a file of weights, under their name; the same bytes for the same examples."""
    path = weights.with_suffix(ENDING)
    about = json.dumps({"format": "stumper ledger", "version": VERSION, "sources": found.sources})
    try:
        with path.open("wb") as file:
            np.savez(file, about=np.array(about), texts=found.texts, ids=found.ids, words=found.words)
    except OSError as error:
        raise BadOutput(f"{path} cannot be written: {error.strerror}. Name another folder.") from error


def beside(weights: Path) -> Ledger:
    """The ledger beside a file of weights, under their name; one of nothing where there is none."""
    path = weights.with_suffix(ENDING)
    try:
        found = path.stat()
    except OSError:
        return NOTHING
    return _read(path, found.st_mtime_ns, found.st_size)


def fingerprint(weights: Path) -> str:
    """Of the ledger beside a file of weights: rows that say what was seen are of no other one. Empty without any."""
    path = weights.with_suffix(ENDING)
    return file_fingerprint(path) if path.is_file() else ""


def normalised(text: str) -> str:
    """The words of a text in one spelling: NFKC, no capitals, nothing but letters and digits, articles kept."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())))


_WORD = re.compile(r"[^\W_]+")


def text_hash(query: Query) -> int | None:
    """The hash of what is asked: of a question together with its paragraph; None where there is no word.

    The evidence of a claim does not count. Of other queries than questions, claims and tossups no text is known.
    """
    match query:
        case Question(text, context):
            return _hash("question", normalised(text), normalised(context.text)) if normalised(text) else None
        case Claim(text):
            kind = "claim"
        case Tossup(text):
            kind = "tossup"
        case _:
            return None
    said = normalised(text)
    return _hash(kind, said) if said else None


_AGAIN = (
    "Write it again with training/ledger.py, or take it away: then nothing is known of what the weights were trained "
    "on."
)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int, size: int) -> Ledger:
    file = read_arrays(path, {"about": "U0", "texts": "u1", "ids": "u1", "words": "u2"}, _AGAIN)
    match json_value(str(file["about"])):
        case {"version": version, "sources": [*sources]} if version == VERSION and all(
            isinstance(s, str) for s in sources
        ):
            if file["words"].shape == (len(file["ids"]), WORDS):
                return Ledger(tuple(sources), file["texts"], file["ids"], file["words"])
    raise BadData(f"{path} is no ledger of version {VERSION}. {_AGAIN}")


def _ids(id: str) -> Iterator[str]:
    """The id, and all that it may continue after a ``-`` as that of a variant."""
    yield id
    for found in re.finditer("-", id):
        if found.start():
            yield id[: found.start()]


def _word_hashes(text: str) -> set[int]:
    """Short hashes of the distinct long words."""
    long = {word for word in normalised(text).split() if len(word) >= LONG}
    return {_hash("word", word) % 65_535 + 1 for word in long}


def _id_hash(source: str, id: str) -> int:
    return _hash("id", source, id)


def _hash(*parts: str) -> int:
    return int.from_bytes(blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _places(hashes: Hashes, one: int) -> range:
    """Where the hash stands: nowhere, or in as many places as it was joined from."""
    first, last = (int(np.searchsorted(hashes, np.uint64(one), side)) for side in ("left", "right"))  # type: ignore[call-overload]
    return range(first, last)
