"""An index of passages, in memory or in a folder. A search may add passages of its own and leave others out: they are
ranked by the statistics of the index as it is, and nothing is ever written to it."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from stumper.datasets.documents import json_object
from stumper.datasets.whole_files import whole_folder, write_bytes
from stumper.datasets.wiki_pages import readable_title
from stumper.errors import BadData
from stumper.identity import ID_LENGTH
from stumper.retrieval import fulltext, written
from stumper.retrieval.bm25 import Weighing, weight
from stumper.retrieval.fulltext import DECIMALS, FullText, FullTextWriter, Term, analyzer
from stumper.retrieval.page_ids import MetIds
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.texts import Texts, TextsWriter, open_texts
from stumper.retrieval.written import Written
from stumper.types import Passage

VERSION = 1  # of what lies in the folder, and of how passages become terms
ABOUT, KIND = "passages.json", "stumper passages"
_PARTS = ("ids", "titles", "texts")


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage for a question, with its score by BM25."""

    passage: Passage
    score: float


@dataclass(frozen=True, slots=True)
class PassageIndex:
    """Passages by number, ranked by BM25 of their titles and texts together; equals are in the order of their ids."""

    fingerprint: str  # of all passages, and of how they are indexed
    ids: Texts
    titles: Texts
    texts: Texts
    words: FullText
    average: float  # of how many terms a passage has

    @staticmethod
    def build(passages: Iterable[Passage], folder: Path | None = None) -> "PassageIndex":
        """The index of the passages, which are read once; with a folder it lies there, whole or not at all.

        BadData: no passage, or two of one id. BadOutput: something stands in the folder's place.
        """
        if folder is None:
            return _built(passages, None)
        with whole_folder(folder) as draft:
            _built(passages, draft)
        return PassageIndex.open(folder)

    @staticmethod
    def open(folder: Path) -> "PassageIndex":
        """The index that was built in the folder; BadData where there is none, or one of another version, or one whose
        files are not what was written."""
        said = json_object(folder / ABOUT)
        if (said.get("format"), said.get("version")) != (KIND, VERSION):
            raise BadData(f"{folder} holds no index of passages of version {VERSION}. Build it again.")
        try:
            written.check(folder, {name: Written(**file) for name, file in said["files"].items()})
            ids, titles, texts = (open_texts(folder / name) for name in _PARTS)
            words = fulltext.open_full_text(folder / "words")
            return PassageIndex(said["fingerprint"], ids, titles, texts, words, said["average"])
        except (BadData, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadData(f"{folder}: the index is damaged ({error}). Build it again, once it is removed.") from error

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Passage]:
        return map(self._passage, range(len(self)))

    def __contains__(self, id: str) -> bool:
        return self.words.frequency(Term("name", id)) > 0

    def passage(self, id: str) -> Passage | None:
        """The passage of this id; None where there is none."""
        numbers = self.words.numbers(Term("name", id)) if id in self else []
        return self._passage(numbers[0]) if numbers else None

    def search(
        self, question: str, k: int, added: Sequence[Passage] = (), removed: Collection[str] = ()
    ) -> tuple[RankedPassage, ...]:
        """The k best passages for a question, best first, fewer where fewer share a word with it.

        They are found as if the index held the ``added`` passages and not those whose ids are ``removed``, but that it
        weighs words as it is; an added passage stands in the place of one of its id.
        """
        weighing = self.weighing(question)
        gone = {*removed, *(one.id for one in added)}
        terms = [Term("text", term) for term in weighing.weights]
        hits = self.words.ranked(terms, k + len(gone)) if terms else []
        found = [self._passage(hit.number) for hit in hits if self.ids[hit.number] not in gone]
        scored = [RankedPassage(one, score(weighing, one)) for one in (*found, *added)]
        ranked = sorted((one for one in scored if one.score > 0), key=lambda one: (-one.score, one.passage.id))
        return tuple(ranked[:k])

    def weighing(self, question: str) -> Weighing:
        """What the words of a question weigh in this index."""
        found = {term: self.words.frequency(Term("text", term)) for term in text_terms(question)}
        return Weighing({term: weight(len(self), having) for term, having in found.items()}, self.average)

    def _passage(self, number: int) -> Passage:
        return Passage(self.ids[number], self.texts[number], self.titles[number])


def score(weighing: Weighing, passage: Passage) -> float:
    """The score of a passage, whether an index holds it or not."""
    return round(weighing.score(_indexed(passage)), DECIMALS)


def is_passage_index(path: Path) -> bool:
    """Whether the folder is one in which an index of passages was built."""
    return (path / ABOUT).is_file()


def _indexed(passage: Passage) -> str:
    return f"{readable_title(passage.title)}\n{passage.text}"


@dataclass(slots=True)
class _Writer:
    """Passages on their way into an index: what they hold in terms, and the hash of all so far."""

    parts: Sequence[TextsWriter]
    words: FullTextWriter
    met: MetIds = field(default_factory=MetIds)
    terms: int = 0
    digest: str = f"{KIND} {VERSION}"

    def add(self, passage: Passage) -> None:
        if not self.met.add(passage.id.encode(errors="replace")):
            raise BadData(f"Two passages have the id {passage.id!r}. Give each its own.")
        text = _indexed(passage)
        self.words.add(text, names=(passage.id,))
        self.terms += len(analyzer().analyze(text.encode(errors="replace").decode()))
        values = passage.id, passage.title, passage.text
        for part, value in zip(self.parts, values, strict=True):
            part.add(value)
        self.digest = sha256("\0".join((self.digest, *values)).encode(errors="replace")).hexdigest()

    def finished(self) -> PassageIndex:
        ids, titles, texts = (part.finished() for part in self.parts)
        average = self.terms / len(ids) or 1.0  # of passages without a word none is found
        return PassageIndex(self.digest[:ID_LENGTH], ids, titles, texts, self.words.finished(), average)


def _built(passages: Iterable[Passage], folder: Path | None) -> PassageIndex:
    with ExitStack() as stack:
        parts = [stack.enter_context(closing(TextsWriter(folder and folder / name))) for name in _PARTS]
        writer = _Writer(parts, stack.enter_context(closing(fulltext.start(folder and folder / "words"))))
        for passage in passages:
            writer.add(passage)
        if not writer.words.numbers:
            raise BadData("There are no passages to index. Give at least one.")
        index = writer.finished()
    if folder is not None:
        lasting = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
        files = {name: asdict(file) for name, file in written.all_written(lasting, folder).items()}
        said = {"format": KIND, "version": VERSION, "fingerprint": index.fingerprint, "average": index.average}
        write_bytes(folder / ABOUT, (json.dumps({**said, "files": files}) + "\n").encode())
    return index
