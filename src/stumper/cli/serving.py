"""Opens a store, tells how to come in, and serves until told to end."""

import json
import logging
import os
import signal
import sys
import tempfile
import traceback
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from stumper import api
from stumper.cli.console import remark
from stumper.errors import BadOption
from stumper.store import Store

if TYPE_CHECKING:
    from stumper.web.house import House

EVERYWHERE = ("0.0.0.0", "::")
HERE_ALONE = ("127.0.0.1", "::1", "localhost")
FORMATS = ("text", "json")  # of the log: lines for people, or JSON for programs, which holds no text and no secret


@dataclass(frozen=True, slots=True)
class Watching:
    """How the log is written, and the networks from which the server's figures may be read."""

    log_format: str = "text"
    metrics_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trusting:
    """The header in which proxies say who asks, "" for none; whose word on it counts; and who gets in so."""

    header: str = ""
    proxies: tuple[str, ...] = ()
    rule: str = "new"


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
    waits_for_models: bool = False
    opens_browser: bool = False
    watching: Watching = Watching()
    trusting: Trusting = Trusting()
    model_hosts: tuple[str, ...] = ()


def carry_out(serving: Serving) -> None:
    """Serves; the addresses that open something are on standard output, one a line, before the first answer."""
    from stumper.cli.serve_demo import open_demo, prepare_demo
    from stumper.people.accounts.secrets import hashed, new_secret
    from stumper.people.attacking import orders
    from stumper.people.projects import fittings
    from stumper.people.projects.invitations import first_invitation
    from stumper.web.app import make_app
    from stumper.web.arriving import Arrival
    from stumper.web.house import Seers, means_of
    from stumper.web.serving import answer, bound, furnish, listen
    from stumper.web.trusted import networks, trusted_from
    from stumper.web.words import t

    _begin_log(serving.watching.log_format)
    trusted = trusted_from(serving.trusting, serving.is_proxied)
    seers = Seers(os.environ.get("STUMPER_METRICS_TOKEN", ""), networks(serving.watching.metrics_from))
    signal.signal(signal.SIGTERM, _end)
    with bound(serving.host, serving.port) as listener, _store(serving) as store:
        house = furnish(
            store, serving.victims, serving.root_path, serving.is_proxied, serving.host, serving.allowed,
            serving.model_hosts,
        )  # fmt: skip
        home = f"http://{_host(serving.host)}:{listener.getsockname()[1]}{house.root_path}"
        house, door = replace(house, seers=seers, trusted=trusted), new_secret()
        if serving.is_demo:
            people = open_demo(house)
            house.arrivals.tasks.append(Arrival(t("shared.demo.work"), partial(prepare_demo, house, people)))
            house = replace(house, doors={hashed(door): [person.id for person in people.people]}, door=door)
        fittings.go_on_with_all(store, house.clock())
        orders.go_on_with_all(store, means_of(house), house.clock())
        if serving.waits_for_models:
            house.arrivals.load()
            _check_loaded(house)
        app = make_app(house)
        listen(listener)
        say(f"Stumper listens at {home}/ with the store {store.name}. Ctrl+C ends it.")
        way_in = f"{home}/"
        if serving.is_demo:
            say(t("shared.demo.enter", link=(way_in := f"{home}/enter/{door}")))
        if (first := first_invitation(store, house.clock())) is not None:
            say(f"Become its administrator (once, within 7 days): {(way_in := f'{home}/join/{first}')}")
        if serving.host not in HERE_ALONE and not serving.is_proxied:
            remark("Others can reach this without encryption, passwords included: put a proxy before it (--proxy).")
        if (serving.host in EVERYWHERE or serving.is_proxied) and not serving.allowed:
            remark(
                "It answers for this machine's own addresses alone: name the host of the site with --allowed-host HOST."
            )
        Thread(target=_make_ready, args=(house,), name="loading", daemon=True).start()
        if serving.opens_browser and not webbrowser.open(way_in):
            remark(f"No browser could be opened. Open it yourself: {way_in}")
        answer(app, listener)


def _make_ready(house: "House") -> None:
    """Models are loaded and have been asked what takes longest at their first question."""
    from stumper.web.arriving import to_warm, warm

    house.arrivals.load()
    loaded = {one.name: one.made for one in house.arrivals.models if one.made is not None}
    warm(to_warm(house.store, loaded), house.clock())


def _check_loaded(house: "House") -> None:
    """Nothing; BadOption for the first that could not be loaded."""
    if failed := [one for one in house.arrivals if one.state == "failed"]:
        raise BadOption(f"{failed[0].name} could not be made ready: {failed[0].fault}")


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


def _begin_log(format: str) -> None:
    """From now on the log is written so, on standard error; BadOption where there is no such format."""
    if format not in FORMATS:
        raise BadOption(f"--log-format {format!r} is none. Write one of: {', '.join(FORMATS)}.")
    if format == "text":
        logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("stumper.requests").setLevel(logging.INFO)


class AsJson(logging.Formatter):
    """A line of JSON for each record; of an error the places in the code, not its message, which may repeat a text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = getattr(record, "told", None)
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        line |= told if isinstance(told, dict) else {"message": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line)
