"""Tantivy's part: pages and sentences in inverted indexes, ranked by BM25 (k1 1.2, b 0.75)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import tantivy
from tantivy import Filter, Occur, Query, TextAnalyzerBuilder, Tokenizer

from stumper.text import Stretch

HEAP = 64_000_000  # bytes that a writer fills before it writes a segment
DECIMALS = 4  # of a score: what lies below is rounding, not rank
_ANALYZER = "english"
_EVERY_TERM = "freq"


@dataclass(frozen=True, slots=True)
class Hit:
    """A document by its number, with its score."""

    number: int
    score: float


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a field, and by what its score is multiplied; a ``fixed`` one adds the weight and nothing else."""

    field: str
    text: str
    weight: float = 1.0
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class FullText:
    """Documents by number, with fields of words (``text``, ``title``), each ``name`` as a whole, and a ``group``."""

    index: tantivy.Index
    searcher: tantivy.Searcher

    def ranked(self, terms: Sequence[Term], k: int, groups: Sequence[int] | None = None) -> list[Hit]:
        """The best documents that have one of the terms, or all of the groups' where groups are given, best first.

        Of equals at the end all are among them, so that there may be more than k: who knows their ids breaks the tie.
        """
        query = self.query(terms)
        if groups is not None:
            members = Query.const_score_query(Query.term_set_query(self.index.schema, "group", list(groups)), 0.0)
            query = Query.boolean_query([(Occur.Must, members), (Occur.Should, query)])
        limit = k + 8
        while True:
            hits = self.searcher.search(query, limit, count=False).hits
            scores = [round(score, DECIMALS) for score, _ in hits]
            if len(hits) < limit or scores[-1] < scores[k - 1]:
                break
            limit *= 4
        kept = sum(score >= scores[k - 1] for score in scores) if len(scores) > k else len(scores)
        numbers = self._numbers([address for _, address in hits[:kept]])
        return [Hit(number, score) for number, score in zip(numbers, scores[:kept], strict=True)]

    def query(self, terms: Sequence[Term]) -> Query:
        """What asks for the documents that have one of the terms."""
        return Query.boolean_query([(Occur.Should, self._query(term)) for term in terms])

    def frequency(self, term: Term) -> int:
        """How many documents have the term."""
        return self.searcher.doc_freq(term.field, term.text)

    def numbers(self, term: Term) -> list[int]:
        """The documents that have the term."""
        hits = self.searcher.search(self._query(term), max(1, self.frequency(term)), count=False).hits
        return self._numbers([address for _, address in hits])

    def _numbers(self, addresses: list[tantivy.DocAddress]) -> list[int]:
        values = self.searcher.fast_field_values("number", addresses) if addresses else []
        return [int(value) for value in values if value is not None]

    def _query(self, term: Term) -> Query:
        option = "basic" if term.field == "name" else _EVERY_TERM
        query = Query.term_query(self.index.schema, term.field, term.text, option)
        return Query.const_score_query(query, term.weight) if term.fixed else Query.boost_query(query, term.weight)


@dataclass(slots=True)
class FullTextWriter:
    """Documents on their way into an index, which has ``numbers`` of them; one thread writes, so that equal documents
    make equal segments."""

    index: tantivy.Index
    writer: tantivy.IndexWriter
    numbers: int = 0
    is_open: bool = True

    def add(self, text: str, title: str = "", names: Sequence[str] = (), group: int = 0) -> None:
        """The document is the next one; a lone surrogate becomes a question mark."""
        document = tantivy.Document(text=_whole(text), title=_whole(title), name=list(map(_whole, names)))
        document.add_unsigned("number", self.numbers)
        document.add_unsigned("group", group)
        with _refused_by_the_system():
            self.writer.add_document(document)
        self.numbers += 1

    def keep(self) -> None:
        """What was added is on the disk."""
        with _refused_by_the_system():
            self.writer.commit()

    def finished(self) -> FullText:
        """All documents, searchable; nothing can be added any more."""
        with _refused_by_the_system():
            self.writer.commit()
            self.close()
            self.index.reload()
            return FullText(self.index, self.index.searcher())

    def close(self) -> None:
        """No thread of it writes any more; what was not finished is lost."""
        if self.is_open:
            self.is_open = False
            with _refused_by_the_system():
                self.writer.wait_merging_threads()


def start(folder: Path | None) -> FullTextWriter:
    """An empty index in the folder, or in memory where there is none. In a folder that holds one it goes on there.

    BlockingIOError where another process writes in the folder.
    """
    if folder is not None:
        folder.mkdir(exist_ok=True)
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("number", fast=True)
    schema.add_unsigned_field("group", indexed=True)
    for name in ("text", "title"):
        schema.add_text_field(name, tokenizer_name=_ANALYZER, index_option=_EVERY_TERM)
    schema.add_text_field("name", tokenizer_name="raw", index_option="basic")
    with _refused_by_the_system():
        index = tantivy.Index(schema.build(), None if folder is None else str(folder))
        index.register_tokenizer(_ANALYZER, analyzer())
        writer = _writer(index)
        index.reload()
        return FullTextWriter(index, writer, index.searcher().num_docs)


def _writer(index: tantivy.Index) -> tantivy.IndexWriter:
    try:
        return index.writer(HEAP, 1)
    except ValueError as error:
        if "LockBusy" not in str(error):
            raise
        raise BlockingIOError("another process writes there") from error


def _whole(text: str) -> str:
    return text.encode(errors="replace").decode()


@contextmanager
def _refused_by_the_system() -> Iterator[None]:
    """A full disk meanwhile is an OSError, as it is everywhere else; tantivy makes a ValueError of it."""
    try:
        yield
    except ValueError as error:
        raise OSError(str(error)) from error


def open_full_text(folder: Path) -> FullText:
    """The index that was written in the folder."""
    index = tantivy.Index.open(str(folder))
    index.register_tokenizer(_ANALYZER, analyzer())
    return FullText(index, index.searcher())


@lru_cache(maxsize=1)
def analyzer() -> tantivy.TextAnalyzer:
    """What makes terms of a text: words in lower case, without accents, as stems."""
    filters = (Filter.remove_long(80), Filter.lowercase(), Filter.ascii_fold(), Filter.stemmer("english"))
    builder = TextAnalyzerBuilder(Tokenizer.simple())
    for one in filters:
        builder = builder.filter(one)
    return builder.build()


def terms(text: str) -> list[str]:
    """The distinct terms of a text, in order."""
    return list(dict.fromkeys(analyzer().analyze(text)))


def occurrences(text: str, wanted: Iterable[str]) -> tuple[Stretch, ...]:
    """The words of the text whose term is wanted."""
    terms = frozenset(wanted)
    places = [
        (token.char_offset_from, token.char_offset_to)
        for token in analyzer().pre_tokenize(text).tokens
        if token.text in terms
    ]
    return tuple(Stretch(text[start:end], start, end) for start, end in places)
