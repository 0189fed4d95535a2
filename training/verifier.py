"""Fits a verifier: `python training/verifier.py --model transformer|da|esim --data DATA --made CLAIMS --out DIR`.

CLAIMS is what training/claims.py wrote: on those it begins, and then it goes on with FEVER's paper test and, where
``--mixed`` says how many an epoch, with those claims among other sentences of their paragraphs. Writes DIR/begun.pt and
DIR/verifier.pt (float weights), the package's files into DIR/weights and, unrounded, into DIR/weights-float, and every
five minutes a checkpoint, from which the same command goes on. ``torchrun --nproc-per-node 2 training/verifier.py …``
shares the work among two processes.
"""

import argparse
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
import torch

import fitting
from fitting import Course, Schedule
from networks.alignment import Decomposable, Esim
from networks.encoder import Encoder, base_folder, load_base
from networks.export import verifier_graph, weights_in
from networks.export_alignment import decomposable_graph, esim_graph
from networks.graph import Array, quantise_rows
from networks.heads import Verifier
from stumper.models.pairs import pair
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import Words, read_words
from stumper.models.word_pairs import Vectors, piece_vectors, scaled, word_pair
from stumper.tasks.verification.claim import Claim
from stumper.victims import ledger
from verifying_data import (
    NOTHING_APART,
    SOURCE,
    TRAINED,
    Labelled,
    alone,
    among_others,
    apart,
    check_beginning,
    drawn,
    read_claims,
    read_known,
    read_made,
)

WEIGHTS = Path(__file__).parents[1] / "src" / "stumper" / "models" / "weights"
PAD_TO = 8


@dataclass(frozen=True, slots=True)
class Coded:
    """A claim as a model reads it: pieces of claim and evidence, or rows of a table of word vectors for each."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    label: int

    def __len__(self) -> int:
        return len(self.first) + len(self.second)


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of verifier is fitted and exported."""

    side: Callable[[Words, Path | None], "Transformer | Aligning"]
    graph: Callable[[Mapping[str, Array], bool], onnx.ModelProto]
    dropout: float
    rate: float  # at its highest
    batch_tokens: int


def main() -> None:
    args = _arguments()
    kind = KINDS[args.model]
    if args.without and args.fitted:
        folder = args.data / "verification"
        check_beginning(args.fitted, folder, apart(folder, args.without))
    args.out.mkdir(parents=True, exist_ok=True)
    side = kind.side(read_words(WEIGHTS), args.vectors)
    model = side.model(args.start, kind.dropout)
    if args.fitted:
        model.load_state_dict(torch.load(args.fitted, map_location="cpu"))
    stages = {
        "begun": (args.made_epochs, lambda: _made(side, args.made, args.most)),
        "verifier": (args.epochs, lambda: _known(side, args)),
    }
    for name, (epochs, read) in stages.items():
        if epochs:
            model = _stage(args.out / f"{name}.pt", model, side, kind, read(), epochs, args)
    if fitting.rank() == 0:
        _export(args, kind, side, model)
        _say_what_was_seen(args)
        print(f"wrote {args.out / 'weights'}", flush=True)


def _stage(
    file: Path,
    model: torch.nn.Module,
    side: "Transformer | Aligning",
    kind: Kind,
    read: "tuple[int, Callable[[random.Random], list[Coded]]]",
    epochs: float,
    args: argparse.Namespace,
) -> torch.nn.Module:
    """The model after a stage of the training, whose weights the file holds; not fitted again where it does."""
    if file.exists():
        model.load_state_dict(torch.load(file, map_location="cpu"))
        return model
    items, draw = read
    rate, tokens = args.rate or kind.rate, args.batch_tokens or kind.batch_tokens
    schedule = Schedule(int(epochs * items), args.minutes, rate, tokens, args.seed)
    fitted = fitting.fitted(lambda: model, Course(draw, len, _loss(side)), schedule, file.with_suffix(".checkpoint"))
    if fitting.rank() == 0:
        torch.save(fitted.state_dict(), file)
    return fitted


def _made(
    side: "Transformer | Aligning", file: Path, most: int | None
) -> tuple[int, Callable[[random.Random], list[Coded]]]:
    """How many claims of questions there are, and all of them, coded."""
    coded = [side.code(alone(one)) for one in read_made(file, most)]
    return len(coded), lambda rng: coded


