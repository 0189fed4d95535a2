"""One's own account: password, leaderboards, tokens, sessions, data."""

import json

from fastapi import Form
from starlette.requests import Request
from starlette.responses import Response

from stumper.errors import BadOption, StumperError
from stumper.people.accounts.account import change_password, confirm_password, has_password, set_listed
from stumper.people.accounts.log_ins import close_all_sessions
from stumper.people.accounts.names import login
from stumper.people.accounts.passwords import SHORTEST
from stumper.people.accounts.person import SCOPES, Person
from stumper.people.accounts.tokens import DAYS, make_token, revoke, scope_of, tokens
from stumper.people.personal_data import erase, name_once_erased, personal_data
from stumper.web.access import SIGNED_IN, Routes, TheVisitor, Visitor
from stumper.web.cookies import sign_in, sign_out, whence
from stumper.web.failing import say_when, status_of
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.rendering import page, redirect
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
FORMS = ("password", "token", "erase")  # in which something can be wrong
LASTING = (7, 30, DAYS, 365)  # days for which a token may be wanted
DONE = ("password", "listed", "unlisted", "revoked")


@routes.get("/account", may=SIGNED_IN)
def account(request: Request, house: TheHouse, visitor: TheVisitor, done: str = "") -> Response:
    """All that one can see and change of it; ``done`` is what has just been changed."""
    return _account(request, house, visitor, done=done if done in DONE else None)


@routes.post("/account/password", may=SIGNED_IN)
def password(
    request: Request, house: TheHouse, visitor: TheVisitor, current: str = Form(""), new: str = Form("")
) -> Response:
    """The new password is set, and one is logged in here alone; else what was wrong."""
    id, now = visitor.signed_in.id, house.clock()
    try:
        change_password(house.store, id, current, new, whence(house, request), now)
    except StumperError as error:
        return _account(request, house, visitor, "password", error)
    response = redirect(request, "/account?done=password")
    sign_in(house, request, response, id)
    return response


@routes.post("/account/leaderboards", may=SIGNED_IN)
def leaderboards(request: Request, house: TheHouse, visitor: TheVisitor, listed: bool = Form(False)) -> Response:
    """Leaderboards show one, or do not."""
    set_listed(house.store, visitor.signed_in.id, listed)
    return redirect(request, f"/account?done={'listed' if listed else 'unlisted'}")


@routes.post("/account/tokens", may=SIGNED_IN)
def new_token(
    request: Request,
    house: TheHouse,
    visitor: TheVisitor,
    name: str = Form(""),
    scope: str = Form(SCOPES[0]),
    days: int = Form(DAYS),
) -> Response:
    """The new token, this once; else what was wrong."""
    try:
        secret = make_token(house.store, visitor.signed_in.id, name, house.clock(), scope=scope_of(scope), days=days)
    except StumperError as error:
        return _account(request, house, visitor, "token", error)
    return _account(request, house, visitor, token=secret)


@routes.post("/account/tokens/{token_id}/revoke", may=SIGNED_IN)
def revoke_token(request: Request, token_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The token no longer works."""
    revoke(house.store, visitor.signed_in.id, token_id)
    return redirect(request, "/account?done=revoked")


@routes.post("/account/log-out", may=SIGNED_IN)
def log_out_everywhere(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """Logged out here and everywhere else."""
    close_all_sessions(house.store, visitor.signed_in.id)
    response = redirect(request, "/log-in")
    sign_out(house, request, response)
    return response


@routes.get("/account/data", may=SIGNED_IN, work=COMPUTED)
def data(house: TheHouse, visitor: TheVisitor) -> Response:
    """A file with all that is kept of one."""
    return data_file(house, visitor.signed_in)


@routes.post("/account/erase", may=SIGNED_IN)
def erase_account(request: Request, house: TheHouse, visitor: TheVisitor, confirmation: str = Form("")) -> Response:
    """Erased and logged out, where the password (without one: the name) confirms it; else what was wrong."""
    try:
        _erase(request, house, visitor, confirmation)
    except StumperError as error:
        return _account(request, house, visitor, "erase", error)
    response = page(request, "account/erased.html.j2", Visitor())
    sign_out(house, request, response)
    return response


def data_file(house: House, person: Person) -> Response:
    """All that is kept of somebody, to download."""
    text = json.dumps(personal_data(house.store, person.id), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="stumper-personal-data.json"'}
    return Response(text, media_type="application/json", headers=headers)


def _erase(request: Request, house: House, visitor: Visitor, confirmation: str) -> None:
    person, now = visitor.signed_in, house.clock()
    if has_password(house.store, person.id):
        confirm_password(house.store, person.id, confirmation, whence(house, request), now)
    elif login(confirmation) != login(person.name):
        raise BadOption(t("account.erase.wrong_name", name=person.name))
    erase(house.store, person.id, now)


def _account(
    request: Request,
    house: House,
    visitor: Visitor,
    where: str | None = None,
    error: StumperError | None = None,
    *,
    done: str | None = None,
    token: str | None = None,
) -> Response:
    """The page; ``where`` is the form that the error is of, ``token`` a new one."""
    person = visitor.signed_in
    answer = page(
        request,
        "account/account.html.j2",
        visitor,
        status=200 if error is None else status_of(error),
        problems={form: str(error) if form == where else None for form in FORMS},
        done=done,
        token=token,
        tokens=tokens(house.store, person.id),
        scopes=SCOPES,
        lasting=LASTING,
        days=DAYS,
        now=house.clock(),
        has_password=has_password(house.store, person.id),
        shortest=SHORTEST,
        nobody=name_once_erased(person.id),
        day=day,
    )
    return say_when(answer, error)
