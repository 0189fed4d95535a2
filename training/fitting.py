"""Fits a model's weights: batches of items of about one length, and checkpoints from which the same training goes on.

Matrix products run in bfloat16 where the processor has it; the weights that are stepped stay in float32. A GPU is used
where there is one. Under `torchrun --nproc-per-node N` the processes share each batch: on processors that other work
uses too, two of one thread each are faster than one of two.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import distributed

from networks.encoder import Encoder
from stumper.errors import BadData

Item = TypeVar("Item")
POOL = 2000  # items among which those of a length are put together
SAVE_EVERY, REPORT_EVERY = 300, 2000  # seconds; items
WARM_UP, DECAY, CLIP = 0.06, 0.01, 1.0


@dataclass(frozen=True, slots=True)
class Course(Generic[Item]):
    """What is learned: the items of an epoch, drawn anew for each, and the loss of a batch of them."""

    draw: Callable[[random.Random], list[Item]]
    length: Callable[[Item], int]  # tokens
    loss: Callable[[torch.nn.Module, list[Item], torch.device], torch.Tensor]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long a training lasts, and how far a step goes; the rate rises, then falls to nothing at the end."""

    total: int  # items
    minutes: float
    peak_rate: float
    batch_tokens: int
    seed: int = 1
    of: str = ""  # which data, model and settings are fitted: a checkpoint of others is not gone on from


@dataclass(slots=True)
class State:
    """A training under way: what is fitted, and how far it is."""

    model: torch.nn.Module
    optimizer: torch.optim.Optimizer
    seen: int = 0  # items
    spent: float = 0.0  # seconds
    epoch: int = 0
    batch: int = 0  # batches of this epoch that have been seen
    of: str = ""


def fitted(
    start: Callable[[], torch.nn.Module], course: Course[Item], schedule: Schedule, checkpoint: Path
) -> torch.nn.Module:
    """The model that ``start`` makes, fitted until the items or the minutes are over; from the checkpoint on, where
    there is one."""
    join()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(schedule.seed + 1000 * rank())
    state = begun(start(), device, schedule.peak_rate)
    state.of = schedule.of
    if checkpoint.exists():
        resume(state, checkpoint)
    began, saved, losses = time.monotonic() - state.spent, time.monotonic(), Counter[str]()
    for batch in unseen(state, course, schedule):
        state.spent = _longest(time.monotonic() - began)
        progress = max(state.seen / schedule.total, state.spent / (60 * schedule.minutes))
        if progress >= 1:
            break
        loss = step(state, batch, course, rate(schedule, progress), device)
        state.seen, state.batch = state.seen + len(batch), state.batch + 1
        losses.update({"sum": loss * len(batch), "n": len(batch)})
        if losses["n"] >= REPORT_EVERY:
            _say(state, progress, losses["sum"] / losses["n"])
            losses.clear()
        if time.monotonic() - saved > SAVE_EVERY and rank() == 0:
            saved = time.monotonic()
            save(state, checkpoint)
    return state.model


def begun(model: torch.nn.Module, device: torch.device, peak_rate: float) -> State:
    """The model in training, and an optimizer of all its weights that are not frozen."""
    model = model.to(device)
    model.train()
    weights = _fitted_weights(model)
    groups = [{"params": [p for p in weights if p.dim() > 1], "weight_decay": DECAY},
              {"params": [p for p in weights if p.dim() <= 1], "weight_decay": 0.0}]  # fmt: skip
    return State(model, torch.optim.AdamW(groups, lr=peak_rate, fused=True))


def prepare(encoder: Encoder, dropout: float) -> None:
    """The encoder's word embeddings are frozen, and while it trains every residual branch has dropout; what is
    exported has none."""
    encoder.words.weight.requires_grad_(False)
    for layer in encoder.layers:
        for module in (layer.out, layer.down):
            module.register_forward_hook(lambda m, _, y: torch.nn.functional.dropout(y, dropout, m.training))


def save(state: State, checkpoint: Path) -> None:
    """The file holds the state and where torch draws next; killed meanwhile, what stood there stays."""
    on_gpu = {"cuda": torch.cuda.get_rng_state()} if torch.cuda.is_available() else {}
    draft = checkpoint.with_name(f".{checkpoint.name}.partial")
    torch.save({"model": state.model.state_dict(), "optimizer": state.optimizer.state_dict(), "seen": state.seen,
                "spent": state.spent, "epoch": state.epoch, "batch": state.batch, "of": state.of,
                "rng": {"cpu": torch.get_rng_state()} | on_gpu}, draft)  # fmt: skip
    os.replace(draft, checkpoint)


