"""How far somebody is who came by a link to work, as pages and calls ask it."""

from stumper.errors import NotThere
from stumper.people.joining.arriving import Arrival, arrival
from stumper.web.access import Visitor
from stumper.web.house import House
from stumper.web.words import t


def far(house: House, visitor: Visitor) -> Arrival:
    """What the visitor has done of what their link asks for; NotThere to whoever came by none."""
    if visitor.link_id is None:
        raise NotThere(t("joining.no_link"))
    return arrival(house.store, visitor.link_id, visitor.signed_in.id, visitor.browser, house.clock())
