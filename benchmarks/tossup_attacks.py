"""What attacks on tossups that were made against one guesser cost each: how much later it is first right.

On the bundled questions that are held out, by guessers that know the others. A guesser is asked at twenty places; where
it is never right, that counts as the whole question. Of the questions that the attack changed, each with its original.
"""

import tempfile
from pathlib import Path

from measuring import arguments, say, shown
from stumper import api, playing
from stumper.buzz import Buzz
from stumper.protocols import Cache
from stumper.scores import Estimate
from stumper.tasks.quizbowl.section.play import transfer

ATTACKS = ("tossup-obfuscate", "tossup-reorder", "tossup-paraphrase", "tossup-synonym")
GUESSERS = ("ir", "dan", "rnn")
POSITIONS = 20


def main() -> None:
    args = arguments(__doc__, limit=80)
    with tempfile.TemporaryDirectory() as folder, api.open_store(str(Path(folder) / "stumper.db")) as store:
        for attack in ATTACKS:
            for against in GUESSERS:
                made = api.attack("quizbowl", attack, against, goal="buzz_later", limit=args.limit, store=store)
                file = Path(folder) / f"{attack}-{against}.json"
                made.write(file)
                cost = {guesser: later(str(file), guesser, against, store.cache()) for guesser in GUESSERS}
                say("tossup_attacks", attack=attack, against=against, n=cost[against].n,
                    **{guesser: shown(estimate) for guesser, estimate in cost.items()})  # fmt: skip


def later(file: str, guesser: str, against: str, cache: Cache) -> Estimate:
    """By which share of the question the guesser is first right later on variants than on their originals."""
    heard: list[Buzz] = []
    for step in playing.listen(file, guesser, POSITIONS, cache):
        heard += step.buzzes
    regular, variants = ([one for one in heard if bool(one.original) == is_variant] for is_variant in (False, True))
    return transfer(regular, variants, against, (guesser, True)).later


if __name__ == "__main__":
    main()
