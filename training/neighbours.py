"""Make the table of neighbours: `python training/neighbours.py --data DATA --work DIR --out DIR`.

Writes OUT/words.txt.gz, a line for each word with its Penn tag and, of names, its class, the most common word first;
and OUT/near.npz, for each word the places of its nearest ones in that list. Vectors are the base encoder's; they are
kept in WORK/vectors.npz, words in WORK/words.tsv, surnames in WORK/families.tsv and what texts say of names in
WORK/evidence.tsv, so that a second call takes these as they are: take the last three away when a list by hand changes.
One core needs about five minutes for the vectors and as long for the rest. Beside the extra `train` this
needs the package `wordfreq`.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from kinship import Group, Kinship, Pos, is_known, tag_of
from name_evidence import PERSONS, said_of_names, told
from networks.encoder import base_folder, load_base
from stumper.language.numerals import others
from word_counts import Word, common_words, family_names, texts

MOST = 50_000  # words
KEPT = 24  # neighbours of a word
TRIED = 120  # nearest vectors that are looked at for these
CLASSES = Path(__file__).with_name("name-classes.txt")
GROUPS = Path(__file__).with_name("word-classes.txt")
Floats = NDArray[np.float32]

# What counts beside the cosine of two vectors.
SAME_CLASS = 0.8  # names: the probability that both are of one class
SAME_KIND = 0.45  # other words: how near WordNet has them (Wu and Palmer's measure)
COMMON = 0.05  # a neighbour that is ten times as common
BY_HAND = 0.2  # names: a neighbour whose class is known for sure
TWO_FACED = -0.2  # other words: a neighbour that is a name as well, whose vector is half the name's
# A neighbour with as many of the same first letters, whose pieces are the same for no other reason.
SAME_LETTERS = {2: -0.08, 3: -0.07, 4: -0.15}
SAME_END = -0.08  # names: as many of the same last letters, three
CAPITALS = 0.2  # names in capitals: a neighbour in capitals
FAMILY = 0.2  # the share of a name's places after given names that tells a surname
SURE = 0.5  # the least probability of the class that is written down

PLACES = ("country", "us-state", "province", "region")
NO_CAPITALS = {*PERSONS, "god", "city", "river", "battle", "roman"}  # classes of names that are seldom in capitals
PLURAL_CLASSES = {"team", "demonym", "believers", "party", "peoples"}
ADJECTIVE_CLASSES = {"nationality", "people-adjective", "believer-adjective", "party-adjective"}


@dataclass(frozen=True, slots=True)
class Names:
    """The classes of names by hand, and groups of names for the same thing."""

    classes: dict[str, tuple[str, ...]]
    aliases: dict[str, frozenset[str]]


def read_names(path: Path) -> Names:
    """What the file says, a class or a group of aliases a line."""
    classes: dict[str, list[str]] = {}
    aliases: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or ":" not in line:
            continue
        name, rest = line.split(":", 1)
        members = [member.replace("_", " ") for member in rest.split()]
        for member in members:
            if name == "alias":
                aliases.setdefault(member, set()).update(members)
            elif name not in classes.setdefault(member, []):
                classes[member].append(name)
    return Names({k: tuple(v) for k, v in classes.items()}, {k: frozenset(v) for k, v in aliases.items()})


def read_groups(path: Path) -> list[Group]:
    """What the file says, the part of speech and the words of a group a line."""
    rows = [line.split(":") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [(cast(Pos, part), tuple(words.split())) for part, words in rows]


def chosen(data: Path, names: Names, penn: dict[str, str], kept: Path) -> list[Word]:
    """The words of the table, the most common first; numbers, which have rules, are not among them."""
    if not kept.exists():
        found = common_words(data, set(names.classes), lambda word: is_known(word, penn), MOST)
        lines = [f"{word.text}\t{word.share!r}\t{int(word.is_name)}" for word in found if not others(word.text)]
        kept.write_text("\n".join(lines), encoding="utf-8")
    rows = (line.split("\t") for line in kept.read_text(encoding="utf-8").split("\n"))
    return [Word(text, float(share), is_name == "1") for text, share, is_name in rows]


def families(data: Path, names: Names, kept: Path) -> dict[str, float]:
    """The share of a name's places where it is after a given name."""
    if not kept.exists():
        given = {name for name, found in names.classes.items() if found[0] in ("given-m", "given-f")}
        lines = [f"{name}\t{share!r}" for name, share in family_names(data, given).items()]
        kept.write_text("\n".join(lines), encoding="utf-8")
    rows = (line.split("\t") for line in kept.read_text(encoding="utf-8").split("\n"))
    return {name: float(share) for name, share in rows}


def evidence(data: Path, names: Names, kept: Path) -> dict[str, Counter[int]]:
    """How often texts say of a name what tells its class."""
    if not kept.exists():
        surnames = [name for name, found in names.classes.items() if found[0] == "surname"]
        places = [name for name, found in names.classes.items() if found[0] in PLACES]
        told_of = sorted(said_of_names(texts(data), surnames, places).items())
        lines = ["\t".join([name, *(f"{sign}:{n}" for sign, n in sorted(said.items()))]) for name, said in told_of]
        kept.write_text("\n".join(lines), encoding="utf-8")
    rows = (line.split("\t") for line in kept.read_text(encoding="utf-8").split("\n"))
    return {name: Counter({int(s): int(n) for s, n in (cell.split(":") for cell in cells)}) for name, *cells in rows}


