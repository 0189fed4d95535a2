"""What a user asks for becomes a plan, and the plan its rows and its file; from Python, as the command line does it."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import pytest

from lamps import lamp
from report_figures import figures
from stumper import api
from stumper.datasets import open_dataset
from stumper.errors import BadData, BadOption
from stumper.material import drawn
from stumper.preparing import prepare
from stumper.runs.instances import MATCHES_NOTHING
from stumper.standing import Standing
from stumper.store import Store
from stumper.tasks.reading.squad import write_predictions
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Answer, Example, Gold, Guess, Prediction, Query

RIGHT = "python:scripted_for_jobs:right"


@dataclass(frozen=True)
class Own:
    """Somebody else's data set, which is no Squad."""

    name: str = "own"
    fingerprint: str = "own-1"

    def __iter__(self) -> Iterator[Example]:
        return map(lamp, range(6))


@dataclass(frozen=True)
class Misplaced(Own):
    """A data set with an answer that is not where it says."""

    def __iter__(self) -> Iterator[Example]:
        return iter([replace(lamp(0), gold=Gold((Answer("Ada Thorn", 3),)))])


@dataclass(frozen=True)
class Placeless(Own):
    """A data set with an answer that counts by its words."""

    def __iter__(self) -> Iterator[Example]:
        return iter([replace(lamp(0), gold=Gold((Answer("Ada"),)))])


def no_answer(query: Query) -> Prediction:
    return Prediction((), None)


def denial(query: Query) -> Prediction:
    return Prediction((Guess("", None),), None)


@pytest.fixture(autouse=True)
def scripted() -> Iterator[ModuleType]:
    module = ModuleType("scripted_for_jobs")
    module.__dict__.update(
        Own=Own,
        Misplaced=Misplaced,
        Placeless=Placeless,
        right=ScriptedVictim(Finds(("Ada Thorn",), (0.8,)), fingerprint="right"),
        silent=ScriptedVictim(no_answer, fingerprint="silent"),
        denying=ScriptedVictim(denial, fingerprint="denying"),
        named_by_none=lambda question, context: "Ada Thorn",
    )
    sys.modules["scripted_for_jobs"] = module
    yield module
    del sys.modules["scripted_for_jobs"]


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as opened:
        yield opened


DATASET = "scripted_for_jobs:Own"


def test_another_kind_of_data_set_is_attacked_and_written_as_squad(store: Store, tmp_path: Path) -> None:
    job = api.attack(DATASET, "identity", RIGHT, store=store)
    assert [attempt.outcome for attempt in job.attempts()] == ["failed"] * 6
    job.write(tmp_path / "out.json")
    written = [example.id for example in open_dataset(tmp_path / "out.json")]
    assert written == [id for n in range(6) for id in (f"q{n}", f"q{n}-identity")]


def test_a_job_made_twice_is_the_same_run(store: Store) -> None:
    first, second = (prepare(DATASET, "identity", RIGHT, store=store) for _ in range(2))
    assert first.plan == second.plan
    assert prepare(DATASET, "identity", RIGHT, store=store, seed=2).plan.id != first.plan.id


def test_nothing_is_asked_before_the_first_step(store: Store, scripted: ModuleType) -> None:
    prepare(DATASET, "identity", RIGHT, store=store)
    assert scripted.right.calls == 0


def test_a_job_tells_its_attempts_in_the_order_of_the_data_set(store: Store) -> None:
    job = prepare(DATASET, "identity", RIGHT, store=store, limit=4)
    list(job.steps())
    ids = [attempt.example_id for attempt in job.attempts()]
    assert ids == sorted(ids)
    assert len(ids) == 4


NAMELESS = "python:scripted_for_jobs:named_by_none"


