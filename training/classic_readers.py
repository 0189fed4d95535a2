"""Fits an older reader: `python training/classic_readers.py --model bidaf --data DATA --out DIR`.

Models: logistic, bidaf, match-lstm. They learn from SQuADShifts alone, without one article of twenty of its new
Wikipedia part, on whose questions the script says how the model does. Writes the package's file (DIR/logistic.npz,
DIR/MODEL.onnx), the ledger of what was seen beside it, and a checkpoint, from which the same command goes on. For an
ensemble fit DIR/1, DIR/2 and so on, each with another --seed: `--victim bidaf:DIR` asks them all. No GPU is needed, but
where there is one, `--members 5` fits all five of a recurrent reader at once, without checkpoints. Logistic readers
that differ by their seed alone agree too much: `--members 5` fits each from its own half of the features (random
subspaces, Ho 1998).
With --add-sent a recurrent reader meets a question every second time with a raw AddSent sentence behind its paragraph,
in as many steps (Jia & Liang 2017, table 6; `benchmarks/taught.py` asks what that is worth).
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch

import fitting
import logistic
import recurrent
import together
from fitting import Schedule
from networks.export_recurrent import bidaf_graph, match_lstm_graph
from networks.graph import Array
from networks.recurrent import Bidaf, MatchLstm
from networks.shape import WIDTH
from reading_data import PARTS, SOURCE, read_parts, with_sentences
from stumper.answers import f1
from stumper.protocols import Victim
from stumper.tasks.reading.question import Question
from stumper.types import Example
from stumper.victims import ledger
from stumper.victims import recurrent as victims
from stumper.victims.logistic import reader

HELD_OUT = 20  # one article of so many
BATCH_WORDS = 8192  # of one step


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of recurrent reader is fitted and exported."""

    model: Callable[[], torch.nn.Module]
    graph: Callable[[Mapping[str, Array], bool], onnx.ModelProto]
    rate: float  # at its highest


KINDS = {
    "bidaf": Kind(lambda: Bidaf(WIDTH, dropout=0.2), bidaf_graph, 1.5e-3),
    "match-lstm": Kind(lambda: MatchLstm(WIDTH, dropout=0.2), match_lstm_graph, 2e-3),
}
VICTIMS: Mapping[str, Callable[[str, Sequence[Example]], Victim]] = {
    "logistic": reader.load,
    "bidaf": victims.bidaf,
    "match-lstm": victims.match_lstm,
}
EPOCHS = {"logistic": 1, "bidaf": 5, "match-lstm": 4}


def title(example: Example) -> str:
    """The article that the example's paragraph is from."""
    assert isinstance(example.query, Question)
    return example.query.context.title


def held_out(examples: Sequence[Example]) -> set[str]:
    """The titles of the articles by which settings may be chosen."""
    return set(sorted({title(example) for example in examples})[::HELD_OUT])


def fit_logistic(
    args: argparse.Namespace, parts: Mapping[str, Sequence[Example]], kept_out: Sequence[Example]
) -> list[Path]:
    """The file of the fitted logistic reader, or those of the members of an ensemble, in folders of their own."""
    known = [example for examples in parts.values() for example in examples]
    parsed = logistic.parses([*known, *kept_out], args.out / "parses.pkl")
    checkpoint = args.out / f"logistic{args.members or ''}.checkpoint.npz"
    state, rare = logistic.fitted(known, kept_out, parsed, args.epochs, args.seed, checkpoint, args.members)
    if not args.members:
        files = [args.out / reader.FILE]
        logistic.export(state.weights[0], rare, files[0])
        return files
    files = [args.out / str(number) / reader.FILE for number in range(1, args.members + 1)]
    salts = logistic.salts_of(args.members, args.seed)
    for file, weights, salt in zip(files, state.weights, salts, strict=True):
        file.parent.mkdir(exist_ok=True)
        logistic.export(weights, rare, file, salt)
    return files


def fit_recurrent(args: argparse.Namespace, parts: Mapping[str, Sequence[Example]]) -> Path:
    """The graph of a fitted recurrent reader."""
    kind, vocabulary = KINDS[args.model], recurrent.Vocabulary()
    items = {
        part: [(example, one) for example in parts[part] for one in recurrent.items([example], vocabulary)]
        for part in PARTS
    }
    known = [one for part, times in PARTS.items() for _, one in items[part] * times]
    copies = copied([pair for part in PARTS for pair in items[part]], vocabulary, args.seed) if args.add_sent else {}
    print(
        f"{len(known)} items an epoch, {len(copies)} questions have a copy, {len(vocabulary.numbers)} words", flush=True
    )
    torch.manual_seed(args.seed)
    schedule = Schedule(int(args.epochs * len(known)), args.minutes, kind.rate, BATCH_WORDS, args.seed)
    course = recurrent.course(known, vocabulary, copies)
    model = fitting.fitted(kind.model, course, schedule, args.out / f"{args.model}.checkpoint")
    file: Path = args.out / f"{args.model}.onnx"
    export(model, args.model, file)
    return file


