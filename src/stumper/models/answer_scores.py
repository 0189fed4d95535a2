"""The end of every neural guesser: from what was made of a question to the scores of the answers."""

from torch import Tensor, nn
from torch.nn import functional as F

SMALLEST = 1e-6  # of what is divided by


def answer_scores(summary: Tensor, answers: nn.Linear, scale: Tensor, dropout: float) -> Tensor:
    """Those of the summary's direction, [batch, answers], of [batch, width]; some of it is dropped before."""
    return scale * answers(unit(F.dropout(summary, dropout)))


def unit(states: Tensor) -> Tensor:
    """The states at length 1."""
    return states / states.norm(dim=-1, keepdim=True).clamp(min=SMALLEST)
