"""What an evaluation has found, as scores; what its attempts have not asked is asked for them."""

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from typing import Unpack
from uuid import uuid4

from stumper.added_scores import added_code, examples_scored, instances_scored
from stumper.adversaries.from_file import Pick
from stumper.errors import OriginalsElsewhere
from stumper.given import Attack, System
from stumper.identity import content_id
from stumper.jobs import Job, original_id
from stumper.loading import dataset_at, is_plain, load_dataset, note_alone, note_numbered
from stumper.material import ORACLE, variants_for
from stumper.preparing import Preparation, prepared
from stumper.protocols import SEARCHED, Collection
from stumper.runs import Counts, Oracle, check_errors
from stumper.runs.counts import absent_gold, manners
from stumper.runs.patience import patient
from stumper.scores.signature import answers_taken, searched_in, without_gold
from stumper.scoring import Answering, Said, Score, Scoring
from stumper.standing import ended
from stumper.store.damage import undamaged
from stumper.store.values import from_text, to_text
from stumper.types import Attempt, Example, Gold, Instance, Prediction, Query


def prepare_evaluation(
    file: str,
    victim: str | System = "embedded",
    *,
    originals: str | None = None,
    pick: Pick = "worst",
    name: str = "",
    is_noted: bool = False,
    **how: Unpack[Preparation],
) -> Job:
    """The job in which each original of an adversarial set, or of ``oracle:`` one, meets the set's variants of it.

    Where the set has no originals, they are those of the data set ``originals``; without one, its claims are asked as
    they are, which is logged. So are claims and tossups without variants. Whoever prepares several systems on one file
    says after the first that it ``is_noted``: then what is to know of the file is not logged again.
    """
    system = System(victim, name) if isinstance(victim, str) else victim
    options = {"file": file.removeprefix(ORACLE), **({} if pick == "worst" else {"pick": pick})}
    given = Attack("from-file", options)
    if originals is not None:
        return prepared(originals, given, system, **how)
    if (alone := _without_originals(file, system)) is not None:
        if not is_noted:
            note_alone(file)
        job = prepared(alone, Attack("identity"), system, **how)
        named = replace(job.plan, dataset=file, from_python=False)  # as it is named again, which changes no id
        return replace(job, plan=named, material=replace(job.material, dataset=file))
    data = dataset_at(file.removeprefix(ORACLE))
    if data is not None and not is_noted:
        note_numbered(file, data)
    if data is None or is_plain(data):
        return prepared(file, Attack("identity"), system, **how)
    try:
        return prepared(file, given, system, **how)
    except OriginalsElsewhere:
        if not is_noted:
            note_alone(file)
        return prepared(file, Attack("identity"), system, **how)


def _without_originals(file: str, system: System) -> Collection | None:
    """The variants of a set as orphans, where a file of predictions is asked, and what they were made of is described
    in the set but no example of it: no prediction can be given to that. None of any other."""
    if not system.spec.startswith(PREDICTIONS):
        return None
    data = load_dataset(file)
    instances: Sequence[Instance] = getattr(data, "instances", ())
    known = {example.id for example in data} - {one.id for one in instances}
    if not instances or any(one.example.id in known for one in instances) or not isinstance(data, Collection):
        return None
    orphans = tuple(
        replace(one, example=replace(one.example, query=replace(one.example.query, text=""), gold=Gold(())))
        for one in instances
    )
    # In the store an instance's id stands for its original: alone it is another data set.
    own = content_id("alone", data.fingerprint)
    every: Collection = replace(data, fingerprint=own, instances=(), orphans=orphans)
    return every


