"""Links by which the people of a demonstration come in; no other server has any."""

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from stumper.errors import NotThere
from stumper.people.accounts.secrets import hashed
from stumper.web.access import ANYONE, Routes
from stumper.web.cookies import sign_in
from stumper.web.house import House, the_house
from stumper.web.rendering import redirect
from stumper.web.words import t

routes = Routes()


@routes.get("/enter/{secret}", may=ANYONE)
def enter(request: Request, secret: str, house: House = Depends(the_house)) -> Response:
    """Whoever opens the link is that person here, whoever they were before."""
    person_id = house.doors.get(hashed(secret))
    if person_id is None:
        raise NotThere(t("shared.error.not_there"))
    response = redirect(request, "/")
    sign_in(house, request, response, person_id)
    return response
