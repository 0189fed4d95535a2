"""QANTA's JSON: an object of questions, or a bare list of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from stumper.datasets.documents import called, read_json, write_json
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import plain_id
from stumper.datasets.making import read_making, written_making
from stumper.errors import BadData
from stumper.listening import Details
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.details import Read, ReadTossup
from stumper.tasks.quizbowl.grouping import packet_of
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_text import TossupText, check_tossup, read_tossup_text, sentence_bounds
from stumper.types import Answer, Edit, Example, Gold, Instance, Making, Perturbation

Kind = TypeVar("Kind")

MARKS = re.compile(
    r'\s*(?:\{(?=[\s\S]*?"questions"\s*:\s*\[\s*(?:\]|$|\{[\s\S]*?"(?:qanta_id|text)"\s*:))'
    r'|\[\s*\{(?=[\s\S]*?"(?:qanta_id|text)"\s*:)(?=[\s\S]*?"(?:answer|page)"\s*:))'
)


def may_be(start: str) -> bool:
    """Whether a file that starts so could be of QANTA's format, whole or broken: no other JSON, nor JSON lines."""
    return not start.lstrip().startswith("{") or '"questions"' in start


def read(path: Path) -> Read:
    """The questions in order; BadData says which is wrong, and how."""
    document = read_json(path)
    found = [_tossup(node, f"questions[{i}]") for i, node in enumerate(_questions(document))]
    first: dict[str, int] = {}
    for i, tossup in enumerate(found):
        if (before := first.setdefault(tossup.example.id, i)) != i:
            raise BadData(
                f"the id {tossup.example.id!r} is that of questions[{before}] and questions[{i}]. Make ids unique."
            )
    return Read(found, made=read_making(document))


def instances(tossups: Sequence[ReadTossup]) -> tuple[Instance, ...]:
    """Those that name an ``original_id``, with their originals; one that is not in the file has no text."""
    plain = {tossup.example.id: tossup.example for tossup in tossups if tossup.original_id is None}
    found: list[Instance] = []
    for tossup in tossups:
        if tossup.original_id is None:
            continue
        original = plain.get(tossup.original_id) or Example(tossup.original_id, Tossup(""), Gold(()))
        assert tossup.perturbation is not None
        found.append(Instance(tossup.example.id, original, _of_original(tossup.perturbation, original)))
    return tuple(found)


def write(path: Path, rows: Sequence[tuple[Example, Details, Instance | None]], made: Making | None = None) -> str:
    """The file holds the questions, those with an instance as variants of its example, and who made these; its
    fingerprint."""
    ids = [example.id for example, _, _ in rows]
    assert len(set(ids)) == len(ids)
    return write_json(path, {"version": "1.0", **written_making(made), "questions": [_row(*row) for row in rows]})


def _questions(document: object) -> Sequence[object]:
    questions = document.get("questions") if isinstance(document, dict) else document
    if type(questions) is not list:
        raise BadData(
            f'the questions are {called(questions)}, not a list. Write {{"questions": [...]}} or a list alone.'
        )
    return questions


def _tossup(node: object, at: str) -> ReadTossup:
    if not isinstance(node, dict):
        raise BadData(f"{at} is {called(node)}, not an object. Write one object a question.")
    id = _id(node, "qanta_id", at) or _id(node, "id", at)
    if id is None:
        raise BadData(f"{at} has no 'qanta_id'. Give each question one.")
    at = f"question {id!r} ({at})"
    try:
        text = _text(node, at)
        line, page = _value(node, "answer", str, at, ""), _page(_value(node, "page", str, at, ""))
        gold = _gold(line, page)
        groups = read_groups(node)
    except BadData as error:
        raise error if at in str(error) else BadData(f"{at}: {error}.") from None
    details = Details(
        page=page,
        answer_line=line,
        category=_value(node, "category", str, at, ""),
        subcategory=_value(node, "subcategory", str, at, ""),
        tournament=_value(node, "tournament", str, at, ""),
        year=_value(node, "year", int, at, 0) or None,
        power=text.power,
        sentences=text.sentences,
        fold=_value(node, "fold", str, at, ""),
        set=_value(node, "set", str, at, ""),
        packet=_value(node, "packet", str, at, ""),
        difficulty=_value(node, "difficulty", str, at, ""),
        phenomena=_texts(node, "phenomena", at),
        media=_texts(node, "media", at),
    )
    example = Example(id, Tossup(text.text), gold, groups or packet_of(details))
    original_id = _id(node, "original_id", at)
    return ReadTossup(example, details, original_id, None if original_id is None else _perturbation(node, example, at))


def _texts(node: Mapping[str, object], key: str, at: str) -> tuple[str, ...]:
    named = _value(node, key, list, at, [])
    if not all(isinstance(name, str) for name in named):
        raise BadData(f"{at}: {key!r} is not a list of texts. Correct it.")
    return tuple(named)


