"""What is kept of a person: all of it handed out, or taken away."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, select, update

from stumper.errors import NotThere, Refused
from stumper.people.accounts.account import administrators
from stumper.people.accounts.failed_log_ins import forget_failures
from stumper.people.accounts.log_ins import close_ways_in
from stumper.people.accounts.proxied import forget_proxy
from stumper.people.projects.members import administered_alone, give_role
from stumper.people.projects.uploads import disown
from stumper.people.writing.tossup import TossupPayload, Written
from stumper.people.writing.tries import Put, text_id, text_seen
from stumper.store import Store, people_schema, schema
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, items, match_events, readings, rooms, tossups
from stumper.store.values import from_text, to_text

PEOPLE, PROJECTS, ITEMS = people_schema.people, people_schema.projects, people_schema.items
ASSIGNMENTS, RESPONSES = people_schema.assignments, people_schema.responses
DRAFTS, CHANGES, TRIES = people_schema.drafts, people_schema.changes, people_schema.tries
READINGS, TOSSUPS, ACTS = people_schema.readings, people_schema.tossups, people_schema.acts
JUDGEMENTS = schema.judgements
SHOWN_DIGITS = 4  # of the id, in the name of somebody who was erased


def personal_data(store: Store, person_id: str) -> dict[str, Any]:
    """All that is kept of the person, as JSON has it, but for hashes of secrets; NotThere where there is nobody."""
    with store.engine.connect() as connection:
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person_id)).one_or_none()
        if row is None:
            raise NotThere("There is no such person.")
        account = {name: getattr(row, name) for name in ("id", "name", "administrator", "listed", "created", "erased")}
        return {
            "account": account | {"password": row.password is not None},
            "memberships": _memberships(connection, person_id),
            "sessions": _rows(connection, people_schema.sessions, person_id, "created", "expires"),
            "browsers": _rows(connection, people_schema.browsers, person_id, "created", "expires"),
            "recoveries": _rows(connection, people_schema.recoveries, person_id, "created", "expires"),
            "tokens": _rows(connection, people_schema.tokens, person_id, "name", "scope", "created", "expires", "used"),
            "invitations": _invitations(connection, person_id),
            "uploads": _uploads(connection, person_id),
            "models": _models(connection, person_id),
            "removed_from": _removed_from(connection, person_id),
            "work": list(_work(connection, person_id)),
            "judgements": _judgements(connection, person_id),
            "matches": events_of(connection, person_id),
            "acts": _acts(connection, person_id),
            "links": _arrivals(connection, person_id),
            "set_aside": _set_aside(connection, person_id),
        }


def erase(store: Store, person_id: str, now: float) -> None:
    """Nobody can tell any longer who the person was, and nobody logs in as them.

    Gone are name, password, the id by which they came, sessions, tokens, memberships, links that they made, drafts,
    edit logs, texts that they tried but did not submit, what machines said of their tossups, files that they uploaded
    and no project has, the keys of models that they named, the reasons that they gave for judgements, and what they
    said of examples. What they submitted, judged, voted and played stays, as somebody's. Projects that nobody else
    administers have the administrators of the server. Refused for the only one of those. Erasing twice changes nothing.
    """
    with writing(store.engine) as connection:
        others = [id for id in administrators(connection) if id != person_id]
        administered_alone(connection, person_id)  # whoever decides about a project locks it before its people
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person_id).with_for_update()).one_or_none()
        if row is None:
            raise NotThere("There is no such person.")
        if row.erased is not None:
            return
        if row.administrator and not others:
            raise Refused("You are the only administrator here. Make somebody else one first, then erase your account.")
        _hand_over(connection, person_id, others, now)
        if row.login is not None:
            forget_failures(connection, row.login)
        _forget_ways_in(connection, person_id)
        _forget_id(connection, person_id)
        disown(connection, person_id)
        _forget_unfinished(connection, person_id)
        _forget_what_was_tried(connection, person_id)
        _forget_reasons(connection, person_id)
        forget_tossups(connection, person_id)
        _forget_keys(connection, person_id)
        connection.execute(update(ACTS).where(ACTS.c.person_id == person_id).values(said=""))
        nobody = {"name": name_once_erased(person_id), "login": None, "password": None, "erased": now}
        gone = update(PEOPLE).where(PEOPLE.c.id == person_id)
        connection.execute(gone.values(**nobody, administrator=False, listed=False))


def name_once_erased(person_id: str) -> str:
    """What somebody is called whose account is erased."""
    return f"Someone {person_id[:SHOWN_DIGITS]}"


def forget_tossups(connection: Connection, person_id: str) -> None:
    """What machines said of their texts is gone, the texts that they began from, and the reasons that they gave.

    So are the answers of what they never submitted.
    """
    theirs = select(assignments.c.id).where(assignments.c.person_id == person_id)
    connection.execute(delete(readings).where(readings.c.assignment_id.in_(theirs)))
    for row in connection.execute(select(tossups).where(tossups.c.assignment_id.in_(theirs))).all():
        bare = replace(from_text(Written, row.document), reason="")
        connection.execute(update(tossups).where(tossups.c.position == row.position).values(document=to_text(bare)))
    begun = (
        select(items.c.id, items.c.payload, tossups.c.id.label("tossup_id"))
        .join(assignments, assignments.c.item_id == items.c.id)
        .outerjoin(tossups, tossups.c.assignment_id == assignments.c.id)
        .where(assignments.c.person_id == person_id, items.c.author_id == person_id)
    )
    for row in connection.execute(begun).all():
        bare_payload = replace(from_text(TossupPayload, row.payload), text="", revisions=())
        if row.tossup_id is None:
            bare_payload = replace(bare_payload, answer="", answer_line="")
        connection.execute(update(items).where(items.c.id == row.id).values(payload=to_text(bare_payload)))


def events_of(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """Their seats, buzzes, answers and decisions, by match."""
    query = (
        select(match_events.c.room_id, match_events.c.at, match_events.c.document, rooms.c.document.label("match"))
        .join(rooms, rooms.c.id == match_events.c.room_id)
        .where(match_events.c.person_id == person_id)
        .order_by(rooms.c.created, match_events.c.room_id, match_events.c.number)
    )
    found: dict[str, dict[str, Any]] = {}
    for row in connection.execute(query):
        match = found.setdefault(row.room_id, {"match": json.loads(row.match)["name"], "events": []})
        match["events"].append({"at": row.at, **json.loads(row.document)})
    return list(found.values())


def _hand_over(connection: Connection, person_id: str, to: Sequence[str], now: float) -> None:
    """Projects that nobody else administers have these people as administrators."""
    alone = administered_alone(connection, person_id)  # again: nobody gives the person a role any more
    if alone and not to:
        raise Refused("Nobody else administers a project of yours, or this server. Make somebody else one first.")
    for project_id in alone:
        for other in to:
            give_role(connection, project_id, other, "administrator", now)


def _forget_ways_in(connection: Connection, person_id: str) -> None:
    close_ways_in(connection, person_id)
    forget_proxy(connection, person_id)
    for table in (people_schema.members, people_schema.removals):
        connection.execute(delete(table).where(table.c.person_id == person_id))
    links = people_schema.invitations
    connection.execute(delete(links).where(links.c.made_by == person_id))


def _forget_id(connection: Connection, person_id: str) -> None:
    """What a crowd site calls them; a hash of it stays, so that nobody begins a second time by one id."""
    arrivals = people_schema.arrivals
    connection.execute(update(arrivals).where(arrivals.c.person_id == person_id).values(external_id=None))


def _forget_keys(connection: Connection, person_id: str) -> None:
    """The keys that they brought; what needed one fails from now on until somebody names it anew."""
    named = people_schema.named_models
    connection.execute(update(named).where(named.c.made_by == person_id).values(key=None))


def _forget_unfinished(connection: Connection, person_id: str) -> None:
    theirs = select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.person_id == person_id)
    for table in (DRAFTS, CHANGES):
        connection.execute(delete(table).where(table.c.assignment_id.in_(theirs)))


def _forget_what_was_tried(connection: Connection, person_id: str) -> None:
    """Texts that were put to the model but not submitted; that there was one, and whether it was new, stays."""
    theirs = select(TRIES).join(ASSIGNMENTS, ASSIGNMENTS.c.id == TRIES.c.assignment_id)
    tried = theirs.where(ASSIGNMENTS.c.person_id == person_id, TRIES.c.kind == "predict")
    for row in connection.execute(tried).all():
        put = from_text(Put, row.document)
        erased = to_text(replace(put, text="", same=text_seen(put)))
        bare = {"document": erased, "perturbation_id": text_id(row.perturbation_id, put)}
        connection.execute(update(TRIES).where(TRIES.c.position == row.position).values(bare))


def _forget_reasons(connection: Connection, person_id: str) -> None:
    connection.execute(update(JUDGEMENTS).where(JUDGEMENTS.c.annotator == person_id).values(note=""))
    for table in (RESPONSES, people_schema.withdrawn):
        theirs = select(table).join(ASSIGNMENTS, ASSIGNMENTS.c.id == table.c.assignment_id)
        for row in connection.execute(theirs.where(ASSIGNMENTS.c.person_id == person_id)).all():
            document = json.loads(row.document)
            if isinstance(document, dict) and document.get("note"):
                text = json.dumps(document | {"note": ""}, separators=(",", ":"))
                bare = update(table).where(table.c.assignment_id == row.assignment_id)
                connection.execute(bare.values(document=text))


def _memberships(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    members = people_schema.members
    query = (
        select(PROJECTS.c.name.label("project"), members.c.role, members.c.joined)
        .join(PROJECTS, PROJECTS.c.id == members.c.project_id)
        .where(members.c.person_id == person_id)
    )
    return _found(connection, query.order_by(members.c.joined, members.c.role))


def _invitations(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    links = people_schema.invitations
    query = (
        select(PROJECTS.c.name.label("project"), links.c.role, links.c.created, links.c.expires, links.c.places)
        .outerjoin(PROJECTS, PROJECTS.c.id == links.c.project_id)
        .where(links.c.made_by == person_id)
    )
    return _found(connection, query.order_by(links.c.created))


def _models(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """The models that they named, but for the keys."""
    named = people_schema.named_models
    query = select(PROJECTS.c.name.label("project"), named.c.name, named.c.document, named.c.created).join(
        PROJECTS, PROJECTS.c.id == named.c.project_id
    )
    found = _found(connection, query.where(named.c.made_by == person_id).order_by(named.c.created))
    return [row | {"document": json.loads(row["document"])} for row in found]


def _arrivals(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """The links by which they came, each with all versions of its text that they agreed to."""
    arrivals, links, agreed = people_schema.arrivals, people_schema.work_links, people_schema.consents
    texts = people_schema.consent_texts
    query = (
        select(PROJECTS.c.name.label("project"), links.c.id, links.c.role, arrivals.c.external_id, arrivals.c.at,
               arrivals.c.browsers, arrivals.c.finished)
        .join(links, links.c.id == arrivals.c.link_id)
        .join(PROJECTS, PROJECTS.c.id == links.c.project_id)
        .where(arrivals.c.person_id == person_id)
    )  # fmt: skip
    versions = (
        select(agreed.c.link_id, agreed.c.version, agreed.c.at, texts.c.text)
        .join(texts, (texts.c.link_id == agreed.c.link_id) & (texts.c.version == agreed.c.version))
        .where(agreed.c.person_id == person_id)
        .order_by(agreed.c.version)
    )
    consents = _found(connection, versions)
    return [
        {name: value for name, value in row.items() if name != "id"}
        | {"agreed": [{name: one[name] for name in ("version", "at", "text")} for one in consents
                      if one["link_id"] == row["id"]]}
        for row in _found(connection, query.order_by(arrivals.c.at))
    ]  # fmt: skip


def _set_aside(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """Where their work counts for nothing, or once did, and why."""
    table = people_schema.set_aside
    query = (
        select(PROJECTS.c.name.label("project"), table.c.reason, table.c.at, table.c.undone)
        .join(PROJECTS, PROJECTS.c.id == table.c.project_id)
        .where(table.c.person_id == person_id)
    )
    return _found(connection, query.order_by(table.c.position))


def _uploads(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    owners = people_schema.upload_owners
    query = select(owners.c.upload_id.label("id"), owners.c.name, owners.c.created)
    return _found(connection, query.where(owners.c.owner_id == person_id).order_by(owners.c.created, "id"))


def _removed_from(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """The roles whose links no longer open to the person."""
    links, removals = people_schema.invitations, people_schema.removals
    query = (
        select(PROJECTS.c.name.label("project"), links.c.role)
        .join(links, links.c.project_id == PROJECTS.c.id)
        .join(removals, removals.c.invitation_id == links.c.id)
        .where(removals.c.person_id == person_id)
        .distinct()
    )
    return _found(connection, query.order_by("project", links.c.role))


def _work(connection: Connection, person_id: str) -> Iterator[dict[str, Any]]:
    """Each piece of work with all that the person wrote in it."""
    query = (
        select(ASSIGNMENTS, PROJECTS.c.name.label("project"), ITEMS.c.kind, ITEMS.c.topic, ITEMS.c.payload)
        .join(ITEMS, ITEMS.c.id == ASSIGNMENTS.c.item_id)
        .join(PROJECTS, PROJECTS.c.id == ITEMS.c.project_id)
        .where(ASSIGNMENTS.c.person_id == person_id)
        .order_by(ASSIGNMENTS.c.position)
    )
    written = {
        "response": _of_assignments(connection, person_id, select(RESPONSES)),
        "withdrawn": _of_assignments(connection, person_id, select(people_schema.withdrawn)),
        "draft": _of_assignments(connection, person_id, select(DRAFTS)),
        "changes": _of_assignments(connection, person_id, select(CHANGES).order_by(CHANGES.c.number)),
        "tries": _of_assignments(connection, person_id, select(TRIES).order_by(TRIES.c.position)),
        "readings": _of_assignments(connection, person_id, select(READINGS).order_by(READINGS.c.number)),
        "tossups": _of_assignments(connection, person_id, select(TOSSUPS).order_by(TOSSUPS.c.position)),
    }
    for row in connection.execute(query).all():
        plain = ("project", "kind", "topic", "state", "started", "seen", "spent", "ended", "turn")
        work = {name: getattr(row, name) for name in plain} | {"item": json.loads(row.payload)}
        yield work | {name: found.get(row.id, []) for name, found in written.items()}


def _of_assignments(connection: Connection, person_id: str, query: Select[Any]) -> dict[str, list[dict[str, Any]]]:
    """The rows of a table by the person's assignment."""
    [table] = query.get_final_froms()
    theirs = select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.person_id == person_id)
    found: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(query.where(table.c.assignment_id.in_(theirs))).mappings():
        hidden = ("assignment_id", "position", "key", "document")
        values = {name: value for name, value in row.items() if name not in hidden}
        found.setdefault(row["assignment_id"], []).append(values | {"document": json.loads(row["document"])})
    return found


def _acts(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """What they did about examples, and said of them."""
    names = ("made_id", "at", "kind", "said", "types_before", "types_after")
    query = select(PROJECTS.c.name.label("project"), *(ACTS.c[name] for name in names)).join(
        PROJECTS, PROJECTS.c.id == ACTS.c.project_id
    )
    return _found(connection, query.where(ACTS.c.person_id == person_id).order_by(ACTS.c.position))


def _judgements(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    names = ("perturbation_id", "grammatical", "label_correct", "on_task", "note", "judge")
    query = select(*(JUDGEMENTS.c[name] for name in names)).where(JUDGEMENTS.c.annotator == person_id)
    return _found(connection, query.order_by(JUDGEMENTS.c.position))


def _rows(connection: Connection, table: Table, person_id: str, *names: str) -> list[dict[str, Any]]:
    query = select(*(table.c[name] for name in names)).where(table.c.person_id == person_id)
    return _found(connection, query.order_by(table.c.created))


def _found(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]
