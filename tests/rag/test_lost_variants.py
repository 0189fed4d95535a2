"""A variant that a system failed on is lost by itself: others of the same question count, and all say so alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

import stumper
from lands import QUESTIONS, Poison, Proposals, Withheld
from stumper.errors import VictimFailed
from stumper.reports import build_report
from stumper.results import Results
from stumper.sections.section import within
from stumper.table import of_runs
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Example, Guess, Nothing, Perturbation, Prediction, Query, Verdict

TEN = OpenQuestions("lands", "lands-1", QUESTIONS[:10])


@dataclass(frozen=True, slots=True)
class Twice:
    """Asks every question in two other ways; of the last so many it has ``nothing`` to propose."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "words"
    searches: ClassVar[bool] = False
    nothing: int = 0

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        if int(example.id[1:]) >= 10 - self.nothing:
            return Nothing("the last")
        yield [_asked(example, f"{way} {example.query.text}") for way in ("Tell me.", "Please.")]  # type: ignore[attr-defined]
        return None


def _asked(example: Example, text: str) -> Perturbation:
    query = example.query
    assert isinstance(query, OpenQuestion)
    return Perturbation(example.id, replace(query, text=text), example.gold, ())


@dataclass(frozen=True, slots=True)
class Sought(Twice):
    """Looks at what is said of one way of asking after the other."""

    searches: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Breaking:
    """Answers rightly, but for these questions: of each it fails on the second way of asking, and is wrong on the
    first; where ``alone`` it fails on whatever was changed."""

    breaks: tuple[int, ...]
    alone: bool = False
    fails_on: int | None = None  # as it is
    fingerprint: ClassVar[str] = "breaking-1"
    tasks: ClassVar[Sequence[str]] = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [self._said(query) for query in queries]

    def _said(self, query: Query) -> Prediction:
        assert isinstance(query, OpenQuestion)
        place = next(at for at, one in enumerate(QUESTIONS) if query.text.endswith(one.query.text))  # type: ignore[attr-defined]
        is_changed = bool(query.added or query.removed or query.text != QUESTIONS[place].query.text)  # type: ignore[attr-defined]
        is_broken = place in self.breaks and is_changed
        if place == self.fails_on and not is_changed:
            raise TimeoutError("upstream")
        if is_broken and (self.alone or query.text.startswith("Please.")):
            raise TimeoutError("upstream")
        return Prediction((Guess("elsewhere" if is_broken else f"town {place}", None),), None)


def _attacked(
    folder: Path, adversary: object = Twice(), victim: object = Breaking((0, 1)), most: float = 0.5
) -> Results:
    adversaries = adversary if isinstance(adversary, list) else [adversary]
    return stumper.attack(TEN, victim={"it": victim}, adversaries=adversaries, store=folder / "s.db", max_errors=most)


def test_an_answered_variant_counts_whatever_became_of_the_others_of_its_question(tmp_path: Path) -> None:
    """Seen: an error in one of eight variants removed the seven others, all wrong, from every figure."""
    found = _attacked(tmp_path)
    report = build_report(found.store, found.run_ids)
    [section] = report.sections
    [run] = section.runs
    assert (run.scores.after.n, run.scores.after.value) == (18, pytest.approx(16 / 18))
    [said] = [one for one in report.sentences if "failed on" in one]
    assert said == (
        "it failed on 2 of 20 variants under Twice, and no figure counts these: what it keeps there, 88.9 F1, would "
        "be 8.9 points lower had it been wrong on all of them, and 1.1 points higher had it been right."
    )


def test_the_share_fooled_counts_who_was_fooled_before_the_error(tmp_path: Path) -> None:
    """Seen: none of 50 fooled, while 42 variants of the five questions left out were answered wrongly."""
    found = _attacked(tmp_path)
    [run] = [run for section in build_report(found.store, found.run_ids).sections for run in section.runs]
    [success] = [line for line in run.signatures if line.startswith("success_rate|")]
    assert "|n:10|" in f"{success}|"
    assert of_runs(found.store, found.run_ids).texts("outcome").found() == ["succeeded", "failed"]
    assert (len(found.examples("fooled")), found.examples("error")) == (2, []), "none was told as fooled"


