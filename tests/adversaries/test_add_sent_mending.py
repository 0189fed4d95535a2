"""AddSent with its step 4 by language models: a server on a real socket mends sentences and votes on them."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stumper.adversaries.reading.add_sent import ApprovedSentences, MendedAddSent, add_sent
from stumper.adversaries.reading.addsent.mending import Forgetting
from stumper.adversaries.reading.addsent.raw_file import read_raw_sentences
from stumper.cli.app import app
from stumper.errors import BadData, BadOption, BadOutput, Spent, VictimFailed
from stumper.rehearsing import rehearsed
from stumper.runs.memory import Memory
from stumper.tasks.reading.squad import bundled
from stumper.types import Example, OutputFile
from stumper.victims.allowance import allowing

EXAMPLES = bundled().examples[:3]
QUICK = "pause=0.01&timeout=60&retries=0"
YES, NO = "grammatical: yes\nunanswered: yes", "grammatical: yes\nunanswered: no"


class Model(ThreadingHTTPServer):
    """Mends and votes as ``mends`` and ``votes`` say, of the prompt and how many like it came before."""

    daemon_threads, request_queue_size = True, 128
    mends: Callable[[str, int], str]
    votes: Callable[[str, int], str]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Replying)
        self.asked: list[dict[str, Any]] = []
        self.lock = threading.Lock()
        self.mends = lambda sentence, number: f"Sentence: “{sentence[:-1]}{'!' * number}”"
        self.votes = lambda sentence, number: YES

    def spec(self, behind: str = "") -> str:
        return f"openai:scribe@http://127.0.0.1:{self.server_address[1]}/v1#{QUICK}{behind}"

    def count(self, part: str) -> int:
        return sum(part in asked["messages"][-1]["content"] for asked in self.asked)


class Replying(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        model = self.server
        assert isinstance(model, Model)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][-1]["content"]
        with model.lock:
            number = sum(asked["messages"] == body["messages"] for asked in model.asked)
            model.asked.append(body)
        sentence = prompt.rpartition("Sentence: ")[2]
        reply = (model.votes if "Paragraph: " in prompt else model.mends)(sentence, number)
        said = {"choices": [{"message": {"content": reply}}], "usage": {"prompt_tokens": 100, "completion_tokens": 10}}
        data = json.dumps(said).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def model() -> Iterator[Model]:
    server = Model()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def mending(model: Model, **options: Any) -> MendedAddSent:
    made = add_sent(**{"fixer": model.spec(), "fakes": 1, **options})
    assert isinstance(made, MendedAddSent)
    return made


def sentences(made: object, example: Example = EXAMPLES[0]) -> list[str]:
    assert isinstance(made, ApprovedSentences)
    return [text for text, _ in made.sentences[example.id]]


def test_each_sentence_is_mended_five_times_and_what_two_of_three_approve_is_proposed(model: Model) -> None:
    model.votes = lambda sentence, number: NO if sentence.endswith("!!") or number == 1 else YES
    made = mending(model).prepared(EXAMPLES[:1], Memory())
    assert model.count("Write it as a fluent speaker") == 5
    assert sorted(text.count("!") for text in sentences(made)) == [0, 1]  # of 0, 1, 2, 3 and 4
    assert model.count("Paragraph: ") == 2 * 3 + 3 * 2  # once nothing more can decide, nobody more is asked


def test_the_models_take_turns_and_a_reply_is_drawn_unless_the_user_says_how(model: Model) -> None:
    fixer = f"{model.spec('&revision=1')} {model.spec('&temperature=0.3')}"
    mending(model, fixer=fixer, verifier=model.spec(), fixes=4, votes=1, approvals=1).prepared(EXAMPLES[:1], Memory())
    written = [asked for asked in model.asked if "Paragraph: " not in asked["messages"][0]["content"]]
    assert sorted(asked["temperature"] for asked in written) == [0.3, 0.3, 1.0, 1.0]
    assert all("logprobs" not in asked and asked["max_tokens"] >= 256 for asked in model.asked)


def test_nothing_is_asked_twice_and_the_same_replies_make_the_same(model: Model) -> None:
    cache = Memory()
    before = mending(model).prepared(EXAMPLES, cache)
    asked = len(model.asked)
    assert mending(model).prepared(EXAMPLES, cache) == before
    assert len(model.asked) == asked > 5


@pytest.mark.parametrize("reply", ["", "I'm sorry, but I can't help with that.", "<think>Hm."], ids=str)
def test_a_reply_that_says_nothing_is_an_error_that_loses_nothing_else(
    model: Model, caplog: pytest.LogCaptureFixture, reply: str
) -> None:
    plain, cache = model.mends, Memory()
    model.mends = lambda sentence, number: reply if number == 1 else plain(sentence, number)
    assert len(sentences(mending(model).prepared(EXAMPLES[:1], cache))) == 4
    assert "1 of 5 replies cannot be used; the first: openai:scribe replied" in caplog.text
    model.mends, asked = plain, model.count("Write it as")
    assert len(sentences(mending(model).prepared(EXAMPLES[:1], cache))) == 5
    assert model.count("Write it as") == asked + 1


def test_a_model_that_only_refuses_ends_the_run_and_says_what_it_said(model: Model) -> None:
    model.mends = lambda sentence, number: "I'm sorry, but I can't help with that."
    with pytest.raises(VictimFailed, match=r"5 of 5 replies cannot be used; the first: .*I'm sorry.*asks for these"):
        mending(model).prepared(EXAMPLES[:1], Memory())


def test_votes_are_read_however_they_are_dressed_and_a_vote_of_another_kind_is_an_error(
    model: Model, caplog: pytest.LogCaptureFixture
) -> None:
    replies = ["**Grammatical:** Yes.\n**Unanswered:** Yes.", "1. yes\n2. yes", "It depends."]
    model.votes = lambda sentence, number: replies[number]
    [text] = sentences(mending(model, fixes=1, votes=3, approvals=2).prepared(EXAMPLES[:1], Memory()))
    assert text.endswith(".") or text[-1].isalnum()
    model.votes = lambda sentence, number: "It depends." if number == 0 else YES
    made = mending(model, fixes=1, votes=3, approvals=3).prepared(EXAMPLES[:1], Forgetting())
    assert sentences(made) == []
    assert "no version of its sentences was approved, and openai:scribe replied 'It depends.'" in str(made)


def test_what_drops_the_fake_answer_or_says_a_right_one_is_no_version(model: Model) -> None:
    gold = EXAMPLES[0].gold.answers[0].text
    model.mends = lambda sentence, number: [f"{sentence} {gold}", "Nobody knows.", sentence, "x" * 700, sentence][
        number
    ]
    assert len(sentences(mending(model).prepared(EXAMPLES[:1], Memory()))) == 1


def test_without_votes_every_version_is_proposed(model: Model) -> None:
    assert len(sentences(mending(model, votes=0).prepared(EXAMPLES[:1], Memory()))) == 5
    assert model.count("Paragraph: ") == 0


def test_what_people_have_done_counts_and_models_do_the_rest(model: Model, tmp_path: Path) -> None:
    file = tmp_path / "given.jsonl"
    mending(model, votes=0, fixes=3, raw=OutputFile(str(file))).prepared(EXAMPLES[:1], Memory())
    by_people = file.read_text(encoding="utf-8").replace('"model"', '"person"').replace("openai:scribe", "p1")
    file.write_text(by_people, encoding="utf-8")
    model.asked.clear()
    assert sentences(mending(model, fixer="", mended=file).prepared(EXAMPLES[:1], Memory())) == []
    assert (
        len(sentences(mending(model, fixer="", verifier=model.spec(), mended=file).prepared(EXAMPLES[:1], Memory())))
        == 3
    )
    assert (model.count("Write it as"), model.count("Paragraph: ")) == (0, 6)
    out = tmp_path / "both.jsonl"
    mending(model, mended=file, raw=OutputFile(str(out))).prepared(EXAMPLES[:1], Memory())
    [raw] = read_raw_sentences(out)
    assert raw.written == 5
    assert {kind for version in raw.versions for _, kind in version.writers} == {"model", "person"}


def test_a_file_of_other_questions_is_refused(model: Model, tmp_path: Path) -> None:
    file = tmp_path / "given.jsonl"
    mending(model, votes=0, fixes=1, raw=OutputFile(str(file))).prepared(EXAMPLES[:1], Memory())
    file.write_text(file.read_text(encoding="utf-8").replace(EXAMPLES[0].query.text, "Who?"), encoding="utf-8")
    with pytest.raises(BadData, match=r"line 1: .* asks 'Who\?' there, and something else in the data set"):
        mending(model, mended=file).prepared(EXAMPLES[:1], Memory())


def test_a_written_file_grows_but_nothing_in_it_is_lost(model: Model, tmp_path: Path) -> None:
    file = tmp_path / "raw.jsonl"
    mending(model, votes=0, fixes=2, raw=OutputFile(str(file))).prepared(EXAMPLES[:1], Memory())
    cache = Memory()
    model.asked.clear()
    mending(model, fixes=3, raw=OutputFile(str(file))).prepared(EXAMPLES[:1], cache)
    assert [raw.written for raw in read_raw_sentences(file)] == [3]
    with pytest.raises(BadOutput, match="holds something else, which is kept"):
        mending(model, votes=0, fixes=1, raw=OutputFile(str(file))).prepared(EXAMPLES[:1], cache)


def test_the_limits_of_a_command_hold_and_it_goes_on_from_there(model: Model) -> None:
    cache = Memory()
    with allowing(4, None), pytest.raises(Spent, match="All of 4 requests are made"):
        mending(model).prepared(EXAMPLES[:1], cache)
    assert len(model.asked) == 4
    with allowing(None, 1.0), pytest.raises(BadOption, match=r"Nobody knows what .* costs"):
        mending(model).prepared(EXAMPLES[:1], cache)
    assert len(sentences(mending(model).prepared(EXAMPLES[:1], cache))) == 5
    assert model.count("Write it as") == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"fixer": "embedded"}, "names a language model as openai:MODEL@URL, not 'embedded'"),
        ({"fixes": 0}, "'fixes' of add-sent is 1 or more, not 0"),
        ({"votes": -1}, "'votes' of add-sent is 0 or more, not -1"),
        ({"votes": 1}, "Of 1 votes, 2 cannot approve"),
        ({"raw": OutputFile("raw.json")}, "JSON lines, not 'raw.json': name a file for 'raw' that ends in .jsonl"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        add_sent(**{"fixer": "openai:m@http://127.0.0.1:1/v1", **options})


def test_a_run_shows_its_prompts_and_its_cost_and_an_interrupted_one_is_paid_once(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--adversary", "add-sent", "--set", f"fixer={model.spec('&price_in=1&price_out=1')}",
               "--set", "fixes=2", "--set", "votes=1", "--set", "approvals=1"]  # fmt: skip
    command = ["attack", "reading", *options, "--limit", "2", "--out", "out/mended.json"]
    stopped = CliRunner().invoke(app, [*command, "--max-requests", "5"])
    assert stopped.exit_code == 130
    assert len(model.asked) == 5
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    asked = len(model.asked)
    CliRunner().invoke(app, ["report", "--out", "report"])
    report = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert f"Service, over all commands of this run: {asked} requests" in report
    assert "prompt of the fixer: A program made the sentence" in report
    assert "2 versions of each raw sentence; of 1 votes, 1 keep it" in report
    CliRunner().invoke(app, [*command[:-1], "again/mended.json"])
    assert len(model.asked) == asked
    assert Path("again/mended.json").read_bytes() == Path("out/mended.json").read_bytes()


def test_a_dry_run_says_what_models_would_be_asked_and_asks_nothing(model: Model) -> None:
    options = {"fixer": model.spec(), "fakes": "1"}
    [told] = rehearsed("reading", ["embedded"], {"add-sent": options}, limit=1)
    assert "models are asked for 5 sentences and 15 votes at most" in told.searching
    assert model.asked == []
