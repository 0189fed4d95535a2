"""Who is suggested to be set aside in crowds of 300 that say what those of crowd.py say, without a server: many crowds.

In each, 30 each answer at random, always alike, or as another does, 15 leave in the middle, and 195 are right about 75
to 95% of the questions; all have the same 30 texts, of which 3 or 15 are gold. Of one crowd chance decides much: of 30
who copy, one is three percent. Shares are over all --crowds, of which each has a seed of its own.
"""

import asyncio
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from crowd import KINDS, QUESTIONS, Crowd, Somebody, somebody
from measuring import arguments, say, shown
from stumper.people.study.care import Piece, care_of
from stumper.statistics import share

TEXTS, PEOPLE, PACE, LATER = 30, 300, 200.0, 1e6


def main() -> None:
    args = arguments(__doc__, crowds=20, seed=101)
    for gold in (3, 15):
        found: dict[str, list[bool]] = {kind: [] for kind in (*KINDS, "careful")}
        for seed in range(args.seed, args.seed + args.crowds):
            every, pieces = answers(seed, gold)
            reasons = {one.person_id: one.reasons for one in care_of(pieces)}
            for one in every:
                found[one.kind].append(bool(reasons[one.name]))
        others = found["careful"] + found["leaving"]
        say("crowd-rules", gold=f"{gold} of {TEXTS}", crowds=args.crowds, suspected=shown(share(others)),
            **{f"caught_{kind}": shown(share(found[kind])) for kind in ("random", "constant", "copying")})  # fmt: skip


def answers(seed: int, gold: int) -> tuple[list[Somebody], list[Piece]]:
    """Everybody, and what each said, in an order of their own; who copies says it after the other."""
    random = Random(seed)
    truth = {f"t{n}": tuple(random.random() < 0.6 for _ in QUESTIONS) for n in range(TEXTS)}
    crowd = Crowd("http://nowhere.invalid", "", "", truth, [], 0, TEXTS, seed)
    kinds = [kind for kind, part in KINDS.items() for _ in range(round(part * PEOPLE))]
    every = [somebody(crowd, f"p{n}", kind) for n, kind in enumerate(kinds + ["careful"] * (PEOPLE - len(kinds)))]
    asyncio.run(closed(every))
    careful = [one for one in every if one.kind == "careful"]
    pieces = []
    for one in sorted(every, key=lambda one: one.kind == "copying"):
        one.source = one.random.choice(careful) if one.kind == "copying" else None
        stays = one.random.randint(5, TEXTS - 2) if one.kind == "leaving" else TEXTS
        for text in one.random.sample(sorted(truth), stays):
            says = crowd.said[one.name][text] = one.says(text)
            right = truth[text] if int(text[1:]) < gold else None
            checks = tuple(a == b for a, b in zip(says, right, strict=True)) if right else ()
            at = LATER * (one.kind == "copying") + len(pieces)
            pieces.append(Piece(one.name, one.name, text, says, right, checks, PACE, at))
    return every, pieces


async def closed(every: list[Somebody]) -> None:
    """Nobody needs a browser."""
    for one in every:
        await one.browser.aclose()


if __name__ == "__main__":
    main()
