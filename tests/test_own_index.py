"""Attacks on systems that find their passages themselves: what a system cannot do is said before it is asked."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

import stumper
from stumper import api
from stumper.cli.app import app
from stumper.errors import BadOption
from stumper.tasks.rag.files import OpenQuestions, write_adversarial
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Example, Instance, Passage, Perturbation
from toy_rag import EXAMPLES, HARBOUR, LIGHT, RIVAL, WHO, Toy, WholeToy

REMOTE = (
    'http:http://192.0.2.7/ask#add=/add&remove=/remove&get=/get&request={"q": "{question}"}&response=answer&retries=0'
)


@pytest.fixture(autouse=True)
def _places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)


@dataclass(frozen=True)
class AddsRival:
    """Adds one passage to the index."""

    tasks: ClassVar[tuple[str, ...]] = ("rag",)
    searches: ClassVar[bool] = False

    def instances(self, examples: Sequence[Example], rng: Random) -> list[Perturbation]:
        return [
            Perturbation(one.id, OpenQuestion(one.query.text, added=(RIVAL,)), one.gold, ())
            for one in examples
        ]  # fmt: skip


@dataclass(frozen=True)
class Shouts:
    """Changes the question alone."""

    tasks: ClassVar[tuple[str, ...]] = ("rag",)
    changes: ClassVar[tuple[str, ...]] = ("text",)
    searches: ClassVar[bool] = False

    def instances(self, examples: Sequence[Example], rng: Random) -> list[Perturbation]:
        return [Perturbation(one.id, OpenQuestion(one.query.text.upper()), one.gold, ()) for one in examples]


def refusal(**asked: Any) -> str:
    with pytest.raises(BadOption) as caught:
        stumper.attack(list(EXAMPLES), **asked)
    return str(caught.value)


def never(question: str) -> str:
    raise AssertionError("it is asked nothing")


def test_a_system_of_ones_own_is_attacked_and_its_index_is_as_it_was() -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    results = stumper.attack(list(EXAMPLES), victim=toy, adversaries=[AddsRival(), "passage-withhold"])
    assert sorted(toy.held) == ["harbour", "light"]
    fooled = {(one.attack, one.question, one.answer_after) for one in results.examples("fooled")}
    assert ("AddsRival", WHO.text, "Carl Dorn") in fooled
    assert ("passage-withhold", WHO.text, "1874") in fooled


def test_an_attack_that_adds_says_which_method_a_system_lacks_before_it_asks() -> None:
    assert refusal(victim=never, adversaries=AddsRival()) == (
        "AddsRival changes the index of 'never', which has no method add(passages) and no method remove(ids), so that "
        "nothing can be added to its index and taken out again. Give it add(passages) and remove(ids), or attack the "
        "question alone."
    )


def test_an_attack_that_takes_away_says_so_of_a_system_that_cannot_put_back() -> None:
    toy = Toy(LIGHT, HARBOUR)
    assert refusal(victim=toy, adversaries="passage-withhold").startswith(
        "passage-withhold changes the index of 'Toy', which has no method get(ids)"
    )
    assert toy.calls == []


def test_a_system_without_add_meets_attacks_on_the_question() -> None:
    def answer(question: str) -> str:
        return "Anna Berg" if "lighthouse" in question else "1874"

    results = stumper.attack(list(EXAMPLES), victim=answer, adversaries=Shouts())
    assert [one.answer_after for one in results.examples("fooled")] == ["1874"]


def test_questions_without_passages_are_not_put_to_a_function_of_passages() -> None:
    def answer(question: str, passages: list[str]) -> str:
        raise AssertionError("it is asked nothing")

    assert refusal(victim=answer, adversaries="identity", name="mine") == (
        "'who' of rows gives no passages, and 'mine' has no index of its own, and gets passages from the data alone. "
        "Attack data that gives them, or name a system that finds its own, such as rag:FOLDER."
    )


def test_given_passages_that_a_system_never_sees_are_no_attack_on_it() -> None:
    given = [Example("who", OpenQuestion(WHO.text, (LIGHT, HARBOUR)), EXAMPLES[0].gold)]
    with pytest.raises(BadOption, match="is given the question alone, and AddsRival changes the passages"):
        stumper.attack(given, victim=never, adversaries=AddsRival())


def test_a_system_that_takes_no_passages_is_not_asked_in_the_setting_that_gives_them() -> None:
    toy = Toy(LIGHT, HARBOUR)
    given = [replace(one, query=replace(one.query, passages=one.gold.passages)) for one in EXAMPLES]  # type: ignore[arg-type]
    with pytest.raises(BadOption) as caught:
        stumper.evaluate(OpenQuestions("oracle:toy", "toy-1", tuple(given)), victim=toy, name="toy")
    assert str(caught.value) == (
        "'who' of oracle:toy gives passages, and 'toy' is asked with question alone: it would never see them, and find "
        "its own. Let it take (question, passages=None), or ask it data that gives none."
    )
    assert toy.calls == []


def test_passages_that_are_given_instead_are_nothing_to_a_system_that_finds_its_own() -> None:
    said = refusal(victim=Toy(LIGHT, HARBOUR), adversaries="passage-order")
    assert said.startswith("'Toy' is given the question alone, and passage-order changes the passages")


def test_a_file_with_variants_is_refused_for_what_its_variants_add(tmp_path: Path) -> None:
    who = EXAMPLES[0]
    variant = Instance(
        "who-1", who, Perturbation("who", OpenQuestion(WHO.text, added=(Passage("x", "X."),)), who.gold, ())
    )
    write_adversarial(tmp_path / "set.jsonl", OpenQuestions("set", "", EXAMPLES), [variant])
    with pytest.raises(BadOption, match=r"'who-1' of .*set.jsonl changes an index, and 'never' has no method add"):
        stumper.evaluate(tmp_path / "set.jsonl", victim=never)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A plan that adds to the index of a service on another machine."""
    write_adversarial(tmp_path / "set.jsonl", OpenQuestions("set", "", EXAMPLES), [])
    (tmp_path / "adds_rival.py").write_text(
        "from dataclasses import replace\n"
        "from stumper.types import Passage, Perturbation\n\n\n"
        "class Adds:\n"
        "    searches = False\n\n"
        "    def instances(self, examples, rng):\n"
        "        added = (Passage('x', 'X.'),)\n"
        "        return [Perturbation(e.id, replace(e.query, added=added), e.gold, ()) for e in examples]\n"
    )
    path = tmp_path / "plan.toml"
    path.write_text(f"datasets = ['set.jsonl']\nadversaries = ['adds_rival:Adds']\nvictims = ['''{REMOTE}''']\n")
    return path