def scores_of(job: Job, counts: Counts | None = None) -> list[Score]:
    """The scores of an evaluation, as the published scripts compute them from predictions for the whole file.

    Where each variant counts by itself, an instance stands beside its original. Where the worst one counts, one that
    the victim says nothing of scores 0; an original that is wrong already is not attacked, but its variants count: they
    are asked here. What the victim fails on, be it the original or a variant, is left out and counted in the signature,
    and so is what it was trained or tuned on; VictimFailed where it fails on more than the job's settings bear. What is
    asked is added to ``counts``, and recorded beside what the job asked; what the job has asked counts there alone.
    """
    memos, state = job.store.memos(), job.store.state([job.plan.id])
    added = added_code(job.material.task)
    key = content_id("scores", job.plan.id, job.plan.victim, job.plan.dataset, *([added] if added else []))
    if (document := memos.get(key, state)) is not None:
        with undamaged(job.store.name):
            return list(from_text(tuple[Score, ...], document))
    asked = Counts()
    try:
        found = _scored(job, asked)
    finally:
        if counts is not None:
            counts.add(asked.anew)
    if asked.anew.asked:
        job.store.put_counts(job.plan.id, uuid4().hex, json.dumps(asked.anew.document))
    manner, recalls = _manner(job), job.material.task.scoring.recalls
    scores = [replace(score, signature=answers_taken(score.signature, manner.get("answers", "")))
              for score in found.scores]  # fmt: skip
    searched = manner.get(SEARCHED, "")
    absent = absent_gold(job.store, job.plan.id)
    scores = [
        replace(score, signature=without_gold(searched_in(score.signature, searched), absent))
        if score.name in recalls
        else score
        for score in scores
    ]
    check_errors(job.plan, found.failed, found.asked, job.settings)
    if not found.failed:  # a victim that failed is asked once more
        memos.put(key, job.store.state([job.plan.id]), to_text(tuple(scores)))
    return scores


def _manner(job: Job) -> Mapping[str, str]:
    """How the system says that it is asked, as the commands that worked on the run have recorded it; where all answers
    were there already, as those of earlier runs have."""
    return manners(job.store, {job.plan.id: job.plan}).get(job.plan.victim_salt, {})


PREDICTIONS = "file:"  # before a file of them, which answers what it was made for and nothing else


@dataclass(frozen=True, slots=True)
class _Scored:
    """The scores of an evaluation over those of so many that were ``asked`` on which the victim has not ``failed``, by
    id, for a reason."""

    scores: list[Score]
    failed: Mapping[str, str]
    asked: int


def _scored(job: Job, counts: Counts) -> _Scored:
    attempts = job.attempts()
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    seen = {attempt.example_id for attempt in attempts if attempt.trained_on}
    return (_scored_instances if job.material.enumerates else _scored_examples)(job, unseen, seen, counts)


def _scored_examples(job: Job, unseen: Sequence[Attempt], seen: Set[str], counts: Counts) -> _Scored:
    """Where an example's variants count with it, their answers are those of the attempts, which the cache knows. An
    example with an answered variant that scores 0 counts without its lost variants, as none of these can be worse."""
    task, adversary = job.material.task, job.material.adversary
    fooled = {one.example_id for one in unseen if one.outcome == "errored" != ended(one)}
    failed = {id: fault for id, fault in _failed(unseen).items() if id not in fooled}
    left = [example for example in job.dataset if example.id not in failed.keys() | seen]
    asked = {example.id: (example, *variants_for(adversary, [example])) for example in left}
    heard = _heard(job, [example.query for of_one in asked.values() for example in of_one], counts)
    for id in fooled & asked.keys():
        answered = tuple(one for one in asked[id] if not heard.fault(one.query))
        if _has_worst(task.scoring, answered[1:], heard):
            asked[id] = answered
    failed |= {id: fault for id, of_one in asked.items() if (fault := heard.fault(*(one.query for one in of_one)))}
    if orphans := getattr(job.dataset, "orphans", ()):  # of what they were made of nobody has asked
        after = {id: heard.said[one.query] for id, (one, *_) in asked.items() if id not in failed}
        answering = replace(_answering(job, failed, seen), were_asked=False)
        scores = instances_scored(task, {}, after, [one for one in orphans if one.id in after], answering)
        return _Scored(scores, failed, len(job.dataset) - len(seen))
    made_of = {example.id: id for id, of_one in asked.items() if id not in failed for example in of_one}
    scored = [example for id, of_one in asked.items() if id not in failed for example in of_one]
    said = {example.id: heard.said[example.query] for example in scored}
    answering = _answering(job, failed, seen)
    if not (task.counts_variants or task.variants_by_id):
        answering = replace(answering, original_of=made_of)
    scores = examples_scored(task, said, scored, answering)
    return _Scored(scores, failed, len(job.dataset) - len(seen))