def encoded(words: list[str], kept: Path) -> tuple[Floats, Floats]:
    """Two unit vectors for each word: mean-pooled states of the last layer, and the mean of its pieces' embeddings."""
    cache: dict[str, NDArray[np.float16]] = {}
    if kept.exists():
        with np.load(kept) as stored:
            cache = dict(zip(stored["words"].tolist(), stored["vectors"], strict=True))
    new = sorted({word.lower() for word in words} - set(cache), key=lambda word: (len(word), word))
    print(f"{len(new)} words to encode", flush=True)
    tokenizer = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    encoder = load_base(base_folder()).eval()
    for begin in range(0, len(new), 256):
        part = new[begin : begin + 256]
        cache.update(zip(part, encode(part, tokenizer, encoder), strict=True))
    if new:
        np.savez(kept, words=np.array(list(cache)), vectors=np.stack(list(cache.values())))
    both = np.stack([cache[word.lower()] for word in words]).astype(np.float32)
    return both[:, :384], both[:, 384:]


@torch.inference_mode()
def encode(words: list[str], tokenizer: Tokenizer, encoder: torch.nn.Module) -> NDArray[np.float16]:
    """[words, 768]: the pooled states beside the pooled embeddings."""
    ids = [tokenizer.encode(word).ids for word in words]
    padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in ids], batch_first=True)
    mask = torch.nn.utils.rnn.pad_sequence([torch.ones(len(row)) for row in ids], batch_first=True)
    inner = mask.clone()
    inner[:, 0] = 0
    for row, pieces in enumerate(ids):
        inner[row, len(pieces) - 1] = 0
    states = encoder(padded, torch.zeros_like(padded), mask)
    pools = [(states, mask), (encoder.words(padded), inner)]
    vectors = [torch.nn.functional.normalize((x * m[:, :, None]).sum(1), dim=1) for x, m in pools]
    return torch.cat(vectors, 1).half().numpy()


