"""What is drawn for judging: of each adversary a sample, whatever a victim said of it, by the project's seed.

Nobody is handed what they made themselves.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import select

from stumper.adversaries.reading.insertion import inserted
from stumper.errors import BadData
from stumper.identity import content_id, perturbation_id
from stumper.judging import Judgeable, judgeable, judged_ids, perturbations_of
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.judging_work import judge_item
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.projects.data_sets import project_dataset
from stumper.people.projects.project import Project
from stumper.people.projects.runs_to_use import adversary_of, attempts_of, composed_attempts, runs_alike
from stumper.people.projects.taken_back import taken_back
from stumper.people.queues.queue import add_work
from stumper.people.queues.responses import answered
from stumper.protocols import Dataset
from stumper.registry import task_named, task_of
from stumper.store import Store
from stumper.store.connection import values_of
from stumper.store.people_schema import assignments, items, tossups, tries
from stumper.store.values import from_text
from stumper.types import Passage, Perturbation, Query


@dataclass(frozen=True, slots=True)
class Drawable:
    """A perturbation that may be drawn, with the id of its original and who made it, if people did."""

    judgeable: Judgeable
    example_id: str
    makers: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Heap:
    """What a sample is drawn of; the ids of what its adversary made ``elsewhere``, and of all that it ``proposed``."""

    drawables: Mapping[str, Drawable]
    elsewhere: Collection[str] = ()
    proposed: Collection[str] = ()

    @property
    def population(self) -> Collection[str]:
        """What the sample speaks for."""
        return {*self.drawables, *self.proposed}


def draw_from_runs(store: Store, project: Project, run_ids: Sequence[str], now: float) -> int:
    """A sample of what each adversary of these runs made is there to be judged; how many are new.

    Of one adversary what it made against several victims is one heap, each perturbation once; what was drawn before of
    other runs of it counts towards the sample. The sample speaks for all that the adversary proposed, of which each
    attempt stands by one.
    """
    texts, made_by = evidence_texts(store, project), makers(store, project)
    heaps: dict[str, dict[str, Drawable]] = {}
    proposed: dict[str, set[str]] = {}
    for plan, example, attempt in attempts_of(store, project, run_ids):
        assert attempt.perturbation is not None
        one = judgeable(example, attempt.perturbation, texts.get(attempt.perturbation.example_id, ""))
        drawable = Drawable(one, attempt.perturbation.example_id, _made_by(attempt.perturbation, made_by))
        heaps.setdefault(adversary_of(plan), {})[one.perturbation_id] = drawable
        candidates = (judged_ids(candidate.perturbation)[-1] for candidate in attempt.candidates)
        proposed.setdefault(adversary_of(plan), set()).update(candidates)
    alike: dict[str, set[str]] = {}
    for plan, _, attempt in attempts_of(store, project, runs_alike(store, project, run_ids)):
        assert attempt.perturbation is not None
        alike.setdefault(adversary_of(plan), set()).update(judged_ids(attempt.perturbation))
    drawing = [_Heap(heap, alike.get(name, set()), proposed[name]) for name, heap in heaps.items()]
    return _draw(store, project, drawing, now)


def draw_from_set(store: Store, project: Project, dataset: Dataset, now: float) -> int:
    """A sample of an adversarial set's variants is there to be judged, of a plain one's examples; how many are new."""
    check_task(project, dataset)
    made_by = makers(store, project)
    heap: dict[str, Drawable] = {}
    for example, perturbation, evidence in perturbations_of(dataset):
        one = judgeable(example, perturbation, evidence)
        heap[one.perturbation_id] = Drawable(one, example.id, _made_by(perturbation, made_by))
    return _draw(store, project, [_Heap(heap)], now)


def evidence_given(query: Query) -> tuple[Passage, ...]:
    """The evidence that a query comes with, where a system would else look for some."""
    wire = task_of(query).wire
    return wire.passages(query) if wire.retrieves else ()


def evidence_texts(store: Store, project: Project) -> Mapping[str, str]:
    """The words of the gold evidence by example, where the project's data set brings them along."""
    if not task_named(project.settings.task).wire.retrieves:
        return {}
    return _evidence_texts(store, project.settings.dataset, project.id)


