"""Rows of questions with their contexts: what the columns are called, and where the answers stand."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from stumper.datasets.cells import listed, mapped, text_of, texts_of
from stumper.formats import Column, FromRows, Row, Rows, Unusable
from stumper.shown import shown
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

COLUMNS = (
    Column("question", (("question", "query", "q", "user_input", "user_question", "question_text"),), is_needed=True),
    Column("context", (("context", "passage", "paragraph"),
                       ("contexts", "passages", "paragraphs", "retrieved_contexts", "reference_contexts"),
                       ("text", "document_text", "passage_text")), is_needed=True, is_telling=True),
    # Who keeps what a system has said in the same table calls that "answer", and the right one otherwise.
    Column("answer", (("gold", "gold_answer", "gold_answers", "ground_truth", "ground_truths", "reference",
                       "references", "expected", "expected_answer", "expected_output", "correct_answer"),
                      ("answers", "answer", "answer_text")), is_needed=True),
    Column("title", (("title", "article_title"),)),
    Column("start", (("answer_start", "answer_starts", "start", "answer_offset"),)),
    Column("impossible", (("is_impossible", "impossible", "unanswerable"),)),
)  # fmt: skip
BETWEEN = "\n\n"  # the parts of a context that is a list


def read(rows: Sequence[Row]) -> FromRows:
    """The questions of these rows, each with all places where one of its answers stands in its context.

    An answer that stands nowhere there has no place: it counts by its words.
    """
    examples: list[Example] = []
    left_out: list[Unusable] = []
    met = Counter[str]()
    numbers: dict[str, int] = defaultdict(int)
    passages: dict[tuple[str, str], Passage] = {}
    for row in rows:
        made = _example(row, met, numbers, passages)
        if isinstance(made, Unusable):
            left_out.append(made)
        else:
            examples.append(made)
    return FromRows(tuple(examples), tuple(left_out), tuple(_notes(met)))


def written(example: Example, evidence: str = "") -> dict[str, object]:
    """The row that reads back as this question."""
    question, gold = example.query, example.gold
    assert isinstance(question, Question), "a question"
    starts = [answer.start for answer in gold.answers]
    return {
        "id": example.id,
        **({"title": question.context.title} if question.context.title else {}),
        "question": question.text,
        "context": question.context.text,
        "answers": [answer.text for answer in gold.answers],
        **({"answer_start": starts} if set(starts) - {None} else {}),
    }


ROWS = Rows(COLUMNS, read, written, native="squad")


def _example(
    row: Row, met: Counter[str], numbers: dict[str, int], passages: dict[tuple[str, str], Passage]
) -> Example | Unusable:
    question = text_of(row.value("question"))
    if question is None:
        return Unusable(row.number, _lacking("question", row.value("question")))
    parts = texts_of(row.value("context"))
    if not parts:
        return Unusable(row.number, _lacking("context", row.value("context")))
    met["joined"] += len(parts) > 1
    title, context = text_of(row.value("title")) or "", BETWEEN.join(parts)
    gold = _gold(row, context, met)
    if isinstance(gold, Unusable):
        return gold
    if (title, context) not in passages:
        passages[title, context] = Passage(f"{title}/{numbers[title]}", context, title)
        numbers[title] += 1
    return Example(row.id or "", Question(question, passages[title, context]), gold, row.groups)


def _lacking(role: str, value: object) -> str:
    """Why a cell gives no text: it is empty, or holds JSON's true or false, which might mean yes or no or the word."""
    is_truth = any(isinstance(part, bool) for part in _within(value))
    return f"the {role} is true or false, not a text" if is_truth else f"there is no {role}"


def _gold(row: Row, context: str, met: Counter[str]) -> Gold | Unusable:
    told = row.value("answer")
    given = _told(told, row.value("start"))
    is_impossible = _truth(row.value("impossible"))
    if is_impossible and given:
        return Unusable(row.number, "it is marked as impossible, yet has an answer", shown(given[0].text))
    if is_impossible or (not given and _is_none(told)):
        met["unanswerable"] += 1
        return Gold((), False)
    if not given:
        return Unusable(row.number, _lacking("answer", told), shown(told) if told else "")
    answers = dict.fromkeys(place for answer in given for place in _places(answer, context))
    placed = tuple(answer for answer in answers if answer.start is not None)
    met["elsewhere"] += not placed
    is_placed = row.value("start") is not None  # a row that places its answers means what it leaves without a place
    return Gold((not is_placed and placed) or tuple(answers), None if is_impossible is None else True)


def _told(value: object, start: object) -> list[Answer]:
    """The answers in a cell, with their places where it or another cell has these: texts, objects of SQuAD's, or of
    TriviaQA's."""
    if (found := mapped(value)) is not None:
        if "text" in found:
            return _beside(_parts(found["text"]), _parts(found.get("answer_start")))
        return [
            Answer(text) for text in dict.fromkeys([*texts_of(found.get("value")), *texts_of(found.get("aliases"))])
        ]
    objects = [one for part in _parts(value) if (one := mapped(part)) is not None]
    if objects:
        return _beside([one.get("text") for one in objects], [one.get("answer_start") for one in objects])
    return _beside(_parts(value), _parts(start))


def _beside(texts: Sequence[object], starts: Sequence[object]) -> list[Answer]:
    """Each text with the place beside it, if there is one."""
    places = [int(text) if (text := text_of(one)) and text.isdecimal() else None for one in starts]
    pairs = zip_longest(texts, places[: len(texts)])
    return [Answer(text, place) for one, place in pairs if (text := text_of(one))]


def _parts(value: object) -> Sequence[object]:
    parts = listed(value)
    return [value] if parts is None else parts


def _within(value: object) -> Iterator[object]:
    """The parts of a cell, and what stands in those that are objects."""
    for part in _parts(value):
        if (found := mapped(part)) is None:
            yield part
        else:
            for one in found.values():
                yield from _parts(one)


def _is_none(value: object) -> bool:
    """Whether a cell says that there is no answer, rather than nothing at all: an empty list, SQuAD's empty object."""
    return listed(value) == [] or (isinstance(value, dict) and listed(value.get("text")) == [])


def _truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _SAID.get((text_of(value) or "").lower())


_SAID = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _places(answer: Answer, context: str) -> list[Answer]:
    """The answer at the place that was told, where it stands there; else at each place where it stands as whole words,
    else within others, else in another case; else without a place. Its letters may have their accents apart in one of
    the two texts, and not in the other."""
    if answer.start is not None and context.startswith(answer.text, answer.start):
        return [answer]
    written = dict.fromkeys([answer.text, *(unicodedata.normalize(form, answer.text) for form in ("NFC", "NFD"))])
    words = "|".join(r"\s+".join(map(re.escape, text.split())) for text in written)
    whole, words = rf"(?<!\w)(?:{words})(?!\w)", rf"(?:{words})"
    for pattern, flags in ((whole, 0), (words, 0), (whole, re.IGNORECASE)):
        if found := [Answer(place.group(), place.start()) for place in re.finditer(pattern, context, flags)]:
            return found
    return [Answer(answer.text)]


def _notes(met: Counter[str]) -> list[str]:
    said = {
        "joined": "{} with several contexts: these are joined, with an empty line between two",
        "unanswerable": "{} without an answer, by what the data says: the right reply says that there is none",
        "elsewhere": "{} whose answer does not occur in the text; an answer in the same words still counts as right",
    }
    return [said[key].format(f"{met[key]:,} question{'' if met[key] == 1 else 's'}") for key in said if met[key]]
