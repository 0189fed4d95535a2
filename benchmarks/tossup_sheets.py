"""A sheet of the bundled tossups, to be read blind, and what its readers found.

`python benchmarks/tossup_sheets.py draw FOLDER` draws the sheet: FOLDER/reader for the reader, with sheet.tsv and
INSTRUCTIONS.md, and apart from it key.tsv, which says what is what. Sixty tossups of those written last are shuffled
with fifteen of the first 160 and with fifteen that were broken on purpose. The reader writes verdicts.tsv beside the
sheet; `keep FOLDER JUDGE` adds it to judged/tossup-sheet.tsv, ids and verdicts alone, in the place of what that judge
said before. Without a word it tells what each judge found.

`draw-attacks FOLDER ATTACK ATTACK` draws a sheet of what two attacks made against the guesser `ir` of tossups that were
written after the attacks: up to fifty of each, of different tossups, shuffled with twenty-five tossups as they were and
twenty-four broken ones, which stand in no attack's half. `keep` adds its verdicts to judged/tossup-attacks.tsv.
"""

import csv
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from blind_sheets import JUDGED, Row, by, holds
from measuring import arguments, say, shown
from stumper import api
from stumper.statistics import share
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.text import sentences
from stumper.types import Example

SEED, FIRST = 20261127, 160  # tossups up to this number were written, and judged, before the others
LATER, EARLIER, OF_EACH_BROKEN = 60, 15, 5
OF_AN_ATTACK, UNTOUCHED, BROKEN_OF_EACH = 50, 25, 8
WRITTEN, ATTACKED = JUDGED / "tossup-sheet.tsv", JUDGED / "tossup-attacks.tsv"
AGAINST = "ir"
VERDICTS = {
    "true": ("yes", "no", "unsure"),
    "fits": ("yes", "no", "unsure"),
    "unsaid": ("yes", "no"),
    "order": ("yes", "no"),
    "grammar": ("clean", "slip", "broken"),
}
KEPT = ("judge", "id", "kind", "example", *VERDICTS)
SOUND = {"true": "yes", "fits": "yes", "unsaid": "yes"}
NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'-]+ [A-Z][\w'-]+")
POINTER = re.compile(r"\b[Tt]h(?:is|ese) [a-z]+")
ASKED = """# What you are asked

sheet.tsv has a tossup a line: a quiz question that is read aloud until somebody knows the answer, so that it goes from
clues that few people know to what most do. The answer line stands beside it, as a moderator sees it. Read each by
itself, from what you know, and write verdicts.tsv beside the sheet with a line for each: id, true, fits, unsaid, order,
grammar, note, and tabs between.

- true: `yes`, if every clue is true of the answer as far as you know; `no`, if one is false; `unsure`, if there is one
  that you can neither confirm nor deny and that you would look up.
- fits: `yes`, if no clue, together with those before it, points to another answer as well as to this one; `no`, if one
  does; `unsure`, if you cannot tell.
- unsaid: `no`, if the text says the answer or a word that gives it away; else `yes`.
- order: `yes`, if harder clues come before easier ones on the whole; `no`, if an easy clue comes so early that the rest
  is no use.
- grammar: `clean`, if a careful editor of English would leave it as it is; `slip`, if a small thing is wrong and the
  meaning is plain at once; `broken`, if one has to read something twice to see what it says.
- note: the clue that is wrong and why, or nothing.

You are told nothing of where the tossups come from. Do not look for it.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the sheet: the tossup that it is of, the text that is shown, and what was done to it."""

    example: Example
    text: str
    kind: str


def main() -> None:
    if sys.argv[1:2] == ["draw"]:
        draw(Path(sys.argv[2]))
    elif sys.argv[1:2] == ["draw-attacks"]:
        draw_attacks(Path(sys.argv[2]), sys.argv[3:])
    elif sys.argv[1:2] == ["keep"]:
        keep(Path(sys.argv[2]), sys.argv[3])
    else:
        arguments(__doc__)
    tell()


def draw(folder: Path) -> None:
    """The sheet of what was written lies in the folder."""
    dataset = quizbowl.bundled("all")
    lay(folder, dataset, sheet(dataset, Random(SEED)))


