"""The deep averaging network (Iyyer et al. 2015): the weighted mean of the words' vectors, and two layers over it."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from stumper.models.answer_scores import SMALLEST, answer_scores, unit


class Dan(nn.Module):
    """Scores of the answers, [batch, answers], of bags of words.

    ``ids`` holds the words of all rows one after the other, ``starts`` where each row's begin. How much a word counts
    is learned as well.
    """

    def __init__(self, words: int, width: int, answers: int, dropout: float = 0.3) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.salience = nn.Parameter(torch.zeros(words))  # log weights
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        self.answers = nn.Linear(width, answers)
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.dropout = dropout
        nn.init.eye_(self.first.weight)
        for weight in (self.first.bias, self.second.weight, self.second.bias, self.answers.bias):
            nn.init.zeros_(weight)

    def forward(self, ids: Tensor, starts: Tensor) -> Tensor:
        return self.scores(self.averaged(ids, starts))

    def averaged(self, ids: Tensor, starts: Tensor) -> Tensor:
        """The weighted sum of each row's vectors, over the length of its weights, [batch, width]."""
        weights = self.salience[ids].exp()
        squares = F.embedding_bag(ids, weights.new_ones(len(self.salience), 1), starts, mode="sum",
                                  per_sample_weights=weights**2)  # fmt: skip
        summed = F.embedding_bag(ids, self.words.weight, starts, mode="sum", per_sample_weights=weights)
        return summed / squares.clamp(min=SMALLEST).sqrt()

    def scores(self, averaged: Tensor) -> Tensor:
        """What the layers make of ``averaged``."""
        width = averaged.shape[1]
        drop = self.dropout if self.training else 0.0
        first = self.first(F.dropout(unit(averaged) * width**0.5, drop))
        hidden = first + self.second(F.relu(first))
        return answer_scores(hidden, self.answers, self.scale, drop)
