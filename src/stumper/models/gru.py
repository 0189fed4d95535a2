"""The recurrent guesser: a bidirectional GRU over the words' vectors, and the weighted mean of its states."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from stumper.models.dan import SMALLEST, unit


class Gru(nn.Module):
    """Scores of the answers, [batch, answers], of sequences of words.

    ``ids`` is [batch, length], rows filled up with any word; ``lengths`` [batch] says how many are read, at least one.
    """

    def __init__(self, words: int, width: int, answers: int, inner: int, dropout: float = 0.2) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.salience = nn.Parameter(torch.zeros(words))  # log weights
        self.states = nn.GRU(width, inner, batch_first=True, bidirectional=True)
        self.summary = nn.Linear(2 * inner, width)
        self.answers = nn.Linear(width, answers)
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.dropout = dropout
        nn.init.zeros_(self.answers.bias)

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        return self.scores(self.words(ids), self.salience[ids].exp(), lengths)

    def scores(self, embedded: Tensor, weights: Tensor, lengths: Tensor) -> Tensor:
        """What is made of vectors, [batch, length, width], that count by weights, [batch, length]."""
        longest = embedded.shape[1]
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.states(packed)[0], batch_first=True, total_length=longest)
        weights = weights * (torch.arange(longest) < lengths[:, None])
        weights = weights / (weights**2).sum(1, keepdim=True).clamp(min=SMALLEST).sqrt()
        drop = self.dropout if self.training else 0.0
        summary = self.summary(F.dropout((states * weights[..., None]).sum(1), drop))
        return self.scale * self.answers(unit(F.dropout(summary, drop)))