def draw_attacks(folder: Path, attacks: Sequence[str]) -> None:
    """The sheet of what the attacks made lies in the folder."""
    dataset, asked = quizbowl.bundled("all"), api.load_dataset("quizbowl")
    rng = Random(f"{SEED} {' '.join(attacks)}")
    pool = [one for one in asked if int(one.id) > FIRST]
    pool = rng.sample(pool, len(pool))
    lines = [line for at, attack in enumerate(attacks) for line in made_by(attack, pool[at :: len(attacks)])]
    held_out = {one.id for one in asked}
    others = [one for one in dataset if int(one.id) > FIRST and one.id not in held_out]
    rest = iter(rng.sample(others, len(others)))
    lines += [Line(one, one.query.text, "untouched") for one in islice(rest, UNTOUCHED)]
    lines += broken_of(rest, dataset, rng, BROKEN_OF_EACH)
    lay(folder, dataset, rng.sample(lines, len(lines)))


def made_by(attack: str, pool: Sequence[Example]) -> Iterator[Line]:
    """What the attack makes of the tossups that it changes: of each, what makes the guesser right latest."""
    made = {one.example_id: one for one in api.attack("quizbowl", attack, AGAINST, goal="buzz_later").attempts()}
    found = ((one, made[one.id].perturbation) for one in pool)
    changed = ((one, perturbation) for one, perturbation in found if perturbation is not None)
    for one, perturbation in islice(changed, OF_AN_ATTACK):
        yield Line(one, perturbation.query.text, attack)


def lay(folder: Path, dataset: Quizbowl, lines: Sequence[Line]) -> None:
    """The lines lie in the folder: for the reader what is read and asked, and the key apart from it."""
    (folder / "reader").mkdir(parents=True, exist_ok=True)
    (folder / "reader" / "INSTRUCTIONS.md").write_text(ASKED, encoding="utf-8")
    texts = [(at, dataset.details[one.example.id].answer_line, one.text) for at, one in enumerate(lines, 1)]
    keys = [(at, one.kind, one.example.id) for at, one in enumerate(lines, 1)]
    write(folder / "reader" / "sheet.tsv", ("id", "answer", "tossup"), texts)
    write(folder / "key.tsv", ("id", "kind", "example"), keys)


def sheet(dataset: Quizbowl, rng: Random) -> list[Line]:
    """The rows in the order in which they are shown; no tossup stands in two of them."""
    later = [one for one in dataset if int(one.id) > FIRST]
    earlier = [one for one in dataset if int(one.id) <= FIRST]
    pool = iter(rng.sample(later, len(later)))
    lines = [Line(one, one.query.text, "later") for one in islice(pool, LATER)]
    lines += [Line(one, one.query.text, "earlier") for one in rng.sample(earlier, EARLIER)]
    lines += broken_of(pool, dataset, rng, OF_EACH_BROKEN)
    return rng.sample(lines, len(lines))


def broken_of(pool: Iterator[Example], dataset: Quizbowl, rng: Random, of_each: int) -> Iterator[Line]:
    """As many tossups of the pool broken in each way."""
    for breaking in (with_other_name, with_other_clue, saying_its_answer):
        yield from islice((found for one in pool if (found := breaking(one, dataset, rng)) is not None), of_each)


def with_other_name(one: Example, dataset: Quizbowl, rng: Random) -> Line | None:
    """The tossup with a name in the middle of it exchanged for one that is said of another answer in its category."""
    names = [name for text in middle(one) for name in NAME.findall(text)]
    where, answer = dataset.details[one.id].category, one.gold.answers[0].text
    others = [name for other in dataset
              if dataset.details[other.id].category == where and other.gold.answers[0].text != answer
              for text in middle(other) for name in NAME.findall(text)]  # fmt: skip
    if not names:
        return None
    return Line(one, one.query.text.replace(rng.choice(names), rng.choice(others)), "broken-false")


def with_other_clue(one: Example, dataset: Quizbowl, rng: Random) -> Line | None:
    """The tossup with a sentence in the middle of it exchanged for one of another answer in its subcategory."""
    where, answer = dataset.details[one.id].subcategory, one.gold.answers[0].text
    others = [text for other in dataset
              if dataset.details[other.id].subcategory == where and other.gold.answers[0].text != answer
              for text in middle(other)]  # fmt: skip
    if not others:
        return None
    return Line(one, one.query.text.replace(rng.choice(middle(one)), rng.choice(others)), "broken-other")


