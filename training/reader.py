"""Fine-tune the embedded reader on SQuADShifts: `python training/reader.py --data DATA --out DIR`.

Writes DIR/reader.pt (float weights), DIR/weights (the package's three files), DIR/weights-float (the same, unrounded)
and, every five minutes, DIR/checkpoint.pt, from which the same command goes on. Matrix products run in bfloat16 where
the processor has it; the word embeddings stay frozen. Two cores need about an hour; a GPU is used where there is one.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer

import fitting
from fitting import Course, Schedule
from stumper.models.encoder import base_folder, load_base
from stumper.models.export import reader_graph
from stumper.models.graph import quantise_rows
from stumper.models.reader import LONGEST_ANSWER, Reader, negative_log_likelihood
from stumper.models.windows import Window, windows

# The encyclopaedic part is nearest to what readers are used for, and is seen twice as often.
PARTS = {"new_wiki": 2, "reddit": 1, "amazon_reviews": 1}
LONGEST = 256  # tokens of a training window
BATCH_TOKENS = 4096
PEAK_RATE, DROPOUT = 1.5e-4, 0.1


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


def untrained() -> Reader:
    """The base encoder with a new head."""
    return Reader(load_base(base_folder()))


def fitted(
    questions: list[list[Item]],
    epochs: float,
    minutes: float,
    seed: int,
    checkpoint: Path,
    start: Callable[[], Reader] = untrained,
) -> Reader:
    """The reader, fitted until the epochs or the minutes are over; from the checkpoint on, where there is one."""
    schedule = Schedule(int(epochs * len(questions)), minutes, PEAK_RATE, BATCH_TOKENS, seed)
    reader = fitting.fitted(lambda: prepared(start()), course(questions), schedule, checkpoint)
    assert isinstance(reader, Reader)
    return reader


def prepared(reader: Reader) -> Reader:
    """The reader, ready to be fitted but for its word embeddings."""
    fitting.prepare(reader.encoder, DROPOUT)
    return reader


def course(questions: list[list[Item]]) -> Course[Item]:
    """Epochs in which one window is drawn of each question."""
    return Course(lambda rng: [rng.choice(found) for found in questions], lambda item: len(item.window.ids), loss)


def loss(reader: torch.nn.Module, batch: list[Item], device: torch.device) -> torch.Tensor:
    """The negative log-likelihood of the batch's spans."""
    ids, segments, mask, legal, gold = tensors(batch, device)
    with torch.autocast(device.type, torch.bfloat16):
        scores = reader(ids, segments, mask)
    return negative_log_likelihood(scores, legal, gold)


def read_questions(data: Path) -> list[list[Item]]:
    """The items of each question of all parts, those of some parts twice."""
    tokenizer = base_tokenizer()
    parts = {part: read_items(data / "reading" / f"squadshifts-{part}.json.gz", tokenizer) for part in PARTS}
    print({part: len(items) for part, items in parts.items()}, flush=True)
    return [found for part, times in PARTS.items() for found in parts[part] * times]


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
