"""A system behind a URL: asked in batches by the small protocol of docs/howto-victim.md, or as it wants to be asked."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from stumper import registry
from stumper.errors import BadOption, BrokenVictim
from stumper.identity import content_id
from stumper.types import AbsentGold, Example, OwnIndex, Prediction, Query
from stumper.victims.address import Url, address, whole_url
from stumper.victims.allowance import current
from stumper.victims.as_it_is import AsItIs
from stumper.victims.contract import checked
from stumper.victims.exchange import PROTOCOL, SAY_HOW, read_predictions, to_json
from stumper.victims.filling import names_in
from stumper.victims.foreign_index import ForeignIndex, settle_at_the_end
from stumper.victims.http_index import UNSAID, http_index, own_index
from stumper.victims.limits import limits
from stumper.victims.own_index import Misnamed, named
from stumper.victims.retrying import Unanswered
from stumper.victims.told_as_it_is import OWN, SAID, as_it_is, described, key_and_name
from stumper.victims.transport import Job, Request, Service, Tell, in_order
from stumper.victims.usage import Sent, Usage, about_tokens

SPEAKS_NOT = {404, 405, 501}  # of a server that answers POST alone


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``http:URL#KEY=VALUE&KEY=VALUE`` where the protocol is spoken;
    docs/howto-victim.md explains them."""

    preset: str = OWN
    batch: int = 64
    concurrency: int = 4
    rate: float = 0.0
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    patience: float = 180.0
    max_errors: int = 10
    key: str = ""
    add: str = ""
    remove: str = ""
    get: str = ""


def load(argument: str, examples: Sequence[Example]) -> "Http | AsItIs":
    """A system at a URL, or as a TOML file describes it; BadOption where the URL or an option cannot be meant.

    One that speaks the protocol is asked for its fingerprint (BadOption where nothing answers there); of any other
    nothing is asked yet.
    """
    where = described(address("http", argument))
    url = whole_url(f"http:{where.place}" if where.place.startswith("//") else where.place)
    if url is None:
        said = where.place.rpartition("@")[2].partition("?")[0]  # around it may stand a password and a key
        raise BadOption(f"Say http:URL, such as http:http://localhost:8000/predict, not 'http:{said}'.")
    is_own = where.options.get("preset", OWN) == OWN and not (SAID & where.options.keys() or names_in(url.asked))
    return _own(url, where.options) if is_own else as_it_is(url, where.options)


def _own(url: Url, options: Mapping[str, str]) -> "Http":
    settings = Settings(**registry.arguments("victim", "http", Settings, options))
    bounds = limits("http", settings, batch=1)
    service = Service(url, bounds, *key_and_name(settings.key), "", _advice)
    index = http_index(service, settings.add, settings.remove, settings.get)
    victim = Http(None, settings.batch, service, index)
    if current().max_requests == 0:  # a rehearsal
        return victim
    if index is not None:
        index.settle()
        settle_at_the_end(index)
    try:
        said = victim.announced()
        own = OwnIndex() if index is None and {"add", "remove"} <= set(said.index) else None
        return replace(victim, fingerprint=said.fingerprint, own_index=own or own_index(service, index, UNSAID))
    except Unanswered as error:
        raise BadOption(f"The victim 'http' cannot be asked: {error}. Start it, or name another URL.") from error


