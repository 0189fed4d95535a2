"""Perturbations are drawn and judged blind, some twice; what is said counts at once."""

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import insert

from annotation_project import FINGERPRINT, agreed, handed, project_in, settings
from report_figures import figures
from stumper.errors import NotThere
from stumper.identity import perturbation_id
from stumper.judging import judged_ids
from stumper.people.annotating.drawing import draw_from_runs, draw_from_set
from stumper.people.annotating.judging_work import JudgePayload, Opinion, judge, judge_submission
from stumper.people.projects.project import Project, Settings, works_of
from stumper.people.projects.runs_to_use import usable_runs
from stumper.people.queues.progress import progress
from stumper.people.queues.queue import lease
from stumper.people.study.founding import change_settings
from stumper.reports import build_report
from stumper.runs.plan import Plan, from_json, to_json
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import tries
from stumper.store.values import from_text
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.fever import bundled
from stumper.types import Attempt, Example, Guess, Perturbation, Prediction, Verdict

CLAIMS = bundled().examples[:60]
RIGHT, WRONG = Opinion(True, True, True), Opinion(True, False, True, "date")


def claims_project(store: Store, chosen: Settings | None = None) -> Project:
    chosen = chosen or settings(double_share=0.0)
    kinds = tuple(kind for kind in chosen.kinds if kind in works_of("verification"))
    return project_in(store, replace(chosen, dataset="verification", task="verification", kinds=kinds), CLAIMS)


def changed(example: Example, how: str) -> Perturbation:
    return Perturbation(example.id, Claim(f"{how} {example.query.text}"), example.gold, ())


def run(store: Store, adversary: str, victim: str = "embedded", **options: str) -> str:
    """A run on all claims, in which every second was fooled."""
    plan = Plan("verification", FINGERPRINT, victim, victim, adversary, tuple(options.items()), goal="label_wrong")
    store.put_examples(FINGERPRINT, CLAIMS)
    store.put_plan(plan.id, to_json(plan), FINGERPRINT)
    store.put_attempts([attempt(plan, example, adversary, n % 2 == 0) for n, example in enumerate(CLAIMS)])
    return plan.id


def attempt(plan: Plan, example: Example, how: str, fooled: bool) -> Attempt:
    label = example.gold.answers[0].text
    before = Verdict(Prediction((Guess(label, None),), None), 1.0, 1.0)
    said = "NOT ENOUGH INFO" if label != "NOT ENOUGH INFO" else "REFUTES"
    after = Verdict(Prediction((Guess(said, None),), None), 0.0, 0.0, True) if fooled else before
    outcome = "succeeded" if fooled else "failed"
    return Attempt(
        plan.id, example.id, how, plan.victim, outcome, before, after, changed(example, how), 2, ((1, 1.0), (2, 0.0))
    )  # fmt: skip


def all_of(store: Store, project: Project, person: str, opinion: Opinion) -> list[JudgePayload]:
    """What the person is handed until nothing is left, judging all alike."""
    found: list[JudgePayload] = []
    while (held := lease(store, project.id, "judge", person, 1.0)) is not None:
        found.append(from_text(JudgePayload, held.item.payload))
        assert judge(store, held.assignment.id, person, opinion, 2.0)
    return found


def test_what_was_drawn_of_an_adversary_counts_towards_its_sample_when_more_of_it_is_added(store: Store) -> None:
    project = claims_project(store, settings(sample=20, double_share=0.0))
    first = run(store, "rules")
    assert draw_from_runs(store, project, [first], 0.0) == 20
    second = run(store, "rules", victim="another")
    plan = from_json(store.plans()[second])
    other = [attempt(plan, example, "otherwise", False) for example in CLAIMS]
    third = replace(plan, victim="third", victim_fingerprint="third")
    store.put_plan(third.id, to_json(third), FINGERPRINT)
    store.put_attempts([replace(one, run_id=third.id) for one in other])
    assert draw_from_runs(store, project, [third.id], 1.0) == 0
    assert draw_from_runs(store, project, [run(store, "synonym")], 2.0) == 20
    more = change_settings(store, project.id, project.name, replace(project.settings, sample=25), 3.0)
    assert draw_from_runs(store, more, [third.id], 4.0) == 5


def test_a_sample_of_each_adversary_is_drawn_whatever_the_victim_said(store: Store) -> None:
    project = claims_project(store, settings(sample=20, double_share=0.0))
    runs = [run(store, "rules"), run(store, "synonym")]
    assert draw_from_runs(store, project, runs, 0.0) == 40
    assert draw_from_runs(store, project, runs, 1.0) == 0
    texts = [payload.text for payload in all_of(store, project, "ada", RIGHT)]
    assert Counter(text.split()[0] for text in texts) == {"rules": 20, "synonym": 20}
    drawn = {text.partition(" ")[2] for text in texts if text.startswith("rules")}
    fooled = sum(example.query.text in drawn for example in CLAIMS[::2])
    assert 3 <= fooled <= 17  # ten are expected


