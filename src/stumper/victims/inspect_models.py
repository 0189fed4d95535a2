"""A language model behind any of Inspect's providers."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar

from stumper import registry
from stumper.errors import BadOption, Spent
from stumper.identity import content_id
from stumper.reasons import reason_of
from stumper.registry import task_of, with_extras
from stumper.types import Example, OwnIndex, Prediction, Query
from stumper.victims.address import address
from stumper.victims.allowance import current
from stumper.victims.background import background
from stumper.victims.evidence import ids_of
from stumper.victims.own_index import GIVEN
from stumper.victims.prompts import Prompts, read_prompts, read_reply
from stumper.victims.retrying import Unanswered
from stumper.victims.transport import in_order
from stumper.victims.usage import Usage
from stumper.wire import Reply, Token

_MARKUP = re.compile(r"\[/?[a-z]+\]")  # what Inspect puts around words of its messages
VERSION = 2  # of everything between the model and the prediction


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``inspect:PROVIDER/MODEL#KEY=VALUE&KEY=VALUE``; docs/howto-neighbours.md
    explains them."""

    template: Path | None = None
    system: Path | None = None
    confidence: bool = False
    extract: str = ""
    temperature: float = 0.0
    logprobs: bool = False
    max_tokens: int = 64
    concurrency: int = 8
    timeout: int = 60
    retries: int = 4
    base_url: str = ""


def load(argument: str, examples: Sequence[Example]) -> "InspectModel":
    """A model of one of Inspect's providers, such as ``openai/gpt-4o-mini`` or ``mockllm/model``.

    Nothing is asked yet. MissingExtra without Inspect; BadOption where it has no such provider or model, or an option
    cannot be meant.
    """
    where = address("inspect", argument)
    settings = Settings(**registry.arguments("victim", "inspect", Settings, where.options))
    for option in ("max_tokens", "concurrency", "timeout"):
        if getattr(settings, option) < 1:
            raise BadOption(f"The option {option!r} of 'inspect' is 1 or more, not {getattr(settings, option)}.")
    if settings.retries < 0:
        raise BadOption(f"The option 'retries' of 'inspect' is 0 or more, not {settings.retries}.")
    if "/" not in where.place:
        raise BadOption(f"Say inspect:PROVIDER/MODEL, such as inspect:openai/gpt-4o-mini, not 'inspect:{where.place}'.")
    prompts = read_prompts(settings.template, settings.system, settings.extract, settings.confidence)
    models = with_extras("inspect", lambda: __import__("inspect_ai.model").model)
    config = models.GenerateConfig(
        max_retries=settings.retries,
        timeout=settings.timeout,
        max_tokens=settings.max_tokens,
        max_connections=settings.concurrency,
        temperature=settings.temperature,
        logprobs=True if settings.logprobs else None,
    )
    try:
        model = models.get_model(where.place, config=config, base_url=settings.base_url or None)
    except Exception as error:  # a provider says in its own way that it lacks a key or a package
        why = _MARKUP.sub("", reason_of(error)).rstrip(".")
        raise BadOption(f"Inspect cannot use {where.place!r}: {why}. Name a provider and a model of its, or give "
                        "what it asks for.") from error  # fmt: skip
    return InspectModel(where.place, settings, prompts, model, next((one.query for one in examples[:1]), None))


