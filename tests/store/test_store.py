from collections import Counter
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from stumper.errors import BadStore
from stumper.identity import perturbation_id
from stumper.standing import ended
from stumper.store import Standing, Store
from stumper.store.documents import edits_document
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import (
    Answer,
    Attempt,
    Candidate,
    Edit,
    Example,
    Gold,
    Guess,
    Judgement,
    Passage,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

GOLD = Gold((Answer("Suleiman", 14),))


def question(text: str = "It was built by Suleiman.", passage: str = "p") -> Question:
    return Question("Who built it?", Passage(passage, text, "The mosque"))


def example(id: str) -> Example:
    return Example(id, question(), GOLD)


def attempt(run_id: str, example_id: str, perturbation: Perturbation | None = None) -> Attempt:
    before = Verdict(Prediction((Guess("Suleiman", 0.75, 16), Guess("", 0.125)), 0.875), 1.0, 0.75)
    after = Verdict(Prediction((Guess("Words", 0.5, 26),), 0.5), 0.0, 0.0, True)
    perturbation = perturbation or perturbed(example_id)
    trace = ((1, 1.0), (7, 0.5), (9, 0.0))
    return Attempt(run_id, example_id, "add-any", "embedded", "succeeded", before, after, perturbation, 12, trace,
                   original_id=example_id)  # fmt: skip


def perturbed(example_id: str, passage: str = "p", edits: tuple[Edit, ...] = ()) -> Perturbation:
    return Perturbation(example_id, question("It was built by Suleiman. Words.", passage), GOLD, edits)


def begun(store: Store, *run_ids: str) -> Store:
    store.put_examples("data", [example("e2"), example("e1"), example("e3")])
    for run_id in run_ids:
        store.put_plan(run_id, "{}", "data")
    return store


def test_plans_come_back_in_the_order_of_first_recording(store: Store) -> None:
    store.put_plan("z", '{"adversary":"add-any"}', "data")
    store.put_plan("a", "{}", "data")
    store.put_plan("z", "{}", "data")
    assert list(store.plans().items()) == [("z", '{"adversary":"add-any"}'), ("a", "{}")]


def test_examples_come_back_in_the_order_of_recording(store: Store) -> None:
    store.put_examples("data", [example("e2"), example("e1")])
    store.put_examples("data", [example("e1"), example("e3")])
    store.put_examples("other", [example("e4")])
    assert list(store.examples("data").items()) == [(id, example(id)) for id in ("e2", "e1", "e3")]
    assert store.example("other", "e4") == example("e4")


def test_an_unknown_example_is_a_key_error(store: Store) -> None:
    begun(store)
    with pytest.raises(KeyError, match="e1"):
        store.example("other", "e1")


def test_examples_of_one_id_in_two_data_sets_stay_apart(store: Store) -> None:
    changed = replace(example("e1"), query=question("Nobody built it."))
    store.put_examples("data", [example("e1")])
    store.put_examples("other", [changed])
    assert (store.example("data", "e1"), store.example("other", "e1")) == (example("e1"), changed)


def test_attempts_come_back_in_the_order_of_recording(store: Store) -> None:
    begun(store, "run", "other")
    attempts = [attempt("run", id) for id in ("e3", "e1", "e2")]
    store.put_attempts([attempts[0], attempt("other", "e1")])
    store.put_attempts(attempts[1:])
    assert store.attempts("run") == attempts
    assert store.attempts("nobody's") == []


def test_attempts_are_recorded_once(store: Store) -> None:
    begun(store, "run")
    store.put_attempts([attempt("run", "e1")])
    store.put_attempts([replace(attempt("run", "e1"), outcome="failed"), attempt("run", "e2")])
    assert store.attempts("run") == [attempt("run", "e1"), attempt("run", "e2")]


def proposed(text: str, score: float | None = 1.0) -> Candidate:
    made = Perturbation("e1", question(f"It was built by Suleiman. {text}"), GOLD, (Edit("context", 25, 25, text),))
    said = Verdict(None, None, None, fault="budget") if score is None else Verdict(Prediction((), None), score, score)
    return Candidate(made, said)


def test_candidates_come_back_in_the_order_of_proposing(store: Store) -> None:
    begun(store, "run", "other")
    made = replace(attempt("run", "e1"), candidates=(proposed("Z."), proposed("A.", None), proposed("B.", 0.5)))
    other = replace(attempt("other", "e1"), candidates=(proposed("A."),))
    store.put_attempts([made, attempt("run", "e2"), other])
    assert store.attempts("run") == [made, attempt("run", "e2")]
    assert store.attempts("other") == [other]


def test_an_attempt_that_is_recorded_keeps_its_own_candidates(store: Store) -> None:
    begun(store, "run")
    made = replace(attempt("run", "e1"), candidates=(proposed("Z."),))
    store.put_attempts([made])
    store.put_attempts([replace(made, candidates=(proposed("A."), proposed("B.")))])
    assert store.attempts("run") == [made]


def test_candidates_of_errored_attempts_are_forgotten_with_them(store: Store) -> None:
    begun(store, "run")
    errored = replace(attempt("run", "e1"), outcome="errored", candidates=(proposed("Z."), proposed("A.")))
    kept = replace(attempt("run", "e2"), candidates=(proposed("Z."),))
    store.put_attempts([errored, kept])
    assert store.forget_errored("run") == 1
    again = replace(errored, outcome="failed", candidates=(proposed("A."),))
    store.put_attempts([again])
    assert store.attempts("run") == [kept, again]


def test_outcomes_are_those_that_reports_count(store: Store) -> None:
    """An errored attempt one of whose candidates reached the goal has succeeded, or was skipped where the original was
    wrong already; one without candidates stays errored, whatever it says it stands by."""
    begun(store, "run", "other")
    found = replace(attempt("run", "e1"), outcome="errored", candidates=(proposed("A."),))
    wrong = replace(found, example_id="e2", before=replace(found.before, score=0.0))
    store.put_attempts([found, wrong, replace(found, example_id="e3", candidates=()), attempt("other", "e1")])
    assert store.outcomes("run") == {"errored": 1, "skipped": 1, "succeeded": 1}
    assert store.outcomes("run") == dict(sorted(Counter(map(ended, store.attempts("run"))).items()))
    assert len(store.errors("run")) == 3


@pytest.mark.parametrize(("perturbation", "found"), [(perturbed("q"), "q"), (None, "e1")])
def test_an_attempt_made_by_hand_has_the_original_that_can_be_told(
    store: Store, perturbation: Perturbation | None, found: str
) -> None:
    begun(store, "run")
    store.put_attempts([replace(attempt("run", "e1"), perturbation=perturbation, original_id="")])
    assert [one.original_id for one in store.attempts("run")] == [found]


def test_more_attempts_than_are_read_at_once_come_back_with_their_candidates(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stumper.store.store.TOGETHER", 2)
    begun(store, "run")
    made = [replace(attempt("run", f"e{n}"), candidates=(proposed(f"{n}."),)) for n in (2, 3, 1)]
    store.put_attempts(made)
    assert store.attempts("run") == made


def test_no_attempt_is_recorded_where_one_cannot_be(store: Store) -> None:
    begun(store, "run")
    broken = replace(attempt("run", "e2"), queries=None)  # type: ignore[arg-type]
    with pytest.raises(IntegrityError):
        store.put_attempts([attempt("run", "e1"), broken])
    assert store.attempts("run") == []


def test_an_attempt_on_an_unknown_example_is_a_bug(store: Store) -> None:
    begun(store, "run")
    with pytest.raises(AssertionError, match="'e9' of run 'run'"):
        store.put_attempts([attempt("run", "e9")])


def test_no_attempts_are_recorded_without_complaint(store: Store) -> None:
    store.put_attempts([])
    store.put_examples("data", [])
    store.put_judgements([])


def test_one_perturbation_by_two_adversaries_keeps_the_edits_and_passages_of_each(store: Store) -> None:
    begun(store, "one", "two")
    insertion = Edit("context", 25, 25, " Words.")
    rewriting = Edit("context", 0, 25, "It was built by Suleiman. Words.")
    one = attempt("one", "e1", perturbed("e1", "p", (insertion,)))
    two = attempt("two", "e1", perturbed("e1", "another name", (rewriting,)))
    assert one.perturbation is not None
    assert two.perturbation is not None
    assert perturbation_id(one.perturbation) == perturbation_id(two.perturbation)
    store.put_attempts([one, two])
    assert (store.attempts("one"), store.attempts("two")) == ([one], [two])


def test_a_run_is_concluded_once_that_is_said_and_stays_so(store: Store) -> None:
    begun(store, "run", "other")
    assert not store.attacked("data")
    store.conclude("run", 3)
    begun(store, "run")
    standings = [store.standing(run_id) for run_id in ("run", "other", "nobody's")]
    assert standings == [Standing(0, 3, True), Standing(0, None, False), Standing(0, None, False)]
    assert store.attacked("data")
    assert not store.attacked("other data")


def test_a_run_is_complete_while_each_of_its_examples_has_an_attempt(store: Store) -> None:
    begun(store, "run", "other")
    errored = replace(attempt("run", "e2"), outcome="errored", reason="down")
    store.put_attempts([attempt("run", "e1"), errored, attempt("other", "e3")])
    assert not store.standing("run").complete
    store.conclude("run", 2)
    assert store.standing("run") == Standing(2, 2, True)
    assert store.standing("run").complete
    store.forget_errored("run")
    assert store.standing("run") == Standing(1, 2, True)
    assert not store.standing("run").complete


def test_finished_examples_are_those_of_the_run(store: Store) -> None:
    begun(store, "run", "other")
    store.put_attempts([attempt("run", "e1"), attempt("run", "e3"), attempt("other", "e2")])
    assert store.finished("run") == {"e1", "e3"}
    assert store.finished("nobody's") == set()


def test_errored_attempts_are_forgotten_to_be_made_again(store: Store) -> None:
    begun(store, "run", "other")
    errored = [replace(attempt(run_id, "e2"), outcome="errored", reason="no answer") for run_id in ("run", "other")]
    store.put_attempts([attempt("run", "e1"), *errored])
    assert store.forget_errored("run") == 1
    assert store.finished("run") == {"e1"}
    assert store.finished("other") == {"e2"}


def test_judgements_come_back_by_perturbation(store: Store) -> None:
    judgements = [
        Judgement("p1", "zoe", True, False, True, "odd", judge="person"),
        Judgement("p2", "ann", False, True, True, judge="person"),
        Judgement("p1", "ann", True, True, False, judge="person"),
    ]
    store.put_judgements(judgements)
    assert sorted(store.judgements(["p1"]), key=lambda judgement: judgement.annotator) == [judgements[2], judgements[0]]
    assert [judgement.perturbation_id for judgement in store.judgements(["p2", "p1", "p3", "p2"])] == ["p2", "p1", "p1"]


def test_a_later_judgement_takes_the_place_of_the_same_annotators_earlier_one(store: Store) -> None:
    earlier = Judgement("p1", "ann", True, True, True, "fine", judge="person")
    later = Judgement("p1", "ann", True, False, True, "on second thoughts", judge="person")
    store.put_judgements([earlier, replace(earlier, annotator="zoe")])
    store.put_judgements([later])
    assert set(store.judgements(["p1"])) == {later, replace(earlier, annotator="zoe")}


def test_thousands_of_judgements_are_found(store: Store) -> None:
    judgements = [Judgement(f"p{number:04}", "ann", True, True, True, judge="person") for number in range(1200)]
    store.put_judgements(judgements)
    assert store.judgements([f"p{number:04}" for number in range(1200)]) == judgements


# Any text that Python can hold, be it one that no database takes.
texts = st.text(st.characters(), max_size=12)
numbers = st.none() | st.floats(0, 1)
passages = st.builds(Passage, id=texts, text=texts, title=texts)
queries: st.SearchStrategy[Query] = st.one_of(
    st.builds(Question, text=texts, context=passages),
    st.builds(Claim, text=texts, evidence=st.lists(passages, max_size=2).map(tuple)),
    st.builds(Tossup, text=texts),
)
golds = st.builds(
    Gold,
    answers=st.lists(st.builds(Answer, texts, st.none() | st.integers(0, 99)), max_size=2).map(tuple),
    answerable=st.none() | st.booleans(),
    evidence_sets=st.lists(st.frozensets(texts, max_size=2), max_size=2).map(tuple),
    prompts=st.lists(texts, max_size=2).map(tuple),
    rejects=st.lists(texts, max_size=2).map(tuple),
)
guesses = st.builds(
    Guess, answer=texts, probability=st.none() | st.floats(0, 1, width=32), start=st.none() | st.integers(0, 99)
)
predictions = st.builds(
    Prediction,
    guesses=st.lists(guesses, max_size=3).map(tuple),
    mass=numbers,
    evidence=st.lists(texts, max_size=2).map(tuple),
)
verdicts = st.builds(
    Verdict,
    prediction=st.none() | predictions,
    score=numbers,
    expected=numbers,
    succeeded=st.booleans(),
    fault=st.none() | texts,
)
perturbations = st.builds(
    Perturbation,
    example_id=texts,
    query=queries,
    gold=golds,
    edits=st.lists(
        st.builds(Edit, texts, st.integers(0, 99), st.integers(0, 99), texts, assumes=texts), max_size=2
    ).map(tuple),
)
attempts = st.builds(
    Attempt,
    run_id=st.just("run"),
    example_id=texts,
    adversary=texts,
    victim=texts,
    outcome=st.sampled_from(["succeeded", "failed", "skipped", "exhausted", "errored"]),
    before=verdicts,
    after=st.none() | verdicts,
    perturbation=st.none() | perturbations,
    queries=st.integers(0, 10**6),
    trace=st.lists(st.tuples(st.integers(1, 10**6), st.floats(0, 1)), max_size=3).map(tuple),
    reason=st.none() | texts,
    candidates=st.lists(st.builds(Candidate, perturbations, verdicts), max_size=3).map(tuple),
    original_id=st.none() | texts.filter(bool),
)
RUNS = count()


def test_edits_that_assume_nothing_are_written_as_before_there_were_such() -> None:
    plain, assuming = Edit("claim", 0, 4, "A cat."), Edit("claim", 0, 4, "A cat.", assumes="closed world")
    documents = [edits_document(perturbed("1", edits=(edit,))) for edit in (plain, assuming)]
    assert documents == [
        '[["claim",0,4,"A cat.","","",false]]',
        '[["claim",0,4,"A cat.","","",false,"closed world"]]',
    ]


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(attempts, queries, golds, texts)
def test_any_attempt_and_any_example_come_back_exactly(
    store: Store, attempt: Attempt, query: Query, gold: Gold, fingerprint: str
) -> None:
    run = f"run {next(RUNS)}"
    attempt = replace(attempt, run_id=run)
    attacked = Example(attempt.example_id, query, gold)
    store.put_plan(run, fingerprint, run + fingerprint)
    store.put_examples(run + fingerprint, [attacked])
    store.put_attempts([attempt])
    assert store.plans()[run] == fingerprint
    assert store.example(run + fingerprint, attempt.example_id) == attacked
    assert store.attempts(run) == [attempt]
    assert store.finished(run) == {attempt.example_id}


def test_an_id_that_stands_for_another_example_of_the_data_set_is_refused(store: Store) -> None:
    """Two files of adversarial examples may give one id to variants of different originals."""
    store.put_examples("set", [example("a")])
    store.put_examples("set", [example("a")])
    with pytest.raises(BadStore, match="another example of this data set by the id 'a'"):
        store.put_examples("set", [replace(example("a"), gold=Gold((Answer("somebody else"),)))])
    assert store.example("set", "a") == example("a")
