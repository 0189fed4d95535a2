"""Guests of one match: by its code and a name, without an account, until they are put out; on both databases."""

import pytest
from sqlalchemy import select

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.account import register
from stumper.people.accounts.log_ins import close_everybodys_sessions
from stumper.people.matches import guests, moves
from stumper.people.matches.guests import (
    GUEST_LASTS,
    LETTERS,
    NOT_THIS_NAME,
    code_of,
    end_code,
    guest_names,
    guest_of,
    join_room,
    leave_for_good,
    put_out,
    renew_code,
)
from stumper.people.matches.log import log_of
from stumper.people.matches.match import ID_LENGTH, Asked, Room, Rules, is_guest
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import close_room, open_room
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings, close_project
from stumper.people.study.founding import make_project
from stumper.store import Store, people_schema
from stumper.testing import EXAMPLE
from stumper.types import Answer, Gold

ASKED = Asked("q", "regular", "Name this lamp.", Gold((Answer("Lux"),)))


def room_in(store: Store, name: str = "Quiz") -> tuple[Project, Room]:
    project = make_project(store, name, Settings("quizbowl", "quizbowl", (), ("tag",)), [EXAMPLE], "f", 0.0)
    person = register(store, f"Author of {name}", None, 0.0)
    add_member(store, project.id, person.id, "moderator", 0.0)
    return project, open_room(store, project, "Final", Rules("alone"), Packet((ASKED,)), person.id, 0.0)