@dataclass(slots=True)
class InspectModel:
    """Asks a model query by query, several at once."""

    varies: ClassVar[bool] = True
    own_index: ClassVar[OwnIndex] = GIVEN

    name: str
    settings: Settings
    prompts: Prompts
    model: Any = field(repr=False)
    asked_of: Query | None = None  # one of the queries that it may be asked, which tells whose prompt is meant
    usage: Usage = field(default_factory=Usage)

    @property
    def address(self) -> list[object]:
        """What is asked, and how: all that decides the replies, as far as one can know from here."""
        asked = [self.settings.base_url, self.settings.max_tokens, self.settings.temperature, self.settings.logprobs]
        return ["inspect", VERSION, self.name, self.prompts.texts, *asked]

    @property
    def fingerprint(self) -> str | None:
        """The hash of the address; None where the replies are drawn at random."""
        return content_id(*self.address) if self.settings.temperature == 0 else None

    @property
    def manner(self) -> Mapping[str, str]:
        """How it is asked and its replies read, to be kept with the run."""
        asked = {"temperature": self.settings.temperature, "max_tokens": self.settings.max_tokens}
        version = __import__("inspect_ai").__version__
        return {"model": self.name, "through": f"inspect_ai {version}", **self.prompts.told(self.asked_of),
                "parameters": json.dumps(asked, sort_keys=True)}  # fmt: skip

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where one has none, once the others have theirs."""
        return in_order(self.predict_each(queries), len(queries))

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Unanswered]]:
        """The prediction of each query, or why it has none, by its place, as it arrives; Spent where the command may
        ask no more."""
        told: SimpleQueue[tuple[int, Prediction | Unanswered] | None] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(self._all(queries, told), background().loop)
        running.add_done_callback(lambda _: told.put(None))
        try:
            while (item := told.get()) is not None:
                yield item
            running.result()
        finally:
            running.cancel()

    async def _all(self, queries: Sequence[Query], told: "SimpleQueue[Any]") -> None:
        places = asyncio.Semaphore(self.settings.concurrency)

        async def one(at: int, query: Query) -> None:
            async with places:
                self._count_request()
                try:
                    told.put((at, await self._prediction(query)))
                except Unanswered as failure:
                    self._use(Usage(failures=1))
                    told.put((at, failure))

        await asyncio.gather(*(one(at, query) for at, query in enumerate(queries)))

    async def _prediction(self, query: Query) -> Prediction:
        models, wire = __import__("inspect_ai.model").model, task_of(query).wire
        said = {"system": models.ChatMessageSystem, "user": models.ChatMessageUser}
        messages = [said[one["role"]](content=one["content"]) for one in self.prompts.messages(query)]
        try:
            output = await self.model.generate(messages)
        except Exception as error:  # whatever a provider raises is why there is no answer
            raise Unanswered(f"{self.name} gave no answer: {reason_of(error)}") from error
        if output.usage is not None:
            self._use(Usage(tokens_in=output.usage.input_tokens, tokens_out=output.usage.output_tokens,
                            models=(output.model,) if output.model else ()))  # fmt: skip
        if output.error or not output.choices:
            raise Unanswered(f"{self.name} gave no answer: {output.error or 'it sent none'}")
        was_cut = output.stop_reason == "max_tokens"
        prediction = read_reply(query, Reply(output.completion, _tokens(output), was_cut), self.prompts.extract)
        if prediction is None:
            cut = f"; it was cut off at max_tokens={self.settings.max_tokens}" if was_cut else ""
            raise Unanswered(f"{self.name} replied {output.completion[:200]!r}, which is no {wire.meant}{cut}")
        return replace(prediction, evidence=ids_of(wire.passages(query))) if wire.retrieves else prediction

    def _count_request(self) -> None:
        """Counts a request of all that the command may make."""
        allowance = current()
        if allowance.max_cost is not None:
            raise BadOption(f"Nobody knows what {self.name} costs, so --max-cost cannot bound it: say --max-requests.")
        if allowance.spent:
            raise Spent(f"{allowance.spent}. What was done is kept: the same command goes on from there.")
        self._use(Usage(requests=1))

    def _use(self, more: Usage) -> None:
        self.usage += more
        current().usage += more


def _tokens(output: Any) -> tuple[Token, ...]:
    """The tokens of the first reply with their probabilities, where the provider tells them."""
    told = output.choices[0].logprobs
    return () if told is None else tuple(
        Token(one.token, min(0.0, one.logprob), {other.token: other.logprob for other in one.top_logprobs or ()})
        for one in told.content
    )  # fmt: skip
