"""The checks for plug-ins: what they let pass, and what they name."""

import json
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, ClassVar
from urllib.request import Request, urlopen

import pytest

from knowing import Knowing
from stumper.answer_goal import AnswerGoal
from stumper.loading import load_dataset
from stumper.protocols import Victim
from stumper.registry import task_named
from stumper.scoring import Measure
from stumper.task import Addition, Task
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import (
    EXAMPLE,
    HARBOUR,
    QUESTIONS,
    Finds,
    Says,
    ScriptedVictim,
    check_addition,
    check_adversary,
    check_dataset,
    check_system,
    check_task,
    check_upstream,
    check_victim,
    hostile_report,
)
from stumper.types import Answer, Edit, Example, Gold, Guess, Perturbation, Prediction, Query, Verdict
from stumper.writing_desk import Shown

OTHER = Example("harbour-1", QUESTIONS[2], Gold((Answer("Josef Brandt"),)))


@dataclass(frozen=True)
class Listed:
    """A data set of these examples."""

    examples: tuple[Example, ...]
    name: str = "listed"
    fingerprint: str = "f"

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)


def test_what_stands_in_the_paragraph_is_found_in_the_order_given() -> None:
    victim = ScriptedVictim(Finds(("Bogus", "Josef Brandt", "1861"), (0.5, 0.25)))
    [prediction] = victim.predict([QUESTIONS[2]])
    assert prediction == Prediction((Guess("Josef Brandt", 0.5, 151), Guess("1861", 0.25, 272)), 0.75)
    [distracted] = victim.predict([replace(QUESTIONS[2], context=replace(HARBOUR, text="Bogus, 1861"))])
    assert [guess.answer for guess in distracted.guesses] == ["Bogus", "1861"]


def test_without_probabilities_there_is_no_distribution() -> None:
    [prediction] = ScriptedVictim(Finds(("Ada",))).predict([QUESTIONS[0]])
    assert prediction == Prediction((Guess("Ada", None, 34),), None)


def test_says_answers_by_the_text_of_the_query() -> None:
    victim = ScriptedVictim(Says({"When?": "1861", "It is.": "SUPPORTS"}, 0.5))
    predictions = victim.predict([QUESTIONS[4], Claim("It is."), QUESTIONS[0]])
    assert [guess.answer for prediction in predictions for guess in prediction.guesses] == ["1861", "SUPPORTS"]


def test_counts_what_it_was_asked() -> None:
    victim = ScriptedVictim(Finds(("Ada",)))
    victim.predict(QUESTIONS[:2])
    victim.predict(QUESTIONS[:1])
    assert (victim.calls, victim.queries) == (2, 3)
    assert victim.batches[1] == QUESTIONS[:1]


def test_commits_its_fault_only_where_it_is_told_to() -> None:
    victim = ScriptedVictim(Finds(("Ada",)), fault="raises", where="railway")
    assert len(victim.predict(QUESTIONS[:2])) == 2
    with pytest.raises(RuntimeError, match="scripted to fail"):
        victim.predict(QUESTIONS[:3])


