"""Models, tasks and logs of Inspect, by the real package and its ``mockllm``."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest

import stumper
from a_set import a_set
from on_a_node import until
from stumper import api
from stumper.errors import BadData, BadOption, Spent, VictimFailed
from stumper.next_door.eval_logs import write_logs
from stumper.victims.allowance import allowing
from stumper.victims.inspect_models import InspectModel
from stumper.victims.retrying import Unanswered

inspect_ai = pytest.importorskip("inspect_ai", reason="it is tried against the real package in make test-kin")
pytestmark = pytest.mark.filterwarnings("ignore")


def says(answer: Callable[[str], str], **further: Any) -> Any:
    """The model ``mockllm/model`` that says this of a prompt."""
    from inspect_ai.model import ModelOutput, get_model

    def output(messages: list[Any], *_: object) -> Any:
        found = ModelOutput.from_content("mock", answer(messages[-1].text))
        for name, value in further.items():
            setattr(found.choices[0], name, value)
        return found

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def victim(answer: Callable[[str], str], spec: str = "inspect:mockllm/model", **further: Any) -> InspectModel:
    found = api.load_victim(spec)
    assert isinstance(found, InspectModel)
    found.model = says(answer, **further)
    return found


def ada(prompt: str) -> str:
    return "Cy Roe" if "Cy Roe" in prompt else "Ada Thorn."


def evaluated(path: str, folder: Path, model: Any) -> Path:
    """The log that Inspect writes of the set's task."""
    [log] = inspect_ai.eval(
        "stumper/adversarial", task_args={"file": path}, model=model, log_dir=str(folder), display="none"
    )
    assert log.status == "success", log.error
    return Path(log.location.removeprefix("file://"))


def test_a_model_is_asked_as_language_models_are_and_its_requests_are_counted(tmp_path: Path) -> None:
    asked: list[str] = []
    examples = list(api.load_dataset(a_set(tmp_path)))
    system = victim(lambda prompt: asked.append(prompt) or ada(prompt))  # type: ignore[func-returns-value]
    found = system.predict([one.query for one in examples])
    assert [one.guesses[0].answer for one in found] == ["Ada Thorn", "Cy Roe", "Ada Thorn"]
    assert all(prompt.startswith("Answer the question with words of the paragraph") for prompt in asked)
    assert (system.usage.requests, system.usage.failures) == (3, 0)
    assert system.usage.tokens_in > 0


def test_probabilities_are_those_of_the_provider(tmp_path: Path) -> None:
    from inspect_ai.model import Logprob, Logprobs

    first = next(iter(api.load_dataset(a_set(tmp_path))))
    told = Logprobs(content=[Logprob(token="Ada Thorn", logprob=-0.5)])
    [found] = victim(ada, "inspect:mockllm/model#logprobs=true", logprobs=told).predict([first.query])
    assert found.guesses[0].probability == pytest.approx(0.6065, abs=1e-4)


def test_what_fails_is_one_query_s_failure(tmp_path: Path) -> None:
    def failing(prompt: str) -> str:
        if "Cy Roe" in prompt:
            raise ConnectionError("gone")
        return "Ada Thorn"

    queries = [one.query for one in api.load_dataset(a_set(tmp_path))]
    found = dict(victim(failing).predict_each(queries))
    assert isinstance(found[1], Unanswered)
    assert "mockllm/model gave no answer: ConnectionError: gone" in str(found[1])
    assert [type(found[place]).__name__ for place in (0, 2)] == ["Prediction", "Prediction"]


def test_no_more_is_asked_than_is_allowed(tmp_path: Path) -> None:
    queries = [one.query for one in api.load_dataset(a_set(tmp_path))]
    with allowing(2, None), pytest.raises(Spent, match=r"All of 2 requests are made \(--max-requests\)"):
        victim(ada, "inspect:mockllm/model#concurrency=1").predict(queries)
    with allowing(None, 1.0), pytest.raises(BadOption, match=r"so --max-cost cannot bound it: say --max-requests"):
        victim(ada).predict(queries)


