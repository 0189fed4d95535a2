from sqlalchemy import insert

from stumper.identity import content_id
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.schema import predictions


def test_what_was_put_is_got_and_the_rest_left_out(store: Store) -> None:
    store.cache().put({"a": b"1", "b": b"\x00\xff"})
    assert store.cache().get(["b", "c"]) == {"b": b"\x00\xff"}


def test_the_first_prediction_of_a_key_stays(store: Store) -> None:
    store.cache().put({"a": b"first"})
    store.cache().put({"a": b"second", "b": b"new"})
    assert store.cache().get(["a", "b"]) == {"a": b"first", "b": b"new"}


def test_nothing_is_put_and_nothing_got(store: Store) -> None:
    store.cache().put({})
    assert store.cache().get([]) == {}


def test_thousands_of_keys_are_got_at_once(store: Store) -> None:
    stored = {content_id(number): str(number).encode() for number in range(2500)}
    store.cache().put(stored)
    assert store.cache().get([*stored, *stored]) == stored


def test_another_process_reads_while_one_writes(store: Store, database: str) -> None:
    store.cache().put({"a": b"1"})
    with Store.open(database) as other, writing(store.engine) as connection:
        connection.execute(insert(predictions).values(key="b", data=b"2"))
        assert other.cache().get(["a", "b"]) == {"a": b"1"}
