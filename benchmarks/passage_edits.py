"""What an edit of an index costs: one passage replaced by another, and the index asked, over synthetic passages.

    python benchmarks/passage_edits.py [--passages 1000000] [--edits 10000] [--seed 1] --folder FOLDER

The index is built once in the folder, or opened where it stands there. Each edit takes a passage that its question
finds out of the index, puts it back with one word changed, and asks for the best five. Then the index is as it was:
its fingerprint and the bytes of its files are compared.
"""

import random
import time
from collections.abc import Iterator
from itertools import islice

import numpy as np

from measuring import arguments, say
from stumper.datasets.wiki_pages import page_of
from stumper.file_bytes import Line
from stumper.identity import folder_fingerprint
from stumper.retrieval.passages import PassageIndex, is_passage_index
from stumper.types import Passage
from synthetic_pages import dump

K, QUERY_WORDS = 5, 9


def main() -> None:
    args = arguments(__doc__, ["folder"], passages=1_000_000, edits=10_000, seed=1)
    start = time.perf_counter()
    built = not is_passage_index(args.folder)
    if built:
        PassageIndex.build(passages(args.passages, args.seed), args.folder)
    index = PassageIndex.open(args.folder)
    seconds = time.perf_counter() - start
    say("passage_index", passages=len(index), built=built, seconds=seconds, average_terms=index.average)
    before = folder_fingerprint(args.folder)
    times = np.array([milliseconds(index, rng, number) for number, rng in enumerate(rngs(args.seed, args.edits))])
    say(
        "passage_edits",
        passages=len(index),
        edits=len(times),
        median_ms=float(np.median(times)),
        p95_ms=float(np.percentile(times, 95)),
        unchanged=folder_fingerprint(args.folder) == before,
    )


def passages(number: int, seed: int) -> Iterator[Passage]:
    """So many synthetic passages: the pages of the synthetic dump."""
    for at, line in enumerate(islice(dump(number, seed), number), 1):
        page = page_of(Line("synthetic", at, line.encode(), 0))
        if page is not None and page.sentences:
            yield Passage(page.id, page.text, page.title)


def rngs(seed: int, edits: int) -> Iterator[random.Random]:
    return (random.Random(f"{seed}/{number}") for number in range(edits))


def milliseconds(index: PassageIndex, rng: random.Random, number: int) -> float:
    """How long one edit with its search takes. The question has words of the passage that is edited."""
    gold = index.passage(index.ids[rng.randrange(len(index))])
    assert gold is not None
    words = gold.text.split()
    question = " ".join(rng.sample(words, min(QUERY_WORDS, len(words))))
    place = rng.randrange(len(words))
    text = " ".join([*words[:place], f"edit{number}", *words[place + 1 :]])
    edited = Passage(f"{gold.id} edited", text, gold.title)
    start = time.perf_counter()
    found = index.search(question, K, (edited,), (gold.id,))
    spent = time.perf_counter() - start
    assert gold.id not in [one.passage.id for one in found]
    return spent * 1000


if __name__ == "__main__":
    main()
