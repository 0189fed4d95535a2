"""Retrieval: recall on FEVER's paper-dev-half over the pages at hand, and cost on 1,000,000 synthetic sentences.

    python benchmarks/retrieval.py [--data DIR] [--sentences 1000000] [--queries 500]

Beside it stands bm25s, where it is installed (``pip install bm25s``, in an environment of its own or with --target and
PYTHONPATH: the project does not need it). Each runs in a process of its own, on the same corpus and queries.
"""

import gzip
import importlib.util
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from measuring import arguments, say
from stumper import text
from stumper.datasets import open_dataset
from stumper.datasets.wiki_pages import Page, Sentence, readable
from stumper.retrieval import Index, Ranking
from stumper.retrieval.ranked import RANKINGS
from stumper.retrieval.terms import STOP_WORDS
from stumper.tasks.reading.question import Question

K = 5
PER_PAGE = 10  # sentences of a synthetic page
VOCABULARY = 300_000
EXPONENT = 1.05  # of Zipf's law
QUERY_WORDS = 9
Place = tuple[str, int]
Figures = dict[str, object]


def main() -> None:
    args = arguments(__doc__, sentences=1_000_000, queries=500)
    fever(args.data)
    corpus = Corpus(args.sentences, args.queries)
    for system in ("stumper", "bm25s"):
        if importlib.util.find_spec(system) is None:
            say("retrieval_cost", system=system, missing=f"pip install {system}")
            continue
        # A process that nothing else has run in, for the memory's sake.
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            figures = fresh.submit(COSTS[system], corpus).result()
        say("retrieval_cost", system=system, sentences=args.sentences, queries=args.queries, **figures)


# FEVER


def fever(data: Path) -> None:
    """Says the recall of both rankings over sentences that are evidence, and over those among other paragraphs."""
    folder = data / "verification"
    splits = {name: _records(folder / f"fever-{name}.jsonl.gz") for name in ("paper-test", "paper-dev-half")}
    known = {(row["page"], row["line"]): row["text"] for row in _records(folder / "evidence-sentences.jsonl.gz")}
    for records in (*splits.values(), *splits.values(), *splits.values()):
        resolve(records, known)
    evidence = pages_of(known)
    pools = {"evidence": evidence, "evidence and other paragraphs": [*evidence, *paragraphs(data / "reading")]}
    claims = [(row["claim"], gold) for row in splits["paper-dev-half"] if (gold := single(row) & known.keys())]
    for name, pages in pools.items():
        index = Index.build(pages)
        for ranking in RANKINGS:
            say("retrieval_recall", ranking=ranking, pool=name, pages=len(pages),
                sentences=sum(len(page.sentences) for page in pages), claims=len(claims),
                **recall(index, claims, ranking))  # fmt: skip


def resolve(records: Sequence[dict], known: dict[Place, str]) -> None:
    """Adds the sentences that the claims' joined evidence texts give away: all but one of a text's are known."""
    for row in records:
        places = {(page, line) for group in row["evidence"] for _, _, page, line in group if page is not None}
        unknown, rest = [place for place in places if place not in known], row.get("evidence_text", "")
        for place in sorted(places & known.keys(), key=lambda place: (-len(known[place]), place)):
            rest = rest.replace(known[place], "\n", 1)
        parts = [part.strip() for part in rest.split("\n") if part.strip()]
        if len(unknown) == len(parts) == 1:
            known[unknown[0]] = parts[0]


def single(row: dict) -> set[Place]:
    """The sentences that are evidence enough by themselves."""
    groups = [{(page, line) for _, _, page, line in group} for group in row["evidence"]]
    return {place for group in groups if len(group) == 1 for place in group}


def pages_of(known: dict[Place, str]) -> list[Page]:
    sentences: dict[str, list[Sentence]] = defaultdict(list)
    for (page, line), words in sorted(known.items()):
        sentences[page].append(Sentence(page, line, readable(words)))
    return [Page(page, tuple(found)) for page, found in sentences.items()]


def paragraphs(folder: Path) -> list[Page]:
    """The paragraphs of the reading data as pages that hold no evidence."""
    contexts: dict[str, str] = {}
    for path in sorted(folder.glob("squad*.json.gz")):
        for example in open_dataset(path):
            assert isinstance(example.query, Question)
            contexts.setdefault(example.query.context.text, example.query.context.title or path.name.partition(".")[0])
    ids: Counter[str] = Counter()
    pages = []
    for context, title in contexts.items():
        ids[title] += 1
        id = f"{title.replace(' ', '_')}_-LRB-paragraph_{ids[title]}-RRB-"
        found = enumerate(text.sentences(context))
        pages.append(Page(id, tuple(Sentence(id, line, sentence.text) for line, sentence in found)))
    return pages


def recall(index: Index, claims: Sequence[tuple[str, set[Place]]], ranking: Ranking) -> dict[str, float]:
    """The shares of claims with a gold page, and a gold sentence, among the first 1 and 5."""
    hits: Counter[str] = Counter()
    began = time.process_time()  # on a busy machine it says more than the clock
    for claim, gold in claims:
        pages = [page.id for page in index.pages(claim, K, ranking)]
        sentences = [(found.page, found.line) for found in index.sentences(claim, K, ranking)]
        for k in (1, K):
            hits[f"page_recall_at_{k}"] += any(page in pages[:k] for page, _ in gold)
            hits[f"sentence_recall_at_{k}"] += any(place in sentences[:k] for place in gold)
    seconds = time.process_time() - began
    return {name: n / len(claims) for name, n in hits.items()} | {"claims_per_cpu_second": len(claims) / seconds}


