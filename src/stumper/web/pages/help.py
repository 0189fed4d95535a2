"""What the words mean, and which keys there are."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.people.projects.project import KINDS
from stumper.web.access import ANYONE, Routes, TheVisitor
from stumper.web.rendering import page

routes = Routes()
TERMS = ("model", "fooled", "answer", "label", "evidence", "blind", "place")
KEYS = ("predict", "submit", "undo", "redo", "yes", "no", "move", "send", "list")


@routes.get("/help", may=ANYONE)
def help_page(request: Request, visitor: TheVisitor) -> HTMLResponse:
    """The page of help."""
    return page(request, "help.html.j2", visitor, kinds=KINDS, terms=TERMS, keys=KEYS)
