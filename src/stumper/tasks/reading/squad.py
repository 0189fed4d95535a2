"""SQuAD 1.1 and 2.0: data sets, adversarial sets and predictions in their official formats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from stumper.datasets.documents import KINDS, called, collector_paused, read_json, write_json
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.kinds import check_kind
from stumper.datasets.making import read_making, written_making
from stumper.errors import BadData
from stumper.identity import file_fingerprint
from stumper.kind_of_test import joined, kind_of_test
from stumper.shown import shown
from stumper.tasks.reading.capabilities import capability
from stumper.tasks.reading.kinds import ANSWERS
from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer
from stumper.types import Answer, Example, Gold, Instance, Making, Passage, Perturbation

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Squad:
    """A SQuAD file in memory; ``fingerprint`` is of its bytes.

    Ids alone say which question is a variant of which: there are no ``instances``.
    ``made`` is who made the variants in it, where the file says so.
    """

    name: str
    fingerprint: str
    version: str
    examples: tuple[Example, ...]
    instances: tuple[Instance, ...] = ()
    made: Making | None = None

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


@dataclass(frozen=True, slots=True)
class Variant:
    """A perturbation on its way to a file, where its id is the original's, ``-`` and the tag."""

    tag: str
    perturbation: Perturbation

    @property
    def id(self) -> str:
        """Names the variant by its original and its tag."""
        return f"{self.perturbation.example_id}-{self.tag}"


def read(path: Path) -> Squad:
    """The data set of a ``.json`` or ``.json.gz`` file; BadData names the file, the place and what is wrong there."""
    with collector_paused():
        document = read_json(path)
        try:
            version = _version(document)
            examples = tuple(_examples(document, version))
            _check_ids(examples)
            made = read_making(document)
        except BadData as error:
            raise BadData(f"{path}: {error}") from None
    name = path.name.removesuffix(".gz").removesuffix(".json")
    return Squad(name, file_fingerprint(path), version, examples, made=made)


def official(golds: Iterable[Gold]) -> str:
    """By which official scripts answers to these golds are scored, as signatures say it.

    A question is scored by that of 2.0 where its gold says whether it can be answered, else by that of 1.1. The two
    differ where an answer normalises to nothing (*A*): 2.0 ignores it. So both are named where some golds are marked,
    and one that is not has such an answer.
    """
    unmarked, has_marked = [], False
    for gold in golds:
        if gold.answerable is None:
            unmarked.append(gold)
        else:
            has_marked = True
    if not has_marked:
        return "squad-1.1"
    differ = any(not normalise_answer(answer.text) for gold in unmarked for answer in gold.answers)
    return "squad-1.1-and-2.0" if differ else "squad-2.0"


def bundled() -> Squad:
    """The reading set that ships with the package."""
    with as_file(files("stumper.datasets") / "bundled" / "reading.json") as path:
        return replace(read(path), name="reading")


def write(path: Path, squad: Squad) -> None:
    """The file reads back as these examples, grouped by article and paragraph; BadOutput where it cannot be written."""
    paragraphs = groupby(squad.examples, key=lambda example: _question(example).context)
    _write(path, squad.version, [_Paragraph(passage, tuple(examples)) for passage, examples in paragraphs])


def write_adversarial(path: Path, squad: Squad, variants: Sequence[Variant]) -> str:
    """The file holds the attacked examples and, each in a paragraph of its own behind its original's, the variants with
    what they test, and says who made them; its fingerprint."""
    known = {example.id for example in squad.examples}
    variants_of: dict[str, list[Variant]] = defaultdict(list)
    for variant in variants:
        assert variant.perturbation.example_id in known, variant.id
        variants_of[variant.perturbation.example_id].append(variant)
    paragraphs: list[_Paragraph] = []
    for passage, group in groupby(squad.examples, key=lambda example: _question(example).context):
        examples = tuple(group)
        paragraphs.append(_Paragraph(passage, examples))
        paragraphs += [
            _alone(variant, passage, _tested(variant.perturbation, example, squad.made))
            for example in examples
            for variant in variants_of[example.id]
        ]
    return _write(path, squad.version, paragraphs, squad.made)


