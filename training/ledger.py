"""Writes hashes of what each embedded artefact was trained and tuned on: `python training/ledger.py --data DATA`.

They go beside the weights. The examples are read by what the trainings read them with; neither torch nor the weights
are needed. A minute, most of it for the claims that are made of questions. CARD-ledger.md has the counts.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import reading_data
import verifying_data
from claims import claims, read_askings
from deciding import read_open
from measuring import measures, say
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.reading import squad
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import Claim
from stumper.victims import ledger
from stumper.victims.answering import TUNED
from stumper.victims.graphs import shipped
from stumper.victims.guessing import opening
from stumper.victims.ledger import ENDING, Ledger
from stumper.victims.systems import BESIDE_BASELINES

MADE_OF, MOST_MADE, SEED = "new_wiki", 22_600, 1  # how CARD-verifier.md says that claims were made of questions


def ledgers(data: Path) -> Mapping[Path, Ledger]:
    """By the file of weights that each stands beside."""
    parts = reading_data.read_parts(data)
    questions = [example for part in parts.values() for example in part]
    own = reading_data.unlearned(parts["new_wiki"])
    known = verifying_data.read_claims(data / "verification", verifying_data.TRAINED)
    # How sure evidence must be was once chosen on the first of these; today's choice was not, but its makers knew that.
    looked_at = fever.read(data / "verification" / "fever-paper-dev-half.jsonl.gz").examples[:400]
    checked = {verifying_data.SOURCE: [*known, *looked_at]}
    made = list(made_of_questions(data))
    decided_on = [Claim(one.text) for one in read_open(data)]
    heard = ledger.ledger({"quizbowl": quizbowl.bundled("guesstrain")})
    # Misses on these were read, and one feature of the choice came of it (docs/figures.md).
    read = ledger.ledger({"qanta": quizbowl.read(data / "quizbowl" / "qanta-guessdev.json.gz")})
    return {
        shipped() / "reader.onnx": ledger.ledger({reading_data.SOURCE: questions}),
        shipped() / TUNED: ledger.ledger({"answering": own, "reading": squad.bundled()}),
        shipped() / "verifier.onnx": ledger.ledger(checked, [*made, *decided_on]),
        shipped() / "esim.onnx": ledger.ledger(checked, decided_on),
        shipped() / "da.onnx": ledger.ledger(checked),
        # Some of these began from an ESIM that had learned what is made of questions; how sure ESIM must be is no part.
        shipped() / BESIDE_BASELINES: ledger.ledger({verifying_data.SOURCE: known}, made),
        shipped() / "dan" / "guesser.onnx": heard,
        shipped() / "rnn" / "guesser.onnx": heard,
        opening.shipped() / opening.ABOUT: ledger.joined(heard, read),
    }


def made_of_questions(data: Path) -> Iterator[Claim]:
    """The claims that the transformer and an ESIM were begun with, as they are made today."""
    askings = list(read_askings(data / "reading" / f"squadshifts-{MADE_OF}.json.gz"))
    made = claims(askings, random.Random(f"{SEED}/{MADE_OF}"))
    return (Claim(one.claim) for one in islice(made, MOST_MADE))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/ and verification/")
    args = parser.parse_args()
    measures(args)
    for weights, found in ledgers(args.data).items():
        ledger.write(weights, found)
        say("ledger", artefact=f"{weights.parent.name}/{weights.stem}", texts=len(found.texts), ids=len(found.ids),
            bytes=weights.with_suffix(ENDING).stat().st_size,
            false_positive=(len(found.texts) + len(found.ids)) / 2**64)  # fmt: skip


if __name__ == "__main__":
    main()