def saying_its_answer(one: Example, dataset: Quizbowl, rng: Random) -> Line | None:
    """The tossup with its answer said where it had pointed to it before the end."""
    ends = sentences(one.query.text)[-1].start
    pointers = [found for found in POINTER.finditer(one.query.text) if found.end() < ends]
    if not pointers:
        return None
    at, answer = rng.choice(pointers), one.gold.answers[0].text
    return Line(one, f"{one.query.text[: at.start()]}{answer}{one.query.text[at.end() :]}", "broken-said")


def middle(one: Example) -> list[str]:
    """The sentences between the first and the last."""
    return [sentence.text for sentence in sentences(one.query.text)[1:-1]]


def keep(folder: Path, judge: str) -> None:
    """What this judge said of the folder's sheet is among what is judged, in the place of what it said before."""
    path = folder / "reader" / "verdicts.tsv"
    said = {row["id"]: row for row in read(path)}
    keys = read(folder / "key.tsv")
    if missing := [key["id"] for key in keys if key["id"] not in said]:
        sys.exit(f"{path} says nothing of {', '.join(missing)}. Have them read.")
    attacks = sorted({key["kind"] for key in keys if key["kind"].startswith("tossup-")})
    file, sheet = (ATTACKED, " ".join(attacks)) if attacks else (WRITTEN, "")
    lines = [row for row in kept(file) if (row["judge"], row.get("sheet", "")) != (judge, sheet)]
    lines += [{**key, "sheet": sheet, "judge": judge, **verdict(path, said[key["id"]])} for key in keys]
    names = ("sheet", *KEPT) if attacks else KEPT
    write(file, names, [[row[name] for name in names] for row in lines])


def verdict(path: Path, row: Row) -> dict[str, str]:
    """The verdicts of a row, without its note."""
    found = {name: (row.get(name) or "").strip() for name in VERDICTS}
    for name, text in found.items():
        if text not in VERDICTS[name]:
            sys.exit(f"{path} says {text!r} of row {row['id']} under {name}. Write {' or '.join(VERDICTS[name])}.")
    return found


def kept(file: Path = WRITTEN) -> list[Row]:
    """What is judged; nothing before a sheet has been read."""
    return read(file) if file.exists() else []


def tell() -> None:
    """What each judge said of the tossups of each time and of each attack, and how many of the broken it found."""
    for judge, read_by in by("judge", kept(WRITTEN)).items():
        for benchmark, figures in figures_of(read_by, "written", ("later", "earlier")):
            say(benchmark, judge=judge, **figures)
    for sheet, read_by in by("sheet", kept(ATTACKED)).items():
        for benchmark, figures in figures_of(read_by, "attack", (*sheet.split(), "untouched")):
            if figures["attack"] == "untouched":  # of this sheet: each has its own
                figures["attack"] = f"untouched beside {sheet}"
            say(benchmark, judge=read_by[0]["judge"], **figures)


def figures_of(read_by: Sequence[Row], of_kind: str, kinds: Sequence[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """What one judge said of each of the kinds, then how good it is."""
    rows = by("kind", read_by)
    for kind in kinds:
        of = [{**row, "grammar": row["grammar"].replace("slip", "clean")} for row in rows[kind]]
        yield "tossups", {of_kind: kind, "n": len(of), "sound": holds(of, **SOUND),
                          **{name: holds(of, **{name: VERDICTS[name][0]}) for name in VERDICTS}}  # fmt: skip
    broken = [row for kind, of in rows.items() if kind.startswith("broken-") for row in of]
    yield (
        "tossups_reader",
        {of_kind: " ".join(kinds), "n": len(broken), "sensitivity": shown(share([is_found(row) for row in broken]))},
    )


def is_found(row: Mapping[str, str]) -> bool:
    """Whether a broken one was called so for what is broken in it."""
    return row["unsaid"] == "no" if row["kind"] == "broken-said" else "no" in (row["true"], row["fits"])


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write(path: Path, names: Sequence[str], lines: Sequence[Sequence[object]]) -> None:
    text = "".join("\t".join(map(str, line)) + "\n" for line in (names, *lines))
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
