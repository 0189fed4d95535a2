"""What a system says of a data set, asked or read from a file, and the scores of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stumper.added_scores import examples_scored, instances_scored
from stumper.adversaries.from_file import InstancesFromFile
from stumper.datasets.originals import originals, originals_of, variants_by_original
from stumper.errors import BadOption, VictimFailed
from stumper.given import System
from stumper.loading import (
    check_further,
    dataset_task,
    kept_fingerprint,
    load_adversary,
    load_dataset,
    note_alone,
    note_numbered,
)
from stumper.material import ORACLE, Material, check_evidence, check_victim, drawn
from stumper.predictions import best_answers
from stumper.protocols import Collection, Dataset, Victim
from stumper.registry import task_of
from stumper.runs import Counts, Memory, Oracle
from stumper.runs.again import ASK_AGAIN, Again
from stumper.runs.patience import TIMEOUT, Patience, patient
from stumper.scoring import Answering, Score
from stumper.store import Store, open_store
from stumper.task import Task
from stumper.types import Example, Instance, Perturbation, Prediction
from stumper.victims.address import without_password
from stumper.victims.own_index import check_examples
from stumper.victims.predictions_file import Further, whole_answers

CHUNK = 256  # queries between two signs of life


def score(
    dataset: str,
    predictions: Path,
    *,
    originals: str | None = None,
    limit: int | None = None,
    seed: int = 1,
    strict: bool = False,
) -> list[Score]:
    """The scores of a file of predictions that was made anywhere; with a limit, on those that ``predict`` draws by it.

    Originals are drawn, as ``evaluate`` does, each with its variants. What the file holds beside is left out, which is
    logged; ``strict``: BadData. The data set ``originals`` has what the variants were made of, where the set has not.
    """
    data, every, apart = _with_originals(dataset, originals)
    examples, task = _drawn_with_variants(data, every, limit, seed), task_of(every[0].query)
    found, further = whole_answers(predictions, every, examples)
    check_further(_unknown(further, apart), strict)
    said = {id: (prediction,) for id, prediction in found.items()}
    answering = Answering(str(predictions), data.name, were_asked=False)
    note_numbered(dataset, data)
    if orphans := getattr(data, "orphans", ()):
        note_alone(dataset)
        return instances_scored(task, said, said, _paired(orphans, every, examples), answering)
    if not task.counts_variants:
        made_of = {one.id: id for id, variants in variants_by_original(data).items() for one in variants}
        return examples_scored(task, said, examples, replace(answering, original_of=made_of))
    if isinstance(data, Collection) and data.instances:
        return instances_scored(task, said, said, _paired(data.instances, every, examples), answering)
    return examples_scored(task, said, examples, answering)


def _with_originals(dataset: str, originals: str | None) -> tuple[Dataset, tuple[Example, ...], Sequence[Example]]:
    """The data set and its examples; with originals from elsewhere the set in which these stand beside the variants,
    and all that there is elsewhere. Where an original and a variant share an id both are among the examples."""
    data = load_dataset(dataset)
    if originals is None:
        return data, tuple(data), ()
    adversary = load_adversary("from-file", {"file": dataset.removeprefix(ORACLE)})
    material = Material(originals, adversary)
    material.read()
    apart = adversary.given_of(material.examples) if isinstance(adversary, InstancesFromFile) else ()
    if not material.task.variants_by_id:
        apart = apart or _instances(material)
    every = tuple({(example.id, example.query): example for example in material.known}.values())
    paired: Collection = replace(material.attacked, name=data.name, examples=every, instances=tuple(apart))
    return paired, every, material.examples


def _instances(material: Material) -> list[Instance]:
    """The variants that a file brings along for originals from elsewhere, as instances of these."""
    of = {example.id: example for example in material.examples}
    return [
        Instance(one.id, of[id], Perturbation(id, one.query, one.gold, ()))
        for id, variants in material.variants.items()
        for one in variants
    ]


def _unknown(further: Further | None, originals: Sequence[Example]) -> Further | None:
    """What a file of predictions holds beside what is scored, without originals of which there is no variant."""
    if further is None:
        return None
    known = {example.id for example in originals}
    ids = [id for id in further.ids if id not in known]
    return replace(further, ids=ids) if ids else None


def _drawn_with_variants(data: Dataset, every: Sequence[Example], limit: int | None, seed: int) -> tuple[Example, ...]:
    """So many originals drawn by the seed, each with all its variants; all examples without a limit."""
    if limit is None:
        return tuple(every)
    variants = variants_by_original(data)
    has_instances = isinstance(data, Collection) and data.instances and task_of(every[0].query).counts_variants
    apart = originals_of(data.instances) if isinstance(data, Collection) and has_instances else originals(data)
    kept = {one.id for original in drawn(apart, limit, seed) for one in (original, *variants.get(original.id, ()))}
    return tuple(example for example in every if example.id in kept)


def _paired(instances: Sequence[Instance], every: Sequence[Example], asked: Sequence[Example]) -> list[Instance]:
    """Those that were drawn, with their originals where the set holds these; BadOption where none is."""
    left_out = {example.id for example in every} - {example.id for example in asked}
    found = [instance for instance in instances if left_out.isdisjoint((instance.id, instance.example.id))]
    if not found:
        raise BadOption(f"Of the {len(asked)} that were drawn, none is a variant whose original was drawn as well. "
                        "Draw more, or score the whole file.")  # fmt: skip
    return found


def write_predicted(path: Path, dataset: str, predictions: Mapping[str, Prediction]) -> None:
    """The file holds the predictions by example id, in the official format of the data set's task."""
    task_in(dataset).predictions.write(path, predictions)