def _known(
    side: "Transformer | Aligning", args: argparse.Namespace
) -> tuple[int, Callable[[random.Random], list[Coded]]]:
    """How many claims an epoch has, and how one of them is drawn."""
    folder = args.data / "verification"
    known = read_known(folder, TRAINED, apart(folder, args.without) if args.without else NOTHING_APART)
    made = read_made(args.made, args.most) if args.mixed else []

    def draw(rng: random.Random) -> list[Coded]:
        mixed = [among_others(one, rng) for one in rng.sample(made, args.mixed)] if made else []
        return [side.code(one) for one in (*drawn(known, rng, args.noisy), *mixed)]

    return len(known) + args.mixed, draw


def _loss(
    side: "Transformer | Aligning",
) -> Callable[[torch.nn.Module, list["Coded"], torch.device], torch.Tensor]:
    def loss(model: torch.nn.Module, batch: list[Coded], device: torch.device) -> torch.Tensor:
        labels = torch.tensor([one.label for one in batch], device=device)
        return torch.nn.functional.cross_entropy(side.scores(model, batch, device), labels)

    return loss


def _export(args: argparse.Namespace, kind: Kind, side: "Transformer | Aligning", model: torch.nn.Module) -> None:
    """The files of the weights, rounded and not; word vectors of one's own beside them."""
    weights = {name: value.detach().cpu().float().numpy() for name, value in model.state_dict().items()}
    file = _graph(args)
    for folder, quantised in ((args.out / "weights", True), (args.out / "weights-float", False)):
        folder.mkdir(exist_ok=True)
        onnx.save(kind.graph(weights, quantised), str(folder / file))
        for shared in WORD_FILES:
            (folder / shared).write_bytes((WEIGHTS / shared).read_bytes())
        if isinstance(side, Aligning) and side.vectors.closed:
            table = side.vectors.table
            rows, scales = quantise_rows(np.stack(list(table.values())))
            np.savez(folder / f"{args.model}-vectors.npz", words=np.array(list(table)), rows=rows, scales=scales)


def _say_what_was_seen(args: argparse.Namespace) -> None:
    """A ledger stands beside the weights, and beside those that others go on from; it has what these had seen, too."""
    folder = args.data / "verification"
    away = apart(folder, args.without).claims if args.without else frozenset()
    known = [one for one in read_claims(folder, TRAINED) if one.id not in away] if args.epochs else []
    made = read_made(args.made, args.most) if args.made_epochs or args.mixed else ()
    seen = ledger.ledger({SOURCE: known}, [Claim(one.text) for one in made])
    if args.fitted:
        seen = ledger.joined(ledger.beside(args.fitted), seen)
    for weights in (
        args.out / "verifier.pt",
        *(args.out / name / _graph(args) for name in ("weights", "weights-float")),
    ):
        ledger.write(weights, seen)


def _graph(args: argparse.Namespace) -> str:
    return "verifier.onnx" if args.model == "transformer" else f"{args.model}.onnx"


