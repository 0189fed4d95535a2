"""Who is careful, by hand and by a small crowd of which it is known; setting aside reaches every figure."""

import json
from collections import Counter
from random import Random

import pytest
from sqlalchemy import insert, select

from annotation_project import EXAMPLES, FINGERPRINT, ask, join, project_in, settings
from annotation_project import YES as APPROVES
from stumper.errors import BadOption, NotThere, Refused
from stumper.judging import judgeable
from stumper.people.annotating.answering import Selected, answer, ask_about_set, next_question
from stumper.people.annotating.gold import gold_from_lines, gold_from_settled, gold_of_project, remove_gold
from stumper.people.annotating.judging_work import JudgePayload, Opinion, adjudicate, judge, judge_item
from stumper.people.annotating.verifying import verified, vote
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.project import Project
from stumper.people.queues.places import excluded_from
from stumper.people.queues.progress import own_progress
from stumper.people.queues.queue import NewItem, add_work, lease, lease_item
from stumper.people.study.care import Care, Piece, care, care_of
from stumper.people.study.founding import make_project
from stumper.people.study.results import results
from stumper.people.study.setting_aside import asides, figures, put_aside, take_back
from stumper.store import Store, people_schema
from stumper.store.connection import writing
from stumper.store.values import to_text
from stumper.tasks.reading.squad import Squad
from stumper.types import Perturbation

YES, NO = Opinion(True, True, True, "fine"), Opinion(True, False, True)


def texts(store: Store, project: Project, n: int = 2, twice: bool = True) -> list[str]:
    found = [judgeable(one, Perturbation(one.id, one.query, one.gold, ())) for one in EXAMPLES[:n]]
    items = [judge_item(one, example.id, twice, []) for one, example in zip(found, EXAMPLES, strict=False)]
    add_work(store, project.id, items, 0.0)
    return [one.perturbation_id for one in found]


def say(store: Store, project: Project, person: str, opinion: Opinion, now: float = 1.0) -> None:
    held = lease(store, project.id, "judge", person, now)
    assert held is not None
    judge(store, held.assignment.id, person, opinion, now + 60)


def test_what_somebody_said_counts_nowhere_once_they_are_set_aside(store: Store) -> None:
    project = project_in(store)
    [id] = texts(store, project, 1)
    say(store, project, "ada", YES)
    say(store, project, "ben", NO)
    assert results(store, project).opinions.open == 1
    assert lease(store, project.id, "adjudicate", "cy", 100.0) is not None
    put_aside(store, project.id, "ben", "guessed", "cy", 101.0)
    assert [one.annotator for one in store.judgements([id])] == ["ada"]
    now = results(store, project)
    assert (now.opinions.correct.value, now.opinions.open) == (1.0, 0)
    assert lease(store, project.id, "adjudicate", "dee", 102.0) is None  # nobody disagrees any longer
    assert lease(store, project.id, "judge", "ben", 102.0) is None
    assert (figures(store, project, True).people, figures(store, project, False).people) == (2, 1)
    assert figures(store, project, True).judged.open == 1
    with_ben = results(store, project, everybody=True)
    assert (with_ben.opinions.open, with_ben.agreements[0].same.value) == (1, 0.0)
    assert (results(store, project).opinions.open, results(store, project).agreements[0].same.n) == (0, 0)
    say(store, project, "eli", YES, 103.0)  # the place is another's
    assert figures(store, project, False).agreement.same.value == 1.0


def test_what_they_said_of_the_same_text_in_another_project_counts_on(store: Store) -> None:
    here = project_in(store)
    there = make_project(store, "Other", settings(), EXAMPLES, FINGERPRINT, 0.0)
    [id] = texts(store, here, 1)
    texts(store, there, 1)
    say(store, here, "ben", NO)
    say(store, there, "ben", YES, 200.0)
    put_aside(store, here.id, "ben", "guessed", "cy", 300.0)
    assert [(one.annotator, one.grammatical, one.note) for one in store.judgements([id])] == [("ben", True, "fine")]
    put_aside(store, there.id, "ben", "guessed", "cy", 301.0)
    assert store.judgements([id]) == []


def test_whoever_is_set_aside_is_refused_what_they_have_begun_and_has_nothing_left(store: Store) -> None:
    project = project_in(store)
    texts(store, project, 2)
    held = lease(store, project.id, "judge", "ben", 1.0)
    assert held is not None
    put_aside(store, project.id, "ben", "guessed", "cy", 2.0)
    with pytest.raises(Refused):
        lease_item(store, held.item.id, "ben", 3.0)
    assert own_progress(store, project.id, "judge", "ben", 3.0).left == 0