@pytest.mark.parametrize("rule", [Finds(("Ada Thorn", "1874"), (0.5, 0.25)), Finds(("Ada",)), Says({"When?": "1861"})])
def test_a_victim_that_keeps_the_contract_passes(rule: Finds | Says) -> None:
    check_victim(ScriptedVictim(rule))
    check_victim(ScriptedVictim(rule, fingerprint=None), [Claim("It is.")])


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("count", "4 predictions for 5 queries"),
        ("nan", "the probability nan"),
        ("outside", "outside the text"),
    ],
)
def test_a_faulty_victim_is_named(fault: str, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_victim(ScriptedVictim(Finds(("Ada",)), fault=fault, where="When?"))


def test_a_victim_that_looks_at_its_batch_is_named() -> None:
    @dataclass
    class Batched:
        fingerprint: str | None = None
        by: str = "size"

        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            values = [len(queries) / 100] * len(queries) if self.by == "size" else [i / 9 for i in range(len(queries))]
            return [Prediction((Guess("same", value),), value) for value in values]

    with pytest.raises(AssertionError, match="otherwise alone than in a batch"):
        check_victim(Batched())
    with pytest.raises(AssertionError, match="answers otherwise"):
        check_victim(Batched(by="place"))


def test_a_victim_without_a_fingerprint_or_with_too_much_to_say_is_named() -> None:
    class Nameless:
        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            return []

    class Talkative:
        fingerprint = None

        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            return [Prediction((), None) for _ in queries] or [Prediction((), None)]

    with pytest.raises(AssertionError, match="fingerprint is neither"):
        check_victim(Nameless())
    with pytest.raises(AssertionError, match="1 predictions for 0 queries"):
        check_victim(Talkative())


def test_a_victim_that_does_not_repeat_itself_is_named_unless_it_says_so() -> None:
    @dataclass
    class Drawing:
        fingerprint: str | None = None
        varies: bool = False
        calls: int = 0

        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            self.calls += 1
            return [Prediction((Guess(f"draw {self.calls}", 0.5),), 0.5) for _ in queries]

    with pytest.raises(AssertionError, match="answers otherwise"):
        check_victim(Drawing())
    check_victim(Drawing(varies=True))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(SystemExit(0), "raises SystemExit: 0, which is no Exception"), (None, "'' the probability nan")],
)
def test_a_victim_that_cannot_bear_odd_queries_is_named(error: BaseException | None, sentence: str) -> None:
    def rule(query: Query) -> Prediction:
        if query.text.strip():
            return Prediction((Guess("same", 0.5),), 0.5)
        if error is not None:
            raise error
        return Prediction((Guess("", float("nan")),), None)

    with pytest.raises(AssertionError, match=sentence):
        check_victim(ScriptedVictim(rule))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [([1], "neither True nor False"), ([None], "neither True nor False"), ([True, False], "again whether it has seen")],
)
def test_a_victim_that_tells_otherwise_what_it_has_seen_is_named(said: list[object], sentence: str) -> None:
    class Remembering(ScriptedVictim):
        def has_seen(self, example: Example) -> object:
            said.append(said.pop(0))
            return said[-1]

    with pytest.raises(AssertionError, match=sentence):
        check_victim(Remembering(Finds(("Ada",))))


def test_a_victim_that_knows_what_it_has_seen_passes() -> None:
    check_victim(Knowing(ScriptedVictim(Finds(("Ada",))), frozenset({"check-1"})))


def test_a_victim_may_refuse_odd_queries() -> None:
    def rule(query: Query) -> Prediction:
        if not query.text.isprintable() or not query.text.strip():
            raise ValueError("this is no question")
        return Prediction((Guess("same", 0.5),), 0.5)

    check_victim(ScriptedVictim(rule))


@dataclass
class Streamed:
    """Hands over what ``predict`` returns, in another order."""

    fingerprint: str | None = "streamed"
    skips: bool = False
    strays: bool = False

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction((Guess(str(len(query.text)), 0.5),), 0.5) for query in queries]

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Exception]]:
        said = self.predict(queries[::-1] if self.strays else queries)
        yield from list(enumerate(said))[: -1 if self.skips else None][::-1]


def test_a_stream_is_checked_against_the_batch() -> None:
    check_victim(Streamed())
    with pytest.raises(AssertionError, match=r"the places \[0, 1, 2, 3\] for 5 queries"):
        check_victim(Streamed(skips=True))
    with pytest.raises(AssertionError, match="predict_each answers otherwise than predict"):
        check_victim(Streamed(strays=True))


