"""Does training on AddSent cure a reader of AddSent? `python examples/augmented_training.py` (Jia & Liang 2017, 4.6).

Two readers are trained: one on questions as they are, one on the same questions and, of each, a copy with a raw AddSent
sentence behind the paragraph. Both take the same number of steps: where the one meets the copy, the other meets the
question a second time. AddSent and AddSentMod, which puts other fake answers before the paragraph, then attack both on
questions that neither has been trained on, and a table says how they fare.

As it is, it trains the embedded reader further on a part of the bundled questions, in a few minutes: enough to see how
it works. With `--full` it is the paper's experiment: from the encoder on, three passes over all of `--data FILE`, any
SQuAD 1.1 file, attacked on all of `--examine FILE`: hours. In between, `--start`, `--questions`, `--examined` and
`--passes` say what is trained and how much. Interrupted, the same command goes on.

Needs torch: pip install 'stumper[train]'.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).parents[1] / "training"))
try:
    import onnx
    import torch

    import reader
    from reading_data import with_sentences
except ModuleNotFoundError as error:
    sys.exit(f"{error.name} is not installed: pip install 'stumper[train]'")

from networks.encoder import Encoder
from networks.export import weights_in
from networks.heads import Reader
from stumper import api
from stumper.errors import StumperError
from stumper.statistics import Estimate, difference, mean
from stumper.store import Store
from stumper.tasks.reading.squad import Squad, write_adversarial
from stumper.types import Example
from stumper.victims import embedded, ledger

ATTACKS = {"add-sent": "AddSent", "add-sent-mod": "AddSentMod"}
WEIGHTS = Path(embedded.__file__).parents[1] / "models" / "weights"
ENOUGH = 500  # questions to train on; with fewer nothing can be concluded
SMALL = {"start": "embedded", "questions": 120, "examined": 30, "passes": 1.0}
FULL = {"start": "encoder", "questions": None, "examined": None, "passes": 3.0}
LEARNED = ("start", "data", "examine", "questions", "passes", "pipeline", "seed")  # what a reader depends on


def main() -> None:
    args = arguments()
    training, examined = material(args)
    args.out.mkdir(parents=True, exist_ok=True)
    claim(args)
    chosen, copies = training.examples, with_sentences(training.examples, args.pipeline, args.seed)
    print(f"{len(chosen)} training questions, {len(copies)} of them with a raw AddSent sentence", flush=True)
    copied = {copy.id for copy in copies}
    again = [example for example in chosen if example.id in copied]
    fit(args.out / "plain", [*chosen, *again], args)
    fit(args.out / "augmented", [*chosen, *copies], args)
    write_adversarial(args.out / "examined.json", examined, ())
    with api.open_store(str(args.out / "stumper.db")) as store:
        plain, augmented = (f1_under_attack(name, args, store) for name in ("plain", "augmented"))
    print(table(plain, augmented))
    if len(chosen) < ENOUGH:
        print(f"\nTrained on {len(chosen)} questions: that shows how it works, and proves nothing. See --help.")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="reading", help="questions to train on, in a SQuAD file; default: bundled")
    parser.add_argument("--examine", help="questions to attack; default: those of every fifth article of --data")
    parser.add_argument("--questions", type=int, help=f"train on so many; default: {SMALL['questions']}")
    parser.add_argument("--examined", type=int, help=f"attack on so many; default: {SMALL['examined']}")
    parser.add_argument("--passes", type=float, help="over questions and copies; default: 1")
    parser.add_argument("--start", choices=STARTS, help="the reader to train further; default: embedded")
    parser.add_argument("--full", action="store_true", help="--start encoder, all questions, 3 passes, or as said")
    parser.add_argument("--pipeline", default="embedded", help="the parser that AddSent uses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/augmented"), help="the readers and the runs")
    args = parser.parse_args()
    for name, value in (FULL if args.full else SMALL).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


def material(args: argparse.Namespace) -> tuple[Squad, Squad]:
    """The questions to train on, and those to attack; no paragraph is in both."""
    data = api.load_dataset(args.data)
    articles = list(dict.fromkeys(example.query.context.title for example in data))
    held_out = set(articles[::5] if args.examine is None else ())
    learned = [example for example in data if example.query.context.title not in held_out]
    rest = [example for example in data if example.query.context.title in held_out]
    examined = replace(data, examples=tuple(rest)) if args.examine is None else api.load_dataset(args.examine)
    known = {example.query.context.text for example in examined}
    unseen = [example for example in learned if example.query.context.text not in known]
    if not unseen:
        sys.exit(f"All paragraphs of {args.data} are attacked: none is left to train on. Name another --data.")
    return (
        replace(data, examples=api.drawn(unseen, args.questions, args.seed)),
        replace(examined, examples=api.drawn(examined.examples, args.examined, args.seed)),
    )


def claim(args: argparse.Namespace) -> None:
    """The folder is for these settings: readers that were trained otherwise are not taken for these."""
    settings = {name: str(value) for name, value in vars(args).items() if name in LEARNED}
    file = args.out / "settings.json"
    if file.exists() and json.loads(file.read_text(encoding="utf-8")) != settings:
        sys.exit(f"{args.out} holds readers that were trained otherwise ({file}). Name another --out.")
    file.write_text(json.dumps(settings, indent=1), encoding="utf-8")


def fit(folder: Path, examples: Sequence[Example], args: argparse.Namespace) -> None:
    """The folder holds a reader that was trained on these examples, as the embedded one is."""
    if (folder / "tokenizer.json").exists():
        return
    folder.mkdir(exist_ok=True)
    print(f"{folder}: {args.passes:g} passes over {len(examples)} paragraphs", flush=True)
    tokenizer = Tokenizer.from_file(str(WEIGHTS / "tokenizer.json"))
    found = [items for example in examples if (items := windows(tokenizer, example))]
    checkpoint = folder / "checkpoint.pt"
    fitted = reader.fitted(found, args.passes, float("inf"), args.seed, checkpoint, STARTS[args.start])
    seen = ledger.ledger({Path(args.data).name: examples})
    if args.start == "embedded":
        seen = ledger.joined(ledger.beside(WEIGHTS / "reader.onnx"), seen)
    ledger.write(folder / "reader.onnx", seen)
    reader.export(fitted, tokenizer, folder)
    checkpoint.unlink(missing_ok=True)


def shipped() -> Reader:
    """The embedded reader, as its 8 bits have it."""
    with np.load(WEIGHTS / "words.npz") as words:
        weights = {"encoder.words.weight": words["rows"] * words["scales"][:, None]}
    weights |= weights_in(onnx.load(str(WEIGHTS / "reader.onnx")))
    start = Reader(Encoder())
    start.load_state_dict({name: torch.tensor(value) for name, value in weights.items()})
    return start


STARTS = {"embedded": shipped, "encoder": reader.untrained}


def windows(tokenizer: Tokenizer, example: Example) -> list[reader.Item]:
    marked = {(answer.start, answer.start + len(answer.text)) for answer in example.gold.answers}
    return reader.items_of(tokenizer, example.query.text, example.query.context.text, marked)


@dataclass(frozen=True, slots=True)
class Column:
    """F1 of one reader on each examined question, by what was done to it."""

    original: list[float]
    attacked: dict[str, list[float]]


def f1_under_attack(name: str, args: argparse.Namespace, store: Store) -> Column:
    """Of the sentences that an attack has for a question the worst for the reader counts."""
    original: list[float] = []
    attacked = {}
    for attack in ATTACKS:
        job = api.attack(str(args.out / "examined.json"), attack, f"embedded:{args.out / name}", seed=args.seed,
                         options={"pipeline": args.pipeline}, store=store)  # fmt: skip
        attempts = job.attempts()
        original = [attempt.before.score for attempt in attempts]
        attacked[attack] = [(attempt.after or attempt.before).score for attempt in attempts]
    return Column(original, attacked)


def table(plain: Column, augmented: Column) -> str:
    """Mean F1 in percent with 95% intervals; the differences are between the two readers on the same questions."""
    rows = [("original", plain.original, augmented.original)]
    rows += [(title, plain.attacked[attack], augmented.attacked[attack]) for attack, title in ATTACKS.items()]
    lines = [f"\n{'F1':<12}{'n':>6}  {'plain training':<22}{'augmented training':<22}difference"]
    for title, before, after in rows:
        cells = mean(before), mean(after), difference(before, after)
        lines.append(f"{title:<12}{len(before):>6}  " + "".join(f"{shown(cell):<22}" for cell in cells).rstrip())
    return "\n".join(lines)


def shown(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


if __name__ == "__main__":
    try:
        main()
    except StumperError as error:
        sys.exit(str(error))