def read_predictions(path: Path) -> dict[str, str]:
    """The answers by question id, from the official format."""
    check_kind(path, ANSWERS)
    document = read_json(path, has_each_once=True)
    if not isinstance(document, dict):
        raise BadData(
            f"{path}: predictions are a JSON object of question ids and answers, not {called(document)}. Convert them."
        )
    for id, answer in document.items():
        if not isinstance(answer, str):
            raise BadData(f"{path}: the answer to {id!r} is {called(answer)}, not a text. Write {{id: text}} alone.")
    if not document:
        raise BadData(f"{path}: there are no predictions in the file. Name one that has some.")
    return document


def write_predictions(path: Path, answers: Mapping[str, str]) -> None:
    """The file holds the answers by question id, in the official format."""
    write_json(path, dict(answers))


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """A paragraph with its questions; ``tested`` is what is said of each of them beside, where they are variants."""

    passage: Passage
    examples: tuple[Example, ...]
    tested: Mapping[str, str] = field(default_factory=dict)


def _version(document: object) -> str:
    version = document.get("version", "1.1") if isinstance(document, dict) else "1.1"
    if not isinstance(version, str | int | float):
        raise BadData(f"version is {called(version)}, not a text. Write '1.1' or 'v2.0'.")
    return str(version)


def _examples(document: object, version: str) -> Iterator[Example]:
    paragraphs: Counter[str] = Counter()
    for i, article in enumerate(_field(document, "data", list, "")):
        at = f"data[{i}]"
        title = _field(article, "title", str, at) if isinstance(article, dict) and "title" in article else ""
        for j, paragraph in enumerate(_field(article, "paragraphs", list, at)):
            place = f"{at}.paragraphs[{j}]"
            context = _field(paragraph, "context", str, place)
            if not context.strip():
                raise BadData(f"{place}.context is empty. Fill in the paragraph, or take it out.")
            questions = _field(paragraph, "qas", list, place)
            passage = Passage(f"{title}/{paragraphs[title]}", context, title)
            # A paragraph without questions leaves no trace, so that a set that is written reads back equal.
            paragraphs[title] += bool(questions)
            for k, question in enumerate(questions):
                yield _example(question, passage, version, f"{place}.qas[{k}]")


def _example(node: object, passage: Passage, version: str, at: str) -> Example:
    id = _field(node, "id", str, at)
    text = _field(node, "question", str, at)
    places = _field(node, "answers", list, at)
    answers = tuple([_answer(answer, id, passage.text, f"{at}.answers[{i}]") for i, answer in enumerate(places)])
    assert isinstance(node, dict)
    if "is_impossible" in node:
        answerable = not _field(node, "is_impossible", bool, at)
        if answerable != bool(answers):
            raise BadData(f"question {id!r} ({at}): is_impossible contradicts its answers. Correct one.")
    elif answers:
        answerable = None
    elif version.lower().startswith(("2", "v2")):
        answerable = False
    else:
        raise BadData(f"question {id!r} ({at}) has no answers. Give one, or set is_impossible (SQuAD 2.0).")
    return Example(id, Question(text, passage), Gold(answers, answerable), _groups(node, id, at))


def _groups(node: dict[str, object], id: str, at: str) -> tuple[tuple[str, str], ...]:
    try:
        return read_groups(node)
    except BadData as error:
        raise BadData(f"question {id!r} ({at}): {error}.") from None


def _answer(node: object, id: str, context: str, at: str) -> Answer:
    text = _field(node, "text", str, at)
    start = (
        None
        if isinstance(node, dict) and node.get("answer_start", at) is None
        else _field(node, "answer_start", int, at)
    )
    if not text:
        raise BadData(f"an answer to question {id!r} is empty ({at}.text). Fill it in, or take it out.")
    if start is not None and (start < 0 or not context.startswith(text, start)):
        raise BadData(_misplaced(id, text, start, context, at))
    return Answer(text, start)


