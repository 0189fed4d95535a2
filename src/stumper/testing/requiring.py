"""How a check says what does not hold."""


def require(holds: bool, sentence: str) -> None:
    """AssertionError with the sentence, where it does not hold."""
    if not holds:
        raise AssertionError(f"{sentence[0].upper()}{sentence[1:]}.")
