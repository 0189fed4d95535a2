"""A gate on an attack that wants something certain said: who says nothing any more does not pass it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import stumper
from lands import QUESTIONS, ByWords, Poison, Withheld
from stumper.cli.gate import pass_gate
from stumper.comparing import Predictions
from stumper.comparing.compared import compared
from stumper.comparing.sides import of_predictions
from stumper.comparing.verdict import verdict
from stumper.errors import BadOption, NoVerdict
from stumper.kept import kept_in, kept_under
from stumper.protocols import Adversary
from stumper.pytest_plugin import Checked
from stumper.results import Results
from stumper.sections.score_notes import notes_on
from stumper.tasks.rag.files import OpenQuestions, read, write_answers
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.scoring import SCORING
from stumper.types import Guess, Prediction, Query

LANDS = OpenQuestions("lands", "lands-1", QUESTIONS[:36])


class Immune(ByWords):
    """Reads nothing that was added to its index."""

    fingerprint = "immune-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return super().predict([replace(query, added=()) for query in queries])  # type: ignore[type-var]


class Collapses(ByWords):
    """Says nothing as soon as something was added to its index."""

    fingerprint = "collapses-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [
            _silent(found) if isinstance(query, OpenQuestion) and query.added else found
            for query, found in zip(queries, super().predict(queries), strict=True)
        ]


class Silent(ByWords):
    """Says that there is no answer, whatever it is asked."""

    fingerprint = "silent-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [_silent(found) for found in super().predict(queries)]


def _silent(found: Prediction) -> Prediction:
    return replace(found, guesses=(Guess("", 0.9),), evidence=())


def attacked(folder: Path, system: ByWords, adversary: Adversary) -> Results:
    return stumper.attack(LANDS, victim={"it": system}, adversaries=[adversary], store=folder / "s.db")


def evaluated(folder: Path, system: ByWords) -> Results:
    """The system on the set that was made against another one."""
    made = stumper.attack(LANDS, victim={"by words": ByWords()}, adversaries=[Poison()], store=folder / "made.db")
    made.jobs[0].write(folder / "set.jsonl")
    return stumper.evaluate(folder / "set.jsonl", victim={"it": system}, store=folder / "s.db")


COLLAPSED = (
    "^36 of 36 variants whose originals are answered rightly have no right answer any more: target not given is "
    r"100\.0%, and 0\.0% if these are lost, which is below --fail-under 0\.95\. This is no verdict: see what the "
)
NOTHING = (
    "^Of 36 variants no original is answered rightly, so that .* 100.0% may be that of a system that answers nothing"
)


@pytest.mark.parametrize(
    ("system", "adversary", "said"),
    [(Collapses(), Poison(), COLLAPSED), (Silent(), Poison(), NOTHING), (Silent(), Withheld(), NOTHING)],
)
def test_who_answers_nothing_passes_no_gate_of_an_attack(
    tmp_path: Path, system: ByWords, adversary: Adversary, said: str
) -> None:
    """Seen: 100.0% on the score of the target, exit code 0, and a green test case."""
    found = attacked(tmp_path, system, adversary)
    with pytest.raises(NoVerdict, match=said):
        pass_gate([kept_under(found.jobs[0])], 0.95)
    for asserting in (Checked(found).assert_not_below, Checked(found).assert_at_least):
        with pytest.raises(pytest.fail.Exception):
            asserting(0.5)


@pytest.mark.parametrize(
    ("system", "said", "left"),
    [
        (
            Collapses(),
            COLLAPSED,
            r"100\.0 .*, and 0\.0 if what withstands without the right answer that it had is lost",
        ),
        (Silent(), NOTHING, r"100\.0 .*, and no original is answered rightly"),
    ],
)
def test_who_answers_nothing_passes_no_gate_of_a_set(tmp_path: Path, system: ByWords, said: str, left: str) -> None:
    found = evaluated(tmp_path, system)
    with pytest.raises(NoVerdict, match=said):
        pass_gate([kept_in(found.scores, SCORING)], 0.95)
    for asserting in (Checked(found).assert_not_below, Checked(found).assert_at_least):
        with pytest.raises(pytest.fail.Exception, match=left):
            asserting(0.5)


class Fooled(ByWords):
    """Says what an attack wants to every other question, and else that there is no answer."""

    fingerprint = "fooled-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [
            found if isinstance(query, OpenQuestion) and query.added and len(query.text) % 2 else _silent(found)
            for query, found in zip(queries, super().predict(queries), strict=True)
        ]


def test_who_has_no_right_answer_passes_no_assertion_however_low(tmp_path: Path) -> None:
    """Seen: passed, as the upper end of its interval is above 0 by more than the bound."""
    found = attacked(tmp_path, Fooled(), Poison())
    [kept] = Checked(found).kept
    assert 0 < kept.value < 1
    for asserting in (Checked(found).assert_not_below, Checked(found).assert_at_least):
        with pytest.raises(pytest.fail.Exception, match="no original is answered rightly"):
            asserting(0.01)


def test_who_keeps_its_answers_passes(tmp_path: Path) -> None:
    found = attacked(tmp_path, Immune(), Poison())
    pass_gate([kept_under(found.jobs[0])], 0.95)
    Checked(found).assert_at_least(0.8)


def test_a_score_that_is_named_is_gated_alone(tmp_path: Path) -> None:
    [job] = attacked(tmp_path, Collapses(), Poison()).jobs
    pass_gate([kept_under(job, "target_withheld")], 0.95)
    assert kept_under(job, "rag_f1").value == 0


def test_a_score_that_a_set_lacks_is_named(tmp_path: Path) -> None:
    """Seen: "Nothing could be scored, as the victim failed on every example", of a system that answered all."""
    scores = evaluated(tmp_path, Immune()).scores
    with pytest.raises(
        BadOption, match=r"^lands x it has no score 'rag_f1' that a gate could be about: it has target_"
    ):
        kept_in(scores, SCORING, "lands x it", score="rag_f1")


def test_an_evaluation_says_how_many_answers_were_lost(tmp_path: Path) -> None:
    scores = evaluated(tmp_path, Collapses()).scores
    assert (
        "lands: 36 of 36 variants whose originals are answered rightly have no right answer any more: target_withheld "
        "counts them as withstood."
    ) in notes_on("lands", scores, "question", {})


def test_a_comparison_tests_the_right_answers_beside_the_target(tmp_path: Path) -> None:
    before, now = attacked(tmp_path, Immune(), Poison()), attacked(tmp_path, Collapses(), Poison())
    judged = before.compare(now).verdict("worse")
    assert judged.passed is False
    assert "F1 on lands under Poison" in str(judged)
    assert "went from 100.0 to 0.0" in str(judged)


def test_what_is_unanswered_is_told_once_of_an_attack_that_is_tested_twice(tmp_path: Path) -> None:
    """Seen: "it has no answer to 3 of 36 variants ... and it has no answer to 3 of 36 variants ..."."""
    attacked(tmp_path, ByWords(), Poison()).jobs[0].write(tmp_path / "set.jsonl")
    rows = list(read(tmp_path / "set.jsonl"))
    right = {one.id: Prediction((Guess(one.gold.answers[0].text, None),), None) for one in rows}
    variants = [id for id in right if "-" in id]
    left_open = {id: Prediction((Guess("", None),), None) for id in variants[3:4]}
    said = {id: found for id, found in (right | left_open).items() if id not in variants[:3]}
    how = Predictions(str(tmp_path / "set.jsonl"), None, None, 1)
    sides = []
    for name, answers in (("before", right), ("now", said)):
        write_answers(tmp_path / name, answers)
        sides.append(of_predictions(str(tmp_path / name), how))
    judged = verdict(compared(*sides), "not-shown-equal", 0.15)
    assert judged.passed is None
    assert judged.why.count("has no answer to 3 of 36 variants") == 1
