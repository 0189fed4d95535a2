"""Fits the guessers `ir` and `ensemble`: `python training/guessing.py --data FILE [FILE …] --out FOLDER`.

FOLDER then holds past questions as an index, types of answers, weights and a buzzer, for `ir:FOLDER` and
`ensemble:FOLDER`. Weights and buzzer are fitted on packets that are held out, and everything else then learns from all.
`--bundled` fits what ships, on the fold `guesstrain` of the bundled tossups, and writes it into the package.
"""

import argparse
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from holding_out import held_out
from stumper.errors import BadOption
from stumper.retrieval.clues import About, Clues
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.victims import ledger
from stumper.victims.guessing.answer_types import learned_types, write_types
from stumper.victims.guessing.buzzer import BUZZER, write_buzzer
from stumper.victims.guessing.dan import load as dan
from stumper.victims.guessing.fitting import FEW, Fitted, Fold, fit
from stumper.victims.guessing.opening import ABOUT, CLUES, NETWORK, SEED, TYPES, past_questions, shipped

SHARE = 0.05  # of the packets is held out
SHARE_OF_FEW, FOLDS = 0.1, 10  # of so few questions, few are held out, many times


def main() -> None:
    args = _arguments()
    began = time.process_time()
    datasets = [quizbowl.bundled("guesstrain")] if args.bundled else [quizbowl.read(path) for path in args.data]
    texts = past_questions(datasets)
    print(f"{len(texts)} questions, {len({about.answer for about in texts})} answers", flush=True)
    found = fit(folds(datasets, texts, args.network), Random(SEED))
    out = shipped() if args.bundled else args.out
    out.mkdir(parents=True, exist_ok=True)
    write(out, found)
    ledger.write(out / ABOUT, ledger.ledger({dataset.name: dataset for dataset in datasets}))
    if not args.bundled:
        shutil.rmtree(out / CLUES, ignore_errors=True)
        Clues.build(texts, out / CLUES)
        write_types(out / TYPES, learned_types([(about.text, about.answer) for about in texts], Random(SEED)))
        if args.network:
            shutil.copytree(args.network[0], out / NETWORK, ignore=shutil.ignore_patterns("*.pt"), dirs_exist_ok=True)
    print(f"wrote {out} in {time.process_time() - began:.0f} s of processor time", flush=True)


def folds(datasets: Sequence[Quizbowl], texts: Sequence[About], networks: Sequence[Path]) -> list[Fold]:
    """Of many questions one fold, of few several, each without its own share of the packets; with a network each."""
    examples = {example.id: example for dataset in datasets for example in dataset}
    share, count = (SHARE_OF_FEW, FOLDS) if len(texts) < FEW else (SHARE, 1)
    if networks and len(networks) != count:
        raise BadOption(f"Name {count} of --network, each fitted without what is held out by its seed.")
    found = []
    for place in range(count):
        part = held_out(datasets, share, SEED + place)
        learned = [about for about in texts if about.id not in part]
        asked = [examples[about.id] for about in texts if about.id in part]
        found.append(Fold(learned, asked, dan(str(networks[place]), ()) if networks else None))
    return found


def write(folder: Path, found: Fitted) -> None:
    """The weights and the buzzer stand in the folder."""
    facts = {"format": "stumper guesser", "version": 1, "weights": {k: v.tolist() for k, v in found.weights.items()}}
    (folder / ABOUT).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    write_buzzer(folder / BUZZER, found.buzzer)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--data", type=Path, nargs="+", metavar="FILE", help="tossups, in any format that Stumper reads"
    )
    source.add_argument("--bundled", action="store_true", help="fit what ships with the package")
    parser.add_argument("--out", type=Path, default=Path("guesser"), metavar="FOLDER", help="where the result goes")
    parser.add_argument("--network", type=Path, nargs="+", default=(), metavar="FOLDER",
                        help="a dan of training/guessers.py that had the same packets held out")  # fmt: skip
    return parser.parse_args()


if __name__ == "__main__":
    main()
