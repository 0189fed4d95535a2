"""Nobody takes a name that others take for somebody else's."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert

from stumper.errors import BadOption, Refused
from stumper.people.accounts.account import log_in, people, register
from stumper.people.accounts.failed_log_ins import Whence
from stumper.people.accounts.names import looks, mixed
from stumper.people.personal_data import erase
from stumper.store import Store
from stumper.store.people_schema import people as rows

ALIKE = [
    ("Ada", "\u0430\u0501\u0430"),  # Cyrillic
    ("Ada", "\u0391da"),  # a Greek capital
    ("Iris", "lris"),
    ("Iris", "1ris"),
    ("Iris", "|ris"),
    ("IRIS", "\u0406RIS"),
    ("Iris", "\u0406RIS"),
    ("Otto", "0tto"),
    ("Arne", "Ame"),
    ("Ada", "Ad\u1ea1"),
    ("Ada", "Ada\u0323\u0331"),
    ("Ada", "A\u0338da"),
    ("Ada Thorn", "Ada Th\u03bfrn"),
    ("Ada Thorn", "Ada\u2003Thorn"),
    ("O'Neil", "O\u2019Neil"),
    ("Jean-Luc", "Jean\u2010Luc"),
    ("Paul", "\u0420\u0430ul"),
    ("\u0410\u043d\u043d\u0430", "\u0410\u043d\u043da"),
    ("Ada", "\U0001d400da"),
    ("Ada", "\uff21da"),
    ("Soren", "S\u00f8ren"),
]
DIFFERENT = [
    ("Ada", "Adam"), ("Ian", "Jan"), ("Lia", "Ila"), ("Max", "Mx"), ("person 1", "person 11"), ("Anna", "Hanna"),
    ("\u304b\u304d", "\u304c\u304d"), ("\u0410\u043d\u043d\u0430", "Anna"), ("\u674e", "\u6728\u5b50"),
    ("\u0917\u0940\u0924", "\u0917\u0924"), ("Ben 2", "Ben 3"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=lambda name: ascii(name))
def test_names_that_look_alike_share_a_shape(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=lambda name: ascii(name))
def test_names_that_look_different_share_none(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


@pytest.mark.parametrize(
    "name",
    ["Ad\u0430", "\u0410nna", "\u03a1aul", "Ada \u0422horn", "\u13aada", "\uff21d\u0430", "\u0410\u043d\u043d\u0430a"],
)
def test_a_word_of_letters_from_several_alphabets_is_no_name(store: Store, name: str) -> None:
    with pytest.raises(BadOption, match="mixes letters"):
        register(store, name, None, 0.0)


@pytest.mark.parametrize(
    "name",
    ["DJ \u0416\u0443\u043a", "Zo\u00eb \u03a9", "Ada \u6797", "A\u6797", "\u677e\u672cTarou", "\u0623\u0646\u0627 Ana",
     "R2-D2", "\u00c5sa", "Hans-J\u00fcrgen", "\u05d0\u05d1", "\u2160"],
)  # fmt: skip
def test_names_of_several_words_and_of_scripts_that_go_together_are_names(name: str) -> None:
    assert mixed(name) is None


def test_who_registers_under_a_name_that_looks_like_another_is_refused(store: Store) -> None:
    register(store, "Iris Olin", "a long enough password", 0.0)
    for name in ("lris Olin", "Iris 0lin", "Ir\u1ecbs Olin", "Iris O1in"):
        with pytest.raises(Refused, match="looks like that of somebody who is here") as met:
            register(store, name, None, 1.0)
        assert "Olin" not in str(met.value).replace(repr(name), "")  # nobody is named
    with pytest.raises(Refused, match="is taken"):
        register(store, "IRIS OLIN", None, 1.0)
    assert register(store, "Iris Olin-Berg", None, 1.0).name == "Iris Olin-Berg"
    assert len(people(store)) == 2


def test_a_name_that_was_there_before_stays_and_so_does_its_way_in(store: Store) -> None:
    ada = register(store, "Ada", "a long enough password", 0.0)
    with store.engine.begin() as connection:  # as an earlier version took it
        twin = {
            "id": "twin",
            "login": "ad\u0430",
            "name": "Ad\u0430",
            "administrator": False,
            "listed": True,
            "created": 0.0,
        }
        connection.execute(insert(rows).values(twin))
    assert log_in(store, "Ada", "a long enough password", Whence("192.0.2.1"), 1.0).id == ada.id
    assert {one.name for one in people(store)} == {"Ada", "Ad\u0430"}


def test_the_look_of_somebody_who_was_erased_is_free_again(store: Store) -> None:
    ada = register(store, "Iris", None, 0.0)
    erase(store, ada.id, 1.0)
    assert register(store, "lris", None, 2.0).name == "lris"


def test_of_two_who_look_alike_and_register_at_once_one_is_refused(store: Store) -> None:
    def told(name: str) -> str:
        try:
            return register(store, name, None, 0.0).name
        except Refused:
            return ""

    names = ["Iris", "lris", "1ris", "|ris"]
    with ThreadPoolExecutor(len(names)) as pool:
        found = [name for name in pool.map(told, names) if name]
    assert len(found) == len(people(store)) == 1
