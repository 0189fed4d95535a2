"""A language model behind any endpoint that speaks OpenAI's chat completions."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from stumper import registry
from stumper.identity import content_id, query_id
from stumper.registry import task_of
from stumper.types import Example, OwnIndex, Prediction, Query
from stumper.victims.chat import Model, body_of, model_at, place
from stumper.victims.completions import Completion
from stumper.victims.evidence import Evidence, ids_of, open_evidence
from stumper.victims.limits import limits
from stumper.victims.own_index import GIVEN
from stumper.victims.prompts import Prompts, read_prompts, read_replies, read_reply
from stumper.victims.retrying import Unanswered, quotation
from stumper.victims.transport import Job, Tell, in_order
from stumper.victims.usage import Sent, Usage, about_tokens
from stumper.wire import Reply

VERSION = 4  # of everything between the model and the prediction


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``openai:MODEL@URL#KEY=VALUE&KEY=VALUE``; docs/howto-victim.md explains them.

    ``temperature`` is 0 for one reply a query and 1 for several, where it is not said; ``logprobs`` is how many tokens'
    probabilities are asked for, 0 for none; prices are of a million tokens.
    """

    template: Path | None = None
    system: Path | None = None
    confidence: bool = False
    extract: str = ""
    body: Path | None = None
    samples: int = 1
    temperature: float | None = None
    logprobs: int = 20
    max_tokens: int = 64
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    patience: float = 180.0
    max_errors: int = 10
    rate: float = 0.0
    price_in: float | None = None
    price_out: float | None = None
    pages: str = ""
    sentences: int = 5
    key: str = "OPENAI_API_KEY"
    revision: str = ""


def load(argument: str, examples: Sequence[Example]) -> "Chat":
    """A language model at ``MODEL@URL``, behind any endpoint that speaks OpenAI's chat completions.

    Nothing is asked yet. BadOption where the place, or an option, cannot be meant.
    """
    where = place(argument)
    settings = Settings(**registry.arguments("victim", "openai", Settings, where.options))
    bounds = limits("openai", settings, samples=1, max_tokens=1, logprobs=0)
    prompts = read_prompts(settings.template, settings.system, settings.extract, settings.confidence)
    model = model_at(where, _body(settings), bounds, settings.key, _is_priced(settings))
    first = next((example.query for example in examples[:1]), None)  # whose number nobody asks for
    return Chat(model, prompts, open_evidence(settings.pages, settings.sentences), settings, first)


@dataclass(frozen=True, slots=True)
class Chat:
    """Asks a model query by query, several at once, from any number of threads."""

    varies: ClassVar[bool] = True
    own_index: ClassVar[OwnIndex] = GIVEN

    model: Model
    prompts: Prompts
    evidence: Evidence
    settings: Settings
    asked_of: Query | None = None  # one of the queries that it may be asked, which tells whose prompt is meant

    @property
    def address(self) -> list[object]:
        """What is asked, and how: all that decides the replies, as far as one can know from here."""
        asked = [self.model.name, self.model.service.url.identity, self.prompts.texts, dict(self.model.body)]
        return ["openai", VERSION, *asked, self.settings.samples, self.settings.revision, self.evidence.fingerprint]

    @property
    def fingerprint(self) -> str | None:
        """The hash of the address; None where the replies are drawn at random."""
        return content_id(*self.address) if self.model.body.get("temperature") == 0 else None

    @property
    def manner(self) -> Mapping[str, str]:
        """How it is asked and its replies read, to be kept with the run."""
        return {
            "model": self.model.name,
            "address": self.model.service.url.text,
            **self.prompts.told(self.asked_of),
            "parameters": json.dumps({**self.model.body, "samples": self.settings.samples}, sort_keys=True),
            **({"revision": self.settings.revision} if self.settings.revision else {}),
        }

    @property
    def usage(self) -> Usage:
        """What has been sent, and what it has cost, so far."""
        return self.model.service.usage

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where one has none, once the others have theirs."""
        return in_order(self.predict_each(queries), len(queries))

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        """The prediction of each query, or why it has none, by its place, as it arrives."""
        return self.model.service.each([partial(self._answered, at, query) for at, query in enumerate(queries)])

    def sent(self, query: Query) -> Sent:
        """What would be sent for a query whose evidence is not looked for, and what that would cost at most."""
        text = "\n\n".join(message["content"] for message in self.prompts.messages(query))
        tokens_in, most = about_tokens(text), self.model.body.get("max_tokens")
        tokens_out = most * self.settings.samples if isinstance(most, int) else None
        cost = None if tokens_out is None else self._cost(tokens_in, tokens_out)
        return Sent(text, tokens_in, tokens_out, cost)

    async def _answered(self, at: int, query: Query, tell: Tell) -> Sequence[Job]:
        try:
            tell(at, await self._prediction(await self._with_evidence(query)))
        except Unanswered as failure:
            tell(at, failure)
        return ()

    async def _with_evidence(self, query: Query) -> Query:
        wire = task_of(query).wire
        if not wire.retrieves or wire.passages(query) or self.evidence.index is None:
            return query
        return wire.with_passages(query, await asyncio.to_thread(self.evidence.found, query.text))

    async def _prediction(self, query: Query) -> Prediction:
        wire, replies = task_of(query).wire, list[Reply]()
        messages, key = self.prompts.messages(query), query_id(query)
        while (missing := self.settings.samples - len(replies)) > 0:
            completion = await self.model.completion(messages, key, missing)
            self.spend(completion)
            replies += completion.replies[:missing]
        extract = self.prompts.extract
        one = len(replies) == 1
        prediction = read_reply(query, replies[0], extract) if one else read_replies(query, replies, extract)
        if prediction is None:
            cut = f"; it was cut off at max_tokens={self.settings.max_tokens}" if replies[0].was_cut else ""
            said = quotation(self.model.service.quotable(replies[0].text)).removeprefix(": ")
            raise Unanswered(f"{self.model.name} replied {said!r}, which is no {wire.meant}{cut}")
        return replace(prediction, evidence=ids_of(wire.passages(query))) if wire.retrieves else prediction

    def spend(self, completion: Completion) -> None:
        """The tokens of a completion are counted, with their cost where prices are given."""
        tokens = completion.tokens_in, completion.tokens_out
        self.model.service.spend(*tokens, self._cost(*tokens), completion.model)

    def _cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """By the prices of a million tokens; None without any."""
        if not _is_priced(self.settings):
            return None
        return (tokens_in * (self.settings.price_in or 0.0) + tokens_out * (self.settings.price_out or 0.0)) / 1e6


def _is_priced(settings: Settings) -> bool:
    return (settings.price_in, settings.price_out) != (None, None)


def _body(settings: Settings) -> dict[str, object]:
    """What every request says beside the model and the messages."""
    temperature = settings.temperature
    if temperature is None:
        temperature = 0.0 if settings.samples == 1 else 1.0
    asks_for_logprobs = settings.samples == 1 and settings.logprobs > 0
    probabilities = {"logprobs": True, "top_logprobs": settings.logprobs} if asks_for_logprobs else {}
    return body_of({"temperature": temperature, "max_tokens": settings.max_tokens, **probabilities}, settings.body)
