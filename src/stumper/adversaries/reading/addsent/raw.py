"""The raw sentences of many examples, made in batches and by several processes, and as files for people to work on."""

import json
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper.adversaries.reading.addsent.candidates import RawSentence, Wanted, sentences
from stumper.adversaries.reading.addsent.raw_file import RawSentence as RawInFile
from stumper.adversaries.reading.addsent.raw_file import is_continued, read_raw_sentences, rows_of
from stumper.adversaries.reading.insertion import Place, inserted
from stumper.datasets.json_lines import write_lines
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadOption, BadOutput
from stumper.language.neighbours import load_neighbours
from stumper.language.parse import Parse
from stumper.language.pipeline import parses
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, Variant, write_adversarial
from stumper.types import Example, OutputFile

CHUNK = 512  # examples that are parsed together
MOST_CHARACTERS = 2_000  # of a question, else it is none; an answer is cut there


@dataclass(frozen=True, slots=True)
class Language:
    """Which parser and which vectors."""

    pipeline: str = "embedded"
    vectors: Path | None = None


def raw_sentences(
    examples: Sequence[Example], wanted: Wanted, language: Language | None = None, workers: int = 1
) -> Iterator[tuple[RawSentence, ...]]:
    """The raw sentences of each example, in order; the same ones in any batches and by any number of workers."""
    chosen = language or Language()
    chunks = [examples[i : i + CHUNK] for i in range(0, len(examples), CHUNK)]
    if workers == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield from _of_chunk(chunk, wanted, chosen)
        return
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawning) as pool:
        for made in pool.map(_of_chunk, chunks, [wanted] * len(chunks), [chosen] * len(chunks)):
            yield from made


def write_raw(path: Path, examples: Sequence[Example], made: Sequence[Sequence[RawSentence]], place: Place) -> None:
    """The file holds all raw sentences: a line of JSON each where it ends in ``.jsonl``, else a data set of the
    originals and, as ``<id>-raw<k>``, the paragraphs with a sentence added. BadOutput as ``_once``."""
    _once(path, lambda to: _write(to, examples, made, place))


def write_mended(path: Path, sentences: Sequence[RawInFile]) -> None:
    """The file holds the sentences with what was made of each, a line of JSON each, also where it held a part of that.
    BadOutput as ``_once``."""
    if path.is_file() and is_continued(read_raw_sentences(path), sentences):
        write_lines(path, rows_of(sentences))
    _once(path, lambda to: write_lines(to, rows_of(sentences)))


def raw_in_file(examples: Sequence[Example], made: Sequence[Sequence[RawSentence]]) -> list[RawInFile]:
    """The raw sentences as files have them, each with an id."""
    return [
        RawInFile(0, f"{example.id}-raw{k}", example.id, example.query.text, _answers(example), raw.text,
                  raw.fake_answer, label=raw.label)
        for example, found in zip(examples, made, strict=True)
        for k, raw in enumerate(found)
    ]  # fmt: skip


def named_file(raw: OutputFile) -> Path:
    """The file that the option names."""
    if not raw.path:
        raise BadOption("The option 'raw' of add-sent names a file, not ''. Name one that ends in .jsonl or .json.")
    return Path(raw.path)


def _once(path: Path, write: Callable[[Path], object]) -> None:
    """The file is written, unless it holds just that; BadOutput where it is there already with other content, which
    people may have mended."""
    if not path.is_file():
        write(path)
        return
    with TemporaryDirectory() as folder:
        draft = Path(folder) / path.name
        write(draft)
        if draft.read_bytes() != path.read_bytes():
            raise BadOutput(
                f"{path} is there already and holds something else, which is kept. Name another file with --set raw, "
                "or leave it out."
            )


def _write(path: Path, examples: Sequence[Example], made: Sequence[Sequence[RawSentence]], place: Place) -> None:
    pairs = list(zip(examples, made, strict=True))
    if path.name.endswith(".jsonl"):
        lines = [_line(example, k, raw) for example, found in pairs for k, raw in enumerate(found)]
        write_bytes(path, "".join(f"{line}\n" for line in lines).encode("utf-8", errors="backslashreplace"))
        return
    variants = [
        Variant(f"raw{k}", inserted(example, raw.text, place, "add-sent", raw.label))
        for example, found in pairs
        for k, raw in enumerate(found)
    ]
    version = "v2.0" if any(example.gold.answerable is not None for example in examples) else "1.1"
    write_adversarial(path, Squad(path.stem, "", version, tuple(examples)), variants)


def _of_chunk(examples: Sequence[Example], wanted: Wanted, language: Language) -> list[tuple[RawSentence, ...]]:
    """What is made of these examples, each text of theirs parsed once."""
    neighbours = load_neighbours(language.vectors)
    texts = list(dict.fromkeys(text for one in examples for text in (_question(one), _answer(one)) if text))
    parsed = dict(zip(texts, parses(texts, language.pipeline), strict=True))
    parsed[""] = Parse("", (), (), ())  # the answer of a question that has none
    return [
        sentences(example, parsed[_question(example)], parsed[_answer(example)], neighbours, wanted)
        if _question(example) and (_answer(example) or example.gold.answerable is False)
        else ()
        for example in examples
    ]


def _question(example: Example) -> str:
    text = example.query.text
    return text if len(text) <= MOST_CHARACTERS and any(letter.isalpha() for letter in text) else ""


def _answer(example: Example) -> str:
    """The gold answer that most annotators gave, the first of several such; empty where there is none."""
    counts = Counter(answer.text for answer in example.gold.answers if answer.text.strip())
    return max(counts, key=lambda text: counts[text])[:MOST_CHARACTERS] if counts else ""


def _line(example: Example, k: int, raw: RawSentence) -> str:
    assert isinstance(example.query, Question), "a sentence is made of a question"
    row = {"id": f"{example.id}-raw{k}", "question": example.query.text, "answers": _answers(example),
           "sentence": raw.text, "rule": raw.rule, "changes": raw.changes, "fake_answer": raw.fake_answer,
           "answer_type": raw.answer_type}  # fmt: skip
    return json.dumps(row, ensure_ascii=False)


def _answers(example: Example) -> tuple[str, ...]:
    return tuple(dict.fromkeys(answer.text for answer in example.gold.answers))
