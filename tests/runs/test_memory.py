from stumper.runs.memory import MOST_UNKEPT, Gathering, Memory


def test_what_was_kept_is_found_and_nothing_else() -> None:
    memory = Memory()
    memory.put({"a": b"1"})
    assert memory.get(["a", "b"]) == {"a": b"1"}


def test_what_is_gathered_is_found_at_once_and_written_when_it_is_enough() -> None:
    below = Memory({"a": b"1"})
    gathering = Gathering(below)
    gathering.put({"b": b"2"})
    assert gathering.get(["a", "b", "c"]) == {"a": b"1", "b": b"2"}
    assert below.new == {"a": b"1"}
    gathering.put({f"{number}": b"3" for number in range(MOST_UNKEPT - 1)})
    assert len(below.new) == MOST_UNKEPT + 1
    gathering.put({"d": b"4"})
    gathering.write()
    assert "d" in below.new
    assert gathering.wait is None