def check_task(project: Project, dataset: Dataset) -> None:
    """Nothing; BadData where the data set is of another task than the project."""
    asked = task_named(project.settings.task)
    for held in {task_of(example.query).name for example in dataset} - {asked.name}:
        kind, other = f"{task_named(held).unit}s", f"{asked.unit}s"
        raise BadData(f"This is a set of {kind}, and the project is about {other}. Name a set of {other}.")


def by_chance(ids: Iterable[str], *seed: object) -> list[str]:
    """The ids in an order of chance; what is added later falls between them and moves none."""
    return sorted(ids, key=lambda id: content_id(*seed, id))


def makers(store: Store, project: Project) -> Mapping[str, frozenset[str]]:
    """Who put a perturbation to a model, composed it, or mended the sentence that it adds, by its id; others machines
    made."""
    found: dict[str, set[str]] = defaultdict(set)
    wrote = (
        select(tries.c.perturbation_id, assignments.c.person_id)
        .join(assignments, assignments.c.id == tries.c.assignment_id)
        .where(tries.c.perturbation_id.is_not(None))
        .distinct()
    )
    composed = (
        select(tossups.c.id, assignments.c.person_id)
        .join(assignments, assignments.c.id == tossups.c.assignment_id)
        .where(tossups.c.project_id == project.id)
    )
    with store.engine.connect() as connection:
        rows = connection.execute(wrote).all()
        authors: dict[str, str] = dict(connection.execute(composed).all())
        mended = answered(connection, project.id, "fix")
    for id, person_id in rows:
        found[id].add(person_id)
    for attempt in composed_attempts(store, project) if authors else ():
        assert attempt.perturbation is not None
        if author := authors.get(attempt.example_id):
            for id in judged_ids(attempt.perturbation):
                found[id].add(author)
    examples = store.examples(project.fingerprint) if any(item.responses for item in mended) else {}
    for one in mended:
        payload = from_text(SentencePayload, one.item.payload)
        for response in one.responses:
            made = inserted(examples[payload.example_id], response.said(Fixed).text, payload.place)
            found[perturbation_id(made)].add(response.person_id)
    return {id: frozenset(people) for id, people in found.items()}


@lru_cache(maxsize=4)
def _evidence_texts(store: Store, spec: str, project_id: str) -> Mapping[str, str]:
    dataset = project_dataset(store, spec, project_id)
    texts: Mapping[str, str] = getattr(dataset, "evidence_texts", {})
    return texts


def _draw(store: Store, project: Project, heaps: Iterable[_Heap], now: float) -> int:
    """How many are new of a sample of each heap. What is in the queue as part of another heap's sample is no random
    sample of this one: it counts only where it is drawn here, too."""
    settings, known = project.settings, _judged(store, project)
    drawn: dict[str, Drawable] = {}
    gone = taken_back(store, project)
    for heap in heaps:
        own = store.draws().among(known & heap.drawables.keys(), heap.population).for_these
        wanted = max(0, settings.sample - len(own | (known & {*heap.elsewhere})))
        new = by_chance(heap.drawables.keys() - own - gone, settings.seed, "judge")[:wanted]
        store.draws().put(heap.population, (*own, *new))
        drawn |= {id: heap.drawables[id] for id in (*sorted(own), *new)}
    twice = by_chance(drawn, settings.seed, "twice")[: round(settings.double_share * len(drawn))]
    fresh = {id: one for id, one in sorted(drawn.items()) if id not in known | gone}
    work = [judge_item(one.judgeable, one.example_id, id in twice, one.makers) for id, one in fresh.items()]
    return add_work(store, project.id, work, now)


def _made_by(perturbation: Perturbation, made_by: Mapping[str, frozenset[str]]) -> frozenset[str]:
    nobody: frozenset[str] = frozenset()
    return nobody.union(*(made_by.get(id, nobody) for id in judged_ids(perturbation)))


def _judged(store: Store, project: Project) -> set[str]:
    """The perturbations that are in the queue, however they came there; gold is no work on any."""
    of_queue = (items.c.project_id == project.id) & (items.c.kind == "judge") & items.c.gold.is_(None)
    return set(values_of(store.engine, select(items.c.topic).where(of_queue)))
