"""Fit a neural guesser to tossups: `python training/guessers.py --kind dan --out DIR FILE...`.

FILE is any file of tossups, or `quizbowl:FOLD` for a fold of the bundled set. Writes DIR/guesser.onnx, DIR/words.npz,
DIR/guesser.json and DIR/guesser.ledger, which `dan:DIR` or `rnn:DIR` name, and every five minutes DIR/checkpoint.pt,
from which the same command goes on. Packets that are held out say how sure its scores make a guesser, and are never
learned from; of few questions, `--draws N` holds some out N times over, says it by all of them, and learns from every
question in the end. DIR/draw-1 and so on are then guessers without what was held out by their seed.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional as F

import fitting
import word_factors
from fitting import Course, Schedule
from networks.guesser_graphs import dan_graph, rnn_graph
from networks.guessers import Dan, Gru
from stumper.errors import BadData
from stumper.identity import content_id
from stumper.models.guesser_words import FILE, GuesserWords, parts, plain_words, run_together, save_words
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.text import sentences, words
from stumper.victims import ledger
from stumper.victims.guessing import choosing
from stumper.victims.guessing.choosing import Case, Floats
from stumper.victims.guessing.making import held_out
from stumper.victims.guessing.neural import choices
from word_factors import Told

PEAK_RATE, SMOOTHING = 2e-3, 0.05
BATCH_WORDS = {"dan": 12_000, "rnn": 6_000}
EPOCHS = {"dan": 24, "rnn": 10}
NONE = -1  # the number of an answer that is not learned
DROPPED = (0.0, 0.1, 0.3, 0.5)  # shares of words that a row may lose (Iyyer et al. 2015, section 3)


@dataclass(frozen=True, slots=True)
class Options:
    """What decides how a guesser comes out, besides the questions."""

    kind: str
    width: int  # of the words' vectors; of as many as there are answers at most
    inner: int  # states of each direction of the rnn
    epochs: float
    minutes: float
    least: int  # questions that an answer needs to be learned
    held_out: float  # share of the packets
    seed: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is learned: the rows of the words of each sentence, and the answer's number.

    Of a question that is held out it is ``NONE`` where the answer is none of those that are learned.
    """

    sentences: tuple[tuple[int, ...], ...]
    answer: int
    words: int  # of its text, whether they are known or not

    @property
    def told(self) -> Told:
        """All of it."""
        return Told([row for sentence in self.sentences for row in sentence], self.answer)


@dataclass(frozen=True, slots=True)
class Material:
    """Questions to learn and questions held out, as rows of the words' table."""

    answers: tuple[str, ...]
    known: tuple[str, ...]
    counts: np.ndarray
    learned: list[Asked]
    held_out: list[Asked]


def read_material(datasets: Sequence[Quizbowl], options: Options) -> Material:
    """The questions whose answer has enough of them; words that one question alone has are left out, if there are
    many questions."""
    classes = answer_classes(datasets)
    apart = held_out(datasets, options.held_out, options.seed)
    texts = {example.id: example.query.text for dataset in datasets for example in dataset}
    counted = Counter(classes[id] for id in texts if id not in apart)
    answers = tuple(sorted(answer for answer, count in counted.items() if count >= options.least))
    numbers = {answer: number for number, answer in enumerate(answers)}
    asked = {id: [_plain(sentence.text) for sentence in sentences(text)]
             for id, text in texts.items() if classes[id] in numbers or id in apart}  # fmt: skip
    learned = [id for id in asked if id not in apart]
    vocabulary = _vocabulary([asked[id] for id in learned], 2 if len(learned) > 2000 else 1)
    rows = {
        id: Asked(
            tuple(_rows(sentence, vocabulary) for sentence in found),
            numbers.get(classes[id], NONE),
            len(texts[id].split()),
        )
        for id, found in asked.items()
    }
    return Material(answers, vocabulary.known, vocabulary.counts,
                    [rows[id] for id in learned if rows[id].told.ids],
                    [rows[id] for id in asked if id in apart and rows[id].told.ids])  # fmt: skip


def begun(material: Material, options: Options) -> nn.Module:
    """The guesser before it learns: its vectors and answers are where the words' table puts them."""
    told = [question.told for question in material.learned]
    count, answers = len(material.known), len(material.answers)
    vectors = word_factors.factors(told, count, answers, options.width, options.seed)
    width = vectors.shape[1]
    model = Dan(count, width, answers) if options.kind == "dan" else Gru(count, width, answers, options.inner)
    model.words.weight.data = vectors
    model.salience.data = word_factors.salience(told, count).log()
    model.answers.weight.data = word_factors.centres(told, vectors, answers)
    return model


