"""Raw sentences in files, as ``stumper attack --adversary add-sent --set raw=FILE.jsonl`` writes them."""

from dataclasses import dataclass
from pathlib import Path

from stumper.datasets.json_lines import Line, read_lines
from stumper.errors import BadData


@dataclass(frozen=True, slots=True)
class RawSentence:
    """A sentence to be mended, by the line that it stands on and the question that it was made of."""

    line: int
    id: str
    original_id: str
    question: str
    answers: tuple[str, ...]
    sentence: str
    fake_answer: str


def read_raw_sentences(path: Path) -> tuple[RawSentence, ...]:
    """All of a file, in order; BadData names the file, the line and what is wrong there."""
    try:
        return tuple([_raw_sentence(line) for line in read_lines(path)])
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from None


def _raw_sentence(line: Line) -> RawSentence:
    original, mark, _ = (id := line.id()).rpartition("-raw")
    if not mark:
        raise line.bad(f"{id!r} is no raw sentence's id, which ends in -raw and a number. Name a file that "
                       "'stumper attack --adversary add-sent --set raw=FILE.jsonl' wrote")  # fmt: skip
    answers = line.value("answers", list)
    if not all(isinstance(answer, str) for answer in answers):
        raise line.bad("'answers' is no list of texts. Correct it")
    return RawSentence(
        line.number, id, original, line.value("question", str), tuple(answers), line.value("sentence", str),
        line.value("fake_answer", str),
    )  # fmt: skip
