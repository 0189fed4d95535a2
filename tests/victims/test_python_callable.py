"""Python victims: objects, classes, factories and functions, from the current folder."""

import sys
from pathlib import Path

import pytest

from stumper.errors import BadOption, BrokenVictim, UnknownComponent
from stumper.loading import own_fingerprint
from stumper.protocols import Victim
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.verification.claim import Claim
from stumper.testing import QUESTIONS, check_victim
from stumper.types import Guess, Passage, Prediction
from stumper.victims.contract import checked
from stumper.victims.python_callable import load, victim_of

MODULE = """
from stumper.types import Guess, Prediction

def first_word(question, context):
    return context.split()[0]

def sure(question, context, verbose=False):
    return context.split()[0], 0.75

def whole(question, context):
    return Prediction((Guess(context, 0.5, 0),), 0.5)

def wrong(question, context):
    return 42

def guesses(tossup):
    return [("George Eliot", 0.5), ("Jane Austen", 0.25)]

def names(tossup):
    return ["George Eliot", "Jane Austen"]

def nobody(tossup):
    return []

def context_of(question, context):
    return context

def label(claim, evidence):
    return "supports" if evidence in claim else ("Not enough info", 0.5)

def ranked(claim, evidence):
    return Prediction((Guess("refutes", 0.75), Guess("Supports", 0.25)), 1.0, ("Page:1",))

def opinion(claim, evidence):
    return "probably"

class Reader:
    fingerprint = "reader-1"

    def predict(self, queries):
        return [Prediction((Guess("made", None),), None) for query in queries]

class Plain:
    def predict(self, queries):
        return [Prediction((Guess("plain", None),), None) for query in queries]

class CallableReader(Plain):
    def __call__(self):
        raise AssertionError("it is a victim, not a factory")

def make():
    return Reader()

def make_with_defaults(model="small"):
    return Reader()

class Function:
    def __call__(self, question, context):
        return "called"

def make_function():
    return Function()

reader = Reader()
callable_reader = CallableReader()
number = 7

def three(a, b, c):
    return ""

def make_nothing():
    return 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """The name of a module that stands in the current folder alone."""
    name = f"victims_of_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return name


def first_answer(victim: Victim) -> str:
    return victim.predict(QUESTIONS[:1])[0].guesses[0].answer


@pytest.mark.parametrize("name", ["Reader", "make", "make_with_defaults", "reader"])
def test_a_victim_a_class_or_a_factory(module: str, name: str) -> None:
    victim = load(f"{module}:{name}", ())
    assert first_answer(victim) == "made"
    assert victim.fingerprint == "reader-1"


@pytest.mark.parametrize("name", ["Plain", "callable_reader"])
def test_a_victim_without_a_fingerprint_gets_none(module: str, name: str) -> None:
    victim = load(f"{module}:{name}", ())
    assert first_answer(victim) == "plain"
    assert own_fingerprint(victim) is None


def test_a_string_becomes_a_guess_with_its_place(module: str) -> None:
    victim = load(f"{module}:first_word", ())
    assert victim.predict(QUESTIONS[2:3]) == [Prediction((Guess("Lowmere", None, 0),), None)]
    assert victim.fingerprint is None
    check_victim(victim)


def test_a_pair_brings_its_probability(module: str) -> None:
    [prediction] = load(f"{module}:sure", ()).predict(QUESTIONS[:1])
    assert prediction == Prediction((Guess("The", 0.75, 0),), 0.75)


def test_a_prediction_stays_as_it_is(module: str) -> None:
    [prediction] = load(f"{module}:whole", ()).predict(QUESTIONS[:1])
    assert prediction == Prediction((Guess(QUESTIONS[0].context.text, 0.5, 0),), 0.5)


@pytest.mark.parametrize("name", ["Function", "make_function"])
def test_what_is_made_may_be_a_function(module: str, name: str) -> None:
    assert first_answer(load(f"{module}:{name}", ())) == "called"


def test_claims_bring_their_evidence_and_tossups_nothing(module: str) -> None:
    claim = Claim("It is so.", (Passage("a", "One."), Passage("b", "Two.")))
    predictions = load(f"{module}:context_of", ()).predict([claim, Tossup("This author")])
    assert [prediction.guesses[0].answer for prediction in predictions] == ["One.\nTwo.", ""]


def test_a_function_of_one_text_guesses_at_tossups(module: str) -> None:
    tossup = [Tossup("This author of Middlemarch")]
    assert load(f"{module}:guesses", ()).predict(tossup) == [
        Prediction((Guess("George Eliot", 0.5), Guess("Jane Austen", 0.25)), 0.75)
    ]
    assert load(f"{module}:names", ()).predict(tossup) == [
        Prediction((Guess("George Eliot", None), Guess("Jane Austen", None)), None)
    ]
    assert load(f"{module}:nobody", ()).predict(tossup) == [Prediction((), None)]


def test_labels_of_claims_are_taken_whatever_their_case(module: str) -> None:
    claims = [Claim("It is so.", (Passage("a", "It is so."),)), Claim("It is not.", (Passage("a", "It is so."),))]
    victim = load(f"{module}:label", ())
    assert victim.predict(claims) == [
        Prediction((Guess("SUPPORTS", None),), None),
        Prediction((Guess("NOT ENOUGH INFO", 0.5),), 0.5),
    ]
    assert load(f"{module}:ranked", ()).predict(claims[:1]) == [
        Prediction((Guess("REFUTES", 0.75), Guess("SUPPORTS", 0.25)), 1.0, ("Page:1",))
    ]


def test_what_is_no_label_is_refused_with_the_claim(module: str) -> None:
    claim = Claim("It is so.")
    with pytest.raises(BrokenVictim, match=r"asked 'It is so.', answered 'probably' to a claim: the labels are"):
        checked("python:x", [claim], load(f"{module}:opinion", ()).predict([claim]))


def test_anything_else_returned_is_named(module: str) -> None:
    with pytest.raises(BrokenVictim, match="returned 42: return a str"):
        load(f"{module}:wrong", ()).predict(QUESTIONS[:1])


@pytest.mark.parametrize("name", ["number", "three", "make_nothing"])
def test_what_is_no_victim_is_refused(module: str, name: str) -> None:
    with pytest.raises(BadOption, match="is no victim"):
        load(f"{module}:{name}", ())


def test_a_name_that_is_not_there_is_refused_with_a_hint(module: str) -> None:
    with pytest.raises(UnknownComponent, match="Did you mean 'first_word'"):
        load(f"{module}:first_wrod", ())
    with pytest.raises(UnknownComponent, match="nowhere_at_all"):
        load("nowhere_at_all:Reader", ())
    with pytest.raises(BadOption, match="MODULE:NAME"):
        load(module, ())


GIVEN = OpenQuestion("Who built the mill?", (Passage("m", "Ada Lovelace built the mill.", "The mill"),))


def by_key(question, passages):  # type: ignore[no-untyped-def]
    return passages[0]["text"].split(" built")[0]


def by_attribute(question, passages):  # type: ignore[no-untyped-def]
    return passages[0].text.split(" built")[0]


async def awaited_by_key(question, passages):  # type: ignore[no-untyped-def]
    return passages[0]["text"]


def failing(question, passages):  # type: ignore[no-untyped-def]
    return len(None)


@pytest.mark.parametrize("function", [by_key, by_attribute, awaited_by_key])
def test_a_function_that_takes_texts_for_something_else_is_told_what_to_annotate(function: object) -> None:
    with pytest.raises(BrokenVictim, match=r"'passages' has no annotation, and is given texts\. Annotate it, passages: "
                                           r"list\[dict\], to be given mappings"):  # fmt: skip
        victim_of(function, "f").predict([GIVEN])


def test_another_fault_of_a_function_stays_what_it_is() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        victim_of(failing, "f").predict([GIVEN])


class Said:
    """Says of ``add`` alone what passages are."""

    def answer(self, question, passages=None):  # type: ignore[no-untyped-def]
        return passages[0]["text"].split(" built")[0]

    def add(self, passages: list[dict[str, str]]) -> None:
        """Nothing."""

    def remove(self, ids: list[str]) -> None:
        """Nothing."""


def test_an_object_is_asked_with_passages_as_its_index_takes_them() -> None:
    [said] = victim_of(Said(), "said").predict([GIVEN])
    assert said.guesses[0].answer == "Ada Lovelace"


def test_a_function_of_something_else_is_told_what_it_takes() -> None:
    def answer(question: str, context: str, k: int) -> str:
        return ""

    with pytest.raises(BadOption, match=r"or \(tossup\), but of \(question: str, context: str, k: int\) -> str\. Let "):
        victim_of(answer, "f")
