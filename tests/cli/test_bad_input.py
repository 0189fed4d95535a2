"""What a user can get wrong: exit code 2, one clear sentence that names it, no traceback, nothing lost."""

import gzip
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stumper.store import Store

Command = Callable[..., Any]
ATTACK = ("attack", "lamps.json", "-a", "identity", "--out", "out.json", "-v")
BY = ("attack", "lamps.json", "--out", "out.json", "-v")
RIGHT = "python:cli_victims:right"


def question(id: str = "q0", start: int = 0, text: str = "Ada Thorn") -> dict[str, object]:
    return {"id": id, "question": "Who?", "answers": [{"text": text, "answer_start": start}]}


def document(context: str, *questions: object) -> bytes:
    paragraphs = [{"context": context, "qas": list(questions)}]
    return json.dumps({"version": "1.1", "data": [{"title": "T", "paragraphs": paragraphs}]}).encode()


LAMP = "Ada Thorn lit it."
GOOD = document(LAMP, question())
BAD_DATA = {
    "cut off": (GOOD[:-40], "cut off"),
    "cut off while compressed": (gzip.compress(GOOD)[:-9], "cut off"),
    "another shape": (b'{"data": {"title": 1}}', "data is an object, not a list"),
    "no SQuAD": (b"[1, 2]", "no format that is known begins with"),
    "not text": (b"\x89PNG\xff\xfe\x00\x01", "not text|no format that is known"),
    "empty": (b"", "empty"),
    "misplaced answer": (
        document(LAMP, question(start=3)),
        "question 'q0': the answer 'Ada Thorn' is not at its answer_s",
    ),
    "answer that is not there": (document(LAMP, question(text="Jo", start=0)), "stands nowhere in the paragraph"),
    "empty paragraph": (document("  ", question()), r"data\[0\]\.paragraphs\[0\]\.context is empty"),
    "ids twice": (document(LAMP, question(), question()), "question id 'q0' occurs in"),
    "no questions": (document(LAMP), "no questions in the file"),
}


@pytest.mark.parametrize("name", BAD_DATA)
@pytest.mark.parametrize("command", ["attack", "score", "predict", "evaluate"])
def test_a_data_set_that_cannot_be_used(stumper: Command, folder: Path, name: str, command: str) -> None:
    data, says = BAD_DATA[name]
    (folder / "bad.json").write_bytes(data)
    (folder / "answers.json").write_text('{"q0": "Ada"}')
    arguments = {
        "attack": ("-a", "identity", "-v", RIGHT, "--out", "out.json"),
        "score": ("answers.json",),
        "predict": ("-v", RIGHT, "--out", "out.json"),
        "evaluate": ("-v", RIGHT),
    }
    refused(stumper(command, "bad.json", *arguments[command]), r"bad\.json.*(" + says + ")")
    assert not (folder / "out.json").exists()


PREDICTIONS = {
    "another data set's": (
        '{"a": "Ada", "b": "Ada"}',
        r"answers\.json: None of its 2 ids are in the data set",
    ),
    "none": ("{}", "there are no predictions in the file"),
    "two answers to one": (
        '{"q0": "Anna", "q0": "wrong"}',
        "'q0' stands there twice, with 'Anna' and with 'wrong'. Leave one of them.",
    ),
    "a list": ("[]", "predictions are a JSON object"),
    "numbers": ('{"q0": 3}', "the answer to 'q0' is a whole number, not a text"),
    "cut off": ('{"q0": "Ad', "cut off"),
}


@pytest.mark.parametrize("name", PREDICTIONS)
def test_predictions_that_cannot_be_used(stumper: Command, folder: Path, name: str) -> None:
    text, says = PREDICTIONS[name]
    (folder / "answers.json").write_text(text)
    refused(stumper("score", "lamps.json", "answers.json"), says)
    refused(stumper(*ATTACK, "file:answers.json"), says)