def test_a_run_of_a_victim_without_a_fingerprint_goes_on_until_it_is_concluded(store: Store) -> None:
    asked = (DATASET, "identity", NAMELESS)
    first = prepare(*asked, store=store)
    steps = first.steps()
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    second = prepare(*asked, store=store)
    assert second.plan == first.plan
    list(second.steps())
    assert prepare(*asked, store=store).plan == first.plan  # all rows are there, but not yet what is made of them
    second.conclude()
    third = prepare(*asked, store=store)
    assert third.plan.repetition == 1
    assert third.plan.id != first.plan.id


def test_a_concluded_run_goes_on_while_rows_that_errored_are_to_be_made_again(store: Store) -> None:
    first = api.attack(DATASET, "identity", NAMELESS, store=store)
    [attempt, *_] = first.attempts()
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE attempts SET outcome = 'errored' WHERE example_id = '{attempt.example_id}'")
    retried = prepare(DATASET, "identity", NAMELESS, store=store, retry_errors=True)
    assert retried.plan == first.plan == prepare(DATASET, "identity", NAMELESS, store=store).plan
    list(retried.steps())
    assert prepare(DATASET, "identity", NAMELESS, store=store).plan.repetition == 1


def test_attack_and_evaluate_conclude_what_they_carry_out(store: Store, variants: Path) -> None:
    jobs = [api.attack(DATASET, "identity", NAMELESS, store=store) for _ in range(2)]
    assert [job.plan.repetition for job in jobs] == [0, 1]
    api.evaluate(str(variants), NAMELESS, store=store)
    assert api.prepare_evaluation(str(variants), NAMELESS, store=store).plan.repetition == 1


@pytest.mark.parametrize(("name", "value"), [("limit", 0), ("limit", -3), ("budget", 0), ("budget", -1)])
def test_numbers_below_one_are_refused(store: Store, name: str, value: int) -> None:
    with pytest.raises(BadOption, match=f"The {name} is a number of 1 or more, not {value}"):
        prepare(DATASET, "identity", RIGHT, store=store, **{name: value})  # type: ignore[arg-type]


def test_what_is_drawn_keeps_its_order_and_depends_on_the_seed() -> None:
    examples = tuple(map(lamp, range(50)))
    some = drawn(examples, 10, 1)
    assert len(some) == 10
    assert [examples.index(one) for one in some] == sorted(examples.index(one) for one in some)
    assert drawn(examples, 10, 1) == some != drawn(examples, 10, 2)
    assert drawn(examples, None, 1) == drawn(examples, 50, 1) == drawn(examples, 99, 1) == examples


def test_a_data_set_that_could_not_be_written_is_refused_before_the_work(store: Store) -> None:
    with pytest.raises(BadData, match="own: the answer 'Ada Thorn' of 'q0' is not at 3"):
        prepare("scripted_for_jobs:Misplaced", "identity", RIGHT, store=store)


def test_an_answer_without_a_place_is_attacked_written_and_read_back(store: Store, tmp_path: Path) -> None:
    job = api.attack("scripted_for_jobs:Placeless", "identity", RIGHT, store=store)
    job.write(tmp_path / "out.json")
    assert [example.gold.answers for example in open_dataset(tmp_path / "out.json")] == [(Answer("Ada"),)] * 2


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    paragraphs = [
        {"context": f"Ada Thorn lit lamp {number}.{more}", "qas": [{"id": f"q{number}{tag}", "question": "Who?",
         "answers": [{"text": "Ada Thorn", "answer_start": 0}]}]}
        for number in range(3)
        for tag, more in (("", ""), ("-x", " Jo did not."))
    ]  # fmt: skip
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}))
    return path


def test_variants_are_asked_also_of_originals_that_are_wrong_already(store: Store, variants: Path) -> None:
    """The published script scores every variant, so an evaluation must ask what an attack would leave out."""
    scores = {(s.name, s.on): s for s in api.evaluate(str(variants), "python:scripted_for_jobs:silent", store=store)}
    assert scores["f1", "original"].value == 0.0
    assert "variants:3" in scores["f1", "adversarial"].signature
    with_variants = {(s.name, s.on): s.value for s in api.evaluate(str(variants), RIGHT, store=store)}
    assert with_variants["f1", "adversarial"] == 1.0