def test_what_an_adversary_made_against_two_victims_is_drawn_once(store: Store) -> None:
    project = claims_project(store)
    assert draw_from_runs(store, project, [run(store, "rules"), run(store, "rules", "other")], 0.0) == len(CLAIMS)


def test_what_was_drawn_of_another_adversary_is_no_sample_of_this_one(store: Store) -> None:
    """Its first twenty are the other's, too, and were all judged for it: they were its whole sample."""
    project = claims_project(store, settings(sample=60, double_share=0.0))
    assert draw_from_runs(store, project, [run(store, "rules")], 0.0) == 60
    other = run(store, "mixed")
    plan = from_json(store.plans()[other])
    made = [attempt(plan, example, "rules" if n < 20 else "mixed", False) for n, example in enumerate(CLAIMS)]
    mixed = replace(plan, adversary="shared")
    store.put_plan(mixed.id, to_json(mixed), FINGERPRINT)
    store.put_attempts([replace(one, run_id=mixed.id) for one in made])
    fewer = change_settings(store, project.id, project.name, replace(project.settings, sample=20), 1.0)
    fresh = draw_from_runs(store, fewer, [mixed.id], 2.0)
    ids = [perturbation_id(one.perturbation) for one in made if one.perturbation is not None]
    drawn = store.draws().among(ids, ids)
    assert (len(drawn.for_these), len(drawn.for_these - set(ids[:20]))) == (20, fresh)
    assert 7 <= fresh <= 19
    assert draw_from_runs(store, fewer, [mixed.id], 3.0) == 0


def test_another_seed_draws_others(store: Store) -> None:
    rules = run(store, "rules")
    drawn = []
    for seed in (1, 2):
        project = claims_project(store, settings(sample=5, seed=seed)) if seed == 1 else second(store, seed)
        draw_from_runs(store, project, [rules], 0.0)
        drawn.append({payload.perturbation_id for payload in all_of(store, project, "ada", RIGHT)})
    assert drawn[0] != drawn[1]


def second(store: Store, seed: int) -> Project:
    from stumper.people.study.founding import make_project

    chosen = settings(sample=5, seed=seed, dataset="verification", task="verification")
    return make_project(store, "Second", chosen, CLAIMS, FINGERPRINT, 0.0)


def test_judging_is_blind_and_each_person_has_an_order_of_their_own(store: Store) -> None:
    project = claims_project(store, settings(double_share=1.0, sample=12))
    draw_from_runs(store, project, [run(store, "rules")], 0.0)
    orders = [[one.perturbation_id for one in all_of(store, project, person, RIGHT)] for person in ("ada", "ben")]
    assert set(orders[0]) == set(orders[1])
    assert orders[0] != orders[1]
    assert set(JudgePayload.__slots__) == {"perturbation_id", "example_id", "asked", "text", "evidence", "original"}


def test_claims_are_judged_by_the_words_of_their_evidence(store: Store) -> None:
    project = claims_project(store)
    draw_from_runs(store, project, [run(store, "rules")], 0.0)
    texts = {example.id: example for example in CLAIMS}
    for payload in all_of(store, project, "ada", RIGHT):
        verifiable = texts[payload.example_id].gold.answers[0].text != "NOT ENOUGH INFO"
        assert bool(payload.evidence) == verifiable
        assert bool(payload.original) == (not verifiable)


def test_a_share_is_judged_twice(store: Store) -> None:
    project = claims_project(store, settings(sample=20, double_share=0.25))
    draw_from_runs(store, project, [run(store, "rules")], 0.0)
    assert len(all_of(store, project, "ada", RIGHT)) == 20
    assert len(all_of(store, project, "ben", RIGHT)) == 5
    assert all_of(store, project, "cy", RIGHT) == []


def test_a_judgement_counts_in_reports_at_once(store: Store) -> None:
    project = claims_project(store, settings(sample=10, double_share=0.0))
    rules = run(store, "rules")
    draw_from_runs(store, project, [rules], 0.0)

    def judged() -> tuple[int, float]:
        [data] = figures(build_report(store, [rules])).verification
        [potency] = data.standings[0].tournament.potencies
        return potency.correct_rate.n, potency.correct_rate.value

    assert judged()[0] == 0
    held = handed(store, project, "judge", "ada")
    judge(store, held.assignment.id, "ada", WRONG, 2.0)
    assert judged() == (1, 0.0)
    all_of(store, project, "ben", RIGHT)
    assert judged() == (10, 0.9)


def test_judging_twice_counts_once(store: Store) -> None:
    project = claims_project(store)
    draw_from_runs(store, project, [run(store, "rules")], 0.0)
    held = handed(store, project, "judge", "ada")
    assert judge(store, held.assignment.id, "ada", WRONG, 2.0)
    assert not judge(store, held.assignment.id, "ada", RIGHT, 3.0)
    id = from_text(JudgePayload, held.item.payload).perturbation_id
    [said] = store.judgements([id])
    assert (said.annotator, said.label_correct, said.note) == ("ada", False, "date")