def fit_members(
    args: argparse.Namespace, parts: Mapping[str, Sequence[Example]], kept_out: Sequence[Example]
) -> list[Path]:
    """The graphs of the members of an ensemble, in folders of their own."""
    kind, vocabulary = KINDS[args.model], recurrent.Vocabulary()
    items = {part: recurrent.items(parts[part], vocabulary) for part in PARTS}
    known = [one for part in PARTS for one in items[part]]
    repeated = [times for part, times in PARTS.items() for _ in items[part]]
    order = [place for place, times in enumerate(repeated) for _ in range(times)]
    print(f"{len(order)} items an epoch, {len(vocabulary.numbers)} words", flush=True)
    schedule = Schedule(args.epochs * len(order), args.minutes, kind.rate, BATCH_WORDS, args.seed)
    members = together.fitted(kind.model, known, order, vocabulary, schedule, args.members, kept_out)
    files = []
    for number, weights in enumerate(members, 1):
        files.append(args.out / str(number) / f"{args.model}.onnx")
        files[-1].parent.mkdir(exist_ok=True)
        model = kind.model()
        model.load_state_dict(weights)
        export(model, args.model, files[-1])
    return files


def copied(
    items: Sequence[tuple[Example, recurrent.Item]], vocabulary: recurrent.Vocabulary, seed: int
) -> dict[recurrent.Item, recurrent.Item]:
    """Of each question that has a raw AddSent sentence what is learned with that sentence behind its paragraph."""
    changed = {copy.id: copy for copy in with_sentences([example for example, _ in items], "embedded", seed)}
    pairs = [(plain, changed[example.id]) for example, plain in items if example.id in changed]
    return {plain: copy for plain, other in pairs for copy in recurrent.items([other], vocabulary)}


def export(model: torch.nn.Module, name: str, file: Path, quantised: bool = True) -> None:
    """The graph of a fitted model, with 8-bit weights unless they are to be left as they are."""
    weights = {key: value.detach().cpu().float().numpy() for key, value in model.state_dict().items()}
    onnx.save(KINDS[name].graph(weights, quantised), str(file))


def score(victim: Victim, examples: Sequence[Example]) -> float:
    """The mean F1 of the victim's first guesses."""
    said = victim.predict([example.query for example in examples])
    return float(np.mean([
        f1(one.guesses[0].answer if one.guesses else "", [answer.text for answer in example.gold.answers])
        for example, one in zip(examples, said, strict=True)
    ]))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=VICTIMS, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/squadshifts-*.json.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--epochs", type=int, help="passes over all questions (1 of logistic, 5 of bidaf, 4 of match-lstm)"
    )
    parser.add_argument(
        "--minutes", type=float, default=600.0, help="a recurrent reader's schedule ends here at the latest"
    )
    parser.add_argument("--add-sent", action="store_true", help="learn from AddSent's sentences, too")
    parser.add_argument("--members", type=int, help="fit so many readers at once, an ensemble")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    if args.members and args.add_sent:
        parser.error("--members is for readers without --add-sent")
    args.epochs = args.epochs or EPOCHS[args.model]
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    parts = read_parts(args.data)
    titles = held_out(parts["new_wiki"])
    kept_out = [example for example in parts["new_wiki"] if title(example) in titles]
    learned = {part: [one for one in examples if title(one) not in titles] for part, examples in parts.items()}
    if args.model == "logistic":
        files = fit_logistic(args, learned, kept_out)
    else:
        files = fit_members(args, learned, kept_out) if args.members else [fit_recurrent(args, learned)]
    # What is held out counts as seen, too: settings may be chosen by it.
    seen = ledger.ledger({SOURCE: [example for examples in parts.values() for example in examples]})
    for file in files:
        ledger.write(file, seen)
    for file in files:
        held = score(VICTIMS[args.model](str(file.parent), ()), kept_out)
        print(f"wrote {file}; F1 {held:.3f} on {len(kept_out)} questions held out", flush=True)
    if args.members:
        held = score(VICTIMS[args.model](str(args.out), ()), kept_out)
        print(f"all together: F1 {held:.3f}", flush=True)


if __name__ == "__main__":
    main()
