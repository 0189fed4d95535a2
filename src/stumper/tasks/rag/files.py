"""Open questions as JSON lines, read and written: the answers, the passages that say them, and what is given.

A line has ``id``, ``question``, ``answers`` and ``gold_passages`` (each with ``id``, ``text`` and perhaps ``title``, or
its id alone where nobody has its words). ``gold`` lists sets of their ids, each of which suffices; left out, they all
do together; where it is empty they are what the question is about, and do not answer it. ``passages`` are those that
are given, left out where the system finds its own. A variant names its ``original_id``, and has what is ``added`` to
the system's index, the ids of what is ``removed`` from it, and answers that an attack wants said, ``target``.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import Line, read_lines, write_lines
from stumper.datasets.wiki_pages import bundled_pages
from stumper.errors import BadData
from stumper.formats import Skipped
from stumper.identity import file_fingerprint
from stumper.tasks.rag.constraints import too_long
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.wire import to_items
from stumper.types import Answer, Example, Gold, Guess, Instance, Making, Passage, Perturbation, Prediction, Query

NONE: Mapping[str, Passage] = {}


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """Open questions in memory; those that name an original are ``instances`` of it, and examples as well. ``skipped``
    is what the file holds beside them."""

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    instances: tuple[Instance, ...] = ()
    made: Making | None = None
    skipped: tuple[Skipped, ...] = ()

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


def read(path: Path, words: Mapping[str, Passage] = NONE) -> OpenQuestions:
    """The open questions of a file of JSON lines; BadData names the line that is wrong.

    ``words`` has passages of which the file may have the ids alone.
    """
    lines = read_lines(path)
    try:
        examples = {id: _example(line, words) for id, line in _by_id(lines).items()}
        instances = [_instance(line, examples) for line in lines if line.text("original_id") is not None]
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    return OpenQuestions(name, file_fingerprint(path), tuple(examples.values()), tuple(instances))


def bundled() -> OpenQuestions:
    """The open questions that ship with the package, over the pages that do, of which each is a passage."""
    pages = {page.id: Passage(page.id, page.text, page.title) for page in bundled_pages().pages}
    with as_file(files("stumper.datasets") / "bundled" / "rag.jsonl") as path:
        return replace(read(path, pages), name="rag")


def write_adversarial(path: Path, dataset: OpenQuestions, instances: Sequence[Instance]) -> str:
    """The file holds the originals and behind them the instances under their ids; its fingerprint."""
    made = {one.id for one in dataset.instances}
    originals = {example.id: example for example in dataset if example.id not in made}
    originals |= {one.example.id: one.example for one in instances}
    rows = [_row(example.id, example.query, example.gold) | written_groups(example) for example in originals.values()]
    rows += [
        _row(one.id, one.perturbation.query, one.perturbation.gold) | {"original_id": one.example.id}
        for one in instances
    ]
    return write_lines(path, rows)


def read_answers(path: Path, examples: Sequence[Example]) -> dict[str, Prediction]:
    """What a file says of each question: an answer, perhaps how sure it is, what was retrieved and what was cited.
    BadData names the line that is wrong."""
    lines = read_lines(path)
    try:
        return {id: _answer(line) for id, line in _by_id(lines).items()}
    except BadData as error:
        raise BadData(f"{path}: {error}") from None


def _answer(line: Line) -> Prediction:
    probability = line.values.get("probability")
    if probability is not None and not (isinstance(probability, int | float) and 0 <= probability <= 1):
        raise line.bad(f"the probability {probability!r} is no number in [0, 1]")
    retrieved = None if line.values.get("retrieved") is None else _texts(line, "retrieved")
    guess = Guess(line.value("answer", str), None if probability is None else float(probability))
    return Prediction((guess,), guess.probability, _texts(line, "cited"), retrieved)


def write_answers(path: Path, predictions: Mapping[str, Prediction]) -> str:
    """The file reads back as the best guess of each prediction, with what was retrieved and cited."""
    rows = [_answer_row(id, found) for id, found in predictions.items() if found.guesses]
    return write_lines(path, rows)


def _answer_row(id: str, found: Prediction) -> dict[str, object]:
    best = found.guesses[0]
    sure = {} if best.probability is None else {"probability": best.probability}
    had = None if found.retrieved is None else [*found.retrieved]  # null, as files are known by the key
    return {"id": id, "answer": best.answer, **sure, "retrieved": had, "cited": [*found.evidence]}


def _example(line: Line, words: Mapping[str, Passage]) -> Example:
    answers = tuple(map(Answer, _texts(line, "answers")))
    gold = _gold_passages(line, words)
    sets = _sets(line, gold.keys()) if "gold" in line.values else ((frozenset(gold),) if gold else ())
    given = _passages(line, "passages") if line.values.get("passages") is not None else None
    query = OpenQuestion(line.value("question", str), given, _passages(line, "added"), _texts(line, "removed"))
    answerable = _answerable(line) if answers else False
    known = tuple(passage for passage in gold.values() if passage is not None)
    right = Gold(answers, answerable, sets, rejects=_texts(line, "target"), passages=known)
    return Example(line.id(), query, right, read_groups(line.values))


def _answerable(line: Line) -> bool | None:
    """Whether the data says of a question with answers that it has some."""
    return None if line.values.get("answerable") is None else line.value("answerable", bool)


def _gold_passages(line: Line, words: Mapping[str, Passage]) -> dict[str, Passage | None]:
    """The gold passages by their ids; None of one whose words are not known."""
    items = line.value("gold_passages", list) if line.values.get("gold_passages") is not None else []
    found: dict[str, Passage | None] = {}
    for item in items:
        passage = words.get(item) if isinstance(item, str) else _passage(line, "gold_passages", item)
        id = item if passage is None else passage.id
        if id in found:
            raise line.bad(f"'gold_passages' has two of the id {id!r}. Give each its own")
        found[id] = passage
    return found


def _sets(line: Line, known: Set[str]) -> tuple[frozenset[str], ...]:
    found = line.value("gold", list)
    if not all(isinstance(one, list) and all(isinstance(id, str) for id in one) for one in found):
        raise line.bad("'gold' is no list of lists of passages' ids. Correct it")
    if not all(found):
        raise line.bad("'gold' has an empty set of passages, which would always be retrieved. Take it out")
    if unknown := sorted({id for one in found for id in one} - known):
        raise line.bad(f"'gold' names {unknown[0]!r}, which is none of its 'gold_passages'. Add it there")
    return tuple(map(frozenset, found))


def _passages(line: Line, key: str) -> tuple[Passage, ...]:
    if line.values.get(key) is None:
        return ()
    found = tuple(_passage(line, key, item) for item in line.value(key, list))
    ids = [passage.id for passage in found]
    if twice := next((id for place, id in enumerate(ids) if id in ids[:place]), None):
        raise line.bad(f"{key!r} has two passages of the id {twice!r}. Give each its own")
    return found


def _passage(line: Line, key: str, item: object) -> Passage:
    if not isinstance(item, dict):
        raise line.bad(f"{key!r} holds {item!r}, which is no object with an id and a text. Correct it")
    id, text, title = item.get("id"), item.get("text"), item.get("title", "")
    if not (isinstance(id, str) and id and isinstance(text, str) and text.strip() and isinstance(title, str)):
        raise line.bad(f"{key!r} holds {item!r}: a passage has an 'id' and a 'text', and perhaps a 'title'. Correct it")
    passage = Passage(id, text, title)
    if (fault := too_long(passage)) is not None:
        raise line.bad(f"in {key!r} {fault}. Part it")
    return passage


def _texts(line: Line, key: str) -> tuple[str, ...]:
    if line.values.get(key) is None:
        return ()
    found = line.value(key, list)
    if not all(isinstance(one, str) for one in found):
        raise line.bad(f"{key!r} is no list of texts. Correct it")
    return tuple(found)


def _instance(line: Line, examples: Mapping[str, Example]) -> Instance:
    variant, original = examples[line.id()], examples.get(line.value("original_id", str))
    if original is None:
        raise line.bad(f"its original {line.text('original_id')!r} is not in the file. Add it")
    return Instance(variant.id, original, Perturbation(original.id, variant.query, variant.gold, ()))


def _by_id(lines: Sequence[Line]) -> dict[str, Line]:
    """The lines by their ids; BadData where two have one."""
    found: dict[str, Line] = {}
    for line in lines:
        if (first := found.setdefault(line.id(), line)) is not line:
            raise line.bad(f"the id {line.id()!r} stands on line {first.number} already. Give each its own")
    return found


def _row(id: str, query: Query, gold: Gold) -> dict[str, object]:
    assert isinstance(query, OpenQuestion), "an open question"
    known = frozenset(passage.id for passage in gold.passages)
    unknown = sorted(frozenset[str]().union(*gold.evidence_sets) - known)
    every = known.union(unknown)
    is_plain = gold.evidence_sets == ((every,) if every else ())
    return {
        "id": id,
        "question": query.text,
        "answers": [answer.text for answer in gold.answers],
        **({"answerable": True} if gold.answers and gold.answerable else {}),
        "gold_passages": [*to_items(gold.passages), *unknown],
        **({} if is_plain else {"gold": [sorted(one) for one in gold.evidence_sets]}),
        **({} if query.passages is None else {"passages": to_items(query.passages)}),
        **({"added": to_items(query.added)} if query.added else {}),
        **({"removed": list(query.removed)} if query.removed else {}),
        **({"target": list(gold.rejects)} if gold.rejects else {}),
    }
