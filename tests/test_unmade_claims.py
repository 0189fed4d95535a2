"""Claims of which an attack makes nothing are in the table, with the reason, and nobody is asked about them."""

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from stumper import api
from stumper.datasets import open_dataset
from stumper.errors import BadOption
from stumper.jobs import Job
from stumper.preparing import prepare_replay
from stumper.runs import Settings
from stumper.store import Store
from stumper.table import of_runs
from stumper.table.counted import answered

SCRIPTED = """
from dataclasses import dataclass, replace
from typing import ClassVar
from stumper.adversaries.balancing import balanced
from stumper.types import Edit, Nothing, Perturbation

ASKED = []


@dataclass(frozen=True)
class Even:
    tasks: ClassVar = ("verification",)
    searches: ClassVar = False

    balanced: int | None = None

    def instances(self, examples, rng):
        made = [changed(example, way) for example in examples if example.id[-1] in "02" for way in ("So, ", "Well, ")]
        return [*balanced(made, self.balanced, rng), Nothing("the number is odd", "3")]


def changed(example, way):
    query = replace(example.query, text=way + example.query.text)
    return Perturbation(example.id, query, example.gold, (Edit("claim", 0, 0, way),))


def sure(claim, evidence):
    ASKED.append(claim)
    return "SUPPORTS"


def unsure(claim, evidence):
    return "NOT ENOUGH INFO"
"""
NOTHING = {"1": "nothing that the attack makes matches it", "3": "the number is odd"}
SURE, UNSURE = ("python:even_claims:sure", "python:even_claims:unsure")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "even_claims.py").write_text(SCRIPTED)
    rows = [{"id": n, "label": "SUPPORTS", "claim": f"Lamp {n} is lit.", "evidence": []} for n in range(4)]
    (tmp_path / "lamps.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tmp_path


def told(store: Store, job: Job) -> Counter[tuple[object, ...]]:
    rows = of_runs(store, [job.plan.id]).rows()
    return Counter((row["original"], row["status"], row["outcome"], row["error"], row["chosen"]) for row in rows)


ROWS = Counter(
    {
        ("0", "asked", "failed", None, True): 2,
        ("2", "asked", "failed", None, True): 2,
        ("1", "nothing-proposed", None, NOTHING["1"], False): 1,
        ("3", "nothing-proposed", None, NOTHING["3"], False): 1,
    }
)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_claim_of_which_nothing_is_made_has_a_row_and_no_attempt(folder: Path, workers: int) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        job = api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store, settings=Settings(workers))
        assert told(store, job) == ROWS
        assert job.outcomes() == {"failed": 4}
        job.write(folder / "set.jsonl")
        [run] = job.report().figures["verification"][0]["runs"]
    assert (run["perturbations"], run["scores"]["after"]["n"], run["lacking"]) == (4, 4, {"without": 2, "of": 4})
    made = open_dataset(folder / "set.jsonl").made  # type: ignore[attr-defined]
    assert made.nothing == NOTHING


def test_nobody_is_asked_about_a_claim_of_which_nothing_is_made(folder: Path) -> None:
    import even_claims  # type: ignore[import-not-found]

    even_claims.ASKED.clear()
    with api.open_store(str(folder / "s.db")) as store:
        api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store)
    assert not any("1" in claim or "3" in claim for claim in even_claims.ASKED)


def test_what_is_not_drawn_for_a_balanced_set_says_so(folder: Path) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        job = api.attack("lamps.jsonl", "even_claims:Even", SURE, options={"balanced": "1"}, store=store)
        found = store.unmade(job.plan.id)
    [drawn] = {"0", "2"} - found.keys()
    assert found == NOTHING | {"2" if drawn == "0" else "0": "not drawn: balanced=1"}


def test_an_interrupted_run_that_goes_on_has_them(folder: Path) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        job = api.prepare("lamps.jsonl", "even_claims:Even", SURE, store=store, settings=Settings(batch_size=1))
        list(islice(job.steps(), 2))
        assert not store.standing(job.plan.id).complete
        job = api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store)
        assert told(store, job) == ROWS


def test_a_run_made_alike_and_a_replay_have_them(folder: Path) -> None:
    wrong = Counter({(key[0], key[1], "skipped" if key[2] else None, *key[3:]): n for key, n in ROWS.items()})
    with api.open_store(str(folder / "s.db")) as store:
        first = api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store)
        assert told(store, api.attack("lamps.jsonl", "even_claims:Even", UNSURE, store=store)) == wrong
        replay = prepare_replay(first.plan.id, UNSURE, store=store)
        list(replay.steps())
        assert told(store, replay) == wrong


@pytest.mark.parametrize("dataset", ["set.jsonl", "lamps.jsonl"])
def test_a_written_set_that_is_evaluated_says_why_it_lacks_variants(folder: Path, dataset: str) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store).write(folder / "set.jsonl")
        job = api.attack(dataset, "from-file", SURE, options={"file": "set.jsonl"}, store=store)
        assert told(store, job) == ROWS


def test_an_example_that_a_set_says_nothing_of_has_no_variant_in_it(folder: Path) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store).write(folder / "set.jsonl")
        more = {"id": 9, "label": "SUPPORTS", "claim": "Lamp 9 is lit.", "evidence": []}
        (folder / "more.jsonl").write_text((folder / "lamps.jsonl").read_text() + json.dumps(more) + "\n")
        job = api.attack("more.jsonl", "from-file", SURE, options={"file": "set.jsonl"}, store=store)
        assert store.unmade(job.plan.id) == NOTHING | {"9": "the file holds no variant of it"}


def test_the_report_says_of_how_many_claims_nothing_was_made(folder: Path) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        report = api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store).report()
    [section] = report.figures["verification"]
    said = "Claims of which nothing was made or asked, which count nowhere: even_claims:Even 2 of 4 (50.0%)."
    assert said in section["notes"]


def test_a_variant_whatever_its_id_is_no_original_without_one(folder: Path) -> None:
    said = {"label": "SUPPORTS", "evidence": []}
    rows = [{"id": n, "claim": f"Lamp {n} is lit.", **said} for n in (1, 2)]
    rows += [{"id": 100, "claim": "So, lamp 1 is lit.", "original_id": 1, **said}]
    (folder / "set.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    with api.open_store(str(folder / "s.db")) as store:
        job = api.attack("set.jsonl", "from-file", SURE, options={"file": "set.jsonl"}, store=store)
        assert (job.outcomes(), store.unmade(job.plan.id)) == ({"failed": 1}, {"2": "the file holds no variant of it"})


def test_what_a_system_answered_is_known_where_an_earlier_attack_made_nothing(folder: Path) -> None:
    """Rows of originals of which nothing was made have no answer, and hide none."""
    with api.open_store(str(folder / "s.db")) as store:
        with pytest.raises(BadOption, match="matches none of the 4 claims"):
            api.attack("lamps.jsonl", "claim-numeric", SURE, store=store)
        job = api.attack("lamps.jsonl", "even_claims:Even", SURE, store=store)
        ids = list(store.plans())
        assert (len(ids), answered(of_runs(store, ids), "accuracy").times) == (2, {"SUPPORTS": 2})
        said = api.report_of(store, ids).sentences
        made = api.report_of(store, [job.plan.id]).sentences
    assert said[: len(made)] == made
    assert "claim-numeric made nothing that could be asked of any of the 4 claims that it was given (" in said[-1]
