"""How long a tossup's author waits for answers as one types, of 25,000 made-up ones."""

import time
from random import Random

from measuring import arguments, say
from stumper.language.rewording.words import word_set
from stumper.people.writing.answer_search import index_of, search_answers

PARTS = sorted(
    word_set("""
    an ar bel bor cal dor en fal gar hol in jor kal lor mar nor ol per quin ros sal tor ul ver wil xan yor zel
    """)
)
KINDS = ("", "", "", "the ", "Battle of ", "Treaty of ", "Süß-", "Saint ", "War of the ")
TYPED = 8  # letters of each answer, one at a time


def main() -> None:
    args = arguments(__doc__, answers=25_000, searches=300, seed=1)
    rng = Random(args.seed)
    times = {name(rng): rng.randrange(40) for _ in range(args.answers * 2)}
    times = dict(list(times.items())[: args.answers])
    began = time.perf_counter()
    index = index_of(times)
    built = time.perf_counter() - began
    waits = []
    for answer in rng.sample(sorted(times), args.searches):
        for length in range(1, TYPED + 1):
            began = time.perf_counter()
            search_answers(index, answer[:length])
            waits.append(time.perf_counter() - began)
    waits.sort()
    say("answer-search", answers=len(times), built_ms=round(1000 * built), searches=len(waits),
        p50_ms=round(1000 * waits[len(waits) // 2], 2), p95_ms=round(1000 * waits[int(len(waits) * 0.95)], 2),
        worst_ms=round(1000 * waits[-1], 2))  # fmt: skip


def name(rng: Random) -> str:
    """One to three made-up words, of which some kinds share the first."""
    words = [rng.choice(PARTS) + rng.choice(PARTS) for _ in range(rng.randint(1, 3))]
    return rng.choice(KINDS) + " ".join(word.capitalize() for word in words)


if __name__ == "__main__":
    main()