@pytest.mark.parametrize("version", ["1.1", "2.0"])
@pytest.mark.parametrize(("victim", "right", "unanswered"), [("silent", 0, 2), ("denying", 1, 0)])
def test_silence_and_the_answer_that_there_is_none_are_worth_the_same_everywhere(
    store: Store, tmp_path: Path, version: str, victim: str, right: int, unanswered: int
) -> None:
    """Silence is never right; that there is no answer is right of one question of two under SQuAD 2.0."""
    f1 = right / 2 if version == "2.0" else 0.0
    answers = [{"text": "Ada", "answer_start": 0}]
    qas = [{"id": "q0", "question": "Who?", "answers": answers}, {"id": "q1", "question": "Who?!", "answers": answers}]
    if version == "2.0":
        qas = [qas[0] | {"is_impossible": False}, qas[1] | {"is_impossible": True, "answers": []}]
    paragraphs = [{"context": "Ada lit it.", "qas": qas}]
    file, predictions = tmp_path / "set.json", tmp_path / "predictions.json"
    file.write_text(json.dumps({"version": version, "data": [{"title": "Lamps", "paragraphs": paragraphs}]}))
    asked = f"python:scripted_for_jobs:{victim}"
    evaluated = {s.name: s for s in api.evaluate(str(file), asked, store=store)}
    assert evaluated["f1"].value == f1
    assert f"unanswered:{unanswered}" in evaluated["f1"].signature
    [row] = figures(api.attack(str(file), "identity", asked, store=store).report()).rows
    assert row.f1.before.value == row.f1.after.value == f1
    assert row.exact_match.after.value == f1
    answers_of = dict(pair for step in api.predict(str(file), asked, store=store) for pair in step.answers.items())
    assert len(answers_of) == 2 - unanswered
    if answers_of:
        write_predictions(predictions, answers_of)
        assert {s.name: s.value for s in api.score(str(file), predictions)}["f1"] == f1


def test_answers_that_are_missing_from_a_file_count_the_same_where_it_is_scored_and_where_it_is_a_victim(
    store: Store, tmp_path: Path
) -> None:
    """Of three questions without an answer the file denies one, answers one, and leaves one out."""
    qas = [{"id": f"q{n}", "question": f"Who {n}?", "is_impossible": True, "answers": []} for n in range(3)]
    file, predictions = tmp_path / "set.json", tmp_path / "predictions.json"
    data = [{"title": "Lamps", "paragraphs": [{"context": "Ada lit it.", "qas": qas}]}]
    file.write_text(json.dumps({"version": "v2.0", "data": data}))
    write_predictions(predictions, {"q0": "", "q1": "Ada"})
    scored = {s.name: (s.value, s.signature) for s in api.score(str(file), predictions)}
    evaluated = {s.name: (s.value, s.signature) for s in api.evaluate(str(file), f"file:{predictions}", store=store)}
    assert scored == evaluated
    assert scored["f1"][0] == pytest.approx(1 / 3)
    assert "unanswered:1" in scored["f1"][1]


def test_candidates_for_other_examples_are_no_candidates(store: Store, variants: Path) -> None:
    bundled = Path(api.__file__).parent / "datasets" / "bundled" / "reading.json"
    with pytest.raises(BadData, match=r"reading\.json holds no variant of any example of"):
        prepare(str(variants), "from-file", RIGHT, options={"file": str(bundled)}, store=store)


