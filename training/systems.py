"""Fits the parts of the systems for claims that stand beside FEVER's baselines:
`python training/systems.py --part nsmn-selection|nsmn|hexaf|enhanced-esim --data DATA --out DIR`.

Each part begins from the layers of an ESIM, of the one that ships unless ``--begin`` names another graph or says
``nothing``, and goes on with FEVER's paper test; DIR/weights gets what the package reads: the graph, what its system
reads beside it, and the ledger. With ``--try 3 6 12`` the number of epochs is chosen: each is tried on the claims of
six pages in seven and asked of the others, from every beginning that is named; DIR/PART.trials.json keeps what was
right. ``--without FILE`` leaves out the originals of a file of variants and every claim that tells of a page which
they do; ``--begin`` must then name what has learned none of them. DIR/claims-KEY.pickle keeps what was retrieved from
these data by this version of the search, so that the parts share it; a checkpoint is written every five minutes, and
the same command goes on from there. A GPU is used where there is one.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn

import fitting
from fitting import Course, Schedule
from networks.alignment import FAR, Esim, Matching
from networks.export_alignment import esim_graph, esim_weights_in, matching_graph
from networks.graph import Array
from stumper.identity import content_id, file_fingerprint
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.tasks.verification.claim import LABELS
from stumper.types import Example, Passage
from stumper.victims import ledger
from stumper.victims.combining import NOTHING_FOUND, SENTENCES
from stumper.victims.selecting import cues, likelihood
from stumper.victims.systems import BESIDE_BASELINES
from stumper.victims.verifying import GRAPHS, read, shares
from verifier import WEIGHTS, Aligning, Coded
from verifying_data import (
    NOTHING_APART,
    SOURCE,
    TRAINED,
    Labelled,
    Sighted,
    apart,
    check_beginning,
    pages_of,
    read_claims,
    read_sighted,
)

WIDE = 64  # numbers that the attention pools, of each sentence
HIDDEN = 64  # of the layers over sentences
SHOWN = 3  # sentences at once, to the model that pools
HELD_OUT = 7  # one claim in so many is kept for the layers over what hexaf's model says; and one page, while trying
TRIED_BY = 0.55  # of the minutes have been spent when all has been tried
ASKED = 3  # times each claim that is held out, with other sentences
NOTHING = "nothing"  # to begin with
SHIPPED = WEIGHTS / "esim.onnx"
UNDECIDED = LABELS.index("NOT ENOUGH INFO")
DROPOUT, RATE, BATCH_TOKENS = 0.3, 3e-4, 2048


@dataclass(frozen=True, slots=True)
class Several:
    """A claim with each of several sentences, as a model reads it."""

    pairs: tuple[Coded, ...]
    label: int

    def __len__(self) -> int:
        return sum(map(len, self.pairs))


class Attending(nn.Module):
    """Scores of the labels from what ``pairs`` makes of the claim with each sentence, as in ``combining.attended``."""

    def __init__(self, pairs: nn.Module) -> None:
        super().__init__()
        self.pairs = pairs
        self.attention = nn.Linear(WIDE, 1, bias=False)
        self.layers = _layers(2 * WIDE)

    def forward(self, scores: Tensor, mask: Tensor) -> Tensor:
        """``scores`` are [batch, sentences, WIDE], the mask is 1 for those that are there."""
        lack = (mask[..., None] - 1) * FAR
        weights = torch.softmax(self.attention(torch.tanh(scores)) + lack, 1)
        found: Tensor = self.layers(torch.cat([(weights * scores).sum(1), (scores + lack).max(1).values], -1))
        return found


@dataclass(frozen=True, slots=True)
class Part:
    """What is fitted to what, and the graph that is made of it."""

    model: Callable[[int], nn.Module]
    draw: "Callable[[Aligning, Sequence[Sighted], random.Random], list[Coded] | list[Several]]"
    graph: Callable[[Mapping[str, Array], bool], onnx.ModelProto]


def main() -> None:
    args = _arguments()
    part, folder = PARTS[args.part], args.out / "weights"
    folder.mkdir(parents=True, exist_ok=True)
    data, began = args.data / "verification", time.monotonic()
    away = apart(data, args.without) if args.without else NOTHING_APART
    for begin in args.begin if args.without else ():
        if begin != NOTHING:
            check_beginning(Path(begin), data, away)
    claims = read_sighted(data, args.out, away)
    learned = [one for one in claims if args.part != "hexaf" or not is_held_out(one)]
    fitting_of = Fitting(part, Aligning("esim", piece_vectors(read_words(WEIGHTS)), {}, []), args)
    chosen = Trial(args.begin[0], args.epochs)
    if args.tried:
        chosen = best_of_trials(fitting_of, learned, args.out / f"{args.part}.trials.json")
    left = args.minutes - (time.monotonic() - began) / 60
    fitted = fitting_of.fitted(learned, chosen, left, args.out / f"{args.part}.checkpoint")
    torch.save(fitted.state_dict(), args.out / f"{args.part}.pt")
    export(args.part, fitted.cpu().eval(), folder)
    if args.part == "hexaf":
        write_layers(folder / "hexaf.npz", *hexaf_layers(folder, learned, [one for one in claims if is_held_out(one)]))
    say_what_was_seen(folder, [one for one in read_claims(data, TRAINED) if one.id not in away.claims], chosen.begin)
    print(f"wrote {folder}", flush=True)


def say_what_was_seen(folder: Path, known: Sequence[Example], begin: str) -> None:
    """The ledger of the folder, which all parts share, has these claims, what the beginning had learned, and all
    that it had before."""
    seen = [ledger.beside(folder / BESIDE_BASELINES), ledger.ledger({SOURCE: known})]
    if begin not in (NOTHING, str(SHIPPED)):  # whose ledger tells of claims that it was tuned on, too
        seen.append(ledger.beside(Path(begin)))
    ledger.write(folder / BESIDE_BASELINES, ledger.joined(*seen))


@dataclass(frozen=True, slots=True)
class Trial:
    """From which ESIM a part begins, and how many epochs it is fitted."""

    begin: str
    epochs: float


@dataclass(frozen=True, slots=True)
class Fitting:
    """Fits a part to claims."""

    part: Part
    side: Aligning
    args: argparse.Namespace

    def fitted(self, learned: Sequence[Sighted], trial: Trial, minutes: float, checkpoint: Path) -> nn.Module:
        args, side = self.args, self.side
        torch.manual_seed(args.seed)
        model = begun(self.part.model(side.vectors.width), trial.begin)
        items = len(self.part.draw(side, learned, random.Random(0)))
        of = f"{args.part}, {trial_id(trial, learned, args)}"
        schedule = Schedule(int(trial.epochs * items), minutes, args.rate, args.batch_tokens, args.seed, of)
        course = Course(lambda rng: self.part.draw(side, learned, rng), len, lambda *batch: loss(side, *batch))  # type: ignore[arg-type]
        return fitting.fitted(lambda: model, course, schedule, checkpoint)


def best_of_trials(fitting_of: Fitting, learned: Sequence[Sighted], file: Path) -> Trial:
    """The beginning and the epochs after which most claims of pages that were held out are labelled right; the file
    says of each trial how many were, and is read in place of the same trial (``trial_id``)."""
    args = fitting_of.args
    trials = [Trial(begin, epochs) for begin in args.begin for epochs in args.tried]
    tried = json.loads(file.read_text()) if file.exists() else {}
    kept = [one for one in learned if not any(map(is_held_out_page, pages_of(one)))]
    held_out = [one for one in learned if any(map(is_held_out_page, pages_of(one)))]
    ids = {trial: trial_id(trial, learned, args) for trial in trials}
    for trial, id in ids.items():
        if id in tried:
            continue
        minutes = args.minutes * TRIED_BY * trial.epochs / sum(one.epochs for one in trials)
        checkpoint = file.with_name(f"{args.part}.trial-{id}.checkpoint")
        right, loss_there, asked = asked_of(fitting_of, fitting_of.fitted(kept, trial, minutes, checkpoint), held_out)
        tried[id] = {"begin": Path(trial.begin).name, "epochs": trial.epochs, "right": right, "loss": loss_there,
                     "asked": asked, "learned": len(kept)}  # fmt: skip
        print(f"tried {args.part} {json.dumps(tried[id])}", flush=True)
        file.write_text(json.dumps(tried, indent=1))
    return max(trials, key=lambda trial: tried[ids[trial]]["right"])


def trial_id(trial: Trial, learned: Sequence[Sighted], args: argparse.Namespace) -> str:
    """Names a fit by the bytes of the beginning, the epochs, the settings, and the claims with their sentences."""
    begin = trial.begin if trial.begin == NOTHING else file_fingerprint(Path(trial.begin))
    claims = [[one.id, one.text, one.label, [[p.id, p.text] for p in (*one.gold, *one.others)]] for one in learned]
    return content_id(begin, trial.epochs, args.rate, args.batch_tokens, args.seed, claims)


def asked_of(fitting_of: Fitting, model: nn.Module, held_out: Sequence[Sighted]) -> tuple[float, float, int]:
    """The share of right labels, the cross entropy, and of how many, each claim asked some times."""
    side, device = fitting_of.side, next(model.parameters()).device
    drawn = [one for time in range(ASKED) for one in fitting_of.part.draw(side, held_out, random.Random(time))]
    right = total = 0.0
    model.eval()
    with torch.no_grad():
        for batch in fitting.batches(drawn, len, fitting_of.args.batch_tokens, random.Random(0)):
            scores, labels = scored(side, model, batch, device)
            right += float((scores.argmax(-1) == labels).sum())
            total += float(nn.functional.cross_entropy(scores, labels, reduction="sum"))
    return right / len(drawn), total / len(drawn), len(drawn)


def is_held_out_page(page: str) -> bool:
    return blake2b(page.encode(), digest_size=1).digest()[0] % HELD_OUT == 0


def is_held_out(one: Sighted) -> bool:
    return blake2b(one.id.encode(), digest_size=1).digest()[0] % HELD_OUT == 0


def relevant(side: Aligning, claims: Sequence[Sighted], rng: random.Random) -> list[Coded]:
    """Of each claim that is decided a sentence that is evidence (1) and two that are not (0)."""
    drawn: list[Labelled] = []
    for one in claims:
        if one.gold:
            drawn.append(Labelled(one.with_evidence(rng.choice(one.gold)), 1))
            others = rng.sample(one.others, min(2, len(one.others)))
            drawn += [Labelled(one.with_evidence(other), 0) for other in others]
    return [side.code(one) for one in drawn]


def joined(side: Aligning, claims: Sequence[Sighted], rng: random.Random) -> list[Coded]:
    """Each claim with its evidence and up to two other sentences, or with up to three where nothing decides it."""
    drawn: list[Labelled] = []
    for one in claims:
        more = one.others[: rng.choice((0, 0, 1, 2)) + (not one.gold)]
        shown = (*rng.sample(one.gold, min(2, len(one.gold))), *more)
        drawn.append(Labelled(one.with_evidence(*rng.sample(shown, len(shown))), one.label))
    return [side.code(one) for one in drawn]


def alone(side: Aligning, claims: Sequence[Sighted], rng: random.Random) -> list[Coded]:
    """Each claim with one sentence of its evidence, and as often as not with another one, which decides nothing."""
    drawn: list[Labelled] = []
    for one in claims:
        if one.gold:
            drawn.append(Labelled(one.with_evidence(rng.choice(one.gold)), one.label))
        if one.others and (not one.gold or rng.random() < 0.5):
            drawn.append(Labelled(one.with_evidence(rng.choice(one.others[:SHOWN])), UNDECIDED))
    return [side.code(one) for one in drawn]


def several(side: Aligning, claims: Sequence[Sighted], rng: random.Random) -> list[Several]:
    """Each claim with some sentences, of which one is evidence where there is any."""
    drawn: list[Several] = []
    for one in claims:
        shown = list(one.others[: SHOWN - bool(one.gold)])
        if one.gold:
            shown.insert(rng.randrange(len(shown) + 1), rng.choice(one.gold))
        coded = [side.code(Labelled(one.with_evidence(sentence), one.label)) for sentence in shown]
        drawn.append(Several(tuple(coded), one.label))
    return drawn


def loss(side: Aligning, model: nn.Module, batch: "list[Coded] | list[Several]", device: torch.device) -> Tensor:
    """The cross entropy of the labels."""
    return nn.functional.cross_entropy(*scored(side, model, batch, device))


def scored(
    side: Aligning, model: nn.Module, batch: "list[Coded] | list[Several]", device: torch.device
) -> tuple[Tensor, Tensor]:
    """What the model gives of each, and the labels."""
    labels = torch.tensor([one.label for one in batch], device=device)
    if isinstance(model, Attending):
        pairs = [pair for one in batch for pair in one.pairs]  # type: ignore[union-attr]
        counts = [len(one.pairs) for one in batch]  # type: ignore[union-attr]
        parts = side.scores(model.pairs, pairs, device).split(counts)
        scores = nn.utils.rnn.pad_sequence(list(parts), batch_first=True)
        mask = torch.arange(max(counts))[None] < torch.tensor(counts)[:, None]
        return model(scores, mask.float().to(device)), labels
    return side.scores(model, batch, device), labels  # type: ignore[arg-type]


def begun(model: nn.Module, begin: str) -> nn.Module:
    """The model, whose layers are those of the ESIM of a graph where both have them; what ESIM lacks counts little."""
    if begin == NOTHING:
        return model
    inner, own = esim_weights_in(onnx.load(begin)), model.state_dict()
    prefix = "pairs." if isinstance(model, Attending) else ""
    for name, value in inner.items():
        mine, theirs = own[prefix + name], torch.tensor(value.copy())
        if isinstance(model, Matching) and name.startswith(("hidden", "head")):
            continue  # it reads something else
        if mine.shape == theirs.shape:
            mine.copy_(theirs)
        elif name == "project.weight":  # of what sees the words again
            mine[:, : theirs.shape[1]] = theirs
            mine[:, theirs.shape[1] :] *= 0.1
    return model


def export(part: str, model: nn.Module, folder: Path) -> None:
    """The folder has the graph, and the layers over sentences of the model that pools."""
    weights = {name: value.detach().cpu().float().numpy() for name, value in model.state_dict().items()}
    own = {name.removeprefix("pairs."): value for name, value in weights.items()}
    onnx.save(PARTS[part].graph(own, True), str(folder / GRAPHS[part]))  # type: ignore[index]
    for shared in WORD_FILES:
        (folder / shared).write_bytes((WEIGHTS / shared).read_bytes())
    if isinstance(model, Attending):
        attention = {"attention": weights["attention.weight"][0]}
        write_layers(folder / f"{part}.npz", attention, model.layers)


def hexaf_layers(
    folder: Path, learned: Sequence[Sighted], held_out: Sequence[Sighted]
) -> tuple[dict[str, Array], nn.Sequential]:
    """The weights of the cues, from the claims that were drawn for the model, and layers over what it says of those
    that were held out; an ESIM that ships, where it began from that, had learned these, too."""
    weights = cue_weights(learned)
    model = read(folder, "hexaf")
    rows: list[np.ndarray] = []
    for one in held_out:
        ranked = sorted((*one.gold, *one.others), key=lambda passage: -likelihood(weights, one.text, passage))
        best = ranked[:SENTENCES]
        said = shares(model.scores([one.with_evidence(passage) for passage in best]))
        told = [np.append(row, likelihood(weights, one.text, p)) for row, p in zip(said, best, strict=True)]
        rows.append(np.concatenate([*told, *[np.append(NOTHING_FOUND, 0.0)] * (SENTENCES - len(told))]))
    values = torch.tensor(np.array(rows), dtype=torch.float32)
    labels = torch.tensor([one.label for one in held_out])
    torch.manual_seed(1)
    layers = _layers(values.shape[1])
    optimizer = torch.optim.AdamW(layers.parameters(), lr=3e-3, weight_decay=0.05)
    for _ in range(400):
        optimizer.zero_grad()
        nn.functional.cross_entropy(layers(values), labels).backward()
        optimizer.step()
    return {"cues": weights.astype(np.float32)}, layers


def cue_weights(claims: Sequence[Sighted]) -> np.ndarray:
    """Logistic regression of what is evidence on the cues, by Newton's method; the last weight is what all have."""
    told = [(cues(one.text, p), flag) for one in claims if one.gold for p, flag in _flagged(one)]
    values = np.column_stack([np.array([cue for cue, _ in told]), np.ones(len(told))])
    is_gold = np.array([flag for _, flag in told], dtype=np.float64)
    weights, ridge = np.zeros(values.shape[1]), np.eye(values.shape[1])
    for _ in range(25):
        likely = 1 / (1 + np.exp(-values @ weights))
        slope = values.T @ (is_gold - likely) - ridge @ weights
        weights = weights + np.linalg.solve((values * (likely * (1 - likely))[:, None]).T @ values + ridge, slope)
    return weights


