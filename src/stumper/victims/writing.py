"""A language model that writes to prompts of any kind, named and paid for as where it is the system under test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.victims.address import without_password
from stumper.victims.chat import Model
from stumper.victims.openai import Chat, load
from stumper.victims.retrying import Unanswered
from stumper.victims.transport import Job, Tell
from stumper.victims.usage import Usage
from stumper.wire import Reply

LEAST_TOKENS = 256  # that a reply may have: an answer is short, a sentence is not


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes to prompts, several at once; ``spec`` is how its user names it, without passwords."""

    spec: str
    chat: Chat
    model: Model

    @property
    def name(self) -> str:
        """What it is called beside the people who do the same work."""
        return f"openai:{self.model.name}"

    @property
    def usage(self) -> Usage:
        """What has been sent to it, and what it has cost, so far."""
        return self.chat.usage

    def key(self, prompt: str, number: int) -> str:
        """What keys its reply number ``number`` to a prompt: all that decides the reply, as far as one can know."""
        asked = [self.model.name, self.model.service.url.identity, dict(self.model.body), self.chat.settings.revision]
        return content_id("written", *asked, self.chat.prompts.system, prompt, number)

    def written(self, prompts: Sequence[str]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """The reply to each prompt, or why there is none, by its place, as it arrives."""
        return self.model.service.each([partial(self._reply, at, prompt) for at, prompt in enumerate(prompts)])

    async def _reply(self, at: int, prompt: str, tell: Tell) -> Sequence[Job]:
        system = self.chat.prompts.system
        messages = [{"role": "system", "content": system}] if system else []
        try:
            completion = await self.model.completion([*messages, {"role": "user", "content": prompt}], f"{at} {prompt}")
        except Unanswered as failure:
            tell(at, failure)
            return ()
        self.chat.spend(completion)
        tell(at, completion.replies[0])
        return ()


def writer(spec: str, option: str) -> Writer:
    """The model that an option names, as ``openai:MODEL@URL#OPTIONS``; nothing is asked yet. BadOption for another."""
    kind, _, argument = spec.partition(":")
    if kind != "openai":
        raise BadOption(
            f"The option {option!r} names a language model as openai:MODEL@URL, not {without_password(spec)!r}."
        )
    chat = load(argument, ())
    return Writer(without_password(spec), chat, replace(chat.model, body=_body(chat)))


def _body(chat: Chat) -> dict[str, Any]:
    """What every request says: no probabilities, room for a sentence, and a reply that is drawn where nobody said how,
    as several to one prompt are to differ."""
    body = {name: value for name, value in chat.model.body.items() if name not in ("logprobs", "top_logprobs")}
    if isinstance(most := body.get("max_tokens"), int):
        body["max_tokens"] = max(most, LEAST_TOKENS)
    if chat.settings.temperature is None and body.get("temperature") == 0:
        body["temperature"] = 1.0
    return body
