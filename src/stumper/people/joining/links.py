"""Links by which anybody works in a project, without a name or a password: on crowd sites, or by a QR code at an event.

The link is shown in public, so the store keeps it as it is; what it opens is the work of one role and nothing else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote, urlsplit

from sqlalchemy import Connection, Row, func, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.person import Role
from stumper.people.accounts.secrets import new_id
from stumper.people.projects.project import Project
from stumper.store import Store
from stumper.store.connection import row_of, rows_of, writing
from stumper.store.people_schema import consent_texts
from stumper.store.people_schema import work_links as table

OPENED: tuple[Role, ...] = ("annotator", "player", "author")  # roles that somebody unknown may have
ANY = ""  # the parameter of a link that takes any of the usual ones
USUAL = (  # what crowd sites put an id into, whatever the case of its letters
    "PROLIFIC_PID", "workerId", "worker_id", "participantId", "participant_id", "assignmentWorkerId", "survey_code",
    "external_id", "RID", "pid", "id",
)  # fmt: skip
DAY = 24 * 3600
MOST_PLACES, MOST_DAYS, MOST_PIECES = 10_000, 365, 1_000
LONGEST_CONSENT, LONGEST_ADDRESS = 20_000, 500
EXTERNAL_ID = re.compile(r"[A-Za-z0-9._:+-]{1,100}")
PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
COMPLETION = re.compile(r"[A-Za-z0-9_-]{1,60}")
NO_LINK = "There is no such link. Check that the whole link was copied, or ask whoever sent it for another."


@dataclass(frozen=True, slots=True)
class Asked:
    """What a moderator decides of a link.

    ``parameter`` names the part of the link that holds somebody's id: ANY for the usual ones, None where people have no
    id. Whoever has done ``pieces`` of work is shown the code ``completion``, and sent to ``back`` where it is not "".
    """

    role: Role
    places: int
    days: int
    pieces: int
    parameter: str | None
    completion: str
    back: str
    consent: str


@dataclass(frozen=True, slots=True)
class WorkLink:
    """A link as it is; ``places`` is how many more may come by it."""

    id: str
    code: str
    project_id: str
    role: Role
    made_by: str | None
    created: float
    expires: float
    closed: float | None
    places: int
    pieces: int
    parameter: str | None
    completion: str
    back: str

    def is_open(self, now: float) -> bool:
        """Whether somebody new can come by it."""
        return self.closed is None and self.expires > now and self.places > 0


@dataclass(frozen=True, slots=True)
class Consent:
    """One version of what people agree to."""

    version: int
    text: str
    at: float


COLUMNS = [table.c[name] for name in WorkLink.__slots__]


def make_link(store: Store, project: Project, asked: Asked, made_by: str, now: float) -> WorkLink:
    """A new link; BadOption with what is to be changed."""
    _check(project, asked)
    made = WorkLink(
        new_id(), token_urlsafe(12), project.id, asked.role, made_by, now, now + asked.days * DAY, None, asked.places,
        asked.pieces, asked.parameter, asked.completion, asked.back,
    )  # fmt: skip
    with writing(store.engine) as connection:
        connection.execute(insert(table).values({name: getattr(made, name) for name in WorkLink.__slots__}))
        _put_consent(connection, made.id, 1, asked.consent, made_by, now)
    return made


def links_of(store: Store, project_id: str) -> list[WorkLink]:
    """All links of a project, the newest first."""
    query = select(*COLUMNS).where(table.c.project_id == project_id).order_by(table.c.created.desc(), table.c.id)
    return list(map(link_of, rows_of(store.engine, query)))


def link(store: Store, project_id: str, link_id: str) -> WorkLink:
    """A link of the project; NotThere."""
    query = select(*COLUMNS).where(table.c.id == link_id, table.c.project_id == project_id)
    row = row_of(store.engine, query)
    if row is None:
        raise NotThere("There is no such link in this project.")
    return link_of(row)


def link_by_code(store: Store, code: str) -> WorkLink:
    """The link that holds the code, closed or not; NotThere."""
    row = row_of(store.engine, select(*COLUMNS).where(table.c.code == code))
    if row is None:
        raise NotThere(NO_LINK)
    return link_of(row)


def close_link(store: Store, project_id: str, link_id: str, now: float) -> None:
    """Nobody new comes by the link; whoever has come goes on. NotThere."""
    link(store, project_id, link_id)
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == link_id, table.c.closed.is_(None)).values(closed=now))


def reopen_link(store: Store, project_id: str, link_id: str) -> None:
    """Somebody new comes by it again, as long as it lasts; NotThere."""
    link(store, project_id, link_id)
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == link_id).values(closed=None))


def consent(store: Store, link_id: str) -> Consent:
    """What whoever comes by the link agrees to now."""
    with store.engine.connect() as connection:
        return newest_consent(connection, link_id)


def consents_of(store: Store, link_id: str) -> list[Consent]:
    """All versions, the newest first."""
    query = select(consent_texts).where(consent_texts.c.link_id == link_id).order_by(consent_texts.c.version.desc())
    return [Consent(row.version, row.text, row.at) for row in rows_of(store.engine, query)]


def change_consent(store: Store, project_id: str, link_id: str, text: str, made_by: str, now: float) -> Consent:
    """The text is asked of everybody from now on, also of those who agreed to another; unchanged, nothing happens.

    BadOption where it is empty or too long, NotThere.
    """
    link(store, project_id, link_id)
    _check_consent(text)
    with writing(store.engine) as connection:
        connection.execute(select(table.c.id).where(table.c.id == link_id).with_for_update())
        before = newest_consent(connection, link_id)
        if before.text != text:
            _put_consent(connection, link_id, before.version + 1, text, made_by, now)
        return newest_consent(connection, link_id)


def newest_consent(connection: Connection, link_id: str) -> Consent:
    """As ``consent``, within a transaction."""
    newest = select(func.max(consent_texts.c.version)).where(consent_texts.c.link_id == link_id).scalar_subquery()
    query = select(consent_texts).where(consent_texts.c.link_id == link_id, consent_texts.c.version == newest)
    row = connection.execute(query).one()
    return Consent(row.version, row.text, row.at)


def external_id(link: WorkLink, sent: Mapping[str, str]) -> str | None:
    """The id that came with the link; None where it takes none.

    Refused where it should have come and did not; BadOption for what is no id, such as a placeholder that was not
    filled in.
    """
    if link.parameter is None:
        return None
    found = id_in(link, sent)
    if not found:
        raise Refused("This link does not say who you are. Open it from the site that gave you this work.")
    if not EXTERNAL_ID.fullmatch(found):
        raise BadOption(
            "The id in this link is none: an id has at most 100 letters, digits and . _ : + -. Open the link from the "
            "site that gave you this work."
        )
    return found


def id_in(link: WorkLink, sent: Mapping[str, str]) -> str:
    """What stands where the link takes an id, whatever it is; "" where nothing does."""
    names = {name.lower() for name in (USUAL if link.parameter == ANY else (link.parameter or "",))}
    return next((value.strip() for name, value in sent.items() if name.lower() in names and value.strip()), "")


def address_back(link: WorkLink, external_id: str | None) -> str:
    """Where somebody returns in the end, with the code and their id put in; "" where nowhere."""
    return link.back.replace("{code}", quote(link.completion, safe="")).replace(
        "{id}", quote(external_id or "", safe="")
    )


def check_open(link: WorkLink, now: float) -> None:
    """Nothing; Refused where nobody new can come by the link."""
    if link.closed is not None:
        raise Refused("This link was closed by whoever made it. Nobody new can begin.")
    if link.expires <= now:
        raise Refused("This link is too old to begin by. Ask whoever sent it for another.")
    if not link.places:
        raise Refused("As many people as were wanted have come by this link. Thank you for looking.")


def link_of(row: Row[Any]) -> WorkLink:
    """The link of a row that has all of its columns."""
    return WorkLink(*(getattr(row, name) for name in WorkLink.__slots__))


def _put_consent(connection: Connection, link_id: str, version: int, text: str, made_by: str, now: float) -> None:
    values = {"link_id": link_id, "version": version, "text": text, "at": now, "made_by": made_by}
    connection.execute(insert(consent_texts).values(values))


BOUNDS = (
    ("places", "A link is for {least} to {most:,} people, not for {value}.", MOST_PLACES),
    ("days", "A link lasts for {least} to {most:,} days, not for {value}.", MOST_DAYS),
    ("pieces", "Each is asked for {least} to {most:,} pieces of work, not for {value}.", MOST_PIECES),
)
KINDS_OF: Mapping[Role, frozenset[str]] = {
    "annotator": frozenset({"fix", "verify", "judge", "answer", "tag"}),
    "player": frozenset({"answer"}),
    "author": frozenset({"write"}),
}


def _check(project: Project, asked: Asked) -> None:
    if asked.role not in OPENED:
        raise BadOption(f"Nobody becomes {asked.role!r} by such a link. It is for {', '.join(OPENED)}.")
    if not KINDS_OF[asked.role] & {*project.settings.kinds}:
        raise BadOption(f"The project has no work for people who come by a link as {asked.role}. Add some in its "
                        "settings, or choose another role.")  # fmt: skip
    for name, sentence, most in BOUNDS:
        if not 1 <= (value := getattr(asked, name)) <= most:
            raise BadOption(sentence.format(least=1, most=most, value=value))
    if asked.parameter and not PARAMETER.fullmatch(asked.parameter):
        raise BadOption(f"A link has no part called {asked.parameter!r}. Its name begins with a letter and has at most "
                        "40 letters, digits and . _ -.")  # fmt: skip
    if not COMPLETION.fullmatch(asked.completion):
        raise BadOption(f"The code {asked.completion!r} is none: it has 1 to 60 letters, digits, - and _.")
    _check_address(asked.back)
    _check_consent(asked.consent)


def _check_address(back: str) -> None:
    if not back:
        return
    is_plain = len(back) <= LONGEST_ADDRESS and back.isascii() and back.isprintable() and not set(back) & set(' "<>\\')
    if not is_plain or not _is_https(back):
        raise BadOption(f"{back!r} is no address to return to: it begins with https://, has at most {LONGEST_ADDRESS} "
                        "characters, and may hold {code} and {id}.")  # fmt: skip


def _is_https(back: str) -> bool:
    try:
        found = urlsplit(back)
    except ValueError:
        return False
    return found.scheme == "https" and bool(found.hostname) and "@" not in found.netloc and "{" not in found.netloc


def _check_consent(text: str) -> None:
    if not text.strip():
        raise BadOption("Say what people agree to: who asks, what for, what is kept, and whom they can ask.")
    if len(text) > LONGEST_CONSENT:
        raise BadOption(f"What people agree to has at most {LONGEST_CONSENT:,} characters.")
