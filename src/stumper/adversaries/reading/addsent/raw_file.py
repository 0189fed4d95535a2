"""Raw sentences in files, a line of JSON each: as they were made, and how people and models have mended them so far."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from stumper.datasets.json_lines import Line, read_lines
from stumper.errors import BadData
from stumper.text import stands_in, tokens

LONGEST_SENTENCE = 600  # characters of a sentence
Kind = Literal["person", "model"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Vote:
    """What one verifier says: good English, and no answer to the question nor against what the paragraph says."""

    grammatical: bool
    compatible: bool

    @property
    def approves(self) -> bool:
        """Whether both hold."""
        return self.grammatical and self.compatible


@dataclass(frozen=True, slots=True)
class Voted:
    """A vote with who gave it: a person's code, or how a model is named."""

    by: str
    kind: Kind
    vote: Vote


@dataclass(frozen=True, slots=True)
class Version:
    """A raw sentence as it was mended, once for all who wrote just this; ``writers`` are their names with their
    kinds."""

    sentence: str
    writers: tuple[tuple[str, Kind], ...]
    votes: tuple[Voted, ...] = ()

    @property
    def approving(self) -> int:
        """How many votes say yes to both."""
        return sum(one.vote.approves for one in self.votes)


@dataclass(frozen=True, slots=True)
class RawSentence:
    """A sentence to be mended, by the line that it stands on and the question that it was made of; ``label`` is the
    rule and the changes that made it, "" where the file does not say."""

    line: int
    id: str
    original_id: str
    question: str
    answers: tuple[str, ...]
    sentence: str
    fake_answer: str
    versions: tuple[Version, ...] = ()
    label: str = ""

    @property
    def written(self) -> int:
        """How many have mended it."""
        return sum(len(version.writers) for version in self.versions)

    def fault_of(self, sentence: str) -> str | None:
        """What is wrong with a mended sentence, for whoever wrote it; None where nothing is.

        A right answer may stand in it only where the raw sentence has it.
        """
        if not sentence:
            return "The sentence is empty. Write it, or leave it to another."
        if len(sentence) > LONGEST_SENTENCE:
            return f"The sentence is too long: {len(sentence)} characters, where {LONGEST_SENTENCE} are allowed."
        said, before = tokens(sentence), tokens(self.sentence)
        if not stands_in(tokens(self.fake_answer), said):
            return f"The sentence must still say “{self.fake_answer}”."
        for answer in self.answers:
            gold = tokens(answer)
            if gold and stands_in(gold, said) and not stands_in(gold, before):
                return f"The sentence must not say “{answer}”, because that is a right answer to the question."
        return None


def read_raw_sentences(path: Path) -> tuple[RawSentence, ...]:
    """All of a file, in order; BadData names the file, the line and what is wrong there."""
    try:
        return tuple([_raw_sentence(line) for line in read_lines(path)])
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from None


def is_continued(before: Iterable[RawSentence], after: Iterable[RawSentence]) -> bool:
    """Whether all that was made of some sentences is among what was made of others."""
    return not _made_of(before) - _made_of(after)


def _made_of(sentences: Iterable[RawSentence]) -> Counter[tuple[object, ...]]:
    found = Counter[tuple[object, ...]]()
    for raw in sentences:
        found[raw.id, raw.sentence] += 1
        for version in raw.versions:
            found.update((raw.id, version.sentence, one) for one in (*version.writers, *version.votes))
    return found


def rows_of(sentences: Iterable[RawSentence]) -> Iterator[Mapping[str, Any]]:
    """The lines that ``read_raw_sentences`` reads, with all that was made of each sentence."""
    for raw in sentences:
        versions = [
            {
                "sentence": version.sentence,
                "writers": [{"by": by, "kind": kind} for by, kind in version.writers],
                "votes": [
                    {"by": one.by, "kind": one.kind, "grammatical": one.vote.grammatical,
                     "compatible": one.vote.compatible}
                    for one in version.votes
                ],
            }
            for version in raw.versions
        ]  # fmt: skip
        yield {"id": raw.id, "question": raw.question, "answers": list(raw.answers), "sentence": raw.sentence,
               "fake_answer": raw.fake_answer, "label": raw.label, "versions": versions}  # fmt: skip


def _raw_sentence(line: Line) -> RawSentence:
    original, mark, _ = (id := line.id()).rpartition("-raw")
    if not mark:
        raise line.bad(f"{id!r} is no raw sentence's id, which ends in -raw and a number. Name a file that "
                       "'stumper attack --adversary add-sent --set raw=FILE.jsonl' wrote")  # fmt: skip
    answers = _texts(line, "answers")
    return RawSentence(
        line.number, id, original, line.value("question", str), answers, line.value("sentence", str),
        line.value("fake_answer", str), tuple(_version(one) for one in _parts(line, "versions")), _label(line),
    )  # fmt: skip


def _label(line: Line) -> str:
    if "rule" not in line.values:
        return line.text("label") or ""
    return f"{line.value('rule', str)}: {', '.join(_texts(line, 'changes'))}"


def _version(part: Line) -> Version:
    writers = [(one.value("by", str), _kind(one)) for one in _parts(part, "writers")]
    votes = [
        Voted(one.value("by", str), _kind(one), Vote(one.value("grammatical", bool), one.value("compatible", bool)))
        for one in _parts(part, "votes")
    ]
    return Version(part.value("sentence", str), tuple(writers), tuple(votes))


def _parts(line: Line, key: str) -> Sequence[Line]:
    """The objects of a list under the key, each with the number of the line; none where there is no such list."""
    values = line.value(key, list) if key in line.values else []
    if not all(isinstance(value, dict) for value in values):
        raise line.bad(f"{key!r} is no list of objects. Correct it")
    return [Line(line.number, value) for value in values]


def _texts(line: Line, key: str) -> tuple[str, ...]:
    values = line.value(key, list)
    if not all(isinstance(value, str) for value in values):
        raise line.bad(f"{key!r} is no list of texts. Correct it")
    return tuple(values)


def _kind(line: Line) -> Kind:
    said = line.value("kind", str)
    for kind in KINDS:
        if said == kind:
            return kind
    raise line.bad(f"'kind' is {said!r}, not {' or '.join(map(repr, KINDS))}. Correct it")