def test_guest_is_known_by_the_secret_alone_in_one_room_for_a_day(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    guest, secret = join_room(store, f" {code[:3].lower()} {code[3:]}", "Ada", 1.0)
    assert (guest.name, guest.room_id, guest.project_id) == ("Ada", room.id, project.id)
    assert is_guest(guest.id)
    assert len(guest.id) == ID_LENGTH
    assert not is_guest(room.made_by)
    assert guest_of(store, secret, 2.0) == guest
    assert guest_of(store, secret, 1.0 + GUEST_LASTS) is None
    with store.engine.connect() as connection:
        kept = connection.execute(select(people_schema.guests)).one()
    assert secret not in tuple(kept)
    assert guest_of(store, kept.hash, 2.0) is None


def test_code_is_short_and_has_no_letter_that_is_taken_for_another(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    assert len(code) == 6
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("01ILOU")


def test_another_code_ends_the_one_before_and_guests_stay(store: Store) -> None:
    project, room = room_in(store)
    first = renew_code(store, project.id, room.id, 0.0)
    _, secret = join_room(store, first, "Ada", 1.0)
    second = renew_code(store, project.id, room.id, 2.0)
    assert code_of(store, room.id, 3.0) == second
    with pytest.raises(NotThere, match="No match has this code"):
        join_room(store, first, "Ben", 3.0)
    assert guest_of(store, secret, 3.0) is not None
    end_code(store, project.id, room.id)
    assert code_of(store, room.id, 3.0) is None
    with pytest.raises(NotThere, match="No match has this code"):
        join_room(store, second, "Ben", 3.0)


def test_nobody_joins_a_match_that_is_over_or_by_a_code_that_is_too_old(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    with pytest.raises(NotThere):
        join_room(store, code, "Ada", guests.CODE_LASTS)
    close_room(store, room.id, 5.0)
    with pytest.raises(NotThere):
        join_room(store, code, "Ada", 6.0)
    with pytest.raises(Refused, match="The match is over"):
        renew_code(store, project.id, room.id, 6.0)


def test_code_of_another_projects_match_is_nobodys_to_change(store: Store) -> None:
    _, room = room_in(store)
    other, _ = room_in(store, "Other")
    with pytest.raises(NotThere):
        renew_code(store, other.id, room.id, 0.0)
    with pytest.raises(NotThere):
        end_code(store, other.id, room.id)


@pytest.mark.parametrize("name", ["Ada", "ADA", "Аda", "Author of Quiz"])  # the third begins with a Cyrillic letter
def test_nobody_is_taken_for_another_guest_or_for_a_member(store: Store, name: str) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    join_room(store, code, "Ada", 1.0)
    with pytest.raises((Refused, BadOption)):
        join_room(store, code, name, 2.0)


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "A\u202eda"])
def test_name_that_cannot_be_read_is_none(store: Store, name: str) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    with pytest.raises(BadOption):
        join_room(store, code, name, 1.0)


def test_match_has_only_so_many_guests(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_GUESTS", 2)
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    ada, ben, cleo = (join_room(store, code, name, 1.0)[0] for name in ("Ada", "Ben", "Cleo"))
    join_room(store, code, "Dov", 1.0)  # nobody plays yet, and who only joins takes no place
    for where in (guests, moves):
        monkeypatch.setattr(where, "MOST_GUESTS", 2)
    log = log_of(store, project.id, room.id)
    for guest in (ada, ben):
        log.play(Move("sit", guest.id), guest.id, None, lambda: 2.0)
    with pytest.raises(Refused, match="2 guests play in this match already"):
        join_room(store, code, "Eve", 3.0)
    with pytest.raises(Refused, match="2 guests play in this match already"):
        log.play(Move("sit", "c"), cleo.id, None, lambda: 3.0)
    put_out(store, project.id, room.id, ada.id, 4.0)
    new = code_of(store, room.id, 4.0)
    assert new is not None
    join_room(store, new, "Eve", 5.0)


def test_putting_somebody_out_makes_a_new_code_where_there_is_one(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    ada, ben = (join_room(store, code, name, 1.0)[0] for name in ("Ada", "Ben"))
    put_out(store, project.id, room.id, ada.id, 2.0)
    assert code_of(store, room.id, 2.0) not in (None, code)
    with pytest.raises(NotThere, match="No match has this code"):
        join_room(store, code, "Ada again", 3.0)
    end_code(store, project.id, room.id)
    put_out(store, project.id, room.id, ben.id, 4.0)
    assert code_of(store, room.id, 4.0) is None


def test_name_of_a_guest_who_has_gone_is_free(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    _, secret = join_room(store, code, "Ada", 1.0)
    leave_for_good(store, secret, 2.0)
    assert join_room(store, code, "Ada", 3.0)[0].name == "Ada"


def test_nobody_joins_a_match_of_a_closed_project(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    close_project(store, project.id, 1.0)
    with pytest.raises(Refused, match="is closed"):
        join_room(store, code, "Ada", 2.0)


@pytest.mark.parametrize(
    "name", ["Foxes", "FOXES", "The Foxes", "ir:", "the machine", "Machine", "Author of Quiz", "Ben"]
)
def test_no_guest_has_the_name_of_a_side_a_machine_or_somebody_and_all_are_refused_alike(
    store: Store, name: str
) -> None:
    project, first = room_in(store)
    rules = Rules("teams", ("Foxes", "Hares"), victim="ir:")
    room = open_room(store, project, "Teams", rules, Packet((ASKED,)), first.made_by, 0.0)
    code = renew_code(store, project.id, room.id, 0.0)
    join_room(store, code, "Ben", 1.0)
    with pytest.raises(Refused, match=f"^{NOT_THIS_NAME}$"):
        join_room(store, code, name, 2.0, ["the machine"])


def test_guest_who_is_put_out_or_leaves_is_nobody_but_keeps_the_name(store: Store) -> None:
    project, room = room_in(store)
    other, _ = room_in(store, "Other")
    code = renew_code(store, project.id, room.id, 0.0)
    (ada, first), (ben, second) = (join_room(store, code, name, 1.0) for name in ("Ada", "Ben"))
    with pytest.raises(NotThere):
        put_out(store, other.id, room.id, ada.id, 2.0)
    with pytest.raises(NotThere):
        put_out(store, project.id, room.id, room.made_by, 2.0)
    put_out(store, project.id, room.id, ada.id, 2.0)
    leave_for_good(store, second, 2.0)
    assert [guest_of(store, secret, 2.0) for secret in (first, second)] == [None, None]
    assert guest_names(store, [ada.id, ben.id, room.made_by]) == {ada.id: "Ada", ben.id: "Ben"}


def test_logging_everybody_out_ends_codes_and_guests(store: Store) -> None:
    project, room = room_in(store)
    code = renew_code(store, project.id, room.id, 0.0)
    _, secret = join_room(store, code, "Ada", 1.0)
    close_everybodys_sessions(store)
    assert guest_of(store, secret, 2.0) is None
    assert code_of(store, room.id, 2.0) is None