def _flagged(one: Sighted) -> Iterator[tuple[Passage, bool]]:
    yield from ((passage, True) for passage in one.gold)
    yield from ((passage, False) for passage in one.others)


def write_layers(path: Path, arrays: Mapping[str, Array], layers: nn.Sequential) -> None:
    """The file holds the arrays and the layers over sentences."""
    hidden, head = layers[0], layers[2]
    named = {"hidden": hidden.weight, "hidden_bias": hidden.bias, "head": head.weight, "head_bias": head.bias}
    floats = {name: value.detach().numpy().astype(np.float32) for name, value in named.items()}
    with path.open("wb") as file:
        np.savez(file, **arrays, **floats)


def _layers(inputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(LABELS)))


PARTS = {
    "nsmn-selection": Part(lambda width: Matching(width, 128, DROPOUT, outputs=2), relevant, matching_graph),
    "nsmn": Part(lambda width: Matching(width, 128, DROPOUT), joined, matching_graph),
    "hexaf": Part(lambda width: Esim(width, 128, DROPOUT), alone, esim_graph),
    "enhanced-esim": Part(lambda width: Attending(Esim(width, 128, DROPOUT, outputs=WIDE)), several, esim_graph),
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=list(PARTS), required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder with verification/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--begin", nargs="+", default=[str(SHIPPED)], help="graphs of an ESIM, or 'nothing'")
    parser.add_argument(
        "--without",
        type=Path,
        help="variants whose originals, and what shares their pages, are left out; then --begin names what has not "
        "learned these",
    )
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--try", dest="tried", type=float, nargs="+", help="epochs, in place of --epochs")
    parser.add_argument("--rate", type=float, default=RATE, help="the highest")
    parser.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS, help="of one step, padding included")
    parser.add_argument("--minutes", type=float, default=12.0, help="the training ends here at the latest")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