def test_a_set_is_drawn_from_as_it_is_from_a_run(store: Store) -> None:
    project = claims_project(store, settings(sample=7))
    assert draw_from_set(store, project, bundled(), 0.0) == 7


def test_what_people_wrote_in_another_project_is_not_there(store: Store) -> None:
    project = claims_project(store)
    own, other = run(store, "people", project=project.id), run(store, "people", project="elsewhere")
    assert [one.id for one in usable_runs(store, project)] == [own]
    with pytest.raises(NotThere, match="There is no run"):
        draw_from_runs(store, project, [other], 0.0)
    with pytest.raises(NotThere, match="There is no run"):
        draw_from_runs(store, project, ["nothing"], 0.0)


def test_a_run_on_another_data_set_is_not_there(store: Store) -> None:
    project, other = claims_project(store), Plan("mine.jsonl", "private", "embedded", "embedded", "rules")
    store.put_plan(other.id, to_json(other), "private")
    assert usable_runs(store, project) == []
    with pytest.raises(NotThere, match="There is no run"):
        draw_from_runs(store, project, [other.id], 0.0)


def test_a_submission_is_judged_by_others(store: Store) -> None:
    project = claims_project(store, settings(double_share=1.0))
    with writing(store.engine) as connection:
        for _ in range(2):
            judge_submission(connection, project, CLAIMS[0], changed(CLAIMS[0], "ada's"), "ada", 0.0)
    assert lease(store, project.id, "judge", "ada", 1.0) is None
    assert handed(store, project, "judge", "ben").item.places == 2


def test_what_is_submitted_and_drawn_is_judged_once(store: Store) -> None:
    project = claims_project(store, settings(sample=len(CLAIMS), double_share=0.0))
    rules = run(store, "rules")
    with writing(store.engine) as connection:
        judge_submission(connection, project, CLAIMS[0], changed(CLAIMS[0], "rules"), "ada", 0.0, "Other words.")
    assert draw_from_runs(store, project, [rules], 1.0) == len(CLAIMS) - 1
    with writing(store.engine) as connection:
        judge_submission(connection, project, CLAIMS[1], changed(CLAIMS[1], "rules"), "ada", 2.0, "Other words.")
    assert len(all_of(store, project, "ada", RIGHT)) == len(CLAIMS) - 2
    assert len(all_of(store, project, "ben", RIGHT)) == 2


def test_a_submission_is_not_judged_where_nobody_judges(store: Store) -> None:
    project = claims_project(store, settings(kinds=("write",)))
    with writing(store.engine) as connection:
        judge_submission(connection, project, CLAIMS[0], changed(CLAIMS[0], "ada's"), "ada", 0.0)
    assert all(queue.kind == "write" for queue in progress(store, project.id, 1.0))


def test_who_submitted_what_is_drawn_later_does_not_judge_it(store: Store) -> None:
    project = claims_project(store, settings(kinds=("write", "judge"), sample=len(CLAIMS), double_share=0.0))
    rules = run(store, "rules")
    work = handed(store, project, "write", "ada")
    submitted = changed(CLAIMS[0], "rules")
    values = {"assignment_id": work.assignment.id, "key": "k", "kind": "submit", "at": 1.0, "fooled": True,
              "perturbation_id": perturbation_id(submitted), "instance_id": "i", "document": "{}"}  # fmt: skip
    with writing(store.engine) as connection:
        connection.execute(insert(tries).values(values))
    draw_from_runs(store, project, [rules], 0.0)
    assert len(all_of(store, project, "ada", RIGHT)) == len(CLAIMS) - 1
    [left] = all_of(store, project, "ben", RIGHT)
    assert left.perturbation_id == judged_ids(submitted)[-1]


def test_agreement_is_over_what_two_judged(store: Store) -> None:
    project = claims_project(store, settings(sample=20, double_share=0.5))
    draw_from_runs(store, project, [run(store, "rules")], 0.0)
    said = {True: RIGHT, False: WRONG}
    for person in ("ada", "ben"):
        while (held := lease(store, project.id, "judge", person, 1.0)) is not None:
            payload = from_text(JudgePayload, held.item.payload)
            opinion = said[int(payload.perturbation_id[:4], 16) % 2 == 0]
            judge(store, held.assignment.id, person, opinion, 2.0)
    correct, grammatical, *_ = agreed(store, project)
    assert (correct.question, correct.alpha.value, correct.alpha.n) == ("correct", 1.0, 10)
    assert (correct.same.value, correct.same.n) == (1.0, 10)
    assert grammatical.alpha.value != grammatical.alpha.value  # nobody ever differs: not defined
    assert grammatical.same.value == 1.0
