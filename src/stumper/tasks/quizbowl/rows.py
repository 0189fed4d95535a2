"""Rows of tossups: what the columns are called, and what is no tossup."""

from collections.abc import Sequence
from itertools import islice
from statistics import median

from stumper.datasets.cells import text_of, texts_of
from stumper.errors import BadData
from stumper.formats import Column, FromRows, Row, Rows, Unusable
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_text import read_tossup_text, sentence_bounds
from stumper.types import Answer, Example

COLUMNS = (
    Column("tossup", (("tossup", "tossup_text"), ("question", "question_sanitized", "text")),
           is_needed=True, is_telling=True),
    Column("answer", (("answer_raw", "answer_line", "answerline"), ("answer", "answer_sanitized"), ("page",)),
           is_needed=True),
)  # fmt: skip
LEAST_SENTENCES = 2  # of a tossup, which becomes easier as it goes on
LOOKED_AT = 1000  # rows, by which it is told whether they are tossups


def read(rows: Sequence[Row]) -> FromRows:
    """The tossups of these rows, their texts cleaned as those of packets are."""
    made = [_example(row) for row in rows]
    return FromRows(
        tuple(one for one in made if isinstance(one, Example)), tuple(one for one in made if isinstance(one, Unusable))
    )


def objects(rows: Sequence[Row]) -> str | None:
    """Questions of one sentence each are none that become easier as they go on."""
    texts = [text for row in islice(rows, LOOKED_AT) if (text := text_of(row.value("tossup")))]
    if texts and median(len(sentence_bounds(text)) for text in texts) >= LEAST_SENTENCES:
        return None
    return "it has questions and answers alone, of one sentence each, which are no tossups"


def written(example: Example, evidence: str = "") -> dict[str, object]:
    """The row that reads back as this tossup."""
    return {"id": example.id, "tossup": example.query.text, "answer": write_answer_line(example.gold)}


ROWS = Rows(COLUMNS, read, written, native="qanta", objects=objects)


def _example(row: Row) -> Example | Unusable:
    text, lines = text_of(row.value("tossup")), texts_of(row.value("answer"))
    if text is None or not lines:
        return Unusable(row.number, "there is no text" if text is None else "there is no answer")
    try:
        tossup = read_tossup_text(text).text
        gold = read_answer_line(lines[0])
    except BadData as error:
        return Unusable(row.number, "it is no tossup", str(error))
    known = {answer.text for answer in gold.answers}
    further = tuple(Answer(line) for line in lines[1:] if line not in known)
    gold = gold if not further else type(gold)((*gold.answers, *further), prompts=gold.prompts, rejects=gold.rejects)
    return Example(row.id or "", Tossup(tossup), gold, row.groups)
