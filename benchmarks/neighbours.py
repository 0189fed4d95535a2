"""How often the first neighbour of a word is of its kind: draws words to judge, or counts a file of judgements.

    python benchmarks/neighbours.py --draw 7 > drawn.tsv      100 words by that seed, with their first three neighbours
    python benchmarks/neighbours.py training/neighbours-judged.tsv

A line to judge is word, sort, the neighbours; a judged one begins with 1 or 0: the first neighbour is of the same fine
kind (another broadcaster for a broadcaster, another year for a year) or its opposite, or not. Names and numbers are
drawn more often than they are met, for these are what AddSent replaces; within a sort, words are drawn about as often
as they are met.
"""

import argparse
import sys
from collections import Counter
from math import log
from pathlib import Path
from random import Random

from measuring import say, shown
from stumper.language.neighbours import listed, load_neighbours
from stumper.statistics import share

PARTS = {"name": 42, "noun": 25, "other": 15}  # and numbers, of which the table has none, for the rest of 100
NAME_TAGS = {"NNP", "NNPS"}
NOUN_TAGS = {"NN", "NNS"}
OTHER_TAGS = {"JJ", "JJR", "JJS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "RB"}
NUMBER_WORDS = [
    "two",
    "three",
    "six",
    "nine",
    "ten",
    "twelve",
    "fifteen",
    "twenty",
    "sixty",
    "third",
    "fifth",
    "million",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judged", type=Path, nargs="?")
    parser.add_argument("--draw", type=int, metavar="SEED")
    args = parser.parse_args()
    if args.draw is not None:
        for sort, word in drawn(Random(args.draw)):
            near = [other.word for other in load_neighbours().nearest(word)[:3]]
            print("\t".join([word, sort, *near]))
    if args.judged is not None:
        say("neighbours", **counted(args.judged.read_text(encoding="utf-8")))


def drawn(rng: Random) -> list[tuple[str, str]]:
    """100 words with their sorts, without repetition."""
    sorts: dict[str, list[tuple[float, str]]] = {sort: [] for sort in PARTS}
    for rank, (word, tag) in enumerate(listed(), start=1):
        is_name = tag in NAME_TAGS or not word.islower()
        sort = "name" if is_name else "noun" if tag in NOUN_TAGS else "other" if tag in OTHER_TAGS else None
        if sort and len(word) > 1:
            sorts[sort].append((log(rng.random()) * rank, word))  # drawn in proportion to 1 / rank, as words are met
    words = [(sort, word) for sort, n in PARTS.items() for _, word in sorted(sorts[sort], reverse=True)[:n]]
    return words + [("number", number) for number in numbers(rng)]


def numbers(rng: Random) -> list[str]:
    """18 numbers in the forms that questions have: 6 years, 4 small ones, words, and other forms."""
    return [
        *map(str, rng.sample(range(1400, 2020), 6)),
        *map(str, rng.sample(range(2, 200), 4)),
        *rng.sample(NUMBER_WORDS, 3),
        f"{rng.randrange(2, 900) * 100:,}",
        f"{rng.randrange(1, 100)}%",
        f"{rng.randrange(10, 200) / 10}",
        f"{rng.randrange(4, 20)}th",
        f"{rng.randrange(180, 200)}0s",
    ]


def counted(text: str) -> dict[str, object]:
    """The share that is judged right, over all and by sort, with its interval."""
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    right = Counter(row[2] for row in rows if row[0] == "1")
    total = Counter(row[2] for row in rows)
    found = share([row[0] == "1" for row in rows])
    by_sort = {sort: {"right": right[sort], "of": n} for sort, n in sorted(total.items())}
    return {"of_the_same_kind": shown(found), **by_sort}


if __name__ == "__main__":
    sys.exit(main())
