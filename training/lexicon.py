"""Pack Open English WordNet for the package: `python training/lexicon.py --wordnet ZIP --out DIR`.

Writes DIR/words.txt.gz, a line for each lemma and part of speech with its senses, the most frequent first, and
DIR/synsets.txt.gz, a line for each synset. `stumper.language.lexicon` says what stands in a line.
"""

import argparse
import gzip
import zipfile
from pathlib import Path
from typing import Any

import yaml

PARTS = "nvar"  # of speech, in the order in which synsets are numbered
Entries = dict[str, dict[str, Any]]


def read(path: Path) -> tuple[Entries, Entries]:
    """The entries by lemma and the synsets by id, as the YAML files have them."""
    entries: Entries = {}
    synsets: Entries = {}
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            stem = Path(name).name
            if not stem.endswith(".yaml") or stem == "frames.yaml":
                continue
            content = yaml.load(archive.read(name), yaml.CSafeLoader)
            (entries if stem.startswith("entries-") else synsets).update(content)
    return entries, synsets


def senses(entries: Entries) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """(lemma, part of speech, senses) for each, homonyms with different pronunciations (n-1, n-2) joined in order."""
    rows = []
    for lemma, parts in entries.items():
        for part in PARTS:
            found = [sense for name in sorted(parts) if name.split("-")[0] == part for sense in parts[name]["sense"]]
            if found:
                rows.append((lemma, part, found))
    return sorted(rows)


def pack(entries: Entries, synsets: Entries) -> tuple[list[str], list[str]]:
    """The lines of both files."""
    rows = senses(entries)
    lemma_of = {sense["id"]: lemma for lemma, _, found in rows for sense in found}
    used = {sense["synset"] for _, _, found in rows for sense in found}
    order = sorted(used, key=lambda name: (PARTS.index(name[-1].replace("s", "a")), name))
    number = {name: i for i, name in enumerate(order)}
    words, opposites = [], {name: dict[str, None]() for name in order}
    for lemma, part, found in rows:
        cells = []
        for sense in found:
            antonyms = list(dict.fromkeys(lemma_of[name] for name in sense.get("antonym", ()) if name in lemma_of))
            opposites[sense["synset"]].update(dict.fromkeys(antonyms))
            cells.append(
                ":".join(
                    [str(number[sense["synset"]]), "|".join(antonyms)] if antonyms else [str(number[sense["synset"]])]
                )
            )
        words.append(f"{lemma}\t{part}\t{';'.join(cells)}")
    lines = []
    for name in order:
        synset = synsets[name]
        heads = [other for other in synset.get("similar", ()) if name.endswith("s") and other.endswith("a")]
        above = [*synset.get("hypernym", ()), *heads]
        numbers = ",".join(str(number[other]) for other in above if other in number)
        lines.append("\t".join(["|".join(synset["members"]), numbers, "|".join(opposites[name])]))
    return sorted(words), lines


def write(path: Path, lines: list[str]) -> None:
    """The file holds the lines, and the same bytes whenever they are written."""
    path.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{path}: {len(lines)} lines, {path.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, required=True, help="open-english-wordnet.zip")
    parser.add_argument("--out", type=Path, required=True, help="src/stumper/language/wordnet")
    args = parser.parse_args()
    words, synsets = pack(*read(args.wordnet))
    write(args.out / "words.txt.gz", words)
    write(args.out / "synsets.txt.gz", synsets)


if __name__ == "__main__":
    main()
