"""A system behind a URL that answers queries in batches, by the small protocol of docs/howto-victim.md."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from stumper import registry
from stumper.errors import BadOption, BrokenVictim
from stumper.identity import content_id
from stumper.types import Example, Prediction, Query
from stumper.victims.address import address
from stumper.victims.completions import json_of
from stumper.victims.exchange import read_predictions, to_json
from stumper.victims.receiving import received
from stumper.victims.retrying import Passing, Service, Unanswered, refusal
from stumper.victims.usage import Usage

PIECE = 1 << 16  # bytes that are read at once
SPEAKS_NOT = {404, 405, 501}  # of a server that answers POST alone


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``http:URL#KEY=VALUE&KEY=VALUE``; docs/howto-victim.md explains them."""

    batch: int = 64
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    max_errors: int = 10
    key: str = ""


def load(argument: str, examples: Sequence[Example]) -> "Http":
    """A system at a URL that answers batches of queries in JSON.

    It is asked for its fingerprint. BadOption where the URL or an option cannot be meant, or nothing answers there.
    """
    where = address("http", argument)
    url = f"http:{where.place}" if where.place.startswith("//") else where.place
    if not _is_whole(url):
        raise BadOption(f"Say http:URL, such as http:http://localhost:8000/predict, not 'http:{argument}'.")
    settings = Settings(**registry.arguments("victim", "http", Settings, where.options))
    _check(settings)
    service = Service(url, settings.retries, settings.pause, settings.max_errors)
    victim = Http(None, settings, service, build_opener(_Staying))
    try:
        fingerprint = victim.announced()
    except Unanswered as error:
        raise BadOption(f"The victim 'http' cannot be asked: {error}. Start it, or name another URL.") from error
    return Http(fingerprint, settings, service, victim.opener)


def _is_whole(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class _Staying(HTTPRedirectHandler):
    """Goes nowhere else: a POST that is sent on becomes a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Http:
    """Asks ``batch`` queries a request; ``fingerprint`` is what the server says of itself, None where it says none."""

    fingerprint: str | None
    settings: Settings
    service: Service
    opener: OpenerDirector

    @property
    def usage(self) -> Usage:
        """What has been sent so far."""
        return self.service.usage

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where a batch got none, BrokenVictim where what came is no prediction."""
        predictions: list[Prediction] = []
        for begin in range(0, len(queries), self.settings.batch):
            predictions += self._predicted(queries[begin : begin + self.settings.batch])
        return predictions

    def announced(self) -> str | None:
        """The fingerprint that the server gives to a GET; None where it gives none, or knows no GET."""
        answer = self.service.ask(partial(self._received, None), self.service.url)
        return _fingerprint(answer, self.service.url) if isinstance(answer, dict) else None

    def _predicted(self, queries: Sequence[Query]) -> list[Prediction]:
        asked = to_json(queries)
        answer = self.service.ask(partial(self._received, json.dumps(asked).encode("ascii")), content_id(asked))
        predictions = read_predictions(answer, queries, self.service.url)
        now = _fingerprint(answer, self.service.url)
        if now not in (None, self.fingerprint):
            raise BrokenVictim(
                f"{self.service.url} answers as {now!r}, but gave the fingerprint {self.fingerprint!r} to a GET: it is "
                "another system now, or gives only one of the two. Mend that, and run the command again."
            )
        return predictions

    def _received(self, body: bytes | None) -> Any:
        """The JSON value that the server answers to a POST of the body; to a GET, None where it speaks only POST."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.settings.key:
            headers["Authorization"] = f"Bearer {os.environ.get(self.settings.key, '')}"
        request = Request(self.service.url, body, headers)
        try:
            with self.opener.open(request, timeout=self.settings.timeout) as response:
                content = received(_pieces(response), response.length, self.settings.timeout)
        except HTTPError as error:
            if body is None and error.code in SPEAKS_NOT:
                return None
            with error:
                said = error.read(PIECE).decode("utf-8", "replace")
            key = self.settings.key or "the option 'key' to the name of a variable, and that variable"
            raise refusal(self.service.url, error.code, said, error.headers.get("Retry-After"), key) from error
        except TimeoutError as error:
            raise Passing(f"was silent for {self.settings.timeout:g} seconds") from error
        except (URLError, HTTPException, OSError) as error:
            raise Passing(
                f"cannot be reached ({getattr(error, 'reason', None) or error or type(error).__name__})"
            ) from error
        return json_of(content)


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    while piece := response.read1(PIECE):
        yield piece


def _fingerprint(answer: dict[str, Any], url: str) -> str | None:
    said = answer.get("fingerprint")
    if said is None or isinstance(said, str):
        return said
    raise BrokenVictim(f"{url} gives the fingerprint {said!r}: make it a text, or leave it out.")


def _check(settings: Settings) -> None:
    least = {"batch": 1, "max_errors": 1, "retries": 0, "pause": 0}
    for name, bound in least.items():
        if getattr(settings, name) < bound:
            raise BadOption(f"The option {name!r} of 'http' is {bound} or more, not {getattr(settings, name)}.")
    if not settings.timeout > 0:
        raise BadOption(f"The option 'timeout' of 'http' is more than 0 seconds, not {settings.timeout:g}.")