def _field(node: object, key: str, kind: type[Kind], at: str) -> Kind:
    if type(node) is not dict:
        raise BadData(f"{at or 'the file'} is {called(node)}, not an object with {key!r}. {_NESTING}")
    value = node.get(key, _field)
    if type(value) is not kind:
        if value is _field:
            raise BadData(f"{at or 'the file'} has no {key!r}. {_NESTING}")
        path = f"{at}.{key}".removeprefix(".")
        raise BadData(f"{path} is {called(value)}, not {KINDS[kind]}. {_NESTING}")
    return value


_NESTING = "SQuAD files nest data, paragraphs, qas, answers: correct it there, or name another file."


def _misplaced(id: str, text: str, start: int, context: str, at: str) -> str:
    within = f"{shown(context[start : start + len(text)])} stands there"
    stands = within if 0 <= start < len(context) else f"the paragraph has {len(context):,} characters"
    found = [i for i in range(len(context)) if context.startswith(text, i)]
    if found:
        fix = f"It stands at {' and '.join(map(str, found[:3]))}: correct answer_start."
    else:
        fix = "It stands nowhere in the paragraph: correct the answer or the paragraph."
    return f"question {id!r}: the answer {shown(text)} is not at its answer_start {start} ({stands}; {at}). {fix}"


def _check_ids(examples: Sequence[Example]) -> None:
    if not examples:
        raise BadData("there are no questions in the file. Name one that has some.")
    counts = Counter(example.id for example in examples)
    if twice := [id for id, count in counts.items() if count > 1]:
        places = [_question(example).context.id for example in examples if example.id == twice[0]]
        others = f" (and {len(twice) - 1:,} more ids)" if len(twice) > 1 else ""
        raise BadData(f"the question id {twice[0]!r} occurs in {' and '.join(places[:3])}{others}. Make ids unique.")


def _alone(variant: Variant, original: Passage, tested: Mapping[str, str]) -> _Paragraph:
    example = Example(variant.id, variant.perturbation.query, variant.perturbation.gold)
    return _Paragraph(replace(_question(example).context, title=original.title), (example,), tested)


def _tested(perturbation: Perturbation, original: Example, made: Making | None) -> dict[str, str]:
    """What a variant tests, where that is known, and the kind of test."""
    found = capability(joined(edit.kind for edit in perturbation.edits), made.family if made else "")
    return {**({"capability": found} if found else {}), "test": kind_of_test(original.gold, perturbation.gold)}


def _write(path: Path, version: str, paragraphs: Sequence[_Paragraph], made: Making | None = None) -> str:
    articles = groupby(paragraphs, key=lambda paragraph: paragraph.passage.title)
    data = [{"title": title, "paragraphs": [_paragraph_json(p) for p in group]} for title, group in articles]
    ids = [question["id"] for article in data for paragraph in article["paragraphs"] for question in paragraph["qas"]]
    assert len(set(ids)) == len(ids)
    return write_json(path, {"version": version, **written_making(made), "data": data})


def _paragraph_json(paragraph: _Paragraph) -> dict[str, object]:
    questions = [{**_question_json(example), **paragraph.tested} for example in paragraph.examples]
    return {"context": paragraph.passage.text, "qas": questions}


def _question_json(example: Example) -> dict[str, object]:
    question, gold = _question(example), example.gold
    for answer in gold.answers:
        is_there = answer.start is None or question.context.text.startswith(answer.text, answer.start)
        assert is_there, example.id
    answers = [{"text": answer.text, "answer_start": answer.start} for answer in gold.answers]
    known = {} if gold.answerable is None else {"is_impossible": not gold.answerable}
    return {"id": example.id, "question": question.text, "answers": answers, **known, **written_groups(example)}


def _question(example: Example) -> Question:
    assert isinstance(example.query, Question)
    return example.query
