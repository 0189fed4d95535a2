"""Paraphrases by a language model behind any endpoint that speaks OpenAI's chat completions.

Failures are met, and costs counted, as by the victim of that name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from stumper import registry
from stumper.translating.sentences import Paraphrase, Sentence
from stumper.victims.chat import Model, body_of, model_at, place
from stumper.victims.limits import limits
from stumper.victims.retrying import Unanswered
from stumper.victims.transport import Job, Tell

PROMPT = (
    "Write {count} paraphrases of the sentence below, one a line and nothing else. Each says exactly what the sentence "
    "says, no more and no less, whether it is true or not. Names, titles and numbers stay as they are.\n\n{text}"
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d+[.):])\s+")


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``openai:MODEL@URL#KEY=VALUE&KEY=VALUE``."""

    count: int = 3
    max_tokens: int = 256
    body: Path | None = None
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    patience: float = 180.0
    max_errors: int = 10
    rate: float = 0.0
    key: str = "OPENAI_API_KEY"


def load(argument: str) -> "Endpoint":
    """The model at ``MODEL@URL``; nothing is asked yet. BadOption where the place, or an option, cannot be meant."""
    where = place(argument)
    settings = Settings(**registry.arguments("adversary", "claim-paraphrase", Settings, where.options))
    bounds = limits("openai", settings, count=1, max_tokens=1)
    body = body_of({"temperature": 0.0, "max_tokens": settings.max_tokens}, settings.body)
    return Endpoint(model_at(where, body, bounds, settings.key), settings.count)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Asks a model sentence by sentence, several at once; a sentence that stays unanswered has no paraphrases."""

    model: Model
    count: int

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """The lines of the reply to each sentence."""
        jobs = [partial(self._said, at, sentence.text) for at, sentence in enumerate(sentences)]
        said = dict(self.model.service.each(jobs))
        return [said[at] for at in range(len(sentences))]

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """None: an endpoint tells no probability of a text that it did not write."""
        return None

    async def _said(self, at: int, text: str, tell: Tell) -> Sequence[Job]:
        asked = {"role": "user", "content": PROMPT.format(count=self.count, text=text)}
        try:
            completion = await self.model.completion([asked], text)
        except Unanswered:
            tell(at, [])
            return ()
        self.model.service.spend(completion.tokens_in, completion.tokens_out, None)
        lines = (_BULLET.sub("", line).strip() for line in completion.replies[0].text.splitlines())
        tell(at, [Paraphrase(line, f"openai {self.model.name}") for line in lines if line][: self.count])
        return ()
