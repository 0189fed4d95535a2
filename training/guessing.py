"""Fits the guessers `ir` and `ensemble`: `python training/guessing.py --data FILE [FILE …] --out FOLDER`.

FOLDER then holds past questions as an index, types of answers, weights and a buzzer, for `ir:FOLDER` and
`ensemble:FOLDER`. Weights and buzzer are fitted on packets that are held out, and everything else then learns from all.
`--bundled` fits what ships, on the fold `guesstrain` of the bundled tossups, and writes it into the package.
"""

import argparse
import time
from pathlib import Path
from random import Random

from stumper.tasks.quizbowl import files as quizbowl
from stumper.victims.guessing.fitting import fit
from stumper.victims.guessing.making import folds, write_guesser, write_weights
from stumper.victims.guessing.opening import SEED, past_questions, shipped


def main() -> None:
    args = _arguments()
    began = time.process_time()
    datasets = [quizbowl.bundled("guesstrain")] if args.bundled else [quizbowl.read(path) for path in args.data]
    texts = past_questions(datasets)
    print(f"{len(texts)} questions, {len({about.answer for about in texts})} answers", flush=True)
    found = fit(folds(datasets, texts, args.network), Random(SEED))
    named = {dataset.name: dataset for dataset in datasets}
    out = shipped() if args.bundled else args.out
    if args.bundled:
        write_weights(out, found, named)
    else:
        write_guesser(out, found, named, texts, args.network[0] if args.network else None)
    right, tried = sum(one.at_end for one in found.tried), len(found.tried)
    print(f"right about {right} of {tried} that were held out, at their end", flush=True)
    print(f"wrote {out} in {time.process_time() - began:.0f} s of processor time", flush=True)


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
