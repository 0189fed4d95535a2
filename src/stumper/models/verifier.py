"""The transformer verifier: an encoder that reads claim and evidence together, with a head that gives the verdict."""

import torch
from torch import Tensor, nn

from stumper.models.encoder import Encoder
from stumper.models.shape import WIDTH
from stumper.tasks.verification.claim import LABELS


class Verifier(nn.Module):
    """Scores of the labels, [batch, 3] in the order of ``LABELS``, from the state of the first token."""

    def __init__(self, encoder: Encoder, dropout: float = 0.0) -> None:
        super().__init__()
        self.encoder = encoder
        self.hidden = nn.Linear(WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, len(LABELS))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        first = self.encoder(ids, segments, mask)[:, 0].float()
        scores: Tensor = self.head(self.dropout(torch.tanh(self.hidden(self.dropout(first)))))
        return scores
