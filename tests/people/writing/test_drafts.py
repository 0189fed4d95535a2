"""Nothing that was typed is lost, and the log of changes always leads to the text."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring import authoring
from stumper.people.writing.drafts import Change, Document, changes, draft, replayed, save_draft
from stumper.store import Store

BEFORE = "Selim died."


@pytest.fixture
def started(store: Store) -> str:
    """The id of what somebody has begun to write."""
    return authoring(store).item().assignment.id


def typed(number: int, start: int, removed: str, inserted: str) -> Change:
    return Change(number, 10.0 + number, start, removed, inserted)


def test_a_draft_comes_back_as_it_was_saved(store: Store, started: str) -> None:
    assert draft(store, started) is None
    first = save_draft(store, started, BEFORE, 0, Document("Selim I died."), [typed(1, 6, "", "I ")], 20.0)
    assert first.is_newest
    second = Document("Selim I fell.", "REFUTES")
    saved = save_draft(store, started, BEFORE, 1, second, [typed(2, 8, "died", "fell")], 21.0)
    assert draft(store, started) == saved.draft
    assert (saved.draft.revision, saved.draft.document, saved.draft.changes) == (2, second, 2)
    assert replayed(BEFORE, changes(store, started)) == "Selim I fell."


def test_what_is_sent_twice_is_kept_once(store: Store, started: str) -> None:
    sent = Document("Selim I died."), [typed(1, 6, "", "I ")]
    once, twice = (save_draft(store, started, BEFORE, 0, *sent, 20.0 + n) for n in range(2))
    assert once == twice
    assert len(changes(store, started)) == 1


def test_what_was_made_from_an_older_draft_gives_way_to_the_newer(store: Store, started: str) -> None:
    newest = save_draft(store, started, BEFORE, 0, Document("Newest."), [], 20.0)
    refused = save_draft(store, started, BEFORE, 0, Document("Other."), [typed(1, 0, BEFORE, "Other.")], 21.0)
    assert not refused.is_newest
    assert refused.draft == newest.draft == draft(store, started)
    assert replayed(BEFORE, changes(store, started)) == "Newest."


def test_changes_that_came_before_are_not_taken_again(store: Store, started: str) -> None:
    first = typed(1, 6, "", "I ")
    save_draft(store, started, BEFORE, 0, Document("Selim I died."), [first], 20.0)
    save_draft(store, started, BEFORE, 1, Document("Selim I died!"), [first, typed(2, 12, ".", "!")], 21.0)
    assert changes(store, started) == [first, typed(2, 12, ".", "!")]


def test_changes_that_lead_elsewhere_are_mended(store: Store, started: str) -> None:
    save_draft(store, started, BEFORE, 0, Document("Selim lived."), [typed(1, 0, "nonsense", "")], 20.0)
    [mended] = changes(store, started)
    assert mended == Change(1, 20.0, 6, "di", "liv")
    save_draft(store, started, BEFORE, 1, Document("Selim I lived long."), [typed(2, 6, "", "I ")], 21.0)
    assert [change.number for change in changes(store, started)] == [1, 2, 3]
    assert replayed(BEFORE, changes(store, started)) == "Selim I lived long."


def test_of_two_who_save_at_once_one_is_told_of_the_other(store: Store, started: str) -> None:
    def save(text: str) -> bool:
        return save_draft(store, started, BEFORE, 0, Document(text), [], 20.0).is_newest

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(save, ["One.", "Two.", "Three.", "Four."])) == 1
    found = draft(store, started)
    assert found is not None
    assert replayed(BEFORE, changes(store, started)) == found.document.text


def test_any_character_is_kept(store: Store, started: str) -> None:
    text = "\0\ud800\x1a 𝒮 é"
    save_draft(store, started, "", 0, Document(text), [typed(1, 0, "", text)], 20.0)
    found = draft(store, started)
    assert found is not None
    assert found.document.text == text
    assert replayed("", changes(store, started)) == text


@given(st.text(max_size=8), st.lists(st.tuples(st.integers(0, 9), st.text(max_size=3), st.text(max_size=3))))
def test_replaying_never_invents(before: str, made: list[tuple[int, str, str]]) -> None:
    log = [typed(number, *change) for number, change in enumerate(made, 1)]
    after = replayed(before, log)
    if after is not None:
        assert len(after) == len(before) + sum(len(c.inserted) - len(c.removed) for c in log)
