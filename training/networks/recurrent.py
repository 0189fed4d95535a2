"""Two readers of the years before transformers, in PyTorch: BiDAF (Seo et al. 2017) and Match-LSTM (Wang & Jiang 2017).

Both read the distinct words of a batch, ``vectors`` [words, width] and ``letters`` [words, 16]; which of them stand in
each question and paragraph, [batch, length]; and a mask for each: 1 a word, 0 padding, which comes last. Both give the
scores of each of the paragraph's words as the first and as the last of the answer, [batch, length, 2].

Other than the papers', both are told of each word how like the likest word of the other text it is, and whether it is
the same (after Chen et al. 2017): from a third of the papers' questions they hardly learn that by themselves.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from networks.shape import LIKENESS, SAME
from stumper.victims.recurrent import KINDS

FAR = 1e4  # taken from the score of a padding, so that it counts for nothing


class Bidaf(nn.Module):
    """Bidirectional attention flow: embed, encode, attend both ways, model, point (Seo et al. 2017, section 2)."""

    def __init__(self, width: int, inner: int = 64, spelt: int = 64, dropout: float = 0.0) -> None:
        super().__init__()
        self.project = nn.Linear(width, inner)
        self.letters = nn.Embedding(KINDS, 16)
        self.convolve = nn.Conv1d(16, spelt, 5)
        self.highways = nn.ModuleList(_Highway(inner + spelt) for _ in range(2))
        self.encode = BothWays(inner + spelt + LIKENESS, inner)
        self.said = nn.Linear(2 * inner, 1, bias=False)
        self.shown = nn.Linear(2 * inner, 1)
        self.both = nn.Parameter(torch.randn(2 * inner) / (2 * inner) ** 0.5)
        self.model = nn.ModuleList([BothWays(8 * inner, inner), BothWays(2 * inner, inner)])
        self.finish = BothWays(2 * inner, inner)
        self.first = nn.Linear(10 * inner, 1)
        self.last = nn.Linear(10 * inner, 1)
        self.dropout = _Dropout(dropout)

    def forward(
        self, vectors: Tensor, letters: Tensor, question: Tensor, paragraph: Tensor, asked: Tensor, told: Tensor
    ) -> Tensor:
        """Scores each word of the paragraph as the answer's first and last, [batch, words, 2].

        Words are named by their rows in ``vectors`` and ``letters``; ``asked`` and ``told`` mask the padding of each.
        """
        spelt = self.convolve(self.dropout(self.letters(letters)).transpose(1, 2)).max(2).values
        words = torch.cat([self.project(vectors), spelt], -1)
        for highway in self.highways:
            words = highway(words)
        of_question, of_paragraph = likeness(vectors, question, paragraph, asked, told)
        said = self.encode(torch.cat([self.dropout(rows_of(words, question)), of_question], -1), asked)
        shown = self.encode(torch.cat([self.dropout(rows_of(words, paragraph)), of_paragraph], -1), told)
        flow = self._attended(shown, said, asked, told)
        states = flow
        for layer in self.model:
            states = layer(self.dropout(states), told)
        ends = self.finish(self.dropout(states), told)
        first = self.first(self.dropout(torch.cat([flow, states], -1)))
        last = self.last(self.dropout(torch.cat([flow, ends], -1)))
        return torch.cat([first, last], -1).float() + (told[..., None] - 1) * FAR

    def _attended(self, shown: Tensor, said: Tensor, asked: Tensor, told: Tensor) -> Tensor:
        """[shown; attended; shown * attended; shown * the paragraph's summary], [batch, length, 8 * inner]."""
        alike = self.shown(shown) + self.said(said).transpose(1, 2) + (shown * self.both) @ said.transpose(1, 2)
        alike = alike.float() + (asked[:, None] - 1) * FAR
        attended = torch.softmax(alike, -1).to(said.dtype) @ said
        most = alike.max(-1).values + (told - 1) * FAR
        summary = torch.softmax(most, -1)[:, None].to(shown.dtype) @ shown
        return torch.cat([shown, attended, shown * attended, shown * summary], -1)


class MatchLstm(nn.Module):
    """Match-LSTM with a pointer to the answer's boundaries (Wang & Jiang 2017, sections 2.2, 2.3); spells no word."""

    def __init__(self, width: int, inner: int = 64, dropout: float = 0.0) -> None:
        super().__init__()
        self.encode = nn.LSTM(width + LIKENESS, inner, batch_first=True)
        self.asked = nn.Linear(inner, inner, bias=False)
        self.told = nn.Linear(inner, inner)
        self.so_far = nn.Linear(inner, inner, bias=False)
        self.weigh = nn.Linear(inner, 1)
        self.enter = nn.ModuleList(nn.Linear(inner, 4 * inner) for _ in range(2))
        self.step = nn.ModuleList(nn.Linear(2 * inner, 4 * inner, bias=False) for _ in range(2))
        self.look = nn.Linear(2 * inner, inner)
        self.pointed = nn.Linear(inner, inner, bias=False)
        self.point = nn.Linear(inner, 1)
        self.cell = nn.LSTMCell(2 * inner, inner)
        self.dropout = _Dropout(dropout)

    def forward(
        self, vectors: Tensor, letters: Tensor, question: Tensor, paragraph: Tensor, asked: Tensor, told: Tensor
    ) -> Tensor:
        """Scores each word of the paragraph as the answer's first and last, [batch, words, 2].

        Words are named by their rows in ``vectors``; ``asked`` and ``told`` mask the padding of both texts.
        """
        of_question, of_paragraph = likeness(vectors, question, paragraph, asked, told)
        said, _ = self.encode(torch.cat([self.dropout(F.embedding(question, vectors)), of_question], -1))
        shown, _ = self.encode(torch.cat([self.dropout(F.embedding(paragraph, vectors)), of_paragraph], -1))
        matched = self.dropout(self._matched(self.dropout(said).float(), self.dropout(shown).float(), asked, told))
        seen = self.look(matched)
        first = self.point(torch.tanh(seen))
        weights = torch.softmax(first.float().squeeze(-1) + (told - 1) * FAR, -1)
        found, _ = self.cell((weights[:, None].to(matched.dtype) @ matched).squeeze(1))
        last = self.point(torch.tanh(seen + self.pointed(found)[:, None]))
        return torch.cat([first, last], -1).float() + (told[..., None] - 1) * FAR

    def _matched(self, said: Tensor, shown: Tensor, asked: Tensor, told: Tensor) -> Tensor:
        """Each word of the paragraph with what has been matched up to it, from the front and from the last word."""
        turned = turning(told)[..., None]
        both = torch.stack([shown, shown.gather(1, turned.expand_as(shown))])  # [2, batch, length, inner]
        keys, wanted = self.asked(said).float(), self.told(both).float()
        entering = torch.stack([layer(way) for layer, way in zip(self.enter, both, strict=True)]).float()
        with torch.autocast(said.device.type, enabled=False):
            states = self._run(said, keys, wanted, entering, (asked - 1) * FAR)
        ahead, behind = states
        return torch.cat([ahead, behind.gather(1, turned.expand_as(behind))], -1)

    def _run(self, said: Tensor, keys: Tensor, wanted: Tensor, entering: Tensor, penalties: Tensor) -> Tensor:
        """The recurrence both ways at once, [2, batch, length, inner]."""
        step = torch.stack([layer.weight.t() for layer in self.step])
        said = said.expand(2, *said.shape).flatten(0, 1)
        ways, batch, _, inner = wanted.shape
        hidden, cell = wanted.new_zeros(ways, batch, inner), wanted.new_zeros(ways, batch, inner)
        found = []
        for want, enter in zip(wanted.unbind(2), entering.unbind(2), strict=True):
            alike = torch.tanh(keys + (want + self.so_far(hidden))[:, :, None])  # [2, batch, question, inner]
            weights = torch.softmax(self.weigh(alike).squeeze(-1) + penalties, -1)
            attended = torch.bmm(weights.flatten(0, 1)[:, None], said).view(ways, batch, inner)
            gates = torch.baddbmm(enter, torch.cat([attended, hidden], -1), step)
            opened, kept, new, shown = gates.chunk(4, -1)
            cell = torch.sigmoid(kept) * cell + torch.sigmoid(opened) * torch.tanh(new)
            hidden = torch.sigmoid(shown) * torch.tanh(cell)
            found.append(hidden)
        return torch.stack(found, 2)


class BothWays(nn.Module):
    """An LSTM from the front and one from the last word, [batch, length, 2 * inner]."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.forwards = nn.LSTM(width, inner, batch_first=True)
        self.backwards = nn.LSTM(width, inner, batch_first=True)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """Joins what was read ahead and behind, [batch, words, 2 x width]; padding is read last in both directions."""
        turned = turning(mask)[..., None]
        behind, _ = self.backwards(states.gather(1, turned.expand_as(states)))
        ahead, _ = self.forwards(states)
        return torch.cat([ahead, behind.gather(1, turned.expand_as(behind))], -1)


def rows_of(words: Tensor, places: Tensor) -> Tensor:
    """The rows of ``words`` that stand at the places; gathered, so that a CUDA graph can hold the slope."""
    return words.gather(0, places.flatten()[:, None].expand(-1, words.shape[1])).view(*places.shape, -1)


def likeness(
    vectors: Tensor, question: Tensor, paragraph: Tensor, asked: Tensor, told: Tensor
) -> tuple[Tensor, Tensor]:
    """Of each word of question and paragraph, the cosine with the likest word of the other text, and 1 where that is
    the same word; [batch, length, 2] each."""
    unit = F.normalize(vectors.float(), dim=-1)
    alike = F.embedding(paragraph, unit) @ F.embedding(question, unit).transpose(1, 2)
    of_paragraph = (alike + (asked[:, None] - 1) * FAR).max(2).values
    of_question = (alike + (told[..., None] - 1) * FAR).max(1).values
    first, second = (torch.stack([one, (one > SAME).float()], -1) for one in (of_question, of_paragraph))
    return first, second


def turning(mask: Tensor) -> Tensor:
    """The places that turn each row's words around and leave its padding where it is, [batch, length]."""
    places = torch.arange(mask.shape[1], device=mask.device)[None]
    lengths = mask.sum(1, keepdim=True).long()
    return torch.where(places < lengths, lengths - 1 - places, places)


class _Dropout(nn.Module):
    """Dropout of the same features of all words of a row: quicker, and what an LSTM needs (Gal & Ghahramani 2016)."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, states: Tensor) -> Tensor:
        if not self.training:
            return states
        kept = torch.rand(len(states), 1, states.shape[2], device=states.device) >= self.share
        return states * (kept / (1 - self.share)).to(states.dtype)


class _Highway(nn.Module):
    """A layer that lets through what its gate does not change (Srivastava et al. 2015)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.change = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)
        nn.init.constant_(self.gate.bias, -1.0)

    def forward(self, states: Tensor) -> Tensor:
        gate = torch.sigmoid(self.gate(states))
        return gate * F.relu(self.change(states)) + (1 - gate) * states
