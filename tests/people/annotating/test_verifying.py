"""Others vote on what was mended; what enough approve is a candidate for from-file."""

from pathlib import Path
from random import Random

import pytest

from annotation_project import EXAMPLES, NO, YES, ask, handed, project_in, settings
from stumper.adversaries.from_file import FromFile
from stumper.constraints import broken
from stumper.errors import Refused
from stumper.people.annotating.verifying import Vote, candidates, outcome, verified, vote, write_candidates
from stumper.people.projects.project import Project
from stumper.people.queues.queue import lease
from stumper.people.study.founding import change_settings
from stumper.store import Store
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.types import Verdict


def votes(store: Store, project: Project, **said: Vote) -> None:
    for person, one in said.items():
        assert vote(store, handed(store, project, "verify", person).assignment.id, person, one, 2.0)


@pytest.mark.parametrize(
    ("approving", "votes", "expected"),
    [(0, 0, "open"), (1, 1, "open"), (1, 2, "open"), (2, 2, "approved"), (0, 1, "open"), (0, 2, "rejected"),
     (1, 3, "rejected"), (2, 3, "approved")],
)  # fmt: skip
def test_two_of_three_approve(approving: int, votes: int, expected: str) -> None:
    assert outcome([YES] * approving + [NO] * (votes - approving), settings()) == expected


def test_a_vote_approves_what_is_good_english_and_compatible() -> None:
    assert [Vote(a, b).approves for a in (True, False) for b in (True, False)] == [True, False, False, False]


@pytest.mark.parametrize("said", [YES, NO], ids=["approved", "rejected"])
def test_nobody_more_is_asked_once_it_is_decided(store: Store, said: Vote) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.", "ada")
    votes(store, project, ben=said)
    assert lease(store, project.id, "verify", "cy", 3.0) is not None
    votes(store, project, cy=said)
    assert lease(store, project.id, "verify", "dee", 3.0) is None
    assert [one.outcome for one in verified(store, project)] == ["approved" if said == YES else "rejected"]


def test_the_third_decides_where_two_differ(store: Store) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.", "ada")
    votes(store, project, ben=YES, cy=NO)
    assert candidates(store, project) == ()
    votes(store, project, dee=YES)
    assert len(candidates(store, project)) == 1


def test_where_more_approvals_are_asked_for_voting_goes_on(store: Store) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.", "ada")
    votes(store, project, ben=YES, cy=YES)
    stricter = change_settings(store, project.id, "Trial", settings(verifiers=5, approvals=3), 3.0)
    assert [one.outcome for one in verified(store, stricter)] == ["open"]
    votes(store, stricter, dee=YES)
    assert len(candidates(store, stricter)) == 1
    assert lease(store, project.id, "verify", "eli", 4.0) is None


def test_voting_twice_counts_once(store: Store) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.")
    held = handed(store, project, "verify", "ben")
    assert vote(store, held.assignment.id, "ben", YES, 2.0)
    assert not vote(store, held.assignment.id, "ben", NO, 3.0)
    assert [(one.approving, one.votes) for one in verified(store, project)] == [(1, 1)]


def test_who_wrote_one_meanwhile_does_not_vote_and_the_place_is_free(store: Store) -> None:
    project = project_in(store, settings(verifiers=1, approvals=1))
    ask(store, project, "Jeff did.", "ada")
    held = handed(store, project, "verify", "ben")
    ask(store, project, "Jeff did it.", "ben")
    with pytest.raises(Refused, match="You wrote a sentence"):
        vote(store, held.assignment.id, "ben", YES, 3.0)
    assert lease(store, project.id, "verify", "ben", 4.0) is None
    assert lease(store, project.id, "verify", "cy", 4.0) is not None


def test_candidates_are_what_from_file_takes(store: Store, tmp_path: Path) -> None:
    project = project_in(store)
    for number, sentence in enumerate(("Jeff was first.", "Jeff was second.", "Jeff was third.")):
        ask(store, project, sentence, raw=number)
    ask(store, project, "Jeff was elsewhere.", of=3)
    for person in ("ben", "cy"):
        while (held := lease(store, project.id, "verify", person, 1.0)) is not None:
            said = NO if "second" in held.item.payload else YES
            vote(store, held.assignment.id, person, said, 2.0)
    found = candidates(store, project)
    first, other = EXAMPLES[0], EXAMPLES[3]
    assert [one.id for one in found] == [f"{first.id}-people1", f"{first.id}-people3", f"{other.id}-people1"]
    assert all(broken(READING, one.example, one.perturbation) is None for one in found)
    write_candidates(store, project, tmp_path / "candidates.json")
    attack = FromFile(tmp_path / "candidates.json").attack(first, Verdict(None, 1.0, 1.0), Random(0))
    [batch] = list(attack)
    queries = [perturbation.query for perturbation in batch]
    assert isinstance(first.query, Question)
    assert [query.context.text for query in queries if isinstance(query, Question)] == [
        f"{first.query.context.text} Jeff was {which}." for which in ("first", "third")
    ]


def test_without_an_approved_sentence_the_file_holds_the_questions(store: Store, tmp_path: Path) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.")
    write_candidates(store, project, tmp_path / "candidates.json")
    assert FromFile(tmp_path / "candidates.json").variants == {}
