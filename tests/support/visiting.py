"""A real server over a store of its own, and visitors with their cookies; nothing is faked but the victim."""

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count

import httpx
import uvicorn

from stumper.people.accounts.account import register
from stumper.people.accounts.log_ins import open_session
from stumper.people.accounts.person import Person, Scope
from stumper.people.accounts.secrets import held_secret
from stumper.people.accounts.tokens import make_token
from stumper.people.projects.key_box import KeyBox
from stumper.people.projects.named_models import Reach
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Prediction, Query
from stumper.victims.allowed_hosts import allowed_hosts
from stumper.web.app import make_app
from stumper.web.arriving import Arrival, Arrivals
from stumper.web.cookies import SESSION, signed
from stumper.web.house import House
from stumper.web.limits import Buckets, Limits, Rate
from stumper.web.serving import bound, configuration, listen

FINDS = ScriptedVictim(Finds(("Ada", "Bob"), (0.7, 0.2)))
UNLIMITED = Limits(*(Buckets(Rate(10**9, 10**9)) for _ in range(4)), arrivals=Buckets(Rate(10**9, 10**9)))
NUMBERS = count(1)


async def _nowhere(host: str, port: int) -> list[str]:
    return ["10.0.0.1"]


REACH = Reach(allowed_hosts(["models.invalid"]), KeyBox(bytes(32)), _nowhere)  # of a host that is never connected to


def house_over(store: Store, victim: ScriptedVictim = FINDS, **changed: object) -> House:
    """A house with one victim, called "scripted", and no limits."""
    house = House(
        store, held_secret(store), {"scripted": victim}, {"scripted": Desk("scripted", victim, store.cache())},
        time.time, limits=UNLIMITED, reach=REACH,
    )  # fmt: skip
    return replace(house, **changed)


@dataclass(frozen=True)
class ForClaims:
    """A victim that answers claims alone, as it says."""

    fingerprint: str | None = "for claims"
    tasks: tuple[str, ...] = ("verification",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return FINDS.predict(queries)


def house_with_checker(store: Store) -> House:
    """A house with "scripted", and with "checks", which answers claims alone; both are loaded."""
    victims = {"checks": ForClaims(), "scripted": FINDS}
    desks = {name: Desk(name, victim, store.cache()) for name, victim in victims.items()}
    models = [Arrival(name, partial(desks.get, name), state="ready", made=desk) for name, desk in desks.items()]
    return house_over(store, victims=victims, desks=desks, arrivals=Arrivals(models))


@dataclass(frozen=True)
class Visit:
    """A browser without scripts, or a program: keeps cookies, knows the token for forms."""

    client: httpx.Client
    home: str
    tokens: dict[frozenset[tuple[str, str]], str] = field(default_factory=dict, compare=False)

    def get(self, path: str, **options: object) -> httpx.Response:
        return self.client.get(self.home + path, **options)

    def submit(self, path: str, files: object = None, **fields: object) -> httpx.Response:
        """A form sent from a page of this site."""
        data = {"csrf": self.csrf(), **fields}
        return self.client.post(self.home + path, data=data, files=files)

    def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        """What a page's script does."""
        headers = {"X-CSRF-Token": self.csrf(), "Accept": "application/json"}
        return self.client.request(method, self.home + path, json=body, headers=headers)

    def csrf(self) -> str:
        """The token for forms, of a page that is got once for the cookies as they are."""
        if (kept := frozenset(self.client.cookies.items())) not in self.tokens:
            page = self.get("/help").text
            kept = frozenset(self.client.cookies.items())  # the first page gives whoever has none a cookie
            self.tokens[kept] = re.search('<meta name="csrf-token" content="(.*)">', page)[1]
        return self.tokens[kept]


@dataclass(frozen=True)
class Site:
    """A server that listens; ``home`` is its address without a slash at the end."""

    house: House
    home: str
    clients: list[httpx.Client] = field(default_factory=list)

    def visit(self, person: Person | None = None) -> Visit:
        """Somebody signed in, or nobody."""
        return Visit(self._client(cookies=self.cookies(person)), self.home)

    def program(self, person: Person, scope: Scope = "manage") -> Visit:
        """Somebody's program with a token of this scope."""
        token = make_token(self.house.store, person.id, "test", self.house.clock(), scope=scope)
        return Visit(self._client(headers={"Authorization": f"Bearer {token}"}), self.home)

    def cookies(self, person: Person | None) -> dict[str, str]:
        """What a browser must keep to be this person's."""
        if person is None:
            return {}
        secret = open_session(self.house.store, person.id, self.house.clock())
        return {SESSION: signed(self.house, SESSION, secret)}

    def person(self, name: str = "", administrator: bool = False) -> Person:
        """A new account."""
        name = name or f"person {next(NUMBERS)}"
        return register(self.house.store, name, None, self.house.clock(), administrator)

    def _client(self, **options: object) -> httpx.Client:
        client = httpx.Client(follow_redirects=False, timeout=30, trust_env=False, verify=False, **options)
        self.clients.append(client)
        return client


class _Server(uvicorn.Server):
    """uvicorn's, but that it ends at once where nobody is connected any more, and not after two tenths of a second."""

    async def main_loop(self) -> None:
        for tick in count():
            if await self.on_tick(tick // 10):
                return
            await asyncio.sleep(0.01)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.sleep(0)
        if self.server_state.connections or self.server_state.tasks:
            await super().shutdown(sockets)
            return
        for server in self.servers:
            server.close()
            await server.wait_closed()
        await self.lifespan.shutdown()


@contextmanager
def serving(house: House, app: Callable[..., object] | None = None, port: int = 0) -> Iterator[Site]:
    """The house answers at a port of this machine, a free one, until the end."""
    with bound("127.0.0.1", port) as listener:  # as servers do: of another socket each answer waits for 40 ms
        listen(listener)
        server = _Server(configuration(app or make_app(house)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.01)
            site = Site(house, f"http://127.0.0.1:{listener.getsockname()[1]}{house.root_path}")
            try:
                yield site
            finally:
                for client in site.clients:
                    client.close()
        finally:
            server.should_exit = True
            thread.join()
