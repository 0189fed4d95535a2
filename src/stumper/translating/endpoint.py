"""Paraphrases by a language model behind any endpoint that speaks OpenAI's chat completions.

Imported only where it is asked for. Failures are met, and costs counted, as by the victim of that name.
"""

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import openai

from stumper import registry
from stumper.errors import BadOption
from stumper.translating.names import Sentence
from stumper.translating.translator import Paraphrase
from stumper.victims.address import address
from stumper.victims.completions import Completion, read_completion
from stumper.victims.receiving import received
from stumper.victims.retrying import Passing, Service, Unanswered, refusal

PROMPT = (
    "Write {count} paraphrases of the sentence below, one a line and nothing else. Each says exactly what the sentence "
    "says, no more and no less, whether it is true or not. Names, titles and numbers stay as they are.\n\n{text}"
)
_PLACE = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)")
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d+[.):])\s+")


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``openai:MODEL@URL#KEY=VALUE&KEY=VALUE``."""

    count: int = 3
    max_tokens: int = 256
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    max_errors: int = 10
    key: str = "OPENAI_API_KEY"


def load(argument: str) -> "Endpoint":
    """The model at ``MODEL@URL``; nothing is asked yet. BadOption where the place, or an option, cannot be meant."""
    where = address("openai", argument)
    place = _PLACE.fullmatch(where.place)
    if place is None:
        raise BadOption(
            f"Say openai:MODEL@URL, such as openai:my-model@http://localhost:8000/v1, not 'openai:{argument}'."
        )
    settings = Settings(**registry.arguments("adversary", "claim-paraphrase", Settings, where.options))
    url = place["url"].rstrip("/")
    key = os.environ.get(settings.key) or "unset"
    client = openai.OpenAI(api_key=key, base_url=url, timeout=settings.timeout, max_retries=0)
    return Endpoint(
        place["model"], settings, client, Service(url, settings.retries, settings.pause, settings.max_errors)
    )


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Asks a model sentence by sentence, several at once; a sentence that stays unanswered has no paraphrases."""

    model: str
    settings: Settings
    client: openai.OpenAI
    service: Service

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """The lines of the reply to each sentence."""
        with ThreadPoolExecutor(self.settings.concurrency) as pool:
            asked = [pool.submit(self._said, sentence.text) for sentence in sentences]
            try:
                return [future.result() for future in asked]
            except BaseException:  # also Ctrl-C: what waits need not be asked
                self.service.stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: an endpoint tells no probability of a text that it did not write."""
        return None

    def _said(self, text: str) -> list[Paraphrase]:
        try:
            completion = self.service.ask(partial(self._sent, text), text)
        except Unanswered:
            return []
        self.service.spend(completion.tokens_in, completion.tokens_out, None)
        lines = (_BULLET.sub("", line).strip() for line in completion.replies[0].text.splitlines())
        return [Paraphrase(line, f"openai {self.model}") for line in lines if line][: self.settings.count]

    def _sent(self, text: str) -> Completion:
        """What the endpoint answers to one request."""
        said = PROMPT.format(count=self.settings.count, text=text)
        body = {"temperature": 0.0, "max_tokens": self.settings.max_tokens}
        try:
            with self.client.chat.completions.with_streaming_response.create(
                model=self.model, messages=[{"role": "user", "content": said}], extra_body=body
            ) as response:
                content = received(response.iter_bytes(), None, self.settings.timeout)
        except openai.APIStatusError as error:
            after = error.response.headers.get("retry-after")
            raise refusal(self.service.url, error.status_code, error.message, after, self.settings.key) from error
        except openai.APITimeoutError as error:
            raise Passing(f"was silent for {self.settings.timeout:g} seconds") from error
        except openai.APIConnectionError as error:
            raise Passing(f"cannot be reached ({error.__cause__ or error})") from error
        return read_completion(content)
