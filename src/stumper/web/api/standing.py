"""What of the server's models is ready, over the API."""

from typing import Literal

from pydantic import BaseModel

from stumper.web.access import SIGNED_IN, Routes, TheVisitor
from stumper.web.arriving import told
from stumper.web.house import TheHouse

routes = Routes(prefix="/api/v1")


class Standing(BaseModel):
    """A model, or the work of a demonstration; ``sentence`` says what is to be waited for, or failed, if anything."""

    name: str
    state: Literal["waiting", "loading", "ready", "failed"]
    sentence: str | None


@routes.get(
    "/models", may=SIGNED_IN.by("read"), response_model=list[Standing], summary="What of the server's models is ready"
)
def standings(house: TheHouse, visitor: TheVisitor) -> list[Standing]:
    """Why one could not be loaded is told to administrators of the server alone."""
    sees_faults = visitor.signed_in.administrator
    return [
        Standing(name=one.name, state=one.state, sentence=told(house.arrivals, one, sees_faults))
        for one in house.arrivals
    ]