def test_a_provider_and_options_that_cannot_be_meant_are_refused() -> None:
    for spec, told in (("inspect:model", "Say inspect:PROVIDER/MODEL"),
                       ("inspect:nobody/model", "Inspect cannot use 'nobody/model': ValueError: Model API nobody"),
                       ("inspect:mockllm/model#concurrency=0", "'concurrency' of 'inspect' is 1 or more, not 0"),
                       ("inspect:mockllm/model#retries=-1", "'retries' of 'inspect' is 0 or more, not -1"),
                       ("inspect:mockllm/model#size=2", "has no option 'size'")):  # fmt: skip
        with pytest.raises(BadOption, match=told):
            api.load_victim(spec)


def test_an_attack_on_such_a_model_is_kept_and_not_asked_again(tmp_path: Path) -> None:
    store = tmp_path / "a.db"
    for _ in "12":
        results = stumper.attack(a_set(tmp_path), victim="inspect:mockllm/model", adversaries="identity", store=store)
    assert results.runs[0].scores.before.n == 2
    assert "Default output" in (results.examples()[0].answer or "")


def test_a_set_is_a_task_by_its_entry_point_with_scores_by_side(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    log = read_eval_log(str(evaluated(a_set(tmp_path), tmp_path / "logs", says(ada))))
    found = {one.name: {name: metric.value for name, metric in one.metrics.items()} for one in log.results.scores}
    assert list(found["exact_match"].values()) == [0.5, 0.0]
    assert [name.split("_")[-1] for name in found["exact_match"]] == ["original", "variant"]
    assert [one.id for one in log.samples] == ["a", "a-added", "b"]


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_a_log_is_read_as_predictions(tmp_path: Path, ending: str) -> None:
    from inspect_ai.log import read_eval_log, write_eval_log

    path = a_set(tmp_path)
    log = read_eval_log(str(evaluated(path, tmp_path / "logs", says(ada))))
    write_eval_log(log, str(tmp_path / f"log.{ending}"))
    scores = {(one.name, one.on): (one.value, one.n) for one in api.score(path, tmp_path / f"log.{ending}")}
    assert scores["exact_match", "original"] == (0.5, 2)
    assert scores["exact_match", "adversarial"] == (0.0, 2)


def test_a_log_of_another_version_or_another_set_is_refused(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log, write_eval_log

    path = a_set(tmp_path)
    log = evaluated(path, tmp_path / "logs", says(ada))
    write_eval_log(read_eval_log(str(log)), str(tmp_path / "log.json"))
    text = (tmp_path / "log.json").read_text()
    (tmp_path / "later.json").write_text(json.dumps({**json.loads(text), "version": 99}))
    with pytest.raises(
        BadData, match=r"cannot be read as a log by inspect_ai .*Unable to read version 99.*Install the ver"
    ):
        api.score(path, tmp_path / "later.json")
    (tmp_path / "cut.eval").write_bytes(log.read_bytes()[:500])
    with pytest.raises(BadData, match=r"cut\.eval cannot be read as a log by inspect_ai"):
        api.score(path, tmp_path / "cut.eval")
    with pytest.raises(BadData, match="None of its 3 ids are in the data set"):
        api.score("verification", log)


def test_a_run_is_a_log_with_the_figures_of_the_report(tmp_path: Path) -> None:
    from inspect_ai.log import list_eval_logs, read_eval_log

    results = stumper.evaluate(a_set(tmp_path), store=tmp_path / "a.db")
    [path] = api.write_inspect_logs((), results.store, tmp_path / "logs")
    [listed] = list_eval_logs(str(tmp_path / "logs"))
    assert Path(listed.name.removeprefix("file://")) == path
    log, [figures] = read_eval_log(str(path)), results.runs
    assert (log.eval.model, log.status) == ("embedded", "success")
    assert log.results.scores[0].metrics["after"].value == figures.scores.after.value
    sides = [(one.metadata["of"], one.metadata["original_id"]) for one in log.samples]
    assert ("original", "a") in sides
    assert ("variant", "a") in sides
    [original] = [one for one in log.samples if one.id == "a"]
    assert (original.target, original.output.completion) == (["Ada Thorn"], "Ada Thorn")
    assert original.scores["stumper"].value["exact_match"] == 1.0


def test_its_own_command_reads_the_log(tmp_path: Path) -> None:
    results = stumper.attack(a_set(tmp_path), adversaries="identity", store=tmp_path / "a.db")
    [path] = api.write_inspect_logs((), results.store, tmp_path / "logs")
    command = [str(Path(sys.executable).with_name("inspect")), "log", "dump", str(path), "--header-only"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert told["eval"]["task"] == "stumper/identity"


def test_its_viewer_serves_the_samples_of_the_log(tmp_path: Path) -> None:
    results = stumper.attack(a_set(tmp_path), adversaries="identity", store=tmp_path / "a.db")
    [path] = api.write_inspect_logs((), results.store, tmp_path / "logs")
    with viewing(path.parent) as said:
        page = said("/")
        [listed] = json.loads(said("/api/logs"))["files"]
        log = json.loads(said(f"/api/logs/{quote(listed['name'], safe='')}"))
    assert b"<title>Inspect View</title>" in page
    assert Path(listed["name"].removeprefix("file://")) == path
    assert log["eval"]["task"] == "stumper/identity"
    assert {one["id"]: one["output"]["choices"][0]["message"]["content"] for one in log["samples"]}["a"] == "Ada Thorn"


@contextmanager
def viewing(folder: Path) -> Iterator[Callable[[str], bytes]]:
    """What the viewer of these logs says at a path."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    command = [str(Path(sys.executable).with_name("inspect")), "view", "start", "--log-dir", str(folder),
               "--host", "127.0.0.1", "--port", str(port)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as viewer:
        try:
            until(lambda: viewer.poll() is not None or _listens(port), 240)
            yield lambda path: urlopen(f"http://127.0.0.1:{port}{path}", timeout=60).read()
        finally:
            viewer.terminate()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def test_what_went_wrong_is_an_error_of_its_sample(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    def broken(question: str, context: str) -> str:
        raise ValueError("no")

    with pytest.raises(VictimFailed):
        stumper.attack(a_set(tmp_path), victim=broken, adversaries="identity", store=tmp_path / "a.db")
    stored = stumper.stored(store=tmp_path / "a.db")
    report = api.report((), stored.store)
    [path] = write_logs(tmp_path / "logs", stored.store, stored.run_ids, report, datetime(2026, 1, 2, tzinfo=UTC))
    log = read_eval_log(str(path))
    assert log.results.completed_samples < log.results.total_samples
    assert "ValueError: no" in log.samples[0].error.message


def test_an_attempt_that_fooled_beside_an_error_has_succeeded_and_no_reason(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    asked = "Which town is the capital of Norway, and who founded it?"
    row = {"id": "q", "question": asked, "answers": ["Oslo"], "gold_passages": [{"id": "p", "text": "It is Oslo."}]}
    (tmp_path / "open.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    others: list[str] = []

    def breaks(question: str) -> str:
        if question == asked:
            return "Oslo"
        others.append(question)
        if question == others[0]:
            raise TimeoutError("upstream")
        return "elsewhere"

    results = stumper.attack(tmp_path / "open.jsonl", victim=breaks, adversaries="question-misspell", max_errors=1,
                             store=tmp_path / "a.db")  # fmt: skip
    [path] = api.write_inspect_logs((), results.store, tmp_path / "logs")
    original, *variants = read_eval_log(str(path)).samples
    assert (original.metadata["outcome"], original.metadata["reason"]) == ("succeeded", None)
    assert sum(one.error is not None for one in variants) == 1
