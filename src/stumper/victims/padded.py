"""Rows of tokens through a transformers model so that none can see what else is read with it.

Imports torch: only for what needs it anyway.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from stumper.errors import BadOption

PAD_TO = 16  # tokens; a row's padded length depends on the row alone
ROWS = 16  # of one padded length that the model reads at once


def check_batch(rows: int) -> None:
    """Nothing; BadOption where so many rows are none."""
    if rows < 1:
        raise BadOption(f"The option 'batch' of 'hf' is 1 or more, not {rows}.")


Row = Mapping[str, Sequence[int]]  # the model's inputs by name, one number a token


def scores(
    model: Any,
    padding: int,
    device: torch.device,
    rows: Sequence[Row],
    output: Callable[[Any], torch.Tensor],
    at_once: int = ROWS,
) -> list[NDArray[np.float32]]:
    """What ``output`` takes from the model's answer to each row, in order; ``padding`` is the token that fills up."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        by_length[-(-len(row["input_ids"]) // PAD_TO) * PAD_TO].append(index)
    found: dict[int, NDArray[np.float32]] = {}
    for length, indices in by_length.items():
        for begin in range(0, len(indices), at_once):
            batch = indices[begin : begin + at_once]
            # A GPU sums in another order when the number of rows changes, so there every batch is filled up.
            filled = batch + batch[-1:] * (at_once - len(batch) if device.type == "cuda" else 0)
            features = _features([rows[i] for i in filled], length, padding, device)
            with torch.no_grad():
                answered = output(model(**features)).float().cpu().numpy()
            found.update(zip(batch, answered, strict=False))
    return [found[index] for index in range(len(rows))]


def _features(rows: Sequence[Row], length: int, padding: int, device: torch.device) -> dict[str, torch.Tensor]:
    beyond = {"input_ids": padding}
    return {
        name: torch.tensor(
            [[*row[name], *[beyond.get(name, 0)] * (length - len(row["input_ids"]))] for row in rows], device=device
        )
        for name in rows[0]
    }
