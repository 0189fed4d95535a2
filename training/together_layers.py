"""Layers that read as those of torch do, with the same names of weights, and that ``torch.vmap`` takes.

An LSTM here is a loop over words; both directions, and all models that ``vmap`` puts together, take each step at once.
"""

from typing import Any

import torch
from torch import Tensor, nn

from networks.recurrent import BothWays, turning
from stumper.victims.recurrent import KINDS

Cell = tuple[Tensor, Tensor, Tensor]


def swapped(model: nn.Module) -> nn.Module:
    """The model with these layers in place of torch's; its weights have their names."""
    for name, child in model.named_children():
        if (made := LAYERS.get(type(child))) is not None:
            setattr(model, name, made(child))
        else:
            swapped(child)
    return model


class _Layer(nn.Module):
    """Has the weights of another layer, by its names for them."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        for name, value in layer.named_parameters(recurse=False):
            self.register_parameter(name, value)


class _Lstm(_Layer):
    """An LSTM of one layer, batch first."""

    def forward(self, states: Tensor) -> tuple[Tensor, None]:
        """The states after each word, [batch, words, width]."""
        return recurred(_entering(self, states)[None], self.weight_hh_l0[None])[0], None


class _BothWays(nn.Module):
    """As ``BothWays``, with both directions in one loop."""

    def __init__(self, layer: BothWays) -> None:
        super().__init__()
        self.forwards, self.backwards = _Lstm(layer.forwards), _Lstm(layer.backwards)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """[batch, words, 2 * width]."""
        turned = turning(mask)[..., None]
        behind = states.gather(1, turned.expand_as(states))
        entering = torch.stack([_entering(self.forwards, states), _entering(self.backwards, behind)])
        ways = recurred(entering, torch.stack([self.forwards.weight_hh_l0, self.backwards.weight_hh_l0]))
        return torch.cat([ways[0], ways[1].gather(1, turned.expand_as(ways[1]))], -1)


class _LstmCell(_Layer):
    """A step from states of zeros."""

    def forward(self, entering: Tensor) -> tuple[Tensor, Tensor]:
        """The state and the cell, [batch, width] each."""
        gates = entering @ self.weight_ih.t() + self.bias_ih + self.bias_hh
        opened, _, new, shown = gates.chunk(4, -1)
        cell = torch.sigmoid(opened) * torch.tanh(new)
        return torch.sigmoid(shown) * torch.tanh(cell), cell


class _Letters(_Layer):
    """An embedding of letters by a product, whose slope no kernel needs to sort for."""

    def forward(self, letters: Tensor) -> Tensor:
        """[words, letters, width]."""
        return (letters[..., None] == torch.arange(KINDS, device=letters.device)).to(self.weight.dtype) @ self.weight


class _Convolution(_Layer):
    """A convolution of one dimension as a product."""

    def forward(self, states: Tensor) -> Tensor:
        """[batch, channels, places]."""
        cut = states.unfold(2, self.weight.shape[2], 1).transpose(1, 2).flatten(2)
        return (cut @ self.weight.flatten(1).t() + self.bias).transpose(1, 2)


LAYERS: dict[type[nn.Module], Any] = {
    nn.LSTM: _Lstm, BothWays: _BothWays, nn.LSTMCell: _LstmCell, nn.Embedding: _Letters, nn.Conv1d: _Convolution,
}  # fmt: skip


def _entering(layer: _Lstm, states: Tensor) -> Tensor:
    """What enters the four gates, but for the state before, [batch, words, 4 * width]."""
    return states @ layer.weight_ih_l0.t() + (layer.bias_ih_l0 + layer.bias_hh_l0)


def recurred(entering: Tensor, weight: Tensor) -> Tensor:
    """The states of LSTMs after each word, [ways, batch, words, width].

    ``entering``: [ways, batch, words, 4 * width]; ``weight``: [ways, 4 * width, width].
    """
    states: Tensor = _Recurrence.apply(entering, weight)[0]
    return states


class _Recurrence(torch.autograd.Function):
    """``recurred``, with its slopes written out: fewer kernels than one would get from each step's own."""

    @staticmethod
    def forward(entering: Tensor, weight: Tensor) -> Cell:
        enter, turned = entering.movedim(2, 0).contiguous(), weight.transpose(1, 2).contiguous()
        words, ways, batch, width = *enter.shape[:3], weight.shape[2]
        state = cell = enter.new_zeros(ways * batch, width)
        states, cells, gates = [state], [cell], []
        for word in range(words):
            fed = torch.bmm(state.view(ways, batch, width), turned)
            state, cell, opened = _cell(enter[word].flatten(0, 1), fed.flatten(0, 1), cell)
            for kept, value in zip((states, cells, gates), (state, cell, opened), strict=True):
                kept.append(value)
        apart = (ways, batch)
        after = torch.stack(states[1:], 1).unflatten(0, apart)
        return after, torch.stack(cells).unflatten(1, apart), torch.stack(gates).unflatten(1, apart)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Tensor, Tensor], output: Cell) -> None:
        states, cells, gates = output
        ctx.mark_non_differentiable(cells, gates)
        ctx.save_for_backward(inputs[1], states, cells, gates)

    @staticmethod
    def backward(ctx: Any, slopes: Tensor, *_: Tensor) -> tuple[Tensor, Tensor]:
        weight, states, cells, gates = ctx.saved_tensors
        words, ways, batch, width = cells.shape[0] - 1, *cells.shape[1:]
        told = slopes.movedim(2, 0).contiguous()
        of_state, of_cell, of_gates = told[-1], torch.zeros_like(cells[0]), []
        for word in range(words - 1, -1, -1):
            kept = (one.flatten(0, 1) for one in (of_state, of_cell, cells[word], cells[word + 1], gates[word]))
            found, before = (one.unflatten(0, (ways, batch)) for one in _cell_slopes(*kept))
            of_gates.append(found)
            of_cell = before
            if word:
                of_state = torch.baddbmm(told[word - 1], found, weight)
        befores = torch.cat([states.new_zeros(ways, batch, 1, width), states[:, :, :-1]], 2)
        entered = torch.stack(of_gates[::-1], 2)  # [ways, batch, words, 4 * width]
        of_weight = entered.flatten(1, 2).transpose(1, 2) @ befores.flatten(1, 2)
        return entered, of_weight

    @staticmethod
    def vmap(info: Any, in_dims: tuple[int | None, ...], *given: Tensor) -> tuple[Cell, tuple[int, int, int]]:
        """Other models are further ways."""
        moved = [
            one.expand(info.batch_size, *one.shape) if dim is None else one.movedim(dim, 0)
            for one, dim in zip(given, in_dims, strict=True)
        ]
        ways = moved[0].shape[1]
        states, cells, gates = _Recurrence.apply(*(one.flatten(0, 1) for one in moved))
        apart = (info.batch_size, ways)
        return (states.unflatten(0, apart), cells.unflatten(1, apart), gates.unflatten(1, apart)), (0, 1, 1)