SENTENCE = "is not on this machine, and its index would be written to. Say --allow-index-writes if that may be."


def test_writing_to_an_index_elsewhere_is_refused_before_anything_is_sent(plan: Path) -> None:
    attack = ["set.jsonl", "-a", "adds_rival:Adds", "-v", REMOTE]
    commands = (
        ["run", str(plan)],
        ["attack", *attack, "--out", "o.jsonl"],
        ["transfer", *attack, "-v", f"{REMOTE}&rate=9"],
    )
    for command in commands:
        ran = CliRunner().invoke(app, command)
        assert ran.exit_code == 2
        assert SENTENCE in " ".join(ran.output.split())
    with pytest.raises(BadOption, match=r"Say allow_index_writes=True if that may be\."):
        stumper.attack("set.jsonl", victim=REMOTE, adversaries="adds_rival:Adds")


def test_leave_to_write_is_given_by_the_plan_or_by_the_option(plan: Path) -> None:
    [by_option] = api.prepare_plan(plan, allow_index_writes=True)
    plan.write_text(f"allow_index_writes = true\n{plan.read_text()}")
    [by_plan] = api.prepare_plan(plan)
    assert by_option.plan == by_plan.plan
    for job in (by_option, by_plan):
        victim: Any = job.victim()
        assert victim.own_index.added == ""