def fitted(material: Material, options: Options, checkpoint: Path) -> nn.Module:
    """The guesser, fitted until the epochs or the minutes are over; from the checkpoint on, where there is one."""
    total = int(options.epochs * len(material.learned))
    schedule = Schedule(total, options.minutes, PEAK_RATE, BATCH_WORDS[options.kind], options.seed,
                        _named(material, options))  # fmt: skip
    course = Course(lambda rng: [drawn(asked, rng) for asked in material.learned], lambda row: len(row.ids), loss)
    return fitting.fitted(lambda: begun(material, options), course, schedule, checkpoint)


def drawn(asked: Asked, rng: random.Random) -> Told:
    """A stretch of whole sentences of the question without some of its words: what may have been heard of it."""
    count = len(asked.sentences)
    kind = rng.random()
    first = 0 if kind < 0.5 else rng.randrange(count)
    last = count if kind < 0.3 else rng.randint(first + 1, count if kind < 0.5 else min(count, first + 3))
    rows = [row for sentence in asked.sentences[first:last] for row in sentence]
    share = rng.choice(DROPPED)
    kept = [row for row in rows if rng.random() >= share]
    return Told(kept or rows or asked.told.ids[:1], asked.answer)


def loss(model: nn.Module, batch: list[Told], device: torch.device) -> Tensor:
    """The cross-entropy of the answers, smoothed."""
    wanted = torch.tensor([row.answer for row in batch], device=device)
    return F.cross_entropy(scores(model, batch, device), wanted, label_smoothing=SMOOTHING)


def scores(model: nn.Module, batch: Sequence[Told], device: torch.device) -> Tensor:
    """Those of every answer, [batch, answers]."""
    lengths = [len(row.ids) for row in batch]
    if isinstance(model, Dan):
        flat = torch.tensor([id for row in batch for id in row.ids], device=device)
        return model(flat, torch.tensor([0, *np.cumsum(lengths)[:-1]], device=device))
    ids = torch.zeros(len(batch), max(lengths), dtype=torch.long)
    for place, row in enumerate(batch):
        ids[place, : lengths[place]] = torch.tensor(row.ids)
    return model(ids.to(device), torch.tensor(lengths))


def cases(model: nn.Module, held_out: Sequence[Asked], seed: int) -> list[Case]:
    """What there is to choose from after a beginning of each question, and what was right."""
    if not held_out:
        return []
    rng = random.Random(seed)
    ends = [rng.randint(1, len(asked.told.ids)) for asked in held_out]
    rows = [Told(asked.told.ids[:end], asked.answer) for asked, end in zip(held_out, ends, strict=True)]
    found = torch.cat([_quiet(model, rows[at : at + 64]) for at in range(0, len(rows), 64)]).numpy()
    read = [round(asked.words * end / len(asked.told.ids)) for asked, end in zip(held_out, ends, strict=True)]
    return [
        Case(choices(scores, heard), len(scores) if asked.answer == NONE else asked.answer)
        for scores, heard, asked in zip(found, read, held_out, strict=True)
    ]


def choice(chosen: Sequence[Case]) -> Floats:
    """The weights under which scores say best what was right."""
    return choosing.fitted(chosen, np.array([1.0, 0.0, 0.0, 0.0]))


def accuracy(model: nn.Module, asked: Sequence[Asked]) -> float:
    """The share of whole questions whose best answer is right, of those whose answer can be given."""
    told = [question.told for question in asked if question.answer != NONE]
    best = [_quiet(model, told[at : at + 64]).argmax(1) for at in range(0, len(told), 64)]
    return float((torch.cat(best) == torch.tensor([row.answer for row in told])).float().mean())


