"""A dump of synthetic pages in the format of FEVER's, the same for the same seed.

    python benchmarks/synthetic_pages.py FOLDER [--pages 500000] [--seed 1]

Words follow Zipf's law over 300,000, but for one in 25, which is drawn from 20 million that are alike, as names are: so
the vocabulary grows with the text. A page has 1 to 30 sentences, five on average, of 6 to 45
words, 22 on average, and a title of one to four words, which its first sentence begins with. Files have 50,000 pages.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

PER_FILE = 50_000
PER_DRAW = 1_000  # pages that are drawn together
VOCABULARY = 300_000
NAMES = 20_000_000  # words that are drawn alike: each page has a few of its own
NAMED = 0.04  # of all words
EXPONENT = 1.05  # of Zipf's law
FUNCTION = (
    "the",
    "of",
    "in",
    "and",
    "a",
    "is",
    "was",
    "to",
    "for",
    "by",
    "as",
    "with",
    "on",
    "at",
    "from",
    "his",
    "he",
    "it",
)
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "an", "er", "on")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    write(args.folder, args.pages, args.seed)


def write(folder: Path, pages: int, seed: int) -> None:
    """The folder holds so many pages in files of 50,000."""
    lines = dump(pages, seed)
    for number in range(-(-pages // PER_FILE)):
        with (folder / f"wiki-{number + 1:03}.jsonl").open("w", encoding="utf-8") as file:
            for _ in range(min(PER_FILE, pages - number * PER_FILE)):
                file.write(next(lines))


def dump(pages: int, seed: int) -> Iterator[str]:
    """The lines of so many pages."""
    rng, made = np.random.default_rng(seed), 0
    chances = 1 / np.arange(1, VOCABULARY + 1) ** EXPONENT
    bounds = np.cumsum(chances / chances.sum())
    vocabulary = [word_of(rank) for rank in range(VOCABULARY)]
    while made < pages:
        counts = np.clip(rng.geometric(0.19, PER_DRAW), 1, 30)
        lengths = np.clip(rng.lognormal(3.0, 0.4, counts.sum()), 6, 45).astype(int)
        words = drawn(rng, bounds, vocabulary, int(lengths.sum()))
        titles, at, sentence = rng.integers(1, 5, PER_DRAW).tolist(), 0, 0
        for count, title in zip(counts.tolist(), titles, strict=True):
            made += 1
            rows = []
            for length in lengths[sentence : sentence + count].tolist():
                rows.append(words[at : at + length])
                at += length
            sentence += count
            name = [word.capitalize() for word in rows[0][:title]]
            rows[0][:title] = name
            yield line("_".join([*name, f"-LRB-{made}-RRB-"]), [" ".join(row) + " ." for row in rows])
            if made == pages:
                return


def drawn(rng: np.random.Generator, bounds: np.ndarray, vocabulary: list[str], size: int) -> list[str]:
    """So many words: most by Zipf's law, some that hardly come again."""
    ranks = np.minimum(np.searchsorted(bounds, rng.random(size)), VOCABULARY - 1)
    rare = np.flatnonzero(rng.random(size) < NAMED)
    words = [vocabulary[rank] for rank in ranks.tolist()]
    for place, number in zip(rare.tolist(), rng.integers(VOCABULARY, NAMES, len(rare)).tolist(), strict=True):
        words[place] = word_of(number)
    return words


def word_of(rank: int) -> str:
    """The word of a rank: a function word for the first, syllables for the others."""
    if rank < len(FUNCTION):
        return FUNCTION[rank]
    syllables, rest = [], rank
    while rest:
        rest, syllable = divmod(rest, len(SYLLABLES))
        syllables.append(SYLLABLES[syllable])
    return "".join(syllables) + "x"


def line(id: str, sentences: list[str]) -> str:
    rows = "\n".join(f"{number}\t{text}" for number, text in enumerate(sentences))
    return json.dumps({"id": id, "text": " ".join(sentences), "lines": rows}) + "\n"


if __name__ == "__main__":
    main()
