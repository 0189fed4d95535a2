"""An attack that made nothing says so in every table, and one of which nobody knows it yet in none."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from stumper.preparing import prepare
from stumper.reports import build_report, markdown
from stumper.store import Store
from stumper.types import Attempt, Example
from texts_of_values import as_text

Making = Callable[[str, Example], Attempt]


@pytest.fixture
def examples(make) -> list[Example]:
    return [make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada") for at in range(24)]


@pytest.fixture
def nothing(make) -> Making:
    """Attempts for which nothing was proposed."""
    return lambda run, one: make.attempt(run, one, "failed", make.verdict(one, "Ada"), None, None, 1)


@pytest.fixture
def something(make) -> Making:
    """Attempts that the system withstood."""

    def met(run: str, one: Example) -> Attempt:
        seen = make.verdict(one, "Ada")
        return make.attempt(run, one, "failed", seen, seen, make.appended(one, "It rained."), 2)

    return met


def rows(text: str, *names: str) -> list[str]:
    """The rows of tables that begin with or hold one of these names as a cell."""
    return [one for one in text.splitlines() if one.startswith("|") and any(f"| {name} " in one for name in names)]


def test_an_attack_that_was_stopped_has_made_nothing_so_far_in_no_table(store: Store, record, examples, nothing):
    """Seen: "nothing made" in two tables of a run at 12 of 24, "–" in a third, and 100 → 100 in a fourth."""
    run = record(examples[:12], nothing, "edit-split")
    store.begin(run, 24)
    found = build_report(store, [run])
    text = markdown(found)
    assert "| nothing made |" not in "\n".join(rows(text, "edit-split"))
    [further] = found.sections[0].further
    assert (further.is_unmade, further.after.n, further.difference.n) == (False, 0, 0)
    assert "| edit-split (stopped at 12 of 24) | 12 | – | – | – | – | – | – |" in text


@pytest.mark.parametrize("how", ["trained on", "errored"])
def test_what_was_asked_of_learned_originals_alone_or_lost_was_made(
    store: Store, record, make, examples, nothing, something, how
):
    """Seen: "nothing made" in two tables, "–" in the matrix, of a run that changed 12 questions the system knew."""

    def some(run: str, one: Example) -> Attempt:
        if int(one.id[1:]) >= 12:
            return nothing(run, one)
        if how == "trained on":
            return replace(something(run, one), trained_on=True)
        return make.attempt(run, one, "errored", make.verdict(one, "Ada"), reason="the victim raised TimeoutError: x")

    asked = [(something, "add-sent"), (some, "edit-split")]
    ids = [record(examples, *one, victim=victim) for victim in ("embedded", "hf:tiny") for one in asked]
    found = build_report(store, ids)
    assert "| nothing made |" not in "\n".join(rows(markdown(found), "edit-split"))
    assert [met.is_unmade for one in found.matrices for met in one.met] == [False] * 4
    [contest] = found.contests
    assert (contest.unmade, [row.raw.n for row in contest.main.tournament.potencies]) == ((), [24, 0])


def test_an_attack_that_made_nothing_has_no_score_on_a_slice_of_the_data(
    store: Store, record, examples, nothing, something
):
    """Seen: the originals' F1 as that after the attack, in rows that widened the intervals of all others."""
    made = record(examples, something, "add-sent")
    alone, both = (
        build_report(store, runs).sections[0].figures["slices"]
        for runs in ([made], [made, record(examples, nothing, "edit-split")])
    )
    assert as_text(alone) == as_text(both) != as_text([])


def test_questions_without_an_answer_have_no_score_under_an_attack_that_made_nothing(
    store: Store, record, examples, nothing
):
    """Seen: F1, exact match and abstained after an attack without a variant, which were those of the originals."""
    none = [replace(one.gold, answers=(), answerable=False) if at < 12 else one.gold for at, one in enumerate(examples)]
    asked = [replace(one, gold=gold) for one, gold in zip(examples, none, strict=True)]
    text = markdown(build_report(store, [record(asked, nothing, "edit-split")]))
    assert f"| edit-split | without one | 12 |{' nothing made |' * 9}" in text
    assert f"| edit-split | all | 24 |{' nothing made |' * 9}" in text


def test_tossups_of_which_nothing_was_made_say_so(store: Store):
    """Seen: "– → –" and "nothing to compare" in every table, and "nothing made" in none."""
    job = prepare("quizbowl", "tossup-synonym", "ir", limit=1, store=store)
    list(job.steps())
    job.conclude()
    assert [one.reason for one in store.attempts(job.plan.id)] == ["nothing proposed: no clue can be said otherwise so"]
    found = build_report(store, [job.plan.id])
    text = markdown(found)
    assert f"| ir | tossup-synonym | 0 |{' nothing made |' * 9}" in text
    assert text.count(f"|{' nothing made |' * 4}") >= 2, "before and after, by the share that was read"
    assert "– → –" not in text
    [short] = [block.table for block in found.sections[0].short if block.table and block.table.under]
    assert "nothing made" in [cell.text for row in short.rows for cell in row.cells]