SYSTEMS = """
import os
from itertools import count
from stumper.types import Guess, Prediction

class Good:
    fingerprint = "good-1"

    def answer(self, query):
        return "same"

    def predict(self, queries):
        return [Prediction((Guess(self.answer(query), 0.5),), 0.5) for query in queries]

class ByProcess(Good):
    def answer(self, query):
        return str(os.getpid())

class ByLoad(Good):
    loads = count()

    def __init__(self):
        self.number = str(next(self.loads))

    def answer(self, query):
        return self.number

class Renamed(ByLoad):
    def __init__(self):
        self.fingerprint = f"renamed-{next(self.loads)}"

    def answer(self, query):
        return "same"

main_process = os.environ["HOSTILE_MAIN"]

class Ending(Good):
    def answer(self, query):
        if str(os.getpid()) != main_process:
            os._exit(0)
        return "same"
"""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Good", None),
        ("ByProcess", "answers otherwise in another process"),
        ("ByLoad", "answers otherwise loaded again"),
        ("Renamed", "Loaded again, 'python:checked_systems:Renamed' has another fingerprint"),
        ("Ending", "ends before it has answered"),
    ],
)
def test_a_system_is_the_same_each_time_that_it_is_loaded(
    name: str, sentence: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "checked_systems.py").write_text(SYSTEMS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("HOSTILE_MAIN", str(os.getpid()))
    if sentence is None:
        check_system(f"python:checked_systems:{name}")
        return
    with pytest.raises(AssertionError, match=sentence):
        check_system(f"python:checked_systems:{name}")


def asked_model(url: str, otherwise: str | None) -> Victim:
    """A system that asks a model at the URL, and says ``otherwise`` where that fails."""

    def answer(query: Query) -> Prediction:
        asked = {"messages": [{"role": "user", "content": f"{query.context.text} {query.text}"}]}  # type: ignore[union-attr]
        try:
            request = Request(f"{url}/chat/completions", json.dumps(asked).encode())
            with urlopen(request, timeout=60) as response:
                said = json.loads(response.read())["choices"][0]["message"]["content"]
        except Exception:
            if otherwise is None:
                raise
            said = otherwise
        return Prediction((Guess(said, None),), None)

    return ScriptedVictim(answer)


def test_a_failure_of_the_model_behind_a_system_is_no_answer() -> None:
    ways = ("status-500", "html", "object", "hangs-up", "too-many")
    check_upstream(lambda url: asked_model(url, None), ways)
    with pytest.raises(AssertionError) as caught:
        check_upstream(lambda url: asked_model(url, "I do not know."), ways)
    assert str(caught.value).splitlines() == [
        f"{way}: the system answers 'I do not know.', where its model failed." for way in ways[:-1]
    ]


def test_a_system_that_waits_for_its_model_for_ever_is_named() -> None:
    hanging = Event()
    with pytest.raises(AssertionError, match="hangs: the system has not answered in time"):
        check_upstream(
            lambda url: ScriptedVictim(Finds(("Sam",))) if "healthy" in url else waiting(hanging), ("hangs",), 0.1
        )
    hanging.set()


def waiting(event: Event) -> Victim:
    def rule(query: Query) -> Prediction:
        event.wait()
        return Prediction((), None)

    return ScriptedVictim(rule)


def test_the_report_of_the_hostile_suite_says_what_each_way_does_and_how_the_run_ended() -> None:
    [row] = hostile_report(["raises-exit-0"])
    assert row.holds
    assert str(row) == "raises-exit-0: raises SystemExit(0), as a script's exit() does: errored"


def test_a_good_data_set_passes() -> None:
    check_dataset(Listed((EXAMPLE, OTHER)))


@pytest.mark.parametrize(
    ("dataset", "sentence"),
    [
        (Listed(()), "has no examples"),
        (Listed((EXAMPLE,), name=""), "has no name"),
        (Listed((EXAMPLE,), fingerprint=""), "has no fingerprint"),
        (Listed((EXAMPLE, EXAMPLE)), "'lighthouse-1' occurs twice"),
        (Listed((replace(EXAMPLE, gold=Gold((Answer("Ada Thorn", 3),))),)), "does not stand at character 3"),
        (Listed((replace(EXAMPLE, query=replace(QUESTIONS[0], text=" ")),)), "is empty"),
        (Listed((QUESTIONS[0],)), "gives a Question, not an Example"),
    ],
)
def test_a_broken_data_set_is_named(dataset: Listed, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_dataset(dataset)


@pytest.mark.parametrize("name", ["reading", "verification", "quizbowl", "rag"])
def test_stumpers_own_tasks_keep_the_contract_of_tasks(name: str) -> None:
    check_task(task_named(name), list(load_dataset(name))[:2])


@pytest.mark.parametrize("name", ["reading", "rag"])
def test_a_task_of_which_no_example_has_an_answer_keeps_the_contract(name: str) -> None:
    example = next(iter(load_dataset(name)))
    check_task(task_named(name), [replace(example, gold=Gold((), answerable=False))])


def with_desk(**other: Any) -> Callable[[Task], Task]:
    def changed(task: Task) -> Task:
        assert task.desk is not None
        return replace(task, desk=replace(task.desk, **other))

    return changed


def asked_nothing(task: Task) -> Task:
    return replace(task, judgeable=lambda *given: replace(task.judgeable(*given), asked=""))


def unseen_context(task: Task) -> Task:
    return replace(task, wire=replace(task.wire, parts=lambda query: ["question", query.text]))


def always_wrong(task: Task) -> Task:
    measures = {name: replace(one, of=lambda *given: 0.0) for name, one in task.scoring.measures.items()}
    return replace(task, scoring=replace(task.scoring, measures=measures))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (lambda task: replace(task, wire=replace(task.wire, with_field=lambda query, *_: query)), "leaves the field"),
        (unseen_context, "the field 'context' .* changes, and its id stays: parts leaves it out"),
        (lambda task: replace(task, wire=replace(task.wire, texts=lambda query: {})), "which texts does not give"),
        (lambda task: replace(task, constraints=(lambda *_: "it is odd",)), "breaks a constraint: it is odd"),
        (lambda task: replace(task, goals={"other": task.goals["f1_zero"]}), "the goal 'other' is called 'f1_zero'"),
        (lambda task: replace(task, collected=lambda *_: replace(task.collected(*_), examples=())), "holds other"),
        (asked_nothing, "judges are not asked about"),
        (always_wrong, "the right answer to 'harbour-1' scores 0.0, not 1"),
        (with_desk(field="text"), "the desk's field is 'text', which is none of the wire's: question, context"),
        (with_desk(beside="asked"), "the desk's beside is 'asked', which is none of the wire's"),
        (with_desk(shown=lambda example: Shown(example.query.text)), "authors of 'harbour-1' are shown another text"),
        (
            with_desk(shown=lambda example: Shown(example.query.context.text)),
            "asked otherwise than the field 'question'",
        ),
        (
            with_desk(perturbed=lambda example, *_: Perturbation(example.id, example.query, example.gold, ())),
            "what an author writes on 'harbour-1' is not the text of what perturbed makes",
        ),
        (with_desk(choices={"yes": "Yes"}), "the answer to 'harbour-1' is none of the desk's choices: yes"),
        (with_desk(constraints=(lambda *_: "it is odd",)), "as an author begins, 'harbour-1' breaks a constraint"),
    ],
)
def test_a_broken_task_is_named(broken: Callable[[Task], Task], sentence: str) -> None:
    with pytest.raises(AssertionError, match=f"(?i){sentence}"):
        check_task(broken(task_named("reading")), [OTHER])


