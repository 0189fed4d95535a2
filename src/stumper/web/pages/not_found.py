"""Every address that there is no page at."""

from stumper.errors import NotThere
from stumper.web.access import ANYONE, Routes
from stumper.web.words import t

routes = Routes()


@routes.get("/{path:path}", may=ANYONE)
def not_found(path: str) -> None:
    """Says so, as a page that knows who asks."""
    raise NotThere(t("shared.error.not_there"))
