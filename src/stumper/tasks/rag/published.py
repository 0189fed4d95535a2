"""Published sets of open questions, each line or object of them as one question.

What they look like is known from their papers and the files that these describe: HotpotQA (Yang et al. 2018),
2WikiMultihopQA (Ho et al. 2020), MuSiQue (Trivedi et al. 2022), KILT (Petroni et al. 2021), Natural Questions with
short answers alone (Lee et al. 2019) and as DPR trains on them (Karpukhin et al. 2020), and rows as ragas evaluates
them (Es et al. 2024).

Where a set has passages with each question, these are given in their order. A passage is called by its title; where a
file has other texts of that title, they are ``Title/1``, ``Title/2``; one without a title is called by its content.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from stumper.datasets.cells import listed, mapped
from stumper.datasets.documents import read_start
from stumper.datasets.row_files import layout_of, read_file
from stumper.errors import BadData
from stumper.formats import Format, Skipped, line_with
from stumper.identity import content_id, examples_fingerprint, file_fingerprint
from stumper.shown import shown
from stumper.tasks.rag.constraints import too_long
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Example, Gold, Passage

Values = Mapping[str, Any]
Met = dict[str, dict[str, Passage]]  # the passages of a file, by title and text


def hotpot(values: Values, met: Met) -> Example:
    """A question with passages, several of which are needed together: those that its supporting facts name. HotpotQA's,
    and 2WikiMultihopQA's, as their authors write them or as Hugging Face's datasets do."""
    context = _pairs(values, "context", "title", "sentences")
    given = _distinct(_passage(title, " ".join(_sentences(of)), met) for title, of in context)
    ids = {passage.title: passage.id for passage in given}
    needed = frozenset(ids.get(title, title) for title, _ in _pairs(values, "supporting_facts", "title", "sent_id"))
    gold = tuple(passage for passage in given if passage.id in needed)
    id = values.get("_id", values.get("id"))
    return _example(id, _text(values, "question"), [_text(values, "answer")], gold, [needed], given)


def musique(values: Values, met: Met) -> Example:
    """A question with passages, of which those that are marked are needed together; one that is marked as not
    answerable is about them."""
    paragraphs = _objects(values, "paragraphs")
    read = [(_passage(_written(one, "title"), _written(one, "paragraph_text"), met), one) for one in paragraphs]
    gold = _distinct(passage for passage, one in read if one.get("is_supporting"))
    is_answerable = values.get("answerable", True) is not False
    answers = [_text(values, "answer"), *_texts(values, "answer_aliases")] if is_answerable else []
    sets = [frozenset(passage.id for passage in gold)] if is_answerable and gold else []
    given = _distinct(passage for passage, _ in read)
    return _example(values.get("id"), _text(values, "question"), answers, gold, sets, given)


def kilt(values: Values, met: Met) -> Example:
    """A question whose gold passages are pages of KILT's Wikipedia, by their numbers; of several outputs each has a set
    of its own."""
    outputs = _objects(values, "output")
    answers = [_text(one, "answer") for one in outputs if one.get("answer")]
    if {*answers} & CLAIMED:
        raise BadData(f"the answer {answers[0]!r} is a claim's label. Name FEVER's own file, which holds claims.")
    pages = [[str(page["wikipedia_id"]) for page in _objects(one, "provenance") if page.get("wikipedia_id")]
             for one in outputs if one.get("provenance")]  # fmt: skip
    sets = [frozenset(ids) for ids in pages if ids]
    return _example(values.get("id"), _text(values, "input"), answers, (), sets)


def short_answers(values: Values, met: Met) -> Example:
    """A question with its answers, and nothing of where they stand."""
    return _example(values.get("id"), _text(values, "question"), _texts(values, "answer"))


def dpr(values: Values, met: Met) -> Example:
    """A question with passages that answer it, each by itself."""
    passages = [_passage(_written(one, "title"), _written(one, "text"), met, one.get("passage_id", one.get("psg_id")))
                for one in _objects(values, "positive_ctxs")]  # fmt: skip
    gold = _distinct(passages)
    sets = [frozenset([passage.id]) for passage in gold]
    return _example(values.get("id"), _text(values, "question"), _texts(values, "answers"), gold, sets)


def ragas(values: Values, met: Met) -> Example:
    """A question with what a system has retrieved, which is given, and the reference contexts, which are all needed."""
    given = _distinct(_passage("", text, met) for text in _texts(values, "retrieved_contexts"))
    gold = _distinct(_passage("", text, met) for text in _texts(values, "reference_contexts"))
    sets = [frozenset(passage.id for passage in gold)] if gold else []
    return _example(values.get("id"), _text(values, "user_input"), [_text(values, "reference")], gold, sets, given)


def read(path: Path, example: Callable[[Values, Met], Example]) -> OpenQuestions:
    """The questions of a file of rows, in whatever layout; BadData names the line or row, and what is wrong there. A
    question without an id that stands there once more is skipped."""
    layout = layout_of(path) or ("list" if read_start(path).lstrip().startswith("[") else "lines")
    found = read_file(path, layout)
    met: Met = {}
    examples: dict[str, Example] = {}
    skipped: list[Skipped] = []
    for number, row in zip(found.numbers, found.rows, strict=True):
        try:
            made = example({key: _nested(cell) for key, cell in row.items()} if layout == "table" else row, met)
        except BadData as error:
            raise BadData(f"{path}, {found.unit} {number}: {error}") from None
        if made.id and made.id in examples:
            raise BadData(f"{path}, {found.unit} {number}: the id {made.id!r} stands there already. Make ids unique.")
        id = made.id or examples_fingerprint([made])[:16]
        if id in examples:
            skipped.append(Skipped(number, "the question stands there already"))
        examples.setdefault(id, Example(id, made.query, made.gold))
    name = path.name.removesuffix(".gz").rsplit(".", 1)[0]
    return OpenQuestions(name, file_fingerprint(path), tuple(examples.values()), skipped=tuple(skipped))


def _nested(cell: object) -> object:
    """What a cell of a table holds, be it a list or an object written as text."""
    parts = listed(cell)
    return (mapped(cell) or cell) if parts is None else parts


CLAIMED = {"SUPPORTS", "REFUTES"}  # what KILT's lines of FEVER have as answers


def _example(
    id: object,
    question: str,
    answers: Iterable[str],
    gold: tuple[Passage, ...] = (),
    sets: Sequence[frozenset[str]] = (),
    given: tuple[Passage, ...] | None = None,
) -> Example:
    right = tuple(map(Answer, dict.fromkeys(answers)))
    if not right and (sets or not gold):
        raise BadData("there is no answer. Write one, or take the question out.")
    right_sets = tuple(dict.fromkeys(one for one in sets if one))
    known = Gold(right, None if right else False, right_sets, passages=gold)
    return Example("" if id is None else str(id), OpenQuestion(question, given), known)


def _passage(title: str, text: str, met: Met, id: object = None) -> Passage:
    same = met.setdefault(title, {})
    if text not in same:
        own = title if not same else f"{title}/{len(same)}"
        passage = Passage(str(id or "") or (own if title else content_id(text)[:12]), text, title)
        if (fault := too_long(passage)) is not None:
            raise BadData(f"{fault}. Part it.")
        same[text] = passage
    return same[text]


def _distinct(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Each passage that has words once, in order."""
    return tuple(dict.fromkeys(passage for passage in passages if passage.text.strip()))


