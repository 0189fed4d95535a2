"""Machines' attacks over the API: which there are, and those of a project, ordered, started, stopped and deleted."""

from fastapi import Response

from stumper.people.attacking import orders
from stumper.people.attacking.choices import attack_named, offered
from stumper.web.access import MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.api import attacking_models as models
from stumper.web.house import House, TheHouse, means_of
from stumper.web.limits import COMPUTED

routes = Routes(prefix="/api/v1")
ATTACKS = "/projects/{project_id}/attacks"
ATTACK = ATTACKS + "/{attack_id}"


@routes.get(f"{ATTACKS}/offered", may=MODERATOR.by("read"), response_model=list[models.OfferedAttack],
            summary="Attacks that a project can have run")  # fmt: skip
def read_offered(visitor: TheVisitor) -> list[models.OfferedAttack]:
    """Those that are installed for its texts. The first time since the server started this takes seconds."""
    return [models.OfferedAttack.of(one) for one in offered(visitor.at.settings.task)]


@routes.get(ATTACKS, may=MODERATOR.by("read"), response_model=list[models.Attack], summary="A project's attacks")
def read_attacks(house: TheHouse, visitor: TheVisitor) -> list[models.Attack]:
    """Those that were ordered and not deleted, the newest first."""
    now = house.clock()
    return [models.Attack.of(one, now) for one in orders.orders(house.store, visitor.at.id)]


@routes.post(ATTACKS, may=MODERATOR.by("manage"), work=COMPUTED, response_model=models.Attack, status_code=201,
             summary="Orders an attack")  # fmt: skip
def order_attack(new: models.NewAttack, house: TheHouse, visitor: TheVisitor) -> models.Attack:
    """What it would ask is counted, and nothing is asked before it is started; without a model it begins at once."""
    wanted, now = new.wanted(attack_named(visitor.at.settings.task, new.attack)), house.clock()
    made = orders.order(house.store, means_of(house), visitor.at, wanted, visitor.signed_in.id, now)
    return models.Attack.of(made, now)


@routes.get(ATTACK, may=MODERATOR.by("read"), response_model=models.Attack, summary="An attack")
def read_attack(attack_id: str, house: TheHouse, visitor: TheVisitor) -> models.Attack:
    """How far it is; ask every few seconds."""
    return _attack(house, visitor, attack_id)


@routes.post(f"{ATTACK}/start", may=MODERATOR.by("manage"), work=COMPUTED, response_model=models.Attack,
             summary="Starts an attack, or goes on with it")  # fmt: skip
def start_attack(attack_id: str, house: TheHouse, visitor: TheVisitor) -> models.Attack:
    """Once it is counted, stopped, failed or lost; it waits where another is at work. 409 while it is, or once done."""
    orders.start(house.store, means_of(house), visitor.at.id, attack_id, house.clock())
    return _attack(house, visitor, attack_id)


@routes.post(f"{ATTACK}/stop", may=MODERATOR.by("manage"), response_model=models.Attack, summary="Stops an attack")
def stop_attack(attack_id: str, house: TheHouse, visitor: TheVisitor) -> models.Attack:
    """It ends as soon as it can; what was done stays."""
    orders.stop(house.store, means_of(house), visitor.at.id, attack_id, house.clock())
    return _attack(house, visitor, attack_id)


@routes.delete(ATTACK, may=MODERATOR.by("manage"), status_code=204, summary="Takes an attack off the list")
def forget_attack(attack_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """What came of it stays. 409 while it is at work."""
    orders.forget(house.store, visitor.at.id, attack_id, house.clock())
    return Response(status_code=204)


def _attack(house: House, visitor: Visitor, attack_id: str) -> models.Attack:
    return models.Attack.of(orders.found_order(house.store, visitor.at.id, attack_id), house.clock())