def class_probabilities(words: list[Word], features: Floats, names: Names) -> tuple[list[str], Floats]:
    """The classes, and [words, classes]: of names by hand their classes, of others by a linear model of the vectors."""
    classes = sorted({name for found in names.classes.values() for name in found})
    place = {name: i for i, name in enumerate(classes)}
    known = [i for i, word in enumerate(words) if word.text in names.classes]
    right = torch.zeros(len(known), len(classes))
    for row, i in enumerate(known):
        for rank, name in enumerate(names.classes[words[i].text]):
            right[row, place[name]] = 1 / (1 + rank)  # a name's first class is its usual one
    right /= right.sum(1, keepdim=True)
    x = torch.tensor(3 * features)
    weights = torch.zeros(x.shape[1], len(classes), requires_grad=True)
    bias = torch.zeros(len(classes), requires_grad=True)
    optimizer = torch.optim.LBFGS([weights, bias], max_iter=80, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        scores = torch.log_softmax(x[known] @ weights + bias, 1)
        value = -(right * scores).sum(1).mean() + 1e-5 * (weights**2).sum()
        value.backward()
        return value

    optimizer.step(loss)
    found = torch.softmax(x @ weights + bias, 1).detach().numpy()
    found[known] = right.numpy()
    return classes, found


def nearest(places: list[int], words: list[Word], vectors: Floats, kinship: Kinship, by_hand: set[str], is_name: bool,
            ) -> dict[int, list[int]]:  # fmt: skip
    """For each of these words, all of one tag, the others by their vectors; of no names, by WordNet beside these.

    The vectors of names hold their classes too; ``by_hand`` are the names whose class is known for sure.
    """
    near = {}
    row_of = {place: row for row, place in enumerate(places)}
    favour = torch.tensor([favoured(words[i], by_hand, is_name) for i in places], dtype=torch.float32)
    texts = [words[i].text for i in places]
    alike = [(alike_by([t[:n].lower() for t in texts]), weight) for n, weight in SAME_LETTERS.items()]
    if is_name:
        alike.append((alike_by([t[-3:].lower() for t in texts]), SAME_END))
        alike.append((alike_by(["" if t.isupper() and len(t) > 1 else None for t in texts]), CAPITALS))
    mine = torch.tensor(vectors[places])
    for begin in range(0, len(places), 256):
        part = places[begin : begin + 256]
        found = mine[begin : begin + 256] @ mine.T + favour
        for groups, weight in alike:
            for row in range(len(part)):
                found[row, groups[begin + row]] += weight
        top = torch.topk(found, min(TRIED, len(places)))
        rows = zip(part, found, top.values.tolist(), top.indices.tolist(), strict=True)
        for i, all_scores, scores, best in rows:
            order = [places[j] for j in best]
            if not is_name:
                near_by = dict(zip(best, scores, strict=True))
                near_by |= {row_of[j]: float(all_scores[row_of[j]]) for j in kinship.relatives(i) if j in row_of}
                kin = {places[j]: score + SAME_KIND * kinship.nearness(i, places[j]) for j, score in near_by.items()}
                order = sorted(kin, key=lambda j: -kin[j])
            near[i] = kinship.distinct(i, order, KEPT)
    return near


def alike_by(keys: Sequence[str | None]) -> list[NDArray[np.int64]]:
    """For each key the rows of all that are equal; none for no key."""
    rows: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        if key is not None:
            rows.setdefault(key, []).append(row)
    arrays = {key: np.array(found) for key, found in rows.items()}
    return [np.empty(0, np.int64) if key is None else arrays[key] for key in keys]


def favoured(word: Word, by_hand: set[str], is_name: bool) -> float:
    """What makes a word a better neighbour of any."""
    common = COMMON * float(np.log10(max(word.share, 1e-8) / 1e-7))
    if is_name:
        return common + BY_HAND * (word.text in by_hand)
    return common + TWO_FACED * (word.text.capitalize() in by_hand)


def beside_classes(vectors: Floats, probabilities: Floats) -> Floats:
    """Vectors whose products are those of the given ones and, weighed, how surely both names are of one class."""
    sizes = np.maximum(np.linalg.norm(probabilities, axis=1, keepdims=True), 0.3)
    return np.concatenate([vectors, probabilities / sizes * SAME_CLASS**0.5], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/, verification/, quizbowl/")
    parser.add_argument("--work", type=Path, required=True, help="where vectors are kept between calls")
    parser.add_argument("--out", type=Path, required=True, help="src/stumper/language/neighbouring")
    args = parser.parse_args()
    torch.set_num_threads(1)
    penn = json.loads(gzip.decompress((args.data / "language/penn-pos-of-word.json.gz").read_bytes()))
    names = read_names(CLASSES)
    words = chosen(args.data, names, penn, args.work / "words.tsv")
    states, pieces = encoded([word.text for word in words], args.work / "vectors.npz")
    classes, found = class_probabilities(words, np.concatenate([states, pieces], 1), names)
    surnames = families(args.data, names, args.work / "families.tsv")
    said = evidence(args.data, names, args.work / "evidence.tsv")
    for row, word in zip(found, words, strict=True):
        if word.text not in names.classes:
            weigh(word.text, row, classes, surnames.get(word.text, 0.0), said.get(word.text, Counter()))
    of_name = [classes[int(row.argmax())] if row.max() >= SURE else "" for row in found]
    usual = [classes[int(row.argmax())] for row in found]
    tags = [name_tag(w.text, c, penn) if w.is_name else tag_of(w.text, penn) for w, c in zip(words, usual, strict=True)]
    kinship = Kinship(words, tags, names.aliases, read_groups(GROUPS))
    near: dict[int, list[int]] = {}
    forms = ["VB" if tag == "VBP" else tag for tag in tags]  # but of be, these two are one form
    for tag, is_name in sorted({(tag, word.is_name) for tag, word in zip(forms, words, strict=True)}):
        same = [i for i, word in enumerate(words) if (forms[i], word.is_name) == (tag, is_name)]
        vectors = beside_classes(states, found) if is_name else states
        near |= nearest(same, words, vectors, kinship, set(names.classes), is_name)
    shown = [c if word.is_name else "" for word, c in zip(words, of_name, strict=True)]
    write(args.out, [f"{w.text}\t{t}\t{c}" for w, t, c in zip(words, tags, shown, strict=True)], near)


def weigh(text: str, row: Floats, classes: list[str], family: float, said: Counter[int]) -> None:
    """The probabilities of a name's classes are changed by what texts say of it; what is in capitals is no person."""
    if text.isupper():
        row[[place for place, name in enumerate(classes) if name in NO_CAPITALS]] = 0
        row /= max(row.sum(), 0.2)
        return
    weight = 0.9 * min(1.0, family / FAMILY)
    row *= 1 - weight
    row[classes.index("surname")] += weight
    among, belief = told(said)
    if among and weight < belief:
        part = np.zeros_like(row)
        places = [classes.index(name) for name in among]
        part[places] = row[places] + 1e-3
        row *= 1 - belief
        row += belief * part / part.sum()


def name_tag(text: str, usual: str, penn: dict[str, str]) -> str:
    """The Penn tag of a name of this class."""
    if text.islower():
        return penn.get(text, "NN")
    if usual in ADJECTIVE_CLASSES:
        return "JJ"
    return "NNPS" if usual in PLURAL_CLASSES and text.endswith(("s", "men")) else "NNP"


def write(folder: Path, lines: list[str], near: dict[int, list[int]]) -> None:
    """The folder holds the words and, in rows of uint16, the places of the nearest ones; free places are 65535."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    table = np.full((len(lines), KEPT), 65535, np.uint16)
    for row, found in near.items():
        table[row, : len(found)] = found
    np.savez_compressed(folder / "near.npz", near=table)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
    print(f"{len(lines)} words, {np.mean(table != 65535) * KEPT:.1f} neighbours each")


if __name__ == "__main__":
    main()
