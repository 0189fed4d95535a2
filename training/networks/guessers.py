"""The neural guessers: an averaging network (Iyyer et al. 2015), and a recurrent one."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

SMALLEST = 1e-6  # of what is divided by


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
        """Scores the answers, [batch, answers]; ``ids`` are those of all texts in a row, which begin at ``starts``."""
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


class Gru(nn.Module):
    """Scores of the answers, [batch, answers], of sequences of words.

    ``ids`` is [batch, length], rows filled up with any word; ``lengths`` [batch] says how many are read, at least one.
    """

    def __init__(self, words: int, width: int, answers: int, inner: int, dropout: float = 0.2) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.salience = nn.Parameter(torch.zeros(words))  # log weights
        self.states = nn.GRU(width, inner, batch_first=True, bidirectional=True)  # its weights; see ``both_ways``
        self.summary = nn.Linear(2 * inner, width)
        self.answers = nn.Linear(width, answers)
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.dropout = dropout
        nn.init.zeros_(self.answers.bias)

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """Scores the answers, [batch, answers], of ids [batch, words], of which the first ``lengths`` count."""
        return self.scores(self.words(ids), self.salience[ids].exp(), lengths)

    def scores(self, embedded: Tensor, weights: Tensor, lengths: Tensor) -> Tensor:
        """What is made of vectors, [batch, length, width], that count by weights, [batch, length]."""
        are_read = torch.arange(embedded.shape[1], device=embedded.device) < lengths.to(embedded.device)[:, None]
        weights = weights * are_read
        weights = weights / (weights**2).sum(1, keepdim=True).clamp(min=SMALLEST).sqrt()
        mean = torch.einsum("bt,tbi->bi", weights, both_ways(self.states, embedded, are_read))
        drop = self.dropout if self.training else 0.0
        summary = self.summary(F.dropout(mean, drop))
        return answer_scores(summary, self.answers, self.scale, drop)


def both_ways(gru: nn.GRU, embedded: Tensor, are_read: Tensor) -> Tensor:
    """The states of a bidirectional GRU, [length, batch, 2 * inner]; those behind a row's end are no matter.

    PyTorch's own takes a slice of the batch at each word, and the gradient of each is as large as the batch: on a
    processor that is most of its time. Here both directions go side by side, and what a word adds is computed at once.
    """
    forward = torch.addmm(gru.bias_ih_l0, embedded.flatten(0, 1), gru.weight_ih_l0.t())
    backward = torch.addmm(gru.bias_ih_l0_reverse, embedded.flatten(0, 1), gru.weight_ih_l0_reverse.t())
    added = [one.view(*are_read.shape, -1).transpose(0, 1) for one in (forward, backward)]
    steps = torch.stack([added[0], added[1].flip(0)], 1)  # [length, direction, batch, 3 * inner]
    begun = torch.stack([torch.ones_like(are_read), are_read.flip(1)])[..., None].to(embedded.dtype).permute(2, 0, 1, 3)
    turn = torch.stack([gru.weight_hh_l0.t(), gru.weight_hh_l0_reverse.t()])
    shift = torch.stack([gru.bias_hh_l0, gru.bias_hh_l0_reverse])[:, None]
    state = embedded.new_zeros(2, len(embedded), gru.hidden_size)
    states = []
    for word, has_begun in zip(steps.unbind(), begun.unbind(), strict=True):
        reset, update, new = word.chunk(3, -1)
        old_reset, old_update, old = torch.baddbmm(shift, state, turn).chunk(3, -1)
        kept = torch.sigmoid(update + old_update)
        proposed = torch.tanh(new + torch.sigmoid(reset + old_reset) * old)
        state = (proposed + kept * (state - proposed)) * has_begun
        states.append(state)
    found = torch.stack(states)
    return torch.cat([found[:, 0], found[:, 1].flip(0)], -1)


def answer_scores(summary: Tensor, answers: nn.Linear, scale: Tensor, dropout: float) -> Tensor:
    """Those of the summary's direction, [batch, answers], of [batch, width]; some of it is dropped before."""
    return scale * answers(unit(F.dropout(summary, dropout)))


def unit(states: Tensor) -> Tensor:
    """The states at length 1."""
    return states / states.norm(dim=-1, keepdim=True).clamp(min=SMALLEST)
