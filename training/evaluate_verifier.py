"""Figures of verifiers on FEVER's paper-dev-half and the bundled claims:
`python training/evaluate_verifier.py --data DATA [--weights DIR] [--oracle]`; with --oracle of that setting alone.

``oracle``: claims with their gold evidence; ``two-way``: which of SUPPORTS and REFUTES is more likely; ``three-way``:
the claims with not enough info are there as well, with the nearest evidence of another claim. ``pipeline``: nothing is
given; for FEVER the sentences are retrieved from all those that are evidence for a claim and whose text is at hand.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from measuring import measures, say, shown
from stumper.evidence_settings import oracle
from stumper.retrieval import Index
from stumper.scores import Estimate, Score
from stumper.statistics import share
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.evidence import is_verifiable
from stumper.tasks.verification.fever_score import score_claims
from stumper.types import Example, Prediction
from stumper.victims.graphs import shipped
from stumper.victims.systems import System, system
from stumper.victims.verifying import GRAPHS, Model
from verifying_data import pages

SYSTEMS: Mapping[Model, str] = {"transformer": "embedded", "da": "tfidf-da", "esim": "tfidf-esim"}  # of each verifier
SPLIT = "paper-dev-half"
CHUNK = 512


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with verification/")
    parser.add_argument("--weights", type=Path, default=shipped(), help="as training/verifier.py writes them")
    parser.add_argument("--models", nargs="*", choices=list(SYSTEMS), help="those whose weights there are")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--oracle", action="store_true", help="nothing of the pipeline")
    args = parser.parse_args()
    measures(args)
    folder = args.data / "verification"
    given = oracle(str(folder / f"fever-{SPLIT}.jsonl.gz")).examples[: args.limit]
    plain = fever.read(folder / f"fever-{SPLIT}.jsonl.gz").examples[: args.limit]
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        pool = {page.id: page for split in ("paper-test", SPLIT) for page in pages(folder, split)}
        Index.build(pool.values(), index)
        say("evaluate_verifier", pages=len(pool), sentences=sum(len(page.sentences) for page in pool.values()))
        for model in args.models or [name for name in SYSTEMS if (args.weights / GRAPHS[name]).exists()]:
            name = SYSTEMS[model]
            ours = oracle("verification").examples, fever.bundled().examples
            for on, pages_in, claims in (("verification", "", ours), (SPLIT, str(index), (given, plain))):
                victim = system(name, pages_in, args.weights)
                of_oracle(Figures(model, on), victim, claims[0])
                if not args.oracle:
                    of_pipeline(Figures(model, on), victim, claims[1])


@dataclass(frozen=True, slots=True)
class Figures:
    """Says figures of a model on some claims."""

    model: Model
    on: str

    def __call__(self, figure: str, found: Estimate | Score) -> None:
        say("evaluate_verifier", model=self.model, on=self.on, figure=figure, **shown(found))


def of_oracle(tell: Figures, victim: System, claims: Sequence[Example]) -> None:
    """The figures of a system on claims with evidence, of those that it was neither trained nor tuned on."""
    given = [example for example in claims if not victim.has_seen(example)]
    found = predictions(victim, given)
    verifiable = [(e, p) for e, p in zip(given, found, strict=True) if is_verifiable(e.gold)]
    tell("oracle two-way", share([e.gold.answers[0].text == likelier(p) for e, p in verifiable]))
    labelled(tell, "oracle", given, found)


def of_pipeline(tell: Figures, victim: System, claims: Sequence[Example]) -> None:
    """The figures of a system on bare claims, of those that it was neither trained nor tuned on."""
    plain = [example for example in claims if not victim.has_seen(example)]
    found = predictions(victim, plain)
    labelled(tell, "pipeline", plain, found)
    by_id = {example.id: prediction for example, prediction in zip(plain, found, strict=True)}
    for score in score_claims(by_id, plain, victim.name):
        tell(f"pipeline {score.name}", score)


def labelled(tell: Figures, setting: str, examples: Sequence[Example], found: Sequence[Prediction]) -> None:
    """How many labels are right, of all and of each."""
    pairs = list(zip(examples, found, strict=True))
    tell(f"{setting} three-way", share([rightly(e, p) for e, p in pairs]))
    for label in LABELS:
        of_label = [rightly(e, p) for e, p in pairs if e.gold.answers[0].text == label]
        tell(f"{setting} recall of {label}", share(of_label))


def predictions(victim: System, examples: Sequence[Example]) -> list[Prediction]:
    return [
        prediction
        for begin in range(0, len(examples), CHUNK)
        for prediction in victim.predict([example.query for example in examples[begin : begin + CHUNK]])
    ]


def likelier(prediction: Prediction) -> str:
    """The better of SUPPORTS and REFUTES."""
    return next(guess.answer for guess in prediction.guesses if guess.answer != "NOT ENOUGH INFO")


def rightly(example: Example, prediction: Prediction) -> bool:
    return example.gold.answers[0].text == prediction.guesses[0].answer


if __name__ == "__main__":
    main()