def test_predictions_with_further_ids_are_used_with_a_note_and_refused_where_that_is_wanted(
    stumper: Command, folder: Path
) -> None:
    (folder / "answers.json").write_text('{"q0": "Ada Thorn", "nobody": "Ada", "x": ""}')
    noted = "answers.json: 2 of its 3 ids are not in the data set and are left out."
    says = r"answers\.json: 2 of its 3 ids are not in the data set \('nobody', 'x'\)"
    score, evaluate = ("score", "lamps.json", "answers.json"), ("evaluate", "lamps.json", "-v", "file:answers.json")
    predict = ("predict", "lamps.json", "-v", "file:answers.json", "--out", "out.json")
    for command in (score, evaluate, (*ATTACK, "file:answers.json"), predict):
        ended = stumper(*command)
        assert (ended.code, ended.said.splitlines().count(noted)) == (0, 1), ended
    refused(stumper(*score, "--strict"), says)
    refused(stumper(*evaluate, "--strict"), says)


def test_missing_predictions_are_no_mistake_and_are_counted(stumper: Command, folder: Path) -> None:
    (folder / "answers.json").write_text('{"q0": "Ada Thorn"}')
    ended = stumper("score", "lamps.json", "answers.json", "--json")
    assert ended.code == 0
    score = json.loads(ended.out)["scores"][0]
    assert (score["value"], score["n"]) == (1 / 8, 8)
    assert "unanswered:7" in score["signature"]


SENTENCES = {
    ("attack", "nope.json", "-a", "identity", "-v", RIGHT, "--out", "o.json"): r"There is no file nope\.json",
    ("attack", "raeding", "-a", "identity", "-v", RIGHT, "--out", "o.json"): "No dataset is called 'raeding'. Did you",
    ("attack", "reading:x", "-a", "identity", "-v", RIGHT, "--out", "o.json"): "'reading' takes nothing after a colon",
    ("attack", "quizbowl:", "-a", "identity", "-v", RIGHT, "--out", "o.json"): "Nothing stands behind the colon of 'q",
    ("score", "lamps.json", "nope.json"): r"There is no file nope\.json",
    ("report",): r"There is no store stumper\.db, so there is nothing to report yet\. Begin with stumper demo",
    ("report", "abc", "--store", "nope.db"): r"There is no store nope\.db",
    ("list", "victim"): "list takes datasets, victims or adversaries, not 'victim'",
    ("run", "nope.toml"): r"There is no file nope\.toml",
    ("run", "lamps.json"): r"lamps\.json: this is no TOML",
    ("evaluate", "nope.json", "-v", RIGHT): r"There is no file nope\.json",
    (
        "predict",
        "lamps.json",
        "-v",
        RIGHT,
        "--out",
        "o.json",
        "--limit",
        "-1",
    ): "limit is a number of 1 or more, not -1",
    ("predict", "lamps.json", "-v", RIGHT, "--out", "."): r"\. is a folder: name a file",
    ("predict", "lamps.json", "-v", RIGHT, "--out", "lamps.json"): r"lamps\.json is the data set itself",
    ("predict", "lamps.json", "-v", RIGHT, "--out", "lamps.json/x"): r"lamps\.json/x cannot be written",
    (*ATTACK, "embeded"): "No victim is called 'embeded'. Did you mean 'embedded'?",
    (*ATTACK, "embedded:x"): "There is no 'x'. After 'embedded:' comes a folder of weights",
    (*ATTACK, "python:cli_victims"): "Say python:MODULE:NAME",
    (*ATTACK, "python:cli_victims:rihgt"): "no 'rihgt' that could be the victim. Did you mean 'right'?",
    (*ATTACK, "python:no_module:x"): "No module named 'no_module'. Is it on PYTHONPATH?",
    (*ATTACK, "python::x"): "The module '' cannot be imported",
    (*ATTACK, "python:cli_victims:number"): "is no victim",
    (*ATTACK, "file:nope.json"): r"There is no file nope\.json",
    (*BY, RIGHT, "-a", "ad-any"): "No adversary is called 'ad-any'. Did you mean 'add-any'?",
    (*ATTACK, RIGHT, "--goal", "f1"): "There is no goal 'f1'; there are f1_zero, not_exact",
    (*ATTACK, RIGHT, "--budget", "0"): "The budget is a number of 1 or more, not 0",
    (*ATTACK, RIGHT, "--limit", "0"): "The limit is a number of 1 or more, not 0",
    (*ATTACK, RIGHT, "--set", "search"): "--set takes KEY=VALUE, not 'search'",
    (*ATTACK, RIGHT, "--set", "x=1"): "The adversary 'identity' has no option 'x'. It takes: none",
    (*BY, RIGHT, "-a", "add-any", "--set", "serach=fast"): "no option 'serach'. Did you mean 'search'?",
    (*BY, RIGHT, "-a", "add-any", "--set", "search=quick"): "is one of paper, fast, not 'quick'",
    (*BY, RIGHT, "-a", "add-any", "--set", "length=long"): "takes a whole number, not 'long'",
    (*BY, RIGHT, "-a", "add-any", "--set", "length=0"): "'length' of add-any is a number of 1 or more, not 0",
    (*BY, RIGHT, "-a", "add-any", "--set", "length=1", "--set", "length=2"): "--set length is given twice",
    (*BY, RIGHT, "-a", "add-benign", "--set", "length=0"): "'length' of add-benign is a number of 1 or more, not 0",
    (*BY, RIGHT, "-a", "add-benign", "--set", "source=nope.json"): r"nope\.json.*--set source",
    (*BY, RIGHT, "-a", "from-file"): "needs the option 'file': add --set file=VALUE",
    (*BY, RIGHT, "-a", "from-file", "--set", "file=nope.json"): r"There is no file nope\.json",
    (*ATTACK, RIGHT, "--store", "no/such/folder/x.db"): "no/such/folder",
    ("attack", "lamps.json", "x" * 100_000, "-a", "identity", "--out", "o", "-v", RIGHT): "No dataset is called 'xxx",
    ("attack", "lamps.json", "more", "-a", "identity", "--out", "o", "-v", RIGHT): "No dataset is called 'more'",
    (*ATTACK, RIGHT, "-a", "add-any"): r"out\.json is a file, and there are several sets to write: name a folder",
    (*ATTACK, RIGHT, "-a", "add-any", "--set", "x=1"): "None of identity, add-any takes the option 'x'",
    (*ATTACK, RIGHT, "-a", "add-any", "--set", "ad-any.search=fast"): "is for 'ad-any', which is none of identity, add",
    (*ATTACK, RIGHT, "--store", "mysql://x"): "'mysql://x' names no store",
    (*ATTACK, RIGHT, "--store", "lamps.json"): "lamps.json",
    (*ATTACK, "python:cli_victims:miscounts"): "'python:cli_victims:miscounts' returned 0 predictions for 8 queries",
    (*ATTACK, "python:cli_victims:outside"): "asked 'Who lit lamp .*placed 'outside' outside the text",
    (*ATTACK, "python:cli_victims:not_a_number"): "gave 'nan' the probability nan: probabilities lie in",
    (*ATTACK, "python:cli_victims:silent"): "the function returned None: return a str",
    ("predict", "lamps.json", "-v", "python:cli_victims:miscounts", "--out", "o.json"): "returned 0 predictions for 8",
}


