"""Extractive question-answering models of the transformers library, from a local folder or a hub.

Imported only where such a victim is asked for: the registry says which extra is missing.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.types import Example, Prediction, Query, Question
from stumper.victims.spans import best_spans

WINDOW = 384  # tokens of question, paragraph and special tokens that the model reads at once
STRIDE = 128  # tokens that neighbouring windows of a long paragraph share, where the question leaves room
LONGEST_QUESTION = 64  # tokens; what is longer is cut
PAD_TO = 16  # tokens; a window's padded length depends on the window alone
ROWS = 16  # windows of one padded length that the model reads at once
VERSION = 1  # of everything between the weights and the prediction


def load(argument: str, examples: Sequence[Example]) -> "HuggingFace":
    """The model in a folder, or of that name on a hub, on a GPU where there is one; it needs no examples.

    BadData where there is no such folder, BadOption where it holds no question-answering model with a fast tokenizer.
    """
    if not argument:
        raise BadOption("The victim 'hf' needs a folder or a name: hf:FOLDER or hf:OWNER/NAME.")
    folder = Path(argument).expanduser()
    if argument.startswith((".", "/", "~")) and not folder.is_dir():
        raise BadData(f"There is no folder {argument}. Name one that holds config.json, weights and a tokenizer.")
    source = folder if folder.is_dir() else argument
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, use_fast=True)
        model, report = AutoModelForQuestionAnswering.from_pretrained(
            source, attn_implementation="eager", output_loading_info=True
        )
    except (OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        where = "in the folder" if folder.is_dir() else "as a folder or on the hub as"
        raise BadOption(f"There is no question-answering model {where} {argument!r}: {reason}") from error
    if missing := sorted(report["missing_keys"]):
        raise BadOption(f"{argument!r} is no question-answering model: it has no weights for {', '.join(missing[:3])}.")
    if not tokenizer.is_fast:
        raise BadOption(f"{argument!r} has no fast tokenizer, and without one no answer has a place in the text.")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return HuggingFace(_fingerprint(model, tokenizer), tokenizer, model.float().to(device).eval(), device)


@dataclass(frozen=True, slots=True)
class Window:
    """What the model reads at once; ``inside`` are the paragraph's tokens, ``offsets`` their characters."""

    features: dict[str, list[int]]
    inside: tuple[int, ...]
    offsets: list[tuple[int, int]]

    @property
    def inputs(self) -> list[int]:
        """The ids of its tokens."""
        return self.features["input_ids"]


@dataclass(frozen=True, slots=True)
class HuggingFace:
    """Ranked answer spans with probabilities over all legal spans of the paragraph.

    The null answer that SQuAD 2.0 models give at their first token is not considered: every question is answered.
    """

    fingerprint: str
    tokenizer: Any
    model: Any
    device: torch.device

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a token is left unanswered."""
        windows = [(place, window) for place, query in enumerate(queries) for window in self._windows(query)]
        found: dict[int, list[tuple[Window, NDArray[np.float32]]]] = defaultdict(list)
        scores = self._scores([window for _, window in windows])
        for (place, window), score in zip(windows, scores, strict=True):
            found[place].append((window, score))
        return [
            best_spans(
                [scores[:, 0] for _, scores in found[place]],
                [scores[:, 1] for _, scores in found[place]],
                [window.offsets for window, _ in found[place]],
                _paragraph(query),
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
            yield Window(features, inside, [_trimmed(paragraph, *offsets[i]) for i in inside])

    def _longest(self) -> int:
        positions: int = getattr(self.model.config, "max_position_embeddings", WINDOW)
        return min(WINDOW, int(self.tokenizer.model_max_length), positions) // PAD_TO * PAD_TO

    def _scores(self, windows: Sequence[Window]) -> list[NDArray[np.float32]]:
        """Start and end scores of each window's paragraph tokens, [tokens, 2]."""
        by_length: dict[int, list[int]] = defaultdict(list)
        for index, window in enumerate(windows):
            by_length[-(-len(window.inputs) // PAD_TO) * PAD_TO].append(index)
        scores: dict[int, NDArray[np.float32]] = {}
        for length, indices in by_length.items():
            for begin in range(0, len(indices), ROWS):
                batch = indices[begin : begin + ROWS]
                # A GPU sums in another order when the number of rows changes, so there every batch is filled up.
                filled = batch + batch[-1:] * (ROWS - len(batch) if self.device.type == "cuda" else 0)
                read = self._read([windows[i] for i in filled], length)
                scores.update((i, row[list(windows[i].inside)]) for i, row in zip(batch, read, strict=False))
        return [scores[index] for index in range(len(windows))]

    def _read(self, windows: Sequence[Window], length: int) -> NDArray[np.float32]:
        beyond = {"input_ids": self.tokenizer.pad_token_id or 0}
        features = {
            name: [window.features[name] + [beyond.get(name, 0)] * (length - len(window.inputs)) for window in windows]
            for name in windows[0].features
        }
        with torch.no_grad():
            output = self.model(**{name: torch.tensor(rows, device=self.device) for name, rows in features.items()})
        return torch.stack([output.start_logits, output.end_logits], dim=-1).float().cpu().numpy()


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
