"""The tasks that sets become, run by the real lm-evaluation-harness, and its logs read back."""

import json
from pathlib import Path
from typing import Any

import pytest

from a_set import a_set
from stumper import api

lm_eval = pytest.importorskip("lm_eval", reason="it is tried against the real package in make test-kin")
pytestmark = pytest.mark.filterwarnings("ignore")


def ran(folder: Path, name: str) -> dict[str, Any]:
    """What the harness finds of a model that always names Ada Thorn."""
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class Ada(LM):
        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            return ["Ada Thorn" for _ in requests]

        def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
            raise NotImplementedError

    found: dict[str, Any] = lm_eval.simple_evaluate(
        Ada(), tasks=[name], task_manager=TaskManager(include_path=str(folder)), log_samples=True, bootstrap_iters=0
    )
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    api.convert(a_set(tmp_path), "lm-eval", tmp_path / "written")
    return (tmp_path / "written").rename(tmp_path / "moved")


def test_the_harness_scores_replies_as_stumper_does(folder: Path) -> None:
    found = ran(folder, "stumper_written")["results"]["stumper_written"]
    assert (found["original_exact_match,none"], found["variant_exact_match,none"]) == (0.5, 1.0)
    assert found["original_f1,none"] == 0.5


def test_its_log_of_samples_is_read_as_predictions(folder: Path, tmp_path: Path) -> None:
    samples = ran(folder, "stumper_written")["samples"]["stumper_written"]
    path = tmp_path / "samples.jsonl"
    path.write_text("".join(json.dumps(one, default=str) + "\n" for one in samples))
    scores = {(one.name, one.on): (one.value, one.n) for one in api.score(str(folder / "set.json"), path)}
    assert scores["exact_match", "original"] == (0.5, 2)
    assert scores["exact_match", "adversarial"] == (0.5, 2)


def test_the_prompt_is_that_of_language_models(folder: Path) -> None:
    from stumper.victims.prompts import Prompts

    samples = ran(folder, "stumper_written")["samples"]["stumper_written"]
    examples = {one.id: one for one in api.load_dataset(str(folder / "set.json"))}
    for one in samples:
        [message] = Prompts().messages(examples[one["doc"]["id"]].query)
        assert one["arguments"][0][0] == message["content"]
