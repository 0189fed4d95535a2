"""Fine-tune the embedded reader on SQuADShifts: `python training/reader.py --data DATA --out DIR`.

Writes DIR/reader.pt (float weights), DIR/weights (the package's three files), DIR/weights-float (the same, unrounded)
and, every five minutes, DIR/checkpoint.pt, from which the same command goes on. Matrix products run in bfloat16 where
the processor has it; the weights that are stepped stay in float32; the word embeddings stay frozen. Two cores need
about an hour; a GPU is used where there is one.
"""

import argparse
import gzip
import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer

from stumper.models.encoder import base_folder, load_base
from stumper.models.export import quantise_rows, reader_graph
from stumper.models.reader import LONGEST_ANSWER, Reader, negative_log_likelihood
from stumper.models.windows import Window, windows

# The encyclopaedic part is nearest to what readers are used for, and is seen twice as often.
PARTS = {"new_wiki": 2, "reddit": 1, "amazon_reviews": 1}
LONGEST = 256  # tokens of a training window
BATCH_TOKENS = 4096
SAVE_EVERY, REPORT_EVERY = 300, 2000  # seconds; items
PEAK_RATE, WARM_UP, DECAY, CLIP, DROPOUT = 1.5e-4, 0.06, 0.01, 1.0, 0.1


@dataclass(frozen=True, slots=True)
class Item:
    window: Window
    spans: tuple[tuple[int, int], ...]  # token indices within the window, both inclusive


def base_tokenizer() -> Tokenizer:
    """The base encoder's tokenizer, without its cut at 128 tokens and its padding."""
    tokenizer = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def export(reader: Reader, tokenizer: Tokenizer, folder: Path, quantised: bool = True) -> None:
    """The package's files for a fitted reader: the graph, the word embeddings, the tokenizer."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.detach().cpu().float().numpy() for name, value in reader.state_dict().items()}
    onnx.save(reader_graph(weights, quantised), str(folder / "reader.onnx"))
    words = weights["encoder.words.weight"]
    rows, scales = quantise_rows(words) if quantised else (words, np.ones(len(words), np.float32))
    np.savez(folder / "words.npz", rows=rows, scales=scales)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)


def read_items(path: Path, tokenizer: Tokenizer) -> list[list[Item]]:
    """For each question its windows that hold a marked answer of at most 30 tokens."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        articles = json.load(file)["data"]
    items = []
    for paragraph in (paragraph for article in articles for paragraph in article["paragraphs"]):
        for qa in paragraph["qas"]:
            marked = {(a["answer_start"], a["answer_start"] + len(a["text"])) for a in qa["answers"]}
            if found := items_of(tokenizer, qa["question"], paragraph["context"], marked):
                items.append(found)
    return items


def items_of(tokenizer: Tokenizer, question: str, paragraph: str, marked: Collection[tuple[int, int]]) -> list[Item]:
    """The question's windows that hold a marked answer, given by its characters [begin, end)."""
    found = []
    for window in windows(tokenizer, question, paragraph, LONGEST):
        spans = tuple(sorted({span for answer in marked if (span := locate(window, *answer))}))
        if spans:
            found.append(Item(window, spans))
    return found


def locate(window: Window, begin: int, end: int) -> tuple[int, int] | None:
    """The window's tokens that cover characters [begin, end), or None when they do not fit."""
    inside = [i for i, (a, b) in enumerate(window.offsets) if a < end and b > begin]
    if not inside or window.offsets[inside[0]][0] > begin or window.offsets[inside[-1]][1] < end:
        return None
    return None if len(inside) > LONGEST_ANSWER else (window.first + inside[0], window.first + inside[-1])


def batches(items: list[Item], rng: random.Random) -> Iterator[list[Item]]:
    """All items once, in batches of about the same length, in random order."""
    order = rng.sample(items, len(items))
    for begin in range(0, len(order), 2000):
        pool = sorted(order[begin : begin + 2000], key=lambda item: len(item.window.ids))
        cut: list[list[Item]] = [[]]
        for item in pool:
            if (len(cut[-1]) + 1) * len(item.window.ids) > BATCH_TOKENS:
                cut.append([])
            cut[-1].append(item)
        yield from rng.sample(cut, len(cut))


