"""The calls from Python: what they take, what they give, and what they say of it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import stumper
from stumper import python_objects
from stumper.adversaries.reading.add_any import AddAny
from stumper.datasets import open_dataset
from stumper.errors import BadData, BadOption, BadStore, BrokenVictim, MissingExtra, UnknownComponent, VictimFailed
from stumper.loading import is_plain
from stumper.runs import counts_of
from stumper.store import Store
from stumper.testing import Says, ScriptedVictim
from stumper.types import Attempt, Guess, Prediction, Query

CONTEXTS = (
    "The lighthouse of Lowmere stands on a rock. Anna Berg keeps it. She lives there with two dogs.",
    "Fenwick has a harbour. It was built in 1824 by the town. Ships from Denmark call there.",
    "The baker of Lowmere opens at six. On Sundays she sells rye bread. On Mondays she rests.",
)
ROWS = [
    {"question": "Who keeps the lighthouse?", "context": CONTEXTS[0], "answer": "Anna Berg"},
    {"question": "When was the harbour built?", "context": CONTEXTS[1], "answer": "1824"},
    {"question": "Where do the ships come from?", "context": CONTEXTS[1], "answer": ["Denmark", "from Denmark"]},
    {"question": "What does the baker sell on Sundays?", "context": CONTEXTS[2], "answer": "rye bread"},
]
RIGHT = {row["question"]: row["answer"] if isinstance(row["answer"], str) else row["answer"][0] for row in ROWS}
CLAIMS = [
    {"claim": "Anna Berg keeps the lighthouse.", "label": "SUPPORTS", "evidence": CONTEXTS[0]},
    {"claim": "The harbour was built in 1900.", "label": "REFUTES", "evidence": CONTEXTS[1]},
]


def right(question: str, context: str) -> str:
    """The right answer, whatever the paragraph says."""
    return str(RIGHT[question])


def last(question: str, context: str) -> str:
    """The last sentence: what an attack adds to the end fools it."""
    return context.rstrip(".").split(". ")[-1]


def careful(question: str, context: str) -> str:
    """The right answer, unless something stands behind the paragraph."""
    return str(RIGHT[question]) if context in CONTEXTS else ""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, in which no store is named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    return tmp_path


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as opened:
        yield opened


def test_a_list_of_dicts_and_a_function_give_results(store: Store) -> None:
    results = stumper.attack(ROWS, victim=careful, adversaries="add-benign", store=store)
    assert len(results.table) == 4
    lines = results.summary().splitlines()
    assert "careful" in lines[0]
    assert any(line.startswith("careful under add-benign: f1 in percent 100.0 -> 0.0") for line in lines)
    assert "rows: 4 of 4 rows read as questions: question from 'question', context from 'context', answer" in lines[-2]
    assert lines[-1] == "careful(question, context) is asked one query at a time."
    assert repr(results).startswith("careful under add-benign: f1 in percent 100.0 -> 0.0")


def test_examples_are_shown_by_their_outcome(store: Store) -> None:
    results = stumper.attack(ROWS, victim={"careful": careful, "right": right}, adversaries="add-benign", store=store)
    assert {one.outcome for one in results.examples()} == {"fooled", "kept"}
    [first, *_] = results.examples("fooled")
    assert (first.system, first.question, first.right) == ("careful", "Who keeps the lighthouse?", ("Anna Berg",))
    assert first.context == CONTEXTS[0]
    assert first.context_after != first.context
    assert (first.answer, first.answer_after) == ("Anna Berg", "")
    assert {one.system for one in results.examples("kept")} == {"right"}
    with pytest.raises(BadOption, match="The outcomes are fooled, kept, skipped, error"):
        results.examples("succeeded")  # type: ignore[arg-type]  # what the table calls it


async def awaited(question: str, context: str) -> tuple[str, float]:
    await asyncio.sleep(0)
    return str(RIGHT[question]), 0.5


def batch(questions: list[str], contexts: list[str]) -> list[str]:
    return [str(RIGHT[question]) for question in questions]


def plural(questions, contexts):  # type: ignore[no-untyped-def]  # as people write in notebooks
    return [RIGHT[question] for question in questions]


async def awaited_batch(questions, contexts):  # type: ignore[no-untyped-def]
    return [RIGHT[question] for question in questions]


def turned(context: str, question: str) -> str:
    return str(RIGHT[question])


def text_first(text: str, question: str) -> str:
    return str(RIGHT[question])


def by_order(first: str, second: str) -> str:
    assert second not in RIGHT
    return str(RIGHT[first])


def several(question: str, contexts: list[str]) -> str:
    [_] = contexts
    return str(RIGHT[question])


def named_only(*, question: str, context: str, temperature: float = 0) -> dict[str, object]:
    return {"answer": RIGHT[question], "score": 0.5}


class Texts:
    def predict(self, questions: list[str], contexts: list[str]) -> list[str]:
        return [str(RIGHT[question]) for question in questions]


class One:
    def predict(self, question: str, context: str) -> str:
        return str(RIGHT[question])


class Queries:
    def predict(self, queries: list[Query]) -> list[Prediction]:
        return [Prediction((Guess(str(RIGHT[query.text]), None),), None) for query in queries]


class Called:
    def __call__(self, question: str, context: str) -> str:
        return str(RIGHT[question])


KINDS = [
    awaited,
    batch,
    plural,
    awaited_batch,
    turned,
    text_first,
    by_order,
    several,
    named_only,
    Texts(),
    One(),
    Queries(),
    Called(),
    Called().__call__,
    partial(turned),
    lambda question, context: RIGHT[question],
]


@pytest.mark.parametrize("victim", KINDS, ids=lambda victim: getattr(victim, "__name__", type(victim).__name__))
def test_any_callable_is_asked_as_its_parameters_say(victim: Any, store: Store) -> None:
    scores = stumper.evaluate(ROWS, victim=victim, store=store).scores
    assert {score.name for score in scores} >= {"exact_match", "f1"}
    assert {score.value for score in scores} == {1.0}


def test_what_is_awaited_is_awaited_also_where_a_loop_runs(store: Store) -> None:
    async def cell() -> float:
        return stumper.evaluate(ROWS, victim=awaited, store=store).scores[0].value

    assert asyncio.run(cell()) == 1.0


@pytest.mark.parametrize(
    ("victim", "said"),
    [
        (awaited, "awaited(question, context) is asked one query at a time and awaited."),
        (batch, "batch(questions, contexts) is asked a batch at a time."),
        (
            by_order,
            "by_order(first, second) is asked one query at a time, with the question, claim or tossup as first and the "
            "paragraph or evidence as second, by their order. If it is for one of these, call them question and "
            "context, claim and evidence, or tossup.",
        ),
    ],
)
def test_how_a_function_is_asked_is_said(victim: Any, said: str, store: Store) -> None:
    assert stumper.evaluate(ROWS, victim=victim, store=store).notes[-1] == said


def bare(question: str) -> str:
    return str(RIGHT[question])


def label(claim: str, evidence: str) -> str:
    return "supports"


def test_a_function_that_never_sees_what_is_changed_is_refused(store: Store) -> None:
    with pytest.raises(BadOption, match="'bare' is given the question alone, and add-any changes the context"):
        stumper.attack(ROWS, victim=bare, adversaries="add-any", store=store)
    assert stumper.evaluate(ROWS, victim=bare, store=store).scores[0].value == 1.0


def test_a_function_called_after_another_task_is_refused(store: Store) -> None:
    with pytest.raises(BadOption, match="'label' answers claims, but rows holds questions"):
        stumper.attack(ROWS, victim=label, adversaries="add-sent", store=store)
    with pytest.raises(BadOption, match="'right' answers questions, but rows holds claims"):
        stumper.evaluate(CLAIMS, victim=right, store=store)
    accuracy = {score.name: score.value for score in stumper.evaluate(CLAIMS, victim=label, store=store).scores}
    assert accuracy["accuracy"] == 0.5


@pytest.mark.parametrize(
    ("victim", "why"),
    [
        (Called, "Called is a class: hand over an object of it, Called"),
        (7, "'int' is no victim"),
        ("embeded", "Did you mean 'embedded'"),
        ([], "There is no system to ask"),
        ([right, right], "Two systems are called 'right': give victim= a dict of names"),
        (lambda a, b, c: "", "is no victim"),
    ],
)
def test_what_is_no_system_is_refused_in_a_sentence(victim: Any, why: str, store: Store) -> None:
    with pytest.raises((BadOption, UnknownComponent), match=why):
        stumper.attack(ROWS, victim=victim, adversaries="add-sent", store=store)


def test_a_name_is_what_reports_call_it(store: Store) -> None:
    for name in ("Monday", "Tuesday"):
        stumper.evaluate(ROWS, victim=right, name=name, store=store)
        stumper.evaluate(ROWS, victim="sliding-window", name=f"words on {name}", store=store)
    table = stumper.Results(store, tuple(store.plans())).table
    assert sorted(table.texts("victim").found()) == ["Monday", "Tuesday", "words on Monday", "words on Tuesday"]
    with pytest.raises(BadOption, match="'embedded' is the name of a system of Stumper's"):
        stumper.evaluate(ROWS, victim=right, name="embedded", store=store)
    with pytest.raises(BadOption, match="'both' is for one system, and there are 2"):
        stumper.evaluate(ROWS, victim=[right, last], name="both", store=store)


def test_a_lambda_is_called_after_its_place() -> None:
    assert python_objects.system_of(lambda question, context: "").called.startswith("lambda in test_from_python.py, li")
    assert stumper.system(lambda question, context: "", name="nothing").called == "nothing"


def test_attacks_are_names_pairs_and_objects(store: Store) -> None:
    given = ["add-benign", ("add-any", {"search": "fast", "drawn": 1}), AddAny(search="fast", drawn=1)]
    [plain, pair, made] = python_objects.attacks_of(given)
    assert (plain.name, plain.options) == ("add-benign", {})
    assert (pair.name, pair.options) == ("add-any", {"search": "fast", "drawn": "1"}) == (made.name, made.options)
    assert python_objects.attacks_of(("add-any", {"search": "fast"}))[0].options == {"search": "fast"}
    with pytest.raises(BadOption, match="is no attack"):
        python_objects.attacks_of([3])
    with pytest.raises(BadOption, match="There is no attack to make"):
        python_objects.attacks_of([])
    with pytest.raises(UnknownComponent, match="Did you mean 'add-sent'"):
        stumper.attack(ROWS, victim=right, adversaries="add-snet", store=store)


def test_rows_come_as_columns_frames_and_data_sets(store: Store) -> None:
    columns = {key: [row[key] for row in ROWS] for key in ROWS[0]}
    assert [example.query for example in stumper.load(columns).examples] == [
        example.query for example in stumper.load(ROWS).examples
    ]
    loaded = stumper.load(ROWS, name="town")
    assert loaded.name == "town"
    assert stumper.evaluate(loaded, victim=right, store=store, limit=2).scores[0].n == 2
    assert len(stumper.load(list(loaded.examples))) == 4
    assert len(stumper.load("reading")) > 100
    mapped = stumper.load([{"q": row["question"], "text": row["context"], "gold": row["answer"]} for row in ROWS],
                          columns={"question": "q", "context": "text", "answer": "gold"})  # fmt: skip
    assert len(mapped) == 4


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({"question": "Who?"}, "This is one mapping"),
        (7, "int is no rows"),
        ([{"a": 1}], "a"),
    ],
)
def test_what_is_no_rows_is_refused_in_a_sentence(rows: Any, why: str) -> None:
    with pytest.raises(BadData, match=why):
        stumper.load(rows)


def test_results_stand_in_the_current_folder_and_are_found_again(folder: Path) -> None:
    with pytest.raises(BadStore, match="There is no store"):
        stumper.stored()
    first = stumper.evaluate(ROWS, victim=right)
    assert (folder / "stumper.db").is_file()
    assert stumper.stored().run_ids == first.run_ids == stumper.stored([first.run_ids[0][:8]]).run_ids


def test_an_interrupted_call_goes_on_and_a_changed_function_begins_anew(store: Store) -> None:
    asked: list[str] = []

    def stops(question: str, context: str) -> str:
        asked.append(question)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return str(RIGHT[question])

    with pytest.raises(KeyboardInterrupt):
        stumper.evaluate(ROWS, victim=stops, store=store, timeout=0)
    begun = len(store.plans())
    stumper.evaluate(ROWS, victim=stops, store=store, timeout=0)
    assert len(store.plans()) == begun == 1, "it is the run that was begun"

    def other(question: str, context: str) -> str:
        return "other"

    other.__name__ = "stops"
    stumper.evaluate(ROWS, victim=other, store=store)
    assert len(store.plans()) == 2


def test_a_fingerprint_keeps_the_answers_of_a_function(store: Store) -> None:
    asked: list[str] = []

    def counts(question: str, context: str) -> str:
        asked.append(question)
        return str(RIGHT[question])

    for _ in range(2):
        stumper.evaluate(ROWS, victim=stumper.system(counts, fingerprint="1"), store=store, ask_again=0)
    assert len(asked) == 4
    assert len(store.plans()) == 1


def test_two_results_are_compared_in_pairs(store: Store) -> None:
    many = [{**row, "question": f"{row['question'][:-1]} {number}?"} for row in ROWS for number in range(4)]
    good = stumper.evaluate(many, victim={"good": lambda question, context: RIGHT[f"{question[:-3]}?"]}, store=store)
    poor = stumper.evaluate(many, victim={"poor": lambda question, context: "nothing"}, store=store)
    found = good.compare(poor)
    assert repr(found).startswith("F1 on rows, without attack: good has 100.0, poor 0.0")
    assert found.verdict("worse").passed is False
    assert str(found.verdict("worse")).startswith(f"{found.found.b} is worse than {found.found.a}: ")
    assert "is not shown to be as good as" in repr(found.verdict("not-shown-equal", margin=3))
    assert "good" in stumper.compare(good, "poor").summary()
    assert "<table" in found._repr_html_()


def test_what_is_made_against_one_system_is_put_to_the_other(store: Store) -> None:
    fast = ("add-any", {"search": "fast", "drawn": 2})
    results = stumper.attack(ROWS, victim=[careful, right], adversaries=[fast], budget=20, limit=2, store=store)
    assert len(results.run_ids) == 2
    assert len(results.transfer().run_ids) == 4
    with pytest.raises(BadOption, match="two systems or more"):
        stumper.stored(store="none.db") if Path("none.db").exists() else stumper.evaluate(
            ROWS, victim=right, store=store
        ).transfer()


def test_a_notebook_sees_sentences_table_and_pictures(store: Store, folder: Path) -> None:
    results = stumper.attack(ROWS, victim=careful, adversaries="add-benign", store=store)
    shown = results._repr_html_()
    assert shown.startswith('<div class="stumper-results"><style>.stumper-results {')
    assert "<table" in shown
    assert "<svg" in shown
    assert "http" not in shown.replace("http://www.w3.org/", "")
    page = results.report(folder / "out")
    assert page.name == "report.html"
    assert "stumper.attack(rows, victim=careful, adversaries=[&#39;add-benign&#39;], seed=1)" in page.read_text()


def test_one_of_several_that_fails_does_not_keep_the_others_back(store: Store) -> None:
    def broken(question: str, context: str) -> str:
        raise ValueError("no weights")

    with pytest.raises(VictimFailed, match="1 of 2 did not come to their end, the first, add-benign x broken"):
        stumper.attack(ROWS, victim=[broken, right], adversaries="add-benign", store=store)
    assert "right" in stumper.Results(store, tuple(store.plans())).table.texts("victim").found()


def test_an_error_that_one_must_mend_is_raised_before_that_of_a_system_that_failed(store: Store) -> None:
    """As a command does: the same call would meet it again."""

    def fails(question: str, context: str) -> str:
        raise ValueError("no weights")

    def breaks(questions: list[str], contexts: list[str]) -> list[str]:
        return []

    with pytest.raises(BrokenVictim, match="2 of 3 did not come to their end, the first, add-benign x breaks"):
        stumper.attack(ROWS, victim=[fails, breaks, right], adversaries="add-benign", store=store)


def test_systems_that_are_evaluated_together_share_a_store_in_memory() -> None:
    found = stumper.evaluate(ROWS, victim={"one": right, "other": careful}, store="sqlite://")
    assert "one" in found.summary()
    assert "other" in found.summary()


def test_several_processes_are_refused_for_an_object(store: Store) -> None:
    with pytest.raises(BadOption, match="'right' is an object of Python that other processes cannot make"):
        stumper.attack(ROWS, victim=right, adversaries="add-sent", workers=2, store=store)


def test_a_function_is_asked_over_an_executor_as_it_is_here(folder: Path) -> None:
    def told(executor: Executor | None, name: str) -> list[tuple[str, str, int]]:
        found = stumper.attack(
            ROWS, victim=careful, adversaries=["add-sent", "identity"], executor=executor, store=name
        )
        attempts = [one for run_id in found.run_ids for one in found.store.attempts(run_id)]
        return sorted((one.example_id, one.outcome, one.queries) for one in attempts)

    with ThreadPoolExecutor(2) as executor:
        assert told(executor, "there.db") == told(None, "here.db") != []


def test_a_run_that_is_complete_is_asked_again_over_an_executor(folder: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        for _ in "12":
            known = stumper.system(right, fingerprint="right")
            found = stumper.attack(ROWS, victim=known, adversaries="add-sent", executor=executor, store="a.db")
    assert sum(one.again for one in map(counts_of, map(json.loads, found.store.counts(found.run_ids[0])))) == 0
    assert len(found.store.attempts(found.run_ids[0])) == len(ROWS)


def test_a_task_does_not_grow_with_the_data_set(folder: Path) -> None:
    class Weighing(ThreadPoolExecutor):
        most = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            self.most = max(self.most, len(args[1]))
            return super().submit(fn, *args, **kwargs)

    most = []
    for times in (6, 25):  # with the ids of as many as are asked twice
        rows = [{**row, "id": f"{number}"} for number, row in enumerate(ROWS * times)]
        with Weighing(1) as executor:
            stumper.attack(rows, victim=careful, adversaries="identity", executor=executor, store=f"{times}.db")
        most.append(executor.most)
    assert most[0] == pytest.approx(most[1], abs=50)


def test_rows_are_read_for_what_is_doubtful_only_where_that_is_wanted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = list[object]()
    monkeypatch.setattr("stumper.reports.of_runs.doubts_of", lambda *given: called.append(given) or ["Doubtful."])
    found = stumper.attack(ROWS, victim=right, adversaries="identity")
    assert not called
    assert found.notes[0] == "Doubtful."


def test_what_is_made_against_one_system_is_put_to_the_other_over_an_executor(folder: Path) -> None:
    class Threads(ThreadPoolExecutor):
        tasks = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            self.tasks += 1
            return super().submit(fn, *args, **kwargs)

    def told(executor: Threads | None, name: str) -> list[list[Attempt]]:
        fast = ("add-any", {"search": "fast", "drawn": 2})
        found = stumper.attack(
            ROWS, victim=[careful, right], adversaries=[fast], budget=20, limit=2, executor=executor, store=name
        )
        before = executor.tasks if executor else -1
        both = found.transfer(executor=executor)
        assert executor is None or executor.tasks > before
        return [sorted(both.store.attempts(run_id), key=lambda one: one.example_id) for run_id in sorted(both.run_ids)]

    with Threads(2) as executor:
        there, here = told(executor, "there.db"), told(None, "here.db")
    assert there == here
    assert len(here) == 4


def test_an_attack_learns_over_an_executor_as_it_does_here(folder: Path) -> None:
    def told(executor: Executor | None, name: str) -> tuple[list[tuple[str, str, int]], list[int]]:
        found = stumper.attack(
            "verification", victim="tfidf-da", adversaries="sears", limit=40, executor=executor, store=name
        )
        attempts = [one for run_id in found.run_ids for one in found.store.attempts(run_id)]
        counts = [counts_of(json.loads(one)) for run_id in found.run_ids for one in found.store.counts(run_id)]
        asked = [sum(getattr(one, name) for one in counts) for name in ("asked", "unique", "cached", "lost")]
        return sorted((one.example_id, one.outcome, one.queries) for one in attempts), asked

    with ThreadPoolExecutor(3) as executor:
        there, here = told(executor, "there.db"), told(None, "here.db")
    assert there == here
    assert here[1][1] > len(here[0])


def test_an_executor_needs_a_store_that_its_workers_can_read() -> None:
    with (
        ThreadPoolExecutor(1) as executor,
        Store.open("sqlite://") as store,
        pytest.raises(BadOption, match=r"in memory, where the workers of an executor cannot read it\. Name a file"),
    ):
        stumper.attack(ROWS, victim=careful, adversaries="add-sent", executor=executor, store=store)


def test_a_function_that_cannot_be_sent_is_refused() -> None:
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(BadOption, match=r"cannot be sent to workers .* Put it into a module"),
    ):
        stumper.attack(ROWS, victim=lambda question, context: "x", adversaries="add-sent", executor=executor)


def test_progress_is_told_step_by_step(store: Store) -> None:
    told: list[str] = []
    stumper.evaluate(ROWS, victim=right, store=store, progress=lambda step: told.append(str(step)))
    assert told[0] == "identity x right  0/4  fooled 0"
    assert told[-1] == "identity x right  4/4  fooled 0"


def test_a_victim_of_ours_is_an_object_with_predict(store: Store) -> None:
    scripted = ScriptedVictim(Says({question: str(answer) for question, answer in RIGHT.items()}))
    assert stumper.evaluate(ROWS, victim=scripted, store=store).scores[0].victim == "ScriptedVictim"


def test_importing_it_imports_next_to_nothing() -> None:
    program = (
        "import sys, stumper; print(stumper.__version__, *sorted(n for n in sys.modules if n.startswith('stumper')))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert said == [stumper.__version__, "stumper", "stumper.from_python", "stumper.results", "stumper.version"]


def test_without_the_package_a_frame_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    class Frame:
        columns = ("question",)

    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(MissingExtra, match=r"pip install 'stumper\[frames\]'"):
        stumper.load(Frame())


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (
            [{"frage": "a", "ctx": "b", "a": "c"}],
            None,
            "columns={'question': 'COLUMN', 'context': 'COLUMN', 'answer': ",
        ),
        ([{"id": "1", **ROWS[0]}, {"id": "1", **ROWS[1]}], None, "map another column: columns={'id': 'COLUMN'}"),
        ("rows.csv", None, "columns={'question': 'COLUMN', 'context': 'COLUMN', 'answer': 'COLUMN'}"),
    ],
)
def test_an_error_names_the_keywords_of_a_call_and_no_options(rows: Any, columns: Any, said: str, folder: Path) -> None:
    (folder / "rows.csv").write_text("frage,ctx,a\na,b,c\n")
    with pytest.raises(BadData) as error:
        stumper.attack(rows, victim=right, adversaries="add-sent", columns=columns)
    assert said in str(error.value)
    assert "--" not in str(error.value)
    with pytest.raises(VictimFailed, match=r"retry_errors=True"):
        stumper.evaluate(ROWS, victim=lambda question, context: 1 / 0, name="broken")


def test_plain_rows_are_scored_as_originals_and_a_summary_has_every_note(store: Store) -> None:
    rows = [{**ROWS[0], "id": f"q{n}", "doc": f"d{n % 2}"} for n in range(9)]
    found = stumper.evaluate(rows, victim=right, columns={"group": "doc"}, store=store)
    assert {(score.on, score.n) for score in found.scores} == {("original", 9)}
    said = found.summary()
    assert "all from 2 docs, too few to speak of other docs." in said
    assert "The questions of rows are of 2 docs: intervals say nothing of other docs, which takes 8." in said
    assert "right gives no distribution over answers: the F1 of the best answer stands in." in said
    assert "right(question, context) is asked one query at a time." in said


def test_rows_that_name_originals_are_refused_and_not_scored_as_originals(store: Store, folder: Path) -> None:
    """Seen: variants among rows in memory were scored as originals, and ``originals=`` was ignored there."""
    rows = [{"id": f"c{n}", "claim": f"Lowmere has {n} lamps.", "label": "SUPPORTS"} for n in range(3)]
    variants = [
        {**row, "id": f"v{n}", "original_id": row["id"], "claim": f"There are {n} lamps in Lowmere."}
        for n, row in enumerate(rows)
    ]

    def check(claim: str) -> str:
        return "SUPPORTS" if claim.startswith("Lowmere") else "REFUTES"

    for given, named, first in (variants, "claims.jsonl", 1), (rows + variants, None, 4):
        with pytest.raises(BadOption, match=f"rows holds variants, .*: row {first} names 'c0' as its original_id"):
            stumper.evaluate(given, victim=check, originals=named, store=store)
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "variants.jsonl").write_text("".join(json.dumps(row) + "\n" for row in variants))
    with pytest.raises(
        BadOption, match=r"originals='claims\.jsonl' is the set that the variants of a file were made of"
    ):
        stumper.evaluate(rows, victim=check, originals="claims.jsonl", store=store)
    loaded = stumper.load("variants.jsonl")
    with pytest.raises(BadOption, match="holds variants: evaluate the file that they stand in, by its path"):
        stumper.evaluate(loaded, victim=check, originals="claims.jsonl", store=store)
    wrong: Any = rows
    with pytest.raises(BadOption, match="originals= is the path or the name of a data set, not list: write"):
        stumper.evaluate("variants.jsonl", victim=check, originals=wrong, store=store)

    class InBytes:
        def __fspath__(self) -> bytes:
            return b"claims.jsonl"

    paths: list[Any] = [folder / "claims.jsonl", InBytes()]
    for path in paths:
        found = stumper.evaluate("variants.jsonl", victim=check, originals=path, store=store)
        assert {(score.on, score.value) for score in found.scores if score.name == "accuracy"} == {
            ("original", 1.0), ("adversarial", 0.0),
        }  # fmt: skip


@pytest.mark.parametrize(
    ("ids", "known", "write"),
    [
        ({"id": "v{}"}, "which is the id of no row", "write them"),
        ({}, "and no column is read as the id of rows", "write them with an id each"),
        ({"key": "{}"}, "and no column is read as the id of rows", "write them with an id each"),
    ],
)
def test_rows_that_name_what_is_no_row_are_scored_with_a_word_that_they_may_be_variants(
    store: Store, ids: dict[str, str], known: str, write: str
) -> None:
    """Seen: every set without ids that has a column ``original_id``, of whatever meaning, was refused; then such a set
    was told that its rows have other ids, and to write a file that is refused for want of ids."""
    rows = [
        {**{key: one.format(n) for key, one in ids.items()}, "original_id": n, "claim": f"{n} lamps burn.",
         "label": "SUPPORTS"} for n in range(7, 10)
    ]  # fmt: skip
    found = stumper.evaluate(rows, victim=lambda claim: "SUPPORTS", store=store)
    assert {score.n for score in found.scores} == {3}
    assert (
        f"rows: row 1 names '7' as its original_id, {known}: the rows may be variants, and each counts as an original. "
        f"To score variants, {write} into a file of JSON lines, and evaluate that by its path with originals=."
    ) in found.said


def test_a_column_that_is_said_to_be_the_id_or_repeats_it_makes_no_row_a_variant(store: Store) -> None:
    rows = [{"original_id": f"c{n}", "claim": f"Lamp {n} is lit.", "label": "SUPPORTS"} for n in range(3)]
    named = stumper.evaluate(rows, victim=lambda claim: "SUPPORTS", columns={"id": "original_id"}, store=store)
    assert {score.n for score in named.scores} == {3}
    same = [{**row, "id": row["original_id"]} for row in rows]
    assert {score.n for score in stumper.evaluate(same, victim=lambda claim: "SUPPORTS", store=store).scores} == {3}


def test_how_a_function_was_asked_stands_behind_the_figures(store: Store, folder: Path) -> None:
    found = stumper.evaluate(ROWS, victim=lambda a, b: b[:9], name="mine", store=store)
    found.report(folder / "out")
    for name in ("report.md", "report.html", "report.json"):
        text = (folder / "out" / name).read_text(encoding="utf-8")
        assert "with the question, claim or tossup as a and the paragraph or evidence as b, by their order" in text


def test_claims_whose_evidence_cannot_be_matched_have_no_column_of_fever_scores(store: Store, folder: Path) -> None:
    rows = [{**CLAIMS[n % 2], "claim": f"Anna Berg keeps lamp {n}.", "evidence_matched_by": "none"} for n in range(6)]
    found = stumper.attack(
        rows, victim=lambda claim, evidence: "SUPPORTS", name="yes", adversaries="claim-rules", store=store
    )
    text = found.report(folder / "out").with_suffix(".md").read_text(encoding="utf-8")
    assert "label accuracy before and after" in text
    assert "FEVER score before and after" not in text
    assert "has no evidence that what a system cites could be matched with: label accuracy is the score." in text


def test_booleans_are_labels_as_their_texts_are() -> None:
    rows = [{"claim": f"Lamp {n} is lit.", "label": n % 2 == 0, "evidence": f"Lamp {n}."} for n in range(4)]
    data = stumper.load(rows)
    assert [one.gold.answers[0].text for one in data.examples] == ["SUPPORTS", "REFUTES"] * 2
    in_words = [{**row, "label": str(row["label"]).lower()} for row in rows]
    assert stumper.load(in_words).fingerprint == data.fingerprint


def test_notes_of_both_calls_say_first_that_answers_are_no_labels() -> None:
    rows = [{"claim": f"Lamp {n} is lit.", "label": ("wahr", "falsch")[n % 2]} for n in range(4)]

    def says(claim: str) -> str:
        return "SUPPORTS" if "0" in claim else "REFUTES"

    told = (
        "None of the 4 answers of says is one of the labels of rows (wahr, falsch): it said REFUTES, SUPPORTS. Map "
        "them before any figure is trusted."
    )
    for found in (
        stumper.evaluate(rows, victim=says),
        stumper.attack(rows, victim=says, adversaries="unmodified"),
    ):
        assert found.notes[0] == told
        assert found.summary().count(told) == 1


@pytest.mark.parametrize("is_path", [True, False])
def test_rows_that_were_left_out_are_told_of_by_notes_and_every_report(folder: Path, is_path: bool) -> None:
    rows = [
        {"claim": f"Lamp {n} is lit.", "label": "" if n in (2, 4) else "true", "evidence": "It is."} for n in range(9)
    ]
    (folder / "lamps.csv").write_text(
        "claim,label,evidence\n" + "".join(f"{row['claim']},{row['label']},{row['evidence']}\n" for row in rows)
    )

    def says(claim: str) -> str:
        return "SUPPORTS"

    unit, first = ("line", 4) if is_path else ("row", 3)
    told = (
        f"2 of its 9 {unit}s cannot be used and are left out, 2 of them as there is no label (the first is {unit} "
        f"{first})."
    )
    for call in (
        partial(stumper.evaluate, victim=says),
        partial(stumper.attack, victim=says, adversaries="unmodified"),
    ):
        found = call("lamps.csv" if is_path else rows)
        assert any(note.endswith(told) for note in found.notes)
        assert found.summary().count(told) == 1
        found.report(folder / "out")
        for kind in ("md", "html", "json"):
            assert told in (folder / "out" / f"report.{kind}").read_text(), kind


def test_a_set_that_says_who_made_it_is_evaluated_as_on_the_command_line_also_where_nothing_was_made(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Seen: ``identity`` from Python, and ``from-file`` on the command line."""
    asked = (("q0", "Who keeps the lighthouse?"), ("q0-1", "Which person keeps the lighthouse?"))
    answers = [{"text": "Anna Berg", "answer_start": CONTEXTS[0].index("Anna Berg")}]
    questions = [{"id": id, "question": text, "answers": answers} for id, text in asked]
    document = {
        "version": "1.1",
        "data": [{"title": "Lowmere", "paragraphs": [{"context": CONTEXTS[0], "qas": questions}]}],
    }
    path = tmp_path / "made.json"
    found = {}
    for name, more in (("plain", {}), ("made", {"stumper": {"adversary": "add-sent", "nothing": {"q0": "no line"}}})):
        path.write_text(json.dumps(document | more))
        results = stumper.evaluate(str(path), victim={name: lambda question, context: "Anna Berg"}, store=store)
        found[name] = results.jobs[0].plan.adversary, is_plain(open_dataset(path))
    assert found == {"plain": ("identity", True), "made": ("from-file", False)}
    assert "q0-1 may be meant as a variant: it continues the id of another with a number, and it asks of the same " in (
        caplog.text
    )
    assert "give it a tag with a letter, such as q0-w1." in caplog.text


def test_what_a_file_may_mean_otherwise_is_said_once_and_the_file_is_read_once(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    answers = [{"text": "Anna Berg", "answer_start": CONTEXTS[0].index("Anna Berg")}]
    questions = [{"id": id, "question": f"Who keeps it, {id}?", "answers": answers} for id in ("q0", "q0-1")]
    path = tmp_path / "numbered.json"
    paragraphs = [{"context": CONTEXTS[0], "qas": questions}]
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lowmere", "paragraphs": paragraphs}]}))
    data = open_dataset(path)
    assert is_plain(data)
    assert not caplog.records
    stumper.evaluate(str(path), victim={name: lambda question, context: "Anna Berg" for name in "ab"}, store=store)
    assert caplog.text.count("may be meant as a variant") == 1
    assert open_dataset(path) is data
    path.write_text(path.read_text().replace("q0-1", "q1"))
    assert [one.id for one in open_dataset(path)] == ["q0", "q1"]