def test_an_original_is_written_once_whoever_attacked_it_before(store: Store, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    api.attack(DATASET, "identity", RIGHT, store=store).write(first)
    api.attack(str(first), "identity", RIGHT, store=store).write(second)
    assert second.read_bytes() == first.read_bytes()


def test_ids_of_variants_give_way_to_ids_that_the_set_holds_already(store: Store, tmp_path: Path) -> None:
    file, written = tmp_path / "set.json", tmp_path / "written.json"
    answers = [{"text": "Ada Thorn", "answer_start": 0}]
    asked = {"q0": "Who lit it?", "q0-identity": "Who came by boat?"}
    qas = [{"id": id, "question": text, "answers": answers} for id, text in asked.items()]
    paragraph = {"context": "Ada Thorn lit it.", "qas": qas[:1]}, {"context": "Ada Thorn sailed.", "qas": qas[1:]}
    file.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraph}]}))
    api.attack(str(file), "identity", RIGHT, store=store).write(written)
    assert {one.id for one in open_dataset(written)} == {*asked, "q0-identity-again", "q0-identity-identity-again"}


def test_question_on_which_the_victim_fails_is_left_out_of_an_evaluation_and_counted(
    store: Store, scripted: ModuleType, tmp_path: Path
) -> None:
    file = tmp_path / "set.json"
    paragraphs = [("q0", "Ada Thorn lit it."), ("q0-a", "Ada Thorn lit it. Storm."), ("q1", "Ada Thorn lit two.")]
    answers = [{"text": "Ada Thorn", "answer_start": 0}]
    qas = [{"context": text, "qas": [{"id": id, "question": "Who?", "answers": answers}]} for id, text in paragraphs]
    file.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": qas}]}))
    scripted.failing = ScriptedVictim(Finds(("Ada Thorn",)), fault="raises", where="Storm", fingerprint="failing")
    settings = api.Settings(max_error_rate=1.0)
    scores = api.evaluate(str(file), "python:scripted_for_jobs:failing", store=store, settings=settings)
    assert {(s.n, s.value) for s in scores if s.name == "f1"} == {(1, 1.0)}
    assert all("errored:1" in s.signature for s in scores)


def test_outcomes_are_counted_as_the_attempts_ended(store: Store) -> None:
    job = api.attack("scripted_for_jobs:Own", "identity", RIGHT, store=store)
    assert job.outcomes() == {"failed": 6} == dict(Counter(attempt.outcome for attempt in job.attempts()))


@pytest.mark.parametrize("adversary", ["sears", "claim-rules"])
def test_an_adversary_that_matches_nothing_is_told_and_leaves_a_run_that_says_so(
    store: Store, tmp_path: Path, adversary: str
) -> None:
    claims, rules = tmp_path / "claims.jsonl", tmp_path / "rules.toml"
    rows = [{"id": id, "label": "NOT ENOUGH INFO", "claim": claim, "evidence": []}
            for id, claim in ((1, "Hardly ever."), (2, "Blue."))]  # fmt: skip
    claims.write_text("".join(json.dumps(row) + "\n" for row in rows))
    rules.write_text('[[rule]]\nleft = "film"\nright = "movie"\n')
    options = {"rules": str(rules)} if adversary == "sears" else {}
    said = rf"{adversary} matches none of the 2 claims of .*claims\.jsonl: there is nothing to attempt"
    for _ in range(2):  # the second finds that there is nothing to do, and says so again
        with pytest.raises(BadOption, match=said):
            api.attack(str(claims), adversary, RIGHT, options=options, store=store)
    [run_id] = store.plans()
    assert store.standing(run_id) == Standing(0, 0, True)
    assert store.unmade(run_id) == dict.fromkeys("12", MATCHES_NOTHING)
    told = f"{adversary} made nothing that could be asked of any of the 2 claims that it was given ({MATCHES_NOTHING}),"
    assert api.report_of(store, [run_id]).sentences[0].startswith(told)
    with pytest.raises(BadOption, match="matches none of the 2 claims"):  # what was made once for all is nothing, too
        api.attack(str(claims), adversary, "embedded", options=options, store=store)