def tensors(batch: list[Item], device: torch.device) -> tuple[torch.Tensor, ...]:
    length = -(-max(len(item.window.ids) for item in batch) // 16) * 16
    ids = torch.zeros(len(batch), length, dtype=torch.long)
    segments, mask, legal = torch.zeros_like(ids), torch.zeros_like(ids), torch.zeros_like(ids, dtype=torch.bool)
    gold = torch.zeros(len(batch), length, LONGEST_ANSWER, dtype=torch.bool)
    for row, item in enumerate(batch):
        size, first = len(item.window.ids), item.window.first
        ids[row, :size] = torch.tensor(item.window.ids)
        segments[row, first:size] = 1
        mask[row, :size] = 1
        legal[row, first : size - 1] = True
        for start, end in item.spans:
            gold[row, start, end - start] = True
    return tuple(t.to(device) for t in (ids, segments, mask, legal, gold))


def add_dropout(reader: Reader) -> None:
    """Dropout on every residual branch while training; the exported graph has none."""
    for layer in reader.encoder.layers:
        for module in (layer.out, layer.down):
            module.register_forward_hook(lambda m, _, y: torch.nn.functional.dropout(y, DROPOUT, m.training))


@dataclass(slots=True)
class State:
    """A training under way: what is fitted, and how far it is."""

    reader: Reader
    optimizer: torch.optim.Optimizer
    seen: int = 0  # items
    spent: float = 0.0  # seconds
    epoch: int = 0
    batch: int = 0  # batches of this epoch that have been seen


def untrained() -> Reader:
    """The base encoder with a new head."""
    return Reader(load_base(base_folder()))


def begun(start: Reader, device: torch.device) -> State:
    """The reader to start from, and an optimizer of all but its word embeddings."""
    reader = start.to(device)
    reader.encoder.words.weight.requires_grad_(False)
    add_dropout(reader)
    reader.train()
    weights = [p for p in reader.parameters() if p.requires_grad]
    groups = [{"params": [p for p in weights if p.dim() > 1], "weight_decay": DECAY},
              {"params": [p for p in weights if p.dim() <= 1], "weight_decay": 0.0}]  # fmt: skip
    return State(reader, torch.optim.AdamW(groups, lr=PEAK_RATE, fused=True))


def save(state: State, checkpoint: Path) -> None:
    """The file holds the state and where torch draws next; killed meanwhile, what stood there stays."""
    on_gpu = {"cuda": torch.cuda.get_rng_state()} if torch.cuda.is_available() else {}
    draft = checkpoint.with_name(f".{checkpoint.name}.partial")
    torch.save({"reader": state.reader.state_dict(), "optimizer": state.optimizer.state_dict(), "seen": state.seen,
                "spent": state.spent, "epoch": state.epoch, "batch": state.batch,
                "rng": {"cpu": torch.get_rng_state()} | on_gpu}, draft)  # fmt: skip
    os.replace(draft, checkpoint)


def resume(state: State, checkpoint: Path) -> None:
    """The state, and where torch draws next, are as they were saved."""
    saved = torch.load(checkpoint, map_location="cpu")  # where the generators are; the weights are copied to theirs
    state.reader.load_state_dict(saved["reader"])
    state.optimizer.load_state_dict(saved["optimizer"])
    state.seen, state.spent, state.epoch, state.batch = (saved[name] for name in ("seen", "spent", "epoch", "batch"))
    torch.set_rng_state(saved["rng"]["cpu"])
    if torch.cuda.is_available() and "cuda" in saved["rng"]:
        torch.cuda.set_rng_state(saved["rng"]["cuda"])


def step(state: State, batch: list[Item], progress: float, device: torch.device) -> float:
    """The batch's loss, towards which the weights have been moved; the rate rises, then falls with the progress."""
    for group in state.optimizer.param_groups:
        group["lr"] = PEAK_RATE * min(progress / WARM_UP, (1 - progress) / (1 - WARM_UP))
    ids, segments, mask, legal, gold = tensors(batch, device)
    with torch.autocast(device.type, torch.bfloat16):
        scores = state.reader(ids, segments, mask)
    loss = negative_log_likelihood(scores, legal, gold)
    loss.backward()
    torch.nn.utils.clip_grad_norm_([p for p in state.reader.parameters() if p.requires_grad], CLIP)
    state.optimizer.step()
    state.optimizer.zero_grad()
    return float(loss.item())


def fitted(
    questions: list[list[Item]],
    epochs: float,
    minutes: float,
    seed: int,
    checkpoint: Path,
    start: Callable[[], Reader] = untrained,
) -> Reader:
    """The reader, fitted until the epochs or the minutes are over; from the checkpoint on, where there is one."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    total = int(epochs * len(questions))
    state = begun(start(), device)
    if checkpoint.exists():
        resume(state, checkpoint)
    began, saved, losses = time.monotonic() - state.spent, time.monotonic(), Counter[str]()
    for batch in unseen(state, questions, seed):
        state.spent = time.monotonic() - began
        progress = max(state.seen / total, state.spent / (60 * minutes))
        if progress >= 1:
            break
        loss = step(state, batch, progress, device)
        state.seen, state.batch = state.seen + len(batch), state.batch + 1
        losses.update({"sum": loss * len(batch), "n": len(batch)})
        if losses["n"] >= REPORT_EVERY:
            say(state, progress, losses["sum"] / losses["n"])
            losses.clear()
        if time.monotonic() - saved > SAVE_EVERY:
            saved = time.monotonic()
            save(state, checkpoint)
    return state.reader


def read_questions(data: Path) -> list[list[Item]]:
    """The items of each question of all parts, those of some parts twice."""
    tokenizer = base_tokenizer()
    parts = {part: read_items(data / "reading" / f"squadshifts-{part}.json.gz", tokenizer) for part in PARTS}
    print({part: len(items) for part, items in parts.items()}, flush=True)
    return [found for part, times in PARTS.items() for found in parts[part] * times]


def unseen(state: State, questions: list[list[Item]], seed: int) -> Iterator[list[Item]]:
    """The batches of epoch after epoch, from the state's place on; one window is drawn of each question."""
    while True:
        rng = random.Random(f"{seed}/{state.epoch}")
        drawn = batches([rng.choice(found) for found in questions], rng)
        yield from islice(drawn, state.batch, None)
        state.epoch, state.batch = state.epoch + 1, 0


def say(state: State, progress: float, loss: float) -> None:
    rate = state.seen / max(state.spent, 1)
    print(f"{state.spent / 60:6.1f} min  {progress:.1%}  seen {state.seen}  loss {loss:.3f}  {rate:.1f}/s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/squadshifts-*.json.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=3.0)
    parser.add_argument("--minutes", type=float, default=75.0, help="the schedule ends here at the latest")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    reader = fitted(read_questions(args.data), args.epochs, args.minutes, args.seed, args.out / "checkpoint.pt")
    torch.save(reader.state_dict(), args.out / "reader.pt")
    export(reader, base_tokenizer(), args.out / "weights")
    export(reader, base_tokenizer(), args.out / "weights-float", quantised=False)
    print(f"wrote {args.out / 'reader.pt'}")


if __name__ == "__main__":
    main()