def _records(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


# Cost


@dataclass(frozen=True)
class Corpus:
    """Sentences of 12 to 32 words that follow Zipf's law, the same in every process; the first ranks are stop words."""

    sentences: int
    queries: int

    def __iter__(self) -> Iterator[str]:
        rng, words = np.random.default_rng(1), self.words()
        chances = 1 / np.arange(1, VOCABULARY + 1) ** EXPONENT
        bounds = np.cumsum(chances / chances.sum())
        for _ in range(0, self.sentences, 10_000):
            lengths = rng.integers(12, 33, 10_000)
            ranks = np.minimum(np.searchsorted(bounds, rng.random(lengths.sum())), VOCABULARY - 1).tolist()
            at = 0
            for length in lengths.tolist():
                yield " ".join([words[rank] for rank in ranks[at : at + length]])
                at += length

    def words(self) -> list[str]:
        """The vocabulary by rank."""
        function = sorted(STOP_WORDS, key=lambda word: (len(word), word))
        syllables = [first + second for first in "bdfgklmnprst" for second in "aeiou"]
        made = ["".join(syllables[n // 60**i % 60] for i in range(4)) + "x" for n in range(VOCABULARY)]
        return (function + made)[:VOCABULARY]

    def pages(self) -> Iterator[Page]:
        """The sentences in their order, ten to a page, whose title is two of the words of its first."""
        sentences = iter(self)
        number = 0
        while rows := list(islice(sentences, PER_PAGE)):
            number += 1
            id = "_".join([*rows[0].split()[:2], str(number)])
            yield Page(id, tuple(Sentence(id, line, row) for line, row in enumerate(rows)))

    def claims(self) -> list[str]:
        """Each is nine words of some sentence, in order."""
        rng = np.random.default_rng(2)
        wanted = set(rng.choice(self.sentences, self.queries, replace=False).tolist())
        drawn = [row.split() for number, row in enumerate(self) if number in wanted]
        kept = [sorted(rng.choice(len(row), QUERY_WORDS, replace=False).tolist()) for row in drawn]
        return [" ".join(row[i] for i in places) for row, places in zip(drawn, kept, strict=True)]


def stumper(corpus: Corpus) -> Figures:
    """An index in a folder, built from a stream of pages, then opened and asked."""
    claims, before = corpus.claims(), peak()
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "index"
        figures = spent("build", lambda: Index.build(corpus.pages(), folder))
        figures["build_peak_megabytes"] = peak() - before
        figures["megabytes"] = size(folder)
        figures["megabytes_of_texts"] = (folder / "sentences.bin").stat().st_size / 1e6
        index = Index.open(folder)
        ways: dict[str, Callable[[str], object]] = {
            "sentences_anywhere": index.sentences_anywhere,
            **{f"pages_{ranking}": partial(index.pages, ranking=ranking) for ranking in RANKINGS},
            **{f"pages_then_sentences_{ranking}": partial(index.sentences, ranking=ranking) for ranking in RANKINGS},
        }
        for name, way in ways.items():
            figures |= asked(name, way, claims)
        return figures | {"peak_megabytes": peak() - before}


def bm25s(corpus: Corpus) -> Figures:
    """An index in memory, of the same sentences as a list; then also in the way that numba compiles, if installed."""
    import bm25s as other

    claims, before = corpus.claims(), peak()
    stop = sorted(STOP_WORDS)
    built = {}

    def build(backend: str) -> None:
        tokens = other.tokenize(list(corpus), stopwords=stop, show_progress=False)
        built[backend] = other.BM25(k1=1.2, b=0.75, method="lucene", backend=backend)
        built[backend].index(tokens, show_progress=False)

    def ask(backend: str, claims: list[str]) -> object:
        tokens = other.tokenize(claims, stopwords=stop, show_progress=False)
        return built[backend].retrieve(tokens, k=K, n_threads=0, show_progress=False)

    figures = spent("build", lambda: build("numpy"))
    figures["build_peak_megabytes"] = peak() - before
    with tempfile.TemporaryDirectory() as root:
        built["numpy"].save(root, show_progress=False)
        figures["megabytes"] = size(Path(root))
    if importlib.util.find_spec("numba"):
        build("numba")
    for backend in built:
        figures |= asked(f"sentences_anywhere_{backend}", lambda claim, backend=backend: ask(backend, [claim]), claims)
        figures |= asked(f"all_at_once_{backend}", lambda _, backend=backend: ask(backend, claims), claims[:1])
    return figures | {"version": other.__version__}


COSTS: dict[str, Callable[[Corpus], Figures]] = {"stumper": stumper, "bm25s": bm25s}


def peak() -> float:
    """The most memory that this process has held, in megabytes, what it has mapped of files included."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1e3


def size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def spent(name: str, work: Callable[[], object]) -> Figures:
    """The seconds that the work took, and those of the processor: on a busy machine these say more."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {f"{name}_seconds": time.perf_counter() - wall, f"{name}_cpu_seconds": time.process_time() - cpu}


def asked(name: str, way: Callable[[str], object], claims: Sequence[str]) -> Figures:
    """Seconds for all claims, one after the other, after a few to warm up."""
    for claim in claims[:10]:
        way(claim)
    figures = spent(name, lambda: [way(claim) for claim in claims])
    return figures | {f"{name}_a_second": len(claims) / figures[f"{name}_seconds"]}


if __name__ == "__main__":
    main()