def _has_worst(scoring: Scoring, variants: Sequence[Example], heard: "_Heard") -> bool:
    """Whether one of an example's answered variants scores 0 by the headline, which chooses the worst. A variant that
    reached the attempt's own goal may score more: an inexact answer has an F1."""
    score = scoring.measures[scoring.headline].score
    return any(score(one.gold, heard.said[one.query][-1]) == 0 for one in variants)


def _scored_instances(job: Job, unseen: Sequence[Attempt], seen: Set[str], counts: Counts) -> _Scored:
    task, failed = job.material.task, _failed(unseen)
    ids = {attempt.example_id for attempt in unseen} - failed.keys()
    instances = [instance for instance in job.instances() if instance.id in ids]
    if task.scoring.views is None:
        before, after = _recorded(unseen)
    else:
        pairs = [(one.id, one.example.query, one.perturbation.query) for one in instances]
        queries = [*(original for _, original, _ in pairs), *(changed for _, _, changed in pairs)]
        heard = _heard(job, list(dict.fromkeys(queries)), counts)
        failed |= {id: fault for id, *both in pairs if (fault := heard.fault(*both))}
        instances = [instance for instance in instances if instance.id not in failed]
        before = {one.example.id: heard.said[one.example.query] for one in instances}
        after = {one.id: heard.said[one.perturbation.query] for one in instances}
    scores = instances_scored(task, before, after, instances, _answering(job, failed, seen))
    return _Scored(scores, failed, len(unseen))


def _recorded(attempts: Iterable[Attempt]) -> tuple[Said, Said]:
    """What was said of the originals of instances, and of the instances, as their attempts have it."""
    made = [attempt for attempt in attempts if attempt.outcome != "errored"]
    before = {original_id(attempt): (attempt.before.prediction,) for attempt in made}
    return before, {attempt.example_id: (attempt.after.prediction,) for attempt in made if attempt.after is not None}


def _failed(attempts: Iterable[Attempt]) -> dict[str, str]:
    """Why the victim failed on those that ended in an error, by example."""
    return {attempt.example_id: attempt.reason or "" for attempt in attempts if attempt.outcome == "errored"}


def _answering(job: Job, failed: Mapping[str, str], seen: Set[str]) -> Answering:
    return Answering(job.plan.victim, job.material.variants_from, len(failed), len(seen))


@dataclass(frozen=True, slots=True)
class _Heard:
    """What is ``said`` of queries; of those on which the victim ``failed``, why."""

    said: Mapping[Query, Sequence[Prediction | None]]
    failed: Mapping[Query, str]

    def fault(self, *queries: Query) -> str:
        """Why the victim failed on the first of these on which it has; "" where on none."""
        return next((self.failed[query] for query in queries if query in self.failed), "")


def _heard(job: Job, queries: Sequence[Query], counts: Counts) -> _Heard:
    """Asks the job's victim for what its attempts have not asked; of what they have, the cache knows the answers."""
    views_of = job.material.task.scoring.views
    views = [(query,) if views_of is None else views_of(query) for query in queries]
    with patient(job.plan.victim, job.victim, job.settings.timeout, job.making) as (victim, patience):
        oracle = Oracle(job.plan.victim, victim, job.plan.victim_salt, job.store.cache(),
                        counts=counts, patience=patience)  # fmt: skip
        replies = iter(oracle.ask([view for of_one in views for view in of_one]))
    found = {query: list(islice(replies, len(of_one))) for query, of_one in zip(queries, views, strict=True)}
    faults = {query: [reply.fault for reply in of_one if reply.fault] for query, of_one in found.items()}
    failed = {query: reasons[0] for query, reasons in faults.items() if reasons}
    return _Heard({query: [reply.prediction for reply in of_one] for query, of_one in found.items()}, failed)