def _cell(enter: Tensor, fed: Tensor, cell: Tensor) -> Cell:
    """The state, the cell and the gates after a step; rows of [width] and, of gates, [4 * width]."""
    if enter.is_cuda:  # one kernel
        found: Cell = torch.ops.aten._thnn_fused_lstm_cell(enter, fed, cell)
        return found
    opened, kept, new, shown = (enter + fed).chunk(4, -1)
    opened, kept, new, shown = torch.sigmoid(opened), torch.sigmoid(kept), torch.tanh(new), torch.sigmoid(shown)
    after = kept * cell + opened * new
    return shown * torch.tanh(after), after, torch.cat([opened, kept, new, shown], -1)


def _cell_slopes(
    of_state: Tensor, of_cell: Tensor, before: Tensor, after: Tensor, gates: Tensor
) -> tuple[Tensor, Tensor]:
    """The slopes of what entered the gates, and of the cell before the step."""
    if gates.is_cuda:
        found = torch.ops.aten._thnn_fused_lstm_cell_backward_impl(of_state, of_cell, before, after, gates, False)
        return found[0], found[1]
    opened, kept, new, shown = gates.chunk(4, -1)
    bent = torch.tanh(after)
    whole = of_cell + of_state * shown * (1 - bent * bent)
    entered = [whole * new * opened * (1 - opened), whole * before * kept * (1 - kept),
               whole * opened * (1 - new * new), of_state * bent * shown * (1 - shown)]  # fmt: skip
    return torch.cat(entered, -1), whole * kept