def resume(state: State, checkpoint: Path) -> None:
    """The state, and where torch draws next, are as they were saved; BadData where something else was fitted."""
    saved = torch.load(checkpoint, map_location="cpu")  # where the generators are; the weights are copied to theirs
    weights = {name: value.shape for name, value in state.model.state_dict().items()}
    if saved.get("of", "") != state.of or {name: value.shape for name, value in saved["model"].items()} != weights:
        raise BadData(f"{checkpoint} is of a training on other data or with other settings. Say the same command "
                      "again to go on with that one, or name another folder, or remove the file.")  # fmt: skip
    state.model.load_state_dict(saved["model"])
    state.optimizer.load_state_dict(saved["optimizer"])
    state.seen, state.spent, state.epoch, state.batch = (saved[name] for name in ("seen", "spent", "epoch", "batch"))
    torch.set_rng_state(saved["rng"]["cpu"])
    if torch.cuda.is_available() and "cuda" in saved["rng"]:
        torch.cuda.set_rng_state(saved["rng"]["cuda"])


def step(state: State, batch: list[Item], course: Course[Item], rate: float, device: torch.device) -> float:
    """The loss of the batch, or of this process's share of it; the weights have been moved towards less."""
    for group in state.optimizer.param_groups:
        group["lr"] = rate
    share = batch[rank() :: _processes()]
    loss = 0.0
    if share:
        value = course.loss(state.model, share, device)
        (value * (len(share) * _processes() / len(batch))).backward()
        loss = float(value.item())
    weights = _fitted_weights(state.model)
    _average(weights)
    torch.nn.utils.clip_grad_norm_(weights, CLIP)
    state.optimizer.step()
    state.optimizer.zero_grad()
    return loss


def unseen(state: State, course: Course[Item], schedule: Schedule) -> Iterator[list[Item]]:
    """The batches of epoch after epoch, from the state's place on."""
    while True:
        rng = random.Random(f"{schedule.seed}/{state.epoch}")
        drawn = batches(course.draw(rng), course.length, schedule.batch_tokens, rng)
        yield from islice(drawn, state.batch, None)
        state.epoch, state.batch = state.epoch + 1, 0


def batches(
    items: list[Item], length: Callable[[Item], int], most_tokens: int, rng: random.Random
) -> Iterator[list[Item]]:
    """All items once, in batches of about the same length, in random order."""
    order = rng.sample(items, len(items))
    for begin in range(0, len(order), POOL):
        cut: list[list[Item]] = [[]]
        for item in sorted(order[begin : begin + POOL], key=length):
            if (len(cut[-1]) + 1) * length(item) > most_tokens:
                cut.append([])
            cut[-1].append(item)
        yield from rng.sample(cut, len(cut))


def join() -> None:
    """The process belongs to those that torchrun started with it; nothing, where it did not."""
    if "WORLD_SIZE" in os.environ and not distributed.is_initialized():
        distributed.init_process_group("gloo")


def rank() -> int:
    """The number of this process among those that share the work; the first one writes."""
    return distributed.get_rank() if distributed.is_initialized() else 0


def _processes() -> int:
    return distributed.get_world_size() if distributed.is_initialized() else 1


def _longest(seconds: float) -> float:
    """The time that the slowest process has spent, so that all stop at the same batch."""
    if not distributed.is_initialized():
        return seconds
    value = torch.tensor(seconds, dtype=torch.float64)
    distributed.all_reduce(value, distributed.ReduceOp.MAX)
    return float(value)


def _average(weights: list[torch.nn.Parameter]) -> None:
    """Each weight's gradient is the mean of those of all processes."""
    if not distributed.is_initialized():
        return
    found = [torch.zeros_like(p) if p.grad is None else p.grad for p in weights]
    flat = torch.cat([gradient.flatten() for gradient in found])
    distributed.all_reduce(flat)
    flat /= _processes()
    for weight, part in zip(weights, flat.split([p.numel() for p in weights]), strict=True):
        weight.grad = part.view_as(weight)


def _fitted_weights(model: torch.nn.Module) -> list[torch.nn.Parameter]:
    return [p for p in model.parameters() if p.requires_grad]


def rate(schedule: Schedule, progress: float) -> float:
    return schedule.peak_rate * min(progress / WARM_UP, (1 - progress) / (1 - WARM_UP))


def _say(state: State, progress: float, loss: float) -> None:
    if rank() == 0:
        rate = state.seen / max(state.spent, 1)
        minutes = f"{state.spent / 60:6.1f} min"
        print(f"{minutes}  {progress:.1%}  seen {state.seen}  loss {loss:.3f}  {rate:.1f}/s", flush=True)
