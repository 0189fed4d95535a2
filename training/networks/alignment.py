"""Models that align the words of claim and evidence in PyTorch.

Each reads word vectors, [batch, words, width], of claim and evidence, and a mask for each: 1 a word, 0 padding. Each
gives scores, [batch, outputs]: of the labels, unless it is told to give so many others.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from stumper.tasks.verification.claim import LABELS


class Decomposable(nn.Module):
    """Decomposable attention (Parikh et al. 2016, section 3): attend, compare, aggregate; no order of words."""

    def __init__(self, width: int, inner: int = 192, dropout: float = 0.0) -> None:
        super().__init__()
        self.project = nn.Linear(width, inner)
        self.attend = _Feedforward(inner, inner, dropout)
        self.compare = _Feedforward(2 * inner, inner, dropout)
        self.aggregate = _Feedforward(2 * inner, inner, dropout)
        self.head = nn.Linear(inner, len(LABELS))

    def forward(self, claim: Tensor, evidence: Tensor, claim_mask: Tensor, evidence_mask: Tensor) -> Tensor:
        """Scores the labels, [batch, labels], of vectors [batch, words, width] and masks [batch, words]."""
        said, shown = self.project(claim), self.project(evidence)
        keys = self.attend(said), self.attend(shown)
        aligned_shown, aligned_said = aligned(*keys, said, shown, claim_mask, evidence_mask)
        compared = [
            (self.compare(torch.cat([own, other], -1)) * mask[..., None]).sum(1)
            for own, other, mask in ((said, aligned_shown, claim_mask), (shown, aligned_said, evidence_mask))
        ]
        scores: Tensor = self.head(self.aggregate(torch.cat(compared, -1)))
        return scores


class Esim(nn.Module):
    """ESIM without trees (Chen et al. 2017, section 3): encoded by a BiLSTM, aligned, composed by another, pooled."""

    def __init__(self, width: int, inner: int = 128, dropout: float = 0.0, outputs: int = len(LABELS)) -> None:
        super().__init__()
        self.encode = nn.LSTM(width, inner, batch_first=True, bidirectional=True)
        self.project = nn.Linear(8 * inner, inner)
        self.compose = nn.LSTM(inner, inner, batch_first=True, bidirectional=True)
        self.hidden = nn.Linear(8 * inner, inner)
        self.head = nn.Linear(inner, outputs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, claim: Tensor, evidence: Tensor, claim_mask: Tensor, evidence_mask: Tensor) -> Tensor:
        """Scores the labels, [batch, labels], of vectors [batch, words, width] and masks [batch, words]."""
        said = _run(self.encode, self.dropout(claim), claim_mask)
        shown = _run(self.encode, self.dropout(evidence), evidence_mask)
        aligned_shown, aligned_said = aligned(said, shown, said, shown, claim_mask, evidence_mask)
        pooled: list[Tensor] = []
        for own, other, mask in ((said, aligned_shown, claim_mask), (shown, aligned_said, evidence_mask)):
            compared = F.relu(self.project(torch.cat([own, other, own - other, own * other], -1)))
            composed = _run(self.compose, self.dropout(compared), mask)
            pooled.append(composed.sum(1) / mask.sum(1, keepdim=True))
            pooled.append((composed + (mask[..., None] - 1) * FAR).max(1).values)
        hidden = torch.tanh(self.hidden(self.dropout(torch.cat(pooled, -1))))
        scores: Tensor = self.head(self.dropout(hidden))
        return scores


class Matching(nn.Module):
    """A neural semantic matching network (Nie et al. 2019, section 2.1): a BiLSTM encodes the words, which are aligned,
    and another that sees their vectors again matches them; what the maximum makes of each side is compared."""

    def __init__(self, width: int, inner: int = 96, dropout: float = 0.0, outputs: int = len(LABELS)) -> None:
        super().__init__()
        self.encode = nn.LSTM(width, inner, batch_first=True, bidirectional=True)
        self.project = nn.Linear(8 * inner + width, inner)
        self.compose = nn.LSTM(inner, inner, batch_first=True, bidirectional=True)
        self.hidden = nn.Linear(8 * inner, inner)
        self.head = nn.Linear(inner, outputs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, claim: Tensor, evidence: Tensor, claim_mask: Tensor, evidence_mask: Tensor) -> Tensor:
        """Scores the labels, [batch, labels], of vectors [batch, words, width] and masks [batch, words]."""
        words = self.dropout(claim), self.dropout(evidence)
        said, shown = (_run(self.encode, own, m) for own, m in zip(words, (claim_mask, evidence_mask), strict=True))
        aligned_shown, aligned_said = aligned(said, shown, said, shown, claim_mask, evidence_mask)
        sides = (words[0], said, aligned_shown, claim_mask), (words[1], shown, aligned_said, evidence_mask)
        pooled: list[Tensor] = []
        for word, own, other, mask in sides:
            matched = F.relu(self.project(torch.cat([own, other, own - other, own * other, word], -1)))
            composed = _run(self.compose, self.dropout(matched), mask)
            pooled.append((composed + (mask[..., None] - 1) * FAR).max(1).values)
        claimed, found = pooled
        compared = torch.cat([claimed, found, (claimed - found).abs(), claimed * found], -1)
        hidden = torch.relu(self.hidden(self.dropout(compared)))
        scores: Tensor = self.head(self.dropout(hidden))
        return scores


FAR = 1e4  # taken from the score of a padding, so that it counts for nothing


def aligned(
    claim_keys: Tensor,
    evidence_keys: Tensor,
    claim: Tensor,
    evidence: Tensor,
    claim_mask: Tensor,
    evidence_mask: Tensor,
) -> tuple[Tensor, Tensor]:
    """For each word of the claim what the evidence has for it, and for each word of the evidence what the claim has."""
    scores = claim_keys @ evidence_keys.transpose(1, 2)
    for_claim = torch.softmax(scores + (evidence_mask[:, None] - 1) * FAR, -1) @ evidence
    for_evidence = torch.softmax(scores.transpose(1, 2) + (claim_mask[:, None] - 1) * FAR, -1) @ claim
    return for_claim, for_evidence


class _Feedforward(nn.Module):
    """Two layers with rectifiers."""

    def __init__(self, width: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.first = nn.Linear(width, inner)
        self.second = nn.Linear(inner, inner)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor) -> Tensor:
        first = F.relu(self.first(self.dropout(states)))
        second: Tensor = F.relu(self.second(self.dropout(first)))
        return second


def _run(lstm: nn.LSTM, states: Tensor, mask: Tensor) -> Tensor:
    """The states of both directions, which begin and end with the words; 0 for padding."""
    packed = pack_padded_sequence(states, mask.sum(1).long().cpu(), batch_first=True, enforce_sorted=False)
    output, _ = pad_packed_sequence(lstm(packed)[0], batch_first=True, total_length=states.shape[1])
    return output