@pytest.mark.parametrize(
    ("addition", "sentence"),
    [
        (Addition(("quizbowl",)), "is for quizbowl, not for reading"),
        (Addition(("reading",), measures={"words": Measure("words", lambda *given: 100.0)}), "'words' .*score 100.0"),
        (Addition(("reading",), goals={"lost": AnswerGoal("lost", lambda *given: nan)}), "goal 'lost' .* score nan"),
        (Addition(("reading",), constraints=(lambda *given: "it is odd",)), "breaks a constraint: it is odd"),
        (Addition(("reading",), judges={"mute": lambda asked: []}), r"the judge 'mute' answers \[\]: an Answered or"),
        (Addition(("reading",)), "is not installed"),
    ],
)
def test_a_broken_addition_is_named(addition: Addition, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_addition(addition, [EXAMPLE])


def test_a_task_whose_scoring_counts_variants_otherwise_than_it_says_is_named() -> None:
    """Questions about paragraphs are as good as their worst variant to every command."""
    with pytest.raises(AssertionError, match=r"evaluate says 0\.0, not 0\.5: the scoring does not count them as"):
        check_task(replace(task_named("reading"), counts_variants=True), [OTHER, EXAMPLE])


def test_a_data_set_that_can_be_read_only_once_is_named() -> None:
    @dataclass
    class Once:
        left: Iterator[Example]
        name: str = "once"
        fingerprint: str = "f"

        def __iter__(self) -> Iterator[Example]:
            return self.left

    with pytest.raises(AssertionError, match="twice gives different examples"):
        check_dataset(Once(iter([EXAMPLE])))


Search = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]


def appended(example: Example, words: str, example_id: str | None = None) -> Perturbation:
    assert isinstance(example.query, Question)
    context = replace(example.query.context, text=f"{example.query.context.text} {words}.")
    return Perturbation(example_id or example.id, replace(example.query, context=context), example.gold, ())