def refused(ended: Any, says: str) -> None:
    """It ended with exit code 2, and standard error is one sentence that says this, standard output nothing.

    Before it may stand how far it was, and what it had asked by then.
    """
    import re

    assert ended.code == 2, ended
    assert ended.out == ""
    lines = [line for line in ended.said.splitlines() if not re.match(r"\S+  \d+/\d+ |\d+ quer(y|ies) put: ", line)]
    assert len(lines) == 1
    assert lines[0].startswith("stumper: ")
    assert re.search(says, lines[0]), lines[0]
    assert lines[0].endswith((".", "?"))


@pytest.mark.parametrize("arguments", SENTENCES, ids=lambda arguments: " ".join(arguments))
def test_a_mistake_is_said_in_a_sentence(stumper: Command, arguments: tuple[str, ...]) -> None:
    refused(stumper(*arguments), SENTENCES[arguments])


def test_a_file_of_predictions_cannot_be_attacked_with_new_texts(stumper: Command, folder: Path) -> None:
    (folder / "answers.json").write_text(json.dumps({f"q{n}": "Ada Thorn" for n in range(8)}))
    ended = stumper(*BY, "file:answers.json", "-a", "add-any")
    refused(ended, r"answers\.json cannot answer 'Who lit lamp \d\?' in a text that is new to it")


