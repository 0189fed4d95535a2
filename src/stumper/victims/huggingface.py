"""Models of the transformers library, from a local folder or a hub: extractive readers here, verifiers and models that
write next door.

Imported only where such a victim is asked for: the registry says which extra is missing.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForQuestionAnswering,
    AutoModelForSeq2SeqLM,
    AutoModelForSequenceClassification,
    AutoTokenizer,
)

from stumper import registry
from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.models.windows import LONGEST_QUESTION
from stumper.tasks.reading.question import Question
from stumper.types import Example, Prediction, Query
from stumper.victims.address import address
from stumper.victims.huggingface_generator import WRITES, Generator, generator
from stumper.victims.huggingface_verifier import Verifier, verifier
from stumper.victims.padded import PAD_TO, ROWS, check_batch, scores
from stumper.victims.spans import best_spans

WINDOW = 384  # tokens of question, paragraph and special tokens that the model reads at once
STRIDE = 128  # tokens that neighbouring windows of a long paragraph share, where the question leaves room
VERSION = 1  # of everything between the weights and the prediction


@dataclass(frozen=True, slots=True)
class Running:
    """Where and in which numbers any model runs, as it may stand behind the ``#`` of ``hf:NAME#KEY=VALUE&KEY=VALUE``;
    without a ``device`` a GPU where there is one."""

    device: str = ""
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"


@dataclass(frozen=True, slots=True)
class Settings:
    """What else may stand there for a model that reads: ``null`` considers that there is no answer, once that scores
    ``null_threshold`` more than the best one."""

    batch: int = ROWS
    null: bool = False
    null_threshold: float = 0.0


def load(argument: str, examples: Sequence[Example]) -> "HuggingFace | Verifier | Generator":
    """A transformers model in a folder, or of that name on a hub: a reader, or a verifier where it classifies texts.

    One that writes texts is asked by a prompt.

    It runs on a GPU where there is one and no other device is said. BadData where there is no such folder, BadOption
    where it holds no such model with a fast tokenizer.
    """
    where = address("hf", argument)
    if not where.place:
        raise BadOption("The victim 'hf' needs a folder or a name: hf:FOLDER or hf:OWNER/NAME.")
    running = {name: text for name, text in where.options.items() if name in ("device", "dtype")}
    where = replace(where, options={name: text for name, text in where.options.items() if name not in running})
    device, dtype = _running(Running(**registry.arguments("victim", "hf", Running, running)))
    folder = Path(where.place).expanduser()
    if where.place.startswith((".", "/", "~")) and not folder.is_dir():
        raise BadData(f"There is no folder {where.place}. Name one that holds config.json, weights and a tokenizer.")
    source = folder if folder.is_dir() else where.place
    try:
        config = AutoConfig.from_pretrained(source)
        tokenizer = AutoTokenizer.from_pretrained(source, use_fast=True)
    except (OSError, ValueError) as error:
        raise _none_there(where.place, folder, error) from error
    is_verifier = any(name.endswith("ForSequenceClassification") for name in config.architectures or ())
    writes = any(name.endswith(WRITES) for name in config.architectures or ())
    kind = _kind(is_verifier, writes, config)
    try:
        model, report = kind.from_pretrained(source, attn_implementation="eager", output_loading_info=True)
    except (OSError, ValueError) as error:
        raise _none_there(where.place, folder, error) from error
    if missing := sorted(report["missing_keys"]):
        named = "model that writes" if writes else "verifier" if is_verifier else "question-answering model"
        raise BadOption(f"{where.place!r} is no {named}: it has no weights for {', '.join(missing[:3])}.")
    if not tokenizer.is_fast and not writes:
        raise BadOption(f"{where.place!r} has no fast tokenizer, and without one no answer has a place in the text.")
    fingerprint = _fingerprint(model, tokenizer)
    if dtype != torch.float32:
        fingerprint = content_id(fingerprint, str(dtype))
    ready = model.to(dtype).to(device).eval()
    if writes:
        return generator(where, fingerprint, tokenizer, ready, device)
    if is_verifier:
        return verifier(where, fingerprint, tokenizer, ready, device)
    settings = Settings(**registry.arguments("victim", "hf", Settings, where.options))
    check_batch(settings.batch)
    if settings.null:
        fingerprint = content_id(fingerprint, "null", settings.null_threshold)
    return HuggingFace(fingerprint, tokenizer, ready, device, settings)


def _kind(is_verifier: bool, writes: bool, config: Any) -> Any:
    if writes:
        return AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
    return AutoModelForSequenceClassification if is_verifier else AutoModelForQuestionAnswering


def _running(said: Running) -> tuple[torch.device, torch.dtype]:
    """The device and the numbers that are meant; BadOption where the device is not there."""
    name = said.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise BadOption(f"No model can run on the device {name!r} ({reason}): say device=cpu, or cuda:0 where there is "
                        "a GPU.") from error  # fmt: skip
    numbers: torch.dtype = getattr(torch, said.dtype)
    return device, numbers


def _none_there(place: str, folder: Path, error: Exception) -> BadOption:
    reason = str(error).strip().partition("\n")[0]
    where = "in the folder" if folder.is_dir() else "as a folder or on the hub as"
    return BadOption(f"There is no question-answering model and no verifier {where} {place!r}: {reason}")


@dataclass(frozen=True, slots=True)
class Window:
    """What the model reads at once; ``inside`` are the paragraph's tokens, ``offsets`` their characters, and ``first``
    is the token at which it says that there is no answer."""

    features: dict[str, list[int]]
    inside: tuple[int, ...]
    offsets: list[tuple[int, int]]
    first: int = 0


@dataclass(frozen=True, slots=True)
class HuggingFace:
    """Ranked answer spans with probabilities over all legal spans of the paragraph, and where the settings say so, over
    having no answer.

    That one scores as the first token, [CLS], does as start and end, in the window where this is least (Devlin et al.
    2019, section 4.3), less the threshold.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    tokenizer: Any
    model: Any
    device: torch.device
    settings: Settings = Settings()

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a token is left unanswered."""
        windows = [(place, window) for place, query in enumerate(queries) for window in self._windows(query)]
        found: dict[int, list[tuple[Window, NDArray[np.float32]]]] = defaultdict(list)
        nulls: dict[int, float] = {}
        read = self._scores([window for _, window in windows])
        for (place, window), score in zip(windows, read, strict=True):
            found[place].append((window, score[list(window.inside)]))
            if self.settings.null:
                null = float(score[window.first].sum()) - self.settings.null_threshold
                nulls[place] = min(null, nulls.get(place, null))
        return [
            best_spans(
                [score[:, 0] for _, score in found[place]],
                [score[:, 1] for _, score in found[place]],
                [window.offsets for window, _ in found[place]],
                _paragraph(query),
                null=nulls.get(place),
            )
            for place, query in enumerate(queries)
        ]

    def _windows(self, query: Query) -> Iterator[Window]:
        paragraph, longest = _paragraph(query), self._longest()
        most = min(LONGEST_QUESTION, longest // 2)
        asked = self.tokenizer(
            query.text, add_special_tokens=False, truncation=True, max_length=most, return_offsets_mapping=True
        )["offset_mapping"]
        room = longest - len(asked) - self.tokenizer.num_special_tokens_to_add(pair=True)
        encoded = self.tokenizer(
            query.text[: asked[-1][1]] if asked else "",
            paragraph,
            truncation="only_second",
            max_length=longest,
            stride=min(STRIDE, room // 2),
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )
        for row, offsets in enumerate(encoded["offset_mapping"]):
            inside = tuple(i for i, part in enumerate(encoded.sequence_ids(row)) if part == 1)
            features = {name: encoded[name][row] for name in self.tokenizer.model_input_names if name in encoded}
            tokens = encoded["input_ids"][row]
            first = tokens.index(cls) if (cls := self.tokenizer.cls_token_id) in tokens else 0
            yield Window(features, inside, [_trimmed(paragraph, *offsets[i]) for i in inside], first)

    def _longest(self) -> int:
        positions: int = getattr(self.model.config, "max_position_embeddings", WINDOW)
        return min(WINDOW, int(self.tokenizer.model_max_length), positions) // PAD_TO * PAD_TO

    def _scores(self, windows: Sequence[Window]) -> list[NDArray[np.float32]]:
        """Start and end scores of each window's tokens, [tokens, 2], and of what fills it up."""
        return scores(
            self.model,
            self.tokenizer.pad_token_id or 0,
            self.device,
            [window.features for window in windows],
            lambda output: torch.stack([output.start_logits, output.end_logits], dim=-1),
            self.settings.batch,
        )


def _paragraph(query: Query) -> str:
    assert isinstance(query, Question), "a question-answering model reads questions"
    return query.context.text


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters without white space at either end, which some tokenizers count as part of a word."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _fingerprint(model: Any, tokenizer: Any) -> str:
    """The hash of the weights, the settings and the tokenizer as loaded, wherever they came from."""
    weights = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        weights.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}".encode())
        weights.update(tensor.float().numpy().tobytes())
    settings = model.config.to_json_string(use_diff=True)
    return content_id(VERSION, weights.hexdigest(), settings, tokenizer.backend_tokenizer.to_str())