def test_what_two_said_alike_is_gold_for_nobody_who_made_it(store: Store) -> None:
    project = project_in(store)
    join(store, "author")
    one = judgeable(EXAMPLES[0], Perturbation(EXAMPLES[0].id, EXAMPLES[0].query, EXAMPLES[0].gold, ()))
    add_work(store, project.id, [judge_item(one, EXAMPLES[0].id, True, ["author"])], 0.0)
    say(store, project, "ada", YES)
    say(store, project, "ben", YES)
    assert gold_from_settled(store, project, 100.0) == 1
    with store.engine.connect() as connection:
        [gold] = connection.scalars(select(people_schema.items.c.id).where(people_schema.items.c.gold.is_not(None)))
        assert excluded_from(connection, gold) == {"author"}


def test_what_was_said_of_gold_tells_nothing_of_anybody_once_it_is_removed(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    texts(store, project, 8)
    gold_from_lines(store, project, "\n".join(json.dumps({"text": f"{n}", "on_task": n < 2}) for n in range(3)), 0.0)
    while (held := lease(store, project.id, "judge", "ada", 1.0)) is not None:
        judge(store, held.assignment.id, "ada", YES, 61.0)
    [before] = care(store, project)
    assert (before.accuracy.n, before.pieces) == (3, 11)
    wrong = next(one for one in gold_of_project(store, project.id) if one.text == "2")
    remove_gold(store, project.id, wrong.id)
    [after] = care(store, project)
    assert (after.accuracy.n, after.accuracy.value, after.pieces) == (2, 1.0, 10)


def test_setting_aside_is_undone_and_both_are_on_record(store: Store) -> None:
    project = project_in(store)
    [id] = texts(store, project, 1)
    say(store, project, "ada", YES)
    say(store, project, "ben", NO)
    put_aside(store, project.id, "ben", " guessed  all ", "cy", 101.0)
    with pytest.raises(Refused, match="already"):
        put_aside(store, project.id, "ben", "again", "cy", 101.0)
    take_back(store, project.id, "ben", "dee", 102.0)
    assert sorted(one.annotator for one in store.judgements([id])) == ["ada", "ben"]
    assert results(store, project).opinions.open == 1
    assert lease(store, project.id, "adjudicate", "cy", 103.0) is not None
    [decision] = asides(store, project.id)
    assert (decision.reason, decision.made_by, decision.undone_by, decision.undone) == (
        "guessed all",
        "cy",
        "dee",
        102.0,
    )
    with pytest.raises(NotThere):
        take_back(store, project.id, "ben", "dee", 104.0)


def test_what_a_moderator_settled_stays_settled(store: Store) -> None:
    project = project_in(store)
    [id] = texts(store, project, 1)
    say(store, project, "ada", YES)
    say(store, project, "ben", NO)
    held = lease(store, project.id, "adjudicate", "cy", 100.0)
    assert held is not None
    adjudicate(store, held.assignment.id, "cy", YES, 100.0)
    put_aside(store, project.id, "ben", "guessed", "cy", 101.0)
    assert sorted(one.annotator for one in store.judgements([id])) == ["ada", "cy"]
    assert results(store, project).opinions.correct.value == 1.0


def test_figures_follow_when_one_is_set_aside_instead_of_another(store: Store) -> None:
    project = project_in(store, settings(answerers=1))
    ask_about_set(store, project, Squad("s", "f", "1.1", EXAMPLES[:1]), 0.0)
    right, wrong = EXAMPLES[0].gold.answers[0], EXAMPLES[0].query.context.text.split()[0]
    for person, selected in (("ada", Selected(right.text, right.start)), ("ben", Selected(wrong, 0))):
        held = next_question(store, project.id, person, 1.0)
        assert held is not None
        answer(store, held.assignment.id, person, selected, 2.0)
        assert [row.exact_match.value for row in results(store, project).humans] == [float(person == "ada")]
        put_aside(store, project.id, person, "guessed", "cy", 3.0)
    take_back(store, project.id, "ada", "cy", 4.0)  # as many answers as Ben's, and as late
    assert [row.exact_match.value for row in results(store, project).humans] == [1.0]


def test_votes_of_somebody_set_aside_are_asked_of_others(store: Store) -> None:
    project = project_in(store, settings(verifiers=2, approvals=2))
    ask(store, project, "A sentence.", "fay")
    for person in ("ada", "ben"):
        held = lease(store, project.id, "verify", person, 1.0)
        assert held is not None
        vote(store, held.assignment.id, person, APPROVES, 1.0)
    assert [one.outcome for one in verified(store, project)] == ["approved"]
    put_aside(store, project.id, "ben", "guessed", "cy", 2.0)
    assert [one.outcome for one in verified(store, project)] == ["open"]
    assert lease(store, project.id, "verify", "dee", 3.0) is not None


def test_work_in_hands_when_somebody_is_set_aside_is_not_taken(store: Store) -> None:
    project = project_in(store)
    texts(store, project, 1)
    held = lease(store, project.id, "judge", "ada", 1.0)
    assert held is not None
    put_aside(store, project.id, "ada", "guessed", "cy", 2.0)
    with pytest.raises(Refused, match="no longer counts"):
        judge(store, held.assignment.id, "ada", YES, 3.0)


def test_a_reason_and_a_person_are_needed(store: Store) -> None:
    project = project_in(store)
    texts(store, project, 1)
    say(store, project, "ada", YES)
    with pytest.raises(BadOption, match="Say why"):
        put_aside(store, project.id, "ada", " ", "cy", 2.0)
    with pytest.raises(NotThere):
        put_aside(store, project.id, "gus", "guessed", "cy", 2.0)


def test_what_was_set_aside_is_exported_and_its_reasons_erased(store: Store) -> None:
    project = project_in(store)
    texts(store, project, 1)
    say(store, project, "ada", YES)
    put_aside(store, project.id, "ada", "guessed", "cy", 2.0)
    kept = personal_data(store, "ada")
    assert [one["reason"] for one in kept["set_aside"]] == ["guessed"]
    assert kept["work"][0]["withdrawn"][0]["document"]["note"] == "fine"
    erase(store, "ada", 3.0)
    assert personal_data(store, "ada")["work"][0]["withdrawn"][0]["document"]["note"] == ""


def crowd(store: Store, project: Project, seed: int, people: int, texts: int, gold: int) -> dict[str, str]:
    """A crowd of which it is known who is careless, as it stands in the store once all have answered everything.

    Careful people are right about 75 to 95% of questions; one in ten each guesses, says always yes, or says what
    another said. By person what they are.
    """
    rng = Random(seed)
    kinds = {f"p{n}": ("random", "constant", "copying")[n % 10] if n % 10 < 3 else "careful" for n in range(people)}
    join(store, *kinds)
    truth = {f"t{n}": tuple(rng.random() < 0.6 for _ in range(3)) for n in range(texts + gold)}
    names_of = ("grammatical", "label_correct", "on_task")
    known = [{"text": f"t{n} " + "word " * 40, **dict(zip(names_of, truth[f"t{n}"], strict=True))} for n in range(gold)]
    gold_from_lines(store, project, "\n".join(map(json.dumps, known)), 0.0)
    payload = to_text(JudgePayload("t", "e", "", "word " * 40, "", ""))
    add_work(
        store,
        project.id,
        [NewItem("judge", f"t{n}", payload, people, key=f"t{n}") for n in range(gold, texts + gold)],
        0.0,
    )
    with store.engine.connect() as connection:
        rows = connection.execute(people_schema.items.select().where(people_schema.items.c.kind == "judge")).all()
    names = {row.id: json.loads(row.payload)["text"].split()[0] if row.gold else row.topic for row in rows}
    said: dict[tuple[str, str], tuple[bool, ...]] = {}
    for person in sorted(kinds, key=lambda one: kinds[one] == "copying"):
        right = rng.uniform(0.75, 0.95)
        source = rng.choice([one for one, kind in kinds.items() if kind == "careful"])
        for id, text in names.items():
            careful = tuple(one == (rng.random() < right) for one in truth[text])
            says = {"random": tuple(rng.random() < 0.5 for _ in range(3)), "constant": (True,) * 3, "careful": careful}
            said[person, id] = said[source, id] if kinds[person] == "copying" else says[kinds[person]]
    began = {person: 1.0 + 100 * (kind == "copying") for person, kind in kinds.items()}
    held = [{"id": f"{person} {id}", "item_id": id, "person_id": person, "state": "done", "expires": 0.0,
             "started": began[person], "seen": began[person] + 20, "spent": 20.0, "ended": began[person] + 20}
            for person, id in said]  # fmt: skip
    documents = [{"assignment_id": f"{person} {id}", "at": began[person] + 20, "document": to_text(Opinion(*answers))}
                 for (person, id), answers in said.items()]  # fmt: skip
    with writing(store.engine) as connection:
        connection.execute(insert(people_schema.assignments), held)
        connection.execute(insert(people_schema.responses), documents)
    return kinds


def test_a_small_crowd_is_told_apart(store: Store) -> None:
    project = project_in(store)
    kinds = crowd(store, project, 1, people=60, texts=30, gold=20)
    found = {one.person_id: one for one in care(store, project)}
    caught = Counter(kinds[id] for id, one in found.items() if one.reasons)
    assert caught["random"] + caught["constant"] + caught["copying"] >= 17  # of 18
    assert caught["careful"] == 0
    assert "constant" in found["p1"].reasons
    assert abs(found["p0"].agreement) < 0.15
    assert found["p1"].agreement == pytest.approx(0.0)
    assert kinds[found["p2"].copied or ""] == "careful"
    assert 0.6 < found["p3"].accuracy.low < found["p3"].accuracy.value <= 1.0


def test_who_guesses_is_found_with_hardly_any_gold(store: Store) -> None:
    project = project_in(store)
    kinds = crowd(store, project, 2, people=40, texts=27, gold=3)
    found = care(store, project)
    assert max(one.accuracy.n for one in found) == 9
    guessers = {id for id, kind in kinds.items() if kind == "random"}
    assert len(guessers & {one.person_id for one in found if "guessing" in one.reasons}) >= 3  # of 4
    assert not any(one.reasons for one in found if kinds[one.person_id] == "careful")


def copies(pieces: list[Piece]) -> dict[str, str]:
    return {one.person_id: one.copied for one in care_of(pieces) if one.copied is not None}


def answered(person: str, says: dict[str, tuple[bool, ...]], at: float = 0.0) -> list[Piece]:
    return [Piece(person, person, item, said, None, (), 200.0, at) for item, said in says.items()]


def test_a_copy_of_somebody_careful_is_told_by_the_rare_answers_that_both_give() -> None:
    usual = {f"t{n}": (True, True, True) for n in range(30)}
    rare = usual | {f"t{n}": (True, False, True) for n in range(0, 30, 6)}
    rng = Random(1)
    pieces = [*answered("source", rare), *answered("copy", rare, 1.0)]
    for n in range(20):
        pieces += answered(f"p{n}", {item: (True, rng.random() < 0.9, rng.random() < 0.9) for item in usual})
    assert copies(pieces) == {"copy": "source"}


def test_two_who_are_strict_in_one_way_are_no_copies_of_each_other() -> None:
    usual = {f"t{n}": (True, True, True) for n in range(30)}
    rng = Random(1)
    pieces = [piece for n in range(20)
              for piece in answered(f"p{n}", {item: (rng.random() < 0.9,) * 3 for item in usual})]  # fmt: skip
    strict = usual | {f"t{n}": (False, True, True) for n in range(27)}
    assert copies([*pieces, *answered("one", strict), *answered("two", strict, 1.0)]) == {}


def measured(store: Store, seconds: float, text: str) -> Care:
    project = project_in(store)
    add_work(
        store, project.id, [NewItem("judge", f"{n}", json.dumps({"text": text}), 1, key=f"{n}") for n in range(8)], 0.0
    )
    for n in range(8):
        held = lease(store, project.id, "judge", "ada", 100.0 * n)
        assert held is not None
        with writing(store.engine) as connection:
            done = people_schema.assignments.update().where(people_schema.assignments.c.id == held.assignment.id)
            connection.execute(done.values(state="done", ended=100.0 * n + seconds))
            said = {"assignment_id": held.assignment.id, "at": 100.0 * n, "document": to_text(YES)}
            connection.execute(insert(people_schema.responses).values(said))
    [found] = care(store, project)
    return found


@pytest.mark.parametrize(
    ("seconds", "words", "reasons"),
    [(6.0, 80, ("fast",)), (10.0, 80, ()), (2.0, 10, ()), (0.5, 10, ("fast",))],
)
def test_how_fast_is_too_fast_depends_on_how_much_there_is_to_read(
    store: Store, seconds: float, words: int, reasons: tuple[str, ...]
) -> None:
    found = measured(store, seconds, "word " * words)
    assert found.pace == pytest.approx(60 * words / seconds)
    assert found.reasons == reasons
