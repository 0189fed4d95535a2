"""Many who press at once: votes, sentences and judgements count once each, and decide once."""

from pathlib import Path

from annotation_project import EXAMPLES, NAMES, YES, ask, asked, at_once, handed, project_in, settings
from stumper.people.annotating.drawing import draw_from_set
from stumper.people.annotating.fixing import fix
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.annotating.verifying import candidates, verified, vote
from stumper.people.queues.progress import progress
from stumper.people.queues.queue import lease
from stumper.store import Store
from stumper.tasks.reading.squad import Squad


def test_five_who_write_the_same_at_once_make_one_sentence_that_none_of_them_votes_on(
    store: Store, tmp_path: Path
) -> None:
    project = asked(store, tmp_path, project_in(store))
    held = {person: handed(store, project, "fix", person).assignment.id for person in NAMES[:5]}
    done = at_once([lambda p=p, id=id: fix(store, id, p, "Jeff Dean did.", 2.0) for p, id in held.items()])  # type: ignore[misc]
    assert done == [True] * 5
    assert [queue.items for queue in progress(store, project.id, 3.0)] == [1, 1]
    assert [lease(store, project.id, "verify", person, 3.0) for person in NAMES[:5]] == [None] * 5
    assert lease(store, project.id, "verify", NAMES[5], 3.0) is not None


def test_one_vote_sent_by_many_windows_at_once_counts_once(store: Store) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.")
    id = handed(store, project, "verify", "ben").assignment.id
    done = at_once([lambda: vote(store, id, "ben", YES, 2.0) for _ in range(8)])
    assert sorted(map(str, done)) == ["False"] * 7 + ["True"]
    assert [one.votes for one in verified(store, project)] == [1]


def test_three_who_vote_at_once_decide_and_all_count(store: Store) -> None:
    project = project_in(store)
    ask(store, project, "Jeff did.")
    held = {person: handed(store, project, "verify", person).assignment.id for person in NAMES[:3]}
    at_once([lambda p=p, id=id: vote(store, id, p, YES, 2.0) for p, id in held.items()])  # type: ignore[misc]
    assert [(one.approving, one.outcome) for one in verified(store, project)] == [(3, "approved")]
    assert len(candidates(store, project)) == 1


def test_two_judges_who_disagree_at_once_are_settled_once(store: Store) -> None:
    project = project_in(store, settings(sample=len(EXAMPLES), double_share=1.0))
    draw_from_set(store, project, Squad("s", "f", "1.1", EXAMPLES), 0.0)
    said = {"ada": Opinion(True, True, True), "ben": Opinion(True, True, False)}

    def all_of(person: str) -> int:
        done = 0
        while (held := lease(store, project.id, "judge", person, 1.0)) is not None:
            done += judge(store, held.assignment.id, person, said[person], 2.0)
        return done

    assert at_once([lambda p=p: all_of(p) for p in said]) == [len(EXAMPLES)] * 2  # type: ignore[misc]
    [judging, adjudicating] = progress(store, project.id, 3.0)
    assert (judging.complete, adjudicating.items, adjudicating.places) == (len(EXAMPLES),) * 3