def _text(node: Mapping[str, object], at: str) -> TossupText:
    """The text, cleaned unless the file was written here (which says so by its ``power``)."""
    raw = _value(node, "text", str, at)
    if "power" not in node:
        return _with_tokenizations(read_tossup_text(raw), raw, node.get("tokenizations"))
    check_tossup(raw)
    power = _value(node, "power", int, at, -1)
    if power > len(raw):
        raise BadData(f"'power' is {power}, beyond the end of its text of {len(raw)} characters. Correct it")
    found = TossupText(raw, power if power >= 0 else None, sentence_bounds(raw))
    return _with_tokenizations(found, raw, node.get("tokenizations"))


def _with_tokenizations(found: TossupText, raw: str, given: object) -> TossupText:
    """The sentences as the file has them, where they are of this very text."""
    if found.text != raw or not isinstance(given, list) or not given:
        return found
    bounds: list[tuple[int, int]] = []
    for pair in given:
        match pair:
            case [int(start), int(end)] if (bounds[-1][1] if bounds else 0) <= start < end <= len(raw):
                bounds.append((start, end))
            case _:
                raise BadData(f"the tokenization {pair!r} is not [start, end) of a sentence in the text. Correct it")
    return TossupText(found.text, found.power, tuple(bounds))


def _gold(line: str, page: str) -> Gold:
    """The page's title as the canonical answer, then what the line accepts."""
    if not line.strip() and not page:
        raise BadData("there is neither an answer line ('answer') nor a 'page'. Write one")
    if not line.strip():
        return Gold((Answer(page),))
    gold = read_answer_line(line)
    if not page:
        return gold
    answers = tuple([answer for answer in gold.answers if answer.text.casefold() != page.casefold()])
    taken = page.casefold()
    prompts = tuple([text for text in gold.prompts if text.casefold() != taken])
    rejects = tuple([text for text in gold.rejects if text.casefold() != taken])
    return Gold((Answer(page), *answers), prompts=prompts, rejects=rejects)


def _page(title: str) -> str:
    return "" if title in ("None", "") else " ".join(title.replace("_", " ").split())


def _id(node: Mapping[str, object], key: str, at: str) -> str | None:
    value = node.get(key)
    if value is not None and type(value) not in (int, str):
        raise BadData(f"{at}: {key!r} is {called(value)}, not a number or a text. Correct it.")
    return None if value is None else str(value)


def _value(node: Mapping[str, object], key: str, kind: type[Kind], at: str, default: Kind | None = None) -> Kind:
    value = node.get(key)
    if value is None and default is not None:
        return default
    if type(value) is not kind:
        problem = f"has no {key!r}" if key not in node else f"has {called(value)} as {key!r}"
        raise BadData(f"{at} {problem}. Write {'a whole number' if kind is int else 'a text'} there.")
    return value


def _perturbation(node: Mapping[str, object], variant: Example, at: str) -> Perturbation:
    edits = tuple(_edits(node.get("edits"), at))
    original_id = _id(node, "original_id", at)
    assert original_id is not None
    return Perturbation(original_id, variant.query, variant.gold, edits)


def _edits(value: object, at: str) -> Iterator[Edit]:
    if value is None:
        return
    for edit in value if isinstance(value, list) else [value]:
        match edit:
            case {"start": int(start), "end": int(end), "text": str(text), **rest}:
                yield Edit("tossup", start, end, text, str(rest.get("kind") or ""), str(rest.get("rule") or ""))
            case _:
                raise BadData(f"{at}: the edit {edit!r} is none. Write objects of start, end and text.")


def _of_original(perturbation: Perturbation, original: Example) -> Perturbation:
    """With edits: those of the file, or else one of the whole text."""
    before, after = original.query.text, perturbation.query.text
    if perturbation.edits or before == after:
        return perturbation
    edits = (Edit("tossup", 0, len(before), after),)
    return Perturbation(original.id, perturbation.query, perturbation.gold, edits)


def _row(example: Example, details: Details, instance: Instance | None) -> dict[str, object]:
    text = example.query.text
    bounds = details.sentences or sentence_bounds(text)
    row: dict[str, object] = {
        "qanta_id": plain_id(example.id),
        "text": text,
        "answer": details.answer_line or write_answer_line(example.gold),
        "page": details.page.replace(" ", "_"),
        "category": details.category,
        "subcategory": details.subcategory,
        "tournament": details.tournament,
        "difficulty": details.difficulty,
        "year": details.year,
        "set": details.set,
        "packet": details.packet,
        "power": details.power,
        "tokenizations": [list(pair) for pair in bounds],
        "first_sentence": text[bounds[0][0] : bounds[0][1]] if bounds else text,
        "fold": details.fold,
    }
    row |= written_groups(example)
    lists = {"phenomena": list(details.phenomena), "media": list(details.media)}
    row |= {key: texts for key, texts in lists.items() if texts}
    if instance is None:
        return row
    edits = [
        {"start": edit.start, "end": edit.end, "text": edit.text, "kind": edit.kind, "rule": edit.rule}
        for edit in instance.perturbation.edits
    ]
    return row | {"original_id": plain_id(instance.example.id), "edits": edits}
