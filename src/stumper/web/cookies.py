"""The cookies: whose session it is, what ties a form to the browser that it was sent to, that somebody has logged in
there before, and which guest of a match it is."""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from stumper.people.accounts.failed_log_ins import Whence
from stumper.people.accounts.log_ins import BROWSER_LASTS, LASTS, close_session, open_session, remember_browser
from stumper.people.matches.guests import GUEST_LASTS, leave_for_good
from stumper.web.house import House

SESSION = "stumper_session"
VISIT = "stumper_visit"
BROWSER = "stumper_browser"
GUEST = "stumper_guest"


@dataclass(frozen=True, slots=True)
class Cookies:
    """What a browser sent and we had signed; ``visit`` is new where it had none."""

    session: str | None
    visit: str
    is_new: bool
    browser: str | None = None
    guest: str | None = None


def cookies_of(house: House, connection: HTTPConnection) -> Cookies:
    """All of them, without those that are not ours."""
    session = _opened(house, SESSION, connection.cookies.get(SESSION))
    visit = _opened(house, VISIT, connection.cookies.get(VISIT))
    browser = _opened(house, BROWSER, connection.cookies.get(BROWSER))
    guest = _opened(house, GUEST, connection.cookies.get(GUEST))
    return Cookies(session, visit or token_urlsafe(24), is_new=visit is None, browser=browser, guest=guest)


def whence(house: House, connection: HTTPConnection) -> Whence:
    """Where an attempt to log in comes from, as far as is known."""
    address = connection.client.host if connection.client else ""
    return Whence(address, cookies_of(house, connection).browser)


def csrf_of(house: House, cookies: Cookies) -> str:
    """What a form of this browser, in this session, must carry."""
    tied = f"{cookies.visit} {cookies.session or ''}".encode()
    return hmac.new(house.secret.encode(), b"csrf " + tied, sha256).hexdigest()


def begin_work(
    house: House, request: HTTPConnection, response: Response, person_id: str, link_id: str, is_known: bool
) -> None:
    """The browser is from now on that person's for the work of a link; whoever was logged in there no longer is.

    ``is_known``: also what is kept of them may be seen there, now and later.
    """
    sign_out(house, request, response)
    if is_known:
        _remember(house, request, response, person_id)
    secret = open_session(house.store, person_id, house.clock(), link_id)
    _set(house, request, response, SESSION, secret, LASTS)


def sign_in(house: House, request: HTTPConnection, response: Response, person_id: str) -> None:
    """The browser is from now on that person's, in a new session, and known to be theirs; an old session is closed."""
    sign_out(house, request, response)
    _remember(house, request, response, person_id)
    _set(house, request, response, SESSION, open_session(house.store, person_id, house.clock()), LASTS)


def sign_out(house: House, request: HTTPConnection, response: Response) -> None:
    """The browser is nobody's, and its session closed."""
    if (session := cookies_of(house, request).session) is not None:
        close_session(house.store, session)
    response.delete_cookie(SESSION, path=_path(request), httponly=True, samesite="lax", secure=_is_secure(request))


def let_in(house: House, request: HTTPConnection, response: Response, secret: str) -> None:
    """The browser is from now on that guest's, whoever is logged in there; a guest from before has left."""
    let_out(house, request, response)
    _set(house, request, response, GUEST, secret, GUEST_LASTS)


def let_out(house: House, request: HTTPConnection, response: Response) -> None:
    """The browser is no guest's, and whoever it was can do nothing more."""
    if (guest := cookies_of(house, request).guest) is not None:
        leave_for_good(house.store, guest, house.clock())
    response.delete_cookie(GUEST, path=_path(request), httponly=True, samesite="lax", secure=_is_secure(request))


def keep_visit(house: House, request: HTTPConnection, response: Response, cookies: Cookies) -> None:
    """The browser keeps what its forms are tied to."""
    if cookies.is_new:
        _set(house, request, response, VISIT, cookies.visit, None)


def signed(house: House, name: str, value: str) -> str:
    """What a browser keeps as a cookie of this name; it is signed, so that nothing else is looked up in the store."""
    text = _signer(house, name).dumps(value)
    assert isinstance(text, str)
    return text


def _remember(house: House, request: HTTPConnection, response: Response, person_id: str) -> None:
    browser = cookies_of(house, request).browser or token_urlsafe(32)
    remember_browser(house.store, browser, person_id, house.clock())
    _set(house, request, response, BROWSER, browser, BROWSER_LASTS)


def _set(house: House, request: HTTPConnection, response: Response, name: str, value: str, max_age: int | None) -> None:
    secure = _is_secure(request)
    response.set_cookie(
        name, signed(house, name, value), max_age, path=_path(request), httponly=True, samesite="lax", secure=secure
    )


def _opened(house: House, name: str, text: str | None) -> str | None:
    if text is None:
        return None
    try:
        value = _signer(house, name).loads(text)
    except BadSignature:
        return None
    return value if isinstance(value, str) else None


def _signer(house: House, name: str) -> URLSafeSerializer:
    return URLSafeSerializer(house.secret, salt=name, signer_kwargs={"digest_method": sha256})


def _path(request: HTTPConnection) -> str:
    return str(request.scope.get("root_path") or "/")


def _is_secure(request: HTTPConnection) -> bool:
    return request.url.scheme == "https"
