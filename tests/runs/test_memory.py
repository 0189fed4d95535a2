from stumper.runs.memory import Memory, Overlay


def test_what_was_kept_is_found_and_nothing_else() -> None:
    memory = Memory()
    memory.put({"a": b"1"})
    assert memory.get(["a", "b"]) == {"a": b"1"}


def test_an_overlay_reads_below_and_never_writes_there() -> None:
    below = Memory({"a": b"1"})
    overlay = Overlay(below)
    overlay.put({"b": b"2"})
    assert overlay.get(["a", "b", "c"]) == {"a": b"1", "b": b"2"}
    assert below.new == {"a": b"1"}
    assert overlay.new == {"b": b"2"}
