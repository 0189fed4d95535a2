"""`stumper transfer`: what was made against one system, put to others."""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import select

from stumper.store import Store
from stumper.store.schema import attempts

Command = Callable[..., Any]
RIGHT, NEAR = "python:cli_victims:right", "python:cli_victims:near"
BOTH = ("-v", RIGHT, "-v", NEAR, "--limit", "4", "--budget", "30", "--set", "search=fast")


def cells(printed: str) -> dict[tuple[str, str], int]:
    [found] = json.loads(printed)
    return {(cell["made_against"], cell["victim"]): cell["after"]["n"] for cell in found["cells"]}


def test_each_system_meets_what_was_made_against_the_others(stumper: Command, folder: Path) -> None:
    ended = stumper("transfer", "lamps.json", "-a", "add-any", *BOTH, "--json", "--out", "report")
    assert ended.code == 0, ended.said
    assert cells(ended.out) == {(one, other): 4 for one in (RIGHT, NEAR) for other in (RIGHT, NEAR)}
    assert "open report/report.html" in ended.said
    assert "What transfers" in (folder / "report" / "report.md").read_text()


def test_systems_have_the_names_that_they_are_given(stumper: Command, folder: Path) -> None:
    ended = stumper("transfer", "lamps.json", "-a", "add-any", *BOTH, "--json", "--name", "one", "--name", "two")
    assert set(cells(ended.out)) == {(one, other) for one in ("one", "two") for other in ("one", "two")}


def stored(file: Path) -> list[tuple[str, object]]:
    """The runs that a store holds, each with its attempts."""
    with Store.open(str(file)) as store, store.engine.connect() as connection:
        run_ids = connection.scalars(select(attempts.c.run_id).distinct().order_by(attempts.c.run_id)).all()
        return [(one, sorted(store.attempts(one), key=lambda attempt: attempt.example_id)) for one in run_ids]


class Threads(ThreadPoolExecutor):
    """Threads where a cluster is asked for, with the names of what all of them are given to do."""

    tasks: ClassVar[list[str]] = []

    def __init__(self, workers: int, resources: Mapping[str, float] | None, address: str | None) -> None:
        super().__init__(workers)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.tasks.append(fn.__name__)
        return super().submit(fn, *args, **kwargs)


def test_workers_of_an_executor_search_and_ask_as_one_process_does(
    stumper: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stumper.runs.ray_executor.RayExecutor", Threads)
    monkeypatch.setattr(Threads, "tasks", [])
    command = ("transfer", "lamps.json", "-a", "add-any", *BOTH, "--json", "--store")
    here = stumper(*command, "here.db")
    there = stumper(*command, "there.db", "--executor", "ray", "--workers", "2")
    assert (there.code, there.out) == (0, here.out)
    rows = stored(folder / "here.db")
    assert len(rows) == 4  # each system by what was made against each
    assert stored(folder / "there.db") == rows
    assert len(Threads.tasks) >= 2 * 4  # two workers share each of them


SYSTEM = """
from pathlib import Path
from stumper.types import Guess, Prediction


class System:
    fingerprint = "NAME"

    def predict(self, queries):
        with Path("asked").open("a") as file:
            file.write("." * len(queries))
        return [Prediction((Guess(query.context.text.split(".")[0][:9], None, 0),), None) for query in queries]
"""


def test_what_was_asked_is_not_asked_again(stumper: Command, folder: Path) -> None:
    for name in ("one", "two"):
        (folder / f"{name}.py").write_text(SYSTEM.replace("NAME", name))
    systems = ("-v", "python:one:System", "-v", "python:two:System", "--ask-again", "0")
    command = ("transfer", "lamps.json", "-a", "add-any", *BOTH[4:], *systems, "--json")
    first, asked = stumper(*command), (folder / "asked").read_text()
    again = stumper(*command)
    assert (again.code, again.out) == (0, first.out)
    assert (folder / "asked").read_text() == asked


def test_a_matrix_is_shown_on_a_terminal(stumper: Command, folder: Path) -> None:
    ended = stumper("transfer", "lamps.json", "-a", "add-any", *BOTH)
    assert "AddAny on lamps: F1, n = 4" in ended.out
    assert "the originals" in ended.out


def test_of_what_looks_at_no_answers_nothing_is_made_against_anybody(stumper: Command, folder: Path) -> None:
    ended = stumper("transfer", "lamps.json", "-a", "add-benign", "-v", RIGHT, "-v", NEAR, "--limit", "4")
    assert (ended.code, ended.out) == (0, "")
    assert "These attacks look at no system's answers" in ended.said


def test_it_is_from_one_system_to_another(stumper: Command, folder: Path) -> None:
    ended = stumper("transfer", "lamps.json", "-a", "add-any", "-v", RIGHT, "-v", RIGHT)
    assert (ended.code, "name at least two with --victim" in ended.said) == (2, True)


CLAIMS = """
from dataclasses import dataclass, replace
from typing import ClassVar
from stumper.types import Edit, Guess, Perturbation, Prediction


@dataclass(frozen=True)
class Learned:
    tasks: ClassVar = ("verification",)
    searches: ClassVar = True

    def instances(self, examples, rng):
        edits = (Edit("claim", 0, 0, "So, "),)
        made = [(one, replace(one.query, text="So, " + one.query.text)) for one in examples]
        return [Perturbation(one.id, query, one.gold, edits) for one, query in made]


@dataclass(frozen=True)
class System:
    fingerprint: str
    evidence: tuple

    def predict(self, queries):
        return [Prediction((Guess("SUPPORTS", None),), None, self.evidence) for _ in queries]


finds = System("finds", ("Lamp:0",))
lost = System("lost", ("Owl:0",))
silent = System("silent", ())
"""


def crossed(stumper: Command, folder: Path, *systems: str) -> tuple[str, set[float]]:
    (folder / "of_claims.py").write_text(CLAIMS)
    rows = [
        {"id": n, "label": "SUPPORTS", "claim": f"Lamp {n} is lit.", "evidence": [[[1, 1, "Lamp", 0]]]}
        for n in range(12)
    ]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    named = [part for system in systems for part in ("-v", f"python:of_claims:{system}")]
    ended = stumper("transfer", "claims.jsonl", "-a", "of_claims:Learned", *named, "--json")
    assert ended.code == 0, ended.said
    [found] = json.loads(ended.out)
    return found["measure"], {cell["after"]["value"] for cell in found["cells"]}


def test_claims_transfer_by_the_measure_of_their_contest(stumper: Command, folder: Path) -> None:
    assert crossed(stumper, folder, "finds", "lost") == ("FEVER score", {1.0, 0.0})


def test_where_a_system_gives_no_evidence_claims_transfer_by_accuracy(stumper: Command, folder: Path) -> None:
    assert crossed(stumper, folder, "finds", "silent") == ("label accuracy", {1.0})


def test_of_answers_that_attacks_want_said_no_score_transfers(stumper: Command, folder: Path) -> None:
    asked = {"id": "q1", "question": "What is the capital of land 1?", "answers": ["town 1"]}
    (folder / "open.jsonl").write_text(json.dumps({**asked, "gold_passages": [{"id": "p1", "text": "town 1"}]}))
    (folder / "other.py").write_text("from lands import ByWords\n\n\nclass Other(ByWords):\n    fingerprint = '2'\n")
    systems = ("-v", "python:lands:ByWords", "-v", "python:other:Other")
    ended = stumper("transfer", "open.jsonl", "-a", "passage-inject", "--set", "carrier=sentence", *systems)
    assert (ended.code, ended.out) == (0, "")
    assert "What these attacks want has no score that could transfer" in ended.said