class Appends:
    """Keeps the better of two random words, three times."""

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        best: tuple[float, Perturbation] | None = None
        for _ in range(3):
            proposed = [appended(example, str(rng.random())) for _ in range(2)]
            for perturbation, verdict in zip(proposed, (yield proposed), strict=True):
                if verdict.expected is not None and (best is None or verdict.expected < best[0]):
                    best = (verdict.expected, perturbation)
        return best and best[1]


def test_a_good_adversary_passes() -> None:
    check_adversary(Appends())
    check_adversary(Appends(), OTHER)


def test_an_adversary_that_proposes_nothing_passes() -> None:
    class Silent:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            return None
            yield []

    check_adversary(Silent())


def test_a_returned_perturbation_must_have_been_proposed() -> None:
    class Inventive:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            yield [appended(example, "one")]
            return appended(example, "two")

    with pytest.raises(AssertionError, match="never proposed"):
        check_adversary(Inventive())


def test_an_adversary_for_a_task_that_is_none_is_named() -> None:
    class Misspelt:
        tasks: ClassVar[Sequence[str]] = ("readin",)
        attack = Appends.attack

    with pytest.raises(AssertionError, match=r"attacks the tasks \['readin'\], and there are reading"):
        check_adversary(Misspelt())


def test_an_adversary_whose_edits_tell_of_another_change_is_named() -> None:
    class Mistaken:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Generator[Any, Any, None]:
            other = replace(example.query, text="Who?")
            yield [Perturbation(example.id, other, example.gold, (Edit("question", 0, 0, "And ", "aside"),))]

    with pytest.raises(
        AssertionError, match=r"(?i)the edits make of 'question' 'And .* and the adversary proposes 'Who"
    ):
        check_adversary(Mistaken())


def test_an_adversary_with_its_own_randomness_is_named() -> None:
    class Wild:
        own = Random(1)

        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            yield [appended(example, str(self.own.random()))]

    with pytest.raises(AssertionError, match="proposes otherwise"):
        check_adversary(Wild())


def test_an_adversary_that_mixes_up_its_examples_is_named() -> None:
    class Confused:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            yield [appended(example, "one", "lighthouse-9")]

    with pytest.raises(AssertionError, match="the adversary perturbs 'lighthouse-9'"):
        check_adversary(Confused())


@pytest.mark.parametrize(
    ("proposed", "sentence"),
    [
        (iter([]), "not a sequence"),
        (["text"], "a str, not a Perturbation"),
        ([Perturbation(EXAMPLE.id, Claim("It is."), EXAMPLE.gold, ())], "into another kind of query"),
    ],
)
def test_an_adversary_that_yields_something_else_is_named(proposed: object, sentence: str) -> None:
    class Odd:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Generator[object, object, None]:
            yield proposed

    with pytest.raises(AssertionError, match=sentence):
        check_adversary(Odd())


@pytest.mark.parametrize("words", [(), ("again",)])
def test_an_adversary_without_an_end_is_named(words: tuple[str, ...]) -> None:
    class Endless:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            while True:
                yield [appended(example, word) for word in words]

    with pytest.raises(AssertionError, match="not come to an end after 50 proposals"):
        check_adversary(Endless(), most=50)


def test_an_adversary_that_says_it_does_not_search_and_looks_at_verdicts_is_named() -> None:
    class Peeking:
        searches = False

        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            [said] = yield [appended(example, "one")]
            yield [appended(example, "two" if said.fault else "three")]
            return None

    with pytest.raises(AssertionError, match="says that it does not search, and proposes otherwise"):
        check_adversary(Peeking())


def test_an_adversary_that_cannot_bear_a_fault_raises_as_it_would_in_a_run() -> None:
    class Trusting:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
            [verdict] = yield [appended(example, "one")]
            assert verdict.score is not None, "no score"

    with pytest.raises(AssertionError, match="no score"):
        check_adversary(Trusting())


def test_an_attack_that_is_no_generator_is_named() -> None:
    class Listing:
        def attack(self, example: Example, original: Verdict, rng: Random) -> list[Perturbation]:
            return [appended(example, "one")]

    with pytest.raises(AssertionError, match="returns a list, not a generator"):
        check_adversary(Listing())
