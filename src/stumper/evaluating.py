"""What an evaluation has found, as scores; what its attempts have not asked is asked for them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import uuid4

from stumper.errors import VictimFailed
from stumper.identity import content_id
from stumper.jobs import Job, original_id
from stumper.material import variants_for
from stumper.predictions import best_answer
from stumper.runs import Counts, Oracle, check_errors
from stumper.runs.oracle import Reply
from stumper.runs.patience import patient
from stumper.scores import Score
from stumper.store.damage import undamaged
from stumper.store.values import from_text, to_text
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.positions import sentence_views
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_score import Heard, score_tossup_instances, score_tossups
from stumper.tasks.reading.variants import score_predictions
from stumper.tasks.verification.fever_score import score_instances
from stumper.types import Attempt, Instance, Query


def scores_of(job: Job, counts: Counts | None = None) -> list[Score]:
    """The scores of an evaluation, as the published scripts compute them from predictions for the whole file.

    Of claims each instance counts by itself, beside its original. Of a question its worst variant counts, and one that
    the victim says nothing of scores 0. An original that is wrong already is not attacked, but its variants count: they
    are asked here. A question on which the victim fails, on the original or on a variant, is left out and counted in
    the signature, and so is one that it was trained or tuned on; VictimFailed where it fails on more of them than the
    job's settings bear. What is asked is added to ``counts``, and recorded beside what the job asked.
    """
    memos, state = job.store.memos(), job.store.state([job.plan.id])
    key = content_id("scores", job.plan.id, job.plan.victim, job.plan.dataset)
    if (document := memos.get(key, state)) is not None:
        with undamaged(job.store.name):
            return list(from_text(tuple[Score, ...], document))
    asked = Counts()
    try:
        found = _scored(job, asked)
    finally:
        if counts is not None:
            counts.add(asked)
    if asked.asked:
        job.store.put_counts(job.plan.id, uuid4().hex, json.dumps(asked.document))
    check_errors(job.plan, found.failed, found.asked, job.settings)
    if not found.failed:  # a victim that failed is asked once more
        memos.put(key, job.store.state([job.plan.id]), to_text(tuple(found.scores)))
    return found.scores


@dataclass(frozen=True, slots=True)
class _Scored:
    """The scores of an evaluation over those of so many that were ``asked`` on which the victim has not ``failed``, by
    id, for a reason."""

    scores: list[Score]
    failed: Mapping[str, str]
    asked: int


def _scored(job: Job, counts: Counts) -> _Scored:
    if job.material.enumerates:
        return _scored_instances(job, counts)
    if isinstance(job.dataset, Quizbowl):
        return _scored_tossups(job, counts)
    plan, adversary = job.plan, job.material.adversary
    seen = _seen(job)
    unseen = [example for example in job.dataset if example.id not in seen]
    questions = [(example, *variants_for(adversary, [example])) for example in unseen]
    asked = [example for question in questions for example in question]
    replies = dict(zip((e.id for e in asked), _replies(job, [e.query for e in asked], counts), strict=True))
    faults = {question[0].id: [fault for e in question if (fault := replies[e.id].fault)] for question in questions}
    failed = {id: found[0] for id, found in faults.items() if found}
    predictions = [(e, prediction) for e in asked if (prediction := replies[e.id].prediction) is not None]
    answers = {e.id: answer for e, p in predictions if (answer := best_answer(p)) is not None}
    scored = [example for question in questions for example in question if question[0].id not in failed]
    scores = score_predictions(
        answers, scored, plan.victim, job.dataset.name, errored=len(failed), trained_on=len(seen), were_asked=True
    )
    return _Scored(scores, failed, len(questions))


def _scored_instances(job: Job, counts: Counts) -> _Scored:
    attempts, names = job.attempts(), (job.plan.victim, job.dataset.name)
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    failed, seen = _failed(unseen), len(attempts) - len(unseen)
    ids = {attempt.example_id for attempt in unseen} - failed.keys()
    instances = [instance for instance in job.instances() if instance.id in ids]
    if isinstance(job.dataset, Quizbowl):
        said = _heard(job, instances, counts)
        failed |= said.failed
        whole = [instance for instance in instances if instance.id not in failed]
        before, after = {one.example.id: said.before[one.id] for one in whole}, said.after
        scores = score_tossup_instances(before, after, whole, *names, errored=len(failed), trained_on=seen)
    else:
        made = [a for a in unseen if a.outcome != "errored"]
        first = {original_id(a): a.before.prediction for a in made if a.before.prediction is not None}
        last = {
            a.example_id: a.after.prediction for a in made if a.after is not None and a.after.prediction is not None
        }
        scores = score_instances(first, last, instances, *names, errored=len(failed), trained_on=seen)
    return _Scored(scores, failed, len(unseen))


def _scored_tossups(job: Job, counts: Counts) -> _Scored:
    attempts = job.attempts()
    seen = _seen(job)
    failed = _failed([attempt for attempt in attempts if not attempt.trained_on])
    texts = {example.id: example.query.text for example in job.dataset if example.id not in failed.keys() | seen}
    said = _said(job, list(texts.values()), counts)
    failed |= {id: fault for id, text in texts.items() if (fault := said.failed.get(text))}
    asked = [example for example in job.dataset if example.id not in failed.keys() | seen]
    heard = {example.id: said.heard[example.query.text] for example in asked}
    if not asked and not seen:
        raise VictimFailed(f"The victim {job.plan.victim!r} failed on every tossup of {job.dataset.name}: there is "
                           "nothing to score. Mend it and run the same command with --retry-errors.")  # fmt: skip
    scores = score_tossups(heard, asked, job.plan.victim, errored=len(failed), trained_on=len(seen))
    return _Scored(scores, failed, len(job.dataset) - len(seen))


def _failed(attempts: Iterable[Attempt]) -> dict[str, str]:
    """Why the victim failed on those that ended in an error, by example."""
    return {attempt.example_id: attempt.reason or "" for attempt in attempts if attempt.outcome == "errored"}


def _seen(job: Job) -> set[str]:
    """The ids of the examples that the victim was trained on."""
    return {attempt.example_id for attempt in job.attempts() if attempt.trained_on}


@dataclass(frozen=True, slots=True)
class _Heard:
    """The best guesses after each sentence of what instances were made of, and of them, by their ids; of those on which
    the victim ``failed``, why."""

    before: Mapping[str, Heard]
    after: Mapping[str, Heard]
    failed: Mapping[str, str]


def _heard(job: Job, instances: Sequence[Instance], counts: Counts) -> _Heard:
    before = {one.id: one.example.query.text for one in instances}
    after = {one.id: one.perturbation.query.text for one in instances}
    said = _said(job, [*before.values(), *after.values()], counts)
    faults = {id: said.failed.get(text) or said.failed.get(after[id]) for id, text in before.items()}
    failed = {id: fault for id, fault in faults.items() if fault}
    heard = [{id: said.heard[text] for id, text in one.items() if id not in failed} for one in (before, after)]
    return _Heard(heard[0], heard[1], failed)


@dataclass(frozen=True, slots=True)
class _Said:
    """The best guesses after each sentence of tossups by their texts; of those on which the victim ``failed``, why."""

    heard: Mapping[str, Heard]
    failed: Mapping[str, str]


def _said(job: Job, texts: Sequence[str], counts: Counts) -> _Said:
    views = {text: sentence_views(text) for text in texts}
    replies = iter(_replies(job, [Tossup(view) for of_one in views.values() for view in of_one], counts))
    said = {text: list(islice(replies, len(of_one))) for text, of_one in views.items()}
    faults = {text: [reply.fault for reply in of_one if reply.fault] for text, of_one in said.items()}
    failed = {text: found[0] for text, found in faults.items() if found}
    heard = {text: list(map(_best, of_one)) for text, of_one in said.items() if text not in failed}
    return _Said(heard, failed)


def _replies(job: Job, queries: Sequence[Query], counts: Counts) -> list[Reply]:
    """Asks the job's victim for what its attempts have not asked; of what they have, the cache knows the answers."""
    with patient(job.plan.victim, job.victim, job.settings.timeout, job.making) as (victim, patience):
        oracle = Oracle(job.plan.victim, victim, job.plan.victim_salt, job.store.cache(),
                        counts=counts, patience=patience)  # fmt: skip
        return oracle.ask(queries)


def _best(reply: Reply) -> str | None:
    return None if reply.prediction is None else best_answer(reply.prediction)
