"""Values as texts, to be compared where they may hold NaN: from Python 3.13 on, dataclasses with NaN equal no other."""


def as_text(value: object) -> str:
    """A text that two values share where they are the same, NaN for NaN."""
    return repr(value)
