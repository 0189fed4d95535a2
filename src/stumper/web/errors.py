"""What only the web refuses, as sentences."""

from stumper.errors import StumperError, Throttled
from stumper.web.words import t


class NotSignedIn(StumperError):
    """Nobody is logged in, where somebody must be."""


class NotAgreed(StumperError):
    """Whoever came by a link has not agreed to what its text says now."""


class Forbidden(StumperError):
    """The visitor's role does not do this."""


class BadForm(StumperError):
    """A form or a call that does not carry what proves that this site's own page sent it."""


class TooOften(Throttled):
    """Too many requests, or one too many at once; ``seconds`` after which to try again."""

    def __init__(self, seconds: int, words: str = "shared.error.too_often") -> None:
        super().__init__(t(words, seconds=seconds), seconds)


class StillLoading(Throttled):
    """A model that is asked before it is loaded; ``seconds`` after which to try again."""

    def __init__(self, name: str, seconds: int) -> None:
        super().__init__(t("shared.error.still_loading", name=name, seconds=seconds), seconds)


class NotLoaded(StumperError):
    """A model that the server could not load."""

    def __init__(self, name: str) -> None:
        super().__init__(t("shared.error.not_loaded", name=name))


class UnknownHost(StumperError):
    """A request for a host that this server does not answer for, of which no link is made."""
