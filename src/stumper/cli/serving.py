"""Opens a store, tells how to come in, and serves until told to end."""

import logging
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import NoReturn

from stumper import api
from stumper.cli.console import remark
from stumper.store import Store

EVERYWHERE = ("0.0.0.0", "::")
HERE_ALONE = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Serving:
    """What the command was given."""

    host: str
    port: int
    root_path: str
    is_proxied: bool
    allowed: tuple[str, ...]
    victims: tuple[str, ...]
    is_demo: bool
    store: str | None


def carry_out(serving: Serving) -> None:
    """Serves; the addresses that open something are on standard output, one a line, before the first answer."""
    from stumper.cli.serve_demo import prepare_demo
    from stumper.people.accounts.secrets import hashed
    from stumper.people.projects.fittings import go_on_with_all
    from stumper.people.projects.invitations import first_invitation
    from stumper.people.writing.warming import to_warm, warm
    from stumper.web.app import make_app
    from stumper.web.serving import answer, bound, furnish, listen
    from stumper.web.words import t

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    signal.signal(signal.SIGTERM, _end)
    with bound(serving.host, serving.port) as listener, _store(serving) as store:
        house = furnish(store, serving.victims, serving.root_path, serving.is_proxied, serving.host, serving.allowed)
        home = f"http://{_host(serving.host)}:{listener.getsockname()[1]}{house.root_path}"
        people = prepare_demo(house) if serving.is_demo else {}
        house = replace(house, doors={hashed(secret): person.id for secret, person in people.items()})
        go_on_with_all(store, house.clock())
        app, cold = make_app(house), to_warm(store, house.desks)
        listen(listener)
        say(f"Stumper listens at {home}/ with the store {store.name}. Ctrl+C ends it.")
        for secret, person in people.items():
            role = t("shared.demo.administers" if person.administrator else "shared.demo.works")
            say(t("shared.demo.enter", name=person.name, role=role, link=f"{home}/enter/{secret}"))
        if people:
            say(t("shared.demo.how"))
        if (first := first_invitation(store, house.clock())) is not None:
            say(f"Become its administrator (once, within 7 days): {home}/join/{first}")
        if serving.host not in HERE_ALONE and not serving.is_proxied:
            remark("Others can reach this without encryption, passwords included: put a proxy before it (--proxy).")
        if (serving.host in EVERYWHERE or serving.is_proxied) and not serving.allowed:
            remark(
                "It answers for this machine's own addresses alone: name the host of the site with --allowed-host HOST."
            )
        Thread(target=warm, args=(cold, house.clock()), name="warming", daemon=True).start()
        answer(app, listener)


def log_everybody_out(store: str | None) -> None:
    """Changes what the servers on the store sign with; those that run notice it by themselves."""
    from stumper.people.accounts.log_ins import close_everybodys_sessions

    with api.open_store(store, outlasts_power=True) as opened:
        close_everybodys_sessions(opened)
        say(f"Everybody is logged out, at every server on the store {opened.name}; links for new passwords have ended.")
        say("Tokens of programs and invitations stay: revoke or withdraw those that you no longer trust.")


def say(line: str) -> None:
    """A line on standard output, at once."""
    print(line, flush=True)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """After the server has let its requests end."""
    remark("ended; what was saved is kept")
    raise SystemExit(0)


@contextmanager
def _store(serving: Serving) -> Iterator[Store]:
    if not serving.is_demo or serving.store is not None:
        with api.open_store(serving.store, outlasts_power=True) as store:
            yield store
        return
    with (
        tempfile.TemporaryDirectory(prefix="stumper-") as folder,
        api.open_store(str(Path(folder) / "demo.db")) as made,
    ):
        yield made


def _host(host: str) -> str:
    """As in an address; what listens everywhere is reached here at this machine's own."""
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
    return here.get(host, f"[{host}]" if ":" in host else host)
