"""How everything remote is asked: at its pace, again after what passes, with an end, and told without any key."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from stumper.errors import BadOption, Spent, StumperError, VictimFailed
from stumper.victims.address import Url
from stumper.victims.allowance import current
from stumper.victims.background import background
from stumper.victims.limits import Limits
from stumper.victims.pacing import Pace, doubled
from stumper.victims.redacting import Redaction, redaction
from stumper.victims.retrying import OVERLOADED, Busy, Passing, Unanswered, message, pause_asked, quotation, refusal
from stumper.victims.usage import Usage

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer")
Tell = Callable[[int, Any], None]
Job = Callable[[Tell], Awaitable[Sequence["Job"]]]  # tells what it finds, by the place of the query; returns more jobs

MOST_BYTES = 16 << 20  # of a response
MOST_OF_AN_ERROR = 1 << 16  # bytes of one that is only quoted
LARGE = 1 << 16  # bytes from which on a response is read beside the loop, which goes on meanwhile
PAYING = 0.01  # seconds between two looks at what is under way while nothing more may be asked
LONGEST_PAUSE = 120.0  # seconds before a query is asked again; a service that asks for more is not waited for


@dataclass(frozen=True, slots=True)
class Request(Generic[Answer]):
    """A POST of the ``body``, a GET without one; of the ``url`` where one is given, else of the service's own.

    ``read`` makes the answer of the JSON value that comes.

    ``key`` spreads the pauses of requests that failed together. A request for several queries, which can still be asked
    each alone, ``is_last`` no. None is the value where the status is one of ``silent``. One that ``is_due`` belongs to
    another that was allowed, and is made however much that has used up.
    """

    body: Any
    read: Callable[[Any], Answer]
    key: str
    is_last: bool = True
    silent: Container[int] = ()
    url: str = field(default="", repr=False)
    is_due: bool = False


def _no_advice(status: int, said: str) -> None:
    return None


@dataclass(slots=True, eq=False)
class _Call:
    task: "asyncio.Task[None]"
    ended_by: StumperError | None = None


@dataclass(slots=True)
class Service:
    """Something at a URL that is asked by any number of threads, and given up when it only fails.

    ``key`` is sent as a bearer token, where it is not empty; ``key_name`` says where it comes from. ``path`` is asked
    below the URL. ``advice`` says what the user can do about a status and the body of its response, None where nothing.
    ``headers`` are sent as well, and ``secrets`` are what of them nobody else is to see.
    """

    url: Url
    limits: Limits
    key: str = field(default="", repr=False)
    key_name: str = "the key"
    path: str = ""
    advice: Callable[[int, str], str | None] = _no_advice
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: Sequence[str] = field(default=(), repr=False)
    is_priced: bool = False  # whether the cost of an answer is told by ``spend``
    client: "httpx.AsyncClient | None" = field(default=None, repr=False)  # that asks; None: the process's own
    most_bytes: int = MOST_BYTES  # of a response
    usage: Usage = field(default_factory=Usage)
    _asked: str = field(init=False, repr=False)
    _redaction: Redaction = field(init=False, repr=False)
    _headers: Mapping[str, str] = field(init=False, repr=False)
    _places: asyncio.Semaphore = field(init=False, repr=False)
    _pace: Pace = field(init=False, repr=False)
    _calls: set[_Call] = field(default_factory=set, repr=False)
    _in_a_row: int = 0
    _refused: dict[str, float] = field(default_factory=dict, repr=False)  # when which request was first, by the loop's
    _let_through: float = 0.0  # clock, since something was last let through, and when that was
    _has_answered: bool = False
    _under_way: int = 0

    def __post_init__(self) -> None:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        elif self.url.authorization:
            headers["Authorization"] = self.url.authorization
        parts = urlsplit(self.url.asked)
        self._asked = parts._replace(path=parts.path + self.path).geturl()
        self._headers = _laid_over(headers, self.headers)
        self._redaction = redaction([self.key, *self.url.secrets, *self.secrets])
        self._places = asyncio.Semaphore(self.limits.concurrency)
        self._pace = _paces.setdefault(self.url.origin, Pace())

    def each(self, jobs: Sequence[Job]) -> Iterator[tuple[int, Any]]:
        """What the jobs tell, as they tell it. A StumperError in one of them ends them all, in every thread, and is
        raised; so does closing the iterator, or Ctrl-C, for this call alone."""
        told: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        calls: list[_Call] = []
        running = asyncio.run_coroutine_threadsafe(self._call(jobs, told, calls), background().loop)
        running.add_done_callback(lambda _: told.put(None))
        try:
            while (item := told.get()) is not None:
                yield item
            if calls and calls[0].ended_by is not None:
                raise calls[0].ended_by
            running.result()
        finally:
            running.cancel()

    def one(self, request: Request[Answer]) -> Answer:
        """The answer to one request."""

        async def job(tell: Tell) -> Sequence[Job]:
            try:
                tell(0, await self.ask(request))
            except Unanswered as failure:
                tell(0, failure)
            return ()

        [(_, outcome)] = self.each([job])
        if isinstance(outcome, Unanswered):
            raise outcome
        answer: Answer = outcome
        return answer

    @property
    def has_answered(self) -> bool:
        """Whether it has ever given an answer that can be used."""
        return self._has_answered

    async def ask(self, request: Request[Answer]) -> Answer:
        """The answer at last; Unanswered says why nothing came, VictimFailed that it is no use to go on.

        What the service refuses as one too many is asked again behind all that waits, and counts as no try.
        """
        rng, tried, refused_since, is_repeated = Random(request.key), 0, None, False
        while True:
            try:
                answer = await self._sent(request, is_repeated)
            except Busy as failure:
                refused_since = _now() if refused_since is None else refused_since
                self._bear(failure, request, refused_since)
            except Passing as failure:
                tried += 1
                is_too_long = failure.after is not None and failure.after > LONGEST_PAUSE
                if tried > self.limits.retries or is_too_long:
                    self._give_up(f"{self.url.text} {failure}{_repeated(tried, failure.after)}", request, failure)
                own = doubled(self.limits.pause, tried - 1, LONGEST_PAUSE) * rng.uniform(1.0, 1.5)
                await asyncio.sleep(own if failure.after is None else failure.after)
            except Unanswered as failure:
                self._give_up(str(failure), request, failure)
            else:
                self._in_a_row = 0
                self._has_answered |= not request.silent  # the answer to a question whether it speaks at all is none
                return answer
            is_repeated = True

    async def _check_allowed(self, is_repeated: bool) -> None:
        """Counts a request of all that the command may make; Spent where there is none left, once those that are under
        way have been answered, as they are paid for."""
        allowance = current()
        if allowance.max_cost is not None and not self.is_priced:
            raise BadOption(f"Nobody knows what {self.url.text} costs, so --max-cost cannot bound it: add price_in "
                            "and price_out behind the # of openai:, or say --max-requests.")  # fmt: skip
        if not allowance.spent:
            self._use(Usage(requests=1, retries=int(is_repeated)))
            return
        while self._under_way:
            await asyncio.sleep(PAYING)
        raise Spent(f"{allowance.spent}. What was done is kept: the same command goes on from there.")

    def spend(self, tokens_in: int, tokens_out: int, cost: float | None, model: str = "") -> None:
        """The tokens and their cost are counted, and the model's version is noted."""
        models = (self.quotable(model),) if model else ()
        self._use(Usage(tokens_in=tokens_in, tokens_out=tokens_out, cost=cost, models=models))

    def _use(self, more: Usage) -> None:
        """Counts it, as this service's and as the whole command's."""
        self.usage += more
        current().usage += more

    def quotable(self, text: str) -> str:
        """A text that the service may have had a part in, without any key."""
        return self._redaction.quotable(text)

    async def _call(self, jobs: Sequence[Job], told: "SimpleQueue[tuple[int, Any] | None]", calls: list[_Call]) -> None:
        task = asyncio.current_task()
        assert task is not None
        call = _Call(task)
        calls.append(call)
        self._calls.add(call)

        async def run(job: Job) -> None:
            for further in await job(lambda place, outcome: told.put((place, outcome))):
                group.create_task(run(further))

        try:
            async with asyncio.TaskGroup() as group:
                for job in jobs:
                    group.create_task(run(job))
        except BaseExceptionGroup as several:
            first = several.exceptions[0]
            self._calls.discard(call)
            if isinstance(first, StumperError):
                self._end_all(first)
            raise first from first.__cause__
        finally:
            self._calls.discard(call)

    def _end_all(self, error: StumperError) -> None:
        """Nobody waits any longer for what can only fail the same way."""
        for call in self._calls:
            if call.ended_by is None:
                call.ended_by = error
                call.task.cancel()

    async def _sent(self, request: Request[Answer], is_repeated: bool) -> Answer:
        """What one request brings, once it is its turn."""
        async with self._places:
            if request.is_due:
                self._use(Usage(requests=1, retries=int(is_repeated)))
            else:
                await self._check_allowed(is_repeated)
            self._under_way += 1
            try:
                return await self._exchanged(request)
            finally:
                self._under_way -= 1

    async def _exchanged(self, request: Request[Answer]) -> Answer:
        async with self._pace.turn(self.limits.rate) as round:
            try:
                status, headers, content = await self._response(request)
            except Passing:  # also what is asked too much falls silent, and drops connections
                self._pace.slower(round)
                raise
            failure = self._failure(status, headers, content, request.silent)
            if isinstance(failure, Busy):
                self._pace.refused(round, self._bearable(failure.after), self.limits.pause)
                raise failure
            self._refused.clear()
            self._let_through = _now()
            if status in OVERLOADED:
                self._pace.slower(round)
            else:
                self._pace.faster(round)
        if failure is not None:
            raise failure
        value = b"null" if status in request.silent else content
        if len(content) < LARGE:
            return self._answer(value, request.read)
        return await asyncio.to_thread(self._answer, value, request.read)

    async def _response(self, request: Request[Any]) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and content; Passing where they do not come whole, or not in time."""
        import httpx  # here, as in ``background``

        sent = None if request.body is None else json.dumps(request.body).encode("ascii")
        method, content, has_begun = "GET" if sent is None else "POST", bytearray(), False
        url = request.url or self._asked
        try:
            async with asyncio.timeout(self.limits.timeout):
                client = self.client or background().client
                async with client.stream(method, url, content=sent, headers=self._headers) as response:
                    has_begun = True
                    most = self.most_bytes if response.is_success else MOST_OF_AN_ERROR
                    async for piece in response.aiter_raw():
                        content += piece
                        if len(content) > most:
                            break
        except TimeoutError as error:
            was = "still sending after" if has_begun else "silent for"
            raise Passing(f"was {was} {self.limits.timeout:g} seconds") from error
        except (
            httpx.HTTPError,
            httpx.InvalidURL,
            OSError,
            UnicodeError,
        ) as error:  # a name that is too long is no Unicode for a socket
            what = "broke off in the middle" if has_begun else "cannot be reached"
            why = quotation(self.quotable(_reason(error))).removeprefix(": ")
            raise Passing(f"{what} ({why})") from error
        if response.is_success and len(content) > self.most_bytes:
            raise Passing(f"sent more than {self.most_bytes >> 20} MiB")
        return response.status_code, response.headers, bytes(content)

    def _failure(
        self, status: int, headers: Mapping[str, str], content: bytes, silent: Container[int]
    ) -> Exception | None:
        """What the status says is wrong; None where nothing is."""
        if 200 <= status < 300 or status in silent:
            return None
        said = self.quotable(content.decode("utf-8", "replace"))
        if not self._has_answered and (advice := self.advice(status, said)) is not None:
            quoted = quotation(message(said))
            return BadOption(f"{self.url.text} answered with status {status}{quoted}. {advice}")
        return refusal(self.url.text, status, said, pause_asked(headers), self.key_name)

    def _answer(self, content: bytes, read: Callable[[Any], Answer]) -> Answer:
        """What ``read`` makes of the content. Where it objects, it objects once more to the content without any key,
        which alone is told: whatever it quotes, it quotes no key."""
        text = self._redaction.answerable(content.decode("utf-8", "replace"))
        try:
            return _read(text, content, read)
        except (Passing, Unanswered, StumperError) as objection:
            clean = self.quotable(text)
            if clean == text:
                raise
            kind = type(objection)
        try:
            _read(clean, content, read)
        except kind:
            raise
        except (Passing, Unanswered, StumperError):
            pass
        raise kind(f"{self.url.text} answered with what cannot be used, and with the key that was sent to it.")

    def _bearable(self, after: float | None) -> float | None:
        """The pause that the service asked for; None where it is none that anybody waits for."""
        return None if after is None or after > self.limits.patience else after

    def _bear(self, refusal: Busy, request: Request[Any], refused_since: float) -> None:
        """Nothing, where the end of the refusals can be waited for; VictimFailed where nothing is let through any more,
        Unanswered where this query alone, which is refused since a time, is not."""
        now, patience = _now(), self.limits.patience
        self._refused.setdefault(request.key, now)
        is_alone = len(self._refused) == 1 and self._let_through > refused_since
        if (refusal.after or 0.0) > patience:
            why = f"asks for a pause of {refusal.after:.0f} seconds, longer than {patience:g} (patience)"
        elif is_alone and now - refused_since >= patience:
            reason = f"{self.url.text} {refusal}, to this query alone for {patience:g} seconds (patience)"
            self._give_up(reason, request, refusal)
        elif now - min(self._refused.values()) >= patience:
            why = f"has let nothing through for {patience:g} seconds (patience)"
        else:
            return
        raise VictimFailed(
            f"{self.url.text} {refusal}, and {why}. What was done is kept: wait, and run the same command again."
        ) from refusal

    def _give_up(self, reason: str, request: Request[Any], cause: Exception) -> None:
        if request.is_last:
            self._count_failure(reason)
        raise Unanswered(reason) from cause

    def _count_failure(self, reason: str) -> None:
        self._use(Usage(failures=1))
        self._in_a_row += 1
        if self._in_a_row >= self.limits.max_errors:
            raise VictimFailed(
                f"{self.url.text} left {self._in_a_row} queries in a row unanswered (max_errors); the last: {reason}. "
                "What was done is kept: mend the service and run the same command again."
            )


def _laid_over(headers: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    """The headers with others in the place of those of the same name, whatever its case."""
    names = {name.lower() for name in others}
    return {**{name: value for name, value in headers.items() if name.lower() not in names}, **others}


_paces: WeakValueDictionary[str, Pace] = WeakValueDictionary()  # of each origin that somebody asks


def in_order(outcomes: Iterator[tuple[int, Any]], wanted: int) -> list[Any]:
    """All outcomes in the order of the queries; the failure of the first that has none is raised instead."""
    found = dict(outcomes)
    for place in range(wanted):
        if isinstance(found[place], Exception):
            raise found[place]
    return [found[place] for place in range(wanted)]


def _read(text: str, content: bytes, read: Callable[[Any], Answer]) -> Answer:
    try:
        content.decode("utf-8")
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Passing(f"sent what is no JSON{quotation(text[:1000])}") from error
    try:
        return read(value)
    except RecursionError as error:
        raise Passing("sent JSON that is nested too deeply") from error


def _reason(error: BaseException) -> str:
    """Why a connection failed: the system's own word for it, which lies below what the libraries make of it."""
    said = str(error) or type(error).__name__
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, BaseExceptionGroup):
            below = below.exceptions[0]
        if isinstance(below, ConnectionError) and below.errno:
            said = os.strerror(below.errno)
        below = below.__cause__ or below.__context__
    return said


def _repeated(tried: int, after: float | None) -> str:
    if after is not None and after > LONGEST_PAUSE:
        return f", and asks for a pause of {after:.0f} seconds"
    return f", {tried} times" if tried > 1 else ""


def _now() -> float:
    return asyncio.get_running_loop().time()
