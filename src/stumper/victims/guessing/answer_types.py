"""What kind of thing a question asks for: an author, an element, a battle; by a linear model of the words read."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import AGAIN, read_arrays
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData
from stumper.retrieval import fulltext

VERSION = 1  # of how they are learned
MOST_WORDS = 20_000
LEAST_OF_WORD = 2  # questions that have a word
EPOCHS = 4
RATE = 0.15
_STORED = np.float16  # the weights, and all that they are learned to
OTHER = ""  # the type of what is asked for in no such word

# The words by which questions ask for an answer ("this German novelist"), a type a row.
_TYPES = """
    writer: author writer novelist poet playwright dramatist essayist
    work: novel play poem book essay story work collection epic drama novella tragedy comedy text treatise series
    composer: composer musician singer pianist band songwriter
    music: symphony opera piece ballet suite concerto song album sonata aria oratorio
    artist: artist painter sculptor photographer architect
    art: painting sculpture artwork statue building structure fresco altarpiece photograph church museum
    film: film movie show game
    director: director filmmaker actor actress
    country: country nation kingdom republic
    state: state province region territory colony
    city: city capital town
    water: river lake sea ocean strait bay
    land: island mountain desert range peninsula park continent archipelago
    battle: battle siege engagement
    war: war conflict rebellion revolt uprising revolution crusade
    event: event incident massacre scandal disaster election trial speech period crisis festival holiday
    person: man woman person individual figure leader politician
    ruler: ruler king queen emperor monarch dynasty pope sultan empress pharaoh
    president: president statesman minister chancellor governor senator secretary
    commander: general commander explorer admiral conqueror
    scientist: scientist physicist chemist mathematician biologist astronomer inventor
    thinker: philosopher thinker economist psychologist sociologist theorist anthropologist
    deity: god goddess deity divinity
    character: character hero protagonist heroine
    element: element metal gas
    compound: compound molecule substance chemical drug acid mineral material functional protein enzyme hormone
    particle: particle particles quasiparticle
    quantity: quantity value property constant number unit ratio
    law: law equation theorem principle effect rule
    theory: theory concept idea model field discipline theories
    process: process reaction phenomenon procedure method technique algorithm mechanism
    body: organ cells cell tissue organelle gland bone muscle
    organism: organism animal animals plant species bacterium virus phylum creature bird tree
    disease: disease condition disorder syndrome
    object: object objects device instrument weapon item tool star planet bodies
    language: language
    religion: religion faith sect church denomination
    movement: movement style ideology school genre philosophy
    people: people group tribe civilization ethnic family
    empire: empire caliphate sultanate
    document: treaty document agreement act amendment case constitution
    organization: organization party company agency institution university team
    food: food dish drink crop
    sport: sport
"""
_TYPE_OF = {word: row.partition(":")[0].strip() for row in _TYPES.split("\n") for word in row.partition(":")[2].split()}
_ASKED = re.compile(rf"\b(?:this|these)\s+(?:[\w’'-]+\s+){{0,2}}?({'|'.join(_TYPE_OF)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AnswerTypes:
    """The types of answers, and how likely each is by the words of a question: softmax of ``weights`` summed."""

    names: tuple[str, ...]
    of_answer: Mapping[str, int]
    words: Mapping[str, int]
    weights: NDArray[np.float32]  # [words, names]

    def likely(self, text: str) -> NDArray[np.float64]:
        """The logarithm of each type's probability."""
        return _log_shares(self.weights[_rows(text, self.words)].astype(np.float64))

    def of(self, answer: str) -> int:
        """The number of an answer's type."""
        return self.of_answer.get(answer, self.names.index(OTHER))


def types_of_answers(questions: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The type of each answer of (text, answer): as which its questions ask for it most often."""
    asked: dict[str, Counter[str]] = {}
    for text, answer in questions:
        asked.setdefault(answer, Counter()).update(_asked(text))
    return {
        answer: min(counts, key=lambda name: (-counts[name], name), default=OTHER) for answer, counts in asked.items()
    }


def learned_types(questions: Sequence[tuple[str, str]], rng: Random) -> AnswerTypes:
    """The types of the answers, and a logistic regression from words to them, fitted to beginnings of the questions."""
    types = types_of_answers(questions)
    names = tuple(sorted({OTHER, *types.values()}))
    of_answer = {answer: names.index(name) for answer, name in types.items()}
    counts = Counter(word for text, _ in questions for word in _words(text))
    words = {word: n for n, (word, many) in enumerate(counts.most_common(MOST_WORDS)) if many >= LEAST_OF_WORD}
    weights = np.zeros((len(words), len(names)), np.float32)
    for epoch in range(EPOCHS):
        for text, answer in rng.sample(questions, len(questions)):
            beginning = text[: rng.randint(min(len(text), 60), len(text))]
            rows = _rows(beginning, words)
            chances = np.exp(_log_shares(weights[rows].astype(np.float64)))
            chances[of_answer[answer]] -= 1
            weights[rows] -= (RATE / (1 + epoch) / max(1, len(rows)) ** 0.5 * chances).astype(np.float32)
    return AnswerTypes(names, of_answer, words, weights.astype(_STORED).astype(np.float32))


def write_types(path: Path, types: AnswerTypes) -> None:
    """They stand in a file, from which ``read_types`` reads them."""
    packed = io.BytesIO()
    np.savez_compressed(
        packed,
        names=np.array(types.names),
        answers=np.array(list(types.of_answer)),
        of_answer=np.array(list(types.of_answer.values()), np.int16),
        words=np.array(list(types.words)),
        weights=types.weights.astype(_STORED),
    )
    write_bytes(path, packed.getvalue())


def read_types(path: Path) -> AnswerTypes:
    """What ``write_types`` wrote; BadData where the file holds something else."""
    found = read_arrays(path, {"names": "U1", "answers": "U1", "of_answer": "iu1", "words": "U1", "weights": "f2"})
    names, weights = tuple(found["names"].tolist()), found["weights"].astype(np.float32)
    words = {word: n for n, word in enumerate(found["words"].tolist())}
    of_answer = dict(zip(found["answers"].tolist(), found["of_answer"].tolist(), strict=False))
    sizes = (len(found["words"]), len(names)), len(found["answers"])
    if (weights.shape, len(found["of_answer"])) != sizes or not all(0 <= of < len(names) for of in of_answer.values()):
        raise BadData(f"{path}: its arrays do not fit each other. {AGAIN}")
    return AnswerTypes(names, of_answer, words, weights)


def _rows(text: str, words: Mapping[str, int]) -> list[int]:
    return [words[word] for word in dict.fromkeys(_words(text)) if word in words]


def _words(text: str) -> list[str]:
    """The stems of the text, and the words by which it says what is asked for."""
    return [*dict.fromkeys([*fulltext.terms(text), *(f"this {word}" for word in _asked(text))])]


def _asked(text: str) -> list[str]:
    return [_TYPE_OF[match[1].lower()] for match in _ASKED.finditer(text)]


def _log_shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    worth: NDArray[np.float64] = weights.sum(axis=0) / max(1, len(weights)) ** 0.5
    worth -= worth.max()
    return worth - np.log(np.exp(worth).sum())