def test_variants_of_other_questions_are_of_no_use(stumper: Command, folder: Path) -> None:
    (folder / "others.json").write_bytes(document(LAMP, question("other"), question("other-variant")))
    ended = stumper(*BY, RIGHT, "-a", "from-file", "--set", "file=others.json")
    refused(ended, r"others\.json holds no variant of any example of lamps\.json: there, ids are <id>-<tag>")


PLANS = {
    'datasets = ["nope.json"]\nadversaries = ["identity"]': r"There is no file nope\.json",
    'datasets = ["lamps.json"]\nadversaries = ["identitty"]': "Did you mean 'identity'",
    'datasets = ["lamps.json"]\nadversaries = ["identity"]\nvictims = ["embeded"]': "Did you mean 'embedded'",
    'datasets = ["lamps.json"]\nadversaries = [{name = "add-any", serach = "fast"}]': "Did you mean 'search'",
    'datasets = ["lamps.json"]\nadversaries = ["identity"]\nbudget = 0': "The budget is a number of 1 or more",
    'datasets = ["lamps.json"]\nadversaries = ["identity"]\nsead = 1': r"plan\.toml: a plan has no 'sead'",
}


@pytest.mark.parametrize("text", PLANS)
def test_a_plan_that_cannot_be_carried_out(stumper: Command, folder: Path, text: str) -> None:
    (folder / "plan.toml").write_text(text)
    refused(stumper("run", "plan.toml"), PLANS[text])


def test_where_a_plan_cannot_write_it_does_not_begin(stumper: Command, folder: Path) -> None:
    (folder / "plan.toml").write_text(
        f'datasets = ["lamps.json"]\nadversaries = ["identity"]\nvictims = ["{RIGHT}"]\nlimit = 1'
    )
    refused(stumper("run", "plan.toml", "--out", "lamps.json/all"), "cannot be written")
    assert not (folder / "stumper.db").exists()


def test_a_run_that_the_store_does_not_hold_is_named(stumper: Command, folder: Path) -> None:
    Store.open(str(folder / "stumper.db")).close()
    refused(stumper("report", "abc"), "no run begins with 'abc'; there are: none yet")


