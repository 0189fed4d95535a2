"""What attacks on tossups that were made against one guesser cost each: how much later it is first right.

On the bundled questions that are held out, by guessers that know the others. A guesser is asked at twenty places; where
it is never right, that counts as the whole question. Of the questions that the attack changed, each with its original.

Wallace et al. (2019) found that what stumps retrieval also hurts the networks, and the reverse less: whether that is
seen here is told by findings.py, of what a network loses by what was made against `ir` less what `ir` loses by what was
made against the network, counted as if the two were independent.
"""

import tempfile
from pathlib import Path

from findings import tell
from measuring import arguments, say, shown
from stumper import api, playing
from stumper.buzz import Buzz
from stumper.protocols import Cache
from stumper.scores import Estimate
from stumper.statistics import apart
from stumper.tasks.quizbowl.section.play import transfer

ATTACKS = ("tossup-obfuscate", "tossup-reorder", "tossup-paraphrase", "tossup-synonym")
RETRIEVAL, NETWORKS = "ir", ("dan", "rnn")
GUESSERS = (RETRIEVAL, *NETWORKS)
POSITIONS = 20


def main() -> None:
    args = arguments(__doc__, limit=80)
    with tempfile.TemporaryDirectory() as folder, api.open_store(str(Path(folder) / "stumper.db")) as store:
        for attack in ATTACKS:
            cost: dict[str, dict[str, Estimate]] = {}
            for against in GUESSERS:
                made = api.attack("quizbowl", attack, against, goal="buzz_later", limit=args.limit, store=store)
                file = Path(folder) / f"{attack}-{against}.json"
                made.write(file)
                found = {guesser: later(str(file), guesser, against, store.cache()) for guesser in GUESSERS}
                say("tossup_attacks", attack=attack, against=against, n=found[against].n,
                    **{guesser: shown(estimate) for guesser, estimate in found.items()})  # fmt: skip
                cost[against] = found
            for network in NETWORKS:
                difference = apart(cost[network][RETRIEVAL], cost[RETRIEVAL][network])
                tell("tossup_attacks", f"{attack} transfers more from retrieval", network, difference)


def later(file: str, guesser: str, against: str, cache: Cache) -> Estimate:
    """By which share of the question the guesser is first right later on variants than on their originals."""
    heard: list[Buzz] = []
    for step in playing.listen(file, guesser, POSITIONS, cache):
        heard += step.buzzes
    regular, variants = ([one for one in heard if bool(one.original) == is_variant] for is_variant in (False, True))
    return transfer(regular, variants, against, (guesser, True)).later


if __name__ == "__main__":
    main()