def test_a_search_that_lost_a_query_is_one_variant_lost(tmp_path: Path) -> None:
    found = _attacked(tmp_path, Sought(), Breaking((0, 1), alone=True))
    [said] = [one for one in build_report(found.store, found.run_ids).sentences if "failed on" in one]
    assert said.startswith(
        "it failed on 2 of 10 variants under Sought, and no figure counts these: what it keeps there, "
    )
    assert "100.0 F1, would be 20.0 points lower" in said


def test_what_nothing_was_made_of_is_in_no_share_of_errors(tmp_path: Path) -> None:
    """Seen: "failed on 4 of 60 variants" where 38 were made."""
    found = _attacked(tmp_path, Twice(nothing=6))
    [said] = [one for one in build_report(found.store, found.run_ids).sentences if "failed on" in one]
    assert said.startswith("it failed on 2 of 8 variants under Twice")


@pytest.mark.parametrize("most", [0.4, 0.6])
def test_the_most_errors_are_a_share_of_what_something_was_made_of(tmp_path: Path, most: float) -> None:
    """Two of ten questions fail, and of six of these ten nothing is made: half of four fail."""
    if most > 0.5:
        for _ in range(2):  # and again, as what has ended
            _attacked(tmp_path, Twice(nothing=6), most=most)
        return
    for _ in range(2):
        with pytest.raises(VictimFailed, match=r"failed on 2 of 4 examples, more than 40%"):
            _attacked(tmp_path, Twice(nothing=6), most=most)


def test_originals_that_a_system_failed_on_are_told_apart_from_variants(tmp_path: Path) -> None:
    found = _attacked(tmp_path, victim=Breaking((0,), fails_on=1))
    [said] = [one for one in build_report(found.store, found.run_ids).sentences if "failed on" in one]
    assert said.startswith("it failed on 1 of 18 variants and 1 of 10 open questions as they are under Twice, and no ")
    assert "94.1 F1, would be 14.1 points lower had it been wrong on all of them, and 0.9 points higher" in said


def test_errors_are_said_of_each_attack_by_what_it_aims_at(tmp_path: Path) -> None:
    """Seen: the attack that most was lost under alone, and an attack on what is said bounded in F1."""
    found = _attacked(tmp_path, [Poison(), Withheld()], Breaking((0, 1), alone=True))
    report = build_report(found.store, found.run_ids)
    every = [
        *report.sentences,
        *(text for section in report.sections for block in within(section.blocks) for text in block.texts),
    ]
    assert [one for one in every if "failed on" in one] == [
        "it failed on 2 of 10 variants under Poison, and no figure counts these: of the others it says what the attack "
        "wants in 0.0%, which would be 20.0 points more had it done so in all of these, and 0.0 points less had it in "
        "none.",
        "it failed on 2 of 10 variants under Withheld, and no figure counts these: of the others it answers all the "
        "same in 100.0%, which would be 0.0 points more had it done so in all of these, and 20.0 points less had it in "
        "none.",
    ]
    [section] = report.sections
    for title in ("Answers that attacks want said", "Who says that there is no answer"):
        [part] = [block for block in section.blocks if block.title == title]
        [table] = [block.table for block in within([part]) if block.table]
        assert table.columns[-1].name == "errors"
        assert [row.cells[-1].number for row in table.rows] == [2]


def test_an_original_that_fails_is_a_share_of_all_that_were_asked_as_they_are(tmp_path: Path) -> None:
    """Seen: one original in forty ended a run at 10%, as nothing was made of thirty-six others."""
    found = _attacked(tmp_path, Twice(nothing=7), Breaking((), fails_on=9), most=0.1)
    assert found.store.errors(found.run_ids[0]).keys() == {"q9"}
    (tmp_path / "other").mkdir()
    with pytest.raises(VictimFailed, match="failed on 1 of 3 examples"):
        _attacked(tmp_path / "other", Twice(nothing=7), Breaking((0,), fails_on=9), most=0.25)