def test_a_store_of_a_newer_version_is_left_alone(stumper: Command, folder: Path) -> None:
    assert stumper(*ATTACK, RIGHT).code == 0
    connection = sqlite3.connect(folder / "stumper.db")
    connection.execute("update schema_version set number = 999")
    connection.commit()
    connection.close()
    refused(stumper("report"), r"stumper\.db is of version 999")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("attack", "lamps.json", "--limit", "7" * 5_000), "Invalid value for '--limit'"),
        (("gate", *ATTACK, RIGHT, "x" * 100_000), "No such command 'gate'"),
        ((f"--{'x' * 100_000}",), "No such option"),
        (("lst",), "No such command 'lst'. Did you mean 'list'?"),
        (("attack", "lamps.json", "--advers", "identity"), "No such option: --advers"),
        (("attack",), "Missing argument 'DATASET...'"),
        (("attack", "lamps.json", "-a", "identity"), "Missing option '--out'"),
        ((*ATTACK, RIGHT, "--limit", "many"), "Invalid value for '--limit'"),
        ((*ATTACK, RIGHT, "--workers", "0"), "Invalid value for '--workers'"),
        ((*ATTACK, RIGHT, "--fail-under", "35"), "Invalid value for '--fail-under'"),
        (("report", "--out", "x", "--store"), "Option '--store' requires an argument"),
    ],
)
def test_a_wrong_usage_is_said_and_help_is_offered(stumper: Command, arguments: tuple[str, ...], says: str) -> None:
    ended = stumper(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.said
    assert "Traceback" not in ended.said
    assert max(map(len, ended.said.splitlines())) <= 2_100


def test_a_victim_that_fails_too_often_is_exit_code_3_and_what_was_done_is_kept(stumper: Command, folder: Path) -> None:
    ended = stumper(*ATTACK, "python:cli_victims:fails")
    assert ended.code == 3
    assert (
        "failed on 8 of 8 examples, more than 10% (--max-errors); the first: q0: RuntimeError: scripted" in ended.said
    )
    assert "--retry-errors" in ended.said
    assert "Traceback" not in ended.said
    told = json.loads(stumper("report", "--json").out)
    assert told["rows"][0]["outcomes"]["errored"] == 8


def test_errors_that_are_allowed_are_counted_and_tried_again_on_demand(stumper: Command, folder: Path) -> None:
    some = (*ATTACK, "python:cli_victims:fails_on_3", "--max-errors", "0.2", "--json")
    first = json.loads(stumper(*some).out)
    assert first["outcomes"]["errored"] == 1
    assert json.loads(stumper(*some).out)["queries"]["asked"] == 0
    again = json.loads(stumper(*some, "--retry-errors").out)
    assert again["outcomes"] == first["outcomes"]
    assert again["queries"]["asked"] == 1
    assert stumper(*some, "--max-errors", "0.1").code == 3


def test_errors_of_a_victim_without_a_fingerprint_are_tried_again_in_the_same_run(
    stumper: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cli_victims

    def flaky(question: str, context: str) -> str:
        raise RuntimeError("down")

    near = (*ATTACK, "python:cli_victims:near", "--max-errors", "1", "--json")
    with monkeypatch.context() as patch:
        patch.setattr(cli_victims, "near", flaky)
        assert json.loads(stumper(*near).out)["outcomes"] == {"errored": 8}
    assert json.loads(stumper(*near, "--retry-errors").out)["outcomes"] == {"failed": 8}
    told = json.loads(stumper("report", "--json").out)
    assert [row["outcomes"]["errored"] for row in told["rows"]] == [0]


def test_a_victim_that_fails_while_it_predicts_is_exit_code_3(stumper: Command, folder: Path) -> None:
    ended = stumper("predict", "lamps.json", "-v", "python:cli_victims:fails_on_3", "--out", "o.json")
    assert ended.code == 3
    assert "failed on 'q3': RuntimeError" in ended.said


OF_ANOTHER_TASK = {
    ("attack", "quizbowl", "-a", "identity", "-v", "tfidf-da", "--out", "o.json"): (
        "The victim 'tfidf-da' answers claims, but quizbowl holds tossups. Name another"
    ),
    (*ATTACK, "ir"): r"The victim 'ir' answers tossups and bonus parts, but lamps\.json holds questions\. Name another",
    (*ATTACK, "python:cli_victims:OfClaims"): "The victim 'python:cli_victims:OfClaims' answers claims, but lamps",
    (*ATTACK, "ensemble"): "The victim 'ensemble' answers tossups",
    (*ATTACK, "dan"): "The victim 'dan' answers tossups",
    (*ATTACK, "rnn"): "The victim 'rnn' answers tossups",
    (*ATTACK, "tfidf-esim"): "The victim 'tfidf-esim' answers claims",
    ("evaluate", "lamps.json", "-v", "ir"): "The victim 'ir' answers tossups",
    ("predict", "lamps.json", "-v", "ir", "--out", "o.json"): "The victim 'ir' answers tossups",
    ("buzz", "quizbowl", "-v", "tfidf-da", "--out", "b.jsonl"): "The victim 'tfidf-da' answers claims",
}


@pytest.mark.parametrize("arguments", OF_ANOTHER_TASK, ids=lambda arguments: " ".join(arguments))
def test_a_victim_of_another_task_is_refused_before_it_is_asked(
    stumper: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    refused(stumper(*arguments), OF_ANOTHER_TASK[arguments])
    assert not (folder / "o.json").exists()
    if (folder / "stumper.db").exists():
        assert Store.open(str(folder / "stumper.db")).plans() == {}


QUESTION = {"question": "Ada Thorn lit it. For 10 points, name this lamp.", "answer": "lamp 1", "id": "1"}
GUESS = {"id": "1", "guesses": ["lamp 1"]}
BUZZED = {"question": "1", "player": "ada", "machine": False, "words": 3, "of": 9, "correct": True}
MATCH = {"kind": "match", "packet": [QUESTION]}
IN_THE_WRONG_PLACE = {
    ("predict", "guesses.jsonl", "-v", "ir", "--out", "o.json"): "a file of guesses at tossups, not a data set. Ask it",
    ("buzz", "guesses.jsonl", "-v", "ir", "--out", "o.json"): r"--victim file:guesses\.jsonl, or score it: stumper sco",
    ("evaluate", "buzzes.jsonl", "-v", "ir"): r"a log of buzzes, not a data set.*stumper report --buzzes buzzes\.jsonl",
    (
        "attack",
        "match.jsonl",
        "-a",
        "identity",
        "--out",
        "o.json",
    ): r"the log of a match, not a data.*match match\.jsonl",
    ("report", "--buzzes", "match.jsonl"): r"the log of a match, not a log of buzzes\. To replay it, say stumper match",
    ("report", "--buzzes", "packet.jsonl"): "this is a data set, not a log of buzzes",
    ("report", "--buzzes", "guesses.jsonl"): "a file of guesses at tossups, not a log of buzzes",
    ("report", "--tossups", "buzzes.jsonl"): "a log of buzzes, not a data set",
    ("report", "--tossups", "reading"): "reading holds no tossups",
    ("report", "--tossups", "mine="): "--tossups takes FILE or SET=FILE, not 'mine='",
    ("report", "--tossups", "=packet.jsonl"): "--tossups takes FILE or SET=FILE, not '=packet.jsonl'",
    ("report", "--buzzes", "buzzes.jsonl", "--training", "reading"): "reading holds no tossups.*--training",
    ("score", "packet.jsonl", "packet.jsonl"): "this is a data set, not a file of guesses at tossups",
    ("score", "packet.jsonl", "match.jsonl"): "this is the log of a match, not a file of guesses at tossups",
    ("score", "packet.jsonl", "early.jsonl"): r"early\.jsonl holds no prediction for a whole tossup",
    ("score", "packet.jsonl", "nan.jsonl"): r"nan\.jsonl: line 1: a guess's 'score' is nan, not a finite number",
    ("score", "packet.jsonl", "huge.jsonl"): r"huge\.jsonl: line 1: a guess's 'score' is 1000.*, not a finite number",
    ("score", "lamps.json", "guesses.jsonl"): "a file of guesses at tossups, not a file of answers to questions",
    ("score", "verification", "guesses.jsonl"): "a file of guesses at tossups, not a file of predictions for claims",
    ("evaluate", "packet.jsonl", "-v", "file:buzzes.jsonl"): "a log of buzzes, not a file of guesses at tossups",
    ("evaluate", "packet.jsonl", "-v", "file:packet.jsonl"): "this is a data set, not a file of guesses at tossups",
    ("evaluate", "packet.jsonl", "-v", "file:"): "Nothing stands behind 'file:'. Name a file of predictions there",
    ("predict", "lamps.json", "-v", "file:match.jsonl", "--out", "o.json"): "the log of a match, not a file of answers",
    ("match", "packet.jsonl"): "this is a data set, not the log of a match",
}


@pytest.mark.parametrize("arguments", IN_THE_WRONG_PLACE, ids=lambda arguments: " ".join(arguments))
def test_a_file_in_the_wrong_place_is_said_to_be_what_it_is(
    stumper: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    files = {
        "packet": QUESTION,
        "guesses": GUESS,
        "buzzes": BUZZED,
        "match": MATCH,
        "early": GUESS | {"position": 0.5},
        "nan": GUESS | {"guesses": [{"answer": "x", "score": float("nan")}]},
        "huge": GUESS | {"guesses": [{"answer": "x", "score": 10**400}]},
    }
    for name, line in files.items():
        (folder / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
    refused(stumper(*arguments), IN_THE_WRONG_PLACE[arguments])


def test_what_machines_learned_from_alone_tells_of_nothing(stumper: Command, folder: Path) -> None:
    (folder / "packet.jsonl").write_text(json.dumps(QUESTION) + "\n")
    refused(stumper("report", "--training", "packet.jsonl", "--store", "new.db"), r"There is no store new\.db")
    Store.open(str(folder / "stumper.db")).close()
    refused(stumper("report", "--training", "packet.jsonl"), "--training is told of what was played: name that, too")
