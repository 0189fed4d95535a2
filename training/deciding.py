"""How sure retrieved evidence must be, on the claims that it was chosen by: `python training/deciding.py --data DATA`.

For each verifier the share of the first 400 claims of FEVER's paper-dev-half whose label is right, by the log odds
against NOT ENOUGH INFO that the sentence which decides most needs (``systems.DECIDES``); ``together``: all sentences
are read as one. These claims are tuned on, and stand in the ledgers (CARD-ledger.md).
"""

import argparse
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import patch

from stumper.datasets import fever
from stumper.retrieval import Index
from stumper.types import Example
from stumper.victims import systems
from stumper.victims.systems import System, system
from verifying_data import TRAINED, pages

SPLIT, CLAIMS = "paper-dev-half", 400  # as evaluate_verifier.py --limit 400 takes them
ODDS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
RANKINGS = {"transformer": "bm25", "esim": "tfidf", "da": "tfidf"}


def read_tuned(folder: Path) -> tuple[Example, ...]:
    """The claims that the choice was made on."""
    return fever.read(folder / f"fever-{SPLIT}.jsonl.gz").examples[:CLAIMS]


def right(victim: System, examples: tuple[Example, ...], deciding: Mapping[str, float]) -> float:
    """The share of the claims whose label is right when the models decide so."""
    with patch.object(systems, "DECIDES", deciding):
        found = victim.predict([example.query for example in examples])
    labels = [example.gold.answers[0].text for example in examples]
    return sum(p.guesses[0].answer == label for p, label in zip(found, labels, strict=True)) / len(examples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with verification/")
    folder = parser.parse_args().data / "verification"
    examples = read_tuned(folder)
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        Index.build({page.id: page for split in (TRAINED, SPLIT) for page in pages(folder, split)}.values(), index)
        for model, ranking in RANKINGS.items():
            victim = system(model, ranking, str(index))
            for odds in ODDS:
                print(
                    json.dumps({"model": model, "odds": odds, "right": right(victim, examples, {model: odds})}),
                    flush=True,
                )
            print(json.dumps({"model": model, "together": right(victim, examples, {})}), flush=True)


if __name__ == "__main__":
    main()