def task_in(dataset: str) -> Task:
    """The task of a data set."""
    return dataset_task(dataset) or task_of(next(iter(load_dataset(dataset))).query)


@dataclass(frozen=True, slots=True)
class Predicted:
    """The newest predictions by example id; ``done`` of ``total`` examples have been asked.

    ``counts`` is what was asked for that.
    """

    predictions: Mapping[str, Prediction]
    done: int
    total: int
    counts: Counts

    @property
    def answers(self) -> Mapping[str, str]:
        """The best answers, where there are any."""
        return best_answers(self.predictions)


def predict(
    dataset: str,
    victim: str = "embedded",
    *,
    limit: int | None = None,
    seed: int = 1,
    store: Store | None = None,
    ask_again: float = ASK_AGAIN,
    timeout: float = TIMEOUT,
    allow_index_writes: bool = False,
) -> Iterator[Predicted]:
    """The victim's predictions, chunk by chunk, after a first step without any; BrokenVictim or VictimFailed ends it.

    ``ask_again`` is the share of the answers from the cache that the victim is asked for once more; 0: none. A victim
    has ``timeout`` seconds to answer a batch; 0: as long as it likes. ``allow_index_writes``: what a data set adds may
    be written to the index of a service that is not on this machine.
    """
    data = load_dataset(dataset)
    every = tuple(data)
    given = System(victim, may_write=allow_index_writes)
    with patient(without_password(victim), lambda: given.load(every), timeout) as (system, patience):
        examples = _drawn_with_variants(data, every, limit, seed)
        yield from _predicted(dataset, examples, victim, system, patience, seed, store, ask_again)


def _predicted(
    dataset: str,
    examples: Sequence[Example],
    victim: str,
    system: Victim,
    patience: Patience | None,
    seed: int,
    store: Store | None,
    ask_again: float,
) -> Iterator[Predicted]:
    task = task_of(examples[0].query)
    check_victim(system, victim, dataset, task)
    check_evidence(system, dataset, examples)
    check_examples(system, without_password(victim), dataset, examples)
    check_further(getattr(system, "further", None))
    salt = kept_fingerprint(victim, system, task)
    cache = Memory() if salt is None else (store or open_store()).cache()
    again = Again(ask_again, seed) if ask_again else None
    oracle = Oracle(without_password(victim), system, salt or "", cache, again=again, patience=patience)
    yield Predicted({}, 0, len(examples), oracle.counts)
    for begin in range(0, len(examples), CHUNK):
        chunk = examples[begin : begin + CHUNK]
        predictions = {}
        for example, reply in zip(chunk, oracle.ask([example.query for example in chunk]), strict=True):
            if reply.fault is not None:
                raise VictimFailed(f"The victim {oracle.name!r} failed on {example.id!r}: {reply.fault}.")
            assert reply.prediction is not None
            predictions[example.id] = reply.prediction
        if begin + len(chunk) == len(examples):
            oracle.recheck(is_last=True)
        yield Predicted(predictions, begin + len(chunk), len(examples), oracle.counts)
