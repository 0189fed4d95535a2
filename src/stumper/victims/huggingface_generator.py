"""Models that write texts, asked by a prompt as chats are: guessers of tossups, also readers and verifiers.

Imported only where such a victim is asked for: the registry says which extra is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import torch

from stumper import registry
from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.registry import task_of
from stumper.types import OwnIndex, Prediction, Query
from stumper.victims.address import Address
from stumper.victims.own_index import GIVEN
from stumper.victims.prompts import Prompts, read_prompts, read_reply
from stumper.victims.retrying import Unanswered
from stumper.wire import Reply, Token

VERSION = 4  # of everything between the weights and the prediction
WRITES = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")  # endings of such models' names


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``hf:NAME#KEY=VALUE&KEY=VALUE``; docs/howto-victim.md explains them."""

    template: Path | None = None
    system: Path | None = None
    confidence: bool = False
    extract: str = ""
    max_tokens: int = 32


def generator(where: Address, fingerprint: str, tokenizer: Any, model: Any, device: torch.device) -> "Generator":
    """The victim that a model makes; ``fingerprint`` is of it and its tokenizer. BadOption for a wrong option."""
    settings = Settings(**registry.arguments("victim", "hf", Settings, where.options))
    if settings.max_tokens < 1:
        raise BadOption(f"The option 'max_tokens' of 'hf' is 1 or more, not {settings.max_tokens}.")
    prompts = read_prompts(settings.template, settings.system, settings.extract, settings.confidence)
    whole = content_id(VERSION, fingerprint, prompts.texts, settings.max_tokens)
    return Generator(whole, where.place, tokenizer, model, device, prompts, settings.max_tokens)


@dataclass(frozen=True, slots=True)
class Generator:
    """The likeliest token after the other, query by query, so that no prediction depends on its batch."""

    own_index: ClassVar[OwnIndex] = GIVEN

    fingerprint: str
    name: str
    tokenizer: Any
    model: Any
    device: torch.device
    prompts: Prompts
    max_tokens: int

    @property
    def manner(self) -> Mapping[str, str]:
        """How it is asked and its replies read, to be kept with the run."""
        return {"model": self.name, **self.prompts.told(None), "parameters": f"max_tokens={self.max_tokens}, greedy"}

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query; Unanswered where what the model writes is none."""
        return [self._prediction(query) for query in queries]

    def _prediction(self, query: Query) -> Prediction:
        reply = self._reply(query)
        prediction = read_reply(query, reply, self.prompts.extract)
        if prediction is None:
            meant = task_of(query).wire.meant
            raise Unanswered(f"{self.name} replied {reply.text!r}, which is no {meant}")
        return prediction

    def _reply(self, query: Query) -> Reply:
        asked = self._asked(query)
        room = getattr(self.model.config, "max_position_embeddings", None) or asked.shape[1] + self.max_tokens
        if not self.model.config.is_encoder_decoder:
            asked = asked[:, -max(1, room - self.max_tokens) :]
        ends = self.tokenizer.eos_token_id
        with torch.inference_mode():
            written = self.model.generate(
                asked,
                attention_mask=torch.ones_like(asked),
                do_sample=False,
                num_beams=1,
                max_new_tokens=self.max_tokens,
                pad_token_id=self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else ends,
                return_dict_in_generate=True,
                output_scores=True,
            )
        new = written.sequences[0][-len(written.scores) :].tolist()
        shares = [float(torch.log_softmax(s[0].float(), -1)[t]) for s, t in zip(written.scores, new, strict=True)]
        tokens = tuple(Token(self.tokenizer.decode([t]), min(0.0, p), {}) for t, p in zip(new, shares, strict=True))
        return Reply(self.tokenizer.decode(new, skip_special_tokens=True), tokens, len(new) == self.max_tokens)

    def _asked(self, query: Query) -> torch.Tensor:
        """The tokens of the prompt, in the model's own format of chats where it has one."""
        messages = self.prompts.messages(query)
        if getattr(self.tokenizer, "chat_template", None):
            text = self.tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
            found = self.tokenizer(text, add_special_tokens=False, return_tensors="pt")
        else:
            text = "\n\n".join(message["content"] for message in messages)
            found = self.tokenizer(text, return_tensors="pt")
        tokens: torch.Tensor = found["input_ids"].to(self.device)
        return tokens