@dataclass(slots=True)
class Transformer:
    """The transformer's side of the training."""

    words: Words

    def code(self, one: Labelled) -> Coded:
        found = pair(self.words.tokenizer, one.claim)
        return Coded(found.ids[: found.first], found.ids[found.first :], one.label)

    def model(self, start: str, dropout: float) -> torch.nn.Module:
        """The base encoder, or the one that the embedded reader was made into, with a new head."""
        encoder = Encoder() if start == "reader" else load_base(base_folder())
        state = encoder.state_dict()
        if start == "reader":  # which has all but the word embeddings
            fitted = weights_in(onnx.load(str(WEIGHTS / "reader.onnx")))
            state |= {
                name.removeprefix("encoder."): torch.tensor(value.copy())
                for name, value in fitted.items()
                if name.startswith("encoder.")
            }
        # What ships: the verifier has no word embeddings of its own.
        state["words.weight"] = torch.tensor(self.words.rows * self.words.scales[:, None])
        encoder.load_state_dict(state)
        fitting.prepare(encoder, dropout)
        return Verifier(encoder, dropout)

    def scores(self, model: torch.nn.Module, batch: list[Coded], device: torch.device) -> torch.Tensor:
        length = -(-max(map(len, batch)) // PAD_TO) * PAD_TO
        ids = torch.zeros(len(batch), length, dtype=torch.long)
        segments, mask = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, one in enumerate(batch):
            ids[row, : len(one)] = torch.tensor(one.first + one.second)
            segments[row, len(one.first) : len(one)] = 1
            mask[row, : len(one)] = 1
        with torch.autocast(device.type, torch.bfloat16):
            scores: torch.Tensor = model(ids.to(device), segments.to(device), mask.to(device))
        return scores.float()


@dataclass(slots=True)
class Aligning:
    """The training of a model that aligns words, whose vectors are frozen."""

    kind: str
    vectors: Vectors
    rows: dict[str, int]
    table: list[Array]
    coded: dict[Claim, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    stacked: torch.Tensor | None = None  # the table on the device that was asked last

    def code(self, one: Labelled) -> Coded:
        if one.claim not in self.coded:
            said, shown = word_pair(one.claim)
            self.coded[one.claim] = self._numbers(said), self._numbers(shown)
        return Coded(*self.coded[one.claim], one.label)

    def model(self, start: str, dropout: float) -> torch.nn.Module:
        return ALIGNING[self.kind](self.vectors.width, dropout=dropout)

    def scores(self, model: torch.nn.Module, batch: list[Coded], device: torch.device) -> torch.Tensor:
        claim, claim_mask = self._side([one.first for one in batch], device)
        evidence, evidence_mask = self._side([one.second for one in batch], device)
        scores: torch.Tensor = model(claim, evidence, claim_mask, evidence_mask)
        return scores

    def _side(self, rows: list[tuple[int, ...]], device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
        length = max(map(len, rows))
        numbers = torch.tensor([(*row, *(0,) * (length - len(row))) for row in rows]).to(device)
        lengths = torch.tensor([len(row) for row in rows])
        mask = (torch.arange(length)[None] < lengths[:, None]).float().to(device)
        return self._vectors(device)[numbers] * mask[..., None], mask

    def _vectors(self, device: torch.device) -> torch.Tensor:
        if self.stacked is None or len(self.stacked) < len(self.table) or self.stacked.device.type != device.type:
            self.stacked = torch.from_numpy(np.stack(self.table)).to(device)
        return self.stacked

    def _numbers(self, words: list[str]) -> tuple[int, ...]:
        for word in words:
            if word not in self.rows:
                self.rows[word] = len(self.table)
                self.table.append(self.vectors.of(word))
        return tuple(self.rows[word] for word in words)


def _aligning(kind: str) -> Callable[[Words, Path | None], Aligning]:
    return lambda words, vectors: Aligning(kind, _glove(vectors, words) if vectors else piece_vectors(words), {}, [])


def _glove(file: Path, words: Words) -> Vectors:
    """The vectors of a text file with a word and its numbers a line."""
    table: dict[str, Array] = {}
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.rstrip().split(" ")
            table[word] = scaled(np.array(numbers, np.float32))
    return Vectors(words, np.zeros(len(numbers), np.float32), table, closed=True)


KINDS = {
    "transformer": Kind(lambda words, vectors: Transformer(words), verifier_graph, 0.1, 1.5e-4, 2048),
    "da": Kind(_aligning("da"), decomposable_graph, 0.2, 5e-4, 2048),
    "esim": Kind(_aligning("esim"), esim_graph, 0.3, 5e-4, 2048),
}
ALIGNING: dict[str, type[torch.nn.Module]] = {"da": Decomposable, "esim": Esim}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=list(KINDS), required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder with verification/")
    parser.add_argument("--made", type=Path, required=True, help="what training/claims.py wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", choices=["reader", "encoder"], default="reader", help="of the transformer")
    parser.add_argument("--fitted", type=Path, help="weights to go on from, such as a verifier.pt")
    parser.add_argument("--vectors", type=Path, help="a file of GloVe vectors for da and esim")
    parser.add_argument("--most", type=int, help="so many of the claims made of questions")
    parser.add_argument("--made-epochs", type=float, default=1.0)
    parser.add_argument("--mixed", type=int, default=0, help="claims made of questions in an epoch of FEVER's")
    parser.add_argument("--noisy", type=float, default=0.5, help="claims of FEVER that are shown what is retrieved")
    parser.add_argument("--rate", type=float, help="the highest, where not the usual")
    parser.add_argument("--batch-tokens", type=int, help="of one step, padding included, where not the usual")
    parser.add_argument(
        "--without", type=Path, help="variants whose originals, and what shares their pages, are left out"
    )
    parser.add_argument("--epochs", type=float, default=3.0)
    parser.add_argument("--minutes", type=float, default=90.0, help="each stage ends here at the latest")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