def export(
    model: nn.Module, material: Material, options: Options, chosen: Floats, sources: Sequence[str], folder: Path
) -> None:
    """The folder holds what ``dan:`` and ``rnn:`` read."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.detach().cpu().float().numpy() for name, value in model.state_dict().items()}
    vectors, saliences = weights.pop("words.weight"), np.exp(weights.pop("salience"))
    save_words(folder / FILE, GuesserWords(material.known, material.counts, vectors, saliences))
    onnx.save((dan_graph if options.kind == "dan" else rnn_graph)(weights), str(folder / "guesser.onnx"))
    made = {"options": asdict(options), "questions": len(material.learned), "sources": sources}
    said = {"kind": options.kind, "choice": chosen.tolist(), "made": made, "answers": material.answers}
    (folder / "guesser.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _named(material: Material, options: Options) -> str:
    """What tells this training from others: the questions as they are learned, and what decides the model."""
    learned = [[asked.sentences, asked.answer] for asked in material.learned]
    return content_id("guesser", options.kind, options.width, options.inner, material.answers, material.known, learned)


def _plain(text: str) -> list[str]:
    return [token for word in words(text) for token in plain_words(word.text)]


def _vocabulary(asked: Sequence[Sequence[Sequence[str]]], least: int) -> GuesserWords:
    """The words that so many questions have at least, without those that were run together."""
    every = _counted([token for question in asked for sentence in question for token in sentence])
    torn = run_together(every)
    within: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for question in asked:
        met = [part for sentence in question for token in sentence for part in torn.get(token, (token,))]
        counts.update(met)
        within.update(set(met))
    return _counted([token for token, count in counts.items() if within[token] >= least for _ in range(count)])


def _counted(tokens: Sequence[str]) -> GuesserWords:
    counts = Counter(tokens)
    known = tuple(sorted(counts))
    none = np.zeros((len(known), 0), np.float32)
    return GuesserWords(known, np.array([counts[word] for word in known]), none, np.zeros(len(known), np.float32))


def _rows(sentence: Sequence[str], vocabulary: GuesserWords) -> tuple[int, ...]:
    places: Mapping[str, int] = vocabulary.places
    return tuple(places[part] for token in sentence for part in parts(token, vocabulary) if part in places)


def _quiet(model: nn.Module, rows: Sequence[Told]) -> Tensor:
    model.eval()
    with torch.no_grad():
        return scores(model, rows, next(model.parameters()).device).float().cpu()


def _read(name: str) -> Quizbowl:
    start, _, fold = name.partition(":")
    return quizbowl.bundled(fold) if start == "quizbowl" else quizbowl.read(Path(name))


def main() -> None:
    """The guesser stands in the folder, and, where there are draws, those without what was held out beside it."""
    args = _arguments()
    options = Options(args.kind, args.width, args.inner, args.epochs or EPOCHS[args.kind], args.minutes,
                      args.least, args.held_out, args.seed)  # fmt: skip
    datasets = [_read(name) for name in args.files]
    draws = [replace(options, seed=args.seed + place) for place in range(args.draws)]
    try:
        made = [_made(datasets, one, args.out / f"draw-{one.seed}") for one in draws]
        made.append(_made(datasets, replace(options, held_out=0.0) if draws else options, args.out))
    except BadData as error:
        sys.exit(str(error))
    chosen = choice([case for one in made for case in cases(one.model, one.material.held_out, one.options.seed)])
    seen = ledger.ledger({dataset.name: dataset for dataset in datasets})
    for one in made:
        export(one.model, one.material, one.options, chosen, [Path(name).name for name in args.files], one.folder)
        ledger.write(one.folder / "guesser.onnx", seen)
        print(f"wrote {one.folder}", flush=True)


@dataclass(frozen=True, slots=True)
class _Made:
    model: nn.Module
    material: Material
    options: Options
    folder: Path


def _made(datasets: Sequence[Quizbowl], options: Options, folder: Path) -> _Made:
    folder.mkdir(parents=True, exist_ok=True)
    material = read_material(datasets, options)
    print(f"{len(material.learned)} questions of {len(material.answers)} answers, {len(material.known)} words; "
          f"{len(material.held_out)} held out", flush=True)  # fmt: skip
    model = fitted(material, options, folder / "checkpoint.pt")
    if material.held_out:
        print(f"held out: {accuracy(model, material.held_out):.1%} right", flush=True)
    return _Made(model, material, options, folder)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--kind", choices=["dan", "rnn"], required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--width", type=int, default=300)
    parser.add_argument("--inner", type=int, default=200)
    parser.add_argument("--epochs", type=float)
    parser.add_argument("--minutes", type=float, default=60.0, help="the schedule ends here at the latest")
    parser.add_argument("--least", type=int, default=2, help="questions that an answer needs to be learned")
    parser.add_argument("--held-out", type=float, default=0.05, help="share of the packets that sets probabilities")
    parser.add_argument("--draws", type=int, default=0, help="how often it is held out, before all is learned from")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not args.held_out:
        parser.error("Hold some packets out with --held-out: they say how sure the guesser may be.")
    return args


if __name__ == "__main__":
    main()
