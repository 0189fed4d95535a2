"""What stands on the encoder: the reader with the likelihood that it is trained by, and the verifier."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from networks.encoder import Encoder
from networks.shape import WIDTH
from stumper.tasks.verification.claim import LABELS

LONGEST_ANSWER = 30  # tokens; the same bound as in prediction


class Reader(nn.Module):
    """Start and end scores, [batch, length, 2], of every token of question and paragraph."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(WIDTH, 2)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """Scores each token as the first and as the last of the answer, [batch, length, 2]."""
        scores: Tensor = self.head(self.encoder(ids, segments, mask).float())
        return scores


def span_scores(scores: Tensor, legal: Tensor) -> Tensor:
    """Scores [batch, start, length - 1] of all legal spans; -inf where a span leaves the paragraph.

    ``scores`` is [batch, length, 2]; ``legal`` [batch, length] is true for the paragraph's tokens.
    """
    start, end = scores.masked_fill(~legal[..., None], float("-inf")).unbind(-1)
    ends = F.pad(end, (0, LONGEST_ANSWER - 1), value=float("-inf")).unfold(1, LONGEST_ANSWER, 1)
    return start[..., None] + ends


def negative_log_likelihood(scores: Tensor, legal: Tensor, gold: Tensor) -> Tensor:
    """Mean of -log of the probability that the annotators' spans hold together, over all legal spans.

    ``gold`` is a boolean [batch, start, length - 1], true for each span that an annotator marked.
    """
    spans = span_scores(scores, legal).flatten(1)
    marked = spans.masked_fill(~gold.flatten(1), float("-inf"))
    return (torch.logsumexp(spans, 1) - torch.logsumexp(marked, 1)).mean()


class Verifier(nn.Module):
    """Scores of the labels, [batch, 3] in the order of ``LABELS``, from the state of the first token."""

    def __init__(self, encoder: Encoder, dropout: float = 0.0) -> None:
        super().__init__()
        self.encoder = encoder
        self.hidden = nn.Linear(WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, len(LABELS))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """Scores the labels, [batch, labels], by the state of the first token."""
        first = self.encoder(ids, segments, mask)[:, 0].float()
        scores: Tensor = self.head(self.dropout(torch.tanh(self.hidden(self.dropout(first)))))
        return scores
