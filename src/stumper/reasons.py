"""Why something of somebody else's failed, as text that can be kept and shown."""

LONGEST_REASON = 1_000  # characters that are kept of why a victim failed


def reason_of(error: BaseException) -> str:
    """What a victim raised, as text that can be kept and shown: shortened, in one line, without control characters."""
    try:
        said = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # the text of an exception is made by foreign code as well
        said = "it cannot say why"
    return f"{type(error).__name__}: {plain(said)}"


def plain(text: str, longest: int = LONGEST_REASON) -> str:
    """The beginning of a text in one line; what is no character, or moves a terminal's cursor, stands as its code."""
    begun = text[: 4 * longest]  # of an enormous text the rest is not looked at
    words = " ".join(begun.encode("utf-8", "backslashreplace").decode("utf-8").split())
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in words[:longest])
    return shown[:longest] + "…" * (len(words) > longest or len(text) > len(begun))
