"""Who one is, and one's tokens, over the API."""

from dataclasses import asdict

from fastapi import Response
from pydantic import BaseModel, Field

from stumper.people.accounts import tokens as kept
from stumper.people.accounts.person import Role, Scope
from stumper.people.projects.members import projects_of, roles
from stumper.web.access import SIGNED_IN, Routes, TheVisitor
from stumper.web.house import TheHouse

routes = Routes(prefix="/api/v1")


class Membership(BaseModel):
    """A project that one is in."""

    id: str
    name: str
    roles: list[Role]
    closed: bool


class Me(BaseModel):
    """Who asks; ``listed``: shown on leaderboards."""

    id: str
    name: str
    administrator: bool
    listed: bool
    projects: list[Membership]


class Token(BaseModel):
    """What is known of a token; times are seconds since 1970, UTC."""

    id: str
    name: str
    scope: Scope
    created: float
    expires: float
    used: float | None


class NewToken(BaseModel):
    """What a token is for, what it opens, and for how many days."""

    name: str = Field(examples=["my script"])
    scope: Scope = Field("read", description="Each opens what those before it do: `read`, `work`, `manage`.")
    days: int = kept.DAYS


class MadeToken(BaseModel):
    """A token, shown this once."""

    token: str


@routes.get("/me", may=SIGNED_IN.by("read"), response_model=Me, summary="Who you are, and your projects")
def me(house: TheHouse, visitor: TheVisitor) -> Me:
    """The person whose token or session it is, with their projects and roles."""
    person = visitor.signed_in
    projects = [
        Membership(
            id=project.id,
            name=project.name,
            roles=sorted(roles(house.store, project.id, person.id)),
            closed=project.closed is not None,
        )
        for project in projects_of(house.store, person.id)
    ]
    return Me(id=person.id, name=person.name, administrator=person.administrator, listed=person.listed,
              projects=projects)  # fmt: skip


@routes.get("/tokens", may=SIGNED_IN.by("read"), response_model=list[Token], summary="Your tokens")
def tokens(house: TheHouse, visitor: TheVisitor) -> list[Token]:
    """What is known of them, the newest first; the tokens themselves are not kept."""
    found = kept.tokens(house.store, visitor.signed_in.id)
    return [Token(**asdict(token)) for token in found]


@routes.post("/tokens", may=SIGNED_IN, response_model=MadeToken, status_code=201, summary="Makes a token")
def make_token(wanted: NewToken, house: TheHouse, visitor: TheVisitor) -> MadeToken:
    """The token, this once. 403 where a token asks for it: tokens are made by people who are logged in."""
    person, now = visitor.signed_in.id, house.clock()
    return MadeToken(token=kept.make_token(house.store, person, wanted.name, now, scope=wanted.scope, days=wanted.days))


@routes.delete("/tokens/{token_id}", may=SIGNED_IN.by("manage"), status_code=204, summary="Revokes a token")
def revoke_token(token_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """It no longer works. 404 where you have no such token."""
    kept.revoke(house.store, visitor.signed_in.id, token_id)
    return Response(status_code=204)
