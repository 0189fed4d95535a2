"""A language model behind any endpoint that speaks OpenAI's chat completions.

Imported only where such a victim is asked for: the registry says which extra is missing.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import openai

from stumper import registry
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, query_id
from stumper.types import Claim, Example, Prediction, Query
from stumper.victims.address import address
from stumper.victims.completions import Completion, read_completion
from stumper.victims.evidence import Evidence, ids_of, open_evidence
from stumper.victims.prompts import Prompts, read_prompts
from stumper.victims.receiving import received
from stumper.victims.replies import Reply, read_replies, read_reply
from stumper.victims.retrying import Passing, Service, Unanswered, refusal
from stumper.victims.usage import Usage

VERSION = 2  # of everything between the model and the prediction
_PLACE = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)")


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``openai:MODEL@URL#KEY=VALUE&KEY=VALUE``; docs/howto-victim.md explains them.

    ``temperature`` is 0 for one reply a query and 1 for several, where it is not said; ``logprobs`` is how many tokens'
    probabilities are asked for, 0 for none; prices are of a million tokens.
    """

    template: Path | None = None
    system: Path | None = None
    body: Path | None = None
    samples: int = 1
    temperature: float | None = None
    logprobs: int = 20
    max_tokens: int = 64
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    max_errors: int = 10
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
    where = address("openai", argument)
    place = _PLACE.fullmatch(where.place)
    if place is None:
        raise BadOption(
            f"Say openai:MODEL@URL, such as openai:my-model@http://localhost:8000/v1, not 'openai:{argument}'."
        )
    settings = Settings(**registry.arguments("victim", "openai", Settings, where.options))
    _check(settings)
    prompts = read_prompts(settings.template, settings.system)
    body = _body(settings)
    url = place["url"].rstrip("/")
    client = openai.OpenAI(
        api_key=os.environ.get(settings.key) or "unset", base_url=url, timeout=settings.timeout, max_retries=0
    )
    parts = ["openai", VERSION, place["model"], url, prompts.texts, body, settings.samples, settings.revision]
    evidence = open_evidence(settings.pages, settings.sentences)
    fingerprint = content_id(*parts, evidence.fingerprint) if body.get("temperature") == 0 else None
    service = Service(url, settings.retries, settings.pause, settings.max_errors)
    return Chat(fingerprint, place["model"], prompts, evidence, body, settings, client, service)


