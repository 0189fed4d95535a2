"""Why something of somebody else's failed, as text that can be kept and shown."""

from stumper.shown import in_a_line, shortened

LONGEST_REASON = 1_000  # characters that are kept of why a victim failed
LONGEST_ERROR_NAME = 100  # and of what its error is called


def reason_of(error: BaseException) -> str:
    """What a victim raised, as text that can be kept and shown: shortened, in one line, without control characters."""
    try:
        said = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # the text of an exception is made by foreign code as well
        said = "it cannot say why"
    return f"{shortened(type(error).__name__, LONGEST_ERROR_NAME)}: {in_a_line(said, LONGEST_REASON)}"