@dataclass(frozen=True, slots=True)
class Http:
    """Asks ``batch`` queries a request, several requests at once, from any number of threads; ``fingerprint`` is what
    the server says of itself, None where it says none. ``index`` is its own, where that is changed by requests apart;
    ``own_index`` says what it can do."""

    varies: ClassVar[bool] = True

    fingerprint: str | None
    batch: int
    service: Service
    index: ForeignIndex | None = None
    own_index: OwnIndex | None = None

    @property
    def address(self) -> list[object]:
        """What is asked: all that decides the answers, as far as one can know from here."""
        return ["http", PROTOCOL, self.service.url.identity]

    @property
    def usage(self) -> Usage:
        """What has been sent so far."""
        return self.service.usage

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """For how many questions its index lacks gold evidence, where it gives what it holds by id."""
        return None if self.index is None else self.index.absent_gold(examples)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where one got none, BrokenVictim where what came is no prediction."""
        return in_order(self.predict_each(queries), len(queries))

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        """The prediction of each query, or why it has none, by its place, as its batch arrives."""
        return self._each(queries) if self.index is None else self.index.each(self._each, queries)

    def _each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        places = range(len(queries))
        batches = [places[begin : begin + self.batch] for begin in places[:: self.batch]]
        return self.service.each([partial(self._answered, batch, queries) for batch in batches])

    def sent(self, query: Query) -> Sent:
        """What would be sent for a query that is asked alone."""
        text = f"{self.service.url.text}\n{json.dumps(to_json([query]), ensure_ascii=False)}"
        return Sent(text, about_tokens(text))

    def announced(self) -> "Announced":
        """What the server says of itself to a GET; nothing where it knows none."""
        read = partial(_announced, url=self.service.url.text)
        return self.service.one(Request(None, read, self.service.url.text, silent=SPEAKS_NOT))

    async def _answered(self, places: range, queries: Sequence[Query], tell: Tell) -> Sequence[Job]:
        """Tells the outcomes of a batch; where it has none, each half of it is a job of its own."""
        asked = [queries[place] for place in places]
        body = to_json(asked)
        read = partial(self._predictions, queries=asked)
        try:
            outcomes = await self.service.ask(Request(body, read, content_id(body), is_last=len(asked) == 1))
        except Unanswered as failure:
            if len(places) > 1:
                half = len(places) // 2
                return [partial(self._answered, part, queries) for part in (places[:half], places[half:])]
            is_refused = "answered with status 4" in str(failure) and not self.service.has_answered
            outcomes = [Unanswered(f"{failure}. {SAY_HOW}") if is_refused else failure]
        for place, outcome in zip(places, outcomes, strict=True):
            tell(place, outcome)
        return ()

    def _predictions(self, answer: Any, queries: Sequence[Query]) -> Sequence[Prediction | Unanswered]:
        url = self.service.url.text
        predictions = read_predictions(answer, queries, url)
        for query, prediction in zip(queries, predictions, strict=True):
            if isinstance(prediction, Prediction):  # whatever a breach quotes is quoted without keys here alone
                checked(url, [query], [prediction])
        predictions = [_named(query, one, url) for query, one in zip(queries, predictions, strict=True)]
        now = _fingerprint(answer, url)
        if now not in (None, self.fingerprint):
            raise BrokenVictim(
                f"{url} answers as {now!r}, but gave the fingerprint {self.fingerprint!r} to a GET: it is "
                "another system now, or gives only one of the two. Mend that, and run the command again."
            )
        return predictions


def _advice(status: int, said: str) -> str | None:
    """What to do where a server checks what it is sent, and does not take the protocol's requests."""
    return SAY_HOW if status in (405, 415, 422) else None


@dataclass(frozen=True, slots=True)
class Announced:
    """What a server says of itself: its fingerprint, None where it has none, and what it applies of a query to its own
    index for that query alone, of "add" and "remove"."""

    fingerprint: str | None = None
    index: tuple[str, ...] = ()


def _announced(answer: Any, url: str) -> Announced:
    if not isinstance(answer, dict):
        return Announced()
    index = answer.get("index") or ()
    if not isinstance(index, list | tuple) or not set(map(str, index)) <= {"add", "remove"}:
        raise BrokenVictim(f'{url} says of its index {index!r}: make it a list of "add" and "remove", or leave it out.')
    return Announced(_fingerprint(answer, url), tuple(index))


def _named(query: Query, outcome: Prediction | Unanswered, url: str) -> Prediction | Unanswered:
    """The outcome; Unanswered where it names passages that cannot be what it says of them."""
    try:
        return outcome if isinstance(outcome, Unanswered) else named(query, outcome)
    except Misnamed as error:
        return Unanswered(f"{url}: {error}")


def _fingerprint(answer: dict[str, Any], url: str) -> str | None:
    said = answer.get("fingerprint")
    if said is None or isinstance(said, str):
        return said
    raise BrokenVictim(f"{url} gives the fingerprint {said!r}: make it a text, or leave it out.")