def _pairs(values: Values, key: str, *columns: str) -> list[tuple[str, object]]:
    """Lists of a title and something, or an object with a list of titles and one of the others; BadData where there is
    neither."""
    found = values.get(key)
    if isinstance(found, dict):
        lists = [found.get(column) for column in columns]
        found = [list(pair) for pair in zip(*lists, strict=False)] if all(isinstance(one, list) for one in lists) else 0
    if not isinstance(found, list):
        raise _bad(values, key, "list")
    for pair in found:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)):
            raise BadData(f"{key!r} holds {shown(pair)}, which is no title with its {columns[1]}. Correct it.")
    return [(title, of) for title, of in found]


def _sentences(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadData(f"'context' holds {shown(value)}, which is no list of sentences. Correct it.")
    return [text for one in value if (text := one.strip())]


def _text(values: Values, key: str) -> str:
    found = _written(values, key)
    if not found.strip():
        raise BadData(f"{key!r} is empty. Fill it in, or take the question out.")
    return found


def _written(values: Values, key: str) -> str:
    """The text under a key, which may be empty."""
    found = values.get(key)
    if not isinstance(found, str):
        raise _bad(values, key, "text")
    return found


def _texts(values: Values, key: str) -> list[str]:
    found = values.get(key)
    if found is None and key == "answer_aliases":
        return []
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise _bad(values, key, "list of texts")
    return [one for one in found if one.strip()]


def _objects(values: Values, key: str) -> list[Values]:
    found = values.get(key)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise _bad(values, key, "list of objects")
    return found


def _bad(values: Values, key: str, wanted: str) -> BadData:
    found = f"is no {wanted}" if key in values else "is missing"
    return BadData(f"{key!r} {found}. Correct it, or take the question out.")


def _format(name: str, keys: Sequence[str], example: Callable[[Values, Met], Example], **kinds: type) -> Format:
    marks = re.compile(r"\s*\[?\s*\{" + "".join(rf'(?=[\s\S]*?"{key}"\s*:)' for key in keys))

    def suits(first: Values) -> bool:
        return all(key in first for key in keys) and all(isinstance(first[key], kinds[key]) for key in kinds)

    looks = " and ".join(f'"{key}"' for key in keys)
    columns = () if name == "KILT" else tuple(keys)  # "input" and "output" are any task's names
    return Format(name, f"objects with {looks}", marks, partial(read, example=example), suits, is_distinct=True,
                  columns=columns)  # fmt: skip


def _are_short_answers(first: Values) -> bool:
    return isinstance(first.get("answer"), list) and first.keys() <= {"id", "question", "answer"}


PUBLISHED = (
    _format("2WikiMultihopQA", ("question", "answer", "supporting_facts", "context", "evidences"), hotpot),
    _format("HotpotQA", ("question", "answer", "supporting_facts", "context"), hotpot),
    _format("MuSiQue", ("question", "answer", "paragraphs"), musique, paragraphs=list),
    _format("KILT", ("input", "output"), kilt, output=list),
    _format("DPR", ("question", "answers", "positive_ctxs"), dpr, positive_ctxs=list),
    _format("ragas", ("user_input", "retrieved_contexts", "reference_contexts", "reference"), ragas,
            retrieved_contexts=list, reference_contexts=list),
    Format("Natural Questions, short answers", 'JSON lines with "question" and a list "answer"',
           line_with(r'"question"\s*:', r'"answer"\s*:\s*\['), partial(read, example=short_answers),
           _are_short_answers, is_distinct=True),
)  # fmt: skip