@dataclass(slots=True)
class Chat:
    """Asks a model query by query, several at once.

    ``fingerprint`` is of the model's name, its URL, the templates and the request's settings; None where the replies
    are drawn at random. ``body`` is what every request says beside the model and the messages.
    """

    fingerprint: str | None
    model: str
    prompts: Prompts
    evidence: Evidence
    body: Mapping[str, Any]
    settings: Settings
    client: openai.OpenAI
    service: Service
    _outcomes: dict[str, Prediction | Unanswered] = field(default_factory=dict)

    @property
    def usage(self) -> Usage:
        """What has been sent, and what it has cost, so far."""
        return self.service.usage

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where one has none, and then the others are kept for when they are asked
        again, so that nothing is paid twice."""
        with ThreadPoolExecutor(self.settings.concurrency) as pool:
            asked = [pool.submit(self._outcome, self._with_evidence(query)) for query in queries]
            try:
                outcomes = [future.result() for future in asked]
            except BaseException:  # also Ctrl-C: what waits need not be asked
                self.service.stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        failures = [outcome for outcome in outcomes if isinstance(outcome, Unanswered)]
        if not failures:
            return [outcome for outcome in outcomes if isinstance(outcome, Prediction)]
        if len(queries) > 1:
            keys = [query_id(self._with_evidence(query)) for query in queries]
            self._outcomes.update(zip(keys, outcomes, strict=True))
        raise failures[0]

    def _with_evidence(self, query: Query) -> Query:
        return replace(query, evidence=self.evidence(query)) if isinstance(query, Claim) else query

    def _outcome(self, query: Query) -> Prediction | Unanswered:
        key = query_id(query)
        if (kept := self._outcomes.pop(key, None)) is not None:
            return kept
        try:
            return self._prediction(query, key)
        except Unanswered as failure:
            return failure

    def _prediction(self, query: Query, key: str) -> Prediction:
        replies: list[Reply] = []
        while len(replies) < self.settings.samples:
            missing = self.settings.samples - len(replies)
            completion = self.service.ask(partial(self._sent, query, missing), key)
            self._spend(completion)
            replies += completion.replies[:missing]
        prediction = read_reply(query, replies[0]) if len(replies) == 1 else read_replies(query, replies)
        if prediction is None:
            meant = "label" if isinstance(query, Claim) else "answer"
            cut = f"; it was cut off at max_tokens={self.settings.max_tokens}" if replies[0].was_cut else ""
            raise Unanswered(f"{self.model} replied {replies[0].text!r}, which is no {meant}{cut}")
        return replace(prediction, evidence=ids_of(query.evidence)) if isinstance(query, Claim) else prediction

    def _sent(self, query: Query, replies: int) -> Completion:
        """What the endpoint answers to one request."""
        several = {"n": replies} if replies > 1 else {}
        try:
            with self.client.chat.completions.with_streaming_response.create(
                model=self.model,
                messages=self.prompts.messages(query),  # type: ignore[arg-type]  # typed by role
                extra_body={**self.body, **several},
            ) as response:
                content = received(response.iter_bytes(), None, self.settings.timeout)
        except openai.APIStatusError as error:
            after = error.response.headers.get("retry-after")
            raise refusal(self.service.url, error.status_code, _said(error), after, self.settings.key) from error
        except openai.APITimeoutError as error:
            raise Passing(f"was silent for {self.settings.timeout:g} seconds") from error
        except openai.APIConnectionError as error:
            raise Passing(f"cannot be reached ({error.__cause__ or error})") from error
        return read_completion(content)

    def _spend(self, completion: Completion) -> None:
        prices = self.settings.price_in, self.settings.price_out
        cost = None
        if prices != (None, None):
            cost = (completion.tokens_in * (prices[0] or 0.0) + completion.tokens_out * (prices[1] or 0.0)) / 1e6
        self.service.spend(completion.tokens_in, completion.tokens_out, cost)


def _check(settings: Settings) -> None:
    least = {"samples": 1, "concurrency": 1, "max_tokens": 1, "max_errors": 1, "retries": 0, "logprobs": 0, "pause": 0}
    for name, bound in least.items():
        if getattr(settings, name) < bound:
            raise BadOption(f"The option {name!r} of 'openai' is {bound} or more, not {getattr(settings, name)}.")
    if not settings.timeout > 0:
        raise BadOption(f"The option 'timeout' of 'openai' is more than 0 seconds, not {settings.timeout:g}.")


def _body(settings: Settings) -> dict[str, Any]:
    """What every request says beside the model and the messages; what the file ``body`` has as null is left out."""
    temperature = settings.temperature
    if temperature is None:
        temperature = 0.0 if settings.samples == 1 else 1.0
    body: dict[str, Any] = {"temperature": temperature, "max_tokens": settings.max_tokens}
    if settings.samples == 1 and settings.logprobs:
        body |= {"logprobs": True, "top_logprobs": settings.logprobs}
    if settings.body is not None:
        body |= _object(settings.body)
    return {name: value for name, value in body.items() if value is not None}


def _object(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BadData(f"{path} cannot be laid over the request: {error}. Name a file with a JSON object.") from error
    if not isinstance(read, dict):
        raise BadData(f"{path} holds a {type(read).__name__}: name a file with a JSON object.")
    return read


def _said(error: openai.APIStatusError) -> str:
    """The endpoint's own message, else all that it sent."""
    message = error.body.get("message") if isinstance(error.body, dict) else None
    return message if isinstance(message, str) else error.response.text
