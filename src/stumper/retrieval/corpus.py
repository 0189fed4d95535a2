"""The passages of a corpus that a user names: an index, a data set, passages or pages in JSON lines, or texts."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets import open_dataset
from stumper.datasets.documents import read_start
from stumper.datasets.json_lines import read_lines
from stumper.datasets.page_dumps import dump_files
from stumper.datasets.row_files import first_object
from stumper.datasets.wiki_pages import Page, bundled_pages, read_pages
from stumper.errors import BadData
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Collection
from stumper.registry import task_of
from stumper.retrieval.passages import VERSION, PassageIndex, is_passage_index
from stumper.types import Passage

BUNDLED = "bundled"
LONGEST = 20_000  # characters of a passage


def open_corpus(name: str) -> PassageIndex:
    """The index of the passages of a corpus, built in memory where the name is not that of a folder that holds one.

    BadData: no such corpus, no text in it, two passages of one id, or one that is too long.
    """
    if name == BUNDLED:
        return _bundled_index()
    path = existing(name)
    if is_passage_index(path):
        return PassageIndex.open(path)
    try:
        return PassageIndex.build(_checked(read_passages(path)))
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from error


def corpus_fingerprint(name: str) -> str:
    """A hash of what ``open_corpus`` would index, which is not read for it; BadData where there is no such corpus."""
    if name == BUNDLED:
        with as_file(files("stumper.datasets") / "bundled" / "verification-pages.jsonl") as file:
            return content_id(VERSION, file_fingerprint(file))
    path = existing(name)
    if is_passage_index(path):
        return PassageIndex.open(path).fingerprint
    return content_id(VERSION, [(file.name, file_fingerprint(file)) for file in dump_files(path)])


def existing(name: str) -> Path:
    """The file or folder of that name; BadData where there is none."""
    path = Path(name)
    if not path.exists():
        raise BadData(f"There is no file or folder {name}. Name a corpus: a folder of texts, a data set, passages or "
                      f"pages in JSON lines, or {BUNDLED!r}.")  # fmt: skip
    return path


def read_passages(path: Path) -> Iterator[Passage]:
    """All passages of a file or folder, in order."""
    if path.is_dir() or _has(path, "id", "lines"):
        return of_pages(read_pages(path))
    if _has(path, "id", "text"):
        return _of_lines(path)
    return of_dataset(open_dataset(path))


def of_pages(pages: Iterable[Page]) -> Iterator[Passage]:
    """Each page that has a sentence, as a passage under the page's id."""
    return (Passage(page.id, page.text, page.title) for page in pages if page.sentences)


def of_dataset(dataset: Collection) -> Iterator[Passage]:
    """Each passage of a data set once: those that its queries come with, and those that say what is right."""
    met: set[Passage] = set()
    for example in dataset.examples:
        query = example.query
        for passage in (*task_of(query).wire.passages(query), *example.gold.passages):
            if passage not in met:
                met.add(passage)
                yield passage


def _of_lines(path: Path) -> Iterator[Passage]:
    for line in read_lines(path):
        try:
            yield Passage(line.id(), line.value("text", str), line.text("title") or "")
        except BadData as error:
            raise BadData(f"{path}: {error}") from None


def _has(path: Path, *keys: str) -> bool:
    """Whether the first object of a file has these keys, and no question or claim beside them."""
    first = first_object(read_start(path)) or {}
    return all(key in first for key in keys) and not {"question", "claim"} & {*first}


def _checked(passages: Iterable[Passage]) -> Iterator[Passage]:
    for passage in passages:
        if len(passage.text) > LONGEST:
            raise BadData(f"the passage {passage.id!r} has {len(passage.text):,} characters, and {LONGEST:,} are read "
                          "at most. Part it.")  # fmt: skip
        yield passage


@lru_cache(maxsize=1)
def _bundled_index() -> PassageIndex:
    return PassageIndex.build(of_pages(bundled_pages().pages))
