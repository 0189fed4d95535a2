"""A data set of any format in memory, and how what was made of it is written in that format."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper.datasets import fever, quizbowl, squad
from stumper.datasets.fever import Fever
from stumper.datasets.guesses import write_guesses
from stumper.datasets.quizbowl import Quizbowl
from stumper.datasets.squad import Squad, Variant
from stumper.protocols import Dataset
from stumper.scores.answers import best_answer
from stumper.types import Claim, Instance, Prediction, Tossup

Collection = Squad | Fever | Quizbowl


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the instances under their ids, of questions behind their originals; its fingerprint."""
    if isinstance(dataset, Fever):
        return fever.write_adversarial(path, dataset, instances)
    if isinstance(dataset, Quizbowl):
        return quizbowl.write_adversarial(path, dataset, instances)
    variants = [
        Variant(instance.id.removeprefix(f"{instance.example.id}-"), instance.perturbation) for instance in instances
    ]
    return squad.write_adversarial(path, dataset, variants)


def write_predicted(path: Path, dataset: Dataset, predictions: Mapping[str, Prediction]) -> None:
    """The file holds the predictions by example id, in the official format of the data set's task."""
    query = next(iter(dataset)).query
    if isinstance(query, Claim):
        fever.write_predictions(path, predictions)
        return
    if isinstance(query, Tossup):
        write_guesses(path, predictions)
        return
    answers = {id: best_answer(prediction) for id, prediction in predictions.items()}
    squad.write_predictions(path, {id: answer for id, answer in answers.items() if answer is not None})
