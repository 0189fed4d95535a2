"""Fine-tune the embedded reader on SQuADShifts: `python training/reader.py --data DATA --out DIR`.

Writes DIR/reader.pt (float weights), DIR/weights (the package's files, with the ledger of what was seen),
DIR/weights-float (the same, unrounded) and, every five minutes, DIR/checkpoint.pt, from which the same command goes on.
With `--layers 3` it fits the lowest three of the encoder's six layers, and the graph is minilm-l3.onnx.
Matrix products run in bfloat16 where the processor has it; the word embeddings stay frozen. Two cores need about an
hour; a GPU is used where there is one.
"""

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer

import fitting
from fitting import Course, Schedule
from networks.encoder import base_folder, load_base
from networks.export import reader_graph
from networks.graph import quantise_rows
from networks.heads import LONGEST_ANSWER, Reader, negative_log_likelihood
from networks.shape import LAYERS
from reading_data import PARTS, SOURCE, read_parts
from stumper.models.windows import Window, windows
from stumper.tasks.reading.question import Question
from stumper.types import Example
from stumper.victims import ledger
from stumper.victims.reader import GRAPH

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
    onnx.save(reader_graph(weights, quantised), str(folder / graph_of(len(reader.encoder.layers))))
    words = weights["encoder.words.weight"]
    rows, scales = quantise_rows(words) if quantised else (words, np.ones(len(words), np.float32))
    np.savez(folder / "words.npz", rows=rows, scales=scales)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)


def graph_of(layers: int) -> str:
    """The file of a reader of so many layers: one of all six goes by the name of the embedded one."""
    return GRAPH if layers == LAYERS else f"minilm-l{layers}.onnx"


def read_items(examples: Sequence[Example], tokenizer: Tokenizer) -> list[list[Item]]:
    """For each question its windows that hold a marked answer of at most 30 tokens; none for one without."""
    items = []
    for example in examples:
        assert isinstance(example.query, Question)
        starts = [(answer.start, len(answer.text)) for answer in example.gold.answers if answer.start is not None]
        marked = {(start, start + length) for start, length in starts}
        if found := items_of(tokenizer, example.query.text, example.query.context.text, marked):
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


def untrained(layers: int = LAYERS) -> Reader:
    """The base encoder, or its lowest layers, with a new head."""
    return Reader(load_base(base_folder(), layers))


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


def read_questions(parts: Mapping[str, Sequence[Example]]) -> list[list[Item]]:
    """The items of each question of all parts, those of some parts twice."""
    tokenizer = base_tokenizer()
    items = {part: read_items(examples, tokenizer) for part, examples in parts.items()}
    print({part: len(found) for part, found in items.items()}, flush=True)
    return [found for part, times in PARTS.items() for found in items[part] * times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/squadshifts-*.json.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=3.0)
    parser.add_argument("--minutes", type=float, default=75.0, help="the schedule ends here at the latest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layers", type=int, choices=(3, LAYERS), default=LAYERS)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    parts = read_parts(args.data)
    start = partial(untrained, args.layers)
    reader = fitted(read_questions(parts), args.epochs, args.minutes, args.seed, args.out / "checkpoint.pt", start)
    torch.save(reader.state_dict(), args.out / "reader.pt")
    seen = ledger.ledger({SOURCE: [example for examples in parts.values() for example in examples]})
    for folder, quantised in ((args.out / "weights", True), (args.out / "weights-float", False)):
        export(reader, base_tokenizer(), folder, quantised)
        ledger.write(folder / graph_of(args.layers), seen)
    print(f"wrote {args.out / 'reader.pt'}")


if __name__ == "__main__":
    main()
